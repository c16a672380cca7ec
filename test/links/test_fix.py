# SPDX-License-Identifier: MIT
"""uriel links --check --fix: references replaced in the files, or the diff."""
import gzip
import os
import random
import shutil
import signal
import subprocess
import time
import unittest

from support import FAULTY, TIMEOUT, URIEL, CommandTest

# Of each place: a file, a reference in it that is broken, and what it becomes.
PLACES = [
    ("a.html", '<a href="{}">', "B.html?x=1&y=2#top", "b.html?x=1&y=2#top"),
    ("a.html", "<a href='{}'>", "./B.html", "./b.html"),
    ("a.html", "<a href={} id=x>", "B.html", "b.html"),
    ("a.html", '<a href=" {}\n">', "B.html", "b.html"),
    ("a.html", '<a href="{}">', "B&#46;html", "b.html"),
    ("a.html", '<a href="{}">', "B.html?a=1&amp;b=2", "b.html?a=1&amp;b=2"),
    ("a.html", '<a href="{}">', "B.html?a=1&#x26;b=(2)", "b.html?a=1&amp;b=(2)"),
    ("a.html", '<a href="{}">', "b.html#heding", "b.html#heading"),
    ("a.html", '<a href="{}">', "b.html#Caf\u00e9", "b.html#caf%C3%A9"),
    ("a.html", '<a href="{}">', "/B.html", "/b.html"),
    ("a.html", '<a href="{}">', "../site/sub/Index.html", "../site/sub/index.html"),
    ("a.html", '<a href="{}">', "SUB/Index.html#s", "sub/index.html#s"),
    ("a.html", '<a href="{}">', "Sub/", "sub/"),
    ("a.html", '<a href="{}">', "Sub/idnex.html", "sub/index.html"),
    ("a.html", '<a href="{}">', "B.html#heding", "b.html#heading"),
    ("a.md", "[x]({})", "Empty/", "empty/"),
    ("a.html", '<a href="{}">', "A B.html", "a%20b.html"),
    ("a.html", '<a href="{}">', "A%20B.html", "a%20b.html"),
    ("a.html", '<a href="{}">', "Caf&eacute;'s.html", "caf%C3%A9%27s.html"),
    ("a.html", '<a href="{}">', "L\nater.html", "later.html"),
    ("a.html", '<img srcset="{} 1x, b.html 2x">', "B.html", "b.html"),
    ("a.html", '<meta http-equiv=refresh content="0; url={}">', "B.html", "b.html"),
    ("a.html", "<p style=\"background: url('{}')\">", "B.html", "b.html"),
    ("a.html", "<p style='background: url({})'>", "B.html?a&amp;b", "b.html?a&amp;b"),
    ("a.html", "<style>p {{ background: url({}) }}</style>", "B.html?a&b", "b.html?a&b"),
    ("a.md", "[x]({})", "B.html", "b.html"),
    ("a.md", "[x](<{}> \"t\")", "A B.html", "a%20b.html"),
    ("a.md", "[x]({})", "B\\.html?\\(&amp;", "b.html?\\(&amp;"),
    ("a.md", "[x]\n\n[x]: {} 't'", "B.html", "b.html"),
    ("a.md", "# Title one\n\n> [x](\n> {})", "#title-on", "#title-one"),
    ("a.md", "[d]: a.md\n[d] <img src=\"{}\">", "B.html", "b.html"),
    ("a.css", "p {{ background: url({}) }}", "B.html", "b.html"),
    ("a.css", "p {{ background: url(\"{}\") }}", "\\42.html?\\(", "b.html?\\("),
    ("a.css", "@import '{}';", "B.html", "b.html"),
    ("a.svg", '<svg xmlns="http://www.w3.org/2000/svg"><a href="{}"/></svg>', "B.html?a&amp;b", "b.html?a&amp;b"),
    ("a.svg", '<svg xmlns="http://www.w3.org/2000/svg"><a href="{}"/></svg>', "&#66;.html", "b.html"),
    ("a.svg", '<svg xmlns="http://www.w3.org/2000/svg"><style>p {{ background: url({}) }}</style></svg>', "B.html", "b.html"),
    ("a.atom", '<feed xmlns="http://www.w3.org/2005/Atom"><link href="{}"/></feed>', "B.html", "b.html"),
    ("a.rss", '<rss version="2.0"><channel><link>{}</link></channel></rss>', "B.html?a&amp;b", "b.html?a&amp;b"),
    ("a.rss", '<rss version="2.0"><channel><link><![CDATA[{}]]></link></channel></rss>', "B.html?a&b", "b.html?a&b"),
]
# References that are broken without one certain correction: a name that differs in case and in a letter is not certain.
UNCERTAIN = ["Laterr.html", "sub/INDX.html", "b.html#Hedding", "Sub/indexx.htmL", "none.html", "tow.html", "part3.html", "part.html", "b.html#none", "B.html#none", "two.html", "b.html/", "empty/", "x/b.html", "Sub/x.html"]


class Fix(CommandTest):
    def setUp(self):
        super().setUp()
        self.write("site/b.html", '<h1 id="heading">b</h1><p id="caf\u00e9">')
        self.write("site/sub/index.html", '<p id="s">')
        for name in ("a b.html", "caf\u00e9's.html", "later.html", "Two.html", "TWO.html", "part1.html", "part2.html"):
            self.write("site/" + name, "<p>")
        (self.folder / "site/empty").mkdir()

    def fix(self, *arguments, status=(0,), **how):
        return self.run_text("--check", "--fix=near", *arguments, status=status, cwd=self.folder, **how)

    def check(self, *arguments, status=(0,)):
        return self.run_text("--check", *arguments, status=status, cwd=self.folder)[0]

    def apply(self, diff, *command):
        done = subprocess.run(command, input=diff, cwd=self.folder, capture_output=True, timeout=TIMEOUT)
        self.assertEqual(done.returncode, 0, done)

    def test_places(self):
        """Exactly the bytes of the reference change, and then it leads to a file."""
        for name, text, old, new in PLACES:
            with self.subTest(name=name, text=text, old=old):
                path = self.write("site/" + name, text.format(old))
                self.assertNotEqual(self.check(path, status=(1,)), "")
                diff, err = self.fix(path)
                self.assertEqual(path.read_text(), text.format(old))
                self.assertIn("1 of them can be corrected, in 1 file", err)
                out, err = self.fix("--write", path)
                self.assertEqual((path.read_text(), out), (text.format(new), ""))
                self.assertIn("1 of them corrected, in 1 file", err)
                self.check(path)
                path.write_text(text.format(old))
                self.apply(diff.encode(), "patch", "-p1", "-s")
                self.assertEqual(path.read_text(), text.format(new))
                path.unlink()

    def test_uncertain(self):
        path = self.write("site/a.html", "".join(f'<a href="{link}">' for link in UNCERTAIN))
        before = path.read_bytes()
        out, err = self.fix("--write", "site", status=(1,))
        self.assertEqual((out, path.read_bytes()), ("", before))
        self.assertRegex(err, f"{len(UNCERTAIN)} broken, .*\n.*0 of them corrected, in 0 files")

    def test_folder(self):
        """What has no correction stays broken, and a page with a base, CRLF, and without a last line feed is one edit a line."""
        page = '<base href="/sub/">\r\n<a href="../B.html">\r\n' + "x\n" * 20 + '<a href="Index.html"> <a href="none.html"> <a href="INDEX.html">'
        self.write("site/a page.html", page)
        self.write("site/c.md", "x\n" * 3 + "[x](B.html) [y](SUB/index.html)\n[z](B.html)\n" + "x\n" * 7 + "[x](B.html)\n")
        diff, err = self.fix("site", status=(1,))
        self.assertEqual(diff.count("\n@@ "), 4)
        self.assertIn("--- a/site/a page.html\t\n+++ b/site/a page.html\t\n@@ -1,5 +1,5 @@\n", diff)
        self.assertIn("\\ No newline at end of file\n", diff)
        self.assertIn("7 of them can be corrected, in 2 files", err)
        shutil.copytree(self.folder / "site", self.folder / "copy")
        shutil.copytree(self.folder / "site", self.folder / "git/site")
        self.fix("--write", "site", status=(1,))
        want = page.replace("B.html", "b.html").replace("Index", "index").replace("INDEX", "index").encode()
        self.assertEqual((self.folder / "site/a page.html").read_bytes(), want)
        self.assertEqual(len(self.check("site", status=(1,)).splitlines()), 1)
        for folder, command in (("copy", ("patch", "-p2", "-s", "--binary", "-dcopy")), ("git/site", ("git", "-C", "git", "apply"))):
            if shutil.which(command[0]):
                self.apply(diff.encode("utf-8", "surrogateescape"), *command)
                self.assertEqual((self.folder / folder / "a page.html").read_bytes(), want)

    def test_diffs(self):
        """Many files of random lines: the diff makes what --write makes."""
        chance = random.Random(30)
        for i in range(30):
            lines = [chance.choice(['<a href="B.html">', '<a href="b.html"> ' * 2, "\xe9\x80", "", "x", "x", "\t", '<a\nhref="B\n.html">', '<a href="\nB.html\n">'])
                     for _ in range(chance.randrange(40))]
            self.write(f"site/r{i}.html", chance.choice(["\n", "\r\n"]).join(lines).encode("latin-1") + chance.choice([b"", b"\n"]))
        self.write('site/q"\t\\.html', '<a href="B.html">\n')
        shutil.copytree(self.folder / "site", self.folder / "git/site")
        done = self.run_uriel("--check", "--fix=near", "site", status=(0,), cwd=self.folder)
        self.fix("--write", "site")
        for command in (("git", "-C", "git", "apply"), ("patch", "-p1", "-s", "--binary", "-dgit", "-R", "--dry-run")):
            if shutil.which(command[0]):
                self.apply(done.stdout, *command)
        for path in (self.folder / "site").glob("*.html"):
            self.assertNotIn(b"B.html", path.read_bytes())
            self.assertEqual(path.read_bytes(), (self.folder / "git/site" / path.name).read_bytes())

    def test_outside(self):
        """With a file outside of the current folder, all names are relative to "/", and the first line names the command."""
        pages = [self.write(name, f'<a href="{link}">\n') for name, link in (("site/a.html", "B.html"), ("site/sub/x y.html", "../B.html"))]
        before = [page.read_text() for page in pages]
        here = self.folder / "site/sub"
        diff = self.run_uriel("--check", "--fix=near", "--root=..", "..", cwd=here, status=(0,)).stdout
        head, line = diff.split(b"\n")[:2]
        self.assertEqual(head, b"# A file is outside of the current folder: apply this with patch -p1 -d /")
        self.assertEqual(line, b"--- a" + os.fsencode(os.path.realpath(pages[0])))
        self.fix("--write", "site")
        after = [page.read_text() for page in pages]
        self.assertNotEqual(before, after)
        for command in (("patch", "-p1", "-d", "/", "-s"), ("git", "-C", "/", "apply")):
            if shutil.which(command[0]):
                for page, text in zip(pages, before):
                    page.write_text(text)
                self.apply(diff, *command)
                self.assertEqual([page.read_text() for page in pages], after)
        for page, text in zip(pages, before):
            page.write_text(text)
        inside = self.run_uriel("--check", "--fix=near", "--root=..", ".", cwd=here, status=(0,)).stdout
        self.assertTrue(inside.startswith(b"--- a/x y.html\t\n"), inside)
        above = self.run_uriel("--check", "--fix=near", here, cwd="/", status=(0,)).stdout
        self.assertTrue(above.startswith(b"--- a" + os.fsencode(os.path.realpath(pages[1])) + b"\t\n"), above)

    def test_two_readings(self):
        """A document that is read again for a fragment has the same corrections; a text directive stays."""
        path = self.write("site/a.html", "".join(f'<a href="{link}">\n' for link in (
            "B.html#Heading", "b.html#Heading:~:text=x", "B.html#:~:text=x", "https://h.example/s/B.html?q#HEADING", "%42.html", "b%2ehtml#HEADING", "HTTPS://H.example:443/s/B.html")))
        self.fix("--write", "--base=https://h.example/s/", "site")
        self.assertEqual(path.read_text(), "".join(f'<a href="{link}">\n' for link in (
            "b.html#heading", "b.html#heading:~:text=x", "b.html#:~:text=x", "https://h.example/s/b.html?q#heading", "b.html", "b%2ehtml#heading", "HTTPS://H.example:443/s/b.html")))
        self.check("--base=https://h.example/s/", "site")

    def test_encodings(self):
        """Bytes of other encodings stay; files that are encoded as a whole are reported."""
        latin = '<meta charset=windows-1252><p>\u00fc\u20ac <a href="B.html?\u00fc">'.encode("cp1252")
        path = self.write("site/latin.html", latin)
        _, err = self.fix("--write", "site", status=(0, 1))
        self.assertIn("site/latin.html: 1 reference not rewritten, because the query would change", err)  # browsers read "?%FC"
        self.assertEqual(path.read_bytes(), latin)
        path.write_bytes(latin.replace(b"?\xfc", b"?a&b=%fc"))
        self.fix("--write", "site", status=(0, 1))
        self.assertIn(b'"b.html?a&b=%fc', path.read_bytes())
        path.write_bytes(latin.replace(b"?\xfc", b""))
        self.fix("--write", "site")
        self.assertEqual(path.read_bytes(), latin.replace(b"B.html?\xfc", b"b.html"))
        path = self.write("site/sjis.html", '<meta charset=shift_jis><p>\u8868\u793a <a href="B.html">'.encode("shift_jis"))
        bom = self.write("site/bom.html", b'\xef\xbb\xbf<a href="B.html">')
        self.fix("--write", "site")
        self.assertIn(b'\x95\\\x8e\xa6 <a href="b.html">', path.read_bytes())
        self.assertEqual(bom.read_bytes(), b'\xef\xbb\xbf<a href="b.html">')
        link = '<a href="B.html">'
        inside = {"u16.html": ("\ufeff" + link).encode("utf-16-le"), "z.html.gz": gzip.compress(link.encode()),
                  "m.eml": b"Content-Type: text/html\nContent-Location: http://uriel.invalid/x\n\n" + link.encode(),
                  "f.html": b'<iframe srcdoc="<a href=B.html>">'}
        for name, data in inside.items():
            path = self.write("site/" + name, data)
            out, err = self.fix("--write", "site", status=(0, 1))
            self.assertEqual((out, path.read_bytes()), ("", data), name)
            if " 1 broken" in err:
                self.assertIn(f"uriel: site/{name}: 1 reference not rewritten", err)
            path.unlink()

    def test_unsafe(self):
        """An edit that changes how the text around it is read is refused."""
        path = self.write("site/a.svg", '<!DOCTYPE svg [<!ENTITY e "B.html">]><svg xmlns="http://www.w3.org/2000/svg"><a href="&e;"/></svg>')
        before = path.read_bytes()
        err = self.fix("--write", path, status=(1,))[1]
        self.assertIn("1 reference not rewritten", err)
        self.assertEqual(path.read_bytes(), before)

    def test_file(self):
        """The mode stays, a link stays a link, and no other file remains."""
        path = self.write("site/a.html", '<a href="B.html">')
        (self.folder / "site/link.html").symlink_to("../site/a.html")
        names = sorted(os.listdir(self.folder / "site"))
        for mode, operand in ((0o640, "site/link.html"), (0o6755, "site"), (0o2777, "site"), (0o1604, "site/link.html"), (0o400, "site")):
            path.chmod(0o600)
            path.write_text('<a href="B.html">')
            path.chmod(mode)
            self.fix("--write", operand)
            self.assertEqual((path.stat().st_mode & 0o7777, path.read_text()), (mode, '<a href="b.html">'))
            self.assertTrue((self.folder / "site/link.html").is_symlink())
            self.assertEqual(sorted(os.listdir(self.folder / "site")), names)

    @unittest.skipIf(os.geteuid() != 0, "only root may give files away")
    def test_owner(self):
        """Root keeps owner and group. With another owner or group, what the old ones could do is lost."""
        path = self.write("site/a.html", '<a href="B.html">')
        stranger, group = 54321, 54322
        os.chown(path, stranger, group)
        path.chmod(0o6754)
        self.fix("--write", "site")
        status = path.stat()
        self.assertEqual((status.st_uid, status.st_gid, status.st_mode & 0o7777), (stranger, group, 0o6754))
        if subprocess.run([URIEL, "--version"], user=stranger, group=stranger, extra_groups=[], capture_output=True).returncode:
            self.skipTest("the program is in a folder of root")
        for folder in (self.folder, self.folder / "site"):
            folder.chmod(0o777)
        for groups, want in (([], (stranger, 0o1744)), ([group], (group, 0o3754))):
            path.write_text('<a href="B.html">')
            os.chown(path, 0, group)
            path.chmod(0o7754)
            done = subprocess.run([URIEL, "links", "--check", "--fix=near", "--write", "site"], cwd=self.folder, user=stranger, group=stranger, extra_groups=groups,
                                  capture_output=True, timeout=TIMEOUT)
            self.assertEqual(done.returncode, 0, done.stderr)
            status = path.stat()
            self.assertEqual((status.st_uid, status.st_gid, status.st_mode & 0o7777), (stranger, *want))

    def test_several_operands(self):
        """A file that several operands contain is corrected once; each hard link of a file is a file."""
        page = '<a href="B.html"> <a href="b.html#heding"> <a href="B.html#heding">'
        path = self.write("site/a.html", page)
        (self.folder / "site/link.html").symlink_to("a.html")
        operands = ("site", "site/a.html", "./site/../site/a.html", "site/a.html", "site/link.html")
        diff, err = self.fix("--root=.", *operands)
        self.assertEqual(diff.count("+++ b/site/a.html\n"), 1, diff)
        self.assertEqual(diff.count("\n@@ "), 1)
        self.assertIn(" 15 broken", err)
        self.assertIn("15 of them can be corrected, in 1 file\n", err)
        self.fix("--root=.", "--write", *operands)
        self.assertEqual(path.read_text(), page.replace("B", "b").replace("heding", "heading"))
        path.write_text(page)
        (self.folder / "site/hard.html").hardlink_to(path)
        self.assertIn("9 of them corrected, in 2 files", self.fix("--write", "site", "site/hard.html")[1])
        self.check("site")
        # A page of two roots: the correction for the first one counts.
        self.write("site/sub/Two.html", "")
        path = self.write("site/sub/a.html", '<a href="/part1.htm"> <a href="/Index.html">')
        self.write("site/Index.htmls", "")
        err = self.fix("--write", "site", "site/sub", status=(1,))[1]
        self.assertEqual(path.read_text(), '<a href="/part1.html"> <a href="/Index.htmls">')
        self.assertIn("4 broken", err)
        self.assertIn("2 of them corrected, in 1 file", err)

    def test_full_disk(self):
        path = self.write("site/a.html", '<a href="B.html">')
        names = sorted(os.listdir(self.folder / "site"))
        err = self.fix("--write", "-q", "site", status=(3,), program=FAULTY, env={"URIEL_FAIL": "write:1"})[1]
        self.assertIn("cannot write site/a.html: No space left on device; the file is unchanged", err)
        self.assertEqual((path.read_text(), sorted(os.listdir(self.folder / "site"))), ('<a href="B.html">', names))

    def test_stopped(self):
        """A signal while a file is written leaves the old file, and no other."""
        path = self.write("site/a.html", '<a href="B.html">')
        names = sorted(os.listdir(self.folder / "site"))
        for number in (signal.SIGHUP, signal.SIGINT, signal.SIGTERM):
            process = subprocess.Popen([FAULTY, "links", "--check", "--fix=near", "--write", "-q", "site"], cwd=self.folder, env={**os.environ, "URIEL_FAIL": "write:1:stop"})
            os.waitid(os.P_PID, process.pid, os.WSTOPPED | os.WNOWAIT)
            self.assertEqual(len(os.listdir(self.folder / "site")), len(names) + 1)
            process.send_signal(number)
            process.send_signal(signal.SIGCONT)
            self.assertEqual(process.wait(TIMEOUT), -number)
            self.assertEqual((path.read_text(), sorted(os.listdir(self.folder / "site"))), ('<a href="B.html">', names))

    def test_changed(self):
        """A file that changes after it was read stays."""
        path = self.write("site/a.html", '<a href="B.html">')
        process = subprocess.Popen([URIEL, "links", "--check", "--fix=near", "--write", "-f", "-"], cwd=self.folder, stdin=subprocess.PIPE,
                                   stderr=subprocess.PIPE, stdout=subprocess.PIPE)
        process.stdin.write(b"site/a.html\nmissing\n")
        process.stdin.flush()
        self.assertIn(b"cannot read missing", process.stderr.readline())
        time.sleep(0.02)
        path.write_text('<a href="B.html">.')
        out, err = process.communicate(timeout=TIMEOUT)
        self.assertIn(b"site/a.html: not rewritten, because it changed since it was read", err)
        self.assertEqual((out, path.read_text()), (b"", '<a href="B.html">.'))

    def test_ignored(self):
        path = self.write("site/a.html", '<a href="B.html"> <a href="SUB/index.html">')
        self.fix("--write", "--ignore=SUB*", "site")
        self.assertEqual(path.read_text(), '<a href="b.html"> <a href="SUB/index.html">')

    def test_usage(self):
        self.assertIn("--check", self.usage("--fix=near", "site"))
        self.assertIn("--fix", self.usage("--check", "--write", "site"))
        self.assertIn("exclude each other", self.usage("--check", "--fix=near", "--json", "site"))
        self.assertIn("near", self.usage("--check", "--fix=far", "site"))


if __name__ == "__main__":
    unittest.main()
