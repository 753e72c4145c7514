package lab

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"runtime"
	"runtime/debug"
	"sync"
	"time"

	"banco/bot"
	"banco/dice"
	"banco/game"
)

// looks is at how many evenly spread moments a run asks whether it has seen
// enough. Only the widths of intervals decide, never what they say, so stopping
// there keeps their promise (Chow and Robbins 1965).
const looks = 4

// Runner plays an experiment.
type Runner struct {
	Workers  int                   // matches at a time; 0 for as many as there are processors
	Dir      string                // where results are kept and taken up again; empty keeps them in memory
	Machines *Machines             // other machines that help; nil for none
	Progress func(done Started)    // told now and then, from one goroutine; nil for nobody
	Pause    func(context.Context) // called before every decision, to let others go first; nil for never
	Growing  func(*Outcome)        // shown now and then what the matches so far say, from the same goroutine; nil for nobody
}

// Started is how far a run has come.
type Started struct {
	Done, Total int           // matches; Total is the most that will be played
	Left        time.Duration // a guess; 0 for no idea yet
}

// Run plays what is missing of the experiment and weighs it all. The outcome
// depends on the experiment alone: not on the number of workers, nor on how
// often it was interrupted. When ctx ends, or a match cannot be played, what was
// played stays in the folder.
func (r Runner) Run(ctx context.Context, e *Experiment) (*Outcome, error) {
	s, err := openStore(e, r.Dir)
	if err != nil {
		return nil, err
	}
	defer s.close()
	if r.Pause != nil {
		ctx = context.WithValue(ctx, pauseKey{}, r.Pause)
	}
	bar := &bar{tell: r.Progress, total: e.total(e.Matches), began: time.Now()}
	var o *Outcome
	for look := 1; look <= looks; look++ {
		matches := e.Matches * look / looks
		if e.Tight == 0 && look < looks {
			continue
		}
		if err := r.play(ctx, e, s, matches, bar); err != nil {
			return nil, err
		}
		o = weigh(e, s, matches)
		if look == looks || o.tight() {
			break
		}
	}
	if err := o.twins(ctx, s, r.Machines != nil); err != nil {
		return nil, err
	}
	return o, s.sort()
}

// pauseKey is where a run's context has its Pause.
type pauseKey struct{}

// patient is a player that lets others go first.
type patient struct {
	game.Player
	pause func(context.Context)
}

// Choose chooses as the player does, when it is time.
func (p patient) Choose(ctx context.Context, v game.View, rng *rand.Rand) (game.Action, error) {
	p.pause(ctx)
	return p.Player.Choose(ctx, v, rng)
}

// units is how many units of a cell so many matches are.
func (c *Cell) units(matches int) int {
	return (matches + c.Rotations() - 1) / c.Rotations()
}

func (e *Experiment) total(matches int) int {
	n := 0
	for i := range e.Cells {
		n += e.Cells[i].units(matches) * e.Cells[i].Rotations()
	}
	return n
}

// job is one unit of one cell.
type job struct {
	Cell int `json:"cell"`
	Unit int `json:"unit"`
}

// played is what came of a job.
type played struct {
	job
	lines []Line
	err   error
}

// play plays the units that are missing up to so many matches of each cell.
func (r Runner) play(ctx context.Context, e *Experiment, s *store, matches int, bar *bar) error {
	all := make([]int, len(e.Cells))
	for i := range all {
		all[i] = i
	}
	return r.playCells(ctx, e, s, all, matches, bar)
}

// playCells does it for some cells.
func (r Runner) playCells(ctx context.Context, e *Experiment, s *store, cells []int, matches int, bar *bar) error {
	var todo []job
	done := 0
	for unit := range matches {
		for _, cell := range cells {
			switch c := &e.Cells[cell]; {
			case unit >= c.units(matches):
			case s.has(cell, unit):
				done += c.Rotations()
			default:
				todo = append(todo, job{cell, unit})
			}
		}
	}
	bar.start(done)
	if len(todo) == 0 {
		return ctx.Err()
	}
	grown := r.growth(e, s)
	grown.look()
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	results := make(chan played, 64)
	go func() {
		defer close(results)
		if r.Machines != nil {
			r.Machines.play(ctx, e, todo, r.workers(), results)
		} else {
			playHere(ctx, e, todo, r.workers(), results)
		}
	}()
	var failed error
	for p := range results {
		switch {
		case failed != nil:
		case p.err != nil:
			failed = p.err
			stop()
		default:
			if failed = s.add(p.Cell, p.lines); failed != nil {
				stop()
			}
			bar.add(len(p.lines))
			grown.look()
		}
	}
	bar.stop()
	if err := s.sync(); err != nil {
		return err
	}
	if failed == nil {
		failed = ctx.Err()
	}
	return failed
}

// workers is how many matches are played at a time.
func (r Runner) workers() int {
	if r.Workers > 0 {
		return r.Workers
	}
	return runtime.GOMAXPROCS(0)
}

// playHere plays jobs in this process, until they are done or ctx ends.
func playHere(ctx context.Context, e *Experiment, todo []job, workers int, results chan<- played) {
	jobs := make(chan job)
	var crew sync.WaitGroup
	for range workers {
		crew.Go(func() {
			for j := range jobs {
				lines, err := e.unit(ctx, j.Cell, j.Unit)
				results <- played{j, lines, err}
			}
		})
	}
	defer crew.Wait()
	defer close(jobs)
	for _, j := range todo {
		select {
		case jobs <- j:
		case <-ctx.Done():
			return
		}
	}
}

// unit plays one unit of a cell: every way round of the seats with the same
// dice.
func (e *Experiment) unit(ctx context.Context, cell, unit int) (lines []Line, err error) {
	c := &e.Cells[cell]
	defer func() { // whatever a bot does, a server that plays it stays
		if v := recover(); v != nil {
			lines, err = nil, fmt.Errorf("%s, unit %d: panic: %v\n%s", c.ID, unit, v, debug.Stack())
		}
	}()
	dice1, dice2, minds := e.seedsOf(unit, c.Check)
	lines = make([]Line, c.Rotations())
	probes := make([]Probe, len(e.gauges))
	for turn := range lines {
		players := make(Players, e.Seats)
		for seat, level := range seated(e.Lineups[c.Lineup], turn) {
			p, err := bot.New(e.Game.Info().Name, level) // a new one each time: some remember
			if err != nil {
				return nil, err
			}
			if pause, ok := ctx.Value(pauseKey{}).(func(context.Context)); ok {
				p = patient{p, pause}
			}
			players[seat] = p
		}
		for i, g := range e.gauges {
			probes[i] = g.New(Setting{c.configs[turn], turn, c.Rotations() > 1, minds})
		}
		end, steps, err := watch(ctx, c.configs[turn], players, dice.NewFast(dice1, dice2), minds, probes)
		if err != nil {
			return nil, fmt.Errorf("%s, unit %d, turn %d: %w", c.ID, unit, turn, err)
		}
		res := end.Result()
		line := Line{Cell: c.ID, Unit: unit, Turn: turn, Scores: res.Scores, Winners: res.Winners, Values: make(map[string]float64, 48)}
		for _, p := range probes {
			p.Close(end, steps, func(value string, x float64) { line.Values[value] = x })
		}
		lines[turn] = line
	}
	return lines, nil
}

// twins plays the first unit of every cell again, and where other machines
// helped a few more of them: whatever is not the same to the last digit as what
// was kept is written down as a fault. It finds bots that work against the clock,
// and results of another version of the program.
func (o *Outcome) twins(ctx context.Context, s *store, machines bool) error {
	e := o.Experiment
	for cell := range e.Cells {
		units := []int{0}
		if last := e.Cells[cell].units(o.Matches) - 1; machines {
			units = append(units, last/4, last/2, 3*last/4, last)
		}
		for _, unit := range units {
			lines, err := e.unit(ctx, cell, unit)
			if err != nil {
				return err
			}
			again, err := json.Marshal(lines)
			if err != nil {
				return err
			}
			kept, err := json.Marshal(s.Units[cell][unit])
			if err != nil {
				return err
			}
			if string(again) != string(kept) {
				o.Faults = append(o.Faults, fault("twin", e.Cells[cell].ID))
				break
			}
		}
	}
	return nil
}

// bar tells how far a run has come, a few times a second.
type bar struct {
	tell        func(Started)
	done, total int
	fresh       int // played by this run
	began, told time.Time
}

func (b *bar) start(done int) {
	b.done = done
	b.say()
}

func (b *bar) add(n int) {
	b.done += n
	b.fresh += n
	if time.Since(b.told) > 200*time.Millisecond {
		b.say()
	}
}

func (b *bar) stop() { b.say() }

func (b *bar) say() {
	if b.tell == nil {
		return
	}
	b.told = time.Now()
	var left time.Duration
	if b.fresh > 0 {
		left = time.Since(b.began) / time.Duration(b.fresh) * time.Duration(b.total-b.done)
	}
	b.tell(Started{b.done, b.total, left})
}
