# SPDX-License-Identifier: MIT
"""uriel normalize and uriel compare: the ladder of RFC 3986, 6.2."""
import unittest

import vectors
from support import ToolTest, has_historic, uriel

# One input, and its normal form on each level.
LADDER = {
    "HTTP://Ex%41mple.COM:80/%7ejane/./a%2f": {
        "case": "http://ex%41mple.com:80/%7Ejane/./a%2F",
        "percent": "http://example.com:80/~jane/./a%2F",
        "path": "http://example.com:80/~jane/a%2F",
        "scheme": "http://example.com/~jane/a%2F",
    },
    "http://example.com": {
        "case": "http://example.com", "percent": "http://example.com", "path": "http://example.com",
        "scheme": "http://example.com/",
    },
    # RFC 3986, 6.2.2.
    "eXAMPLE://a/./b/../b/%63/%7bfoo%7d": {
        "case": "example://a/./b/../b/%63/%7Bfoo%7D", "percent": "example://a/./b/../b/c/%7Bfoo%7D",
        "path": "example://a/b/c/%7Bfoo%7D", "scheme": "example://a/b/c/%7Bfoo%7D",
    },
    # Not a default port of a scheme that is not known.
    "foo://h:80": {"case": "foo://h:80", "percent": "foo://h:80", "path": "foo://h:80", "scheme": "foo://h:80/"},
}

LEVELS = [
    ("http://h/a", "http://h/a", "string"),
    ("http://h/a", "HTTP://H/a", "case"),
    ("http://h/~a", "http://h/%7ea", "percent"),
    ("http://h/b/../a", "http://h/a", "path"),
    ("http://h", "http://h:80/", "scheme"),
    ("http://h/a", "http://h/A", "different"),
    ("http://h/?", "http://h/", "different"),
]


class Normalize(ToolTest):
    def test_safe_browsing(self):
        """The vectors of safe_browsing(), which include the published examples: any text is an input."""
        rows = [row for row in vectors.read("functions") if row["function"] == b"safe_browsing" and row["first"]]
        result = uriel("normalize", "--level=safebrowsing", "-0", "--json", input=b"".join(row["first"] + b"\0" for row in rows))
        self.assertGreater(len(rows), 80)
        for row, record in zip(rows, result.records, strict=True):
            with self.subTest(f"functions.tsv:{row['line']}"):
                self.assertEqual((record["valid"], record.get("normal", "").encode() or None), (row["result"] is not None, row["result"]))
        self.check(["normalize", "--level=safebrowsing"], "http://a/{\n\n\n", 1, None, input="A:80/%257B\n\nmailto:a@b\n")
        self.assertIn("it has no host", uriel("normalize", "--level=safebrowsing", "/a").errors)
        self.check(["filter", "safe_browsing == 'http://a/'", "HTTP://A:80/../", "http://b"], "HTTP://A:80/../\n")
        for wrong in ("--spec=whatwg", "--host-canonical", "--to-uri", "--nfc"):
            self.usage(["normalize", "--level=safebrowsing", wrong, "a"], "no other form")
        for command in ("compare", "clean"):
            self.usage([command, "--level=safebrowsing", "a", "b"], "scheme")

    def test_levels(self):
        for text, forms in LADDER.items():
            for level, form in forms.items():
                with self.subTest(text, level=level):
                    self.check(["normalize", "--level", level, text], form + "\n")
                    self.check(["normalize", "--level", level, form], form + "\n")

    def test_default_is_scheme(self):
        self.check(["normalize", *LADDER], "".join(forms["scheme"] + "\n" for forms in LADDER.values()))

    def test_does_not_become_something_else(self):
        for text in ("foo:..///bar", "foo:/..//bar", "./a:b", "a/../b:c"):
            with self.subTest(text):
                normal = uriel("normalize", "--", text).lines[0]
                before, after = uriel("parse", "--json", "--", text, normal).records
                for key in ("scheme", "authority"):
                    self.assertEqual(before.get(key), after.get(key))

    def test_json(self):
        self.assertEqual(list(uriel("normalize", "--json", "A:b").records[0].items()),
                         [("input", "A:b"), ("valid", True), ("normal", "a:b")])

    def test_unknown_level(self):
        self.usage(["normalize", "--level=pth", "a"], "pth", "did you mean \"path\"", "scheme")
        self.usage(["normalize", "--level=string", "a"], "string")

    def test_host_canonical(self):
        hosts = {"//0x7f.1": "//127.0.0.1", "x://u@[::FFFF:7f00:1]:8/%7e": "x://u@127.0.0.1:8/~", "//[2001:DB8:0::1]": "//[2001:db8::1]",
                 "//Example.com": "//example.com", "//1a": "//1a", "x:y": "x:y", "//0177.1:80": "//127.0.0.1:80", "//1.2.3.4": "//1.2.3.4",
                 "//[v1.A]": "//[v1.a]", "//": "//", "//[::1]:": "//[::1]"}
        for arguments in (["normalize", "--host-canonical"], ["normalize", "--host-canonical", "--spec=iri"]):
            self.check(arguments, "".join(normal + "\n" for normal in hosts.values()), input="".join(text + "\n" for text in hosts))
            self.check([*arguments, *hosts], "".join(normal + "\n" for normal in hosts.values()))
        self.check(["normalize", "--host-canonical", "--level=case", "HTTP://0X7F.1:80/%7e"], "http://127.0.0.1:80/%7E\n")
        self.check(["normalize", "--host-canonical", "--spec=whatwg", "http:[::ffff:7f00:1]/a b", "http:0x7f.1"],
                   "http://127.0.0.1/a%20b\nhttp://127.0.0.1/\n")
        self.check(["normalize", "--host-canonical", "--spec=iri", "//\uff11\uff12\uff17.1/", "//\u00fc/"], "//127.0.0.1/\n//\u00fc/\n")
        self.check(["normalize", "--host-canonical", "--to-uri", "//0x7f.1/\u00fc"], "//127.0.0.1/%C3%BC\n")
        self.check(["normalize", "--host-canonical", "--to-iri", "//0x7f.1/%c3%bc"], "//127.0.0.1/\u00fc\n")


class Compare(ToolTest):
    def test_operands(self):
        for a, b, level in LEVELS:
            with self.subTest(a=a, b=b):
                self.check(["compare", a, b], level + "\n", 1 if level == "different" else 0)

    def test_pairs(self):
        self.check(["compare"], "".join(level + "\n" for _, _, level in LEVELS), 1,
                   input="".join(f"{a}\t{b}\n" for a, b, _ in LEVELS))
        self.check(["compare"], "case\n", 0, input="a:\tA:")
        self.check(["compare", "-0"], "case\0\0", 0, input="a:\tA:\0\t\0")
        self.check(["compare", "-0", "--empty=reference"], "case\0string\0", 0, input="a:\tA:\0\t\0")

    def test_level_is_for_the_status(self):
        ladder = ["string", "case", "percent", "path", "scheme"]
        for a, b, lowest in LEVELS[:-2]:
            for level in ladder:
                with self.subTest(a=a, b=b, level=level):
                    equivalent = ladder.index(lowest) <= ladder.index(level)
                    self.check(["compare", "--level", level, a, b], lowest + "\n", 0 if equivalent else 1)

    def test_json(self):
        result = uriel("compare", "--json", input="a:\tA:\na\ta b\na b\ta\na\n")
        self.assertEqual(result.status, 1)
        first, second, third, fourth = result.records
        self.assertEqual(list(first.items()), [("a", "a:"), ("b", "A:"), ("valid", True), ("level", "case"),
                                               ("evidence", [{"level": "case", "component": "scheme", "a": "a", "b": "A"}])])
        self.assertEqual((second["a"], second["b"], second["valid"]), ("a", "a b", False))
        self.assertEqual((second["error"]["in"], second["error"]["offset"]), ("b", 1))
        self.assertEqual(third["error"]["in"], "a")
        self.assertEqual((fourth["valid"], fourth["error"]["code"]), (False, "pair-without-tab"))

    EVIDENCE = (
        ("HTTP://Example.com:80/%7Ea", "http://example.com/~a", "scheme", "case scheme HTTP http|case host Example.com example.com|percent path /%7Ea /~a|scheme port 80 -"),
        ("http://h", "http://h/", "scheme", "scheme path  /"), ("a/./b%41?%7e", "a/bA?%7E", "path", "case query %7e %7E|path path a/./bA a/bA"),
        ("//u%7e@h?#%61", "//u~@h?#a", "percent", "percent userinfo u%7E u~|percent fragment %61 a"), ("a", "a", "string", ""),
        ("http://h/a", "http://h/b#", "different", "different path /a /b|different fragment - "), ("HTTP://h:80/", "https://h:80/", "different", "different scheme http https|different port - 80"),
        ("urn:x-y:A", "URN:X-Y:A", "scheme", "case scheme urn URN|scheme path x-y:A X-Y:A"), ("http://a:81", "x:", "different", "different scheme http x|different host a -|different port 81 -|different path / "))

    def test_evidence(self):
        """Which differences the rules of each level remove, and which differences stay."""
        def words(found):
            return f'{found["level"]} {found["component"]} {found.get("a", "-")} {found.get("b", "-")}'
        pairs = "".join(f"{a}\t{b}\n" for a, b, _, _ in self.EVIDENCE)
        for jobs in ([], ["--jobs=2"]):
            records = uriel("compare", "--json", *jobs, input=pairs).records
            for record, (a, b, level, evidence) in zip(records, self.EVIDENCE, strict=True):
                self.assertEqual(("|".join(map(words, record["evidence"])), record["level"]), (evidence, level), (a, b))
        for a, b, level in LEVELS:
            record, = uriel("compare", "--json", a, b).records
            levels = [found["level"] for found in record["evidence"]]
            self.assertEqual(levels[-1] if levels else "string", level, "the last difference goes at the level")
        self.check(["compare", "--long", *self.EVIDENCE[0][:2]], "HTTP://Example.com:80/%7Ea\nhttp://example.com/~a\n  level       scheme\n"
                   "  case        scheme: HTTP  http\n  case        host: Example.com  example.com\n  percent     path: /%7Ea  /~a\n  scheme      port: 80  (undefined)\n\n")
        self.assertEqual(uriel("compare", "--json", "--spec=whatwg", "HTTP:h", "http://h").records[0]["evidence"], [], "the standard removes them when it reads")
        for spec in ("iri", "lenient", *(["url-1997", "uri-2003"] if has_historic() else [])):
            record, = uriel("compare", "--json", f"--spec={spec}", "HTTP://H/", "http://h/").records
            self.assertEqual((record["level"], words(record["evidence"][0])), ("case", "case scheme HTTP http"), spec)

    def test_invalid(self):
        result = self.check(["compare", "a b", "c"], "\n", 1, None)
        self.assertIn("uriel: 1: a: not a URI reference", result.errors)
        result = self.check(["compare"], "\nstring\n", 1, None, input="ab\na\ta\n")
        self.assertEqual(result.errors, "uriel: 1: not a pair: two references are separated by a tab\n"
                                        "  ab\n    ^ expected a tab\n")

    def test_number_of_operands(self):
        self.usage(["compare", "a"], "two operands, not 1")
        self.usage(["compare", "a", "b", "c"], "not 3")


if __name__ == "__main__":
    unittest.main()
