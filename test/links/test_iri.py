# SPDX-License-Identifier: MIT
"""--spec: IRIs, what a browser follows, and the encodings of HTML."""
import unittest

from support import BASE, LinksTest

PAGE = '<!DOCTYPE html><meta charset={}>\n<p>{}</p> <a href="{}">'


class Iris(LinksTest):
    def test_in_each_kind_of_document(self):
        """RFC 3987, 3.1: an IRI has a URI, its host by IDNA (UTS #46)."""
        iri, uri = "http://b\u00fccher.example/stra\u00dfe", "http://xn--bcher-kva.example/stra%C3%9Fe"
        for name, text in (("page.html", f'<!DOCTYPE html><a href="{iri}">'), ("page.html", f'<!DOCTYPE html><a href=" {iri}\n">'),
                           ("a.md", f"[t]({iri})"), ("a.txt", f"See <{iri}>."), ("a.css", f"a{{b:url({iri})}}"),
                           ("a.svg", f'<svg xmlns="http://www.w3.org/2000/svg"><a href="{iri}"/></svg>'),
                           ("a.eml", f"From: a@h.example\nContent-Type: text/plain; charset=utf-8\n\nSee {iri} now.\n"),
                           ("a.eml", "From: a@h.example\nContent-Type: text/html; charset=iso-8859-1\n"
                                     f"Content-Transfer-Encoding: 8bit\n\n<a href='{iri}'>\n".encode("latin-1"))):
            told = self.links(name, text)
            found = [record for record in told.references if "identifies" not in record]
            keys = ("reference", "original", "target", "host", "host_unicode")
            self.assertEqual([tuple(record[key] for key in keys) for record in found],
                             [(uri, iri, uri, "xn--bcher-kva.example", "b\u00fccher.example")], name)
            self.assertEqual(found[0]["raw"].strip(), iri)
            strict = self.links(name, text, "--spec=rfc3986")
            self.assertEqual([record["error"]["code"] for record in strict.references if "identifies" not in record], ["host-character"])

    def test_what_is_no_iri(self):
        """The error is the error of RFC 3987 if the text is an IRI up to it; --to-uri encodes the text anyway."""
        page = '<!DOCTYPE html><a href="/\u00fc b"><a href="/\ufffd"><a href="/\ue000"><a href="//\u00fc.xn--\u00fc/">'
        told = self.links("page.html", page, "--spec=iri").references
        self.assertEqual([(r["error"]["code"], r.get("original"), r.get("target")) for r in told],
                         [("path-character", None, None), ("path-character", None, None), ("path-character", None, None),
                          ("idna-punycode", None, None)])
        self.assertEqual(told[0]["error"]["section"], "2.2")
        self.assertEqual(self.links("page.html", page, "--spec=iri", "--to-uri").targets[1:],
                         ["http://h.example/%EF%BF%BD", "http://h.example/%EE%80%80", "http://%C3%BC.xn--%C3%BC/"])

    def test_other_form_of_a_host(self):
        told = self.links("page.html", '<!DOCTYPE html><a href="http://XN--BCHER-KVA.example/"><a href="http://xn--a/"><a href=x>')
        self.assertEqual(told.values("host", "host_unicode"),
                         [("xn--bcher-kva.example", "b\u00fccher.example"), (None, None), (None, None)])


class Browsers(LinksTest):
    def test_targets(self):
        """The URL standard repairs what RFC 3986 rejects, and reads some references in another way."""
        rows = [("\\\\evil.example\\x", "http://evil.example/x", ""), ("http:b", BASE + "b", "http:b"),
                ("http://0x7f.1/", "http://127.0.0.1/", "http://0x7f.1/"), ("a b", BASE + "a%20b", ""),
                ("HTTP://H.example:80/%7Ea/../c", "http://h.example/c", None), ("http://h.example", "http://h.example/", None),
                ("../../../x", "http://h.example/x", None), ("http://a b/", None, None), ("foo://%/", "foo://%/", ""),
                ("http://%41/", "http://a/", None), ("http://h.example:99999/", None, "http://h.example:99999/"),
                ("mailto:a@b", "mailto:a@b", None), ("#\u00e9", BASE + "page.html#%C3%A9", None)]
        page = "<!DOCTYPE html>" + "".join(f'<a href="{row[0]}">\n' for row in rows)
        told = self.links("page.html", page, "--spec=whatwg")
        self.assertEqual(told.values("raw", "target", "elsewhere"), rows)
        self.assertEqual([r["form"] for r in told.references if r["raw"] in ("mailto:a@b", "a b", "http://h.example")],
                         ["relative", "absolute", "opaque"])
        self.assertEqual(self.links("page.html", page).values("elsewhere"), [None] * len(rows))

    def test_bases(self):
        """HTML, "set the frozen base URL": a base that is not a URL is ignored, and so is codebase."""
        for href, target in (("http://e.example/a b/", "http://e.example/a%20b/x"), ("http://[", BASE + "x"), ("\\e\\", "http://h.example/e/x")):
            told = self.links("page.html", f'<!DOCTYPE html><base href="{href}"><object codebase="c/" data=x>', "--spec=whatwg")
            self.assertEqual(told.targets[-1], target)
        self.assertEqual(self.links("page.html", "<!DOCTYPE html><a href=x>", "--spec=whatwg", base=None).references[0]["error"]["code"],
                         "base-not-absolute")

    def test_list(self):
        path = self.write("page.html", '<!DOCTYPE html><meta charset=l1><a href="http:b"><a href="?\u00e9"><a href="\u00fc b">'.encode("cp1252"))
        out = self.run_uriel("--spec=whatwg", "-b", BASE, path).stdout.decode()
        self.assertIn(f"http:b -> {BASE}b (RFC 3986: http:b)\n", out)
        self.assertIn("?%E9 (RFC 3987: http", out)
        self.assertIn(f"{BASE}%C3%BC%20b (RFC 3987: no target)\n", out)


class Encodings(LinksTest):
    """HTML, 13.2.3, and "percent-encode after encoding" of the URL standard."""

    def query(self, text, charset, codec, *options, **how):
        page = PAGE.format(charset, text, "x?q=" + text).encode(codec)
        told = self.links("page.html", page, *options, **how)
        self.assertEqual(told.raws, ["x?q=" + text])
        return told.references[0]

    def test_queries(self):
        """The bytes that a browser sends."""
        for charset, codec, text, query in (
                ("Shift_JIS", "cp932", "\u65e5\u672c", "%93%FA%96{"), ("sjis", "cp932", "\uff71\u30bd", "%B1%83\\"),
                ("euc-jp", "euc_jp", "\u65e5\u672c", "%C6%FC%CB%DC"), ("iso-2022-jp", "iso2022_jp", "\u65e5\u672c", "%1B$BF|K\\%1B(B"),
                ("iso-8859-1", "cp1252", "\u00e9\u20ac", "%E9%80"), ("windows-1251", "cp1251", "\u0416", "%C6"),
                ("gb2312", "gbk", "\u4e2d", "%D6%D0"), ("gb18030", "gb18030", "\u4e2d\U0001f600", "%D6%D0%949%FC6"), ("big5", "big5", "\u4e2d", "%A4%A4"),
                ("euc-kr", "cp949", "\ud55c", "%C7%D1"), ("koi8-r", "koi8_r", "\u0416", "%F6"),
                ("windows-1255", "cp1255", "\u05e9\u05c1", "%F9%D1"), ("windows-1258", "cp1258", "\u0103\u20ac", "%E3%80"),
                ("macintosh", "mac_roman", "\u2206", "%C6"), ("x-user-defined", "cp1252", "\u00e9", "%E9"),
                ("utf-8", "utf-8", "\u00e9", "%C3%A9"), ("nonsense", "utf-8", "\u00e9", "%C3%A9")):
            reference = self.query(text, charset, codec, "--spec=whatwg")
            self.assertEqual(reference["target"], BASE + "x?q=" + query, charset)
            self.assertEqual(self.query(text, charset, codec)["target"].split("=")[1],
                             "".join(f"%{byte:02X}" for byte in text.encode()), charset)

    def test_japanese(self):
        """NEC's additional characters, which the standard's index contains and iconv's EUC-JP lacks, and characters that it only reads."""
        for charset, encoded, query in (("euc-jp", b"\xfc\xe2", "%FC%E2"), ("euc-jp", b"\x8f\xb0\xa1", "%26%2319970%3B"), ("shift_jis", b"\xee\xe0", "%FB%FC"),
                                        ("iso-2022-jp", b"\x1b$B|b\x1b(B", "%1B$B|b%1B(B"), ("iso-2022-jp", b"\x1b(I1\x1b(B", "%1B$B%%22%1B(B")):
            page = b'<!DOCTYPE html><meta charset=%s><a href="x?q=%s">' % (charset.encode(), encoded)
            self.assertEqual(self.links("page.html", page, "--spec=whatwg").targets, [BASE + "x?q=" + query], charset)

    def test_utf_16(self):
        """HTML: the encoding of queries of a UTF-16 document is UTF-8."""
        reference = self.query("\u00e9", "utf-16", "utf-16", "--spec=whatwg")
        self.assertEqual(reference["target"], BASE + "x?q=%C3%A9")
        self.assertEqual(self.query("\u00e9", "utf-16", "utf-8", "--spec=whatwg")["target"], BASE + "x?q=%C3%A9")

    def test_characters_that_the_encoding_lacks(self):
        """Encoding standard: a decimal character reference. Paths and fragments are UTF-8."""
        page = '<!DOCTYPE html><meta charset=windows-1252><a href="&#x65e5;?&#x65e5;&eacute;#&eacute;"><a href="ws:/h?&eacute;">'
        self.assertEqual(self.links("page.html", page, "--spec=whatwg").targets,
                         [BASE + "%E6%97%A5?%26%2326085%3B%E9#%C3%A9", "ws://h/?%C3%A9"])

    def test_escape_sequences(self):
        """Encoding standard, ISO-2022-JP encoder, steps 3, 6 and 11: only the JIS state is left before an error. Chromium does so."""
        for text, query in (("&#x203e;&#x20ac;a&#x203e;", "%1B(J~%26%238364%3Ba~%1B(B"), ("&#x3042;&#x20ac;&#x3042;", "%1B$B$%22%1B(B%26%238364%3B%1B$B$%22%1B(B"),
                            ("&#x3042;&#x1b;x", "%1B$B$%22%1B(B%26%2365533%3Bx"), ("&#xa5;&#x0e;x", "%1B(J\\%26%2365533%3Bx%1B(B"),
                            ("&#x203e;&#xe5e5;&#x20ac;\\&#xa5;", "%1B(J~%26%2358853%3B%26%238364%3B%1B(B\\%1B(J\\%1B(B")):
            page = '<!DOCTYPE html><meta charset=iso-2022-jp><a href="?%s">' % text
            self.assertEqual(self.links("page.html", page, "--spec=whatwg").targets, [BASE + "page.html?" + query])

    def test_style_sheets_and_frames_are_utf_8(self):
        page = ('<!DOCTYPE html><meta charset=windows-1252><p style="a:url(x?\u00e9)"><a href="x?\u00e9">'
                '<iframe srcdoc="<meta charset=shift_jis><a href=x?\u00e9>"></iframe>').encode("cp1252")
        self.assertEqual(self.links("page.html", page, "--spec=whatwg").targets, [BASE + "x?%C3%A9", BASE + "x?%E9", BASE + "x?%C3%A9"])

    def test_places(self):
        """Positions are bytes of the file."""
        text = '<!DOCTYPE html><meta charset={}>\n\u65e5\u672c\u30bd<a href="\u65e5.html">\u672c\n\u672c<img srcset="\u30bd 1x, b 2x"> <a href="c&amp;d">'
        for charset, codec in (("shift_jis", "cp932"), ("euc-jp", "euc_jp")):
            page = text.format(charset).encode(codec)
            told = self.links("page.html", page)
            self.assertEqual(told.raws, ["\u65e5.html", "\u30bd", "b", "c&d"])
            for raw, offset, line, column in told.values("raw", "offset", "line", "column"):
                start = page[:offset].rfind(b"\n") + 1
                self.assertEqual((line, column), (page[:offset].count(b"\n") + 1, offset - start + 1))
                self.assertTrue(page[offset:].startswith(raw.replace("&", "&amp;").encode(codec)), raw)

    def test_invalid_bytes(self):
        page = b'<!DOCTYPE html><meta charset=shift_jis><a href="a\x93"><a href="b\xff\xffc"><a href="\x81\xad">'
        self.assertEqual(self.links("page.html", page).raws, ["a\ufffd", "b\ufffd\ufffdc", "\ufffd"])
        page = b'<!DOCTYPE html><meta charset=windows-1252><a href="?\x81">'
        self.assertEqual(self.links("page.html", page, "--spec=whatwg").targets, [BASE + "page.html?%81"])

    def test_declarations(self):
        """HTML, 13.2.3.2: byte order mark, header, <meta> in the first 1024 bytes."""
        link = b'<a href="?\xe9">'
        for head in (b"<meta charset=latin1>", b"<meta charset = 'ISO-8859-1' >", b'<META content="text/html; charset=latin1" http-equiv=content-type>',
                     b"<!-- <meta charset=utf-8> --><meta charset=l1>", b"<a title='<meta charset=utf-8>'></a x='>'><meta charset=l1>",
                     b"<meta name=a><?x <meta charset=utf-8><meta charset=l1>"):
            self.assertEqual(self.links("page.html", b"<!DOCTYPE html>" + head + link, "--spec=whatwg").targets, [BASE + "page.html?%E9"], head)
        for head in (b"", b"<meta content='text/html; charset=koi8-r'>", b"<!-- <meta charset=koi8-r> -->", b"<metacharset=koi8-r>",
                     b"<!--" + b"x" * 1024 + b"--><meta charset=koi8-r>", b"<meta charset=", b"<meta http-equiv=content-type content=charset>"):
            for query, target in ((b"\xd6", "%D6"), ("\u0416".encode(), "%D0%96")):
                told = self.links("page.html", b"<!DOCTYPE html>" + head + b"><a href='?" + query + b"'>", "--spec=whatwg")
                self.assertEqual(told.targets, [BASE + "page.html?" + target], head)
        for head in (b"<meta charset=utf-8>", b"<meta http-equiv=content-type content='text/html; charset=utf-8'>"):
            told = self.links("page.html", b"<!DOCTYPE html>" + head + link, "--spec=whatwg")
            self.assertEqual(told.targets, [BASE + "page.html?%EF%BF%BD"], head)
        marked = "\ufeff<!DOCTYPE html><meta charset=l1><a href='?\u00e9'>"
        self.assertEqual(self.links("page.html", marked, "--spec=whatwg").targets, [BASE + "page.html?%C3%A9"])

    def test_default(self):
        """HTML, 13.2.3.2: windows-1252 if the bytes are not UTF-8, also in a host; not in a document that a header declares as UTF-8."""
        page = b'<!DOCTYPE html>\n<p>\xe4 <a href="http://b\xfccher.example/s?q=\xe9">'
        told = self.links("page.html", page, "--spec=whatwg")
        self.assertEqual(told.targets, ["http://xn--bcher-kva.example/s?q=%E9"])
        self.assertEqual(told.values("line", "column"), [(2, 15)])
        self.assertEqual(self.links("page.html", page).targets, ["http://xn--bcher-kva.example/s?q=%C3%A9"])
        for kind, query in (("text/html", "%E9"), ("text/html; charset=us-ascii", "%E9"), ("text/html; charset=utf-8", "%EF%BF%BD")):
            data = f"HTTP/1.1 200 OK\r\nContent-Type: {kind}\r\n\r\n".encode() + b"<a href='?\xe9'>"
            self.assertEqual(self.links("a.http", data, "--kind=http", "--spec=whatwg").targets, [BASE + "a.http?" + query], kind)

    def test_headers(self):
        for kind in ("text/html; charset=windows-1252", 'text/html;charset="latin1"'):
            data = f"HTTP/1.1 200 OK\r\nContent-Type: {kind}\r\n\r\n<meta charset=utf-8><a href='?\u00e9'>".encode("cp1252")
            told = self.links("a.http", data, "--kind=http", "--spec=whatwg")
            self.assertEqual(told.targets, [BASE + "a.http?%E9"])
        mail = "From: a@h.example\nContent-Type: text/html; charset=windows-1252\n\n<base href=http://h.example/><a href='?\u00e9'>"
        self.assertEqual(self.links("a.eml", mail.encode("cp1252"), "--spec=whatwg").targets[-1], "http://h.example/?%E9")


if __name__ == "__main__":
    unittest.main()
