package provider

import (
	"context"
	"encoding/json"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// listing is a server whose tools/list is answered by page, which gets the
// cursor.
func listing(page func(cursor string) *mcp.ListToolsResult) func() *mcp.Server {
	return func() *mcp.Server {
		s := echoServer(nil)
		s.AddReceivingMiddleware(func(next mcp.MethodHandler) mcp.MethodHandler {
			return func(ctx context.Context, method string, r mcp.Request) (mcp.Result, error) {
				if l, ok := r.(*mcp.ListToolsRequest); ok {
					return page(l.Params.Cursor), nil
				}
				return next(ctx, method, r)
			}
		})
		return s
	}
}

func oneTool(name, description string) []*mcp.Tool {
	return []*mcp.Tool{{Name: name, Description: description, InputSchema: map[string]any{"type": "object"}}}
}

func TestListFollowsPages(t *testing.T) {
	var asked atomic.Int64
	tests := []struct {
		name  string
		page  func(string) *mcp.ListToolsResult
		tools int
		asks  int64
		cut   bool
	}{
		{"three pages", func(cursor string) *mcp.ListToolsResult {
			n, _ := strconv.Atoi(cursor)
			r := &mcp.ListToolsResult{Tools: oneTool("tool"+cursor, "")}
			if n < 2 {
				r.NextCursor = strconv.Itoa(n + 1)
			}
			return r
		}, 3, 3, false},
		{"a cursor that comes again ends it", func(string) *mcp.ListToolsResult {
			return &mcp.ListToolsResult{Tools: oneTool("tool", ""), NextCursor: "again"}
		}, 1, 2, false},
		{"pages without end are cut off", func(cursor string) *mcp.ListToolsResult {
			return &mcp.ListToolsResult{Tools: oneTool("tool"+cursor, ""), NextCursor: cursor + "x"}
		}, maxPages, maxPages, true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			asked.Store(0)
			m := &memory{server: listing(func(cursor string) *mcp.ListToolsResult { asked.Add(1); return tt.page(cursor) })}
			u := newTestUpstream(t, m, 0)
			if err := u.Load(t.Context(), 0, nil); err != nil {
				t.Fatal(err)
			}
			if l := u.listed(); len(l.commands) != tt.tools || l.cut != tt.cut || asked.Load() != tt.asks {
				t.Errorf("%d tools, cut %v, after %d pages, want %d, %v, after %d", len(l.commands), l.cut, asked.Load(), tt.tools, tt.cut, tt.asks)
			}
		})
	}
}

func TestListIsBounded(t *testing.T) {
	long := strings.Repeat("x", 1<<20)
	m := &memory{server: listing(func(cursor string) *mcp.ListToolsResult {
		return &mcp.ListToolsResult{Tools: oneTool("tool"+cursor, long), NextCursor: cursor + "x"}
	})}
	u := newTestUpstream(t, m, 0)
	err := u.Load(t.Context(), 0, nil)
	if l := u.listed(); err != nil || !l.cut || len(l.commands) != 15 {
		t.Errorf("error %v, cut %v, %d commands, want what the bound holds", err, l.cut, len(l.commands))
	}
}

func TestJoinArrays(t *testing.T) {
	tests := []struct {
		name  string
		pages []string
		want  string
	}{
		{"none", nil, `[]`},
		{"one", []string{`[{"a":1.10}]`}, `[{"a":1.10}]`},
		{"several, one empty", []string{`[1]`, ` [ ] `, `[2,3]`}, `[1,2,3]`},
		{"null and absent count as empty", []string{`null`, ``, `[1]`}, `[1]`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var pages []json.RawMessage
			for _, p := range tt.pages {
				pages = append(pages, json.RawMessage(p))
			}
			if got := string(joinArrays(pages)); got != tt.want {
				t.Errorf("got %s, want %s", got, tt.want)
			}
		})
	}
}
