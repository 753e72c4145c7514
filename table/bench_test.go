package table

import (
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
)

// BenchmarkActions plays 50 matches at once, two people each with a stream
// open, every action on disk before it is answered.
func BenchmarkActions(b *testing.B) {
	for _, mode := range []string{"turns", "secret"} {
		b.Run(mode, func(b *testing.B) {
			s := service(b)
			const matches = 50
			ids, tokens := make([]string, matches), make([][]string, matches)
			for i := range matches {
				ids[i], tokens[i] = seated(b, s, fmt.Sprintf(`{"mode":%q,"rounds":1000000}`, mode), 2)
				for _, token := range tokens[i] {
					w, err := s.Watch(ctx, ids[i], token)
					if err != nil {
						b.Fatal(err)
					}
					defer w.Close()
					go func() {
						for range w.C {
						}
					}()
				}
			}
			var next atomic.Int64
			var wg sync.WaitGroup
			b.ResetTimer()
			for i := range matches {
				wg.Go(func() {
					seqs := []int{look(b, s, ids[i], tokens[i][0]).Seq, 0}
					for turn := 0; next.Add(1) <= int64(b.N); turn++ {
						seat := turn % 2
						seqs[seat] = look(b, s, ids[i], tokens[i][seat]).Seq
						c := Command{ID: fmt.Sprint(turn), Seq: seqs[seat], Action: pick(1 + turn%3)}
						if _, err := s.Act(ctx, ids[i], tokens[i][seat], c); err != nil {
							b.Error(err)
							return
						}
					}
				})
			}
			wg.Wait()
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "actions/s")
		})
	}
}

// BenchmarkLoad opens a match of 300 actions that nobody has looked at.
func BenchmarkLoad(b *testing.B) {
	s := service(b)
	id, tokens := seated(b, s, `{"mode":"turns","rounds":1000}`, 2)
	for turn := range 300 {
		act(b, s, id, tokens[turn%2], pick(1))
	}
	for b.Loop() {
		s.mu.Lock()
		delete(s.rooms, id)
		s.mu.Unlock()
		look(b, s, id, tokens[0])
	}
}
