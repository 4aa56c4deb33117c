package peers

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os/exec"
	"slices"
)

// target is what a driver is told to do with one server.
type target struct {
	URL   string `json:"url"`
	Calls []call `json:"calls"`
}

// call is a tool to call.
type call struct {
	Tool      string         `json:"tool"`
	Arguments map[string]any `json:"arguments"`
}

// report is what a driver says of one target.
type report struct {
	// Server and Protocol are what was negotiated, empty if the client keeps it to
	// itself.
	Server   string    `json:"server"`
	Protocol string    `json:"protocol"`
	Tools    []string  `json:"tools"`
	Calls    []outcome `json:"calls"`
	// Error is why the target came to an end early.
	Error string `json:"error"`
}

// outcome is what came of a call.
type outcome struct {
	// Text is the text blocks of the content, one after the other.
	Text    string `json:"text"`
	IsError bool   `json:"isError"`
	Error   string `json:"error"`
	// Progress counts the notifications that came with it.
	Progress int `json:"progress"`
}

// straight is what a client reports of all servers without a gateway between, each
// with its call: found once.
func (c *client) straight() ([]report, error) {
	c.once.Do(func() {
		var targets []target
		for _, s := range running {
			targets = append(targets, target{s.url(), []call{s.call}})
		}
		c.reports, c.err = c.run(context.Background(), targets...)
	})
	return c.reports, c.err
}

// run drives a client through targets and returns a report for each. A driver that
// fails is an error that carries what it printed.
func (c *client) run(ctx context.Context, targets ...target) ([]report, error) {
	return c.runAs(ctx, "", targets...)
}

// runAs is run with a client that says that it can be asked, and answers in a name.
func (c *client) runAs(ctx context.Context, who string, targets ...target) ([]report, error) {
	text, err := json.Marshal(targets)
	if err != nil {
		return nil, err
	}
	args := append([]string{}, c.command...)
	args = append(args, string(text))
	args = append(args, c.mode...)
	driver := exec.CommandContext(ctx, args[0], args[1:]...)
	driver.Dir, driver.Env = folder, append(slices.Clip(environment), "PEERS_ANSWER="+who)
	var stderr bytes.Buffer
	driver.Stderr = &stderr
	out, err := driver.Output()
	if err != nil {
		return nil, fmt.Errorf("%s: %w\n%s%s", c.name, err, out, stderr.Bytes())
	}
	reports := make([]report, 0, len(targets))
	for line := range bytes.Lines(out) {
		var r report
		if err := json.Unmarshal(line, &r); err != nil {
			return nil, fmt.Errorf("%s printed %s: %w\n%s", c.name, line, err, stderr.Bytes())
		}
		reports = append(reports, r)
	}
	if len(reports) != len(targets) {
		return nil, fmt.Errorf("%s printed %d reports for %d targets\n%s", c.name, len(reports), len(targets), stderr.Bytes())
	}
	return reports, nil
}
