// Package taskbuilder is the domain that writes the subtasks of the one task whose
// builder is open (path B of authoring.md section 6).
//
// Rules: target-task/1 in guard_target.go. The gate of its writes is steps'
// task-write/1. No signature of its tools holds a task or a coordinate: the target
// is bound when the turn is dispatched.
package taskbuilder
