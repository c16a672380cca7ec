// SPDX-License-Identifier: MIT
// Asks net/url of Go; with --version, prints its version. Requests and answers: compare.py.
package main

import (
	"bufio"
	"encoding/hex"
	"fmt"
	"net/url"
	"os"
	"runtime"
	"strings"
)

func main() {
	if len(os.Args) > 1 {
		fmt.Println(strings.TrimPrefix(runtime.Version(), "go"))
		return
	}
	in := bufio.NewReader(os.Stdin)
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	for {
		line, err := in.ReadString('\n')
		if err != nil {
			return
		}
		text, _ := hex.DecodeString(strings.TrimSuffix(line, "\n"))
		u, err := url.Parse(string(text))
		if err != nil {
			fmt.Fprintln(out, "-")
			continue
		}
		port := u.Port()
		if port == "" {
			port = "-"
		}
		fmt.Fprintf(out, "%x\t%x\t%s\n", u.Scheme, u.Hostname(), port)
	}
}
