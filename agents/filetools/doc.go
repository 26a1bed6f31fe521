// Package filetools is what an agent of a workspace can do to its checkout: read, list,
// search, edit, write, run commands, and propose a plan.
//
// Nothing leaves the checkout ([checkout.Files]); a plan, which stands outside of it,
// is reached by its one exact path. Whatever is asked for, the answer is bounded, and
// says how to see the rest.
//
// A tool may be run again after a crash that lost its result. Reading changes nothing;
// what an edit or a write would make and stands there already is answered with "already
// so"; a command that was begun is not run again. Only an edit that takes text away
// can't be told from one that never fitted, and is refused then.
package filetools
