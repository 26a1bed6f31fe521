package main

import (
	"net/url"

	"github.com/spf13/pflag"
)

// A turnChoice is what turns are chosen by; its words are the server's.
type turnChoice struct {
	Session string `json:"session,omitempty"`
	Status  string `json:"status,omitempty"`
	Stop    string `json:"stop_reason,omitempty"`
	Domain  string `json:"domain,omitempty"`
	Since   string `json:"since,omitempty"`
	Until   string `json:"until,omitempty"`
	Text    string `json:"text,omitempty"`
}

func (c *turnChoice) flags(f *pflag.FlagSet) {
	f.StringVar(&c.Session, "session", "", "only this conversation's")
	f.StringVar(&c.Status, "status", "", "only these, as in completed")
	f.StringVar(&c.Stop, "stop-reason", "", "only those that ended for this reason, as in hops_exhausted")
	f.StringVar(&c.Domain, "domain", "", "only those that this agent owns or owned last, as in task-builder")
	f.StringVar(&c.Since, "since", "", "only those asked for from then on, as in 2026-11-30")
	f.StringVar(&c.Until, "until", "", "only those asked for before then")
	f.StringVar(&c.Text, "text", "", "only those whose message holds this text")
}

// values are the fields as parameters of an address.
func (c turnChoice) values() url.Values {
	q := url.Values{}
	for name, value := range map[string]string{
		"session": c.Session, "status": c.Status, "stop_reason": c.Stop, "domain": c.Domain, "since": c.Since, "until": c.Until, "text": c.Text,
	} {
		if value != "" {
			q.Set(name, value)
		}
	}
	return q
}
