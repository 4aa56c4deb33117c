// Package azd is the native companion's half of the learn-style tool: it finds
// provider extensions with the Azure Developer CLI, installs and starts them
// when they are first used, keeps their MCP sessions, and serves the one tool
// of package learn over stdio and streamable HTTP.
//
//	CLI         runs azd: version, ext list, ext show, ext install, ext upgrade
//	Discovery   what azd listed last, refreshed in the background
//	upstream    one provider server: install, start, sessions, tool list
//	Directory   all providers of all upstreams as one learn.Catalogue
//	Server      the MCP server: one tool, both protocol eras
//
// Nothing here decides what the tool answers; package learn does.
package server
