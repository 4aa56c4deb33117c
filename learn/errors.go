package learn

import (
	"fmt"
	"strings"
)

// Bounds of an answer that is an error: a model must not be sent a catalogue
// when it mistyped one name.
const (
	maxErrorResult = 600 // bytes of the whole result
	maxEcho        = 80  // bytes of what the model sent, quoted back
	maxReason      = 300 // bytes of a caller's reason
)

// usage answers arguments that ask for nothing.
func (d *Dispatch) usage(problem string) Step {
	text := `Give "intent" to find a command, "learn": true to list the tools, or "tool" and "command" (with "parameters") to run one.`
	if problem != "" {
		text = problem + ". " + text
	}
	return failed(text)
}

// homeless says what is wrong with a command without a tool.
func (d *Dispatch) homeless() string {
	for _, p := range d.visibleProviders() {
		if c, ok := p.Command(d.request.Args.Command); ok {
			return fmt.Sprintf("Command %q needs its tool, %q", c.Name, p.Name)
		}
	}
	return `"command" needs the "tool" it belongs to`
}

// nothing answers when no provider is known: an empty list to who learns, an
// error to who wants to call.
func (d *Dispatch) nothing() Step {
	why := d.request.Empty
	if why == "" {
		why = "No tools were discovered."
	}
	args := &d.request.Args
	if args.Command != "" && !args.Learn {
		return failed(clip(why, maxReason))
	}
	if args.Intent == "" && d.tool == "" && !args.Learn {
		return d.usage("")
	}
	return d.composer(nil).noticing(why).object(nil, nil)
}

func (d *Dispatch) unknownTool() Step {
	var names []string
	for _, p := range d.visibleProviders() {
		names = append(names, p.Name)
	}
	return notFound(fmt.Sprintf("Tool %q was not found.", clip(d.tool, maxEcho)), names, d.tool)
}

func (d *Dispatch) unknownCommand(p *Provider) Step {
	var names []string
	for _, c := range d.visibleCommands(p) {
		names = append(names, c.Name)
	}
	wrong := d.request.Args.Command
	what := fmt.Sprintf("Command %q was not found in tool %q.", clip(wrong, maxEcho), p.Name)
	if p.Missing() != "" {
		what += " " + p.Missing()
	}
	return notFound(what, names, wrong)
}

// notFound names the nearest names, as many as the bound allows.
func notFound(what string, names []string, wrong string) Answer {
	a := failed(what)
	if len(names) == 0 {
		return a
	}
	text := what + " Nearest:"
	for i, name := range byLikeness(names, wrong) {
		if i > 0 {
			text += ","
		}
		text += " " + name
		longer := failed(text + ". Use learn for all.")
		if longer.resultSize() > maxErrorResult {
			break
		}
		a = longer
	}
	return a
}

// refused answers in read-only mode (a hint that is not literally true).
func (d *Dispatch) refused(p *Provider, c *Command) Step {
	return failed(fmt.Sprintf("Command %q of tool %q may change something. This server is in read-only mode and did not run it.", c.Name, p.Name))
}

func (d *Dispatch) notLoaded(p *Provider) Step {
	why := strings.TrimSpace(clip(d.failure, maxReason))
	if why == "" {
		why = "its commands are not known"
	}
	if rest, ok := strings.CutPrefix(why, p.Name+" "); ok {
		why = "it " + rest
	}
	return failed(fmt.Sprintf("Tool %q could not be used: %s", p.Name, why))
}
