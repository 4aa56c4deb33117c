package provider

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"

	"mcp-router/companion/process"
)

// maxServers bounds a providers file.
const maxServers = 256

// ServerEntry is one server of a providers file: a command to run or a URL,
// never both.
type ServerEntry struct {
	// Name is its key in the file.
	Name string `json:"-"`
	// URL is a streamable HTTP endpoint.
	URL string `json:"url"`
	// Type is "stdio" or "http"; it may be left out.
	Type string `json:"type"`
	// Command, Args and Env start a stdio server. Env is added to our own.
	Command string            `json:"command"`
	Args    []string          `json:"args"`
	Env     map[string]string `json:"env"`
	// Title and Description are shown; Description goes first.
	Title       string `json:"title"`
	Description string `json:"description"`
	// InstallInstructions is said when the command is missing.
	InstallInstructions string `json:"installInstructions"`
	// Group splits one server's tools into providers: "prefix" makes one of
	// each name up to the first "_". Default "": the server is one provider.
	Group string `json:"group"`

	// Members of the Azure MCP Server's registry.json that are accepted and not
	// used here.
	ToolPrefix     json.RawMessage `json:"toolPrefix"`
	OAuthScopes    json.RawMessage `json:"oauthScopes"`
	MinVersion     json.RawMessage `json:"minVersion"`
	VersionArgs    json.RawMessage `json:"versionArgs"`
	VersionPattern json.RawMessage `json:"versionPattern"`
}

// groupPrefix is the only way to group so far.
const groupPrefix = "prefix"

// ParseServers reads a providers file, {"servers":{"<name>":{…}}}, in the order
// of the file. All problems are reported at once, each with its path.
func ParseServers(doc []byte) ([]ServerEntry, error) {
	var file struct {
		Schema  string          `json:"$schema"`
		Servers json.RawMessage `json:"servers"`
	}
	if err := decodeStrict(doc, &file); err != nil {
		return nil, fmt.Errorf("providers file: %w", err)
	}
	names, entries, err := members(file.Servers)
	if err != nil {
		return nil, fmt.Errorf("providers file: servers: %w", err)
	}
	if len(names) > maxServers {
		return nil, fmt.Errorf("providers file: servers: %d entries, at most %d", len(names), maxServers)
	}
	var list []ServerEntry
	var problems []error
	for i, name := range names {
		e := ServerEntry{Name: name}
		err := decodeStrict(entries[i], &e)
		if err == nil {
			err = e.check()
		}
		if err == nil && slices.Contains(names[:i], name) {
			err = errors.New("is there twice")
		}
		if err != nil {
			problems = append(problems, fmt.Errorf("providers file: servers.%s: %w", name, err))
		}
		list = append(list, e)
	}
	return list, errors.Join(problems...)
}

func (e ServerEntry) check() error {
	switch {
	case e.URL == "" && e.Command == "":
		return errors.New("needs a url or a command")
	case e.URL != "" && e.Command != "":
		return errors.New("has both a url and a command")
	case e.Command != "" && e.Type != "" && e.Type != "stdio":
		return fmt.Errorf(`type: a command is "stdio", not %q`, e.Type)
	case e.URL != "" && e.Type != "" && e.Type != "http":
		return fmt.Errorf(`type: a url is "http", not %q`, e.Type)
	case e.Group != "" && e.Group != groupPrefix:
		return fmt.Errorf(`group: %q is not "prefix"`, e.Group)
	}
	if e.URL == "" {
		return nil
	}
	u, err := url.Parse(e.URL)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return errors.New("url: must be an http or https URL")
	}
	return nil
}

// source makes the entry's source.
func (e ServerEntry) source(l process.Launcher) source {
	if e.URL != "" {
		return &urlSource{url: e.URL}
	}
	s := &commandSource{launcher: l, argv: append([]string{e.Command}, e.Args...), hint: e.InstallInstructions}
	for k, v := range e.Env {
		s.env = append(s.env, k+"="+v)
	}
	slices.Sort(s.env)
	return s
}

// decodeStrict decodes one JSON document and nothing after it, unknown members
// refused.
func decodeStrict(doc []byte, into any) error {
	d := json.NewDecoder(bytes.NewReader(doc))
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil {
		return errors.New(strings.TrimPrefix(err.Error(), "json: "))
	}
	if d.More() {
		return errors.New("more text after the JSON value")
	}
	return nil
}

// members reads an object's members in their order.
func members(doc []byte) (names []string, values []json.RawMessage, err error) {
	d := json.NewDecoder(bytes.NewReader(doc))
	if open, err := d.Token(); err != nil || open != json.Delim('{') {
		return nil, nil, errors.New("must be an object")
	}
	for d.More() {
		name, err := d.Token()
		if err != nil {
			return nil, nil, err
		}
		var value json.RawMessage
		if err := d.Decode(&value); err != nil {
			return nil, nil, err
		}
		names = append(names, name.(string))
		values = append(values, value)
	}
	return names, values, nil
}
