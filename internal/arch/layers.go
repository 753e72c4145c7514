package arch

import (
	"fmt"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"slices"
	"strconv"
	"strings"
)

// module is the path before that of every package of ours.
const module = "banco"

// house lists the floors from the ground up. A package may import those of
// lower floors, never one of its own floor or above. "x/*" is every package
// below x.
var house = [][]string{
	{"dice", "geom", "hex"},
	{"game"},
	{"games/*"}, // the rulesets; more about them below
	{"games"},   // the registry
	{"journal"},
	{"table"},
	{"bot"},
	{"lab/stats", "experiments", "docs/reports"}, // arithmetic that knows no game; the studies that are shipped, and what they found
	{"lab"},
	{"lab/runs"},
	{"web/ui"},
	{"web/*"}, // the pages of each game
	{"web"},
	{"cmd/*"},
}

// annexes stand beside the floors: what each may import, and who may import it.
var annexes = map[string]struct{ imports, importers []string }{
	"internal/i18n": {
		imports:   []string{"game"},
		importers: []string{"game/gametest", "lab", "lab/runs", "web", "web/*", "cmd/*"},
	},
	"game/gametest": {
		imports: []string{"dice", "game", "internal/i18n"},
		// Nobody: it is for tests.
	},
	"game/strict": {
		importers: []string{"games/*"},
	},
	"internal/arch":    {},
	"journal/natstest": {
		// Nothing, for nobody: it is for tests.
	},
}

// underRulesets are the floors that a ruleset may import, besides packages of
// its own.
var underRulesets = []string{"dice", "geom", "hex", "game", "game/strict"}

// pureStd is what a ruleset may import of the standard library: nothing that
// knows the time, the machine, the network or another goroutine.
var pureStd = []string{
	"bytes", "cmp", "crypto/sha256", "embed", "encoding", "encoding/base64", "encoding/binary",
	"encoding/hex", "encoding/json", "errors", "fmt", "hash", "hash/fnv", "io", "io/fs", "iter",
	"maps", "math", "math/big", "math/bits", "math/rand/v2", "regexp", "slices", "sort", "strconv",
	"strings", "unicode", "unicode/utf8",
}

// Offence is a line that breaks a rule.
type Offence struct {
	File string
	Line int
	Rule string
}

func (o Offence) String() string { return fmt.Sprintf("%s:%d: %s", o.File, o.Line, o.Rule) }

// Imports checks the imports of every package below the root of the module,
// test files and testdata apart.
func Imports(root fs.FS) ([]Offence, error) {
	var found []Offence
	err := fs.WalkDir(root, ".", func(name string, d fs.DirEntry, err error) error {
		switch base := path.Base(name); {
		case err != nil:
			return err
		case d.IsDir() && name != "." && (base == "testdata" || base == "vendor" || strings.HasPrefix(base, ".") || strings.HasPrefix(base, "_")):
			return fs.SkipDir
		case d.IsDir() || !isSource(base):
			return nil
		}
		source, err := fs.ReadFile(root, name)
		if err != nil {
			return err
		}
		offences, err := importsOf(name, source)
		found = append(found, offences...)
		return err
	})
	return found, err
}

// isSource tells whether a file goes into the program.
func isSource(base string) bool {
	return strings.HasSuffix(base, ".go") && !strings.HasSuffix(base, "_test.go")
}

func importsOf(name string, source []byte) ([]Offence, error) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, name, source, parser.ImportsOnly)
	if err != nil {
		return nil, err
	}
	pkg := path.Dir(name)
	var found []Offence
	if floor(pkg) < 0 && !isAnnex(pkg) {
		found = append(found, Offence{name, fset.Position(file.Package).Line,
			fmt.Sprintf("%s stands on no floor of the house; give it one in internal/arch", pkg)})
	}
	for _, spec := range file.Imports {
		target, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			return nil, err
		}
		if rule := mayImport(pkg, target); rule != "" {
			found = append(found, Offence{name, fset.Position(spec.Pos()).Line, rule})
		}
	}
	return found, nil
}

// mayImport gives the rule that an import breaks, or "".
func mayImport(pkg, target string) string {
	ours, internal := strings.CutPrefix(target, module+"/")
	switch {
	case ruleset(pkg) != "" && !internal:
		if !slices.Contains(pureStd, target) {
			return fmt.Sprintf("a ruleset may not import %s: it is not among the pure packages", target)
		}
		return ""
	case !internal:
		return ""
	}
	if annex, ok := annexes[ours]; ok {
		if !slices.ContainsFunc(annex.importers, func(p string) bool { return matches(p, pkg) }) {
			return fmt.Sprintf("%s may not import %s", pkg, ours)
		}
		return ""
	}
	if annex, ok := annexes[pkg]; ok {
		if !slices.Contains(annex.imports, ours) {
			return fmt.Sprintf("%s may not import %s", pkg, ours)
		}
		return ""
	}
	if name := ruleset(pkg); name != "" {
		if ruleset(ours) == name || slices.Contains(underRulesets, ours) {
			return ""
		}
		return fmt.Sprintf("a ruleset may import dice, geom, hex and game, not %s", ours)
	}
	if from, to := floor(pkg), floor(ours); to < 0 || from >= 0 && to >= from {
		return fmt.Sprintf("%s may not import %s: imports point downwards", pkg, ours)
	}
	return ""
}

// ruleset gives the name of the ruleset that a package belongs to, or "".
func ruleset(pkg string) string {
	rest, ok := strings.CutPrefix(pkg, "games/")
	if !ok {
		return ""
	}
	name, _, _ := strings.Cut(rest, "/")
	return name
}

func isAnnex(pkg string) bool {
	_, ok := annexes[pkg]
	return ok
}

// floor is the number of a package's floor, -1 for none. A floor that names the
// package itself goes before one that takes in everything below a folder.
func floor(pkg string) int {
	for i, names := range house {
		if slices.Contains(names, pkg) {
			return i
		}
	}
	return slices.IndexFunc(house, func(names []string) bool {
		return slices.ContainsFunc(names, func(p string) bool { return matches(p, pkg) })
	})
}

func matches(pattern, pkg string) bool {
	below, ok := strings.CutSuffix(pattern, "*")
	return pattern == pkg || ok && strings.HasPrefix(pkg, below)
}
