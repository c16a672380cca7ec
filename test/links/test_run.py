# SPDX-License-Identifier: MIT
"""The command `uriel links` with failures, in folders, on a terminal and in a shell."""
import gzip
import json
import os
import re
import resource
import shutil
import signal
import subprocess
import time
import unittest

from support import BASE, FAULTY, MAIL, PAGE, ROOT, TARGETS, TIMEOUT, URIEL, CommandTest, is_sanitized, open_terminal, read_terminal, sample


class Failures(CommandTest):
    def test_missing_operand(self):
        """The other files are read."""
        out, err = self.run_text("--only-target", "gone", self.page(data="<a href=http://h/>"), cwd=self.folder, status=(3,))
        self.assertEqual((out, err), ("http://h/\n", "uriel: cannot read gone: No such file or directory\n"))
        record = json.loads(self.out("--json", "gone", status=(3,), cwd=self.folder))
        self.assertEqual(record, {"type": "error", "file": "gone", "code": "document-unreadable", "message": "No such file or directory"})

    def test_document_that_does_not_end(self):
        """A signal ends the program nevertheless."""
        page = self.page()
        for subcommand in (["links"], ["links", "--check"], ["find"], ["find", "--jobs=2"]):
            for number in (signal.SIGINT, signal.SIGTERM):
                process = subprocess.Popen([FAULTY, *subcommand, page], env={**os.environ, "URIEL_FAIL": "read:1:hang"})
                self.addCleanup(process.kill)
                with self.assertRaises(subprocess.TimeoutExpired):
                    process.wait(0.1)
                process.send_signal(number)
                self.assertEqual(process.wait(10), -number)

    @unittest.skipIf(os.geteuid() == 0, "root may read anything")
    def test_unreadable(self):
        (self.folder / "s").mkdir()
        for path in (self.page("a.html"), self.folder / "s"):
            path.chmod(0)
            self.addCleanup(path.chmod, 0o700)
            out, err = self.run_text("-s", path, status=(3,))
            self.assertEqual((out, err), ("", f"uriel: cannot read {path}: Permission denied\n"))

    def test_damaged(self):
        data = gzip.compress(PAGE.encode() * 100)
        path = self.write("a.html.gz", data[:-100])
        self.assertIn("damaged", self.run_text("--only-target", "-b", BASE, path, status=(1,))[1])

    def test_memory(self):
        page = self.page(data='<base href="x/"><a href="http://u:p@[/y"><a href=z>')
        mail = self.write("mail.eml", MAIL)
        for call in ("malloc", "calloc", "realloc"):
            for options in (["--json"], ["--unique"], ["--tsv"], ["-F{raw}", "--include=*"], ["--file-base"]):
                base = [] if "--file-base" in options else ["-b", BASE, "-b", "d/"]
                self.fail_each(call, [*options, *base, page, mail, self.folder])

    def fail_each(self, call, arguments):
        """Makes the 1st, 2nd, ... call fail until none does: each time the program reports it, and prints nothing wrong."""
        right = self.run_uriel(*arguments, program=FAULTY)
        for number in sample(range(1, 1000), 5):
            done = self.run_uriel(*arguments, program=FAULTY, env={"URIEL_FAIL": f"{call}:{number}"}, status=(0, 1, 3))
            if done.returncode == right.returncode:
                self.assertEqual((done.stdout, done.stderr), (right.stdout, right.stderr), (arguments, call, number))
                return
            self.assertRegex(done.stderr.decode(), r"(?m)^uriel: out of memory$", (arguments, call, number))
            self.assertTrue(right.stdout.startswith(done.stdout), (arguments, call, number))
        self.fail(f"{arguments}: no run passed")

    def test_read(self):
        """A file that fails during reading is a system error; the files after it are read."""
        first, second = self.page("1.html", "<a href=http://h/1>"), self.page("2.html", "<a href=http://h/2>")
        done = self.run_uriel("--only-target", "--jobs=1", first, second, program=FAULTY, env={"URIEL_FAIL": "read:1"}, status=(3,))
        self.assertEqual(done.stdout, b"http://h/2\n")
        self.assertIn(b"1.html: Input/output error\n", done.stderr)
        done = self.run_uriel("--only-target", program=FAULTY, env={"URIEL_FAIL": "read:1"}, status=(3,), input=b"<a href=http://h/>")
        self.assertIn(b"-: Input/output error\n", done.stderr)

    def test_interrupted_reads_are_made_again(self):
        done = self.run_uriel("--only-target", "-b", BASE, self.page(), program=FAULTY, env={"URIEL_FAIL": "read:1:intr"})
        self.assertEqual(done.stdout.decode().splitlines(), TARGETS)

    def test_pieces(self):
        path = self.page()
        for piece in ("1", "7"):
            for options in (["--json"], ["--tsv"], []):
                right = self.run_uriel(*options, "-b", BASE, path)
                done = self.run_uriel(*options, "-b", BASE, path, program=FAULTY, env={"URIEL_PIECE": piece})
                self.assertEqual((done.stdout, done.stderr), (right.stdout, right.stderr))

    def test_write(self):
        path = self.page()
        for options in (["--json"], ["--only-target"], []):
            for number in (1, 2):
                done = self.run_uriel(*options, "-b", BASE, path, program=FAULTY, env={"URIEL_FAIL": f"write:{number}"},
                                      status=(1, 3))
                if number == 1:
                    self.assertEqual(done.returncode, 3)
                    self.assertIn(b"cannot write standard ", done.stderr)

    def test_full_disk(self):
        if not os.path.exists("/dev/full"):
            self.skipTest("there is no /dev/full")
        with open("/dev/full", "wb") as full:
            done = subprocess.run([URIEL, "links", "--only-target", str(self.page(data="<a href=http://h/>"))], stdout=full,
                                  stderr=subprocess.PIPE, timeout=TIMEOUT, check=False)
        self.assertEqual((done.returncode, done.stderr), (3, b"uriel: cannot write standard output: No space left on device\n"))

    def test_closed_pipe(self):
        """`uriel links ... | head -1` ends without a message."""
        path = self.page(data="<a href=http://h/>" * 50000)
        reader, writer = os.pipe()
        process = subprocess.Popen([URIEL, "links", "--only-target", str(path)], stdout=writer, stderr=subprocess.PIPE)
        os.close(writer)
        os.read(reader, 10)
        os.close(reader)
        err = process.communicate(timeout=TIMEOUT)[1]
        self.assertEqual((process.returncode, err), (-13, b""))

    @unittest.skipIf(is_sanitized(), "the sanitizer takes memory of its own")
    def test_memory_does_not_grow_with_the_folder(self):
        for i in range(300):
            self.write(f"{i}.html", "<a href=http://h/>" * 2000)
        before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
        self.run_uriel("-q", self.folder, status=(0,))
        self.assertLess(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss, max(before, 60_000))


class Folders(CommandTest):
    def test_links_are_not_followed(self):
        outside = self.write("outside.html", "<a href=http://h/outside>")
        (self.folder / "in").mkdir()
        (self.folder / "in" / "link.html").symlink_to(outside)
        os.mkfifo(self.folder / "in" / "pipe.html")
        self.write("in/a.html", "<a href=http://h/a>")
        self.assertEqual(self.out("--only-target", self.folder / "in").split(), ["http://h/a"])
        self.assertEqual(self.out("--only-target", self.folder / "in" / "link.html").split(), ["http://h/outside"])

    def test_pipe_as_operand(self):
        reader, writer = os.pipe()
        os.write(writer, b"<a href=http://h/p>")
        os.close(writer)
        done = subprocess.run([URIEL, "links", "--only-target", "--file-base", f"/dev/fd/{reader}"], capture_output=True, timeout=TIMEOUT,
                              pass_fds=[reader], check=False)
        os.close(reader)
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, b"http://h/p\n", b""))

    def test_order(self):
        for name in ("b.html", "a/z.html", "a.html", "B.html"):
            self.write(name, f"<a href=http://h/{name}>")
        self.assertEqual(self.out("--only-target", self.folder).split(), [f"http://h/{name}" for name in ("B.html", "a/z.html", "a.html", "b.html")])


class Terminal(CommandTest):
    def test_list(self):
        """Errors are printed below their subject, in colour, and standard input is read to its end."""
        master, slave = open_terminal()
        environment = {key: value for key, value in os.environ.items() if key != "NO_COLOR"}
        process = subprocess.Popen([URIEL, "links", "-b", BASE], stdin=subprocess.PIPE, stdout=slave, stderr=slave,
                                   env={**environment, "TERM": "xterm"})
        os.close(slave)
        process.stdin.write(PAGE.encode())
        process.stdin.close()
        shown = read_terminal(master)
        self.assertEqual(process.wait(TIMEOUT), 1)
        os.close(master)
        lines = re.sub(r"\x1b\[[0-9;]*m", "", shown.decode()).split("\r\n")
        self.assertIn(b"\x1b[1;32mh.example\x1b[0m", shown)
        self.assertTrue(lines[3].endswith("http://[ ->"), lines)
        self.assertTrue(lines[4].startswith("uriel: -:2:28: not a URI reference"), lines)


class Progress(CommandTest):
    def run_slowly(self, seconds):
        """Output to standard error, a terminal, if more input arrives after that time."""
        master, slave = open_terminal()
        process = subprocess.Popen([URIEL, "links"], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=slave)
        os.close(slave)
        lines = b"See <http://h.example/>.\n" * 40_000
        process.stdin.write(lines)
        process.stdin.flush()
        time.sleep(seconds)
        process.stdin.write(lines)
        process.stdin.close()
        shown = read_terminal(master)
        self.assertEqual(process.wait(TIMEOUT), 0)
        os.close(master)
        return shown

    def test_after_a_second(self):
        shown = self.run_slowly(1.1)
        self.assertRegex(shown, rb"\r1 file, [\d.]+ [kM]?B, \d+ references: -\x1b\[K")
        self.assertTrue(shown.endswith(b"\r\x1b[K"), "it goes away")


@unittest.skipUnless(shutil.which("bash"), "bash is not installed")
class Completions(CommandTest):
    """Completions of bash: options from the help, files for the operands."""

    def complete(self, *words):
        script = 'source "$0"; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _uriel; printf "%s\\n" "${COMPREPLY[@]}"'
        done = subprocess.run(["bash", "-c", script, str(ROOT / "tools" / "completions" / "uriel"), URIEL, "links", *words],
                              capture_output=True, text=True, timeout=TIMEOUT, check=False)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return set(done.stdout.split())

    def test_options(self):
        self.assertLessEqual({"--base=", "--file-base", "--only-target", "--unique", "--json", "--max-size="}, self.complete("--"))
        self.assertEqual(self.complete("--on"), {"--online", "--only-target"})

    def test_files(self):
        self.assertIn(str(ROOT / "README.md"), self.complete(str(ROOT / "READ")))


if __name__ == "__main__":
    unittest.main()
