package main

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// flagRules say which flags of a command would be passed over. None is: what somebody gave
// and nobody reads is wrong usage.
type flagRules struct {
	needs map[string][]string // a flag means something only with one of these
	apart [][2]string         // of the two, one is given
}

// check is a command's PreRunE.
func (r flagRules) check(cmd *cobra.Command, _ []string) error {
	name := strings.TrimPrefix(cmd.CommandPath(), cmd.Root().Name()+" ")
	f := cmd.Flags()
	for _, two := range r.apart {
		if f.Changed(two[0]) && f.Changed(two[1]) {
			return usage("%s: give --%s or --%s, not both", name, two[0], two[1])
		}
	}
	var err error
	f.Visit(func(flag *pflag.Flag) { // in the order of their names
		needs := r.needs[flag.Name]
		if err == nil && needs != nil && !slices.ContainsFunc(needs, f.Changed) {
			err = usage("%s: --%s goes with --%s", name, flag.Name, strings.Join(needs, " or --"))
		}
	})
	return err
}

// folderOrWorkspace are the rules of agents of a folder, or of a workspace that a server has.
var folderOrWorkspace = flagRules{needs: map[string][]string{"url": {"workspace"}}, apart: [][2]string{{"plugins", "workspace"}}}

// folderOrServer are the rules of what a server does, or is done without one.
var folderOrServer = flagRules{apart: [][2]string{{"data", "url"}}}
