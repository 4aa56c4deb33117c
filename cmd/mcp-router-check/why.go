package main

import (
	"fmt"
	"strings"

	"github.com/tidwall/gjson"

	"mcp-router/config"
	"mcp-router/exchange"
	"mcp-router/nearest"
)

// because says in a sentence why the router lets a request pass.
func because(why exchange.Why, cfg *config.Config, req *exchange.Request) string {
	switch why {
	case exchange.WhyPath:
		return "its path is not one of paths: " + strings.Join(cfg.Paths, ", ")
	case exchange.WhyNoBody:
		return "it has no body"
	case exchange.WhyNotJSON:
		return "its headers do not say that it is a POST of application/json without a content-encoding"
	case exchange.WhyTooLarge:
		return fmt.Sprintf("its body is larger than maxBodyBytes, %d, and no paths are configured", cfg.MaxBodyBytes)
	case exchange.WhyBroken:
		return "its body is not one JSON value: " + bodyFault(req.Body)
	case exchange.WhyNoMessage:
		return `its body is no JSON-RPC message: an object with "jsonrpc" is expected`
	case exchange.WhyMethod:
		return "its method is not tools/call: other methods are answered where the request was sent to"
	case exchange.WhyNoName:
		return "its params.name is missing or no string"
	case exchange.WhyNoSeparator:
		return "its params.name holds none of separators: " + strings.Join(cfg.Separators, " ") + near(cfg, toolName(req))
	case exchange.WhyUnknownServer:
		prefix := toolName(req)
		for _, separator := range cfg.Separators {
			prefix, _, _ = strings.Cut(prefix, separator)
		}
		return fmt.Sprintf("no server is called %q, and unknownServer is pass%s", prefix, near(cfg, prefix))
	case exchange.WhyNotOurs:
		return "no reader finds a call to one of the servers in it"
	case exchange.WhyUnsaid:
	}
	return ""
}

// bodyFault says where a body stops being JSON. Not everything that the router
// refuses to read is wrong JSON.
func bodyFault(body []byte) string {
	if foreignEncoding(body) != "" {
		return "it is not UTF-8"
	}
	if fault := jsonFault(body); fault != unreadable {
		return fault
	}
	return "it nests too deep"
}

// toolName is params.name of a request whose body is a call.
func toolName(req *exchange.Request) string { return gjson.GetBytes(req.Body, "params.name").Str }

// near proposes servers whose name is like the given one, or begins it.
func near(cfg *config.Config, name string) string {
	var names []string
	for _, server := range cfg.Servers {
		names = append(names, server.Name)
	}
	found := nearest.Names(name, names, 3)
	for _, server := range names {
		if len(found) == 0 && len(name) > len(server) && strings.EqualFold(name[:len(server)], server) {
			found = []string{server}
		}
	}
	if len(found) == 0 {
		return ""
	}
	return "; did you mean server " + strings.Join(found, " or ") + "?"
}
