// Package compat holds tests against the real Azure MCP Server. They are
// behind the build tag "compat", since they need its npm package: make compat.
package compat
