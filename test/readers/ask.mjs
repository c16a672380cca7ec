#!/usr/bin/env node
// SPDX-License-Identifier: MIT
// ask.mjs node|node-legacy|whatwg-url|fast-uri [PEERS]: asks `new URL` or url.parse of this Node, or `new URL` of the package whatwg-url
// or parse of fast-uri in the folder PEERS/node_modules; with --version at the end, prints its version. Requests and answers: compare.py.
import {createRequire} from "node:module";
import {createInterface} from "node:readline";
import {parse} from "node:url";

const PORTS = {"ftp:": 21, "http:": 80, "https:": 443, "ws:": 80, "wss:": 443};
const [reader, peers, ...rest] = process.argv.slice(2);
const require = createRequire(`${peers}/node_modules/package.json`);
const Class = reader === "whatwg-url" ? require("whatwg-url").URL : URL;
const fast = reader === "fast-uri" && require("fast-uri");
const hex = (text) => text ? Buffer.from(text).toString("hex") : "-";

function answer(text) {
  if (fast) {
    const {scheme, host, port, error} = fast.parse(text);
    return error ? "-" : [hex(scheme), hex(host), Number.isInteger(port) ? port : "-"].join("\t");
  }
  const legacy = reader === "node-legacy";
  try {
    const {protocol, hostname, port} = legacy ? parse(text) : new Class(text);
    return [hex(protocol?.slice(0, -1)), hex(hostname), port || (!legacy && PORTS[protocol]) || "-"].join("\t");
  } catch {
    return "-";
  }
}

if (rest.includes("--version")) {
  const node = process.versions.node;
  console.log(fast ? `${require("fast-uri/package.json").version} (Node.js ${node})` :
              reader === "whatwg-url" ? require("whatwg-url/package.json").version : node);
} else {
  let lines = [];
  const flush = () => {
    process.stdout.write(lines.join(""));
    lines = [];
  };
  process.removeAllListeners("warning");
  for await (const line of createInterface({input: process.stdin}))
    if (lines.push(`${answer(Buffer.from(line, "hex").toString())}\n`) === 10000)
      flush();
  flush();
}
