package web

import (
	"testing"

	"turnbook/projections"
)

func TestWhatHasNoKnownPriceIsNotSaidToBeFree(t *testing.T) {
	for want, turn := range map[string]projections.Turn{
		"":                {},
		"cost 0.0042 USD": {CostNanos: 4_200_000},
		"cost not known: 1 answer without a known price":       {UnpricedCalls: 1},
		"cost 0.0042 USD, and 2 answers without a known price": {CostNanos: 4_200_000, UnpricedCalls: 2},
	} {
		if got := costText(turn, "USD"); got != want {
			t.Errorf("%+v: %q, want %q", turn, got, want)
		}
	}
}
