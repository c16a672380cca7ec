# SPDX-License-Identifier: MIT
"""IRIs and browsers in the database: `original`, `host_unicode`, `elsewhere`, --spec, and databases of version 2."""
import contextlib
import json
import random
import sqlite3
import subprocess
import unittest

from page import Page
from support import URIEL, HarvestTest

PAGE = ('<!DOCTYPE html><meta charset=utf-8><a href="http://b\u00fccher.example/stra\u00dfe">1</a> <a href="\\\\evil.example\\x">2</a>'
        '<a href="http:b">3</a> <a href="http://h.example:99999/">4</a> <a href="HTTP://H.example:80/%7Ea/">5</a> <a href="a b">6</a>'
        '<a href="http://xn--bcher-kva.example/">7</a> <a href="b.html">8</a>')
BASE = "--base=http://h.example/"
ELSEWHERE = [("\\\\evil.example\\x", None, "http://evil.example/x"), ("http:b", "http:b", "http://h.example/b"),
             ("http://h.example:99999/", "http://h.example:99999/", ""), ("a b", None, "http://h.example/a%20b")]


class Columns(HarvestTest):
    def test_iris(self):
        self.write("a.html", PAGE)
        self.harvest("--quiet", "--spec=iri")
        self.assertEqual(self.references("raw, cleaned, original, target", "original IS NOT NULL"),
                         [("http://b\u00fccher.example/stra\u00dfe", "http://xn--bcher-kva.example/stra%C3%9Fe", "http://b\u00fccher.example/stra\u00dfe",
                           "http://xn--bcher-kva.example/stra%C3%9Fe")])
        self.assertEqual(self.query("SELECT DISTINCT host, host_unicode FROM identifier WHERE host_unicode IS NOT NULL"),
                         [("xn--bcher-kva.example", "b\u00fccher.example")])

    def test_elsewhere(self):
        self.write("a.html", PAGE)
        self.assertEqual(self.harvest("--json", "--spec=iri", BASE).json["elsewhere"], 4)
        self.assertEqual(self.references("raw, target, elsewhere", "elsewhere IS NOT NULL"), ELSEWHERE)
        listed = [json.loads(line) for line in self.run_uriel("-o", self.db, "--list=elsewhere", "--json").out.splitlines()]
        self.assertEqual([(row["raw"], row.get("rfc3986"), row.get("browser", "")) for row in listed], ELSEWHERE)
        lines = self.run_uriel("-o", self.db, "--list=elsewhere").out.splitlines()
        self.assertTrue(lines[1].endswith(": http:b: a browser goes to http://h.example/b, RFC 3986 to http:b"), lines)
        self.assertTrue(lines[2].endswith(": a browser goes nowhere, RFC 3986 to http://h.example:99999/"), lines)

    def test_names_of_documents(self):
        """An IRI is resolved under RFC 3987, except with --spec=rfc3986; the report names the document that errors break."""
        self.write("a.html", '<!DOCTYPE html><meta charset=utf-8><a href="\u00e9 b">')
        path = self.place / "report.html"
        for spec, rfc, words in (("iri", "RFC 3987", "RFC 3986 and RFC 3987"), ("rfc3986", "RFC 3986", "RFC 3986"),
                                 ("whatwg", "RFC 3987", "the URL standard")):
            self.harvest("--quiet", f"--spec={spec}", BASE, f"--report={path}")
            line = self.run_uriel("-o", self.db, "--list=elsewhere").out.splitlines()[0]
            self.assertTrue(line.endswith(f": a browser goes to http://h.example/%C3%A9%20b, by {rfc} it has no target"), line)
            self.assertIn(f"What is not valid by {words}, and", path.read_text(encoding="utf-8"))

    def test_spec(self):
        """Documents are read again if --spec changes."""
        self.write("a.html", PAGE)
        dumps = {}
        for spec in ("whatwg", "iri", "rfc3986", "whatwg"):
            self.harvest("--quiet", f"--spec={spec}", BASE)
            self.assertEqual(self.query("SELECT DISTINCT spec FROM document"), [(spec,)])
            self.assertEqual(self.harvest("--json", f"--spec={spec}", BASE).json["run"]["unchanged"], 1)
            dumps[spec] = self.references("raw, target, elsewhere", "elsewhere IS NOT NULL")
        self.assertEqual(dumps["whatwg"], [(raw, browser or None, rfc3986 or "") for raw, rfc3986, browser in ELSEWHERE])
        self.assertEqual(dumps["rfc3986"], [("http://b\u00fccher.example/stra\u00dfe", None, "http://xn--bcher-kva.example/stra%C3%9Fe"), *ELSEWHERE])
        self.assertEqual(self.query("SELECT count(*) FROM identifier WHERE normal = 'http://evil.example/x'"), [(1,)])

    def test_report(self):
        self.write("a.html", PAGE)
        path = self.place / "report.html"
        self.harvest("--quiet", "--spec=iri", BASE, f"--report={path}")
        text = path.read_text(encoding="utf-8")
        self.assertIn("xn--bcher-kva.example (b\u00fccher.example)", text)
        self.assertIn('id="elsewhere"', text)
        rows = text[text.index('id="elsewhere"'):]
        for _, rfc3986, browser in ELSEWHERE:
            self.assertIn((f"<bdi>{rfc3986}</bdi>" if rfc3986 else "not valid"), rows)
            self.assertIn((f"<bdi>{browser}</bdi>" if browser else "not valid"), rows)
        self.assertTrue(Page(text))

    def test_short_cut(self):
        """Most references are compared without the URL standard's parser, with the same result."""
        chance = random.Random(16)
        parts = ["a", "b.html", "..", ".", "/", "/", "//", "?", "#", "%2e", "%41", "'", ":", "@", "h.example", "xn--a", "1.2", "C:", "http:", "https://",
                 "file:", "mailto:", "foo:", "foo://", "H", ";", "0x1", "-", "_", "data:"]
        bases = ["http://h.example/a/b", "http://h.example", "file:///C:/a/b", "file:///a/b", "mailto:a", "foo://h/a", "http://h:99999/", "http://h'/a"]
        self.write("one.html", "<!DOCTYPE html>")
        for base in bases:
            hrefs = ["".join(chance.choices(parts, k=chance.randrange(1, 6))) for _ in range(1500)]
            self.write("one.html", "<!DOCTYPE html>" + "".join(f'<a href="{href}">\n' for href in hrefs))
            rows = {}
            for spec in ("iri", "whatwg"):
                self.db.unlink(missing_ok=True)
                self.harvest("--quiet", f"--spec={spec}", f"--base={base}", self.folder / "one.html")
                rows[spec] = self.references("raw, target, elsewhere")
            for ours, theirs in zip(rows["iri"], rows["whatwg"], strict=True):
                self.assertEqual(ours[2] is None, theirs[2] is None, (base, ours, theirs))
                if ours[2] is not None:
                    self.assertEqual(ours[2] or None, theirs[1], (base, ours, theirs))


class Upgrade(HarvestTest):
    def make_old(self):
        """Converts the database to version 2."""
        connection = sqlite3.connect(self.db)
        connection.executescript("DROP TABLE page; DROP TABLE origin; ALTER TABLE reference DROP COLUMN relation;"
                                 "DROP INDEX reference_elsewhere; DROP TABLE disagreement; ALTER TABLE document DROP COLUMN spec;"
                                 "ALTER TABLE identifier DROP COLUMN host_unicode; ALTER TABLE reference DROP COLUMN original;"
                                 "ALTER TABLE reference DROP COLUMN elsewhere; PRAGMA user_version = 2")
        connection.close()

    def test_version_2(self):
        """It is not queried; the next run adds the columns and reads everything again."""
        self.write("a.html", PAGE)
        self.write("b.txt", "http://h.example/")
        self.harvest("--quiet", "--spec=iri", BASE)
        fresh = self.dump()
        self.make_old()
        for question in ("--list=broken", "--by=site", "--json", "--report=-"):
            refused = self.run_uriel("-o", self.db, question, status=3)
            self.assertIn("written by an older uriel: run that command again", refused.err)
        again = self.harvest("--json", "--spec=iri", BASE).json
        self.assertEqual((again["run"]["files"], again["run"]["unchanged"]), (2, 0))
        self.assertEqual(self.query("PRAGMA user_version"), [(5,)])
        rows = [line for line in fresh.split("\n") if line.startswith("INSERT INTO \"reference\"") or line.startswith("INSERT INTO \"identifier\"")]
        self.assertEqual(len(rows), len([line for line in self.dump().split("\n") if line.startswith(("INSERT INTO \"reference\"", "INSERT INTO \"identifier\""))]))
        self.assertEqual(self.references("raw, target, elsewhere", "elsewhere IS NOT NULL"), ELSEWHERE)
        self.assertEqual(self.query("SELECT DISTINCT spec FROM document"), [("iri",)])

    def check_upgraded(self):
        """The database has one of the two versions, never a mixture; a run completes it."""
        version = self.query("PRAGMA user_version")[0][0]
        columns = {row[1] for table in ("document", "identifier", "reference", "disagreement") for row in self.query(f"PRAGMA table_info({table})")}
        self.assertEqual({name in columns for name in ("spec", "host_unicode", "original", "elsewhere", "others")}, {version == 5}, version)
        return version

    def complete(self, fresh):
        self.harvest("--quiet", "--spec=iri", BASE)
        self.assertEqual(self.check_upgraded(), 5)
        self.assertEqual(self.references("raw, target, original, elsewhere"), fresh)
        self.assertEqual(self.query("SELECT DISTINCT spec FROM document"), [("iri",)])

    def test_killed(self):
        """The upgrade is one transaction: a run that is killed leaves the old version or the new one."""
        for number in range(100):
            self.write(f"{number}.html", PAGE)
        self.harvest("--quiet", "--spec=iri", BASE)
        fresh = self.references("raw, target, original, elsewhere")
        for milliseconds in (0, 2, 4, 6, 8, 12, 16, 24, 32, 48):
            self.make_old()
            process = subprocess.Popen([URIEL, "harvest", "--quiet", "--spec=iri", BASE, "-o", self.db, self.folder], stderr=subprocess.DEVNULL)
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(milliseconds / 1000)
            process.kill()
            process.wait()
            self.check_upgraded()
            self.complete(fresh)

    def test_two_at_once(self):
        self.write("a.html", PAGE)
        self.harvest("--quiet", "--spec=iri", BASE)
        fresh = self.references("raw, target, original, elsewhere")
        for _ in range(5):
            self.make_old()
            both = [subprocess.Popen([URIEL, "harvest", "--quiet", "--spec=iri", "--wait=30", BASE, "-o", self.db, self.folder],
                                     stderr=subprocess.PIPE, text=True) for _ in range(2)]
            self.assertEqual([(process.communicate()[1], process.returncode)[1] for process in both], [0, 0])
            self.complete(fresh)

    def test_same_spec(self):
        """The rows of version 2, which read under RFC 3986, are not kept."""
        self.write("a.html", '<a href="http://xn--bcher-kva.example/">')
        self.harvest("--quiet", "--spec=rfc3986", BASE)
        self.make_old()
        self.harvest("--quiet", "--spec=rfc3986", BASE)
        self.assertEqual(self.query("SELECT host_unicode FROM identifier WHERE host LIKE 'xn--%'"), [("b\u00fccher.example",)])

    def test_older_version(self):
        self.harvest("--quiet")
        connection = sqlite3.connect(self.db)
        connection.execute("PRAGMA user_version = 1")
        connection.close()
        before = self.db.read_bytes()
        self.assertIn("left unchanged", self.harvest(status=3).err)
        self.assertEqual(self.db.read_bytes(), before)


if __name__ == "__main__":
    unittest.main()
