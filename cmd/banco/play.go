package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"banco/bot"
	"banco/game"
	"banco/games"
	"banco/lab"
	"banco/table"
)

// playCommand plays one match between bots, on the record.
func (c *cli) playCommand() *cobra.Command {
	var levels []string
	var optionsFile, outFile string
	var sets []string
	var seed uint64
	var asJSON bool
	cmd := &cobra.Command{
		Use:               "play GAME",
		Short:             c.text("cli.play.short"),
		Long:              c.text("cli.play.long"),
		Example:           "  banco play klang --bots greedy,random --seed 7 --out match.json\n  banco play klang --set rounds=3 --set closing=alternate\n  banco play dadi --bots greedy,greedy,random --set scenery=auto\n  banco verify match.json",
		Args:              c.exactArgs(1),
		ValidArgsFunction: completeGames,
		RunE: func(cmd *cobra.Command, args []string) error {
			g, err := findGame(args[0])
			if err != nil {
				return err
			}
			options, err := readOptions(g, optionsFile, sets)
			if err != nil {
				return err
			}
			cfg, err := g.Configure(options, len(levels))
			if err != nil {
				return usageError{err}
			}
			players := make(lab.Players, len(levels))
			for i, level := range levels {
				if players[i], err = bot.New(g.Info().Name, level); err != nil {
					return usageError{err}
				}
			}
			if !cmd.Flags().Changed("seed") {
				seed = uint64(time.Now().UnixNano()) % 1_000_000_000
			}
			rec, err := lab.Record(cmd.Context(), cfg, players, levels, seed, time.Now)
			if err != nil {
				return err
			}
			if outFile != "" {
				if err := writeRecord(outFile, rec); err != nil {
					return err
				}
			}
			if asJSON {
				return encode(c.out, rec)
			}
			c.printMatch(rec, seed, outFile)
			return nil
		},
	}
	f := cmd.Flags()
	f.StringSliceVar(&levels, "bots", []string{"greedy", "random"}, c.text("cli.flag.bots"))
	f.StringVar(&optionsFile, "options", "", c.text("cli.flag.options"))
	f.StringArrayVar(&sets, "set", nil, c.text("cli.flag.set"))
	f.Uint64Var(&seed, "seed", 0, c.text("cli.flag.seed"))
	f.StringVar(&outFile, "out", "", c.text("cli.flag.out"))
	f.BoolVar(&asJSON, "json", false, c.text("cli.flag.json"))
	return cmd
}

// readOptions puts together a file of options and single settings, which win
// over the file. A value is JSON where it reads as JSON, else a string.
func readOptions(g game.Game, file string, sets []string) (json.RawMessage, error) {
	options := map[string]json.RawMessage{}
	if file != "" {
		data, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		if err := json.Unmarshal(data, &options); err != nil {
			return nil, usageError{&game.Error{Code: "options_file", Text: game.Msg("cli.refused.options_file", file, err.Error())}}
		}
	}
	for _, set := range sets {
		name, value, ok := strings.Cut(set, "=")
		if !ok {
			return nil, usageError{&game.Error{Code: "set", Text: game.Msg("cli.refused.set", set)}}
		}
		raw := json.RawMessage(value)
		if !json.Valid(raw) {
			quoted, err := json.Marshal(value)
			if err != nil {
				return nil, err
			}
			raw = quoted
		}
		options[name] = raw
	}
	return json.Marshal(options)
}

// writeRecord writes a match's log to a new file or over an old one; what the
// old one held is lost only once the new one is whole.
func writeRecord(path string, rec *table.Record) error {
	tmp := path + ".tmp"
	f, err := os.Create(tmp)
	if err != nil {
		return err
	}
	if err := encode(f, rec); err != nil {
		f.Close()
		os.Remove(tmp)
		return err
	}
	if err := f.Close(); err != nil {
		os.Remove(tmp)
		return err
	}
	return os.Rename(tmp, path)
}

func encode(w io.Writer, v any) error {
	enc := json.NewEncoder(w)
	enc.SetIndent("", " ")
	return enc.Encode(v)
}

// printMatch tells a finished match as a story with its result.
func (c *cli) printMatch(rec *table.Record, seed uint64, outFile string) {
	p := c.texts.Printer(c.lang)
	for _, entry := range rec.Entries {
		for _, m := range entry.News {
			fmt.Fprintf(c.out, "%4d  %s\n", entry.Seq, p.Text(m))
		}
	}
	fmt.Fprintln(c.out)
	for i, score := range rec.Result.Scores {
		fmt.Fprintln(c.out, c.text("cli.play.score", i+1, c.sideName(rec, i), score))
	}
	fmt.Fprintln(c.out, c.resultText(rec))
	fmt.Fprintln(c.out, c.text("cli.play.seed", fmt.Sprint(seed)))
	if outFile != "" {
		fmt.Fprintln(c.out, c.text("cli.play.written", outFile))
	}
}

// sideName is what a seat's bot is called beside its number: the story speaks of
// sides, so theirs comes first where the game names them.
func (c *cli) sideName(rec *table.Record, seat int) string {
	name := rec.Players[seat].Name
	if side := fmt.Sprintf("%s.side.%d", rec.Game, seat); c.texts.Has(side) {
		name = c.text(side) + ", " + name
	}
	return name
}

// resultText says who won; some of many may share the first place.
func (c *cli) resultText(rec *table.Record) string {
	r := rec.Result
	if len(r.Scores) == 1 {
		return c.text("cli.play.alone") // nobody to win against
	}
	if r.Draw || len(r.Winners) == 0 {
		return c.text("cli.play.draw")
	}
	if len(r.Winners) == 1 {
		w := int(r.Winners[0])
		return c.text("cli.play.winner", w+1, c.sideName(rec, w))
	}
	var seats []string
	for _, w := range r.Winners {
		seats = append(seats, fmt.Sprintf("%d (%s)", int(w)+1, c.sideName(rec, int(w))))
	}
	return c.text("cli.play.shared", strings.Join(seats, ", "))
}

func completeGames(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	var names []string
	for _, g := range games.All() {
		names = append(names, g.Info().Name)
	}
	return names, cobra.ShellCompDirectiveNoFileComp
}
