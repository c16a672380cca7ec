# SPDX-License-Identifier: MIT
"""Errors on standard error, as a compiler prints them: the caret is under the place, tildes under the component."""
import random
import re
import unittest

from support import ToolTest, has_historic, sample, uriel


def shown(text):
    """A text as messages show it."""
    out = ""
    for character in text.decode("utf-8", "surrogateescape"):
        raw = character.encode("utf-8", "surrogateescape")
        safe = not ("\udc80" <= character <= "\udcff" or character < " " or "\x7f" <= character <= "\xa0")
        out += character if safe else "".join(f"\\x{byte:02x}" for byte in raw)
    return out


class Shape(ToolTest):
    def error(self, *arguments, input=b""):
        """The lines of the first error except the hint, and the rest of the output."""
        lines = uriel(*arguments, input=input).errors.split("\n")
        return [line for line in lines if not line.startswith("  hint: ")]

    def test_as_in_the_design(self):
        result = uriel("check", "a", "http://example.com/a[1].html")
        self.assertEqual(result.errors,
                         'uriel: 2: not a URI reference (RFC 3986): "[" is not allowed in a path\n'
                         '  http://example.com/a[1].html\n'
                         '                    ~~^~~~~~~~ expected a letter, a digit, %XX, "/", "?", "#", the end or one of '
                         "!$&'()*+,-.:;=@_~   rule pchar (RFC 3986, 3.3)\n"
                         '  hint: brackets are allowed only around an IP address: write "[" as %5B; '
                         'uriel clean repairs it, and parse --spec=lenient reads it\n')

    def test_unseen_before(self):
        """An invisible character is named, instead of an error in the scheme."""
        for before, name in (("\ufeff", "a byte order mark"), (" ", "white space"), ("\t", "white space")):
            result = uriel("check", "--json", "-0", input=f"{before}http://h/\0")
            error = result.records[0]["error"]
            self.assertEqual((error["code"], error["message"]), ("scheme-start", name + " before the reference"))
            self.assertIn(f"(RFC 3986): {name} before the reference\n",
                          uriel("check", "-0", input=f"{before}http://h/\0").errors)
            self.assertIn(f"{name} before the reference\n",
                          uriel("check", "--spec=rfc8141", "-0", input=f"{before}urn:isbn:1\0").errors)

    @unittest.skipUnless(has_historic(), "the historic documents are not built")
    def test_unseen_before_of_each_document(self):
        for document in ("url-1993", "url-1994", "url-1997", "uri-2003"):
            self.assertIn("white space before the reference\n", uriel("check", "--spec=" + document, " http://h/").errors)
        for options in (["--spec=url-1993"], ["--spec=url-1994", "--require-prefix"]):
            self.assertIn("white space before the reference\n", uriel("check", *options, " h/").errors)

    def test_end(self):
        head, text, caret, _ = self.error("check", "http://h/%4")
        self.assertEqual((text, caret.index("^")), ("  http://h/%4", 2 + 11))

    def test_offset_of_the_port(self):
        _, text, caret, _ = self.error("check", "http://a:b/")
        self.assertEqual(caret.index("^"), 2 + 10)

    def test_escaped(self):
        for raw in (b"a\x1bb", b"ab\xff\xfe", "aé€😀".encode(), "a\u0085b".encode(), b"a\xe2\x82", b"a\tb\rc"):
            with self.subTest(raw):
                head, text, caret, _ = self.error("check", "-0", input=raw)
                self.assertEqual(text, "  " + shown(raw))
                self.assertTrue(head.isascii() and head.isprintable(), head)
                offset = len(raw) - len(raw.lstrip(b"ab"))
                self.assertEqual(caret.index("^"), 2 + offset)

    def test_unseen_characters_are_shown(self):
        """The caret is below a visible character, for characters that RFC 3986, 2 does not allow."""
        for raw, line, column in (("http://h/ ", "http://h/␠", 9), ("http://h/a  ", "http://h/a␠␠", 10), (" h", "␠h", 0), ("  ", "␠␠", 0),
                                  ("a b", "a b", 1), ("a b c ", "a b c␠", 1), ("http://日本/ ", "http://日本/␠", 7), ("日 %zz", None, 0),
                                  ("h/\u00a0", "h/\\xc2\\xa0", 2), ("h/\u200b", "h/\\xe2\\x80\\x8b", 2),
                                  ("h/\u3000x", "h/\\xe3\\x80\\x80x", 2), ("h/\u00adx", "h/\\xc2\\xadx", 2), ("h/\t", "h/\\x09", 2),
                                  ("h/\r", "h/\\x0d", 2), ("\ufeffh/", "\\xef\\xbb\\xbfh/", 0),
                                  ("h/e\u0301", "h/e\\xcc\\x81", 3), ("h/[e\u0301", "h/[e\u0301", 2)):
            with self.subTest(raw):
                _, text, caret, *_ = self.error("check", "-0", input=raw + "\0")
                if line is not None:
                    self.assertEqual((text, caret.index("^")), ("  " + line, 2 + column))

    def test_zone(self):
        """RFC 9844."""
        head, _, caret, hint, _ = uriel("check", "http://[fe80::1%eth0]/").errors.split("\n")
        self.assertTrue(head.endswith(": a zone identifier cannot appear in a URI (RFC 9844)"), head)
        self.assertEqual((caret.index("^"), hint), (2 + 15, '  hint: remove "%eth0"'))

    def test_port(self):
        """RFC 3986, 3.2.3."""
        head, _, caret, hint, _ = uriel("check", "http://a:port/").errors.split("\n")
        self.assertTrue(head.endswith(": a port can contain only digits"), head)
        self.assertIn('^ expected only digits in the port, or "@" after user information ', caret)
        self.assertEqual(hint, "  hint: write the port's number, or leave the port out")

    def test_no_rule_is_expected(self):
        """Words that need no RFC: the list of expected characters has no rule names."""
        texts = ("a b", "a:b c", "http://a b/", "http://[x]/", "http://[v1.]/", "http://h:x/", "http://u[@h/", "?[", "#[", "%", "1:a", "a_b:c",
                 "URL:x", "urn:a", "urn:ab:", "urn:ab:c d", "x:|", "gopher://h/+", "ftp://h", "http://h/?a=[")
        specs = ["rfc3986", "rfc2141", "urn-2011", "rfc8141"] + (["url-1993", "url-1994", "url-1997", "uri-2003"] if has_historic() else [])
        for spec in specs:
            for record in uriel("check", "--json", "--spec=" + spec, *texts).records:
                expected = record.get("error", {}).get("expected", "")
                self.assertNotRegex(expected, "pchar|alpha|uric|urlc|delim|unreserved|URN char|alphanum")

    def test_hint_in_every_form(self):
        hint = "write a space as %20"
        self.assertEqual(uriel("check", "--json", "a b").records[0]["error"]["hint"], hint)
        self.check(["check", "-s", "--format", "{error_hint}", "a b", "c"], hint + "\n\n", 1)
        self.assertNotIn("hint", uriel("check", "--json", "ht_tp://h").records[0]["error"])

    def test_columns_of_wide_characters(self):
        _, text, caret, _ = self.error("decode", "日本é%zz")
        self.assertEqual(text, "  日本é%zz")
        self.assertEqual(caret.index("^"), 2 + 2 + 2 + 1 + 1)

    def test_many_combining_characters(self):
        result = uriel("check", input="a" + "\u0301" * 100_000)
        self.assertEqual(result.status, 1)
        self.assertLess(len(result.err), 10_000)

    def test_cut_within_characters(self):
        for before in range(30, 50):
            _, text, caret, _ = self.error("decode", "é" * before + "%zz" + "é" * 50)
            self.assertEqual(text[caret.index("^") - 1], "%")
            self.assertNotIn("\\x", text)

    def test_long_texts_are_cut_around_the_place(self):
        for before in (0, 1, 30, 36, 37, 40, 41, 42, 71, 72, 73, 1000):
            for after in (0, 1, 10, 31, 32, 33, 60, 71, 72, 1000):
                with self.subTest(before=before, after=after):
                    _, text, caret, _ = self.error("check", "a" * before + "[" + "b" * after)
                    text = text[2:]
                    self.assertLessEqual(len(text), 72)
                    self.assertEqual(text[caret.index("^") - 2], "[")
                    whole = "a" * before + "[" + "b" * after
                    if len(whole) <= 72:
                        self.assertEqual(text, whole)
                    else:
                        self.assertIn("...", text)
                        self.assertIn(text.replace("...", ""), whole)

    def test_any_text_fits_its_line(self):
        chance = random.Random(72)
        for _ in sample(range(300), 10):
            raw = bytes(chance.choice(b"abc/%[\x1b\xc3\xa9\xf0\xff ") for _ in range(chance.randrange(200)))
            raw = raw.replace(b"\x00", b"")
            result = uriel("check", "-0", input=raw + b"\0")
            if result.status == 1:
                text, caret = result.err.decode().split("\n")[1:3]
                self.assertLessEqual(len(text), 2 + 72)
                self.assertEqual(text, shown(text.encode()), "only what a terminal may be sent")
                self.assertLessEqual(caret.index("^"), len(text))

    def test_section(self):
        for text, section in (("a b", "3.3"), ("http://a:b/", "3.2.3"), ("http://[x]/", "3.2.2"), ("a#b#", "3.5")):
            self.assertTrue(self.error("check", text)[2].endswith(f"(RFC 3986, {section})"), text)

    def test_codes_of_the_tool_are_written_as_the_library_s(self):
        for code, arguments in (("pair-without-tab", ["compare"]), ("key-missing", ["edit", "--require=host", "a"]),
                                ("segment-missing", ["edit", "--set=path.5=x", "http://h/a"]),
                                ("dot-segment", ["edit", "--append=path=..", "http://h/a"]),
                                ("value-refused", ["edit", "--spec=whatwg", "--set=port=99999", "http://h/"]),
                                ("scheme-unknown", ["schemes", "htpp"]), ("scheme-without-parts", ["schemes", "a:b"]),
                                ("resolver-unknown", ["urn", "where", "urn:foo:a"]),
                                ("function-unknown", ["functions", "lst"])):
            with self.subTest(code):
                record, = uriel(arguments[0], *arguments[1:], "--json", input=b"a\n").records
                self.assertEqual(record["error"]["code"], code)

    def test_operands_are_numbered(self):
        heads = [line for line in self.error("check", "a b", "c", "d e") if line.startswith("uriel")]
        self.assertEqual([line[:9] for line in heads], ["uriel: 1:", "uriel: 3:"])


class Tildes(ToolTest):
    """Tildes are under the component to blame, begin and length of the error, wherever the caret is."""

    def marks(self, *arguments, input=b""):
        """The text's line and the marks below it."""
        _, text, marks = uriel(*arguments, input=input).errors.splitlines()[:3]
        return text[2:], re.match(r"  ([ ~]*\^~*)", marks)[1]

    def test_component(self):
        for text, expected in (("http://h/?a b",       "          ~^~"),
                               ("http://a:b/x",        "         ~^"),
                               ("x y:z",               "~^~"),
                               ("http://us[er@h/",     "       ~~^~~"),
                               ("http://[::1]x/",      "       ~~~~~^~")):
            with self.subTest(text):
                marks = self.marks("check", text)[1]
                error = uriel("check", "--json", text).records[0]["error"]
                under = {at for at, mark in enumerate(marks) if mark != " "}
                self.assertEqual(marks.index("^"), error["offset"])
                self.assertEqual(under | {error["offset"]},
                                 set(range(error["begin"], error["begin"] + error["length"])) | {error["offset"]})
                if "::" not in text:
                    self.assertEqual(marks, expected)

    @unittest.skipUnless(has_historic(), "the historic documents are not built")
    def test_caret_behind_the_component(self):
        """url-1997, 4.3.1: "_" is the error, and from "/" on no continuation is valid."""
        self.assertEqual(self.marks("check", "--spec=url-1997", "http://my_host/"), ("http://my_host/", "       ~~~~~~~^"))

    def test_not_under_all(self):
        for text in ("a b", "a[b/c"):
            self.assertNotIn("~", self.marks("check", text)[1])
        self.assertEqual(self.marks("decode", "x%2")[1], "   ^")

    def test_of_what_is_shown(self):
        """Masked passwords, escaped bytes, wide characters, text cut at both ends."""
        self.assertEqual(self.marks("check", "http://us[er:secret@h/x"), ("http://us[er:****@h/x", "       ~~^~~~~~~~"))
        self.assertEqual(self.marks("check", "http://user:secret@h[/x"), ("http://user:****@h[/x", "                 ~^"))
        self.assertEqual(self.marks("check", "http://h\x01\x02/x"), ("http://h\\x01\\x02/x", "       ~^~~~~~~~"))
        self.assertEqual(self.marks("check", "http://日本é/"), ("http://日本é/", "       ^~~~~"))
        for before, after in ((100, 100), (100, 3), (3, 100)):
            text, marks = self.marks("check", "http://h/" + "a" * before + "[" + "b" * after)
            self.assertLessEqual(len(marks), len(text))
            for shown_, mark in zip(text, marks):
                self.assertEqual(mark in "~^", shown_ in "ab[" or (mark == "~" and shown_ == "/"), (text, marks))


class Passwords(ToolTest):
    def test_not_shown(self):
        for text in ("http://user:secret@host/a[", "http://user:secret[@host/", "http://user:secret@host:x/",
                     "//user:secret@ho st/", "http://user:sec:ret@[::1/", "http://user:secret@h@/",
                     "http://user:secret/secret@host/ ", "http://user:secret?secret@host/ ",
                     "http://user:secret#secret@host/ ", "x://:secret@/a[", "http://user:secret"):
            with self.subTest(text):
                result = uriel("check", text)
                if result.status == 0 or text.endswith("secret"):
                    continue
                self.assertNotIn("secret", result.errors)
                self.assertIn("****", result.errors)

    def test_place_moves_along(self):
        for text, at in (("http://user:secret@host/a[", "["), ("http://u:s@host/a[", "["),
                         ("http://user:sec[ret@host/", "*")):
            with self.subTest(text):
                line, caret = uriel("check", text).errors.split("\n")[1:3]
                self.assertEqual(line[caret.index("^")], at)

    def test_only_passwords(self):
        for text in ("http://user@host/a[", "http://host:80/a[@", "x:a:b@c[", "/a:b@c[", "http://host/x:y@z["):
            with self.subTest(text):
                self.assertIn("  " + text + "\n", uriel("check", text).errors)


if __name__ == "__main__":
    unittest.main()
