// SPDX-License-Identifier: MIT
// compare_urls.mjs LINES VECTORS [--count N] [--seed N] [--peers FOLDER] [--show N]: parses N mutated URLs with uriel, with
// Node's URL and, if FOLDER has it (npm install whatwg-url), with the reference implementation of the URL standard, and
// compares all attributes of the results.
//
// LINES is the program url_lines; VECTORS is test/vectors/url.tsv, whose inputs and bases are the seeds. A difference is
// "explained" if a rule below names the sentence of the standard on which the peer is older. The exit status is 1 if uriel
// differs from all peers that ran, in a way that no rule explains.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const [lines, vectors, ...rest] = process.argv.slice(2);
const options = { count: 10000, seed: 1, peers: "", show: 20 };
for (let at = 0; at + 1 < rest.length; at += 2)
  options[rest[at].slice(2)] = rest[at] === "--peers" ? rest[at + 1] : Number(rest[at + 1]);

const ATTRIBUTES = ["href", "protocol", "username", "password", "host", "hostname", "port", "pathname", "search", "hash", "origin"];

const peers = [["node", URL]];
if (options.peers) peers.push(["whatwg-url", createRequire(`${options.peers}/package.json`)("whatwg-url").URL]);

// Each rule: the peer is older than the standard of July 2026 on this point.
const RULES = [
  // "If domain is an ASCII string, then set result to domain, lowercased" (domain parser): older texts rejected it if
  // ToASCII failed.
  ["ASCII domains", (peer, uriel) => peer === "-" && /(^|\.)xn--/.test(uriel.split("\t")[5])],
];

// xorshift32, so that a seed gives the same strings everywhere.
let state = options.seed >>> 0 || 1;
function below(limit) {
  state ^= state << 13; state >>>= 0;
  state ^= state >>> 17;
  state ^= state << 5; state >>>= 0;
  return state % limit;
}
const pick = (list) => list[below(list.length)];

// A field of the vectors: \N is no text, \t \n \\ and \xNN stand for bytes.
function field(text) {
  if (text === "\\N") return "";
  const bytes = Buffer.from(text, "utf8").toString("latin1").replace(/\\(x[0-9A-Fa-f]{2}|.)/g, (_, code) =>
    code.length > 1 ? String.fromCharCode(parseInt(code.slice(1), 16)) : { n: "\n", t: "\t", r: "\r" }[code] ?? code);
  return Buffer.from(bytes, "latin1").toString("utf8");
}

const SEEDS = [], BASES = [""];
const rows = readFileSync(vectors, "utf8").split("\n").filter((line) => line && !line.startsWith("#")).map((line) => line.split("\t"));
const columns = rows.shift();
for (const row of rows) {
  SEEDS.push(field(row[columns.indexOf("input")]));
  const base = field(row[columns.indexOf("base")]);
  if (base) BASES.push(base);
}
const TOKENS = ["http:", "https://", "file:", "ftp:", "ws://", "mailto:", "data:,", "foo://", "//", "/", "\\", "?", "#", "@", ":", ".", "..",
  "%2e", "%2E%2e", "%", "%41", "%00", "%zz", "[", "]", "[::1]", "[1:2::7.8.9.10]", "0x", "0x7f.1", "127.0.0.1", "256", "1e1", "xn--", "xn--zca",
  "example.com", "C:", "C|", "c|/", "\t", "\n", " ", "\u00e4", "\u00df", "\u3002", "\uff0e", "\uff05", "\u200d", "\u0301", "\u05d0", "\u{1f600}", "\ufffd",
  "<", ">", "\"", "`", "{", "}", "|", "^", "'", "&", "=", "+", ";", ",", "~", "!", "$", "*", "(", ")", "-", "_", "0", "00", "1", "80", "443", "65535", "65536", "a", "A", "\u0001", "\u007f", "localhost", "blob:", "javascript:", "non-special:", "::", "u:p@", "\u00ad", "\u212a"];

function mutated() {
  let text = [...pick(SEEDS)];
  for (let times = below(4); times >= 0; times--) {
    const at = below(text.length + 1);
    switch (below(7)) {
      case 0: text.splice(at, 1); break;
      case 1: case 2: text.splice(at, 0, ...pick(TOKENS)); break;
      case 3: text.splice(at, 1, ...pick(TOKENS)); break;
      case 4: { const other = [...pick(SEEDS)]; text = text.slice(0, at).concat(other.slice(below(other.length + 1))); break; }
      case 5: text = text.slice(0, at).concat(text.slice(Math.max(0, at - below(6)))); break;
      case 6: text = text.map((letter, place) => place === at ? (below(2) ? letter.toUpperCase() : letter.toLowerCase()) : letter); break;
    }
  }
  return text.join("").replaceAll("\0", "\u0002").toWellFormed?.() ?? text.join("").replaceAll("\0", "\u0002");
}

function parsedBy(Class, input, base) {
  try {
    const url = base ? new Class(input, base) : new Class(input);
    return ATTRIBUTES.map((name) => url[name]).join("\t");
  } catch {
    return "-";
  }
}

function asked(pairs) {
  const done = spawnSync(lines, [], { input: pairs.map(([input, base]) => `${input}\0${base}\0`).join(""), maxBuffer: 1 << 30, stdio: ["pipe", "pipe", "inherit"] });
  if (done.status !== 0) {
    console.error(`${lines}: ${done.error ?? `exit status ${done.status}`}`);
    process.exit(3);
  }
  return done.stdout.toString("utf8").split("\n");
}

const counts = { compared: 0, valid: 0, "differs from all": 0 };
let shown = 0;
function judge([input, base], ours) {
  counts.compared++;
  if (ours !== "-") counts.valid++;
  const theirs = peers.map(([, Class]) => parsedBy(Class, input, base));
  const different = theirs.filter((their) => their !== ours);
  if (different.length === 0) return;
  const rule = RULES.find(([, explains]) => different.every((their) => explains(their, ours, input, base)));
  const name = rule ? `explained: ${rule[0]}` : different.length === peers.length ? "differs from all"
    : `differs only from ${peers[theirs.findIndex((their) => their !== ours)][0]}`;
  counts[name] = (counts[name] ?? 0) + 1;
  if (rule || shown >= options.show) return;
  shown++;
  console.log(`${name}: ${JSON.stringify([input, base])}`);
  for (const [who, answer] of [["uriel", ours], ...peers.map(([who], at) => [who, theirs[at]])])
    console.log(`  ${who.padEnd(10)} ${answer.replaceAll("\t", "  ")}`);
}

const BATCH = 20000;
for (let done = 0; done < options.count; done += BATCH) {
  const pairs = Array.from({ length: Math.min(BATCH, options.count - done) }, () => [mutated(), below(2) ? pick(BASES) : ""]);
  const got = asked(pairs);
  pairs.forEach((pair, at) => judge(pair, got[at]));
  if (process.stderr.isTTY && done % 100000 === 0) process.stderr.write(`\r${done}`);
}
for (const [name, count] of Object.entries(counts)) console.log(`${count}\t${name}`);
process.exitCode = counts["differs from all"] ? 1 : 0;
