// SPDX-License-Identifier: MIT
// go build -C bench/peers/golang -o FOLDER/golang-links makes the program.
module golang-links

go 1.21

require golang.org/x/net v0.30.0
