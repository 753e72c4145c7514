package main

import (
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"testing"
	"time"

	"banco/lab"
)

// labRun is a run as a program reads it.
type labRun struct {
	ID, State, Link, File, Experiment, Results, Report, Note string
	Played, Total                                            int
}

// Asked for over HTTP, killed with -9 while it is played, gone on with: a run
// ends with the results and the report that `banco lab run` gives of the file
// that the page shows, to the last byte.
func TestServedLabRunIsThatOfTheCommandLine(t *testing.T) {
	data := t.TempDir()
	p := startProcess(t, data)
	get := func(path string) []byte {
		t.Helper()
		status, body, err := call("GET", p.base+path, "", nil)
		if err != nil || status != http.StatusOK {
			t.Fatalf("%s: %d %v %s", path, status, err, body)
		}
		return body
	}
	post := func(path string, body any, want int) (r labRun) {
		t.Helper()
		status, answer, err := call("POST", p.base+path, "", body)
		if err != nil || status != want {
			t.Fatalf("%s: %d %v %s", path, status, err, answer)
		}
		if err := json.Unmarshal(answer, &r); err != nil {
			t.Fatal(err)
		}
		return r
	}
	look := func(link string) (r labRun) {
		t.Helper()
		if err := json.Unmarshal(get(link), &r); err != nil {
			t.Fatal(err)
		}
		return r
	}
	r := post("/lab/runs", map[string]any{
		"game": "dadi", "bots": [][]string{{"random"}}, "option": "round_limit", "values": []int{60, 20}, "measure": "lead_changes", "matches": 500,
	}, http.StatusCreated)
	results := filepath.Join(data, "lab", r.ID, lab.ResultsFile)
	for deadline := time.Now().Add(30 * time.Second); time.Now().Before(deadline); time.Sleep(2 * time.Millisecond) {
		if info, err := os.Stat(results); err == nil && info.Size() > 2000 {
			break
		}
	}
	p.kill()
	p = startProcess(t, data)
	if r = look(r.Link); r.State != "stopped" || r.Note == "" || r.Played == 0 || r.Played >= r.Total {
		t.Fatalf("after the kill: %+v", r)
	}
	if r = post(r.Link, map[string]string{"do": "resume"}, http.StatusOK); r.State != "running" {
		t.Fatalf("%+v", r)
	}
	for deadline := time.Now().Add(30 * time.Second); r.State == "running" && time.Now().Before(deadline); time.Sleep(20 * time.Millisecond) {
		r = look(r.Link)
	}
	if r.State != "done" || r.Played != r.Total {
		t.Fatalf("%+v", r)
	}
	dir := t.TempDir()
	file, out := filepath.Join(dir, r.Experiment+".toml"), filepath.Join(dir, "out")
	if err := os.WriteFile(file, get(r.File), 0o600); err != nil {
		t.Fatal(err)
	}
	if code, said := runCLI("lab", "run", file, "--out", out, "--lang", "it"); code != exitDone {
		t.Fatalf("exit %d\n%s", code, said)
	}
	for name, link := range map[string]string{lab.ResultsFile: r.Results, lab.ReportFile: r.Report, lab.TableFile: r.Link + "/" + lab.TableFile} {
		want, err := os.ReadFile(filepath.Join(out, name))
		if err != nil {
			t.Fatal(err)
		}
		if string(get(link)) != string(want) {
			t.Errorf("%s is not that of the command line", name)
		}
	}
}

// Runs are started from pages where only this machine reaches the server, or
// where --lab says so.
func TestLabIsOpenOnThisMachineAlone(t *testing.T) {
	for want, list := range map[bool][]serveOptions{
		true:  {{addr: "127.0.0.1:8080"}, {addr: "localhost:80"}, {addr: "[::1]:8080"}},
		false: {{addr: "127.0.0.1:8080", lan: true}, {addr: "0.0.0.0:8080"}, {addr: ":8080"}, {addr: "192.168.1.4:80"}, {addr: "127.0.0.1:8080", publicURL: "https://example.org"}, {addr: "127.0.0.1:8080", trustProxy: true}, {addr: "127.0.0.1:8080", nats: "nats://host:4222"}},
	} {
		for _, o := range list {
			if o.alone() != want {
				t.Errorf("%+v: alone %v", o, !want)
			}
		}
	}
	for flag, want := range map[string]bool{"--lan": false, "--lab=false": false, "--lab": true} {
		args := []string{flag}
		if flag == "--lab" {
			args = []string{"--lan", flag}
		}
		p := startProcess(t, t.TempDir(), args...)
		status, body, err := call("GET", p.base+"/lab", "", nil)
		var said struct{ Open bool }
		if err != nil || status != http.StatusOK || json.Unmarshal(body, &said) != nil || said.Open != want {
			t.Errorf("%v: %d %v open %v", args, status, err, said.Open)
		}
	}
}
