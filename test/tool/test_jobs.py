# SPDX-License-Identifier: MIT
"""--jobs: several threads give the same output, messages and exit status as one, in the same order."""
import os
import subprocess
import tempfile
import unittest

from support import FAULTY, TIMEOUT, URIEL, ToolTest, environment, uriel

COMMANDS = [
    ["check"], ["check", "-q"], ["check", "-s"], ["check", "--tsv", "--header"], ["check", "-0"], ["check", "--format={valid}{error_code}"],
    ["parse"], ["parse", "-q"], ["parse", "--long"], ["parse", "--tsv"], ["parse", "--json"], ["parse", "--color=always"],
    ["parse", "--format", "{host:upper} {path:decode}"], ["parse", "-0", "--tsv"],
    ["normalize"], ["normalize", "--level=case"], ["normalize", "--json"], ["normalize", "-qs"],
    ["resolve", "-b", "http://a/b/c?d"], ["resolve", "-b", "http://a/b/c?d", "--tsv"], ["resolve", "-q", "-b", "http://a/b"],
    ["relative", "-b", "http://h/b/c"], ["relative", "-b", "http://h/b/c", "--json"],
    ["compare"], ["compare", "--json", "--level=case"], ["encode"], ["encode", "--component=form"], ["decode"], ["decode", "--json"], ["encode", "--also=h"], ["decode", "--only=~"], ["wrap", "--width=9"],
    ["lineage"], ["lineage", "--long", "-b", "http://a/b"], ["build", "--stdin", "--unset", "fragment"],
    ["edit", "--strip-tracking", "--set", "path.1=x", "--iterate", "port=1 2"], ["edit", "--set", "query.a=b", "--normalize"],
    ["build", "--stdin", "--set", "query=a b"],
    ["check", "--invalid=drop"], ["parse", "--invalid=keep"], ["parse", "--json", "--invalid=drop"], ["check", "--tsv", "--invalid=stop"],
    ["normalize", "--invalid=stop", "-q"], ["parse", "--long", "--invalid=keep"], ["compare", "--invalid=keep"],
    ["resolve", "-b", "http://a/b/c", "--empty=reference"], ["compare", "--empty=reference"], ["check", "-0", "--empty=reference"],
]

ROUND = [b"http://h/b/%7Ea/../c?q#f", b"HTTP://u:p@H.Example:80", b"a b", b"", b"//[::1]:1/?a=b", b"urn:isbn:0395363411", b"%zz",
         b"http://h/\tHTTP://h/", b"\xc3\xa4\xff", b"../x;y", b"mailto:a@b\r", b"x\0y", b"\\N", b"[", b"1:2", b"c\r\r"]

INPUTS = {
    "nothing": b"",
    "one without an end": b"http://h/",
    "one end": b"\n",
    "no last end": b"http://h/\n" * 40_000 + b"a:b",
    "CRLF": b"http://h/a\r\n" * 30_000,
    "rounds": b"\n".join(ROUND * 1500) + b"\n\n\n",
    "NUL": b"a\0\0c d\0http://h/?q\0" * 5000,
    "errors": b"[\n" * 5000,
    "empty lines": (b"\n\r\n\na\n\n" + b"b" * 200 + b"\n") * 2500 + b"\t\na\t\n\n",
    "an error between": (b"http://h/" + b"a" * 100 + b"\n\n") * 3000 + b"a b\n" + (b"x" * 100 + b"\n") * 5000,
    "long lines": b"x\nhttp://h/" + b"a" * 700_000 + b"\n" + b"y[" * 100_000 + b"\r\nz" + b"b" * 131_000 + b"\n" + b"?" * 131_072 + b"\n\nz",
    "borders": b"\n".join(b"c" * size for size in (131_070, 131_071, 131_072, 131_073, 262_143, 0, 262_144, 1, 300_000, 262_145, 524_288)),
}


class Same(ToolTest):
    def same(self, arguments, data, jobs, program=URIEL):
        with tempfile.TemporaryFile() as file:
            file.write(data)
            runs = []
            for more in ([], [f"--jobs={jobs}"]):
                file.seek(0)
                runs.append(uriel(*arguments, *more, stdin=file, program=program))
        one, many = runs
        self.assertEqual(many.status, one.status, (arguments, many.errors[:300]))
        self.assertNotEqual(one.status, 2, "the options are those of the program")
        self.assertTrue(many.out == one.out, f"{arguments}: {len(many.out)}, {len(one.out)} bytes")
        self.assertTrue(many.err == one.err, f"{arguments}: {len(many.err)}, {len(one.err)} bytes of messages")

    def test_every_subcommand_and_input(self):
        for number, arguments in enumerate(COMMANDS):
            for name, data in INPUTS.items():
                with self.subTest(arguments, input=name):
                    self.same(arguments, data, 2 + number % 3)

    def test_files(self):
        """Each has its own numbers, and its last line an end."""
        names = []
        with tempfile.TemporaryDirectory() as folder:
            for number, name in enumerate(INPUTS):
                names.append(f"{folder}/{number}")
                with open(names[-1], "wb") as file:
                    file.write(INPUTS[name])
            for arguments in (["check"], ["check", "-s", "--invalid=drop"], ["parse", "--json"], ["check", "-0"], ["check", "--invalid=stop"],
                              ["normalize", "--empty=reference"]):
                with self.subTest(arguments):
                    self.same([*arguments, *(f"--file={name}" for name in names)], b"", 3)
            together = uriel("check", *(f"-f{name}" for name in names))
            apart = [uriel("check", "-f", name) for name in names]
        self.assertTrue(together.out == b"".join(each.out for each in apart))
        self.assertTrue(together.err == b"".join(each.err for each in apart))

    def test_many_threads(self):
        for jobs in (1, 7, 256):
            for arguments in (["check"], ["parse", "--json"], ["lineage"]):
                with self.subTest(arguments, jobs=jobs):
                    self.same(arguments, INPUTS["rounds"], jobs)

    def test_pieces(self):
        """The result does not depend on the sizes of reads and writes."""
        data = (b"\n".join(ROUND) + b"\n") * 8
        one = uriel("check", input=data, program=FAULTY)
        for piece in ("1", "7", "1000"):
            many = uriel("check", "--jobs=3", input=data, program=FAULTY, env=environment(URIEL_PIECE=piece))
            self.assertEqual((many.status, many.out, many.err), (one.status, one.out, one.err))

    def test_more_output_than_a_lane_keeps(self):
        """A block of the shortest lines becomes a hundred times as much JSON."""
        self.same(["parse", "--json"], b"a\n" * 200_000, 2)

    def test_too_long(self):
        """The limit of the variant for tests is 100,000 bytes."""
        data = b"a\n" + b"b" * 100_001 + b"\nc\n" + b"d" * 500_000 + b"\r\n" + b"e" * 100_000 + b"\r\n[\n" + b"f" * 140_000
        for arguments in (["check"], ["parse", "--json"], ["normalize"]):
            with self.subTest(arguments):
                self.same(arguments, data * 3, 3, FAULTY)

    def test_numbers(self):
        lines = [f"a b{i}" if i % 997 == 3 else f"x{i}" for i in range(1, 100_001)]
        result = uriel("check", "--jobs=4", input="\n".join(lines))
        self.assertEqual(result.lines, ["" if " " in line else line for line in lines])
        numbers = [int(line.split(":")[1]) for line in result.errors.splitlines() if line.startswith("uriel:")]
        self.assertEqual(numbers, [i for i in range(1, 100_001) if i % 997 == 3])

    def test_both_outputs_into_one_file(self):
        data = b"a\na b\nc\n" * 20_000
        both = []
        for jobs in ("1", "3"):
            with tempfile.TemporaryFile() as file:
                subprocess.run([URIEL, "check", f"--jobs={jobs}"], input=data, stdout=file, stderr=file, timeout=TIMEOUT,
                               env=environment(), check=False)
                file.seek(0)
                both.append(file.read())
        self.assertTrue(both[0] == both[1])
        self.assertTrue(both[0].startswith(b"a\n\nuriel: 2: "))

    def test_operands(self):
        self.check(["check", "--jobs=3", "a", "b"], "a\nb\n", input="not read\n")

    def test_usage(self):
        for wrong in ("0", "257", "", "x", "-1", "2x"):
            self.usage(["check", f"--jobs={wrong}"], "1 to 256")
        self.usage(["schemes", "--jobs=2"], "unknown option")
        self.usage(["plan", "--jobs=2"], "unknown option")


class Streams(ToolTest):
    def test_answers_at_once(self):
        self.answers_at_once("--jobs=3")

    def test_memory_does_not_grow_with_the_input(self):
        peaks = []
        for count in (100_000, 2_000_000):
            with tempfile.TemporaryFile() as file:
                for _ in range(count // 1000):
                    file.write(b"http://example.com/\n" * 1000)
                file.seek(0)
                process = subprocess.Popen([URIEL, "parse", "--jobs=2"], stdin=file, stdout=subprocess.DEVNULL, env=environment())
                _, status, usage = os.wait4(process.pid, 0)
                process.returncode = os.waitstatus_to_exitcode(status)
                self.assertEqual(process.returncode, 0)
                peaks.append(usage.ru_maxrss)
        self.assertLess(peaks[1], peaks[0] + 1024, "kilobytes")


class Failures(ToolTest):
    def test_threads_that_cannot_be_started(self):
        """The threads that could be created do the work, even if only the first one."""
        data = INPUTS["rounds"] * 4
        right = uriel("check", input=data)
        for number in (1, 2, 3):
            many = uriel("check", "--jobs=4", input=data, program=FAULTY, env=environment(URIEL_FAIL=f"pthread_create:{number}"))
            self.assertEqual((many.status, many.err), (right.status, right.err))
            self.assertTrue(many.out == right.out)

    @unittest.skipUnless(os.path.exists("/dev/full"), "no /dev/full")
    def test_full(self):
        for arguments in (["check"], ["parse", "--json"]):
            with open("/dev/full", "wb") as full:
                done = subprocess.run([URIEL, *arguments, "--jobs=3"], input=b"http://h/\n" * 200_000, stdout=full,
                                      stderr=subprocess.PIPE, timeout=TIMEOUT, env=environment(), check=False)
            self.assertEqual(done.returncode, 3)
            self.assertEqual(done.stderr, b"uriel: cannot write standard output: No space left on device\n")

    def test_closed_input(self):
        done = subprocess.run(["sh", "-c", 'exec "$0" check --jobs=2 <&-', URIEL], capture_output=True, timeout=TIMEOUT,
                              env=environment(), check=False)
        self.assertEqual((done.returncode, done.stdout), (3, b""))
        self.assertEqual(done.stderr, b"uriel: cannot read standard input: Bad file descriptor\n")

    def test_broken_pipe_ends_quietly(self):
        process = subprocess.Popen([URIEL, "check", "--jobs=3"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, env=environment())
        process.stdout.close()
        try:
            process.communicate(b"a\n" * 1_000_000, timeout=TIMEOUT)
        except BrokenPipeError:
            process.wait(TIMEOUT)
        self.assertEqual(process.returncode, -13)

    def test_broken_pipe_that_is_ignored_is_a_message(self):
        done = subprocess.run(["sh", "-c", 'trap "" PIPE; { "$0" check --jobs=3; echo $? >&2; } | true', URIEL],
                              input=b"a\n" * 1_000_000, capture_output=True, timeout=TIMEOUT, env=environment(), check=False)
        self.assertEqual(done.stderr, b"uriel: cannot write standard output: Broken pipe\n3\n")

    def test_what_fails_comes_in_its_turn(self):
        """The output of all earlier records comes before the message."""
        data = INPUTS["rounds"] * 4
        right = uriel("check", "-s", input=data)
        for call in ("read", "write", "realloc"):
            failed = 0
            for number in (1, 2, 3, 4, 5, 6, 8, 11):
                with self.subTest(call=call, number=number), tempfile.TemporaryFile() as file:
                    file.write(data)
                    file.seek(0)
                    many = uriel("check", "-s", "--jobs=3", stdin=file, program=FAULTY, env=environment(URIEL_FAIL=f"{call}:{number}"))
                    if many.status == right.status:
                        self.assertTrue(many.out == right.out)
                        continue
                    failed += 1
                    self.assertEqual(many.status, 3, many.errors)
                    self.assertRegex(many.errors, r"\Auriel: (out of memory|cannot (read|write) standard \w+: [^\n]+)\n\Z")
                    self.assertTrue(right.out.startswith(many.out))
            self.assertGreater(failed, 1)

    def test_read_fails_after_output(self):
        data = b"http://h/\n" * 100_000
        with tempfile.TemporaryFile() as file:
            file.write(data)
            file.seek(0)
            many = uriel("check", "--jobs=3", stdin=file, program=FAULTY, env=environment(URIEL_FAIL="read:3"))
        self.assertEqual((many.status, many.errors), (3, "uriel: cannot read standard input: Input/output error\n"))
        self.assertEqual(len(many.out), 2 * 262144 // 10 * 10, "two blocks, except the line that they cut")


if __name__ == "__main__":
    unittest.main()
