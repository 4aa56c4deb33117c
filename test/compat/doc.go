// Package compat holds the companion against what is not ours: the real Azure MCP
// Server as a provider, and a page in a real browser. The tests are behind the build
// tag "compat", since they need its npm package and Chromium: make compat.
package compat
