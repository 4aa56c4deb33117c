package main_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/tidwall/gjson"

	"mcp-router/listing"
)

// said is an error that a client of a gateway got.
type said struct {
	status, code, message string
	// outcome is how the request was counted.
	outcome string
}

// gatewayErrors are all those in the conversations of the gateway's own tests,
// and two that depend on the request's host.
func gatewayErrors(t *testing.T) []said {
	t.Helper()
	files, err := filepath.Glob("gateway/testdata/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no conversations: %v", err)
	}
	all := []said{
		{"403", "-32600", `host "x" is not one of gateway.allowedHosts`, "forbidden_host"},
		{"403", "-32600", `origin "x" is not one of gateway.allowedOrigins`, "forbidden_origin"},
	}
	section := regexp.MustCompile(`(?s)\n-- (reply|downstream) --\n(.*?)(\n-- |$)`)
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		// The line that ends a section begins the next one.
		for rest := string(text); ; {
			at := section.FindStringSubmatchIndex(rest)
			if at == nil {
				break
			}
			all = append(all, readError(rest[at[2]:at[3]], rest[at[4]:at[5]])...)
			rest = rest[at[5]:]
		}
	}
	return all
}

func readError(kind, text string) []said {
	at := strings.Index(text, `{"jsonrpc"`)
	if at < 0 || !gjson.Get(text[at:], "error").Exists() {
		return nil
	}
	s := said{status: "200", code: gjson.Get(text[at:], "error.code").String(), message: gjson.Get(text[at:], "error.message").String(), outcome: "forwarded"}
	if words := strings.Fields(text); kind == "reply" {
		s.status, s.outcome = words[0], words[1]
	}
	if kind == "downstream" && s.code != "-32603" {
		return nil // the server's own
	}
	return []said{s}
}

// Each error that a gateway's client gets stands in the table, and each row of it
// is one that somebody got.
func TestReferenceListsEveryErrorOfAGateway(t *testing.T) {
	errors := gatewayErrors(t)
	for _, file := range reference.files() {
		rows := mustFindBlock(t, file, "gateway-errors").rows()
		got, counted := make([]bool, len(rows)), make([]bool, len(rows))
		for _, e := range errors {
			i := slices.IndexFunc(rows, func(row []string) bool {
				return slices.Contains(strings.Split(row[0], ", "), e.status) && row[1] == e.code && pattern(strings.Trim(row[2], "`")).MatchString(e.message)
			})
			if i < 0 {
				t.Errorf("%s does not list %s", file, fmt.Sprint(e))
				continue
			}
			got[i] = true
			counted[i] = counted[i] || rows[i][3] == "`"+e.outcome+"`"
		}
		for i, row := range rows {
			if !got[i] || !counted[i] {
				t.Errorf("%s: nobody gets the error %q with outcome %s", file, row[2], row[3])
			}
		}
	}
}

func TestGatewayPageNamesTheMetaOfPartialLists(t *testing.T) {
	for _, file := range append(gatewayPage.files(), readme.files()...) {
		if !strings.Contains(mustReadFile(t, file), listing.MetaUnavailable) {
			t.Errorf("%s does not name %s", file, listing.MetaUnavailable)
		}
	}
}
