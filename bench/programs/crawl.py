# SPDX-License-Identifier: MIT
"""A crawl made from the pages of a folder: web archives (WARC), and the archives of their links (WAT).

Each page is stored under many URIs: a site has PAGES pages, links to LINKS pages of other sites follow its text, and each
REDIRECTS-th record is a redirect to another site. Sites that were seen more often are linked to more often.
"""
import gzip
import html.parser
import json
import os
import random
import zlib

PAGES, LINKS, REDIRECTS = 20, 10, 25
# References that programs read in different ways, or that have hosts of kinds that some programs drop.
ODD = [text.encode() for text in (
    "http://a_b.example/", "//no-scheme.example/x", "http://[2001:db8::1]/", "http://192.0.2.7/", "http://0x7f.1/", "http://localhost/",
    "http://user@log-in.example:8080/", "http://after.example@before.example/", "http:\\\\backslash.example\\x",
    " http://space.example/ ", "http://tab\t.example/", "http:/one-slash.example/", "https:no-slash.example",
    "http:///three-slashes.example/", "ftp://files.example/x", "websocket://seven-letters.example/", "git+ssh://plus.example/x",
    "http://b\xfccher.example/", "http://stra\xdfe.example/", "http://wide\u3002example/", "http://xn--bcher-kva.example/",
    "http://-dash.example/", "http://under_.example/", "http://percent%2dencoded.example/", "http://two..dots.example/",
    "http://dot-at-end.example./", "http://port.example:99999/", "http://sp ace.example/", "http://www.www.example/",
    "http://a|b.example/")]
FILE = 256 * 10 ** 6  # bytes of one archive, before compression
HTTP = b"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\nContent-Length: %d\r\n\r\n"
REDIRECT = b"HTTP/1.1 301 Moved Permanently\r\nLocation: %s\r\nContent-Length: 0\r\n\r\n"
RECORD = (b"WARC/1.0\r\nWARC-Type: %s\r\nWARC-Target-URI: %s\r\nWARC-Date: 2026-01-01T00:00:00Z\r\n"
          b"WARC-Record-ID: <urn:uuid:00000000-0000-4000-8000-%012d>\r\nContent-Type: %s\r\nContent-Length: %d\r\n\r\n")


def site_of(number):
    return b"site%d.example" % number


def host_of(number):
    """A site has one of three kinds of hosts."""
    return (b"www.", b"", b"shop.")[number % 3] + site_of(number)


class Records:
    """The records of a crawl: `uri`, `status` (the HTTP header), `page` and `more`, which follows the page."""

    def __init__(self, texts, odd=()):
        self.texts, self.odd, self.random, self.number = texts, odd, random.Random(31), 0

    def link(self):
        known = self.number // PAGES + 100
        return b"https://" + host_of(int(known * self.random.random() ** 3)) + b"/p/%d.html" % (self.number % PAGES)

    def __iter__(self):
        while True:
            number = self.number
            uri = b"https://" + host_of(number // PAGES) + b"/docs/%d/page.html" % (number % PAGES)
            if number % REDIRECTS == REDIRECTS - 1:
                yield uri, REDIRECT % self.link(), None, b""
            else:
                page = number % len(self.texts)
                lines = [self.link() for _ in range(LINKS)] + ([self.odd[number % len(self.odd)]] if self.odd else [])
                more = b"<ul>\n%s</ul>\n" % b"".join(b'<li><a href="%s">a site</a>\n' % line.replace(b"&", b"&amp;").replace(b'"', b"&quot;") for line in lines)
                yield uri, HTTP % (len(self.texts[page]) + len(more)), page, more
            self.number += 1


# ---- WARC --------------------------------------------------------------------------------------------------------


class Member:
    """Members of gzip, whose middle part is compressed once for each page."""

    def __init__(self, texts):
        self.texts, self.made = texts, {}

    def middle(self, page):
        if page not in self.made:
            deflate = zlib.compressobj(6, zlib.DEFLATED, -15)
            self.made[page] = deflate.compress(self.texts[page]) + deflate.flush(zlib.Z_FULL_FLUSH)
        return self.made[page]

    def __call__(self, head, page, tail):
        first, last = zlib.compressobj(6, zlib.DEFLATED, -12, 4), zlib.compressobj(6, zlib.DEFLATED, -12, 4)
        body = self.texts[page] if page is not None else b""
        check = zlib.crc32(tail, zlib.crc32(body, zlib.crc32(head)))
        return b"".join((b"\x1f\x8b\x08\0\0\0\0\0\0\xff", first.compress(head), first.flush(zlib.Z_FULL_FLUSH),
                         self.middle(page) if page is not None else b"", last.compress(tail), last.flush(),
                         check.to_bytes(4, "little"), ((len(head) + len(body) + len(tail)) & 0xffffffff).to_bytes(4, "little")))


def write_warcs(folder, texts, size, odd=()):
    """Writes archives with this many bytes before compression. Returns the number of records."""
    member, written, records, out = Member(texts), 0, 0, None
    for uri, status, page, more in Records(texts, odd):
        if written >= size:
            break
        if out is None or written // FILE != before // FILE:
            if out:
                out.close()
            out = open(os.path.join(folder, f"crawl-{written // FILE:05}.warc.gz"), "wb")
        before = written
        length = len(status) + (len(texts[page]) if page is not None else 0) + len(more)
        head = RECORD % (b"response", uri, records, b"application/http; msgtype=response", length) + status
        out.write(member(head, page, more + b"\r\n\r\n"))
        written += len(head) + length - len(status) + 4
        records += 1
    out.close()
    return records


# ---- WAT ---------------------------------------------------------------------------------------------------------

URLS = {"a": ("href",), "area": ("href",), "link": ("href",), "img": ("src", "longdesc", "usemap"), "script": ("src",), "iframe": ("src",),
        "frame": ("src",), "form": ("action",), "embed": ("src",), "object": ("data", "codebase"), "input": ("src",), "body": ("background",),
        "blockquote": ("cite",), "q": ("cite",), "source": ("src",), "video": ("src", "poster"), "audio": ("src",), "track": ("src",)}


class Metadata(html.parser.HTMLParser):
    """The member HTML-Metadata of a page, with the members that webarchive-commons writes."""

    def __init__(self, text):
        super().__init__()
        self.head, self.links = {}, []
        self.feed(text.decode("utf-8", "replace"))
        self.close()
        self.value = {"Head": self.head, "Links": self.links}

    def handle_starttag(self, tag, attributes):
        found = {name: value for name, value in attributes if value is not None}
        if tag == "base" and "href" in found:
            self.head["Base"] = found["href"]
        elif tag == "meta":
            self.head.setdefault("Metas", []).append({name: found[name] for name in ("name", "property", "http-equiv", "content") if name in found})
        for name in URLS.get(tag, ()):
            if name in found:
                link = {"path": f"{tag.upper()}@/{name}", "url": found[name], **({"rel": found["rel"]} if "rel" in found else {})}
                place = {"link": "Link", "script": "Scripts"}.get(tag)
                (self.head.setdefault(place, []) if place else self.links).append(link)


def metadata_of(uri, status, page, more, texts):
    """The record of the archive of links, in JSON."""
    lines = status.decode().split("\r\n")
    response = {"Response-Message": {"Status": lines[0].split()[1], "Version": "HTTP/1.1", "Reason": lines[0].split(" ", 2)[2]},
                "Headers": dict(line.split(": ", 1) for line in lines[1:] if line)}
    if page is not None:
        response["HTML-Metadata"] = Metadata(texts[page] + more).value
    return json.dumps({"Container": {"Filename": "crawl.warc.gz", "Compressed": True}, "Envelope": {
        "Format": "WARC", "WARC-Header-Metadata": {"WARC-Type": "response", "WARC-Target-URI": uri.decode()},
        "Payload-Metadata": {"Actual-Content-Type": "application/http; msgtype=response", "HTTP-Response-Metadata": response}}}).encode()


def write_wat(path, texts, count, odd=()):
    """Writes the archive of the links of the crawl's first records."""
    with open(path, "wb") as out:
        for number, record in zip(range(count), Records(texts, odd)):
            body = metadata_of(*record, texts)
            out.write(gzip.compress(RECORD % (b"metadata", record[0], number, b"application/json", len(body)) + body + b"\r\n\r\n", 6))
