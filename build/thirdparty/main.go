// Command thirdparty prints the licence texts of what a package is linked from:
//
//	go run ./build/thirdparty -os wasip1 -arch wasm . > dist/THIRD-PARTY.txt
package main

import (
	"flag"
	"fmt"
	"os"
	"runtime"

	"mcp-router/build/licenses"
)

func main() {
	goos := flag.String("os", runtime.GOOS, "GOOS of the program")
	arch := flag.String("arch", runtime.GOARCH, "GOARCH of the program")
	flag.Parse()
	if flag.NArg() != 1 {
		fmt.Fprintln(os.Stderr, "usage: thirdparty [-os GOOS] [-arch GOARCH] PACKAGE")
		os.Exit(2)
	}
	texts, err := licenses.Texts(licenses.Program{Package: flag.Arg(0), OS: *goos, Arch: *arch})
	if err == nil {
		_, err = os.Stdout.Write(texts)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "thirdparty:", err)
		os.Exit(1)
	}
}
