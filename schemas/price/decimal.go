package price

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
)

// A pico is a thousandth of a [Nano], in which one token's price is told: a price per
// million tokens with up to six decimals is a whole number of them.
type pico int64

const picoDigits = 6

// times is what so many tokens cost. Of the dearest price that can be written, more than
// nine million tokens would not fit; no call has so many.
func (p pico) times(tokens int) pico { return p * pico(tokens) }

// nano rounds to the next amount of money, a half up.
func (p pico) nano() Nano { return Nano((p + 500) / 1000) }

// A decimal is a price as it stands in a file: text, so that no digit is lost.
type decimal struct {
	pico
	set bool
}

func (d decimal) or(other decimal) pico {
	if d.set {
		return d.pico
	}
	return other.pico
}

// UnmarshalJSON implements [json.Unmarshaler].
func (d *decimal) UnmarshalJSON(raw []byte) error {
	var text string
	if err := json.Unmarshal(raw, &text); err != nil {
		return fmt.Errorf("the price %s is no text; give one such as \"0.25\"", raw)
	}
	whole, part, _ := strings.Cut(text, ".")
	if len(part) > picoDigits || len(whole) > picoDigits || whole == "" || strings.ContainsAny(text, "+-_ ") {
		return fmt.Errorf("the price %q is none; give one such as 0.25, with at most %d decimals", text, picoDigits)
	}
	n, err := strconv.ParseInt(whole+part+strings.Repeat("0", picoDigits-len(part)), 10, 64)
	if err != nil {
		return fmt.Errorf("the price %q is none; give one such as 0.25", text)
	}
	d.pico, d.set = pico(n), true
	return nil
}

// String is an amount in its currency's unit, with all its digits: "0.000012".
func (n Nano) String() string {
	sign, abs := "", n
	if n < 0 {
		sign, abs = "-", -n
	}
	text := fmt.Sprintf("%s%d.%09d", sign, abs/1e9, abs%1e9)
	return strings.TrimRight(strings.TrimRight(text, "0"), ".")
}
