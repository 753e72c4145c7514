//go:build linux

package journal

import (
	"errors"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"testing"
	"time"
)

// TestAFullDiskIsOverWhenItIsOver: a store that could not write says so at once,
// loses nothing, and takes writes again when the disk does, without a restart.
func TestAFullDiskIsOverWhenItIsOver(t *testing.T) {
	dir := t.TempDir()
	j := open(t, dir)
	// Large enough for the test's own files, smaller than what the journal asks for.
	large := draft("large")
	large.Data = []byte(`"` + strings.Repeat("x", 20<<10) + `"`)
	var head Head
	for range 9 {
		var err error
		if _, head, err = j.Append(ctx, "abc", head, large); err != nil {
			t.Fatal(err)
		}
	}
	_, block := blocks(t, dir)
	info, err := os.Stat(block)
	if err != nil {
		t.Fatal(err)
	}
	// No file of this process may grow beyond the block: as good as a full disk.
	var was syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_FSIZE, &was); err != nil {
		t.Fatal(err)
	}
	signal.Ignore(syscall.SIGXFSZ)
	defer signal.Reset(syscall.SIGXFSZ)
	full := was
	full.Cur = uint64(info.Size())
	if full.Cur < 100<<10 || full.Cur >= probeSize {
		t.Fatalf("the block holds %d bytes", full.Cur)
	}
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &full); err != nil {
		t.Fatal(err)
	}
	restore := func() {
		if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &was); err != nil {
			t.Error(err)
		}
	}
	defer restore()

	began := time.Now()
	for i := range 3 {
		_, _, err := j.Append(ctx, "abc", head, draft("full"))
		if !errors.Is(err, ErrUnclear) && !errors.Is(err, ErrUnavailable) {
			t.Fatalf("write %d on a full disk: %v", i, err)
		}
	}
	if took := time.Since(began); took > 2*time.Second {
		t.Errorf("three refusals took %v", took)
	}
	if j.Healthy(ctx) == nil {
		t.Error("it calls itself healthy")
	}
	restore()

	for deadline := time.Now().Add(10 * time.Second); j.Healthy(ctx) != nil; time.Sleep(10 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("it does not recover")
		}
	}
	h, err := j.Read(ctx, "abc", Head{})
	if err != nil || h.Head.N < 9 {
		t.Fatalf("after it: %d entries, %v", h.Head.N, err)
	}
	if _, _, err := j.Append(ctx, "abc", h.Head, draft("again")); err != nil {
		t.Fatal(err)
	}
}
