package config

import (
	"bytes"
	"encoding/json"
	"reflect"
	"strings"
	"testing"
)

// oracle is what encoding/json reads of a document without rules.
type oracle struct {
	Enable     *bool    `json:"enable"`
	Paths      []string `json:"paths"`
	Separators []string `json:"separators"`
	Servers    []struct {
		Name    string            `json:"name"`
		Domain  string            `json:"domain"`
		Path    string            `json:"path"`
		Tools   ToolFilter        `json:"tools"`
		Headers map[string]string `json:"headers"`
	} `json:"servers"`
	UnknownServer string   `json:"unknownServer"`
	ServerHeader  string   `json:"serverHeader"`
	MaxBodyBytes  *float64 `json:"maxBodyBytes"`
	OnConfigError string   `json:"onConfigError"`
	PluginID      string   `json:"_plugin_id_"`
}

func FuzzParseAgreesWithEncodingJSON(f *testing.F) {
	for _, seed := range []string{
		``, `null`, `{}`, `[]`, `{"a":`, `{"enable":false}`,
		withRoot(`"paths":["/mcp"],"separators":["--"],"unknownServer":"reject","maxBodyBytes":1e6,"onConfigError":"idle"`),
		withServer(`"domain":"[::1]:80","tools":{"allow":["a*"],"deny":[]},"headers":{"x-\u0061":"\ud83d\ude00\ud800"}`),
		withRoot(`"_plugin_id_":"p","_rules_":[{"_match_route_":["r"],"enable":false}]`),
		withRoot(`"servers":1,"SERVERS":2,"\u017fervers":3`),
		strings.Repeat(`[{"a":`, 200),
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		doc := Parse(data)
		if len(bytes.TrimSpace(data)) > 0 && !json.Valid(data) && len(doc.Problems) != 1 {
			t.Fatalf("Parse(%q) = %v, want one problem: it is not JSON", data, doc.Problems)
		}
		if len(doc.Problems) > 0 || doc.Global == nil || doc.Global.Gateway != nil || len(doc.Rules) > 0 {
			return
		}
		var want oracle
		decoder := json.NewDecoder(bytes.NewReader(data))
		decoder.DisallowUnknownFields()
		if err := decoder.Decode(&want); err != nil {
			if bytes.Contains(data, []byte("_rules_")) {
				return
			}
			t.Fatalf("Parse(%q) has no problem, encoding/json has: %v", data, err)
		}
		if got := doc.Global; !reflect.DeepEqual(*got, want.config(got)) {
			t.Errorf("Parse(%q) = %+v, encoding/json reads %+v", data, *got, want.config(got))
		}
	})
}

// config is o as Parse should return it. The order of headers, which a map has
// lost, is taken from got.
func (o oracle) config(got *Config) Config {
	c := base()
	if o.Enable != nil {
		c.Enable = *o.Enable
	}
	if len(o.Separators) > 0 {
		c.Separators = o.Separators
	}
	if o.MaxBodyBytes != nil {
		c.MaxBodyBytes = int(*o.MaxBodyBytes)
	}
	if o.UnknownServer == "reject" {
		c.UnknownServer = RejectUnknown
	}
	c.Paths = append([]string(nil), o.Paths...)
	c.ServerHeader = strings.ToLower(o.ServerHeader)
	for i, s := range o.Servers {
		server := withDefaults(Server{Name: s.Name, Domain: s.Domain, Path: s.Path, Tools: ToolFilter{
			Allow: append([]string(nil), s.Tools.Allow...), Deny: append([]string(nil), s.Tools.Deny...),
		}})
		lower := map[string]string{}
		for name, value := range s.Headers {
			lower[strings.ToLower(name)] = value
		}
		for _, h := range got.Servers[i].Headers {
			server.Headers = append(server.Headers, Header{h.Name, lower[h.Name]})
			delete(lower, h.Name)
		}
		for name, value := range lower {
			server.Headers = append(server.Headers, Header{name, value})
		}
		c.Servers = append(c.Servers, server)
	}
	return c
}
