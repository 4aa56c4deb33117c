package config

import (
	"reflect"
	"testing"
)

func TestFieldsListTheWholeTable(t *testing.T) {
	want := []Field{
		{Name: "enable", Type: "boolean", Default: "true"},
		{Name: "paths", Type: "array of strings", Default: "[]", GatewayDefault: `["/mcp"]`},
		{Name: "servers", Type: "array of objects", Required: true},
		{Name: "servers[].name", Type: "string", Required: true},
		{Name: "servers[].domain", Type: "string", Default: `""`},
		{Name: "servers[].path", Type: "string", Required: true},
		{Name: "servers[].tools", Type: "object"},
		{Name: "servers[].tools.allow", Type: "array of strings"},
		{Name: "servers[].tools.deny", Type: "array of strings", Default: "[]"},
		{Name: "servers[].headers", Type: "object of strings", Default: "{}", Secret: true},
		{Name: "servers[].service", Type: "object", Mode: GatewayMode},
		{Name: "servers[].service.name", Type: "string", Required: true, Mode: GatewayMode},
		{Name: "servers[].service.port", Type: "integer", Required: true, Mode: GatewayMode},
		{Name: "servers[].cluster", Type: "string", Mode: GatewayMode},
		{Name: "servers[].protocol", Type: "string", Default: `"auto"`, Mode: GatewayMode},
		{Name: "servers[].prefix", Type: "boolean", Default: "true", Mode: GatewayMode},
		{Name: "servers[].calloutTimeout", Type: "duration", Default: `"5s"`, Mode: GatewayMode},
		{Name: "servers[].callTimeout", Type: "duration", Default: `"0s"`, Mode: GatewayMode},
		{Name: "servers[].forwardHeaders", Type: "array of strings", Default: "[]", Mode: GatewayMode},
		{Name: "separators", Type: "array of strings", Default: `["/","___"]`},
		{Name: "unknownServer", Type: "string", Default: `"pass"`},
		{Name: "serverHeader", Type: "string", Default: `""`},
		{Name: "maxBodyBytes", Type: "integer", Default: "4194304"},
		{Name: "onConfigError", Type: "string", Default: `"fail"`, Scope: GlobalOnly},
		{Name: "gateway", Type: "object", Mode: GatewayMode},
		{Name: "gateway.name", Type: "string", Default: `"mcp-router"`, Mode: GatewayMode},
		{Name: "gateway.instructions", Type: "string", Default: `""`, Mode: GatewayMode},
		{Name: "gateway.publishedSeparator", Type: "string", Default: `"___"`, Mode: GatewayMode},
		{Name: "gateway.sessionKeys", Type: "array of strings", Default: "[]", Secret: true, Mode: GatewayMode},
		{Name: "gateway.sessionTTL", Type: "duration", Default: `"24h"`, Mode: GatewayMode},
		{Name: "gateway.bindSession", Type: "array of strings", Default: "[]", Mode: GatewayMode},
		{Name: "gateway.listCacheTTL", Type: "duration", Default: `"30s"`, Mode: GatewayMode},
		{Name: "gateway.allowedHosts", Type: "array of strings", Default: "[]", Mode: GatewayMode},
		{Name: "gateway.allowedOrigins", Type: "array of strings", Default: "[]", Mode: GatewayMode},
		{Name: "gateway.streamServer", Type: "string", Default: `""`, Mode: GatewayMode},
		{Name: "gateway.aggregates", Type: "array of objects", Mode: LaterMode},
		{Name: "_plugin_id_", Type: "string", Mode: HostMode, Scope: GlobalOnly},
		{Name: "_rules_", Type: "array of objects", Mode: HostMode, Scope: GlobalOnly},
		{Name: "_match_route_", Type: "array of strings", Mode: HostMode, Scope: RuleOnly},
		{Name: "_match_domain_", Type: "array of strings", Mode: HostMode, Scope: RuleOnly},
		{Name: "_match_service_", Type: "array of strings", Mode: HostMode, Scope: RuleOnly},
		{Name: "_match_route_prefix_", Type: "array of strings", Mode: HostMode, Scope: RuleOnly},
	}
	if got := Fields(); !reflect.DeepEqual(got, want) {
		t.Errorf("Fields() =\n%+v\nwant\n%+v", got, want)
	}
}

func TestDefaultsAreTheDocumentedOnes(t *testing.T) {
	doc := Parse([]byte(withRoot(`"onConfigError":"fail"`)))
	written := Parse([]byte(withRoot(`"enable":true,"paths":[],"separators":["/","___"],"unknownServer":"pass","serverHeader":"","maxBodyBytes":4194304`)))
	if !reflect.DeepEqual(doc, written) {
		t.Errorf("defaults = %+v, written out %+v", doc.Global, written.Global)
	}
}
