// Package hostcall holds what the module exchanges with the host beside the
// SDK: calls that the SDK does not offer or that cost more through it, and the
// second ABI marker. Off wasip1 the calls go to the SDK's native host.
package hostcall
