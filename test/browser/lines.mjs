// SPDX-License-Identifier: MIT
// The references of a document as lines, one for each attribute that may contain some, in the order of the document:
//
//   OFFSET <TAB> FLAGS <TAB> ELEMENT <TAB> ATTRIBUTE <TAB> VALUE
//
// OFFSET is the byte of the value, or of the attribute's name if it has no value. FLAGS are "i" in a template, "f" outside of HTML, "b" for
// the <base href> that counts, or "-". ATTRIBUTE is "-" for the text of a <style>. VALUE is decoded; tab, newline, CR, NUL and backslash are
// escaped.
import {readFileSync} from "node:fs";
import {createRequire} from "node:module";

export const NAMES = ["href", "xlink:href", "src", "srcset", "imagesrcset", "action", "formaction", "cite", "data", "classid", "codebase",
  "archive", "code", "usemap", "longdesc", "background", "profile", "poster", "ping", "manifest", "icon", "lowsrc", "dynsrc", "urn", "value",
  "valuetype", "itemid", "itemtype", "srcdoc", "style", "altimg", "definitionurl", "fill", "stroke", "filter", "clip-path", "mask", "marker",
  "marker-start", "marker-mid", "marker-end", "cursor", "content", "http-equiv", "property", "name", "itemprop", "xml:base"];
export const PREFIX = "uriel-";

const ESCAPES = {"\t": "\\t", "\n": "\\n", "\r": "\\r", "\0": "\\0", "\\": "\\\\"};
export const escaped = (text) => text.replace(/[\t\n\r\0\\]/g, (c) => ESCAPES[c]);
export const unescaped = (text) => text.replace(/\\(.)/g, (_, c) => ({t: "\t", n: "\n", r: "\r", 0: "\0"})[c] ?? c);

// Adds an attribute with its number to each start tag, and to what only looks like one. As each name is new, an element keeps its mark
// through all of tree construction; clones have the mark of their original.
export function marked(text) {
  let count = 0;
  return text.replace(/<[a-zA-Z][^\t\n\f\r />]*/g, (tag, at) => `${tag} ${PREFIX}${count++}=0 `);
}

const MARKS = new RegExp(` ${PREFIX}\\d+=0 `, "gi");
const unmarked = (text) => text.replace(MARKS, "");

// One entry for each attribute: {tag, flags, element, attribute, value}. A merged <html> or <body> has the attributes of several tags,
// each after its mark.
function rowEntries([flags, element, attributes, text]) {
  const entries = [];
  let tag = -1, own = -1;
  for (const [attribute, value] of attributes) {
    if (value === null) {
      if (own < 0)
        own = attribute;
      if (tag < 0 || element === "html" || element === "body")
        tag = attribute;
    } else
      entries.push({tag, flags, element, attribute, value: unmarked(value)});
  }
  if (text)
    entries.push({tag: own, flags, element, attribute: "-", value: unmarked(text)});
  return entries;
}

// Returns the lines, without offsets, of the rows of a document, in its order. Drops clones: elements whose mark came before.
function linesOf(rows) {
  const seen = new Set(), entries = [];
  for (const row of rows) {
    const own = row[2].find(([, value]) => value === null)?.[0];
    if (own !== undefined && seen.has(own))
      continue;
    seen.add(own);
    entries.push(...rowEntries(row));
  }
  const base = entries.find((one) => one.element === "base" && one.attribute === "href" && one.flags === "");
  if (base)
    base.flags = "b";
  // The sort is stable: attributes of one tag stay in order.
  return entries.sort((a, b) => a.tag - b.tag).map(entryText).join("\n");
}

// Marks must not change what is built: the document without marks has the same elements, attributes and values, in the same order. If it
// has not (a mark ends an unquoted value; the clones of equal elements are limited, and marks make them unequal), the lines of the document
// without marks are compared as a set.
const contents = (rows) => rows.map(([flags, name, attributes, text]) => [flags, name, attributes.filter(([, value]) => value !== null), text]);
export function listed(bare, rows) {
  const isSet = JSON.stringify(contents(bare)) !== unmarked(JSON.stringify(contents(rows)));
  return {isSet, text: linesOf(isSet ? bare : rows)};
}

const asSet = (text) => [...new Set(text.replace(/^b\t/gm, "-\t").split("\n"))].sort().join("\n");
export const alike = (one, two) => one.isSet || two.isSet ? asSet(one.text) === asSet(two.text) : one.text === two.text;

const entryText = ({flags, element, attribute, value}) => `${flags || "-"}\t${element}\t${attribute}\t${escaped(value)}`;

// ---- parse5

const HTML = "http://www.w3.org/1999/xhtml";

// Lists a tree of parse5 as chromium.mjs lists one of Chromium.
function parse5Row(element, flags, wanted) {
  const attributes = [];
  for (const {name, prefix, value} of element.attrs) {
    const attribute = (prefix ? `${prefix}:${name}` : name).toLowerCase();
    if (attribute.startsWith(PREFIX))
      attributes.push([Number(attribute.slice(PREFIX.length)), null]);
    else if (wanted.has(attribute))
      attributes.push([attribute, value]);
  }
  const text = element.childNodes.filter((one) => one.nodeName === "#text").map((one) => one.value).join("");
  return [flags + (element.namespaceURI === HTML ? "" : "f"), element.tagName.toLowerCase(), attributes,
    element.tagName.toLowerCase() === "style" ? text : null];
}

export class Parse5 {
  constructor(peers) {
    this.parser = createRequire(`${peers}/package.json`)("parse5");
    this.version = JSON.parse(readFileSync(`${peers}/node_modules/parse5/package.json`)).version;
  }

  rows(text, scriptingEnabled = false) {
    const rows = [], wanted = new Set(NAMES);
    const stack = [[this.parser.parse(text, {scriptingEnabled}).childNodes, 0, ""]];
    while (stack.length) {
      const top = stack.at(-1);
      const node = top[0][top[1]++];
      if (!node)
        stack.pop();
      else if (node.tagName !== undefined) {
        rows.push(parse5Row(node, top[2], wanted));
        stack.push([node.childNodes, 0, top[2]]);
        if (node.content)
          stack.push([node.content.childNodes, 0, "i"]);
      }
    }
    return rows;
  }
}
