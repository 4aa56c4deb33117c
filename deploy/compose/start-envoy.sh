#!/bin/sh
# Starts a container's Envoy with /etc/envoy/envoy.yaml, whose listener is on
# loopback. A port that docker publishes leads to the container's other address,
# so here the listener takes both; the compose files publish it on the host's
# loopback alone. Arguments go to Envoy.
set -eu
sed 's/{address: 127\.0\.0\.1, port_value: 10000}/{address: 0.0.0.0, port_value: 10000}/' /etc/envoy/envoy.yaml >/tmp/envoy.yaml
grep -q 'address: 0\.0\.0\.0' /tmp/envoy.yaml ||
  echo 'start-envoy: no listener on {address: 127.0.0.1, port_value: 10000} to open: the published port leads nowhere' >&2
exec envoy -c /tmp/envoy.yaml "$@"
