# SPDX-License-Identifier: MIT
"""Folders: order, links, names of any bytes, files that vanish or cannot be read."""
import fcntl
import json
import os
import resource
import shutil
import signal
import socket
import subprocess
import time
import unittest

from support import URIEL, HarvestTest

PAGE = "<!DOCTYPE html><a href='http://h.example/'>"


class Walk(HarvestTest):
    def paths(self):
        """Paths of the documents in their order, below the folder."""
        begin = os.fsencode(str(self.folder)) + b"/"
        rows = [row[0] for row in self.query("SELECT path FROM document ORDER BY id")]
        rows = [row.encode() if isinstance(row, str) else row for row in rows]
        return [row[len(begin):] if row.startswith(begin) else row for row in rows]

    def test_order_is_by_bytes(self):
        names = ["b", "a/z", "a.b", "B", "a/b/c", "é", "a-", "a/A", "_"]
        for name in names:
            self.write(name, "x")
        self.harvest()
        self.assertEqual(self.paths(), [b"B", b"_", b"a/A", b"a/b/c", b"a/z", b"a-", b"a.b", b"b", "é".encode()])

    def test_order_is_that_of_names_in_a_folder(self):
        """Not the order of whole paths: everything in "a" comes before "a-"."""
        for name in ("a-", "a/x", "a!"):
            self.write(name, "x")
        self.harvest()
        self.assertEqual(self.paths(), [b"a/x", b"a!", b"a-"])

    def test_newline_in_a_name(self):
        self.write("new\nline/a\tb\x1b[1m.html", PAGE)
        result = self.harvest()
        self.assertEqual(self.paths(), [b"new\nline/a\tb\x1b[1m.html"])
        self.assertEqual(self.query("SELECT base FROM document"),
                         [(f"file://{self.folder}/new%0Aline/a%09b%1B[1m.html".replace("[", "%5B"),)])
        self.assertNotIn("\x1b", result.out)

    def test_name_that_is_not_utf8(self):
        path = os.fsencode(str(self.folder)) + b"/caf\xe9.html"
        with open(path, "wb") as file:
            file.write(PAGE.encode())
        self.harvest()
        self.assertEqual(self.query("SELECT path, typeof(path), base FROM document"),
                         [(path, "blob", f"file://{self.folder}/caf%E9.html")])
        self.assertEqual(self.harvest("--json").json["run"]["unchanged"], 1)
        os.unlink(path)
        self.assertEqual(self.harvest("--json", "--prune").json["run"]["forgotten"], 1)
        self.assertEqual(self.paths(), [])

    def test_links_are_not_followed(self):
        self.write("sub/a.html", PAGE)
        os.symlink(".", self.folder / "loop")
        os.symlink("..", self.folder / "sub" / "up")
        os.symlink("sub/a.html", self.folder / "file")
        os.symlink("nowhere", self.folder / "dangling")
        counts = self.harvest("--json").json["run"]
        self.assertEqual((counts["documents"], counts["links"]), (1, 4))
        self.assertEqual(self.paths(), [b"sub/a.html"])

    def test_operand_that_is_a_link(self):
        self.write("sub/a.html", PAGE)
        os.symlink("sub", self.folder / "link")
        self.harvest(self.folder / "link")
        self.assertEqual(self.paths(), [b"sub/a.html"])

    def test_relative_operand(self):
        self.write("sub/a.html", PAGE)
        self.harvest("./sub/../sub/", cwd=self.folder)
        self.assertEqual(self.paths(), [b"sub/a.html"])

    def test_operands_that_overlap(self):
        self.write("sub/a.html", PAGE)
        self.write("b.html", PAGE)
        counts = self.harvest("--json", self.folder / "sub", self.folder, self.folder / "b.html").json["run"]
        self.assertEqual((counts["documents"], counts["unchanged"]), (2, 2))
        self.assertEqual(self.paths(), [b"sub/a.html", b"b.html"])

    def test_special_files_are_passed_over(self):
        os.mkfifo(self.folder / "pipe")
        with socket.socket(socket.AF_UNIX) as server:
            server.bind(str(self.folder / "socket"))
            self.write("a.html", PAGE)
            self.assertEqual(self.harvest("--json").json["run"]["special"], 2)
        self.assertEqual(self.paths(), [b"a.html"])

    def test_pipe_as_operand(self):
        process = subprocess.run(["bash", "-c", f"exec {URIEL} harvest -q -o {self.db} <(printf '%s' \"$0\")", PAGE])
        self.assertEqual(process.returncode, 0)
        self.assertEqual(self.references(), ["http://h.example/"])

    def test_database_in_the_folder(self):
        self.write("a.html", PAGE)
        self.db = self.folder / "test.db"
        self.harvest()
        self.harvest()
        self.assertEqual(self.paths(), [b"a.html"])

    def test_database_under_another_name(self):
        """It is not opened, as SQLite's locks end when the process closes the file; nor is the report read."""
        self.write("a.html", PAGE)
        self.harvest()
        report = self.place / "report.html"
        self.harvest(f"--report={report}")
        os.link(self.db, self.folder / "copy.html")
        os.link(report, self.folder / "report.html")
        self.harvest(f"--report={report}")
        self.assertEqual(self.paths(), [b"a.html"])
        with open(self.db, "rb") as stdin:
            subprocess.run([URIEL, "harvest", "-q", "-o", self.db, "-"], stdin=stdin, check=True)
        self.assertEqual(self.paths(), [b"a.html"])

    def test_since_far_away(self):
        """Nanoseconds cannot represent it."""
        self.write("a.html", PAGE)
        for when, left_out in (("9999-12-31", 1), ("2300-01-01", 1), ("1500-01-01", 0), ("0000-01-01", 0)):
            self.db.unlink(missing_ok=True)
            counts = self.harvest("--json", f"--since={when}").json["run"]
            self.assertEqual((counts["left_out"], counts["documents"]), (left_out, 1 - left_out), when)

    def test_missing_is_what_cannot_be_there(self):
        """A slash in a name does not separate names, and a path that is too long cannot be examined."""
        (self.place / "outside").write_text("x")
        hrefs = ("x%2F..%2F..%2Foutside", "..%2Foutside", "sub%2Fa.html", "n" * 300, "nowhere", "d/" * 3000)
        self.write("sub/a.html", PAGE)
        self.write("a.html", "<!DOCTYPE html>" + "".join(f'<a href="{href}">' for href in hrefs))
        for base in ("--base=http://b.example/", "--prune"):
            self.db.unlink(missing_ok=True)
            out = self.harvest("--list=broken", "--json", base, status=1).out
            found = [json.loads(line)["reference"] for line in out.splitlines()]
            self.assertEqual(found, list(hrefs[:5]), out)

    def test_empty_folder(self):
        self.harvest()
        self.assertEqual(self.paths(), [])
        self.assertIn("CREATE TABLE reference", self.dump())

    def test_deep_folders(self):
        path = self.folder
        for _ in range(300):
            path /= "d"
        path.mkdir(parents=True)
        (path / "a.html").write_text(PAGE)
        self.write("z.html", PAGE)
        self.harvest()
        self.assertEqual(len(self.paths()), 2)

    def test_folders_too_deep(self):
        """If too few files may be open, the folder is reported and the others are read; with more, it is read."""
        path = self.folder
        for _ in range(60):
            path /= "d"
        path.mkdir(parents=True)
        (path / "a.html").write_text(PAGE)
        self.write("z.html", PAGE)
        result = self.harvest("--json", status=1,
                              before=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (50, 50)))
        self.assertEqual(result.json["run"]["unreadable"], 1)
        rows = self.query("SELECT kind, status FROM document ORDER BY id")
        self.assertEqual(rows, [("folder", "too deep"), ("html", "done")])
        self.assertEqual(self.query("SELECT code FROM error"), [("document-unreadable",)])
        self.harvest()
        self.assertEqual(self.query("SELECT kind, status FROM document ORDER BY path"), [("html", "done")] * 2)
        self.assertEqual(self.query("SELECT count(*) FROM error"), [(0,)])

    def test_too_few_files_may_be_open(self):
        """The run ends with the name of the folder that cannot be opened; with more files, it continues."""
        self.write("a.html", PAGE)
        self.write("d/b.html", PAGE)
        for limit in (10, 32):
            result = self.harvest(status=3,
                                  before=lambda limit=limit: resource.setrlimit(resource.RLIMIT_NOFILE, (limit, limit)))
            self.assertRegex(result.err, "uriel: .*/d: Too many open files\n$")
        self.harvest()
        self.assertEqual(self.query("SELECT kind, status FROM document"), [("html", "done")] * 2)

    def test_path_longer_than_the_system_takes(self):
        """A path of over 4096 bytes can be walked to, although not opened as a whole."""
        here = os.open(self.folder, os.O_RDONLY)
        try:
            for _ in range(30):
                os.mkdir("d" * 200, dir_fd=here)
                below = os.open("d" * 200, os.O_RDONLY, dir_fd=here)
                os.close(here)
                here = below
            with os.fdopen(os.open("a.html", os.O_WRONLY | os.O_CREAT, dir_fd=here), "w") as file:
                file.write(PAGE)
        finally:
            os.close(here)
        self.addCleanup(subprocess.run, ["rm", "-rf", str(self.folder)])
        self.harvest("--prune")
        self.assertEqual(self.references(), ["http://h.example/"])
        self.assertGreater(len(self.paths()[0]), 5000)


class Trouble(HarvestTest):
    def test_file_that_vanishes(self):
        """The run is paused while it reads the first, large document: the others are already listed, and are removed. Without
        threads, which would already have opened the next files."""
        for attempt in range(20):
            self.db.unlink(missing_ok=True)
            self.write("0.txt", "no reference in here\n" * (1 << (21 + attempt % 3)))
            self.write("1/inside.html", PAGE)
            self.write("2.html", PAGE)
            self.write("3.html", PAGE)
            process = subprocess.Popen([URIEL, "harvest", "--json", "--jobs=1", "-o", str(self.db), str(self.folder)],
                                       stdout=subprocess.PIPE)
            if self.hold_while_open(process, self.folder / "0.txt"):
                break
            process.communicate()
        else:
            self.fail("the program was never seen reading")
        (self.folder / "1" / "inside.html").unlink()
        (self.folder / "1").rmdir()
        (self.folder / "2.html").unlink()
        os.kill(process.pid, signal.SIGCONT)
        out, _ = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 0)
        counts = json.loads(out)["run"]
        self.assertEqual((counts["vanished"], counts["documents"], counts["unreadable"]), (2, 2, 0))
        self.assertEqual([row[0].rsplit("/", 1)[1] for row in self.query("SELECT path FROM document")],
                         ["0.txt", "3.html"])

    def hold_while_open(self, process, path):
        """Stops the program while it has the file open. Returns False if it finished too soon."""
        folder = f"/proc/{process.pid}/fd"
        while process.poll() is None:
            try:
                for fd in os.listdir(folder):
                    if os.readlink(f"{folder}/{fd}") == str(path):
                        os.kill(process.pid, signal.SIGSTOP)
                        return self.still_open(folder, path)
            except OSError:
                pass
        return False

    def still_open(self, folder, path):
        time.sleep(0.05)
        try:
            return any(os.readlink(f"{folder}/{fd}") == str(path) for fd in os.listdir(folder))
        except OSError:
            return False

    def test_file_that_cannot_be_opened(self):
        """A lease makes opening fail, even for root; after the lease, the file is read."""
        path = self.write("a.html", PAGE)
        self.write("b.html", PAGE)
        with open(path, "r+b") as holder:
            signal.signal(signal.SIGIO, signal.SIG_IGN)
            try:
                fcntl.fcntl(holder, fcntl.F_SETLEASE, fcntl.F_WRLCK)
            except OSError as error:
                self.skipTest(f"no leases here: {error}")
            result = self.harvest("--json", status=1)
        self.assertEqual(result.json["run"]["unreadable"], 1)
        self.assertEqual(self.query("SELECT status, kind, format FROM document ORDER BY id"),
                         [("unreadable", "unknown", None), ("done", "html", "html")])
        code, reference, message = self.query("SELECT code, reference_id, message FROM error")[0]
        self.assertEqual((code, reference), ("document-unreadable", None))
        self.assertIn("unavailable", message)
        self.harvest()
        self.assertEqual(self.query("SELECT status FROM document"), [("done",), ("done",)])
        self.assertEqual(self.query("SELECT count(*) FROM error"), [(0,)])
        self.assertEqual(self.references(), ["http://h.example/"] * 2)

    def test_no_permission(self):
        """Drops the rights of root, which ignores permissions; the program may be in a folder that only root can enter."""
        def become_nobody():
            if os.geteuid() == 0:
                os.setgroups([])
                os.setgid(65534)
                os.setuid(65534)

        self.place.chmod(0o777)
        self.folder.chmod(0o777)
        self.write("a.html", PAGE).chmod(0)
        self.write("c.html", PAGE)
        self.write("sub/b.html", PAGE)
        (self.folder / "sub").chmod(0)
        self.addCleanup((self.folder / "sub").chmod, 0o777)
        open_place = self.make_place(None)
        open_place.chmod(0o755)
        program = shutil.copy(URIEL, open_place)
        shutil.copy(f"{URIEL}-harvest", open_place)
        result = self.harvest("--json", status=1, program=program, before=become_nobody)
        self.assertEqual(result.json["run"]["unreadable"], 2)
        self.assertEqual(self.query("SELECT status, kind FROM document ORDER BY id"),
                         [("unreadable", "unknown"), ("done", "html"), ("unreadable", "folder")])
        self.assertEqual(self.query("SELECT message FROM error"), [("Permission denied",)] * 2)
        (self.folder / "a.html").chmod(0o666)
        (self.folder / "sub").chmod(0o777)
        self.harvest(program=program, before=become_nobody)
        self.assertEqual(self.query("SELECT status, kind, count(*) FROM document GROUP BY 1, 2"), [("done", "html", 3)])
        self.assertEqual(self.query("SELECT count(*) FROM error"), [(0,)])

    def test_read_that_fails(self):
        """/proc/self/mem can be opened, but not read at its start: a regular file that fails in this way."""
        if not os.path.isfile("/proc/self/mem"):
            self.skipTest("no /proc")
        self.write("a.html", PAGE)
        self.harvest("/proc/self/mem", self.folder, status=1)
        self.assertEqual(self.query("SELECT status FROM document ORDER BY id"), [("unreadable",), ("done",)])
        self.assertEqual(self.query("SELECT message FROM error"), [("Input/output error",)])

    def test_operand_that_does_not_exist(self):
        """Nothing is written, not even for the other operands."""
        result = self.harvest(self.folder, self.folder / "nowhere", status=3)
        self.assertIn("nowhere: No such file or directory", result.err)
        self.assertFalse(self.db.exists())


if __name__ == "__main__":
    unittest.main()
