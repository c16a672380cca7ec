# SPDX-License-Identifier: MIT
"""uriel links --check: fragments of plain text (RFC 5147) and of comma-separated values (RFC 7111)."""
import csv
import gzip
import html
import io
import json
import os
import random
import re
import unittest
import urllib.parse

from support import FAULTY, CommandTest

# RFC 7111, 2: 7 rows and 3 columns.
TABLE = "date,temperature,place\n2011-01-01,1,Galway\n2011-01-02,-1,Galway\n2011-01-03,0,Galway\n2011-01-01,6,Berkeley\n2011-01-02,8,Berkeley\n2011-01-03,5,Berkeley\n"
# Of a file: fragments that exist, that do not, and that are not such fragments.
FRAGMENTS = [
    ("three.txt", "a\nb\u00e9\r\nc", "line=0 line=3 line=0,3 line=,1 line=2, line=2,3 line=2,99 line=1,1 char=0 char=6 char=0,6 char=5, char=3,50 line=1%2C2"
     " line=1;length=6 line=1;length=6,UTF-8 line=1;length=7,iso-8859-1 line=1;md5=0123456789abcdefABCDEF0123456789 line=1;length=6;sha=x,y line=,0 line=3, char=6, line=0, char=3,;length=6",
     "line=4 line=4, line=4,9 line=3,4 line=2,1 line= line=x line=1- line=, char=7 char=7, char=6,7 line=99999999999999999999999 line=1;length=7 line=1;length=7,utf-8"
     " line=1;length= line=1;md5=0 line=1;length=6, line=1; line=1,2,3 line=*", "line L1 row=1 cell=1,1 Line=1 char :~:text=a"),
    ("empty.txt", "", "line=0 line=1 char=0 line=0,1 char=,0 char=0, line=1,", "line=2 line=2, char=1 char=0,1 char=,", ""),
    ("end.txt", "a\n", "line=1 line=0,1 char=2 line=1, char=2,", "line=2 char=3 line=2, line=1,2", ""),
    ("four.txt", "a\nb\nc\nd\n", "line=4, line=3, line=4,4 char=8,", "line=5, line=4,5 char=9,", ""),
    ("bom.txt", "\ufeffab", "char=2", "char=3", ""),
    ("latin.txt", b"\xe9\n", "line=1", "line=2", "char=1 char=99"),
    ("cr.json", "a\rb\r", "line=2 char=4", "line=3", ""),
    ("table.csv", TABLE, "row=4 row=5-7 row=5-* row=* row=1-99 col=2 col=1-2 col=* cell=4,1 cell=4,1-6,2 cell=*,* row=3;6 cell=1,1;7,3 col=3-*",
     "row=8 row=0 row=8-9 row=6-5 col=4 cell=8,1 cell=1,4 cell=2,2-1,1 row=1;8 row= row=1; row=1,2 cell=1 cell=1,1-2 row=1-2-3 row=x", "line=1 col Row=1 L5"),
    ("quoted.csv", 'a,"b\n""c,\r\n",d\r\n\n"x"y,z"', "row=3 col=3 row=2", "row=4 col=4", ""),
]

# A site, and links to it that lead somewhere, that do not, and that are not checked. A link and its normal form are one identifier
# in harvest, where "#%7Ex" and "#~x" are the same: only one of two such fragments is here.
SITE = {"a.html": '<h1 id=head>A</h1><p id="%7Ex">b<p id="~y">c<p id="a b">d<a name=n>e</a><p id="\u00e9">f<p id="%C3%A9"><p id="a%2fb">'
                  '<p id="\'q(1)"><template><i id=inert></i></template><p id=" s "><p id="x/y?z">',
        "a.md": "# First\n## Sub\n## Sub\n<a id=anchor></a>\n### \u00c9 \u00fc\n", "sub/index.html": "<p id=i>",
        "a.xml": '<r><s id="x"/><t xml:id="y"/><u id="%41"/></r>', "bad.xml": '<r><s id="x"/><t></r>',
        "a.svg": '<svg xmlns="http://www.w3.org/2000/svg"><g id="g"/></svg>',
        "a.xhtml": '<html xmlns="http://www.w3.org/1999/xhtml"><body><a name="n" id="m">x</a></body></html>',
        "t.txt": "a\nb\n", "t.csv": "a,b\n1,2\n", "e.txt": "", "l.txt": b"\xe9\n", "t.txt.gz": gzip.compress(b"a\nb\n"),
        "i.png": b"\x89PNG\r\n\x1a\n....", "m.eml": "Subject: x\n\n<p id=x>\n", "c.css": "a{}",
        "w.html": "<meta charset=windows-1252><p id='\u00e9'>".encode("cp1252"), "u.html": "\ufeff<p id='\u00e9'>".encode("utf-16-le")}
LINKS = {"a.html": "head Head HEAD %68ead %7Ex %7Ey ~y a%20b a+b n N %C3%A9 %c3%a9 \u00e9 top TOP  inert a%2fb 'q(1) %27q(1) %20s%20 x/y?z x%2Fy%3Fz "
                   ":~:text=A head:~:text=x nope:~:text=x %FF %00 line=1 %25C3%25A9 t=10",
         "a.html?query": "head nope", "./a.html": "head nope", "A.html": "head", "none.html": "head",
         "a.md": "first First sub sub-1 sub-2 anchor %C3%A9-%C3%BC \u00e9-\u00fc top user-content-first",
         "a.xml": "x y z %78 %41 %2541 element(/1) xpointer(id('x')) top ", "bad.xml": "x y", "a.svg": "g h svgView(viewBox(0,0,1,1)) xywh=1,1,1,1 t=1",
         "a.xhtml": "n m top o", "t.txt": "line=1 line=2 line=3 line=0,1 line=0%2C1 %6Cine=9 char=1 char=99 L1 line=1;length=4 line=1;length=5 line=x",
         "t.csv": "row=1 row=3 col=2 col=3 cell=1,1 cell=9,9 line=1 row=1%3b2 row=1-%2A", "e.txt": "line=0 line=1 line=2", "l.txt": "line=1 line=9 char=1",
         "t.txt.gz": "line=1 line=9", "i.png": "xywh=1,1,1,1", "m.eml": "x", "c.css": "x", "sub": "i j", "sub/": "i j top", "sub/index.html": "i j",
         "w.html": "%C3%A9 %E9", "u.html": "%C3%A9 %E9 e", "": "own notown top %6Fwn"}


class Fragments(CommandTest):
    def check(self, page, **how):
        """The fragments that are reported, and how many are not checked."""
        out, err = self.run_text("--check", "--format", "{raw}", page, cwd=self.folder, status=(0, 1), **how)
        unchecked = re.search(r"(\d+) fragments? not checked", err)
        return [line.split("#", 1)[1] for line in out.splitlines()], int(unchecked[1]) if unchecked else 0

    def page_with(self, name, fragments):
        return self.write("page.html", "".join(f'<a href="{name}#{fragment}">' for fragment in fragments))

    def test_fragments(self):
        for name, text, good, bad, unknown in FRAGMENTS:
            self.write(name, text)
            page = self.page_with(name, (good + " " + bad + " " + unknown).split())
            for how in ({}, {"program": FAULTY, "env": {"URIEL_PIECE": "1"}}):
                with self.subTest(name=name, how=how):
                    out, unchecked = self.check(page, **how)
                    self.assertEqual(out, bad.split())
                    self.assertEqual(unchecked, len([each for each in unknown.split() if not each.startswith(":~:")]))

    def test_kinds(self):
        """Compressed text is read; HTML and binary files have other fragments; text that is read only for its fragments, too."""
        self.write("t.txt.gz", gzip.compress(b"a\nb\n"))
        self.assertEqual(self.check(self.page_with("t.txt.gz", ["line=2", "line=3"])), (["line=3"], 0))
        self.write("b.txt", b"\xff\xfea\0\n\0")
        self.assertEqual(self.check(self.page_with("b.txt", ["line=9"])), ([], 1))
        self.write("h.html", "<p>")
        self.assertEqual(self.check(self.page_with("h.html", ["line=0"])), (["line=0"], 0))
        self.write("calendar.ics", "BEGIN:VCALENDAR\r\nA:b\r\n c\r\nEND:VCALENDAR\r\n")
        self.assertEqual(self.check(self.page_with("calendar.ics", ["line=4", "line=5"])), (["line=5"], 0))

    def test_no_suggestion(self):
        self.write("t.txt", "a\n" * 7)
        page = self.page_with("t.txt", ["line=8"])
        self.assertIn('broken: t.txt#line=8: there is no "line=8" in "t.txt"\n', self.out("--check", page.name, cwd=self.folder, status=(1,)))
        self.assertEqual(self.out("--check", "--fix=near", page.name, cwd=self.folder, status=(1,)), "")

    def test_harvest(self):
        """harvest --list=broken reports what links --check reports, of every kind of document and of fragment."""
        for name, data in SITE.items():
            self.write(f"site/{name}", data)
        links = [f"{name}#{fragment}" for name, fragments in LINKS.items() for fragment in fragments.split(" ")]
        quoted = [html.escape(link) for link in links]
        self.write("site/p.html", "<meta charset=utf-8><p id=own>" + "".join(f'<a href="{link}">' for link in quoted) + '<img usemap="#nomap">')
        self.write("site/q.md", "# q\n" + "".join(f"[x](<{link}>)\n" for link in links))
        self.write("site/feed.xml", '<feed xmlns="http://www.w3.org/2005/Atom">' + "".join(f'<link href="{link}"/>' for link in quoted) + "</feed>")
        for options in ((), ("--strict",), ("--base=http://h.example/d/",)):
            with self.subTest(options):
                (self.folder / "db").unlink(missing_ok=True)
                checked = self.out("--check", "--json", *options, self.folder / "site", status=(1,))
                self.run_uriel("-q", "-o", self.folder / "db", *options, self.folder / "site", subcommand="harvest")
                listed = self.run_uriel("-q", "-o", self.folder / "db", "--list=broken", "--json", *options, self.folder / "site", subcommand="harvest").stdout
                check, harvest = ({(os.path.basename(record["file"]), record["raw"]) for record in map(json.loads, out.splitlines()) if "raw" in record}
                                  for out in (checked, listed))
                self.assertEqual(check ^ harvest, set())
                self.assertGreater(len(check), 100)
                self.assertGreater(len(links) * 3 - len(check), 100)

    def test_get(self):
        """get --part finds a part exactly where links --check finds the fragment, or does not check it."""
        if self.run_uriel("data:,x", subcommand="get", status=(0, 2)).returncode:
            self.skipTest("built without get")
        for name, data in SITE.items():
            self.write(f"site/{name}", data)
        links = [f"{name}#{fragment}" for name, fragments in LINKS.items() for fragment in fragments.split(" ") if name in SITE]
        page = self.write("site/p.html", "<meta charset=utf-8>" + "".join(f'<a href="{html.escape(link)}">' for link in links))
        broken = set(self.out("--check", "--format", "{raw}", page, status=(1,)).splitlines())
        statuses = {}
        for link in links:
            uri = f"file://{self.folder}/site/" + urllib.parse.quote(link, safe="/#%;,=~'()?+:")
            statuses.setdefault(self.run_uriel("--part", uri, subcommand="get", status=(0, 1, 4)).returncode, set()).add(link)
        self.assertEqual(statuses[0] & broken, set())
        self.assertEqual(statuses[4] ^ broken, {"bad.xml#y"})  # after an error
        self.assertGreater(len(statuses[0]), 40)

    def test_random(self):
        """Numbers of lines, characters, rows and columns, as Python counts them."""
        chance = random.Random(5147)
        for i in range(60):
            text = "".join(chance.choice(["a", "\u00e9", "\U0001f600", "\n", "\r\n", "\r", ",", " "]) for _ in range(chance.randrange(60)))
            one = text.replace("\r\n", "\n").replace("\r", "\n")
            lines = len(one.split("\n")) - (one.endswith("\n")) or 1
            rows = [[chance.choice(["a", "b\nc", 'd"e', "f,g", "\u00e9", ""]) for _ in range(chance.randrange(1, 5))] for _ in range(chance.randrange(1, 9))]
            out = io.StringIO()
            csv.writer(out, quoting=chance.choice([csv.QUOTE_MINIMAL, csv.QUOTE_ALL])).writerows(rows)
            columns = max(len(row) for row in rows)
            self.write("r.txt", text.encode())
            self.write("r.csv", out.getvalue().encode())
            text_fragments = [f"line={lines}", f"line={lines + 1}", f"char={len(one)}", f"char={len(one) + 1}"]
            csv_fragments = [f"row={len(rows)}", f"row={len(rows) + 1}", f"col={columns}", f"col={columns + 1}", f"cell={len(rows)},{columns}"]
            for how in ({}, {"program": FAULTY, "env": {"URIEL_PIECE": str(chance.randrange(1, 8))}})[:1 + (i % 10 == 0)]:
                self.assertEqual(self.check(self.page_with("r.txt", text_fragments), **how), (text_fragments[1::2], 0), (text, text_fragments))
                self.assertEqual(self.check(self.page_with("r.csv", csv_fragments), **how), (csv_fragments[1:4:2], 0), (out.getvalue(), csv_fragments))


if __name__ == "__main__":
    unittest.main()
