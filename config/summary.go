package config

// Summary says in numbers what a document configures.
type Summary struct {
	// Parts are the global part, unless it only serves the rules to inherit from,
	// and the rules. On are those that are switched on, Serving those of them that
	// have no problems.
	Parts, On, Serving int
	// Servers are the different names of servers in the parts that serve.
	Servers int
	// Gateway is set when a part that serves is in gateway mode.
	Gateway bool
}

// Summary counts what the document configures.
func (d *Document) Summary() Summary {
	var s Summary
	names := map[string]bool{}
	counted := map[*Server]bool{} // rules share what they inherit
	add := func(part *Config, problems []Problem) {
		s.Parts++
		if !part.Enable {
			return
		}
		s.On++
		if len(problems) > 0 {
			return
		}
		s.Serving++
		s.Gateway = s.Gateway || part.Gateway != nil
		if counted[&part.Servers[0]] {
			return
		}
		counted[&part.Servers[0]] = true
		for i := range part.Servers {
			names[part.Servers[i].Name] = true
		}
	}
	if d.Global != nil {
		add(d.Global, d.GlobalProblems)
	}
	for i := range d.Rules {
		add(d.Rules[i].Config, d.Rules[i].Problems)
	}
	s.Servers = len(names)
	return s
}
