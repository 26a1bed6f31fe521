package main

import (
	"fmt"

	"turnbook/schemas"
	"turnbook/web"
)

// sayDocument has words for playbooks and the library; "" for other events.
func sayDocument(e event) string {
	switch f := e.fact.(type) {
	case schemas.PlaybookCreated:
		return "creates the playbook " + quoted(f.Title)
	case schemas.PlaybookImported:
		return fmt.Sprintf("imports %s from %s, %s", quoted(f.Title), quoted(f.Source), counted(len(f.Modules), "module"))
	case schemas.PlaybookRenamed:
		return "renames the playbook to " + quoted(f.Title)
	case schemas.PlaybookPublished:
		return "publishes the playbook, with " + counted(len(f.Activity), "change")
	case schemas.PlaybookArchived:
		return "archives the playbook"
	case schemas.EditLockTaken:
		if f.From != "" {
			return visible(string(f.User)) + " takes the draft over from " + visible(string(f.From))
		}
		return visible(string(f.User)) + " locks the draft"
	case schemas.EditLockReleased:
		return visible(string(f.User)) + " lets go of the draft"
	case schemas.ModuleAdded:
		return "adds the module " + quoted(f.Title)
	case schemas.ModuleLinked:
		return "links the library module " + visible(string(f.Module))
	case schemas.ModuleRenamed:
		return "renames a module to " + quoted(f.Title)
	case schemas.ModuleMoved:
		return "moves module " + visible(string(f.Module))
	case schemas.TaskAdded:
		return "adds the task " + quoted(f.Title)
	case schemas.TaskRenamed:
		return "renames a task to " + quoted(f.Title)
	case schemas.TaskMoved:
		return "moves task " + visible(string(f.Task))
	case schemas.LibraryModuleAdded:
		return "adds the module " + quoted(f.Module.Title) + " to the library"
	case schemas.LibraryModuleRenamed:
		return "renames a module of the library to " + quoted(f.Title)
	case schemas.LibraryModuleMoved:
		return "moves module " + visible(string(f.Module)) + " of the library"
	case schemas.LibraryTaskRenamed:
		return "renames a task of the library to " + quoted(f.Title)
	case schemas.LibraryTaskMoved:
		return "moves task " + visible(string(f.Task)) + " of the library"
	case schemas.LibraryModuleArchived:
		return "archives module " + visible(string(f.Module)) + " of the library"
	case schemas.LibraryTaskAdded:
		return "adds the task " + quoted(f.Task.Title) + " to the library"
	case schemas.LibraryTemplateAdded:
		return "adds the template " + quoted(f.Template.Title) + " to the library"
	case schemas.FormImported:
		return fmt.Sprintf("adds the form %s to the library, from %s", quoted(f.Template.Title), quoted(f.Source))
	case schemas.LibraryTaskArchived:
		return "archives task " + visible(string(f.Task)) + " of the library"
	}
	return ""
}

// saySession has words for sessions, views and the vendor; "" for other events.
func saySession(e event) string {
	switch f := e.fact.(type) {
	case schemas.SessionOpened:
		return visible(string(f.User)) + " opens a session"
	case schemas.SessionContextChanged:
		return "the screen shows " + screen(f.UIContext)
	case schemas.CommandRefused:
		return fmt.Sprintf("%s refused: %s (%s)", visible(f.Command), web.ExplainCode(f.Code), f.Code)
	case schemas.ViewOpened:
		return visible(string(f.User)) + " opens a view"
	case schemas.ViewContextChanged:
		return "the view shows " + screen(f.UIContext)
	case schemas.ViewClosed:
		return "the view is gone: " + visible(f.Reason)
	case schemas.KeyMade:
		return "the key " + visible(f.Key) + " signs the anchors from here on"
	case schemas.HeadAnchored:
		return fmt.Sprintf("anchors %s up to position %d", counted(len(f.Heads), "chain"), f.Seq)
	case schemas.FlagFlipped:
		if f.On {
			return visible(string(f.Flag)) + " is switched on"
		}
		return visible(string(f.Flag)) + " is switched off"
	case schemas.RuleActivated:
		return "from here on " + visible(string(f.Rule)) + " decides"
	}
	return ""
}

// screen is a context in words.
func screen(ui schemas.UIContext) string {
	s := "a page"
	if p := ui.Page(); p != "" {
		s = spoken(p)
	}
	if id, ok := ui.PlaybookID(); ok {
		s += " of playbook " + visible(string(id))
	}
	if task, ok := ui.OpenTaskID(); ok {
		s += " with a builder open on task " + visible(string(task))
	}
	return shorten(s, 200)
}
