# SPDX-License-Identifier: MIT
"""uriel get --part: the bytes of the element, section, lines or rows that a fragment leads to."""
import codecs
import gzip
import hashlib
import json
import os
import pathlib
import random
import tempfile
import unittest
import urllib.parse

from support import get, page, redirect, web

HARVEST = os.environ.get("HARVEST", "ON") == "ON"  # without links, only parts of text and CSV
HTML = """<!doctype html><title>t</title>
<h1 id=head>A <b>b</b></h1>
<ul><li id=one>One<li id="zw&#101;i">Two<li id="a b">Three</ul>
<p id=p>para <a name=p>shadow</a>
<p><a name=old>old</a> <a name="%41">x</a><a id=A>y</a>
<img id=im src=x><template><i id=inert></i></template><!-- <p id=gone> --><script>"<p id=gone>"</script>
"""
MARKDOWN = """---
title: x
---
# First
text
## Sub *one*
more
> # Quoted
> q

## Sub one
- ### Item

  of the list
- other
<a id="anchor"></a>

Setext
======
end
<h2 align=center
  class=x>In `HTML`</h2>
last
"""
XML = """<?xml version="1.0"?>
<r xmlns:svg="http://www.w3.org/2000/svg"><s id="x"><s id="y"/>t<!-- </s> --></s><q xml:id="z" name="n">&amp;<![CDATA[</q>]]></q><w xml:id='\u00e9' /></r>"""


class Case(unittest.TestCase):
    def setUp(self):
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        self.folder = pathlib.Path(holder.name).resolve()

    def write(self, name, data):
        path = self.folder / name
        path.write_bytes(data.encode() if isinstance(data, str) else data)
        return "file://" + urllib.parse.quote(str(path))

    def is_part(self, uri, part):
        result = get("--part", uri)
        self.assertEqual((result.status, result.out), (0, part.encode() if isinstance(part, str) else part), (uri, result.errors))

    def are_parts(self, uris, parts):
        self.assertGreater(len(uris), 300)
        records = get("--part", "--json", "-f", "-", input="\n".join(uris).encode()).json()
        for uri, record, part in zip(uris, records, parts, strict=True):
            self.assertEqual(record.get("sha256"), hashlib.sha256(part.encode()).hexdigest(), (uri, record))

    def fails(self, uri, status, *parts):
        result = get("--part", uri)
        self.assertEqual((result.status, result.out), (status, b""), (uri, result.errors))
        for part in parts:
            self.assertIn(part, result.errors)


@unittest.skipUnless(HARVEST, "without links")
class Html(Case):
    """HTML, 7.4.6.3 "select the indicated part", and 13.1.2.4 Optional tags."""

    def test_elements(self):
        base = self.write("a.html", HTML)
        for fragment, part in (("head", "<h1 id=head>A <b>b</b></h1>"), ("one", "<li id=one>One"),
                               ("zwei", '<li id="zw&#101;i">Two'), ("zw%65i", '<li id="zw&#101;i">Two'),
                               ("a%20b", '<li id="a b">Three'), ("p", "<p id=p>para <a name=p>shadow</a>\n"),
                               ("old", "<a name=old>old</a>"), ("im", "<img id=im src=x>")):
            with self.subTest(fragment):
                self.is_part(f"{base}#{fragment}", part)

    def test_order(self):
        """The fragment as written comes before the decoded one, an id before a name, and the first of each before others."""
        base = self.write("a.html", HTML)
        self.is_part(base + "#%41", '<a name="%41">x</a>')
        self.is_part(base + "#A", "<a id=A>y</a>")
        twice = self.write("b.html", "<a name=x>1</a><i id=x>2</i><b id=x>3</b>")
        self.is_part(twice + "#x", "<i id=x>2</i>")
        open_name = self.write("c.html", "<a name=x>1<i id=x>2</i></a>")
        self.is_part(open_name + "#x", "<i id=x>2</i>")

    def test_top(self):
        base = self.write("a.html", HTML)
        for fragment in ("", "#", "#top", "#ToP"):
            self.is_part(base + fragment, HTML)
        self.is_part(self.write("b.html", "<p id=top>x</p>") + "#top", "<p id=top>x</p>")

    def test_missing(self):
        base = self.write("a.html", HTML)
        for fragment in ("nothing-like-it", "inert", "gone", "HEAD", "%FF"):
            self.fails(f"{base}#{fragment}", 4, f'there is no "{fragment}" in the object')
        self.fails(base + "#haed", 4, 'did you mean "head"?')

    def test_encodings(self):
        """The bytes are the bytes of the source; the id is compared in UTF-8."""
        part = "<p id='\u65e5\u672c'>\u8a9e</p>"
        for encoding in ("utf-8", "shift_jis", "euc-jp", "gb18030", "iso-2022-jp", "utf-16-le", "utf-16-be"):
            mark = {"utf-16-le": codecs.BOM_UTF16_LE, "utf-16-be": codecs.BOM_UTF16_BE}.get(encoding, b"")
            text = f"<!doctype html><meta charset={encoding}><title>\u65e5</title>\u672c{part}<p>\u8a9e"
            begin = (mark + text[:text.index(part)].encode(encoding)) if mark else text[:text.index(part)].encode(encoding)
            data = mark + text.encode(encoding)
            with self.subTest(encoding):
                result = get("--part", self.write("e.html", data) + "#" + urllib.parse.quote("\u65e5\u672c"))
                self.assertEqual(result.status, 0, result.errors)
                self.assertIn(result.out, data)
                self.assertEqual(result.out.decode(encoding) if encoding != "iso-2022-jp" else (begin + result.out).decode(encoding)[-len(part):], part)

    def test_charset(self):
        """The charset of the header comes before the document's own (HTML, 13.2.3.2; RFC 7303, 3.2)."""
        part, xml = "<p id='\u65e5'>\u8a9e</p>", "<p id='\u00e9'/>"
        with web({"/a": page(f"<meta charset=utf-8>{part}<p>".encode("shift_jis"), "Content-Type: text/html; charset=Shift_JIS"),
                  "/b": page(f"<r>{xml}</r>".encode("latin-1"), 'Content-Type: text/xml;charset="iso-8859-1"')}) as server:
            base = f"http://127.0.0.1:{server.port}"
            self.is_part(base + "/a#%E6%97%A5", part.encode("shift_jis"))
            self.is_part(base + "/b#%C3%A9", xml.encode("latin-1"))

    def test_large(self):
        """An element over many pieces of the reader."""
        inner = "<i>x</i>" * 400000
        base = self.write("l.html", f"{'<p>y' * 100000}<div id=x>{inner}</div><p>")
        self.is_part(base + "#x", f"<div id=x>{inner}</div>")

    def test_random(self):
        """Nested elements, with end tags and without, of a generator that knows their ranges."""
        chance = random.Random(1312)
        uris, expected = [], []
        for number in range(60):
            text, ranges = "", {}

            def element(depth):
                nonlocal text
                name = f"e{len(ranges)}"
                ranges[name] = None
                begin = len(text)
                tag = chance.choice(["div", "section", "ul", "table", "span", "img", "b", "x-y", "script", "svg"])
                text += f"<{tag} title='>' id={name}>"
                if tag in ("ul", "table"):
                    for _ in range(chance.randrange(4)):
                        row, start = f"e{len(ranges)}", len(text)
                        ranges[row] = None
                        text += f"<li id={row}>" if tag == "ul" else f"<tr id={row}><td>"
                        content(depth + 1)
                        closes = tag == "ul" and chance.random() < 0.5
                        text += "</li >" if closes else ""
                        ranges[row] = text[start:]
                        text += "\n" if closes else ""
                elif tag == "script":
                    text += "'<b id=no>'<!-- </b> -->"
                elif tag == "svg":
                    text += f"<g id=g{name} />"
                    ranges[f"g{name}"] = f"<g id=g{name} />"
                elif tag != "img":
                    content(depth + 1)
                text += "" if tag == "img" else f"</{tag.upper()}>"
                ranges[name] = text[begin:]

            def content(depth):
                nonlocal text
                for _ in range(chance.randrange(4 if depth < 5 else 1)):
                    if chance.random() < 0.3:
                        text += chance.choice(["text ", "<!-- </div> -->", "&lt;/div&gt;", "<br>"])
                    else:
                        element(depth)

            text = "<!doctype html><body>"
            element(0)
            content(0)
            base = self.write(f"r{number}.html", text)
            uris += [f"{base}#{name}" for name in ranges]
            expected += ranges.values()
        self.are_parts(uris, expected)


@unittest.skipUnless(HARVEST, "without links")
class Xml(Case):
    """XPointer Framework 3.2, shorthand pointers: "id" and "xml:id"."""

    def test_elements(self):
        base = self.write("a.xml", XML)
        for fragment, part in (("x", '<s id="x"><s id="y"/>t<!-- </s> --></s>'), ("y", '<s id="y"/>'),
                               ("z", '<q xml:id="z" name="n">&amp;<![CDATA[</q>]]></q>'), ("%C3%A9", "<w xml:id='\u00e9' />"), ("", XML)):
            with self.subTest(fragment):
                self.is_part(f"{base}#{fragment}", part)
        self.fails(base + "#n", 4, 'there is no "n"')
        self.fails(base + "#top", 4, 'there is no "top"')

    def test_encodings(self):
        text = XML.split("?>\n")[1]
        for encoding in ("utf-16", "utf-16-le", "utf-16-be", "iso-8859-1"):
            mark = {"utf-16-le": codecs.BOM_UTF16_LE, "utf-16-be": codecs.BOM_UTF16_BE}.get(encoding, b"")
            name = "utf-16" if "16" in encoding else encoding
            data = mark + f'<?xml version="1.0" encoding="{name}"?>\n{text}'.encode(encoding)
            raw = "<w xml:id='\u00e9' />".encode("utf-16-le" if encoding == "utf-16" else encoding)
            with self.subTest(encoding):
                self.is_part(self.write("e.xml", data) + "#%C3%A9", raw)

    def test_xhtml(self):
        data = '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><body><p id="a">1</p><a name="b">2</a><a name="a"/></body></html>'
        base = self.write("a.xhtml", data)
        self.is_part(base + "#a", '<p id="a">1</p>')
        self.is_part(base + "#b", '<a name="b">2</a>')
        self.is_part(base + "#top", data)

    def test_damaged(self):
        """A part before the error is found; another may be after it."""
        base = self.write("d.xml", '<r><a id="x">1</a><b id="y">2</r>')
        self.is_part(base + "#x", '<a id="x">1</a>')
        self.fails(base + "#y", 4, '"y" is not in the part of the object that can be read: mismatched tag')
        self.fails(base + "#z", 4, "mismatched tag")

    def test_random(self):
        chance = random.Random(32)
        uris, expected = [], []
        for number in range(40):
            ranges = {}

            def element(depth):
                name = f"e{len(ranges)}"
                ranges[name] = None
                key = chance.choice(["id", "xml:id"])
                body = "".join(element(depth + 1) if chance.random() < 0.6 else chance.choice(["t", "&lt;", "<!-- </e> -->", "<?p </e>?>", "<![CDATA[</e>]]>", "<e a='>'/>"])
                               for _ in range(chance.randrange(5 if depth < 6 else 1)))
                ranges[name] = f"<e {key}='{name}' >{body}</e >" if body or chance.random() < 0.5 else f'<e b=">" {key} = "{name}"/>'
                return ranges[name]

            base = self.write(f"r{number}.xml", f"\n<!DOCTYPE e><e>{element(0)}{element(0)}</e>\n")
            uris += [f"{base}#{name}" for name in ranges]
            expected += ranges.values()
        self.are_parts(uris, expected)


@unittest.skipUnless(HARVEST, "without links")
class Markdown(Case):
    """CommonMark 0.31.2, 4.2 and 4.3; anchors as on GitHub."""

    def section(self, first, last):
        lines = MARKDOWN.splitlines(keepends=True)
        begin = next(at for at, line in enumerate(lines) if line.startswith(first))
        end = next((at for at, line in enumerate(lines) if line.startswith(last)), len(lines)) if last else len(lines)
        return "".join(lines[begin:end])

    def test_sections(self):
        base = self.write("a.md", MARKDOWN)
        for fragment, first, last in (("first", "# First", "Setext"), ("sub-one", "## Sub *", "## Sub one"), ("sub-one-1", "## Sub one", "Setext"),
                                      ("quoted", "> # Q", "\n"), ("item", "- ### Item", "- other"), ("setext", "Setext", None), ("in-html", "<h2", None)):
            with self.subTest(fragment):
                self.is_part(f"{base}#{fragment}", self.section(first, last))
        self.is_part(base + "#anchor", '<a id="anchor"></a>')
        self.is_part(base + "#top", MARKDOWN)
        self.fails(base + "#title-x", 4)
        self.fails(base + "#sub-oen", 4, 'did you mean "sub-one"?')

    def test_html(self):
        """Elements across blocks, and one that no end tag ends."""
        text = "> <div id=a>\n>\n> *x*\n> </div>\n\n<p id=b>\n\ny\n\n<p>\n\n<div id=c>\n\nz\n"
        base = self.write("h.md", text)
        self.is_part(base + "#a", "<div id=a>\n>\n> *x*\n> </div>")
        self.is_part(base + "#b", "<p id=b>\n\ny\n\n")
        self.is_part(base + "#c", "<div id=c>\n\nz\n")

    def test_line_ends(self):
        base = self.write("c.md", MARKDOWN.replace("\n", "\r\n"))
        self.is_part(base + "#sub-one", self.section("## Sub *", "## Sub one").replace("\n", "\r\n"))
        self.is_part(self.write("m.md", "\ufeff# A\r# B\r") + "#a", "\ufeff# A\r")


class Text(Case):
    """RFC 5147: lines and characters of text/plain."""

    def test_ranges(self):
        base = self.write("t.txt", "a\nb\u00e9\r\nc")
        for fragment, part in (("line=0,1", "a\n"), ("line=1,2", "b\u00e9\r\n"), ("line=1%2C2", "b\u00e9\r\n"), ("line=1,", "b\u00e9\r\nc"), ("line=,1", "a\n"),
                               ("line=2,99", "c"), ("char=2,4", "b\u00e9"), ("char=4,6", "\r\nc"), ("line=0,1;length=6", "a\n"), ("line=0,1;length=6,UTF-8", "a\n")):
            with self.subTest(fragment):
                self.is_part(f"{base}#{fragment}", part)

    def test_positions(self):
        base = self.write("t.txt", "a\nb\n")
        result = get("--part", base + "#line=1")
        self.assertEqual((result.status, result.out), (0, b""))
        self.assertIn("a place without bytes", result.errors)

    def test_missing(self):
        base = self.write("t.txt", "a\nb\n")
        for fragment in ("line=3,4", "line=2,1", "line=x", "char=9", "line=0,1;length=99", "line=0,1;md5=0"):
            self.fails(f"{base}#{fragment}", 4, f'there is no "{fragment}"')

    def test_others(self):
        base = self.write("t.txt", "a\nb\n")
        for fragment in ("L2", "row=1", "intro"):
            self.fails(f"{base}#{fragment}", 1, "no bytes: the fragment is not of text (RFC 5147)")
        self.fails(self.write("l.txt", b"\xe9\n") + "#char=0,1", 1, "in text that is not UTF-8")
        self.is_part(self.write("l.txt", b"\xe9\nx") + "#line=0,1", b"\xe9\n")


class Csv(Case):
    """RFC 7111: rows, columns and cells of text/csv."""

    def test_selections(self):
        base = self.write("t.csv", 'date,place\r\n1,"a,\r\nb"\r\n2,c\r\n')
        for fragment, part in (("row=1", "date,place\r\n"), ("row=2", '1,"a,\r\nb"\r\n'), ("row=2-*", '1,"a,\r\nb"\r\n2,c\r\n'), ("col=1", "date\r\n1\r\n2\r\n"),
                               ("cell=2,2", '"a,\r\nb"\r\n'), ("row=1;3", "date,place\r\n2,c\r\n")):
            with self.subTest(fragment):
                self.is_part(f"{base}#{fragment}", part)
        self.fails(base + "#row=4", 4)
        self.fails(base + "#line=1", 1, "RFC 7111")


class Others(Case):
    """Text and media fragments are described: they select no bytes."""

    def test_text_directive(self):
        """URL Fragment Text Directives: the text before the directive is the fragment."""
        self.fails(self.write("a.html", HTML) + "#:~:text=a%20b,c", 1, 'no bytes: the fragment is a text directive, for browsers: "text=a b,c"')

    @unittest.skipUnless(HARVEST, "without links")
    def test_directive_after_fragment(self):
        result = get("--part", self.write("a.html", HTML) + "#one:~:text=On")
        self.assertEqual((result.status, result.out), (0, b"<li id=one>One"))
        self.assertIn('browsers look in the part for "text=On"', result.errors)

    def test_media(self):
        """Media Fragments URI 1.0, 4.2."""
        with web({"/v": page(b"\0\1", "Content-Type: video/mp4"), "/i": page(b"\x89PNG\r\n\x1a\n", "Content-Type: image/png"),
                  "/d": page(b"%PDF-1.4", "Content-Type: application/pdf")}) as server:
            base = f"http://127.0.0.1:{server.port}"
            for path, what in (("/v#t=10,20", "a time of audio or video"), ("/i#xywh=1,2,3,4", "a region of an image"), ("/v#a=b&track=x", "a track"),
                               ("/v#id=x", "a named section"), ("/d#page=2", "a view of a document in PDF"), ("/v#x", "not of a kind that get knows")):
                self.fails(base + path, 1, "no bytes: the fragment is " + what)

    def test_json(self):
        record, = get("--part", "--json", self.write("t.txt", "a") + "#x").json()
        self.assertEqual(record["status"], "reported")
        self.assertIn("RFC 5147", record["reason"])
        self.assertNotIn("sha256", record)


class Options(Case):
    def test_web(self):
        """The media type of the server decides (RFC 3986, 3.5); the fragment survives a redirect, unless it has one (RFC 9110, 10.2.2)."""
        text = b"zero\none\ntwo\n"
        with web({"/a": page(text, "Content-Type: text/plain"), "/a.html": page(text, "Content-Type: text/plain"), "/csv": page(text, "Content-Type: text/csv; header=absent"),
                  "/to": redirect("/a"), "/other": redirect("/a#line=2,3")}) as server:
            base = f"http://127.0.0.1:{server.port}"
            self.is_part(base + "/a#line=1,2", "one\n")
            self.is_part(base + "/a.html#line=1,2", "one\n")
            self.is_part(base + "/csv#row=1", "zero\n")
            self.is_part(base + "/to#line=1,2", "one\n")
            self.is_part(base + "/other#line=1,2", "two\n")
            self.assertTrue(all(b"#" not in head.split(b"\r\n")[0] for head in server.heads))
            record, = get("--part", "--json", base + "/to#line=1,2").json()
            self.assertEqual([record[key] for key in ("target", "status", "media_type", "length", "sha256")],
                             [base + "/a#line=1,2", "done", "text/plain", 4, hashlib.sha256(b"one\n").hexdigest()])
            self.fails(base + "/none#line=1,2", 4, "404")

    def test_data(self):
        self.is_part("data:,a%0Ab%0A#line=1,2", "b\n")

    def test_files(self):
        base = self.write("t.txt", "a\nb\n")
        out = self.folder / "out"
        result = get("--part", "--json", "-o", str(out), base + "#line=1,2")
        self.assertEqual((result.status, out.read_bytes(), result.json()[0]["length"]), (0, b"b\n", 2))
        self.assertEqual(get("--part", "-o", str(out), base + "#line=7,8").status, 4)
        self.assertEqual(out.read_bytes(), b"b\n")
        result = get("--part", f"--output-dir={self.folder}/d", base + "#line=0,1", base + "#line=1,2", base + "#line=8,9")
        self.assertEqual(result.status, 4)
        self.assertEqual(sorted(path.read_text() for path in (self.folder / "d").iterdir()), ["a\n", "b\n"])

    @unittest.skipUnless(HARVEST, "without zlib")
    def test_compressed(self):
        """As links --check, which reads compressed files."""
        self.is_part(self.write("t.txt.gz", gzip.compress(b"a\nb\n")) + "#line=1,2", "b\n")
        self.is_part(self.write("a.html.gz", gzip.compress(gzip.compress(HTML.encode()))) + "#one", "<li id=one>One")
        self.fails(self.write("d.txt.gz", gzip.compress(b"a\nb\n")[:-9]) + "#line=0,1", 3, "the compressed data is damaged or cut off")
        self.fails(self.write("z.txt.gz", gzip.compress(bytes(65 << 20))) + "#line=0,1", 3)

    def test_limits(self):
        path = self.folder / "big.txt"
        with open(path, "wb") as file:
            file.truncate((64 << 20) + 1)
        self.fails(f"file://{path}#line=0,1", 3, "the object has more than 64 MiB, all of which --part would need in memory")
        self.assertEqual(get("--part", "--max-size=2", self.write("t.txt", "a\nb\n") + "#line=0,1").status, 3)
        self.is_part(self.write("empty.txt", "") + "#line=0,1", "")

    def test_usage(self):
        result = get("--part", "--head", "data:,a#line=0,1")
        self.assertEqual(result.status, 2)
        self.assertIn("--part needs the object", result.errors)
        self.assertEqual(get("--part", "--dry-run", "http://h.example/#x").status, 0)


if __name__ == "__main__":
    unittest.main()
