// SPDX-License-Identifier: MIT
// golang-links [tokens] LIST: lists the values of href and src in pages with golang.org/x/net/html, by its tree or its tokeniser.
// Prints the processor time, their number, and a name.
package main

import (
	"bytes"
	"fmt"
	"os"
	"strings"
	"syscall"

	"golang.org/x/net/html"
)

func count(attributes []html.Attribute) (found int) {
	for _, one := range attributes {
		if one.Key == "href" || one.Key == "src" {
			found++
		}
	}
	return
}

func tokens(page []byte) (found int) {
	tokenizer := html.NewTokenizer(bytes.NewReader(page))
	for kind := tokenizer.Next(); kind != html.ErrorToken; kind = tokenizer.Next() {
		if kind == html.StartTagToken || kind == html.SelfClosingTagToken {
			found += count(tokenizer.Token().Attr)
		}
	}
	return
}

func tree(page []byte) (found int) {
	root, err := html.Parse(bytes.NewReader(page))
	if err != nil {
		return 0
	}
	nodes := []*html.Node{root}
	for len(nodes) > 0 {
		node := nodes[len(nodes)-1]
		nodes = nodes[:len(nodes)-1]
		found += count(node.Attr)
		for child := node.FirstChild; child != nil; child = child.NextSibling {
			nodes = append(nodes, child)
		}
	}
	return
}

func processor() float64 {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		panic(err)
	}
	return float64(usage.Utime.Nano()+usage.Stime.Nano()) / 1e9
}

func main() {
	by, name := tree, "tree"
	if os.Args[1] == "tokens" {
		by, name = tokens, "tokeniser"
	}
	list, err := os.ReadFile(os.Args[len(os.Args)-1])
	if err != nil {
		panic(err)
	}
	var pages [][]byte
	for _, path := range strings.Split(strings.TrimSpace(string(list)), "\n") {
		page, err := os.ReadFile(path)
		if err != nil {
			panic(err)
		}
		pages = append(pages, page)
	}
	begin, found := processor(), 0
	for _, page := range pages {
		found += by(page)
	}
	fmt.Printf("%f %d x/net/html 0.30.0, %s\n", processor()-begin, found, name)
}
