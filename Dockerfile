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
RUN make module OPTIMIZE=
RUN CGO_ENABLED=0 go build -trimpath -o dist/servers ./examples/servers

FROM scratch AS servers
COPY --from=builder /src/dist/servers /servers
USER 65534
EXPOSE 8080
ENTRYPOINT ["/servers"]

FROM node:24.21.0 AS optimizer
WORKDIR /src
COPY build/optimize build/optimize
RUN cd build/optimize && npm ci --ignore-scripts
COPY --from=builder /src/dist/mcp-router.wasm linked.wasm
RUN build/optimize/optimize.sh linked.wasm mcp-router.wasm

FROM envoyproxy/envoy:v1.40.0 AS envoy
COPY --from=optimizer /src/mcp-router.wasm /etc/envoy/mcp-router.wasm
