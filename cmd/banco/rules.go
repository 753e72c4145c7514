package main

import (
	"fmt"
	"io/fs"

	"github.com/spf13/cobra"
)

// rulesCommand prints a game's rules page.
func (c *cli) rulesCommand() *cobra.Command {
	return &cobra.Command{
		Use:               "rules GAME",
		Short:             c.text("cli.rules.short"),
		Long:              c.text("cli.rules.long"),
		Example:           "  banco rules klang --lang it\n  banco rules dadi",
		Args:              c.exactArgs(1),
		ValidArgsFunction: completeGames,
		RunE: func(_ *cobra.Command, args []string) error {
			g, err := findGame(args[0])
			if err != nil {
				return err
			}
			page, err := fs.ReadFile(g.Texts(), "rules."+c.lang+".md")
			if err != nil {
				return err
			}
			_, err = fmt.Fprint(c.out, string(page))
			return err
		},
	}
}
