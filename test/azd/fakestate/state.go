// Package fakestate is the state of the fake azd: which extensions its sources
// have, and how its commands misbehave. Tests write it, the fake reads it at
// every run.
package fakestate

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"time"
)

// State is everything the fake knows.
type State struct {
	// Version is what azd version prints.
	Version string
	// Provider is the program that serves all extensions.
	Provider string
	// Faults are by the first two words of the command line, e.g. "ext list".
	Faults map[string]Fault
	// Extensions are all that the sources list, and what is installed.
	Extensions []Extension
}

// Fault is how a command misbehaves; the zero value does not.
type Fault struct {
	Stderr  string // printed first
	Prompt  bool   // asks on stdin and fails when there is no answer
	DelayMS int    // then sleeps
	Stdout  string // then prints this
	Exit    int    // then leaves with this code, unless 0
	Silent  bool   // then leaves with code 0, nothing printed
	Orphan  bool   // leaves a process behind that holds its output
}

// Extension is one extension of one source.
type Extension struct {
	// Row is the list row as it is printed, in whatever generation of fields.
	Row json.RawMessage
	// Untagged rows are listed by --installed only.
	Untagged bool
	// Description and Capabilities are for ext show.
	Description  string
	Capabilities []string
	// MCP is the mcp member of the installation record.
	MCP json.RawMessage
	// Spec is handed to the provider program.
	Spec string
}

// row holds the members of a row that the fake itself reads.
type row struct {
	ID               string
	Namespace        string
	Source           string
	Version          string
	Installed        bool
	InstalledVersion string
}

func (e Extension) row() (r row) {
	if err := json.Unmarshal(e.Row, &r); err != nil {
		panic(err) // the test's own text
	}
	return r
}

// ID is the row's id.
func (e Extension) ID() string { return e.row().ID }

// Namespace is the row's namespace.
func (e Extension) Namespace() string { return e.row().Namespace }

// IsInstalled says whether the row says so, in any generation.
func (e Extension) IsInstalled() bool { return e.row().Installed || e.row().InstalledVersion != "" }

// Install makes the row say that the extension is installed, in its newest
// version.
func (e *Extension) Install() error {
	var members map[string]any
	if err := json.Unmarshal(e.Row, &members); err != nil {
		return err
	}
	members["installedVersion"] = e.row().Version
	members["updateAvailable"] = false
	changed, err := json.Marshal(members)
	e.Row = changed
	return err
}

// Find returns the extension with an id, of a source unless that is "".
func (s *State) Find(id, source string) (*Extension, bool) {
	for i := range s.Extensions {
		r := s.Extensions[i].row()
		if r.ID == id && (source == "" || r.Source == source) {
			return &s.Extensions[i], true
		}
	}
	return nil, false
}

// Read reads the state of a directory.
func Read(dir string) (s State, err error) {
	doc, err := os.ReadFile(filepath.Join(dir, "state.json"))
	if err != nil {
		return s, err
	}
	return s, json.Unmarshal(doc, &s)
}

// Write replaces the state of a directory.
func Write(dir string, s State) error {
	doc, err := json.Marshal(s)
	if err != nil {
		return err
	}
	tmp := filepath.Join(dir, fmt.Sprintf("state.%d", os.Getpid()))
	if err := os.WriteFile(tmp, doc, 0o600); err != nil {
		return err
	}
	return os.Rename(tmp, filepath.Join(dir, "state.json"))
}

// Update changes the state under a lock that processes share.
func Update(dir string, change func(*State) error) error {
	lock := filepath.Join(dir, "lock")
	for os.Mkdir(lock, 0o700) != nil {
		<-time.After(time.Millisecond)
	}
	defer os.Remove(lock)
	s, err := Read(dir)
	if err != nil {
		return err
	}
	if err := change(&s); err != nil {
		return err
	}
	return Write(dir, s)
}
