package provider

import "context"

// source is where a provider server comes from.
type source interface {
	// open makes the server reachable, installing and starting what is needed,
	// and says in stage what it is doing. Every call opens the server anew, for
	// life at most.
	open(life context.Context, stage func(string)) (endpoint, error)
	// ready says that open would install nothing.
	ready() bool
	// stateless says which era is to be tried first.
	stateless() bool
}
