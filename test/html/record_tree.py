#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""record_tree.py CHROMIUM FILE: writes the column `elements` of the vectors of tree construction as a browser has it.

Each start tag gets an attribute of its own, n1, n2 ..., and DOMParser's document shows which elements have it.
"""
import json
import pathlib
import re
import subprocess
import sys
import tempfile

PAGE = """<!DOCTYPE html><meta charset=utf-8><body><script>
const rows = [];
function walk(root, inert, made) {
  for (const element of root.children) {
    const html = element.namespaceURI === "http://www.w3.org/1999/xhtml";
    const numbers = [...element.attributes].filter(a => /^n[0-9]+$/.test(a.name)).map(a => +a.name.slice(1));
    numbers.forEach(number => made.set(number,
      (made.get(number) || "").startsWith("i:") || inert ? "i:" + kind(element, html) : kind(element, html)));
    walk(element, inert, made);
    if (html && element.localName === "template")
      walk(element.content, true, made);
  }
}
function kind(element, html) {
  return (html ? "" : "f:") + element.localName.toLowerCase();
}
for (const input of INPUTS) {
  const made = new Map();
  walk(new DOMParser().parseFromString(input, "text/html"), false, made);
  rows.push([...made].sort((a, b) => a[0] - b[0]).map(entry => entry[1]).join(" "));
}
document.body.textContent = "@" + JSON.stringify(rows).replaceAll("&", "") + "@";
</script>"""


def numbered(text):
    count = 0

    def number(match):
        nonlocal count
        count += 1
        return f"{match[0]} n{count}"
    return re.sub(r"<[A-Za-z][^\s/>]*", number, text)


def browsed(chromium, inputs):
    with tempfile.TemporaryDirectory() as folder:
        page = pathlib.Path(folder, "page.html")
        page.write_text(PAGE.replace("INPUTS", json.dumps(inputs).replace("<", "\\u003c")))
        out = subprocess.run([chromium, "--headless", "--no-sandbox", f"--user-data-dir={folder}/user", "--dump-dom",
                              page.as_uri()], capture_output=True, text=True, check=True).stdout
    return json.loads(out[out.index("@") + 1:out.rindex("@")])


def main():
    chromium, path = sys.argv[1], pathlib.Path(sys.argv[2])
    lines = path.read_text().splitlines()
    first = next(at for at, line in enumerate(lines) if not line.startswith("#")) + 1
    rows = [line.split("\t") for line in lines[first:]]
    inputs = [numbered(row[1].encode().decode("unicode_escape")) for row in rows]
    for row, elements in zip(rows, browsed(chromium, inputs)):
        row[2] = elements
    path.write_text("\n".join(lines[:first] + ["\t".join(row) for row in rows]) + "\n")


main()
