package main_test

import (
	"fmt"
	"strings"
	"testing"

	"mcp-router/mcp"
)

// protocolPage is what becomes of every method.
var protocolPage = translation{"docs/protocol.zh.md", "docs/protocol.md"}

// Each method of the protocol's table has its row, in the same order, and a
// method that an era does not have is said to be refused there.
func TestProtocolListsEveryMethod(t *testing.T) {
	for _, file := range protocolPage.files() {
		rows := mustFindBlock(t, file, "methods").rows()
		if len(rows) != len(mcp.Methods()) {
			t.Fatalf("%s lists %d methods, want %d", file, len(rows), len(mcp.Methods()))
		}
		for i, method := range mcp.Methods() {
			if got := strings.Trim(rows[i][0], "`"); got != method.Name {
				t.Errorf("%s: row %d is of %s, want %s", file, i, got, method.Name)
			}
			for column, era := range []mcp.Era{mcp.Session, mcp.Stateless} {
				cell := rows[i][column+1]
				want := map[mcp.Era]string{mcp.Session: "200", mcp.Stateless: "404"}[era]
				refused := strings.HasPrefix(cell, want) && strings.HasSuffix(cell, "-32601")
				if method.Kind != mcp.Notification && refused == method.Eras.Has(era) {
					t.Errorf("%s: %s, column %d: %q", file, method.Name, column+1, cell)
				}
				if method.Kind == mcp.Notification && !strings.HasPrefix(cell, "202") {
					t.Errorf("%s: the notification %s gets %q", file, method.Name, cell)
				}
			}
		}
	}
}

func TestProtocolListsTheStatusesOfErrors(t *testing.T) {
	for _, file := range protocolPage.files() {
		for _, row := range mustFindBlock(t, file, "stateless-statuses").rows() {
			var code int
			if _, err := fmt.Sscan(row[0], &code); err != nil {
				t.Fatal(err)
			}
			if got := fmt.Sprint(mcp.StatelessStatus(code)); got != row[1] {
				t.Errorf("%s: %d comes over %s, want %s", file, code, row[1], got)
			}
		}
	}
}
