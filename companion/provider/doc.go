// Package provider is provider servers: where they come from, how they are
// started and talked to, and all of them as one [learn.Catalogue].
//
//	in     the providers file, azd's list, the commands that clients want run
//	out    tool lists, results byte for byte, questions to who can answer them
//	never  runs a command twice that a provider may have seen
package provider
