package schemas

// The closed lists whose values reach the wire, in the order in which they are declared.
// A value that is declared and not listed fails a test.

// TargetOutcomes is the closed list of what a target can be.
func TargetOutcomes() []TargetOutcome {
	return []TargetOutcome{TargetShell, TargetTaskBuilder, TargetContribution, TargetDrop}
}

// TargetReasons is the closed list of reasons of a target.
func TargetReasons() []TargetReason {
	return []TargetReason{ReasonUnclaimed, ReasonOtherPlaybook, ReasonNotMounted, ReasonNotAuthorable, ReasonOtherTask, ReasonUnaddressed}
}

// TurnStatuses is the closed list of where a turn can stand.
func TurnStatuses() []TurnStatus {
	return []TurnStatus{TurnQueued, TurnRunning, TurnAwaitingAnswer, TurnCompleted, TurnCancelled, TurnFailed}
}

// StopReasons is the closed list of why a turn ends.
func StopReasons() []StopReason {
	return []StopReason{StopEnd, StopHopsExhausted, StopCancelled, StopSuperseded, StopModelFailed, StopRoundsExhausted, StopCut, StopPlanProposed, StopAgentUnresolved}
}

// CardStatuses is the closed list of where a card can stand.
func CardStatuses() []CardStatus {
	return []CardStatus{CardOpen, CardConfirmed, CardDeclined, CardStale, CardSuperseded}
}

// CardDecisions is the closed list of answers to a card.
func CardDecisions() []CardDecision { return []CardDecision{Confirm, Decline} }

// RowStatuses is the closed list of where a line of progress can stand.
func RowStatuses() []RowStatus {
	return []RowStatus{RowPending, RowRunning, RowDone, RowUnchanged, RowFailed}
}

// TaskContexts is the closed list of surfaces that a task lives on.
func TaskContexts() []TaskContext { return []TaskContext{InPlaybook, InLibraryModule, InLibraryTask} }
