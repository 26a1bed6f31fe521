package main

import (
	"fmt"
	"os"

	"turnbook/schemas/price"
)

// pricesOf reads the prices that models are counted by: those of a file, of the one that
// TURNBOOK_PRICES names, or those that the program came with. Whoever opens a folder
// without a server finds the server's in the environment.
func pricesOf(file string) (*price.Table, error) {
	if file == "" {
		file = os.Getenv("TURNBOOK_PRICES")
	}
	if file == "" {
		return price.Builtin(), nil
	}
	raw, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("read the prices: %w", err)
	}
	t, err := price.Parse(raw)
	if err != nil {
		return nil, usage("--prices %s: %v", file, err)
	}
	return t, nil
}
