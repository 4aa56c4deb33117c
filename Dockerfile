# docker build .                   the plugin's image: /plugin.wasm and nothing else
# docker build --target envoy .    stock Envoy with the module in it
# docker build --target servers .  the example MCP servers
FROM golang:1.26.8 AS builder
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
COPY . .
RUN make module
RUN CGO_ENABLED=0 go build -trimpath -o dist/servers ./examples/servers

FROM scratch AS servers
COPY --from=builder /src/dist/servers /servers
USER 65534
EXPOSE 8080
ENTRYPOINT ["/servers"]

FROM envoyproxy/envoy:v1.40.0 AS envoy
# Envoy runs as a user of its own, which has to be able to read it.
COPY --from=builder --chmod=644 /src/dist/mcp-router.wasm /etc/envoy/mcp-router.wasm

FROM scratch
LABEL org.opencontainers.image.title="mcp-router" \
      org.opencontainers.image.description="Routes MCP tools/call requests to the server that the tool's name begins with" \
      org.opencontainers.image.licenses="Apache-2.0"
# The name that Higress looks for.
COPY --from=builder /src/dist/mcp-router.wasm /plugin.wasm
