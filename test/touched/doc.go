// Package touched counts how much of the module a routed call runs: functions,
// calls and bytes of code, by phase of the request. A call finds the processor's
// caches filled with other things, so what it costs is how much code it touches;
// and a count, unlike a time, is the same on every machine.
package touched
