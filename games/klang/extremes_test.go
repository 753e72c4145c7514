package klang

import "testing"

// TestK01_Extremes plays the ends of what the options allow.
func TestK01_Extremes(t *testing.T) {
	naked := `[[{"name":"A"},{"name":"B"}],[{"name":"C"}]]`
	for i, options := range []string{
		`{"field_cm":40,"base_mm":80,"unit_cm":6,"rounds":12,"rosters":` + crowd(2, 1) + `,"malloppi_start":8,"malloppi_rounds":[1,2,3,4,5,6,7,12],"terrain_pieces":20,"terrain_size":200}`,
		`{"field_cm":120,"base_mm":20,"unit_cm":1,"rounds":12,"rosters":` + crowd(6, 6) + `,"terrain_pieces":20,"terrain_size":50,"short_units":10}`,
		`{"field_cm":40,"base_mm":20,"unit_cm":6,"rosters":` + crowd(6, 1) + `,"short_units":10,"armour":"spent","attacks_per_weapon":1}`,
		`{"rosters":` + naked + `,"rounds":12,"progression":[50,50,50],"trophy_points":10,"closing":"alternate"}`,
		`{"field_cm":120,"base_mm":80,"terrain":"players","terrain_pieces":20,"terrain_size":200,"rounds":2}`,
	} {
		for k := range many(2, 40) {
			p := newPlayer(uint64(100*i + k))
			s := configure(t, options).Start(p.src, nil).(*State)
			before := &State{}
			for !s.Over() {
				before = s.Copy(before).(*State)
				a := p.step(t, s)
				sound(t, s)
				lawful(t, before, s, a)
			}
			// The defaults alone end a match too.
			d := configure(t, options).Start(p.src, nil).(*State)
			for !d.Over() {
				seat := d.ToAct().First()
				if err := d.Apply(seat, d.Default(seat), p.src, nil); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
}
