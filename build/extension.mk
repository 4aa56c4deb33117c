# The native companion, included by the Makefile.

##@ The azd companion

.PHONY: companion
companion: binaries ## the azd companion, dist/azd-azure-mcp

.PHONY: extension
extension: go ## the companion as azd extension mcp.azure for every platform, dist/extension
	@go run ./build/extension -out dist/extension

.PHONY: bench-azd
bench-azd: go ## measure the companion: start, memory, cached learn, concurrent first uses
	@go run ./bench/azd

# The Azure MCP Server's own program comes in an npm package of 150 MB, for
# Linux on x64. Its tests take half a minute.
.PHONY: compat-azure
compat-azure: go test/compat/node_modules/.package-lock.json ## drive the real Azure MCP Server as a provider, offline
	@go test -count=1 -tags compat ./test/compat

test/compat/node_modules/.package-lock.json: test/compat/package-lock.json
	@command -v npm >/dev/null || { echo "make: npm is missing: see nodejs.org (Debian: apt-get install nodejs npm)" >&2; exit 1; }
	@cd test/compat && npm ci --no-fund --no-audit --ignore-scripts
	@touch $@

# The official suite needs a newer Node than the machine may have.
.PHONY: conformance
conformance: go envoy .tools/node/bin/node test/conformance/node_modules/.package-lock.json ## run the official MCP conformance suite through a gateway, and against the companion
	@go test -count=1 -tags conformance ./test/conformance

test/conformance/node_modules/.package-lock.json: test/conformance/package-lock.json
	@command -v npm >/dev/null || { echo "make: npm is missing: see nodejs.org (Debian: apt-get install nodejs npm)" >&2; exit 1; }
	@cd test/conformance && npm ci --no-fund --no-audit --ignore-scripts
	@touch $@
