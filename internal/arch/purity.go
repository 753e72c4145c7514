package arch

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"
)

// draws marks code that draws, in the comment above a declaration or above the
// package clause of a file: it may use floating point, because it decides
// nothing.
const draws = "//banco:draws"

// randTypes is what a ruleset may use of math/rand/v2: generators that are
// handed to it. The functions of the package draw from one that nobody seeded.
var randTypes = []string{"Rand", "Source", "PCG", "New", "NewPCG"}

// Purity checks one package of a ruleset: no goroutines or channels, no order
// that comes from a map, no floating point outside code that is marked as
// drawing, no package-level variable that ever changes, no chance of its own.
// The files have comments, and info has Types, Defs and Uses.
func Purity(fset *token.FileSet, pkg *types.Package, files []*ast.File, info *types.Info) []Offence {
	p := &purity{fset: fset, pkg: pkg, info: info, sorted: map[ast.Node]bool{}}
	for _, file := range files {
		fileDraws := marked(file.Doc)
		for _, group := range file.Comments {
			fileDraws = fileDraws || group.End() < file.Package && marked(group)
		}
		for _, decl := range file.Decls {
			var doc *ast.CommentGroup
			initialises := false
			switch d := decl.(type) {
			case *ast.FuncDecl:
				doc, initialises = d.Doc, d.Recv == nil && d.Name.Name == "init"
			case *ast.GenDecl:
				doc = d.Doc
				if d.Tok == token.VAR {
					p.variables(d)
				}
			}
			p.mayDraw, p.mayAssign = fileDraws || marked(doc), initialises
			p.lastFloat = token.NoPos
			ast.Inspect(decl, p.visit)
		}
	}
	slices.SortStableFunc(p.found, func(a, b Offence) int {
		if a.File != b.File {
			return strings.Compare(a.File, b.File)
		}
		return a.Line - b.Line
	})
	return slices.Compact(p.found)
}

func marked(doc *ast.CommentGroup) bool {
	return doc != nil && slices.ContainsFunc(doc.List, func(c *ast.Comment) bool { return strings.HasPrefix(c.Text, draws) })
}

type purity struct {
	fset      *token.FileSet
	pkg       *types.Package
	info      *types.Info
	sorted    map[ast.Node]bool // calls whose result goes straight into a sort
	mayDraw   bool
	mayAssign bool
	lastFloat token.Pos
	found     []Offence
}

func (p *purity) offence(pos token.Pos, format string, args ...any) {
	at := p.fset.Position(pos)
	p.found = append(p.found, Offence{at.Filename, at.Line, fmt.Sprintf(format, args...)})
}

// variables checks a declaration of package-level variables: each is a table or
// an error, complete where it stands, or holds embedded files.
func (p *purity) variables(d *ast.GenDecl) {
	for _, spec := range d.Specs {
		v, ok := spec.(*ast.ValueSpec)
		if !ok || len(v.Values) > 0 || embeds(d.Doc) || embeds(v.Doc) {
			continue
		}
		p.offence(v.Pos(), "the package-level variable %s has no value: only tables, errors and embedded files may be variables", v.Names[0].Name)
	}
}

func embeds(doc *ast.CommentGroup) bool {
	return doc != nil && slices.ContainsFunc(doc.List, func(c *ast.Comment) bool { return strings.HasPrefix(c.Text, "//go:embed ") })
}

func (p *purity) visit(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.GoStmt:
		p.offence(n.Pos(), "a ruleset starts no goroutine")
	case *ast.ChanType, *ast.SelectStmt, *ast.SendStmt:
		p.offence(n.Pos(), "a ruleset uses no channel")
	case *ast.RangeStmt:
		if t := p.info.TypeOf(n.X); t != nil && isMap(t) {
			p.offence(n.Pos(), "a ruleset does not range over a map: its order differs from run to run")
		}
		p.assigns(n.Key, n.Tok)
		p.assigns(n.Value, n.Tok)
	case *ast.CallExpr:
		p.call(n)
	case *ast.AssignStmt:
		for _, left := range n.Lhs {
			p.assigns(left, n.Tok)
		}
	case *ast.IncDecStmt:
		p.assigns(n.X, token.ASSIGN)
	case *ast.SelectorExpr:
		if from, name := p.imported(n); from == "math/rand/v2" && !slices.Contains(randTypes, name) {
			p.offence(n.Pos(), "a ruleset has no chance of its own: rand.%s", name)
		}
	}
	if expr, ok := n.(ast.Expr); ok && !p.mayDraw && p.isFloat(expr) && p.fset.Position(expr.Pos()).Line != p.fset.Position(p.lastFloat).Line {
		p.lastFloat = expr.Pos()
		p.offence(expr.Pos(), "floating point in a ruleset, outside code marked %s", draws)
	}
	return true
}

func isMap(t types.Type) bool {
	_, ok := t.Underlying().(*types.Map)
	return ok
}

// isFloat tells whether an expression, a type or a name is of a floating-point
// or complex type.
func (p *purity) isFloat(e ast.Expr) bool {
	t := p.info.TypeOf(e)
	if id, ok := e.(*ast.Ident); ok && t == nil {
		if obj := p.info.ObjectOf(id); obj != nil {
			t = obj.Type()
		}
	}
	if t == nil {
		return false
	}
	basic, ok := t.Underlying().(*types.Basic)
	return ok && basic.Info()&(types.IsFloat|types.IsComplex) != 0
}

// imported gives the package and the name that a selector takes from it.
func (p *purity) imported(sel *ast.SelectorExpr) (from, name string) {
	id, ok := sel.X.(*ast.Ident)
	if !ok {
		return "", ""
	}
	if pkg, ok := p.info.Uses[id].(*types.PkgName); ok {
		return pkg.Imported().Path(), sel.Sel.Name
	}
	return "", ""
}

func (p *purity) call(n *ast.CallExpr) {
	fun := ast.Unparen(n.Fun)
	if index, ok := fun.(*ast.IndexExpr); ok {
		fun = index.X
	}
	switch fun := fun.(type) {
	case *ast.SelectorExpr:
		switch from, name := p.imported(fun); {
		case from == "slices" && strings.HasPrefix(name, "Sorted") && len(n.Args) > 0:
			p.sorted[ast.Unparen(n.Args[0])] = true
		case from == "maps" && slices.Contains([]string{"Keys", "Values", "All"}, name) && !p.sorted[n]:
			p.offence(n.Pos(), "a ruleset uses maps.%s only inside slices.Sorted: its order differs from run to run", name)
		}
	case *ast.Ident:
		if _, builtin := p.info.Uses[fun].(*types.Builtin); builtin && len(n.Args) > 0 && slices.Contains([]string{"append", "clear", "copy", "delete"}, fun.Name) {
			p.assigns(n.Args[0], token.ASSIGN)
		}
	}
}

// assigns reports a change of a package-level variable, or of something in it.
func (p *purity) assigns(left ast.Expr, tok token.Token) {
	if left == nil || tok == token.DEFINE || p.mayAssign {
		return
	}
	root := left
	for {
		switch x := ast.Unparen(root).(type) {
		case *ast.IndexExpr:
			root = x.X
			continue
		case *ast.SliceExpr:
			root = x.X
			continue
		case *ast.SelectorExpr:
			root = x.X
			continue
		case *ast.StarExpr:
			root = x.X
			continue
		case *ast.Ident:
			if v, ok := p.info.Uses[x].(*types.Var); ok && v.Parent() == p.pkg.Scope() {
				p.offence(left.Pos(), "the package-level variable %s is changed: states are copied, and share it", v.Name())
			}
		}
		return
	}
}
