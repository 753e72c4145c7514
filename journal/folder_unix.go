//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package journal

import (
	"errors"
	"os"
	"path/filepath"
	"syscall"
)

// lockFolder makes the data folder if need be and holds it until the file it
// returns is closed, or the process ends however it may.
func lockFolder(dir string) (*os.File, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, &FolderError{dir, ErrUnwritable, err}
	}
	f, err := os.OpenFile(filepath.Join(dir, "lock"), os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, &FolderError{dir, ErrUnwritable, err}
	}
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		f.Close()
		if errors.Is(err, syscall.EWOULDBLOCK) {
			return nil, &FolderError{dir, ErrLocked, nil}
		}
		return nil, &FolderError{dir, ErrUnwritable, err}
	}
	return f, nil
}
