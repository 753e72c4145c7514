// Package runs keeps the runs of experiments that a server plays for those who
// look at it: one at a time, on one worker, so that whoever plays a match there
// does not notice.
//
// A run's folder holds all there is to know about it:
//
//	run.json         what was asked and how it stands
//	NAME.toml        the experiment's file, as it was read
//	results.jsonl    every match, also of a run that was cut short
//	report.it.html   once it is done, with report.en.html and table.csv
//
// The same question is the same run: its address follows from the experiment's
// file, the rules' version and the number of matches. To start it again leads to
// what is there; one that was stopped, or that the server did not live to end,
// goes on where it was, to the same bytes as if nothing had happened.
package runs
