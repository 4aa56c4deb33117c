package provider

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"slices"
	"strings"
	"time"

	"mcp-router/companion/process"
)

// ServerEntry is one server of a providers file: a command to run or a URL,
// never both. Variables in its texts are expanded when it is started, see
// [process.Expand].
type ServerEntry struct {
	// Name is its key in the file.
	Name string
	// URL is a streamable HTTP endpoint, Headers are sent with every request.
	URL     string
	Headers []Setting
	// Type is "stdio" or "http"; it may be left out.
	Type string
	// Command, Args and Env start a stdio server in Dir. Env is added to our own.
	Command string
	Args    []string
	Env     []Setting
	Dir     string
	// Title and Description are shown; Description goes first.
	Title       string
	Description string
	// InstallInstructions is said when the command is missing.
	InstallInstructions string
	// Group splits one server's tools into providers: "prefix" makes one of
	// each name up to the first "_". Default "": the server is one provider.
	Group string
	// StartTimeout is how long it may take to initialize, default
	// [DefaultStartTimeout]; CallTimeout how long a command may take, default no
	// limit.
	StartTimeout time.Duration
	CallTimeout  time.Duration

	disabled bool
}

// Setting is a name with a value, e.g. of an environment.
type Setting struct{ Name, Value string }

// groupPrefix is the only way to group so far.
const groupPrefix = "prefix"

// httpTypes are the names that clients have for streamable HTTP.
var httpTypes = []string{"", "http", "streamable-http", "streamableHttp", "streamable_http"}

// entryProblem is what is wrong with a member of an entry, or, without one,
// with the entry.
type entryProblem struct{ member, text string }

func (e ServerEntry) problems() (list []entryProblem) {
	add := func(wrong bool, member, format string, args ...any) {
		if wrong {
			list = append(list, entryProblem{member, fmt.Sprintf(format, args...)})
		}
	}
	command, remote := e.Command != "", e.URL != ""
	add(!command && !remote, "", "needs a url or a command")
	add(command && remote, "", "has both a url and a command")
	add(remote && !command && e.Type == "sse", "type", "HTTP+SSE of 2024-11-05 is not spoken here, only streamable HTTP")
	add(command && !remote && e.Type != "" && e.Type != "stdio", "type", `a command is "stdio", not %q`, e.Type)
	add(remote && !command && e.Type != "sse" && !slices.Contains(httpTypes, e.Type), "type", `a url is "http", not %q`, e.Type)
	add(e.Group != "" && e.Group != groupPrefix, "group", `%q is not "prefix"`, e.Group)
	add(command && e.Headers != nil, "headers", "only a url is sent headers")
	add(remote && (e.Args != nil || e.Env != nil || e.Dir != ""), "", "args, env and cwd are for a command")
	if remote && !strings.Contains(e.URL, "${") {
		add(!isEndpoint(e.URL), "url", "must be an http or https URL")
	}
	for _, h := range e.Headers {
		add(!isHeaderName(h.Name), "headers", "%q is no name of a header", h.Name)
		add(!isHeaderValue(h.Value), "headers", "%s: the value of a header is one line", h.Name)
	}
	for _, v := range e.Env {
		add(v.Name == "" || strings.ContainsAny(v.Name, "=\x00"), "env", "%q is no name of a variable", v.Name)
	}
	return list
}

// isHeaderName says whether a name is a token (RFC 9110, section 5.6.2).
func isHeaderName(name string) bool {
	return name != "" && !strings.ContainsFunc(name, func(r rune) bool {
		return r <= ' ' || r >= 0x7f || strings.ContainsRune(`"(),/:;<=>?@[\]{}`, r)
	})
}

// isHeaderValue says whether a value may be sent (RFC 9110, section 5.5).
func isHeaderValue(value string) bool {
	return !strings.ContainsFunc(value, func(r rune) bool { return r < ' ' && r != '\t' || r == 0x7f })
}

func isEndpoint(text string) bool {
	u, err := url.Parse(text)
	return err == nil && u.Host != "" && (u.Scheme == "http" || u.Scheme == "https")
}

// source makes the entry's source.
func (e ServerEntry) source(l process.Launcher) source {
	if e.URL != "" {
		return &urlSource{entry: e}
	}
	return &commandSource{launcher: l, entry: e}
}

// limits of the entry's server.
func (e ServerEntry) limits(idle time.Duration) limits {
	l := limits{Start: e.StartTimeout, Call: e.CallTimeout, Idle: idle}
	if l.Start == 0 {
		l.Start = DefaultStartTimeout
	}
	return l
}

// expander expands the texts of one entry and remembers what went wrong.
type expander struct {
	server string
	err    error
}

// text expands a member's text. The error names the member and the variable,
// never a value.
func (x *expander) text(member, text string) string {
	value, err := process.Expand(text, os.LookupEnv)
	if err != nil {
		x.err = errors.Join(x.err, fmt.Errorf("%s could not be started: %s: %w", x.server, member, err))
	}
	return value
}

// command is the entry's command line.
func (e ServerEntry) command() (process.Command, error) {
	x := expander{server: e.Name}
	c := process.Command{Argv: []string{x.text("command", e.Command)}, Dir: x.text("cwd", e.Dir)}
	for i, arg := range e.Args {
		c.Argv = append(c.Argv, x.text(fmt.Sprintf("args[%d]", i), arg))
	}
	for _, v := range e.Env {
		c.Env = append(c.Env, v.Name+"="+x.text("env."+v.Name, v.Value))
	}
	return c, x.err
}

// endpoint is where the entry's server is, and what goes with every request.
func (e ServerEntry) endpoint() (*url.URL, http.Header, error) {
	x := expander{server: e.Name}
	address := x.text("url", e.URL)
	header := http.Header{}
	for _, h := range e.Headers {
		value := x.text("headers."+h.Name, h.Value)
		if !isHeaderValue(value) {
			x.err = errors.Join(x.err, fmt.Errorf("%s could not be started: headers.%s: the value of a header is one line", e.Name, h.Name))
		}
		header.Add(h.Name, value)
	}
	u, err := url.Parse(address)
	if x.err == nil && (err != nil || !isEndpoint(address)) {
		x.err = fmt.Errorf("%s could not be started: url: must be an http or https URL", e.Name)
	}
	return u, header, x.err
}
