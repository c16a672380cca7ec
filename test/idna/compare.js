// SPDX-License-Identifier: MIT
// Reads domain names, a line each, and prints url.domainToASCII of each. With "nfc", reads texts and prints their normalisation
// form C. For compare.py.
const { domainToASCII } = require("node:url");
const lines = require("node:fs").readFileSync(0, "utf8").split("\n");
lines.pop();
const answer = process.argv[2] === "nfc" ? (text) => text.normalize("NFC") : domainToASCII;
require("node:fs").writeFileSync(1, lines.map((line) => answer(line) + "\n").join(""));
