# SPDX-License-Identifier: MIT
"""Tracking parameters: the removed ones, compared with data/tracking.tsv, which this file reads in its own way."""
import functools
import os
import pathlib
import random
import re
import subprocess
import unittest
from urllib.parse import unquote_to_bytes

TABLE = pathlib.Path(__file__).resolve().parents[2] / "data" / "tracking.tsv"
ROWS = [line.split("\t") for line in TABLE.read_text().splitlines() if not line.startswith("#")]


def strip(cases):
    """The queries that remain, one for each (host, query)."""
    text = "".join(f"{host}\t{query}\n" for host, query in cases)
    return subprocess.run([os.environ["URIEL_TRACKING"]], input=text.encode("latin-1"), capture_output=True,
                          check=True).stdout.decode("latin-1").split("\n")[:-1]


def is_on(host, domains):
    return domains == "-" or any(("." + host.lower()).endswith("." + domain) for domain in domains.split(" "))


@functools.lru_cache(maxsize=None)
def rows_on(host):
    return [row for row in ROWS if is_on(host, row[1])]


@functools.lru_cache(maxsize=None)
def row_of(host, name):
    name = re.sub("[A-Z]", lambda m: m[0].lower(), name)
    return next((row for row in rows_on(host) if (name.startswith(row[0][:-1]) if row[0].endswith("*") else name == row[0])), None)


def names_of(query):
    return [unquote_to_bytes(re.sub(r"=.*", "", pair).encode("latin-1")).decode("latin-1") for pair in query.split("&")]


def expected(host, query):
    pairs, names = query.split("&"), names_of(query)
    found = [row_of(host, name) if pair else None for pair, name in zip(pairs, names)]
    has = {name.lower() for pair, name in zip(pairs, names) if pair}
    left = [pair for pair, row in zip(pairs, found) if not row or row[2] in has]
    if len(left) == len(pairs):
        return "=" + query
    return "?" + "&".join(left) if any(left) else "-"


class Tracking(unittest.TestCase):
    def same(self, cases):
        left = strip(cases)
        self.assertEqual(len(left), len(cases))
        for case, got in zip(cases, left):
            self.assertEqual(got, expected(*case), case)

    def test_what_is_left(self):
        for host, query, left in (
                ("h", "a=1&utm_source=x&utm_medium=y&b=2", "?a=1&b=2"), ("h", "UTM_Source=x&a", "?a"),
                ("h", "%75tm%5Fsource=x&a=%7e", "?a=%7e"), ("h", "fbclid=x", "-"), ("h", "gclid&&a&", "?&a&"),
                ("h", "utm_=1&utm=2&xutm_source=3", "?utm=2&xutm_source=3"), ("h", "", "="), ("h", "&", "=&"),
                ("h", "q=utm_source&ref=x", "=q=utm_source&ref=x"), ("h", "gclid;a=1", "=gclid;a=1"),
                ("www.youtube.com", "v=1&si=2", "?v=1"), ("YOUTU.be", "si=2", "-"), ("youtube.com.example", "si=2", "=si=2"),
                ("notyoutube.com", "si=2", "=si=2"), ("", "si=2&igsh=1", "?si=2"), ("h", "mkt_tok=1", "-"),
                ("h", "mkt_unsubscribe=1&mkt_tok=2&_hsmi=3", "?mkt_unsubscribe=1&mkt_tok=2")):
            self.assertEqual(strip([(host, query)]), [left], (host, query))
            self.assertEqual(expected(host, query), left, (host, query))

    def test_each_row(self):
        cases = []
        for name, hosts, *_ in ROWS:
            stem = name.rstrip("*")
            for host in ["h.example", *hosts.split(" "), *(f"www.{domain}" for domain in hosts.split(" "))]:
                for query in (name, stem.upper(), stem + "x", stem[:-1], "x" + stem, f"%{ord(stem[0]):02x}{stem[1:]}",
                              f"{stem[0]}%{ord(stem[1]):02X}{stem[2:]}", stem + "y" * 40, f"{stem}%", f"{stem}%2"):
                    cases += [(host, f"a=1&{query}=x&b"), (host, query)]
        self.same(cases)

    def test_random_queries(self):
        draw = random.Random(18)
        words = [row[0].rstrip("*") for row in ROWS] + ["a", "q", "", "x=1", "utm", "%", "%5", "\xe9", "mkt_unsubscribe"] * 8
        hosts = ["h"] + [domain for row in ROWS for domain in row[1].split(" ")]
        self.same([(draw.choice(hosts), "&".join(draw.choice(words) + draw.choice(["", "=", "=1", "x", "%3D"])
                                                 for _ in range(draw.randrange(8)))) for _ in range(2000)])

    def test_rows_are_complete(self):
        for row in ROWS:
            self.assertEqual(len(row), 6, row)
            self.assertTrue(all(row), row)
        self.assertRegex(TABLE.read_text(), r"as of \d{4}-\d\d-\d\d")


if __name__ == "__main__":
    unittest.main()
