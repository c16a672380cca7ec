#!/usr/bin/env node
// SPDX-License-Identifier: MIT
// compare_markdown.mjs PROGRAM --peers FOLDER [--count N] [--seed N] [--show N] [--record FILE]: compares what uriel finds in Markdown with
// commonmark.js, the reference implementation: in the examples of CommonMark, and in N documents that are put together from these examples
// and the lines of markdown_probes.txt, and mutated. PROGRAM is the program of list_markdown.c; FOLDER has both packages (npm install commonmark
// commonmark-spec).
//
// Compared are the destinations of links, images and autolinks in their order, those of the definitions that are used, and raw HTML. RULES
// names the sentence of CommonMark 0.31.2, or the reason, for each known difference. The exit status is 1 if there is another one.
// --record writes up to N documents, made only from markdown_probes.txt, on which both agree, as vectors.
import {spawnSync} from "node:child_process";
import {readFileSync, writeFileSync} from "node:fs";
import {pathToFileURL} from "node:url";

const [program, ...rest] = process.argv.slice(2);
const options = {count: 10000, seed: 1, peers: "", show: 10, record: ""};
for (let at = 0; at + 1 < rest.length; at += 2) {
  const name = rest[at].slice(2);
  options[name] = typeof options[name] === "number" ? Number(rest[at + 1]) : rest[at + 1];
}
const modules = `${options.peers}/node_modules`;
const load = async (path) => {
  const loaded = await import(pathToFileURL(`${modules}/${path}`));
  return loaded.default ?? loaded;
};
const {Parser} = await import(pathToFileURL(`${modules}/commonmark/lib/index.js`));
const spec = await load("commonmark-spec/index.js");
const encode = await load("mdurl/encode.js");
const probes = readFileSync(new URL("markdown_probes.txt", import.meta.url), "utf8").split("\n====\n");

// ---- Documents

// xorshift32: a seed gives the same documents everywhere.
let state = options.seed >>> 0 || 1;
function below(limit) {
  state ^= state << 13; state >>>= 0;
  state ^= state >>> 17;
  state ^= state << 5; state >>>= 0;
  return state % limit;
}

const pick = (list) => list[below(list.length)];
const TOKENS = ["[", "]", "(", ")", "<", ">", "`", "``", "\\", "!", "!["," ", "    ", "\t", "\n", "\n\n", "> ", "- ", "1. ", "# ", "```\n", "~~~\n", "===\n",
  "---\n", "[a]", "[a]: b\n", "]: ", "](", "](c)", "](<d e>)", "\"", "'", "&amp;", "&", ";", "<!--", "-->", "<div>\n", "<a href='x'>", "</div>",
  "<script>", "</script>", "*", "_", "+ ", "2) ", "<http://e>", "<f@g.h>", "\r\n", "\u00e9", "%20", "%", "<?", "?>", "<!X", "]]>", "<![CDATA[", "10. ", "\u1e9e"];

function mutated(sources) {
  let text = pick(sources);
  for (let more = below(3); more > 0; more--)
    text += pick(["", "\n", "> ", "- ", "  "]) + pick(sources);
  for (let more = below(6); more > 0; more--) {
    const at = below(text.length + 1), what = below(4);
    if (what === 0)
      text = text.slice(0, at) + text.slice(at + 1 + below(4));
    else if (what === 1)
      text = text.slice(0, at) + pick(TOKENS) + text.slice(at);
    else if (what === 2)
      text = text.split("\n").map((line) => below(3) ? line : pick(["> ", "- ", "  ", "    ", "\t", ""]) + line).join("\n");
    else
      text = text.slice(0, at) + text.slice(below(text.length + 1)).slice(0, 30) + text.slice(at);
  }
  return text.replaceAll("\0", "").slice(0, options.record ? 400 : 2000);
}

// ---- Answers

function ours(documents) {
  const input = Buffer.concat(documents.flatMap((text) => {
    const bytes = Buffer.from(text);
    return [Buffer.from(`${bytes.length}\n`), bytes];
  }));
  const run = spawnSync(program, {input, maxBuffer: 1 << 30});
  if (run.status !== 0)
    throw new Error(`${program}: ${run.error ?? run.signal ?? run.stderr}`);
  return run.stdout.toString().split(/^\.\n/m).slice(0, -1).map((found) => {
    const lists = {found, l: [], d: [], u: [], h: []};
    for (const line of found.split("\n").slice(0, -1))
      lists[line[0]].push(line.slice(2));
    return lists;
  });
}

function theirs(text) {
  const parser = new Parser();
  const read = parser.processInlines, used = new Set();
  let labels;
  parser.processInlines = function (root) {
    labels = Object.entries(this.refmap).map(([label, link]) => ({label, destination: link.destination}));
    for (const {label} of labels)
      this.refmap[label].destination = `\u0001${label}`;
    return read.call(this, root);
  };
  const links = [], html = [];
  let images = 0; // the description of an image has no links
  const walker = parser.parse(text).walker();
  for (let event = walker.next(); event; event = walker.next()) {
    const {entering, node} = event;
    if (node.type === "image")
      images += entering ? 1 : -1;
    if (entering && node.type.startsWith("html") && !images)
      html.push(node.literal);
    if (entering || images || (node.type !== "link" && node.type !== "image"))
      continue;
    if (node.destination[0] === "\u0001")
      used.add(node.destination.slice(1));
    else
      links.push(node.destination);
  }
  return {l: links, d: labels.filter(({label}) => used.has(label)).map(({destination}) => destination), h: html};
}

const same = (a, b) => a.length === b.length && a.every((text, i) => text === b[i]);
const packed = (html) => html.join("").replace(/\s+/g, "");

function differs(our, their) {
  return !same(our.l.map((uri) => encode(uri)), their.l) || !same(our.d.map((uri) => encode(uri)).sort(), their.d.sort()) ||
    packed(our.h) !== packed(their.h);
}

// ---- Rules

// Without tabs after the start of a line and the markers of containers.
const withoutTabs = (text) => text.replace(/^([ \t>\-+*\d.)]*)(.*)$/gm, (_, markers, line) =>
  markers + line.replace(/[ \t]+$/, "").replace(/[ \t]*\t[ \t]*/g, " "));

// Each: why, and whether it explains the difference.
const RULES = [
  {
    why: "2.2, 4.7, 6.3: tabs are white space, too; commonmark.js only takes spaces in a link, and after a definition",
    applies: (text, our) => !differs(our, theirs(withoutTabs(text))),
  }, {
    why: "4.7: the first of several definitions counts; commonmark.js takes those of paragraphs with an underline first",
    applies: (text, our, their) => /^[> ]*\[[^]*\n.*(=|-)[ \t]*$/m.test(text) && our.d.length === their.d.length &&
      !differs({...our, d: []}, {...their, d: []}),
  },
];

const examples = spec.tests.map(({markdown}) => markdown.replaceAll("\u2192", "\t"));
let unexplained = 0, shown = 0;
const explained = new Map(), agreed = [];

function compare(documents, title) {
  let equal = 0;
  for (let from = 0; from < documents.length; from += 10000) {
    const batch = documents.slice(from, from + 10000);
    const answers = ours(batch);
    batch.forEach((text, i) => {
      const their = theirs(text);
      if (!differs(answers[i], their)) {
        equal++;
        agreed.push([text, answers[i].found]);
        return;
      }
      const rule = RULES.find(({applies}) => applies(text, answers[i], their));
      if (rule) {
        explained.set(rule.why, (explained.get(rule.why) ?? 0) + 1);
        return;
      }
      unexplained++;
      if (shown++ < options.show)
        console.log(`${JSON.stringify(text)}\n  uriel      ${JSON.stringify(answers[i].found)}\n  commonmark ${JSON.stringify(their)}`);
    });
  }
  console.log(`${title}: ${documents.length} documents, ${equal} equal`);
}

if (!options.record)
  compare(examples, "examples of CommonMark");
compare(probes, "markdown_probes.txt");
const sources = options.record ? probes : [...examples, ...probes];
compare(Array.from({length: options.count}, () => mutated(sources)), "mutated");
if (options.record) {
  const escaped = (text) => text.replace(/[\t\n\r\\]/g, (c) => ({"\t": "\\t", "\n": "\\n", "\r": "\\x0D", "\\": "\\\\"})[c]);
  const rows = new Set(agreed.map(([text, found]) => `${escaped(text)}\t${escaped(found)}\n`));
  writeFileSync(options.record, `# SPDX-License-Identifier: MIT
# Documents of Markdown, made of test/links/markdown_probes.txt, and their links (test/links/markdown_lines.h), as commonmark.js
# ${JSON.parse(readFileSync(`${modules}/commonmark/package.json`)).version} reads them: links, used definitions and HTML.
# Made by test/links/compare_markdown.mjs --count ${options.count} --seed ${options.seed} --record FILE.
document\tfound
${[...rows].join("")}`);
}
for (const [why, count] of explained)
  console.log(`${count} explained: ${why}`);
console.log(`${unexplained} not explained`);
process.exitCode = unexplained ? 1 : 0;
