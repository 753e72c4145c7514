// Package lab plays matches without a table: bots against bots, one match on
// the record, or thousands to answer a question.
//
// # Experiments
//
// An [Experiment] is a TOML file: a question, a game, line-ups of bots, a grid of
// options, and which metrics answer it.
//
//	name     = "scale-2"                           # optional: what its dice follow from; else the file's name
//	title    = { it = "…", en = "…" }
//	question = { it = "…", en = "…" }
//	game     = "klang"
//	bots     = [["random"], ["greedy", "random"]]  # line-ups: one level for all sides, or one for each
//	matches  = 2000                                # of each variant, at the most
//	tight    = 0.02                                # optional: stop at this half-width of the first measure
//	per_seat = ["rosters"]                         # optional: lists with one value a side, which follow it when seats swap
//	metrics  = ["stakes"]                          # optional: costly metrics to take besides
//	baseline = "1/2/3"                             # optional: label of the variant to compare with; else the first
//	compare  = "closing"                           # or: compare along this axis, each with its first value
//
//	[options]                                      # what all variants share
//	rounds = 6
//	[grid]                                         # every combination is a variant
//	progression = [[1, 3, 6], [1, 2, 3]]
//	[[axis]]                                       # an axis whose values set several options, or want names
//	name   = "cadence"
//	values = [{ label = "6", words = { it = "6 subito", en = "6 at once" }, set = { malloppi_start = 6 } }]
//
//	[[measure]]                                    # the first one is the answer
//	metric  = "lead_changes"
//	against = 0.5                                  # optional: compare with a number, not with the baseline
//
//	[tune]                                         # for banco lab tune: what the first measure shall be
//	target = 0.5
//
// [Runner] plays it and gives an [Outcome], which [Teller] puts into words, a
// table and a report. While it plays it shows outcomes that are growing, without
// a verdict; runs/ keeps those that a server's pages start. Metrics come from gauges; [Library] lists them, and a
// game's own stand in the file of its name.
//
// # What makes the numbers trustworthy
//
// A match's dice follow from the experiment's name and the number of its unit
// alone, so all variants are played under the same luck and differences are taken
// unit by unit; results do not depend on workers, machines or interruptions.
// Where sides are not alike a unit is every way round of the seats, and counts as
// one piece of evidence. Intervals are 95 %, p-values corrected for all questions
// of a report, and stopping looks at widths only. Each run plays its baseline
// twice under different dice, and the first unit of every variant twice under the
// same: if the first two differ or the second ones do not agree to the last
// digit, no verdict is given.
package lab
