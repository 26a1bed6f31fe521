package handles

import (
	"reflect"
	"strings"
	"testing"

	"turnbook/schemas"
)

func TestEachEndIsDeliveredOnce(t *testing.T) {
	ended, told := facts(launched(), done("t1", 1)), schemas.HandleNotified{Generation: 1, Turn: "o2"}
	has := schemas.HandleAttentionConsumed{Generation: 1, By: ByAwait}
	tell(t, []story{
		{name: "68 an await has it", given: ended, when: Awaited{owner, 1}, then: facts(has)},
		{name: "68 then no wake", given: append(ended[:2:2], has), when: Notified{1, "o2"}},
		{name: "67 a wake has it", given: ended, when: Notified{1, "o2"}, then: facts(told)},
		{name: "67 then no other", given: append(ended[:2:2], told), when: Notified{1, "o3"}},
		{name: "nor an await's mark", given: append(ended[:2:2], told), when: Awaited{owner, 1}},
		{name: "only its owner's await counts", given: ended, when: Awaited{"w-other", 1}},
		{name: "and only of the end that it saw", given: ended, when: Awaited{owner, 2}},
		{name: "there is none before the end", given: facts(launched()), when: Awaited{owner, 0}},
		{name: "79 nobody is left", given: ended, when: OwnerGone{}, then: facts(schemas.HandleAttentionConsumed{Generation: 1, By: ByOwnerGone})},
		{name: "70 the next end is another", given: facts(launched(), broken, told, done("t2", 2)), when: Notified{2, "o3"}, then: facts(schemas.HandleNotified{Generation: 2, Turn: "o3"})},
		{name: "70 once", given: facts(launched(), broken, told, done("t2", 2), schemas.HandleNotified{Generation: 2, Turn: "o3"}), when: Notified{2, "o4"}},
		{name: "70 and not where an await has it", given: facts(launched(), broken, told, done("t2", 2), schemas.HandleAttentionConsumed{Generation: 2, By: ByAwait}), when: Notified{2, "o3"}},
		{name: "an old end's wake is none", given: facts(launched(), broken, done("t2", 2)), when: Notified{1, "o3"}},
		{name: "who stopped it is not woken", given: facts(launched(), stopped), when: Notified{1, "o2"}},
		{name: "who waits is not woken", given: facts(child(), done("t1", 1)), when: Notified{1, "o2"}},
		{name: "who waits no more is to be woken", given: facts(child()), when: Detach{WaitExceeded}, then: facts(schemas.HandleAttentionSet{Policy: schemas.NotifyOnTerminal, Reason: WaitExceeded})},
		{name: "once", given: facts(launched()), when: Detach{MessageWaiting}},
		{name: "nobody is woken for what no turn asked for", given: facts(unattended(), done("t1", 1)), when: Notified{1, "o2"}},
		{name: "whoever waited for it", given: facts(unattended()), when: Detach{WaitExceeded}},
		{name: "and its owner may read it", given: facts(unattended(), done("t1", 1)), when: Awaited{owner, 1}, then: facts(has)},
		{name: "not where the end is there to be had", given: facts(child(), done("t1", 1)), when: Detach{WaitExceeded}},
	})
}

func TestWhoIsWokenForWhat(t *testing.T) {
	end := func(id schemas.HandleID, events ...schemas.Event) *Handle {
		h := fold(t, events...)
		h.ID = id
		return h
	}
	one, two := end("wst_1", launched(), done("t1", 1)), end("wst_2", launched(), broken)
	three := end("wst_3", func() schemas.Event { c := child(); c.Attention = schemas.NotifyOnTerminal; return c }(), done("t1", 1))
	all := []*Handle{one, end("wst_4", launched()), two, three}
	text := "Work that you delegated has come to its end:\n- wst_1: completed\n- wst_2: error\n- w-child: completed\n" +
		"Fetch the reports once: call task_await with these ids and timeout_secs 0. Then go on with your work."
	send := Wake{Do: DoSend, Tell: []*Handle{one, two, three}, Text: text, About: []string{"wst_1#1", "wst_2#1", "wst_3#1"}}
	for _, r := range []struct {
		name  string
		all   []*Handle
		owner Owner
		want  Wake
	}{
		{"69 three ends are one message", all, Owner{}, send},
		{"69 not while it is busy", all, Owner{Busy: true}, Wake{Do: DoAgain}},
		{"80 not while it was stopped by a person", all, Owner{Interrupted: true, Busy: true}, Wake{Do: DoLeave}},
		{"not while it waits for another", append(all[:4:4], end("wst_5", child())), Owner{}, Wake{Do: DoBlocked}},
		{"nor for what no turn asked for", append(all[:1:1], end("wst_5", unattended(), done("t1", 1))), Owner{}, Wake{Do: DoSend, Tell: all[:1], Text: strings.Replace(text, "\n- wst_2: error\n- w-child: completed", "", 1), About: []string{"wst_1#1"}}},
		{"nor is that waited for", append(all[:4:4], end("wst_5", unattended())), Owner{}, send},
		{"79 nobody is left to wake", all, Owner{Gone: true}, Wake{Do: DoDrop, Drop: []*Handle{one, two, three}}},
		{"38 not for what its caller was told at once", []*Handle{end("wst_6", schemas.HandleCreated{Status: schemas.HandleRunning}, broken)}, Owner{}, Wake{Do: DoNothing}},
		{"what a crash left unmarked is marked, and not told again", []*Handle{one}, Owner{Busy: true, Told: map[string]schemas.TurnID{"wst_1#1": "o7"}}, Wake{Do: DoNothing, Mark: map[schemas.HandleID]Notified{"wst_1": {1, "o7"}}}},
		{"nothing has ended", nil, Owner{}, Wake{Do: DoNothing}},
	} {
		t.Run(r.name, func(t *testing.T) {
			if got := Attention(r.all, r.owner); !reflect.DeepEqual(got, r.want) {
				t.Errorf("got  %+v\nwant %+v", got, r.want)
			}
		})
	}
}

func TestAnOwnerIsAskedToWaitForWhatItMustWaitFor(t *testing.T) {
	blocking, notified, over := fold(t, child()), fold(t, launched()), fold(t, child(), done("t1", 1))
	all := []*Handle{blocking, notified, over, fold(t, unattended())}
	ask := "Work that you delegated and have to wait for is still at work: w-child. Call task_await with these ids, and use what they report, before you end your turn."
	for _, r := range []struct {
		name string
		all  []*Handle
		end  TurnEnd
		want string
	}{
		{"it is asked", all, TurnEnd{}, ask},
		{"three times in a row", all, TurnEnd{Nudges: 2}, ask},
		{"and no more", all, TurnEnd{Nudges: 3}, ""},
		{"not when a person stopped it", all, TurnEnd{Interrupted: true}, ""},
		{"not when a message waits", all, TurnEnd{Waiting: true}, ""},
		{"not for what it is woken for", all[1:], TurnEnd{}, ""},
	} {
		if got, about := Nudge(r.all, r.end); got != r.want || (about != nil) != (r.want != "") {
			t.Errorf("%s: got %q about %v", r.name, got, about)
		}
	}
}
