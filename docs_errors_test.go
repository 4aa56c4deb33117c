package main_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/tidwall/gjson"

	"mcp-router/config"
	"mcp-router/exchange"
)

// pattern matches the texts that a documented message stands for.
func pattern(message string) *regexp.Regexp {
	return regexp.MustCompile("^" + strings.ReplaceAll(regexp.QuoteMeta(message), "…", ".+") + "$")
}

// refusal is a request that the router refuses.
type refusal struct {
	name, body string
	headers    [][2]string
}

// refusals show every error of the router.
func refusals() []refusal {
	call := func(name, id string) string {
		return fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"method":"tools/call","params":{"name":%q}}`, id, name)
	}
	mirrored := func(headers ...[2]string) [][2]string {
		return append([][2]string{{"mcp-protocol-version", "2026-07-28"}}, headers...)
	}
	good := call("amap-server/x", "1")
	return []refusal{
		{"no tool", call("amap-server/", "1"), nil},
		{"a tool longer than any", call("amap-server/"+strings.Repeat("x", 513), "1"), nil},
		{"a denied tool", call("amap-server/drop", "1"), nil},
		{"a server that is nearly one of ours", call("amap-servr/x", "1"), nil},
		{"an unknown server", call("zz/x", "1"), nil},
		{"a null id", call("amap-server/x", "null"), nil},
		{"a batch", "[" + good + "]", nil},
		{"two names", `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"amap-server/x","Name":"y"}}`, nil},
		{"two Mcp-Method", good, mirrored([2]string{"mcp-method", "tools/call"}, [2]string{"mcp-method", "tools/call"})},
		{"another method", good, mirrored([2]string{"mcp-method", "tools/list"})},
		{"two Mcp-Name", good, mirrored([2]string{"mcp-name", "amap-server/x"}, [2]string{"mcp-name", "amap-server/x"})},
		{"another name", good, mirrored([2]string{"mcp-name", "amap-server/y"})},
		{"a broken name", good, mirrored([2]string{"mcp-name", "=?base64?%?="})},
		{"too large a body", call("amap-server/"+strings.Repeat("x", 1024), "1"), nil},
	}
}

// Each error of the router stands in one row of the table, and each row but
// those of the filter is an error of the router.
func TestReferenceListsEveryError(t *testing.T) {
	const configuration = `{"unknownServer":"reject","paths":["/mcp"],"maxBodyBytes":1024,"servers":[{"name":"amap-server","path":"/amap","tools":{"deny":["drop"]}}]}`
	for _, file := range reference.files() {
		rows := mustFindBlock(t, file, "errors").rows()
		seen := map[string]bool{}
		for _, r := range refusals() {
			reply, ok := decide(t, configuration, r.body, r.headers).(exchange.Reply)
			if !ok {
				t.Fatalf("%s: not refused", r.name)
			}
			code, message := gjson.GetBytes(reply.Body, "error.code").String(), gjson.GetBytes(reply.Body, "error.message").String()
			fits := func(row []string) bool {
				return row[0] == fmt.Sprint(reply.Status) && row[1] == code && row[3] == "`"+string(reply.Labels.Outcome)+"`" &&
					pattern(strings.Trim(row[2], "`")).MatchString(message)
			}
			i := slices.IndexFunc(rows, fits)
			if i < 0 {
				t.Errorf("%s: no row for %d %s %q (%s)", file, reply.Status, code, message, reply.Labels.Outcome)
				continue
			}
			seen[rows[i][2]] = true
		}
		filter := mustReadFile(t, "filter/apply.go") + mustReadFile(t, "router/closed.go")
		for _, row := range rows {
			if text := strings.TrimSuffix(strings.Trim(row[2], "`"), "…"); !seen[row[2]] && !strings.Contains(filter, `"`+text) {
				t.Errorf("%s: nothing says %s", file, row[2])
			}
		}
	}
}

func TestReferenceQuotesProblemsAsTheyAre(t *testing.T) {
	var problems []string
	for _, configuration := range []string{
		`{"server":[]}`, `{"servers":{}}`, `{"servers":[{"name":"a","path":"/","cluster":"c"}]}`, `{`,
		`{"servers":[{"name":"a/b","path":"/"},{"name":"c","path":"x","domain":"https://c.example"},{"name":"c","path":"/"}]}`,
		`{"separators":["-"],"servers":[{"name":"a-b","path":"/"}]}`,
		`{"servers":[{"name":"a","path":"/"}],"_rules_":[{"enable":true}]}`,
		`{"servers":[{"name":"a","path":"/"}],"_rules_":[{"_match_domain_":["d:80"]},{"_match_domain_":["d"]},{"_match_route_":["r"],"_match_domain_":["e"]}]}`,
	} {
		for _, p := range config.Parse([]byte(configuration)).Problems {
			problems = append(problems, p.String())
		}
	}
	for _, file := range reference.files() {
		for _, message := range mustFindBlock(t, file, "problems").column(0) {
			if !slices.ContainsFunc(problems, pattern(message).MatchString) {
				t.Errorf("%s: no problem reads %s, only\n%s", file, message, strings.Join(problems, "\n"))
			}
		}
	}
}
