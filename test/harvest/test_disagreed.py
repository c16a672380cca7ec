# SPDX-License-Identifier: MIT
"""References in which programs see different hosts or ports: the table `disagreement`, --list=disagreed, and databases of version 3."""
import contextlib
import html
import json
import random
import re
import sqlite3
import subprocess
import sys
import unittest

from page import Page
from support import ROOT, URIEL, HarvestTest, sample

sys.path.append(str(ROOT / "test" / "readers"))
from strings import Maker  # noqa: E402

COLUMNS = "others, first, rule"
PAGE = """<!DOCTYPE html><meta charset=utf-8>
<a href="http://0x7f.1/">1</a> <a href='http://127.0.0.1\\@1.1.1.1/'>2</a> <a href="http://u:secret@a_b/">3</a>
<a href="http://h.example/">4</a> <a href="git://h.example/">5</a> <a href="http:b">6</a> <a href="mailto:a@0x7f.1">7</a> <a href="b?http://0x7f.1/">8</a>
<a href="http://b\u00fccher.example/">9</a>
"""
# The texts in PAGE, what `uriel agree` names first, the reason, and a program that reads another host or port.
ROWS = [("http://0x7f.1/", "rfc3986", "number-host", "whatwg"), ("http://127.0.0.1\\@1.1.1.1/", "whatwg", "backslash", "python-urllib"),
        ("http://u:secret@a_b/", "rfc3986", None, "java-uri"), ("http://b\u00fccher.example/", "whatwg", "international-host", "java-uri")]


class DisagreedTest(HarvestTest):
    def rows(self, columns=f"raw, {COLUMNS}", join="JOIN"):
        rows = self.query(f"SELECT {columns} FROM reference AS r {join} disagreement AS s ON reference_id = r.id ORDER BY r.document_id, ordinal")
        return rows if "," in columns else [row[0] for row in rows]

    def list(self, *arguments):
        return self.run_uriel("-o", self.db, "--list=disagreed", *arguments).out.splitlines()


class Disagreed(DisagreedTest):
    def check_rows(self, rows):
        """Rows of text, others, first and rule. Programs that are added later may differ, too."""
        self.assertEqual([(text, first, rule) for text, _, first, rule in rows], [row[:3] for row in ROWS])
        for (text, others, *_), row in zip(rows, ROWS, strict=True):
            self.assertIn(row[3], others.split(), text)
            self.assertNotIn(row[1], others.split(), text)

    def test_rows(self):
        self.write("a.html", PAGE)
        self.assertEqual(self.harvest("--json").json["disagreed"], 4)
        self.check_rows(self.rows())
        lines = [line.replace(f"{self.folder}/", "") for line in self.list()]
        self.assertRegex(lines[0], r"^a\.html:2:10: http://0x7f\.1/: whatwg [a-z -]+ see another host or port than rfc3986 \(number-host\)$")
        self.assertRegex(lines[2], r"^a\.html:2:84: http://u:\*\*\*\*@a_b/: .*java-uri.* sees? another host or port than rfc3986$")
        listed = [json.loads(line) for line in self.list("--json")]
        self.check_rows([(row["raw"].replace("****", "secret"), " ".join(row["others"]), row["first"], row.get("rule")) for row in listed])
        self.assertEqual((listed[1]["list"], listed[1]["line"], listed[1]["column"], listed[1]["element"]), ("disagreed", 2, 41, "a"))
        summary = self.run_uriel("-o", self.db).out
        self.assertRegex(summary, r"\nPrograms disagree +4\n.*\n  uriel harvest --list=disagreed -o ")

    def test_none(self):
        """A list and a summary without such references."""
        self.write("a.html", '<a href="http://h.example/"><a href="ftp://u@h.example:21/"><a href="https://[::1]/">')
        self.assertEqual(self.harvest("--json").json["disagreed"], 0)
        self.assertEqual(self.list(), [])
        self.assertNotIn("Programs disagree", self.run_uriel("-o", self.db).out)
        self.assertIn("No references in which programs see different hosts or ports.", self.run_uriel("-o", self.db, "--report=-").out)

    def test_network_paths(self):
        """A reference that begins with two slashes gets the scheme of its base; other relative references name no host."""
        links = ["//0x7f.1/", "//h.example/", "\\\\0x7f.1/", "/\\a.example/x", "/0x7f.1/", "0x7f.1", "///", "//", "?//0x7f.1/", "javascript://0x7f.1/"]
        page = "<!DOCTYPE html>" + "".join(f"<a href='{link}'>" for link in links)
        self.html(page, "raw", "a.html", "--base=https://h.example/")
        rows = {row[0]: row[1:] for row in self.rows()}
        self.assertEqual(list(rows), ["//0x7f.1/", "\\\\0x7f.1/", "/\\a.example/x", "javascript://0x7f.1/"])
        self.assertEqual(rows["//0x7f.1/"][1:], ("rfc3986", "number-host"))
        self.assertEqual(rows["/\\a.example/x"][1:], ("whatwg", "backslash"))
        self.db.unlink()
        self.harvest("-", input=page.encode())
        self.assertEqual(self.rows("raw"), ["javascript://0x7f.1/"])

    def test_names(self):
        """Names are compared, not followed; guesses are followed."""
        self.write("a.svg", '<svg xmlns="http://0x7f.1/" xmlns:xlink="http://www.w3.org/1999/xlink"><a xlink:href="http://0x7f.2/"/></svg>')
        self.write("b.html", '<!DOCTYPE html><img data-src="http://0x7f.3/">')
        self.harvest("--guess")
        self.assertEqual(self.rows("raw"), ["http://0x7f.2/", "http://0x7f.3/"])
        self.assertIn("http://0x7f.1/", self.references())

    def test_any_spec(self):
        """What programs see does not depend on how the run reads references."""
        self.write("a.html", PAGE)
        for spec in ("lenient", "rfc3986", "iri", "whatwg", "url-1997", "uri-2003"):
            self.harvest("--quiet", f"--spec={spec}")
            self.assertEqual(self.query("SELECT DISTINCT spec FROM document"), [(spec,)])
            self.check_rows(self.rows())

    def test_long(self):
        """References over 65,536 bytes are not judged, by lint neither."""
        for count, found in ((65536, 1), (65537, 0)):
            link = "http://0x7f.1/" + "x" * (count - 14)
            self.write("a.html", f'<a href="{link}">')
            self.harvest("--quiet")
            self.assertEqual(len(self.rows("raw")), found)
            lint = self.run_uriel("--only=readers-disagree", input=link.encode(), subcommand="lint", status=found)
            self.assertEqual("readers-disagree" in lint.out, found == 1)

    def test_controls(self):
        """They are escaped where people read them, and exact in the database."""
        self.write("a.html", b"<!DOCTYPE html><a href='http://a\x1b[31m\x07b.example/'><a href='http://a\xff\\b.example/'>")
        self.harvest("--quiet")
        self.assertEqual(self.rows("raw")[0], "http://a\x1b[31m\x07b.example/")
        out = "\n".join(self.list()) + self.run_uriel("-o", self.db, "--report=-").out
        self.assertIn("\\x1b[31m\\x07", out)
        self.assertNotRegex(out, "[\x00-\x09\x0b-\x1f]")

    def test_report(self):
        self.write("a.html", PAGE)
        path = self.place / "report.html"
        self.harvest("--quiet", f"--report={path}")
        page = Page(path.read_text(encoding="utf-8"))
        self.assertEqual(page.counts("disagreements"), {"number-host": 1, "backslash": 1, "international-host": 1, "other": 1})
        rows = page.tables["disagreed"][1:]
        self.assertEqual(rows[0][:3] + rows[0][4:], ["a.html:2:10", "http://0x7f.1/", "number-host", "rfc3986"])
        self.assertEqual(rows[0][3], self.rows("others")[0])
        self.assertEqual([row[2] for row in rows], ["number-host", "backslash", "other", "international-host"])


class Same(DisagreedTest):
    """The program agrees with `uriel agree` and `uriel lint`."""

    def ask(self, subcommand, texts, *arguments):
        """The lines of a subcommand, one for each text."""
        done = subprocess.run([URIEL, subcommand, "-0", *arguments], input=b"".join(text + b"\0" for text in texts), capture_output=True, check=False)
        lines = [line for line in re.split(b"[\0\n]", done.stdout) if line]
        self.assertEqual(len(lines), len(texts))
        return lines

    def expected(self, texts):
        """The columns, for texts with a scheme and two slashes: each reader that accepts a text, compared with the first."""
        results = [json.loads(line) for line in self.ask("agree", texts, "--json")]
        accepts = [[reader["reader"] for reader in result["readers"] if reader["valid"]] or [None] for result in results]
        others = [[] for _ in texts]
        for first in {names[0] for names in accepts} - {None}:
            for name in [reader["reader"] for reader in results[0]["readers"]]:
                which = [i for i, names in enumerate(accepts) if names[0] == first and name in names[1:]]
                for i, verdict in zip(which, self.ask("agree", [texts[i] for i in which], f"--among={first},{name}") if which else (), strict=True):
                    others[i] += [name] * (verdict == b"no")
        for result, first, names in zip(results, accepts, others, strict=True):
            codes = [rule["code"] for rule in result["rules"]]
            yield (None, None, None) if not names or codes == ["scheme"] else \
                (" ".join(names), first[0], next((code for code in codes if code != "scheme"), None))

    def test_hostile(self):
        texts = []
        for text in Maker(1).hostile:
            if re.match(rb"[A-Za-z][A-Za-z0-9+.-]*:[/\\]{2}", text) and b"\0" not in text:
                with contextlib.suppress(UnicodeDecodeError):
                    texts.append(text.decode())
        self.assertGreater(len(texts), 150)
        page = "<!DOCTYPE html><meta charset=utf-8>" + "".join(f"<a href='{html.escape(text)}'>".replace("\r", "&#13;") for text in texts)
        self.html(page)
        rows = self.rows(f"coalesce(original, cleaned, raw), {COLUMNS}", "LEFT JOIN")
        found, rows = [row[0].encode() for row in rows], [row[1:] for row in rows]
        for text, row, expected in zip(found, rows, self.expected(found), strict=True):
            self.assertEqual(row, expected, text)
        valid = 0
        for text, row, check, lint in zip(found, rows, self.ask("check", found, "--spec=iri", "--json"),
                                          self.ask("lint", found, "--only=readers-disagree", "--json"), strict=True):
            if json.loads(check)["valid"]:
                self.assertEqual(bool(json.loads(lint)["findings"]), row[0] is not None, text)
                valid += 1
        self.assertGreater(sum(row[0] is not None for row in rows), 80)
        self.assertGreater(valid, 50)


    def test_sites(self):
        """Ordinary paths after one host do not ask the readers again, with the same result."""
        chance = random.Random(29)
        names = ["h.example", "0x7f.1", "127.0.0.1", "127.1", "a_b", "a..b", ".", "-a", "h.example:080", "h:", "h:99999", "b\u00fccher.example", "fa\u00df.example", "\u3002a", "256.1.1.1",
                 "h.example.", "a.0x1", "1", "x" * 300] + [f"a_{i}.example" for i in range(100)]
        rests = ["", "/", "/docs/a.html", "/a?b=c", "/x#f", "/x#f#g", "/a:b", "/..//./", "/@0x7f.1/", "?@0x7f.1/", "#@h", "\\@h/", "/a b", "/%zz", "/[", "//0x7f.2/", "/a?@h", ":1/", "@h/a", "/\u00fc", "/\t"]
        texts = [f"{chance.choice(('http', 'https', 'HTTP', 'ldap'))}://{chance.choice(names)}{rest}" for rest in rests * 40]
        self.html("<!DOCTYPE html><meta charset=utf-8>" + "".join(f"<a href='{text}'>" for text in texts))
        rows = self.rows(f"coalesce(original, cleaned, raw), {COLUMNS}", "LEFT JOIN")
        self.assertEqual(len(rows), len(texts))
        for row, expected in zip(rows, self.expected([row[0].encode() for row in rows]), strict=True):
            self.assertEqual(row[1:], expected, row[0])


class Upgrade(DisagreedTest):
    def make_old(self):
        """Converts the database to version 3."""
        connection = sqlite3.connect(self.db)
        connection.executescript("DROP TABLE page; DROP TABLE origin; ALTER TABLE reference DROP COLUMN relation;"
                                 " DROP TABLE disagreement; PRAGMA user_version = 3")
        connection.close()

    def content(self):
        """The dump without the order of the tables."""
        return sorted(self.dump().split("\n"))

    def fill(self):
        self.write("a.html", PAGE)
        self.write("b.html", "<!DOCTYPE html><base href='http://b.example/'><a href='//0x7f.1/'><a href='\\\\0x7f.1'><a href='//h.example/'>"
                             "<object codebase='ftp://b.example/' data='//0x7f.1/'></object><a href='http://a\xff\\b/'>")
        self.write("c.svg", '<svg xmlns="http://0x7f.1/" xml:base="https://c.example/"><a href="//0x7f.1/"/></svg>')
        self.write("d.txt", "see http://0x7f.1:080/ and <http://h.example:/>")

    def test_version_3(self):
        """It is not queried; the next run makes the table from its rows, and reads nothing again."""
        for spec in ("lenient", "whatwg", "rfc3986"):
            with self.subTest(spec=spec):
                self.fill()
                self.db.unlink(missing_ok=True)
                self.harvest("--quiet", f"--spec={spec}")
                fresh = self.content()
                self.assertEqual(len(self.rows()), 11)
                self.make_old()
                for question in ("--list=disagreed", "--by=site", "--json", "--report=-"):
                    refused = self.run_uriel("-o", self.db, question, status=3)
                    self.assertIn("written by an older uriel: run that command again", refused.err)
                run = self.harvest("--json", f"--spec={spec}").json
                self.assertEqual((run["run"]["files"], run["run"]["unchanged"]), (0, 4))
                self.assertEqual(self.query("PRAGMA user_version"), [(5,)])
                self.assertEqual(self.content(), fresh)
                self.assertEqual(run["disagreed"], len(self.list()))

    def test_files_that_are_gone(self):
        self.fill()
        self.harvest("--quiet")
        fresh = self.content()
        self.make_old()
        for path in self.folder.iterdir():
            path.unlink()
        self.harvest("--quiet")
        self.assertEqual(self.content(), fresh)

    def test_killed(self):
        """The upgrade is one transaction."""
        self.fill()
        for number in range(sample(range(200), 10)[-1]):
            self.write(f"{number}.html", PAGE)
        self.harvest("--quiet")
        fresh = self.content()
        for milliseconds in (0, 1, 2, 4, 6, 8, 12, 16, 24, 32):
            self.make_old()
            process = subprocess.Popen([URIEL, "harvest", "--quiet", "-o", self.db, self.folder], stderr=subprocess.DEVNULL)
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(milliseconds / 1000)
            process.kill()
            process.wait()
            version = self.query("PRAGMA user_version")[0][0]
            self.assertEqual(self.query("SELECT count(*) FROM sqlite_master WHERE name = 'disagreement'"), [(int(version == 5),)])
            self.harvest("--quiet")
            self.assertEqual(self.content(), fresh)

    def test_two_at_once(self):
        self.fill()
        self.harvest("--quiet")
        fresh = self.content()
        for _ in range(5):
            self.make_old()
            both = [subprocess.Popen([URIEL, "harvest", "--quiet", "--wait=30", "-o", self.db, self.folder], stderr=subprocess.PIPE, text=True)
                    for _ in range(2)]
            self.assertEqual([(process.communicate()[1], process.returncode)[1] for process in both], [0, 0])
            self.assertEqual(self.content(), fresh)


if __name__ == "__main__":
    unittest.main()
