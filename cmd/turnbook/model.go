package main

import (
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"turnbook/agents"
	"turnbook/agents/anthropic"
	"turnbook/agents/authoring"
	"turnbook/agents/definitions"
	"turnbook/agents/offline"
	"turnbook/agents/openai"
	"turnbook/agents/tape"
)

// models say which models the agents ask, and how they are reached.
type models struct {
	agents   string
	router   string   // "" for the agents'
	each     []string // AGENT=MODEL
	thinking string
	levels   []string // AGENT=LEVEL
	url      string   // "" for the vendor's own
	tape     string   // "" for none
}

func (m *models) flags(f *pflag.FlagSet) {
	f.StringVar(&m.agents, "model", "offline", "model of the agents: offline, offline:TIME to set how long an answer takes, anthropic:ID or openai:ID")
	f.StringVar(&m.router, "router-model", "", "model of the router, a small one (else --model)")
	f.StringArrayVar(&m.each, "agent-model", nil, "AGENT=MODEL: model of one agent, as in step-writer=anthropic:ID; may be given several times")
	f.StringVar(&m.thinking, "thinking", "off", "how hard models are asked to think: off, low, medium, high, xhigh or max")
	f.StringArrayVar(&m.levels, "agent-thinking", nil, "AGENT=LEVEL: the same for one agent; may be given several times")
	f.StringVar(&m.url, "model-url", "", "where anthropic: or openai: models are, for compatible servers (else the vendor's own)")
	f.StringVar(&m.tape, "tape", "", "record=FILE: write what goes over to the vendor to a tape; replay=FILE: play it back, with no vendor")
}

// voices are the agents with their models, open.
type voices struct {
	cast  *authoring.Cast
	tape  io.Closer                                // nil for none
	named func(model string) (agents.Model, error) // "" for the one of --model

	configured map[definitions.ID]definitions.AI // by agent, those of workspaces too
}

func (v *voices) close() {
	if v != nil && v.tape != nil {
		_ = v.tape.Close() // each exchange was written when it was over
	}
}

// open casts the agents: those of the program, and before them those in the data
// folder. Keys come from the environment, or from files that it names, and stand nowhere
// else.
func (m models) open(data string) (*voices, error) {
	o, err := m.casting(data)
	if err != nil {
		return nil, err
	}
	v := &voices{configured: o.Configured}
	over, err := m.transport(v)
	if err != nil {
		return nil, err
	}
	o.Voice = func(name string) (agents.Model, error) { return m.one(name, over) }
	v.named = func(name string) (agents.Model, error) {
		if name == "" {
			name = m.agents
		}
		return m.one(name, over)
	}
	if v.cast, err = authoring.New(o); err != nil {
		v.close()
		return nil, err
	}
	return v, nil
}

// transport is what requests go over: the network, with a recorder or not, or a tape.
func (m models) transport(v *voices) (http.RoundTripper, error) {
	how, file, ok := strings.Cut(m.tape, "=")
	switch {
	case m.tape == "":
		return http.DefaultTransport, nil
	case ok && file != "" && how == "record":
		f, err := os.OpenFile(file, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
		if err != nil {
			return nil, fmt.Errorf("open the tape: %w", err)
		}
		v.tape = f
		return tape.NewRecorder(http.DefaultTransport, f), nil
	case ok && file != "" && how == "replay":
		raw, err := os.ReadFile(file)
		if err != nil {
			return nil, fmt.Errorf("open the tape: %w", err)
		}
		exchanges, err := tape.Parse(raw)
		if err != nil {
			return nil, fmt.Errorf("read %s: %w", file, err)
		}
		return tape.NewPlayer(exchanges), nil
	}
	return nil, usage("--tape: %q is neither record=FILE nor replay=FILE", m.tape)
}

// pace is how long the offline model takes for an answer: long enough for a person to
// see who is at work.
const pace = 150 * time.Millisecond

// one makes the model of a name.
func (m models) one(name string, over http.RoundTripper) (agents.Model, error) {
	vendor, id, named := strings.Cut(name, ":")
	switch {
	case vendor == "offline":
		return offlineModel(id, named)
	case vendor == "anthropic" && id != "":
		key, err := m.key(vendor, "ANTHROPIC_API_KEY", true)
		return anthropic.New(anthropic.Options{Model: id, Key: key, BaseURL: m.url, Transport: over}), err
	case vendor == "openai" && id != "":
		key, err := m.key(vendor, "OPENAI_API_KEY", m.url == "") // a server of one's own may ask for none
		return openai.New(openai.Options{Model: id, Key: key, BaseURL: m.url, Transport: over}), err
	}
	return nil, usage("the model %q is not known; give offline, anthropic:ID or openai:ID", name)
}

func offlineModel(pause string, paused bool) (agents.Model, error) {
	o := offline.Options{Pace: pace}
	if paused {
		p, err := time.ParseDuration(pause)
		if err != nil || p < 0 {
			return nil, usage("the model offline:%s: %q is no time; give a duration such as 0s or 200ms", pause, pause)
		}
		o.Pace = p
	}
	return offline.New(o), nil
}

// key is a vendor's key: of the variable, or of the file that the variable with _FILE
// behind its name names. On a replayed tape nobody asks for one.
func (m models) key(vendor, variable string, needed bool) (string, error) {
	if key := strings.TrimSpace(os.Getenv(variable)); key != "" {
		return key, nil
	}
	if file := os.Getenv(variable + "_FILE"); file != "" {
		raw, err := os.ReadFile(file)
		if err != nil {
			return "", fmt.Errorf("read the key of %s: %w", vendor, err)
		}
		if key := strings.TrimSpace(string(raw)); key != "" {
			return key, nil
		}
		return "", usage("%s_FILE: the file %s is empty", variable, file)
	}
	if needed && !strings.HasPrefix(m.tape, "replay=") {
		return "", usage("%s models need a key: set %s, or %s_FILE to the name of a file that holds it", vendor, variable, variable)
	}
	return "none", nil
}
