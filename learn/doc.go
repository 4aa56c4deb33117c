// Package learn is the learn-style tool: one MCP tool (say `azure`) that
// stands for many servers ("providers") and their tools ("commands").
//
// It holds no I/O. A caller keeps a [Catalogue] of what it knows, reads the
// tool's arguments with [ParseArgs] and hands both to [Start], which answers
// with the first [Step]. The caller carries the step out and resumes the
// [Dispatch] with what came of it, until the step is a [Call] or an [Answer]:
//
//	args, err := learn.ParseArgs(raw)        // err: JSON-RPC -32602
//	d, step := learn.Start(request)
//	for {
//		switch s := step.(type) {
//		case learn.Load:   step = d.Loaded(catalogue) or d.LoadFailed(why)
//		case learn.Sample: step = d.Sampled(text) or d.SampleFailed()
//		case learn.Call:   send it, hand back its result untouched
//		case learn.Answer: s.Result() is the tools/call result
//		}
//	}
//
// The same request, catalogue and resumed values give the same steps: a caller
// that cannot keep a Dispatch between two requests starts again and replays
// what it was told before.
package learn
