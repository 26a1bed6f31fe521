package schemas

import (
	"crypto/sha256"
	"fmt"
	"testing"
	"time"
)

// decision is a typical append: a model's answer, its tool call, a step, a row.
func decision() []Draft {
	events := []Event{
		ModelAnswered{Call: "t1.m.3", Lane: "m", Model: "offline", Text: "I add the step.", ToolCalls: []ToolRequest{{ID: "c1", Name: "create_step", Args: []byte(`{"kind":"FORM","title":"Passport"}`)}}, Usage: Usage{Input: 812, Output: 64}},
		ToolCalled{Call: "t1.m.4", Lane: "m", Tool: "create_step", Args: []byte(`{"kind":"FORM","title":"Passport"}`), Ref: "c1", Basis: Basis{"playbook/p1": 12}},
		StepAdded{StepAddress: TaskAddress("42"), Step: "t1.m.5", Kind: Form, Title: "Passport", Description: "Number, country and date of expiry, as printed.", Place: Place{After: "t1.m.2"}},
		RowChanged{Row: "r1", Title: "Passport", Status: RowRunning, Detail: "writing the form"},
	}
	drafts := make([]Draft, len(events))
	for i, e := range events {
		drafts[i] = Draft{ID: fmt.Sprint("t1/", i+3), Event: e, Subject: Subject{"p1", "42"}, Turn: "t1", Cause: "t1/2", Actor: "agent/task-builder"}
	}
	return drafts
}

func BenchmarkEncodeBatch(b *testing.B) {
	drafts := decision()
	message, _, _, err := EncodeBatch(session, "", someTime, drafts, BatchLimits{Spill: 256 << 10, Max: 8 << 20, Message: 1 << 20})
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(len(message)))
	b.ReportAllocs()
	for b.Loop() {
		EncodeBatch(session, "", someTime, drafts, BatchLimits{Spill: 256 << 10, Max: 8 << 20, Message: 1 << 20})
	}
}

func BenchmarkEncodeOne(b *testing.B) {
	drafts := decision()[2:3]
	b.ReportAllocs()
	for b.Loop() {
		EncodeBatch(session, "", someTime, drafts, BatchLimits{})
	}
}

func BenchmarkDecodeBatch(b *testing.B) {
	message, _, _, err := EncodeBatch(session, "", someTime, decision(), BatchLimits{})
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(len(message)))
	b.ReportAllocs()
	for b.Loop() {
		DecodeBatch(session, 1, message, nil)
	}
}

func BenchmarkDecodeBatchAnyForm(b *testing.B) {
	message, _, _, _ := EncodeBatch(session, "", someTime, decision(), BatchLimits{})
	b.ReportAllocs()
	for b.Loop() {
		(&decoder{entity: session, source: session.Source()}).anyForm(message)
	}
}

func BenchmarkVerifyHash(b *testing.B) {
	_, records, _, _ := EncodeBatch(session, "", someTime, decision()[2:3], BatchLimits{})
	b.ReportAllocs()
	for b.Loop() {
		VerifyHash(records[0].Stored)
	}
}

// Verifying a chain, against SHA-256 over the same bytes, taken in turns. Goal (DESIGN.md
// section 9): at most 3.
func BenchmarkVerifyChain(b *testing.B) {
	var chain []Record
	bytes := 0
	for prev := ""; len(chain) < 1000; prev = chain[len(chain)-1].Hash {
		_, records, _, err := EncodeBatch(session, prev, someTime, decision(), BatchLimits{})
		if err != nil {
			b.Fatal(err)
		}
		chain = append(chain, records...)
	}
	for _, r := range chain {
		bytes += len(r.Stored)
	}
	b.SetBytes(int64(bytes))
	var ours, floor time.Duration
	for b.Loop() {
		began := time.Now()
		for _, r := range chain {
			if !VerifyHash(r.Stored) {
				b.Fatalf("event %s does not hold", r.Draft.ID)
			}
		}
		ours += time.Since(began)
		began = time.Now()
		for _, r := range chain {
			sha256.Sum256(r.Stored)
		}
		floor += time.Since(began)
	}
	b.ReportMetric(float64(ours)/float64(floor), "x-floor")
}

var builderView = MustUIContext(`{"page":"playbook_editor","is_playbook_editor_route":true,"playbook_id":"p1","is_draft_active":true,
	"current_task_id":42,"builder_mounts":1,"loaded_task":{"id":42,"context":"PLAYBOOK","playbook_id":"p1"}}`)

func BenchmarkOpenTaskID(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		builderView.OpenTaskID()
	}
}

func BenchmarkResolveTarget(b *testing.B) {
	addr := TaskAddress("42")
	b.ReportAllocs()
	for b.Loop() {
		ResolveTarget(builderView, "p1", addr)
	}
}

func BenchmarkExplainTarget(b *testing.B) {
	addr := TaskAddress("42")
	b.ReportAllocs()
	for b.Loop() {
		ExplainTarget(builderView, "p1", addr)
	}
}
