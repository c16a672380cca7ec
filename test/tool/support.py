# SPDX-License-Identifier: MIT
"""Shared by the tests of the program: running it, and comparing its output."""
import functools
import json
import os
import pathlib
import select
import subprocess
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "test"))
from terminal import open_terminal, read_terminal  # noqa: E402 (for other tests as well)

URIEL = os.environ.get("URIEL", str(ROOT / "build" / "uriel"))
FAULTY = os.environ.get("URIEL_FAULTY", str(ROOT / "build" / "test" / "uriel_faulty"))
TIMEOUT = 60


@functools.lru_cache
def is_sanitized():
    """Whether the program was built with AddressSanitizer, which takes additional memory and time."""
    return b"__asan_init" in pathlib.Path(URIEL).read_bytes()


def sample(things, every, first=0):
    """All items; every n-th, from the first, if the program is sanitized, which makes it start slowly, unless URIEL_LARGE is
    set."""
    return things[first % every::every] if is_sanitized() and not os.environ.get("URIEL_LARGE") else things


class Result:
    """The result of a run: exit status, and both outputs as bytes and as text."""

    def __init__(self, status, out, err):
        self.status = status
        self.out = out
        self.err = err
        self.text = out.decode("utf-8", "surrogateescape")
        self.errors = err.decode("utf-8", "surrogateescape")

    @property
    def lines(self):
        return self.text.splitlines()

    @property
    def records(self):
        """The JSON objects, one from each line; a line that is not JSON raises."""
        return [json.loads(line) for line in self.out.decode("utf-8").split("\n")[:-1]]


def environment(**extra):
    """The environment without variables that change the output, plus `extra`."""
    plain = {key: value for key, value in os.environ.items() if key not in ("NO_COLOR", "URIEL_FAIL", "URIEL_PIECE")}
    plain["TERM"] = "xterm"
    plain.update(extra)
    return plain


def encode(text):
    return text.encode("utf-8", "surrogateescape") if isinstance(text, str) else text


def uriel(*arguments, input=b"", program=URIEL, env=None, stdin=None):
    """Runs the program on `input`, as bytes or text."""
    how = {"stdin": stdin} if stdin is not None else {"input": encode(input)}
    done = subprocess.run([program, *arguments], capture_output=True, timeout=TIMEOUT, env=env or environment(), **how)
    return Result(done.returncode, done.stdout, done.stderr)


def has_historic():
    """Whether the build supports the documents before RFC 3986, according to CMake's option, not to the program."""
    return os.environ.get("URIEL_HISTORIC", "1") == "1"


def on_terminal(*arguments, env=None, input=b"", terminal_out=True, terminal_err=True):
    """Runs the program with standard output or error (or both) on a terminal; a Result."""
    master, slave = open_terminal()
    process = subprocess.Popen(
        [URIEL, *arguments], env=env or environment(), stdin=subprocess.PIPE,
        stdout=slave if terminal_out else subprocess.PIPE, stderr=slave if terminal_err else subprocess.PIPE)
    os.close(slave)
    process.stdin.write(encode(input))
    process.stdin.close()
    shown = read_terminal(master)
    other = b""
    for pipe in (process.stdout, process.stderr):
        if pipe:
            other += pipe.read()
            pipe.close()
    status = process.wait(TIMEOUT)
    os.close(master)
    shown = shown.replace(b"\r\n", b"\n")
    return Result(status, shown if terminal_out else other, other if terminal_out else shown)


class ToolTest(unittest.TestCase):
    """A test case that reports the failed run, with its messages."""

    maxDiff = None

    def check(self, arguments, out, status=0, err="", input=b""):
        """One run: its whole output, its status, and its messages (None: any)."""
        result = uriel(*arguments, input=input)
        self.assertEqual(result.out.decode("utf-8", "surrogateescape"), out, f"uriel {arguments}: {result.errors}")
        self.assertEqual(result.status, status, f"uriel {arguments}: {result.errors}")
        if err is not None:
            self.assertEqual(result.errors, err)
        return result

    def as_many(self, inputs, records):
        """Returns the records; asserts that there is one for each input."""
        self.assertEqual(len(records), len(inputs))
        return records

    def usage(self, arguments, *words, **more):
        """A usage error: status 2, nothing on standard output, a message with each of `words`."""
        result = uriel(*arguments, **more)
        self.assertEqual(result.status, 2, result.errors)
        self.assertEqual(result.out, b"")
        self.assertTrue(result.errors.startswith("uriel"), result.errors)
        for word in words:
            self.assertIn(word, result.errors)
        return result

    def answers_at_once(self, *options):
        """Asserts that a coprocess gets each answer before it sends the next input."""
        for arguments, question, answer in ((["check"], b"http://h/\n", b"http://h/\n"),
                                            (["parse", "--json"], b"a\n", b"}\n"),
                                            (["check", "-0"], b"a\0", b"a\0")):
            with self.subTest(arguments):
                process = subprocess.Popen([URIEL, *arguments, *options], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                           bufsize=0, env=environment())
                for _ in range(200):
                    process.stdin.write(question)
                    self.assertTrue(select.select([process.stdout], [], [], TIMEOUT)[0], "no answer")
                    self.assertTrue(process.stdout.read(65536).endswith(answer))
                process.stdin.close()
                self.assertEqual(process.stdout.read(), b"")
                self.assertEqual(process.wait(TIMEOUT), 0)
                process.stdout.close()
