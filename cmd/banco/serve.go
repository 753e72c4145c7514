package main

import (
	"context"
	"crypto/tls"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"banco/bot"
	"banco/game"
	"banco/games"
	"banco/journal"
	"banco/lab/runs"
	"banco/table"
	"banco/web"
)

// drainTime is how long requests under way may take once the server is told to stop.
const drainTime = 5 * time.Second

// serveOptions are the settings of a server.
type serveOptions struct {
	addr     string
	lan      bool
	data     string
	nats     string
	basePath string
	botPace  time.Duration
	threads  int // that a bot may think with
	tls      bool
	tlsCert  string
	tlsKey   string
	lab      bool // whether runs are started from pages

	publicURL  string
	trustProxy bool
}

// scheme is how the server's addresses begin.
func (o serveOptions) scheme() string {
	if o.tls || o.tlsCert != "" {
		return "https"
	}
	return "http"
}

// alone tells whether the server is meant for this very machine.
func (o serveOptions) alone() bool {
	host, _, err := net.SplitHostPort(o.addr)
	ip := net.ParseIP(host)
	return err == nil && (host == "localhost" || ip != nil && ip.IsLoopback()) &&
		!o.lan && o.publicURL == "" && !o.trustProxy && o.nats == ""
}

// serveCommand runs the tables.
func (c *cli) serveCommand() *cobra.Command {
	var o serveOptions
	cmd := &cobra.Command{
		Use:   "serve",
		Short: c.text("cli.serve.short"),
		Long:  c.text("cli.serve.long"),
		Example: "  banco\n  banco serve --lan\n  banco serve --lan --tls\n  banco serve --addr 127.0.0.1:9000 --data ./tables\n" +
			"  banco serve --base-path /banco --public-url https://example.org --trust-proxy",
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if !cmd.Flags().Changed("lab") {
				o.lab = o.alone()
			}
			return c.serve(cmd.Context(), o)
		},
	}
	f := cmd.Flags()
	f.StringVar(&o.addr, "addr", "127.0.0.1:8080", c.text("cli.flag.addr"))
	f.BoolVar(&o.lan, "lan", false, c.text("cli.flag.lan"))
	f.StringVar(&o.data, "data", "", c.text("cli.flag.data"))
	f.StringVar(&o.nats, "nats", "", c.text("cli.flag.nats"))
	f.StringVar(&o.basePath, "base-path", "/", c.text("cli.flag.base_path"))
	f.StringVar(&o.publicURL, "public-url", "", c.text("cli.flag.public_url"))
	f.BoolVar(&o.trustProxy, "trust-proxy", false, c.text("cli.flag.trust_proxy"))
	f.IntVar(&o.threads, "bot-threads", 1, c.text("cli.flag.bot_threads"))
	f.DurationVar(&o.botPace, "bot-pace", 700*time.Millisecond, c.text("cli.flag.bot_pace"))
	f.BoolVar(&o.lab, "lab", false, c.text("cli.flag.lab"))
	f.BoolVar(&o.tls, "tls", false, c.text("cli.flag.tls"))
	f.StringVar(&o.tlsCert, "tls-cert", "", c.text("cli.flag.tls_cert"))
	f.StringVar(&o.tlsKey, "tls-key", "", c.text("cli.flag.tls_key"))
	return cmd
}

// serve opens journal, tables and pages in this order, and closes them in the
// opposite one when ctx ends.
func (c *cli) serve(ctx context.Context, o serveOptions) error {
	if o.threads < 1 {
		return usageError{&game.Error{Code: "bot_threads", Text: game.Msg("cli.refused.bot_threads", o.threads)}}
	}
	if !strings.HasPrefix(o.basePath, "/") {
		return usageError{&game.Error{Code: "base_path", Text: game.Msg("cli.refused.base_path", o.basePath)}}
	}
	if err := checkPublicURL(o); err != nil {
		return err
	}
	data, err := dataFolder(o.data)
	if err != nil {
		return err
	}
	addr, err := listenAddress(o)
	if err != nil {
		return err
	}
	cert, err := certificate(o, data, time.Now())
	if err != nil {
		return err
	}
	// The port first: a second Banco started by mistake should say so before it
	// finds the data folder locked.
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", addr)
	if err != nil {
		return listenError(addr, err)
	}
	defer listener.Close()

	log := slog.New(slog.NewTextHandler(c.errOut, &slog.HandlerOptions{Level: slog.LevelWarn}))
	store, err := journal.Open(ctx, journal.Config{Dir: data, URL: o.nats, Log: log})
	if err != nil {
		return folderError(err)
	}
	defer store.Close()
	tables, err := table.Open(ctx, table.Config{
		Journal: store, Games: games.Find, Bots: bot.Parallel(o.threads), BotPace: o.botPace, Log: log,
	})
	if err != nil {
		return err
	}
	defer tables.Close()
	studies, err := runs.Open(runs.Config{Dir: filepath.Join(data, "lab"), Games: games.Find, Catalog: c.texts, Log: log})
	if err != nil {
		return err
	}
	defer studies.Close()
	pages, err := web.New(web.Config{
		Tables: tables, Games: games.All, Bots: bot.Levels, Catalog: c.texts, BasePath: o.basePath, Log: log,
		PublicURL: o.publicURL, LANURL: lanURL(o, listener), TrustProxy: o.trustProxy,
		Lab: studies, LabClosed: !o.lab,
	})
	if err != nil {
		return err
	}

	server := &http.Server{
		Handler:           pages,
		ReadHeaderTimeout: 10 * time.Second,
		ReadTimeout:       30 * time.Second, // event streams lift these two for themselves
		WriteTimeout:      45 * time.Second, // after a body that never came the reason must still get out
		IdleTimeout:       2 * time.Minute,
		MaxHeaderBytes:    32 << 10,
		ErrorLog:          slog.NewLogLogger(log.Handler(), slog.LevelDebug),
	}
	serve := func() error { return server.Serve(listener) }
	if cert != nil {
		server.TLSConfig = &tls.Config{Certificates: []tls.Certificate{*cert}, MinVersion: tls.VersionTLS12}
		serve = func() error { return server.ServeTLS(listener, "", "") }
	}
	c.announce(o, listener, cert)
	failed := make(chan error, 1)
	go func() { failed <- serve() }()
	select {
	case err := <-failed:
		return err
	case <-ctx.Done():
	}
	pages.Shutdown() // ends the event streams, which otherwise would hold Shutdown up
	drain, cancel := context.WithTimeout(context.WithoutCancel(ctx), drainTime)
	defer cancel()
	if err := server.Shutdown(drain); err != nil && !errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	return nil
}

// dataFolder is where the journal lives: the one asked for, else a folder of
// the user's own, so that matches outlive a clone or a working directory.
func dataFolder(asked string) (string, error) {
	if asked != "" {
		return asked, nil
	}
	base, err := os.UserConfigDir()
	if err != nil {
		return "banco-data", nil // no home: keep it beside us
	}
	return filepath.Join(base, "banco"), nil
}

// listenAddress opens the port of --addr to the local network when --lan says so.
func listenAddress(o serveOptions) (string, error) {
	host, port, err := net.SplitHostPort(o.addr)
	if err != nil {
		return "", usageError{&game.Error{Code: "addr", Text: game.Msg("cli.refused.addr", o.addr)}}
	}
	if o.lan && (host == "127.0.0.1" || host == "localhost" || host == "") {
		host = "0.0.0.0"
	}
	return net.JoinHostPort(host, port), nil
}

// folderError says in the reader's language what is wrong with the data folder.
func folderError(err error) error {
	var folder *journal.FolderError
	if !errors.As(err, &folder) {
		return err
	}
	code := map[error]string{journal.ErrLocked: "data_locked", journal.ErrUnwritable: "data_unwritable", journal.ErrDamaged: "data_damaged"}[folder.Kind]
	cause := ""
	if folder.Cause != nil {
		cause = folder.Cause.Error()
	}
	return &game.Error{Code: code, Text: game.Msg("cli.refused."+code, folder.Dir, cause)}
}

func listenError(addr string, err error) error {
	switch {
	case errors.Is(err, syscall.EADDRINUSE):
		return &game.Error{Code: "port_in_use", Text: game.Msg("cli.refused.port_in_use", addr)}
	case errors.Is(err, syscall.EACCES):
		return &game.Error{Code: "port_denied", Text: game.Msg("cli.refused.port_denied", addr)}
	}
	return &game.Error{Code: "listen", Text: game.Msg("cli.refused.listen", addr, err.Error())}
}
