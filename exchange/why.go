package exchange

// Why says why a request is none of ours. Nobody is told at run time; tools that
// explain a configuration are.
type Why uint8

// The reasons to let a request pass.
const (
	// WhyUnsaid is for handlers that have nothing to say.
	WhyUnsaid Why = iota
	// WhyPath is a path that is not one of the configured ones.
	WhyPath
	// WhyNoBody is a request without a body.
	WhyNoBody
	// WhyNotJSON is a request that its headers do not call a POST of uncoded JSON.
	WhyNotJSON
	// WhyTooLarge is a body over maxBodyBytes.
	WhyTooLarge
	// WhyBroken is a body that is not one JSON value within the limits.
	WhyBroken
	// WhyNoMessage is JSON that is no JSON-RPC message: no object, or no jsonrpc.
	WhyNoMessage
	// WhyMethod is a message with another method than tools/call.
	WhyMethod
	// WhyNoName is a call without a params.name that is a string.
	WhyNoName
	// WhyNoSeparator is a name without a separator.
	WhyNoSeparator
	// WhyUnknownServer is a prefix that no configured server has.
	WhyUnknownServer
	// WhyNotOurs is a batch, or a message with doubled members, in which no reader
	// finds a call of ours.
	WhyNotOurs
)
