package turn

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"turnbook/schemas"
)

func TestAModelCallIsRepeatedByItsRule(t *testing.T) {
	const s, ms = time.Second, time.Millisecond
	for _, c := range []struct {
		name  string
		code  schemas.Code
		asked time.Duration
		want  []time.Duration // pauses before the second attempt, the third, …
	}{
		{"a breakdown", schemas.CodeModelError, 0, []time.Duration{500 * ms, 1 * s}},
		{"no answer in time", schemas.CodeModelTimeout, 0, []time.Duration{500 * ms, 1 * s}},
		{"an answer that broke off", schemas.CodeModelCut, 0, []time.Duration{500 * ms, 1 * s}},
		{"an answer that is none", schemas.CodeModelUnusable, 0, []time.Duration{500 * ms, 1 * s}},
		{"too many calls", schemas.CodeRateLimited, 0, []time.Duration{2 * s, 4 * s, 8 * s, 16 * s}},
		{"too many calls, come back in 7 s", schemas.CodeRateLimited, 7 * s, []time.Duration{7 * s, 7 * s, 8 * s, 16 * s}},
		{"too many calls, come back tomorrow", schemas.CodeRateLimited, 24 * time.Hour, nil},
		{"no room", schemas.CodeOverloaded, 0, []time.Duration{1 * s, 2 * s, 4 * s, 8 * s}},
		{"the vendor's no", schemas.CodeModelRefused, 0, nil},
		{"too long a conversation", schemas.CodeContextOverflow, 0, nil},
		{"a code of some later program", "MODEL_BORED", 0, nil},
	} {
		var got []time.Duration
		for attempt := 0; ; attempt++ {
			pause, again := retryAfter(c.code, attempt, c.asked)
			if !again {
				break
			}
			got = append(got, pause)
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, diff)
		}
	}
}
