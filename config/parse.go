package config

import "github.com/tidwall/gjson"

// Parse reads the plugin configuration that the host hands over, a JSON object,
// and never fails: what is wrong is in the Problems of the document. Nothing,
// white space, null and {} are a document without any part: the plugin is
// loaded and passes everything. The result does not refer to data.
func Parse(data []byte) *Document { return ParseWith(data, Environment{}) }

// ParseWith is Parse with what the environment adds to the configuration.
func ParseWith(data []byte, environment Environment) *Document {
	doc := &Document{}
	document := string(data)
	if isBlank(document) {
		return doc
	}
	if reason := checkSyntax(data); reason != "" {
		doc.refuse("the configuration " + reason)
		return doc
	}
	root := gjson.Parse(document)
	if root.Type == gjson.Null {
		return doc
	}
	if !root.IsObject() {
		doc.refuse("the configuration must be an object, found " + found(root))
		return doc
	}
	doc.read(root)
	doc.takeSessionKeys(environment.SessionKeys)
	return doc
}

// refuse notes the one problem of a document that could not be read at all.
func (d *Document) refuse(message string) {
	d.GlobalProblems = []Problem{{Message: message}}
	d.Problems = d.GlobalProblems
}

func isBlank(s string) bool {
	for i := range len(s) {
		switch s[i] {
		case ' ', '\t', '\r', '\n':
		default:
			return false
		}
	}
	return true
}
