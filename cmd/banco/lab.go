package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"banco/experiments"
	"banco/game"
	"banco/games"
	"banco/lab"
)

// labCommand holds what the lab does.
func (c *cli) labCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "lab",
		Short: c.text("cli.lab.short"),
		Long:  c.text("cli.lab.long"),
		Args:  noArgs,
		RunE:  func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(c.labRunCommand(), c.labLadderCommand(), c.labTuneCommand(), c.labListCommand(), c.labWorkerCommand())
	return cmd
}

// labListCommand lists the studies that are shipped.
func (c *cli) labListCommand() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "list",
		Short: c.text("cli.lab.list.short"),
		Args:  noArgs,
		RunE: func(*cobra.Command, []string) error {
			type item struct {
				Name     string `json:"name"`
				Game     string `json:"game"`
				Question string `json:"question"`
			}
			var list []item
			for _, name := range experiments.Names() {
				e, err := readExperiment(name)
				if err != nil {
					return err
				}
				list = append(list, item{name, e.Game.Info().Name, e.Question.In(c.lang)})
			}
			if asJSON {
				return encode(c.out, list)
			}
			for _, i := range list {
				fmt.Fprintf(c.out, "%-20s %s\n", i.Name, i.Question)
			}
			return nil
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, c.text("cli.flag.lab_json"))
	return cmd
}

// readExperiment reads a study by its name, or from a file.
func readExperiment(name string) (*lab.Experiment, error) {
	source, ok := experiments.Source(name)
	if !ok {
		var err error
		source, err = os.ReadFile(name)
		if errors.Is(err, fs.ErrNotExist) {
			return nil, usageError{&game.Error{Code: "no_experiment", Text: game.Msg("cli.refused.experiment", name, strings.Join(experiments.Names(), ", "))}}
		}
		if err != nil {
			return nil, err
		}
	}
	e, err := lab.Read(name, source, games.Find)
	if err != nil {
		return nil, usageError{err}
	}
	return e, nil
}

// labRunCommand plays an experiment and writes what came of it.
func (c *cli) labRunCommand() *cobra.Command {
	var workers, matches int
	var dir, nats string
	var asJSON bool
	cmd := &cobra.Command{
		Use:     "run FILE|NAME",
		Short:   c.text("cli.lab.run.short"),
		Long:    c.text("cli.lab.run.long"),
		Example: "  banco lab run klang-progression\n  banco lab run klang-terrain --matches 200 --workers 2 --out terrain",
		Args:    c.exactArgs(1),
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return experiments.Names(), cobra.ShellCompDirectiveDefault
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			e, err := readExperiment(args[0])
			if err != nil {
				return err
			}
			if cmd.Flags().Changed("matches") {
				if err := e.SetMatches(matches); err != nil {
					return usageError{err}
				}
			}
			if err := checkWorkers(workers); err != nil {
				return err
			}
			if dir == "" {
				dir = "lab-" + e.Name
			}
			bar := c.progress()
			began := time.Now()
			r := lab.Runner{Workers: workers, Dir: dir, Progress: bar.show}
			if nats != "" {
				r.Machines = &lab.Machines{URL: nats, Log: c.log()}
			}
			o, err := r.Run(cmd.Context(), e)
			bar.clear()
			if err != nil {
				if cmd.Context().Err() != nil {
					return &game.Error{Code: "interrupted", Text: game.Msg("cli.refused.lab_interrupted", dir)}
				}
				return err
			}
			t := lab.NewTeller(c.texts, c.lang)
			if err := t.Write(o, dir); err != nil {
				return err
			}
			if asJSON {
				if err := encode(c.out, t.Summary(o)); err != nil {
					return err
				}
			} else {
				c.printOutcome(t, o, dir, time.Since(began))
			}
			if !o.Sound() {
				return &game.Error{Code: "no_verdict", Text: game.Msg("cli.refused.lab_unsound")}
			}
			return nil
		},
	}
	f := cmd.Flags()
	f.IntVar(&workers, "workers", 0, c.text("cli.flag.workers"))
	f.IntVar(&matches, "matches", 0, c.text("cli.flag.matches"))
	f.StringVar(&dir, "out", "", c.text("cli.flag.lab_out"))
	f.StringVar(&nats, "nats", "", c.text("cli.flag.lab_nats"))
	f.BoolVar(&asJSON, "json", false, c.text("cli.flag.lab_json"))
	return cmd
}

// maxWorkers is more than any machine has processors.
const maxWorkers = 1024

func checkWorkers(n int) error {
	if n < 0 || n > maxWorkers {
		return usageError{&game.Error{Code: "workers", Field: "--workers", Text: game.Msg("cli.refused.workers", maxWorkers)}}
	}
	return nil
}

// labWorkerCommand lends this machine to experiments that run elsewhere.
func (c *cli) labWorkerCommand() *cobra.Command {
	var workers int
	var nats string
	cmd := &cobra.Command{
		Use:     "worker --nats URL",
		Short:   c.text("cli.lab.worker.short"),
		Long:    c.text("cli.lab.worker.long"),
		Example: "  banco lab worker --nats nats://192.168.1.20:4222",
		Args:    noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if nats == "" {
				return usageError{&game.Error{Code: "no_nats", Field: "--nats", Text: game.Msg("cli.refused.lab_worker")}}
			}
			if err := checkWorkers(workers); err != nil {
				return err
			}
			if workers == 0 {
				workers = runtime.GOMAXPROCS(0)
			}
			fmt.Fprintln(c.errOut, c.text("cli.lab.worker.works", nats))
			m := lab.Machines{URL: nats, Log: c.log()}
			return m.Work(cmd.Context(), workers, games.Find)
		},
	}
	cmd.Flags().IntVar(&workers, "workers", 0, c.text("cli.flag.workers"))
	cmd.Flags().StringVar(&nats, "nats", "", c.text("cli.flag.lab_nats"))
	return cmd
}

// log is where the lab tells of trouble that it gets over by itself.
func (c *cli) log() *slog.Logger { return slog.New(slog.NewTextHandler(c.errOut, nil)) }

// printOutcome tells an experiment's answer and its findings.
func (c *cli) printOutcome(t lab.Teller, o *lab.Outcome, dir string, took time.Duration) {
	e := o.Experiment
	fmt.Fprintf(c.out, "%s\n%s\n\n", e.Title.In(c.lang), e.Question.In(c.lang))
	for _, s := range t.Answers(o) {
		fmt.Fprintf(c.out, "%s\n\n", s)
	}
	if o.Sound() {
		w := tabwriter.NewWriter(c.out, 0, 0, 2, ' ', 0)
		fmt.Fprintln(w, strings.Join([]string{c.text("lab.column.bots"), c.text("lab.column.cell"), c.text("lab.column.measure"), c.text("lab.column.value"), c.text("lab.column.difference"), c.text("lab.column.p"), c.text("lab.column.verdict")}, "\t"))
		for i := range o.Findings {
			f := &o.Findings[i]
			fmt.Fprintln(w, t.Lineup(e.Lineups[e.Cells[f.Cell].Lineup])+"\t"+strings.Join(t.Row(o, f), "\t"))
		}
		w.Flush()
		fmt.Fprintln(c.out)
	}
	fmt.Fprintln(c.out, c.text("cli.lab.done", o.Played, took.Round(100*time.Millisecond).String(), filepath.Join(dir, lab.ReportFile)))
}

// progressBar shows on a terminal how far a run has come. Anywhere else it says
// nothing: a log has no use for it.
type progressBar struct {
	c    *cli
	to   io.Writer
	wide int
}

func (c *cli) progress() *progressBar {
	b := &progressBar{c: c}
	if f, ok := c.errOut.(*os.File); ok {
		if info, err := f.Stat(); err == nil && info.Mode()&os.ModeCharDevice != 0 {
			b.to = f
		}
	}
	return b
}

func (b *progressBar) show(s lab.Started) {
	if b.to == nil || s.Total == 0 {
		return
	}
	const width = 30
	full := width * s.Done / s.Total
	line := fmt.Sprintf("%s%s %d/%d", strings.Repeat("█", full), strings.Repeat("░", width-full), s.Done, s.Total)
	if s.Left > 0 {
		line += "  " + b.c.text("cli.lab.left", s.Left.Round(time.Second).String())
	}
	b.draw(line)
}

func (b *progressBar) clear() {
	if b.to != nil {
		b.draw("")
		fmt.Fprint(b.to, "\r")
	}
}

func (b *progressBar) draw(line string) {
	n := len([]rune(line))
	fmt.Fprintf(b.to, "\r%s%s", line, strings.Repeat(" ", max(0, b.wide-n)))
	b.wide = n
}
