package web

import (
	"sync"

	"banco/games/klang"
)

// rosterSample is a roster to begin from. Its name and its sentence stand in
// the catalogues under web.rosters.sample.
type rosterSample struct {
	ID     string
	Roster draft
}

var rosterSamples = []rosterSample{
	{"default", draftOf(klang.DefaultRosters()[0])},
	{"trio", readCodes([]string{
		"legs-5-4r-4m-2-3-Cerniera", "tracks-5-4r-4m-2-3-Biella", "wheels-5-4r-4m-2-3-Puleggia"})},
	{"scrap", readCodes([]string{
		"wheels-0-2m-0-0-0-Chiodo", "wheels-0-2m-0-0-0-Rondella", "legs-0-3m-0-0-0-Molla",
		"legs-0-3r-0-0-0-Brugola", "wheels-0-0-0-2-0-Grillo", "wheels-0-0-0-0-2-Carriola"})},
	{"heavy", readCodes([]string{
		"tracks-6-6r-6m-5-6-Incudine", "tracks-6-6r-6r-5r-6-Altoforno"})},
	{"melee", readCodes([]string{
		"wheels-4-3m-3m-0-0-Cesoia", "wheels-4-3m-3m-0-0-Morsa", "legs-4-4m-4m-2-0-Pinza", "legs-5-5m-5m-2m-0-Trancia"})},
	{"guns", readCodes([]string{
		"tracks-5-4r-4r-2-3r-Mirino", "tracks-5-4r-4r-2-3r-Miccia", "legs-3-5r-0-2-0-Vedetta"})},
}

// sampleViews are the samples as they are drawn; nothing is wrong with them, so
// it takes no words to say it.
var sampleViews = sync.OnceValue(func() (views [][]robotView) {
	for _, sample := range rosterSamples {
		list, _ := (&rosterTalk{}).look(sample.Roster)
		views = append(views, list)
	}
	return views
})

// spareNames are for robots that are added; nobody has to think of one.
var spareNames = []string{"Bobina", "Cardine", "Dinamo", "Ferraglia", "Gancio", "Lamiera", "Manovella", "Ottone", "Pignone", "Rivetto", "Stagno", "Tornio", "Zinco"}

// added is one more robot, whole, as most are.
func (d draft) added() draft {
	r := robotDraft{Frame: klang.Frame(len(d) % int(klang.NumFrames)).String()}
	for slot := range klang.NumSlots {
		r.Slots[slot] = itoa(slot.Kind().UsualClass())
		if slot.Kind() == klang.ArmPart {
			r.Slots[slot] += weaponMark[klang.Ranged]
		}
	}
	for _, name := range spareNames {
		if r.Name = name; !d.named(name) {
			break
		}
	}
	return append(d[:len(d):len(d)], r)
}

// copied is the same robot again behind the first, under a name of its own.
func (d draft) copied(i int) draft {
	r := d[i]
	for n := 2; d.named(r.Name) && n < 2+maxDraft; n++ {
		suffix := " " + itoa(n)
		name := []rune(d[i].Name)
		r.Name = string(name[:min(len(name), klang.MaxName-len(suffix))]) + suffix
	}
	out := append(d[:i+1:i+1], r)
	return append(out, d[i+1:]...)
}

func (d draft) removed(i int) draft { return append(d[:i:i], d[i+1:]...) }

func (d draft) named(name string) bool {
	for i := range d {
		if d[i].Name == name {
			return true
		}
	}
	return false
}
