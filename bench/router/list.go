package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"sync"

	"mcp-router/bench/router/backend"
	"mcp-router/bench/router/load"
)

// listRest is a tools/list behind its id.
const listRest = `,"method":"tools/list"}`

// listCalls ask for lists: a direct listener for each server's own in turn, all
// others for the one of all servers.
func listCalls(servers []server, by addressing) []load.Call {
	body, headers := []byte(backend.Head+placeholder+listRest), [][2]string{{versionHeader, revision}}
	if !by.direct {
		want := newWantedList(by)
		for _, s := range servers {
			want.add(s.Name, s.Name+by.separator)
		}
		return []load.Call{{Host: entryHost, Path: entryPath, Headers: headers, Body: body, Check: want.check}}
	}
	calls := make([]load.Call, 0, len(servers))
	for _, s := range servers {
		want := newWantedList(by)
		want.add(s.Name, "")
		calls = append(calls, load.Call{Host: s.Domain, Path: s.Path, Headers: headers, Body: body, Check: want.check})
	}
	return calls
}

// wantedList judges replies to tools/list. The first one is read as a whole and
// held against the tools that the servers have; the others have to consist of the
// same bytes, whatever order the servers answered in.
type wantedList struct {
	by addressing
	// tools are those wanted, by the name they are listed under.
	tools map[string]map[string]any
	// prefixes are what each server's tools are listed under.
	prefixes []string

	mu    sync.Mutex
	known *listBytes
}

func newWantedList(by addressing) *wantedList {
	return &wantedList{by: by, tools: map[string]map[string]any{}}
}

// add wants a server's tools, under names with a prefix.
func (w *wantedList) add(server, prefix string) {
	w.prefixes = append(w.prefixes, prefix)
	for i, text := range backend.Tools(server) {
		var tool map[string]any
		if err := json.Unmarshal([]byte(text), &tool); err != nil {
			panic(err) // ours
		}
		name := prefix + backend.ToolName(i)
		tool["name"] = name
		w.tools[name] = tool
	}
}

// check is for load.Call.Check.
func (w *wantedList) check(id, reply []byte) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.known != nil {
		return w.known.check(id, reply)
	}
	entries, err := w.read(id, reply)
	if err != nil {
		return fmt.Errorf("reply %.300q: %w", reply, err)
	}
	known := w.split(id, reply, entries)
	if err := known.check(id, reply); err != nil {
		return fmt.Errorf("the first list is not made of its own parts: %w", err)
	}
	w.known = known
	return nil
}

// read returns the raw tools of a list that is right.
func (w *wantedList) read(id, reply []byte) ([]json.RawMessage, error) {
	var list struct {
		ID     json.RawMessage
		Result struct{ Tools []json.RawMessage }
	}
	if err := json.Unmarshal(reply, &list); err != nil {
		return nil, err
	}
	if !bytes.Equal(list.ID, id) {
		return nil, fmt.Errorf("id %s, want %s", list.ID, id)
	}
	seen := map[string]bool{}
	for _, raw := range list.Result.Tools {
		var tool map[string]any
		if err := json.Unmarshal(raw, &tool); err != nil {
			return nil, err
		}
		name, _ := tool["name"].(string)
		if err := w.judge(name, tool); err != nil {
			return nil, err
		}
		seen[name] = true
	}
	if len(seen) != len(w.tools) || len(list.Result.Tools) != len(seen) {
		return nil, fmt.Errorf("%d tools of %d names, want %d", len(list.Result.Tools), len(seen), len(w.tools))
	}
	return list.Result.Tools, nil
}

// judge compares a tool with the server's own. Routers that make their own of it
// may leave out what calls can do without.
func (w *wantedList) judge(name string, tool map[string]any) error {
	want, ok := w.tools[name]
	if !ok {
		return fmt.Errorf("no server has a tool %q", name)
	}
	for member, value := range want {
		got, has := tool[member]
		if !has && w.by.rebuilds && (member == "title" || member == "annotations") {
			continue
		}
		if !reflect.DeepEqual(got, value) {
			return fmt.Errorf("tool %s: %s is %v, want %v", name, member, got, value)
		}
	}
	return nil
}

// listBytes is a right list in pieces.
type listBytes struct {
	// head stands before the id, middle before the tools and tail behind them.
	head, middle, tail []byte
	// parts are the tools of one server each.
	parts [][]byte
}

// split takes a right reply apart.
func (w *wantedList) split(id, reply []byte, entries []json.RawMessage) *listBytes {
	parts := make([][]byte, len(w.prefixes))
	for _, raw := range entries {
		var tool struct{ Name string }
		_ = json.Unmarshal(raw, &tool) // it has been read before
		for i, prefix := range w.prefixes {
			if !bytes.HasPrefix([]byte(tool.Name), []byte(prefix)) {
				continue
			}
			if parts[i] != nil {
				parts[i] = append(parts[i], ',')
			}
			parts[i] = append(parts[i], raw...)
			break
		}
	}
	head, rest, _ := bytes.Cut(bytes.Clone(reply), id)
	begin, end := bytes.Index(rest, entries[0]), bytes.LastIndexByte(rest, ']')
	return &listBytes{head: head, middle: rest[:begin], tail: rest[end:], parts: parts}
}

var errOtherList = errors.New("the list differs from the first one, which was right")

// check takes a reply that has the same pieces, with its own id.
func (l *listBytes) check(id, reply []byte) error {
	rest := reply
	cut := func(piece []byte) bool {
		var ok bool
		rest, ok = bytes.CutPrefix(rest, piece)
		return ok
	}
	if !cut(l.head) || !cut(id) || !cut(l.middle) {
		return fmt.Errorf("%w: %.300q", errOtherList, reply)
	}
	used := make([]bool, len(l.parts))
	for i := range l.parts {
		if i > 0 && !cut([]byte{','}) || !l.cutPart(cut, used) {
			return fmt.Errorf("%w, in its part %d: %.300q", errOtherList, i+1, rest)
		}
	}
	if !bytes.Equal(rest, l.tail) {
		return fmt.Errorf("%w: it ends with %.300q", errOtherList, rest)
	}
	return nil
}

// cutPart cuts one of the parts that have not been there yet.
func (l *listBytes) cutPart(cut func([]byte) bool, used []bool) bool {
	for i, part := range l.parts {
		if !used[i] && cut(part) {
			used[i] = true
			return true
		}
	}
	return false
}
