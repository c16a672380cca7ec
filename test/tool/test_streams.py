# SPDX-License-Identifier: MIT
"""Records in and out: separators, order, sizes, what cannot be read or written, and a partner that waits."""
import os
import resource
import select
import subprocess
import tempfile
import threading
import unittest

from support import FAULTY, TIMEOUT, URIEL, ToolTest, environment, uriel


class Records(ToolTest):
    def test_line_endings(self):
        self.check(["check"], "a\nb\nc\n", input="a\nb\r\nc")
        self.check(["check"], "a\n", input="a\r")
        self.check(["check"], "\n\n\na\n\n", input="\n\r\n\na\n\n")
        self.check(["check"], "", input="")
        result = self.check(["check"], "\n", 1, None, input="a\r\r\n")
        self.assertIn("a carriage return", result.errors)

    def test_null_separated(self):
        self.check(["check", "-0"], "a\0\0b\0", input="a\0\0b")
        self.check(["encode", "-0"], "a%0Ab%0D\0", input="a\nb\r\0")

    def test_empty_operand_is_a_record(self):
        self.check(["check", "", "a", ""], "\na\n\n")

    def test_dash_is_an_operand(self):
        self.check(["check", "-", "--", "-0", "--json"], "-\n-0\n--json\n", input="not read\n")

    def test_numbers_and_order(self):
        count = 20000
        lines = [f"a b{i}" if i % 7 == 3 else f"x{i}" for i in range(1, count + 1)]
        result = uriel("check", input="\n".join(lines) + "\n")
        self.assertEqual(result.lines, ["" if " " in line else line for line in lines])
        numbers = [int(line.split(":")[1]) for line in result.errors.splitlines() if line.startswith("uriel:")]
        self.assertEqual(numbers, [i for i in range(1, count + 1) if i % 7 == 3])

    def test_output_that_is_the_input(self):
        """Reading its own output would never end: the file stays unchanged (uriel(1), EXIT STATUS)."""
        has_links = ["links"] if uriel("help", "links").status == 0 else []
        for command in ["check", "parse", "normalize", "decode", "find"] + has_links:
            with tempfile.TemporaryDirectory() as folder:
                path = os.path.join(folder, "input")
                with open(path, "wb") as file:
                    file.write(b"http://h.example/a\n" * 100000)
                with open(path, "rb") as stdin, open(path, "ab") as stdout:
                    operands = {"find": ["-"], "links": ["-"]}.get(command, [])
                    done = subprocess.run([URIEL, command, *operands], stdin=stdin, stdout=stdout, stderr=subprocess.PIPE,
                                          timeout=TIMEOUT, env=environment())
                    named = subprocess.run([URIEL, command, path], stdout=stdout, stderr=subprocess.PIPE, timeout=TIMEOUT,
                                           env=environment()) if operands else done
                self.assertEqual(os.path.getsize(path), 1900000, command)
                self.assertEqual((done.returncode, named.returncode), (0, 0) if operands else (2, 2), command)
                for run in (done, named):
                    self.assertRegex(run.stderr, b"is the output|the same file", command)

    def test_standard_stream_that_is_closed(self):
        """The next file to be opened must not become standard output, nor standard input (uriel(1), EXIT STATUS)."""
        has_links = ["links"] if uriel("help", "links").status == 0 else []
        with tempfile.NamedTemporaryFile() as file:
            file.write(b"http://h.example/a\n")
            file.flush()
            for command in ["find"] + has_links:
                for closed, operand in ((1, file.name), (0, "-")):
                    done = subprocess.run([URIEL, command, operand], stderr=subprocess.PIPE, stdout=subprocess.DEVNULL,
                                          stdin=subprocess.DEVNULL, preexec_fn=lambda fd=closed: os.close(fd), timeout=TIMEOUT,
                                          env=environment())
                    self.assertEqual(done.returncode, 3, (command, closed, done.stderr))
                    self.assertIn(b"Bad file descriptor", done.stderr)

    def test_json_order(self):
        records = uriel("parse", "--json", input="".join(f"p{i}\n" for i in range(10000))).records
        self.assertEqual([record["path"] for record in records], [f"p{i}" for i in range(10000)])

    def test_both_outputs_into_one_file_keep_their_order(self):
        with tempfile.TemporaryFile() as file:
            subprocess.run([URIEL, "check"], input=b"a\na b\nc\n", stdout=file, stderr=file, timeout=TIMEOUT,
                           env=environment(), check=False)
            file.seek(0)
            lines = file.read().decode().splitlines()
        self.assertEqual([lines[0], lines[1], lines[2][:9], lines[-1]], ["a", "", "uriel: 2:", "c"])


class Files(ToolTest):
    """--file: lines of files, as from standard input."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def write(self, name, data):
        path = os.path.join(self.folder, name)
        with open(path, "wb") as file:
            file.write(data)
        return path

    def test_as_standard_input(self):
        for data in (b"", b"\n", b"a\r\nb c\n\nd", b"x\0y\0"):
            path = self.write("lines", data)
            for arguments in (["check", "-s"], ["check", "--json", "-0"], ["encode"], ["lineage"], ["parse", "--tsv", "--header"]):
                with self.subTest(arguments, data=data):
                    self.assertEqual(uriel(*arguments, "-f", path, input="not read\n").out, uriel(*arguments, input=data).out)

    def test_every_subcommand(self):
        path = self.write("lines", b"http://h/%7e\n\n")
        for arguments in (["parse"], ["check"], ["resolve", "-b", "x:/"], ["relative", "-b", "x:/"], ["normalize"], ["encode"], ["decode"],
                          ["lineage"], ["build", "--stdin", "--set", "scheme=x"], ["build", "--stdin", "--local"],
                          ["schemes", "--stdin"], ["schemes", "--stdin", "--local"], ["plan"], ["urn", "check"],
                          ["urn", "encode", "--nid=a2"]):
            with self.subTest(arguments):
                there = [each for each in arguments if each != "--stdin"]
                here, file = uriel(*arguments, input=b"http://h/%7e\n\n"), uriel(*there, "-f", path)
                self.assertEqual((file.status, file.out), (here.status, here.out))
                self.assertEqual(file.errors, here.errors.replace("uriel: 1:", f"uriel: {path}:1:"))
        pairs = self.write("pairs", b"a\ta\n\n")
        self.check(["compare", "-f", pairs], "string\n\n")
        self.check(["urn", "compare", "-f", pairs], "\n\n", 1, None)

    def test_several(self):
        """A file's last line ends with it, and each file's lines are counted."""
        one, two = self.write("one", b"a\nb c"), self.write("two", b"\nd\ne f\n")
        result = uriel("check", "-f", one, "--file", two, "-f-", input="x\ny z\n")
        self.assertEqual(result.text, "a\n\n\nd\n\nx\n\n")
        self.assertEqual([line.split(": not a")[0] for line in result.errors.splitlines() if "not a " in line],
                         [f"uriel: {one}:2", f"uriel: {two}:3", "uriel: 2"])
        self.check(["check", "-f", one, "-f", one, "-s"], "a\n\na\n\n", 1)

    def test_standard_input_by_name(self):
        self.check(["check", "-f", "-", "-s"], "a\n\n", 1, input="a\nb c\n")
        self.assertIn("uriel: 2: not a", uriel("check", "--file=-", input="a\nb c\n").errors)

    def test_cannot_be_read(self):
        missing = os.path.join(self.folder, "missing")
        self.check(["check", "-f", missing], "", 3, f"uriel: cannot read {missing}: No such file or directory\n")
        self.check(["check", "-f", self.folder], "", 3, f"uriel: cannot read {self.folder}: Is a directory\n")
        one = self.write("one", b"a\n")
        for jobs in ("1", "3"):
            self.check(["check", "-f", one, "-f", missing, "--jobs", jobs], "a\n", 3,
                       f"uriel: cannot read {missing}: No such file or directory\n")

    def test_name_in_messages_is_escaped(self):
        path = self.write("a\x1b[2J", b"a b\n")
        self.assertIn(b"a\\x1b[2J:1: not a", uriel("check", "-f", path).err)

    def test_a_pipe(self):
        done = subprocess.run(["bash", "-c", 'exec "$0" check -f <(printf "a\\nb\\n") -f <(printf c)', URIEL], capture_output=True,
                              timeout=TIMEOUT, env=environment(), check=False)
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, b"a\nb\nc\n", b""))

    def test_too_long(self):
        """The limit of the variant for tests is 100,000 bytes."""
        one, two = self.write("one", b"b" * 100_001), self.write("two", b"c\n[\n")
        for jobs in ("1", "3"):
            result = uriel("check", "-f", one, "-f", two, "--jobs", jobs, program=FAULTY)
            self.assertEqual((result.status, result.out), (1, b"\nc\n\n"))
            self.assertIn(f"uriel: {two}:2: not", result.errors)
        kept = uriel("check", "-f", one, "-f", two, "--invalid=keep", program=FAULTY)
        self.assertEqual(kept.out, b"\nc\n[\n", "there is not all of it to keep")

    def test_memory_does_not_grow_with_files(self):
        path = self.write("lines", b"http://example.com/\n" * 50_000)
        peaks = []
        for count in (1, 40):
            process = subprocess.Popen([URIEL, "parse", *["-f", path] * count], stdout=subprocess.DEVNULL, env=environment())
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
            self.assertEqual(process.returncode, 0)
            peaks.append(usage.ru_maxrss)
        self.assertLess(peaks[1], peaks[0] + 1024, "kilobytes")


class NotRead(ToolTest):
    """If standard input has data and is not read, a note reports it."""

    def test_a_file(self):
        for arguments in (["build", "--set", "scheme=https"], ["schemes", "--tsv"], ["build", "--scheme=http", "--part", "host=h"]):
            for start, told in ((0, True), (5, False)):
                with tempfile.TemporaryFile() as file:
                    file.write(b"a\nb\nc")
                    file.seek(start)
                    result = uriel(*arguments, stdin=file)
                self.assertEqual(result.status, 0)
                self.assertEqual("note: standard input is not read" in result.errors, told)
                self.assertNotIn("note", uriel(*arguments, "-s").errors)

    def test_a_pipe_that_has_data(self):
        for data in (b"a\n", b""):
            reader, writer = os.pipe()
            os.write(writer, data)
            result = uriel("build", "--set", "scheme=https", stdin=reader)
            os.close(reader)
            os.close(writer)
            self.assertEqual((result.status, result.text, bool(result.errors)), (0, "https:\n", bool(data)))

    def test_nothing_there(self):
        self.check(["build", "--set", "scheme=https"], "https:\n")
        with open(os.devnull, "rb") as nothing:
            self.assertEqual(uriel("build", "--set", "scheme=https", stdin=nothing).errors, "")


class Sizes(ToolTest):
    def test_huge_line(self):
        size = 50_000_000
        line = b"http://h/" + b"a" * size
        result = uriel("check", input=b"x\n" + line + b"\ny\n")
        self.assertEqual(result.status, 0)
        self.assertEqual(len(result.out), len(line) + 5)
        self.assertTrue(result.out.startswith(b"x\nhttp://h/a") and result.out.endswith(b"a\ny\n"))

    def test_huge_invalid_line(self):
        result = uriel("check", "-q", input=b"a" * 30_000_000 + b"[" + b"b" * 1000)
        self.assertEqual(result.status, 1)
        self.assertLess(len(result.err), 1000)
        shown, caret = result.errors.splitlines()[1:3]
        self.assertEqual(shown[caret.index("^")], "[")

    def test_block_borders(self):
        """Lines that end near the end of one read."""
        for size in (65535, 65536, 65537, 262143, 262144, 262145, 1048575, 1048576, 1048577):
            with self.subTest(size):
                lines = ["a" * (size - 1), "b", "c" * size, "", "d" * (size + 1)]
                self.check(["check"], "\n".join(lines) + "\n", input="\r\n".join(lines))

    def test_memory_does_not_grow_with_the_input(self):
        peaks = []
        for count in (10_000, 2_000_000):
            with tempfile.TemporaryFile() as file:
                file.write(b"http://example.com/\n" * count)
                file.seek(0)
                process = subprocess.Popen([URIEL, "parse"], stdin=file, stdout=subprocess.DEVNULL, env=environment())
                _, status, usage = os.wait4(process.pid, 0)
                process.returncode = os.waitstatus_to_exitcode(status)
                self.assertEqual(process.returncode, 0)
                peaks.append(usage.ru_maxrss)
        self.assertLess(peaks[1], peaks[0] + 1024, "kilobytes")


class Failures(ToolTest):
    def run_into(self, path, *arguments, input=b"", redirect=">"):
        command = f'exec "$0" "$@" {redirect}{path}'
        return subprocess.run(["sh", "-c", command, URIEL, *arguments], input=input, capture_output=True,
                              timeout=TIMEOUT, env=environment(), check=False)

    @unittest.skipUnless(os.path.exists("/dev/full"), "no /dev/full")
    def test_full(self):
        for arguments in (["check", "a"], ["parse", "--json", "a"], ["--help"], ["help", "parse"], ["--version"],
                          ["check", "--tsv", "--header"]):
            with self.subTest(arguments):
                done = self.run_into("/dev/full", *arguments)
                self.assertEqual(done.returncode, 3)
                self.assertEqual(done.stderr, b"uriel: cannot write standard output: No space left on device\n")

    @unittest.skipUnless(os.path.exists("/dev/full"), "no /dev/full")
    def test_full_while_streaming(self):
        done = self.run_into("/dev/full", "check", input=b"http://h/\n" * 100_000)
        self.assertEqual(done.returncode, 3)
        self.assertEqual(done.stderr.count(b"uriel: cannot write"), 1)
        done = self.run_into("/dev/full", "check", input=b"a" * 200_000)
        self.assertEqual((done.returncode, done.stderr.count(b"uriel: cannot write")), (3, 1))

    @unittest.skipUnless(os.path.exists("/dev/full"), "no /dev/full")
    def test_full_messages(self):
        done = self.run_into("/dev/full", "check", "a", "a b", redirect="2>")
        self.assertEqual((done.returncode, done.stdout), (3, b"a\n\n"))

    def test_closed_output(self):
        done = self.run_into("&-", "check", "a")
        self.assertEqual(done.returncode, 3)
        self.assertIn(b"cannot write standard output: Bad file descriptor", done.stderr)
        self.assertEqual(self.run_into("&-", "check", "-q", "a").returncode, 0)

    def test_closed_input(self):
        done = self.run_into("&-", "check", redirect="<")
        self.assertEqual(done.returncode, 3)
        self.assertIn(b"cannot read standard input: Bad file descriptor", done.stderr)

    def test_folder_as_input(self):
        done = self.run_into("/", "check", redirect="<")
        self.assertEqual((done.returncode, done.stdout), (3, b""))
        self.assertIn(b"cannot read standard input: Is a directory", done.stderr)

    def test_file_size_limit(self):
        def limit():
            resource.setrlimit(resource.RLIMIT_FSIZE, (10_000, 10_000))
        lines = b"".join(b"http://h%d.example/a\n" % i for i in range(10_000))
        for run in (["check"], ["check", "--jobs=3"], ["parse", "-j"], ["sort"], ["sort", "--memory=1k"], ["clean"], ["clean", "--memory=1k"], ["find"],
                    ["find", "--jobs=2", "."], ["find", "-q"]):
            with self.subTest(run), tempfile.TemporaryDirectory() as folder, open(os.path.join(folder, "out"), "wb") as out:
                with open(os.path.join(folder, "in.txt"), "wb") as file:
                    file.write(lines)
                done = subprocess.run([URIEL, *run], input=lines, stdout=out, stderr=subprocess.PIPE, preexec_fn=limit, timeout=TIMEOUT,
                                      env=environment(), check=False, cwd=folder)
                self.assertEqual((done.returncode, done.stderr.count(b"File too large")), (0, 0) if "-q" in run else (3, 1), done.stderr)

    def test_file_size_limit_of_seen(self):
        """The file stays unchanged, because it must not contain half a line."""
        def limit():
            resource.setrlimit(resource.RLIMIT_FSIZE, (10_000, 10_000))
        with tempfile.TemporaryDirectory() as folder:
            seen = os.path.join(folder, "seen")
            uriel("clean", "-s", "--seen", seen, "http://h/")
            before = os.stat(seen).st_size
            done = subprocess.run([URIEL, "clean", "-s", "--seen", seen], input=b"".join(b"a%d\n" % i for i in range(10_000)), preexec_fn=limit,
                                  capture_output=True, timeout=TIMEOUT, env=environment(), check=False)
            self.assertEqual((done.returncode, os.stat(seen).st_size), (3, before))
            self.assertIn(b"File too large. It is as it was", done.stderr)

    def test_broken_pipe_ends_quietly(self):
        process = subprocess.Popen([URIEL, "check"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, env=environment())
        process.stdout.close()
        try:
            process.communicate(b"a\n" * 1_000_000, timeout=TIMEOUT)
        except BrokenPipeError:
            process.wait(TIMEOUT)
        self.assertEqual(process.returncode, -13)

    def test_broken_pipe_that_is_ignored_is_a_message(self):
        done = subprocess.run(["sh", "-c", 'trap "" PIPE; { "$0" check; echo $? >&2; } | true', URIEL],
                              input=b"a\n" * 1_000_000, capture_output=True, timeout=TIMEOUT, env=environment(),
                              check=False)
        self.assertEqual(done.stderr, b"uriel: cannot write standard output: Broken pipe\n3\n")


class Coprocess(ToolTest):
    """Each answer comes before the next question is asked."""

    def test_answers_at_once(self):
        self.answers_at_once()

    def test_errors_at_once(self):
        process = subprocess.Popen([URIEL, "check"], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL,
                                   stderr=subprocess.PIPE, bufsize=0, env=environment())
        process.stdin.write(b"a b\n")
        self.assertTrue(select.select([process.stderr], [], [], TIMEOUT)[0], "no error")
        self.assertTrue(process.stderr.read(65536).startswith(b"uriel: 1: "))
        process.stdin.close()
        self.assertEqual(process.wait(TIMEOUT), 1)
        process.stderr.close()

    def test_half_a_line(self):
        process = subprocess.Popen([URIEL, "check"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0,
                                   env=environment())
        process.stdin.write(b"a\nb")
        self.assertEqual(process.stdout.read(100), b"a\n")
        self.assertFalse(select.select([process.stdout], [], [], 0.2)[0])
        process.stdin.write(b"c\n")
        self.assertEqual(process.stdout.read(100), b"bc\n")
        process.stdin.close()
        self.assertEqual(process.wait(TIMEOUT), 0)
        process.stdout.close()

    def test_non_blocking_descriptors(self):
        process = subprocess.Popen([URIEL, "check"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0,
                                   env=environment())
        os.set_blocking(process.stdin.fileno(), False)
        os.set_blocking(process.stdout.fileno(), False)
        os.set_blocking(process.stdin.fileno(), True)
        feeder = threading.Thread(target=lambda: (process.stdin.write(b"a\n" * 500_000), process.stdin.close()))
        feeder.start()
        os.set_blocking(process.stdout.fileno(), True)
        got = b"".join(iter(lambda: process.stdout.read(65536), b""))
        feeder.join(TIMEOUT)
        self.assertEqual(process.wait(TIMEOUT), 0)
        self.assertEqual(got, b"a\n" * 500_000)
        process.stdout.close()


if __name__ == "__main__":
    unittest.main()
