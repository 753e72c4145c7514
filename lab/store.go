package lab

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"time"

	"banco/game"
)

// format is the version of results.jsonl and of what a match's seed is made
// from; results of one are not mixed with those of another.
const format = 1

// ResultsFile is what the matches are written to, in an experiment's folder.
const ResultsFile = "results.jsonl"

// header is the first line of the file.
type header struct {
	Format      int    `json:"format"`
	Experiment  string `json:"experiment"`
	Rules       string `json:"rules"`
	Fingerprint string `json:"fingerprint"`
}

// Line is one match.
type Line struct {
	Cell    string             `json:"cell"`
	Unit    int                `json:"unit"`           // from 0; the same unit of two cells had the same dice
	Turn    int                `json:"turn,omitempty"` // side s sat on seat (s + turn) mod seats
	Scores  []int              `json:"scores"`         // by seat
	Winners []game.Seat        `json:"winners"`        // by seat
	Values  map[string]float64 `json:"values"`
}

// encode appends the line as JSON with its values in alphabetical order. It is
// what json.Marshal would write, several times faster: a random match takes half
// a millisecond, and writing it down must not count.
func (l *Line) encode(b []byte) []byte {
	b = append(b, `{"cell":`...)
	cell, _ := json.Marshal(l.Cell) // a string always encodes
	b = append(b, cell...)
	b = strconv.AppendInt(append(b, `,"unit":`...), int64(l.Unit), 10)
	if l.Turn > 0 {
		b = strconv.AppendInt(append(b, `,"turn":`...), int64(l.Turn), 10)
	}
	b = append(b, `,"scores":[`...)
	for i, x := range l.Scores {
		b = strconv.AppendInt(comma(b, i), int64(x), 10)
	}
	b = append(b, `],"winners":[`...)
	for i, x := range l.Winners {
		b = strconv.AppendInt(comma(b, i), int64(x), 10)
	}
	b = append(b, `],"values":{`...)
	names := make([]string, 0, 64)
	for name := range l.Values {
		names = append(names, name)
	}
	slices.Sort(names)
	for i, name := range names { // made of letters, digits, dots and underscores
		b = append(append(append(comma(b, i), '"'), name...), `":`...)
		b = strconv.AppendFloat(b, l.Values[name], 'g', -1, 64)
	}
	return append(b, "}}\n"...)
}

func comma(b []byte, i int) []byte {
	if i > 0 {
		return append(b, ',')
	}
	return b
}

// store keeps lines. Without a folder it keeps them in memory alone.
type store struct {
	path   string
	head   header
	file   *os.File
	buffer bytes.Buffer
	synced time.Time
	Units  [][][]Line // by cell, unit and turn; nil where not played
	index  map[string]int
}

// newStore is an empty one, in memory.
func newStore(e *Experiment) *store {
	s := &store{
		head:  header{format, e.Name, e.Game.Info().Rules, e.Fingerprint()},
		Units: make([][][]Line, len(e.Cells)),
		index: map[string]int{},
	}
	for i, c := range e.Cells {
		s.index[c.ID] = i
	}
	return s
}

func resultsIn(dir string) string { return filepath.Join(dir, ResultsFile) }

// openStore takes up what an earlier run left. A torn last line, which a killed
// process leaves, is cut off. Results of another experiment are refused.
func openStore(e *Experiment, dir string) (*store, error) {
	s := newStore(e)
	if dir == "" {
		return s, nil
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, err
	}
	s.path = resultsIn(dir)
	whole, err := s.load(e)
	if err != nil {
		return nil, err
	}
	if s.file, err = os.OpenFile(s.path, os.O_CREATE|os.O_WRONLY, 0o644); err != nil {
		return nil, err
	}
	if err := s.file.Truncate(whole); err != nil {
		return nil, err
	}
	if _, err := s.file.Seek(whole, io.SeekStart); err != nil {
		return nil, err
	}
	if whole == 0 {
		line, err := json.Marshal(s.head)
		if err != nil {
			return nil, err
		}
		s.buffer.Write(append(line, '\n'))
		return s, s.sync()
	}
	return s, nil
}

// load reads the file and gives the length of its whole lines.
func (s *store) load(e *Experiment) (whole int64, err error) {
	f, err := os.Open(s.path)
	if errors.Is(err, fs.ErrNotExist) {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	defer f.Close()
	r := bufio.NewReaderSize(f, 1<<16)
	for n := 0; ; n++ {
		raw, err := r.ReadBytes('\n')
		if err == io.EOF {
			return whole, nil // what stands after the last line end is torn
		}
		if err != nil {
			return 0, err
		}
		if n == 0 {
			var h header
			if json.Unmarshal(raw, &h) != nil || h != s.head {
				return 0, bad("", "other_results", s.path, s.head.Experiment)
			}
		} else {
			var line Line
			if err := json.Unmarshal(raw, &line); err != nil {
				return 0, bad("", "damaged", s.path, n+1)
			}
			cell, ok := s.index[line.Cell]
			if !ok || line.Unit < 0 || line.Unit >= MaxMatches || line.Turn < 0 || line.Turn >= e.Cells[cell].Rotations() {
				return 0, bad("", "damaged", s.path, n+1)
			}
			s.put(cell, line, e.Cells[cell].Rotations())
		}
		whole += int64(len(raw))
	}
}

func (s *store) put(cell int, line Line, rotations int) {
	for len(s.Units[cell]) <= line.Unit {
		s.Units[cell] = append(s.Units[cell], nil)
	}
	unit := &s.Units[cell][line.Unit]
	if *unit == nil {
		*unit = make([]Line, rotations)
	}
	(*unit)[line.Turn] = line
}

// has tells whether a whole unit has been played.
func (s *store) has(cell, unit int) bool {
	if unit >= len(s.Units[cell]) || s.Units[cell][unit] == nil {
		return false
	}
	for _, line := range s.Units[cell][unit] {
		if line.Values == nil {
			return false
		}
	}
	return true
}

// add keeps a unit; it is on disk a moment later, or after sync.
func (s *store) add(cell int, lines []Line) error {
	for _, line := range lines {
		s.put(cell, line, len(lines))
		if s.file == nil {
			continue
		}
		s.buffer.Write(line.encode(s.buffer.AvailableBuffer()))
	}
	if s.buffer.Len() > 1<<18 || time.Since(s.synced) > 500*time.Millisecond {
		return s.sync()
	}
	return nil
}

// sync puts everything on disk.
func (s *store) sync() error {
	s.synced = time.Now()
	if s.file == nil || s.buffer.Len() == 0 {
		return nil
	}
	if _, err := s.file.Write(s.buffer.Bytes()); err != nil {
		return err
	}
	s.buffer.Reset()
	return s.file.Sync()
}

// sort writes the file anew in the order of cells and units, so that it is the
// same however the matches were spread over workers and interruptions.
func (s *store) sort() error {
	if s.file == nil {
		return nil
	}
	if err := s.sync(); err != nil {
		return err
	}
	head, err := json.Marshal(s.head)
	if err != nil {
		return err
	}
	out := append(head, '\n')
	for _, cell := range s.Units {
		for _, unit := range cell {
			for _, line := range unit {
				if line.Values != nil {
					out = line.encode(out)
				}
			}
		}
	}
	return WriteFile(s.path, out)
}

// close lets go of the file with everything on disk.
func (s *store) close() error {
	if s.file == nil {
		return nil
	}
	err := s.sync()
	return errors.Join(err, s.file.Close())
}

// WriteFile replaces a file; what the old one held is lost only once the new
// one is whole and on disk.
func WriteFile(path string, data []byte) error {
	tmp := fmt.Sprintf("%s.tmp", path)
	f, err := os.Create(tmp)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	err = errors.Join(err, f.Sync(), f.Close())
	if err != nil {
		return errors.Join(err, os.Remove(tmp))
	}
	return os.Rename(tmp, path)
}
