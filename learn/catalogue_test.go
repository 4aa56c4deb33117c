package learn

import (
	"fmt"
	"strings"
	"testing"
)

func TestProviderIsFoundInAnySpelling(t *testing.T) {
	c := NewCatalogue([]Provider{
		{Name: "storage", Aliases: []string{"mcp.storage"}},
		{Name: "key-vault", Aliases: []string{"mcp.key.vault", "storage"}},
	})
	tests := []struct{ name, asked, want string }{
		{"exact", "storage", "storage"},
		{"letter case", "Storage", "storage"},
		{"full extension id", "mcp.storage", "storage"},
		{"full id in another letter case", "MCP.Storage", "storage"},
		{"another separator", "key_vault", "key-vault"},
		{"a space", "Key Vault", "key-vault"},
		{"a name beats another's alias", "storage", "storage"},
		{"unknown", "mcp", ""},
		{"empty", "", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := ""
			if p, ok := c.Provider(tt.asked); ok {
				got = p.Name
			}
			if got != tt.want {
				t.Errorf("Provider(%q) = %q, want %q", tt.asked, got, tt.want)
			}
		})
	}
}

func TestCommandIsFoundInAnySpelling(t *testing.T) {
	const schema = `{"type":"object"}`
	p := Provider{Name: "storage", Commands: mustCommands(t,
		tool("storage_account_get", "", schema, "{}"),
		tool("blob-list", "", schema, "{}"),
		tool("same_name", "", schema, "{}"),
		tool("same-name", "", schema, "{}"),
		tool("Put", "", schema, "{}"),
		tool("put", "", schema, "{}"),
	)}
	tests := []struct{ name, asked, want string }{
		{"exact", "storage_account_get", "storage_account_get"},
		{"letter case", "Storage_Account_GET", "storage_account_get"},
		{"spaces", "storage account get", "storage_account_get"},
		{"without the provider's name", "account_get", "storage_account_get"},
		{"another separator", "blob.list", "blob-list"},
		{"exact beats a spelling that means two", "same-name", "same-name"},
		{"a spelling that means two is refused", "same.name", ""},
		{"exact letter case beats the other", "put", "put"},
		{"unknown", "delete", ""},
		{"empty", "", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := ""
			if c, ok := p.Command(tt.asked); ok {
				got = c.Name
			}
			if got != tt.want {
				t.Errorf("Command(%q) = %q, want %q", tt.asked, got, tt.want)
			}
		})
	}
}

func TestCatalogueLeavesUnusableProvidersOut(t *testing.T) {
	c := NewCatalogue([]Provider{
		{Name: "a", Description: "first"},
		{Name: ""},
		{Name: "A", Description: "the same name"},
		{Name: strings.Repeat("n", MaxName+1)},
		{Name: "b"},
	})
	var got []string
	for _, p := range c.Providers() {
		got = append(got, p.Name+":"+p.Description)
	}
	if fmt.Sprint(got) != "[a:first b:]" || c.Skipped() != 3 {
		t.Errorf("providers %v, %d skipped, want [a:first b:], 3", got, c.Skipped())
	}
}

func TestCatalogueBounds(t *testing.T) {
	providers := make([]Provider, MaxProviders+1)
	for i := range providers {
		providers[i] = Provider{Name: fmt.Sprint("p", i)}
	}
	if c := NewCatalogue(providers); len(c.Providers()) != MaxProviders || c.Skipped() != 1 {
		t.Errorf("%d providers, %d skipped, want %d, 1", len(c.Providers()), c.Skipped(), MaxProviders)
	}
	aliases := make([]string, MaxAliases+1)
	for i := range aliases {
		aliases[i] = fmt.Sprint("alias", i)
	}
	aliases[0] = strings.Repeat("a", MaxName+1)
	c := NewCatalogue([]Provider{{
		Name:        "p",
		Description: strings.Repeat("d", MaxDescription+1),
		Aliases:     aliases,
		Commands:    make([]Command, MaxCommands+3),
		Loaded:      true,
	}})
	p := c.Providers()[0]
	if len(p.Description) != MaxDescription || len(p.Commands) != MaxCommands || c.Skipped() != 3 {
		t.Errorf("description of %d bytes, %d commands, %d skipped, want %d, %d, 3",
			len(p.Description), len(p.Commands), c.Skipped(), MaxDescription, MaxCommands)
	}
	if _, ok := c.Provider(aliases[0]); ok {
		t.Errorf("an alias of %d bytes is known, want at most %d", len(aliases[0]), MaxName)
	}
	if _, ok := c.Provider(aliases[MaxAliases]); ok {
		t.Errorf("alias %d is known, want the first %d only", MaxAliases+1, MaxAliases)
	}
	if _, ok := c.Provider(aliases[MaxAliases-1]); !ok {
		t.Errorf("alias %d is unknown", MaxAliases)
	}
}
