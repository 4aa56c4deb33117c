// Package abi marks the module as one for stock Envoy.
package abi
