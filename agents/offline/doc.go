// Package offline is the model that needs no key: a small grammar of English asks
// over the tools that it is given.
//
// It is deterministic: the same request has the same answer. It looks at nothing
// but the request, acts through nothing but the request's tools, and says of an
// outcome only what a tool's result said. What it may be asked stands in
// docs/asks.md, whose every line is a test.
//
// # How an ask is read
//
// Only the last message of the user (for a step writer: the brief) is an ask.
// Titles and descriptions are looked up, never read. lex.go cuts the text into
// words, quoted texts and marks; clause.go cuts it into clauses at "and", "then"
// and marks before a verb; phrase.go reads the phrases of one clause in whatever
// order they come:
//
//	ask    = { verb | object | place | naming | list | value | filler } [aside]
//	object = ref                                     ref.go, noun.go
//	ref    = [article | every | this] [ordinal] [kind] noun [number | title | id]
//	         [of ref]
//	place  = preposition ref | first | at the end    place.go
//	naming = called title                            title.go
//	list   = with branches a, b and c                items.go
//	       | with name, date and a choice of a or b  field.go
//	value  = to title | to description | to kind     ask.go
//	aside  = anyway | and ask me again …             aside.go
//
// special.go reads the few asks that are about the turn itself: its progress, its
// rows, a hand-back, and what would change if another ask were carried out.
//
// Parsing knows no data. What a ref means is looked up in canvas.go for modules and
// tasks, in find.go for steps and in form_op.go for the questions of a form; what the
// phrases mean together is for the agents to say: router.go, editor.go, builder.go,
// writer.go, module_writer.go, guide.go. What is not there, could be two things, or
// takes something out ("except") is told to the user with replies that would settle
// it (replies.go), and nothing is written.
package offline
