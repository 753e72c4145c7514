package dadi

import (
	"encoding/json"
	"errors"
	"testing"

	"banco/game"
)

func TestOptions_Refused(t *testing.T) {
	for options, want := range map[string]struct{ code, field string }{
		`{"table_cm":[60]}`:                                {"table_sides", "table_cm"},
		`{"table_cm":[60,60,60]}`:                          {"table_sides", "table_cm"},
		`{"table_cm":[49,60]}`:                             {"table_sides", "table_cm"},
		`{"table_cm":[60,201]}`:                            {"table_sides", "table_cm"},
		`{"table_cm":[60,60.0]}`:                           {"table_sides", "table_cm"},
		`{"army":[[1,1]]}`:                                 {"army_pairs", "army"},
		`{"army":[[1,1],[1,1],[1,1],[1,1],[1,1],[13,1]]}`:  {"army_pairs", "army"},
		`{"army":[[1,1],[1,1],[1,1],[1,1],[1,1],[1,21]]}`:  {"army_pairs", "army"},
		`{"army":[[1,1],[1,1],[1,1],[1,1],[1,1],[1,-1]]}`:  {"army_pairs", "army"},
		`{"army":[[1,1],[1,1],[1,1],[1,1],[1,1],[1,1,1]]}`: {"army_pairs", "army"},
		`{"army":null}`:                                    {"army_pairs", "army"},
		`{"scenery":"none"}`:                               {"option_choice", "scenery"},
		`{"scenery_each":6}`:                               {"option_range", "scenery_each"},
		`{"dead_pick":1}`:                                  {"option_choice", "dead_pick"},
		`{"round_limit":0}`:                                {"option_range", "round_limit"},
		`{"round_limit":"60"}`:                             {"option_range", "round_limit"},
		`{"rounds":6}`:                                     {"unknown_option", "rounds"},
		`{"scenery":"auto","scenery":"auto"}`:              {"options_object", ""},
	} {
		_, err := New().Configure(json.RawMessage(options), 2)
		var e *game.Error
		if !errors.As(err, &e) || e.Code != want.code || e.Field != want.field {
			t.Errorf("%s: %v", options, err)
		}
	}
	for _, options := range []string{`{"table_cm":null}`, `{"table_cm":[]}`} {
		if c := configure(t, options, 5); c.width != 120000 {
			t.Errorf("%s gives a table %d wide", options, c.width)
		}
	}
}
