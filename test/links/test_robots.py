# SPDX-License-Identifier: MIT
"""robots.txt."""
import unittest

from support import BASE, LinksTest

ROBOTS = """# See http://www.robotstxt.org/ for more
User-agent: *
Disallow: /search
Allow: /about$   # http://a.example/
Crawl-delay: 10

sitemap : /sitemap.xml # the first http://c.example/
Sitemap: https://www.h.example/news.xml\r
Sitemap:
"""


class Robots(LinksTest):
    def test_fields(self):
        told = self.links("robots.txt", ROBOTS, base="http://h.example/")
        self.assertEqual(told.documents[0]["kind"], "robots")
        self.assertEqual(told.values("raw", "header", "target", "line", "column"),
                         [("http://www.robotstxt.org/", None, "http://www.robotstxt.org/", 1, 7),
                          ("http://a.example/", None, "http://a.example/", 4, 20),
                          ("/sitemap.xml", "Sitemap", "http://h.example/sitemap.xml", 7, 11),
                          ("http://c.example/", None, "http://c.example/", 7, 36),
                          ("https://www.h.example/news.xml", "Sitemap", "https://www.h.example/news.xml", 8, 10)])

    def test_pattern(self):
        """RFC 9309, 2.2: "#" begins a comment, also after a pattern, which is not a reference."""
        self.assertEqual(self.links("robots.txt", "User-agent: *\nDisallow: http://no.example/ # http://a.example/").raws,
                         ["http://a.example/"])

    def test_by_where_it_is_from(self):
        """RFC 9309, 2.3: its location is /robots.txt, whatever the copy's name."""
        body = "Sitemap: s.xml\nx: y\n"
        for path, kind, raws in (("/robots.txt", "robots", ["s.xml"]), ("/x/robots.txt", "text", []), ("/r.txt", "text", [])):
            record = (f"WARC/1.1\r\nWARC-Type: resource\r\nWARC-Target-URI: http://w.example{path}\r\nContent-Type: text/plain\r\n"
                      f"Content-Length: {len(body)}\r\n\r\n{body}\r\n\r\n")
            told = self.links("a.warc", record)
            self.assertEqual((told.documents[1]["kind"], told.raws), (kind, raws))

    def test_by_content(self):
        self.assertEqual(self.links("copy", ROBOTS).documents[0]["kind"], "robots")
        self.assertEqual(self.links("copy", "\ufeff" + ROBOTS).documents[0]["kind"], "robots")
        self.assertEqual(self.links("copy", "User-agent: x\nReferer: y\n").documents[0]["kind"], "text")

    def test_byte_order_mark(self):
        self.assertEqual(self.links("robots.txt", b"\xef\xbb\xbfSitemap: /s").targets, ["http://h.example/s"])


if __name__ == "__main__":
    unittest.main()
