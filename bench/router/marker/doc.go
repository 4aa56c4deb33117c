// Package marker makes the modules of the benchmark ones that stock Envoy loads:
// the SDK's own marker is known to Higress only. Which of the two comes first
// matters to Higress alone, and that is the plugin's business.
package marker
