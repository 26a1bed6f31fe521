package web

import (
	"turnbook/projections"
	"turnbook/schemas/price"
)

// costText is what the models of a turn cost, for people; "" for nothing. What has no
// known price is said to have none: it is not free.
func costText(t projections.Turn, currency string) string {
	cost := "cost " + price.Nano(t.CostNanos).String() + " " + currency
	switch unpriced := counted(t.UnpricedCalls, "answer") + " without a known price"; {
	case t.UnpricedCalls > 0 && t.CostNanos > 0:
		return cost + ", and " + unpriced
	case t.UnpricedCalls > 0:
		return "cost not known: " + unpriced
	case t.CostNanos > 0:
		return cost
	}
	return ""
}
