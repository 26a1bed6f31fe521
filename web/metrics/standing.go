package metrics

import (
	"context"
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

// standing reads how things stand when it is asked. What can't be read is left out: a
// gauge that is absent raises an alarm, one that lies does not.
type standing struct{ o Options }

var (
	headOf = prometheus.NewDesc("turnbook_log_head", "The last message in the log.", nil, nil)
	lagOf  = prometheus.NewDesc("turnbook_projection_lag_messages", "Messages that the tables do not hold yet.", nil, nil)
	parked = prometheus.NewDesc("turnbook_parked_events", "Events that the tables could not take in, or that wait behind one.", nil, nil)
	views  = prometheus.NewDesc("turnbook_connections", "Views that are connected to this process.", nil, nil)
)

// Describe implements [prometheus.Collector].
func (s *standing) Describe(to chan<- *prometheus.Desc) {
	for _, d := range []*prometheus.Desc{headOf, lagOf, parked, views} {
		to <- d
	}
}

// standTime is the longest that a scrape waits for the log and the tables.
const standTime = 5 * time.Second

// Collect implements [prometheus.Collector].
func (s *standing) Collect(to chan<- prometheus.Metric) {
	ctx, cancel := context.WithTimeout(context.Background(), standTime)
	defer cancel()
	tell := func(d *prometheus.Desc, n float64) { to <- prometheus.MustNewConstMetric(d, prometheus.GaugeValue, n) }
	if s.o.Views != nil {
		tell(views, float64(s.o.Views()))
	}
	head, err := s.o.Log.Head(ctx)
	if err != nil {
		return
	}
	tell(headOf, float64(head))
	if s.o.Tables == nil {
		return
	}
	tables, err := s.o.Tables(ctx)
	if err != nil {
		return
	}
	tell(lagOf, float64(head-min(head, tables.Seq)))
	tell(parked, float64(tables.Parked))
}
