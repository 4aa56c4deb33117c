// Package marker makes the module one that stock Envoy loads: it knows ABI
// 0.2.1, the SDK exports Higress's 0.2.100 only.
package marker
