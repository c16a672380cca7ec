#!/usr/bin/env node
// SPDX-License-Identifier: MIT
// Runs the sessions of test_search_params.py, a JSON list on standard input, with this Node's URL and URLSearchParams. Writes a line of
// JSON for each: the results and states after each operation.
import {readFileSync} from "node:fs";

// Node 20 decodes a text with malformed "%XX" as if each of its characters were one byte (test/url/compare.mjs). So it gets other
// characters than ASCII as "%XX", which the standard reads alike.
const encoded = (text) => scalars(text).replace(/[^\0-\x7f]+/g, encodeURIComponent);
const scalars = (text) => text.replace(/[\ud800-\udfff]/gu, "\ufffd");

// Node 18, Debian's, loses a pair of surrogates before a lone one: it gets scalar values.
const received = "".toWellFormed ? undefined : (_, value) => typeof value === "string" ? scalars(value) : value;

function made(init) {
  return new URLSearchParams(typeof init === "string" ? encoded(init) : init);
}

const RUN = {
  append: ({params}, name, value) => params.append(name, value),
  delete: ({params}, ...given) => params.delete(...given),
  get: ({params}, name) => params.get(name),
  get_all: ({params}, name) => params.getAll(name),
  has: ({params}, ...given) => params.has(...given),
  set: ({params}, name, value) => params.set(name, value),
  sort: ({params}) => params.sort(),
  keys: ({params}) => [...params.keys()],
  values: ({params}) => [...params.values()],
  size: ({params}) => params.size,
  copy: ({params}) => String(new URLSearchParams(params)),
  make: (on, init) => { on.params = made(init); on.url = null; },
  open: (on, href) => { on.url = new URL(encoded(href)); on.params = on.url.searchParams; },
  search: ({url}, value) => { if (url) url.search = encoded(value); },
  hash: ({url}, value) => { if (url) url.hash = value; },
};

for (const session of JSON.parse(readFileSync(0, "utf8"), received)) {
  const on = {};
  const states = session.map(([operation, ...given]) => {
    const result = RUN[operation](on, ...given) ?? null;
    return [result, [...on.params], String(on.params), on.url && on.url.href];
  });
  process.stdout.write(`${JSON.stringify(states)}\n`);
}
