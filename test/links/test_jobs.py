# SPDX-License-Identifier: MIT
"""Several threads read, one prints: the output is the same for any number of them, and in the order of the files."""
import gzip
import os
import resource
import subprocess
import unittest

from support import BASE, FAULTY, MAIL, PAGE, TIMEOUT, URIEL, LinksTest, sample

FORMS = ((), ("--json",), ("--tsv",), ("--only-target",), ("--format={file} {target} {error_code}",), ("--only-target", "--unique"),
         ("--json", "--unique"), ("--unique",), ("--quiet",), ("--file-base",), ("--color=always",), ("--memory=300K",))


class Jobs(LinksTest):
    def run_jobs(self, jobs, *arguments, merge=False, program=URIEL, **how):
        run = subprocess.run([program, "links", f"--jobs={jobs}", *map(str, arguments)], stdout=subprocess.PIPE,
                             stderr=subprocess.STDOUT if merge else subprocess.PIPE, timeout=TIMEOUT, **how)
        return run.returncode, run.stdout, run.stderr

    def documents(self):
        """Small and large documents, nested documents, truncated documents, and a binary document."""
        for i in range(40):
            self.write(f"{i % 4}/{i:02}.html", PAGE + f'<a href="{i}"><a href="same">')
        long = "".join(f'<a href="http://h{i % 50}.example/{i}/{"x" * (i % 90)}">\n' for i in range(6000))
        self.write("1/long.html", "<!DOCTYPE html>" + long)
        self.write("2/one.html", '<!DOCTYPE html><a href="' + "y" * 400000 + '"><a href="z">')
        self.write("2/cut.html.gz", gzip.compress(long.encode())[:2000])
        self.write("3/mail.eml", MAIL)
        self.write("3/image.png", b"\x89PNG\r\n\x1a\n")
        return self.folder

    def test_same_for_any_number(self):
        folder = self.documents()
        for form in sample(FORMS, 3):
            for merge in (False, True):
                base = () if "--file-base" in form else ("--base", BASE)
                operands = (*form, *base, folder / "3", folder, folder / "none", folder / "1" / "long.html")
                expected = self.run_jobs(1, *operands, merge=merge)
                self.assertEqual(expected[0], 3)
                for jobs in sample((2, 3, 64), 2):
                    self.assertEqual(self.run_jobs(jobs, *operands, merge=merge), expected, (form, merge, jobs))

    def test_standard_input_between_files(self):
        folder = self.documents()
        operands = (folder / "0", "-", folder / "3")
        self.assertEqual(self.run_jobs(4, *operands, input=PAGE.encode()), self.run_jobs(1, *operands, input=PAGE.encode()))

    def test_spool_in_a_file(self):
        """Much more output than threads may keep in memory."""
        for i in range(8):
            self.write(f"{i}.html", "<!DOCTYPE html>" + f'<a href="{i}{"x" * 80}">\n' * 10000)
        expected = self.run_jobs(1, "--json", self.folder)
        self.assertGreater(len(expected[1]), 16 << 20)
        self.assertEqual(self.run_jobs(3, "--json", self.folder), expected)

    def test_spool_cannot_be_written(self):
        for i in range(4):
            self.write(f"{i}.html", "<!DOCTYPE html>" + f'<a href="{i}">\n' * 20000)
        status, _, err = self.run_jobs(2, "--json", self.folder, env={**os.environ, "TMPDIR": "/nonexistent"})
        self.assertEqual(status, 3)
        self.assertIn(b"uriel: cannot write a temporary file in /nonexistent: No such file or directory", err)

    def test_few_open_files(self):
        folder = self.documents()
        limit = 48
        few = {"preexec_fn": lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (limit, limit))}
        self.assertEqual(self.run_jobs(16, folder, **few), self.run_jobs(1, folder, **few))

    def test_calls_that_fail(self):
        """The output is the same, or a message names the failed call; the program works without threads."""
        folder = self.documents()
        right = self.run_jobs(1, folder)
        for call in ("pthread_create:1", "pthread_create:2", *sample([f"{name}:{i}" for name in ("malloc", "realloc", "calloc")
                                                                     for i in range(1, 200, 67)], 4)):
            run = self.run_jobs(2, folder, program=FAULTY, env={**os.environ, "URIEL_FAIL": call})
            if run != right:
                self.assertEqual(run[0], 3, (call, run[2]))
                self.assertRegex(run[2], b"out of memory|Cannot allocate memory|cannot be read")


if __name__ == "__main__":
    unittest.main()
