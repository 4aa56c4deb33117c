# The native companion, included by the Makefile.

.PHONY: companion
companion: go ## the azd companion, dist/azd-azure-mcp
	@CGO_ENABLED=0 go build -trimpath -buildvcs=false -ldflags='-s -w -buildid=' -o dist/azd-azure-mcp ./cmd/azd-azure-mcp

.PHONY: extension
extension: go ## the companion as azd extension mcp.azure for every platform, dist/extension
	@go run ./build/extension -out dist/extension

.PHONY: bench-azd
bench-azd: go ## measure the companion: start, memory, cached learn, concurrent first uses
	@go run ./bench/azd
