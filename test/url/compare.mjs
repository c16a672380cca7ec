#!/usr/bin/env node
// SPDX-License-Identifier: MIT
// compare.mjs ANSWERS [--operation parse|setters|params|query] [--count N] [--seed N] [--peers FOLDER] [--show N] [--record FILE]: compares N
// random operations on URLs with this Node and, if FOLDER has it (npm install whatwg-url), with the reference implementation of the URL
// standard. ANSWERS is the program of answers.c.
//
// parse: mutated URLs, made from the inputs and bases of test/vectors/url.tsv; setters; params: search parameters; query: the same, edited
// by uriel_query.h with the rules of forms. RULES names the
// sentence of the standard for each known error of a peer. The exit status is 1 if uriel differs from all peers that ran, and RULES
// does not explain each of these differences. --record writes up to N cases on which all peers agree, as vectors: of parse or query.
import {spawnSync} from "node:child_process";
import {readFileSync, writeFileSync} from "node:fs";
import {createRequire} from "node:module";
import {domainToUnicode} from "node:url";

const [program, ...rest] = process.argv.slice(2);
const options = {operation: "parse", count: 10000, seed: 1, peers: "", show: 20, record: ""};
for (let at = 0; at + 1 < rest.length; at += 2) {
  const name = rest[at].slice(2);
  options[name] = typeof options[name] === "number" ? Number(rest[at + 1]) : rest[at + 1];
}
const ATTRIBUTES = ["href", "protocol", "username", "password", "host", "hostname", "port", "pathname", "search", "hash", "origin"];
const BATCH = 20000;

const peers = [{name: "node", title: `Node ${process.versions.node} (ada ${process.versions.ada}, Unicode ${process.versions.unicode})`, URL, URLSearchParams}];
if (options.peers) {
  const require = createRequire(`${options.peers}/package.json`);
  peers.push({name: "whatwg-url", title: `whatwg-url ${require("whatwg-url/package.json").version}`, ...require("whatwg-url")});
}

// xorshift32: a seed gives the same texts everywhere.
let state = options.seed >>> 0 || 1;
function below(limit) {
  state ^= state << 13; state >>>= 0;
  state ^= state >>> 17;
  state ^= state << 5; state >>>= 0;
  return state % limit;
}

const pick = (list) => list[below(list.length)];

// A text of bytes: a lone surrogate U+DC80 to U+DCFF stands for a byte that may not be UTF-8. `decoded` is the standard's input.
const raw = (text) => Buffer.concat(text.split(/(\p{Surrogate})/u).map((part) =>
  /^\p{Surrogate}$/u.test(part) ? Buffer.of(part.charCodeAt(0) & 0xff) : Buffer.from(part)));
const decoded = (text) => new TextDecoder("utf-8", {ignoreBOM: true}).decode(raw(text));
const hex = (text) => text === null || text === undefined ? "-" : raw(text).toString("hex");

function joined(tokens, most) {
  let text = "";
  for (let left = below(most + 1); left > 0; left--)
    text += pick(tokens);
  return text;
}

function parsed(Class, input, base) {
  try {
    return base ? new Class(input, base) : new Class(input);
  } catch {
    return null;
  }
}

const shownUrl = (url) => url ? ATTRIBUTES.map((name) => url[name]).join("\t") : "-";

// ---- Rules

// A rule names its peer, operations and sentence. It has either `alike`, which writes the peer's error and what the standard has in its
// place alike in the attributes of a URL, or `applies`, which tests the case and both answers.
const withoutTabs = (text) => text.replace(/[\t\n\r]/g, "");
const trimmed = (text) => withoutTabs(text.replace(/^[\0- ]+|[\0- ]+$/g, ""));
const isOpaque = (href) => /^[a-z][a-z0-9+.-]*:(?!\/)/.test(href);
const asciiDecoded = (text) => withoutTabs(text).replace(/%([0-7][0-9a-f])/gi, (_, code) => String.fromCharCode(parseInt(code, 16))).toLowerCase();
const attribute = (answer, name) => answer.split("\t")[ATTRIBUTES.indexOf(name)] ?? "";
const without = (answer, names) => answer.split("\t").filter((_, at) => !names.includes(ATTRIBUTES[at])).join("\t");
const ofHost = (one) => one.attribute === "host" || one.attribute === "hostname";

// Whether the labels of a name with text from right to left follow the Bidi rule (RFC 5893, 2), for letters, digits and marks.
const RTL = "[\\u0590-\\u08FF\\uFB1D-\\uFDFF\\uFE70-\\uFEFC]", LTR = `(?!${RTL})\\p{L}`;
const BIDI_LABELS = [new RegExp(`^${RTL}(?!.*${LTR})(.*(${RTL}|\\d)\\p{M}*)?$`, "u"), new RegExp(`^${LTR}(?!.*${RTL})(.*(${LTR}|\\d)\\p{M}*)?$`, "u")];
const breaksBidi = (name) => new RegExp(RTL).test(name) && name.split(".").some((label) => label && !BIDI_LABELS.some((form) => form.test(label)));

// Returns the path without its dot segments.
function dotless(path) {
  const segments = [], all = path.split("/").slice(1);
  all.forEach((segment, at) => {
    const dots = segment.replace(/%2e/gi, ".");
    if (dots === "..") segments.pop();
    if (dots !== "." && dots !== "..") segments.push(segment);
    else if (at === all.length - 1) segments.push("");
  });
  return `/${segments.join("/")}`;
}

const XN = "domain parser: \"If domain is an ASCII string, then set result to domain, lowercased\"";
const xnRejected = ({input, base}, ours, theirs, peer) => {
  if (attribute(ours, "protocol") === "blob:") // the origin is that of the URL in the path
    return attribute(theirs, "origin") === "null" && /:\/\/(.*\.)?xn--/.test(attribute(ours, "origin")) &&
      !parsed(peer.URL, attribute(ours, "origin")) && without(ours, ["origin"]) === without(theirs, ["origin"]);
  const name = attribute(ours, "hostname");
  return theirs === "-" && /(^|\.)xn--/.test(name) && [input, base].some((text) => asciiDecoded(text).includes(name)) &&
    !parsed(peer.URL, `http://${name}/`);
};
const RULES = [
  {peer: "node", operation: "parse", sentence: XN, applies: xnRejected},
  {peer: "whatwg-url", operation: "parse", sentence: XN, applies: xnRejected},
  {peer: "node", operation: "parse",
    sentence: "domain parser ToASCII: \"CheckBidi set to true\"",
    applies: (one, ours, theirs) => ours === "-"
      ? breaksBidi(domainToUnicode(attribute(theirs, "hostname")))
      : attribute(ours, "origin") === "null" && breaksBidi(domainToUnicode(attribute(theirs, "origin").replace(/^https?:\/\/|:\d+$/g, ""))) &&
        without(ours, ["origin"]) === without(theirs, ["origin"])},
  {peer: "node", operation: "parse",
    sentence: "domain parser ToASCII: \"IgnoreInvalidPunycode set to false\" (\"xn--a-\" is not Punycode: it decodes to US-ASCII)",
    applies: ({input, base}, ours, theirs, peer) => {
      const name = attribute(theirs, "hostname");
      return ours === "-" && /(^|\.)xn--/.test(name) && ![input, base].some((text) => asciiDecoded(text).includes(name)) &&
        (/(^|\.)xn--[^.]*-(\.|$)/.test(name) || !parsed(peer.URL, `http://${name}/`));
    }},
  {peer: "node", operation: "parse",
    sentence: "shorten a url's path: \"path[0] is a normalized Windows drive letter\", which \"C:x\" is not",
    applies: (one, ours, theirs) => attribute(theirs, "protocol") === "file:" && /^\/[a-z]:[^/]/i.test(attribute(theirs, "pathname")) &&
      attribute(theirs, "pathname").replace(/^\/[^/]+/, "") === attribute(ours, "pathname") &&
      without(ours, ["href", "pathname"]) === without(theirs, ["href", "pathname"])},
  {peer: "node", operation: "parse",
    sentence: "path state: \"If buffer is a double-dot URL path segment, then: Shorten url's path\", also after a segment that begins with \".\"",
    applies: (one, ours, theirs) => /\/\.[^/]+\/(.*\/)?\.\.?(\/|$)/.test(attribute(theirs, "pathname")) &&
      without(ours, ["href", "pathname"]) === without(theirs, ["href", "pathname"]) &&
      dotless(attribute(theirs, "pathname")).replaceAll("%5E", "^") === attribute(ours, "pathname").replaceAll("%5E", "^")},
  {peer: "node", operation: "parse",
    sentence: "path state: \"if neither c is U+002F (/), nor url is special and c is U+005C (\\), append the empty string to url's path\"",
    applies: ({input, base}, ours, theirs) => /(\.|%2e)(\.|%2e)([?#]|$)/i.test(trimmed(input) || trimmed(base)) &&
      attribute(ours, "pathname") === "/" && attribute(theirs, "pathname") === "" &&
      without(ours, ["href", "pathname"]) === without(theirs, ["href", "pathname"])},
  {peer: "node", operation: "parse",
    sentence: "no scheme state: \"if base is null, or base has an opaque path and c is not U+0023 (#), missing-scheme-non-relative-URL validation error, return failure\"",
    applies: ({input, base}, ours, theirs) => ours === "-" && isOpaque(base) && /^[^#]+#/.test(trimmed(input)) &&
      attribute(theirs, "protocol") === `${base.split(":")[0].toLowerCase()}:`},
  {peer: "whatwg-url", operation: "parse",
    sentence: "authority state: \"For each codePoint in buffer\" (after one above U+FFFF, whatwg-url also encodes its second surrogate)",
    applies: ({input}, ours, theirs) => /[\u{10000}-\u{10FFFF}]/u.test(input) &&
      /%F[0-4](%[89AB][0-9A-F]){3}%EF%BF%BD/.test(attribute(theirs, "username") + attribute(theirs, "password")) &&
      without(ours, ["href", "username", "password"]) === without(theirs, ["href", "username", "password"])},
  {peer: "node", operation: "parse setters",
    sentence: "path percent-encode set: \"the query percent-encode set and U+003F (?), U+005E (^), U+0060 (`), U+007B ({), and U+007D (})\"",
    alike: ({href, pathname}) => ({href: href.replaceAll("%5E", "^"), pathname: pathname.replaceAll("%5E", "^")})},
  {peer: "node", operation: "parse",
    sentence: "opaque path state: \"If remaining starts with U+003F (?) or U+0023 (#), then append \"%20\" to url's path\"",
    alike: ({href, pathname}) => isOpaque(href)
      ? {href: href.replace(/^([^?#]*)%20(?=[?#])/, "$1 "), pathname: pathname.replace(/%20$/, " ")} : {}},
  {peer: "node", operation: "setters",
    sentence: "port state: \"Otherwise, port-invalid validation error, return failure\": a value that does not start with a digit keeps the port",
    applies: ({attribute: name, value, input}, ours, theirs, peer) => name === "port" && value !== "" && !/^[0-9]/.test(withoutTabs(value)) &&
      theirs === shownUrl(Object.assign(new peer.URL(input), {port: ""}))},
  {peer: "node", operation: "setters",
    sentence: "port state: \"If state override is given, then return failure\": \":\" without a digit keeps the port",
    applies: ({attribute: name, value}, ours, theirs) => name === "host" && /:([^0-9]|$)/.test(withoutTabs(value)) &&
      without(ours, ["href", "host", "port", "origin"]) === without(theirs, ["href", "host", "port", "origin"])},
  {peer: "node", operation: "setters",
    sentence: "host state: \"If buffer is the empty string, host-missing validation error, return failure\" for a value that starts with \":\"",
    applies: (one) => ofHost(one) && withoutTabs(one.value).startsWith(":")},
  {peer: "node", operation: "setters",
    sentence: "host state: \"Let host be the result of host parsing buffer\" also if it is empty, unless the URL is special or has credentials or a port",
    applies: (one) => ofHost(one) && /^([/?#]|$)/.test(withoutTabs(one.value)) && /^[a-z]+:\/(?!\/)/.test(one.input)},
  {peer: "node", operation: "setters",
    sentence: "port state: \"Set url's port\" also if the URL had no host, or an empty one",
    applies: ({attribute: name, value, input}) => name === "host" && /:[0-9]/.test(withoutTabs(value)) && /^[a-z]+:\/(?!\/[^/?#])/.test(input)},
  {peer: "node", operation: "setters",
    sentence: "pathname setter: it does not change query and fragment",
    applies: ({attribute: name, value, input}) => name === "pathname" && /^([./\\]|%2e)*\/\//i.test(withoutTabs(value)) && /[?#]/.test(input)},
  {peer: "node", operation: "setters",
    sentence: "path state: \"append the empty string to url's path\" after a double-dot segment at the end",
    applies: ({attribute: name, value}) => name === "pathname" && /(^|\/)(\.|%2e)(\.|%2e)$/i.test(withoutTabs(value))},
];

// Returns the rules that explain the difference between both answers; null if they do not.
function explained(peer, one, ours, theirs) {
  const rules = RULES.filter((rule) => rule.peer === peer.name && rule.operation.includes(options.operation));
  const applying = rules.find((rule) => rule.applies?.(one, ours, theirs, peer));
  if (applying)
    return applying.sentence;
  if (ours === "-" || theirs === "-")
    return null;
  let [mine, other] = [ours, theirs].map((answer) => Object.fromEntries(answer.split("\t").map((value, at) => [ATTRIBUTES[at], value])));
  const used = [];
  for (const rule of rules.filter((rule) => rule.alike)) {
    const before = JSON.stringify([mine, other]);
    mine = {...mine, ...rule.alike(mine, one)};
    other = {...other, ...rule.alike(other, one)};
    if (JSON.stringify([mine, other]) !== before)
      used.push(rule.sentence);
    if (JSON.stringify(mine) === JSON.stringify(other))
      return used.at(-1);
  }
  return null;
}

// ---- Parsing

// A field of the vectors: \N is undefined, \t \n \\ and \xNN stand for bytes.
function field(text) {
  if (text === "\\N") return "";
  const bytes = Buffer.from(text, "utf8").toString("latin1").replace(/\\(x[0-9A-Fa-f]{2}|.)/g, (_, code) =>
    code.length > 1 ? String.fromCharCode(parseInt(code.slice(1), 16)) : {n: "\n", t: "\t", r: "\r"}[code] ?? code);
  return Buffer.from(bytes, "latin1").toString("utf8");
}

const VECTORS = readFileSync(new URL("../vectors/url.tsv", import.meta.url), "utf8").split("\n").filter((line) => line && !line.startsWith("#"))
  .map((line) => line.split("\t"));
const COLUMNS = VECTORS.shift();
const column = (name) => VECTORS.map((row) => field(row[COLUMNS.indexOf(name)]));
// UTS #46 changed after Unicode 13 for these characters, and an older Node has its tables.
const CHANGED = /[\u04C0\u10A0-\u10C5\u2132\u2183\u1E9E\u2260\u226E\u226F\u{2F868}\u{2F874}\u{2F91F}\u{2F95F}\u{2F9BF}]/u;
const SEEDS = column("input").filter((input) => !CHANGED.test(input)), BASES = column("base").filter((base) => base);
const MALFORMED = ["\udcef\udcbc", "\udc8e", "\udcef", "\udcbc\udc8e", "%EF%BC", "%BC%8E", "%8E", "\udcc3", "\udca9", "\udcf0\udc9f", "\udc98\udc80", "\udced\udca0\udc80"];
const TOKENS = ["http:", "https://", "file:", "ftp:", "ws://", "mailto:", "data:,", "foo://", "//", "/", "\\", "?", "#", "@", ":", ".", "..",
  "%2e", "%2E%2e", "%", "%41", "%00", "%zz", "[", "]", "[::1]", "[1:2::7.8.9.10]", "0x", "0x7f.1", "127.0.0.1", "256", "1e1", "xn--", "xn--zca",
  "example.com", "C:", "C|", "c|/", "\t", "\n", " ", "\u00e4", "\u00df", "\u3002", "\uff0e", "\uff05", "\u200d", "\u0301", "\u05d0", "\u{1f600}", "\ufffd",
  "<", ">", "\"", "`", "{", "}", "|", "^", "'", "&", "=", "+", ";", ",", "~", "!", "$", "*", "(", ")", "-", "_", "0", "00", "1", "80", "443",
  "65535", "65536", "a", "A", "\0", "\u0001", "\u007f", "localhost", "blob:", "javascript:", "non-special:", "::", "u:p@", "\u00ad", "\u212a",
  ...MALFORMED, ...MALFORMED];

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
  return text.join("").replace(/[\ud800-\udc7f\udd00-\udfff]/gu, "\ufffd").replace(CHANGED, "a");
}

function parseCase() {
  const input = mutated(), base = below(2) ? pick(BASES) : "";
  return {request: `parse\t${hex(input)}\t${base ? hex(base) : "-"}`, shown: {input, base}, answer: (peer) => shownUrl(parsed(peer.URL, decoded(input), base))};
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
  count: (params) => `${[...params].length}`,
  has: (params, name, value) => (value === undefined ? params.has(name) : params.has(name, value)) ? "1" : "0",
  get: (params, name) => hex(params.get(name)),
  all: (params, name) => hex(params.getAll(name).map((value) => `${value}\n`).join("")),
  read: (params) => hex([...params].map(([name, value]) => `${name}=${value}\n`).join("")),
};

// Node decodes a name or value with malformed UTF-8 in "%XX" as if each character were one byte: "\u{1F308}%C3" gives "<\b" and
// U+FFFD. The standard "UTF-8 encodes" the text first. So Node gets other characters than ASCII as "%XX", which the standard reads
// alike.
const parse = (peer, query) => new peer.URLSearchParams(`?${query.replace(/[^\0-\x7f]+/g, encodeURIComponent)}`);
const takesValues = !new URLSearchParams("a=1").has("a", "2"); // since Node 18.18

function paramsCase() {
  const operation = pick([...Object.keys(EDITS), ...Object.keys(ANSWERS)]);
  const query = joined(PARAMS, 24), params = parse(peers[0], query), names = [...params.keys()];
  const name = names.length && below(3) ? pick(names) : joined(PARAMS, 2);
  const valued = operation === "append" || operation === "set" || (below(2) && takesValues);
  const value = valued ? joined(PARAMS, 2) : undefined, values = params.getAll(name);
  const given = valued && values.length && below(2) ? pick(values) : value;
  const answer = (peer) => {
    const list = parse(peer, query);
    return ANSWERS[operation] ? ANSWERS[operation](list, name, given) : (EDITS[operation](list, name, given), hex(`${list}`));
  };
  return {request: [operation, ...[query, name, given].map(hex)].join("\t"), shown: {operation, query, name, value: given}, answer};
}

// ---- Queries

// uriel_query.h reads no UTF-8: it sorts by bytes, where URLSearchParams sorts by UTF-16, and has no U+FFFD for malformed names.
const QUERIES = PARAMS.filter((token) => !/%[89A-F]/i.test(token) || token === "%c3%a9").filter((token) => token < "\uE000");

function queryCase() {
  const operation = pick(["append", "set", "remove", "sort", "get"]);
  let query;
  do
    query = joined(QUERIES, 24);
  while (`${[...parse(peers[0], query)]}`.includes("\uFFFD")); // "%" and "aa"
  const names = [...parse(peers[0], query).keys()], name = names.length && below(3) ? pick(names) : joined(QUERIES, 2);
  const value = operation === "append" || operation === "set" ? joined(QUERIES, 2) : undefined;
  const answer = (peer) => {
    const list = parse(peer, query);
    if (operation !== "get")
      return EDITS[operation === "remove" ? "delete" : operation](list, name, value), hex(`${list}`);
    return /=/.test(query.split("&").find((pair) => pair && parse(peer, pair).has(name)) ?? "") ? hex(list.get(name)) : "-"; // "a" has no value
  };
  return {request: [`query-${operation}`, ...[query, name, value].map(hex)].join("\t"), shown: {operation, query, name, value}, answer};
}

// ---- Setters

const SCHEMES = ["http", "https", "ws", "wss", "ftp", "file", "foo", "foo", "blob", "javascript"];
const HOSTS = ["h", "h", "example.com", "127.0.0.1", "[::1]", "u@h", "u:p@h", ":p@h", "h:1", "h:80", "u@h:443", "", ""];
const PATHS = ["", "/", "/x", "/x/y", "//x", "/C:/x", "/C:", "/x//", "/%41"];
const VALUES = ["a", "h", "g", "G", "/", "/", "\\", ":", ":", "?", "#", "@", "..", ".", "|", "C:", "C|", "[", "]", "[::1]", "[1::2", "%", "%2e", "%2E",
  "%41", " ", "\t", "\n", "\r", "80", "443", "65535", "65536", "0x7f", "1", "0", "127.1", "1.2.3.4", "//", "'", "\"", "<", ">", "localhost", "file",
  "http", "https", "ws", "ftp", "foo", "^", "`", "{", "}", "~", "+", "-", "\0", "\x1f", "\x7f", ";", "=", "&", "!", "$", "(", ",", "*", "_"];
const LETTERS = ["é", "ß", "\uFFFD", "\u{1F308}", "\u3002", "\u00AD", "%EF%BC", "%8E", "\udcef\udcbc", "\udc8e"];

function setterCase() {
  let url = null;
  while (!url) {
    const scheme = pick(SCHEMES), opaque = below(8) === 0;
    const text = `${scheme}:${opaque ? pick(["x", "x y", "x ", "x/y", "a@b"]) : `${below(6) ? `//${pick(HOSTS)}` : ""}${pick(PATHS)}`}` +
      `${below(3) ? "" : `?${pick(["", "q", "a=b"])}`}${below(3) ? "" : `#${pick(["", "f"])}`}`;
    url = parsed(peers[0].URL, text);
  }
  const input = url.href.replace(/ (?=[?#])/, "%20"); // as the standard has it, which Node 20 does not do
  const attribute = below(100) ? pick(ATTRIBUTES.slice(1, -1)) : "href";
  const value = below(12) ? joined(VALUES, 5) : joined([...VALUES, ...LETTERS, ...LETTERS], 4);
  const answer = (peer) => {
    const set = new peer.URL(input);
    try {
      set[attribute] = decoded(value);
    } catch {
      return "-"; // href of a text that is not a URL
    }
    return shownUrl(set);
  };
  return {request: ["attribute", ...[input, attribute, value].map(hex)].join("\t"), shown: {input, attribute, value}, answer};
}

// ---- Comparison

const CASES = {parse: parseCase, setters: setterCase, params: paramsCase, query: queryCase};
const counts = {}, recorded = new Map();
let shown = 0, wrong = 0;

function judge(one, ours) {
  const theirs = peers.map((peer) => one.answer(peer));
  const different = peers.map((peer, at) => ({peer, their: theirs[at]})).filter(({their}) => their !== ours);
  const reasons = different.map(({peer, their}) => explained(peer, one.shown, ours, their));
  const agree = theirs.every((their) => their === theirs[0]) && !reasons.some(Boolean);
  if (options.record && agree && recorded.size < options.count)
    recorded.set(one.request, [one.shown, theirs[0]]);
  if (different.length === 0) return;
  const unknown = different.filter((_, at) => !reasons[at]).map(({peer}) => peer.name);
  const failure = unknown.length > 0 && different.length === peers.length;
  const kind = failure ? "differs from all" : unknown.length ? `differs only from ${unknown.join(" and ")}`
    : `${different.map(({peer}) => peer.name).join(" and ")}: ${reasons[0]}`;
  counts[kind] = (counts[kind] ?? 0) + 1;
  wrong += failure;
  if (!unknown.length || shown++ >= options.show) return;
  const text = (answer) => /params|query/.test(options.operation) && answer.length > 1 ? Buffer.from(answer, "hex").toString() : answer.replaceAll("\t", "  ");
  console.log(`${kind}: ${JSON.stringify(one.shown)}\n  uriel      ${text(ours)}`);
  peers.forEach((peer, at) => console.log(`  ${peer.name.padEnd(10)} ${text(theirs[at])}`));
}

function recordQueries(bytes) {
  const text = (answer) => answer === "-" ? "\\N" : bytes(Buffer.from(answer, "hex"));
  const rows = [...recorded.values()].map(([{operation, query, name, value}, answer]) =>
    [bytes(query), operation, bytes(name), value === undefined ? "\\N" : bytes(value), text(answer)].join("\t"));
  writeFileSync(options.record, `# SPDX-License-Identifier: MIT
# Random edits of queries with the rules of forms, and the lists of URLSearchParams after them, serialised: those on which these agree:
# ${peers.map((peer) => peer.title).join(" and ")}. "get": the value; undefined if the first parameter of that name has no "=".
# Made on ${new Date().toISOString().slice(0, 10)}: test/url/compare.mjs --operation query --count ${options.count} --seed ${options.seed} --record FILE.
# Fields are separated by tabs; \\t \\n \\\\ and \\xNN stand for bytes, \\N for undefined (which is not empty).
query\toperation\tname\tvalue\toutput
${rows.join("\n")}
`);
}

function record() {
  const bytes = (text) => raw(text).toString("latin1").replace(/[\0-\x1f\\\x7f-\xff]|^#/g, (byte) =>
    ({"\t": "\\t", "\n": "\\n", "\\": "\\\\"})[byte] ?? `\\x${byte.charCodeAt(0).toString(16).padStart(2, "0").toUpperCase()}`);
  if (options.operation === "query") {
    recordQueries(bytes);
    return;
  }
  const none = ATTRIBUTES.map(() => "\\N").join("\t");
  const rows = [...recorded.values()].map(([{input, base}, answer]) =>
    [bytes(input), base ? bytes(base) : "\\N", answer === "-" ? none : answer.split("\t").map(bytes).join("\t"), "\\N"].join("\t"));
  writeFileSync(options.record, `# SPDX-License-Identifier: MIT AND BSD-3-Clause
# ${rows.length} mutations of the cases in url.tsv, and the results on which these agree: ${peers.map((peer) => peer.title).join(" and\n# ")}.
# Made on ${new Date().toISOString().slice(0, 10)}: test/url/compare.mjs --count ${options.count} --seed ${options.seed} --record FILE, with both peers.
# Cases in which both break the standard (RULES there) are omitted. A case without href is a failure. Columns and escapes as in url.tsv.
${COLUMNS.join("\t")}
${rows.join("\n")}
`);
}

let left = options.count;
for (; left > 0 || (options.record && recorded.size < options.count); left -= BATCH) {
  const cases = Array.from({length: left > 0 ? Math.min(left, BATCH) : 1000}, CASES[options.operation]);
  const run = spawnSync(program, {input: cases.map((one) => `${one.request}\n`).join(""), maxBuffer: 1 << 30});
  const answers = run.stdout?.toString().split("\n") ?? [];
  if (run.status !== 0 || answers.length !== cases.length + 1)
    throw new Error(`${program} failed: ${run.error ?? run.stderr}`);
  cases.forEach((one, at) => judge(one, answers[at]));
}
if (options.record)
  record();
console.log(`${options.operation}: ${options.count} compared with ${peers.map((peer) => peer.title).join(", ")}`);
for (const [kind, times] of Object.entries(counts).sort(([, a], [, b]) => b - a))
  console.log(`${String(times).padStart(8)}  ${kind}`);
console.log(`${String(wrong).padStart(8)}  unexplained`);
process.exitCode = wrong ? 1 : 0;
