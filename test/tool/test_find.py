# SPDX-License-Identifier: MIT
"""uriel find: the references it finds, the files it reads, the forms it prints."""
import gzip
import json
import os
import pathlib
import re
import resource
import select
import shutil
import subprocess
import tempfile
import threading
import unittest

import test_completions
from support import (FAULTY, ROOT, TIMEOUT, URIEL, Result, ToolTest, environment, has_historic, is_sanitized, on_terminal, open_terminal, read_terminal, sample,
                     uriel)

WINDOW = 1024 * 1024  # bytes per read
LIMIT = 64 * 1024  # the longest reference
LETTER = ("See <http://a.example/x\n  y>, http://b.example/1.\n"
          "me@c.example www.d.example/z \"http://e.example/%zz\" http://f.example/\u00e4\n")


def has_decoders():
    """Whether the build decompresses."""
    return uriel("find", input=gzip.compress(b"")).status == 0


class FindTest(ToolTest):
    """A test in a folder of its own, which `write` fills."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="uriel-find-")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def write(self, name, content):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return str(path)

    def find(self, *arguments, input=b"", status=0, errors="", cwd=None, **how):
        done = subprocess.run([URIEL, "find", *arguments], capture_output=True, timeout=TIMEOUT, env=environment(),
                              input=input.encode() if isinstance(input, str) else input, cwd=cwd or self.folder,
                              check=False, **how)
        result = Result(done.returncode, done.stdout, done.stderr)
        self.assertEqual(result.status, status, result.errors)
        if errors is not None:
            self.assertEqual(result.errors, errors)
        return result

    def found(self, *arguments, **how):
        return self.find(*arguments, **how).lines


class Which(FindTest):
    def test_default(self):
        self.assertEqual(self.found(input=LETTER), ["http://a.example/xy", "http://b.example/1", "http://e.example/%zz",
                                                    "http://f.example/\u00e4"])

    def test_nothing(self):
        for text in ("", "\n", "no reference here", "\0"):
            self.assertEqual(self.found("-s", input=text), [])

    def test_line_ends(self):
        for end in ("", "\n", "\r\n", "\r"):
            self.assertEqual(self.found(input="a http://a.example/b" + end), ["http://a.example/b"])
        self.assertEqual(self.found(input="http://a.example/\r\nhttp://b.example/\r\n"), ["http://a.example/", "http://b.example/"])

    def test_mail(self):
        self.assertIn("me@c.example", self.found("--mail", input=LETTER))
        self.assertEqual(self.found("--mail", "--scheme", "ftp", input=LETTER), ["me@c.example"])

    def test_abbreviated(self):
        self.assertEqual(self.found("--abbreviated", "--scheme=ftp", input=LETTER + "see //g.example/h there"),
                         ["www.d.example/z", "//g.example/h"])

    def test_schemes(self):
        text = "http://a.example ftp://a.example X-OWN://a.example/b zz-other://a.example <zz:a/b>"
        self.assertEqual(self.found("--scheme", "FTP,x-own", input=text), ["ftp://a.example", "X-OWN://a.example/b"])
        self.assertEqual(self.found("--scheme=ftp", "--scheme=http", input=text), ["http://a.example", "ftp://a.example"])
        self.assertIn("zz:a/b", self.found("--any-scheme", input=text))
        self.assertEqual(self.found(input=text), text.split()[:-1])

    def test_valid_and_broken(self):
        broken = self.found("--broken", input=LETTER)
        self.assertEqual(broken, ["http://e.example/%zz"])
        self.assertEqual(self.found("--valid", input=LETTER) + broken, ["http://a.example/xy", "http://b.example/1",
                                                                       "http://f.example/\u00e4", "http://e.example/%zz"])

    def test_unique(self):
        first = self.write("1", "http://a.example/ http://b.example/ http://a.example/\nhttp://A.example/")
        second = self.write("2", "http://b.example/ http://c.example/ http://a.example/")
        self.assertEqual(self.found("--unique", "--only-reference", first, second), ["http://a.example/", "http://b.example/", "http://A.example/",
                                                           "http://c.example/"])
        self.assertEqual(self.found("--unique", "--count", first, second), [f"{first}: 3", f"{second}: 1"])

    def test_unique_of_many(self):
        many = [f"http://a.example/{n * n % 7919}" for n in range(20000)]
        self.assertEqual(self.found("--unique", input="\n".join(many)), list(dict.fromkeys(many)))
        long = ["http://a.example/" + letter * 60000 for letter in "abcabcdefgha"]
        self.assertEqual(self.found("--unique", input="\n".join(long)), list(dict.fromkeys(long)))

    def test_text_without_spaces(self):
        """doc/finding.md: letters after a reference belong to it."""
        text = "http://\u4f8b\u3048.\u30c6\u30b9\u30c8/\u30da\u30fc\u30b8\u3092\u3054\u89a7"
        self.assertEqual(self.found(input=text + "\u3002\u6b21"), [text])

    def test_to_uri(self):
        self.assertEqual(self.found("--to-uri", input="http://a.example/\u00e4 http://a.example/%E4"),
                         ["http://a.example/%C3%A4", "http://a.example/%E4"])

    def test_to_uri_of_hosts(self):
        """RFC 3987, 3.1, with IDNA for hosts; text that is not an IRI is encoded unchanged."""
        self.assertEqual(self.found("--to-uri", input="http://b\u00fccher.example/stra\u00dfe http://\u00fc.xn--\u00fc.example/"),
                         ["http://xn--bcher-kva.example/stra%C3%9Fe", "http://%C3%BC.xn--%C3%BC.example/"])
        self.assertEqual(self.found("--to-uri", "--abbreviated", input="www.b\u00fccher.example/\u00e9"), ["www.xn--bcher-kva.example/%C3%A9"])

    def test_spec(self):
        """In Chinese, Japanese, Arabic and German text: URIs by IDNA and UTF-8; --spec=iri has an IRI's punctuation."""
        text = ("\u8bf7\u770bhttp://\u4f8b\u5b50.example/\u8def\u5f84\uff0c\u7136\u540e\u3002\n"
                "\u300chttp://\u4f8b\u3048.example/\u30c6\u30fb\u30b9\u300d\n"
                "\u0627\u0646\u0638\u0631 http://\u0645\u062b\u0627\u0644.example/\u0645\u0633\u0627\u0631 \u0627\u0644\u0622\u0646\n"
                "Siehe \u201ehttp://b\u00fccher.example/stra\u00dfe\u201c und <http://h.example/a\u3002b>.\n")
        iris = ["http://\u4f8b\u5b50.example/\u8def\u5f84", "http://\u4f8b\u3048.example/\u30c6\u30fb\u30b9",
                "http://\u0645\u062b\u0627\u0644.example/\u0645\u0633\u0627\u0631", "http://b\u00fccher.example/stra\u00dfe", "http://h.example/a\u3002b"]
        self.assertEqual(self.found("--spec=iri", input=text), iris)
        short = [iris[0], "http://\u4f8b\u3048.example/\u30c6", *iris[2:4], "http://h.example/a"]
        for spec in ([], ["--spec=rfc3986"], ["--spec=whatwg"]):
            self.assertEqual(self.found(*spec, input=text), short)
        rows = [json.loads(line) for line in self.found("--json", "--spec=iri", input=text)]
        self.assertEqual([(row["uri"], row.get("host"), row.get("host_unicode"), row["valid"]) for row in rows],
                         [("http://xn--fsqu00a.example/%E8%B7%AF%E5%BE%84", "xn--fsqu00a.example", "\u4f8b\u5b50.example", True),
                          ("http://xn--r8jz45g.example/%E3%83%86%E3%83%BB%E3%82%B9", "xn--r8jz45g.example", "\u4f8b\u3048.example", True),
                          ("http://xn--mgbh0fb.example/%D9%85%D8%B3%D8%A7%D8%B1", "xn--mgbh0fb.example", "\u0645\u062b\u0627\u0644.example", True),
                          ("http://xn--bcher-kva.example/stra%C3%9Fe", "xn--bcher-kva.example", "b\u00fccher.example", True),
                          ("http://h.example/a%E3%80%82b", None, None, True)])
        self.assertEqual(self.found("--spec=rfc3986", "--valid", input=text), ["http://h.example/a"])
        self.assertEqual(self.found("--valid", input=text), short)

    def test_spec_of_browsers(self):
        text = "http://0x7f.1/ http://H.example:80/%7e <http://h.example:99999/> http://h.example/ http://h.example/{x"
        rows = [json.loads(line) for line in self.found("--json", "--spec=whatwg", input=text)]
        self.assertEqual([(row["reference"], row.get("uri"), row["valid"], row.get("error", {}).get("code")) for row in rows],
                         [("http://0x7f.1/", "http://127.0.0.1/", True, None), ("http://H.example:80/%7e", "http://h.example/%7e", True, None),
                          ("http://h.example:99999/", None, False, "port-out-of-range"), ("http://h.example/", None, True, None),
                          ("http://h.example/", None, True, None)])
        self.assertEqual(self.found("--spec=whatwg", "--broken", input=text), ["http://h.example:99999/"])

    @unittest.skipUnless(has_historic(), "needs the documents before RFC 3986")
    def test_spec_of_the_past(self):
        """The hits are the same under each document, but may be invalid."""
        text = ("<ftp://a.example/b;type=d> http://a:b@h.example/ http://h_1.example/ http://[::1]/ http://h.example/\u00e9 <URL: http://h.example/\n x> "
                "http://h.example/a%zz HTTP://h.example/ urn:isbn:0451450523 urn:x:y http://h.example?q s3://b/k")
        every = self.found(input=text)
        self.assertEqual(len(every), 12)
        valid = {}
        for spec in ("url-1993", "url-1994", "url-1997", "uri-2003", "rfc3986", "rfc2141", "rfc8141"):
            rows = [json.loads(line) for line in self.found("--json", f"--spec={spec}", input=text)]
            self.assertEqual([row["reference"] for row in rows], every, spec)
            checked = uriel("check", "--format={valid}", f"--spec={spec}", input="\n".join(every)).lines
            self.assertEqual([str(row["valid"]).lower() for row in rows], checked, spec)
            valid[spec] = checked.count("true")
            self.assertEqual(len(self.found("--valid", f"--spec={spec}", input=text)), valid[spec])
        self.assertEqual(valid, {"url-1993": 6, "url-1994": 3, "url-1997": 8, "uri-2003": 10, "rfc3986": 10, "rfc2141": 2, "rfc8141": 1})

    def test_hyphen(self):
        text = "<http://a.example/one-\n  two>"
        self.assertEqual(self.found(input=text), ["http://a.example/one-two"])
        self.assertEqual(self.found("--no-hyphen", input=text), ["http://a.example/onetwo"])


class Forms(FindTest):
    def test_prefixes(self):
        one = self.write("one", "http://a.example/")
        two = self.write("two", "\n\n  http://b.example/")
        self.assertEqual(self.found(one), ["http://a.example/"])
        self.assertEqual(self.found(one, two), [f"{one}: http://a.example/", f"{two}: http://b.example/"])
        self.assertEqual(self.found("."), ["./one: http://a.example/", "./two: http://b.example/"])
        self.assertEqual(self.found("--only-reference", one, two), ["http://a.example/", "http://b.example/"])
        self.assertEqual(self.found("--with-place", two), [f"{two}:3:3: http://b.example/"])
        self.assertEqual(self.found("--with-place", input="\thttp://a.example/"), ["-:1:2: http://a.example/"])
        self.assertEqual(self.found("--with-place", "-", "two", input="http://a.example/"), ["-:1:1: http://a.example/",
                                                                                "two:3:3: http://b.example/"])

    def test_json(self):
        records = self.find("--json", "--mail", "--abbreviated", input=LETTER).records
        self.assertEqual([list(record)[:8] for record in records],
                         [["file", "offset", "line", "column", "raw", "reference", "kind", "delimiter"]] * 6)
        text = LETTER.encode()
        for record in records:
            raw = record["raw"].encode()
            self.assertEqual(text[record["offset"]:record["offset"] + len(raw)], raw)
            before = text[:record["offset"]]
            self.assertEqual((record["line"], record["column"]), (before.count(b"\n") + 1, len(before) - before.rfind(b"\n")))
        self.assertEqual([(record["kind"], record["delimiter"], record.get("uri"), record["valid"]) for record in records],
                         [("uri", "angle", None, True), ("uri", "bare", None, True),
                          ("mail", "bare", "mailto:me@c.example", True),
                          ("abbreviated", "bare", "http://www.d.example/z", True), ("uri", "quote", None, False),
                          ("uri", "bare", "http://f.example/%C3%A4", True)])
        self.assertEqual((records[0]["raw"], records[0]["reference"]), ("http://a.example/x\n  y", "http://a.example/xy"))
        error = records[4]["error"]
        self.assertEqual((error["code"], error["offset"], error["component"]), ("percent", 18, "path"))
        self.assertNotIn("error", records[5])

    def test_json_of_urns(self):
        record, = self.find("-j", input="urn:example:a:b").records
        self.assertEqual((record["file"], record["kind"]), ("-", "urn"))

    def test_json_of_bytes(self):
        """The output is valid JSON for any bytes in the file's name and in the text."""
        name = self.write("a\"\\\n\udcff".encode("utf-8", "surrogateescape").decode("latin-1"), "x")
        os.rename(name, os.fsencode(self.folder) + b'/a"\\\n\xff')
        (pathlib.Path(os.fsdecode(os.fsencode(self.folder) + b'/a"\\\n\xff'))).write_bytes(
            b"\xff<http://a.example/\xe4\xfc> http://b.example/\x01 \"http://c.example/\xed\xa0\x80\"")
        records = self.find("--json", ".").records
        self.assertGreater(len(records), 0)
        for record in records:
            self.assertEqual(record["file"], './a"\\\n\ufffd')
            self.assertEqual(bytes.fromhex(record["file_hex"]), b'./a"\\\n\xff')

    def test_tsv(self):
        lines = self.found("--tsv", "--header", "--mail", input=LETTER)
        self.assertEqual(lines[0].split("\t"), ["file", "offset", "line", "column", "raw", "reference", "kind", "delimiter",
                                                "uri", "error_code", "error_offset"])
        self.assertEqual(lines[1].split("\t"), ["-", "5", "1", "6", "http://a.example/x\\n  y", "http://a.example/xy",
                                                "uri", "angle", "\\N", "\\N", "\\N"])
        self.assertEqual(lines[3].split("\t")[8], "mailto:me@c.example")
        self.assertEqual(lines[4].split("\t")[9:], ["percent", "18"])

    def test_format(self):
        self.assertEqual(self.found("--format", "{line}.{column} {kind:upper} {reference}|{uri}", input=LETTER)[2:],
                         ["3.31 URI http://e.example/%zz|", "3.53 URI http://f.example/\u00e4|http://f.example/%C3%A4"])
        self.assertEqual(self.found("--format", "{valid} {error_code}", input=LETTER),
                         ["true ", "true ", "false percent", "true "])
        self.usage(["find", "--format", "{refrence}"], 'did you mean "reference"?')

    def test_count(self):
        one = self.write("one", LETTER)
        two = self.write("two", "none")
        self.assertEqual(self.found("--count", one), ["4"])
        self.assertEqual(self.found("--count", one, two), [f"{one}: 4", f"{two}: 0"])
        self.assertEqual(self.found("--count", "--broken", "--only-reference", one, two), ["1", "0"])
        self.assertEqual(self.find("--count", "--json", one).records, [{"file": one, "count": 4}])

    def test_null(self):
        result = self.find("-0", input="http://a.example/ http://b.example/")
        self.assertEqual(result.out, b"http://a.example/\0http://b.example/\0")
        self.assertEqual(self.find("-0", "--tsv", "--header", input="http://a.example/").out.count(b"\0"), 2)
        self.assertEqual(self.find("-0", "--json", input="http://a.example/").out.count(b"\0"), 0)

    def test_names_of_files(self):
        """uriel(1), OUTPUT: a name never ends a record; with -0 names are unchanged."""
        name, shown = b"a\nb\x1b[31m\xff", b"a\\x0ab\\x1b[31m\\xff"
        (pathlib.Path(os.fsdecode(os.fsencode(self.folder) + b"/" + name))).write_bytes(b"http://h.example/")
        for options, record in ((["--with-place"], b"./%s:1:1: http://h.example/"), (["--count"], b"./%s: 1"), (["--format={file}"], b"./%s")):
            self.assertEqual(self.find(*options, ".").out, record % shown + b"\n")
            self.assertEqual(self.find("-0", *options, ".").out, record % name + b"\0")
        for options in ([], ["-0"]):
            shown_there = on_terminal("find", "--with-place", "--color=never", *options, os.fsencode(self.folder) + b"/" + name).out
            self.assertIn(shown + b":1:1: http://h.example/", shown_there)
        self.assertEqual(self.find("--tsv", ".").out.split(b"\t")[0], b"./a\\nb\x1b[31m\xff")

    def test_quiet(self):
        for form in ([], ["--json"], ["--tsv", "--header"]):
            self.assertEqual(self.found("--quiet", *form, input=LETTER), [])
        for form in ([], ["--json"], ["--unique"], ["--jobs=1"]):
            self.assertEqual(self.found("--quiet", "--count", *form, input=LETTER), [])

    def test_terminal(self):
        result = on_terminal("find", "--with-place", input=b"a http://a.example/b \"http://b.example/\xc2\x9b\"")
        self.assertIn("\033[2m-:1:3:\033[0m ", result.text)
        self.assertIn("\033[1;32ma.example\033[0m", result.text)
        self.assertNotIn("\u009b", result.text)
        plain = on_terminal("find", "--with-place", input=b"a http://a.example/b", env=environment(NO_COLOR="1"))
        self.assertEqual(plain.text, "-:1:3: http://a.example/b\n")

    def test_colour(self):
        self.assertIn(b"\033[", self.find("--color=always", input=LETTER).out)
        self.assertNotIn(b"\033[", self.find("--colour=auto", input=LETTER).out)


class Lenient(FindTest):
    def test_typed(self):
        """--typed reads what people have; --strict and --spec do not."""
        for text, uri, read in (("http://h/a|b?[x]=%", "http://h/a%7Cb?%5Bx%5D=%25", "encoded"), ("http://b\u00fccher.example/", "http://xn--bcher-kva.example/", "encoded"),
                                ("http:\\\\h\\x", "http://h/x", "whatwg"), ("http://h/", None, None), ("<URL:mailto:a|b@h>", "mailto:a%7Cb@h", "encoded")):
            record, = uriel("find", "--typed", "--json", "--", text).records
            self.assertEqual((record.get("uri"), record.get("read"), record["valid"], "error" in record), (uri, read, not read, bool(read)), text)
            self.assertEqual(uriel("find", "--typed", "-q", "--", text).status, 0)
            for option in ("--strict", "--spec=rfc3986"):
                result = uriel("find", "--typed", "--json", option, "--", text)
                self.assertEqual((result.status, result.records[0]["valid"]), (int(bool(read)), not read), text)
        self.assertEqual(uriel("find", "--typed", "--", "http://[::1/").status, 1)

    def test_prose(self):
        """Without --typed, the default stays; --spec=lenient gives the URIs of IRIs, too."""
        text = "See http://b\u00fccher.example/\u00fc, http://h/a and <http://h/%>.\n"
        default, lenient = (uriel("find", "--json", *options, input=text).records for options in ((), ("--spec=lenient",)))
        self.assertEqual([record.get("uri") for record in default], ["http://xn--bcher-kva.example/%C3%BC", None, None])
        self.assertEqual([record.get("uri") for record in lenient], ["http://xn--bcher-kva.example/%C3%BC", None, "http://h/%25"])


class Usage(ToolTest):
    def test_usage(self):
        for arguments, word in (
                (["--jsn"], 'did you mean "--json"?'), (["--json", "--tsv"], "--json and --tsv exclude each other"),
                (["--valid", "--broken"], "exclude"), (["--with-place", "--only-reference"], "exclude"), (["--with-place", "--json"], "--with-place"),
                (["--only-reference", "--tsv"], "--only-reference"), (["--count", "--tsv"], "--count and --tsv"), (["--count", "--with-place"], "--count"),
                (["--any-scheme", "--scheme", "http"], "--any-scheme and --scheme"),
                (["--header"], "--tsv"), (["-", "-"], "once"), (["--scheme="], "not a scheme"),
                (["--scheme=http,"], "not a scheme"), (["--scheme", "1a"], '"1a"'), (["--scheme", "a,b c"], '"b c"'),
                (["--include"], "needs a value"),
                (["--include="], "option \"--include\" takes a pattern, not \"\""),
                (["--include", "/"], "option \"--include\" takes a pattern, not \"/\""),
                (["--exclude", ""], "option \"--exclude\" takes a pattern, not \"\""),
                (["--color=x"], "auto, always or never")):
            with self.subTest(arguments):
                self.usage(["find", *arguments], word)

    def test_help(self):
        self.assertTrue(uriel("find", "--help").text.startswith("Usage: uriel find "))


@unittest.skipUnless(shutil.which("bash"), "bash is not installed")
class Completion(ToolTest):
    complete = test_completions.Bash.complete

    def test_completion(self):
        if not os.environ.get("URIEL_STANDALONE"):
            self.assertEqual(self.complete("find", "--"), test_completions.options("find"))
        self.assertEqual(self.complete("find", "--i"), {"--include="})
        self.assertEqual(self.complete("find", str(ROOT / "LICEN")), {str(ROOT / "LICENSE")})


class Files(FindTest):
    def test_order_and_folders(self):
        for name in ("b/2", "b/1", "a", "b.c", "b/d/e/f"):
            self.write("top/" + name, "http://a.example/" + name)
        names = ["top/a", "top/b/1", "top/b/2", "top/b/d/e/f", "top/b.c"]
        lines = [f"{name}: http://a.example/{name[4:]}" for name in names]
        self.assertEqual(self.found("top"), lines)
        self.assertEqual(self.found("top/"), lines)

    def test_links(self):
        self.write("real/a", "http://a.example/")
        (self.folder / "real/link").symlink_to("a")
        (self.folder / "real/loop").symlink_to(".")
        (self.folder / "real/gone").symlink_to("nowhere")
        (self.folder / "top").symlink_to("real")
        os.mkfifo(self.folder / "real/pipe")
        self.assertEqual(self.found("real"), ["real/a: http://a.example/"])
        self.assertEqual(self.found("top"), ["top/a: http://a.example/"])
        self.assertEqual(self.found("real/link"), ["http://a.example/"])
        self.find("real/gone", status=3, errors="uriel: cannot read real/gone: No such file or directory\n")

    def test_include_and_exclude(self):
        for name in ("a.txt", "a.md", "doc/b.txt", "doc/x/c.txt", "build/d.txt", "src/build/e.txt", "doc/build"):
            self.write("t/" + name, "http://a.example/")

        def files(*arguments):
            return [line.split(": ")[0][2:] for line in self.found(*arguments, "t")]

        everything = ["a.md", "a.txt", "build/d.txt", "doc/b.txt", "doc/build", "doc/x/c.txt", "src/build/e.txt"]
        self.assertEqual(files(), everything)
        self.assertEqual(files("--include=*.md"), ["a.md"])
        self.assertEqual(files("--include=*.md", "--include", "b*"), ["a.md", "doc/b.txt", "doc/build"])
        self.assertEqual(files("--include=doc/*"), ["doc/b.txt", "doc/build"])
        self.assertEqual(files("--include=doc/**"), ["doc/b.txt", "doc/build", "doc/x/c.txt"])
        self.assertEqual(files("--include=**/x/*"), ["doc/x/c.txt"])
        self.assertEqual(files("--include=["), [])
        self.assertEqual(files("--include=*", "--include=!a*"), [name for name in everything if not name.startswith("a.")])
        self.assertEqual(files("--exclude=*", "--exclude=!a.md", "--exclude=!/doc/", "--exclude=!b.*"), ["a.md", "doc/b.txt"])
        self.assertEqual(files("--include=/a.*"), ["a.md", "a.txt"])
        self.assertEqual(files("--exclude=*.txt"), ["a.md", "doc/build"])
        self.assertEqual(files("--exclude=build"), ["a.md", "a.txt", "doc/b.txt", "doc/x/c.txt"])
        self.assertEqual(files("--exclude=build/"), ["a.md", "a.txt", "doc/b.txt", "doc/build", "doc/x/c.txt"])
        self.assertEqual(files("--exclude=/build"), [name for name in everything if name != "build/d.txt"])
        self.assertEqual(files("--exclude", "/build/"), [name for name in everything if name != "build/d.txt"])
        self.assertEqual(files("--exclude", "doc/x", "--exclude", "src"), ["a.md", "a.txt", "build/d.txt", "doc/b.txt", "doc/build"])
        self.assertEqual(files("--include=*.txt", "--exclude=?"), ["a.txt", "build/d.txt", "doc/b.txt", "src/build/e.txt"])
        self.assertEqual(files("--include=[", "--include=no"), [])
        self.assertEqual(self.found("--include=no", "--exclude=*", "t/a.md"), ["http://a.example/"])

    def test_ignored(self):
        """gitignore(5); test/reader/compare_ignore.py compares with git."""
        for name in ("x.log", "keep.log", "build/x", "dist/x", "a/dist/x", "a/b/foo/x", "a/own", "a/back.log", "a/shared", "other/.git/HEAD",
                     "other/x.log", "other/mine", "end ", "\\#name", "#name", ".git/HEAD", "a/.git/x"):
            self.write(name, "http://a.example/")
        self.write(".gitignore", "*.log\n!keep.log\n/dist\nbuild/\n!build/x\n**/foo\r\n\\#name\nend\\ \n# comment\n[a")
        self.write("a/.gitignore", "\ufeffown\n!*.log\n/b/[!\n")
        self.write(".git/info/exclude", "shared\nx.log\n")
        self.write("other/.gitignore", "mine\n")
        kept = ["a/back.log", "a/dist/x", "keep.log", "other/x.log", "\\#name"]
        every = sorted(kept + ["x.log", "build/x", "dist/x", "a/b/foo/x", "a/own", "a/shared", "other/.git/HEAD", "other/mine", "end ",
                               "#name", ".git/HEAD", "a/.git/x"])
        for jobs in ("1", "2"):
            names = self.found("--jobs", jobs, "--format={file}", ".")
            self.assertEqual(sorted(name[2:].replace("\\\\", "\\") for name in names), sorted(kept))
        self.assertEqual(len(self.found("--no-ignore", ".")), len(every))
        # Patterns of folders above an operand count, but not for the operand.
        self.assertEqual(self.found("--format={file}", "a", "build", "x.log", ".git"),
                         ["a/back.log", "a/dist/x", "build/x", "x.log", ".git/HEAD"])
        # Without a repository, git ignores nothing.
        os.remove(self.folder / ".git/HEAD")
        self.assertEqual(len(self.found(".")), len(every) - len([".git", "a/.git", "other/.git", "other/mine"]))

    def test_ignored_by_a_linked_work_tree(self):
        self.write("main/.git/HEAD", "")
        self.write("main/.git/info/exclude", "no\n")
        self.write("main/.git/worktrees/w/commondir", "../..\n")
        self.write("w/.git", "gitdir: ../main/.git/worktrees/w\n")
        for name in ("no", "yes"):
            self.write("w/" + name, "http://a.example/")
        self.assertEqual(self.found("--format={file}", "w"), ["w/yes"])

    @unittest.skipIf(os.geteuid() == 0, "root may open everything")
    def test_closed_folder(self):
        self.write("t/b", "http://b.example/")
        self.write("t/a/x", "http://a.example/")
        (self.folder / "t/a").chmod(0)
        self.addCleanup((self.folder / "t/a").chmod, 0o700)
        self.assertEqual(self.found("t", status=3, errors="uriel: cannot read t/a: Permission denied\n"),
                         ["t/b: http://b.example/"])
        self.assertEqual(self.found("--exclude", "a", "t"), ["t/b: http://b.example/"])

    def test_goes_on(self):
        """A file that cannot be read does not affect the others."""
        one = self.write("one", "http://a.example/")
        result = self.find(one, "gone", "", one, status=3, errors=None)
        self.assertEqual(result.lines, [f"{one}: http://a.example/"] * 2)
        self.assertEqual(result.errors, "uriel: cannot read gone: No such file or directory\n"
                                        "uriel: cannot read : No such file or directory\n")

    def test_list_of_files(self):
        """-f: the paths on the lines of a file, in place of operands."""
        self.write("a", "http://a.example/")
        self.write("t/b", "http://b.example/")
        self.write("-", "http://c.example/")
        found = ["a: http://a.example/", "t/b: http://b.example/", "./-: http://c.example/"]
        paths = self.write("list", "a\r\n\nt\n-")
        self.assertEqual(self.found("-f", paths), found, "\"-\" in a list is a file of that name")
        self.assertEqual(self.found("--file=-", input="a\nt\n-"), found)
        self.assertEqual(self.found("-f", paths, "--file", paths, "--jobs=1"), found * 2)
        self.assertEqual(self.find("-0", "-f", "-", input="a\0t\0").out, b"a: http://a.example/\0t/b: http://b.example/\0")
        self.assertEqual(self.found("-f", "-", input=""), [])
        self.assertEqual(self.found("-f", "-", "--only-reference", input="a"), ["http://a.example/"])
        result = self.find("-f", "-", input="gone\na\n", status=3, errors="uriel: cannot read gone: No such file or directory\n")
        self.assertEqual(result.lines, found[:1])

    def test_list_that_is_wrong(self):
        self.find("-f", "gone", status=3, errors="uriel: cannot read gone: No such file or directory\n")
        self.find("-f", ".", status=3, errors="uriel: cannot read .: Is a directory\n")
        self.find("-f", "-", input=b"a\0b\n", status=3, errors="uriel: record 1 of the list is not a path: it contains a NUL\n")
        self.usage(["find", "-f", "x", "y"], "operands and --file exclude each other")
        self.usage(["find", "-f-", "-f-"], "standard input can be read only once")

    def test_reference_in_place_of_a_file(self):
        """A reference is a page, see test/get/test_pages.py, unless a file has its name."""
        for operand in ("gone", "gone:b", "//h/a"):
            self.find(operand, status=3, errors=f"uriel: cannot read {operand}: No such file or directory\n")
        self.write("http:/h", "http://a.example/")
        result = self.find("http://h", errors='uriel: note: "http://h" is also a URI: the file with this name is read\n')
        self.assertEqual(result.lines, ["http://a.example/"])

    def test_double_dash(self):
        self.write("-n", "http://a.example/")
        self.assertEqual(self.found("--", "-n"), ["http://a.example/"])

    def test_deep(self):
        """Folders nested deeper than the limit on open files are reported, and the others are read."""
        path = self.folder
        for _ in range(80):
            path /= "d"
        path.mkdir(parents=True)
        self.write("z", "http://z.example/")

        def few_files():
            resource.setrlimit(resource.RLIMIT_NOFILE, (64, 64))

        result = self.find(".", status=3, errors=None, preexec_fn=few_files)
        self.assertRegex(result.errors, "^uriel: cannot read ./d/d/d.*: it is below too many folders\n$")
        self.assertEqual(result.lines, ["./z: http://z.example/"])

    def test_too_few_files_may_be_open(self):
        self.write("d/a", "http://a.example/")
        self.write("z", "http://z.example/")
        for limit in (10, 32):
            result = self.find(".", status=3, errors=None,
                               preexec_fn=lambda limit=limit: resource.setrlimit(resource.RLIMIT_NOFILE, (limit, limit)))
            self.assertEqual(result.errors, "uriel: cannot read ./d: Too many open files\n")
            self.assertEqual(result.lines, ["./z: http://z.example/"])

    def test_output_is_not_read(self):
        self.write("a", "http://a.example/")
        for mode in ("wb", "ab"):
            with open(self.folder / "out", mode) as out:
                done = subprocess.run([URIEL, "find", "."], stdout=out, stderr=subprocess.PIPE, timeout=TIMEOUT,
                                      cwd=self.folder, env=environment(), check=False)
            self.assertEqual((done.returncode, done.stderr), (0, b"uriel: ./out: skipped, because it is the output\n"))
        self.assertEqual((self.folder / "out").read_text(), "./a: http://a.example/\n" * 2)


class Binary(FindTest):
    PNG = b"\x89PNG\r\n\x1a\n\0\0http://a.example/ \0"

    def test_operand(self):
        path = self.write("a.png", self.PNG)
        self.assertEqual(self.found(path, errors=f"uriel: {path}: binary (png), skipped: use --text to read it as text\n"), [])
        self.assertEqual(self.found("--silent", path), [])
        self.assertEqual(self.found("--text", path), ["http://a.example/"])
        self.assertEqual(self.found("--count", "-s", path), [])

    def test_standard_input(self):
        self.assertEqual(self.found(input=self.PNG, errors="uriel: -: binary (png), skipped: use --text to read it as text\n"), [])
        self.assertEqual(self.found("--text", input=self.PNG), ["http://a.example/"])

    def test_folder(self):
        self.write("t/1", self.PNG)
        self.write("t/2", "http://b.example/")
        self.assertEqual(self.found("t", errors="uriel: 1 binary file was skipped: use --text to read binary files\n"),
                         ["t/2: http://b.example/"])
        self.write("t/3", b"a\0b")
        self.assertEqual(self.found("t", errors="uriel: 2 binary files were skipped: use --text to read binary files\n"),
                         ["t/2: http://b.example/"])
        self.assertEqual(self.found("--text", "t"), ["t/1: http://a.example/", "t/2: http://b.example/"])

    def test_compressed(self):
        text = ("http://a.example/\n" + "x" * 100 + "\n") * 5000
        path = self.write("a.gz", gzip.compress(text.encode()))
        if has_decoders():
            self.assertEqual(self.found("--with-place", path)[4999], f"{path}:9999:1: http://a.example/")
            self.assertEqual(self.found("--count", input=gzip.compress(text.encode())), ["5000"])
            binary = self.write("b.gz", gzip.compress(self.PNG))
            self.found(binary, errors=f"uriel: {binary}: binary (png), skipped: use --text to read it as text\n")
        else:
            result = self.find(path, "-", input="http://b.example/", status=3, errors=None)
            self.assertRegex(result.errors, f"^uriel: cannot read {path}: it is compressed, which needs the full uriel.*\n$")
            self.assertEqual(result.lines, ["-: http://b.example/"])

    def test_not_decompressed(self):
        for name, start in (("a.xz", b"\xfd7zXZ\0\0\4"), ("a.bz2", b"BZh91AY&SY")):
            path = self.write(name, start + bytes(100))
            self.find(path, errors=f"uriel: {path}: binary ({'xz' if name == 'a.xz' else 'bzip2'}), skipped: "
                                   "decompress it first\n")

    @unittest.skipUnless(has_decoders(), "the build undoes no compression")
    def test_damaged(self):
        whole = gzip.compress(("http://a.example/\n" * 5000 + os.urandom(3000).hex()).encode())
        for damaged in (whole[:-9], whole[:-2000], whole[:-8] + b"\0" * 8):
            path = self.write("a.gz", damaged)
            result = self.find(path, "-", input="http://b.example/", status=3, errors=None)
            self.assertRegex(result.errors, f"^uriel: cannot read {path}: the compressed data is damaged.*\n$")
            self.assertEqual(result.lines, [f"{path}: http://a.example/"] * 5000 + ["-: http://b.example/"])


    @unittest.skipUnless(has_decoders(), "the build undoes no compression")
    def test_cut_off(self):
        """A reference that damaged data cuts off is not reported, because it may be incomplete."""
        whole = gzip.compress(b"http://a.example/ http://b.example/long", 0)
        for cut in (9, 10, 12):
            path = self.write("a.gz", whole[:-cut])
            self.assertEqual(self.found(path, status=3, errors=None), ["http://a.example/"])


class Encodings(FindTest):
    """Text that is not UTF-8 has the hits of the same text in UTF-8, at the places of its own bytes."""

    TEXT = ("H\u00e9llo http://a.example/x, see <http://b.example/\r\n  long> and\n\u201cquoted\u201d http://c.example/\u00e9 "
            "\U0001f600 http://d.example/\n\u65e5\u672c\u8a9e http://e.example/\u65e5\u672c end\n\nhttp://f.example")
    JAPANESE = "\u30c6\u30b9\u30c8 http://a.example/x\n\u300cquoted\u300d \uff71http://c.example/ \u3042<http://d.example/\r\n y>\n"
    LATIN = "\u00e9 http://a.example/\u00fc\n\u20ac http://b.example/ \u201chttp://c.example/\u201d"
    CASES = ((TEXT, "utf-16-le", "\ufeff", ()), (TEXT, "utf-16-be", "\ufeff", ()), (TEXT, "utf-16-le", "", ("--charset=utf-16",)),
             (TEXT, "utf-16-be", "", ("--charset=UTF-16BE",)), (JAPANESE, "shift_jis", "", ("--charset=sjis",)),
             (JAPANESE, "euc-jp", "", ("--charset=euc-jp",)), (TEXT, "gb18030", "", ("--charset=gb18030",)),
             (LATIN, "cp1252", "", ("--charset=latin1",)), (TEXT, "utf-8", "\ufeff", ("--charset=latin1",)))

    def expected(self, text, encoding, mark):
        records = []
        for record in self.find("--json", input=text.encode()).records:
            before = text.encode()[:record["offset"]].decode()
            line = before[before.rfind("\n") + 1:] if "\n" in before else mark + before
            record["offset"] = len((mark + before).encode(encoding))
            record["column"] = 1 + len(line.encode(encoding))
            records.append(record)
        return records

    def test_places(self):
        for text, encoding, mark, arguments in self.CASES:
            data = (mark + text).encode(encoding)
            self.write("one", data)
            self.write("two.gz" if has_decoders() else "two", gzip.compress(data) if has_decoders() else data)
            expected = self.expected(text, encoding, mark)
            for jobs in ("1", "2"):
                with self.subTest(encoding, jobs=jobs):
                    records = self.find("--json", "--jobs", jobs, *arguments, ".", "-", input=data).records
                    for record in records:
                        del record["file"]
                    for record in expected:
                        record.pop("file", None)
                    self.assertEqual(records, expected * 3)
            for name in os.listdir(self.folder):
                os.remove(self.folder / name)

    def test_windows(self):
        text = ("x" * 77 + "\U0001f600 http://a.example/\n") * 30000
        path = self.write("long", text.encode("utf-16"))
        self.assertEqual(self.found("--with-place", path)[29999], f"{path}:30000:161: http://a.example/")
        data = ("\u3042 http://a.example/ \u3044\n" * 3).encode("iso2022_jp")
        places = [record["offset"] for record in self.find("--charset=iso-2022-jp", "--json", input=data).records]
        self.assertEqual(places, [found.start() for found in re.finditer(b"http", data)])

    def test_malformed(self):
        data = "http://a.example/ ".encode("utf-16") + b"\0\xd8" + "http://b.example/ x".encode("utf-16-le") + b"A"
        error = "uriel: %s: byte 38: malformed text; 2 sequences are read as U+FFFD\n"
        path = self.write("one", data)
        for arguments in (("--jobs=1", path), ("--jobs=2", path, "/dev/null")):
            self.assertEqual(self.found("--only-reference", *arguments, status=1, errors=error % path),
                             ["http://a.example/", "http://b.example/"])
        self.assertEqual(len(self.found(input=data, status=1, errors=error % "-")), 2)
        self.assertEqual(self.found("--charset=sjis", "--silent", input=b"http://a.example/\x81 ", status=1), ["http://a.example/"])

    def test_binary(self):
        """Binary data with a byte order mark is still binary; with --text byte order marks are ignored."""
        data = b"\xff\xfe" + "http://a.example/".encode("utf-32-le")
        self.assertEqual(self.found(input=data, errors="uriel: -: binary (utf-16), skipped: use --text to read it as text\n"), [])
        self.assertEqual(self.found("--text", input=b"\xff\xfe http://a.example/"), ["http://a.example/"])

    def test_names(self):
        for name in ("nope", "iso-2022-kr", ""):
            self.usage(["find", "--charset", name], f'"{name}" is not an encoding that uriel reads')
        self.assertEqual(self.found("--charset=utf8", input="http://a.example/\u00e9"), ["http://a.example/\u00e9"])


class Long(FindTest):
    """Texts that do not fit the window."""

    def test_every_offset_around_the_window(self):
        hit = "http://a.example/b?c#d"
        for width in (1, 40):
            for shift in sample(range(len(hit) + 12), 3):
                lead = ("." * (width - 1) + "\n") * ((WINDOW - shift) // width)
                text = lead + " " * ((WINDOW - shift) % width) + hit + " ." * 1000 + "<http://a.example/\n e>"
                first, second = self.find("--json", input=text).records
                self.assertEqual((first["offset"], first["reference"]), (text.index(hit), hit))
                self.assertEqual(first["line"], text[:first["offset"]].count("\n") + 1)
                self.assertEqual((second["offset"], second["reference"]), (text.index("<") + 1, "http://a.example/e"))

    def test_many_windows(self):
        lines = [f"{'word ' * (n % 50)}<http://a.example/{n}\n/{n * n}>" for n in range(20000)]
        found = self.find("--json", input="\n".join(lines)).records
        self.assertEqual([record["reference"] for record in found], [f"http://a.example/{n}/{n * n}" for n in range(20000)])
        self.assertEqual([record["line"] for record in found], [2 * n + 1 for n in range(20000)])
        self.assertEqual([record["column"] for record in found], [5 * (n % 50) + 2 for n in range(20000)])
        self.assertEqual(len(self.found(input="\n".join(lines))), 20000)

    def test_limit(self):
        begin = "http://a.example/"
        for length, status in ((LIMIT, 0), (LIMIT + 1, 1), (3 * LIMIT, 1), (20 * LIMIT, 1)):
            for before in ("", "\n  ", "x" * (WINDOW - 100) + "\n"):
                long = begin + "y" * (length - len(begin))
                text = before + long + "\nhttp://b.example/"
                offset = len(before)
                message = f"uriel: -: byte {offset}: skipped a reference of more than 65536 bytes\n"
                with self.subTest(length=length, before=before[-5:]):
                    lines = self.found(input=text, status=status, errors=message if status else "")
                    self.assertEqual(lines, ([] if status else [long]) + ["http://b.example/"])
                    line, column = before.count("\n") + 1, offset - before.rfind("\n")
                    placed = f"uriel: -:{line}:{column}: skipped a reference of more than 65536 bytes\n"
                    self.found("--with-place", input=text, status=status, errors=placed if status else "")
                    self.found("-s", input=text, status=status)

    def test_memory(self):
        """A line of 300 MB, within 64 MB of memory, where no sanitizer takes memory of its own."""
        def little_memory():
            resource.setrlimit(resource.RLIMIT_AS, (64 << 20, 64 << 20))

        process = subprocess.Popen([URIEL, "find", "--with-place"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, env=environment(), preexec_fn=None if is_sanitized() else little_memory)
        piece = b"http://a.example/ some more words " * 30000

        def feed():
            for _ in range(300):
                process.stdin.write(piece)
            process.stdin.close()

        feeder = threading.Thread(target=feed)
        feeder.start()
        lines = sum(block.count(b"\n") for block in iter(lambda: process.stdout.read(1 << 20), b""))
        feeder.join()
        self.assertEqual((process.stderr.read(), process.wait(TIMEOUT), lines), (b"", 0, 300 * 30000))
        process.stdout.close()
        process.stderr.close()


class Failures(FindTest):
    """Every allocation and every reading in a folder fails in turn, by the program that faulty.c describes."""

    def fail_each(self, call, *arguments):
        """How each run ended, up to the first in which nothing failed."""
        arguments = ["find", "--jobs=1", *arguments, self.folder]
        right = uriel(*arguments, program=FAULTY)
        for number in sample(range(1, 300), 7):
            result = uriel(*arguments, program=FAULTY, env=environment(URIEL_FAIL=f"{call}:{number}"))
            if (result.status, result.out, result.err) == (right.status, right.out, right.err):
                return
            yield right, result
        self.fail("no run passed")

    def setUp(self):
        super().setUp()
        for number in range(40):
            self.write(f"{number:02}/file{number}", LETTER * 300)
        self.write("z.gz", gzip.compress(LETTER.encode() * 300))
        self.write("z16", LETTER.encode("utf-16"))
        self.write(".git/HEAD", "")
        self.write(".gitignore", "*.no\n/[nN]o\n")
        self.write("39/.gitignore", "no\n")

    def test_memory(self):
        for call in ("malloc", "calloc", "realloc"):
            failed = 0
            for right, result in self.fail_each(call, "--unique", "--json", "--exclude=no"):
                failed += 1
                self.assertEqual((result.status, result.errors), (3, "uriel: out of memory\n"))
                self.assertTrue(right.out.startswith(result.out))
            self.assertGreater(failed, 0, call)

    def test_read(self):
        """Unreadable files are reported; the others are read."""
        failed = 0
        for right, result in self.fail_each("read", "--with-place", "--silent"):
            failed += 1
            self.assertEqual(result.status, 3)
            name = re.fullmatch("uriel: cannot read (.*): Input/output error\n", result.errors)[1]
            others = [line for line in right.lines if not line.startswith(name + ":")]
            self.assertEqual([line for line in result.lines if not line.startswith(name + ":")], others)
        self.assertGreater(failed, 10 if is_sanitized() else 80)

    def test_read_in_the_middle(self):
        """References read before the error are printed."""
        text = "http://a.example/\n" * (2 * WINDOW // 18)
        path = self.write("long", text)
        result = uriel("find", "--jobs=1", path, program=FAULTY, env=environment(URIEL_FAIL="read:4"))
        self.assertEqual((result.status, result.errors), (3, f"uriel: cannot read {path}: Input/output error\n"))
        self.assertGreater(len(result.lines), 1000)
        self.assertEqual(set(result.lines), {"http://a.example/"})
        result = uriel("find", "--jobs=1", "--count", path, program=FAULTY, env=environment(URIEL_FAIL="read:4"))
        self.assertEqual(result.text, "")


class Streams(FindTest):
    def test_prompt(self):
        """In pipes, hits are printed before the program waits for more input."""
        process = subprocess.Popen([URIEL, "find", "--with-place"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment())
        for number in range(1, 4):
            process.stdin.write(b"text http://a.example/%d more\n" % number)
            process.stdin.flush()
            self.assertTrue(select.select([process.stdout], [], [], TIMEOUT)[0], "nothing came")
            self.assertEqual(os.read(process.stdout.fileno(), 1000), b"-:%d:6: http://a.example/%d\n" % (number, number))
        process.stdin.close()
        self.assertEqual(process.wait(TIMEOUT), 0)
        process.stdout.close()

    def test_folder_as_standard_input(self):
        folder = os.open(self.folder, os.O_RDONLY)
        self.addCleanup(os.close, folder)
        result = uriel("find", stdin=folder)
        self.assertEqual((result.status, result.errors), (3, "uriel: cannot read standard input: Is a directory\n"))

    def test_progress(self):
        reader, writer = os.pipe()

        def feed():
            with os.fdopen(writer, "wb") as out:
                for _ in range(25):
                    out.write(b"http://a.example/ " * 1000)
                    out.flush()
                    threading.Event().wait(0.1)

        feeder = threading.Thread(target=feed)
        feeder.start()
        master, slave = open_terminal()
        process = subprocess.Popen([URIEL, "find"], stdin=reader, stdout=subprocess.DEVNULL, stderr=slave, env=environment())
        os.close(slave)
        os.close(reader)
        shown = read_terminal(master)
        feeder.join()
        self.assertEqual(process.wait(TIMEOUT), 0)
        os.close(master)
        self.assertRegex(shown.decode(), r"\r\d+ references, [\d.]+ .?B, [\d.]+ .?B/s: -\x1b\[K")
        self.assertTrue(shown.endswith(b"\r\x1b[K"))


if __name__ == "__main__":
    unittest.main()
