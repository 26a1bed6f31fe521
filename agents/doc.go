// Package agents holds what the agents of a turn share: the port to a model, and
// the words in which a decision tells what it wants.
//
// The parts: router picks who takes a turn (deciders 1 and 2); playbookeditor,
// taskbuilder and guide are the domains that can own one; steps is the one step
// tree, its write gates and its emitter, for both paths; documents decides edits of
// playbooks and of the library; turn is the engine's pure core, which folds a
// session and says what follows; worker carries out what it says. definitions reads
// agent files, authoring casts the agents of authoring from them, by what settings
// decides. launch decides whether a turn may run in a workspace, and under which agent;
// handles folds such delegated turns; workspaces carries them out, in what checkout makes
// and with filetools. offline is the model that needs no key; intake reads files into
// playbooks, formats reads forms of other builders and writes them back. agentstest helps
// their tests.
package agents
