# SPDX-License-Identifier: MIT
"""XML: bases, names, feeds, sitemaps, XHTML and SVG, documents that are not well-formed, and documents made to break a parser."""
import unittest

from support import BASE, LinksTest, sample

ATOM = 'xmlns="http://www.w3.org/2005/Atom"'
SVG = 'xmlns="http://www.w3.org/2000/svg"'
XHTML = 'xmlns="http://www.w3.org/1999/xhtml"'
XLINK = 'xmlns:xlink="http://www.w3.org/1999/xlink"'


class Xml(LinksTest):
    def xml(self, text, *keys, name="page.xml", status="done"):
        """The references of a document except its names of namespaces; fails if it is not well-formed."""
        told = self.links(name, text)
        self.assertEqual(told.errors, [])
        self.assertEqual((told.ends[-1]["status"], told.ends[-1].get("note")), (status, None))
        rows = [r for r in told.references if not (r.get("attribute") or "").startswith("xmlns")]
        rows = [tuple(r.get(key) for key in keys or ("raw",)) for r in rows]
        return [row[0] for row in rows] if len(keys) < 2 else rows

    def assert_places(self, text, told):
        lines = text.split(b"\n")
        for r in told.references:
            raw = r["raw"].encode()
            begin = r["column"] - 1
            self.assertEqual(text[r["offset"]:r["offset"] + len(raw)], raw)
            self.assertEqual(lines[r["line"] - 1][begin:begin + len(raw)], raw)


class Bases(Xml):
    def test_root(self):
        told = self.links("page.xml", f'<?xml version="1.0"?><?xml-stylesheet href="s.xsl"?><a xml:base="../c/" {XLINK} '
                                      'xlink:href="x"><b xlink:href="y"/></a>')
        self.assertEqual([(d["base"], d["base_source"], d["base_by"]) for d in told.documents],
                         [("http://h.example/c/", "content", "xml:base")])
        rows = [row for row in told.values("attribute", "target", "identifies") if not row[2]]
        self.assertEqual(rows, [("href", BASE + "s.xsl", None), ("xml:base", "http://h.example/c/", None),
                                ("xlink:href", "http://h.example/c/x", None), ("xlink:href", "http://h.example/c/y", None)])

    def test_nested(self):
        told = self.links("a.xml", '<a href="1"><b xml:base="http://b.example/x/" href="2"><c xml:base="y/" href="3"/><c href="4"/>'
                        '<c xml:base="http://[/" href="5"><d xml:base="z/" href="7"/><d xml:base="http://d.example/#f" '
                          'href="8"/></c></b><b href="6"/></a>')
        rows = told.values("raw", "target")
        self.assertEqual([row[1] for row in rows if row[0].isdigit()],
                         [BASE + "1", "http://b.example/x/2", "http://b.example/x/y/3", "http://b.example/x/4",
                          None, None, "http://d.example/8", BASE + "6"])
        self.assertIn(("y/", "http://b.example/x/y/"), rows)

    def test_escaped(self):
        """A value with a character reference is as long as its text."""
        told = self.links("a.xhtml", '<html xmlns="http://www.w3.org/1999/xhtml"><body>' + "".join(
            f'<p title="&amp;{"X" * 40}" lang="&amp;{"Y" * (i % 40)}"/><p xml:base="http://h/?a&amp;{i}"/>' for i in range(40)) + "</body></html>")
        self.assertEqual(told.values("attribute", "target")[1:], [("xml:base", f"http://h/?a&{i}") for i in range(40)])

    def test_base_with_characters_of_html(self):
        """Expat omits HTML's characters, which the DTD of XHTML declares; the document's own entities stay its own."""
        html = '<html xmlns="http://www.w3.org/1999/xhtml"><head><base href="http://h/caf&eacute;/"/></head><body><a href="x"/></body></html>'
        for start, path in (("", "/caf%C3%A9/"), ('<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "x.dtd">', "/caf%C3%A9/"),
                            ('<!DOCTYPE html [<!ENTITY eacute "e">]>', "/cafe/")):
            told = self.links("a.xhtml", start + html)
            self.assertEqual(told.values("raw", "target")[-1], ("x", f"http://h{path}x"), start)

    def test_root_that_states_none(self):
        """RFC 3986, 5.1.1: an explicit base takes precedence; if it is not a URI reference, no other base is guessed."""
        told = self.links("a.xml", f'<feed {ATOM} xml:base="http://b.example/x y/"><icon>i</icon>'
                                   '<content type="html">&lt;a href="c"&gt;</content></feed>', "--strict")
        self.assertEqual([(d.get("base"), d["base_source"]) for d in told.documents], [(None, "none")] * 2)
        self.assertEqual(told.values("raw", "target")[1:], [("http://b.example/x y/", None), ("i", None), ("c", None)])
        self.assertEqual([r["error"]["code"] for r in told.references if r.get("error")],
                         ["path-character", "base-not-absolute", "base-not-absolute"])

    def test_html_below_one_that_is_none(self):
        told = self.links("a.xml", f'<feed {ATOM}><entry xml:base="http://["><content type="html">&lt;a href="c"&gt;</content>'
                                   '</entry></feed>')
        self.assertEqual([d["base_source"] for d in told.documents], ["retrieval", "none"])
        self.assertEqual(told.targets[-1], None)

    def test_fragment(self):
        """RFC 3986, 5.1: a base has no fragment."""
        told = self.links("a.xml", '<?xml version="1.0"?><a xml:base="../c#f" href="x"><b xml:base="d/e#g" href="y"/></a>')
        self.assertEqual(told.documents[0]["base"], "http://h.example/c")
        self.assertEqual([r["base"] for r in told.references if r["attribute"] == "href"],
                         ["http://h.example/c", "http://h.example/d/e"])

    def test_more_than_the_limit(self):
        depth = 1000
        told = self.links("a.xml", '<a xml:base="b/" href="x">' * depth + "</a>" * depth)
        targets = [r.get("target") for r in told.references if r["attribute"] == "href"]
        self.assertEqual(len(targets), depth)
        self.assertEqual(targets[3], BASE + "b/" * 4 + "x")
        self.assertEqual(len(set(targets)), 258)
        self.assertEqual(set(targets[257:]), {None})  # targets that were not kept are not guessed

    def test_base_element_of_xhtml(self):
        told = self.links("a.xhtml", f'<html {XHTML}><head><base href="../b?x&amp;y"/></head><body><a href="z"/></body></html>')
        self.assertEqual((told.documents[0]["kind"], told.documents[0]["format"]), ("xml", "xhtml"))
        self.assertEqual((told.documents[0]["base"], told.documents[0]["base_by"]), ("http://h.example/b?x&y", "base element"))
        self.assertEqual(told.targets[-2:], ["http://h.example/b?x&y", "http://h.example/z"])


class Names(Xml):
    def test_namespaces(self):
        told = self.links("a.xml", f'<a {ATOM} {XLINK} xmlns:e=""><b xmlns=""/></a>')
        self.assertEqual(told.values("attribute", "raw", "identifies"),
                         [("xmlns", "http://www.w3.org/2005/Atom", True), ("xmlns:xlink", "http://www.w3.org/1999/xlink", True)])

    def test_that_are_no_references(self):
        """A name need not be a URI reference (Namespaces in XML, 2.2, deprecates others, and has no error for them)."""
        told = self.links("a.xml", '<feed xmlns:p="a b" ' + ATOM + '><id>q q</id><link href="x y"/></feed>', "--strict")
        self.assertEqual([(r["raw"], r.get("target")) for r in told.references if r["raw"] != ATOM[7:-1]], [("a b", None), ("q q", None), ("x y", None)])
        self.assertEqual([r["raw"] for r in told.references if r.get("error")], ["x y"])

    def test_guid(self):
        """RSS 2.0, <guid>: if it is not a permanent link it is any string, and only a URI is reported."""
        rows = self.xml('<rss><guid isPermaLink="false">5d41402a</guid><guid isPermaLink="false">abc 1</guid>'
                        '<guid isPermaLink="false">urn:a:b</guid><guid>c</guid></rss>', "raw", "target", "identifies")
        self.assertEqual(rows, [("urn:a:b", "urn:a:b", True), ("c", BASE + "c", None)])

    def test_import(self):
        """XML Schema, 4.2.6.2: the imported namespace is a name."""
        rows = self.xml('<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:import namespace="n" schemaLocation="s"/>'
                        '<xs:any namespace="##other"/></xs:schema>', "attribute", "raw", "identifies")
        self.assertEqual(rows, [("namespace", "n", True), ("schemaLocation", "s", None)])

    def test_schema_locations(self):
        rows = self.xml('<a xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="urn:a a.xsd\n urn:b b.xsd"'
                        ' xsi:noNamespaceSchemaLocation="c.xsd"/>', "raw", "target", "identifies")
        self.assertEqual(rows, [("urn:a", "urn:a", True), ("a.xsd", BASE + "a.xsd", None), ("urn:b", "urn:b", True),
                                ("b.xsd", BASE + "b.xsd", None), ("c.xsd", BASE + "c.xsd", None)])

    def test_document_type(self):
        text = ('<!DOCTYPE a PUBLIC "-//X//Y" "a.dtd" [\n <!ENTITY b SYSTEM "b.ent"><!ENTITY c "http://c.example/">]>\n'
                '<a href="d">&b;&c;&nbsp;</a>')
        told = self.links("a.xml", '<?xml version="1.0"?>' + text)
        self.assertEqual(told.values("element", "raw"), [("!DOCTYPE", "a.dtd"), ("!ENTITY", "b.ent"), ("a", "d"),
                                                         (None, "http://c.example/")])
        self.assertEqual(told.values("line", "column")[:2], [(1, 52), (2, 21)])
        self.assertEqual(told.errors, [])

    def test_schemas(self):
        rows = self.xml('<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:t">'
                        '<xs:import namespace="##any" schemaLocation="o.xsd"/></xs:schema>', "raw", "identifies")
        self.assertEqual(rows, [("urn:t", True), ("o.xsd", None)])

    def test_prefix_that_is_not_declared(self):
        self.assertEqual(self.xml('<?xml version="1.0"?><svg><use xlink:href="#a"/></svg>', "attribute", "raw"),
                         [("xlink:href", "#a")])


class Feeds(Xml):
    def test_atom(self):
        text = f"""<?xml version="1.0" encoding="utf-8"?>
<feed {ATOM} xml:lang="en"><id>tag:h.example,2005:1</id><title>http://t.example/</title>
 <link rel="self" href="/feed.atom"/> <icon> /i.ico
 </icon><logo>l.png</logo><generator uri="/g">G</generator>
 <entry><author><name>N</name><uri>/~n</uri></author><id>urn:uuid:2</id><category scheme="http://c.example/" term="x"/>
  <content src="c.html" type="text/html"/></entry></feed>"""
        rows = self.xml(text, "element", "raw", "identifies")
        self.assertEqual(rows, [("id", "tag:h.example,2005:1", True), (None, "http://t.example/", None),
                                ("link", "/feed.atom", None), ("icon", "/i.ico", None), ("logo", "l.png", None),
                                ("generator", "/g", None), ("uri", "/~n", None), ("id", "urn:uuid:2", True),
                                ("category", "http://c.example/", True), ("content", "c.html", None)])
        told = self.links("feed.xml", text)
        self.assertEqual((told.documents[0]["kind"], told.documents[0]["format"]), ("xml", "atom"))
        self.assert_places(text.encode(), told)

    def test_html_in_atom(self):
        told = self.links("a.atom", f'<feed {ATOM} xml:base="http://b.example/"><entry xml:base="c/"><content type="html">'
                                    '&lt;a href="x"&gt;&amp;amp;&lt;/a&gt;<![CDATA[<img src="y">]]></content>'
                                    '<summary type="text">&lt;a href="z"&gt;</summary><content type="xhtml">'
                                    f'<div {XHTML}><a href="w"/> http://no.example/</div></content></entry></feed>')
        self.assertEqual([(d["kind"], d["base"], d.get("base_by")) for d in told.documents],
                         [("xml", "http://b.example/", "xml:base"), ("html", "http://b.example/c/", "xml:base")])
        self.assertEqual([r["target"] for r in told.references if r["document"] == 2],
                         ["http://b.example/c/x", "http://b.example/c/y"])
        self.assertEqual(told.targets[-1], "http://b.example/c/w")
        self.assertNotIn("http://no.example/", told.targets)

    def test_rss(self):
        text = """<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:media="http://m.example/">
<channel><title>T</title><link>http://h.example/</link><docs>https://d.example/</docs><image><url>/i.png</url></image>
<item><link> /1 </link><guid isPermaLink="false">urn:x</guid><comments>/1#c</comments><source url="/s.xml">S</source>
<enclosure url="/e.mp3" length="1" type="audio/mpeg"/><media:content url="/m"/><description>see http://p.example/, or
</description></item><item><guid>/2</guid><description>&lt;p&gt;&lt;a href="q"&gt;</description>
<content:encoded><![CDATA[<img src="r">]]></content:encoded></item></channel></rss>"""
        told = self.links("rss.xml", text)
        self.assertEqual(told.documents[0]["format"], "rss")
        self.assertEqual(told.values("element", "raw", "identifies", "document")[2:],
                         [("link", "http://h.example/", None, 1), ("docs", "https://d.example/", None, 1),
                          ("url", "/i.png", None, 1), ("link", "/1", None, 1), ("guid", "urn:x", True, 1),
                          ("comments", "/1#c", None, 1), ("source", "/s.xml", None, 1), ("enclosure", "/e.mp3", None, 1),
                          ("media:content", "/m", None, 1), (None, "http://p.example/", None, 1), ("guid", "/2", None, 1),
                          ("a", "q", None, 2), ("img", "r", None, 3)])

    def test_rss_1(self):
        rows = self.xml('<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/">'
                        '<channel rdf:about="/c"><link>/l</link><image rdf:resource="/i"/></channel></rdf:RDF>',
                        "attribute", "raw", "identifies")
        self.assertEqual(rows, [("rdf:about", "/c", True), (None, "/l", None), ("rdf:resource", "/i", None)])

    def test_sitemap(self):
        text = ('<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" '
                'xmlns:image="http://www.google.com/schemas/sitemap-image/1.1" xmlns:xhtml="http://www.w3.org/1999/xhtml">'
                '<url><loc>\n http://h.example/?a&amp;b </loc><lastmod>2004-10-01</lastmod><image:image><image:loc>/i.png'
                '</image:loc></image:image><xhtml:link rel="alternate" hreflang="de" href="/de"/></url></urlset>')
        self.assertEqual(self.links("sitemap.xml", text).documents[0]["format"], "sitemap")
        self.assertEqual(self.xml(text, "element", "raw"), [("loc", "http://h.example/?a&b"), ("image:loc", "/i.png"),
                                                            ("xhtml:link", "/de")])
        self.assertEqual(self.xml("<sitemapindex><sitemap><loc>/s.xml.gz</loc></sitemap></sitemapindex>"), ["/s.xml.gz"])

    def test_opml_and_docbook(self):
        self.assertEqual(self.xml('<opml version="2.0"><body><outline text="t" xmlUrl="/x.rss" htmlUrl="/h"/></body></opml>'),
                         ["/x.rss", "/h"])
        self.assertEqual(self.xml('<?xml version="1.0"?><para><ulink url="u"/><imagedata fileref="f.png"/></para>'),
                         ["u", "f.png"])


class Pages(Xml):
    def test_xhtml(self):
        rows = self.xml(f'<html {XHTML} lang="en"><head profile="p"><meta http-equiv="refresh" content="0;url=m"/>'
                        '<style>@import "s.css";</style></head><body background="b" title="http://no.example/">http://no.example/'
                        '<img srcset="1.png 1x, 2.png 2x" alt="x" style="background:url(&quot;t&quot;)"/></body></html>',
                        "element", "attribute", "raw", name="a.xhtml")
        self.assertEqual(rows, [("head", "profile", "p"), ("meta", "content", "m"), ("style", None, "s.css"),
                                ("body", "background", "b"), ("img", "srcset", "1.png"), ("img", "srcset", "2.png"),
                                ("img", "style", "t")])

    def test_svg(self):
        text = (f'<?xml version="1.0"?>\n<svg {SVG} {XLINK}><style><![CDATA[.a > b{{fill:url(#g)}}]]></style>\n<a href="x">'
                '<image xlink:href="i.png" clip-path="url(#c)"/></a><desc>http://d.example/</desc></svg>')
        self.assertEqual(self.xml(text, name="a.svg"), ["#g", "x", "i.png", "#c", "http://d.example/"])
        told = self.links("a.svg", text)
        self.assertEqual(told.documents[0]["format"], "svg")
        self.assert_places(text.encode(), told)


    def test_characters_of_the_dtd(self):
        """XHTML 1.0, Appendix A.2: the DTD, which is not read, declares HTML's characters."""
        dtd = '<?xml version="1.0"?><!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.1//EN" "xhtml11.dtd"{}>'
        page = f'<html {XHTML}><a href="&eacute;&nbsp;&amp;x\n\u00fc"/><img srcset="&auml; 1x, b 2x" alt="&lt;"/></html>'
        told = self.links("a.xhtml", dtd.format("") + page)
        self.assertEqual([r["raw"] for r in told.references if r["element"] in ("a", "img")],
                         ["\u00e9\u00a0&x\n\u00fc", "\u00e4", "b"])
        told = self.links("a.xhtml", dtd.format(' [<!ENTITY eacute "z">]') + f'<html {XHTML}><a href="&eacute;"/></html>')
        self.assertEqual(told.raws[-1], "z")
        told = self.links("a.xhtml", b'<?xml version="1.0" encoding="iso-8859-1"?>' +
                          f'<html {XHTML}><a href="\u00e9&amp;"/></html>'.encode("latin-1"))
        self.assertEqual(told.raws[-1], "\u00e9&")

    def test_places_in_lists(self):
        """Line breaks in a value become spaces (XML, 3.3.3); each reference of a list has its own place."""
        text = f'<html {XHTML}><img srcset="a 1x,\n  b 2x"/><a ping="c\td\n\ne" style="x:url(f);\ny:url(g)"/></html>'
        told = self.links("a.xhtml", text)
        self.assertEqual([r["raw"] for r in told.references if r["element"] != "html"], list("abcdefg"))
        self.assert_places(text.encode(), told)

    def test_frames(self):
        """HTML, 4.8.5, holds for XHTML too: srcdoc is a document, of HTML."""
        told = self.links("a.xhtml", f'<html {XHTML} xml:base="c/"><iframe srcdoc="&lt;a href=x>&lt;img src=y>"/><a href="z"/></html>')
        self.assertEqual([(d["kind"], d.get("part"), d["base"]) for d in told.documents],
                         [("xml", None, BASE + "c/"), ("html", "1", BASE + "c/")])
        self.assertEqual([(r["document"], r["target"]) for r in told.references if r["element"] not in ("html", "iframe")],
                         [(2, BASE + "c/x"), (2, BASE + "c/y"), (1, BASE + "c/z")])

    def test_style_sheet_instruction(self):
        """Associating Style Sheets, 3.1: a pseudo-attribute has XML's character references."""
        self.assertEqual(self.xml('<?xml version="1.0"?><?xml-stylesheet href="s.css?a&amp;b&#x3d;c"?><a/>'), ["s.css?a&b=c"])


class Text(Xml):
    def test_running_text(self):
        text = ('<?xml version="1.0"?>\r\n<a>see http://a.example/x, (http://b.example/)<b/>\r\n http://c.example/\r\n'
                '<c d="at http://d.example/ and http://e.example/"/><!-- http://no.example/ --><![CDATA[http://f.example/]]></a>')
        told = self.links("a.xml", text)
        self.assertEqual(told.raws, [f"http://{c}.example/" + ("x" if c == "a" else "") for c in "abcdef"])
        self.assert_places(text.encode(), told)

    def test_text_of_any_length(self):
        words = "".join(f"word {i} http://h{i}.example/ &amp; " for i in range(20000))
        told = self.links("a.xml", f"<?xml version='1.0'?><a>{words}</a>")
        self.assertEqual(told.raws, [f"http://h{i}.example/" for i in range(20000)])
        self.assert_places(f"<?xml version='1.0'?><a>{words}</a>".encode(), told)

    def test_places_of_declarations(self):
        told = self.links("a.xml", b'<!DOCTYPE E SYSTEM "E" [\n<!ENTITY x SYSTEM "u">\n<!ENTITY y SYSTEM "u">\n]><E/>')
        self.assertEqual(told.values("line", "column"), [(1, 21), (2, 20), (3, 20)])

    def test_reference_that_is_too_long(self):
        told = self.links("a.xml", "<?xml version='1.0'?><a>http://h.example/" + "x" * 500000 + " http://i.example/</a>")
        self.assertEqual(told.raws, ["http://i.example/"])
        self.assertEqual([error["code"] for error in told.errors], ["reference-too-long"])


class Encodings(Xml):
    def test_utf16(self):
        text = '<?xml version="1.0" encoding="utf-16"?><a href="x">http://a.example/</a>'
        for encoding in ("utf-16-le", "utf-16-be"):
            told = self.links("a.xml", ("\ufeff" + text).encode(encoding))
            self.assertEqual(told.raws, ["x", "http://a.example/"])

    def test_one_byte(self):
        for encoding in ("iso-8859-1", "windows-1252", "koi8-r", "iso-8859-2"):
            text = f'<?xml version="1.0" encoding="{encoding}"?><a b="http://a.example/" href="x">\u00a9 http://b.example/</a>'
            data = text.encode(encoding, "replace")
            told = self.links("a.xml", data)
            self.assertEqual(told.raws, ["http://a.example/", "x", "http://b.example/"])
            self.assertEqual(data[told.references[1]["offset"]:][:1], b"x")

    def test_several_bytes(self):
        for encoding, text in (("euc-jp", "\u65e5\u672c"), ("shift_jis", "\u8868\u793a"), ("big5", "\u8a31\u529f"),
                               ("gb2312", "\u4e2d\u6587"), ("gb18030", "\u4e2d\u6587"), ("euc-kr", "\ud55c\uad6d")):
            text = f'<?xml version="1.0" encoding="{encoding}"?><a b="{text}" href="x">{text} http://b.example/</a>'
            told = self.links("a.xml", text.encode(encoding))
            self.assertEqual((told.raws, told.errors), (["x", "http://b.example/"], []), encoding)

    def test_bytes_that_are_no_characters(self):
        for encoding, byte in (("windows-1252", b"\x81"), ("euc-jp", b"\xff"), ("us-ascii-none", b"")):
            data = b'<?xml version="1.0" encoding="' + encoding.encode() + b'"?><a>' + byte + b' http://b.example/</a>'
            self.assertEqual(self.links("a.xml", data).raws, ["http://b.example/"])

    def test_unknown(self):
        """ISO-2022-JP, too: Expat needs encodings whose bytes below 80 are US-ASCII."""
        for encoding in "x-none", "iso-2022-jp":
            told = self.links("a.xml", f'<?xml version="1.0" encoding="{encoding}"?><a href="http://a.example/"/>')
            self.assertEqual([error["code"] for error in told.errors], ["document-malformed"])
            self.assertEqual(told.raws, ["http://a.example/"])


class Malformed(Xml):
    def test_rest_is_text(self):
        text = '<?xml version="1.0"?>\n<a href="x">http://a.example/\n<b href="y"></c>  http://b.example/\n<d href="http://c.example/">'
        told = self.links("a.xml", text)
        self.assertEqual(told.raws, ["x", "http://a.example/", "y", "http://b.example/", "http://c.example/"])
        self.assert_places(text.encode(), told)
        self.assertEqual([(f["code"], f["message"], f["offset"]) for f in told.errors],
                         [("document-malformed", "mismatched tag (line 3, column 15)", text.index("</c>") + 2)])
        self.assertEqual(told.ends[0]["note"], "not well-formed: read as text from the error on")

    def test_cut_off(self):
        whole = f'<?xml version="1.0"?><!DOCTYPE a [<!ENTITY e "f">]><a {ATOM} xml:base="b"><!-- c --><link href="d&amp;"/>&e;<![CDATA[g]]></a>'
        for end in sample(range(len(whole)), 4):
            told = self.links("a.xml", whole[:end])
            self.assertEqual(told.ends[-1]["status"], "done")

    def test_blank_lines_first(self):
        self.assertEqual(self.xml('\n\n  <?xml version="1.0"?><a href="x"/>', "raw", "line", "column"), [("x", 3, 33)])


class Hostile(Xml):
    def test_nested(self):
        told = self.links("a.xml", "<?xml version='1.0'?>" + "<a>" * 150000 + "<b href='http://a.example/'/>")
        self.assertEqual(told.raws, ["http://a.example/"])
        self.assertTrue(told.errors[0]["message"].startswith("elements are nested too deep"))
        told = self.links("a.xml", "<?xml version='1.0'?>" + "<a>" * 50000 + "<b href='x'/>" + "</a>" * 50000)
        self.assertEqual((told.raws, told.errors), (["x"], []))

    def test_laughs(self):
        entities = '<!ENTITY l0 "laugh ">' + "".join(
            f'<!ENTITY l{i} "' + f"&l{i - 1};" * 10 + '">' for i in range(1, 10))
        told = self.links("a.xml", f'<?xml version="1.0"?><!DOCTYPE a [{entities}]><a>&l9;</a>')
        self.assertEqual([error["code"] for error in told.errors], ["document-malformed"])
        self.assertEqual(told.raws, [])

    def test_parser_that_allows_no_more_memory(self):
        """Expat's own limit is an error of the document, not a lack of memory: the run continues."""
        value = '<!DOCTYPE l [<!ENTITY a "' + "x" * 100000 + '">]><l href="' + "&a;" * 100000 + '"/>'
        path = self.write("a.xml", '<?xml version="1.0"?>' + value)
        other = self.write("b.txt", "http://b.example/")
        done = self.run_uriel("--format", "{target}", path, other, status=(1,))
        self.assertEqual(done.stdout, b"http://b.example/\n")
        self.assertIn(b"a.xml", done.stderr)

    def test_external_entities_are_not_read(self):
        secret = self.write("secret.txt", "http://secret.example/")
        told = self.links("a.xml", f'<?xml version="1.0"?><!DOCTYPE a [<!ENTITY s SYSTEM "{secret}">]><a>&s;</a>')
        self.assertEqual(told.raws, [str(secret)])

    def test_long_values(self):
        value = "x" * 3000000
        self.assertEqual(self.xml(f'<a href="{value}" src="y"/>' .replace("<a", "<?xml version='1.0'?><a")), [value, "y"])
        pairs = "urn:a b " * 50000
        self.assertEqual(len(self.xml('<a xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" '
                                      f'xsi:schemaLocation="{pairs}"/>')), 100000)

    def test_many(self):
        attributes = " ".join(f'a{i}="http://h.example/{i}"' for i in range(20000))
        self.assertEqual(len(self.xml(f"<?xml version='1.0'?><a {attributes}/>")), 20000)
        prefixes = " ".join(f'xmlns:p{i}="urn:{i}"' for i in range(20000))
        self.assertEqual(self.xml(f"<a {prefixes}>" + "<b href='x'/>" * 1000 + "</a>"), ["x"] * 1000)
        comment = "<!--" + "x" * 5000000 + "-->"
        self.assertEqual(self.xml(f"<?xml version='1.0'?>{comment}<a href='x'/>"), ["x"])


if __name__ == "__main__":
    unittest.main()
