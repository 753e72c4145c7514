package klang

import "testing"

func TestK31_EveryLayoutFitsTheUsualField(t *testing.T) {
	for _, l := range layouts {
		configure(t, `{"terrain":"`+l.name+`"}`)
	}
}
