// Package router decides who takes a turn. Its rules, each a pure function in a
// file of its own:
//
//   - bucket/1, decider 1, in bucket.go: did the screen change since the last
//     message, so that the pinned domain is let go?
//   - pick/1, in pick.go: is the classifier's answer usable?
//   - redirect/1, decider 2, in guard_redirect.go: a pick of the task builder with
//     no builder open on the editor route goes to the playbook editor. redirect/2,
//     which a vendor may activate, hands over a foreign builder's turn as well.
//
// The classifier sees the screen only as the focus block (focus.go).
package router
