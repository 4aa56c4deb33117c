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
	// last are the labels that were counted last, without the tool and without the
	// client's memory: most requests are like the one before.
	last   exchange.Labels
	lastID uint32
}

func newCounters() *counters {
	return &counters{ids: map[telemetry.Counter]proxywasm.MetricCounter{}}
}

// choose makes other labels the last. It reports false when the host refuses to
// define their series, at which the SDK panics.
func (c *counters) choose(labels *exchange.Labels) (ok bool) {
	defer func() { _ = recover() }()
	series := telemetry.NewCounter(labels.Method, labels.Server, string(labels.Outcome))
	id, known := c.ids[series]
	if !known {
		id = proxywasm.DefineCounterMetric(series.Name())
		c.ids[series] = id
	}
	c.last, c.lastID = exchange.Labels{Server: labels.Server, Outcome: labels.Outcome}, uint32(id)
	if labels.Method != "" {
		c.last.Method = series.Method
	}
	return true
}

// report counts a decision and shows it to the access log. It never fails a
// request.
func (s *stream) report(labels *exchange.Labels) {
	c := s.plugin.counters
	same := labels.Outcome == c.last.Outcome && labels.Server == c.last.Server && labels.Method == c.last.Method
	if same || c.choose(labels) {
		hostcall.Count(c.lastID)
	}
	if labels.Outcome != exchange.Forwarded {
		describe(labels)
		return
	}
	// The outcome and the method would always say the same, and each property is
	// a call into the host.
	setProperty(telemetry.PropertyServer, labels.Server)
	setProperty(telemetry.PropertyTool, telemetry.ClientText(labels.Tool))
}

// describe shows all that is known of a request that was not routed, and
// nothing of one that is none of ours.
func describe(labels *exchange.Labels) {
	if labels.Outcome == exchange.Passed {
		return
	}
	setProperty(telemetry.PropertyOutcome, string(labels.Outcome))
	setProperty(telemetry.PropertyMethod, labels.Method)
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
