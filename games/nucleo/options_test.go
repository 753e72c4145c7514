package nucleo

import (
	"encoding/json"
	"errors"
	"testing"

	"banco/game"
)

func TestOptions_Refused(t *testing.T) {
	for options, want := range map[string]struct{ code, field string }{
		`{"difficulty":7}`:                {"option_range", "difficulty"},
		`{"difficulty":"1"}`:              {"option_range", "difficulty"},
		`{"factions":1}`:                  {"factions_few", "factions"},
		`{"factions":5}`:                  {"option_range", "factions"},
		`{"draft":true}`:                  {"option_choice", "draft"},
		`{"free_chat":"yes"}`:             {"option_choice", "free_chat"},
		`{"perimeter_closed":null}`:       {"option_choice", "perimeter_closed"},
		`{"camp_cost":-1}`:                {"option_range", "camp_cost"},
		`{"camp_cost":[4,3,2]}`:           {"option_range", "camp_cost"},
		`{"difficulty":null}`:             {"option_range", "difficulty"},
		`{"machine_deck":[3,1,2]}`:        {"option_list", "machine_deck"},
		`{"machine_deck":[3,1,2,8]}`:      {"option_list", "machine_deck"},
		`{"machine_deck":[0,0,0,0]}`:      {"machine_empty", "machine_deck"},
		`{"damage_die":[0,0,1,1,1]}`:      {"option_list", "damage_die"},
		`{"damage_die":[0,0,1,1,1,4]}`:    {"option_list", "damage_die"},
		`{"damage_die":[0,0,1,1,1,1.0]}`:  {"option_list", "damage_die"},
		`{"items_start":7}`:               {"option_range", "items_start"},
		`{"round_limit":0}`:               {"option_range", "round_limit"},
		`{"rounds":6}`:                    {"unknown_option", "rounds"},
		`{"difficulty":1,"difficulty":1}`: {"options_object", ""},
	} {
		_, err := New().Configure(json.RawMessage(options), 2)
		var e *game.Error
		if !errors.As(err, &e) || e.Code != want.code || e.Field != want.field {
			t.Errorf("%s: %v", options, err)
		}
	}
}
