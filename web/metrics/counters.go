package metrics

import (
	"slices"

	"github.com/prometheus/client_golang/prometheus"

	"turnbook/schemas"
)

// counters are the counts by name. What a name means stands in its help.
type counters struct {
	turns, refusals, redirects, drops, cards *prometheus.CounterVec
	calls, tokens, cost, unpriced            *prometheus.CounterVec
	hops                                     prometheus.Counter
	ran, answers                             *prometheus.HistogramVec
	appends                                  prometheus.Histogram

	code, agent, model *room
	all                []prometheus.Collector
}

// Bounds of the histograms, in seconds.
var (
	turnSeconds   = []float64{.1, .25, .5, 1, 2.5, 5, 10, 30, 60, 120, 300, 600}
	answerSeconds = []float64{.1, .25, .5, 1, 2, 4, 8, 16, 32, 64, 120}
	appendSeconds = []float64{.00005, .0001, .00025, .0005, .001, .0025, .005, .01, .05, .25, 1}
)

func newCounters(currency string) counters {
	c := counters{code: newRoom(100), agent: newRoom(50), model: newRoom(50)}
	count := func(name, help string, labels ...string) *prometheus.CounterVec {
		v := prometheus.NewCounterVec(prometheus.CounterOpts{Namespace: "turnbook", Name: name, Help: help}, labels)
		c.all = append(c.all, v)
		return v
	}
	times := func(name, help string, bounds []float64, labels ...string) *prometheus.HistogramVec {
		v := prometheus.NewHistogramVec(prometheus.HistogramOpts{Namespace: "turnbook", Name: name, Help: help, Buckets: bounds}, labels)
		c.all = append(c.all, v)
		return v
	}
	c.turns = count("turns_total", "Turns that ended, by the domain that owned them last and by status.", "domain", "status")
	c.ran = times("turn_duration_seconds", "Time that turns ran, without the time that they waited for a person.", turnSeconds, "domain")
	c.hops = count("hops_total", "Hand-backs of a domain to the router.").WithLabelValues()
	c.redirects = count("redirects_total", "Redirects that were considered: applied or kept.", "outcome")
	c.refusals = count("refusals_total", "Commands, writes and flushes that were refused, by code.", "code")
	c.drops = count("drops_total", "Step events that no store of the origin view took, by reason.", "reason")
	c.cards = count("cards_total", "Cards: raised, and what came of them.", "outcome")
	c.calls = count("model_calls_total", "Calls of models that were answered, or came to nothing with a code.", "agent", "outcome")
	c.answers = times("model_call_duration_seconds", "Time that models took to answer.", answerSeconds, "model")
	c.tokens = count("model_tokens_total", "Tokens: input (those of a cache among them), cached, output.", "model", "kind")
	c.cost = count("model_cost_nanos_total", "Cost of models with a known price, in billionths of "+currency+".", "model")
	c.unpriced = count("model_calls_unpriced_total", "Answers of models without a known price: their cost is in no sum.", "model")
	c.appends = times("append_duration_seconds", "Time that an append of this process took, until it was acknowledged.", appendSeconds).WithLabelValues().(prometheus.Histogram)
	return c
}

func (c *counters) refused(code schemas.Code) {
	c.refusals.WithLabelValues(c.code.of(string(code))).Inc()
}

// other stands for what no label has a value for.
const other = "other"

// oneOf is a value of a closed list.
func oneOf[T ~string](list []T, value T) string {
	if slices.Contains(list, value) {
		return string(value)
	}
	return other
}

// A room is the values of a label whose list is not known beforehand: the first so many.
type room struct {
	most int
	seen map[string]bool
}

func newRoom(most int) *room { return &room{most, make(map[string]bool)} }

func (r *room) of(value string) string {
	switch {
	case r.seen[value]:
		return value
	case value == "" || len(r.seen) >= r.most:
		return other
	}
	r.seen[value] = true
	return value
}
