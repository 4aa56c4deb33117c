package config

import (
	"encoding/base64"
	"fmt"
	"strings"

	"github.com/tidwall/gjson"
)

// SessionKey is a secret with which session tokens are sealed (AES-256).
type SessionKey [SessionKeyBytes]byte

// String keeps the key out of every message and log.
func (SessionKey) String() string { return "(secret)" }

// GoString does the same for %#v.
func (k SessionKey) GoString() string { return k.String() }

// EnvironmentSessionKeys is the variable of the environment that holds session
// keys, between commas or white space.
const EnvironmentSessionKeys = "MCP_ROUTER_SESSION_KEYS"

// Environment is what a configuration takes from the place where it runs. The
// host reads it; this package does not.
type Environment struct {
	// SessionKeys is the text of MCP_ROUTER_SESSION_KEYS. Its keys come after
	// those of gateway.sessionKeys.
	SessionKeys string
}

func readSessionKeys(r *reader, at string, v gjson.Result, g *Gateway) {
	texts := readTexts(r, at, v, MaxSessionKeys, badSessionKey)
	for _, text := range texts {
		g.SessionKeys = append(g.SessionKeys, decodeSessionKey(text))
	}
}

// badSessionKey says why text is no session key, or is "". It never quotes it.
func badSessionKey(text string) string {
	raw, err := base64.StdEncoding.Strict().DecodeString(text)
	if err != nil || len(raw) != SessionKeyBytes || strings.ContainsAny(text, "\r\n") {
		return fmt.Sprintf("must be base64 of exactly %d bytes, as `openssl rand -base64 %d` prints them", SessionKeyBytes, SessionKeyBytes)
	}
	if strings.Count(string(raw), string(raw[:1])) == len(raw) {
		return fmt.Sprintf("must be random: `openssl rand -base64 %d` makes a key", SessionKeyBytes)
	}
	return ""
}

func decodeSessionKey(text string) (key SessionKey) {
	raw, err := base64.StdEncoding.DecodeString(text)
	if err == nil { // badSessionKey has seen it
		copy(key[:], raw)
	}
	return key
}

// takeSessionKeys gives the keys of the environment to every gateway of the
// document. A bad one is a problem of the document when a gateway needs it.
func (d *Document) takeSessionKeys(environment string) {
	texts := strings.FieldsFunc(environment, func(c rune) bool { return strings.ContainsRune(", \t\r\n", c) })
	gateways := d.gateways()
	if len(texts) == 0 || len(gateways) == 0 {
		return
	}
	keys, problems := environmentKeys(texts)
	for _, g := range gateways {
		g.addKeys(keys)
	}
	if len(problems) == 0 {
		return
	}
	d.Problems = append(d.Problems, problems...)
	if d.Global != nil && d.Global.Gateway != nil {
		d.GlobalProblems = append(d.GlobalProblems, problems...)
	}
	for i := range d.Rules {
		if d.Rules[i].Config.Gateway != nil {
			d.Rules[i].Problems = append(d.Rules[i].Problems, problems...)
		}
	}
}

// environmentKeys reads the keys of the environment, at most as many as a
// configuration may name.
func environmentKeys(texts []string) (keys []SessionKey, problems []Problem) {
	if len(texts) > MaxSessionKeys {
		message := fmt.Sprintf("must not hold more than %d keys, found %d", MaxSessionKeys, len(texts))
		return nil, []Problem{{EnvironmentSessionKeys, message}}
	}
	for i, text := range texts {
		if reason := badSessionKey(text); reason != "" {
			problems = append(problems, Problem{fmt.Sprintf("%s[%d]", EnvironmentSessionKeys, i), reason})
			continue
		}
		keys = append(keys, decodeSessionKey(text))
	}
	return keys, problems
}

// gateways are the distinct gateways of the document: rules share the one that
// they inherit.
func (d *Document) gateways() []*Gateway {
	var all []*Gateway
	seen := map[*Gateway]bool{nil: true}
	note := func(c *Config) {
		if c != nil && !seen[c.Gateway] {
			seen[c.Gateway] = true
			all = append(all, c.Gateway)
		}
	}
	note(d.Global)
	for _, rule := range d.Rules {
		note(rule.Config)
	}
	return all
}

// addKeys appends the keys that g does not have yet.
func (g *Gateway) addKeys(keys []SessionKey) {
	have := map[SessionKey]bool{}
	for _, key := range g.SessionKeys {
		have[key] = true
	}
	for _, key := range keys {
		if !have[key] {
			g.SessionKeys = append(g.SessionKeys, key)
		}
		have[key] = true
	}
}
