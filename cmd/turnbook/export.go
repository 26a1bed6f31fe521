package main

import (
	"encoding/json"
	"net/http"
	"net/url"

	"github.com/spf13/cobra"

	"turnbook/schemas"
)

func newExport() *cobra.Command {
	var r remote
	var form, format string
	cmd := &cobra.Command{
		Use:   "export --form TEMPLATE",
		Short: "Write an imported form back",
		Long: `Export writes a form of the library in the format that it came from, or in another.
Unedited, and in its own format, it is what was imported. What the format can't express
is told on standard error.`,
		Example: `  turnbook export --form form-1f0c9a2b7d33 > visa.json
  turnbook export --form form-1f0c9a2b7d33 --format surveyjs`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if form == "" {
				return usage("export: give --form TEMPLATE; see turnbook help export")
			}
			c, err := r.client()
			if err != nil {
				return err
			}
			var out struct {
				Content json.RawMessage      `json:"content"`
				Report  []schemas.ImportNote `json:"report"`
			}
			path := "/v1/templates/" + url.PathEscape(form) + "/export?format=" + url.QueryEscape(format)
			if err := c.Call(cmd.Context(), http.MethodGet, path, nil, &out); err != nil {
				return err
			}
			if _, err := cmd.OutOrStdout().Write(append(out.Content, '\n')); err != nil {
				return err
			}
			tellReport(cmd.ErrOrStderr(), out.Report)
			return nil
		},
	}
	r.flags(cmd.Flags())
	cmd.Flags().StringVar(&form, "form", "", "the form's template in the library")
	cmd.Flags().StringVar(&format, "format", "", "form.io or surveyjs; else the one that it came from")
	return cmd
}
