package offline

import (
	"strings"
	"testing"

	"turnbook/agents"
)

// Older talk is summed up by the first words of each message, behind an earlier summary.
func TestOlderTalkIsSummedUpByItsFirstWords(t *testing.T) {
	r := agents.Request{Agent: "compact", Data: []agents.Data{
		{Name: "talk", JSON: []byte(`[{"who":"user","text":"Add a step that says who signs for the laptop"},{"who":"assistant","text":"Added \"it\"."}]`)},
		{Name: "earlier", JSON: []byte(`{"summary":"Labels are blue.","messages":4}`)},
	}}
	want := `Labels are blue. The user said: "Add a step that says who signs for…". The assistant said: "Added \"it\".".`
	if got := strings.Join(answerTo(r).text, " "); got != want {
		t.Errorf("summed up as\n%s\nwant\n%s", got, want)
	}
	if got := strings.Join(answerTo(agents.Request{Agent: "compact"}).text, " "); got != "There is nothing to sum up." {
		t.Errorf("without talk it says %q", got)
	}
}
