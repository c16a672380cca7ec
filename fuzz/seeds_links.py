#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""seeds_links.py OUT: writes first inputs for fuzz_links to OUT/fuzz_links, a document of each kind, plain and compressed, and for
fuzz_gateway to OUT/fuzz_gateway.

The first byte says which name it has, in the order of `names` in fuzz_links.c; or what the gateway does with it.
"""
import gzip
import pathlib
import struct
import sys
import zlib

NAMES = ["", "a.html", "a.xml", "a.css", "a.eml", "a.mbox", "a.warc", "a.txt", "a.svg", "a.md", "a.atom", "a.rss", "robots.txt",
         "a.mht", "a.http", "a.xhtml", "a.wacz", "a.br", "a.uris"]
HTML = b"""<!doctype html><base href="/b/"><a href=" x
y" rel="a b" rev="c&amp;">l</a><img srcset="a.png 1x, b.png 2x" src=cid:i@x style="background:url('c.png')">
<style>@import "s.css";</style><meta http-equiv=refresh content="1; url=z"><object codebase=o/ data=d></object>"""
CSS = b'@charset "utf-8"; @import url(a.css); p { background: url( "b\\20 c.png" ) } /* url(x) */'
SVG = b'<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"><a xlink:href="q" xml:base="r/"/></svg>'
ATOM = b'<feed xmlns="http://www.w3.org/2005/Atom" xml:base="f/"><link href="l"/><id>urn:x-y:z</id></feed>'
RSS = b'<rss version="2.0"><channel><link>http://a.example/</link><item><guid>g</guid><enclosure url="e"/></item></channel></rss>'
XHTML = b'<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><a href="h&amp;i">x</a></html>'
ROBOTS = b"User-agent: *\nDisallow: /p\nSitemap: http://a.example/s.xml\n"
TEXT = b"see <URL:http://a.example/b\n c> and www.b.example, mailto:d@e.example.\n"
URIS = b"# urn:x-y:z\r\nhttp://a.example/#b\r\nc\r\n#d\r\n"
SET = (b'{"linkset":[{"anchor":"http://a.example/\\u0062","next":[{"href":"c\\ud83d\\ude00","title*":[{"value":"d"}]},{"href":""}]},'
       b'{"x":1,"prev":["e",{}]}],"@context":{}}')
WAT = (b'{"Container":{},"Envelope":{"WARC-Header-Metadata":{"WARC-Target-URI":"http:\\/\\/a.example\\/"},"Payload-Metadata":{"HTTP-Response-Metadata":{'
       b'"Headers":{"Link":["<a>;rel=b","<\\u0063"],"Location":"d","X":"http://e.example/"},"HTML-Metadata":{"Links":[{"path":"A@/href","url":"f\\ud83d",'
       b'"rel":"g"},{"path":"OBJECT@/codebase","url":"h/"},{"path":"OBJECT@/data","url":"i"},{"path":"STYLE/#text","href":"j\\\\20"},{"url":"k"},'
       b'{"path":"DIV@/onclick","url":"l"},{"path":"IMG@/srcset","url":"m 1x, n 2x"},1],"Head":{"Base":"o/","Link":[{"path":"LINK@/href","url":"p",'
       b'"rel":"q"}],"Metas":[{"http-equiv":"refresh","content":"5; url=r"},{"property":"og:image","content":"s"}],"Scripts":[{"url":"t"}]}}}}}}')
LINKSET = b"HTTP/1.1 200 OK\r\nContent-Type: application/linkset\r\n\r\n<a>\n;rel=b;rev=\"c d\"\n;anchor=\"e\", f, <g>;rel=h"
UNIX = (b"total 2\n.:\ndrwxr-xr-x+ 2 a b 512 Jul 28 12:34 pub\nlrwxrwxrwx 1 a 9 2026-12-10 12:34:56.7 +0100 c;1 -> ../d e\n\n./x:y:\n"
        b"-rw-r--r-- 1 a b 1k 5 Nov 1996 z%\n")
MLSD = b"Type=cdir;Perm=el; /x\r\ntype=dir;x.y=z; a b\r\n  c:d\r\ntype=file; //e\r\n"
DOS = b"02-11-99  03:36PM       <DIR>          a  b\r\n10-20-1999  15:36             1,047  c\r\n"
VMS = b"Directory D:[E]\n\nA.DIR;1 1 5-NOV-1996\nLONG.B;2\n     2/3 5-NOV-1996\nC;3 %RMS\nTotal of 3 files\n"
OVERVIEW = (b"1\tsee http://a.example/\tb\tc\t<d@e>\t<f@g> (<h@i>) <j@\r\n2\t\t\t\t<k@l>\t\t1\t2\tNewsgroups: m,n o\t:x 5\r\n.\r\nx\r\n")
NEWS = (b"Newsgroups: a.b, c d\nFollowup-To: poster,e\nMessage-ID: <f@g>\nReferences: h <i@j> (<k@l>)\n <m\n n@o>\nIn-Reply-To: p\n"
        b"Content-Type: text/html\n\n<a href=q@r>")
PROSPERO = (b"LINK  L FILE a INTERNET-D H(11525) ASCII '/d/it''s\n' 3\nATTRIBUTE LINK INTRINSIC ACCESS-METHOD SEQUENCE AFTP '' '' '' '' TEXT\n"
            b"ATTRIBUTE LINK INTRINSIC ACCESS-METHOD GOPHER INTERNET-D g ASCII 1x\nFORWARDED INTERNET-D a ASCII b 0\n'x")
MENU = (b"0a\tb c\th.example\t70\r\n1d\tftp:e@/f\th.example\t71\t+\r\n8g\tme\th.example\t23\r\nTi\t\th.example\t0\r\n"
        b"hj\tURL:http://k.example/\tl\t70\t?\r\n+m\tn\to\t70\r\ni\t\tx\t0\r\n.\r\nx\r\n")
MAIL = b"""From: a@b.example
Subject: s http://s.example/
Content-Base: http://c.example/d/
List-Help: <http://h.example/>, <mailto:l@h.example> (by (mail))
Link: <n>; rel="next"; anchor="#f", <p>;rel=prev
Message-ID: <m@x>
MIME-Version: 1.0
Content-Type: multipart/related; boundary=b

--b
Content-Type: text/html; charset=iso-8859-1
Content-Transfer-Encoding: quoted-printable
Content-Location: e
 /f.html

<a href=3D"cid:i@x">=E9</a><a href=3Dg.png>
--b
Content-Type: image/png
Content-ID: <i@x>
Content-Location: e/g.png
Content-Transfer-Encoding: base64

iVBORw0KGgo=
--b
Content-Type: message/rfc822

Subject: t
Content-Type: multipart/mixed; boundary=c

--c

mid:m@x/i@x
--c--
--b
Content-Type: message/external-body; access-type=URL; URL="http://u.
 example/"

--b--
"""
WAIS = bytes.fromhex("000e1701000000000001000000" "1b0100" "6331" "811621" "7408" "0101680204786162" "8104088105024142810500" "7b0161") + b"\x1c\0\3S1\0\x1d"
WAIS = b"%010dz2wais        0" % len(WAIS) + WAIS
MBOX = b"From a@b Mon Jan  1 00:00:00 2001\n" + MAIL + b"\nFrom c Mon Jan  1 00:00:00 2001\nFrom: d\nSubject: e\n\n>From f\n"
HTTP = b"HTTP/1.1 302 Found\r\nLocation: /l\r\nLink: <m>; rel=n\r\nRefresh: 5; url=o\r\nContent-Type: text/html\r\n"
CHUNKED = HTTP + b"Transfer-Encoding: chunked\r\n\r\n4\r\n<a h\r\n7;x=y\r\nref=p>q\r\n0\r\n\r\n"
CODED = HTTP + b"Content-Encoding: deflate, gzip\r\n\r\n" + gzip.compress(zlib.compress(HTML), mtime=0)


def record(kind, target, media, block):
    return (b"WARC/1.0\r\nWARC-Type: %s\r\nWARC-Target-URI: %s\r\nContent-Type: %s\r\nContent-Length: %d\r\n\r\n%s\r\n\r\n"
            % (kind, target, media, len(block), block))


WARC = [record(b"response", b"<http://a.example/>", b"application/http; msgtype=response", CHUNKED),
        record(b"resource", b"http://a.example/r", b"text/html", HTML), b"damaged\n",
        record(b"request", b"http://a.example/", b"application/http; msgtype=request",
               b"GET / HTTP/1.1\r\nReferer: http://b.example/\r\n\r\n"),
        record(b"response", b"http://a.example/c", b"application/http", CODED)]
ARC = [b"filedesc://a.arc 0.0.0.0 19960923142103 text/plain 3\n1 0\n\n",
       b"http://a.example/ 192.0.2.1 19960923142103 text/html %d\n%s\n" % (len(CHUNKED), CHUNKED), b"damaged\n",
       b"http://a.example/?a b 192.0.2.1 19960923142103 text/html 200 - - 9 a.arc %d\n%s\n" % (len(HTML), HTML)]
BROTLI = bytes.fromhex("1b4200e89c07b6cd38bb69ca1a7f91b1112a3d7d44f0ea052e7982a61aa4aced0d38e4c0e9cb5b40010658a664d17e6044394fd24181d5e71a48877a2e01")


def member(name, data, packed=False, after=False):
    """Of a ZIP file: its lengths are before or after it."""
    coder = zlib.compressobj(9, zlib.DEFLATED, -15)
    stored = coder.compress(data) + coder.flush() if packed else data
    lengths = (0, len(stored), len(data))
    return (b"PK\3\4" + struct.pack("<HHHHHLLLHH", 20, 8 * after, 8 * packed, 0, 0, *((0, 0, 0) if after else lengths), len(name), 0)
            + name + stored + (b"PK\7\10" + struct.pack("<LLL", *lengths) if after else b""))


WACZ = b"".join(member(b"archive/a.warc", b"".join(WARC), packed, after) for packed in (False, True) for after in (False, True))
DOCUMENTS = [("a.wacz", WACZ + b"PK\1\2"), ("", b"".join(ARC)), ("a.br", BROTLI), ("a.http", HTTP + b"Content-Encoding: br\r\n\r\n" + BROTLI),
             ("a.html", HTML), ("a.css", CSS), ("a.svg", SVG), ("a.atom", ATOM), ("a.rss", RSS), ("a.xhtml", XHTML),
             ("a.xml", SVG), ("robots.txt", ROBOTS), ("a.txt", TEXT), ("a.uris", URIS), ("", MENU), ("", SET), ("", WAT), ("", PROSPERO), ("", WAIS), ("", OVERVIEW), ("", NEWS), ("", UNIX), ("", MLSD), ("", DOS), ("", VMS), ("", LINKSET), ("a.eml", MAIL), ("a.mht", MAIL), ("a.mbox", MBOX),
             ("a.http", CHUNKED), ("a.http", CODED), ("a.warc", b"".join(WARC)), ("", b"".join(map(gzip.compress, WARC)))]


ASK = b"+ASK:\r\n Note: a\r\n Ask: b\tc\r\n AskP: d\r\n AskL: e\r\n Choose: f\tg\th\r\n Select: i\t1\r\n+ADMIN:\r\n"
WORDS = b"Subject: =?utf-8?B?w6k=?= =?iso-8859-1*en?q?=E9_x?= =?x?q?y?=\nReferences: <a@b>\n\t<c@d>\n\n.e <f>\n"
# In the order of enum convert_kind; then what forms are and submit.
GATEWAY = [(0, b"/gopher/h/1/a%20b"), (0, b"/ftp/%5B::1%5D:21/a;type=i"), (0, b"/news:a@b"), (0, b"gopher://h/7a%09b"), (1, MENU), (2, UNIX), (2, MLSD),
           (2, DOS), (2, VMS), (3, URIS), (4, OVERVIEW), (5, b"a.b 2 1 y\r\n"), (6, NEWS), (6, WORDS), (7, ASK), (8, b"uri=gopher://h/7/s&words=a+b"),
           (8, b"uri=gopher://h/0f%2509%2509?&l=a&m=b%0D%0Ac&proxy=1")]


def main():
    out = pathlib.Path(sys.argv[1]) / "fuzz_links"
    out.mkdir(parents=True, exist_ok=True)
    for number, (name, data) in enumerate(DOCUMENTS):
        first = bytes((NAMES.index(name),))
        (out / f"document-{number}").write_bytes(first + data)
        (out / f"packed-{number}").write_bytes(first + gzip.compress(data, mtime=0) + bytes(4))
        (out / f"unnamed-{number}").write_bytes(b"\xf0" + data)
    out = out.with_name("fuzz_gateway")
    out.mkdir(exist_ok=True)
    for number, (kind, data) in enumerate(GATEWAY):
        (out / f"document-{number}").write_bytes(bytes((kind,)) + data)


main()
