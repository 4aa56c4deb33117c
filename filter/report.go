package filter

import (
	"github.com/higress-group/proxy-wasm-go-sdk/proxywasm"

	"mcp-router/exchange"
	"mcp-router/filter/hostcall"
	"mcp-router/telemetry"
)

// counters holds the ids of the series in use. Each is defined on first use:
// all combinations of labels would be thousands.
type counters map[telemetry.Counter]proxywasm.MetricCounter

func newCounters() counters { return counters{} }

// report counts a decision and shows it to the access log. It never fails a
// request: the SDK panics when the host refuses a metric.
func (s *stream) report(labels exchange.Labels) {
	defer func() { _ = recover() }()
	key := telemetry.NewCounter(labels.Method, labels.Server, string(labels.Outcome))
	counter, ok := s.plugin.counters[key]
	if !ok {
		counter = proxywasm.DefineCounterMetric(key.Name())
		s.plugin.counters[key] = counter
	}
	counter.Increment(1)
	if labels.Outcome == exchange.Passed {
		return
	}
	setProperty(telemetry.PropertyOutcome, string(labels.Outcome))
	setProperty(telemetry.PropertyMethod, labels.Method)
	setProperty(telemetry.PropertyServer, labels.Server)
	setProperty(telemetry.PropertyTool, labels.Tool)
}

// setProperty leaves a value for the access log.
func setProperty(name, value string) {
	if value != "" {
		hostcall.SetProperty(name, value)
	}
}
