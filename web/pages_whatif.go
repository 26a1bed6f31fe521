package web

import (
	"encoding/json"
	"errors"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/a-h/templ"

	"turnbook/agents/turn"
	"turnbook/projections"
	"turnbook/schemas"
)

// whatIfView is what the page of a what-if shows: the question, whose whole stands in the
// page's address, and its answer.
type whatIfView struct {
	whatIfOther
	Turn   projections.Turn
	Screen projections.JSON // what the turn's view showed
	Begins []whatIfBegin
	From   uint64
	Asked  bool
	Wrong  string // why the question has no answer; "" where it has one
	Answer whatIfAnswer
}

// A whatIfOther is what is otherwise, as a form asks for it.
type whatIfOther struct {
	Choices []ruleChoice
	Flags   []flagChoice
	Sets    []string // as asked, "/current_task_id=42"; the last is blank
}

// supposes says whether the models would have been shown another screen.
func (v whatIfOther) supposes() bool { return len(v.Sets) > 1 }

// values are the parts of an address that say what is otherwise.
func (v whatIfOther) values() url.Values {
	q := url.Values{}
	for _, c := range v.Choices {
		if c.Chosen != "" {
			q.Add("rule", c.Chosen)
		}
	}
	for _, f := range v.Flags {
		if f.Chosen != "" {
			q.Add("flag", string(f.Flag)+"="+f.Chosen)
		}
	}
	for _, s := range v.Sets {
		if s != "" {
			q.Add("set", s)
		}
	}
	return q
}

// A whatIfBegin is a decision at which a what-if can begin.
type whatIfBegin struct {
	Seq      uint64
	Question string
}

// A ruleChoice is the versions of a rule that has several.
type ruleChoice struct {
	Question string
	Chosen   string // "" for what was in force
	Versions []ruleTold
}

// A flagChoice is a capability, and whether the what-if has it.
type flagChoice struct {
	Flag   schemas.Flag
	Chosen string // "on", "off", or "" for as it was
}

func whatIfLink(id schemas.TurnID, from uint64) templ.SafeURL {
	address := pathTo("turns", string(id)) + "/what-if"
	if from > 0 {
		address += templ.SafeURL("?from=" + strconv.FormatUint(from, 10))
	}
	return address
}

func (p *pages) whatIf(r *http.Request) (templ.Component, error) {
	ctx, id := r.Context(), schemas.TurnID(r.PathValue("id"))
	ask, wrong := readWhatIf(r.URL.Query())
	v := &whatIfView{From: ask.From, Wrong: wrong, Asked: !ask.change().Nothing()}
	v.choose(r.URL.Query(), ask)
	var err error
	if v.Turn, _, err = p.store.Turn(ctx, p.vendor, id); err != nil {
		return nil, err
	}
	decisions, _, err := p.store.Decisions(ctx, p.vendor, id)
	if err != nil {
		return nil, err
	}
	for _, d := range decisions {
		v.Begins = append(v.Begins, whatIfBegin{d.Seq, Explain(d).Question})
	}
	first, _, err := p.store.TurnEvents(ctx, p.vendor, id, schemas.Position{}, 1)
	if err != nil {
		return nil, err
	}
	if len(first) > 0 {
		v.Screen = screenOf(first[0])
	}
	if !v.Asked || v.Wrong != "" {
		return whatIfPage(v), nil
	}
	ask.Turn = string(id)
	for step, err := range p.retake(ctx, ask) {
		if told := problemOfDoor(err); err != nil && told != nil {
			v.Wrong = told.Detail
			return whatIfPage(v), nil
		}
		if err != nil {
			return nil, err
		}
		v.Answer.add(step)
	}
	return whatIfPage(v), nil
}

// screenOf is the context that a turn.requested holds.
func screenOf(e projections.Event) projections.JSON {
	var asked struct {
		UIContext json.RawMessage `json:"ui_context"`
	}
	_ = readJSON(e.Data, &asked) // one that can't be read has no screen to show
	return projections.JSON(asked.UIContext)
}

// errSet is what a value in the address must be.
var errSet = errors.New("write it as a pointer and a value, as in /current_task_id=42")

// readWhatIf reads the question out of an address. wrong says what is wrong with it.
func readWhatIf(q url.Values) (ask whatIfAsk, wrong string) {
	ask = whatIfAsk{Flags: make(map[string]bool), Set: make(map[string]json.RawMessage)}
	ask.From, _ = strconv.ParseUint(q.Get("from"), 10, 63) // anything else is the beginning
	for _, r := range q["rule"] {
		if r != "" {
			ask.Rules = append(ask.Rules, r)
		}
	}
	for _, f := range q["flag"] {
		if name, state, _ := strings.Cut(f, "="); state == "on" || state == "off" {
			ask.Flags[name] = state == "on"
		}
	}
	for _, s := range q["set"] {
		if strings.TrimSpace(s) == "" {
			continue
		}
		pointer, value, err := ParseSet(s)
		if err != nil {
			wrong = err.Error()
			continue
		}
		ask.Set[pointer] = value
	}
	return ask, wrong
}

// ParseSet reads "/current_task_id=42". What is no JSON behind the sign is taken as text.
func ParseSet(text string) (pointer string, value json.RawMessage, err error) {
	pointer, after, ok := strings.Cut(strings.TrimSpace(text), "=")
	if !ok || !strings.HasPrefix(pointer, "/") {
		return "", nil, errSet
	}
	if value = json.RawMessage(after); !json.Valid(value) {
		value, err = json.Marshal(after)
	}
	return pointer, value, err
}

// choose fills the form with the question.
func (v *whatIfOther) choose(q url.Values, ask whatIfAsk) {
	versions := make(map[string][]ruleTold)
	for _, r := range turn.Rules() {
		name := r.Rule.Name()
		versions[name] = append(versions[name], ruleTold{Rule: r.Rule, Says: r.Says})
	}
	for _, name := range slices.Sorted(maps.Keys(versions)) {
		if len(versions[name]) < 2 {
			continue
		}
		c := ruleChoice{Question: ruleQuestion(name), Versions: versions[name]}
		for _, r := range ask.Rules {
			if schemas.Rule(r).Name() == name {
				c.Chosen = r
			}
		}
		v.Choices = append(v.Choices, c)
	}
	f := flagChoice{Flag: schemas.AITaskBuilder}
	if on, given := ask.Flags[string(f.Flag)]; given {
		f.Chosen = map[bool]string{true: "on", false: "off"}[on]
	}
	v.Flags = append(v.Flags, f)
	for _, s := range q["set"] {
		if strings.TrimSpace(s) != "" {
			v.Sets = append(v.Sets, s)
		}
	}
	v.Sets = append(v.Sets, "")
}
