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
