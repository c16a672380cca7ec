#!/usr/bin/env node
// SPDX-License-Identifier: MIT
// compare.mjs PROGRAMS [--count N] [--seed N] [--corpus FOLDER,...] [--peers FOLDER] [--subject ours|gumbo|parse5] [--show N] [--navigate N]
// [--every N] [--record FILE]: compares the references of N mutated pages, and of all HTML in folders, as uriel finds them with those that Gumbo, parse5
// (if FOLDER has it: npm install parse5) and headless Chromium find. PROGRAMS is the folder of the programs of CMakeLists.txt.
//
// Gumbo decides positions, except of empty values; Chromium decides all else. A document is a failure if uriel and Chromium differ, and RULES does not explain it;
// its smallest part that still differs is printed. The differences between the peers and Chromium are counted by class. --subject compares
// a peer with Chromium in the place of uriel. --ask differences shows Chromium and parse5 only the documents on which uriel and Gumbo
// differ. --pages FILE compares the pages of a file instead of new ones. --record writes N pages with Chromium's lines as vectors.
import {spawnSync} from "node:child_process";
import {existsSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {pathToFileURL} from "node:url";
import {Chromium} from "./chromium.mjs";
import {alike, escaped, listed, marked, NAMES, Parse5, PREFIX, unescaped} from "./lines.mjs";

const [programs, ...rest] = process.argv.slice(2);
const options = {count: 1000, seed: 1, corpus: "", peers: "", subject: "ours", show: 20, navigate: 0, every: 10, record: "", pages: "", ask: "all", batch: 2000};
for (let at = 0; at + 1 < rest.length; at += 2) {
  const name = rest[at].slice(2);
  options[name] = typeof options[name] === "number" ? Number(rest[at + 1]) : rest[at + 1];
}

// ---- Documents

function run(program, args, input) {
  const {status, stdout, error, signal} = spawnSync(`${programs}/${program}`, args, {input, maxBuffer: 2 ** 31 - 1});
  if (error || status !== 0)
    throw new Error(`${program}: ${error ?? signal ?? `exit status ${status}`}`);
  return stdout;
}

function framed(texts) {
  return Buffer.concat(texts.flatMap((text) => {
    const bytes = Buffer.from(text), head = Buffer.alloc(4);
    head.writeUInt32LE(bytes.length);
    return [head, bytes];
  }));
}

function unframed(bytes) {
  const texts = [];
  for (let at = 0; at < bytes.length;) {
    const end = at + 4 + bytes.readUInt32LE(at);
    texts.push(utf8(bytes.subarray(at + 4, end)));
    at = end;
  }
  return texts;
}

// All readers get the same text: what is not UTF-8 becomes U+FFFD.
const utf8 = (bytes) => bytes.toString("utf8").replace(/^\ufeff/, "");

function* filesOf(folder, seen = new Set()) {
  for (const entry of readdirSync(folder, {withFileTypes: true}).sort((a, b) => a.name < b.name ? -1 : 1)) {
    const path = `${folder}/${entry.name}`;
    if (entry.isSymbolicLink() && !existsSync(path))
      continue;
    const real = realpathSync(path);
    if (seen.has(real))
      continue;
    seen.add(real);
    if (statSync(path).isDirectory())
      yield* filesOf(path, seen);
    else if (/\.(x?html?|htm)$/i.test(entry.name))
      yield path;
  }
}

function* corpusBatches() {
  let texts = [], names = [], size = 0;
  const seen = new Set();
  for (const folder of options.corpus.split(",").filter(Boolean)) {
    for (const name of filesOf(folder, seen)) {
      texts.push(utf8(readFileSync(name)));
      names.push(name);
      size += texts.at(-1).length;
      if (size > 8e6) {
        yield {texts, names};
        texts = []; names = []; size = 0;
      }
    }
  }
  if (texts.length)
    yield {texts, names};
}

// Pages that a program wrote, instead of new ones.
function* pageBatches() {
  const texts = unframed(readFileSync(options.pages));
  for (let from = 0; from < texts.length; from += options.batch)
    yield {texts: texts.slice(from, from + options.batch), names: texts.slice(from, from + options.batch).map((_, at) => `page ${from + at}`)};
}

function* mutatedBatches(seeds) {
  for (let from = 0; from < options.count; from += options.batch) {
    const count = Math.min(options.batch, options.count - from), seed = options.seed + from;
    const texts = unframed(run("html_pages", [String(seed), String(count), ...seeds.length ? ["seeds"] : []], framed(seeds)));
    yield {texts, names: texts.map((_, at) => `seed ${seed + at}`)};
  }
}

// ---- Readers. Each returns for each text {text, isSet, offsets}: its lines without offsets, and these if it knows them.

const parse5 = options.peers ? new Parse5(options.peers) : null;
const chromium = await Chromium.start(NAMES, PREFIX);

function program(name, texts) {
  return run(name, [], framed(texts)).toString("utf8").split(/^\.\n/m).slice(0, -1).map((list) => {
    const lines = list.split("\n").slice(0, -1);
    return {text: lines.map((line) => line.replace(/^\d+\t/, "")).join("\n"), isSet: false, 
      offsets: lines.filter((line) => !line.endsWith("\t")).map((line) => parseInt(line, 10)).join()};
  });
}

const readers = {
  ours: (texts) => program("html_list", texts),
  gumbo: (texts) => program("html_gumbo", texts),
  ...parse5 && {parse5: (texts) => texts.map((text) => listed(parse5.rows(text), parse5.rows(marked(text))))},
  chromium: async (texts) => {
    const [bare, rows] = [await chromium.parse(texts, true), await chromium.parse(texts.map(marked), true)];
    return texts.map((_, at) => listed(bare[at], rows[at]));
  },
};

// ---- Minimising

function* smaller(text) {
  const tokens = text.split(/(?=<)|(?<=>)/);
  for (let size = Math.ceil(tokens.length / 2); size >= 1; size = size > 1 ? Math.ceil(size / 2) : 0) {
    for (let at = 0; at < tokens.length; at += size)
      yield [...tokens.slice(0, at), ...tokens.slice(at + size)].join("");
  }
  if (text.length < 300) {
    for (let size = 8; size >= 1; size >>= 1)
      for (let at = 0; at < text.length; at += size)
        yield text.slice(0, at) + text.slice(at + size);
  }
}

async function minimised(text, differ) {
  for (let rounds = 0; rounds < 60; rounds++) {
    const candidates = [...new Set(smaller(text))].filter((one) => one.length < text.length);
    const found = candidates.length ? (await differ(candidates)).findIndex((one) => one) : -1;
    if (found < 0)
      break;
    text = candidates[found];
  }
  return text;
}

async function differences(name, texts) {
  const [theirs, chromiums] = [await readers[name](texts), await readers.chromium(texts)];
  return texts.map((_, at) => !alike(theirs[at], chromiums[at]));
}

// ---- Classes: a rule rewrites what the reader treats otherwise than Chromium. It explains a difference if the readers then agree.

const renamed = (names) => (text) => text.replace(new RegExp(`(</?)(${names})(?![^\\t\\n\\f\\r />])`, "gi"), "$1x-y");
const removed = (form) => (text) => text.replace(form, "");
const inTemplate = (rewrite) => (text) => /<template/i.test(text) ? rewrite(text) : text;
const known = /^(a|abbr|acronym|address|applet|area|article|aside|audio|b|base|basefont|bgsound|big|blockquote|body|br|button|caption|center|cite|code|col|colgroup|dd|del|desc|details|dir|div|dl|dt|em|embed|fieldset|figure|font|footer|foreignobject|form|frame|frameset|h[1-6]|head|header|hgroup|hr|html|i|iframe|image|img|input|ins|kbd|keygen|label|li|link|listing|main|malignmark|map|marquee|math|menu|meta|mglyph|mi|mn|mo|ms|mtext|nav|nobr|noembed|noframes|noscript|object|ol|optgroup|option|p|param|plaintext|pre|q|rb|rp|rt|rtc|ruby|s|script|section|small|source|span|strike|strong|style|sub|summary|sup|svg|table|tbody|td|template|textarea|tfoot|th|thead|title|tr|track|tt|u|ul|var|video|wbr|xmp)$/i;
const withoutUnknownEnds = (text) => text.replace(/<\/([a-z][^\s\/>]*)[^>]*>/gi, (tag, name) => known.test(name) ? tag : "");
function withoutDuplicates(text) {
  return text.replace(/<[a-z][^>]*/gi, (tag) => {
    const names = new Set();
    return tag.split(/(?=[\s\/])|(?<=["'])(?=<)/).filter((one) => {
      const name = one.trim().replace(/=.*/s, "").toLowerCase(), isNew = !names.has(name);
      names.add(name);
      return isNew;
    }).join("");
  });
}

const SELECT = {title: "select: the standard has no modes \"in select\" any more (2025)", rewrite: renamed("select")};
const FORM = {title: "form in a table in a template: Chromium inserts it", rewrite: inTemplate(renamed("form"))};
const BODY_ONLY = {title: "base, basefont, bgsound, noframes, title and table parts in a template: Chromium leaves the template's first mode",
  rewrite: inTemplate((text) => text.replace(/<noframes[^]*?<\/noframes[^>]*>/gi, "<div>").replace(/<(base|basefont|bgsound|title|html|head|body)(?=[\s\/>])/gi, "<div><$1"))};
const SHADOW = {title: "a declarative shadow root is not inert", rewrite: (text) => text.replace(/shadowrootmode/gi, "x-y")};
const FRAMESET = {title: "frameset-ok: in Chromium, an open template, and character references to NUL, do not clear it", rewrite: renamed("frameset")};
const inForeign = (rewrite) => (text) => /<(svg|math)/i.test(text) ? rewrite(text) : text;
const STYLE = {title: "an element in a <style> of SVG or MathML: the text of the sheet continues after it", rewrite: inForeign(renamed("style"))};
const RULES = {
  gumbo: [
    SELECT,
    {title: "isindex is an element without meaning (2016)", rewrite: renamed("isindex")},
    {title: "menuitem is an element without meaning (2017)", rewrite: renamed("menuitem")},
    {title: "NUL in a tag's name is U+FFFD", rewrite: (text) => text.replace(/\0/g, "z")},
    {title: "a character reference with a number above 2^32 is U+FFFD", rewrite: (text) => text.replace(/&#(x[0-9a-f]{7,}|\d{8,});?/gi, "&#xFFFD;")},
    {title: "\"</>\" is nothing: Gumbo takes it into the name of the next tag", rewrite: removed(/<\/>/g)},
    {title: "\"/\" or white space in an end tag is ignored, in foreign content too", rewrite: (text) => text.replace(/(<\/[a-z][^>\s\/]*)[\s\/][^>]*>/gi, "$1>")},
    {title: "</br> and </p> end foreign content (2020)", rewrite: (text) => text.replace(/<\/(br|p)(?=[\s\/>])/gi, "<br")},
    {title: "Gumbo drops the attribute after a duplicate without value", rewrite: withoutDuplicates},
    {title: "an end tag with an unknown name: Gumbo takes all unknown names for one", rewrite: withoutUnknownEnds},
    {title: "an end tag of applet, marquee or object in foreign content", rewrite: inForeign(removed(/<\/(applet|marquee|object)[^>]*>/gi))},
    SHADOW, FORM, BODY_ONLY, FRAMESET, STYLE,
  ],
  parse5: [
    SELECT, SHADOW, FORM, BODY_ONLY, FRAMESET, STYLE,
    {title: "NUL in text is dropped before tree construction", rewrite: removed(/\0/g)},
    {title: "a CDATA section in an integration point", rewrite: inForeign(removed(/<!\[CDATA\[[^]*?(\]\]>|$)/g))},
    {title: "an end tag </foreignObject> of an element of HTML", rewrite: renamed("foreignobject")},
    {title: "table in a template in a table", rewrite: inTemplate(renamed("table"))},
  ],
  ours: [
    SHADOW, STYLE,
    {title: "the first <base href> of the source counts; foster parenting moves a later one before it",
      rewrite: (text) => /<table/i.test(text) ? renamed("base")(text) : text},
  ],
};

const UNEXPLAINED = "not explained";
async function explained(name, texts) {
  const rules = RULES[name];
  const found = texts.map(() => null);
  let rewritten = [...texts];
  for (const rule of rules) {
    const at = texts.map((_, i) => i).filter((i) => found[i] === null && rule.rewrite(rewritten[i]) !== rewritten[i]);
    if (!at.length)
      continue;
    const alone = at.map((i) => rule.rewrite(texts[i]));
    const together = at.map((i) => rewritten[i] = rule.rewrite(rewritten[i]));
    const [one, all] = [await differences(name, alone), await differences(name, together)];
    at.forEach((i, k) => {
      if (!one[k] || !all[k])
        found[i] = one[k] ? "several of these" : rule.title;
    });
  }
  return found;
}

// ---- Comparing

const counts = {documents: 0, asked: 0, lines: 0, sets: 0, positions: 0};
const classes = {}, failures = [];
const subjects = options.subject === "ours" ? Object.keys(readers).filter((name) => name !== "chromium") : [options.subject];
for (const name of subjects)
  classes[name] = new Map();

async function fail(reader, name, text, differ) {
  if (failures.filter((one) => one.reader === reader).length < options.show)
    failures.push({reader, name, text: await minimised(text, differ)});
}

const offsetsDiffer = (ours, theirs) => ours.map((one, at) => one.text === theirs[at].text && one.offsets !== theirs[at].offsets);

// With --ask differences: leaves the documents on which uriel and Gumbo differ in anything, for Chromium and parse5.
async function differing({texts, names}) {
  const [ours, theirs] = [await readers.ours(texts), await readers.gumbo(texts)];
  counts.documents += texts.length;
  counts.lines += lineCount(ours);
  const at = texts.map((_, i) => i).filter((i) => ours[i].text !== theirs[i].text || ours[i].offsets !== theirs[i].offsets);
  return {texts: at.map((i) => texts[i]), names: at.map((i) => names[i])};
}

const lineCount = (lists) => lists.reduce((sum, {text}) => sum + (text ? text.split("\n").length : 0), 0);

async function compareBatch(batch) {
  const asksAll = options.ask === "all";
  const {texts, names} = asksAll ? batch : await differing(batch);
  counts.asked += texts.length;
  if (navigated.documents < options.navigate)
    await navigateSome({texts, names});
  const lists = {chromium: await readers.chromium(texts)};
  counts.sets += lists.chromium.filter((one) => one.isSet).length;
  for (const name of subjects) {
    lists[name] = await readers[name](texts);
    const at = texts.map((_, i) => i).filter((i) => !alike(lists[name][i], lists.chromium[i]));
    const titles = await explained(name, at.map((i) => texts[i]));
    for (const [k, i] of at.entries()) {
      const title = titles[k] ?? UNEXPLAINED;
      classes[name].set(title, (classes[name].get(title) ?? 0) + 1);
      if (title === UNEXPLAINED)
        await fail(name, names[i], texts[i], (all) => differences(name, all));
    }
  }
  if (asksAll) {
    counts.documents += texts.length;
    counts.lines += lineCount(lists[options.subject]);
  }
  if (lists.ours) {
    const differ = offsetsDiffer(lists.ours, lists.gumbo);
    counts.positions += differ.filter((one) => one).length;
    for (const i of differ.keys())
      if (differ[i])
        await fail("positions", names[i], texts[i], async (all) => offsetsDiffer(await readers.ours(all), await readers.gumbo(all)));
  }
}

// Parsing must build what loading with scripts off builds: compares the rows of N documents that are loaded from a file.
const navigated = {documents: 0, differ: []};
async function navigateSome({texts, names}) {
  const folder = mkdtempSync(join(tmpdir(), "uriel-navigate-")), path = join(folder, "page.html");
  for (const [at, text] of texts.entries()) {
    if (navigated.documents >= options.navigate)
      break;
    if (at % options.every || /http-equiv/i.test(text)) // a refresh leaves the page
      continue;
    writeFileSync(path, `\ufeff${marked(text)}`);
    const loaded = JSON.stringify(await chromium.navigate(pathToFileURL(path).href));
    navigated.documents++;
    if (loaded !== JSON.stringify((await chromium.parse([marked(text)], true))[0]))
      navigated.differ.push(`${names[at]}: ${text.length < 400 ? escaped(text) : ""}`);
  }
  rmSync(folder, {recursive: true});
}

async function show({reader, name, text}) {
  console.log(`${reader}: ${name}\n    ${escaped(text)}`);
  for (const one of reader === "positions" ? ["ours", "gumbo"] : [reader, "chromium"]) {
    const {text: lines, offsets} = (await readers[one]([text]))[0];
    console.log(`  ${one}: ${lines.replace(/\t/g, " ").replace(/\n/g, " ; ")}${reader === "positions" ? ` @ ${offsets}` : ""}`);
  }
}

async function report() {
  for (const one of new Map(failures.map((one) => [one.reader + one.text, one])).values())
    await show(one);
  console.log(`${counts.documents} documents, ${counts.lines} lines; Chromium read ${counts.asked} documents (${counts.sets} compared as sets)`);
  for (const name of subjects) {
    const total = [...classes[name].values()].reduce((sum, count) => sum + count, 0);
    console.log(`${name} and Chromium differ in ${total} documents`);
    for (const [title, count] of [...classes[name]].sort((a, b) => b[1] - a[1]))
      console.log(`  ${count}\t${title}`);
  }
  if (options.navigate)
    console.log([`${navigated.documents} documents loaded with scripts off: ${navigated.differ.length} differ from those parsed`, ...navigated.differ].join("\n  "));
  if (classes.ours)
    console.log(`ours and Gumbo differ in positions in ${counts.positions} documents`);
  return (classes[options.subject].get(UNEXPLAINED) ?? 0) + counts.positions;
}

// ---- Vectors: the probes of probes.txt, then mutated pages, with Chromium's lines. The columns are escaped, as in all vectors.

const vector = (text) => text.replace(/[\\\0-\x1f]/g, (c) => ({"\\": "\\\\", "\t": "\\t", "\n": "\\n"})[c] ?? `\\x${c.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`);

async function record() {
  const here = new URL(".", import.meta.url).pathname;
  const probes = readFileSync(`${here}/probes.txt`, "utf8").split("\n").filter((line) => line && !line.startsWith("# ")).map(unescaped);
  const pages = [...probes];
  for (const {texts} of mutatedBatches([]))
    pages.push(...texts.filter((text) => text.length <= 240 && !text.includes("\ufffd")));
  const lists = await readers.chromium(pages);
  const rows = pages.map((page, at) => [page, lists[at]]).filter(([, list]) => !list.isSet)
    .map(([page, {text}]) => `${vector(page)}\t${vector(text.replace(/\t/g, " "))}\n`);
  writeFileSync(options.record, `# SPDX-License-Identifier: MIT
# Pages and their references, in the order of the document, as ${chromium.version} finds them with scripts off: the pages of
# test/browser/probes.txt, and ${rows.length - probes.length} of html_pages. A reference is "FLAGS ELEMENT ATTRIBUTE VALUE" (test/browser/lines.mjs).
# Made by test/browser/compare.mjs --count ${options.count} --seed ${options.seed} --record FILE.
page\treferences
${rows.join("")}`);
}

console.log(`${chromium.version}${parse5 ? `, parse5 ${parse5.version}` : ""}`);
if (options.record)
  await record();
else {
  for (const batch of corpusBatches())
    await compareBatch(batch);
  for (const batch of options.pages ? pageBatches() : mutatedBatches([]))
    await compareBatch(batch);
  process.exitCode = await report() ? 1 : 0;
}
await chromium.stop();
