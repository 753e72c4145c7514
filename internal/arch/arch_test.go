package arch

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

// root is the module's folder as seen from this package.
const root = "../.."

func TestImportsPointDownwards(t *testing.T) {
	// Nothing would be found in the wrong folder, and nothing is what is wanted.
	if mod, err := os.ReadFile(filepath.Join(root, "go.mod")); err != nil || !strings.HasPrefix(string(mod), "module "+module+"\n") {
		t.Fatalf("%s is not the folder of module %s: %v", root, module, err)
	}
	found, err := Imports(os.DirFS(root))
	if err != nil {
		t.Fatal(err)
	}
	for _, o := range found {
		t.Error(o)
	}
}

func TestRulesetsArePure(t *testing.T) {
	dirs, err := filepath.Glob(filepath.Join(root, "games", "*"))
	if err != nil {
		t.Fatal(err)
	}
	imp := newImporter(t)
	for _, dir := range dirs {
		if info, err := os.Stat(dir); err != nil || !info.IsDir() {
			continue
		}
		t.Run(filepath.Base(dir), func(t *testing.T) {
			// A ruleset may have packages of its own below it.
			err := filepath.WalkDir(dir, func(name string, d os.DirEntry, err error) error {
				switch {
				case err != nil || !d.IsDir():
					return err
				case d.Name() == "testdata":
					return filepath.SkipDir
				}
				for _, o := range purityOf(t, imp, name) {
					t.Error(o)
				}
				return nil
			})
			if err != nil {
				t.Error(err)
			}
		})
	}
}

func purityOf(t *testing.T, imp func(*token.FileSet) types.Importer, dir string) []Offence {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	fset := token.NewFileSet()
	var files []*ast.File
	for _, name := range names {
		if !isSource(filepath.Base(name)) {
			continue
		}
		source, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		rel, err := filepath.Rel(root, name)
		if err != nil {
			rel = name
		}
		file, err := parser.ParseFile(fset, filepath.ToSlash(rel), source, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, file)
	}
	if len(files) == 0 {
		return nil
	}
	return purityOfFiles(t, imp, fset, files)
}

func purityOfFiles(t *testing.T, imp func(*token.FileSet) types.Importer, fset *token.FileSet, files []*ast.File) []Offence {
	t.Helper()
	info := &types.Info{Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{}}
	var wrong []error
	config := types.Config{Importer: imp(fset), Error: func(err error) { wrong = append(wrong, err) }}
	pkg, _ := config.Check(files[0].Name.Name, fset, files, info)
	if len(wrong) > 0 {
		t.Fatalf("types, without which nothing can be said: %v", errors.Join(wrong...))
	}
	return Purity(fset, pkg, files, info)
}

// newImporter reads the types of what rulesets may import from the compiler's
// own export data, which is much faster than reading their sources.
func newImporter(t *testing.T) func(*token.FileSet) types.Importer {
	t.Helper()
	args := append([]string{"list", "-deps", "-export", "-json=ImportPath,Export"}, pureStd...)
	for _, pkg := range underRulesets {
		if names, _ := filepath.Glob(filepath.Join(root, pkg, "*.go")); len(names) > 0 {
			args = append(args, module+"/"+pkg)
		}
	}
	// Packages of a ruleset's own have to be there too.
	own, _ := filepath.Glob(filepath.Join(root, "games", "*", "*", "*.go"))
	for _, name := range own {
		if dir := filepath.ToSlash(strings.TrimPrefix(filepath.Dir(name), root)); !strings.Contains(dir, "testdata") && isSource(filepath.Base(name)) {
			args = append(args, module+dir)
		}
	}
	cmd := exec.Command("go", args...)
	cmd.Dir = root
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go list: %v\n%s", err, stderr.Bytes())
	}
	exports := map[string]string{}
	for dec := json.NewDecoder(bytes.NewReader(out)); ; {
		var p struct{ ImportPath, Export string }
		if err := dec.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		exports[p.ImportPath] = p.Export
	}
	return func(fset *token.FileSet) types.Importer {
		return importer.ForCompiler(fset, "gc", func(path string) (io.ReadCloser, error) {
			if exports[path] == "" {
				return nil, fmt.Errorf("%s is not among what rulesets may import", path)
			}
			return os.Open(exports[path])
		})
	}
}

// The rest tests the tests, on sources that are as bad as can be.

func TestBadImportsAreFound(t *testing.T) {
	file := func(imports ...string) *fstest.MapFile {
		return &fstest.MapFile{Data: fmt.Appendf(nil, "package x\n\nimport (\n\t%q\n)\n", strings.Join(imports, "\"\n\t\""))}
	}
	quote := strings.NewReplacer(`\"`, `"`, `\n`, "\n", `\t`, "\t")
	bad := fstest.MapFS{}
	for name, f := range map[string]*fstest.MapFile{
		"games/klang/a.go":      file("fmt", "time", "banco/dice", "banco/hex", "banco/games/dadi", "banco/games/klang/own", "banco/table"),
		"games/klang/b.go":      file("github.com/nats-io/nats.go", "math/rand", "crypto/rand", "banco/game/gametest"),
		"games/klang/a_test.go": file("time", "banco/game/gametest", "banco/bot"),
		"games/klang/own/a.go":  file("banco/geom", "os"),
		"games/games.go":        file("banco/games/klang", "banco/journal"),
		"dice/a.go":             file("crypto/rand", "banco/game"),
		"geom/a.go":             file("math", "banco/dice"),
		"table/a.go":            file("time", "banco/journal", "banco/games", "banco/internal/i18n"),
		"bot/a.go":              file("banco/table", "banco/lab"),
		"web/ui/a.go":           file("banco/internal/i18n", "banco/table", "banco/web"),
		"web/klangpage/a.go":    file("banco/web/ui", "banco/games/klang", "banco/web/dadipage"),
		"web/a.go":              file("banco/web/klangpage", "banco/cmd/banco"),
		"cmd/banco/a.go":        file("banco/web", "banco/lab", "banco/internal/i18n"),
		"internal/i18n/a.go":    file("banco/game", "banco/web"),
		"game/gametest/a.go":    file("testing", "banco/internal/i18n", "banco/games"),
		"attic/a.go":            file("fmt"),
		"table/testdata/a.go":   file("banco/web"),
	} {
		bad[name] = &fstest.MapFile{Data: []byte(quote.Replace(string(f.Data)))}
	}
	found, err := Imports(bad)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, o := range found {
		got = append(got, o.String())
	}
	want := []string{
		"attic/a.go:1: attic stands on no floor of the house; give it one in internal/arch",
		"bot/a.go:5: bot may not import lab: imports point downwards",
		"dice/a.go:5: dice may not import game: imports point downwards",
		"game/gametest/a.go:6: game/gametest may not import games",
		"games/games.go:5: games may not import journal: imports point downwards",
		"games/klang/a.go:10: a ruleset may import dice, geom, hex and game, not table",
		"games/klang/a.go:5: a ruleset may not import time: it is not among the pure packages",
		"games/klang/a.go:8: a ruleset may import dice, geom, hex and game, not games/dadi",
		"games/klang/b.go:4: a ruleset may not import github.com/nats-io/nats.go: it is not among the pure packages",
		"games/klang/b.go:5: a ruleset may not import math/rand: it is not among the pure packages",
		"games/klang/b.go:6: a ruleset may not import crypto/rand: it is not among the pure packages",
		"games/klang/b.go:7: games/klang may not import game/gametest",
		"games/klang/own/a.go:5: a ruleset may not import os: it is not among the pure packages",
		"geom/a.go:5: geom may not import dice: imports point downwards",
		"internal/i18n/a.go:5: internal/i18n may not import web",
		"table/a.go:7: table may not import internal/i18n",
		"web/a.go:5: web may not import cmd/banco: imports point downwards",
		"web/klangpage/a.go:6: web/klangpage may not import web/dadipage: imports point downwards",
		"web/ui/a.go:6: web/ui may not import web: imports point downwards",
	}
	slices.Sort(got)
	if !slices.Equal(got, want) {
		t.Errorf("found\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

var wanted = regexp.MustCompile(`// want (.*)$`)

// TestImpurityIsFound reads testdata/impure.go, each bad line of which says what
// is bad about it.
func TestImpurityIsFound(t *testing.T) {
	const name = "testdata/impure.go"
	source, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, name, source, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	var got, want []string
	for _, o := range purityOfFiles(t, newImporter(t), fset, []*ast.File{file}) {
		got = append(got, fmt.Sprintf("%d: %s", o.Line, o.Rule))
	}
	for i, line := range strings.Split(string(source), "\n") {
		if m := wanted.FindStringSubmatch(line); m != nil {
			want = append(want, fmt.Sprintf("%d: %s", i+1, m[1]))
		}
	}
	for i := range max(len(got), len(want)) {
		switch {
		case i >= len(got):
			t.Fatalf("not found: %s", want[i])
		case i >= len(want) || !strings.Contains(got[i], strings.SplitN(want[i], ": ", 2)[1]) || !strings.HasPrefix(got[i], strings.SplitN(want[i], ": ", 2)[0]+":"):
			t.Fatalf("found %q; wanted %q", got[i:], want[min(i, len(want)):])
		}
	}
}
