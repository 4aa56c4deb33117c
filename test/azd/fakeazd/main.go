// Command fakeazd stands in for the Azure Developer CLI in tests. It knows the
// commands that the companion runs, keeps its state in the directory named by
// FAKE_AZD and misbehaves as the state says. Every run is written to
// runs.log there, one command line a line.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"mcp-router/test/azd/fakestate"
)

func main() {
	dir := os.Getenv("FAKE_AZD")
	args := os.Args[1:]
	record(dir, args)
	state, err := fakestate.Read(dir)
	if err != nil {
		fail(err.Error())
	}
	command := strings.Join(args[:min(2, len(args))], " ")
	misbehave(state, command)
	switch {
	case args[0] == "version":
		fmt.Println(state.Version)
	case command == "ext list":
		list(state, args)
	case command == "ext show":
		show(state, args)
	case command == "ext install", command == "ext upgrade":
		install(dir, args)
	case command == "config get":
		config(state)
	default:
		start(state, args)
	}
}

// record notes the run before anything can go wrong.
func record(dir string, args []string) {
	f, err := os.OpenFile(filepath.Join(dir, "runs.log"), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		fail(err.Error())
	}
	defer f.Close()
	fmt.Fprintln(f, strings.Join(args, " "))
}

func misbehave(state fakestate.State, command string) {
	f := state.Faults[command]
	if f.Orphan {
		orphan := exec.Command("sleep", "40")
		orphan.Stdout, orphan.Stderr, orphan.Env = os.Stdout, os.Stderr, []string{}
		orphan.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
		if err := orphan.Start(); err != nil {
			fail(err.Error())
		}
	}
	if f.Stderr != "" {
		fmt.Fprintln(os.Stderr, f.Stderr)
	}
	if f.Prompt {
		fmt.Fprint(os.Stderr, "? Which source (use arrows): ")
		if _, err := bufio.NewReader(os.Stdin).ReadString('\n'); err != nil {
			fail("ERROR: prompt: " + err.Error())
		}
	}
	<-time.After(time.Duration(f.DelayMS) * time.Millisecond)
	if f.Stdout != "" {
		fmt.Println(f.Stdout)
	}
	if f.Exit != 0 {
		os.Exit(f.Exit)
	}
	if f.Silent {
		os.Exit(0)
	}
}

func list(state fakestate.State, args []string) {
	var rows []json.RawMessage
	for _, e := range state.Extensions {
		if slices.Contains(args, "--installed") && !e.IsInstalled() {
			continue
		}
		if slices.Contains(args, "--tags") && e.Untagged {
			continue
		}
		rows = append(rows, e.Row)
	}
	if len(rows) == 0 {
		return // as azd does: nothing at all
	}
	printJSON(rows)
}

func show(state fakestate.State, args []string) {
	e, ok := state.Find(args[2], option(args, "-s"))
	if !ok {
		fail("ERROR: no extensions found")
	}
	printJSON(map[string]any{"Id": e.ID(), "Description": e.Description, "Capabilities": e.Capabilities, "AvailableVersions": nil})
}

func install(dir string, args []string) {
	if !slices.Contains(args, "--no-prompt") {
		fail("ERROR: --no-prompt is missing")
	}
	err := fakestate.Update(dir, func(s *fakestate.State) error {
		e, ok := s.Find(args[2], option(args, "-s"))
		if !ok {
			return fmt.Errorf("ERROR: no extensions found")
		}
		return e.Install()
	})
	if err != nil {
		fail(err.Error())
	}
	fmt.Println("(+) Done:", args[2])
}

// config answers config get extension.installed.
func config(state fakestate.State) {
	records := map[string]any{}
	for _, e := range state.Extensions {
		if !e.IsInstalled() {
			continue
		}
		r := map[string]any{"id": e.ID(), "capabilities": e.Capabilities}
		if e.MCP != nil {
			r["mcp"] = e.MCP
		}
		records[e.ID()] = r
	}
	printJSON(records)
}

// start runs the provider of the namespace that the arguments begin with, as a
// child on our own standard streams, as azd does.
func start(state fakestate.State, args []string) {
	for _, e := range state.Extensions {
		parts := strings.Split(e.Namespace(), ".")
		if !e.IsInstalled() || len(args) < len(parts) || !slices.Equal(args[:len(parts)], parts) {
			continue
		}
		cmd := exec.Command(state.Provider, append([]string{e.Spec}, args[len(parts):]...)...)
		cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
		if err := cmd.Run(); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	fail("ERROR: unknown command " + strings.Join(args, " "))
}

func option(args []string, name string) string {
	if i := slices.Index(args, name); i >= 0 && i+1 < len(args) {
		return args[i+1]
	}
	return ""
}

func printJSON(v any) {
	out, err := json.MarshalIndent(v, "", "  ")
	if err != nil {
		fail(err.Error())
	}
	fmt.Println(string(out))
}

func fail(text string) {
	fmt.Println(text)
	os.Exit(1)
}
