# SPDX-License-Identifier: MIT
"""What people have (--spec=lenient, the default) in the database: a target, and the row of the error."""
import unittest

from support import HarvestTest

PAGE = ('<!DOCTYPE html><meta charset=utf-8><a href="a b.html">1</a><a href="\u00fc">2</a><a href="\\\\e.example\\x">3</a><a href="http://[">4</a>'
        '<a href="http://h.example/c|d">5</a><a href="a b.html#x">6</a><a href="b.html">7</a>')
BASE = "--base=http://h.example/"


class Lenient(HarvestTest):
    def setUp(self):
        super().setUp()
        self.write("a.html", PAGE)
        self.write("a b.html", "<!DOCTYPE html>")

    def test_rows(self):
        self.assertEqual(self.harvest("--json", BASE).json["errors"], 6)
        self.assertIn("Errors                                   6\n  5 of references that --spec=lenient reads nevertheless\n",
                      self.run_uriel("-o", self.db).out)
        self.assertEqual(self.run_uriel("-o", self.db, "--json").json["lenient"], 5)
        self.assertIn("RFC 3986, even if it was read nevertheless, and what", self.run_uriel("-o", self.db, "--report=-").out)
        self.assertEqual(self.query("SELECT DISTINCT spec FROM document"), [("lenient",)])
        self.assertEqual(self.query("SELECT raw, cleaned, original, target, normal, code, error.\"offset\", error.message FROM reference"
                                    " LEFT JOIN error ON error.reference_id = reference.id LEFT JOIN identifier ON identifier.id = identifier_id"
                                    " ORDER BY ordinal LIMIT 4"), [
            ("a b.html", "a%20b.html", "a b.html", "http://h.example/a%20b.html", "http://h.example/a%20b.html", "path-character", 1,
             "a space is not allowed in a path"),
            ("\u00fc", "%C3%BC", "\u00fc", "http://h.example/%C3%BC", "http://h.example/%C3%BC", "path-character", 0,
             "the character U+00FC is not allowed in a path"),
            ("\\\\e.example\\x", "http://e.example/x", "\\\\e.example\\x", "http://e.example/x", "http://e.example/x", "path-character", 0,
             '"\\" is not allowed in a path'),
            ("http://[", None, None, None, None, "host-unclosed", 8, '"[" in the host has no closing "]"')])

    def test_broken(self):
        """A reference that was read leniently is broken if its file is missing, like any other."""
        lines = [line.split(": ", 1)[1].replace(f"{self.folder}/", "") for line in self.harvest("--list=broken", BASE, status=1).out.splitlines()]
        self.assertEqual(lines, ["\u00fc: there is no such file: \u00fc", 'http://[: "[" in the host has no closing "]"',
                                 "http://h.example/c|d: there is no such file: c|d", "a b.html#x: the file has no place of that name: a b.html",
                                 "b.html: there is no such file: b.html"])

    def test_strict(self):
        summaries = [self.harvest("--json", option, BASE).json for option in ("--strict", "--spec=rfc3986")]
        self.assertEqual([(summary["errors"], summary["broken"], summary["run"]["unchanged"]) for summary in summaries], [(6, 7, 0), (6, 7, 2)])

    def test_elsewhere(self):
        """Browsers go to the same places; that they do not encode "|" makes no difference."""
        self.harvest("--quiet", BASE)
        self.assertEqual(self.references("raw, target, elsewhere", "elsewhere IS NOT NULL"), [])


if __name__ == "__main__":
    unittest.main()
