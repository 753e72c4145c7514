package journal

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// blocks are the files in which the store keeps its matches.
func blocks(t *testing.T, dir string) (folder, block string) {
	t.Helper()
	folder = filepath.Join(dir, "journal", "jetstream", "$G", "streams", matchStream, "msgs")
	found, err := filepath.Glob(filepath.Join(folder, "*.blk"))
	if err != nil || len(found) != 1 {
		t.Fatal(found, err)
	}
	return folder, found[0]
}

// TestAMissingTailIsNoticed: a match that lost its last entries is damaged, and
// none of it passes for the whole; the others go on.
func TestAMissingTailIsNoticed(t *testing.T) {
	size := func(path string) int64 {
		info, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		return info.Size()
	}
	for name, hurt := range map[string]func(folder, block string) error{
		"cut short": func(_, block string) error { return os.Truncate(block, size(block)*3/4) },
		"emptied":   func(_, block string) error { return os.Truncate(block, 0) },
		"a flipped bit, the index lost as after a crash": func(folder, block string) error {
			data, err := os.ReadFile(block)
			data[len(data)*3/4] ^= 1
			return errors.Join(err, os.WriteFile(block, data, 0o600), os.Remove(filepath.Join(folder, "index.db")))
		},
		"the last entry flipped": func(_, block string) error {
			data, err := os.ReadFile(block)
			data[len(data)-60] ^= 1
			return errors.Join(err, os.WriteFile(block, data, 0o600))
		},
		"deleted":            func(_, block string) error { return os.Remove(block) },
		"the folder deleted": func(folder, _ string) error { return os.RemoveAll(filepath.Dir(folder)) },
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			j := open(t, dir)
			fill(t, j, "first", 3)
			fill(t, j, "second", 20)
			j.Close()
			if err := hurt(blocks(t, dir)); err != nil {
				t.Fatal(err)
			}
			j = open(t, dir)
			var damage *DamageError
			h, err := j.Read(ctx, "second", Head{})
			if !errors.As(err, &damage) || damage.N != h.Head.N+1 || h.Head.N >= 20 {
				t.Fatalf("read %d entries, %v", h.Head.N, err)
			}
			if err := j.Archive(ctx, "second"); !errors.As(err, &damage) {
				t.Errorf("archived what is left: %v", err)
			}
			if h, err := j.Read(ctx, "first", Head{}); err != nil != (h.Head.N < 3) {
				t.Errorf("the other match: %d entries, %v", h.Head.N, err)
			}
			fill(t, j, "third", 2)
			if _, err := j.Read(ctx, "nobody", Head{}); !errors.Is(err, ErrNotFound) {
				t.Errorf("a match that never was: %v", err)
			}
		})
	}
}

// TestTheLedgerForgivesItself: its own damage accuses no match that is whole.
func TestTheLedgerForgivesItself(t *testing.T) {
	dir := t.TempDir()
	j := open(t, dir)
	fill(t, j, "abc", 5)
	fill(t, j, "def", 7)
	j.Close()
	path := filepath.Join(dir, ledgerName)
	data, err := os.ReadFile(path)
	if err != nil || len(data) != 12*ledgerLine {
		t.Fatal(len(data), err)
	}
	data[4*ledgerLine+3] ^= 1                      // the last line about abc
	data = append(data, make([]byte, 100)...)      // as a crash of the machine may leave it
	data = append(data, strings.Repeat("x", 5)...) // a line that stopped short
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	j = open(t, dir)
	if a, d := j.heads.last("abc"), j.heads.last("def"); a != 4 || d != 7 {
		t.Errorf("kept %d and %d", a, d)
	}
	h, err := j.Read(ctx, "abc", Head{})
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := j.Append(ctx, "abc", h.Head, draft("more")); err != nil {
		t.Fatal(err)
	}
	j.Close()
	j = open(t, dir)
	if a := j.heads.last("abc"); a != 6 {
		t.Errorf("after one more: %d", a)
	}
}

// TestTheLedgerStaysSmall: it is written anew when most of its lines are old.
func TestTheLedgerStaysSmall(t *testing.T) {
	l, err := openLedger(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer l.close()
	for n := range 1<<16 + 100 {
		if err := l.keep("abc", n+1); err != nil {
			t.Fatal(err)
		}
	}
	if l.lines > 200 || l.last("abc") != 1<<16+100 {
		t.Errorf("%d lines, last %d", l.lines, l.last("abc"))
	}
}
