package config

import (
	"fmt"
	"strings"

	"github.com/tidwall/gjson"
)

// maxNameBytes bounds a server's name.
const maxNameBytes = 64

func readServers(r *reader, at string, v gjson.Result, d *draft) {
	elements := v.Array()
	if len(elements) == 0 || len(elements) > MaxServers {
		r.add(at, "must hold 1 to %d servers, found %d", MaxServers, len(elements))
	}
	d.Servers = make([]Server, 0, min(len(elements), MaxServers))
	first := map[string]int{}
	for i, element := range elements[:min(len(elements), MaxServers)] {
		here := fmt.Sprintf("%s[%d]", at, i)
		server := readServer(r, here, element)
		d.Servers = append(d.Servers, server)
		if server.Name == "" {
			continue
		}
		if j, twice := first[fold(server.Name)]; twice {
			r.add(here+".name", "is the name of servers[%d] too%s", j, butForCase(server.Name, d.Servers[j].Name))
			continue
		}
		first[fold(server.Name)] = i
	}
}

func butForCase(a, b string) string {
	if a == b {
		return ""
	}
	return ", but for letter case"
}

func readServer(r *reader, at string, v gjson.Result) Server {
	server := defaults(serverRows)
	if !object.fits(r, at, v) {
		return server
	}
	named := readObject(r, at, v, serverRows, &server)
	require(r, at, named, serverRows)
	noteTarget(r, at, named)
	return server
}

func readServerName(r *reader, at string, v gjson.Result, s *Server) {
	if isServerName(v.Str) {
		s.Name = v.Str
		return
	}
	message := fmt.Sprintf("must be 1 to %d letters, digits, dots, underscores and hyphens, begin with a letter or digit and not end with an underscore", maxNameBytes)
	if proposal := proposeName(v.Str); proposal != "" {
		message += fmt.Sprintf("; try %q", proposal)
	}
	r.add(at, "%s", message)
}

// isServerName is [A-Za-z0-9][A-Za-z0-9._-]{0,63} without a trailing "_", which
// would run into the separator "___".
func isServerName(s string) bool {
	if s == "" || len(s) > maxNameBytes || !isAlphanumeric(s[0]) || s[len(s)-1] == '_' {
		return false
	}
	for i := range len(s) {
		if !isNameByte(s[i]) {
			return false
		}
	}
	return true
}

// proposeName makes a good name out of the last part of a registry-style one
// ("com.example/weather") or of free text; "" if nothing is left.
func proposeName(s string) string {
	s = s[strings.LastIndexByte(s, '/')+1:]
	s = strings.Map(func(c rune) rune {
		if c < 0x80 && isNameByte(byte(c)) {
			return c
		}
		return '-'
	}, s[:min(len(s), maxNameBytes)])
	s = strings.TrimRight(strings.TrimLeft(s, "._-"), "_-")
	if !isServerName(s) {
		return ""
	}
	return s
}

func isNameByte(c byte) bool {
	return isAlphanumeric(c) || c == '.' || c == '_' || c == '-'
}

func isAlphanumeric(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z'
}

// ProposeServerName makes a server name of what somebody calls a server: the
// name itself where it is a good one, "" where nothing of it can be used.
func ProposeServerName(s string) string {
	if isServerName(s) {
		return s
	}
	return proposeName(s)
}
