package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"mcp-router/config"
)

// checkFile finds out what data is and checks it.
func checkFile(name string, data []byte) *report {
	r := &report{}
	documents, err := readDocuments(name, data)
	if err != nil {
		r.add(problem, "", "%s", err)
		return r
	}
	if len(documents) == 0 {
		r.add(warning, "", "holds nothing: the plugin would be loaded and idle; a template that failed looks like this")
		documents = []document{{Result: gjson.Parse("null")}}
	}
	for i, document := range documents {
		place := ""
		if len(documents) > 1 {
			place = fmt.Sprintf("document[%d]", i)
		}
		r.document = document
		r.checkDocument(place, document.Result, len(documents) == 1)
		if i == 1 && isBootstrap(documents[0].Result) {
			r.add(problem, place, "is never read: Envoy reads the first document of a file")
		}
	}
	if len(r.plugins) == 0 && !slices.ContainsFunc(r.findings, func(f finding) bool { return f.severity != warning }) {
		r.add(problem, "", "holds no configuration of mcp-router")
	}
	return r
}

// checkDocument checks one document. alone says that a file has no other, so
// that whatever is not known as something else is a plugin configuration.
func (r *report) checkDocument(place string, document gjson.Result, alone bool) {
	switch {
	case isBootstrap(document):
		r.checkBootstrap(place, document)
	case isResources(document):
		r.checkResources(place, document)
	case isManifest(document):
		if document.Get("kind").Str == "WasmPlugin" {
			r.checkManifest(place, document, alone)
		}
	case alone || document.Get("servers").Exists():
		r.checkPlugin(place, document)
	}
}

// checkPlugin checks a bare plugin configuration.
func (r *report) checkPlugin(place string, document gjson.Result) {
	doc := config.Parse([]byte(document.Raw))
	r.addProblems(doc.Problems, under(place))
	r.checkAlike(under(place), doc)
	r.checkShared(under(place), doc)
	r.plugins = append(r.plugins, plugin{doc: doc})
}

// isManifest reports whether the document is a Kubernetes resource.
func isManifest(document gjson.Result) bool {
	return document.Get("apiVersion").Exists() && document.Get("kind").Exists()
}

// looksLikeOurs reports whether a plugin among others is mcp-router, by what it
// is called or by what its configurations hold.
func looksLikeOurs(names []string, configurations ...gjson.Result) bool {
	for _, name := range names {
		if strings.Contains(name, "mcp-router") {
			return true
		}
	}
	for _, c := range configurations {
		if c.Get("servers").IsArray() {
			return true
		}
	}
	return false
}
