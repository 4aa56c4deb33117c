// Package higress holds the module against released builds of Higress plugins:
// the nearest to a gateway that can be had without one. The tests are behind the
// build tag "compat", since they need those builds: make compat.
package higress
