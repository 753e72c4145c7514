package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"banco/journal"
)

// TestAnUnusableFolderIsASentence: which folder, what is wrong with it and what
// to do, in the language of the one who started us.
func TestAnUnusableFolderIsASentence(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	held, err := journal.Open(context.Background(), journal.Config{Dir: filepath.Join(dir, "held")})
	if err != nil {
		t.Fatal(err)
	}
	defer held.Close()
	hurt := filepath.Join(dir, "hurt")
	j, err := journal.Open(context.Background(), journal.Config{Dir: hurt})
	if err != nil {
		t.Fatal(err)
	}
	j.Close()
	if err := os.Truncate(filepath.Join(hurt, "journal", "jetstream", "$G", "streams", "MATCHES", "meta.inf"), 0); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ data, lang, want string }{
		{filepath.Join(file, "data"), "en", "cannot be written"},
		{filepath.Join(file, "data"), "it", "non si può scrivere"},
		{filepath.Join(dir, "held"), "en", "Another Banco is using"},
		{filepath.Join(dir, "held"), "it", "un altro Banco"},
		{hurt, "en", "is damaged"},
		{hurt, "it", "è danneggiata"},
	} {
		var out, errOut bytes.Buffer
		code := run(t.Context(), []string{"serve", "--addr", "127.0.0.1:0", "--data", c.data, "--lang", c.lang}, &out, &errOut)
		last := strings.Split(strings.TrimSpace(errOut.String()), "\n")
		if said := last[len(last)-1]; code != exitFailed || !strings.Contains(said, c.want) || !strings.Contains(said, c.data) || !strings.Contains(said, "--data") {
			t.Errorf("%s, %s: exit %d, %s", c.data, c.lang, code, said)
		}
	}
}
