# SPDX-License-Identifier: MIT
"""In each place of each kind of document, any URI can be written so that it is read again, and other bytes stay."""
import json
import subprocess
import sys
import unittest

from support import LinksTest

PROGRAM = sys.argv.pop(1)
SVG = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink">%s</svg>'
# A file, and its text with one reference.
PLACES = [
    *(("a.html", text) for text in ('<a href="{}">', "<a href='{}'>", "<a href={} id=x>", "<a href={}>", "<A HREF=\" {}\t\">", '<img srcset="{} 2x">', "<img srcset='{}'>",
                                    '<meta http-equiv=refresh content="0;url={}">', "<p style='background: url({})'>", '<p style="background: url(\'{}\')">',
                                    "<p style='background: url(\"{}\")'>", "<style>p {{ background: url({}) }}</style>", "<style>@import '{}';</style>",
                                    '<style>@import "{}";</style>', '<object data="{}">', '<a ping="{}">', '<meta charset=windows-1252>\u00e9<a href="{}">')),
    *(("a.md", text) for text in ("[x]({})", "[x](<{}>)", "![x]({} 't')", "[x]\n\n[x]: {}\n", "[x]\n\n[x]: <{}> 't'\n", '<img src="{}">', "*[x*]({})", "> - [x]({})")),
    *(("a.css", text) for text in ("p {{ background: url({}) }}", "p {{ background: url( '{}' ) }}", 'p {{ background: url("{}") }}', "@import '{}';", '@import url({}) print;')),
    *(("a.svg", SVG % text) for text in ('<a href="{}"/>', "<a xlink:href='{}'/>", "<style>p {{ background: url({}) }}</style>", "<style><![CDATA[p {{ background: url('{}') }}]]></style>",
                                         "<style>a {{}} <![CDATA[b]]> p {{ background: url('{}') }}</style>", "<path fill=\"url({})\"/>")),
    *(("a.rss", f'<rss version="2.0"><channel>{text}</channel></rss>') for text in ("<link>{}</link>", "<link> {}\n</link>", "<link><![CDATA[{}]]></link>",
                                                                                   "<title><![CDATA[x]]></title><link>{}</link>")),
    ("a.atom", '<feed xmlns="http://www.w3.org/2005/Atom"><link href="{}"/></feed>'),
    ("a.xhtml", '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><a href="{}"/></html>'),
    ("a.txt", "see <{}> there"), ("robots.txt", "Sitemap: {}\n"),
]
URIS = ["http://h.example/", "http://h.example/a?b=c&d=e&lt=1&amp;copy", "http://h.example/(a)'b'", "http://h.example/a*b_c~d!e$f,g;h=i:j@k", "http://[::1]/?a/b#c?d/e",
        "http://h.example/((", "http://h.example/a)", "http://h.example/?&lt;", "http://h.example/?&#38;", "http://h.example/?q&notit;x='&copy'", "http://h.example/%22%3C%3E%5C"]


def encoding(text):
    return "cp1252" if "1252" in text else "utf-8"


class Rewrite(LinksTest):
    def rewrite(self, path, new):
        done = subprocess.run([PROGRAM, path, new], capture_output=True, timeout=60)
        self.assertEqual(done.returncode, 0, (path.read_bytes(), new, done))
        return done.stdout

    def read(self, folder):
        """The references of each file that are not names."""
        done = self.run_uriel("--json", "--no-identifiers", "--base", "http://h.example/d/", folder)
        found = {}
        for record in map(json.loads, done.stdout.splitlines()):
            if record["type"] == "reference":
                found.setdefault(record["file"], []).append(record["reference"])
        return found

    def test_places(self):
        for number, uri in enumerate(URIS):
            wanted = {}
            for i, (name, text) in enumerate(PLACES):
                if name == "robots.txt" and "#" in uri:
                    continue  # it begins a comment there
                old = "b.html" if (number + i) % 2 and name != "a.txt" else "http://old.example/x"
                path = self.write(f"all/{i}/{name}", text.format(old).encode(encoding(text)))
                got = self.rewrite(path, uri)
                path.write_bytes(got)
                before, after = text.format("\0").encode(encoding(text)).split(b"\0")
                self.assertTrue(got.startswith(before) and got.endswith(after), got)
                wanted[str(path)] = [uri]
            found = self.read(self.folder / "all")
            for path in wanted:
                self.assertEqual(found.get(path), wanted[path], open(path, "rb").read())

    def test_equal_ends(self):
        """The bytes that both have at their ends stay, unless the old text has escapes."""
        for old, uri, new in (("?a&b#c", "?a&b#d", "?a&b#d"), ("?a&#38;b#c", "?a&b#d", "?a&amp;b#d"), ("?a&amp;b#c", "?a&b#d", "?a&amp;b#d"), ("?b", "?a&b", "?a&amp;b"),
                              (" b ", "b/c", " b/c "), ("b\nc", "bd", "bd"), ("b", "b", "b"), ("aba", "aa", "aa"), ("aa", "aba", "aba"), ("b c", "b%20d", "b%20d")):
            path = self.write("a.html", f'<a href="{old}">')
            self.assertEqual(self.rewrite(path, uri).decode(), f'<a href="{new}">')


if __name__ == "__main__":
    unittest.main()
