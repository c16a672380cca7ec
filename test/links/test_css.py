# SPDX-License-Identifier: MIT
"""Style sheets."""
import unittest

from support import BASE, LinksTest


class Css(LinksTest):
    def css(self, text, *keys):
        return self.links("style.css", text).values(*(keys or ("element", "raw")))

    def test_kind(self):
        told = self.links("style.css", "a{b:url(c)}")
        self.assertEqual((told.documents[0]["kind"], told.documents[0]["base"]), ("css", BASE + "style.css"))
        self.assertEqual(told.targets, [BASE + "c"])

    def test_url(self):
        self.assertEqual(self.css("a{b:url(c.png)} d{e: URL( 'f(g).png' ) , url(\"h'.png\")} i{j:url(\n k \n)}", "raw"),
                         ["c.png", "f(g).png", "h'.png", "k"])

    def test_import(self):
        self.assertEqual(self.css('@charset "utf-8";@import "a.css";@IMPORT url(b.css) screen;'
                                  "@import url('c.css') layer(x) supports(display: grid);p{content:\"no\"}"),
                         [("@import", "a.css"), ("@import", "b.css"), ("@import", "c.css")])

    def test_namespace(self):
        rows = self.css('@namespace "http://www.w3.org/1999/xhtml";@namespace svg url(http://www.w3.org/2000/svg);a{}',
                        "element", "raw", "identifies")
        self.assertEqual(rows, [("@namespace", "http://www.w3.org/1999/xhtml", True),
                                ("@namespace", "http://www.w3.org/2000/svg", True)])

    def test_image_set(self):
        self.assertEqual(self.css('a{b:image-set("c.png" 1x, url(d.png) 2x, "e.avif" type("image/avif"))} f{content:"no"}'
                                  'g{h:-webkit-image-set("i" 1x);content:"no"}'),
                         [("image-set", "c.png"), ("url", "d.png"), ("image-set", "e.avif"), ("image-set", "i")])

    def test_src(self):
        self.assertEqual(self.css('a{b:src("c.png");d:src(var(--e));f:src( "g" )}'), [("src", "c.png"), ("src", "g")])

    def test_font(self):
        rows = self.css("@font-face{font-family:'F';src:url('f.eot?#iefix') format('embedded-opentype'),"
                        "url(data:font/woff2;base64,AA==) format(\"woff2\")}", "raw")
        self.assertEqual(rows, ["f.eot?#iefix", "data:font/woff2;base64,AA=="])

    def test_comments_and_strings(self):
        self.assertEqual(self.css("/* url(no) http://no.example/ */a{content:'url(no)';b:url(c)}/* url(no)", "raw"), ["c"])
        self.assertEqual(self.css("a{content:'\n;b:url(c)}", "raw"), ["c"])

    def test_strings_with_a_line_break(self):
        """CSS Syntax, 4.3.5: such a string is invalid, and a url() with one has no reference."""
        self.assertEqual(self.css("@import 'a\n;@import url('b\n);@import url(c);d{e:image-set('f\n 1x)}", "raw"), ["c"])

    def test_image(self):
        """CSS Images 4, 2.4: image() takes a string."""
        self.assertEqual(self.css("a{b:image('c.png#xywh=1',red);d:image(ltr url(e))}", "element", "raw"),
                         [("image", "c.png#xywh=1"), ("url", "e")])

    def test_what_is_none(self):
        self.assertEqual(self.css("a{b:url();c:url('');d:url( );e:url(f g);h:url(i\"j);k:curl(l);m:url n}", "raw"), [])

    def test_escapes(self):
        self.assertEqual(self.css(r"a{b:url(c\(d\).png)} e{f:url('\68\74 tp://h\00002eexample/\0')} g{h:url(i\E9 j)}",
                                  "raw", "reference", "original"),
                         [(r"c\(d\).png", "c(d).png", None), (r"\68\74 tp://h\00002eexample/\0", "http://h.example/%EF%BF%BD", "http://h.example/\ufffd"),
                          (r"i\E9 j", "i%C3%A9j", "i\u00e9j")])
        self.assertEqual(self.css('a{b:url("c\\\nd")}', "reference"), ["cd"])

    def test_places(self):
        text = "/* \n */ @import 'x';\n\n  p { background: url( y ) }"
        for raw, offset, line, column in self.css(text, "raw", "offset", "line", "column"):
            self.assertEqual(text[offset], raw)
            self.assertEqual(text.split("\n")[line - 1][column - 1], raw)

    def test_cut_off(self):
        whole = "@import 'a';@namespace b url(c);/* d */e{f:url(\\67);h:image-set('i' 1x)}"
        for end in range(len(whole) + 1):
            self.assertEqual(self.links("style.css", whole[:end]).ends[-1]["status"], "done")

    def test_hostile(self):
        for text in ("url(" * 200000, "(" * 500000, "image-set(" * 100000, "@import " * 100000, "\\" * 500001,
                     "/*" * 300000, "'" * 500000, "url('" * 100000, "url(\\" * 100000):
            self.links("style.css", text)
        self.assertEqual(len(self.css("a{b:url(c)}" * 100000, "raw")), 100000)


if __name__ == "__main__":
    unittest.main()
