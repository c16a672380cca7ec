# SPDX-License-Identifier: MIT
"""uriel links --check: broken links in a folder."""
import json
import os
import subprocess
import unittest
import xml.etree.ElementTree

from support import CommandTest

# The lines of index.html with good links, and the broken links with their messages.
GOOD = """<!DOCTYPE html><base target=_top><title>t</title><h1 id="here">t</h1> <a name="named">x</a> <p name="none" id="caf\u00e9 x">
<a href=""> <a href="#"> <a href="#top"> <a href="#TOP"> <a href="#here"> <a href="#named"> <a href="#caf%C3%A9%20x"> <a href="#:~:text=x">
<a href="b.html"> <a href="./b.html?query=1#b"> <a href="/b.html#b"> <a href="%62.html#%62"> <a href="sub/"> <a href="sub"> <a href="sub/#s">
<a href="a%20b.html#x"> <a href="100%25%3F%23.html#x"> <a href="%FF.html#x"> <a href="sub/../b.html"> <a href="sub/%2e%2e/b.html">
<a href="https://elsewhere.example/"> <a href="mailto:a@b.example"> <a href="//cdn.example/x.js"> <a href="javascript:x()"> <a href="data:,x">
<a href="m.md#title"> <a href="x.svg#shape"> <a href="note.txt#L3"> <a href="doc.pdf#page=2"> <a href="u16.html#u">
<img src="x.svg" usemap="#map"><map name="map"></map> <a href="../out/x.html#out"> <a href="linked.html#b"> <a href="x.svg#xpointer(/a)">
<p style="background: url(x.svg#shape)"> <template><a id="inert" href="b.html"></template> <a href="page.html.gz#z">
<a href="m.md#h-1"> <a href="m.md#%C3%BCber-uns"> <a href="m.md#setext"> <a href="m.md#raw"> <a href="m.md#one"> <a href="m.md#snake_case-em-code_a">
"""
BROKEN = [
    ("none.html", 'there is no "site/none.html"'),
    ("B.html", 'there is no "site/B.html", but "site/b.html", which differs in case'),
    ("Sub/index.html", 'there is no "site/Sub/index.html", but "site/sub/index.html", which differs in case'),
    ("sub/indx.html", 'there is no "site/sub/indx.html"; did you mean "site/sub/index.html"?'),
    ("b.html#c", 'there is no "c" in "site/b.html"'),
    ("b.html#heding", 'there is no "heding" in "site/b.html"; did you mean "#heading"?'),
    ("#none", 'there is no "none" in "site/index.html"'),
    ("#inert", 'there is no "inert" in "site/index.html"'),
    ("#map", 'there is no "map" in "site/index.html"'),
    ("#caf%C3%A9%20y", 'there is no "caf\u00e9 y" in "site/index.html"; did you mean "#caf\u00e9 x"?'),
    ("b.html/", 'not a folder: "site/b.html"'),
    ("b.html/x", 'there is no "site/b.html/x"'),
    ("empty/", 'there is no index file in "site/empty"'),
    ("dangling.html", 'a symbolic link to nothing: "site/dangling.html"'),
    ("loop", 'symbolic links without end: "site/loop"'),
    ("sub%2Findex.html", 'a file name cannot contain %2F or %00: "site/sub%2Findex.html"'),
    ("m.md#h-2", 'there is no "h-2" in "site/m.md"'),
    ("m.md#fenced", 'there is no "fenced" in "site/m.md"'),
    ("x.svg#none", 'there is no "none" in "site/x.svg"'),
    ("u16.html#v", 'there is no "v" in "site/u16.html"'),
    ("../out/x.html#in", 'there is no "in" in "%s/out/x.html"'),
    ("http://[", "not a valid reference: "),
]
MARKDOWN = """# Title

## H
## H
Set
ext
---
# \u00dcber uns
<h2 align="center">Raw</h2> <a name="one"></a>

### snake_case _em_ `code_a`
```
# fenced
```
[folder](empty/) [x](#h) [y](#title) [z](none.md) [html](index.html#here)
"""
SVG = '<svg xmlns="http://www.w3.org/2000/svg"><path id="shape"/></svg>'


class Check(CommandTest):
    def setUp(self):
        super().setUp()
        self.index = GOOD + "".join(f'<a href="{link}">\n' for link, _ in BROKEN)
        self.write("site/index.html", self.index)
        self.write("site/b.html", '<h1 id="b">b</h1><h2 id="heading">h</h2><a href="index.html#here">')
        self.write("site/sub/index.html", '<p id="s"><a href="../b.html#b"> <a href="/b.html#b">')
        self.write("site/m.md", MARKDOWN)
        self.write("site/x.svg", SVG)
        self.write("site/note.txt", "see http://elsewhere.example/ and http://site.example/none.html http://h:port/%s file:///nowhere\n")
        self.write("site/doc.pdf", b"%PDF-1.4\n\0\0")
        self.write("site/u16.html", '\ufeff<p id="u">'.encode("utf-16-le"))
        self.write("out/x.html", '<p id="out">')
        for name in ("a b.html", "100%?#.html"):
            self.write("site/" + name, '<p id="x">')
        (self.folder / "site" / os.fsdecode(b"\xff.html")).write_bytes(b'<p id="x">')
        self.write("site/page.html.gz", __import__("gzip").compress(b'<p id="z">'))
        (self.folder / "site/empty").mkdir()
        (self.folder / "site/linked.html").symlink_to("b.html")
        (self.folder / "site/dangling.html").symlink_to("nowhere.html")
        (self.folder / "site/loop").symlink_to("loop")

    def check(self, *arguments, status=(1,)):
        out, err = self.run_text("--check", *arguments, status=status, cwd=self.folder)
        return out.splitlines(), err

    def test_tree(self):
        lines, err = self.check("site")
        first = GOOD.count("\n") + 1
        real = os.path.realpath(self.folder)
        want = [f"site/index.html:{first + i}:10: broken: {link}: {reason.replace('%s', real)}" for i, (link, reason) in enumerate(BROKEN)]
        self.assertEqual([line if "not a valid" not in line else line[:line.index("reference: ") + 11] for line in lines[:-1]], want)
        self.assertEqual(lines[-1], 'site/m.md:15:42: broken: none.md: there is no "site/none.md"')
        self.assertRegex(err, r"^uriel: 12 documents, \d+ references: 23 broken, 9 external, 0 ignored, 3 fragments not checked\n$")

    def test_encoded_slash(self):
        """A name with an encoded slash is not a file; the file with this path is still found."""
        lines, err = self.check(self.page_with("sub%2Findex.html sub/index.html?q sub/index.html#s sub%2findex.html#s"))
        self.assertEqual([line.split(": ")[2] for line in lines], ["sub%2Findex.html", "sub%2findex.html#s"])
        self.write("site/b%2Fc.html", "")
        lines, err = self.check("--fallback=html", self.page_with("b.html%00x %00 a%2fb/%63 b%252Fc.html b%2fc B%2Fc.html sub%2F/index.htm"))
        self.assertEqual([line.split(": ", 3)[2:] for line in lines],
                         [[link, f'a file name cannot contain %2F or %00: "site/{link.replace("%63", "c")}"']
                          for link in ("b.html%00x", "%00", "a%2fb/%63", "b%2fc", "B%2Fc.html", "sub%2F/index.htm")])
        self.assertEqual({json.loads(line)["problem"] for line in self.check("--json", "site/p.html")[0]}, {"impossible-name"})
        self.assertIn("0 of them", self.run_text("--check", "--fix=near", "site/p.html", status=(1,), cwd=self.folder)[1])

    def test_examples_in_markdown(self):
        self.write("examples.md", "See `http://h?x#y#z` and http://h:port/\n\n```\nfile:///nowhere\n```\n[x](http://h:port/)\n")
        lines, err = self.check("examples.md")
        self.assertEqual([line.split(": ")[0] for line in lines], ["examples.md:6:5"])
        self.assertIn("1 broken, 3 external", err)

    def test_markdown(self):
        """A link is what CommonMark makes a link, and "#top" is the top of the page (HTML, "select the indicated part")."""
        self.write("md/a b.md", "# Set\n")
        self.write("md/c.md", "x\n\n    [code](none)\n\n<!-- [comment](none) -->\n\n[x]: foo bar baz\n\n[a](#top) [a](#TOP) [a](a%20b.md#top) [z](<a b.md>)"
                   " [x](a&#32;b&#46;md#set) [e]()\n\n[unused]: none\n[used]: gone\n[used]: none\n\n[t](#none) [Used] [](#a(b))\n")
        lines, err = self.check("md", status=(1,))
        self.assertEqual(lines, ['md/c.md:12:9: broken: gone: there is no "md/gone"', 'md/c.md:15:5: broken: #none: there is no "none" in "md/c.md"',
                                 'md/c.md:15:22: broken: #a(b): there is no "a(b)" in "md/c.md"'])
        self.assertIn(" 9 references: 3 broken, 0 external, 0 ignored", err)

    def test_forms(self):
        records = [json.loads(line) for line in self.check("--json", "site")[0]]
        self.assertEqual([record["raw"] for record in records], [link for link, _ in BROKEN] + ["none.md"])
        case, fragment = records[1], records[5]
        self.assertEqual([case[key] for key in ("type", "file", "problem", "path", "suggestion", "element", "attribute")],
                         ["reference", "site/index.html", "name-case", "site/B.html", "site/b.html", "a", "href"])
        self.assertEqual([fragment[key] for key in ("problem", "path", "fragment", "suggestion")],
                         ["fragment-not-found", "site/b.html", "heding", "#heading"])
        self.assertEqual(fragment["target"], f"file://{os.path.realpath(self.folder)}/site/b.html#heding")
        self.assertEqual(records[-2]["error"]["code"], "host-unclosed")
        lines, _ = self.check("--format", "{line} {problem} {path}", "site")
        self.assertEqual(lines[0], f"{GOOD.count(chr(10)) + 1} file-not-found site/none.html")
        self.assertEqual(self.check("--only-target", "site")[0][0], f"file://{os.path.realpath(self.folder)}/site/none.html")
        self.assertEqual(self.check("--tsv", "--header", "site")[0][0].split("\t")[-8:-2],
                         ["problem", "path", "fragment", "suggestion", "chain", "status"])
        self.assertEqual(self.check("--quiet", "site")[0], [])
        self.assertEqual(self.check("--silent", "site")[1], "")

    def test_options(self):
        for spec in ("whatwg", "rfc3986"):
            self.assertIn('there is no "out" in "site/b.html"', self.check("--spec", spec, self.page_with("b.html#out"))[0][0])
        ignored = self.check("--ignore", "*none*", "--ignore", "site/B*", "--ignore", "site/Sub*", "--ignore", "file:*index.html#inert", "site")
        self.assertIn("17 broken, 9 external, 7 ignored", ignored[1])
        self.write("ignore", "# a comment\r\n\r\n*\n")
        self.assertEqual(self.check("--ignore-file", "ignore", "site", status=(0,))[0], [])
        lines, _ = self.check("--index", "b.html", "--index", ".", self.page_with("sub/ sub empty empty/#x none/"))
        self.assertEqual([line.split(": ")[2] for line in lines], ["none/"])
        lines, _ = self.check("--root", "site", "site/sub", "site/m.md")
        self.assertEqual([line.split(": ")[2] for line in lines], ["none.md"])
        lines, _ = self.check("--base", "https://Site.example/a/", self.page_with("https://site.example/a/q /a/r /s ../t https://site.example/a/b.html"))
        self.assertEqual([line.split(": ")[2] for line in lines], ["https://site.example/a/q", "/a/r"])
        self.assertEqual(self.check("--base", "https://site.example/a/", "--only-target", self.page_with("q"))[0], ["https://site.example/a/q"])
        self.assertEqual(self.check("--root", "site", "--base", "https://site.example/", self.page_with("https://site.example/none"))[0][0].split(": ")[3],
                         'there is no "site/none"')

    def page_with(self, links):
        self.write("site/p.html", "".join(f'<a href="{link}">' for link in links.split()))
        return "site/p.html"

    def test_bases(self):
        self.write("site/p.html", '<base href="/sub/"> <a href="index.html#s"> <a href="b.html">')
        self.assertEqual(self.check("--root", "site", "site/p.html")[0], ['site/p.html:1:54: broken: b.html: there is no "site/sub/b.html"'])
        self.write("site/p.html", f'<a href="file://{self.folder}/out/x.html#out"> <a href="file://localhost{self.folder}/out/y.html">')
        lines, _ = self.check("site/p.html")
        self.assertEqual(len(lines), 1)
        self.assertIn("/out/y.html", lines[0])
        for form in ("file:", "FILE:", "File://", "file://LOCALHOST"):  # RFC 8089, 2; RFC 3986, 6.2.2.1
            self.write("site/p.html", f'<a href="{form}{self.folder}/out/x.html#out"> <a href="{form}{self.folder}/out/y.html">')
            self.assertEqual(len(self.check("site/p.html")[0]), 1, form)
        self.write("site/mail.eml", 'From: a@b.example\nMIME-Version: 1.0\nContent-Type: text/html\n\n<a href="b.html#b"><a href="none.html">')
        self.assertEqual(len(self.check("site/mail.eml")[0]), 1)

    def test_files_in_text(self):
        """RFC 8089, 2; RFC 3986, 6.2.2.1: every form of a file URI in running text is below --base and --remap; without them, all are examples."""
        forms = ("file:", "FILE:", "file://", "FILE://", "file://localhost", "file://LOCALHOST")
        for name, where in (("t.txt", ""), ("t.md", ""), ("t.eml", "Subject: x\nContent-Type: text/plain\n\n")):
            self.write(name, where + "".join(f"see {form}{self.folder}/out/x.html or {form}{self.folder}/out/y.html\n" for form in forms))
            for options, broken in (([], 0), ([f"--base=file://{self.folder}/"], 6), (["--remap", f"file://{self.folder}/* {self.folder}/$1"], 6)):
                lines, err = self.check(*options, name, status=(0, 1))
                self.assertIn(f" 12 references: {broken} broken, {0 if options else 12} external, 0 ignored\n", err, (name, options))
                self.assertTrue(all("/out/y.html: there is no " in line for line in lines))

    def test_errors(self):
        self.assertIn("not standard input", self.usage("--check"))
        self.assertIn("not standard input", self.usage("--check", "-"))
        self.assertIn("--unique", self.usage("--check", "--unique", "."))
        self.assertIn("--check", self.usage("--root", ".", "."))
        self.assertIn("is not in the folder of --root", self.usage("--check", "--root", self.folder / "site", self.folder / "out"))
        self.assertIn("cannot read none", self.check("none", status=(3,))[1])
        self.assertIn("cannot read nofile", self.run_text("--check", "--ignore-file", "nofile", ".", status=(3,), cwd=self.folder)[1])
        self.assertIn("cannot write standard output", self.full_disk())
        if os.geteuid() == 0:
            return
        (self.folder / "out/x.html").chmod(0)
        self.assertIn("out/x.html: Permission denied", self.check("site", status=(3,))[1])

    def full_disk(self):
        with open("/dev/full", "wb") as full:
            done = subprocess.run([os.environ.get("URIEL"), "links", "--check", self.folder / "site"], stdout=full, stderr=subprocess.PIPE, check=False)
        self.assertEqual(done.returncode, 3)
        return done.stderr.decode()

    def test_headings(self):
        """The anchors that github-slugger 2.0 makes from the text that remark finds in each heading."""
        headings = {
            "# A `b_c` *d* **e** ~~f~~": "a-b_c-d-e-f", "## A": "a", "## A ##": "a-1", "# A-1": "a-1-1", "#": "", "# __init__": "init",
            "# `__init__` _x_y_": "__init__-x_y", "# [l](x_y 't') ![i](j)k": "l-k", "# a <b>c</b> <http://e.example/f>": "a-c-httpeexamplef",
            "# A<string|x>": "astringx", "# &amp; &lt; &#65;b": "--ab", "# \\_a\\_ \\*": "_a_-", "# \u00c9t\u00e9 \u0391\u03a3 \u0130": "\u00e9t\u00e9-\u03b1\u03c2-i\u0307",
            "# \u65e5\u672c\u8a9e\uff01 \U0001f600": "\u65e5\u672c\u8a9e-", "# 1.2.3 (x)": "123-x", "a\n===": "a-2", "a\nb\n---": "ab", "> # q": "q", "- # li": "li",
            "<h3 id=own>H <i>3</i></h3>": "h-3", "#no": None, "    # code": None, "####### seven": None, "- - -": None}
        self.write("site/m.md", "\ufeff---\nfront: x\n---\n" + "\n\n".join(headings))
        wanted = [anchor for anchor in headings.values() if anchor] + ["own"]
        refused = ["no", "code", "seven", "front-x", "a-3", "a-1-2", "init-1"]
        self.write("site/p.html", "<meta charset=utf-8>" + "".join(f'<a href="m.md#{anchor}">' for anchor in wanted + refused))
        self.assertEqual(self.check("--format", "{fragment:decode}", "site/p.html")[0], refused)

    def test_repeated(self):
        """A link of a folder is known to the next document of that folder only; a fragment, after all anchors."""
        links = ["x.html", "x.html#p", "x.html#q", "#later", "#none", "#", "#none", "https://e.example/", "?a#later", "", "#later:~:text=x"]
        page = "".join(f'<a href="{link}">\n' for link in links * 2) + '<img usemap="#none"><p id="later">'
        for name in ("r/a/1.html", "r/a/2.html", "r/b/1.html", "r/c/1.html", "r/c/2.html"):
            self.write(name, page if "/1" in name else page.replace("later", "earlier"))
        self.write("r/a/x.html", '<p id="p">')
        self.write("r/b/x.html", '<p id="q">')
        lines, err = self.check("r")
        broken = {"a": ["x.html#q"], "b": ["x.html#p"], "c": ["x.html", "x.html#p", "x.html#q"]}
        want = [f"r/{name}: {link}" for name in ("a/1.html", "a/2.html", "b/1.html", "c/1.html", "c/2.html")
                for link in (broken[name[0]] + ["#none"] * 2) * 2]
        self.assertEqual([line.split(":")[0] + ": " + line.split(": ")[2] for line in lines], want)
        self.assertRegex(err, r"^uriel: 7 documents, 115 references: 38 broken, 10 external, 0 ignored\n$")

    LENIENT = {"a b.png": "a%20b.png", "https://fonts.example/css?family=Lobster|Raleway": "https://fonts.example/css?family=Lobster%7CRaleway",
               "\\\\e.example\\x": "http://e.example/x", "#a b": "#a%20b"}

    def page_with_lenient(self, name="site/w.html"):
        self.write("site/a b.png", b"\x89PNG\r\n\x1a\n")
        links = [*self.LENIENT, "\u00fc.html", "#\u00fc", "c d.png", "http://[", "http://a:b:c/"]
        self.write(name, '<meta charset=utf-8><p id="a b"><p id="\u00fc">\n' + "".join(f'<a href="{link}">\n' for link in links))
        return name

    def test_lenient(self):
        """What only lenient reading accepts is a warning if its target exists; an IRI is not even that; what nothing accepts is broken."""
        lines, err = self.check(self.page_with_lenient())
        self.assertEqual([line.split(": ", 2)[1:] for line in lines[:4]],
                         [["warning", f"{link}: not a valid reference: {line.split(': ')[4].split(';')[0]}; read as \"{means}\""]
                          for (link, means), line in zip(self.LENIENT.items(), lines)])
        self.assertEqual([line.split(";")[0].split(": ")[1:4] for line in lines[4:]],
                         [["broken", "\u00fc.html", 'there is no "site/\u00fc.html"'], ["broken", "c d.png", 'there is no "site/c d.png"'],
                          ["broken", "http://[", "not a valid reference"], ["broken", "http://a:b:c/", "not a valid reference"]])
        self.assertIn(" 9 references: 4 broken, 4 warnings, 2 external, 0 ignored", err)
        self.write("site/\u00fc.html", "")
        records = [json.loads(line) for line in self.check("--json", "site/w.html")[0]]
        self.assertEqual([(record["problem"], record["valid"], record.get("read")) for record in records],
                         [("lenient-reference", False, "whatwg" if "\\" in link else "encoded") for link in self.LENIENT] +
                         [("file-not-found", False, "encoded"), ("invalid-reference", False, None), ("invalid-reference", False, None)])
        self.assertEqual(len(self.check("--only-target", "site/w.html")[0]), 3)

    def test_only_warnings(self):
        self.write("site/a b.png", b"\x89PNG\r\n\x1a\n")
        self.write("site/w.html", '<img src="a b.png"><a href="b.html#b">')
        lines, err = self.check("site/w.html", status=(0,))
        self.assertEqual(lines, ['site/w.html:1:11: warning: a b.png: not a valid reference: a space is not allowed in a path; read as "a%20b.png"'])
        self.assertIn("0 broken, 1 warning, 0 external", err)
        self.assertEqual(self.check("--ignore", "site/a b.png", "site/w.html", status=(0,))[0], [])
        self.assertEqual(self.check("--ignore", "a b*", "--ignore", "a%20*", "site/w.html", status=(0,))[0], [])

    def test_lenient_fragment(self):
        """A link is either a warning or broken, also if that is known after the second reading."""
        self.write("site/w.html", '<p id="a b"><a href="#a b"> <a href="#c d"> <a href="b.html#c d"> <a href="b.html#b|"> <a href="b.html#b">')
        lines, err = self.check("site/w.html")
        self.assertEqual([line.split(": ")[1] for line in lines], ["warning", "broken", "broken", "broken"])
        self.assertIn("5 references: 3 broken, 1 warning, 0 external", err)
        self.assertIn("5 references: 1 broken, 1 warning, 0 external, 2 ignored", self.check("--ignore", "site/b*", "site/w.html")[1])

    def test_lenient_without_site(self):
        """A text that the URL standard reads with the base of a site without a URI names the file."""
        self.write("site/w.html", '<a href="\\none.html">')
        record, = (json.loads(line) for line in self.check("--json", "site/w.html")[0])
        self.assertEqual((record["problem"], record["read"]), ("file-not-found", "whatwg"))
        for key in "reference", "target":
            self.assertRegex(record[key], "^file:///.*/none.html$")

    def test_strict(self):
        lines, err = self.check("--strict", self.page_with_lenient())
        self.assertEqual([line.split(": ")[1] for line in lines], ["broken"] * 9)
        self.assertEqual(self.check("--spec=rfc3986", "site/w.html"), (lines, err))
        iris, _ = self.check("--spec=iri", "site/w.html")
        self.assertEqual([line.split(";")[0].split(": ")[1:4] for line in iris if "\u00fc" in line], [["broken", "\u00fc.html", 'there is no "site/\u00fc.html"']])

    def test_fallback(self):
        """A file that does not exist, or a folder without an index: the first suffix that names a file."""
        for name in ("site/guide.md", "site/guide.html", "site/v1.2.md", "site/empty.html", "site/dot.md", "site/folder.html/index.html"):
            self.write(name, '<p id="html">' if name.endswith("html") else "# Md\n")
        page = self.page_with("guide guide#html guide#md v1.2 empty empty/ guide/ none dot#md folder /guide?q#html")
        broken = [line.split(": ")[2] for line in self.check(page)[0]]
        self.assertEqual(broken, ["guide", "guide#html", "guide#md", "v1.2", "empty", "empty/", "guide/", "none", "dot#md", "folder", "/guide?q#html"])
        for options, expected in ((["--fallback=html,md"], ["guide#md", "none", "folder"]),
                                  (["--fallback=.md", "--fallback=html"], ["guide#html", "none", "folder", "/guide?q#html"]),
                                  (["--fallback=md"], ["guide#html", "empty", "empty/", "none", "folder", "/guide?q#html"])):
            self.assertEqual([line.split(": ")[2] for line in self.check(*options, page)[0]], expected, options)
        for value in ("", ",", "a/b", "md,a/b"):
            self.assertIn("--fallback", self.check(f"--fallback={value}", page, status=(2,))[1])
        self.assertIn("--check", self.run_text("--fallback=md", page, status=(2,), cwd=self.folder)[1])

    def test_fallback_note(self):
        """From ten such links on; ignored links are not counted."""
        for number in range(12):
            self.write(f"pages/{number}.{'html' if number < 10 else 'md'}", "")
        self.write("pages/index.html", "".join(f'<a href="{number}">' for number in range(12)))
        note = 'uriel: note: 10 broken links would lead to files with the suffix ".html": see --fallback=html\n'
        self.assertTrue(self.check("pages")[1].startswith(note))
        self.assertEqual(self.check("-s", "pages")[1], "")
        for options in (["--fallback=html"], ["--ignore=5"]):
            self.assertNotIn("note", self.check(*options, "pages")[1])

    def sarif(self, *arguments, **how):
        return json.loads("\n".join(self.check("--sarif", *arguments, **how)[0]))["runs"][0]

    def test_sarif(self):
        """The same links in the same order, also if a document is read twice."""
        self.page_with_lenient()
        for operand in ("site", "site/w.html", "site/index.html", "site/sub", "site/m.md"):
            records = [json.loads(line) for line in self.check("--json", operand, status=(0, 1))[0]]
            lines = [line.split(": ", 2) for line in self.check(operand, status=(0, 1))[0]]
            run = self.sarif(operand, status=(0, 1))
            self.assertEqual([result["message"]["text"] for result in run["results"]], [line[2] for line in lines])
            self.assertTrue(all(rule["shortDescription"]["text"] for rule in run["tool"]["driver"]["rules"]))
            self.assertEqual([result["level"] for result in run["results"]], [{"broken": "error"}.get(line[1], line[1]) for line in lines])
            for result, record in zip(run["results"], records, strict=True):
                self.assertEqual(result["ruleId"], record["problem"])
                self.assertEqual(run["tool"]["driver"]["rules"][result["ruleIndex"]]["id"], result["ruleId"])
                place = result["locations"][0]["physicalLocation"]
                self.assertEqual((place["artifactLocation"]["uri"], place["region"]["startLine"]), (record["file"], record["line"]))
                if record["raw"].isascii() and record["raw"] in (self.folder / record["file"]).read_text(encoding="utf-8"):
                    self.assertEqual(place["region"], {"startLine": record["line"], "startColumn": record["column"], "endColumn": record["column"] + len(record["raw"])})
        self.assertEqual(self.check("--sarif", "-q", "site")[0], [])
        for form in ("--json", "--tsv", "--only-target"):
            self.assertIn("exclude each other", self.check("--sarif", form, "site", status=(2,))[1])
        self.assertIn("--check", self.run_text("--sarif", "site", status=(2,), cwd=self.folder)[1])

    def test_sarif_places(self):
        """Columns are code points; the bytes of other documents than files have no place in the file."""
        page = '<meta charset=utf-8>\u00e9\U0001f600 <a href="none&#46;x"> <iframe srcdoc="<a href=no>"></iframe> <a href="http://u:secret@h/\u00fc b">'
        self.write("t/a.html", page)
        self.write("t/b.html.gz", __import__("gzip").compress(b'<a href="none">'))
        run = self.sarif("t")
        first, last = page.index("none") + 1, page.index("http") + 1
        self.assertEqual([result["locations"][0]["physicalLocation"].get("region") for result in run["results"]],
                         [{"startLine": 1, "startColumn": first, "endColumn": first},
                          {"startLine": 1, "startColumn": last, "endColumn": last + len("http://u:secret@h/\u00fc b")}, None, None])
        self.assertNotIn("secret", json.dumps(run))
        self.assertIn('read as "http://u:****@h/%C3%BC%20b"', run["results"][1]["message"]["text"])

    def test_remap(self):
        """Targets in another place: a folder for a site, the first rule that matches; "$1" is the text of the first "*"."""
        page = self.page_with("https://h.example/docs/b.html#b https://h.example/docs/b.html?q#c https://h.example/docs/none https://v2.h.example/x/b.html"
                              " https://other.example/none http://[ https://h.example/doc+s/b.html#b")
        remap = ("--remap", "https://h.example/docs/* site/$1")
        lines, err = self.check(*remap, page)
        self.assertEqual([line.split(": ", 2)[2] for line in lines][:2],
                         ['https://h.example/docs/b.html?q#c: there is no "c" in "site/b.html"', 'https://h.example/docs/none: there is no "site/none"'])
        self.assertIn("7 references: 3 broken, 3 external", err)
        real = os.path.realpath(self.folder)
        for rule, broken in ((f"https://*.h.example/*/b.html file://{real}/site/$1.html", ["v2.html"]), ("*//h.example/doc?s/* site/b.html#c", ["c"]),
                             ("https://h.example/doc+s/b.html#b site/$1/x", ["x"]), ("https://\\*h.example/* site/$1", []),
                             ("*://*h.example/docs/n* $1://x", []), ("https*none site/$1", ["site/:/h.example/docs", "site/:/other.example"]), ("https*none /$1%zz", [])):
            lines = [line for line in self.check("--remap", rule, page)[0] if "http://[" not in line]
            self.assertEqual(len(lines), len(broken), (rule, lines))
            for line, name in zip(lines, broken):
                self.assertIn(name, line.split("there is no ")[-1])
        self.write("remap.md", "See https://h.example/docs/b.html#d")
        lines, err = self.check(*remap, "--remap", "https://h.example/* none", "remap.md")
        self.assertEqual(len(lines), 1)
        self.assertEqual(len(self.check(*remap, "--base=https://s.example/", "remap.md")[0]), 1)
        for wrong in ("x", "x ", " x y", "x y z", ""):
            self.assertIn("takes a pattern and a replacement", self.usage("--check", "--remap", wrong, "site"))

    def test_remap_stays(self):
        """RFC 3986, 5.2.4: a replacement does not lead out of the folder before "$1", whatever the dot segments and their escapes."""
        self.write("site/docs/b.html", "")
        self.write("site/secret.html", "")
        outside = ("https://h.example/docs/../secret.html", "https://h.example/docs/%2e%2E/secret.html", "https://h.example/docs/./.%2e/docs/../secret.html",
                   "https://h.example/docs../secret.html", "https://h.example/docs%2e./secret.html", "https://h.example/docs.%2e/%2e%2e/site/secret.html")
        for rule, broken in (("https://h.example/docs/* site/docs/$1", 0), ("https://h.example/docs* site/docs/$1", 0), ("https://h.example/docs* site/docs/x$1", 2)):
            err = self.check("--remap", rule, self.page_with(" ".join(outside)), status=(0, 1))[1]
            self.assertIn(f"6 references: {broken} broken, {6 - broken} external", err, rule)  # "docs../secret.html" becomes "x../secret.html"
        rest = "https://h.example/docs?/../../secret.html https://h.example/docs?%2e%2e/secret.html https://h.example/docs?x/%2e%2e%2fb.html"
        err = self.check("--remap", "https://h.example/docs?* site/docs/$1", self.page_with(rest))[1]
        self.assertIn("3 references: 1 broken, 2 external", err)  # "%2f" does not separate segments
        secret = f"/{self.folder}/site/secret.html"
        links = f"https://h.example/{secret} https://h.example/file:{secret} https://h.example/file://{secret} https://h.example/site/docs/b.html https://h.example/none"
        lines, err = self.check("--remap", "https://h.example/* $1", self.page_with(links))
        self.assertEqual(len(lines), 1)
        self.assertIn("5 references: 1 broken, 3 external", err)
        rules = ("--remap", "https://h.example/docs* site/docs/$1", "--remap", "https://h.example/docs* none")  # the next rule applies
        self.assertEqual(len(self.check(*rules, self.page_with(" ".join(outside)))[0]), 2)

    def test_remap_equivalent(self):
        """RFC 3986, 6.2: targets and patterns match in their normal forms."""
        links = ("https://h.example/docs/b.html", "HTTPS://H.EXAMPLE:443/docs/b.html", "https://h.example:/%64ocs/./x/../b%2ehtml", "https://h.example/a/%2e%2e/docs/b.html")
        page = self.page_with(" ".join(links + tuple(link.replace("b", "c", 1) for link in links)))
        self.write("site/docs/b.html", "")
        for rule, broken in (("https://h.example/docs/* site/$1", 4), ("HTTPS://H.Example:443/%64ocs/* site/$1", 4), ("https://H.example* site$1", 4),
                             ("*://h.example/docs/* site/b.html", 0), ("https://h.example/docs/?.html site/$1b.html", 0)):
            err = self.check("--remap", rule, page, status=(0, 1))[1]
            self.assertIn(f"8 references: {broken} broken, 0 external", err, rule)
        for wrong in ("$2", "$0/x", "x/$10", "$1/$3", "$01"):
            self.assertIn("takes a replacement with only $1", self.usage("--check", "--remap", f"https://h.example/*/* {wrong}", "site"))
        self.assertEqual(len(self.check("--remap", "https://h.example/* none/$/$x$1", page)[0]), 8)

    def junit(self, *arguments, **how):
        return xml.etree.ElementTree.fromstring(self.run_uriel("--check", "--junit", *arguments, cwd=self.folder, **how).stdout)

    def test_junit(self):
        """A suite for each document, with a case for each broken link and warning, or one that passes."""
        self.page_with_lenient()
        self.write("site/&<\"\x01.html", '<a href="none\x02&<\ufffe\U000e0001">')
        (self.folder / "site" / os.fsdecode(b"\xfe.html")).write_bytes(b'<a href="none\xff">')
        for operand in ("site", "site/index.html", "site/b.html"):
            records = [json.loads(line) for line in self.check("--json", operand, status=(0, 1))[0]]
            suites = self.junit(operand, status=(0, 1))
            broken = [record for record in records if record["problem"] != "lenient-reference"]
            cases = suites.findall("testsuite/testcase")
            self.assertEqual([case.find("failure").get("type") for case in cases if len(case.findall("failure"))], [record["problem"] for record in broken])
            self.assertEqual([int(case.get("line")) for case in cases if len(case)], [record["line"] for record in records])
            self.assertEqual(len(suites.findall("testsuite/testcase/system-out")), len(records) - len(broken))
            for suite in suites:
                self.assertEqual((int(suite.get("tests")), int(suite.get("failures"))), (len(suite.findall("testcase")), len(suite.findall("testcase/failure"))))
                self.assertGreater(int(suite.get("tests")), 0)
        names = [case.get("name") for case in self.junit("site").findall("testsuite/testcase")]
        self.assertIn("1:10: none\\x02&<\\xef\\xbf\\xbe\\xf3\\xa0\\x80\\x81", names)
        self.assertIn("1:10: none\u00ff", names)
        self.assertIn('site/&<"\\x01.html', [suite.get("name") for suite in self.junit("site")])
        self.assertEqual(self.check("--junit", "-q", "site")[0], [])
        self.write("bad/x.svg", "<svg><a href='none'></b>")
        self.write("bad/y.svg", "<svg></b><!-- -->")
        self.write("bad/z.html", '<a href="x.svg#y"><a href="z.html#y">')
        suites = self.junit("bad", "nowhere", status=(3,))
        self.assertEqual({suite.get("name"): (suite.get("failures"), suite.get("errors")) for suite in suites},
                         {"bad/x.svg": ("1", "1"), "bad/y.svg": ("0", "1"), "bad/z.html": ("1", "0"), "nowhere": ("0", "1")})
        self.assertEqual([error.get("type") for error in suites.iter("error")].count("document-malformed"), 2)
        self.assertIn("exclude each other", self.check("--sarif", "--junit", "site", status=(2,))[1])

    def test_junit_parts(self):
        """A part of mail and a compressed file do not have the lines of the file; the name of the case has the place in the part."""
        self.write("t/m.eml", 'From: a@b.example\nLink: <no1>\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=x\n\n--x\nContent-Type: text/html\n\n\n'
                              '<a href="no2">\n--x\nContent-Type: text/html\nContent-Transfer-Encoding: base64\n\nPGEgaHJlZj0ibm8zIj4=\n--x--\n')
        self.write("t/z.html.gz", __import__("gzip").compress(b'<a href="no4">'))
        self.write("t/f.html", '<iframe srcdoc="<a href=no5>"></iframe> <a href="no6">')
        cases = {case.get("name"): case.get("line") for case in self.junit("t").iter("testcase")}
        self.assertEqual(cases, {"2:8: no1": "2", "!1:2:10: no2": None, "!2:1:10: no3": None, "1:10: no4": None, "!1:1:9: no5": None, "1:50: no6": "1"})

    def test_unexamined(self):
        """A link whose target the system does not let us examine is an error in JUnit and a warning in SARIF, but not broken; the exit status is 3."""
        self.write("t/shut/b.html", '<p id="b">')
        self.write("t/a.html", '<a href="shut/b.html"> <a href="shut/"> <a href="shut/b.html#b"> <a href="none"> <a href="shut/no"> <a href="shut/">')
        self.folder.chmod(0o755)
        (self.folder / "t/shut").chmod(0o600)
        how = {"user": 54321, "group": 54321, "extra_groups": []} if os.geteuid() == 0 else {}
        uriel = [os.environ.get("URIEL"), "links", "--check"]
        if subprocess.run([uriel[0], "--version"], capture_output=True, check=False, **how).returncode:
            self.skipTest("the program is in a folder of root")

        def run(*options, status=3):
            done = subprocess.run([*uriel, *options, "t/a.html"], cwd=self.folder, capture_output=True, check=False, **how)
            self.assertEqual(done.returncode, status, done.stderr)
            return done.stdout, done.stderr.decode()
        suite, = xml.etree.ElementTree.fromstring(run("--junit")[0])
        self.assertEqual((suite.get("tests"), suite.get("failures"), suite.get("errors")), ("6", "1", "5"))
        errors = list(suite.iter("error"))
        self.assertEqual({error.get("type") for error in errors}, {"not-examined"})
        self.assertEqual([error.get("message") for error in errors[:2]],
                         [f'cannot examine "t/shut/{name}.html": Permission denied' for name in ("b", "index")])
        results = json.loads(run("--sarif")[0])["runs"][0]["results"]
        self.assertEqual([result["level"] for result in results], ["warning"] * 3 + ["error"] + ["warning"] * 2)
        self.assertEqual([result["ruleId"] for result in results].count("not-examined"), 5)
        out, err = run()
        self.assertEqual(len(out.splitlines()), 1)
        self.assertEqual(err.count("cannot examine"), 3)
        self.assertIn(" 6 references: 1 broken, 0 external, 0 ignored\n", err)
        self.assertNotIn("shut", run("--junit", "--ignore=shut*")[0].decode())
        self.assertEqual(len(xml.etree.ElementTree.fromstring(run("--junit", "--fallback=html")[0])[0].findall("testcase/error")), 5)

    def test_malformed(self):
        """The anchors of a document that is read only in part are not known."""
        self.write("site/bad.xml", '<a><b id="x"/><c></a>')
        lines, err = self.check(self.page_with("bad.xml#x bad.xml#y none"))
        self.assertEqual(len(lines), 1)
        self.assertIn("2 fragments not checked", err)


if __name__ == "__main__":
    unittest.main()
