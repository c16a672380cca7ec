# SPDX-License-Identifier: MIT
"""uriel-bench without the peers: options, failures, and output."""
import json
import os
import pathlib
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
BENCH = os.environ.get("URIEL_BENCH", str(ROOT / "build" / "test" / "uriel-bench-alone"))
REPORT = os.environ.get("URIEL_BENCH_REPORT", str(ROOT / "build" / "test" / "uriel-bench-report"))
URLS = b"http://example.com/a/b?c#d\r\n\nHTTPS://www.Example.org\nmailto:a@example.net\nno URI: [\n"


def run(*arguments):
    return subprocess.run([BENCH, "--rounds", "1", *arguments], capture_output=True, text=True, timeout=60)


class Bench(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.urls = self.folder / 'the "urls"'
        self.urls.write_bytes(URLS)

    def test_usage(self):
        for wrong in ([], ["--rounds", "0", self.urls], ["--rounds", "1001", self.urls], ["--rounds", "-1", self.urls],
                      ["--rounds", "2x", self.urls], ["--rounds", "99999999999999999999", self.urls], ["--other", self.urls]):
            result = run(*wrong)
            self.assertEqual((result.returncode, result.stdout), (2, ""), wrong)
            self.assertIn("usage: uriel-bench", result.stderr)

    def test_files_that_cannot_be(self):
        empty = self.folder / "empty"
        empty.write_text("\n\n")
        for paths, words in (([self.folder / "none"], "none: No such file"), ([empty], "holds no URL"), ([self.folder], "directory"),
                             (["-o", self.folder / "no" / "out", self.urls], "out: No such file"),
                             (["-o", "/dev/full", self.urls], "/dev/full: No space left")):
            result = run(*paths)
            self.assertEqual(result.returncode, 3, paths)
            self.assertIn(words, result.stderr)

    def test_standard_output_full(self):
        with open("/dev/full", "w", encoding="ascii") as full:
            result = subprocess.run([BENCH, "--rounds", "1", self.urls], stdout=full, stderr=subprocess.PIPE, text=True, timeout=60)
        self.assertEqual(result.returncode, 3)
        self.assertIn("standard output: No space left", result.stderr)

    def rows(self, text):
        rows = [json.loads(line) for line in text.splitlines()]
        for row in rows:
            self.assertEqual(row["file"], self.urls.name)
            self.assertEqual((row["urls"], row["bytes"]), (4, 78))
            self.assertIn(row["role"], ("floor", "uriel", "peer"))
            self.assertLessEqual(row["ns_min"], row["ns_median"])
        return rows

    def test_json(self):
        result = run("--json", "-o", self.folder / "out", self.urls)
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        rows = self.rows(result.stdout)
        self.assertEqual(self.rows((self.folder / "out").read_text()), rows)
        operations = {row["operation"] for row in rows if row["role"] == "uriel"}
        self.assertEqual(len(operations), 18, operations)
        for row in rows:
            if row["role"] == "uriel" and row["operation"].startswith(("normalize", "resolve")):
                self.assertEqual(row["accepted"], 3, row)  # one of four is not a URI
            if row["operation"] in ("equal-upper", "equal-port", "equal-escaped") and row["role"] == "uriel":
                self.assertEqual(row["accepted"], 4, row)  # each equals its other spelling
            if row["operation"] == "equal-other" and row["role"] == "uriel":
                self.assertEqual(row["accepted"], 0, row)

    def test_table(self):
        result = run("--only", "uriel", self.urls, self.urls)
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        self.assertIn("uriparser: absent, not measured\n", result.stdout)
        self.assertEqual(result.stdout.count("4 URLs of 19.5 bytes"), 2)
        self.assertRegex(result.stdout, r"\n  uriel_hash( +[\d.]+){3} +- +[\d.]+ +15 +(met|missed) +-\n")

    def test_ratios(self):
        """A floor bounds every row, and has no ratio to a peer; a peer that refuses most URLs is ignored."""
        lines = subprocess.run([REPORT], capture_output=True, text=True, timeout=60, check=True).stdout.splitlines()
        rows = {row["name"]: row for row in map(json.loads, lines[:6])}
        self.assertEqual({name: (row.get("of_best_peer"), row["of_floor"]) for name, row in rows.items()},
                         {"first floor": (None, 1), "second floor": (None, 2), "ours": (0.25, 4), "slow peer": (2, 32),
                          "best peer": (1, 16), "peer that refuses": (0.0312, 0.5)})
        table = {line[2:34].strip(): line[37:].split() for line in lines[6:] if "floor" in line or "ours" in line}
        self.assertEqual({name: table[name][3:5] for name in ("first floor", "second floor", "ours")},
                         {"first floor": ["-", "1.00"], "second floor": ["-", "2.00"], "ours": ["0.250", "4.00"]})


unittest.main()
