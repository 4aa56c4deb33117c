# Included by the Makefile. BENCHFLAGS adds to the command line, say
# BENCHFLAGS='-case small -variant new=dist/new.wasm'.
BENCHFLAGS ?=

##@ To change it

.PHONY: bench
bench: build envoy ## compare the router with its alternatives; writes bench/results
	@go run ./bench/router -out bench/results $(BENCHFLAGS)
