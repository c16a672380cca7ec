// SPDX-License-Identifier: MIT
// run.mjs MODULE [ARGUMENT...]: runs a test program that was compiled for WebAssembly; leaves with its status, or with 1
// where it reads what is not its memory.
import {readFileSync, writeSync} from "node:fs";

const [path, ...words] = process.argv.slice(2);
let exports;
const bytes = () => new Uint8Array(exports.memory.buffer);
const number = (at) => new DataView(exports.memory.buffer).getUint32(at, true);
const string = (at) => Buffer.from(bytes().subarray(at, bytes().indexOf(0, at))).toString("latin1");
const say = (text) => writeSync(1, text, null, "latin1");

const env = {
  // What follows the format stands in memory, four bytes each.
  printf(format, at) {
    const next = {"%s": (value) => string(value), "%zu": String,
                  "%02X": (value) => value.toString(16).toUpperCase().padStart(2, "0")};
    say(string(format).replace(/%(s|zu|02X)/g, (which) => next[which](number((at += 4) - 4))));
    return 0;
  },
  putchar(byte) {
    say(String.fromCharCode(byte));
    return byte;
  },
  exit: (status) => process.exit(status),
  file_size: (name) => readFileSync(string(name)).length,
  file_read: (name, to) => bytes().set(readFileSync(string(name)), to),
};

// The addresses of the program's name and its arguments, as C's main gets them.
function pushed(all) {
  const texts = all.map((word) => Buffer.from(word + "\0", "latin1"));
  const places = texts.map((text) => {
    const at = exports.argument_room(text.length);
    bytes().set(text, at);
    return at;
  });
  const table = (exports.argument_room(4 * places.length + 4) + 3) & ~3;
  new Uint32Array(exports.memory.buffer, table, places.length).set(places);
  return table;
}

exports = (await WebAssembly.instantiate(readFileSync(path), {env})).instance.exports;
try {
  process.exitCode = exports.test_main(words.length + 1, pushed([path, ...words]));
} catch (error) {
  if (!(error instanceof WebAssembly.RuntimeError)) throw error;
  console.error(`${string(exports.running_kernel())}: ${error.message}`);
  process.exitCode = 1;
}
