// SPDX-License-Identifier: MIT
// parse5_links.mjs FOLDER LIST: lists the values of href and src in pages with parse5, which FOLDER has in node_modules.
// Prints the processor time, their number, and a name.
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const [folder, list] = process.argv.slice(2);
const found = createRequire(path.join(path.resolve(folder), 'x.js')).resolve('parse5');
const { parse } = await import(pathToFileURL(found));
const pages = fs.readFileSync(list, 'utf8').split('\n').filter(Boolean).map((page) => fs.readFileSync(page, 'utf8'));
let count = 0;
const begin = process.cpuUsage();
for (const page of pages) {
  const nodes = [parse(page)];
  while (nodes.length) {
    const node = nodes.pop();
    for (const { name } of node.attrs ?? []) count += name === 'href' || name === 'src';
    nodes.push(...(node.childNodes ?? []), ...(node.content ? [node.content] : []));
  }
}
const { user, system } = process.cpuUsage(begin);
const { version } = JSON.parse(fs.readFileSync(path.join(folder, 'node_modules', 'parse5', 'package.json'), 'utf8'));
console.log((user + system) / 1e6, count, 'parse5', version);
