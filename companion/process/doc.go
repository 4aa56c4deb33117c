// Package process runs child processes that can neither outlive nor block us.
//
//	in     a command line, its environment, whether it may be asked anything
//	out    its pipes, what it printed as an [Excerpt], how it ended
//	never  knows what the child is for, or waits for more than the child itself
package process
