package router

import "mcp-router/exchange"

// readable reports whether the headers promise a body that may hold an MCP
// message: a POST of JSON as it is, not coded.
func readable(req *exchange.Request) bool {
	return req.Method.Value == "POST" && exchange.IsJSON(req.ContentType.Value) && !req.Coded()
}
