# SPDX-License-Identifier: MIT
"""`uriel links --check --online` and lychee on the same files and the same loopback site: the same broken links, except the
differences in doc/tools.md, "Where lychee differs". Without lychee (LYCHEE, or in PATH; `make check-release` installs it), uriel's half."""
import json
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest
import urllib.parse

from support import ROOT
from test_lychee import ROWS
from test_online import DEAD_NAMES, TIMEOUT, URIEL, Site, to

LYCHEE = os.environ.get("LYCHEE") or shutil.which("lychee")
PAGE = '<!DOCTYPE html><meta charset=utf-8><h1 id="a">A</h1><a name=b>B</a><p id="ü"><p id="x y"><!-- <p id=c> --><template><p id=t></template>'.encode()


def by_method(head, get):
    return lambda method, _: (head if method == "HEAD" else get, {}, PAGE)


PAGES = {**dict.fromkeys(("/p", "/q/r", "/a%20b", "/stra%C3%9Fe", "/q?x=1&y=2", "/sub/", "/~u", "/c;p=1", "/p%2Fq"), PAGE),
         "/301": to("/p"), "/302": to("/p", 302), "/303": to("/p", 303), "/307": to("q/r", 307), "/308": to("/p", 308), "/loop": to("/loop"),
         "/l1": to("/l2"), "/l2": to("/l1"), "/dead": to("/none"), "/frag": to("/p#b"), "/bad": to("/p#zz"), "/nohead": by_method(405, 200),
         "/lies": by_method(404, 200), "/noget": by_method(200, 405), "/500": (500, {}, b""), "/403": (403, {}, b""), "/204": (204, {}, b""),
         "/410": (410, {}, b""), "/text": (200, {"Content-Type": "text/plain"}, b"text"), "/404p": (404, {}, PAGE),
         "/img.png": (200, {"Content-Type": "image/png"}, b"\x89PNG"), "/md": (200, {"Content-Type": "text/markdown"}, b"# Head Line\n")}
ABSOLUTE = """p p#a p#b p#nix p#top p# p#%C3%BC p#ü p#x%20y p#c p#t p#A none q/r q/../p ./p q/./r ../p a%20b straße stra%C3%9Fe strasse
    q?x=1&amp;y=2 q?x=2 301 302 303 307 308 301#a 301#nix loop l1 dead frag bad frag#nix nohead lies noget 500 403 204 410 text text#x text#line=1
    text#line=9 sub/ sub %7Eu ~u img.png img.png#x 404p 404p#a c;p=1 c%3Bp=1 p%2Fq p/q md#head-line md#nix p#:~:text=zzz""".split()
# In these BASE is the site, and PORT its port.
FILES = {
    "absolute.html": "<!DOCTYPE html><meta charset=utf-8>" + "".join(f'<a href="BASE/{name}">x</a>\n' for name in ABSOLUTE) + """
<a href="HTTP://127.0.0.1:PORT/upper"><a href=" BASE/space "><a href="BASE/ta\tb"><a href="BASE/line\nbreak"><a href="BASE/a b">
<a href="http://127.0.0.1:1/refused"><a href="http://[::1"><a href="http://127.0.0.1:99999/"><a href="mailto:a@b.example"><a href="tel:1">
<a href="javascript:x()"><a href="data:,x"><a href="urn:isbn:1"><a href=""><a href=BASE/unquoted><a href='BASE/single'><A HREF="BASE/case">
<a href="BASE/dup1" href="BASE/dup2"><a href = "BASE/spaced">""",
    "entities.html": """<!DOCTYPE html><a href="BASE/&#112;"><a href="BASE/&#110;one1"><a href="BASE/q?x=1&y=2"><a href="BASE/&eacute;">
<a href="BASE/x&notit;y"><a href="BASE/x&#x2F;y">""",
    "base.html": """<!DOCTYPE html><base href="BASE/q/"><a href="r"><a href="none2"><a href="../p"><a href="../none3"><a href="/none4">
<a href="//127.0.0.1:PORT/none5">""",
    "elements.html": """<!DOCTYPE html><link rel=stylesheet href="BASE/e1"><link rel=preconnect href="BASE/origin"><script src="BASE/e2"></script>
<link rel=dns-prefetch href="BASE/origin"><img src="BASE/e3" srcset="BASE/e4 1x, BASE/e5 2x" longdesc="BASE/e6" usemap="#m"><iframe src="BASE/e7"></iframe>
<video src="BASE/e8" poster="BASE/e9"><source src="BASE/e10" srcset="BASE/e11"></video><object data="BASE/e12"></object><embed src="BASE/e13">
<form action="BASE/e14"><input type=image src="BASE/e15" formaction="BASE/e16"></form><area href="BASE/e17"><q cite="BASE/e18"></q>
<body background="BASE/e19"><style>@import "BASE/i1"; a{background:url(BASE/e20)}</style><p style="background:url('BASE/s1')">
<meta http-equiv=refresh content="0;url=BASE/r1"><meta property=og:image content="BASE/r2"><iframe srcdoc="&lt;a href='BASE/d1'>"></iframe>
<svg><use href="BASE/e21"/><image xlink:href="BASE/r3"/></svg><!-- <a href="BASE/c1"> --><script>"BASE/t1"</script>
<template><a href="BASE/e22"></template><noscript><a href="BASE/e23"></noscript><pre>BASE/t2 <a href="BASE/e24"></pre><code><a href="BASE/e25"></code>
<p>text BASE/t3</p><textarea>BASE/t4 <a href="BASE/t5"></textarea><div data-src="BASE/c2"><a ping="BASE/r4" href="BASE/p"><a rel=nofollow href="BASE/n1">
<audio src="BASE/e26"><track src="BASE/e27"></audio><link rel=canonical href="BASE/e28"><del cite="BASE/e29"></del>
<picture><source srcset="BASE/e30 2x"></picture>""",
    "md.md": r"""# Heading One
[a](BASE/m1) ![b](BASE/m2) <BASE/m3> BASE/m4 [r][] [s] [t](<BASE/m 7> "title") [u](BASE/m8_(x)) [h](#heading-one) [h](#nix) [h](#heading-One)

[r]: BASE/m5
[unused]: BASE/m6

<a href="BASE/m9"> <!-- BASE/c4 -->
[esc](BASE/m\_10) [ent](BASE/m11&amp;x) \[no](BASE/m12) [[wiki]] [^1] `BASE/code1`

```
BASE/code2
```

    BASE/code3

[^1]: note BASE/m13

| a | b |
|---|---|
| [x](BASE/m14) | BASE/m15 |
""",
    "text.txt": 'see BASE/x1, (BASE/x2) "BASE/x3". <BASE/x4>\nBASE/x5_(y)\n',
    "style.css": '@import "BASE/i2"; a{background:url(BASE/y1)} /* BASE/c5 */ b{src:url("y2.png")}',
    "feed.xml": """<feed xmlns="http://www.w3.org/2005/Atom"><link href="BASE/z1"/><entry><link href="BASE/z2"/><id>BASE/c6</id>
<content type="html">&lt;a href="BASE/d2"&gt;</content></entry></feed>""",
    "local.html": """<!DOCTYPE html><p id=here><a href="#here"><a href="#nix"><a href="text.txt"><a href="nope.html"><a href="sub/"><a href="sub/x.html#k">
<a href="sub/x.html#no"><a href="../../out"><a href="Text.txt"><a href="a%20b.html"><a href="text.txt?x=1"><a href="/text.txt"><a href="a b.html">
<a href="md.md#heading-one"><a href="md.md#no"><a href="sub"><a href="sub/x"><a href="empty/"><a href="md.md#Heading-One"><a href="#top"><a href="#">
<a href="sub/../nope2.html"><a href="./nope3.html"><a href="/nope4.html"><a href="%6Eope5.html">""",
    "sub/x.html": "<p id=k>", "a b.html": "x", "empty/.keep": ""}

# Broken for both, by file: targets on the site, or in the folder.
BOTH = {
    "absolute.html": """p#nix p#c p#A none strasse q?x=2 301#nix loop l1 dead 500 403 410 sub 404p 404p#a c;p=1 p/q md#nix upper space tab linebreak
        http://127.0.0.1:1/refused http://[::1 http://127.0.0.1:99999/ unquoted single case spaced""",
    "entities.html": "none1 é x&notit;y x/y",
    "elements.html": " ".join(f"e{i}" for i in range(1, 31)),
    "md.md": "m1 m2 m3 m4 m5 m\u00a07 m8_(x) m9 m_10 m11&x m12 m13 m14 m15 code1 code2 code3 docs/md.md#nix",
    "text.txt": "x1 x2 x3 x4 x5_(y)", "style.css": "y1 docs/y2.png", "feed.xml": "z1 z2",
    "local.html": """docs/local.html#nix docs/nope.html docs/sub/x.html#no docs/Text.txt docs/md.md#no docs/sub/x docs/nope2.html docs/nope3.html
        docs/nope4.html docs/nope5.html"""}
# By the first column of the table in doc/tools.md: broken only for uriel; only for lychee.
DIFFERENCES = {
    "with `<base href>`": ({"base.html": "none3 none4 none5 q/none2"}, {"base.html": "q/ docs/none2 docs/none4 docs/r above/none3 above/p //127.0.0.1:PORT/none5"}),
    "`style` attributes, `@import \"...\"`": ({"elements.html": "s1 i1", "style.css": "i2"}, {}),
    "`<iframe srcdoc>`, HTML in Atom": ({"elements.html": "d1", "feed.xml": "d2"}, {}),
    "refresh and `og:image` of `<meta>`, `xlink:href`, `ping`": ({"elements.html": "r1 r2 r3 r4"}, {}),
    "`rel=nofollow`": ({"elements.html": "n1"}, {}),
    "URLs in the text, scripts and `<textarea>` of HTML": ({}, {"elements.html": "t1 t2 t3 t4 t5"}),
    "URLs in comments of Markdown": ({"md.md": "c4"}, {}),
    "`usemap`": ({}, {"elements.html": "docs/elements.html#m"}),
    "two attributes `href`": ({"absolute.html": "dup1"}, {"absolute.html": "dup1BASE/dup2"}),
    "`id` in `<template>`": ({"absolute.html": "p#t"}, {}),
    "`#Heading-One` of Markdown": ({"md.md": "docs/md.md#heading-One", "local.html": "docs/md.md#Heading-One"}, {}),
    "`#line=9` of text": ({"absolute.html": "text#line=9"}, {}),
    "a redirect to a fragment": ({"absolute.html": "bad"}, {"absolute.html": "frag#nix"}),
    "`..` above `--root`": ({"local.html": "docs/out"}, {"local.html": "above/above/out"}),
    "`%7E`": ({}, {"absolute.html": "~u"}),
    "a page that answers only HEAD": ({}, {"absolute.html": "noget"})}


def names(*tables):
    return {(file, target) for table in tables for file, targets in table.items() for target in re.findall("[^ \n]+", targets)}


class Beside(unittest.TestCase):
    maxDiff = None

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(os.path.realpath(folder.name)) / "site"
        self.site = Site(PAGES)
        self.addCleanup(self.site.__exit__)
        for name, text in FILES.items():
            path = self.folder / "docs" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text.replace("BASE", self.site.base).replace("PORT", str(self.site.port)))
        (self.folder / "policy").write_text(f"allow network 127.0.0.0/8\nallow port {self.site.port}\nallow port 1\n")

    def named(self, file, target):
        """A name of a link: its file, and its target, decoded, on the site or in the folder."""
        target = re.sub("^HTTP:", "http:", target)
        for before, after in ((f"file://{self.folder}/docs/", "docs/"), (f"file://{self.folder}/", "above/"),
                              (f"file://{self.folder.parent}/", "above/above/"), (f"{self.site.base}/", "")):
            if target.startswith(before):
                target = after + target[len(before):]
                break
        target = target.replace(self.site.base, "BASE").replace(f":{self.site.port}/", ":PORT/")
        return file.removeprefix("docs/"), urllib.parse.unquote(target).replace(" ", "\u00a0")

    def uriel(self):
        done = subprocess.run([URIEL, "links", "--check", "--online", "--policy=policy", DEAD_NAMES, "--retries=0", "--rate=0", "--root=docs",
                               "--index=.", "--json", "docs"], capture_output=True, text=True, timeout=TIMEOUT, cwd=self.folder)
        self.assertEqual(done.returncode, 1, done.stderr)
        records = map(json.loads, done.stdout.splitlines())
        return {self.named(record["file"], record.get("target") or record["raw"]) for record in records if record["problem"] != "lenient-reference"}

    def lychee(self):
        done = subprocess.run([LYCHEE, "--include-fragments", "--include-verbatim", "--format=json", "--no-progress", "--max-retries=0",
                               "--host-request-interval=0ms", "--root-dir", self.folder / "docs", "docs"],
                              capture_output=True, text=True, timeout=TIMEOUT, cwd=self.folder)
        found = set()
        for file, links in json.loads(done.stdout)["error_map"].items():
            for link in links:
                invalid = re.search(r'for "([^"]*)"', link["status"]["text"]) or re.search(r"parse '([^']*)'", link["status"]["text"])
                found.add(self.named(file, invalid[1] if link["url"] == "error:" else link["url"]))
        return found

    def wanted(self, which):
        return names(BOTH, *(pair[which] for pair in DIFFERENCES.values()))

    def test_uriel(self):
        self.assertEqual(sorted(self.uriel()), sorted(self.wanted(0)))

    def test_each_difference_is_explained(self):
        text = (ROOT / "doc" / "tools.md").read_text(encoding="utf-8")
        text = text[text.index("### Where lychee differs"):]
        text = text[:text.index("\n#", 1)]
        rows = [line.split("|")[1].strip() for line in text.splitlines() if line.startswith("|")][2:]
        self.assertEqual(rows, list(DIFFERENCES))
        self.assertIn(f" {len(names(BOTH))} links", text)

    @unittest.skipUnless(LYCHEE or os.environ.get("URIEL_LARGE"), "needs lychee")
    def test_lychee(self):
        self.assertEqual(sorted(self.lychee()), sorted(self.wanted(1)))

    @unittest.skipUnless(LYCHEE or os.environ.get("URIEL_LARGE"), "needs lychee")
    def test_every_option_has_a_row(self):
        shown = subprocess.run([LYCHEE, "--help"], capture_output=True, text=True, check=True).stdout
        options = set(re.findall(r"(?m)^ +(?:-\w, )?(--[a-z-]+)", shown.replace("\x1b", ""))) | set(re.findall(r"(?m)^ +(-\w), --", shown))
        self.assertEqual(options - set(re.findall(r"`(--?[A-Za-z-]+)", " ".join(ROWS))), set())


if __name__ == "__main__":
    unittest.main()
