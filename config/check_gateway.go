package config

import (
	"fmt"
	"slices"

	"github.com/tidwall/gjson"
)

// settle fills in what depends on the mode, which shows only when the whole
// part has been read.
func (d *draft) settle(inherited keySet) {
	if d.Gateway == nil {
		return
	}
	for _, w := range rootModeRows() {
		if !d.named.has(w.name) && !inherited.has(w.name) {
			w.read(&reader{}, w.name, gjson.Parse(w.gatewayFallback), d)
		}
	}
	d.UnknownServer = RejectUnknown
}

// rootModeRows are the root fields whose default depends on the mode.
func rootModeRows() []row[draft] {
	var rows []row[draft]
	for _, w := range rootRows {
		if w.gatewayFallback != "" {
			rows = append(rows, w)
		}
	}
	return rows
}

// checkGateway holds the servers and the gateway against each other.
func (d *draft) checkGateway(r *reader, at string, inherited keySet) {
	if !d.named.has("gateway") && !inherited.has("gateway") {
		for _, field := range r.needGateway {
			r.add(field, `needs gateway mode: add "gateway": {}, or leave the field out`)
		}
		return
	}
	if d.Gateway == nil { // a problem, noted where it was read
		return
	}
	if d.named.has("gateway") || d.named.has("separators") {
		d.checkPublishedSeparator(r, at)
	}
	if d.named.has("gateway") || d.named.has("servers") {
		d.checkClusters(r, at)
		d.checkIdentities(r, at)
		d.checkForwardHeaders(r, at)
		d.checkStreamServer(r, at)
	}
}

// checkClusters demands the cluster of every server: callouts find no server
// without it.
func (d *draft) checkClusters(r *reader, at string) {
	if d.named.has("servers") {
		for _, server := range r.clusterless {
			r.add(server, "needs service or cluster in gateway mode")
		}
		return
	}
	for i, s := range d.Servers {
		if s.Cluster == "" {
			r.add(join(at, "gateway"), "needs service or cluster in servers[%d]", i)
		}
	}
}

// checkIdentities refuses two servers that sessions could not tell apart.
func (d *draft) checkIdentities(r *reader, at string) {
	first := map[[4]byte]int{}
	for i := range d.Servers {
		if d.Servers[i].Name == "" {
			continue
		}
		id := d.Servers[i].Identity()
		if j, twice := first[id]; twice {
			r.add(d.blame(at, i), "cannot be told from servers[%d] in a session, by chance: give one of them another name", j)
			continue
		}
		first[id] = i
	}
}

// checkForwardHeaders finds client headers that would never be seen.
func (d *draft) checkForwardHeaders(r *reader, at string) {
	for i, s := range d.Servers {
		for _, h := range s.Headers {
			if slices.Contains(s.ForwardHeaders, h.Name) {
				r.add(d.blame(at, i), "forwards %s, which its headers set over the client's", h.Name)
			}
		}
	}
}

// blame is the path of the part's own field that servers[i] comes from or meets.
func (d *draft) blame(at string, i int) string {
	if d.named.has("servers") {
		return fmt.Sprintf("%s[%d]", join(at, "servers"), i)
	}
	return join(at, "gateway")
}

func (d *draft) checkPublishedSeparator(r *reader, at string) {
	if slices.Contains(d.Separators, d.Gateway.PublishedSeparator) || len(d.Separators) == 0 {
		return
	}
	if d.named.has("gateway") {
		r.add(join(join(at, "gateway"), "publishedSeparator"), "must be one of separators")
		return
	}
	r.add(join(at, "separators"), "must hold gateway.publishedSeparator too")
}

func (d *draft) checkStreamServer(r *reader, at string) {
	name := d.Gateway.StreamServer
	if name == "" || slices.ContainsFunc(d.Servers, func(s Server) bool { return s.Name == name }) {
		return
	}
	if d.named.has("gateway") {
		r.add(join(join(at, "gateway"), "streamServer"), "must be the name of one of servers")
		return
	}
	r.add(join(at, "servers"), "must hold the server that gateway.streamServer names")
}
