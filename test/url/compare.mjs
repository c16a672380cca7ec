#!/usr/bin/env node
// SPDX-License-Identifier: MIT
// compare.mjs ANSWERS params|setters COUNT [SEED [PEERS]]: compares COUNT random operations on search parameters, or setters, with
// this JavaScript engine; with whatwg-url, the reference implementation of the standard, if the folder PEERS has it. ANSWERS is the
// program of answers.c. Prints the first differences that KNOWN does not explain; exit status 1 if there are any.
import {spawnSync} from "node:child_process";
import {createRequire} from "node:module";

const [program, what, count, seed, peers] = process.argv.slice(2);
const {URL: Peer, URLSearchParams: Params} = peers ? createRequire(`${peers}/package.json`)("whatwg-url") : globalThis;
const BATCH = 50000, SHOWN = 20;
let state = BigInt(seed ?? 1);

function below(limit) {
  state = (state * 6364136223846793005n + 1442695040888963407n) & 0xffffffffffffffffn;
  return Number((state >> 33n) % BigInt(limit));
}

const pick = (list) => list[below(list.length)];

function joined(tokens, most) {
  let text = "";
  for (let left = below(most + 1); left > 0; left--)
    text += pick(tokens);
  return text;
}

// ---- Search parameters

const PARAMS = ["a", "b", "aa", "&", "&", "=", "=", "+", " ", "%", "%2", "%61", "%20", "%2B", "%26", "%3d", "%C3", "%A9", "%c3%a9", "é",
  "%F0%9F%92%A9", "%F0%9F", "%ED%A0%80", "%EF%BB%BF", "\uFEFF", "\uFFFD", "\uE000", "\u{1F308}", "\u{10FFFF}", "\0", "~", "*-._", "!'()",
  "%EE%80%80", "%F4%90%80%80", "%C0%80", ";", "?", "#", "\\", "A", "1", "\uD7FF", "%E2%8E%84", "/", "\n"];
const EDITS = {
  serialize: (params) => params,
  append: (params, name, value) => params.append(name, value),
  set: (params, name, value) => params.set(name, value),
  delete: (params, name, value) => value === undefined ? params.delete(name) : params.delete(name, value),
  sort: (params) => params.sort(),
};
const ANSWERS = {
  count: (params) => `${params.size}`,
  has: (params, name, value) => (value === undefined ? params.has(name) : params.has(name, value)) ? "1" : "0",
  get: (params, name) => hex(params.get(name)),
  all: (params, name) => hex(params.getAll(name).map((value) => `${value}\n`).join("")),
  read: (params) => hex([...params].map(([name, value]) => `${name}=${value}\n`).join("")),
};
const hex = (text) => text === null || text === undefined ? "-" : Buffer.from(text).toString("hex");

// Node decodes a name or value with malformed UTF-8 in "%XX" as if each character were one byte: "\u{1F308}%C3" gives "<\b" and
// U+FFFD. The standard "UTF-8 encodes" the text first. So Node gets other characters than ASCII as "%XX", which the standard reads
// alike.
const parse = (query) => new Params(`?${query.replace(/[^\0-\x7f]+/g, encodeURIComponent)}`);

function paramsCase() {
  const operation = pick([...Object.keys(EDITS), ...Object.keys(ANSWERS)]);
  const query = joined(PARAMS, 24), params = parse(query), names = [...params.keys()];
  const name = names.length && below(3) ? pick(names) : joined(PARAMS, 2);
  const value = operation === "append" || operation === "set" || below(2) ? joined(PARAMS, 2) : undefined;
  const values = params.getAll(name);
  const given = value !== undefined && values.length && below(2) ? pick(values) : value;
  const expected = ANSWERS[operation] ? ANSWERS[operation](params, name, given) : (EDITS[operation](params, name, given), hex(`${params}`));
  return {request: [operation, ...[query, name, given].map(hex)].join("\t"), expected, shown: {operation, query, name, value: given}};
}

// ---- Setters

const ATTRIBUTES = ["href", "protocol", "username", "password", "host", "hostname", "port", "pathname", "search", "hash"];
const SCHEMES = ["http", "https", "ws", "wss", "ftp", "file", "foo", "foo", "blob", "javascript"];
const HOSTS = ["h", "h", "example.com", "127.0.0.1", "[::1]", "u@h", "u:p@h", ":p@h", "h:1", "h:80", "u@h:443", "", ""];
const PATHS = ["", "/", "/x", "/x/y", "//x", "/C:/x", "/C:", "/x//", "/%41"];
const VALUES = ["a", "h", "g", "G", "/", "/", "\\", ":", ":", "?", "#", "@", "..", ".", "|", "C:", "C|", "[", "]", "[::1]", "[1::2", "%", "%2e", "%2E",
  "%41", " ", "\t", "\n", "\r", "80", "443", "65535", "65536", "0x7f", "1", "0", "127.1", "1.2.3.4", "//", "'", "\"", "<", ">", "localhost", "file",
  "http", "https", "ws", "ftp", "foo", "^", "`", "{", "}", "~", "+", "-", "\0", "\x1f", "\x7f", ";", "=", "&", "!", "$", "(", ",", "*", "_"];
const LETTERS = ["é", "ß", "\uFFFD", "\u{1F308}", "\u3002", "\u00AD"];

// Where Node 20 differs (ada 2.9.2), and the sentence of the standard: by attribute, value without tabs and newlines, and input.
const ofHost = (attribute) => attribute === "host" || attribute === "hostname";
const KNOWN = [
  ["path percent-encode set: \"the query percent-encode set and U+003F (?), U+005E (^), ...\"",
    (attribute, value) => (attribute === "pathname" || attribute === "href") && value.includes("^")],
  ["port state: \"If state override is given, then return failure\": a port that does not start with a digit keeps the old one",
    (attribute, value) => (attribute === "port" && !/^[0-9]/.test(value)) || (attribute === "host" && /:([^0-9]|$)/.test(value))],
  ["host state: \"If buffer is the empty string, host-missing validation error, return failure\" for a value that starts with \":\"",
    (attribute, value) => ofHost(attribute) && value.startsWith(":")],
  ["host state: \"Let host be the result of host parsing buffer\" also if it is empty, unless the URL is special or has credentials or a port",
    (attribute, value, input) => ofHost(attribute) && /^([/?#]|$)/.test(value) && /^[a-z]+:\/(?!\/)/.test(input)],
  ["port state: \"Set url's port\" also if the URL had no host, or an empty one",
    (attribute, value, input) => attribute === "host" && /:[0-9]/.test(value) && /^[a-z]+:\/(?!\/[^/?#])/.test(input)],
  ["pathname setter: it does not change query and fragment",
    (attribute, value, input) => attribute === "pathname" && /^([./\\]|%2e)*\/\//i.test(value) && /[?#]/.test(input)],
  ["path state: \"append the empty string to url's path\" after a double-dot segment at the end",
    (attribute, value) => attribute === "pathname" && /(^|\/)(\.|%2e)(\.|%2e)$/i.test(value)],
];

function setterCase() {
  let url;
  while (!url) {
    const scheme = pick(SCHEMES), opaque = below(8) === 0;
    const text = `${scheme}:${opaque ? pick(["x", "x y", "x ", "x/y", "a@b"]) : `${below(6) ? `//${pick(HOSTS)}` : ""}${pick(PATHS)}`}` +
      `${below(3) ? "" : `?${pick(["", "q", "a=b"])}`}${below(3) ? "" : `#${pick(["", "f"])}`}`;
    url = Peer.canParse(text) ? new Peer(text) : null;
  }
  // The standard encodes the last space of an opaque path before "?" or "#"; Node 20 does not.
  url = new Peer(url.href.replace(/ (?=[?#])/, "%20"));
  const input = url.href, attribute = below(100) ? pick(ATTRIBUTES.slice(1)) : "href";
  const value = below(12) ? joined(VALUES, 5) : joined([...VALUES, ...LETTERS, ...LETTERS], 4);
  let expected = "-";
  try {
    url[attribute] = value;
    expected = ATTRIBUTES.map((name) => hex(url[name])).join("\t");
  } catch {
    // href of what is no URL
  }
  const known = peers ? undefined : KNOWN.find(([, applies]) => applies(attribute, value.replace(/[\t\n\r]/g, ""), input));
  return {known: known?.[0], request: ["attribute", ...[input, attribute, value].map(hex)].join("\t"), expected, shown: {input, attribute, value}};
}

// ---- Comparison

const CASES = {params: paramsCase, setters: setterCase};

let differences = 0;
const known = new Map();
for (let left = Number(count); left > 0; left -= BATCH) {
  const cases = Array.from({length: Math.min(left, BATCH)}, CASES[what]);
  const run = spawnSync(program, {input: cases.map((one) => `${one.request}\n`).join(""), maxBuffer: 1 << 30});
  const answers = run.stdout.toString().split("\n");
  if (run.status !== 0 || answers.length !== cases.length + 1)
    throw new Error(`${program} failed: ${run.stderr}`);
  cases.forEach((one, at) => {
    if (answers[at] === one.expected)
      return;
    if (one.known) {
      known.set(one.known, 1 + (known.get(one.known) ?? 0));
      return;
    }
    if (++differences > SHOWN)
      return;
    const text = (field) => field.length < 2 ? field : Buffer.from(field.split("\t")[0], "hex").toString();
    console.log(JSON.stringify({...one.shown, here: text(one.expected), uriel: text(answers[at])}));
  });
}
for (const [reason, times] of known)
  console.log(`${times} times, the peer differs from ${reason}`);
console.log(`${count} operations, ${differences} differences`);
process.exit(differences ? 1 : 0);
