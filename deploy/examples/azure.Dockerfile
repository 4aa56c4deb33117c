# docker build -f deploy/examples/azure.Dockerfile .   the azd-azure-mcp companion, with Node.js for npx
FROM golang:1.26.8 AS builder
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
COPY . .
RUN CGO_ENABLED=0 go build -trimpath -o /azd-azure-mcp ./cmd/azd-azure-mcp

FROM node:22
COPY --from=builder /azd-azure-mcp /usr/local/bin/azd-azure-mcp
USER node
EXPOSE 8700
ENTRYPOINT ["azd-azure-mcp"]
