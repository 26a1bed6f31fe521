package main

import (
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

const (
	calmFor = time.Second            // resident memory stays as it is for so long
	calmBy  = 30 * time.Second       // or is taken as it is then
	glance  = 100 * time.Millisecond // between two looks
)

// What the idle program has resident with the demo's book, once it is ready and its
// memory has stayed the same for a second. Goal (DESIGN.md section 9): under 80 MiB.
func BenchmarkIdle(b *testing.B) {
	var calm, peak []float64
	for b.Loop() {
		s := serveIn(b, b.TempDir())
		waitReady(b, s)
		waitDrawn(b, s)
		calm, peak = append(calm, calmMiB(b, s)), append(peak, statusMiB(b, s, "VmHWM"))
		s.stop()
	}
	slices.Sort(calm)
	slices.Sort(peak)
	b.ReportMetric(calm[len(calm)/2], "MiB/idle")
	b.ReportMetric(peak[len(peak)/2], "MiB/peak")
}

// calmMiB is the resident memory once it does not change any more.
func calmMiB(b *testing.B, s *server) float64 {
	b.Helper()
	last, since := statusMiB(b, s, "VmRSS"), time.Now()
	for begun := since; time.Since(since) < calmFor && time.Since(begun) < calmBy; {
		pause(b, glance)
		if now := statusMiB(b, s, "VmRSS"); now != last {
			last, since = now, time.Now()
		}
	}
	return last
}

// statusMiB is a line of what the kernel says of the process.
func statusMiB(b *testing.B, s *server, name string) float64 {
	b.Helper()
	raw, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", s.cmd.Process.Pid))
	if err != nil {
		b.Fatal(err)
	}
	for line := range strings.Lines(string(raw)) {
		if rest, ok := strings.CutPrefix(line, name+":"); ok {
			kb, err := strconv.ParseFloat(strings.TrimSuffix(strings.TrimSpace(rest), " kB"), 64)
			if err != nil {
				b.Fatal(err)
			}
			return kb / 1024
		}
	}
	b.Fatalf("the kernel does not say %s", name)
	return 0
}
