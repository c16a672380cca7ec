# SPDX-License-Identifier: MIT
"""References as agents of 1997 and 2003 read them: --spec=url-1997 and --spec=uri-2003."""
import sqlite3
import unittest

from support import CommandTest

HERE = "http://r.example/d/p.html"
PAGE = """<base href="http://o.example/x/y;p?q"> <a href="#s"> <a href=""> <form action=""></form> <form action="#f"></form> <img src="">
<a href="../../../g"> <a href="?z"> <a href="g?y/../x"> <a href="caf\u00e9"> <a href="//[::1]/"> <a href="//h_1/"> <a href="HTTP://o.example/a:b">
"""
RESPONSE = "HTTP/1.0 200 OK\r\nContent-Type: text/html\r\n%s\r\nLink: <n>\r\n\r\n<a href=f><a href='#s'>"
RECORD = "WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: http://w.example/list/1\r\nContent-Type: application/http\r\nContent-Length: %d\r\n\r\n%s"
MAIL = """From: a@b.example
Content-Base: http://m.example/
 a/b
Content-Location: /ignored
MIME-Version: 1.0
Content-Type: text/html

<a href="c"> <a href="#s"> <a href="">
"""


class Generations(CommandTest):
    def targets(self, spec, name, data, base=HERE, **how):
        told = self.links(name, data, "--spec", spec, base=base, **how)
        return [record.get("target") for record in told.references], told

    def test_current_document(self):
        """url-1997, 3 and 5.2; uri-2003, 4.2 and 5.2: "" and "#s" are not resolved."""
        here = [HERE + "#s", HERE]
        for spec, form, query, up in (("url-1997", HERE, "?z", "x/x"), ("uri-2003", "http://o.example/x/y;p?q", "y;p?z", "x/g?y/../x")):
            targets, told = self.targets(spec, "p.html", PAGE)
            self.assertEqual(targets[1:6], here + [form, form + "#f", HERE], spec)
            self.assertEqual(targets[6:9], ["http://o.example/../../g", "http://o.example/x/" + query, "http://o.example/" + up])
            self.assertEqual([record.get("excess") for record in told.references], [None] * len(told.references))
            self.assertEqual(told.documents[0]["base"], "http://o.example/x/y;p?q")
        self.assertEqual(self.targets("rfc3986", "p.html", PAGE)[0][1:3], ["http://o.example/x/y;p?q#s", "http://o.example/x/y;p?q"])

    def test_grammar(self):
        """References are read under the document: url-1997 has no IPv6 addresses, and no "_" in a host; no document has IRIs."""
        codes = {}
        for spec in ("url-1997", "uri-2003"):
            codes[spec] = [record.get("error", {}).get("code") for record in self.targets(spec, "p.html", PAGE)[1].references[9:]]
        self.assertEqual([bool(code) for code in codes["url-1997"]], [True, True, True, False])
        self.assertEqual([bool(code) for code in codes["uri-2003"]], [True, False, False, False])

    def test_no_uri(self):
        """Without the document's URI a reference to it has no target, but this is not an error."""
        targets, told = self.targets("url-1997", "p.html", '<a href="#s"> <a href=""> <a href="a">', base=None, status=(1,))
        self.assertEqual(targets, [None, None, None])
        self.assertEqual(["error" in record for record in told.references], [False, False, True])
        self.assertEqual(self.run_uriel("--spec", "url-1997", self.write("q.html", '<a href="#s">'), status=(0,)).stderr, b"")

    def test_relative_base(self):
        """HTML's base must be absolute (Appendix D of both): a relative one is an error, and is not used."""
        for spec in ("url-1997", "uri-2003"):
            targets, told = self.targets(spec, "p.html", '<base href="/x/"> <a href="a"> <a href="#s">', status=(1,))
            self.assertEqual(targets, [None, None, HERE + "#s"])
            self.assertEqual([record.get("error", {}).get("code") for record in told.references], ["base-not-absolute"] * 2 + [None])
        self.assertEqual(self.targets("iri", "p.html", '<base href="/x/"> <a href="a">')[0][1], "http://r.example/x/a")

    def http(self, spec, fields):
        response = RESPONSE % fields
        told = self.targets(spec, "s.warc", RECORD % (len(response), response), base=None)[1]
        return [record.get("target") for record in told.references if not record.get("identifies")]

    def test_http(self):
        """url-1997, 5.1.1: Content-Base before Content-Location. In 2003, HTTP had only Content-Location (RFC 2616, 14.14)."""
        here = "http://w.example/list/1#s"
        both = "Content-Base: http://b.example/ c/\r\nContent-Location: d/e"
        location = ["http://w.example/list/d/n", "http://w.example/list/d/f", here]
        self.assertEqual(self.http("url-1997", both), ["http://b.example/c/n", "http://b.example/c/f", here])
        self.assertEqual(self.http("uri-2003", both), location)
        for spec in ("url-1997", "uri-2003"):
            self.assertEqual(self.http(spec, "Content-Location: d/ e"), location)
            self.assertEqual(self.http(spec, "X: y"), ["http://w.example/list/n", "http://w.example/list/f", here])
        self.assertEqual(self.http("url-1997", "Content-Base: c/"), [None, None, here])
        self.assertEqual(self.http("rfc3986", both), ["http://w.example/list/n", "http://w.example/list/f", here])

    def test_mail(self):
        for spec in ("url-1997", "uri-2003"):
            told = self.targets(spec, "m.eml", MAIL, base=None)[1]
            self.assertEqual([record.get("target") for record in told.references if not record.get("identifies")], ["http://m.example/a/c", None, None])

    def test_options(self):
        self.assertIn("url-1997", self.usage("--spec", "rfc2396", "x"))
        self.assertIn("uri-2003", self.usage("--spec", "url-1994", "x"))
        self.write("site/a.html", '<base href="http://elsewhere.example/"> <p id=s> <a href="#s"> <a href="#t">')
        out, _ = self.run_text("--check", "--spec", "uri-2003", self.folder / "site", status=(1,))
        self.assertIn(':1:73: broken: #t: there is no "t"', out)
        self.assertEqual(out.count("\n"), 1)

    def test_harvest(self):
        path, database = self.write("p.html", PAGE), self.folder / "h.db"
        self.run_uriel("-q", "-o", database, "--spec", "url-1997", "--base", HERE, path, subcommand="harvest")
        with sqlite3.connect(database) as db:
            self.assertEqual(db.execute("SELECT spec FROM document").fetchall(), [("url-1997",)])
            rows = db.execute("SELECT raw, target, elsewhere FROM reference ORDER BY id").fetchall()
        self.assertEqual(rows[1], ("#s", HERE + "#s", None))
        self.assertEqual(rows[6], ("../../../g", "http://o.example/../../g", None))


if __name__ == "__main__":
    unittest.main()
