package learn

import (
	"testing"

	"mcp-router/jsonrpc"

	"github.com/tidwall/gjson"
)

func TestDefinition(t *testing.T) {
	const schema = `{"type":"object","properties":{` +
		`"intent":{"type":"string","description":"What you want to do, in your own words."},` +
		`"tool":{"type":"string","description":"Name of a tool."},` +
		`"command":{"type":"string","description":"Name of a command of the tool."},` +
		`"parameters":{"type":"object","description":"Parameters of the command.","additionalProperties":true},` +
		`"learn":{"type":"boolean","description":"Describe, run no command.","default":false}}}`
	tests := []struct {
		name     string
		settings Settings
		want     string
	}{
		{"everything", Settings{Name: "azure", Title: "Azure", Description: "All of \"Azure\"."},
			`{"name":"azure","title":"Azure","description":` + string(appendString(nil, "All of \"Azure\".\n"+howToCall)) + `,"inputSchema":` + schema +
				`,"annotations":{"readOnlyHint":false,"destructiveHint":true,"idempotentHint":false,"openWorldHint":true}}`},
		{"read-only", Settings{Name: "azure", ReadOnly: true},
			`{"name":"azure","description":` + string(appendString(nil, howToCall)) + `,"inputSchema":` + schema +
				`,"annotations":{"readOnlyHint":true,"destructiveHint":false,"idempotentHint":false,"openWorldHint":true}}`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := tt.settings.Definition()
			if string(got) != tt.want || !jsonrpc.Valid(got) {
				t.Errorf("Definition = %s, want %s", got, tt.want)
			}
		})
	}
}

func TestDefinitionRequiresNothingAndPromisesNoOutput(t *testing.T) {
	got := gjson.ParseBytes(Settings{Name: "azure"}.Definition())
	for _, path := range []string{"outputSchema", "inputSchema.required", "inputSchema.additionalProperties"} {
		if got.Get(path).Exists() {
			t.Errorf("the definition has %s: %s", path, got.Get(path).Raw)
		}
	}
}

func TestBudgetDefaultsAndHasAFloor(t *testing.T) {
	tests := []struct {
		name      string
		set, want int
	}{
		{"default", 0, DefaultBudget},
		{"too small to say anything", 1, minBudget},
		{"negative", -1, minBudget},
		{"set", 5000, 5000},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := (Settings{Budget: tt.set}).budget(); got != tt.want {
				t.Errorf("budget of %d = %d, want %d", tt.set, got, tt.want)
			}
		})
	}
}
