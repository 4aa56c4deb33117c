// Package server is the MCP server with the one tool, over stdio and streamable
// HTTP, in both protocol eras.
//
//	in     clients' requests, their answers to questions, a [provider.Directory]
//	out    what package learn answers, and providers' results byte for byte
//	never  decides what the tool answers, or puts one client's question to another
package server
