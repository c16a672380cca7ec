#!/usr/bin/env node
// SPDX-License-Identifier: MIT
// compare.mjs ANSWERS params COUNT [SEED]: compares COUNT random operations on search parameters with those of this
// JavaScript engine. ANSWERS is the program of answers.c. Prints the first differences; exit status 1 if there are any.
import {spawnSync} from "node:child_process";

const [program, what, count, seed] = process.argv.slice(2);
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
const parse = (query) => new URLSearchParams(`?${query.replace(/[^\0-\x7f]+/g, encodeURIComponent)}`);

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

// ---- Comparison

const CASES = {params: paramsCase};

let differences = 0;
for (let left = Number(count); left > 0; left -= BATCH) {
  const cases = Array.from({length: Math.min(left, BATCH)}, CASES[what]);
  const run = spawnSync(program, {input: cases.map((one) => `${one.request}\n`).join(""), maxBuffer: 1 << 30});
  const answers = run.stdout.toString().split("\n");
  if (run.status !== 0 || answers.length !== cases.length + 1)
    throw new Error(`${program} failed: ${run.stderr}`);
  cases.forEach((one, at) => {
    if (answers[at] === one.expected || ++differences > SHOWN)
      return;
    const text = (field) => field === "-" ? null : Buffer.from(field, "hex").toString();
    console.log(JSON.stringify({...one.shown, here: text(one.expected), uriel: text(answers[at])}));
  });
}
console.log(`${count} operations, ${differences} differences`);
process.exit(differences ? 1 : 0);
