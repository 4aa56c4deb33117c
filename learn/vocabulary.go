package learn

// The closed word lists of the ranker. They are plain English and know nothing
// of any catalogue. Functions, not maps: nothing to initialise, nothing to change.

// isStop reports whether a word carries no meaning of its own.
func isStop(w string) bool {
	switch w {
	case "a", "an", "the", "of", "in", "on", "for", "to", "with", "and", "or", "by", "from",
		"my", "me", "is", "are", "be", "this", "that", "it", "its", "as", "at", "i", "you",
		"your", "can", "do", "does", "what", "which", "how", "please", "all", "any", "use",
		"using", "used", "when", "not", "if", "into", "via", "have", "has", "about", "there",
		"these", "those", "who", "where", "whose", "would", "should", "could", "will", "am",
		"was", "were", "been", "so", "than", "then", "them", "they", "we", "our", "us", "s":
		return true
	}
	return false
}

// endsPhrase reports whether a word closes the phrase before it: what comes
// after "in", "for" or "named" says where, not what.
func endsPhrase(w string) bool {
	switch w {
	case "of", "in", "on", "for", "to", "with", "by", "from", "as", "at", "into", "via",
		"within", "under", "using", "about", "where", "that", "against", "through", "named", "called":
		return true
	}
	return false
}

// isLight reports whether a noun only stands in for the one after it ("the
// details of ...").
func isLight(w string) bool {
	switch singular(w) {
	case "detail", "information", "info", "property", "setting", "name":
		return true
	}
	return false
}

// negates reports whether a word says that what follows in its phrase is not
// wanted. "don" is what is read of "don't".
func negates(w string) bool {
	switch w {
	case "never", "not", "don", "dont", "without", "cannot":
		return true
	}
	return false
}

// asks reports whether a first word makes the text a question.
func asks(w string) bool {
	switch w {
	case "what", "which", "how", "is", "are", "who", "where", "when":
		return true
	}
	return false
}

// verbClass returns the token that stands for all verbs of one meaning, in any
// of their forms, or "" for other words. The word itself stays a token too:
// "list" is nearer to "list" than to "get".
func verbClass(w string) string {
	s := stem(w)
	for _, form := range [...]string{w, singular(w), s, s + "e"} {
		if c := verbClassOf(form); c != "" {
			return c
		}
	}
	return ""
}

func verbClassOf(w string) string {
	switch w {
	case "list", "show", "get", "view", "display", "retrieve", "find", "fetch", "read", "lookup", "describe":
		return verbRead
	case "create", "new", "provision", "generate", "make", "build":
		return "#create"
	case "update", "modify", "change", "edit", "set", "adjust":
		return "#update"
	case "delete", "remove", "destroy", "erase", "drop":
		return "#delete"
	case "add", "register", "append", "insert", "attach":
		return "#add"
	case "run", "execute", "start", "trigger", "launch", "begin":
		return "#run"
	case "stop", "cancel", "abort", "terminate", "halt":
		return "#stop"
	case "check", "verify", "validate", "test", "inspect":
		return verbCheck
	case "send", "publish", "post":
		return "#send"
	}
	return ""
}

// The verb classes that change nothing.
const (
	verbRead  = "#read"
	verbCheck = "#check"
)
