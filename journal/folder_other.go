//go:build !(darwin || dragonfly || freebsd || linux || netbsd || openbsd)

package journal

import (
	"os"
	"path/filepath"
)

// lockFolder makes the data folder if need be. On this system nothing keeps a
// second process out of it.
func lockFolder(dir string) (*os.File, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, &FolderError{dir, ErrUnwritable, err}
	}
	f, err := os.OpenFile(filepath.Join(dir, "lock"), os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, &FolderError{dir, ErrUnwritable, err}
	}
	return f, nil
}
