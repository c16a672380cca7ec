# SPDX-License-Identifier: MIT
"""HTML: which attributes contain references, their base, and documents made to break a parser."""
import unittest

from support import HarvestTest, sample

DEEP = 100000


class Attributes(HarvestTest):
    def one(self, markup, *raws):
        """All references of a body, or of a whole document."""
        page = markup if markup.startswith("<!") else "<!DOCTYPE html><body>" + markup
        self.assertEqual(self.html(page), list(raws), markup)

    def test_each_attribute(self):
        self.one('<a href="x">', "x")
        self.one('<area href="x">', "x")
        self.one('<img src="x">', "x")
        self.one('<form action="x"></form>', "x")
        self.one('<blockquote cite="x"></blockquote><q cite="y"></q><ins cite="z"></ins><del cite="w"></del>',
                 "x", "y", "z", "w")
        self.one('<object data="x" classid="clsid:1" codebase="c/" usemap="#m"></object>', "x", "clsid:1", "c/", "#m")
        self.one('<img longdesc="x" usemap="#y">', "x", "#y")
        self.one('<table background="x"><tr><td background="y"></td></tr></table>', "x", "y")
        self.one('<video poster="x" src="y"></video>', "x", "y")
        self.one('<button formaction="x"></button><input formaction="y">', "x", "y")
        self.one('<a ping="x y">', "x", "y")
        self.one('<command icon="x"><menuitem icon="y">', "x", "y")
        self.one('<!DOCTYPE html><html manifest="x"><head profile="y z"><body background="w">', "x", "y", "z", "w")
        self.one('<link imagesrcset="x 1x, y 2x">', "x", "y")
        self.one('<svg><use xlink:href="#x"/><image href="y"/></svg>', "#x", "y")
        self.one('<math><mi xlink:href="x">i</mi></math>', "x")

    def test_names_in_any_case(self):
        self.one('<A HREF="x"><IMG SRC=y>', "x", "y")

    def test_attributes_that_mean_something_else(self):
        self.one('<div data="x" cite="x" action="x" icon="x" archive="x" profile="x" poster="x" background="x">')
        self.one('<p title="http://x.example/" data-href="y" hreflang="z">')

    def test_guesses(self):
        """Only with --guess, and never broken."""
        page = b'<img data-src="missing.png" src="broken.png"><a data-href="[http://">'
        self.write("guess.html", page)
        self.harvest(status=None)
        self.assertEqual(self.query("SELECT raw FROM reference"), [("broken.png",)])
        self.write("guess.html", page + b" ")
        self.harvest("--guess", status=None)
        self.assertEqual(self.query("SELECT raw, identifies FROM reference ORDER BY ordinal")[:2], [("missing.png", 2), ("broken.png", 0)])
        self.assertEqual(self.query("SELECT r.raw FROM broken AS b JOIN reference AS r ON r.id = b.reference_id"), [("broken.png",)])

    def test_archive(self):
        self.one('<object archive="x  y\n z"></object>', "x", "y", "z")
        self.one('<applet archive="x, y ,z"></applet>', "x", "y", "z")

    def test_srcset(self):
        self.one('<img srcset="a.png, b.png 2x">', "a.png", "b.png")
        self.one('<img srcset=" , a.png 1x,b.png 100w 50h , c,d.png">', "a.png", "b.png", "c,d.png")
        self.one('<img srcset="data:image/png;base64,AA== 1x, b.png 2x">', "data:image/png;base64,AA==", "b.png")
        self.one('<img srcset="a.png x(1,2), b.png">', "a.png", "b.png")
        self.one('<source srcset="a.png,">', "a.png")
        self.one('<img srcset="  ">')

    def test_refresh(self):
        def refresh(content, *raws, equiv="refresh"):
            self.one(f'<!DOCTYPE html><meta http-equiv="{equiv}" content="{content}">', *raws)

        refresh("5; url=x", "x")
        refresh("5;URL='x y'; z", "x y")
        refresh("0,x", "x")
        refresh("0 url = x", "x")
        refresh("1.5;url=x", "x")
        refresh("5; urlx", "urlx")
        refresh("5; url=x", "x", equiv="Refresh")
        refresh("5")
        refresh("5;")
        refresh("url=x")
        refresh("5x; url=x")
        refresh("5; url=x", equiv="description")

    def test_what_is_no_element(self):
        self.one('<!-- <a href="x"> --><script>"<a href=x>"</script><style><a href="x"></style>'
                 '<textarea><a href="x"></textarea><title><a href="x"></title>')
        self.one('<noscript><a href="x"></noscript><template><a href="y"></template>', "x", "y")

    def test_character_references(self):
        self.one('<a href="?a=1&amp;b=2&copy=3&#x41;&#66;">', "?a=1&b=2&copy=3AB")
        self.one("<a href='a&quot;b\"&nGt;'>", 'a"b"\u226b\u20d2')

    def test_white_space(self):
        rows = self.html('<!DOCTYPE html><a href=" \n x\ty\r\nz ">', "raw, cleaned, target")
        self.assertEqual(rows[0][1], "xyz")
        self.assertTrue(rows[0][2].endswith("/xyz"))

    def test_empty(self):
        rows = self.html('<!DOCTYPE html><a href="">', "raw, target")
        self.assertEqual(rows, [("", f"file://{self.folder}/page.html")])

    def test_no_element_counts_twice(self):
        """Formatting elements are copied by the algorithm; a second <body> gives its attributes to the first."""
        self.one('<p><b><a href="x">1<div>2</div>3</a></b><p>4<a href="y">5', "x", "y")
        self.one('<a href="x"><table><tr><td>1</a>2</table>', "x")
        self.one('<!DOCTYPE html><body background="x"><body background="y">', "x")

    def test_order_is_that_of_the_document(self):
        self.one('<table><tr><td><a href="x">1</a></td></tr><a href="y">2</a></table><a href="z">3</a>', "x", "y", "z")

    def test_places(self):
        page = '<!DOCTYPE html>\n<p>\n  <a href="x"> <a href=y> <a href = \'z\'>\n<img srcset="s, t 2x">'
        rows = self.html(page, 'raw, "offset", line, "column", element, attribute')
        for raw, offset, line, column, _, _ in rows:
            self.assertEqual(page[offset:offset + 1], raw)
            self.assertEqual(page.split("\n")[line - 1][column - 1], raw)
        self.assertEqual([row[4:] for row in rows], [("a", "href")] * 3 + [("img", "srcset")] * 2)

    def test_bytes_that_are_not_utf8(self):
        rows = self.html(b'<!DOCTYPE html><meta charset=utf-8><a href="caf\xe9?a&amp;b"><a href=\xff\xfe><a href="\xef\xbf\xbd">', "raw")
        self.assertEqual(rows, [b"caf\xe9?a&b", b"\xff\xfe", "\ufffd"])
        self.assertEqual(self.query("SELECT code, offset FROM error ORDER BY id"),
                         [("path-character", 3), ("path-character", 0), ("path-character", 0)])

    def test_long_value(self):
        self.one('<a href="' + "x" * 300000 + '">', "x" * 300000)


class Base(HarvestTest):
    def targets(self, page, *arguments):
        return self.html("<!DOCTYPE html>" + page, "target", "page.html", *arguments)

    def document(self):
        return self.query("SELECT base, base_source FROM document")[0]

    def test_first_base_with_href(self):
        page = '<base target="_top"><base href="http://a.example/b/"><base href="http://c.example/"><a href="x">'
        self.assertEqual(self.targets(page)[-1], "http://a.example/b/x")
        self.assertEqual(self.document(), ("http://a.example/b/", "content"))

    def test_base_after_references(self):
        self.assertEqual(self.targets('<a href="x"></a><base href="http://a.example/">')[0], "http://a.example/x")

    def test_relative_base_is_resolved(self):
        self.assertEqual(self.targets('<base href="../b/"><a href="x">', "--base=http://h.example/a/c/"),
                         ["http://h.example/a/b/", "http://h.example/a/b/x"])

    def test_base_in_template_does_not_count(self):
        self.assertEqual(self.targets('<template><base href="http://a.example/"></template><a href="x">',
                                      "--base=http://h.example/")[-1], "http://h.example/x")

    def test_base_that_is_none(self):
        """RFC 3986, 5.1.1: an explicit base takes precedence; if it is not a URI reference, no other base is guessed."""
        self.assertEqual(self.targets('<base href="http://[/"><a href="x">', "--base=http://h.example/"),
                         [None, None])
        self.assertEqual(self.document(), (None, "none"))
        self.assertEqual(self.query("SELECT message FROM error ORDER BY id"),
                         [('"[" in the host has no closing "]"',),
                          ("a relative reference, and no base URI is known (RFC 3986, 5.1)",)])

    def test_codebase(self):
        page = '<base href="http://h.example/"><object codebase="c/" data="x" archive="y" usemap="#z"></object>'
        self.assertEqual(self.targets(page)[1:], ["http://h.example/c/", "http://h.example/c/x",
                                                  "http://h.example/c/y", "http://h.example/#z"])

    def test_file_uri_of_the_path(self):
        self.html('<!DOCTYPE html><a href="x">', "target", "a b%41#?ü:1.html")
        self.assertEqual(self.query("SELECT base FROM document"),
                         [(f"file://{self.folder}/a%20b%2541%23%3F%C3%BC:1.html",)])

    def test_base_given_for_a_folder(self):
        self.html('<!DOCTYPE html><a href="y">', "target", "sub/a:b c.html", "--base=http://h.example/d/")
        self.assertEqual(self.query("SELECT base FROM document"), [("http://h.example/d/sub/a:b%20c.html",)])
        self.assertEqual(self.references("target"), ["http://h.example/d/sub/y"])

    def test_base_given_for_a_file(self):
        path = self.write("page.html", '<!DOCTYPE html><a href="y">')
        self.harvest("--base=http://h.example/d/e.html", path)
        self.assertEqual(self.references("target"), ["http://h.example/d/y"])

    def test_first_segment_with_a_colon(self):
        path = self.write("urn:x.html", '<!DOCTYPE html><a href="y">')
        self.harvest("--base=http://h.example/", self.folder)
        self.assertEqual(self.query("SELECT base FROM document"), [("http://h.example/urn:x.html",)])
        self.assertTrue(path.exists())

    def test_excess(self):
        rows = self.html('<!DOCTYPE html><a href="../x"><a href="../../x"><a href="/../x"><a href="a/../../../x">'
                         '<a href="./x"><a href="http://h.example/../x">',
                         "excess, target", "page.html", "--base=http://h.example/a/b")
        self.assertEqual(rows, [(0, "http://h.example/x"), (1, "http://h.example/x"), (1, "http://h.example/x"),
                                (1, "http://h.example/x"), (0, "http://h.example/a/x"), (0, "http://h.example/x")])


class Hostile(HarvestTest):
    """100,000 elements within each other, and other shapes that take a parser's time or memory."""

    SHAPES = {
        "div": "<div>", "b": "<b>", "b with attributes": "<b id=%d>", "p": "<p>", "table": "<table>",
        "cells": "<table><tr><td>", "lists": "<ul><li>", "reopened": "<p><b id=%d>", "font": "<font color=%d><p>",
        "out of order": "<x><div></x></div>", "forms": "<form><div></form>", "svg": "<svg><g>",
        "templates": "<template>", "buttons": "<button>", "anchors": "<a>", "headings": "<h1>",
        "select": "<select><option>", "ruby": "<rt>", "cells outside": "<th id=%d><dl id=%d>",
        "closed blocks": "<div><b id=%d></div>", "end tags": "</p></br></x>", "frames": "<frameset>",
        "foreign titles": "<math><title id=%d><applet></rt>",
    }

    def harvest_shape(self, markup):
        self.write("deep.html", "<!DOCTYPE html>" + markup)
        self.db.unlink(missing_ok=True)
        result = self.measure("-q", "-o", self.db, self.folder / "deep.html")
        self.assertLess(result.seconds, 20)
        return self.query("SELECT status, note FROM document")[0]

    def test_nested(self):
        for name, unit in sample(list(self.SHAPES.items()), 4):
            with self.subTest(name):
                markup = "".join(unit.replace("%d", str(i)) for i in range(DEEP))
                status, _ = self.harvest_shape(markup + '<a href="http://end.example/">')
                self.assertEqual(status, "done")
                if name not in ("templates", "select", "frames"):
                    self.assertIn("http://end.example/", self.references())

    def test_long_values(self):
        """The time for a reference does not depend on the length of its tag or style sheet."""
        self.harvest_shape('<object codebase="' + "x" * 1500000 + '" archive="' + "a " * 300000 + '">')
        self.harvest_shape("<svg><style>" + "a{b:url(c)}" * 600000)
        self.harvest_shape('<p style="&amp;' + "".join(f"a:url(\\61{'x' * i});" for i in range(3000)) + '">')

    def test_nothing_is_lost_in_depth(self):
        markup = "".join(f'<div><a href="http://h.example/{i}?a&amp;b">' for i in range(3000))
        status, note = self.harvest_shape('<base href="http://b.example/">' + markup + '<img src="x">')
        self.assertEqual((status, note), ("done", None))
        self.assertEqual(self.references("target"), ["http://b.example/"] +
                         [f"http://h.example/{i}?a&b" for i in range(3000)] + ["http://b.example/x"])

    def test_nesting_changes_nothing(self):
        """The same page with and without many open elements at its end."""
        markup = ('<base href="http://b.example/"><link rel=x href=1 imagesrcset="2 1x, 3 2x">'
                '<!-- <a href=no> --!><a href="4"><!--> <a href=5><a title=">" href = \'6\' href=no>'
                '<script><a href=no></script><style><a href=no></style><textarea><a href=no></textarea>'
                '<svg><style/><a xlink:href=7 /></svg><img srcset="8&#46;png, 9 2x"><a href=a&amp;b></a >'
                '<A HREF=c></A><a href=""></a><a href></a><a =x href=d></a><a/href=e></a></ a href=no>'
                '<template><base href="http://no.example/"><a href=f></template><?a href=no><a\nhref\n=\ng>')
        columns = 'raw, target, "offset", line, "column", element, attribute'
        page = self.html("<!DOCTYPE html>" + markup, columns)
        self.assertEqual(self.query("SELECT note FROM document"), [(None,)])
        deep = self.html("<!DOCTYPE html>" + markup + "<div>" * 1000, columns)
        self.assertEqual(self.query("SELECT note FROM document"), [(None,)])
        self.assertEqual(deep, page)
        self.assertEqual(len(page), 19)

    def test_depth(self):
        for depth in (255, 256, 257, 500):
            page = "".join(f'<div><a href="{i}"></a>' for i in range(depth)) + "</div>" * depth + '<a href="end">'
            self.assertEqual(self.html("<!DOCTYPE html>" + page), [str(i) for i in range(depth)] + ["end"])
            self.assertEqual(self.query("SELECT note FROM document"), [(None,)])

    def test_bytes_that_are_not_utf8_in_depth(self):
        page = b"<!DOCTYPE html><meta charset=utf-8>" + b"<div>" * 600 + b"<a href='\xe9\"&quot;\xff'>"
        self.assertEqual(self.html(page), [b'\xe9""\xff'])

    def test_many_attributes(self):
        attributes = " ".join(f"a{i}=1" for i in range(DEEP))
        status, note = self.harvest_shape(f'<a {attributes} href="http://end.example/">')
        self.assertEqual((status, note), ("done", None))
        self.assertEqual(self.references(), ["http://end.example/"])

    def test_formatting_left_open(self):
        status, note = self.harvest_shape("<b><a href=y>" * 5000 + '<a href="http://end.example/">')
        self.assertEqual((status, note), ("done", None))
        self.assertEqual(len(self.references()), 5001)

    def test_formatting_that_is_closed(self):
        self.assertEqual(len(self.html("<!DOCTYPE html>" + "<b><a href=y>x</a></b>" * 5000)), 5000)
        self.assertEqual(self.query("SELECT note FROM document"), [(None,)])

    def test_cut_off(self):
        whole = '<!DOCTYPE html><a href="x" title=\'y\'><!-- c --><img src=z></a><script>1</script>&amp;'
        for end in sample(range(len(whole) + 1), 4):
            self.html(whole[:end])
            self.assertEqual(self.query("SELECT status FROM document"), [("done",)])

    def test_too_large(self):
        """Only style sheets, not HTML, are read as a whole."""
        self.write("a.css", "@import 'x';" + " " * 3000)
        self.write("b.html", "<!DOCTYPE html>" + "<p>" * 1000 + '<a href="x">')
        self.harvest("--max-html=1000", status=1)
        self.assertEqual(self.query("SELECT status FROM document ORDER BY id"), [("too large",), ("done",)])
        self.assertEqual(self.query("SELECT code, reference_id, message FROM error"),
                         [("document-too-large", None, "a style sheet of more than 1000 bytes (see --max-size)")])
        self.harvest("--max-html=10000")
        self.assertEqual(self.query("SELECT status FROM document ORDER BY id"), [("done",), ("done",)])
        self.assertEqual(self.query("SELECT count(*) FROM error"), [(0,)])
        self.assertEqual(self.references(), ["x", "x"])


if __name__ == "__main__":
    unittest.main()
