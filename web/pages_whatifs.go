package web

import (
	"cmp"
	"context"
	"iter"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/a-h/templ"

	"turnbook/schemas"
)

// turnsAsked is how many turns the page of a what-if takes again unless it is asked for more.
const turnsAsked = 1000

// whatIfsView is what the page of a what-if over many turns shows. The question stands
// whole in the page's address; it is answered while the page is drawn, so that it can say
// how far it is, and whoever leaves stops it.
type whatIfsView struct {
	whatIfOther
	Choice TurnChoice
	Where  string // a condition in SQL; "" for none
	Limit  int    // 0 for [turnsAsked]
	Draft  bool   // the question is only to be shown
	Asked  bool
	Head   uint64 // what the answer stands for
	Wrong  string // why the question has no answer; "" where it has one
	Answer whatIfAnswer
	Words  map[schemas.TurnID]string // how the messages begin of the turns that are listed

	ask    whatIfAsk
	retake func(context.Context, whatIfAsk) iter.Seq2[retaken, error]
	words  func(context.Context, []schemas.TurnID) (map[schemas.TurnID]string, error)
	wrong  func(error) string // says what went wrong
}

// whatIfsLink is the address of a question over many turns; draft where it is only to be
// shown.
func whatIfsLink(q url.Values) templ.SafeURL {
	if len(q) == 0 {
		return "/what-if"
	}
	return templ.SafeURL("/what-if?" + q.Encode())
}

func (p *pages) whatIfs(r *http.Request) (templ.Component, error) {
	q := r.URL.Query()
	v := &whatIfsView{Choice: readTurnChoice(q), Where: strings.TrimSpace(q.Get("where")), Draft: q.Get("draft") != "", retake: p.retake, words: p.firstWordsOf, wrong: p.wrong}
	v.ask, v.Wrong = readWhatIf(q)
	v.choose(q, v.ask)
	v.Limit = v.limit(q.Get("limit"))
	v.ask.TurnChoice, v.ask.Where, v.ask.Limit = v.Choice, v.Where, cmp.Or(v.Limit, turnsAsked)
	v.ask.All = !v.ask.chosen()
	v.Asked = !v.Draft && !v.ask.change().Nothing()
	head, err := p.log.Head(r.Context())
	v.Head = head
	return whatIfsPage(v), err
}

// limit reads how many turns are let through; 0 where that is left to the page.
func (v *whatIfsView) limit(text string) int {
	text = strings.TrimSpace(text)
	if text == "" {
		return 0
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 || n > mostTurnsAsked {
		v.Wrong = "turns at most: give a number from 1 to " + grouped(mostTurnsAsked)
		return 0
	}
	return n
}

// A whatIfStep is how far a question is.
type whatIfStep struct{ Done, Of, Differing int }

// String is the whole sentence.
func (s whatIfStep) String() string {
	return grouped(s.Done) + " of " + grouped(s.Of) + " turns looked at, " + grouped(s.Differing) + " decisions would differ so far."
}

// steps answers the question, and yields how far it is every hundredth of the way, but
// every fifty turns at the least.
func (v *whatIfsView) steps(ctx context.Context) iter.Seq[whatIfStep] {
	return func(yield func(whatIfStep) bool) {
		of, next := 0, 0
		for r, err := range v.retake(ctx, v.ask) {
			if err != nil {
				v.Wrong = v.wrong(err)
				return
			}
			v.Answer.add(r)
			if of == 0 {
				of = int(r.Of)
			}
			if v.Answer.Turns < next {
				continue
			}
			next = v.Answer.Turns + min(50, of/100+1)
			if !yield(whatIfStep{v.Answer.Turns, of, v.Answer.Differing}) {
				return
			}
		}
		var err error
		if v.Words, err = v.words(ctx, v.Answer.listed()); err != nil {
			v.Wrong = v.wrong(err)
		}
	}
}

// wrong says why a question has no answer. A breakdown is logged.
func (p *pages) wrong(err error) string {
	told := problemOf(err)
	if told.Code == CodeInternal {
		p.lg.Error("what-if not answered", "err", err)
		return "The book did not answer. What is in it is safe; try again in a moment."
	}
	return told.Detail
}

// firstWordsOf are the messages of turns, as far as a line shows them.
func (p *pages) firstWordsOf(ctx context.Context, ids []schemas.TurnID) (map[schemas.TurnID]string, error) {
	return p.store.TurnTexts(ctx, p.vendor, ids)
}

// values are the parts of the page's address that are set.
func (v *whatIfsView) values() url.Values {
	q := v.whatIfOther.values()
	limit := ""
	if v.Limit > 0 {
		limit = strconv.Itoa(v.Limit)
	}
	for name, value := range map[string]string{
		"session": v.Choice.Session, "status": v.Choice.Status, "stop_reason": v.Choice.Stop, "domain": v.Choice.Domain,
		"since": v.Choice.Since, "until": v.Choice.Until, "text": v.Choice.Text, "where": v.Where, "limit": limit,
	} {
		if value != "" {
			q.Set(name, value)
		}
	}
	return q
}

// stopped is the page with the question and no answer.
func (v *whatIfsView) stopped() templ.SafeURL {
	q := v.values()
	q.Set("draft", "1")
	return whatIfsLink(q)
}

// raised is how many turns the limit can be raised to, and the page that does so.
func (v *whatIfsView) raised() (int, templ.SafeURL) {
	most := min(v.Answer.Named, mostTurnsAsked)
	q := v.values()
	q.Set("limit", strconv.Itoa(most))
	return most, whatIfsLink(q)
}

// sum is what the answer comes to, in a sentence.
func (v *whatIfsView) sum() string {
	a := v.Answer
	if a.Turns == 0 {
		return "No turn matches: nothing was looked at."
	}
	looked := countedGrouped(a.Turns, "turn") + " and " + countedGrouped(a.Decisions, "decision") + " looked at: "
	if a.Differing == 0 {
		return looked + "all agree."
	}
	return looked + grouped(a.Agreeing) + " agree, " + grouped(a.Differing) + " would differ."
}

// cut says that the limit leaves turns out, as far as what can be done about it.
func (v *whatIfsView) cut() string {
	return "The first " + countedGrouped(v.Answer.Turns, "turn") + " of " + grouped(v.Answer.Named) + ": narrow it,"
}

// reasons are the turns that leave what is recorded, by why.
func (v *whatIfsView) reasons() []leftReason {
	by := make(map[string][]leftBook)
	for _, u := range v.Answer.Unknown {
		by[u.Because] = append(by[u.Because], u)
	}
	var all []leftReason
	for _, why := range slices.Sorted(maps.Keys(by)) {
		all = append(all, leftReason{why, by[why]})
	}
	return all
}

// A leftReason is why turns leave what is recorded.
type leftReason struct {
	Because string
	Turns   []leftBook
}

// turnWords are how a turn's message begins; its id where the tables do not hold it.
func (v *whatIfsView) turnWords(id schemas.TurnID) string {
	if text := v.Words[id]; strings.TrimSpace(text) != "" {
		return firstWords(text)
	}
	return "Turn " + shortID(string(id))
}

// placeOfEvent is the address of an event on its turn's page.
func placeOfEvent(id schemas.TurnID, seq uint64) templ.SafeURL {
	return turnAsk{Turn: id}.event(schemas.Position{Seq: seq})
}

// agents are those that the field of agents suggests.
func (v *whatIfsView) agents() []schemas.Domain {
	return []schemas.Domain{schemas.PlaybookEditor, schemas.TaskBuilder, schemas.Guide}
}
