# SPDX-License-Identifier: MIT
"""uriel find --jobs: the output is the same for any number of threads.

The variant of the program that test/tool/faulty.c describes has parts of 1500 bytes, read 600 beyond."""
import gzip
import os
import random
import subprocess
import unittest

from support import FAULTY, ROOT, TIMEOUT, URIEL, Result, environment
from test_find import LETTER, FindTest

OWN, BEYOND = 1500, 600
OPTIONS = [["--with-place"], ["--json", "--abbreviated", "--mail"], ["--tsv", "--any-scheme"], ["--count"], ["--unique"]]
# What references are made of and stand in, so that any of it is about the begin of a part.
ATOMS = ["http://a.example/b", "<http://a.example/", "<URL:http://b.example", ">", '"', "'", "(", ")", "\n", "\n\n", " ", "> ", ",",
         ";", "https:", "//", "\\/", "www.a.example", "a@b.example", "mailto:", "x" * 30, "word ", "x-a:b", "]", "[", "](", "&amp;",
         "&quot;", "%41", "\u00e4", "\u3002", "-", ".", "std::", "12:30", "urn:isbn:", "/", "=", "?", "#", "{", "}", "\\url{", "\t",
         "data:text/plain,", "e.g.", "\x1b[31m", "\u4e2d", "_", "*"]


def mixed(seed, size):
    """Any of it, in stretches of one kind."""
    some = random.Random(seed)
    parts, length = [], 0
    while length < size:
        atom = some.choice(ATOMS)
        parts.append(atom * (some.randrange(200) if some.random() < 0.02 else 1))
        if some.random() < 0.1:
            parts.append("some words of prose, " * some.randrange(60))
        length += len(parts[-1]) + len(atom)
    return "".join(parts).encode()[:size]


def vectors():
    """The texts of all vectors of find, one after the other."""
    paths = sorted((ROOT / "test" / "vectors").glob("find*.tsv"))
    return b"\n".join(path.read_bytes() for path in paths)


class Jobs(FindTest):
    def run_jobs(self, jobs, *arguments, program=FAULTY, **env):
        done = subprocess.run([program, "find", f"--jobs={jobs}", *arguments], capture_output=True, timeout=TIMEOUT,
                              env=environment(**env), cwd=self.folder, check=False, stdin=subprocess.DEVNULL)
        return Result(done.returncode, done.stdout, done.stderr)

    def same(self, *arguments, jobs=(2, 5), program=FAULTY):
        right = self.run_jobs(1, *arguments, program=program)
        for count in jobs:
            result = self.run_jobs(count, *arguments, program=program)
            self.assertEqual((result.status, result.out, result.err), (right.status, right.out, right.err), (arguments, count))
        return right

    def same_text(self, text, options=OPTIONS):
        self.write("text", text)
        return [self.same("--text", *some, "text") for some in options]


class Parts(Jobs):
    def test_letter(self):
        results = self.same_text(LETTER * 500)
        self.assertGreater(len(results[0].lines), 1500)

    def test_vectors(self):
        self.assertGreater(len(self.same_text(vectors())[0].lines), 300)

    def test_nothing_is_there(self):
        for text in (b"word " * 4000, b":" * 20000, b"http:\n" * 4000, b"\0" * 20000, b"\n" * 20000):
            self.same_text(text, OPTIONS[:2])

    def test_dense(self):
        for text in ("http://a,", "<http://a>", "http://a.example ", "a@b.example,", "<http://a\n b>", '"http://a/\n"'):
            with self.subTest(text):
                self.same_text(text * 3000, OPTIONS[:2])

    def test_mixed(self):
        for seed in range(25):
            with self.subTest(seed=seed):
                self.same_text(mixed(seed, 20000), [["--json", "--abbreviated", "--mail"]])

    def test_one_reference_at_every_place_about_a_parts_begin(self):
        for text in (b"<http://a.example/b\n  c>", b"see www.a.example/(b)!", b"http:\\/\\/a.example\\/b,http://c"):
            for at in range(OWN - len(text) - 130, OWN + 130, 5):
                self.write("text", b"." * (at - 1) + b" " + text + b" " + b"." * (8 * OWN))
                self.same("--json", "--abbreviated", "text", jobs=[2])

    def test_references_longer_than_what_is_read_beyond(self):
        for size in (BEYOND, OWN, 3 * OWN, 9000, 65536, 65537, 70000, 200000):
            for end in (" ", '" ', ">http://b.example ", ")http://c.example ", ",http://d.example/"):
                with self.subTest(size=size, end=end):
                    long = "http://a.example/" + "x" * size + end
                    self.same_text(LETTER * 20 + long + LETTER * 60 + '"' + long + LETTER * 60, OPTIONS[:1])

    def test_the_end(self):
        for size in range(6 * OWN - 2, 6 * OWN + BEYOND + 3, 23):
            text = (LETTER * 200).encode()[:size - 30] + b" http://end.example/" + b"x" * 9
            self.same_text(text, OPTIONS[:1])

    def test_the_programs_own_parts(self):
        text = (LETTER * 100 + "words, words: and more of them.\n" * 20000) * 5
        path = self.write("text", text)
        for options in OPTIONS:
            self.same(*options, path, program=URIEL, jobs=[2, 3])

    def test_standard_input(self):
        path = self.write("text", LETTER * 500)
        with open(path, "rb") as file:
            file.seek(len(LETTER.encode()) * 3)
            done = subprocess.run([FAULTY, "find", "--jobs=2", "--tsv"], stdin=file, capture_output=True, timeout=TIMEOUT,
                                  env=environment(), check=False)
            self.assertEqual(os.lseek(file.fileno(), 0, os.SEEK_CUR), os.path.getsize(path))
        rest = self.write("rest", LETTER * 497)
        right = self.run_jobs(1, "--tsv", rest).out.replace(rest.encode(), b"-")
        self.assertEqual((done.returncode, done.stdout), (0, right))


class Documents(Jobs):
    def fill(self):
        """Files of all kinds."""
        for number in range(60):
            self.write(f"d/{number:02}/small", LETTER.replace("example", f"example{number}"))
            self.write(f"d/{number:02}/mixed", mixed(number, 400 + 40 * number))
            self.write(f"d/{number:02}/empty", b"")
        self.write("d/10/binary", b"\x7fELF\0\1\2\3" * 40)
        self.write("d/11/large", LETTER * 300)
        self.write("d/12/long", "http://a.example/" + "x" * 70000)
        self.write("d/13/a.gz", gzip.compress(LETTER.encode(), mtime=0))
        self.write("d/14/larger.gz", gzip.compress(LETTER.encode() * 300, mtime=0))
        self.write("d/15/cut.gz", gzip.compress(mixed(1, 900), mtime=0)[:-30])
        self.write("d/16/binary.gz", gzip.compress(b"\x7fELF\0\1\2\3" * 40, mtime=0))
        os.symlink("small", self.folder / "d/20/link")
        os.mkfifo(self.folder / "d/21/pipe")

    def test_folder(self):
        self.fill()
        for options in OPTIONS + [["--text"], ["--include=*.gz"], ["--quiet"]]:
            self.same(*options, "d")
        self.assertEqual(self.run_jobs(2, "d").status, 3)

    def test_operands_and_what_is_not_there(self):
        self.fill()
        result = self.same("--with-place", "d/01/small", "none", "d/02", "d/10/binary", "d/03", "none", "d/11", "d/12/long", "d/04/small")
        self.assertEqual((result.status, result.errors.count("none")), (3, 2))

    def test_few_files_may_be_open(self):
        self.fill()
        for files in ("12", "40", "70"):
            command = ["sh", "--count", f'ulimit -n {files} && exec "$@"', "sh", FAULTY, "find", "d"]
            results = [subprocess.run([*command, f"--jobs={jobs}"], capture_output=True, timeout=TIMEOUT, env=environment(),
                                      cwd=self.folder, check=False) for jobs in (1, 20)]
            self.assertEqual(*((done.returncode, done.stdout, done.stderr) for done in results))

    def test_output_is_not_read(self):
        for number in range(20):
            self.write(f"d/{number}", LETTER)
        with open(self.folder / "d/5", "wb") as out:
            done = subprocess.run([FAULTY, "find", "--jobs=3", "d"], stdout=out, stderr=subprocess.PIPE, timeout=TIMEOUT,
                                  env=environment(), cwd=self.folder, check=False)
        self.assertEqual((done.returncode, done.stderr), (0, b"uriel: d/5: skipped, because it is the output\n"))


class Failures(Jobs):
    def setUp(self):
        super().setUp()
        self.write("text", LETTER * 300 + "http://f.example/" + "x" * 3000 + LETTER * 20)
        for number in range(12):
            self.write(f"d/{number}", LETTER)
        self.write("d/5.gz", gzip.compress(LETTER.encode() * 30, mtime=0))

    def fail_each(self, call, *arguments):
        """Runs with the 1st, 2nd, ... call failing until a run passes all of them; what came out."""
        right = self.run_jobs(3, *arguments)
        results = []
        for number in range(1, 200):
            result = self.run_jobs(3, *arguments, URIEL_FAIL=f"{call}:{number}")
            self.assertIn(result.status, (right.status, 3), result.errors)
            if result.status == right.status:
                self.assertEqual(result.out, right.out)
            elif result.status == 3:
                self.assertTrue(right.out.startswith(result.out), "what came out is right")
                self.assertRegex(result.errors, "^uriel: (out of memory|cannot read text: .+)\n$")
            results.append(result.status)
        return results

    def test_memory(self):
        for call in ("malloc", "calloc", "realloc"):
            for operand in ("text", "d"):
                with self.subTest(call, operand=operand):
                    results = self.fail_each(call, "--json", operand)
                    self.assertEqual(results[-1], 0)
                    self.assertTrue(3 in results or call != "realloc")

    def test_reading(self):
        results = self.fail_each("pread", "--json", "text")
        self.assertIn(3, results)
        self.assertEqual(results[-1], 0)
        # Half a part, and then nothing more.
        right = self.run_jobs(1, "text")
        result = self.run_jobs(2, "text", URIEL_PIECE="700", URIEL_FAIL="pread:8")
        self.assertTrue(right.out.startswith(result.out) and result.status in (0, 3))
        # A file of a folder is read once more, by itself.
        self.assertEqual(set(self.fail_each("pread", "d")), {0})

    def test_threads(self):
        for operand in ("text", "d"):
            self.assertEqual(set(self.fail_each("pthread_create", operand)), {0})

    def test_interrupted_calls_are_made_again(self):
        right = self.run_jobs(1, "text")
        for number in (1, 2, 7):
            result = self.run_jobs(2, "text", URIEL_FAIL=f"pread:{number}:intr")
            self.assertEqual((result.status, result.out), (0, right.out))
        self.assertEqual(self.run_jobs(2, "text", URIEL_PIECE="7").out, right.out)


class Usage(Jobs):
    def test_usage(self):
        for wrong in ("0", "257", "x", "-1", ""):
            result = self.run_jobs(wrong, "text")
            self.assertEqual(result.status, 2)
            self.assertIn('option "--jobs" takes a number from 1 to 256', result.errors)


if __name__ == "__main__":
    unittest.main()
