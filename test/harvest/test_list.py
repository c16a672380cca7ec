# SPDX-License-Identifier: MIT
"""Lists and tables, of a run and of an existing database; and the selection of files in a folder."""
import json
import os
import re
import sqlite3
import time
import unittest

from support import HarvestTest

A = """<!DOCTYPE html>
<a href="http://www.gnu.org/licenses">1</a> <a href="http://www.gnu.org/licenses">1</a>
<a href="HTTP://WWW.GNU.ORG:80/licenses">2</a> <a href="http://WWW.gnu.org/licenses">2</a>
<a href="http://www.gnu.org/%6cicenses">2</a> <a href="http://www.gnu.org/a/../licenses">2</a>
<a href="a[b">4</a>
<a href="sub/missing.html#x">6</a> <a href="b.html?q#f">7</a> <a href="with%20space.html">7</a> <a href="sub">8</a>
<a href="ftp://me:secret@h.example/">9</a> <a href="mailto:a@h.example">9</a> <a href="nul%00">10</a>
"""


class Lists(HarvestTest):
    def setUp(self):
        super().setUp()
        self.write("a.html", A)
        self.write("sub/b.html", "<!DOCTYPE html><a href='../b.html'><a href='\x1b[1m'>")
        self.write("with space.html", "<!DOCTYPE html>")

    def harvest(self, *arguments, **how):
        """Listed broken references also set the exit status; the documents of these tests have some."""
        return super().harvest("--strict", *arguments, **{"status": int("--list=broken" in arguments), **how})

    def lines(self, what, *arguments):
        return self.harvest(f"--list={what}", *arguments).out.replace(str(self.folder) + "/", "").splitlines()

    def objects(self, what, *arguments):
        return [json.loads(line) for line in self.harvest("--json", f"--list={what}", *arguments).out.splitlines()]

    def test_broken(self):
        self.assertEqual(self.lines("broken"), [
            'a.html:5:10: a[b: "[" is not allowed in a path',
            "a.html:6:10: sub/missing.html#x: there is no such file: sub/missing.html",
            "a.html:6:45: b.html?q#f: there is no such file: b.html",
            "a.html:7:88: nul%00: there is no such file: nul\\x00",
            "sub/b.html:1:25: ../b.html: there is no such file: b.html",
            'sub/b.html:1:45: \\x1b[1m: the byte 0x1B is not allowed in a path'])

    def test_broken_are_counted(self):
        """The summary has the same number as the list, with and without a base."""
        self.write("d.html", '<a href="sub/missing.html">again</a><a href="cid:x">')
        self.write("m.eml", "From: a@b.example\nMIME-Version: 1.0\nContent-Type: text/html\n\n<a href='cid:none'><a href='/none'>")
        for base, count in (("--jobs=1", 9), ("--base=http://h.example/x/", 8)):
            self.db.unlink(missing_ok=True)
            self.assertEqual(self.harvest("--json", base).json["broken"], len(self.ask("--list=broken")))
            self.assertEqual(len(self.ask("--list=broken")), count)

    def test_one_definition_of_broken(self):
        """The summary, its JSON, the list, the report and the view `broken` have the same references, after a run and in later queries."""
        self.write("d.html", '<a href="sub/missing.html">again</a><a href="cid:x"><a href="../outside.html"><a href="/none">')
        self.write("m.eml", "From: a@b.example\nMIME-Version: 1.0\nContent-Type: text/html\n\n<a href='cid:none'><a href='/none'>")
        self.write("n.svg", '<svg xmlns="file:///nowhere/at/all"/>')
        for base in ("--jobs=1", "--base=http://h.example/x/"):
            for asked in (False, True):
                if not asked:
                    self.db.unlink(missing_ok=True)
                run = (lambda *arguments: self.run_uriel("-o", self.db, *arguments)) if asked else \
                    (lambda *arguments: self.harvest(base, *arguments))
                counts = {run("--json").json["broken"], len(self.ask("--list=broken")),
                          len(self.harvest(base, "--list=broken").out.splitlines()),
                          int(re.search(r"^Broken references +([0-9,]+)", run().out, re.M).group(1)),
                          int(re.search(r'id="broken">([0-9,]+)<', run("--report=-").out).group(1)),
                          self.query("SELECT count(*) FROM broken")[0][0],
                          self.query("SELECT count(DISTINCT reference_id) FROM broken")[0][0]}
                self.assertEqual(len(counts), 1, (base, asked, counts))
                self.assertGreater(min(counts), 5)
        rows = self.query("SELECT path, line, reason FROM broken AS b JOIN reference AS r ON r.id = reference_id"
                          " JOIN document AS d ON d.id = document_id WHERE r.raw = 'cid:none'".replace("SELECT path", "SELECT d.path"))
        self.assertEqual(rows, [(f"{self.folder}/m.eml", 1, "part-missing")])

    def test_exit_status_of_broken(self):
        """Status 1 if it lists something, whatever else is listed, and 0 if it lists nothing."""
        self.harvest()
        for arguments, status in ((("--list=broken",), 1), (("--list=broken", "--json"), 1), (("--list=broken", "-q"), 1),
                                  (("--list=external", "--list=broken"), 1), (("--list=broken", "--list=insecure"), 1),
                                  (("--list=external",), 0), (("--list=insecure",), 0), (("--list=duplicates",), 0),
                                  (("--by=site",), 0), ((), 0), (("--json",), 0)):
            self.run_uriel("-o", self.db, *arguments, status=status)
            self.run_uriel("-o", self.db, *arguments, self.folder, status=status)
        for path in self.folder.rglob("*.html"):
            path.write_text("<!DOCTYPE html><a href='http://h.example/'>")
        for arguments in ((self.folder,), ()):
            self.assertEqual(self.run_uriel("-o", self.db, "--list=broken", *arguments).out, "")

    def test_broken_after_the_folder_has_gone(self):
        """Below a base, they are as the last run found them, because the files no longer exist."""
        lines = self.lines("broken", "--base=http://h.example/x/")
        self.folder.rename(self.place / "elsewhere")
        self.assertEqual([line.replace(str(self.folder) + "/", "") for line in self.ask("--list=broken")], lines)

    def test_fragments_as_check_finds_them(self):
        """Both report the same references, with and without a base, after a run and in later queries."""
        self.folder = self.place / "site"
        self.write("b.html", "<p id=p><map name=m></map><a name=n><svg></svg><template><b id=t></b></template>")
        self.write("c.md", "# Set\n\n[a](#set) [a](#top) [a](#none) [a](b.html#p) [a](b.html#q) [a](d.svg#s) [a](d.svg#t) [a](d.svg#x(y)) [a](sub/#i) [a](sub#j)"
                   " [a](<e f.md#set>) [a](e.txt#x) [a](b.html?q#r)\n\n[unused]: #gone\n")
        self.write("d.svg", "<svg xmlns='http://www.w3.org/2000/svg'><path id='s'/></svg>")
        self.write("e f.md", "Set\n===\n")
        self.write("e.txt", "x")
        self.write("sub/index.html", "<img usemap='../b.html#zzz'><a href='../b.html#%70'><a href='../b.html#TOP'><a href='../b.html#t'><a href='#:~:text=x'><a href='#i'><p id=j>"
                   "<a href='../b.html#m'><a href='../c.md#set-1'><p id='caf\u00e9'><a href='#caf%C3%A9'>")
        done = self.run_uriel("--check", "--json", "--silent", self.folder, status=1, subcommand="links")
        checked = sorted(json.loads(line)["raw"] for line in done.out.splitlines())
        self.assertEqual(checked, ["#i", "#none", "../b.html#m", "../b.html#t", "../c.md#set-1", "b.html#q", "b.html?q#r", "d.svg#t", "sub/#i"])
        for base in ((), ("--base=http://h.example/x/",)):
            self.db.unlink(missing_ok=True)
            rows = self.objects("broken", *base)
            self.assertEqual(sorted(row["raw"] for row in rows), checked)
            self.assertEqual({(row["error"]["code"], row["error"]["message"]) for row in rows}, {("fragment missing", "the file has no place of that name")})
            self.assertEqual([row["missing"] for row in rows if row["raw"] == "b.html#q"], [f"{self.folder}/b.html"])
            self.assertEqual(len(self.ask("--list=broken")), len(checked))
            self.assertEqual({reason for reason, in self.query("SELECT reason FROM broken")}, {"fragment missing"})
            self.assertIn("b.html#q", self.harvest("--report=-", *base).out)

    def test_missing_of_an_older_database(self):
        """It lacks the column `fragment`; it is queried, and then upgraded."""
        lines = self.lines("broken", "--base=http://h.example/x/")
        connection = sqlite3.connect(self.db)
        connection.executescript("DROP VIEW broken; ALTER TABLE missing DROP COLUMN fragment")
        connection.close()
        self.assertEqual([line.replace(str(self.folder) + "/", "") for line in self.ask("--list=broken")], lines)
        self.assertEqual(self.lines("broken", "--base=http://h.example/x/"), lines)

    def test_broken_json(self):
        rows = self.objects("broken")
        self.assertEqual(rows[0], {"list": "broken", "file": f"{self.folder}/a.html", "line": 5, "column": 10, "element": "a",
                                   "attribute": "href", "raw": "a[b", "reference": "a[b",
                                   "error": {"offset": 1, "code": "path-character", "component": "path",
                                             "message": '"[" is not allowed in a path', "section": "3.3",
                                             "begin": 0, "length": 3}})
        self.assertEqual(rows[1]["error"], {"code": "file missing", "message": "there is no such file"})
        self.assertEqual((rows[1]["missing"], rows[1]["target"]),
                         (f"{self.folder}/sub/missing.html", f"file://{self.folder}/sub/missing.html#x"))

    def test_broken_as_it_stands_there(self):
        """It is listed with its original white space and the message of `uriel links`."""
        self.harvest("-", input=b'<!DOCTYPE html><a href="#b\nc"><a href=" [">')
        self.assertEqual([line for line in self.ask("--list=broken") if line.startswith("-")], [
            "-:1:25: #b\\x0ac: a relative reference, and no base URI is known (RFC 3986, 5.1)",
            '-:2:13: " [": "[" is not allowed in a path'])

    def test_headers_in_json(self):
        self.write("m.eml", "From: a@b.example\nList-Help: <http://other.example/>\n\nx\n")
        self.assertIn(("List-Help", None), [(row.get("header"), row.get("element")) for row in self.objects("external")])

    def test_broken_as_the_files_are_now(self):
        self.harvest()
        self.write("b.html", "")
        self.assertNotIn("b.html: there", "\n".join(self.ask("--list=broken")))

    def test_broken_below_a_base(self):
        """Only paths below the base can be looked up; paths that lead out of it are not."""
        self.write("c.html", '<a href="/x/none">1</a><a href="/y/none">2</a><a href="file:///none">3</a>'
                             '<a href="http://h.example/x/">4</a><a href="HTTP://H.example:80/x/sub/../%6eone">5</a>')
        rows = self.objects("broken", "--base=http://h.example/x/")
        self.assertEqual([(row["reference"], row["missing"]) for row in rows if row["file"].endswith("c.html")],
                         [("/x/none", f"{self.folder}/none"),
                          ("HTTP://H.example:80/x/sub/../%6eone", f"{self.folder}/none")])

    def test_external(self):
        self.assertEqual([line.split(": ")[0] for line in self.lines("external")],
                         ["a.html:2:10", "a.html:2:54", "a.html:3:10", "a.html:3:57", "a.html:4:10", "a.html:4:56",
                          "a.html:7:10"])
        rows = self.objects("external", "--base=http://WWW.gnu.org:8080/")
        self.assertEqual([row["reference"] for row in rows], ["ftp://me:****@h.example/"])

    def test_duplicates(self):
        self.assertEqual(self.lines("duplicates"), [
            "a.html:2:10: http://www.gnu.org/licenses: 3 references",
            "a.html:3:10: HTTP://WWW.GNU.ORG:80/licenses: 1 reference, the same as http://www.gnu.org/licenses by the scheme's rules (default port, empty path)",
            "a.html:3:57: http://WWW.gnu.org/licenses: 1 reference, the same as http://www.gnu.org/licenses by letter case (of scheme, host, %xx)",
            "a.html:4:10: http://www.gnu.org/%6cicenses: 1 reference, the same as http://www.gnu.org/licenses by percent-encoding that is not needed"])
        self.assertEqual([row["level"] for row in self.objects("duplicates")], ["string", "scheme", "case", "percent"])

    def test_insecure(self):
        rows = self.objects("insecure")
        self.assertEqual([row["reference"] for row in rows][-1], "ftp://me:****@h.example/")
        self.assertEqual((len(rows), {row["mixed"] for row in rows}), (7, {False}))
        self.write("0.html", "<base href='http://h.example/'><a href='http://other.example/'>")
        rows = self.objects("insecure", "--base=https://h.example/")
        self.assertEqual([row["mixed"] for row in rows], [True] * 7 + [False] * 2)
        self.assertIn("came by https", self.ask("--list=insecure")[0])

    def test_names_are_no_links(self):
        self.write("n.svg", '<svg xmlns="http://www.w3.org/2000/svg"/>')
        self.harvest()
        if not self.query("SELECT 1 FROM reference WHERE identifies"):
            self.skipTest("XML is not read")
        self.assertNotIn("w3.org", "\n".join(self.ask("--list=insecure", "--list=external", "--list=broken")))

    def test_several_lists(self):
        lines = self.ask_after("--list=broken", "--list=external")
        self.assertEqual([line for line in lines if not line.startswith(str(self.folder))], ["broken:", "", "external:"])

    def ask(self, *arguments, status=None):
        """The output about the existing database."""
        status = int("--list=broken" in arguments) if status is None else status
        return self.run_uriel("-o", self.db, *arguments, status=status).out.splitlines()

    def ask_after(self, *arguments):
        self.harvest()
        return self.ask(*arguments)

    def test_same_without_a_run(self):
        for what in ("--list=broken", "--list=duplicates", "--by=site", "--by=document"):
            for how in ((), ("--json",)):
                self.assertEqual(self.harvest(what, *how).out.splitlines(), self.ask(what, *how), (what, how))

    def test_nothing_secret_is_printed(self):
        for what in ("--list=external", "--list=insecure", "--list=duplicates"):
            self.assertNotIn("secret", self.harvest(what).out)
            self.assertNotIn("secret", self.harvest(what, "--json").out)

    def test_by_site(self):
        rows = [json.loads(line) for line in self.ask_after("--by=site", "--json")]
        self.assertEqual(rows, [
            {"site": "", "references": 6, "identifiers": 6, "insecure": 0, "documents": 3, "errors": 2},
            {"site": "www.gnu.org", "references": 6, "identifiers": 1, "insecure": 6, "documents": 0, "errors": 0},
            {"site": "h.example", "references": 1, "identifiers": 1, "insecure": 1, "documents": 0, "errors": 0}])
        self.assertEqual(self.ask("--by=site")[2].split(), ["6", "1", "6", "0", "0", "www.gnu.org"])

    def test_by_document(self):
        self.assertEqual([line.split() for line in self.ask_after("--by=document")],
                         [["references", "errors", "document"], ["14", "1", f"{self.folder}/a.html"],
                          ["2", "1", f"{self.folder}/sub/b.html"]])

    def test_documents_in_a_file(self):
        self.folder = self.folder / "mail"
        self.write("list.mbox", "From a@b Thu Jan  1 00:00:00 1970\nFrom: a@b.example\nContent-Type: text/html\n\n"
                                "<a href='http://h.example:x/'>\n\n")
        self.harvest()
        if self.query("SELECT kind FROM document") == [("mbox",)]:
            self.skipTest("mail is not read")
        self.assertIn("list.mbox!1.1:1:10: http://h.example:x/: a port", self.ask("--list=broken")[0])
        self.assertIn("list.mbox!1.1", self.ask("--by=document")[1])

    def test_no_database(self):
        for arguments in (("--list=broken",), ("--by=site",)):
            self.ask(*arguments, status=3)
            self.assertFalse(self.db.exists())
        self.db.write_bytes(b"")
        self.ask("--list=broken", status=3)
        self.db.write_bytes(b"text" * 100)
        self.ask("--list=broken", status=3)
        self.assertEqual(self.db.read_bytes(), b"text" * 100)


class Chosen(HarvestTest):
    def setUp(self):
        super().setUp()
        for name in ("a.html", "b.txt", "sub/a.html", "sub/c.txt", "old/a.html"):
            self.write(name, "http://h.example/")

    def names(self):
        return [path[len(str(self.folder)) + 1:] for path, in self.query("SELECT path FROM document ORDER BY id")]

    def run_with(self, *arguments, **how):
        self.db.unlink(missing_ok=True)
        return self.harvest("--json", *arguments, **how).json["run"]

    def test_include(self):
        self.assertEqual(self.run_with("--include=*.html")["left_out"], 2)
        self.assertEqual(self.names(), ["a.html", "old/a.html", "sub/a.html"])
        self.db.unlink()
        self.run_uriel("-o", self.db, "--include", "*.html", "--exclude", "old", self.folder)
        self.assertEqual(self.names(), ["a.html", "sub/a.html"])
        self.run_with("--include=b*", "--include=c*")
        self.assertEqual(self.names(), ["b.txt", "sub/c.txt"])

    def test_exclude(self):
        self.assertEqual(self.run_with("--exclude=old", "--exclude=sub/*.txt")["left_out"], 2)
        self.assertEqual(self.names(), ["a.html", "b.txt", "sub/a.html"])

    def test_named_files_are_read(self):
        self.run_with("--exclude=*", str(self.folder / "b.txt"))
        self.assertEqual(self.names(), ["b.txt"])

    def test_what_is_left_out_stays(self):
        self.harvest()
        self.write("a.html", "http://other.example/")
        self.harvest("--include=*.txt", "--prune")
        self.assertEqual(len(self.names()), 5)
        self.assertEqual(self.references()[0], "http://h.example/")

    def test_since(self):
        for name in ("old/a.html", "b.txt"):
            os.utime(self.folder / name, (86400 * 365, 86400 * 365))
        os.utime(self.folder / "sub/c.txt", ns=(0, 1700000000 * 10**9))
        for since, count in (("1970-01-01", 5), ("1971-01-01T00:00Z", 5), ("1971-01-01T00:00:01Z", 3),
                             ("1971-06-01", 3), ("2023-11-14T22:13:20Z", 3), ("2023-11-14 22:13:21Z", 2),
                             (self.folder / "b.txt", 3), (self.folder / "sub/c.txt", 2)):
            run = self.run_with(f"--since={since}", env={"TZ": "UTC"})
            self.assertEqual((run["files"], run["left_out"]), (count, 5 - count), since)
        run = self.run_with("--since=2023-11-14T23:13:20", env={"TZ": "XXX-1"})
        self.assertEqual(run["files"], 3)
        run = self.run_with("--since=2023-11-14T23:13:21", env={"TZ": "XXX-1"})
        self.assertEqual(run["files"], 2)

    def test_since_that_is_wrong(self):
        for since in ("2024-02-30", "2024-13-01", "2024-01-01T25:00", "2024-01-01x", "2024-01-01T1:00", "",
                      "2024-01-01T10:00:61", "nowhere", "20240101"):
            self.run_uriel("-o", self.db, f"--since={since}", self.folder, status=2)
        self.assertFalse(self.db.exists())


class Names(HarvestTest):
    def test_names_of_files(self):
        """uriel(1), OUTPUT: no name ends a record; JSON has the bytes in file_hex."""
        name, shown = b"a\nb\x1b[31m\xff.html", "a\\x0ab\\x1b[31m\\xff.html"
        path = os.fsencode(self.folder) + b"/" + name
        with open(path, "wb") as file:
            file.write(b"<a href=http://h.example/>")
        line, = self.harvest("--list=external").out.splitlines()
        self.assertEqual(line, f"{self.folder}/{shown}:1:9: http://h.example/")
        self.assertTrue(self.run_uriel("-o", self.db, "--by=document").out.endswith(f"  {self.folder}/{shown}\n"))
        for what in ("--list=external", "--by=document"):
            record, = map(json.loads, self.run_uriel("-o", self.db, "--json", what).out.splitlines())
            self.assertEqual(bytes.fromhex(record["file_hex"]), path)


if __name__ == "__main__":
    unittest.main()
