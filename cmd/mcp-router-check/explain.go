package main

import (
	"errors"
	"io"
	"slices"
	"strconv"
	"strings"

	"mcp-router/config"
	"mcp-router/exchange"
)

// unsaid is the rule that nobody has chosen: the request's host tells.
const unsaid = -2

// question is the request that is to be explained.
type question struct {
	path    string
	host    string
	rule    int
	headers headerLines
	body    []byte
}

// headerLines is a repeated flag of "name: value".
type headerLines [][2]string

func (h *headerLines) String() string { return "" }

func (h *headerLines) Set(line string) error {
	colon := strings.LastIndexByte(line[:min(len(line), 1)], ':') + 1 // of ":method"
	name, value, found := strings.Cut(line[colon:], ":")
	if !found || name == "" {
		return errors.New(`must be "name: value"`)
	}
	*h = append(*h, [2]string{strings.ToLower(line[:colon] + name), strings.TrimSpace(value)})
	return nil
}

func (h headerLines) have(name string) bool {
	return slices.ContainsFunc(h, func(line [2]string) bool { return line[0] == name })
}

func runExplain(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	q := question{rule: unsaid}
	flags := newFlags("explain", "mcp-router-check explain [flags] FILE < request.json")
	flags.StringVar(&q.path, "path", "", "path that the client asks for (default: the first of paths, or /mcp)")
	flags.StringVar(&q.host, "host", "gateway.example.com", "host that the client asks for")
	flags.Func("rule", "entry of _rules_ that the request matches, from 0; -1 for none (default: by -host)", func(s string) (err error) {
		q.rule, err = strconv.Atoi(s)
		return err
	})
	flags.Var(&q.headers, "header", `one more header of the client, as "name: value"; may be repeated`)
	files, exit, ok := parseFiles(flags, args, stdout, stderr)
	switch {
	case !ok:
		return exit
	case len(files) != 1:
		return misused(flags, stderr, "explain takes one FILE")
	case files[0] == standardInput:
		return misused(flags, stderr, "explain reads the request from the standard input, so FILE cannot be that")
	}
	name := files[0]
	r, err := readReport(name, nil)
	if err == nil && r.failed() {
		r.print(stdout, name)
		return exitProblems
	}
	if err == nil {
		q.body, err = io.ReadAll(io.LimitReader(stdin, maxFileBytes))
	}
	if err == nil {
		err = explain(stdout, r.plugins, q)
	}
	if err != nil {
		say(stderr, "mcp-router-check: %s", err)
		return exitProblems
	}
	return exitOK
}

// explain prints what the first of the plugins does with the request.
func explain(w io.Writer, plugins []plugin, q question) error {
	if len(plugins) == 0 {
		return errors.New("the file holds no configuration that could be asked")
	}
	if len(plugins) > 1 {
		say(w, "note: the file holds %d configurations; this is the first one's answer", len(plugins))
	}
	cfg, err := chosen(plugins[0].doc, q)
	if err != nil {
		return err
	}
	if cfg == nil || !cfg.Enable {
		say(w, "pass: the plugin is idle or switched off here")
		return nil
	}
	req := q.request(cfg, plugins[0].doc.ServerHeaders)
	switch d := decide(cfg, req).(type) {
	case exchange.Pass:
		say(w, "pass: goes on to the route it came for (%s)", d.Labels.Outcome)
		if reason := because(d.Why, cfg, req); reason != "" {
			say(w, "  because %s", reason)
		}
		for _, name := range req.Forged {
			say(w, "  %s is removed", name)
		}
		printRoute(w, plugins[0], client(req, cfg))
	case exchange.Reply:
		say(w, "reply: the router answers itself (%s)\n  status %d\n  %s", d.Labels.Outcome, d.Status, d.Body)
	case *exchange.Forward:
		printForward(w, plugins[0], cfg, req, d)
	case exchange.Ask:
		printAsk(w, d)
	}
	return nil
}

func (q question) request(cfg *config.Config, reserved []string) *exchange.Request {
	path := q.path
	switch {
	case path != "":
	case len(cfg.Paths) > 0:
		path = cfg.Paths[0]
	default:
		path = "/mcp"
	}
	headers := q.headers
	for _, usual := range [][2]string{
		{":method", "POST"}, {":path", path}, {":authority", q.host},
		{"content-type", exchange.ContentTypeJSON}, {"content-length", strconv.Itoa(len(q.body))},
	} {
		if !headers.have(usual[0]) {
			headers = append(headers, usual)
		}
	}
	req := &exchange.Request{Reserved: reserved, Body: q.body, EndOfStream: len(q.body) == 0, Headers: exchange.HeaderLines(headers...)}
	for _, header := range headers {
		req.AddHeader(header[0], header[1])
	}
	return req
}

func printForward(w io.Writer, p plugin, cfg *config.Config, req *exchange.Request, d *exchange.Forward) {
	say(w, "forward: to server %s, tool %s", d.Labels.Server, d.Labels.Tool)
	var server config.Server
	for _, s := range cfg.Servers {
		if s.Name == d.Labels.Server {
			server = s
		}
	}
	printEdits(w, d.Headers, server.Headers)
	if len(req.Body) > 0 {
		say(w, "  content-length = %d", d.ContentLength)
	}
	say(w, "  body: %s", strings.TrimSpace(string(d.Body.Apply(req.Body))))
	printRoute(w, p, routed(cfg, server))
}

// printRoute says where a request goes, if the file tells.
func printRoute(w io.Writer, p plugin, req request) {
	if t := findTarget(p.routes, req); t.found == yes && t.forwards() {
		say(w, "  route: %s, cluster %s", t.label, at(t.route, "route", "cluster").String())
	}
}

// printEdits shows header edits, but not the values that may be secrets.
func printEdits(w io.Writer, edits []exchange.HeaderEdit, secret []config.Header) {
	for _, e := range edits {
		value := "= " + masked(e)
		if e.Remove {
			value = "is removed"
		}
		for _, h := range secret {
			if h.Name == e.Name {
				value = "= (configured)"
			}
		}
		say(w, "  %s %s", e.Name, value)
	}
}

// masked is the value of an edit without the query of a path, which may hold a
// key.
func masked(e exchange.HeaderEdit) string {
	path, query, found := strings.Cut(e.Value, "?")
	if e.Name != ":path" || !found || query == "" {
		return e.Value
	}
	return path + "?…"
}
