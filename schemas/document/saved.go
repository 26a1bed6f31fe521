package document

import "turnbook/schemas"

// applyFlushed changes the saved trees by what a flush landed. The flush tried each
// event on this very tree before it was recorded, so none can fail.
func applyFlushed(e schemas.StepsFlushed, seq uint64, find func(schemas.TaskID) (*Task, bool)) error {
	return applySaved(e.Steps, find, func(t *Task, step schemas.StepEvent) {
		for _, id := range Touched(step) {
			t.Steps.settle(id, seq)
		}
	})
}

// applyEdited changes a saved tree by an edit by hand. An undo makes the steps what
// they were, and that is how they are known from then on.
func applyEdited(e schemas.StepsEdited, seq uint64, find func(schemas.TaskID) (*Task, bool)) error {
	if err := applySaved(e.Steps, find, func(*Task, schemas.StepEvent) {}); err != nil {
		return err
	}
	t, ok := find(e.Task)
	if !ok {
		return &GoneError{What: "task", ID: string(e.Task)}
	}
	for _, x := range e.Touched {
		t.Steps.settle(x.Step, StandsAs(e, x, seq))
	}
	return nil
}

// StandsAs is the position by which a step is known after an edit by hand that stands
// at seq.
func StandsAs(e schemas.StepsEdited, x schemas.TouchedStep, seq uint64) uint64 {
	if e.Undoes != "" {
		return x.Now
	}
	return seq
}

// applySaved applies step events to the trees that they name, one after the other.
func applySaved(steps []schemas.FlushedStep, find func(schemas.TaskID) (*Task, bool), done func(*Task, schemas.StepEvent)) error {
	for _, s := range steps {
		t, ok := find(s.Task)
		if !ok {
			return &GoneError{What: "task", ID: string(s.Task)}
		}
		event, err := DecodeStep(s.Type, s.Data)
		if err != nil {
			return err
		}
		if err := t.Steps.Apply(event); err != nil {
			return err
		}
		done(t, event)
	}
	return nil
}

// Changed is the position of the change that made a step what it is and put it where
// it stands, or took it away; 0 for one that is as it came with its task. What others
// do around it does not count.
func (t *Steps) Changed(id schemas.StepID) uint64 { return t.changed[id] }

func (t *Steps) settle(id schemas.StepID, seq uint64) {
	if t.changed == nil {
		t.changed = make(map[schemas.StepID]uint64)
	}
	t.changed[id] = seq
}
