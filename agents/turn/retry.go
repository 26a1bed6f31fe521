package turn

import (
	"time"

	"turnbook/schemas"
)

// longestPause is the longest time that a turn waits for a vendor, whatever that asks
// for: behind it a person is better told.
const longestPause = time.Minute

// retryAfter is the rule of repeated model calls: how long to wait before the next
// attempt, or that there is none. It follows from what went wrong, how often, and what
// the vendor asked for, and from nothing else. A repetition asks a model once more; it
// repeats nothing that is in the book.
func retryAfter(code schemas.Code, attempt int, asked time.Duration) (pause time.Duration, again bool) {
	first, most := 500*time.Millisecond, MaxAttempts
	switch code {
	case schemas.CodeRateLimited:
		first, most = 2*time.Second, MaxAttempts+2
	case schemas.CodeOverloaded:
		first, most = time.Second, MaxAttempts+2
	case schemas.CodeModelError, schemas.CodeModelTimeout, schemas.CodeModelCut, schemas.CodeModelUnusable:
	case schemas.CodeModelRefused, schemas.CodeContextOverflow:
		return 0, false // asking again changes nothing
	default:
		return 0, false // a failure that nobody thought of is told at once, by its code
	}
	if attempt+1 >= most || asked > longestPause {
		return 0, false
	}
	return min(max(first<<attempt, asked), longestPause), true
}
