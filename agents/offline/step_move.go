package offline

import (
	"fmt"
	"slices"
)

type moveArgs struct {
	Step string `json:"step_id"`
	placeArgs
}

func (a *answer) moveStep(o ask, t taskTree) error {
	if in := o.Object.In; in != nil && in.Noun == branch && len(o.Places) == 0 { // "put step 1 in the no branch"
		o.Places, o.Object.In = []place{{At: inside, Ref: *in}}, nil
	}
	goes := o.Places
	o.Places = nil // none of them says where it stands now
	r, err := o.stepRef(t)
	if err != nil {
		return err
	}
	s, err := t.find(r)
	if err != nil {
		return o.withSteps(err, t)
	}
	args := moveArgs{Step: s.step.ID}
	placed := false
	for _, p := range goes {
		if p.At == inside && t.isHome(p.Ref) && p.Ref.Noun != "" {
			continue // "in this task" says where it stands now
		}
		placed = true
		if p.At == numbered {
			err = args.number(p.Ref.Numbers[0], others(t.Steps, s.step.ID))
		} else {
			err = args.put(p, t, s.step.ID)
		}
		if err != nil {
			return err
		}
	}
	if !placed {
		return asking(fmt.Sprintf("Where shall “%s” go?", s.step.Title),
			fmt.Sprintf("Move “%s” to the top", s.step.Title), fmt.Sprintf("Move “%s” to the end", s.step.Title))
	}
	a.call("move_step", args)
	return nil
}

// number puts a step at a number among others at the top.
func (args *placeArgs) number(n int, others []treeStep) error {
	i, ok := index(n, len(others)+1)
	if !ok {
		return noSuch("There is no position %d.", n)
	}
	args.After = new(string)
	if i > 0 {
		args.After = &others[i-1].ID
	}
	return nil
}

// others are siblings without one of them.
func others(siblings []treeStep, id string) []treeStep {
	return slices.DeleteFunc(slices.Clone(siblings), func(s treeStep) bool { return s.ID == id })
}
