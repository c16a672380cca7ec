#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""recipes.py [--root FOLDER] [--cmake CMAKE] [--compiler CC] RECIPE...: the recipes of CONTRIBUTING ("How to add") work and
have the stated cost. Applies all recipes to one copy of the project, builds their targets, and runs their commands. Fails if a
recipe changes more lines or files than its limit. New files, and files in `test`, are not counted.

A recipe has sections. The first lines describe it. Then, in any order:

@limit LINES FILES        the most that may change in existing files
@before PATH TEXT         inserts the lines that follow before the only line of the file with TEXT
@after PATH TEXT          the same after it
@create PATH              makes a new file of the lines that follow
@target NAME...           build these targets
@run                      run these lines with sh -eu in the copy; build/ has the targets
@output                   their output
"""
import argparse
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "tools"))
from tree import files_of  # noqa: E402


class Recipe:
    def __init__(self, path):
        self.name = path.stem
        self.limit, self.edits, self.targets, self.script, self.output = None, [], [], "", ""
        self.changed, self.created = {}, {}
        for section in ("\n" + path.read_text()).split("\n@")[1:]:
            head, _, text = section.partition("\n")
            text += "\n" if text and text[-1] != "\n" else ""
            word, *rest = head.split(" ", 2)
            if word == "limit":
                self.limit = int(rest[0]), int(rest[1])
            elif word in ("before", "after", "create"):
                self.edits.append((word, *rest, text))
            elif word == "target":
                self.targets += " ".join(rest).split()
            elif word == "run":
                self.script = text
            elif word == "output":
                self.output = text
            else:
                self.fail(f"no such section: @{word}")
        if not self.limit:
            self.fail("it has no @limit")

    def fail(self, message):
        sys.exit(f"recipe {self.name}: {message}")

    def apply(self, root):
        for word, name, *place, text in self.edits:
            path, count = root / name, len(text.splitlines())
            if word == "create":
                if path.exists():
                    self.fail(f"{name} exists")
                path.write_text(text)
                self.created[name] = count
                continue
            lines = path.read_text().splitlines(keepends=True)
            found = [number for number, line in enumerate(lines) if place[0] in line]
            if len(found) != 1:
                self.fail(f'{name} has "{place[0]}" in {len(found)} lines, not in one')
            lines.insert(found[0] + (word == "after"), text)
            path.write_text("".join(lines))
            if not name.startswith("test/"):
                self.changed[name] = self.changed.get(name, 0) + count

    def count(self):
        lines, files = sum(self.changed.values()), len(self.changed)
        made = "".join(f", and {name} of {count} lines" for name, count in self.created.items())
        print(f"{self.name}: {lines} lines in {files} files{made}; the limit is {self.limit[0]} in {self.limit[1]}")
        if lines > self.limit[0] or files > self.limit[1]:
            self.fail("it changes more than its limit: " + ", ".join(f"{name} {count}" for name, count in self.changed.items()))

    def run(self, root):
        result = subprocess.run(["sh", "-eu", "-c", self.script], cwd=root, capture_output=True, text=True)
        if result.returncode != 0 or result.stdout != self.output:
            self.fail(f"status {result.returncode}, expected\n{self.output}but it printed\n{result.stdout}{result.stderr}")


def build(root, cmake, compiler, targets):
    flags = ["-DCMAKE_BUILD_TYPE=Release", "-DCMAKE_C_FLAGS_RELEASE=-O1", "-DURIEL_TESTS=ON", "-DURIEL_SHARED_LIBRARY=OFF"]
    flags += [f"-DCMAKE_C_COMPILER={compiler}"] if compiler else []
    jobs = str(os.cpu_count() or 1)
    for command in ([cmake, "-G", "Ninja", "--log-level=NOTICE", "-S", ".", "-B", "build", *flags],
                    [cmake, "--build", "build", "--parallel", jobs, "--target", *targets]):
        result = subprocess.run(command, cwd=root, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        if result.returncode != 0:
            sys.exit(f"{' '.join(command)}:\n{result.stdout[-20000:]}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--root", type=pathlib.Path, default=ROOT)
    parser.add_argument("--cmake", default="cmake")
    parser.add_argument("--compiler")
    parser.add_argument("recipes", nargs="+", type=pathlib.Path)
    options = parser.parse_args()
    recipes = [Recipe(path) for path in options.recipes]
    with tempfile.TemporaryDirectory() as folder:
        copy = pathlib.Path(folder).resolve() / "uriel"
        for path in files_of(options.root.resolve()):
            to = copy / path.relative_to(options.root.resolve())
            to.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(path, to)
        for recipe in recipes:
            recipe.apply(copy)
            recipe.count()
        targets = sorted({target for recipe in recipes for target in recipe.targets})
        if targets:
            build(copy, options.cmake, options.compiler, targets)
        for recipe in recipes:
            recipe.run(copy)


main()
