# Included by the Makefile. The short one is part of make test.

.PHONY: soak
soak: build envoy ## 200,000 requests of every kind through a gateway: nothing wrong, memory flat
	@V=1 tools/gotest.sh -timeout 60m ./test/soak -requests 200000
