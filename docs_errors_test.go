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

// refused are requests that show every error of the router.
func refused() map[string]exchange.Request {
	call := func(name, id string) string {
		return fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"method":"tools/call","params":{"name":%q}}`, id, name)
	}
	mirrored := func(headers ...[2]string) exchange.Headers {
		return append(exchange.Headers{{"mcp-protocol-version", "2026-07-28"}}, headers...)
	}
	request := func(body string, headers exchange.Headers) exchange.Request {
		return exchange.Request{Body: []byte(body), Headers: headers}
	}
	good := call("amap-server/x", "1")
	return map[string]exchange.Request{
		"no tool":          request(call("amap-server/", "1"), nil),
		"denied tool":      request(call("amap-server/drop", "1"), nil),
		"near server":      request(call("amap-servr/x", "1"), nil),
		"unknown server":   request(call("zz/x", "1"), nil),
		"null id":          request(call("amap-server/x", "null"), nil),
		"batch":            request("["+good+"]", nil),
		"two names":        request(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"amap-server/x","Name":"y"}}`, nil),
		"two Mcp-Method":   request(good, mirrored([2]string{"mcp-method", "tools/call"}, [2]string{"mcp-method", "tools/call"})),
		"another method":   request(good, mirrored([2]string{"mcp-method", "tools/list"})),
		"two Mcp-Name":     request(good, mirrored([2]string{"mcp-name", "amap-server/x"}, [2]string{"mcp-name", "amap-server/x"})),
		"another name":     request(good, mirrored([2]string{"mcp-name", "amap-server/y"})),
		"broken name":      request(good, mirrored([2]string{"mcp-name", "=?base64?%?="})),
		"too large a body": request(call("amap-server/"+strings.Repeat("x", 1024), "1"), nil),
	}
}

// Each error of the router stands in one row of the table, and each row but
// those of the filter is an error of the router.
func TestReadmesListEveryError(t *testing.T) {
	const configuration = `{"unknownServer":"reject","paths":["/mcp"],"maxBodyBytes":1024,"servers":[{"name":"amap-server","path":"/amap","tools":{"deny":["drop"]}}]}`
	for _, file := range readmes {
		rows := mustFindBlock(t, file, "errors").rows()
		seen := map[string]bool{}
		for name, req := range refused() {
			reply, ok := decide(t, configuration, string(req.Body), req.Headers).(exchange.Reply)
			if !ok {
				t.Fatalf("%s: not refused", name)
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
		filter := mustReadFile(t, "filter/apply.go") + mustReadFile(t, "filter/scope.go")
		for _, row := range rows {
			if text := strings.TrimSuffix(strings.Trim(row[2], "`"), "…"); !seen[row[2]] && !strings.Contains(filter, `"`+text) {
				t.Errorf("%s: nothing says %s", file, row[2])
			}
		}
	}
}

func TestReadmesQuoteProblemsAsTheyAre(t *testing.T) {
	var problems []string
	for _, configuration := range []string{
		`{"server":[]}`, `{"servers":{}}`, `{"gateway":{}}`, `{`,
		`{"servers":[{"name":"a/b","path":"/"},{"name":"c","path":"x","domain":"https://c.example"},{"name":"c","path":"/"}]}`,
		`{"separators":["-"],"servers":[{"name":"a-b","path":"/"}]}`,
		`{"servers":[{"name":"a","path":"/"}],"_rules_":[{"enable":true}]}`,
	} {
		for _, p := range config.Parse([]byte(configuration)).Problems {
			problems = append(problems, p.String())
		}
	}
	for _, file := range readmes {
		for _, message := range mustFindBlock(t, file, "problems").column(0) {
			if !slices.ContainsFunc(problems, pattern(message).MatchString) {
				t.Errorf("%s: no problem reads %s, only\n%s", file, message, strings.Join(problems, "\n"))
			}
		}
	}
}
