// Package filter is the only package that touches the Wasm host.
package filter
