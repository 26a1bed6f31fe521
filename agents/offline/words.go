package offline

// The closed vocabulary. A word is in one list, but for those that phrases tell
// apart by what stands around them.

func verbOf(w string) verb {
	switch w {
	case "add", "create", "insert", "append", "include":
		return add
	case "rename", "retitle":
		return rename
	case "change", "update", "edit", "set", "modify", "reword", "rewrite", "replace":
		return change
	case "make", "turn", "convert":
		return become
	case "move", "shift", "reorder", "put":
		return move
	case "remove", "delete", "drop", "erase":
		return remove
	case "build", "write", "generate", "draft", "flesh", "fill", "break", "author":
		return build
	case "tell", "show", "list", "explain", "describe", "summarize", "summarise":
		return tell
	case "publish", "archive":
		return publish
	case "use", "apply":
		return use
	}
	return ""
}

// nounOf reads a noun and its number.
func nounOf(w string) (n noun, plural bool) {
	switch w {
	case "step", "subtask", "substep":
		return step, false
	case "steps", "subtasks", "substeps", "steps'", "subtasks'":
		return step, true
	case "task":
		return task, false
	case "tasks", "tasks'":
		return task, true
	case "module":
		return module, false
	case "modules", "modules'":
		return module, true
	case "playbook":
		return playbook, false
	case "playbooks":
		return playbook, true
	case "question", "field":
		return field, false
	case "questions", "fields":
		return field, true
	case "template":
		return template, false
	case "templates":
		return template, true
	case "branch":
		return branch, false
	case "branches":
		return branch, true
	}
	return "", false
}

func aspectOf(w string) aspect {
	switch w {
	case "title", "name", "heading":
		return titleAspect
	case "description", "text", "wording", "details", "body":
		return descriptionAspect
	case "kind", "type":
		return kindAspect
	}
	return ""
}

// isFiller tells the words that change nothing between phrases.
func isFiller(w string) bool {
	switch w {
	case "please", "kindly", "now", "then", "just", "also", "too", "ok", "okay", "so", "well", "hey", "hi", "hello",
		"thanks", "thank", "you", "me", "us", "out", "up", "down", "and", "there", "here", "some", "lets", "let's",
		"the", "a", "an", "quickly", "more", "needed", "again", "right", "away", "as", "only", "both", "it", "its", "their":
		return true
	}
	return false
}

// isCourtesy tells the words that may stand before a verb in a polite ask, as in
// "could you please add", "I would like you to add".
func isCourtesy(w string) bool {
	switch w {
	case "can", "could", "would", "will", "you", "please", "i", "i'd", "want", "need", "like", "to", "we", "should",
		"kindly", "now", "then", "just", "also", "ok", "okay", "so", "hey", "hi", "hello", "let", "let's", "lets", "us",
		"and", "go", "ahead", "first", "next", "finally", "help", "me":
		return true
	}
	return false
}

// isAsking tells the words that begin a question.
func isAsking(w string) bool {
	switch w {
	case "what", "how", "why", "who", "whose", "which", "when", "where", "is", "are", "was", "were", "can", "could",
		"does", "do", "did", "has", "have", "should", "would", "will", "what's", "who's", "where's", "how's",
		"am", "may", "might":
		return true
	}
	return false
}

// isLimit tells the words that take something out of an ask. None is understood,
// and doing the rest would be doing what was not asked.
func isLimit(w string) bool {
	switch w {
	case "except", "excepting", "excluding", "but", "unless", "besides", "if", "not", "without":
		return true
	}
	return false
}

func isNegation(w string) bool {
	switch w {
	case "don't", "dont", "not", "never", "doesn't", "won't", "shouldn't", "can't", "without", "stop", "avoid":
		return true
	}
	return false
}
