# SPDX-License-Identifier: MIT
"""uriel resolve and uriel relative: RFC 3986, 5.2 to 5.4, and back."""
import unittest

from support import ToolTest, uriel

BASE = "http://a/b/c/d;p?q"

# RFC 3986, 5.4.1.
NORMAL = {
    "g:h": "g:h", "g": "http://a/b/c/g", "./g": "http://a/b/c/g", "g/": "http://a/b/c/g/", "/g": "http://a/g",
    "//g": "http://g", "?y": "http://a/b/c/d;p?y", "g?y": "http://a/b/c/g?y", "#s": "http://a/b/c/d;p?q#s",
    "g#s": "http://a/b/c/g#s", "g?y#s": "http://a/b/c/g?y#s", ";x": "http://a/b/c/;x", "g;x": "http://a/b/c/g;x",
    "g;x?y#s": "http://a/b/c/g;x?y#s", "": "http://a/b/c/d;p?q", ".": "http://a/b/c/", "./": "http://a/b/c/",
    "..": "http://a/b/", "../": "http://a/b/", "../g": "http://a/b/g", "../..": "http://a/", "../../": "http://a/",
    "../../g": "http://a/g",
}

# RFC 3986, 5.4.2.
ABNORMAL = {
    "../../../g": "http://a/g", "../../../../g": "http://a/g", "/./g": "http://a/g", "/../g": "http://a/g",
    "g.": "http://a/b/c/g.", ".g": "http://a/b/c/.g", "g..": "http://a/b/c/g..", "..g": "http://a/b/c/..g",
    "./../g": "http://a/b/g", "./g/.": "http://a/b/c/g/", "g/./h": "http://a/b/c/g/h", "g/../h": "http://a/b/c/h",
    "g;x=1/./y": "http://a/b/c/g;x=1/y", "g;x=1/../y": "http://a/b/c/y", "g?y/./x": "http://a/b/c/g?y/./x",
    "g?y/../x": "http://a/b/c/g?y/../x", "g#s/./x": "http://a/b/c/g#s/./x", "g#s/../x": "http://a/b/c/g#s/../x",
    "http:g": "http:g",
}


class Resolve(ToolTest):
    def test_examples_of_the_document(self):
        for examples in (NORMAL, ABNORMAL):
            targets = "".join(target + "\n" for target in examples.values())
            self.check(["resolve", "-b", BASE, "--", *examples], targets)
            self.check(["resolve", f"--base={BASE}", "--empty=reference"], targets, input="".join(text + "\n" for text in examples))

    def test_lenient(self):
        self.check(["resolve", "-b", BASE, "--lenient", "http:g", "HTTP:g"], "http://a/b/c/g\nhttp://a/b/c/g\n")

    def test_json(self):
        records = uriel("resolve", "-b", BASE, "--json", "g", "a b").records
        self.assertEqual(list(records[0].items()), [("input", "g"), ("valid", True), ("target", "http://a/b/c/g")])
        self.assertEqual(list(records[1]), ["input", "valid", "error"])

    def test_invalid(self):
        self.check(["resolve", "-b", BASE, "g", "a b", "h"], "http://a/b/c/g\n\nhttp://a/b/c/h\n", 1, None)

    def test_base(self):
        self.usage(["resolve", "g"], "uriel resolve: ", "--base")
        for base, where in (("/b", "  /b\n  ^"), ("", "  \n  ^"), ("http://a b", "  http://a b\n         ~^~ ")):
            with self.subTest(base):
                result = self.usage(["resolve", "-b", base, "g"], "uriel: base: not a ", where)
                self.assertEqual(len(result.lines), 0)

    def test_dots(self):
        self.check(["resolve", "-b", BASE, "--dots=drop", "../../../g"], "http://a/g\n")
        self.usage(["resolve", "-b", BASE, "--dots=keep", "g"], "keep", "drop")


class Pairs(ToolTest):
    LINES = "http://a/b/c\t../d\n\nx:/\t?q\na\tb\nhttp://a/\ta b\nhttp://a\n\thttp://b/\nx:/y\t\n"

    def test_lines(self):
        targets = [text + "\n" for text in ("http://a/d", "", "x:/?q", "", "", "", "", "")]
        result = self.check(["resolve", "--pairs"], "".join(targets), 1, None, input=self.LINES)
        for words in ("4: base: not a base URI", "5: not a URI reference", "6: not a pair: two references are separated by a tab"):
            self.assertEqual(result.errors.count(f"uriel: {words}"), 1, result.errors)
        self.check(["resolve", "--pairs", "-s", "--empty=reference"], "".join(targets[:-1]) + "x:/y\n", 1, input=self.LINES)
        self.check(["resolve", "--pairs", "-s", "--jobs=2"], "".join(targets), 1, input=self.LINES)
        self.check(["resolve", "--pairs", "-s", "--invalid=keep"], "http://a/d\n\nx:/?q\na\tb\nhttp://a/\ta b\nhttp://a\n\n\n", 1,
                   input=self.LINES)

    def test_as_with_a_base(self):
        pairs = "".join(f"{BASE}\t{reference}\n" for reference in [*NORMAL, *ABNORMAL] if reference)
        lines = "".join(f"{reference}\n" for reference in [*NORMAL, *ABNORMAL] if reference)
        self.assertEqual(uriel("resolve", "--pairs", input=pairs).out, uriel("resolve", "-b", BASE, input=lines).out)

    def test_forms(self):
        self.check(["resolve", "--pairs", "--json", "x://h/a", "b"], '{"base":"x://h/a","input":"b","valid":true,"target":"x://h/b"}\n')
        self.check(["resolve", "--pairs", "--tsv", "--header", "x://h/a", "b"],
                   "base\tinput\tvalid\ttarget\terror_code\terror_offset\nx://h/a\tb\ttrue\tx://h/b\t\\N\t\\N\n")
        self.check(["resolve", "--pairs", "-F", "{base} {input} {host} {fragment}", "x://h/a", "b#f"], "x://h/a b#f h f\n")
        self.check(["resolve", "--pairs", "--spec=whatwg", "HTTP:\\\\h\\a\\b", "..\\c"], "http://h/c\n")
        self.assertEqual(uriel("resolve", "--pairs", "--json", "a", "b").records[0]["error"]["in"], "base")

    def test_usage(self):
        self.usage(["resolve", "a"], "--base=URI, or --pairs")
        self.usage(["resolve", "--pairs", "a"], "two operands, not 1")
        self.usage(["resolve", "--pairs", "-b", "x:/", "a", "b"], "exclude each other")


class Relative(ToolTest):
    def test_inverse(self):
        targets = sorted(set(NORMAL.values()) | {"http://a/b/c/d;p?q", "https://a/", "http://a//x", "http://b/c:d/"})
        references = uriel("relative", "-b", BASE, *targets).lines
        self.assertEqual(len(references), len(targets))
        self.check(["resolve", "-b", BASE, "--", *references], "".join(target + "\n" for target in targets))
        self.assertLess(sum(map(len, references)), sum(map(len, targets)))

    def test_shortest(self):
        for target, reference in (("http://a/b/g", "../g"), ("http://a/b/c/d;p?y", "?y"), ("http://g/", "//g/"),
                                  ("x:y", "x:y"), ("http://a/b/c/g:h", "./g:h"), ("http://a/b/c/d;p?q", "")):
            with self.subTest(target):
                self.check(["relative", "-b", BASE, target], reference + "\n")

    def test_relative_already(self):
        self.check(["relative", "-b", BASE, "../x", ""], "../x\n\n")

    def test_json(self):
        self.assertEqual(list(uriel("relative", "-b", BASE, "-j", "http://a/").records[0].items()),
                         [("input", "http://a/"), ("valid", True), ("target", "/")])

    def test_base(self):
        self.usage(["relative", "x:y"], "--base")
        self.usage(["relative", "-b", "b", "x:y"], "uriel: base: ", "5.2.1")


if __name__ == "__main__":
    unittest.main()
