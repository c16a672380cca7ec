# SPDX-License-Identifier: MIT
"""No output replaces an input (doc/database.md, "One run at a time"): device and inode are compared before anything is opened to
write."""
import os
import subprocess
import unittest

from support import URIEL, HarvestTest

PAGE = '<!DOCTYPE html><a href="http://h.example/">'


class SameFile(HarvestTest):
    def setUp(self):
        super().setUp()
        self.page = self.write("a.html", PAGE)
        self.harvest("--quiet")
        self.before = self.state()

    def state(self):
        return {path: path.read_bytes() for path in self.place.rglob("*") if path.is_file() and not path.is_symlink()}

    def refused(self, *arguments, word, **streams):
        """The run is refused without a change, and the message names a file."""
        done = subprocess.run([URIEL, "harvest", *map(str, arguments)],
                              **{"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **streams})
        err = (done.stderr or b"").decode()
        self.assertEqual(done.returncode, 2, err)
        if done.stderr is not None:
            self.assertIn(word, err)
            self.assertEqual(err.count("\n"), 1)
        self.assertEqual(self.state(), self.before)

    def names(self, path):
        """A file under its name, under other names for it, and through a link."""
        link, hard = self.place / "link", self.place / "hard"
        for name in (link, hard):
            name.unlink(missing_ok=True)
        link.symlink_to(path)
        os.link(path, hard)
        self.addCleanup(hard.unlink, missing_ok=True)
        self.before = self.state()
        return path, link, hard, path.parent / ".." / path.parent.name / path.name

    def test_report_is_the_database(self):
        for name in self.names(self.db):
            for operands in ((), (self.page,), (self.folder,)):
                self.refused("-o", self.db, f"--report={name}", *operands, word="it is the database")
                self.refused("-o", name, f"--report={self.db}", *operands, word="it is the database")

    def test_report_belongs_to_the_database(self):
        """Whether those files exist or not."""
        for suffix in ("-wal", "-shm", "-journal"):
            self.refused("-o", self.db, f"--report={self.db}{suffix}", self.folder, word="belongs to it")
            self.refused("-o", self.db, f"--report={self.db}{suffix}", word="belongs to it")

    def test_report_is_the_database_that_is_not_there_yet(self):
        new = self.place / "new.db"
        for suffix in ("", "-wal", "-journal"):
            self.refused("-o", new, f"--report={new}{suffix}", self.folder, word="the database, or belongs to it")

    def test_report_is_an_input(self):
        for name in self.names(self.page):
            self.refused("-o", self.db, f"--report={name}", self.page, word="it is to be read")
            self.refused("-o", self.db, f"--report={self.page}", name, word="it is to be read")
        with open(self.page, "rb") as stdin:
            self.refused("-o", self.db, f"--report={self.page}", "-", word="it is to be read", stdin=stdin)

    def test_report_is_in_a_folder_that_is_read(self):
        """It may replace only a report."""
        other = self.place / "other.db"
        link = self.place / "folder"
        link.symlink_to(self.folder)
        for folder in (self.folder, link, self.place):
            self.refused("-o", other, f"--report={self.page}", folder, word="is not a report")
        report = self.folder / "report.html"
        for _ in range(2):
            self.run_uriel("-q", "-o", other, f"--report={report}", self.folder)
        self.assertIn(b"uriel harvest", report.read_bytes())

    def test_report_is_a_document_of_the_database(self):
        """The report replaces a document that an earlier run read."""
        for operands in ((), (self.write("sub/b.html", PAGE),)):
            self.before = self.state()
            result = self.run_uriel("-q", "-o", self.db, f"--report={self.page}", *operands, status=3)
            self.assertIn("a document of the database", result.err)
            self.assertEqual(self.page.read_text(), PAGE)

    def test_report_is_the_list_of_inputs(self):
        """--file=FILE is an input, too, also from standard input."""
        paths = self.place / "list.txt"
        paths.write_text(f"{self.page}\n")
        for name in self.names(paths):
            self.refused("-o", self.db, f"--report={name}", f"--file={paths}", word="it is to be read")
            with open(paths, "rb") as standard_input:
                self.refused("-o", self.db, f"--report={name}", "--file=-", word="it is to be read", stdin=standard_input)
        with open(paths, "ab") as out:
            self.refused("-o", self.db, f"--file={paths}", word="standard output are the same file", stdout=out)

    def test_database_is_an_input(self):
        empty = self.write("empty.html", "")
        self.before = self.state()
        for name in self.names(empty):
            self.refused("-o", name, empty, word="it is to be read")
            self.refused("-o", empty, name, word="it is to be read")
        for suffix in ("-wal", "-journal"):
            beside = self.write(f"new.db{suffix}", PAGE)
            self.before = self.state()
            self.refused("-o", self.folder / "new.db", beside, word="it is to be read")

    def test_page_as_the_database(self):
        self.run_uriel("-o", self.page, self.page, status=3)
        self.assertEqual(self.state(), self.before)

    def test_standard_output(self):
        """The shell has opened the database, its log, the report or an input."""
        report = self.place / "report.html"
        report.write_text("old")
        log = self.place / "test.db-wal"
        for target, arguments in ((self.db, (self.folder,)), (self.db, ()), (self.page, (self.page,)),
                                  (report, (f"--report={report}", self.folder)), (report, (f"--report={report}",)),
                                  (log, (self.folder,))):
            with open(target, "ab") as out:
                self.before = self.state()
                self.refused("-o", self.db, *arguments, word="standard output goes to it", stdout=out)
                self.refused("-o", self.db, *arguments, word="", stderr=out)
            log.unlink(missing_ok=True)

    def test_standard_output_becomes_the_database(self):
        """uriel harvest -o x.db PATH > x.db"""
        new = self.place / "new.db"
        with open(new, "wb") as out:
            result = subprocess.run([URIEL, "harvest", "-o", new, self.folder], stdout=out, stderr=subprocess.PIPE)
        self.assertEqual((result.returncode, new.read_bytes()), (2, b""))

    def test_standard_stream_that_is_closed(self):
        """The database, the next file to be opened, does not get its descriptor."""
        for closed in ((1,), (1, 2), (0, 1, 2)):
            self.page.write_text(PAGE)
            done = subprocess.run([URIEL, "harvest", "-o", self.db, "--report=-", self.folder], stderr=subprocess.PIPE,
                                  stdin=subprocess.DEVNULL, preexec_fn=lambda fds=closed: [os.close(fd) for fd in fds])
            self.assertEqual(done.returncode, 3, done.stderr)
            self.assertEqual(b"cannot" in done.stderr or b"no report" in done.stderr, 2 not in closed)
            self.assertEqual(self.query("PRAGMA integrity_check"), [("ok",)])

    def test_what_is_no_file_may_be_both(self):
        """A terminal, a pipe, /dev/null."""
        for arguments in (("--report=/dev/null",), ("--report=/dev/stdout", "-q"), ()):
            subprocess.run([URIEL, "harvest", "-o", self.db, *arguments, "/dev/null", self.folder], check=True,
                           stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)


if __name__ == "__main__":
    unittest.main()
