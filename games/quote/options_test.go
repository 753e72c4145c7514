package quote

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"banco/game"
)

func TestOptions_Refused(t *testing.T) {
	for options, want := range map[string]struct{ code, rule, field string }{
		`{"critical_hits":0}`:                     {"option_range", "Q04", "critical_hits"},
		`{"critical_hits":6}`:                     {"option_range", "Q04", "critical_hits"},
		`{"hits_to_fall":0}`:                      {"option_range", "Q12", "hits_to_fall"},
		`{"hits_to_fall":-1}`:                     {"option_range", "Q12", "hits_to_fall"},
		`{"round_limit":1001}`:                    {"option_range", "Q03", "round_limit"},
		`{"margin":true}`:                         {"option_choice", "Q09", "margin"},
		`{"normalise":"maybe"}`:                   {"option_choice", "Q07", "normalise"},
		`{"damage":"999999999d9"}`:                {"damage_dice", "Q12", "damage"},
		`{"damage":7}`:                            {"damage_text", "Q12", "damage"},
		`{"tris":[]}`:                             {"tris", "Q04", "tris"},
		`{"tris":[{},{},{},{},{},{},{},{},{},7]}`: {"tris", "Q04", "tris[9]"},
		`{"tris":[{"effect":"x"},{},{},{},{},{},{},{},{},{}]}`:                             {"tris", "Q04", "tris[0].effect"},
		`{"tris":[{"text":"` + strings.Repeat("x", 81) + `"},{},{},{},{},{},{},{},{},{}]}`: {"tris", "Q04", "tris[0].text"},
		`{"locations":null}`:                               {"locations", "Q12", "locations"},
		`{"locations":[{"faces":1}]}`:                      {"locations", "Q12", "locations[0].name"},
		`{"locations":[{"name":"x","faces":"1"}]}`:         {"locations", "Q12", "locations[0].faces"},
		`{"locations":[{"name":"x","faces":0}]}`:           {"locations", "Q12", "locations"},
		`{"locations":[{"name":"x","faces":101}]}`:         {"locations", "Q12", "locations"},
		`{"locations":[{"name":"x","faces":1,"plus":21}]}`: {"locations", "Q12", "locations"},
		`{"quotas":6}`:                  {"unknown_option", "Q01", "quotas"},
		`{"margin":"no","margin":"no"}`: {"options_object", "Q01", ""},
	} {
		_, err := New().Configure(json.RawMessage(options), 1)
		var e *game.Error
		if !errors.As(err, &e) || e.Code != want.code || e.Rule != want.rule || e.Field != want.field {
			t.Errorf("%s: %v", options, err)
		}
	}
}
