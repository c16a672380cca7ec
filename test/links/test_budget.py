# SPDX-License-Identifier: MIT
"""--memory of uriel links (doc/links.md, "Limits"): a document that does not fit is an error, and the run continues."""
import gzip
import json
import subprocess
import sys
import unittest

from support import BASE, TIMEOUT, URIEL, CommandTest, Told, is_sanitized

LAUNCHER = """
import os, resource, sys
status = os.spawnv(os.P_WAIT, sys.argv[1], sys.argv[1:])
print(status, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss, file=sys.stderr)
"""
NAMES = '<?xml version="1.0"?><r>' + "".join(f"<n{i:06}/>" for i in range(60000)) + '<a href="http://h.example/"/></r>'
LARGE = "the document takes more memory than the budget has (see --memory)"
MESSAGE = """From: a@b.example
MIME-Version: 1.0
Content-Type: multipart/mixed; boundary=b

--b
Content-Type: text/html

<a href="http://h.example/1">
--b
Content-Type: application/xml

{0}
--b
Content-Type: message/rfc822

From: c@d.example
Content-Type: text/html

<a href="http://h.example/2">
--b--
"""


def window(log, text):
    """Zstandard that requires a window of that size, and stores the text uncompressed (RFC 8878, 3.1.1)."""
    return b"\x28\xb5\x2f\xfd\x00" + bytes([(log - 10) << 3]) + (len(text) << 3 | 1).to_bytes(3, "little") + text


class Budget(CommandTest):
    def told(self, name, data, memory, status):
        """The events of a document. Checks that each document that begins also ends, correctly nested."""
        told = self.links(name, data, f"--memory={memory}", status=(0, 1) if status is None else (status,))
        open_ = []
        for record in told:
            if record["type"] == "document":
                self.assertEqual(record.get("parent"), open_[-1] if open_ else None)
                open_.append(record["document"])
            self.assertEqual(record["document"], open_[-1])
            if record["type"] == "end":
                open_.pop()
        self.assertEqual(open_, [])
        return told

    def test_other_documents_of_the_file(self):
        data = MESSAGE.format(NAMES)
        self.assertEqual(self.told("m.eml", data, "64M", 0).targets, [f"http://h.example/{i}" for i in ("1", "", "2")])
        told = self.told("m.eml", data, "6M", 1)
        self.assertEqual(told.targets, ["http://h.example/1", "http://h.example/2"])
        self.assertEqual([(error["document"], error["code"], error["message"]) for error in told.errors],
                         [(3, "document-too-large", LARGE)])
        self.assertEqual([end["status"] for end in told.ends], ["done", "too large", "done", "done", "done"])

    def test_each_budget(self):
        """With any budget, each document that begins also ends, and missing parts are reported."""
        data = MESSAGE.format(NAMES[:24 + 10 * 6000] + "</r>")
        for kilobytes in (1, 8, 60, 70, 140, 200, 280, 350, 500, 600):
            told = self.told("m.eml", data, f"{kilobytes}k", 1)
            self.assertEqual({error["code"] for error in told.errors}, {"document-too-large"}, kilobytes)
        self.assertEqual(len(self.told("m.eml", data, "20000k", 0).references), 2)

    def test_other_files(self):
        large, small = self.write("a.xml", NAMES), self.write("b.html", "<a href=http://h.example/b>")
        out, err = self.run_text("--only-target", "--memory=4M", large, small, status=(1,))
        self.assertEqual((out, err), ("http://h.example/b\n", f"uriel: {large}: {LARGE}\n"))
        self.assertEqual(self.out("--only-target", large, small, status=(0,)), "http://h.example/\nhttp://h.example/b\n")

    def test_window_of_zstandard(self):
        """A frame of few bytes can require 128 MiB."""
        data = window(27, b'<!DOCTYPE html><a href="x">')
        self.assertEqual(self.told("a.html.zst", data, "192M", 0).targets, [BASE + "x"])
        told = self.told("a.html.zst", data, "64M", 1)
        self.assertEqual([error["message"] for error in told.errors], [LARGE])

    def test_nesting(self):
        """Open elements take 16 bytes each; further elements are treated as not open."""
        data = gzip.compress(b"<!DOCTYPE html><a href=x>" + b"<div>" * 600000 + b"<a href=y>")
        self.assertEqual(self.told("a.html.gz", data, "512M", 0).targets, [BASE + "x", BASE + "y"])
        told = self.told("a.html.gz", data, "8M", 1)
        self.assertEqual(told.targets, [BASE + "x", BASE + "y"])
        (error,) = told.errors
        self.assertEqual((error["code"], error["message"].partition("(the first of ")[2] != ""), ("tag-too-long", True))
        self.assertGreater(told.ends[0]["errors"], 100000)

    def test_style_sheets(self):
        """Consecutive references that do not fit are one error, and the rest is read."""
        style = b"<style>" + b"".join(b"a{b:url(\\41 %s)}" % (bytes([c]) * 80000) for c in b"cde") + b"</style>"
        wide = b"<meta charset=windows-1251>" + style.replace(b"ccc", b"\xe0" * 3) + b"<a href=y>"
        for name, data in (("a.html", wide), ("b.html", wide.replace(b"<style", b"<svg><style")),
                           ("c.html", b"<iframe srcdoc='" + style + b"'></iframe><a href=y>"),
                           ("d.md", b"# a\n\n" + style + b"\n\n[a](y)\n")):
            for kilobytes in (400, 1000, 1400, 1800):
                told = self.told(name, data, f"{kilobytes}k", None)
                self.assertLess(len(told.errors), 3)
                if told.ends[0]["status"] == "done":
                    self.assertIn(BASE + "y", told.targets)

    def test_long_tag(self):
        """A tag that does not fit is an error, and the rest is read."""
        head, tag = b"<!DOCTYPE html><a href=x>", b"<img alt='" + b"a" * 8000000 + b"' src=z>"
        data = gzip.compress(head + tag + b"<a href=y>")
        self.assertEqual(self.told("a.html.gz", data, "64M", 0).targets, [BASE + "x", BASE + "z", BASE + "y"])
        told = self.told("a.html.gz", data, "8M", 1)
        self.assertEqual(told.targets, [BASE + "x", BASE + "y"])
        self.assertEqual([(error["code"], error["offset"]) for error in told.errors], [("tag-too-long", len(head))])

    @unittest.skipIf(is_sanitized(), "takes memory of its own")
    def test_peak(self):
        bomb = self.write("a.html.gz", gzip.compress(b"<!DOCTYPE html>" + b"<p>" * 1500000))
        subject = self.write("b.eml", "Subject: " + "a b" * 1000000 + "\n\nbody\n")
        names = self.write("c.xml", NAMES)
        for memory in (4, 16, 64):
            done = subprocess.run([sys.executable, "-I", "-S", "-c", LAUNCHER, URIEL, "links", "-q", "-s", f"--memory={memory}M",
                                   bomb, subject, names], capture_output=True, timeout=TIMEOUT)
            status, kilobytes = map(int, done.stderr.split()[-2:])
            self.assertEqual(status, 1)
            self.assertLess(kilobytes, memory * 1024 + 16 * 1024, memory)

    def test_units(self):
        page = self.write("a.html", "<a href=http://h.example/>")
        for value in ("1048576", "1024k", "1M", "1g", "3G"):
            self.assertEqual(self.out("--only-target", f"--memory={value}", page, status=(0,)), "http://h.example/\n")
        for value in ("0", "1kB", "G", "-1"):
            self.assertIn("takes a number of bytes", self.usage(f"--memory={value}", page))

    def test_least(self):
        """A smaller budget is refused: no document could begin, and the run would fail."""
        page = self.write("a.html", "<a href=http://h.example/>")
        for value in ("1", "256", "1023"):
            self.assertIn("takes a number of bytes from 1024 to", self.usage(f"--memory={value}", page))
        for value in ("1024", "1k"):
            self.assertNotIn("out of memory", self.run_text(f"--memory={value}", page, status=(0, 1))[1])


if __name__ == "__main__":
    unittest.main()
