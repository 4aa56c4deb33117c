// Package azd is the Azure Developer CLI as the companion needs it.
//
//	in     which azd to run, and what is wanted of it
//	out    the extensions as azd listed them last, how each is started, or why not
//	never  asks a person anything, or lets a failed answer erase a good one
package azd
