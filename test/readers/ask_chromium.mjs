#!/usr/bin/env node
// SPDX-License-Identifier: MIT
// Asks `new URL` of headless Chromium; with --version, prints its version. Requests and answers: compare.py.
import {createInterface} from "node:readline";
import {Chromium} from "../browser/chromium.mjs";

const BLOCK = 5000;

// Runs in the page: a line of hexadecimal bytes for each text.
const IN_PAGE = `(lines) => {
  const PORTS = {"ftp:": 21, "http:": 80, "https:": 443, "ws:": 80, "wss:": 443};
  const encoder = new TextEncoder(), decoder = new TextDecoder("utf-8", {ignoreBOM: true});
  const hex = (text) => text ? Array.from(encoder.encode(text), (byte) => byte.toString(16).padStart(2, "0")).join("") : "-";
  return lines.map((line) => {
    const bytes = new Uint8Array(line.length / 2).map((_, i) => parseInt(line.slice(2 * i, 2 * i + 2), 16));
    try {
      const {protocol, hostname, port} = new URL(decoder.decode(bytes));
      return [hex(protocol.slice(0, -1)), hex(hostname), port || PORTS[protocol] || "-"].join("\\t");
    } catch {
      return "-";
    }
  });
}`;

const chromium = await Chromium.start([], "");
if (process.argv[2] === "--version") {
  console.log(chromium.version.replace(/^.*\//, ""));
} else {
  let lines = [];
  const flush = async () => {
    process.stdout.write((await chromium.call(IN_PAGE, [lines])).map((answer) => `${answer}\n`).join(""));
    lines = [];
  };
  for await (const line of createInterface({input: process.stdin}))
    if (lines.push(line) === BLOCK)
      await flush();
  await flush();
}
await chromium.stop();
