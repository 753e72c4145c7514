package main

import (
	"errors"
	"fmt"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"banco/game"
	"banco/lab"
)

// labTuneCommand looks for the options that bring a measure to its target.
func (c *cli) labTuneCommand() *cobra.Command {
	var t lab.Tuner
	var matches int
	cmd := &cobra.Command{
		Use:   "tune FILE",
		Short: c.text("cli.lab.tune.short"),
		Long:  c.text("cli.lab.tune.long"),
		Args:  c.exactArgs(1),
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
			if err := checkWorkers(t.Workers); err != nil {
				return err
			}
			bar := c.progress()
			t.Progress = bar.show
			race, err := t.Race(cmd.Context(), e)
			bar.clear()
			var refused *game.Error
			switch {
			case errors.As(err, &refused):
				return usageError{err}
			case err != nil:
				return err
			}
			c.printRace(e, race)
			return nil
		},
	}
	cmd.Flags().IntVar(&t.Workers, "workers", 0, c.text("cli.flag.workers"))
	cmd.Flags().IntVar(&matches, "matches", 0, c.text("cli.flag.matches"))
	return cmd
}

func (c *cli) printRace(e *lab.Experiment, race []lab.Tuned) {
	t := lab.NewTeller(c.texts, c.lang)
	fmt.Fprintln(c.out, c.text("cli.lab.tune.target", t.Value(e, e.Measures[0].Value), t.Number(*e.Target, e.Measures[0].Value)))
	w := tabwriter.NewWriter(c.out, 0, 0, 2, ' ', 0)
	for _, r := range race {
		place := c.text("cli.lab.tune.dropped", r.Matches)
		if r.Close {
			place = c.text("cli.lab.tune.close", r.Matches)
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\n", t.Lineup(e.Lineups[e.Cells[r.Cell].Lineup]), t.Cell(e, r.Cell), t.EstimateOf(e.Measures[0].Value, r.Value), place)
	}
	w.Flush()
}
