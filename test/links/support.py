# SPDX-License-Identifier: MIT
"""Shared by the tests of links: a temporary folder, running the program, and reading its output."""
import functools
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "test"))
from terminal import open_terminal, read_terminal  # noqa: E402 (for other tests as well)

URIEL = os.environ.get("URIEL", str(ROOT / "build" / "uriel"))
FAULTY = os.environ.get("URIEL_FAULTY", str(ROOT / "build" / "test" / "uriel_faulty"))
TIMEOUT = 120
BASE = "http://h.example/d/"  # the default folder of each document
PAGE = '<a href="b.html">b</a>\n<img src="/x.png"><a href="http://[">\n<a href="https://o.example/#f">\n'
TARGETS = [BASE + "b.html", "http://h.example/x.png", "https://o.example/#f"]
MAIL = """From: a@example.com
Subject: two parts
MIME-Version: 1.0
Content-Type: multipart/mixed; boundary=b

--b
Content-Type: text/html

<a href="one.html">
--b
Content-Type: text/plain

See <http://example.com/two>.
--b--
"""


@functools.lru_cache
def is_sanitized():
    """Whether the program was built with AddressSanitizer, which takes additional memory and time."""
    return b"__asan_init" in pathlib.Path(URIEL).read_bytes()


def sample(things, every):
    """All items; every n-th if the program is sanitized, which makes it start slowly, unless URIEL_LARGE is set."""
    return things[::every] if is_sanitized() and not os.environ.get("URIEL_LARGE") else things


class Told(list):
    """The events of a document and of nested documents, in order: dicts, whose "type" is the kind of event."""

    def of(self, kind):
        return [record for record in self if record["type"] == kind]

    @property
    def documents(self):
        return self.of("document")

    @property
    def references(self):
        return self.of("reference")

    @property
    def errors(self):
        return self.of("error")

    @property
    def ends(self):
        return self.of("end")

    def values(self, *keys):
        """The values of the keys for each reference: plain values for a single key. None for missing values."""
        rows = [tuple(record.get(key) for key in keys) for record in self.references]
        return [row[0] for row in rows] if len(keys) == 1 else rows

    @property
    def raws(self):
        return self.values("raw")

    @property
    def targets(self):
        return self.values("target")


class LinksTest(unittest.TestCase):
    """A test case with its own folder `self.folder`."""

    maxDiff = None

    def setUp(self):
        self.folder = pathlib.Path(os.path.realpath(tempfile.mkdtemp(prefix="uriel-links-")))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)

    def write(self, name, data):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data.encode() if isinstance(data, str) else data)
        return path

    def run_uriel(self, *arguments, status=(0, 1), input=b"", program=URIEL, env=None, subcommand="links"):
        """Runs `uriel links ARGUMENTS`; fails unless it exits with one of `status`."""
        plain = {key: value for key, value in os.environ.items() if key not in ("URIEL_FAIL", "URIEL_PIECE")}
        plain.update(env or {})
        done = subprocess.run([program, subcommand, *map(str, arguments)], input=input, capture_output=True,
                              timeout=TIMEOUT, env=plain)
        if os.environ.get("URIEL_STANDALONE") and b"needs the full uriel" in done.stdout + done.stderr:
            self.skipTest("the program has no libraries")
        self.assertIn(done.returncode, status, done.stderr)
        return done

    def links(self, name, data, *options, base=BASE, **how):
        """All output about a document, which was retrieved from `base` and `name` (base None: unknown)."""
        path = self.write(name, data)
        where = [] if base is None else ["--base", base if base.endswith(name) else base + name]
        done = self.run_uriel("--json", *where, *options, path, **how)
        return Told(json.loads(line) for line in done.stdout.decode("utf-8", "surrogateescape").split("\n")[:-1])


class CommandTest(LinksTest):
    def run_uriel(self, *arguments, cwd=None, **how):
        """In the folder `cwd`."""
        before = os.getcwd()
        os.chdir(cwd or before)
        try:
            return super().run_uriel(*arguments, **how)
        finally:
            os.chdir(before)

    def run_text(self, *arguments, **how):
        """Standard output and error as text."""
        done = self.run_uriel(*arguments, **how)
        return done.stdout.decode("utf-8", "surrogateescape"), done.stderr.decode("utf-8", "surrogateescape")

    def out(self, *arguments, **how):
        return self.run_text(*arguments, **how)[0]

    def page(self, name="page.html", data=PAGE):
        return self.write(name, data)

    def usage(self, *arguments):
        out, err = self.run_text(*arguments, status=(2,))
        self.assertEqual(out, "")
        return err
