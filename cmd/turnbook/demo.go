package main

import (
	"context"
	"errors"

	"turnbook/agents/worker"
	"turnbook/schemas"
)

// furnishDemo writes one draft playbook, one library module with a task, and a link
// between them, so that there is something to ask about. Every command has a key of
// its own, so that a start that was cut off can go on.
func furnishDemo(ctx context.Context, rt *worker.Runtime, v schemas.VendorID) error {
	_, err := rt.Record(ctx, v, schemas.LibraryBoundary, schemas.LibraryID, "system", schemas.LibraryModuleAdded{Module: demoLibrary()}, "demo-library")
	if err != nil {
		return err
	}
	_, err = rt.Record(ctx, v, schemas.LibraryBoundary, schemas.LibraryID, "system", schemas.LibraryTemplateAdded{Template: demoTemplate()}, "demo-template")
	if err != nil {
		return err
	}
	err = rt.ImportPlaybook(ctx, v, "local", "nurse-onboarding", demoPlaybook(), "demo-playbook")
	var there *worker.InputError
	if errors.As(err, &there) {
		return nil
	}
	return err
}

func demoLibrary() schemas.Module {
	return schemas.Module{ID: "security-basics", Title: "Security basics", Tasks: []schemas.Task{{
		ID: "enrol-mfa", Title: "Enrol in multi-factor sign-in", Description: "Every account that reaches patient data needs a second factor.",
		Steps: []schemas.Step{
			{ID: "mfa-app", Kind: schemas.Instruction, Title: "Install the authenticator app"},
			{ID: "mfa-proof", Kind: schemas.Upload, Title: "Upload a screenshot of the enrolled device"},
		},
	}}}
}

func demoTemplate() schemas.Template {
	return schemas.Template{ID: "sign-off", Title: "Sign-off", Description: "Somebody approves, and the person hears of it.", Steps: []schemas.Step{
		{ID: "sign-off-ask", Kind: schemas.Approval, Title: "Approve the result", Branches: []schemas.Branch{
			{Name: "approved", Steps: []schemas.Step{{ID: "sign-off-tell", Kind: schemas.Email, Title: "Tell the person that it is approved"}}},
			{Name: "rejected", Steps: []schemas.Step{{ID: "sign-off-redo", Kind: schemas.Instruction, Title: "Go through the remarks and correct it"}}},
		}},
	}}
}

func demoPlaybook() schemas.PlaybookImported {
	return schemas.PlaybookImported{
		Title: "Onboarding a ward nurse", Description: "From the signed contract to the first shift alone.",
		Source: "demo", Format: "demo",
		Modules: []schemas.Module{
			{ID: "before-day-one", Title: "Before day one", Tasks: []schemas.Task{
				{ID: "contract", Title: "Collect the signed contract", Description: "Both copies, and the works council's consent.", Steps: []schemas.Step{
					{ID: "contract-send", Kind: schemas.Email, Title: "Send the contract for signature"},
					{ID: "contract-back", Kind: schemas.Upload, Title: "Upload the signed copy"},
				}},
				{ID: "licence", Title: "Check the nursing licence", Description: "Number, issuing authority, expiry date."},
				{ID: "badge", Title: "Order badge and uniform"},
				{ID: "accounts", Title: "Request accounts for the ward systems", Description: "Records, medication, rota."},
			}},
			{ID: "security-basics", Linked: "security-basics"},
			{ID: "first-week", Title: "First week", Tasks: []schemas.Task{
				{ID: "tour", Title: "Tour of the ward"},
				{ID: "medication", Title: "Medication safety briefing", Description: "Sign off only after the quiz is passed.", Steps: []schemas.Step{
					{ID: "quiz", Kind: schemas.Decision, Title: "Was the quiz passed?", Branches: []schemas.Branch{
						{Name: "yes", Steps: []schemas.Step{{ID: "quiz-file", Kind: schemas.Instruction, Title: "File the certificate"}}},
						{Name: "no", Steps: []schemas.Step{{ID: "quiz-again", Kind: schemas.Instruction, Title: "Book a second briefing"}}},
					}},
				}},
				{ID: "mentor", Title: "Meet the mentor and agree on the first shifts"},
			}},
		},
	}
}
