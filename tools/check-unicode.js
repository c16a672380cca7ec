#!/usr/bin/env node
// SPDX-License-Identifier: MIT
// tools/check-unicode.js: compares the tables of data/unicode with this Node's ICU, for every code point. Run by hand after
// tools/ExtractUnicode.java, with a Node of the same version of Unicode. Prints the compared properties.
'use strict';
const fs = require('fs');
const path = require('path');

const folder = path.join(__dirname, '..', 'data', 'unicode');
const LAST = 0x10FFFF;
const rows = name => fs.readFileSync(path.join(folder, name + '.tsv'), 'utf8').split('\n')
  .filter(line => line && !line.startsWith('#')).map(line => line.split('\t'));
const hex = cell => parseInt(cell, 16);

/** The cells after "first last" for each code point of a table of ranges. */
function ranges(name) {
  const values = new Map();
  for (const [first, last, ...cells] of rows(name))
    for (let c = hex(first); c <= hex(last); c++) values.set(c, cells);
  return values;
}

let errors = 0;
let compared = 0;
function same(what, c, got, wanted) {
  compared++;
  if (got === wanted) return;
  if (errors++ < 20) console.error(`${what} of U+${c.toString(16).toUpperCase()}: "${got}", Node has "${wanted}"`);
}

const steps = new Map();
const pairs = new Map();
for (const [code, parts, composes] of rows('decomposition')) {
  const points = parts.split(' ').map(hex);
  steps.set(hex(code), points);
  if (composes === 'yes') pairs.set(points.join(), hex(code));
}
const classes = ranges('combining-class');
const classOf = c => Number(classes.get(c)?.[0] ?? 0);

function decompose(c, out) {
  const s = c - 0xAC00;
  if (s >= 0 && s < 11172) {
    out.push(0x1100 + Math.floor(s / 588), 0x1161 + Math.floor(s % 588 / 28));
    if (s % 28) out.push(0x11A7 + s % 28);
  } else if (steps.has(c)) for (const part of steps.get(c)) decompose(part, out);
  else out.push(c);
}

function nfd(points) {
  const out = [];
  for (const c of points) decompose(c, out);
  for (let i = 1; i < out.length; i++)
    for (let j = i; j > 0 && classOf(out[j]) && classOf(out[j - 1]) > classOf(out[j]); j--)
      [out[j - 1], out[j]] = [out[j], out[j - 1]];
  return out;
}

function composed(a, b) {
  if (a >= 0x1100 && a < 0x1113 && b >= 0x1161 && b < 0x1176) return 0xAC00 + ((a - 0x1100) * 21 + b - 0x1161) * 28;
  if (a >= 0xAC00 && a < 0xAC00 + 11172 && (a - 0xAC00) % 28 === 0 && b > 0x11A7 && b < 0x11C3) return a + b - 0x11A7;
  return pairs.get([a, b].join());
}

function nfc(points) {
  const out = [];
  let starter = -1;
  for (const c of nfd(points)) {
    const last = out.length - 1;
    const blocked = last > starter && classOf(out[last]) >= classOf(c);
    const whole = starter >= 0 && !blocked ? composed(out[starter], c) : undefined;
    if (whole !== undefined) out[starter] = whole;
    else if (out.push(c) && !classOf(c)) starter = out.length - 1;
  }
  return out;
}

const text = points => points.map(c => String.fromCodePoint(c)).join('');
function normalization() {
  const marks = [...classes.keys()];
  for (let c = 0; c <= LAST; c++) {
    if (c >= 0xD800 && c < 0xE000) continue;
    const mark = marks[c % marks.length];
    for (const points of [[c], [c, mark], [0x61, mark, c], [c, 0x327, 0x301, mark], [0x1112, 0x1175, c]]) {
      same('NFD', c, text(nfd(points)), text(points).normalize('NFD'));
      same('NFC', c, text(nfc(points)), text(points).normalize('NFC'));
    }
  }
  for (const [pair] of pairs) {
    const points = pair.split(',').map(Number);
    same('NFC', points[0], text(nfc(points)), text(points).normalize('NFC'));
  }
}

/** Compares one column of a table with \p{name=value}, or \p{name} where `column` is -1. */
function property(table, name, column, absent) {
  const values = ranges(table);
  const names = new Set([absent]);
  for (const cells of values.values()) for (const value of cells[column]?.split(' ') ?? ['']) names.add(value);
  for (const value of names) {
    const pattern = new RegExp(column < 0 ? `^\\p{${name}}$` : `^\\p{${name}=${value}}$`, 'u');
    for (let c = 0; c <= LAST && (column >= 0 || value === ''); c++) {
      const cells = values.get(c);
      const has = column < 0 ? cells !== undefined : (cells?.[column] ?? absent).split(' ').includes(value);
      same(name + '=' + value, c, has, pattern.test(String.fromCodePoint(c)));
    }
  }
}

normalization();
property('category', 'gc', 0, 'Cn');
property('script', 'sc', 0, 'Zzzz');
property('script', 'scx', 1, 'Zzzz');
property('default-ignorable', 'DI', -1);
console.log(`Unicode ${process.versions.unicode}: ${compared} comparisons, ${errors} differences`);
process.exitCode = errors ? 1 : 0;
