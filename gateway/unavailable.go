package gateway

import "strings"

// excluded reports whether the server is only of another era than the client.
func (l *leg) excluded() bool { return l.problem != nil && l.problem.isEra() }

// excluded are the names of such servers.
func (p *lister) excluded() (names []string) {
	for i := range p.legs {
		if p.legs[i].excluded() {
			names = append(names, p.g.servers[i].Name)
		}
	}
	return names
}

// maxNamed bounds the servers that a message names.
const maxNamed = 5

// nobody says that no server has answered, and why.
func (p *lister) nobody() string {
	var reasons []string
	for i := range p.legs {
		if len(reasons) == maxNamed {
			reasons = append(reasons, "and others")
			break
		}
		reasons = append(reasons, p.legs[i].problem.sentence(p.g.servers[i].Name))
	}
	return strings.Join(reasons, "; ")
}
