// Package settings decides which model an agent asks and how hard that is to think, for
// the agents of authoring and for those of workspaces alike.
//
// Each of the two is decided on its own, by the first tier that says something
// (workspace-turns.md 2.7); [schemas.Tier] tells what each tier is. What was decided is
// told with its tier, so that a bill can be explained. Whether a model can be had is not
// asked here: one that was named and can't be had is an error where it is asked, and
// never replaced in silence.
package settings
