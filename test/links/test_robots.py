# SPDX-License-Identifier: MIT
"""robots.txt."""
import unittest

from support import BASE, LinksTest

ROBOTS = """# See http://www.robotstxt.org/ for more
User-agent: *
Disallow: /search
Allow: /about$   # http://no.example/
Crawl-delay: 10

sitemap : /sitemap.xml # the first
Sitemap: https://www.h.example/news.xml\r
Sitemap:
"""


class Robots(LinksTest):
    def test_fields(self):
        told = self.links("robots.txt", ROBOTS, base="http://h.example/")
        self.assertEqual(told.documents[0]["kind"], "robots")
        self.assertEqual(told.values("raw", "header", "target", "line", "column"),
                         [("http://www.robotstxt.org/", None, "http://www.robotstxt.org/", 1, 7),
                          ("/sitemap.xml", "Sitemap", "http://h.example/sitemap.xml", 7, 11),
                          ("https://www.h.example/news.xml", "Sitemap", "https://www.h.example/news.xml", 8, 10)])

    def test_by_content(self):
        self.assertEqual(self.links("copy", ROBOTS).documents[0]["kind"], "robots")
        self.assertEqual(self.links("copy", "User-agent: x\nReferer: y\n").documents[0]["kind"], "text")

    def test_byte_order_mark(self):
        self.assertEqual(self.links("robots.txt", b"\xef\xbb\xbfSitemap: /s").targets, ["http://h.example/s"])


if __name__ == "__main__":
    unittest.main()
