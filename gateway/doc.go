// Package gateway decides what happens to a request in gateway mode, where the
// plugin owns the endpoint and the servers stand behind it. It is pure: facts in,
// a Decision out, and a plan where servers have to be asked first.
package gateway
