# SPDX-License-Identifier: MIT
"""The subcommand: options, exit status, standard input, and what it prints."""
import os
import re
import select
import subprocess
import unittest

from support import ROOT, URIEL, HarvestTest, open_terminal, read_terminal

PAGE = ('<!DOCTYPE html>\n<a href="http://me:secret@h.example:x/\x1b[31m"><a href="http://h.example/"><a href="x y">'
        '<a href="http://me:secret@h.example/">')


class Usage(HarvestTest):
    def usage(self, *arguments):
        result = self.run_uriel(*arguments, status=2)
        self.assertEqual(result.out, "")
        return result.err

    def test_what_is_missing_or_wrong(self):
        self.assertIn("-o DB", self.usage(self.folder))
        self.assertIn("nothing to read", self.usage("-o", self.db))
        self.assertIn("standard output", self.usage("-o", "-", self.folder))
        self.assertIn("-o", self.usage(self.folder, "-o"))
        self.assertIn("--nonsense", self.usage("-o", self.db, "--nonsense", self.folder))
        self.assertIn("once", self.usage("-o", self.db, "-", "-"))
        for number in ("0", "-1", "x", "1e9", "99999999999999999999", "1kk", "999999999999999999k"):
            for option in ("max-html", "max-size", "jobs"):
                self.usage("-o", self.db, f"--{option}={number}", self.folder)
        self.assertIn("such as 65536, 64k or 64M", self.usage("-o", self.db, "--max-size=1kB", self.folder))
        self.assertIn('takes a pattern, not ""', self.usage("-o", self.db, "--include=", self.folder))
        self.assertIn("broken", self.usage("-o", self.db, "--list=nonsense", self.folder))
        self.assertIn("site", self.usage("-o", self.db, "--by=nonsense", self.folder))
        self.assertIn("--by", self.usage("-o", self.db, "--by=site", "--list=broken"))
        for option in ("--list=broken", "--by=site", "--json"):
            self.usage("-o", self.db, option, "--report=-", self.folder)
        self.assertFalse(self.db.exists())

    def test_operands_and_files(self):
        self.assertIn("operands and --file exclude each other", self.usage("-o", self.db, "-f", "x", self.folder))
        self.assertIn("once", self.usage("-o", self.db, "-f-", "-f-"))
        self.assertFalse(self.db.exists())

    def test_list_of_files(self):
        """-f: reads paths from the lines of a file, instead of operands."""
        one, two = self.write("a.html", "<a href=http://h/a>"), self.write("t/b.html", "<a href=http://h/b>")
        self.run_uriel("-q", "-o", self.db, self.folder)
        right = self.query("SELECT raw FROM reference ORDER BY raw")
        for number, (listed, data) in enumerate(((self.place / "list", b""), ("-", f"{one}\n{two.parent}".encode()))):
            (self.place / "list").write_text(f"{one}\r\n\n{two.parent}\n")
            db = self.place / f"{number}.db"
            self.run_uriel("-q", "-o", db, "-f", listed, input=data)
            self.assertEqual(self.query("SELECT raw FROM reference ORDER BY raw", db=db), right)
        self.assertIn("0 documents read", self.run_uriel("-o", self.db, "-f", os.devnull).out)
        self.assertEqual(self.query("SELECT raw FROM reference ORDER BY raw"), right)
        self.assertIn("gone: No such file", self.run_uriel("-o", self.place / "new.db", "-f-", input=b"gone\n", status=3).err)
        self.assertIn("cannot read gone: No such file", self.run_uriel("-o", self.place / "new.db", "-f", "gone", status=3).err)
        self.assertFalse((self.place / "new.db").exists())

    def test_bad_base(self):
        for base in ("http://[/", "relative/x", "//h.example/", ""):
            self.usage("-o", self.db, f"--base={base}", self.folder)
        self.assertFalse(self.db.exists())

    def test_help(self):
        self.assertIn("harvest -o DB", self.run_uriel("--help").out)
        done = subprocess.run([URIEL, "help", "harvest"], capture_output=True, text=True)
        self.assertEqual(done.stdout, self.run_uriel("--help").out)
        for line in done.stdout.splitlines():
            self.assertLessEqual(len(line), 80, line)
            self.assertEqual(line, line.rstrip())


class Input(HarvestTest):
    def test_html_without_a_base(self):
        """A relative reference has no target."""
        self.harvest("-", input=b'<!DOCTYPE html><a href="x"><a href="http://h.example/y"><a href="">')
        self.assertEqual(self.references("raw, target"), [("x", None), ("http://h.example/y", "http://h.example/y"),
                                                         ("", None)])
        self.assertEqual(self.query("SELECT code, section FROM error"), [("base-not-absolute", "5.2.1")] * 2)
        self.assertEqual(self.query("SELECT path, base, base_source, retrieval FROM document"),
                         [("-", None, "none", None)])

    def test_relative_base_without_a_base(self):
        self.harvest("-", input=b'<!DOCTYPE html><base href="x/"><a href="y">')
        self.assertEqual(self.references("target"), [None, None])
        self.assertEqual(self.query("SELECT base_source FROM document"), [("none",)])

    def test_base(self):
        self.harvest("--base=http://h.example/a/b?q#f", "-", input=b'<!DOCTYPE html><a href="x"><a href="#y"><a href="">')
        self.assertEqual(self.references("target"), ["http://h.example/a/x", "http://h.example/a/b?q#y",
                                                     "http://h.example/a/b?q"])
        self.assertEqual(self.query("SELECT base, base_source FROM document"),
                         [("http://h.example/a/b?q", "retrieval")])

    def test_base_as_people_have_it(self):
        self.harvest("--base=<http://b\u00fccher.example/a/?x[]=A|B>", "-", input=b'<!DOCTYPE html><a href="x"><a href="#y">')
        self.assertEqual(self.references("target"), ["http://xn--bcher-kva.example/a/x",
                                                     "http://xn--bcher-kva.example/a/?x%5B%5D=A%7CB#y"])

    def test_kinds(self):
        self.harvest("-", input=b"see http://h.example/")
        self.assertEqual(self.query("SELECT kind FROM document"), [("text",)])
        self.harvest("-", input=b"")
        self.assertEqual(self.references(), [])

    def test_beside_files(self):
        self.write("a.txt", "http://a.example/")
        self.harvest(self.folder, "-", input=b"http://b.example/")
        self.assertEqual(self.references(), ["http://a.example/", "http://b.example/"])


class Rows(HarvestTest):
    def test_components(self):
        uri = "HTTP://user@H%65.Example:8042/a/./b?q#f"
        self.write("a.txt", f"<{uri}> <mailto:a@b.example> <http://[2001:DB8::1]:80/> <ftp://1.2.3.4:99999>")
        self.harvest()
        columns = "normal, scheme, userinfo, host, host_kind, port, path, query, fragment"
        self.assertEqual(self.query(f"SELECT {columns} FROM identifier ORDER BY id"), [
            ("http://user@he.example:8042/a/b?q#f", "http", "user", "he.example", "name", 8042, "/a/b", "q", "f"),
            ("mailto:a@b.example", "mailto", None, None, "none", None, "a@b.example", None, None),
            ("http://[2001:db8::1]/", "http", None, "[2001:db8::1]", "ipv6", None, "/", None, None),
            ("ftp://1.2.3.4:99999/", "ftp", None, "1.2.3.4", "ipv4", 99999, "/", None, None)])
        self.assertEqual(self.references("form"), ["absolute", "opaque", "absolute", "absolute"])
        self.assertEqual(self.references("target")[0], "HTTP://user@H%65.Example:8042/a/b?q#f")

    def test_undefined_is_not_empty(self):
        self.write("a.txt", "<http://h.example/?> <http://h.example/#> <http://h.example/> <http://@h.example/>")
        self.harvest()
        self.assertEqual(self.query("SELECT userinfo, query, fragment FROM identifier ORDER BY id"),
                         [(None, "", None), (None, None, ""), (None, None, None), ("", None, None)])

    def test_error(self):
        self.write("a.html", '<!DOCTYPE html><a href=" http://a:b/">')
        self.harvest()
        self.assertEqual(self.query('SELECT code, component, "offset", "begin", length, message, section FROM error'),
                         [("port-not-digits", "port", 10, 9, 1, "a port can contain only digits", "3.2.3")])
        self.assertEqual(self.references("form, target, identifier_id"), [(None, None, None)])

    def test_fragments_are_identifiers_of_their_own(self):
        self.write("a.txt", "http://h.example/#a http://h.example/#b http://h.example/#a")
        self.harvest()
        self.assertEqual(self.query("SELECT count(*) FROM identifier"), [(2,)])


class Printed(HarvestTest):
    def setUp(self):
        super().setUp()
        self.write("a.html", PAGE)
        self.write("b.png", b"\x89PNG\r\n\x1a\n")
        self.write("c.txt", "ftp://f.example/x")

    def harvest(self, *arguments, **how):
        return super().harvest("--strict", *arguments, **how)

    def test_summary(self):
        out = self.harvest().out
        for part in (r"^3 documents read", r"^Documents +3$", r"^  html +1 ", r"^  binary +1 ",
                     r"binary: png 1$", r"^References +5$", r"^Distinct identifiers +3$", r"^  http +2 +2$",
                     r"^  ftp +1 +1$", r"^  h\.example +2 +2 +2 +0$", r"^  \(files\) +0 +0 +0 +2$",
                     r"^ +4 references +2 errors  .*/a\.html$", r"^Errors +2$", r"^Broken references +2$", r"^  path-character +1$",
                     r"a\.html:2:\d+: x y$", r"^Database +.*test\.db$", r"^Ask it +sqlite3"):
            self.assertRegex(out, re.compile(part, re.M))

    def test_nothing_dangerous_is_printed(self):
        for out in (self.harvest().out, self.harvest("--json").out):
            self.assertNotIn("\x1b", out)
            self.assertNotIn("secret", out)
            self.assertIn("****", out)

    def test_colour_on_demand(self):
        self.assertNotIn("\x1b", self.harvest().out)
        self.assertIn("\x1b[", self.harvest("--color=always").out)

    def test_json(self):
        result = self.harvest("--json")
        self.assertEqual(result.out.count("\n"), 1)
        summary = result.json
        self.assertEqual(summary["database"], str(self.db))
        self.assertEqual((summary["documents"], summary["references"], summary["identifiers"], summary["errors"],
                          summary["broken"]), (3, 5, 3, 2, 2))
        self.assertEqual(summary["run"]["documents"], 3)
        self.assertEqual({(row["kind"], row["status"], row["documents"]) for row in summary["kinds"]},
                         {("html", "done", 1), ("binary", "binary", 1), ("text", "done", 1)})
        self.assertEqual(summary["formats"], [{"format": "png", "documents": 1, "bytes": 8}])
        self.assertEqual(summary["schemes"][0], {"scheme": "http", "references": 2, "identifiers": 2})
        self.assertEqual(summary["sites"][0], {"site": "h.example", "references": 2, "identifiers": 2, "insecure": 2,
                                               "documents": 0, "errors": 0})
        self.assertEqual(summary["most_errors"], [{"file": f"{self.folder}/a.html", "references": 4, "errors": 2}])
        self.assertEqual([row["references"] for row in summary["most_references"]], [4, 1])
        self.assertEqual([error["code"] for error in summary["error_kinds"]],
                         ["path-character", "port-not-digits"])
        example = summary["error_kinds"][0]["example"]
        self.assertEqual((example["file"], example["line"], example["raw"]), (f"{self.folder}/a.html", 2, "x y"))

    def test_summary_again(self):
        """Without an operand: the summary of the existing database, without a run."""
        run, rest = self.harvest().out.split("\n", 1)
        self.assertRegex(run, "^3 documents read")
        self.assertEqual(self.run_uriel("-o", self.db).out, "What the database holds\n" + rest)
        summary = self.harvest("--json").json
        del summary["run"]
        self.assertEqual(self.run_uriel("-o", self.db, "--json").json, summary)
        self.assertEqual(self.run_uriel("-o", self.db, "-q").out, "")
        for option in ("--prune", "--include=*", "--exclude=*", "--base=http://h/", "--since=2024-01-01"):
            self.assertIn("nothing to read", self.run_uriel("-o", self.db, option, status=2).err)

    def test_one_is_no_plural(self):
        self.assertRegex(self.harvest(self.folder / "c.txt").out, r"^1 document read in [0-9.]+ s, 1 reference \(")

    def test_command_for_the_shell(self):
        """Printed commands work in a shell, for any name of the database."""
        for name in ("plain.db", "it's a $HOME;.db", "-x.db"):
            out = self.run_uriel(f"--output={name}", self.folder, cwd=self.place).out
            ask = re.search(r"^Ask it +sqlite3 -box (.*) 'SELECT", out, re.M).group(1)
            shown = subprocess.run(["sh", "-c", f"ls -- {ask}"], cwd=self.place, capture_output=True, text=True).stdout
            self.assertEqual(os.path.normpath(shown[:-1]), name)
            listed = re.search(r"^  uriel (harvest --list=broken .*)$", out, re.M).group(1)
            done = subprocess.run(["sh", "-c", f"{URIEL} {listed}"], cwd=self.place, capture_output=True, text=True)
            self.assertEqual((done.returncode, done.stdout.count("\n")), (1, 2), done.stderr)

    def test_folder_without_a_slash_is_told(self):
        for base, told in (("http://h/d", True), ("http://h/d/", False)):
            self.assertEqual("does not end in" in self.harvest(f"--base={base}").err, told, base)
        self.assertEqual(self.harvest("--quiet", "--base=http://h/d").err, "")

    def test_to_uri(self):
        self.write("a.html", '<!DOCTYPE html><meta charset=utf-8><a href="http://h/\u00e9">')
        self.assertEqual(self.harvest("--json").json["errors"], 1)
        self.db.unlink()
        self.assertEqual(self.harvest("--json", "--to-uri").json["errors"], 0)
        self.assertIn("http://h/%C3%A9", self.references("target"))

    def test_quiet(self):
        result = self.harvest("--quiet")
        self.assertEqual((result.out, result.err), ("", ""))

    def test_large_numbers_are_grouped(self):
        self.write("d.txt", "".join(f"http://h.example/{i}\n" for i in range(12345)))
        self.assertRegex(self.harvest().out, re.compile(r"^References +12,350$", re.M))

    def test_full_output(self):
        """The database is complete anyway."""
        if not os.path.exists("/dev/full"):
            self.skipTest("no /dev/full")
        with open("/dev/full", "wb") as full:
            done = subprocess.run([URIEL, "harvest", "-o", str(self.db), str(self.folder)], stdout=full,
                                  stderr=subprocess.PIPE)
        self.assertEqual(done.returncode, 3)
        self.assertIn(b"No space left", done.stderr)
        self.dump()

    def test_progress(self):
        """On a terminal, if the run lasts over a second; here standard input delays it."""
        master, slave = open_terminal()
        process = subprocess.Popen([URIEL, "harvest", "-q", "-o", self.db, self.folder], stderr=slave)
        self.assertEqual(process.wait(), 0)
        self.assertEqual(select.select([master], [], [], 0)[0], [])
        process = subprocess.Popen(["sh", "-c", f"(sleep 1.2; echo x) | {URIEL} harvest --json -o {self.place}/q.db - "
                                    f"{self.folder}"], stdout=subprocess.PIPE, stderr=slave)
        process.communicate()
        os.close(slave)
        shown = read_terminal(master)
        os.close(master)
        self.assertRegex(shown, rb"1 documents, 0 references, 0 a second: /")
        self.assertTrue(shown.endswith(b"\x1b[K"), shown)


class Page(unittest.TestCase):
    def test_manual_names_each_option(self):
        page = (ROOT / "doc" / "man" / "uriel-harvest.1").read_text()
        out = subprocess.run([URIEL, "harvest", "--help"], capture_output=True, text=True).stdout
        for option in re.findall(r"--([a-z-]+)", out.split("Examples:")[0]):
            if option != "colour":  # a second spelling
                self.assertRegex(page, rf"Fl -{option}\b")


if __name__ == "__main__":
    unittest.main()
