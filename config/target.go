package config

import (
	"crypto/sha256"
	"fmt"
	"slices"
	"strings"

	"github.com/tidwall/gjson"
)

// protocols are the revisions that a server can be told to speak.
var protocols = []string{"2026-07-28", "2025-11-25", "2025-06-18", "2025-03-26"}

// Identity is what sessions and event ids know a server by: the first bytes of
// a hash of its name and of where its requests go. It is the same in every
// replica and whatever the order of the servers; a server that moves is another
// one, whose old sessions mean nothing.
func (s *Server) Identity() [4]byte {
	var text strings.Builder
	for _, part := range []string{s.Name, s.Cluster, s.Domain, s.Path} {
		fmt.Fprintf(&text, "%d:%s", len(part), part)
	}
	sum := sha256.Sum256([]byte(text.String()))
	return [4]byte(sum[:4])
}

// service is a server's service while it is read.
type service struct {
	name string
	port int
}

// readService turns a Higress service into the name of its Envoy cluster.
func readService(r *reader, at string, v gjson.Result, s *Server) {
	var service service
	before := len(r.problems)
	named := readObject(r, at, v, serviceRows, &service)
	require(r, at, named, serviceRows)
	if len(r.problems) == before {
		s.Cluster = fmt.Sprintf("outbound|%d||%s", service.port, service.name)
	}
}

func readServiceName(r *reader, at string, v gjson.Result, s *service) {
	s.name = v.Str
	if len(s.name) > maxHostBytes || !strings.Contains(s.name, ".") {
		r.add(at, `must be a full service name of at most %d bytes, as "amap.dns" (McpBridge) or "amap.default.svc.cluster.local"`, maxHostBytes)
		return
	}
	for label := range strings.SplitSeq(s.name, ".") {
		if badLabel(label) != "" {
			r.add(at, "must be a service name: letters, digits, hyphens and underscores between single dots; the port goes into port")
			return
		}
	}
}

func readServicePort(r *reader, at string, v gjson.Result, s *service) {
	if v.Num < 1 || v.Num > 65535 {
		r.add(at, "must be from 1 to 65535")
		return
	}
	s.port = int(v.Num)
}

func readCluster(r *reader, at string, v gjson.Result, s *Server) {
	if v.Str == "" || len(v.Str) > MaxClusterBytes {
		r.add(at, "must have 1 to %d characters", MaxClusterBytes)
		return
	}
	for i := range len(v.Str) {
		if v.Str[i] <= ' ' || v.Str[i] > '~' {
			r.add(at, "must be visible ASCII characters: the cluster's name as Envoy knows it")
			return
		}
	}
	s.Cluster = v.Str
}

func readProtocol(r *reader, at string, v gjson.Result, s *Server) {
	switch {
	case v.Str == "auto":
		s.Protocol = ""
	case slices.Contains(protocols, v.Str):
		s.Protocol = v.Str
	default:
		r.add(at, "must be auto, %s", strings.Join(protocols[:len(protocols)-1], ", ")+" or "+protocols[len(protocols)-1])
	}
}

// noteTarget remembers what only gateway mode asks of a server's cluster, whose
// fields are named. See checkGateway.
func noteTarget(r *reader, at string, named keySet) {
	service, cluster := named.has("service"), named.has("cluster")
	switch {
	case service && cluster:
		r.add(join(at, "cluster"), "stands beside service: name one of them")
	case !service && !cluster:
		r.clusterless = append(r.clusterless, at)
	}
}
