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

    def test_links(self):
        self.assertEqual(self.md('[a](b.md) ![c](d.png "title (x)") [e]( <f g> \'t\' ) [h](i(j)k) [l](m\\)n)\n[[o](p)](q) [r](#s)'),
                         ["b.md", "d.png", "f g", "i(j)k", "m\\)n", "p", "q", "#s"])
        self.assertEqual(self.md("[a](b\\(c?d&amp;e)", "reference"), ["b(c?d&e"])

    def test_definitions(self):
        self.assertEqual(self.md('See [a][1].\n\n[1]: b.md "t"\n  [x y]: <c>\n> [q]: d\n[^2]: note\n'), ["b.md", "c", "d"])

    def test_running_text(self):
        self.assertEqual(self.md("http://a.example/ [b](c) <http://d.example/> [http://e.example/](http://f.example/g)\n"
                                 "`[no](h)` http://i.example/\n```\n[no](j) http://k.example/\n[no]: l\n```\n[m](n)"),
                         ["http://a.example/", "c", "http://d.example/", "http://e.example/", "http://f.example/g",
                          "http://i.example/", "http://k.example/", "n"])

    def test_what_is_none(self):
        self.assertEqual(self.md("a](b) \\[c](d) [e] (f) [g](h i) [j](k\n\nl) [m]() x[i](\n\n[n\n\no](p)"), [])

    def test_places(self):
        text = "[a](b)\n\n> ![c](d 't')\n\n[e]: f\n http://g.example/"
        for raw, offset, line, column in self.md(text, "raw", "offset", "line", "column"):
            self.assertEqual(text[offset:offset + len(raw)], raw)
            self.assertTrue(text.split("\n")[line - 1][column - 1:].startswith(raw))

    def test_cut_off(self):
        whole = "[a](<b> 't') `c` [d]: e\n[f]: g\n```\n~~~ [h](i\\"
        for end in range(len(whole) + 1):
            self.assertEqual(self.links("a.md", whole[:end]).ends[-1]["status"], "done")

    def test_hostile(self):
        for unit in ("[", "](", "[a](", "`", "` `` ", "[a](<", "[a](b '", "[a](" + "(" * 40, "\n[a", "\\", "[a]("):
            self.links("a.md", unit * 200000)
        self.assertEqual(len(self.md("[a](b) " * 100000)), 100000)


if __name__ == "__main__":
    unittest.main()
