#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs the vectors of test/vectors through the program (its path in URIEL): what its JSON says is what they say.

Many cases go through one run, NUL-separated; a case whose input holds a NUL cannot, and is left to the API's tests.
"""
import itertools
import json
import os
import pathlib
import re
import subprocess
import sys
import unittest

sys.dont_write_bytecode = True
URIEL = os.environ.get("URIEL", "build/uriel")
VECTORS = pathlib.Path(__file__).resolve().parents[1] / "vectors"
COMPONENTS = ("scheme", "authority", "userinfo", "host", "port", "path", "query", "fragment")
SETTABLE = ("scheme", "userinfo", "host", "port", "path", "query", "fragment")
ESCAPE = re.compile(rb"\\(x..|.)")
LETTERS = {b"t": b"\t", b"n": b"\n", b"\\": b"\\"}


def unescape(field):
    """The field's bytes; None where it is undefined."""
    if field == rb"\N":
        return None
    return ESCAPE.sub(lambda m: LETTERS.get(m[1]) or bytes((int(m[1][1:], 16),)), field)


def vectors(name):
    """The cases of a file, each a dictionary of its columns and `place`."""
    columns = None
    for number, line in enumerate((VECTORS / name).read_bytes().split(b"\n"), 1):
        if not line or line.startswith(b"#"):
            continue
        fields = line.split(b"\t")
        if columns is None:
            columns = [field.decode() for field in fields]
            continue
        yield {"place": f"{name}:{number}", **dict(zip(columns, map(unescape, fields)))}


def sendable(cases, *columns):
    return [case for case in cases if not any(b"\0" in (case[column] or b"") for column in columns)]


def run(*arguments, records=()):
    """The program's JSON records for the records that it reads, and its exit status."""
    stream = b"".join(record + b"\0" for record in records)
    done = subprocess.run([URIEL, *arguments], input=stream, capture_output=True, timeout=60, check=False)
    return [json.loads(line) for line in done.stdout.decode("utf-8").split("\n")[:-1]], done.returncode


def value(record, key):
    """The bytes of a record's text; None where it has none."""
    if key + "_hex" in record:
        return bytes.fromhex(record[key + "_hex"])
    return record[key].encode("utf-8") if key in record else None


class Vectors(unittest.TestCase):
    def through(self, arguments, cases, column, check):
        """Runs all cases at once, and `check` on each case and its record, after what holds of every record."""
        records, status = run(*arguments, "--json", "-0", records=[case[column] for case in cases])
        self.assertEqual(len(records), len(cases), arguments)
        self.assertEqual(status, 0 if all(record["valid"] for record in records) else 1, arguments)
        for case, record in zip(cases, records):
            with self.subTest(case["place"]):
                self.assertEqual(value(record, "input"), case[column])
                self.assertEqual("fault" in record, not record["valid"])
                check(case, record)

    def groups(self, cases, column):
        key = lambda case: case[column] or b""
        return itertools.groupby(sorted(cases, key=key), key)

    def test_parse_valid(self):
        def check(case, record):
            self.assertTrue(record["valid"])
            for name in COMPONENTS:
                self.assertEqual(value(record, name), case[name], name)
            self.assertEqual(record["form"], case["form"].decode())
            self.assertEqual(record.get("host_kind", "none"), case["host_kind"].decode())

        self.through(["parse"], sendable(vectors("parse_valid.tsv"), "input"), "input", check)

    def test_parse_invalid(self):
        def check(case, record):
            self.assertFalse(record["valid"])
            for key in ("offset", "begin", "length"):
                self.assertEqual(record["fault"][key], int(case[key]), key)
            for key in ("code", "component"):
                self.assertEqual(record["fault"][key], case[key].decode(), key)

        cases = sendable(vectors("parse_invalid.tsv"), "input")
        self.through(["parse"], cases, "input", check)
        self.through(["check"], cases, "input", check)

    def check_text(self, key, column):
        return lambda case, record: self.assertEqual(value(record, key), case[column], column)

    def test_resolve(self):
        for base, group in self.groups(vectors("resolve.tsv"), "base"):
            cases = list(group)
            for column, options in (("target", []), ("lenient", ["--lenient"])):
                self.through(["resolve", "-b", base, *options], cases, "reference",
                             self.check_text("target", column))

    def test_relative(self):
        def check(case, record):
            if case["relative"] is not None:
                self.assertEqual(value(record, "target"), case["relative"])
            if case["resolved"] is not None:
                back, _ = run("resolve", "-b", case["base"], "--json", "-0", records=[value(record, "target")])
                self.assertEqual(value(back[0], "target"), case["resolved"])

        for base, group in self.groups(vectors("relative.tsv"), "base"):
            self.through(["relative", "-b", base], list(group), "target", check)

    def test_normalize(self):
        cases = list(vectors("normalize.tsv"))
        for rung in ("case", "percent", "path", "scheme"):
            self.through(["normalize", "--level", rung], cases, "input", self.check_text("normal", rung))
        self.through(["normalize"], cases, "input", self.check_text("normal", "scheme"))

    def test_compare(self):
        cases = list(vectors("equal.tsv"))
        records, _ = run("compare", "--json", "-0", records=[case["a"] + b"\t" + case["b"] for case in cases])
        self.assertEqual(len(records), len(cases))
        for case, record in zip(cases, records):
            with self.subTest(case["place"]):
                self.assertEqual((value(record, "a"), value(record, "b")), (case["a"], case["b"]))
                self.assertEqual(record["rung"], case["rung"].decode())

    def test_encode(self):
        for where, cases in self.groups(sendable(vectors("encode.tsv"), "input"), "for"):
            for options, some in self.groups(cases, "options"):
                arguments = ["encode", "--component", where] + (["--percent"] if options else [])
                self.through(arguments, list(some), "input", self.check_text("output", "output"))

    def test_decode(self):
        def check(case, record):
            self.assertEqual(record["valid"], case["begin"] is None)
            if case["begin"] is not None:
                self.assertEqual(record["fault"]["begin"], int(case["begin"]))
                self.assertEqual(record["fault"]["offset"], int(case["offset"]))

        for options, group in self.groups(sendable(vectors("decode.tsv"), "input"), "options"):
            cases = list(group)
            arguments = ["decode"] + (["--plus"] if options else [])
            self.through([*arguments, "--lenient"], cases, "input", self.check_text("output", "output"))
            self.through(arguments, cases, "input", check)

    def check_built(self, case, arguments):
        with self.subTest(case["place"]):
            records, status = run("build", "--json", *arguments)
            self.assertEqual(len(records), 1)
            self.assertEqual(value(records[0], "reference"), case["output"])
            self.assertEqual(status, 0 if case["code"] is None else 1)
            if case["code"] is not None:
                self.assertEqual(records[0]["fault"]["code"], case["code"].decode())

    def test_build(self):
        for case in vectors("build.tsv"):
            sets = [b"--set=" + name.encode() + b"=" + case[name] for name in SETTABLE if case[name] is not None]
            if sets:
                self.check_built(case, sets)

    def test_set(self):
        for case in vectors("set.tsv"):
            name = case["component"]
            change = b"--unset=" + name if case["value"] is None else b"--set=" + name + b"=" + case["value"]
            self.check_built(case, [change, "--", case["input"]])


if __name__ == "__main__":
    unittest.main()
