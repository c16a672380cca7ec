# SPDX-License-Identifier: MIT
"""Markdown: its links, including relative ones, and the references of running text."""
import unittest

from support import BASE, LinksTest


class Markdown(LinksTest):
    def md(self, text, *keys):
        return self.links("a.md", text).values(*(keys or ("raw",)))

    def test_kind(self):
        told = self.links("a.md", "[a](b)")
        self.assertEqual((told.documents[0]["kind"], told.documents[0]["format"]), ("text", "markdown"))
        self.assertEqual(told.targets, [BASE + "b"])

    def test_name_decides(self):
        """A page of Vue begins with a tag. In messages, the names of parts are also used."""
        page = "<script setup>\n</script>\n\n[gone](missing.md)\n"
        self.assertEqual(self.md(page), ["missing.md"])
        mail = f"Subject: x\nMIME-Version: 1.0\nContent-Type: application/octet-stream; name=a.MD\n\n{page}"
        self.assertEqual(self.links("a.eml", mail).raws, ["missing.md"])
        self.assertEqual(self.links("a", page, "--kind=markdown").raws, ["missing.md"])
        self.assertEqual(self.links("a.html", "<p>\n\n[gone](missing.md) <a href=b>\n").raws, ["b"])

    def test_links(self):
        self.assertEqual(self.md('[a](b.md) ![c](d.png "title (x)") [e]( <f g> \'t\' ) [h](i(j)k) [l](m\\)n)\n[[o](p)](q) [r](#s)'),
                         ["b.md", "d.png", "f g", "i(j)k", "m\\)n", "p", "#s"])  # a link cannot hold another one (6.3)
        self.assertEqual(self.md("[a]() [b](<>) ![c]()"), ["", "", ""])
        self.assertEqual(self.md("[![a](b)](c) ![[d](e) <a href=x>](f) ![g [h](i)"), ["b", "c", "f", "i"])  # 6.4: a description has no links
        self.assertEqual(self.md("[a](b\\(c?d&amp;e)", "reference"), ["b(c?d&e"])

    def test_definitions(self):
        self.assertEqual(self.md('See [a][1].\n\n[1]: b.md "t"\n  [x y]: <c>\n> [q]: d\n[^2]: note\n'), ["b.md", "c", "d"])

    def test_unused_definitions(self):
        """4.7: the first definition of a label is used. An unused one is listed, but not as a link."""
        text = "[a]: b\n[A]: c\n[d]: e\n\n[f][ a\n] [D] ![ẞ][]\n\n> [ss]: g\n\n[i]: <http://h:port/>\n"
        self.assertEqual(self.md(text, "raw", "identifies"), [("b", None), ("c", True), ("e", None), ("g", None), ("http://h:port/", True)])
        self.assertEqual(self.links("a.md", text).errors, [])

    def test_no_definitions(self):
        for text in ("[x]: foo bar baz", "[x]: a 't' b", "[x]:", "[ ]: a", "[x] : a", "[x]: <a>b", "text\n[x]: a", "    [x]: a", "[x[]: a", "```\n[x]: a\n```"):
            self.assertEqual(self.md(text), [], text)
        for text in ("[x]:\n   a\n   't'", "[x]: a\n't' b", "# h\n[x]: a", "> [x]:\n> a", "- [x]: a", "[x]:a", "[x]: <a> 't\nu'", "[x\\]]: a", "[x]: a\n==="):
            self.assertEqual(self.md(text), ["a"], text)

    def test_code_and_comments(self):
        for text in ("    [no](a)", "x\n\n\t[no](a)", "- x\n\n      [no](a)", ">     [no](a)", "<!-- [no](a) -->", "<!--\n\n[no](a)\n\n-->", "x <!-- [no](a)\n -->",
                     "<div>\n[no](a)\n</div>", "<script>\n\n[no](a)\n</script>", "`[no](a)`", "1. x\n   ```\n   [no](a)\n", "<pre>\n\n[no](a)", "<x y>\n[no](a)"):
            self.assertEqual(self.md(f"{text}\n"), [], text)
        for text in ("x\n    [yes](a)", "- x\n\n    [yes](a)", "<!-- x -->\n[yes](a)", "<div>\n\n[yes](a)\n\n</div>", "x <y>\n[yes](a)", "\\`[yes](a)`", "x\n<y>\n[yes](a)",
                     "> x\n    [yes](a)", "[^1]: x\n\n    [yes](a)", "| a | b |\n|---|---|\n| `|` | [yes](a) |", "- [ ] [yes](a)", "x\r[yes](a)\r", "\ufeff[yes](a)"):
            self.assertEqual(self.md(f"{text}\n"), ["a"], text)

    def test_destinations(self):
        """2.4, 2.5: escapes and character references; characters not allowed in URIs are percent-encoded, as in the page."""
        for raw, reference in (("a&#46;md", "a.md"), ("a&#x2E;md", "a.md"), ("a&period;md", "a.md"), ("&copy", "&copy"), ("&copyx;", "&copyx;"),
                               ("\\&amp;", "&amp;"), ("a\\(b", "a(b"), ("a\\b", "a%5Cb"), ("<a b.md>", "a%20b.md"), ("a%20b%zz%", "a%20b%25zz%25"), ("&nvlt;", "%3C⃒"),
                               ('a"|{}^`', "a%22%7C%7B%7D%5E%60"), ("http://[::1]/[x]", "http://[::1]/%5Bx%5D"), ("//[::1]?[]", "//[::1]?%5B%5D"), ("a[b", "a%5Bb"),
                               ("&#0;", "\ufffd"), ("&#9;", "%09"), ("&#12345678;", "&#12345678;"), ("&#x1234567;", "&#x1234567;"), ("&#;", "&#;")):
            told = self.links("a.md", f"[x]({raw}) [y]\n\n[y]: {raw}\n", "--spec=whatwg")
            self.assertEqual(told.values("reference"), [reference] * 2, raw)
            self.assertEqual(told.values("raw"), [raw.strip("<>")] * 2)

    def test_autolinks(self):
        """6.5"""
        self.assertEqual(self.md("<http://a/b\\&amp;> <x.y@z.example> <made-up:c> <m:d> <x@-y> <http://e f> [<http://g>](h)", "raw", "reference"),
                         [("http://a/b\\&amp;", "http://a/b%5C&amp;"), ("x.y@z.example", "mailto:x.y@z.example"), ("made-up:c", "made-up:c"), ("http://e f", "http://ef"),
                          ("http://g", "http://g"), ("h", "h")])

    def test_places_in_containers(self):
        text = "> - [a](b)\n>   [c\n> d](\n>   e)\n>\n>   <a\n>    title='x' href='f'>\n>   > <img src=g>\r\n> > [h]:\n>  i\n\n\u00e9 [h]\n"
        rows = self.md(text, "raw", "offset", "line", "column")
        self.assertEqual([row[0] for row in rows], ["b", "e", "f", "g", "i"])
        for raw, offset, line, column in rows:
            self.assertEqual(text.encode()[offset:offset + len(raw)], raw.encode())
            self.assertTrue(text.replace("\r", "").split("\n")[line - 1][column - 1:].startswith(raw))

    def test_running_text(self):
        self.assertEqual(self.md("http://a.example/ [b](c) <http://d.example/> [http://e.example/](http://f.example/g)\n"
                                 "`[no](h)` http://i.example/\n```\n[no](j) http://k.example/\n[no]: l\n```\n[m](n)"),
                         ["http://a.example/", "c", "http://d.example/", "http://e.example/", "http://f.example/g",
                          "http://i.example/", "http://k.example/", "n"])

    def test_what_is_none(self):
        self.assertEqual(self.md("a](b) \\[c](d) [e] (f) [g](h i) [j](k\n\nl) x[i](\n\n[n\n\no](p)"), [])

    def html(self, text):
        """The references of HTML in it: element, attribute and text."""
        return [row for row in self.md(text, "element", "attribute", "raw") if row[0]]

    def test_html(self):
        """CommonMark, 4.6 and 6.6: raw HTML has the references of HTML."""
        text = ("# <img src=a.png>\n\n<div align='center'>\n  <a href=\"b?c&amp;d\"><img\n  src='e.svg' alt=\">\"></a>\n"
                "[no](link) http://h.example/\n</div>\n\n[f](g)\n\n- i <a href='http://j.example/'>k</a> [l](<m>)\n")
        self.assertEqual(self.md(text, "element", "attribute", "raw"),
                         [("img", "src", "a.png"), ("a", "href", "b?c&d"), ("img", "src", "e.svg"),
                          (None, None, "http://h.example/"), (None, None, "g"), ("a", "href", "http://j.example/"), (None, None, "m")])
        for raw, offset, line, column in self.md(text, "raw", "offset", "line", "column"):
            raw = raw.replace("&", "&amp;")
            self.assertEqual(text[offset:offset + len(raw)], raw)
            self.assertTrue(text.split("\n")[line - 1][column - 1:].startswith(raw))

    def test_html_in_a_table(self):
        """The elements are nested as in the page, with Markdown between them."""
        self.assertEqual(self.html("<table>\n<tr><td background=a>\n\n*b*\n\n</td></tr></table><td background=c>\n"),
                         [("td", "background", "a")])
        self.assertEqual(self.html("<picture><source srcset='a, b 2x'>\n<img src=c></picture>\n\n<svg><use href='#d'/></svg>"),
                         [("source", "srcset", "a"), ("source", "srcset", "b"), ("img", "src", "c"), ("use", "href", "#d")])

    def test_html_that_is_code(self):
        for text in ("`<a href=x>`", "```html\n<a href=x>\n```", "~~~\n<a href=x>\n~~~", "a\n\n    <a href=x>\n\n    <img src=y>",
                     "\t<a href=x>", "- a\n\n      <a href=x>", "``<a href=x>` ``", "<!-- <a href=x> -->", "<? <a href=x> ?>",
                     "<![CDATA[<a href=x>]]>", "\\<a href=x>"):
            self.assertEqual(self.html(text), [], text)
        for text in ("- a\n\n    <a href=x>", "1. a\n\n   <a href=x>", "a\n    <a href=x>", "    a\n\n<a href=x>", "<!--> <a href=x>",
                     "- a\n\nb\n\n <a href=x>", "10) - a\n\n       <a href=x>"):
            self.assertEqual(self.html(text), [("a", "href", "x")], text)

    def test_fences(self):
        """CommonMark, 4.5: where fenced code starts and ends."""
        for text in ("> ```\n> [no](a) <a href=b>\n\n[yes](c)", "> ```\n> [no](a)\n[yes](c)", "``` a`b\n[yes](c)", "    ```\n[yes](c)\n",
                     "```\n[no](a)\n``` x\n[no](b)\n```  \n[yes](c)", "```\n[no](a)\n    ```\n[no](b)\n   ````\n[yes](c)",
                     "~~~ a`b\n[no](a)\n~~~\n[yes](c)", "1. x\n\n     ```\n     [no](a)\n     ```\n\n   [yes](c)",
                     "> a\n>\n>    ```\n>    [no](a)\n>    ```\n> [yes](c)"):
            self.assertEqual(self.md(text), ["c"], text)

    def test_code_ends_with_its_paragraph(self):
        for text in ("`a\n\n[yes](c) `", "- `a\n- [yes](c) `", "`a\n# [yes](c) `", "`a\n> [yes](c) `", "`[no](a)\n[no](b)` [yes](c)"):
            self.assertEqual(self.md(text), ["c"], text)

    def test_declarations(self):
        """In an HTML block as in HTML, elsewhere as in CommonMark, 6.6."""
        text = "<!X <a href=a> <a href=b> <!-- <a href=c> --> <!DOCTYPE html> <a href=d> <! <a href=e>"
        self.assertEqual(self.md(text), ["b", "d"])
        self.assertEqual(self.md(f"x {text}"), ["b", "d", "e"])

    def test_html_that_is_none(self):
        """CommonMark, 6.6: anything that is not a tag is text."""
        for text in ("<a href=x", "<a href=x\n\n>", "< a href=x>", "<33 href=x>", "<a h*ref=x>", "<a href='x>", "<a href='x'src=y>",
                     "</a href=x>", "<a.b href=x>", "<http:x>"):
            self.assertEqual(self.html(text), [], text)

    def test_html_with_text(self):
        text = "x\n<style>\na { b: url(c) } [d](e)\n\n</style>\n<script>'<a href=f> http://g.example/'</script> [h](i)\n[j](k)"
        self.assertEqual(self.md(text, "element", "raw"), [("style", "c"), (None, "k")])
        self.assertEqual(self.md("x <style> [a](b) <textarea>", "element", "raw"), [(None, "b")])

    def test_base(self):
        """A <base> in Markdown is a reference, not a base."""
        told = self.links("a.md", "# T\n<base href='/b/'><a href=c>\n\n[d](e)")
        self.assertEqual(told.targets, ["http://h.example/b/", BASE + "c", BASE + "e"])

    def test_frame(self):
        told = self.links("a.md", "<iframe srcdoc='<a href=b>'></iframe>\n\n[c](d)")
        self.assertEqual([(r["document"], r["raw"]) for r in told.references], [(1, "d"), (2, "b")])

    def test_places(self):
        text = "[a](b)\n\n> ![c](d 't')\n\n[e]: f\n http://g.example/"
        for raw, offset, line, column in self.md(text, "raw", "offset", "line", "column"):
            self.assertEqual(text[offset:offset + len(raw)], raw)
            self.assertTrue(text.split("\n")[line - 1][column - 1:].startswith(raw))

    def test_cut_off(self):
        whole = "[a](<b> 't') `c` [d]: e\n<a b='c'\n><style>d</style> <!-- e -->\n[f]: g\n```\n~~~ [h](i\\"
        for end in range(len(whole) + 1):
            self.assertEqual(self.links("a.md", whole[:end]).ends[-1]["status"], "done")

    def test_hostile(self):
        for unit in ("[", "](", "[a](", "`", "` `` ", "[a](<", "[a](b '", "[a](" + "(" * 40, "\n[a", "\\", "[a](", "<", "<a ", "<a b='", "<a b=\"'", "<style>", "<script></", "<!--",
                     "<style></style", "<a x=\"<a y='\" z=' ", "- ", "> ", ">", "- \n", "* - ", "1. ", "[a]", "![", "![[](", "[a]: b\n", "[a]: b '\n", "[a][", "\r", "\t", " \n",
                     "```\n", "<div>\n", "<!-- -->", "<?", "<!X", "<![CDATA[", "&", "&amp", "`" * 300 + " ", "===\n", "a\n===\n", "[^a]:", "[^a]: ", "<h1>", "<a@b", "<a:", "<x:y>", "# ", "|"):
            self.links("a.md", unit * 200000)
        self.assertEqual(len(self.md("[a](b) " * 100000)), 100000)


if __name__ == "__main__":
    unittest.main()
