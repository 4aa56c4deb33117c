package config

import "github.com/tidwall/gjson"

// Limits of the fields. Beyond them a configuration has a problem.
const (
	// MaxServers is how many servers one configuration routes to.
	MaxServers = 256
	// MaxPaths is how many request paths one configuration looks at.
	MaxPaths = 64
	// MaxPathBytes bounds a path.
	MaxPathBytes = 2048
	// MaxSeparators is how many separators are accepted side by side.
	MaxSeparators = 8
	// MaxSeparatorBytes bounds a separator.
	MaxSeparatorBytes = 16
	// MaxToolPatterns bounds tools.allow and tools.deny, each.
	MaxToolPatterns = 256
	// MaxToolPatternBytes bounds one of their patterns; a tool name has at
	// most 128 bytes.
	MaxToolPatternBytes = 256
	// MaxHeaders is how many headers a server gets.
	MaxHeaders = 64
	// MaxHeaderNameBytes bounds the name of a header.
	MaxHeaderNameBytes = 128
	// MaxHeaderValueBytes bounds the value of a header.
	MaxHeaderValueBytes = 8192
	// SmallestBodyLimit and LargestBodyLimit are the bounds of maxBodyBytes.
	SmallestBodyLimit = 1 << 10
	LargestBodyLimit  = 64 << 20
	// MaxRules is how many entries _rules_ has.
	MaxRules = 4096
	// MaxMatches bounds each match list of a rule.
	MaxMatches = 1024
)

// rootRows are the fields of the global part and of the entries of _rules_.
var rootRows = []row[draft]{
	{name: "enable", kind: boolean, fallback: "true", read: func(_ *reader, _ string, v gjson.Result, d *draft) {
		d.Enable = v.Bool()
	}},
	{name: "paths", kind: texts, fallback: `[]`, read: readPaths},
	{name: "servers", kind: objects, required: true, read: readServers},
	{name: "separators", kind: texts, fallback: `["/","___"]`, read: readSeparators},
	{name: "unknownServer", kind: text, fallback: `"pass"`, read: readUnknownServer},
	{name: "serverHeader", kind: text, fallback: `""`, read: readServerHeader},
	{name: "maxBodyBytes", kind: integer, fallback: "4194304", read: readMaxBodyBytes},
	{name: "onConfigError", kind: text, fallback: `"fail"`, scope: GlobalOnly, read: readOnConfigError},
	{name: "gateway", kind: object, mode: GatewayMode},
	{name: "_plugin_id_", kind: text, mode: HostMode, scope: GlobalOnly, read: func(_ *reader, _ string, v gjson.Result, d *draft) {
		d.pluginID = v.String()
	}},
	{name: "_rules_", kind: objects, mode: HostMode, scope: GlobalOnly, read: readRules},
	{name: "_match_route_", kind: texts, mode: HostMode, scope: RuleOnly, read: readMatch},
	{name: "_match_domain_", kind: texts, mode: HostMode, scope: RuleOnly, read: readMatch},
	{name: "_match_service_", kind: texts, mode: HostMode, scope: RuleOnly, read: readMatch},
	{name: "_match_route_prefix_", kind: texts, mode: HostMode, scope: RuleOnly, read: readMatch},
}

// serverRows are the fields of one entry of servers.
var serverRows = []row[Server]{
	{name: "name", kind: text, required: true, read: readServerName},
	{name: "domain", kind: text, fallback: `""`, read: readDomain},
	{name: "path", kind: text, required: true, read: readServerPath},
	{name: "tools", kind: object, read: readTools},
	{name: "headers", kind: textMap, fallback: `{}`, read: readHeaders},
	{name: "service", kind: object, mode: GatewayMode},
	{name: "cluster", kind: text, mode: GatewayMode},
	{name: "protocol", kind: text, mode: GatewayMode},
	{name: "prefix", kind: boolean, mode: GatewayMode},
	{name: "calloutTimeout", kind: text, mode: GatewayMode},
	{name: "callTimeout", kind: text, mode: GatewayMode},
	{name: "forwardHeaders", kind: texts, mode: GatewayMode},
}

// toolRows are the fields of a server's tools.
var toolRows = []row[ToolFilter]{
	{name: "allow", kind: texts, read: func(r *reader, at string, v gjson.Result, f *ToolFilter) {
		f.Allow = readPatterns(r, at, v)
		if len(v.Array()) == 0 {
			r.add(at, `must not be empty: leave it out to allow every tool, or write deny: ["*"] to allow none`)
		}
	}},
	{name: "deny", kind: texts, fallback: `[]`, read: func(r *reader, at string, v gjson.Result, f *ToolFilter) {
		f.Deny = readPatterns(r, at, v)
	}},
}
