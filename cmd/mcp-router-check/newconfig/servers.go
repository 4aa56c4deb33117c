package newconfig

import (
	"fmt"
	"net/netip"
	"net/url"
	"strconv"
	"strings"

	"github.com/tidwall/gjson"

	"mcp-router/config"
)

// Server is an MCP server that a client reaches over streamable HTTP.
type Server struct {
	Name string
	// Host is a host name or an IP address, without brackets.
	Host string
	Port int
	// TLS is set for https.
	TLS bool
	// Path is the path with the query.
	Path string
	// Headers are the entry's own, in its order. Their values are secrets.
	Headers [][2]string
}

// IsAddress reports whether Host is an IP address.
func (s Server) IsAddress() bool {
	_, err := netip.ParseAddr(s.Host)
	return err == nil
}

// Authority is what requests to the server name as their host: without the port
// where the scheme implies it, as clients do.
func (s Server) Authority() string {
	host := s.Host
	if strings.Contains(host, ":") {
		host = "[" + host + "]"
	}
	if s.TLS && s.Port == 443 || !s.TLS && s.Port == 80 {
		return host
	}
	return host + ":" + strconv.Itoa(s.Port)
}

// hasSecrets reports whether something of the server may be a key.
func (s Server) hasSecrets() bool { return len(s.Headers) > 0 || strings.Contains(s.Path, "?") }

// Finding is something to be said about an entry of the file.
type Finding struct {
	// Path is the entry's or its member's, as mcpServers.weather.url.
	Path    string
	Message string
	// Fatal findings are about entries that cannot be used.
	Fatal bool
}

// String joins path and message. It holds no value of the file but names.
func (f Finding) String() string { return f.Path + ": " + f.Message }

// lists are the members that clients keep their servers under.
var lists = []string{"mcpServers", "servers"}

// Read finds the servers of a client's file, in its order.
func Read(document gjson.Result) ([]Server, []Finding) {
	for _, list := range lists {
		if entries := document.Get(list); entries.IsObject() {
			r := &reader{names: map[string]bool{}}
			entries.ForEach(func(key, entry gjson.Result) bool {
				r.entry(list, key.Str, entry)
				return true
			})
			if len(r.servers) == 0 && len(r.findings) == 0 {
				r.fatal(list, "holds no servers")
			}
			return r.servers, r.findings
		}
	}
	return nil, []Finding{{Path: lists[0], Message: `is missing: {"mcpServers": {"weather": {"url": "https://…"}}} is expected`, Fatal: true}}
}

type reader struct {
	servers  []Server
	findings []Finding
	names    map[string]bool
}

func (r *reader) say(path, format string, args ...any) {
	r.findings = append(r.findings, Finding{Path: path, Message: fmt.Sprintf(format, args...)})
}

func (r *reader) fatal(path, format string, args ...any) {
	r.findings = append(r.findings, Finding{Path: path, Message: fmt.Sprintf(format, args...), Fatal: true})
}

func (r *reader) entry(list, name string, entry gjson.Result) {
	place := list + "." + name
	switch address := first(entry, "url", "serverUrl", "httpUrl"); {
	case !entry.IsObject():
		r.fatal(place, "must be an object")
	case entry.Get("disabled").Bool():
		r.say(place, "is disabled and left out")
	case entry.Get("command").Exists():
		r.fatal(place, "runs a command, which Envoy cannot: serve it over HTTP, for example with "+
			"`npx -y supergateway --outputTransport streamableHttp --port 8000 --stdio \"COMMAND ARGUMENTS\"`, "+
			`and write {"url": "http://127.0.0.1:8000/mcp"} in its place`)
	case entry.Get("type").Str == "sse":
		r.fatal(place+".type", "is HTTP+SSE, which the protocol has dropped: use the server's streamable HTTP endpoint")
	case !address.Exists():
		r.fatal(place, "has no url")
	default:
		r.server(place, name, address.String(), entry)
	}
}

func first(entry gjson.Result, names ...string) gjson.Result {
	for _, name := range names {
		if v := entry.Get(name); v.Exists() {
			return v
		}
	}
	return gjson.Result{}
}

func (r *reader) server(place, name, address string, entry gjson.Result) {
	server, reason := parse(address)
	if reason != "" {
		r.fatal(place+".url", "%s", reason)
		return
	}
	server.Name = config.ProposeServerName(name)
	switch {
	case server.Name == "":
		r.fatal(place, "needs a name with a letter or a digit in it")
		return
	case r.names[strings.ToLower(server.Name)]:
		r.fatal(place, "would be called %q like another server", server.Name)
		return
	case server.Name != name:
		r.say(place, "is called %q", server.Name)
	}
	r.names[strings.ToLower(server.Name)] = true
	entry.Get("headers").ForEach(func(key, value gjson.Result) bool {
		switch {
		case value.Type != gjson.String:
			r.fatal(place+".headers."+key.Str, "must be a string")
		case unexpanded(value.Str):
			r.fatal(place+".headers."+key.Str, "holds a ${…}, which nothing fills in for Envoy: write the value")
		default:
			server.Headers = append(server.Headers, [2]string{key.Str, value.Str})
		}
		return true
	})
	r.servers = append(r.servers, server)
}

func unexpanded(s string) bool { return strings.Contains(s, "${") }

// parse takes a server's URL apart, or says why it cannot be used. It never
// quotes it: a URL may hold a key.
func parse(address string) (Server, string) {
	if unexpanded(address) {
		return Server{}, "holds a ${…}, which nothing fills in for Envoy: write the value"
	}
	u, err := url.Parse(address)
	switch {
	case err != nil:
		return Server{}, "is not a URL"
	case u.Scheme != "http" && u.Scheme != "https":
		return Server{}, "must begin with http:// or https://"
	case u.Hostname() == "":
		return Server{}, "names no host"
	case u.User != nil:
		return Server{}, "holds a user or a password: write an authorization header instead"
	}
	server := Server{Host: u.Hostname(), Port: 80, TLS: u.Scheme == "https", Path: u.EscapedPath()}
	if server.TLS {
		server.Port = 443
	}
	if port := u.Port(); port != "" {
		if server.Port, err = strconv.Atoi(port); err != nil || server.Port < 1 || server.Port > 65535 {
			return Server{}, "must have a port from 1 to 65535"
		}
	}
	if server.Path == "" {
		server.Path = "/"
	}
	if u.RawQuery != "" {
		server.Path += "?" + u.RawQuery
	}
	return server, ""
}
