package bus_test

import (
	"testing"

	"turnbook/bus"
	"turnbook/bus/bustest"
)

func TestMem(t *testing.T) {
	bustest.Test(t, func(*testing.T) bus.Log { return bus.Mem() })
}

func TestMemWakes(t *testing.T) {
	bustest.TestWakes(t, func(*testing.T) bus.Wakes { return bus.MemWakes() })
}

func TestMemDeltas(t *testing.T) {
	bustest.TestDeltas(t, func(*testing.T) bus.Deltas { return bus.MemDeltas() })
}

func TestMemTexts(t *testing.T) {
	bustest.TestTexts(t, func(*testing.T) bus.Texts { return bus.MemTexts() })
}
