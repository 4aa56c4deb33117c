package config

import "slices"

// Union is what the parts of the document that are switched on look at together:
// the paths, the separators and the largest body. It is for requests of which
// cannot be told which part they meet. Nil when all parts are switched off.
func (d *Document) Union() *Config {
	var union *Config
	everyPath := false
	add := func(part *Config) {
		if part == nil || !part.Enable {
			return
		}
		if union == nil {
			union = &Config{Enable: true}
		}
		everyPath = everyPath || len(part.Paths) == 0
		union.Paths = merge(union.Paths, part.Paths)
		union.Separators = merge(union.Separators, part.Separators)
		union.MaxBodyBytes = max(union.MaxBodyBytes, part.MaxBodyBytes)
	}
	add(d.Global)
	for i := range d.Rules {
		add(d.Rules[i].Config)
	}
	if everyPath {
		union.Paths = nil
	}
	return union
}

// merge appends what of more is not yet in all.
func merge(all, more []string) []string {
	for _, s := range more {
		if !slices.Contains(all, s) {
			all = append(all, s)
		}
	}
	return all
}
