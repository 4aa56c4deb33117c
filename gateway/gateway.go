package gateway

import (
	"mcp-router/config"
	"mcp-router/exchange"
	"mcp-router/jsonrpc"
	"mcp-router/listing"
	"mcp-router/names"
	"mcp-router/session"
	"mcp-router/version"
)

// Gateway decides for one configuration. It belongs to one worker: what it
// remembers between requests is only a copy of what the world shares.
type Gateway struct {
	cfg     *config.Config
	world   World
	names   *names.Publisher
	servers []server
	// bare are the servers that publish their names as they are.
	bare     []*server
	sessions *session.Codec
	notes    notes
	health   *health
	lists    *listing.Cache
	sources  []listing.Source
	// warned is what the log was told last of each server, so that it is told once.
	warned map[string]string
	// patience is how many milliseconds a client waits while servers are asked one
	// after the other: as long as for three calls to the slowest, which is what the
	// route of clients must allow for anyway.
	patience int64
	// info is the raw serverInfo, and the clientInfo for servers.
	info []byte
	// sieve is memory for the header edits of the request at hand, spare for its
	// message.
	sieve sieve
	spare *message
}

// server is a configured server with what every request to it carries.
type server struct {
	*config.Server
	// index is its place in the configuration, identity what sessions and event
	// ids know it by.
	index    int
	identity session.Hash
	// edits are the header edits of each routed request, headers the lines of
	// each call of ours.
	edits   []exchange.HeaderEdit
	headers [][2]string
	// kept are the names of the headers that stay in a client's request, because the
	// server may see them or gets others of these names from us.
	kept []string
}

// New builds the gateway of a valid configuration that has one.
func New(cfg *config.Config, world World) *Gateway {
	g := &Gateway{
		cfg: cfg, world: world, notes: notes{world},
		names:    names.NewPublisher(cfg, cfg.Gateway.PublishedSeparator),
		sessions: newSessions(cfg.Gateway, world),
		info:     info(cfg.Gateway.Name),
		servers:  make([]server, len(cfg.Servers)),
		warned:   map[string]string{},
	}
	for i := range cfg.Servers {
		g.servers[i] = newServer(cfg, i)
		g.patience = max(g.patience, 3*int64(cfg.Servers[i].CalloutTimeout))
		if !cfg.Servers[i].Prefix {
			g.bare = append(g.bare, &g.servers[i])
		}
	}
	g.health = newHealth(cfg, world, g.servers)
	g.lists = listing.NewCache("mcp-router/"+fingerprint(cfg, g.servers), int64(cfg.Gateway.ListCacheTTL))
	g.sources = g.newSources()
	return g
}

// info says who we are, to clients as to servers.
func info(name string) []byte {
	out := jsonrpc.AppendString([]byte(`{"name":`), name)
	out = jsonrpc.AppendString(append(out, `,"version":`...), version.String())
	return append(out, '}')
}

// MaxBodyBytes is the size up to which bodies are to be read.
func (g *Gateway) MaxBodyBytes() int { return g.cfg.MaxBodyBytes }

// Wants asks for all headers: which of them a server may see is decided here.
func (g *Gateway) Wants() exchange.Wants {
	return exchange.Wants{Headers: true}
}
