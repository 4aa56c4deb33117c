// Package worst holds the request bodies that cost a reader of JSON-RPC the most
// for their size: for the tests that bound memory, and for the benchmark.
package worst

import "strings"

// Shape is a kind of body.
type Shape struct {
	Name string
	// head, unit and tail make a body: the unit as often as it fits. Units are
	// parted by commas where sep is one.
	head, unit, sep, tail string
}

// call begins a call of a server that envoy.yaml does not name, with members
// that are not a call's yet.
const call = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{`

// Shapes are all kinds that are known to have cost more than others somewhere.
var Shapes = []Shape{
	{"plain text", call + `"name":"zz","arguments":{"text":"`, `plain text `, ``, `"}}}`},
	{"white space", call, ` `, ``, `}}`},
	{"an object of short members", `{"jsonrpc":1,`, `"":0`, `,`, `}`},
	{"params of short members", call, `"":0`, `,`, `}}`},
	{"short escaped keys", call, `"\n":0`, `,`, `}}`},
	{"escaped keys of the length of name", call, `"\u006eam\u0066":0`, `,`, `}}`},
	{"keys that fold to name", call, `"NAMF":0`, `,`, `}}`},
	{"one long key", call + `"`, `\u006e`, ``, `":0}}`},
	{"names again and again", call, `"name":""`, `,`, `}}`},
	{"escaped names again and again", call, `"n\u0061me":"\n"`, `,`, `}}`},
	{"prefixes again and again", call, `"name":"rest-amap-serve\u0072"`, `,`, `}}`},
	{"underscores again and again", call, `"name":"__x__x__x__x__x__x__x\u005f"`, `,`, `}}`},
	{"methods again and again", `{"jsonrpc":1,"params":{"name":"rest-amap-server/t"},`, `"method":"tools\/cal\u006d"`, `,`, `}`},
	{"params again and again", `{"jsonrpc":1,"method":"tools/call",`, `"params":{"name":""}`, `,`, `}`},
	{"ids again and again", `{"jsonrpc":1,"method":"tools/call","params":{"name":"rest-amap-server/t"},`, `"id":0`, `,`, `}`},
	{"a name of escapes", call + `"name":"`, `\n`, ``, `"}}`},
	{"a name of underscores", call + `"name":"`, `__x`, ``, `"}}`},
	{"a tool of escapes", call + `"name":"rest-amap-server\/`, `\u0074`, ``, `"}}`},
	{"two names of escapes", call + `"name":1,"name":"`, `\n`, ``, `"}}`},
	{"a method of escapes", `{"jsonrpc":1,"method":"`, `\n`, ``, `"}`},
	{"an id of megabytes, refused", `{"jsonrpc":"2.0","method":"tools/call","params":{"name":"rest-amap-server/"},"id":"`, `\n`, ``, `"}`},
	{"a name behind megabytes of arguments", `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"arguments":"`, `\n`, ``, `","name":"rest-amap-server/t"}}`},
	{"a batch of empty objects", `[`, `{}`, `,`, `]`},
	{"a batch of empty arrays", `[`, `[]`, `,`, `]`},
	{"a batch of numbers", `[`, `0`, `,`, `]`},
	{"a batch of small messages", `[`, `{"jsonrpc":0,"method":0}`, `,`, `]`},
	{"a batch of calls", `[`, `{"jsonrpc":1,"method":"tools/call","params":{"name":"t"}}`, `,`, `]`},
	{"a batch of ambiguous calls", `[`, `{"jsonrpc":1,"m\u0065thod":"tools/cal\u006c","method":1,"params":{"n\u0061me":"\n"}}`, `,`, `]`},
	{"arguments of empty objects", call + `"arguments":[`, `{}`, `,`, `]}}`},
	{"arguments of empty arrays", call + `"arguments":[`, `[]`, `,`, `]}}`},
	{"deep arguments", call + `"arguments":[`, strings.Repeat("[", 250) + strings.Repeat("]", 250), `,`, `]}}`},
	{"deep objects", call + `"arguments":[`, strings.Repeat(`{"":`, 250) + `0` + strings.Repeat("}", 250), `,`, `]}}`},
	{"deeper than allowed", `[`, `[`, ``, `]`},
	{"strings beyond ASCII", call + `"arguments":"`, `é`, ``, `"}}`},
	{"literals", call + `"arguments":[`, `null`, `,`, `]}}`},
	{"numbers", call + `"arguments":[`, `-1.5e+3`, `,`, `]}}`},
	{"not JSON at its end", call + `"name":"rest-amap-server/t","arguments":{"text":"`, `x`, ``, `"}}`},
}

// Body is a body of the shape, at most size bytes and nearly that.
func (s Shape) Body(size int) string {
	n := max(1, (size-len(s.head)-len(s.tail))/(len(s.unit)+len(s.sep)))
	units := strings.Repeat(s.unit+s.sep, n)
	return s.head + strings.TrimSuffix(units, s.sep) + s.tail
}
