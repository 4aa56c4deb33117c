# What docker-compose.yaml runs. The plugin's own image is made without docker:
# make image.
#
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
COPY --from=builder /src/dist/mcp-router.wasm /etc/envoy/mcp-router.wasm
