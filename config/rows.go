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
	// MaxClusterBytes bounds the name of an Envoy cluster.
	MaxClusterBytes = 256
	// MaxGatewayNameBytes bounds gateway.name.
	MaxGatewayNameBytes = 128
	// MaxInstructionsBytes bounds gateway.instructions, which go to every client.
	MaxInstructionsBytes = 16 << 10
	// MaxSessionKeys is how many session keys are tried, those of the
	// configuration and those of the environment each.
	MaxSessionKeys = 8
	// SessionKeyBytes is the size of a session key.
	SessionKeyBytes = 32
	// MaxBindSession is how many headers a session is bound to.
	MaxBindSession = 8
	// MaxAllowed bounds gateway.allowedHosts and gateway.allowedOrigins, each.
	MaxAllowed = 64
)

// Bounds of the durations.
var (
	calloutTimeouts = bounds{lowest: 50 * Millisecond, highest: Minute}
	callTimeouts    = bounds{lowest: 50 * Millisecond, highest: 24 * Hour, zero: true}
	sessionTTLs     = bounds{lowest: Minute, highest: 30 * 24 * Hour}
	listCacheTTLs   = bounds{lowest: Second, highest: Hour, zero: true}
)

// rootRows are the fields of the global part and of the entries of _rules_.
var rootRows = []row[draft]{
	{name: "enable", kind: boolean, fallback: "true", read: func(_ *reader, _ string, v gjson.Result, d *draft) {
		d.Enable = v.Bool()
	}},
	{name: "paths", kind: texts, fallback: `[]`, gatewayFallback: `["/mcp"]`, read: readPaths},
	{name: "servers", kind: objects, required: true, read: readServers, inner: fieldsOf(serverRows)},
	{name: "separators", kind: texts, fallback: defaultSeparators, read: readSeparators},
	{name: "unknownServer", kind: text, fallback: `"pass"`, read: readUnknownServer},
	{name: "serverHeader", kind: text, fallback: `""`, read: readServerHeader},
	{name: "maxBodyBytes", kind: integer, fallback: "4194304", read: readMaxBodyBytes},
	{name: "onConfigError", kind: text, fallback: `"fail"`, scope: GlobalOnly, read: readOnConfigError},
	{name: "gateway", kind: object, mode: GatewayMode, read: readGateway, inner: fieldsOf(gatewayRows)},
	{name: "_plugin_id_", kind: text, mode: HostMode, scope: GlobalOnly, read: func(_ *reader, _ string, v gjson.Result, d *draft) {
		d.pluginID = v.String()
	}},
	{name: "_rules_", kind: objects, mode: HostMode, scope: GlobalOnly, read: readRules},
	{name: routeField, kind: texts, mode: HostMode, scope: RuleOnly, read: readMatchRoutes},
	{name: "_match_domain_", kind: texts, mode: HostMode, scope: RuleOnly, read: readMatchDomains},
	{name: serviceField, kind: texts, mode: HostMode, scope: RuleOnly, read: readMatchServices},
	{name: "_match_route_prefix_", kind: texts, mode: HostMode, scope: RuleOnly, read: readMatchRoutePrefixes},
}

// serverRows are the fields of one entry of servers.
var serverRows = []row[Server]{
	{name: "name", kind: text, required: true, read: readServerName},
	{name: "domain", kind: text, fallback: `""`, read: readDomain},
	{name: "path", kind: text, required: true, read: readServerPath},
	{name: "tools", kind: object, read: readTools, inner: fieldsOf(toolRows)},
	{name: "headers", kind: textMap, fallback: `{}`, secret: true, read: readHeaders},
	{name: "service", kind: object, mode: GatewayMode, read: readService, inner: fieldsOf(serviceRows)},
	{name: "cluster", kind: text, mode: GatewayMode, read: readCluster},
	{name: "protocol", kind: text, fallback: `"auto"`, mode: GatewayMode, read: readProtocol},
	{name: "prefix", kind: boolean, fallback: "true", mode: GatewayMode, read: func(_ *reader, _ string, v gjson.Result, s *Server) {
		s.Prefix = v.Bool()
	}},
	{name: "calloutTimeout", kind: duration, fallback: `"5s"`, mode: GatewayMode, read: func(r *reader, at string, v gjson.Result, s *Server) {
		calloutTimeouts.read(r, at, v, &s.CalloutTimeout)
	}},
	{name: "callTimeout", kind: duration, fallback: `"0s"`, mode: GatewayMode, read: func(r *reader, at string, v gjson.Result, s *Server) {
		callTimeouts.read(r, at, v, &s.CallTimeout)
	}},
	{name: "forwardHeaders", kind: texts, fallback: `[]`, mode: GatewayMode, read: readForwardHeaders},
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

// serviceRows are the fields of a server's service.
var serviceRows = []row[service]{
	{name: "name", kind: text, required: true, mode: GatewayMode, read: readServiceName},
	{name: "port", kind: integer, required: true, mode: GatewayMode, read: readServicePort},
}

// gatewayRows are the fields of gateway.
var gatewayRows = []row[Gateway]{
	{name: "name", kind: text, fallback: `"mcp-router"`, mode: GatewayMode, read: readGatewayName},
	{name: "instructions", kind: text, fallback: `""`, mode: GatewayMode, read: readInstructions},
	{name: "publishedSeparator", kind: text, fallback: `"___"`, mode: GatewayMode, read: func(_ *reader, _ string, v gjson.Result, g *Gateway) {
		g.PublishedSeparator = v.Str
	}},
	{name: "sessionKeys", kind: texts, fallback: `[]`, mode: GatewayMode, secret: true, read: readSessionKeys},
	{name: "sessionTTL", kind: duration, fallback: `"24h"`, mode: GatewayMode, read: func(r *reader, at string, v gjson.Result, g *Gateway) {
		sessionTTLs.read(r, at, v, &g.SessionTTL)
	}},
	{name: "bindSession", kind: texts, fallback: `[]`, mode: GatewayMode, read: readBindSession},
	{name: "listCacheTTL", kind: duration, fallback: `"30s"`, mode: GatewayMode, read: func(r *reader, at string, v gjson.Result, g *Gateway) {
		listCacheTTLs.read(r, at, v, &g.ListCacheTTL)
	}},
	{name: "allowedHosts", kind: texts, fallback: `[]`, mode: GatewayMode, read: readAllowedHosts},
	{name: "allowedOrigins", kind: texts, fallback: `[]`, mode: GatewayMode, read: readAllowedOrigins},
	{name: "streamServer", kind: text, fallback: `""`, mode: GatewayMode, read: func(_ *reader, _ string, v gjson.Result, g *Gateway) {
		g.StreamServer = v.Str
	}},
	{name: "aggregates", kind: objects, mode: LaterMode},
}
