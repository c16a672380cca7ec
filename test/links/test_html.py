# SPDX-License-Identifier: MIT
"""HTML: attributes that harvest's tests do not have, style sheets in pages, and documents in attributes."""
import gzip
import json
import re
import unittest

from support import BASE, LinksTest, Told

DEEP = "<div>" * 600  # nesting changes nothing


class Html(LinksTest):
    def both(self, body, *keys, **how):
        """The output for a page, which must equal that for the page with many open elements at its end."""
        page = self.links("page.html", "<!DOCTYPE html>" + body, **how)
        deep = self.links("page.html", "<!DOCTYPE html>" + body + DEEP, **how)
        self.assertEqual([told.ends[-1].get("note") for told in (page, deep)], [None, None])
        self.assertEqual(deep.values(*keys), page.values(*keys))
        return page.values(*keys)


class Attributes(Html):
    def test_older_ones(self):
        self.assertEqual(self.both('<img lowsrc="a" dynsrc="b" src="c"><layer background="d"></layer>', "raw"),
                         ["a", "b", "c", "d"])

    def test_codebase_of_applet(self):
        rows = self.both('<applet codebase="c/" code="X.class" archive="a.jar,b.jar"></applet>', "attribute", "target")
        self.assertEqual(rows, [("codebase", BASE + "c/"), ("code", BASE + "c/X.class"), ("archive", BASE + "c/a.jar"),
                                ("archive", BASE + "c/b.jar")])

    def test_codebase_of_object(self):
        rows = self.both('<object data="d" classid="java:x" codebase="c/" archive="e f"></object>', "raw", "target")
        self.assertEqual(rows, [("d", BASE + "c/d"), ("java:x", "java:x"), ("c/", BASE + "c/"), ("e", BASE + "c/e"),
                                ("f", BASE + "c/f")])

    def test_relations_that_name_an_origin(self):
        """HTML, 4.6.7: "dns-prefetch" and "preconnect"."""
        for rel, name in (("preconnect", True), ("DNS-Prefetch preconnect", True), ("preconnect stylesheet", None), ("preload", None), ("", None)):
            self.assertEqual(self.both(f"<link href=a rel='{rel}'>", "identifies"), [name], rel)

    def test_relation(self):
        """HTML, 4.6.2 ("rel"); HTML 4.01, 12.2 ("rev"): of the link of an <a>, <area>, <form> or <link>."""
        cases = [("<a rel='next' href=a>", "next"), ("<a href=a rel=\"\n x  y \">", "x  y"), ("<area href=a rel=b>", "b"),
                 ("<form action=a rel=b></form>", "b"), ("<link href=a rel='a&amp;b'>", "a&b"), ("<link href=a rel>", None),
                 ("<a href=a rev='made  by'>", "rev=made rev=by"), ("<link rev=b href='&#97;' rel='c d'>", "c d rev=b"), ("<a href=a rel='' rev=b>", "rev=b"),
                 ("<img src=a rel=b>", None), ("<form action=a rel='&#98;'></form>", "b"), ("<a href='a&amp;' rel=b>", "b")]
        for markup, relation in cases:
            self.assertEqual(self.both(markup, "relation"), [relation], markup)
            closed = re.sub(" rel>", " rel=''>", markup.replace("</form>", ""))
            quoted = re.sub(r"=([^'\"\s>]+)", r"='\1'", closed)[:-1] + "/>"
            told = self.links("a.xhtml", '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml">' + quoted + "</html>", "--no-identifiers")
            self.assertEqual(told.values("relation"), [relation], quoted)
        self.assertEqual(self.both("<a ping=b href=a rel=c><link imagesrcset=a rel=c>", "relation"), [None, "c", None])
        latin = "<meta charset=iso-8859-1><a href=a rel=\u00e9 rev=b>".encode("latin-1")
        self.assertEqual(self.links("page.html", latin).values("relation"), ["\u00e9 rev=b"])

    def test_json_of_scripts(self):
        page = '<script type=importmap>{"imports": {"a": "./b", "c": "d"}}</script><script type=speculationrules>{"prefetch": [{"urls": ["e"]}]}</script>'
        self.assertEqual(self.both(page, "element", "attribute", "target"), [("script", None, BASE + "b"), ("script", None, BASE + "e")])

    def test_parameters(self):
        self.assertEqual(self.both('<object><param name=a value=x valuetype=ref><param name=b value=y>'
                                   '<param valuetype=data value=z></object>', "raw"), ["x"])

    def test_names(self):
        rows = self.both('<div itemscope itemid="urn:isbn:0-330-34032-8" itemtype="https://schema.org/Book  x:y">'
                         '<a urn="urn:a:b" href="c">', "raw", "identifies")
        self.assertEqual(rows, [("urn:isbn:0-330-34032-8", True), ("https://schema.org/Book", True), ("x:y", True),
                                ("urn:a:b", True), ("c", None)])

    def test_metadata(self):
        rows = self.both('<meta property="og:image" content="/i.png"><meta name="twitter:image" content="t.png">'
                         '<meta name="description" content="http://no.example/"><meta itemprop="url" content="u">'
                         '<meta property="OG:URL" content="v"><meta http-equiv="refresh" content="5; url=w">'
                         '<meta name="robots" content="none"><meta name=msapplication-TileImage content=x>', "raw")
        self.assertEqual(rows, ["/i.png", "t.png", "u", "v", "w", "x"])

    def test_order_within_a_tag(self):
        self.assertEqual(self.both('<a ping="a b" href="c"></a><video poster="d" src="e"></video>', "raw", "column"),
                         [("a", 25), ("b", 27), ("c", 36), ("d", 58), ("e", 66)])

    def test_svg(self):
        rows = self.both('<svg><rect fill="url(#g)" stroke="red" clip-path="url( \'c.svg#p\' )" mask="none"/>'
                         '<path marker-start="url(#m)" marker-mid=url(n) style="filter:url(#f)"/></svg>', "attribute", "raw")
        self.assertEqual(rows, [("fill", "#g"), ("clip-path", "c.svg#p"), ("marker-start", "#m"), ("marker-mid", "n"),
                                ("style", "#f")])

    def test_what_is_left_alone(self):
        self.assertEqual(self.both('<div data-src="a" about="b" resource="c" title="http://d.example/" name="e" value="f" '
                                   'content="g" property="og:url" code="h" srcdoc="i"></div><!-- <a href="j"> -->'
                                   '<!--[if IE]><link href="k"><![endif]-->', "raw"), [])


class Bases(Html):
    def test_one_that_is_none(self):
        """RFC 3986, 5.1.1: an explicit base takes precedence; if it is not a URI reference, no other base is guessed."""
        for end in ("", DEEP):
            told = self.links("page.html", '<!DOCTYPE html><base href="http://e.example/a b/"><a href=x><a href="y:z">' + end, "--strict")
            self.assertEqual([(d.get("base"), d["base_source"]) for d in told.documents], [(None, "none")])
            self.assertEqual([(r.get("target"), r.get("error", {}).get("code")) for r in told.references],
                             [(None, "path-character"), (None, "base-not-absolute"), ("y:z", None)])

    def test_codebase_that_is_none(self):
        rows = self.both('<object codebase="http://x y/" data=d></object><a href=e>', "raw", "target")
        self.assertEqual(rows, [("http://x y/", None), ("d", None), ("e", BASE + "e")])

    def test_of_schemes_that_do_not_count(self):
        """HTML, "set the frozen base URL": data: and javascript: do not change the base."""
        for href in ("data:text/html,x", " JavaScript:x"):
            self.assertEqual(self.both(f'<base href="{href}"><base href="c/"><a href=x>', "target")[-1], BASE + "x")

    def test_of_svg(self):
        """HTML, 4.2.3: only HTML's base element sets the base."""
        rows = self.both('<svg><base href="s/"></base></svg><a href=x><base href="t/">', "target")
        self.assertEqual(rows, [BASE + "t/s/", BASE + "t/x", BASE + "t/"])
        self.assertEqual(self.both('<svg><base href="s/"></base></svg><a href=x>', "target"), [BASE + "s/", BASE + "x"])

    def test_fragment(self):
        """RFC 3986, 5.1: a base has no fragment; its reference keeps it."""
        self.assertEqual(self.both('<base href="c/#f"><a href="#g"><object codebase="e#h" data=i>', "base", "target"),
                         [(BASE + "page.html", BASE + "c/#f"), (BASE + "c/", BASE + "c/#g"),
                          (BASE + "c/", BASE + "c/e#h"), (BASE + "c/e", BASE + "c/i")])

    def test_iris(self):
        """RFC 3987, 3.1: characters beyond ASCII are encoded, in bases too."""
        page = '<!DOCTYPE html><base href="/ü/"><a href="é?😀"><a href=""><object codebase="ä/" data=d>'
        told = self.links("page.html", page, "--spec=iri", "--to-uri")
        self.assertEqual(told.documents[0]["base"], "http://h.example/%C3%BC/")
        self.assertEqual(told.values("raw", "reference", "target")[1],
                         ("é?😀", "%C3%A9?%F0%9F%98%80", "http://h.example/%C3%BC/%C3%A9?%F0%9F%98%80"))
        self.assertEqual(told.targets[2:], [None, "http://h.example/%C3%BC/%C3%A4/", "http://h.example/%C3%BC/%C3%A4/d"])
        told = self.links("page.html", b'<!DOCTYPE html><meta charset=utf-8><a href="\xff\xc3\xa9">', "--spec=iri", "--to-uri")
        self.assertEqual(told.references[0]["error"]["begin"], 0)
        self.assertEqual(self.links("page.html", page, "--spec=iri").targets, self.links("page.html", page, "--spec=iri", "--to-uri").targets)
        self.assertEqual(self.links("page.html", page, "--spec=rfc3986").targets, [None] * 5)


class Styles(Html):
    def test_attribute(self):
        rows = self.both('<p style="background: url(a.png) , url(&quot;b&amp;c.png&quot;)">', "raw", "target", "attribute")
        self.assertEqual(rows, [("a.png", BASE + "a.png", "style"), ("b&c.png", BASE + "b&c.png", "style")])

    def test_element(self):
        page = ('<style>\n@import "a.css";\n p > b { background: url(b.png) } /* url(no) */ </style>'
                '<style media=print>@import url(c.css);</style><style></style>')
        rows = self.both(page, "element", "raw", "offset", "line", "column")
        whole = "<!DOCTYPE html>" + page
        self.assertEqual([row[1] for row in rows], ["a.css", "b.png", "c.css"])
        for element, raw, offset, line, column in rows:
            self.assertEqual((element, whole[offset:offset + len(raw)]), ("style", raw))
            self.assertTrue(whole.split("\n")[line - 1][column - 1:].startswith(raw))

    def test_element_in_svg(self):
        self.assertEqual(self.both('<svg><style>a{fill:url(#x)}</style><style><![CDATA[b{fill:url(#y)}]]></style></svg>',
                                   "raw"), ["#x", "#y"])

    def test_character_references_in_svg(self):
        """HTML, 13.2.6.5: character references are decoded in the text of foreign elements, but not in HTML's <style>."""
        self.assertEqual(self.both('<svg><style>@import url(&quot;s&amp;t&quot;)</style></svg><style>a{b:url(c&amp;)}</style>',
                                   "raw"), ["s&t", "c&amp;"])

    def test_namespace(self):
        """CSS Namespaces, 2: @namespace has a name, also in <style>."""
        self.assertEqual(self.both("<style>@namespace 'http://n.example/'; @import 'a'</style>", "raw", "identifies"),
                         [("http://n.example/", True), ("a", None)])

    def test_escapes(self):
        self.assertEqual(self.both(r'<p style="background:url(a\20 b\29.png)"><p style="background:url(\68ttp://h.example/)">',
                                   "raw", "reference"),
                         [(r"a\20 b\29.png", "a%20b).png"), (r"\68ttp://h.example/", "http://h.example/")])

    def test_element_that_is_not_closed(self):
        self.assertEqual(self.links("page.html", "<!DOCTYPE html><style>a{b:url(c)} <a href=d>").raws, ["c"])


class Frames(Html):
    def test_document_in_an_attribute(self):
        page = ('<base href="http://b.example/"><iframe srcdoc="<a href=&quot;x&quot;><img src=y>"></iframe>'
                '<iframe srcdoc="<base href=c/><a href=z>"></iframe><a href="w">')
        for end in ("", DEEP):
            told = self.links("page.html", "<!DOCTYPE html>" + page + end)
            self.assertEqual([(d["kind"], d.get("part"), d["base"], d["base_source"]) for d in told.documents],
                             [("html", None, "http://b.example/", "content"),
                              ("html", "1", "http://b.example/", "entity"),
                              ("html", "2", "http://b.example/c/", "content")])
            self.assertEqual([(r["document"], r["target"]) for r in told.references if r["element"] != "base"],
                             [(1, "http://b.example/w"), (2, "http://b.example/x"), (2, "http://b.example/y"),
                              (3, "http://b.example/c/z")])

    def test_nested(self):
        page = "<a href=x>"
        for _ in range(6):
            page = '<iframe srcdoc="' + page.replace("&", "&amp;").replace('"', "&quot;") + '"></iframe>'
        told = self.links("page.html", "<!DOCTYPE html>" + page)
        self.assertEqual(len(told.documents), 7)
        self.assertEqual(told.targets, [BASE + "x"])


class Bytes(Html):
    def test_utf_16(self):
        """HTML, 13.2.3.3: a byte order mark indicates UTF-16; places refer to the UTF-8 text."""
        page = '<!DOCTYPE html><p>\u00e9\U0001f600</p><a href="x?a&amp;b"><a href="\u00e9">'
        plain = self.links("page.html", page, "--to-uri").values("raw", "target", "offset", "column")
        for name, data in (("page.html", page.encode("utf-16")), ("copy", b"\xfe\xff" + page.encode("utf-16-be")),
                           ("page.html", page.encode("utf-16-le")), ("page.html", page.encode("utf-16-be") + b"\0")):
            told = self.links(name, data, "--to-uri", base=BASE + "page.html" if name == "page.html" else BASE)
            self.assertEqual(told.documents[0]["kind"], "html")
            self.assertEqual([row[0] for row in plain], told.raws)
            if name == "page.html":
                self.assertEqual(told.values("raw", "target", "offset", "column"), plain)
        broken = self.links("page.html", '<!DOCTYPE html><a href="a'.encode("utf-16") + b"\0\xd8" + '">'.encode("utf-16-le"))
        self.assertEqual(broken.raws, ["a\ufffd"])

    def test_nul(self):
        """HTML, 13.2.5: NUL is an error, and the document continues."""
        for end in ("", DEEP):
            told = self.links("page.html", '<!DOCTYPE html><p>\0</p><a href=x><a href="y\0z"><a href="&amp;\0">' + end)
            self.assertEqual(told.documents[0]["kind"], "html")
            self.assertEqual(told.raws[0], "x")
            self.assertEqual([bool(r.get("error")) for r in told.references], [False, True, True])

    def test_nul_before_the_encoding(self):
        """HTML, 13.2.3.2: the prescan reads a NUL as any other byte of a name or a value."""
        for tag in ("<p a\0b>", "<p \0>", "<p a=\0>", "<p\0>", "</\0>", "<meta \0 x='\0'>"):
            told = self.links("page.html", f"<!DOCTYPE html>{tag}<meta charset=windows-1252><a href=x>")
            self.assertEqual(told.raws, ["x"])


class Large(Html):
    """Documents of more than 2 MiB, which are read in pieces."""
    FILL = ("<p>" + "text " * 2000 + "\n") * 300

    def piped(self, page, *options, status=(0,)):
        done = self.run_uriel("--json", "--base", BASE + "page.html", *options, input=page, status=status)
        return Told(json.loads(line) for line in done.stdout.splitlines())

    def test_base(self):
        """A base after the held part: a file is read twice; in a pipe the base applies only to later references, and is an error."""
        page = f'<!DOCTYPE html><meta charset=utf-8><a href=x>{self.FILL}<base href="/b/"><a href=y>'
        for data in (page, page.replace("<base", "<basefont><!-- <base href=no> --><base")):
            told = self.links("page.html", data)
            self.assertEqual(told.targets, ["http://h.example/b/x", "http://h.example/b/", "http://h.example/b/y"])
            self.assertEqual((told.documents[0]["base"], told.errors), ("http://h.example/b/", []))
            for piped in (self.piped(data.encode(), status=(1,)), self.links("page.html.gz", gzip.compress(data.encode()), status=(1,))):
                self.assertEqual(piped.targets, [BASE + "x", "http://h.example/b/", "http://h.example/b/y"])
                self.assertEqual([(error["code"], error["offset"]) for error in piped.errors],
                                 [("base-too-late", data.index('"/b/"') + 1)])
        early = page.replace("<a href=x>", "<base href=/c/><a href=x>").encode()
        self.assertEqual(self.piped(early).targets, ["http://h.example/c/", "http://h.example/c/x", "http://h.example/b/",
                                                     "http://h.example/c/y"])

    def test_base_that_does_not_count(self):
        page = f'<!DOCTYPE html><a href=x>{self.FILL}<template><base href="/b/"></template><svg><base href="/c/"></base></svg>'
        for told in (self.links("page.html", page), self.piped(page.encode())):
            self.assertEqual((told.targets[0], told.errors), (BASE + "x", []))

    def test_places(self):
        """A tag and a style sheet that a piece cuts have their places, wherever the cut is."""
        part = '<a title="' + "t\n" * 5000 + '" href="é?%d">\n<style>a{b:url(%d.png)' + " " * 999 + "}</style>"
        page = "<!DOCTYPE html><meta charset=utf-8>" + "".join(part % (i, i) for i in range(400))
        data, lines = page.encode(), page.encode().split(b"\n")
        for told in (self.links("page.html", data), self.piped(data)):
            rows = told.values("raw", "offset", "line", "column")
            self.assertEqual(len(rows), 800)
            for raw, offset, line, column in rows:
                raw = raw.encode()
                self.assertEqual(data[offset:offset + len(raw)], raw)
                self.assertTrue(lines[line - 1][column - 1:].startswith(raw), (line, column))

    def test_encodings(self):
        """Places in UTF-16 and ISO-2022-JP refer to the UTF-8 text, others to the file."""
        page = "".join(f"<p>\u65e5\u672c\uff71{' ' * 997}<a href='\u65e5?{i}'>\n" for i in range(3000))
        for encoding in ("utf-16", "iso-2022-jp", "shift_jis", "euc-jp", "utf-8"):
            text = page if encoding not in ("iso-2022-jp",) else page.replace("\uff71", "\u30a2")
            text = f"<!DOCTYPE html><meta charset={encoding}>{text}"
            told = self.links("page.html", text.encode(encoding))
            self.assertEqual(told.raws, [f"\u65e5?{i}" for i in range(3000)])
            seen = text.encode("utf-8" if encoding in ("utf-16", "iso-2022-jp") else encoding)
            marks = [match.start() + 6 for match in re.finditer(b"href='", seen)]
            self.assertEqual(told.values("offset"), marks, encoding)

    def test_characters_that_contain_a_backslash(self):
        """The second byte of some characters is the "\\" of CSS."""
        for encoding, letter in (("shift_jis", "\u8868"), ("gbk", "\u4e57"), ("big5", "\u529f")):
            self.assertEqual(letter.encode(encoding)[1:], b"\\")
            style = f"@import '{letter}'; a {{ b: url({letter}) url('\\{letter}&amp;\\62{letter}') url(c) }}"
            for pad in ("", "b{c:d}" * 100000):
                text = f"<!DOCTYPE html><meta charset={encoding}><style>{pad}{style}</style><a href=x>".encode(encoding)
                told = self.links("page.html", text)
                self.assertEqual(told.values("original"), [letter, letter, f"{letter}&amp;b{letter}", None, None])
                marks = [text.index(word.encode(encoding)) for word in
                         (f"{letter}';", f"{letter})", f"\\{letter}&", "c) }", "x>")]
                self.assertEqual(told.values("offset"), marks)

    def test_style_sheets_of_svg(self):
        page = "<!DOCTYPE html><svg><style>@import 'a?\u00e9&amp;b'</style>".encode("cp1252")
        self.assertEqual(self.links("page.html", page).raws, ["a?\u00e9&b"])

    def test_default_encoding(self):
        """Without a declaration the held part determines the encoding; its last character may be cut."""
        for pad in range(4):
            page = "<!DOCTYPE html>" + "x" * pad + "\u20ac" * 1500000 + "<a href='\u20ac'>"
            self.assertEqual(self.links("page.html", page).raws, ["\u20ac"])
        self.assertEqual(self.links("page.html", b"<!DOCTYPE html>\x80<a href='\xe4'>" + b" " * 3000000).raws, ["\u00e4"])

    def test_frames(self):
        page = "<!DOCTYPE html>" + f'<iframe srcdoc="<a href=x>{"y" * 100000}"></iframe>' * 50 + "<a href=z>"
        told = self.links("page.html", page)
        self.assertEqual((len(told.documents), len(told.references)), (51, 51))
        self.assertEqual({row for row in told.values("raw")}, {"x", "z"})


class Hostile(Html):
    def test_long_values(self):
        many = " ".join(f"u{i} 1x," for i in range(50000))
        self.assertEqual(len(self.both(f'<img srcset="{many}"><p style="{"a:url(b);" * 50000}">', "raw")), 100000)

    def test_open_styles(self):
        for markup in ("<svg>" + "<style>" * 100000, "<style>" * 100000, "<svg>" + "<style><![CDATA[" * 50000,
                       '<p style="' + "url(" * 100000, '<p style="' + "/*" * 100000, "<style>" + "'\\" * 100000):
            self.links("page.html", "<!DOCTYPE html>" + markup)


if __name__ == "__main__":
    unittest.main()
