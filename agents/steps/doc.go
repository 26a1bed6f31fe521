// Package steps is the one step tree that both authoring paths write, with its
// gates and its one emitter.
//
// A [Site] says where a write goes. It is built from an assignment (path A: a
// sub-agent's one task, addressed by canvas coordinates), from a resolved target
// (path B: the open builder's task, addressed by id), or for a person who edits one
// task by hand, and from nothing else: there is no site for a whole canvas. The tools
// ([Add], [Update]) read the model's arguments, ask the site's gate, and emit. The
// emitter sets the address after everything else, so that no payload can point a write
// elsewhere, and the events of both paths differ in the address alone.
//
// Gates: canvas-write/1 in guard_canvas.go, task-write/1 in guard_task.go.
package steps
