package provider

import (
	"context"

	"mcp-router/companion/process"
)

// child is a provider's process.
type child struct {
	*process.Process
	life context.Context // ends with the program
}

// startChild starts a command line.
func startChild(life context.Context, l process.Launcher, command process.Command) (endpoint, error) {
	p, err := l.Start(command, true)
	if err != nil {
		return endpoint{}, err
	}
	c := &child{Process: p, life: life}
	return endpoint{transport: newStdioTransport(c), process: c}, nil
}

// stop ends the process and returns when it is gone, in a hurry when the program
// ends too.
func (c *child) stop() {
	grace := process.Patient
	if c.life.Err() != nil {
		grace = process.Hurried
	}
	c.Stop(grace)
}
