package offline

import "strings"

// A moduleGiven is the data "module": the one module that a module writer fills.
type moduleGiven struct {
	Title    string `json:"title"`
	Brief    string `json:"brief"`
	Playbook struct {
		Title string `json:"title"`
	} `json:"playbook"`
	Tasks []string `json:"tasks"` // titles, as they stand
}

type taskArgs struct {
	Title string `json:"title"`
	Text  string `json:"description,omitempty"`
}

// tasksFor are the tasks that a module begins with.
func tasksFor(m moduleGiven) []taskArgs {
	title := strings.TrimSpace(m.Title)
	if title == "" {
		title = "the module"
	}
	return []taskArgs{
		{heading("Plan: " + title), heading(m.Brief)},
		{heading("Do: " + title), ""},
		{heading("Confirm: " + title), ""},
	}
}

// writeModule answers for a module writer: three tasks, one a round. What is there,
// or was tried, is not written again.
func writeModule(a *answer) {
	var given moduleGiven
	if !a.data("module", &given) {
		a.say("I was given no module, so I wrote nothing.")
		return
	}
	rounds := a.rounds()
	if anyRefused(rounds) {
		a.say("%s", wrote(rounds))
		return
	}
	for _, t := range tasksFor(given) {
		if triedTask(rounds, t.Title) || holdsTitle(given.Tasks, t.Title) {
			continue
		}
		if len(rounds) == 0 && a.has("narrate") {
			a.call("narrate", narration{heading("Writing tasks for “" + given.Title + "”")})
		}
		a.call("add_task", t)
		return
	}
	if said := wrote(rounds); said != "" {
		a.say("%s", said)
		return
	}
	a.say("Its tasks are there already.")
}

type narration struct {
	Text string `json:"text"`
}

func triedTask(rounds []round, title string) bool {
	for _, r := range rounds {
		for _, o := range r {
			if o.call.Name == "add_task" && o.title() == title {
				return true
			}
		}
	}
	return false
}

func holdsTitle(titles []string, title string) bool {
	for _, t := range titles {
		if sameTitle(t, title) {
			return true
		}
	}
	return false
}
