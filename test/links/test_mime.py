# SPDX-License-Identifier: MIT
"""Messages: the base of each part by the four steps of RFC 3986, 5.1, references in headers, and named parts."""
import base64
import quopri
import unittest

from support import LinksTest


def crlf(text):
    return text.replace("\n", "\r\n")


def message(body, *fields, type="text/html"):
    return "\n".join(("From: a@b.example", "Subject: s", "MIME-Version: 1.0", *fields, f"Content-Type: {type}", "", body))


class Bases(LinksTest):
    def bases(self, text, **how):
        told = self.links("m.eml", text, **how)
        return [(document.get("part", ""), document.get("base"), document["base_source"], document.get("base_by"))
                for document in told.documents]

    def test_content(self):
        """5.1.1, and Appendix D's document in a message: the base element has precedence."""
        page = ('<!doctype html public "-//IETF//DTD HTML//EN">\n<HTML><HEAD>\n<TITLE>An example HTML document</TITLE>\n'
                '<BASE href="http://www.ics.uci.edu/Test/a/b/c">\n</HEAD><BODY>\n'
                '... <A href="../x">a hypertext anchor</A> ...\n</BODY></HTML>\n')
        text = message(page, "Content-Base: http://other.example/")
        told = self.links("m.eml", text)
        self.assertEqual(told.documents[1]["base"], "http://www.ics.uci.edu/Test/a/b/c")
        self.assertEqual((told.documents[1]["base_source"], told.documents[1]["base_by"]), ("content", "base element"))
        self.assertEqual(told.targets[-1], "http://www.ics.uci.edu/Test/a/x")

    def test_content_base(self):
        """1997, 5.1.1: Content-Base has precedence over Content-Location, and white space in the value is ignored."""
        text = message('<a href="../x">', "Content-Location: http://l.example/", "Content-Base: http://www.ics.uci.edu/\n Test/a/b/c")
        self.assertEqual(self.bases(text), [("", "http://www.ics.uci.edu/Test/a/b/c", "content", "Content-Base"),
                                            ("1", "http://www.ics.uci.edu/Test/a/b/c", "entity", None)])
        self.assertEqual(self.links("m.eml", text).targets[-1], "http://www.ics.uci.edu/Test/a/x")

    def test_content_location(self):
        text = message("<a href=x>", "content-location: http://l.example/a/b")
        self.assertEqual(self.bases(text, base=None), [("", "http://l.example/a/b", "content", "Content-Location"),
                                                       ("1", "http://l.example/a/b", "entity", None)])

    def test_relative_content_location(self):
        """It is resolved like any other reference; if no base exists, it is not a base either."""
        text = message("<a href=x>", "Content-Location: ../l/")
        self.assertEqual(self.bases(text)[1], ("1", "http://h.example/l/", "entity", None))
        self.assertEqual(self.bases(text, base=None)[1], ("1", None, "none", None))

    def test_content_location_of_browsers(self):
        """As browsers write MHTML: the URL standard does not encode "[" and "|"."""
        for spec in ("rfc3986", "iri", "whatwg"):
            for url, uri in (("http://l.example/a/?x[]=1", "http://l.example/a/?x%5B%5D=1"),
                             ("http://l.example/a/A|B", "http://l.example/a/A%7CB")):
                text = message("<a href=x>", "Content-Location: " + url)
                self.assertEqual(self.bases(text, base=None), self.bases(text.replace(url, uri), base=None), spec)
                told = self.links("m.eml", text, "--spec", spec, base=None)
                self.assertEqual(told.targets[-1], "http://l.example/a/x")

    def test_relative_content_base_is_none(self):
        """Content-Base is an absolute URI according to its grammar."""
        text = message("<a href=x>", "Content-Base: l/", "Content-Location: http://l.example/")
        self.assertEqual(self.bases(text)[0][1:], ("http://l.example/", "content", "Content-Location"))

    def test_nested(self):
        """5.1.2: the base of the enclosing entity, at any depth."""
        text = message("""--o
Content-Type: multipart/alternative; boundary=i
Content-Location: alt/

--i
Content-Type: text/plain

no base of its own
--i
Content-Type: text/html
Content-Base: http://own.example/

<a href=x>
--i--
--o
Content-Type: message/rfc822

From: c@d.example
Subject: t
Content-Location: inner/
Content-Type: multipart/mixed; boundary=n

--n
Content-Type: text/html
Content-Location: page.html

<a href=y>
--n
Content-Type: text/html

<base href="deep/"><a href=z>
--n--
--o--
""", "Content-Base: http://o.example/d/", type="multipart/mixed; boundary=o")
        for given in (text, crlf(text)):
            self.assertEqual(self.bases(given), [
                ("", "http://o.example/d/", "content", "Content-Base"),
                ("1", "http://o.example/d/alt/", "content", "Content-Location"),
                ("1.1", "http://o.example/d/alt/", "entity", None),
                ("1.2", "http://own.example/", "content", "Content-Base"),
                ("2", "http://o.example/d/inner/", "content", "Content-Location"),
                ("2.1", "http://o.example/d/inner/page.html", "content", "Content-Location"),
                ("2.2", "http://o.example/d/inner/deep/", "content", "base element")])
            told = self.links("m.eml", given)
            self.assertEqual([told.documents[i]["kind"] for i in (0, 1, 4)], ["message", "multipart", "message"])
            self.assertEqual([reference["target"] for reference in told.references if reference.get("element") == "a"],
                             ["http://own.example/x", "http://o.example/d/inner/y", "http://o.example/d/inner/deep/z"])

    def test_retrieval(self):
        """5.1.3 for the message; its parts inherit their base from it."""
        self.assertEqual(self.bases(message("<a href=x>")), [("", "http://h.example/d/m.eml", "retrieval", None),
                                                             ("1", "http://h.example/d/m.eml", "entity", None)])

    def test_none(self):
        told = self.links("m.eml", message("<a href=x>"), base=None)
        self.assertEqual([document["base_source"] for document in told.documents], ["none", "none"])
        self.assertIsNone(told.references[0].get("target"))
        self.assertIn("error", told.references[0])


class Headers(LinksTest):
    def test_fields(self):
        text = message("", "List-Archive: <http://l.example/a>, (by (mail) <no>)\n  <mailto:l@l.example>",
                       "List-Post: NO (<x> is not for posting)", "Archived-At: <http://a.example/1>",
                       'Link: <n>; rel="next"; title="a, <b>", </p>;rel=prev;anchor="#f"',
                       "X-URL: http://u.example/", "Comments: see http://c.example/.",
                       "Content-Base: http://b.example/c/", type="text/plain")
        told = self.links("m.eml", text)
        self.assertEqual(told.values("header", "attribute", "target", "line", "column"), [
            ("List-Archive", None, "http://l.example/a", 4, 16),
            ("List-Archive", None, "mailto:l@l.example", 5, 4),
            ("Archived-At", None, "http://a.example/1", 7, 15),
            ("Link", None, "http://b.example/c/n", 8, 8),
            ("Link", None, "http://b.example/p", 8, 41),
            ("Link", "anchor", "http://b.example/c/#f", 8, 62),
            ("X-URL", None, "http://u.example/", 9, 8),
            ("Comments", None, "http://c.example/", 10, 15),
            ("Content-Base", None, "http://b.example/c/", 11, 15)])
        self.assertEqual([reference["header"] for reference in told.references if reference.get("identifies")],
                         ["Link", "Content-Base"])
        self.assertEqual(told.values("relation")[3:5], ["next", "prev"])

    def test_location_is_resolved_against_what_is_before_it(self):
        told = self.links("m.eml", message("", "Content-Location: a/b"))
        self.assertEqual(told.targets, ["http://h.example/d/a/b"])
        told = self.links("m.eml", message("", "Content-Base: http://b.example/c/", "Content-Location: a/b"))
        self.assertEqual(told.targets, ["http://b.example/c/", "http://b.example/c/a/b"])

    def test_malformed(self):
        told = self.links("m.eml", message("", "Link: n; rel=next", "X-URL: http://u.example/"))
        self.assertEqual([error["code"] for error in told.errors], ["header-field-malformed"])
        self.assertEqual(told.targets, ["http://u.example/"])

    def test_external_body(self):
        text = message("--b\nContent-Type: message/external-body; access-type=URL;\n URL=\"http://e.example/\n  f\"\n\n\n--b--\n",
                       type="multipart/mixed; boundary=b")
        told = self.links("m.eml", text)
        self.assertEqual(told.values("header", "attribute", "target"), [("Content-Type", "URL", "http://e.example/f")])


    def mail(self, *fields):
        """Cleaned references in mail fields, and whether each is an error."""
        told = self.links("m.eml", message("", *fields, type="text/plain"))
        return [(r["reference"], "error" in r) for r in told.references]

    def test_white_space(self):
        """url-1997, 5.1.1, and RFC 2369, 2: white space is ignored in these fields only."""
        self.assertEqual(self.mail("Content-Location: http://l.example/a\n b c"), [("http://l.example/abc", False)])
        self.assertEqual(self.mail("List-Help: <http://l.example/\n a b>"), [("http://l.example/ab", False)])
        self.assertEqual(self.mail("Archived-At: <http://l.example/\n a>"), [("http://l.example/a", False)])
        self.assertEqual(self.mail("Link: <http://l.example/a b>; rel=next"), [("http://l.example/a%20b", True)])
        self.assertEqual(self.mail("Link: <http://l.example/a\n\t b>; rel=next"), [("http://l.example/a%20b", True)])
        self.assertEqual(self.mail("Referer: http://l.example/a b"), [("http://l.example/a%20b", True)])

    def test_sentences(self):
        """Text with white space is not a reference (RFC 3986, 2), but contains some."""
        self.assertEqual(self.mail("URL: see http://n.example/ and more words"), [("http://n.example/", False)])
        self.assertEqual(self.mail("X-Pingback: http://p.example/ (comment)"), [("http://p.example/", False)])
        self.assertEqual(self.mail("X-URL: http://x.example/\n"), [("http://x.example/", False)])
        self.assertEqual(self.mail("URL: rel"), [("rel", False)])

    def test_location_of_mail(self):
        """A place, as in RFC 5545, 3.8.1.7; Location of RFC 9110, 10.2.2 is a field of HTTP."""
        self.assertEqual(self.mail("Location: Conference Room 4, 2nd floor"), [])
        self.assertEqual(self.mail("Location: Hall"), [])
        self.assertEqual(self.mail("Location: by http://l.example/x y"), [("http://l.example/x", False)])

    def test_encoded_words(self):
        """RFC 2047, 2 and 6.2: decoded in text; RFC 2557, 4.4: also in Content-Location."""
        told = self.links("m.eml", message(
            "", "X-Text: =?utf-8?Q?http://q.example/a=5Fb=3Fx=3D1?=", type="text/plain"))
        self.assertEqual(told.values("header", "target", "line", "column"), [("X-Text", "http://q.example/a_b?x=1", 4, 9)])
        self.assertEqual(self.mail("Comments: =?utf-8?B?aHR0cDovL2IuZXhhbXBsZS9h?=\n =?utf-8?b?YmM=?="),
                         [("http://b.example/abc", False)])
        self.assertEqual(self.mail("Content-Location: =?utf-8?Q?http://l.example/=41?="), [("http://l.example/A", False)])
        self.assertEqual(self.mail("List-Help: <http://h.example/=?utf-8?q?a?=>"), [("http://h.example/=?utf-8?q?a?=", False)])

    def test_external_body_has_a_place(self):
        """RFC 2017, 3: the URL in Content-Type."""
        field = "message/external-body; access-type=URL; URL=\"http://e.example/\""
        told = self.links("m.eml", message("--b\nX-One: y\nContent-Type: " + field + "\n\n\n--b--\n", type="multipart/mixed; boundary=b"))
        self.assertEqual(told.values("line", "column", "target"), [(8, 15, "http://e.example/")])
        told = self.links("m.eml", message("", type=field))
        self.assertEqual(told.values("line", "column", "target"), [(4, 15, "http://e.example/")])


class Parts(LinksTest):
    MHTML = message("""--b
Content-Type: text/html
Content-Location: http://s.example/dir/page.html
Content-ID: <p@x>

<img src="cid:i%25@x"><img src="img.png"><img src="HTTP://S.example:80/dir/i%6Dg.png#f"><img src=other.png>
<a href="mid:m@x/i%25@x"><a href="mid:m@x/p@x"><a href="cid:no@x">
--b
Content-Type: image/png
Content-ID: <i%@x>
Content-Location: img.png
Content-Transfer-Encoding: base64

iVBORw0KGgo=
--b--
""", "Message-ID: <m@x>", "Content-Base: http://s.example/dir/", type="multipart/related; boundary=b")

    def test_named(self):
        """RFC 2392; RFC 2557, 8.2: the part with the same absolute location."""
        told = self.links("m.mht", self.MHTML)
        page = [reference for reference in told.references if reference.get("element")]
        self.assertEqual([reference.get("names") for reference in page], ["2", "2", "2", None, "2", "1", None])

    def test_below_the_message_of_an_mbox(self):
        told = self.links("m.mbox", "From a Mon Jan  1 00:00:00 2001\nFrom: x\nSubject: y\n\nz\n\n"
                          "From a Mon Jan  1 00:00:00 2001\n" + self.MHTML)
        page = [reference for reference in told.references if reference.get("element")]
        self.assertEqual([reference.get("names") for reference in page], ["2.2", "2.2", "2.2", None, "2.2", "2.1", None])

    def test_without_any_base(self):
        """RFC 2557, 5: locations and references that stay relative are compared literally."""
        text = self.MHTML.replace("Content-Base: http://s.example/dir/\n", "").replace("http://s.example/dir/page.html", "page.html")
        told = self.links("m.mht", text, base=None)
        page = [reference for reference in told.references if reference.get("element")]
        self.assertEqual([reference.get("names") for reference in page[:2]], ["2", "2"])
        self.assertNotIn("error", page[1])
        self.assertIn("error", page[3])

    def related(self, boundary, head=""):
        """A part with a page in it, and an image that has the same names as others."""
        return (f"{head}MIME-Version: 1.0\nContent-Type: multipart/related; boundary={boundary}\n\n--{boundary}\n"
                'Content-Type: text/html\n\n<img src="cid:s@x"><img src="http://e.example/i"><img src="mid:in@x/s@x">\n'
                f"--{boundary}\nContent-Type: image/png\nContent-ID: <s@x>\nContent-Location: http://e.example/i\n\n1\n"
                f"--{boundary}--\n")

    def test_nearest(self):
        """RFC 2557, 8.2: first the parts of the same multipart/related. RFC 2392, 2: the mid of the message around the part."""
        text = message("--o\n" + self.related("p") + "--o\nContent-Type: message/rfc822\n\n"
                       + self.related("q", "From: a\nMessage-ID: <in@x>\n") + "--o\nContent-Type: text/html\n\n"
                       '<img src="cid:s@x">\n--o--\n', "Message-ID: <out@x>", type="multipart/mixed; boundary=o")
        told = self.links("m.eml", text)
        self.assertEqual([(r.get("header"), r.get("names")) for r in told.references], [
            ("Message-ID", ""), (None, "1.2"), (None, "1.2"), (None, "2.2"), ("Content-Location", "1.2"), ("Message-ID", "2"),
            (None, "2.2"), (None, "2.2"), (None, "2.2"), ("Content-Location", "2.2"), (None, "1.2")])

    def test_many_of_one_name(self):
        """As many parts as references, all with the same name."""
        count = 4000
        parts = "--b\nContent-ID: <i@x>\nContent-Type: text/html\n\n<img src='cid:i@x'>\n" * count
        told = self.links("m.eml", message(parts + "--b--\n", type="multipart/mixed; boundary=b"))
        self.assertEqual(told.values("names"), [str(i + 1) for i in range(count)])

    def test_no_id(self):
        """An empty Content-ID names nothing (RFC 2392, 2)."""
        text = self.MHTML.replace("<i%@x>", "<>").replace("cid:i%25@x", "cid:")
        page = [r for r in self.links("m.mht", text).references if r.get("element")]
        self.assertIsNone(page[0].get("names"))

    def test_the_message_itself(self):
        self.links("m.eml", message("<a href='mid:m@x'>", "Message-ID: <m@x>"))
        done = self.run_uriel("--base", "http://h.example/", self.folder / "m.eml")
        self.assertIn(b"mid:m@x (the message itself)\n", done.stdout)


class Bodies(LinksTest):
    def body(self, data, encoding, type="text/html"):
        head = f"From: a\nSubject: b\nMIME-Version: 1.0\nContent-Type: {type}\nContent-Transfer-Encoding: {encoding}\n\n"
        return self.links("m.eml", head.encode() + data)

    def test_encodings(self):
        page = b'<a href="http://e.example/=?x">' + b"y" * 100
        for encoding, data in (("base64", base64.encodebytes(page)), ("quoted-printable", quopri.encodestring(page))):
            told = self.body(data, encoding)
            self.assertEqual((told.documents[1]["encoding"], told.targets), (encoding, ["http://e.example/=?x"]))

    def test_broken_base64(self):
        data = base64.encodebytes(b'<a href="http://e.example/">')
        told = self.body(b"!!" + data[:8] + b"\n**" + data[8:] + b"=-.", "base64")
        self.assertEqual(told.targets, ["http://e.example/"])

    def test_charset(self):
        for charset in ("utf-16", "utf-16be", "iso-8859-1"):
            told = self.body(base64.encodebytes('<a href="http://e.example/" title="é">'.encode(charset)), "base64",
                             f"text/html; charset={charset}")
            self.assertEqual(told.targets, ["http://e.example/"], charset)
        told = self.body(b'<a href="http://e.example/">', "8bit", "text/html; charset=unheard-of")
        self.assertEqual(told.targets, ["http://e.example/"])

    def test_kinds(self):
        text = message("--b\nContent-Type: text/plain; format=flowed\n\nsee http://t.example/ and\n--b\nContent-Type: text/calendar\n\n"
                       "URL:http://c.example/\n--b\nContent-Type: image/png\nContent-Transfer-Encoding: base64\n\niVBORw0KGgo=\n--b\n"
                       "Content-Type: application/octet-stream; name=p.html\nContent-Transfer-Encoding: base64\n\n"
                       + base64.encodebytes(b'<!doctype html><a href="http://p.example/">').decode() + "--b--\n",
                       type="multipart/mixed; boundary=b")
        told = self.links("m.eml", text)
        self.assertEqual([document["kind"] for document in told.documents], ["message", "text", "text", "binary", "html"])
        self.assertEqual(told.targets, ["http://t.example/", "http://c.example/", "http://p.example/"])

    def part(self, type, body):
        return self.links("m.eml", message(body, type=type)).values("target", "line", "column")

    def test_flowed(self):
        """RFC 3676, 4.1 and 4.2: delsp=yes deletes a space before a line break; 4.3: not above a signature; 4.5: quotes."""
        flowed = "text/plain; format=flowed; delsp=yes"
        for end in ("\n", "\r\n"):
            body = ("see http://f.example/aaa \nbbb end \n> http://q.example/c \n> d\n>> x\n http://s.example/e \n f\n"
                    "http://t.example/g \n> h\nhttp://u.example/i \n-- \nj\n").replace("\n", end)
            self.assertEqual(self.part(flowed, body), [
                ("http://f.example/aaabbb", 1, 5), ("http://q.example/cd", 2, 3), ("http://s.example/ef", 4, 2),
                ("http://t.example/g", 5, 1), ("http://u.example/i", 7, 1)])
        for other in ("text/plain; format=flowed", "text/plain; delsp=yes", "text/plain"):
            self.assertEqual(self.part(other, "http://f.example/a \nb\n"), [("http://f.example/a", 1, 1)])

    def test_folded(self):
        """RFC 5545, 3.1; RFC 6350, 3.2: in mail by the media type, in files by the first line."""
        for type in ("text/calendar; method=REQUEST", "text/vcard"):
            self.assertEqual(self.part(type, "X:y\nURL:http://c.exa\n mple/x\n\ty\n"), [("http://c.example/xy", 2, 5)])
        self.assertEqual(self.part("text/plain", "http://c.example/\n x"), [("http://c.example/", 1, 1)])
        for begin in ("BEGIN:VCALENDAR", "begin:vcard"):
            told = self.links("a", begin + "\r\nURL:http://c.exa\r\n mple/x\r\nZ:" + "z" * 300000 + "\r\n http://no.example/")
            self.assertEqual(told.targets[:1], ["http://c.example/x"])

    def test_charset_of_xml(self):
        """RFC 7303, 3.2: the media type has precedence over the document; 3.3: but not over a byte order mark."""
        page = '<?xml version="1.0" encoding="utf-8"?><l href="http://x.example/\u00e9"/>'
        for type, data in (("application/xml; charset=iso-8859-1", page.encode("latin-1")),
                           ("text/xml; charset=windows-1252", page.encode("latin-1")),
                           ("application/xml; charset=iso-8859-1", b"\xef\xbb\xbf" + page.encode()),
                           ("application/xml; charset=unheard-of", page.encode())):
            told = self.body(base64.encodebytes(data), "base64", type)
            self.assertEqual(told.raws, ["http://x.example/\u00e9"], type)

    def test_message_in_base64(self):
        inner = base64.encodebytes(message("<a href=x>", "Content-Base: http://i.example/").encode()).decode()
        text = message(f"--b\nContent-Type: message/rfc822\nContent-Transfer-Encoding: base64\n\n{inner}--b--\n",
                       type="multipart/mixed; boundary=b")
        told = self.links("m.eml", text)
        self.assertEqual([document.get("part", "") for document in told.documents], ["", "1", "1.1"])
        self.assertEqual(told.targets[-1], "http://i.example/x")


class Damaged(LinksTest):
    def test_boundary_missing(self):
        for type in ("multipart/mixed", "multipart/mixed; boundary=b"):
            told = self.links("m.eml", message("see http://t.example/\n", type=type))
            self.assertEqual(told.targets, ["http://t.example/"], type)

    def test_last_boundary_missing(self):
        told = self.links("m.eml", message("--b\n\nhttp://t.example/\n--b\n\nhttp://u.example/", type="multipart/mixed; boundary=b"))
        self.assertEqual(told.targets, ["http://t.example/", "http://u.example/"])

    def test_no_mime_version(self):
        told = self.links("m.eml", "From: a\nSubject: b\nContent-Type: text/html\n\n<a href=x>")
        self.assertEqual(told.targets, ["http://h.example/d/x"])

    def test_header_alone(self):
        for text in ("From: a\nSubject: http://s.example/", "From: a\nSubject: http://s.example/\nbroken line\nX: y\n\nz"):
            self.assertEqual(self.links("m.eml", text).targets[:1], ["http://s.example/"])


class Hostile(LinksTest):
    DEPTH = 10000

    def deep(self, text):
        told = self.links("m.eml", "From: a\nSubject: http://s.example/\nMIME-Version: 1.0\n" + text)
        self.assertEqual(told.targets[:1], ["http://s.example/"])
        self.assertIn("document-too-deep", [error["code"] for error in told.errors])
        self.assertLess(len(told.documents), 200)

    def test_deep_multiparts(self):
        self.deep("".join(f"Content-Type: multipart/mixed; boundary=b{i}\n\n--b{i}\n" for i in range(self.DEPTH)) + "\nx\n")

    def test_deep_messages(self):
        self.deep("Content-Type: message/rfc822\n\n" * self.DEPTH + "x\n")

    def as_text(self, text):
        """Input made to take very long is read as running text: nothing is lost."""
        told = self.links("m.eml", text + "\nhttp://t.example/\n")
        self.assertEqual([error["code"] for error in told.errors], ["document-too-large"])
        self.assertEqual(told.targets, ["http://t.example/"])

    def test_parameters(self):
        self.as_text("From: a\nSubject: s\nContent-Type: text/plain" + "".join(f"; a{i}=b" for i in range(100000)) + "\n")

    def test_folded_lines(self):
        """Each takes at least a hundred bytes of GMime's memory."""
        self.as_text("From: a\nX: " + "a\n " * 6000000 + "\nSubject: s\nDate: d\n")

    def test_encoded_words_of_no_charset(self):
        words = "X-Text: " + "=?x?q?y?= " * 90000 + "\n" + "X-Text: http://t.example/\n"
        told = self.links("m.eml", message("", words * 4, type="text/plain"))
        self.assertEqual(told.targets, ["http://t.example/"] * 4)

    def test_groups_of_addresses(self):
        self.as_text("From: a\nSubject: s\nTo: " + "a:" * 100000 + "\n")

    def test_parts(self):
        self.as_text("From: a\nSubject: s\nContent-Type: multipart/mixed; boundary=b\n\n" + "--b\n\n\n" * 200000)


if __name__ == "__main__":
    unittest.main()
