# SPDX-License-Identifier: MIT
"""uriel wrap and uriel find --typed: references into text and back (RFC 3986, Appendix C)."""
import unittest

from support import ROOT, ToolTest, has_historic, sample, uriel

LONG = "http://user@example.com:8080/a/long-hyphenated-path/x?q=1&b=2#frag"


def references(name):
    """The first column of a file of vectors, without escapes of the file itself."""
    lines = (ROOT / "test/vectors" / name).read_bytes().decode("utf-8", "surrogateescape").splitlines()
    texts = [line.split("\t")[0] for line in lines if line and not line.startswith("#")]
    return [text for text in texts if text and "\\" not in text]


class Wrap(ToolTest):
    def test_lines(self):
        self.check(["wrap", "--width=40", "--indent=2", LONG, "urn:isbn:0451450523"],
                   "<URL:http://user@example.com:8080/a/\n  long-hyphenated-path/x?q=1&b=2#frag>\n<URL:urn:isbn:0451450523>\n")
        self.check(["wrap", "--width=26", "--no-label", "http://a.example/b-c/def"], "<http://a.example/b-c/def>\n")
        self.check(["wrap", "--width=25", "--no-label", "http://a.example/b-c/def"], "<http://a.example/b-c/\ndef>\n")
        # A letter beyond ASCII is one character, and a part without a delimiter stays whole.
        self.check(["wrap", "--spec=iri", "--width=13", "../\u00e9\u00e9\u00e9/b"], "<URL:../\u00e9\u00e9\u00e9/\nb>\n")
        self.check(["wrap", "--width=1", "http://a-b.example:80/c-d/", "../x/y", "x:y/"],
                   "<URL:http://a-b.example:80/\nc-d/>\n<URL:../\nx/\ny>\n<URL:x:y/>\n")

    def test_records(self):
        self.check(["wrap"], "<URL:a>\n\n\n<URL:b>\n", 1, None, "a\n\na b\nb\n")
        self.check(["wrap", "--width=6", "--json", "a/b"], '{"input":"a/b","valid":true,"output":"<URL:a/\\nb>"}\n')
        if has_historic():
            self.check(["wrap", "--spec=url-1994", "URL:ftp://a.example/b"], "<URL:ftp://a.example/b>\n")

    def test_round_trip(self):
        """At every width find --typed reads the reference back, and find reads back every reference that it also finds on one line."""
        texts = references("parse_valid.tsv")
        stream = "\n".join(texts)
        whole = uriel("wrap", "--width=65536", input=stream).out
        found = uriel("find", "--jobs=1", "--text", input=whole).lines
        self.assertGreater(len(found), 250)
        stream_found = "\n".join(found)
        for width in sample(range(1, 61), 10):
            folded = uriel("wrap", f"--width={width}", "--indent", str(width % 4), input=stream_found)
            self.assertNotIn("-\n", folded.text)
            self.assertEqual(uriel("find", "--jobs=1", "--text", input=folded.out).lines, found, width)
        for width in (1, 7, 20, 40):
            folded = uriel("wrap", "-0", f"--width={width}", input="\0".join(texts)).text.split("\0")[:-1]
            self.assertEqual(uriel("find", "--typed", "--silent", "--", *folded).lines, texts, width)

    def test_long(self):
        """References with line breaks stay within the limit of uriel_find."""
        text = "http://a.example/" + "ab/" * 3000
        self.check(["wrap", text], f"<URL:{text}>\n")
        self.assertEqual(uriel("find", input=uriel("wrap", text[:7000]).out).lines, [text[:7000]])


class Typed(ToolTest):
    CASES = (  # the input, the reference, what was removed
        ("<URL:http://example.com/ a>", "http://example.com/a", "<...>, URL:, 1 space"),
        ("http://example.com/a b\nc\r\n\td", "http://example.com/abcd", "2 line breaks, 3 spaces"),
        # RFC 1738, Appendix; url-1997, E
        ("\"http://www.w3.org/pub/WWW/\",", "http://www.w3.org/pub/WWW/", "\"...\""),
        ("<ftp://ds.internic.\n     net/rfc/>.", "ftp://ds.internic.net/rfc/", "<...>, 1 line break, 5 spaces"),
        ("URL: http://a.example/", "http://a.example/", "URL:"),
        ("<URL:../x y>", "../xy", "<...>, URL:, 1 space"),
        ("> <http://a.example/\n> b#c>", "http://a.example/b#c", "> at the start, <...>, 1 line break, 1 space, > of quoted mail"),
        ("<http://a.example/\n>", "http://a.example/", "<...>"),
        ("See http://example.com/a.", "http://example.com/a", "the text before it, . at the end"),
        ("see <http://example.com/a,b.> there", "http://example.com/a,b.", "the text around it"),
        ("<http://example.com/a> and <http://b.example/>", "http://example.com/a", "<...>, the text after it"),
        ("(http://example.com/a_(b))", "http://example.com/a_(b)", "(...)"),
        ("http://example.com/a_(b)).", "http://example.com/a_(b)", ". at the end, ) at the end"),
        ("[http://[::1]/a]", "http://[::1]/a", "[...]"),
        ("\u201chttp://a.example/\u00a0x\u200b\u201d", "http://a.example/x", "\u201c...\u201d, 1 space"),
        ("http://a.example/x>", "http://a.example/x", ">"),
        ("<http://a.example/x", "http://a.example/x", "< without >"),
        ("http://a.example/e\u2010f", "http://a.example/e-f", "1 typographic hyphen"),
        ("http://a.example/-", "http://a.example/-", None),
        ("http://a.example/a -\n", "http://a.example/a-", "1 space"),
        ("http://a.example/\u00fc", "http://a.example/\u00fc", None),
    )

    def test_cases(self):
        result = uriel("find", "--typed", "--json", "--", *[case[0] for case in self.CASES])
        self.assertEqual(result.errors, "")
        for case, record in zip(self.CASES, result.records, strict=True):
            with self.subTest(case[0]):
                self.assertEqual((record["input"], record["valid"], record["reference"], record.get("removed")), (case[0], case[1].isascii(), *case[1:]))
                self.assertNotIn("hyphen", record)

    def test_report(self):
        self.check(["find", "--typed"], "http://a.example/b\n", 0, "uriel: -: removed <...>, 1 line break\n", "<http://a.example/\nb>\n")
        self.check(["find", "--typed", "-s"], "http://a.example/b\n", 0, "", "<http://a.example/\nb>\n")
        self.check(["find", "--typed", "-q"], "", 0, "", "http://a.example/\n")

    def test_hyphen(self):
        text = "<URL:http://a.example/b-\n  c-d>"
        both = "hyphen kept: http://a.example/b-c-d\nhyphen dropped: http://a.example/bc-d\n"
        self.check(["find", "--typed", text], both, 0, None)
        self.check(["find", "--typed", "--silent", text.replace("-\n", "\u2010 \r\n> ")], both)
        self.check(["find", "--typed", "-s", "--only-reference", text], "http://a.example/b-c-d\nhttp://a.example/bc-d\n")
        self.check(["find", "--typed", "-s", "--no-hyphen", text], "http://a.example/bc-d\n")
        self.assertEqual([(record["hyphen"], record["reference"]) for record in uriel("find", "--typed", "--json", text).records],
                         [("kept", "http://a.example/b-c-d"), ("dropped", "http://a.example/bc-d")])
        several = self.check(["find", "--typed", "a:b-\nc-\nd"], "hyphen kept: a:b-c-d\nhyphen dropped: a:bcd\n", 0, None)
        self.assertIn("2 hyphens", several.errors)

    def test_no_reference(self):
        for text, reason in (("foo", "it has no scheme"), ("www.example.com", "it has no scheme"), ("", "the text is empty"), ("< >", "the text is empty")):
            result = self.check(["find", "--typed", "--", text], "", 1, None)
            self.assertIn(f"uriel: 1: no reference: {reason}", result.errors)
        self.check(["find", "--typed", "--silent", "foo", "http://a.example/"], "http://a.example/\n", 1)
        result = self.check(["find", "--typed", "--strict", "http://a.example/|"], "", 1, None)
        self.assertIn("\"|\" is not allowed in a path", result.errors)
        self.check(["find", "--typed", "http://a.example/|"], "http://a.example/|\n")
        record, = uriel("find", "--typed", "--json", "http://a.example/|").records
        self.assertEqual((record["valid"], record["read"]), (False, "encoded"))
        self.check(["find", "--typed", "--spec=rfc3986", "-s", "http://a.example/\u00fc"], "", 1)

    def test_other_options(self):
        self.check(["find", "--typed", "--abbreviated", "--mail", "www.example.com/ x", "me@a.example"], "www.example.com/x\nme@a.example\n", 0, None)
        self.check(["find", "--typed", "--to-uri", "http://a.example/\u00fc"], "http://a.example/%C3%BC\n")
        self.check(["find", "--typed", "--format={reference} {uri}", "--abbreviated", "www.a.example"], "www.a.example http://www.a.example\n")
        self.check(["find", "--typed", "-0", "-s", "a:b", "<a:c>"], "a:b\0a:c\0")
        for option in ("--count", "--charset=latin1", "--unique", "--include=x"):
            self.usage(["find", "--typed", option, "x"], f"--typed and {option.split('=', maxsplit=1)[0]} exclude each other")

    def test_long(self):
        result = self.check(["find", "--typed"], "", 1, None, "x" * 70000)
        self.assertIn("standard input is longer than a reference", result.errors)


if __name__ == "__main__":
    unittest.main()
