// Package config turns the plugin's JSON configuration into immutable values
// and reports every problem it finds, each with its JSON path.
//
// It is pure: no host, no environment, no clock. The filter hands it the bytes
// the host gave; mcp-router-check hands it the same bytes from a file.
package config

import "mcp-router/rules"

// Config is one complete router configuration: the global one, or a rule's
// after inheritance. It is immutable after Parse.
type Config struct {
	// Enable switches the plugin off for its scope when false. Default true.
	Enable bool
	// Paths are the exact request paths (without the query) that the plugin
	// looks at. Empty means every path.
	Paths []string
	// Servers are the routable MCP servers in configuration order, 1 to 256.
	Servers []Server
	// Separators are accepted between server and tool name. Default "/" and "___".
	Separators []string
	// UnknownServer says what happens to a prefixed name whose server is not
	// configured. Default Pass.
	UnknownServer UnknownServer
	// ServerHeader, lower case, is set to the server's name on routed requests.
	// Empty means none.
	ServerHeader string
	// MaxBodyBytes bounds the request bodies that are read. Default 4 MiB.
	MaxBodyBytes int
	// Gateway is set in gateway mode. Nil is router mode.
	Gateway *Gateway
}

// Gateway is what gateway mode needs to know beyond the servers.
type Gateway struct {
	// Name is serverInfo.name and part of what session tokens are sealed for.
	// Default "mcp-router".
	Name string
	// Instructions go to clients with initialize. Default "".
	Instructions string
	// PublishedSeparator stands between server and tool in merged lists. It is
	// one of Separators. Default "___".
	PublishedSeparator string
	// SessionKeys seal (the first one) and open (all) session tokens: those of
	// the configuration, then those of the environment. None: the filter makes
	// one that dies with its Envoy.
	SessionKeys []SessionKey
	// SessionTTL is how long a session token is good for. 1 minute to 30 days,
	// default 24 hours.
	SessionTTL Duration
	// BindSession are the lower-case names of headers whose values a session is
	// bound to. Default none.
	BindSession []string
	// ListCacheTTL is how long a merged list is used again: 1 second to 1 hour,
	// or 0 for not at all. Default 30 seconds.
	ListCacheTTL Duration
	// AllowedHosts, lower case, are the only hosts that requests may be for.
	// Empty means any, but loopback names only on a loopback address.
	AllowedHosts []string
	// AllowedOrigins, lower case, may send requests from browsers beside the
	// allowed hosts and loopback; "*" is any. Default none.
	AllowedOrigins []string
	// StreamServer is the name of the one server whose GET stream clients get.
	// Empty means none.
	StreamServer string
}

// Server is one routable MCP server.
type Server struct {
	// Name is the prefix in tool names, unique also under case folding.
	Name string
	// Domain replaces :authority (host or host:port). Empty keeps the client's.
	Domain string
	// Path replaces :path byte for byte; it may carry a query.
	Path string
	// Tools limits which of the server's own tool names may be called.
	Tools ToolFilter
	// Headers are set on every request to this server over the client's, in
	// configuration order with lower-case names. Their values are secrets.
	Headers []Header
	// Cluster is the Envoy cluster that the gateway asks, named by cluster or
	// made from service. Only gateway mode needs it.
	Cluster string
	// Protocol is the revision that the server speaks. Empty means that the
	// gateway finds out.
	Protocol string
	// Prefix puts the server's name before the names that it publishes. Default
	// true.
	Prefix bool
	// CalloutTimeout bounds each request of the gateway's own to the server: 50
	// milliseconds to 1 minute, default 5 seconds.
	CalloutTimeout Duration
	// CallTimeout bounds a routed call: 50 milliseconds to 24 hours. Default 0,
	// which is none, whatever the route says.
	CallTimeout Duration
	// ForwardHeaders are the lower-case names of client headers that the server
	// sees beyond those that every server sees.
	ForwardHeaders []string
}

// Header is one configured request header.
type Header struct{ Name, Value string }

// UnknownServer is the policy for names whose server is not configured.
type UnknownServer uint8

const (
	// PassUnknown lets the request go on untouched, as the original plugin does.
	PassUnknown UnknownServer = iota
	// RejectUnknown answers with a JSON-RPC error naming the nearest servers.
	RejectUnknown
)

// OnConfigError is the policy for a configuration with problems.
type OnConfigError uint8

const (
	// FailOnError refuses the start (Envoy keeps the last good configuration).
	FailOnError OnConfigError = iota
	// IdleOnError starts all the same and answers the plugin's paths with 503.
	IdleOnError
)

// Document is a whole plugin configuration: the global part and the rules that
// Higress folds into _rules_.
type Document struct {
	// Global is nil when requests that no rule matches have no configuration and
	// pass: the document is empty, or its global part only serves the rules to
	// inherit from (it names no servers). Otherwise it is set, as far as it could
	// be read, even when Problems is not empty; but nil when nothing of its paths
	// could be: no path is then known to be its own.
	Global *Config
	// Rules are in document order: the first that a request fits is the one it
	// meets. A _rules_ that cannot be read stands as one rule before those that
	// could be, and may be for any request.
	Rules []Rule
	// OnConfigError decides what Problems do to the start. Default FailOnError.
	OnConfigError OnConfigError
	// PluginID is Higress's name for this use of the plugin, for log lines.
	PluginID string
	// Problems holds every problem of the whole document once: those of the
	// global part first, then rule by rule.
	Problems []Problem
	// GlobalProblems are those outside _rules_.
	GlobalProblems []Problem
	// ServerHeaders are the headers that any part of the document names as
	// serverHeader, each once, also a part that is switched off or has problems:
	// a client must never set one of them itself.
	ServerHeaders []string
}

// Rule is one entry of _rules_ after inheritance from the global part.
type Rule struct {
	// Match says which requests the rule is for. Of a rule with problems it holds
	// what was evidently meant, so that the rule can stay in their way.
	Match rules.Match
	// Config is what could be read; it must not serve requests when the rule
	// has Problems.
	Config *Config
	// Problems are the rule's own and those of the global fields it inherits.
	Problems []Problem
}

// Problem is one thing wrong with a configuration. It never holds a secret.
type Problem struct {
	// Path is a JSON path such as servers[2].path; empty for the whole document.
	Path string
	// Message says what is wrong and, where it helps, what to write instead.
	Message string
}

// String joins path and message: `servers[2].path: must start with "/"`.
func (p Problem) String() string {
	if p.Path == "" {
		return p.Message
	}
	return p.Path + ": " + p.Message
}
