# SPDX-License-Identifier: MIT
"""What people have (--spec=lenient, the default): references that only a lenient reading accepts have a target, and no message."""
import unittest

from support import BASE, CommandTest

# A reference, its URI, how it was read, and its target below BASE.
READ = (("x", "x", None, BASE + "x"), ("a b.png", "a%20b.png", "encoded", BASE + "a%20b.png"),
        ("https://fonts.example/css?family=Lobster|Raleway", "https://fonts.example/css?family=Lobster%7CRaleway", "encoded",
         "https://fonts.example/css?family=Lobster%7CRaleway"),
        ("//b\u00fccher.example/\u00fc", "//xn--bcher-kva.example/%C3%BC", "encoded", "http://xn--bcher-kva.example/%C3%BC"),
        ("1:[2", "1%3A%5B2", "encoded", BASE + "1%3A%5B2"), ("?a[]=%", "?a%5B%5D=%25", "encoded", BASE + "page.html?a%5B%5D=%25"),
        ("\\\\e.example\\x", "http://e.example/x", "whatwg", "http://e.example/x"), ("/\\e.example", "http://e.example/", "whatwg", "http://e.example/"))
UNREAD = ("http://[::1/", "http://a b/", "http://h:80a/", "//\u00fc.xn--\u00fc/")


def page(*references):
    return '<!DOCTYPE html><meta charset=utf-8>' + "".join(f'<a href="{reference}">\n' for reference in references)


class Lenient(CommandTest):
    def test_read(self):
        told = self.links("page.html", page(*(row[0] for row in READ)), status=(0,))
        self.assertEqual(told.values("raw", "reference", "read", "target"), list(READ))
        for record, (text, _, read, _) in zip(told.references, READ, strict=True):
            self.assertEqual((record["valid"], record.get("original"), "error" in record), (not read, read and text, bool(read)), text)
        self.assertEqual(told.ends[0]["errors"], len(READ) - 1)

    def test_error_is_of_the_text(self):
        """It is the error that --strict reports, and has its place in the original text."""
        texts = [row[0] for row in READ[1:]] + list(UNREAD)
        lenient, strict = (self.links("page.html", page(*texts), *options).references for options in ((), ("--strict",)))
        self.assertEqual([record["error"] for record in lenient], [record["error"] for record in strict])
        self.assertEqual([record["offset"] for record in lenient], [record["offset"] for record in strict])
        self.assertEqual([record.get("target") for record in strict], [None] * len(texts))
        self.assertEqual([(record["reference"], record.get("target"), record.get("read")) for record in lenient[-len(UNREAD):]],
                         [(text, None, None) for text in UNREAD])

    def test_silence(self):
        path = self.write("page.html", page(*(row[0] for row in READ)))
        for form in ([], ["-q"], ["-t"], ["--only-target"], ["--format={target} {read}"]):
            self.assertEqual(self.run_text(*form, "-b", BASE, path, status=(0,))[1], "")
        self.assertEqual(self.run_text("--only-target", "-b", BASE + "page.html", path)[0].splitlines(), [row[3] for row in READ])
        self.assertEqual(self.run_text("--format={valid} {read} {error_offset}", "-b", BASE, path)[0].splitlines()[:2], ["true  ", "false encoded 1"])
        path = self.write("page.html", page(*UNREAD))
        self.assertEqual(self.run_text("-q", "-b", BASE, path, status=(1,))[1].count("not a URI reference (RFC 3986)"), len(UNREAD))

    def test_without_a_base(self):
        told = self.links("page.html", page("a b", "\\\\e.example\\x"), base=None, status=(1,))
        self.assertEqual([(record["error"]["code"], record.get("read")) for record in told.references],
                         [("base-not-absolute", "encoded"), ("path-character", None)])

    def test_bases(self):
        told = self.links("page.html", '<!DOCTYPE html><base href="/a b/"><a href=x><object codebase="c|d/" data=y>', status=(0,))
        self.assertEqual(told.documents[0]["base"], "http://h.example/a%20b/")
        self.assertEqual(told.targets, ["http://h.example/a%20b/", "http://h.example/a%20b/x", "http://h.example/a%20b/c%7Cd/", "http://h.example/a%20b/c%7Cd/y"])

    def test_names_stay(self):
        """A name is compared, not followed: it is not encoded."""
        told = self.links("a.xml", '<a xmlns:p="a b"/>', status=(0,))
        self.assertEqual(told.values("reference", "target", "valid"), [("a b", None, True)])

    def test_excess(self):
        """"..", also of an encoded reference, beyond the root."""
        self.assertEqual(self.links("page.html", page("../../../a b")).values("target", "excess"), [("http://h.example/a%20b", 2)])

    def test_usage(self):
        self.assertIn("exclude each other", self.run_text("--strict", "--spec=iri", "-", input="", status=(2,))[1])


if __name__ == "__main__":
    unittest.main()
