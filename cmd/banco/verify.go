package main

import (
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"banco/game"
	"banco/games"
	"banco/table"
)

// maxRecord bounds what is read of a log: a match of a thousand entries takes
// about half a megabyte.
const maxRecord = 64 << 20

// verifyCommand recomputes a finished match from its log.
func (c *cli) verifyCommand() *cobra.Command {
	return &cobra.Command{
		Use:     "verify FILE|URL",
		Short:   c.text("cli.verify.short"),
		Long:    c.text("cli.verify.long"),
		Example: "  banco verify match.json\n  banco verify http://127.0.0.1:8080/matches/ID",
		Args:    c.exactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			in, err := open(cmd, args[0])
			if err != nil {
				return err
			}
			defer in.Close()
			rec, err := table.ReadRecord(io.LimitReader(in, maxRecord))
			if err != nil {
				return err
			}
			if err := table.Verify(rec, games.Find); err != nil {
				return err
			}
			rolls := 0
			for _, e := range rec.Entries {
				rolls += len(e.Rolls)
			}
			fmt.Fprintln(c.out, c.text("cli.verify.holds", rec.ID, len(rec.Entries), rolls))
			return nil
		},
	}
}

// open reads a log from a file, or from a server when the name is an address;
// the address of a match stands for that of its log.
func open(cmd *cobra.Command, name string) (io.ReadCloser, error) {
	if !strings.HasPrefix(name, "http://") && !strings.HasPrefix(name, "https://") {
		return os.Open(name)
	}
	address, _, _ := strings.Cut(name, "#") // as a browser shows it: with the choice in progress
	address, _, _ = strings.Cut(address, "?")
	address = strings.TrimSuffix(address, "/")
	if !strings.HasSuffix(address, "/log") {
		address += "/log"
	}
	req, err := http.NewRequestWithContext(cmd.Context(), http.MethodGet, address, nil)
	if err != nil {
		return nil, usageError{err}
	}
	req.Header.Set("Accept", "application/json")
	client := &http.Client{Timeout: 30 * time.Second}
	resp, err := client.Do(req)
	var untrusted *tls.CertificateVerificationError
	if errors.As(err, &untrusted) {
		return nil, &game.Error{Code: "untrusted", Text: game.Msg("cli.refused.untrusted", address)}
	}
	if err != nil {
		return nil, err
	}
	if resp.StatusCode != http.StatusOK {
		resp.Body.Close()
		return nil, &game.Error{Code: "no_log", Text: game.Msg("cli.refused.no_log", address, resp.Status)}
	}
	return resp.Body, nil
}
