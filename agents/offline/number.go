package offline

import (
	"fmt"
	"strconv"
	"strings"
)

// last is the number of the last thing of a list, -2 that of the one before it.
// Numbers count from 1.
const last = -1

// ordinalOf reads first, 2nd, last.
func ordinalOf(w string) (int, bool) {
	for i, name := range [...]string{"first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"} {
		if w == name {
			return i + 1, true
		}
	}
	if w == "last" || w == "final" || w == "latest" {
		return last, true
	}
	for _, suffix := range [...]string{"st", "nd", "rd", "th"} {
		if digits, ok := strings.CutSuffix(w, suffix); ok {
			return cardinalDigits(digits)
		}
	}
	return 0, false
}

// cardinalOf reads 3, #3, three.
func cardinalOf(w string) (int, bool) {
	for i, name := range [...]string{"one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"} {
		if w == name {
			return i + 1, true
		}
	}
	return cardinalDigits(strings.TrimPrefix(w, "#"))
}

// cardinalDigits reads up to six digits: nobody counts further by hand.
func cardinalDigits(s string) (int, bool) {
	n, err := strconv.Atoi(s)
	if err != nil || len(s) > 6 || s[0] < '0' || s[0] > '9' {
		return 0, false
	}
	return n, true
}

// index turns a number of people into an index of a list of n.
func index(number, n int) (int, bool) {
	if number < 0 {
		number += n + 1
	}
	return number - 1, number >= 1 && number <= n
}

// count says how many there are of a thing: "1 task", "3 tasks", "2 branches".
func count(n int, what string) string {
	switch {
	case n == 1:
		return "1 " + what
	case strings.HasSuffix(what, "ch"):
		return fmt.Sprintf("%d %ses", n, what)
	}
	return fmt.Sprintf("%d %ss", n, what)
}
