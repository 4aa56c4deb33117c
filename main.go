// Command mcp-router is the Wasm HTTP filter of this repository. It holds no
// code of its own: importing filter registers the plugin with the proxy-wasm
// SDK before the host calls in.
package main

import _ "mcp-router/filter"

// main is never called: the host runs _initialize of the c-shared module.
func main() {}
