# SPDX-License-Identifier: MIT
"""Web archives, and the HTTP messages in them."""
import gzip
import resource
import subprocess
import unittest
import zlib

from support import URIEL, LinksTest, is_sanitized

PAGE = b'<a href="x">x</a>'
BROTLI = bytes.fromhex(  # a page with a title, and the same link
    "1b4200e89c07b6cd38bb69ca1a7f91b1112a3d7d44f0ea052e7982a61aa4aced0d38e4c0e9cb5b40010658a664d17e6044394fd24181d5e71a48877a2e01")


def record(kind, target, media, block, version=b"1.0", length=None):
    head = b"WARC/%s\r\nWARC-Type: %s\r\n" % (version, kind)
    if target:
        head += b"WARC-Target-URI: %s\r\n" % target
    return head + b"Content-Type: %s\r\nContent-Length: %d\r\n\r\n%s\r\n\r\n" % (
        media, len(block) if length is None else length, block)


def response(target, *fields, body=PAGE, status=b"200 OK", **how):
    block = b"\r\n".join((b"HTTP/1.1 " + status, *fields, b"", body))
    return record(b"response", target, b"application/http; msgtype=response", block, **how)


def chunked(*chunks):
    return b"".join(b"%x;x=y\r\n%s\r\n" % (len(chunk), chunk) for chunk in (*chunks, b""))


class Warc(LinksTest):
    RECORDS = (
        record(b"warcinfo", None, b"application/warc-fields", b"software: s http://s.example/\r\n"),
        record(b"request", b"http://a.example/d/p", b"application/http; msgtype=request",
               b"GET /d/p HTTP/1.1\r\nReferer: http://r.example/\r\nUser-Agent: b (+http://b.example/)\r\n\r\n"),
        response(b"<http://a.example/d/p>", b"Content-Type: text/html", b"Transfer-Encoding: chunked",
                 b"Link: <l>; rel=next", b"Content-Location: q/", body=chunked(PAGE[:5], PAGE[5:])),
        response(b"http://a.example/302", b"Location: /there", body=b"", status=b"302 Found", version=b"1.1"),
        record(b"resource", b"http://a.example/r/", b"text/html", PAGE),
        record(b"metadata", b"http://a.example/r/", b"application/warc-fields", b"outlink: http://o.example/ L a/@href\r\n"),
        record(b"response", b"dns:a.example", b"text/dns", b"a.example. 1 IN A 127.0.0.1"))
    TARGETS = ["http://s.example/", "http://r.example/", "http://b.example/", "http://a.example/d/l", "http://a.example/d/q/",
               "http://a.example/d/x", "http://a.example/there", "http://a.example/r/x", "http://o.example/"]

    def test_records(self):
        told = self.links("w.warc", b"".join(self.RECORDS), base=None)
        self.assertEqual(told.targets, self.TARGETS)
        self.assertFalse(told.errors)
        self.assertEqual([(document.get("part", ""), document["kind"], document["base_source"]) for document in told.documents],
                         [("", "warc", "none"), ("1", "text", "none"), ("2", "http", "retrieval"), ("3", "http", "retrieval"),
                          ("3.1", "html", "retrieval"), ("4", "http", "retrieval"), ("5", "html", "retrieval"),
                          ("6", "text", "retrieval"), ("7", "text", "retrieval")])
        self.assertEqual(told.documents[4]["retrieval"], "http://a.example/d/p")
        self.assertEqual([(r["header"], r.get("relation")) for r in told.references if "header" in r],
                         [("Referer", None), ("User-Agent", None), ("Link", "next"), ("Content-Location", None), ("Location", None)])

    def test_compressed_by_record(self):
        told = self.links("w.warc.gz", b"".join(map(gzip.compress, self.RECORDS)), base=None)
        self.assertEqual(told.targets, self.TARGETS)
        self.assertEqual(told.documents[0]["encoding"], "gzip")

    def test_location_does_not_change_the_base(self):
        """RFC 7231, Appendix B; nor does Content-Base, which HTTP no longer has."""
        told = self.links("w.warc", response(b"http://a.example/d/", b"Content-Type: text/html", b"Content-Location: /l/",
                                             b"Content-Base: http://b.example/"))
        self.assertEqual(told.targets[-1], "http://a.example/d/x")

    def test_base_element(self):
        told = self.links("w.warc", response(b"http://a.example/d/", b"Content-Type: text/html", body=b'<base href="e/">' + PAGE))
        self.assertEqual(told.targets[-1], "http://a.example/d/e/x")

    def check_body(self, *fields, body=PAGE, targets=("http://a.example/x",), errors=(), encoding=None):
        told = self.links("w.warc", response(b"http://a.example/", b"Content-Type: text/html", *fields, body=body))
        self.assertEqual([reference["target"] for reference in told.references if "element" in reference], list(targets))
        self.assertEqual([error["code"] for error in told.errors], list(errors))
        if encoding:
            self.assertEqual(told.documents[-1]["encoding"], encoding)

    def test_codings(self):
        raw = zlib.compressobj(9, zlib.DEFLATED, -15)
        self.check_body(b"Content-Encoding: gzip", body=gzip.compress(PAGE), encoding="gzip")
        self.check_body(b"Content-Encoding: x-gzip", body=gzip.compress(PAGE), encoding="gzip")
        self.check_body(b"Content-Encoding: Deflate", body=zlib.compress(PAGE), encoding="deflate")
        self.check_body(b"Content-Encoding: deflate", body=raw.compress(PAGE) + raw.flush(), encoding="deflate")
        self.check_body(b"Content-Encoding: deflate, gzip", body=gzip.compress(zlib.compress(PAGE)))
        self.check_body(b"Content-Encoding: identity")

    def test_coding_in_chunks(self):
        packed = gzip.compress(PAGE)
        self.check_body(b"Content-Encoding: gzip", b"Transfer-Encoding: chunked", body=chunked(packed[:9], packed[9:]))

    def test_undone_already(self):
        """Archives keep the header fields of encodings that their writer has removed."""
        self.check_body(b"Content-Encoding: gzip")
        self.check_body(b"Transfer-Encoding: chunked")

    def test_brotli(self):
        """RFC 7932; python-brotli 1.2 made the bytes."""
        self.check_body(b"Content-Encoding: br", body=BROTLI, encoding="br")
        self.check_body(b"Content-Encoding: br", b"Transfer-Encoding: chunked", body=chunked(BROTLI[:9], BROTLI[9:]), encoding="br")
        self.check_body(b"Content-Encoding: br, gzip", body=gzip.compress(BROTLI))
        # Cut off, damaged, or with more after it: what was decoded, and an error.
        for body in (BROTLI[:-4], BROTLI[:40] + b"\xff" * 9, BROTLI + b"\0"):
            told = self.links("w.warc", response(b"http://a.example/", b"Content-Type: text/html", b"Content-Encoding: br", body=body))
            self.assertEqual([error["code"] for error in told.errors], ["document-unreadable"], body)
            self.assertEqual(told.ends[0]["size"] > 0, body[40] != 0xff)

    def test_several_fields(self):
        """RFC 9110, 5.3; RFC 9112, 6.1 and 7.2: transfer codings too."""
        self.check_body(b"Content-Encoding: deflate", b"Content-Encoding: gzip", body=gzip.compress(zlib.compress(PAGE)))
        self.check_body(b"Transfer-Encoding: gzip, chunked", body=chunked(gzip.compress(PAGE)))
        self.check_body(b"Transfer-Encoding: deflate", b"Transfer-Encoding: chunked", b"Content-Encoding: br",
                        body=chunked(zlib.compress(BROTLI)))

    def notes(self, *fields, body=PAGE):
        told = self.links("w.warc", response(b"http://a.example/", b"Content-Type: text/html", *fields, body=body))
        self.assertEqual(told.documents[-1]["part"], "1.1")
        return told.ends[0].get("note"), [error["code"] for error in told.errors], told.targets[:1]

    def test_coding_not_known(self):
        """The content is read without decoding. Binary content is lost, which is an error."""
        known, own = (f"{what}: read as it is" for what in ("its Content-Encoding is not known", "it does not have its Content-Encoding"))
        for coding in (b"utf-8", b"foo", b"foo, gzip", b"x\x1b[31m"):
            self.assertEqual(self.notes(b"Content-Encoding: " + coding), (known, [], ["http://a.example/x"]), coding)
        self.assertEqual(self.notes(b"Content-Encoding: gzip, foo", body=gzip.compress(PAGE)), (known, [], ["http://a.example/x"]))
        self.assertEqual(self.notes(b"Content-Encoding: foo", body=b"\0\1\2" * 99), (known, ["encoding-not-known"], []))
        self.assertEqual(self.notes(b"Content-Encoding: compress", body=b"\x1f\x9d\x90" + PAGE), (known, ["encoding-not-known"], []))
        for coding in (b"br", b"gzip", b"x-gzip", b"deflate", b"zstd", b"br, gzip", b"deflate, br"):
            for body in (PAGE, b"b" + PAGE, PAGE * 9999, b"\n" + PAGE, b"; " + PAGE, b"3" + PAGE):
                self.assertEqual(self.notes(b"Content-Encoding: " + coding, body=body), (own, [], ["http://a.example/x"]), (coding, body[:20]))
        self.assertEqual(self.notes(b"Content-Encoding: br", body=gzip.compress(PAGE)), (own, [], ["http://a.example/x"]))
        self.assertEqual(self.notes(b"Content-Encoding: br", body=b"\x89PNG\r\n\x1a\n" + bytes(99)), (own, [], []))
        for coding in (b"br", b"deflate"):
            self.assertEqual(self.notes(b"Content-Encoding: " + coding, body=b"\0\1\2" * 99)[1:], (["document-unreadable"], []))
        for coding in (b"identity", b"none", b""):
            self.assertEqual(self.notes(b"Content-Encoding: " + coding), (None, [], ["http://a.example/x"]), coding)
        self.assertFalse(self.links("w.warc", response(b"http://a.example/", b"Content-Encoding: br", body=b"")).errors)

    def test_chunks_damaged(self):
        self.check_body(b"Transfer-Encoding: chunked", body=chunked(PAGE)[:-7], errors=("content-cut-off",))
        self.check_body(b"Transfer-Encoding: chunked", body=chunked(PAGE)[:-9] + b"no size\r\n", errors=("content-malformed",))

    def test_damaged(self):
        """Reading continues at the next record."""
        good = record(b"resource", b"http://a.example/", b"text/html", PAGE)
        for bad in (b"junk\nand more\n", b"WARC/1.0\r\nWARC-Type: resource\r\n\r\n", b"WARC/1.0\r\nContent-Length: x\r\n\r\n",
                    record(b"resource", b"http://b.example/", b"text/plain", b"yy", length=1)):
            told = self.links("w.warc", good + bad + good)
            self.assertEqual(told.targets, ["http://a.example/x"] * 2, bad)
            self.assertEqual([error["code"] for error in told.errors], ["record-malformed"], bad)

    def test_cut_off(self):
        told = self.links("w.warc", b"".join(self.RECORDS[:3]) + self.RECORDS[4][:-8])
        self.assertEqual(told.errors[-1]["code"], "record-cut-off")
        self.assertEqual(told.targets[-1], "http://a.example/r/x")
        told = self.links("w.warc", b"".join(self.RECORDS[:3]) + self.RECORDS[4][:30])
        self.assertEqual([error["code"] for error in told.errors], ["record-malformed"])

    def test_cut_off_and_compressed(self):
        told = self.links("w.warc.gz", gzip.compress(self.RECORDS[4]) + gzip.compress(self.RECORDS[4])[:-20])
        self.assertEqual(told.targets[0], "http://a.example/r/x")
        self.assertIn("document-unreadable", [error["code"] for error in told.errors])

    def test_target_that_is_no_uri(self):
        """RFC 3986, 5.1.3 and 5.1.4: the record has no base, not even the archive's."""
        for target in (b"http://[bad", b"rel/x", b"<rel>", b"http://a b/", b"http://a.example:8x/", b"\xff"):
            told = self.links("w.warc", response(target, b"Content-Type: text/html", b"Link: <n>"))
            self.assertEqual([(document.get("base"), document["base_source"]) for document in told.documents[1:]],
                             [(None, "none")] * 2, target)
            self.assertEqual(told.targets, [None, None])
            self.assertEqual([(error["code"], error["document"]) for error in told.errors], [("header-field-malformed", 2)])
            self.assertIn("WARC-Target-URI", told.errors[0]["message"])

    # What browsers and wget write, and the URI that is meant: RFC 3986, 2.1 and 2.4; a host by IDNA (RFC 3987, 3.1); the URL
    # standard for the rest.
    WRITTEN = {
        "http://w.example/d/a b": "http://w.example/d/a%20b",
        "http://w.example/d/?x[]=1": "http://w.example/d/?x%5B%5D=1",
        "http://w.example/d/?a=A|B": "http://w.example/d/?a=A%7CB",
        "http://w.example/d/Caf\u00e9": "http://w.example/d/Caf%C3%A9",
        "http://w.example/d/Caf\udce9": "http://w.example/d/Caf%E9",
        "http://w.example/d/100%": "http://w.example/d/100%25",
        "http://w.example/d/%7b{": "http://w.example/d/%7b%7B",
        "http://w.example/d/?q=<a>": "http://w.example/d/?q=%3Ca%3E",
        "http://b\u00fccher.example/d/": "http://xn--bcher-kva.example/d/",
        "http://u:p@q@w.example/d/": "http://u:p%40q@w.example/d/",
        "https:\\\\w.example:443\\d\\|": "https:%5C%5Cw.example:443%5Cd%5C%7C",
        "http://[::1]/d/[": "http://[::1]/d/%5B",
        "http://W.example/d/../e": "http://W.example/d/../e",
    }

    def test_target_as_it_is_written(self):
        for options in ((), ("--spec", "rfc3986"), ("--spec", "whatwg"), ("--spec", "uri-2003")):
            for target, uri in self.WRITTEN.items():
                target = target.encode("utf-8", "surrogateescape")
                for written in (target, b"<" + target + b">"):
                    told = self.links("w.warc", response(written, b"Content-Type: text/html"), *options)
                    self.assertEqual([document["retrieval"] for document in told.documents[1:]], [uri] * 2, (written, options))
                    self.assertFalse(told.errors)
                    self.assertEqual(told.documents[2]["base_source"], "retrieval")
        self.assertEqual(self.links("w.warc", response(b"http://w.example/d/?x[]=1", b"Content-Type: text/html")).targets,
                         ["http://w.example/d/x"])

    def test_message_of_one_record(self):
        """Messages of uriel_error_describe do not end in NUL."""
        told = self.links("w.warc", response(b"http://[badly", b"A: b") + response(b"1:", b"A: b") + response(b"http://[", b"A: b"))
        alone = [self.links("w.warc", response(target, b"A: b")).errors[0]["message"] for target in (b"http://[badly", b"1:", b"http://[")]
        self.assertEqual([error["message"] for error in told.errors], alone)

    def test_member_damaged(self):
        """RFC 1952, 2.2: reading continues at the next member of gzip."""
        good = [gzip.compress(record(b"resource", b"http://a.example/", b"text/html", b"<a href=%d>" % i)) for i in range(3)]
        for at in (-6, 45):
            bad = bytearray(good[1])
            bad[at] ^= 0x55
            told = self.links("w.warc.gz", good[0] + bytes(bad) + b"\x1f\x8b\x08" * 50000 + good[2])
            self.assertEqual((told.targets[0], told.targets[-1]), ("http://a.example/0", "http://a.example/2"))
            self.assertIn("record-malformed", [error["code"] for error in told.errors])
            self.assertEqual(told.ends[-1]["status"], "done")

    def test_charset_of_xml(self):
        """RFC 7303, 3.2."""
        body = '<?xml version="1.0"?><l href="http://x.example/\u00e9"/>'.encode("latin-1")
        for field in (b'application/xml; x=y; charset="ISO-8859-1"', b"application/xml;charset=iso-8859-1"):
            told = self.links("w.warc", response(b"http://a.example/", b"Content-Type: " + field, body=body))
            self.assertEqual(told.raws, ["http://x.example/\u00e9"])

    def test_without_end(self):
        """Headers that never end, nested: linear time."""
        told = self.links("w.warc", b"WARC/1.0\r\nA: b\r\n" * 200000)
        self.assertEqual({error["code"] for error in told.errors}, {"record-malformed"})

    @unittest.skipIf(is_sanitized(), "AddressSanitizer takes memory of its own")
    def test_constant_memory(self):
        """A record longer than the program's memory limit."""
        size = 300 * 1000 * 1000
        text = b"nothing to be found here, line by line\n" * 25000
        head = record(b"resource", b"http://a.example/", b"text/plain", b"", length=size)[:-4]
        path = self.folder / "w.warc"
        with open(path, "wb") as file:
            file.write(head)
            for _ in range(size // len(text)):
                file.write(text)
            file.write(b"\n" * (size - size // len(text) * len(text)) + b"\r\n\r\n" + self.RECORDS[4])
        done = subprocess.run([URIEL, "links", path], capture_output=True, check=False,
                              preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (200 * 1000 * 1000,) * 2))
        self.assertIn(b"http://a.example/r/x", done.stdout, done.stderr)


class Http(LinksTest):
    def test_quoted_pair(self):
        """RFC 9110, 5.6.4."""
        told = self.links("a.http", b'HTTP/1.1 200 OK\r\nLink: <e>; rel="a\\"b\\\\", <f>; rel=g\r\n\r\n')
        self.assertEqual(told.values("reference", "relation"), [("e", 'a"b\\'), ("f", "g")])

    def test_rev(self):
        """RFC 8288, 3.3."""
        told = self.links("a.http", b'HTTP/1.1 200 OK\r\nLink: <e>; rev="a b"; rel=c; rev=d, <f>; rev=g, <h>; rel=""\r\n\r\n')
        self.assertEqual(told.values("reference", "relation"), [("e", "c rev=a rev=b"), ("f", "rev=g"), ("h", None)])

    def test_white_space(self):
        """RFC 9110, 10.2.2: Location is one URI reference; RFC 9112, 5.2: folding is a space."""
        told = self.links("a.http", b"HTTP/1.1 302 Found\r\nLocation: http://l.example/x y\r\nReferer: a\r\n b\r\n"
                          b"Location: Hall\r\n\r\n")
        self.assertEqual([(r["reference"], "error" in r) for r in told.references],
                         [("http://l.example/x%20y", True), ("a%20b", True), ("Hall", False)])

    def test_response(self):
        told = self.links("a", b"HTTP/1.0 200 OK\nContent-Type: text/html\nLink: <a>, <b>\n\n" + PAGE)
        self.assertEqual([document["kind"] for document in told.documents], ["http", "html"])
        self.assertEqual(told.targets, ["http://h.example/d/" + name for name in "abx"])

    def test_fields(self):
        told = self.links("a.http", b'HTTP/1.1 200 OK\r\nRefresh: 5; URL="n"\r\nLocation: l\r\nno field\r\n'
                          b"Link: <o>;\r\n rel=p\r\nSet-Cookie: u=http://no.example/\r\n\r\n")
        self.assertEqual(told.values("header", "raw", "line", "column"),
                         [("Refresh", "n", 2, 18), ("Location", "l", 3, 11), ("Link", "o", 5, 8)])
        self.assertEqual([error["code"] for error in told.errors], ["header-field-malformed"])


if __name__ == "__main__":
    unittest.main()
