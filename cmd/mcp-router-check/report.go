package main

import (
	"fmt"
	"io"
	"strings"
	"unicode"

	"github.com/tidwall/gjson"

	"mcp-router/config"
)

// severity says what a finding does to the exit code: only problems fail.
type severity string

const (
	problem severity = ""
	warning severity = "warning: "
	// note says that a question could not be answered from the file.
	note severity = "note: "
)

// finding is one line of output.
type finding struct {
	severity severity
	path     string
	message  string
	// line is where it stands in the file, from 1; 0 if that is not known.
	line int
}

// plugin is one configuration of ours that a file holds.
type plugin struct {
	doc *config.Document
	// routes is the route_config that the filter's requests are routed by; it
	// does not exist for files that hold none.
	routes gjson.Result
}

// report is what is to be said about a file.
type report struct {
	findings []finding
	plugins  []plugin
	// document is the one that is being checked.
	document document
	// said are the findings, none of which is said twice.
	said map[finding]bool
	// more counts those that are too many to be said, severe whether one of them is
	// a problem.
	more   int
	severe bool
}

// maxFindings bounds what is said about one file.
const maxFindings = 1000

func (r *report) add(s severity, path, format string, args ...any) {
	r.addFinding(finding{severity: s, path: path, message: fmt.Sprintf(format, args...)})
}

// addAt reports what is wrong with a value of the document.
func (r *report) addAt(s severity, v gjson.Result, path, format string, args ...any) {
	r.addFinding(finding{severity: s, path: path, message: fmt.Sprintf(format, args...), line: r.document.line(v)})
}

func (r *report) addFinding(f finding) {
	if r.said[f] {
		return
	}
	if len(r.findings) >= maxFindings {
		r.more++
		r.severe = r.severe || f.severity == problem
		return
	}
	if r.said == nil {
		r.said = map[finding]bool{}
	}
	r.said[f] = true
	r.findings = append(r.findings, f)
}

// addProblems reports the problems of a configuration that stands at path.
func (r *report) addProblems(problems []config.Problem, path func(string) string) {
	for _, p := range problems {
		r.add(problem, path(p.Path), "%s", p.Message)
	}
}

func (r *report) failed() bool {
	for _, f := range r.findings {
		if f.severity == problem {
			return true
		}
	}
	return r.severe
}

func (r *report) print(w io.Writer, name string) {
	for _, f := range r.findings {
		place := name
		if f.line > 0 {
			place = fmt.Sprintf("%s:%d", name, f.line)
		}
		if f.path != "" {
			place += ": " + f.path
		}
		say(w, "%s", printable(fmt.Sprintf("%s: %s%s", place, f.severity, f.message)))
	}
	if r.more > 0 {
		say(w, "%s: and %d more", name, r.more)
	}
	if !r.failed() {
		say(w, "%s: ok: %s", name, r.summary())
	}
}

// printable escapes what would move the cursor or colour the terminal: names in a
// file may hold anything.
func printable(line string) string {
	return strings.Map(func(c rune) rune {
		if unicode.IsPrint(c) {
			return c
		}
		return '\uFFFD'
	}, line)
}

// summary counts what was checked.
func (r *report) summary() string {
	if len(r.plugins) == 0 {
		return "nothing here that can be checked"
	}
	var parts []string
	for _, p := range r.plugins {
		parts = append(parts, summaryOf(p.doc))
	}
	return strings.Join(parts, "; ")
}

func summaryOf(doc *config.Document) string {
	if doc.Global == nil && len(doc.Rules) == 0 {
		return "empty, loaded and idle"
	}
	servers := 0
	if doc.Global != nil {
		servers = len(doc.Global.Servers)
	}
	if len(doc.Rules) == 0 {
		return count(servers, "server")
	}
	return count(servers, "server") + " outside rules, " + count(len(doc.Rules), "rule")
}

func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	if stem, ok := strings.CutSuffix(noun, "y"); ok {
		return fmt.Sprintf("%d %sies", n, stem)
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// under puts a path behind the place of the object that it starts from.
func under(place string) func(string) string {
	return func(path string) string {
		switch {
		case place == "":
			return path
		case path == "":
			return place
		default:
			return place + "." + path
		}
	}
}
