# SPDX-License-Identifier: MIT
"""uriel compare --fetched: redirects to one URI, the same bytes, and canonical names (RFC 6596; RFC 9110, 8.7)."""
import hashlib
import json
import pathlib
import subprocess
import tempfile
import unittest

from support import ENVIRONMENT, TIMEOUT, URIEL, page, redirect, web

LOOPBACK = "allow network 127.0.0.0/8\n"
HTML = "Content-Type: text/html; charset=utf-8"


def compare(*arguments, input=b""):
    return subprocess.run([URIEL, "compare", *arguments], capture_output=True, input=input, timeout=TIMEOUT, env=ENVIRONMENT,
                          start_new_session=True, check=False)


class Compare(unittest.TestCase):
    def site(self, answers):
        server = web(answers)
        self.addCleanup(server.close)
        self.server = server
        self.base = f"http://127.0.0.1:{server.port}"

    def check(self, a, b, level, status=None, *arguments):
        """The level, and the evidence as {component: (level, a, b)}."""
        done = compare("--fetched", "--json", *arguments, self.base + a, self.base + b)
        record, = map(json.loads, done.stdout.decode().splitlines())
        self.assertEqual((record["level"], done.returncode), (level, int(level == "different") if status is None else status), done.stderr)
        return {row["component"]: (row["level"], row["a"].removeprefix(self.base), row["b"].removeprefix(self.base)) for row in record["evidence"]}

    def test_equivalent(self):
        """References that are equivalent anyway (RFC 3986, 6.2) are not retrieved, and an empty line is passed on."""
        self.site({})
        self.assertEqual(self.check("/%7Ea/../b", "/b", "path")["path"], ("path", "/~a/../b", "/b"))
        done = compare("--fetched", input=f"{self.base}\t{self.base}/\n\n".encode())
        self.assertEqual((done.stdout, done.returncode, self.server.count), (b"scheme\n\n", 0, 0))

    def test_redirect(self):
        self.site({"/a": redirect("/b"), "/b": redirect("/c#x"), "/c": page(b"x"), "/d": redirect("/c")})
        self.assertEqual(self.check("/a", "/d", "target")["target"], ("target", "/c#x", "/c"))
        self.assertEqual(self.check("/c", "/a#y", "target")["target"], ("target", "/c", "/c#x"))

    def test_bytes(self):
        self.site({"/a": page(b"same", HTML), "/b": page(b"same"), "/c": page(b"other"), "/1": page(b""), "/2": page(b"")})
        digest = hashlib.sha256(b"same").hexdigest()
        self.assertEqual(self.check("/a", "/b", "bytes"), {"target": ("different", "/a", "/b"), "sha256": ("bytes", digest, digest), "length": ("bytes", "4", "4")})
        self.assertEqual(self.check("/a", "/c", "different"), {"target": ("different", "/a", "/c"), "sha256": ("different", digest, hashlib.sha256(b"other").hexdigest()),
                                                               "length": ("different", "4", "5")})
        self.check("/1", "/2", "bytes")

    def test_canonical(self):
        """The link of the page or of the header; a page without one has its own URI as its name."""
        link = b"<!doctype html><title>%d</title><link rel='alternate' href=/no><link rel='Nofollow CANONICAL' href='/c?x&amp;y'>"
        self.site({"/a": page(link % 1, HTML), "/b": page(link % 2, HTML), "/c?x&y": page(b"the page", HTML),
                   "/header": page(b"3", 'Link: </no>; rel=next, </c?x&y#z>; title="a, <b>; rel=x"; rel="canonical"'),
                   "/anchor": page(b"4", 'Link: </c?x&y>; rel=canonical; anchor="/other"'),
                   "/based": page(b"<base href='/deep/'><link rel=canonical href=../c?x&y>", HTML), "/text": page(link % 1 + b" ", "Content-Type: text/plain"),
                   "/other": page(b"<link rel=canonical href=/d>", HTML), "/both": page(b"<link rel=canonical href=/c?x&y>", HTML, "Link: </e>; rel=canonical")})
        for a, b in (("/a", "/b"), ("/a", "/c?x&y"), ("/c?x&y", "/header"), ("/header", "/based"), ("/both", "/a")):
            with self.subTest(a + b):
                level, *names = self.check(a, b, "canonical")["canonical"]
                self.assertEqual((level, *(name.split("#")[0] for name in names)), ("canonical", "/c?x&y", "/c?x&y"))
        for a, b, names in (("/a", "/text", ("/c?x&y", "/text")), ("/a", "/other", ("/c?x&y", "/d")), ("/anchor", "/a", ("/anchor", "/c?x&y"))):
            with self.subTest(a + b):
                self.assertEqual(self.check(a, b, "different")["canonical"], ("different", *names))
        self.assertNotIn("canonical", self.check("/text", "/anchor", "different"))

    def test_encodings(self):
        link = "<link rel=canonical href=/c>"
        self.site({"/a": page(link.encode("utf-16"), "Content-Type: text/html"), "/b": page(link.encode("utf-16-le"), 'Content-Type: text/html; charset="utf-16le"'),
                   "/c": page(b"c", HTML)})
        self.check("/a", "/c", "canonical")
        self.check("/b", "/a", "canonical")

    def test_large_pages(self):
        """The link is found wherever the pieces of the page end, and the digest has all bytes."""
        body = b"<!--" + b"x" * 200_000 + b"--><link rel=canonical href=/c>" + b"y" * 200_000
        self.site({"/a": page(body, HTML), "/c": page(b"c", HTML)})
        self.assertEqual(self.check("/a", "/c", "canonical")["sha256"][1], hashlib.sha256(body).hexdigest())

    def test_content_location(self):
        self.site({"/a": page(b"1", "Content-Location: a.en.html"), "/b": page(b"2", "Content-Location: /a.en.html"), "/a.en.html": page(b"3"),
                   "/c": page(b"4", "Content-Location: /c.html")})
        for a, b in (("/a", "/b"), ("/a", "/a.en.html"), ("/a.en.html", "/b")):
            self.assertEqual(self.check(a, b, "canonical")["content-location"], ("canonical", "/a.en.html", "/a.en.html"))
        self.assertEqual(self.check("/a", "/c", "different")["content-location"], ("different", "/a.en.html", "/c.html"))

    def test_unknown(self):
        """If one cannot be retrieved, the answer is "unknown", with the exit status of get."""
        self.site({"/a": page(b"1"), "/403": page(b"", code="403 x"), "/cut": page(b"12345")[:-1], "/private": redirect("http://10.0.0.1/")})
        for path, status, reason in (("/404", 4, '"404"'), ("/403", 5, '"403"'), ("/cut", 3, "ended before"), ("/private", 5, "(network)")):
            for pair in (("/a", path), (path, "/a")):
                with self.subTest(pair):
                    self.assertEqual(self.check(*pair, "unknown", status), {})
                    done = compare("--fetched", *(self.base + one for one in pair))
                    self.assertEqual((done.stdout, done.returncode), (b"unknown\n", status))
                    self.assertIn(reason, done.stderr.decode())
                    self.assertEqual(compare("--fetched", "--silent", *(self.base + one for one in pair)).stderr, b"")

    def test_invalid(self):
        """A reference without a plan."""
        self.site({"/a": page(b"1")})
        for pair, side in (((self.base + "/a", "b"), "b"), (("nosuch:x", self.base + "/a"), "a"), (("a b", "c"), "a")):
            with self.subTest(pair):
                done = compare("--fetched", "--json", "--", *pair)
                self.assertEqual((json.loads(done.stdout)["error"]["in"], done.returncode), (side, 1))

    def test_pairs(self):
        self.site({"/a": page(b"1"), "/b": page(b"1"), "/c": redirect("/a"), "/d": page(b"4")})
        done = compare("--fetched", "--format={level} {b}", input="".join(f"{self.base}/a\t{self.base}/{other}\n" for other in "bcdx").encode())
        self.assertEqual(done.stdout.decode().replace(self.base, ""), "bytes /b\ntarget /c\ndifferent /d\nunknown /x\n")
        self.assertEqual(done.returncode, 4)

    def test_long(self):
        self.site({"/a": page(b"1"), "/b": redirect("/a")})
        done = compare("--long", f"{self.base}/a", "--fetched", f"{self.base}/b")
        self.assertIn(f"  level       target\n  target      target: {self.base}/a  {self.base}/a\n  bytes       sha256: ", done.stdout.decode())

    def test_secrets(self):
        self.site({"/a": page(b"<link rel=canonical href=/c>", HTML), "/b": redirect("/a"), "/c": page(b"")})
        done = compare("--fetched", "--json", self.base.replace("//", "//me:secret@") + "/b", self.base + "/c")
        record = json.loads(done.stdout)
        self.assertNotIn("secret", json.dumps(record["evidence"]) + done.stderr.decode())
        self.assertEqual((record["level"], record["evidence"][3]["a"]), ("canonical", self.base + "/c"))

    def test_other_schemes(self):
        self.site({"/a": page(b"hello")})
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder, "file")
            file.write_bytes(b"hello")
            done = compare("--fetched", f"{self.base}/a", file.as_uri())
            self.assertEqual((done.stdout, done.returncode), (b"bytes\n", 0))
            self.assertEqual(compare("--fetched", "data:,hello", file.as_uri()).stdout, b"bytes\n")

    def test_cache_and_policy(self):
        with tempfile.TemporaryDirectory() as folder:
            policy, cache = pathlib.Path(folder, "policy"), pathlib.Path(folder, "cache")
            policy.write_text(LOOPBACK)
            other = web({"/": page(b"1", "Cache-Control: max-age=60")})
            self.addCleanup(other.close)
            self.site({"/a": page(b"1", "Cache-Control: max-age=60"), "/b": redirect(f"http://127.0.0.1:{other.port}/", code="301 x")})
            for _ in range(2):
                self.check("/a", "/b", "bytes", None, f"--policy={policy}", f"--cache={cache}")
            self.assertEqual((self.server.count, other.count), (2, 1))
            self.check("/a", "/b", "unknown", 5)

    def test_usage(self):
        for arguments in (("--fetched", "--level=path"), ("--fetched", "--jobs=2"), ("--cache=x",), ("--fetched", "--dns=x"), ("--fetched", "x")):
            with self.subTest(arguments):
                done = compare(*arguments, "http://h/a", "http://h/b")
                self.assertEqual(done.returncode, 2)
                self.assertIn(b"uriel compare: ", done.stderr)


unittest.main()
