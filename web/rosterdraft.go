package web

import (
	"encoding/json"
	"errors"
	"net/url"
	"strconv"
	"strings"

	"banco/game"
	"banco/games/klang"
	"banco/web/klangpage"
	"banco/web/ui"
)

// A roster is a link. Each robot is one value of the query, in order:
//
//	r=tracks-5-4r-4r-2-3-Ruggine&r=legs-5-4m-4r-2-0-Sgobbo
//
// its frame, then torso, right arm, left arm, head and backpack: the class of
// the part, with r or m for what it attacks with, 0 for a part that is noPart;
// last its name, which may hold anything. The robots of the other side are "v".
// What a link says that no rule allows is kept as it is, to be shown and mended.

const (
	maxRosterLink = 8 << 10 // bytes of a query
	maxDraft      = 12      // robots of a side that a page shows, more than a side may have
)

// robotDraft is a robot as somebody is putting it together, right or wrong.
type robotDraft struct {
	Name, Frame string
	Slots       [klang.NumSlots]string
}

type draft []robotDraft

// weaponMark is how a part of the link says what it attacks with.
var weaponMark = [klang.NumWeapons]string{klang.NoWeapon: "", klang.Ranged: "r", klang.Melee: "m"}

const noPart = "0"

func readCode(code string) (r robotDraft) {
	fields := strings.SplitN(code, "-", 2+len(r.Slots))
	at := func(i int) string {
		if i < len(fields) {
			return fields[i]
		}
		return ""
	}
	r.Frame, r.Name = at(0), at(1+len(r.Slots))
	for slot := range r.Slots {
		r.Slots[slot] = at(1 + slot)
	}
	r.settle()
	return r
}

func (r *robotDraft) code() string {
	fields := append([]string{r.Frame}, r.Slots[:]...)
	for i, f := range fields {
		fields[i] = strings.ReplaceAll(f, "-", "_")
	}
	return strings.Join(append(fields, r.Name), "-")
}

// settle writes what means the same in one way; one arm alone is the right one,
// as the rules will have it.
func (r *robotDraft) settle() {
	for slot, s := range r.Slots {
		if s == "" {
			r.Slots[slot] = noPart
		}
	}
	if right, left := &r.Slots[klang.RightArm], &r.Slots[klang.LeftArm]; *right == noPart {
		*right, *left = *left, *right
	}
}

func readCodes(codes []string) draft {
	var d draft
	for _, c := range codes {
		d = append(d, readCode(c))
	}
	return d
}

// draftOf is a roster that keeps to the rules as a draft.
func draftOf(roster klang.Roster) draft {
	var d draft
	for i := range roster {
		r := robotDraft{Name: roster[i].Name, Frame: roster[i].Frame}
		for slot, p := range roster[i].Slots() {
			if r.Slots[slot] = noPart; p != nil {
				r.Slots[slot] = strconv.Itoa(p.Class) + weaponMark[klang.WeaponNamed(p.Weapon)]
			}
		}
		d = append(d, r)
	}
	return d
}

// robotJSON is a robot of a draft as the rules read it.
type robotJSON struct {
	Name  string            `json:"name"`
	Frame string            `json:"frame,omitempty"`
	Parts []json.RawMessage `json:"parts,omitempty"`
}

// part is a slot as the rules read it, nil when it is empty. What is no part at
// all is passed on, for the rules to refuse.
func (r *robotDraft) part(slot klang.Slot) json.RawMessage {
	text := r.Slots[slot]
	if text == noPart {
		return nil
	}
	p := map[string]any{"kind": slot.Kind().String(), "class": text}
	class := strings.TrimRight(text, weaponMark[klang.Ranged]+weaponMark[klang.Melee])
	for w, mark := range weaponMark {
		if n, err := strconv.Atoi(class); err == nil && text == strconv.Itoa(n)+mark {
			p["class"], p["weapon"] = n, klang.Weapon(w).String()
		}
	}
	data, _ := json.Marshal(p)
	return data
}

func (r *robotDraft) json() robotJSON {
	j := robotJSON{r.Name, r.Frame, []json.RawMessage{}}
	for slot := range klang.NumSlots {
		if p := r.part(slot); p != nil {
			j.Parts = append(j.Parts, p)
		}
	}
	return j
}

// check is the roster, if the rules have nothing against it.
func (d draft) check() (klang.Roster, error) { return klang.CheckRoster(d.raw()) }

func (d draft) raw() json.RawMessage {
	list := []robotJSON{}
	for i := range d {
		list = append(list, d[i].json())
	}
	return rawJSON(list)
}

func rawJSON(v any) json.RawMessage {
	data, _ := encodeJSON(v) // strings, numbers and lists of them
	return data
}

// fault is what a rule has against one field.
type fault struct{ Text, Rule string }

func (s *rosterTalk) fault(err error) *fault {
	var e *game.Error
	if !errors.As(err, &e) {
		return nil
	}
	return &fault{s.Text(e.Text), e.Rule}
}

// rosterTalk says what the rules have against drafts.
type rosterTalk struct{ *ui.Page }

// robotView is a robot of a draft, drawn as far as it keeps to the rules.
type robotView struct {
	robotDraft
	Spec   klang.RobotSpec // what of it the rules accept
	Frame  klang.Frame
	Outfit klangpage.Outfit

	NameFault, FrameFault *fault
	SlotFault             [klang.NumSlots]*fault
}

// look asks the rules about every robot and every field of it by itself, so
// that each objection finds its place.
func (s *rosterTalk) look(d draft) (list []robotView, wrong bool) {
	one := func(robots ...robotJSON) (klang.Roster, error) { return klang.CheckRoster(rawJSON(robots)) }
	for i := range d {
		v := robotView{robotDraft: d[i], Frame: klang.Wheels}
		known := d[i].Name
		_, err := one(robotJSON{Name: known})
		if err != nil {
			known = s.T("web.rosters.robot", i+1)
		}
		for j := 0; j < i && err == nil; j++ {
			if _, alone := one(robotJSON{Name: d[j].Name}); alone == nil {
				_, err = one(robotJSON{Name: d[j].Name}, robotJSON{Name: d[i].Name})
			}
		}
		v.NameFault = s.fault(err)
		v.Spec = klang.RobotSpec{Name: d[i].Name, Parts: []klang.PartSpec{}}
		got, err := one(robotJSON{Name: known, Frame: d[i].Frame})
		if v.FrameFault = s.fault(err); err == nil {
			v.Spec.Frame = got[0].Frame
			v.Frame = klang.FrameNamed(got[0].Frame)
		}
		for slot := range klang.NumSlots {
			p := d[i].part(slot)
			if p == nil {
				continue
			}
			got, err := one(robotJSON{Name: known, Parts: []json.RawMessage{p}})
			if v.SlotFault[slot] = s.fault(err); err == nil {
				v.Outfit[slot] = &got[0].Parts[0]
				v.Spec.Parts = append(v.Spec.Parts, got[0].Parts[0])
			}
			wrong = wrong || err != nil
		}
		wrong = wrong || v.NameFault != nil || v.FrameFault != nil
		list = append(list, v)
	}
	return list, wrong
}

// rosterPair is what a link says: one's own robots and those of the other side,
// nil when it names none.
type rosterPair struct{ Mine, Theirs draft }

func readPair(q url.Values) (rosterPair, error) {
	p := rosterPair{readCodes(q["r"]), readCodes(q["v"])}
	if len(p.Mine) == 0 {
		p.Mine = draftOf(klang.DefaultRosters()[0])
	}
	for _, d := range []draft{p.Mine, p.Theirs} {
		if len(d) > maxDraft {
			_, err := d.check()
			return p, err
		}
	}
	return p, nil
}

// theirs is the other side's roster, the usual one when the link names none.
func (p *rosterPair) theirs() draft {
	if len(p.Theirs) == 0 {
		return draftOf(klang.DefaultRosters()[1])
	}
	return p.Theirs
}

// query is the pair as a link has it.
func (p *rosterPair) query() string {
	var b strings.Builder
	for i, d := range []draft{p.Mine, p.Theirs} {
		for j := range d {
			if b.Len() > 0 {
				b.WriteByte('&')
			}
			b.WriteByte("rv"[i])
			b.WriteByte('=')
			b.WriteString(url.QueryEscape(d[j].code()))
		}
	}
	return b.String()
}
