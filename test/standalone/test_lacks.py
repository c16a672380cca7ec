# SPDX-License-Identifier: MIT
"""The program of URIEL_STANDALONE (doc/building.md, Programs): it needs libc only, and names what needs the full build."""
import gzip
import io
import json
import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest
import zipfile

URIEL = os.environ["URIEL"]
FULL = "the full uriel, built from source: the one in the Python package is built without libraries"
PAGE = '<a href="b.html">b</a>'
MAIL = "From: a@h.example\nTo: b@h.example\nMessage-ID: <1@h.example>\nSubject: s\n\nhttp://h.example/\n"
XML = '<?xml version="1.0"?>\n<{0} xmlns="{1}"/>\n'
BROTLI = b"\x0f\x00\x80\xff\x00\x03"
ZSTD = b"\x28\xb5\x2f\xfd\x04\x00\x09\x00\x00a\x93\x8e\xe8\x24"


def archive():
    """A ZIP file."""
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as file:
        file.writestr("archive/data.warc", "WARC/1.0\r\n")
    return data.getvalue()


DOCUMENTS = (
    ("mail.eml", MAIL, "mail"),
    ("box.mbox", f"From a@h.example Thu Jan  1 00:00:00 2026\n{MAIL}\n" * 3, "mailboxes"),
    ("feed.atom", XML.format("feed", "http://www.w3.org/2005/Atom"), "XML"),
    ("page.xhtml", XML.format("html", "http://www.w3.org/1999/xhtml"), "XML"),
    ("picture", XML.format("svg", "http://www.w3.org/2000/svg"), "XML"),
    ("site.wacz", archive(), "web archives in ZIP files (WACZ)"),
    ("page.html.gz", gzip.compress(PAGE.encode()), "gzip"),
    ("page.html.zst", ZSTD, "zstd"),
    ("page.html.br", BROTLI, "br"))


class Lacks(unittest.TestCase):
    maxDiff = None

    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="uriel-standalone-")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.uriel = [URIEL]

    def write(self, name, data):
        (self.folder / name).write_bytes(data.encode() if isinstance(data, str) else data)

    def run_uriel(self, *arguments, status=0, input=b""):
        done = subprocess.run([*self.uriel, *arguments], cwd=self.folder, capture_output=True, input=input, timeout=60, check=False)
        self.assertEqual(done.returncode, status, done)
        return done.stdout.decode(), done.stderr.decode()

    def test_documents(self):
        """Each kind that needs a library: one message, the status of a file that cannot be read, and the other documents."""
        self.write("zz.html", PAGE)
        for name, data, what in DOCUMENTS:
            with self.subTest(name):
                self.write(name, data)
                message = f"reading {what} needs {FULL}"
                out, err = self.run_uriel("links", "--base=http://h.example/", "--only-target", name, "zz.html", status=3)
                self.assertEqual((out, err), ("http://h.example/b.html\n", f"uriel: {name}: {message}\n"))
                out, err = self.run_uriel("links", "--json", name, status=3)
                records = [json.loads(line) for line in out.splitlines()]
                self.assertEqual([record["type"] for record in records], ["document", "error", "end"])
                self.assertEqual((records[1]["code"], records[1]["message"]), ("reader-missing", message))
                self.assertEqual((records[2]["status"], err), ("unreadable", ""))
                self.assertEqual(self.run_uriel("links", "--check", "-s", name, status=3), ("", ""))
                self.assertNotIn("no references", self.run_uriel("links", "-s", name, status=3)[0])

    def test_declared_kind(self):
        out, err = self.run_uriel("links", "--kind=message", input=b"http://h.example/", status=3)
        self.assertEqual(err, f"uriel: -: reading mail needs {FULL}\n")

    def test_parts(self):
        """The content of a response with a Content-Encoding (RFC 9110, 8.4), after one without."""
        header = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n"
        self.write("plain.http", f"{header}\r\n{PAGE}")
        self.run_uriel("links", "--base=http://h.example/", "plain.http")
        for coding, data in (("gzip", gzip.compress(PAGE.encode())), ("x-gzip", gzip.compress(b"")), ("br", BROTLI), ("zstd", ZSTD)):
            with self.subTest(coding):
                self.write("a.http", f"{header}Content-Encoding: {coding}\r\n\r\n".encode() + data)
                _, err = self.run_uriel("links", "a.http", status=3)
                self.assertEqual(err, f"uriel: a.http!1: reading {coding.removeprefix('x-')} needs {FULL}\n")

    def test_fragments(self):
        """Fragments of documents that cannot be read are not broken, and counted (doc/links.md)."""
        self.write("feed.xml", XML.format("feed", "http://www.w3.org/2005/Atom"))
        self.write("a.html", '<a href="feed.xml#x">x</a> <a href="none.xml">y</a>')
        out, err = self.run_uriel("links", "--check", "a.html", status=3)
        self.assertEqual(out, 'a.html:1:37: broken: none.xml: there is no "none.xml"\n')
        self.assertIn("2 references: 1 broken, 0 external, 0 ignored, 1 fragment not checked\n", err)

    def test_fix(self):
        self.write("index.html", "")
        self.write("a.html", '<a href="indx.html">x</a>')
        self.run_uriel("links", "--check", "--fix=near", "--write", "a.html")
        self.assertEqual((self.folder / "a.html").read_text(), '<a href="index.html">x</a>')

    def test_find(self):
        """Compressed files are errors, by name and in folders; mail and XML are text."""
        message = f"it is compressed, which needs {FULL}"
        for name, data, what in DOCUMENTS:
            with self.subTest(name):
                self.write(name, data)
                if what in ("gzip", "zstd", "br"):
                    self.assertEqual(self.run_uriel("find", name, status=3), ("", f"uriel: cannot read {name}: {message}\n"))
                elif name != "site.wacz":
                    self.assertEqual(self.run_uriel("find", name)[1], "")
        for jobs in ("1", "2"):
            out, err = self.run_uriel("find", f"--jobs={jobs}", ".", status=3)
            self.assertIn("./mail.eml: http://h.example/\n", out)
            self.assertEqual([line for line in err.splitlines() if "full" in line],
                             [f"uriel: cannot read ./page.html.{end}: {message}" for end in ("br", "gz", "zst")])

    def test_subcommands(self):
        """Subcommands of the full build say so, and the overview does."""
        overview = self.run_uriel("--help")[0]
        for name in ("harvest", "get", "gateway"):
            self.assertRegex(overview, f"(?m)^  {name} +not in this build$")
            for arguments in ([name], [name, "--help"], ["help", name]):
                self.assertEqual(self.run_uriel(*arguments, status=2),
                                 ("", f"uriel: this build does not include {name}: it needs {FULL}\n"))
        self.run_uriel("compare", "--fetched", "http://h.example/", "http://h.example/", status=2)

    def test_servers(self):
        """Pages, and the options that ask servers."""
        for name in ("find", "links"):
            for arguments, message in ((["http://h.example/"], "an operand is a URI, and reading pages needs"),
                                       (["--cache=a", "."], 'option "--cache" needs'),
                                       (["--timeout", "3", "."], 'option "--timeout" needs')):
                err = self.run_uriel(name, *arguments, status=2)[1]
                self.assertEqual(err.splitlines()[0], f"uriel {name}: {message} {FULL}")
        for arguments, message in ((["--check", "--online"], 'option "--online" needs'),
                                   (["--check", "--offline"], 'option "--offline" needs'),
                                   (["--check", "--fix=redirects"], "--fix=redirects asks servers, which needs")):
            err = self.run_uriel("links", *arguments, ".", status=2)[1]
            self.assertEqual(err.splitlines()[0], f"uriel links: {message} {FULL}")

    def test_help(self):
        for name in ("find", "links"):
            out = self.run_uriel("help", name)[0]
            self.assertIn("This build has no libraries", out)
            for option in ("      --online", "--check --online", "--cache", "--timeout"):
                self.assertNotIn(option, out)

    def test_no_other_file(self):
        """A copy in an empty folder, which is not in PATH: the program finds and needs no other file, except for libc."""
        copy = self.folder / "bin" / "uriel"
        copy.parent.mkdir()
        shutil.copy(URIEL, copy)
        self.uriel = ["env", "-i", copy]
        self.write("a.html", PAGE)
        self.write("a.txt", "http://h.example/")
        self.assertEqual(self.run_uriel("links", "--base=http://h.example/", "--only-target", "a.html")[0], "http://h.example/b.html\n")
        self.assertEqual(self.run_uriel("find", "a.txt")[0], "http://h.example/\n")
        self.assertEqual(self.run_uriel("parse", "--format={site}", "http://a.b.example.co.uk/")[0], "example.co.uk\n")
        needed = subprocess.run(["ldd", copy], capture_output=True, text=True, check=True).stdout
        self.assertLessEqual(set(line.split("(")[0].split("=>")[0].strip().split("/")[-1].split(".")[0] for line in needed.splitlines()),
                             {"linux-vdso", "libc", "libpthread", "ld-linux-x86-64", "ld-linux-aarch64"})


if __name__ == "__main__":
    unittest.main()
