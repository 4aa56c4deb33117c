package newconfig

import (
	"bytes"
	"encoding/json"
)

// pluginConfig is the plugin's configuration, with its fields in the order in
// which people read them.
type pluginConfig struct {
	ServerHeader string         `json:"serverHeader"`
	Servers      []pluginServer `json:"servers"`
	Gateway      struct{}       `json:"gateway"`
}

type pluginServer struct {
	Name    string         `json:"name"`
	Domain  string         `json:"domain"`
	Path    string         `json:"path"`
	Cluster string         `json:"cluster,omitempty"`
	Service *pluginService `json:"service,omitempty"`
	// Protocol is a session revision: every client has those, and nearly every
	// server. Found out server by server, clients that can do without sessions would
	// get none of the servers that cannot.
	Protocol string  `json:"protocol"`
	Headers  headers `json:"headers,omitempty"`
}

// Protocol is what servers are spoken to in unless somebody says otherwise.
const Protocol = "2025-11-25"

type pluginService struct {
	Name string `json:"name"`
	Port int    `json:"port"`
}

// headers keep their order, which a map would not.
type headers [][2]string

func (h headers) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	b.WriteByte('{')
	for i, header := range h {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(text(header[0]) + ":" + text(header[1]))
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

// text is a JSON string as people write it, which is one of YAML too.
func text(s string) string { return string(bytes.TrimSpace(encode(s, ""))) }

// encode is v as JSON, without escapes that only HTML needs.
func encode(v any, indent string) []byte {
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", indent)
	// Strings, numbers and lists of them always have a JSON form.
	_ = encoder.Encode(v)
	return b.Bytes()
}
