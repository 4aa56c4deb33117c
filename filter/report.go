package filter

import (
	"github.com/higress-group/proxy-wasm-go-sdk/proxywasm"

	"mcp-router/exchange"
	"mcp-router/filter/hostcall"
	"mcp-router/telemetry"
)

// counters holds the ids of the series in use. Each is defined on first use:
// all combinations of labels would be thousands.
type counters struct {
	ids map[telemetry.Counter]proxywasm.MetricCounter
	// last was counted last: most requests are like the one before.
	last   telemetry.Counter
	lastID proxywasm.MetricCounter
}

func newCounters() *counters {
	return &counters{ids: map[telemetry.Counter]proxywasm.MetricCounter{}}
}

func (c *counters) id(series telemetry.Counter) proxywasm.MetricCounter {
	if series == c.last {
		return c.lastID
	}
	id, ok := c.ids[series]
	if !ok {
		id = c.define(series)
	}
	c.last, c.lastID = series, id
	return id
}

func (c *counters) define(series telemetry.Counter) proxywasm.MetricCounter {
	id := proxywasm.DefineCounterMetric(series.Name())
	c.ids[series] = id
	return id
}

// report counts a decision and shows it to the access log. It never fails a
// request: the SDK panics when the host refuses a metric.
func (s *stream) report(labels *exchange.Labels) {
	defer func() { _ = recover() }()
	s.plugin.counters.id(telemetry.NewCounter(labels.Method, labels.Server, string(labels.Outcome))).Increment(1)
	if labels.Outcome == exchange.Passed {
		return
	}
	// Of a routed call these two would always say the same, and each property is
	// a call into the host.
	if labels.Outcome != exchange.Forwarded {
		setProperty(telemetry.PropertyOutcome, string(labels.Outcome))
		setProperty(telemetry.PropertyMethod, labels.Method)
	}
	setProperty(telemetry.PropertyServer, labels.Server)
	setProperty(telemetry.PropertyTool, telemetry.ClientText(labels.Tool))
}

// callCounters holds the ids of the series of our own calls in use.
type callCounters map[telemetry.Call]proxywasm.MetricCounter

// countCall counts a call of ours to a server. Like report it never fails a request.
func (p *plugin) countCall(method, server string, outcome exchange.CallOutcome) {
	defer func() { _ = recover() }()
	series := telemetry.NewCall(method, server, string(outcome))
	id, ok := p.calls[series]
	if !ok {
		id = proxywasm.DefineCounterMetric(series.Name())
		p.calls[series] = id
	}
	id.Increment(1)
}

// setProperty leaves a value for the access log.
func setProperty(name, value string) {
	if value != "" {
		hostcall.SetProperty(name, value)
	}
}
