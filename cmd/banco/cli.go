package main

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"banco/bot"
	"banco/game"
	"banco/games"
	"banco/internal/i18n"
	"banco/lab"
	"banco/table"
	"banco/web"
)

// Exit codes, promised to scripts.
const (
	exitDone   = 0
	exitFailed = 1 // it was tried and does not hold, or could not be done
	exitUsage  = 2 // the command line is wrong
)

//go:embed texts/*.toml
var textFiles embed.FS

// usageError is a command line that cannot be understood.
type usageError struct{ err error }

func (e usageError) Error() string { return e.err.Error() }
func (e usageError) Unwrap() error { return e.err }

// cli is one run of the command: where it writes, and in which language.
type cli struct {
	out, errOut io.Writer
	texts       *i18n.Catalog
	lang        string
}

// run is the whole program but for the process around it.
func run(ctx context.Context, args []string, out, errOut io.Writer) int {
	c := &cli{out: out, errOut: errOut, lang: languageOf(os.Getenv)}
	if asked := askedLanguage(args); asked != "" {
		c.lang = asked // before the commands are made, whose help is in it
	}
	var err error
	if c.texts, err = loadTexts(); err != nil {
		fmt.Fprintln(errOut, err)
		return exitFailed
	}
	root := c.root()
	root.SetArgs(args)
	root.SetOut(out)
	root.SetErr(errOut)
	err = root.ExecuteContext(ctx)
	var usage usageError
	switch {
	case err == nil:
		return exitDone
	case errors.As(err, &usage):
		fmt.Fprintf(errOut, "banco: %s\n", c.sentence(err))
		return exitUsage
	default:
		fmt.Fprintf(errOut, "banco: %s\n", c.sentence(err))
		return exitFailed
	}
}

// loadTexts gathers every catalogue of the program.
func loadTexts() (*i18n.Catalog, error) {
	own, err := fs.Sub(textFiles, "texts")
	if err != nil {
		return nil, err
	}
	sources := append(web.Texts(), own, bot.Texts(), table.Texts(), lab.Texts())
	for _, g := range games.All() {
		sources = append(sources, g.Texts())
	}
	return i18n.Load(sources...)
}

// languageOf reads the wish of the environment as other programs do. Who set
// nothing gets English: a bare terminal says nothing about its owner.
func languageOf(getenv func(string) string) string {
	for _, name := range []string{"LC_ALL", "LC_MESSAGES", "LANG"} {
		if v := getenv(name); v != "" {
			if strings.HasPrefix(v, "it") {
				return "it"
			}
			return "en"
		}
	}
	return "en"
}

// askedLanguage is a language that the catalogues have and the arguments ask
// for, "" for none. What --lang asks for otherwise is refused later.
func askedLanguage(args []string) string {
	for i, a := range args {
		value, ok := strings.CutPrefix(a, "--lang=")
		if a == "--lang" && i+1 < len(args) {
			value, ok = args[i+1], true
		}
		if ok && (value == "it" || value == "en") {
			return value
		}
	}
	return ""
}

// text is a sentence of the catalogues in the run's language.
func (c *cli) text(key string, args ...any) string {
	return c.texts.Printer(c.lang).Text(game.Msg(key, args...))
}

// sentence turns an error into what a person reads: the catalogue's sentence,
// with the rule or the field it is about.
func (c *cli) sentence(err error) string {
	var e *game.Error
	var differs *table.VerifyError
	if errors.As(err, &differs) {
		return c.texts.Printer(c.lang).Text(differs.Text)
	}
	if !errors.As(err, &e) {
		return err.Error()
	}
	s := c.texts.Printer(c.lang).Text(e.Text)
	switch {
	case e.Field != "":
		s = e.Field + ": " + s
	case e.Rule != "":
		s += " (" + e.Rule + ")"
	}
	return s
}

// root is the command with all its parts. Without a subcommand it serves.
func (c *cli) root() *cobra.Command {
	serve := c.serveCommand()
	root := &cobra.Command{
		Use:           "banco",
		Short:         c.text("cli.root.short"),
		Long:          c.text("cli.root.long"),
		Args:          noArgs,
		RunE:          serve.RunE,
		SilenceErrors: true,
		SilenceUsage:  true,
	}
	root.PersistentFlags().StringVar(&c.lang, "lang", c.lang, c.text("cli.flag.lang"))
	root.PersistentFlags().Lookup("lang").DefValue = "" // the sentence says what the default is
	root.PersistentPreRunE = func(*cobra.Command, []string) error {
		if c.lang != "it" && c.lang != "en" {
			bad := c.lang
			c.lang = "en"
			return usageError{&game.Error{Code: "unknown_language", Text: game.Msg("cli.refused.language", bad)}}
		}
		return nil
	}
	root.Flags().AddFlagSet(serve.Flags())
	root.SetFlagErrorFunc(func(_ *cobra.Command, err error) error { return usageError{err} })
	root.AddCommand(serve, c.playCommand(), c.verifyCommand(), c.rulesCommand(), c.quoteCommand(), c.labCommand())
	return root
}

// noArgs refuses arguments where none belong, and words that are no command.
func noArgs(cmd *cobra.Command, args []string) error {
	if len(args) > 0 {
		return usageError{&game.Error{Code: "unknown_command", Text: game.Msg("cli.refused.command", args[0], cmd.CommandPath())}}
	}
	return nil
}

// exactArgs wants n arguments.
func (c *cli) exactArgs(n int) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) != n {
			return usageError{&game.Error{Code: "arguments", Text: game.Msg("cli.refused.arguments", cmd.UseLine())}}
		}
		return nil
	}
}

// findGame looks a game up by the name somebody typed.
func findGame(name string) (game.Game, error) {
	if g, ok := games.Find(name); ok {
		return g, nil
	}
	var known []string
	for _, g := range games.All() {
		known = append(known, g.Info().Name)
	}
	return nil, usageError{&game.Error{Code: "unknown_game", Text: game.Msg("cli.refused.game", name, strings.Join(known, ", "))}}
}
