// SPDX-License-Identifier: MIT
// Reads domain names, a line each, and prints url.domainToASCII of each. With "nfc", reads texts and prints their normalisation
// form C. With "unassigned", reads characters and prints each that this Node's version of Unicode does not assign, otherwise an
// empty line. For compare.py.
const { domainToASCII } = require("node:url");
const lines = require("node:fs").readFileSync(0, "utf8").split("\n");
lines.pop();
const answers = { nfc: (text) => text.normalize("NFC"), unassigned: (text) => (/\p{Cn}/u.test(text) ? text : "") };
const answer = answers[process.argv[2]] ?? domainToASCII;
require("node:fs").writeFileSync(1, lines.map((line) => answer(line) + "\n").join(""));
