# SPDX-License-Identifier: MIT
"""HTML pages: the pages of a folder, archives of them, and one page of any size."""
import binascii
import gzip
import os
import re

import measure

BOUND = 64 * 1024  # of a round of the long page


def pages_of(folder):
    """All pages below, in a fixed order. Folders may be links, as in Debian's openjdk-17-doc; each is read once."""
    found, seen = [], set()
    for place, folders, names in os.walk(os.path.realpath(folder), followlinks=True):
        if os.path.realpath(place) in seen:
            folders.clear()
            continue
        seen.add(os.path.realpath(place))
        folders.sort()
        found += [os.path.join(place, name) for name in sorted(names) if name.endswith(".html")]
    return [path for path in found if os.path.isfile(path) and not os.path.islink(path) and "\n" not in path]


def spread(pages, count):
    """This many of the pages, evenly spread."""
    count = min(count, len(pages))
    return [pages[i * len(pages) // count] for i in range(count)]


def bytes_of(pages):
    return sum(os.path.getsize(path) for path in pages)


def up_to(pages, size):
    """Evenly spread pages with about this many bytes in total."""
    return spread(pages, max(1, int(len(pages) * min(1, size / bytes_of(pages)))))


def read(path):
    with open(path, "rb") as file:
        return file.read()


def write_warc(path, pages):
    """A web archive as crawlers write it: a member of gzip for each record (WARC 1.0, Annex D)."""
    with open(path, "wb") as out:
        for number, page in enumerate(pages):
            body = read(page)
            body = b"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\nContent-Length: %d\r\n\r\n" % len(body) + body
            head = (b"WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: http://example.com/%d/page.html\r\n"
                    b"WARC-Date: 2026-01-01T00:00:00Z\r\nWARC-Record-ID: <urn:uuid:00000000-0000-4000-8000-%012d>\r\n"
                    b"Content-Type: application/http; msgtype=response\r\nContent-Length: %d\r\n\r\n" % (number, number, len(body)))
            out.write(gzip.compress(head + body + b"\r\n\r\n", 6))


def write_mbox(path, pages):
    """A mailbox with a page in each message, quoted-printable or base64 in turn."""
    with open(path, "wb") as out:
        for number, page in enumerate(pages):
            quoted = number % 2
            body = read(page).rstrip(b"\n") + b"\n"
            body = re.sub(rb"(?m)^From ", b"=46rom ", binascii.b2a_qp(body)) if quoted else re.sub(
                rb"(.{76})", rb"\1\n", binascii.b2a_base64(body))
            out.write(b"From user@example.org Mon Nov  2 10:00:00 2026\nMessage-ID: <%d@mail.example.org>\nFrom: user@example.org\n"
                      b"Subject: page %d\nMIME-Version: 1.0\nContent-Type: text/html; charset=utf-8\nContent-Transfer-Encoding: %s\n\n%s\n"
                      % (number, number, b"quoted-printable" if quoted else b"base64", body))


def round_of_page():
    """A part of the long page, with measure.ROUND in its references."""
    one = (b'<section id="s%d"><h3>Title &amp; more</h3>\n<!-- a comment with <a href="none"> in it -->\n<div class="block"><p>Some text, '
           b'then <a class="x" href="' + measure.ROUND + b'/page-%d.html?a=1&amp;b=2#part" title="a title">a link</a> and <code>code</code>, '
           b'<img src="/images/' + measure.ROUND + b'/%d.png" alt="">\n<ul><li>one<li>two</ul>\n<script>if (a < b) document.write("<a href=x>")'
           b"</script>\n<table><tr><td>cell<td><b>cell</b></table></p></div></section>\n")
    parts, number = [], 0
    while sum(map(len, parts)) < BOUND:
        parts.append(one % (number, number, number))
        number += 1
    return b"".join(parts)


def pour_page(pipe, size):
    """Writes a page of about this many bytes into the pipe."""
    text = round_of_page()
    try:
        with pipe:
            pipe.write(b"<!DOCTYPE html><html><head><title>A long page</title></head><body>\n")
            for number in range(max(1, size // len(text))):
                pipe.write(measure.numbered(text, number))
            pipe.write(b"</body></html>\n")
    except BrokenPipeError:
        pass
