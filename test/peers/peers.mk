# Included by the Makefile.

# One waits for another's network otherwise.
.PHONY: peers
peers: ## fetch the MCP clients and servers of others that tests run
	@$(MAKE) -j4 .tools/node/bin/node .tools/python1/installed .tools/python2/installed test/peers/node_modules/.package-lock.json

# For what does not run on the machine's own Node.
.tools/node/bin/node: tools/node/package-lock.json tools/install-node.sh
	@tools/install-node.sh

# Two, because the SDK's generations cannot live in one.
.tools/python%/installed: test/peers/python%.txt tools/install-python.sh
	@tools/install-python.sh $(@D) $< 11
	@touch $@

test/peers/node_modules/.package-lock.json: test/peers/package-lock.json
	@command -v npm >/dev/null || { echo "make: npm (Node 20 or newer) is missing: see nodejs.org (Debian: apt-get install nodejs npm)" >&2; exit 1; }
	@echo "make: fetching MCP clients and servers into test/peers"
	@cd test/peers && npm ci --ignore-scripts --no-fund --no-audit --loglevel=error
	@touch $@
