# SPDX-License-Identifier: MIT
"""Shared by the measurements of programs: sizes, times and memory of a process, files of URLs."""
import argparse
import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
URIEL = ROOT / "build" / "uriel"
BENCH = pathlib.Path(os.environ.get("URIEL_BENCH_FOLDER", ROOT / "build" / "bench"))  # of uriel-timed and its like
UNITS = {"": 1, "K": 10 ** 3, "M": 10 ** 6, "G": 10 ** 9}
# Replaced by another number in each round of the URLs, so that no two rounds are the same.
ROUND = b"r00000000"


def size_of(text):
    found = re.fullmatch(r"(\d+)([KMG]?)", text.upper())
    if not found or not int(found[1]):
        raise argparse.ArgumentTypeError(f"a size is a number of bytes, optionally followed by K, M or G: not {text}")
    return int(found[1]) * UNITS[found[2]]


def programs_needed(parser, *paths):
    for path in paths:
        if not os.access(path, os.X_OK):
            parser.error(f"there is no program {path}: build it, or name another (--help)")


class Timed:
    """The measurements of build/bench/uriel-timed: `seconds` of elapsed time, `processor`, `memory`."""

    def __init__(self, command, place, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL):
        self.path = os.path.join(place, "timed")
        self.command = [str(part) for part in command]
        self.process = subprocess.Popen([BENCH / "uriel-timed", self.path, *self.command], stdin=stdin, stdout=stdout,
                                        stderr=subprocess.DEVNULL, env={**os.environ, "LC_ALL": "C.UTF-8"})

    def wait(self):
        status = self.process.wait()
        if status not in (0, 1):
            sys.exit(f"{sys.argv[0]}: {' '.join(self.command)} ended with status {status}")
        with open(self.path, encoding="ascii") as file:
            seconds, processor, memory = file.read().split()
        self.seconds, self.processor, self.memory = float(seconds), float(processor), int(memory)
        return self


def fastest(command, place, runs, path=None):
    """The run with the least elapsed time, with the file as standard input."""
    best = None
    for _ in range(runs):
        with open(path or os.devnull, "rb") as file:
            timed = Timed(command, place, stdin=file).wait()
        if best is None or timed.seconds < best.seconds:
            best = timed
    return best


def has_option(uriel, subcommand, option):
    done = subprocess.run([uriel, subcommand, "--help"], capture_output=True, text=True, check=False)
    return option in done.stdout


def urls_of(paths):
    """The lines of the files that are URLs with an authority; each can be varied."""
    lines = []
    for path in paths:
        with open(path, "rb") as file:
            lines += [line for line in file.read().splitlines() if line]
    return lines


def round_of(lines):
    """The text of one round, with ROUND as the first segment of each path that follows an authority."""
    return b"".join(re.sub(rb"^(\w[\w+.-]*://[^/?#]*)", rb"\g<1>/" + ROUND, line, count=1) + b"\n" for line in lines)


def numbered(text, number):
    """The text of that round: of the same length, with other URLs."""
    return text.replace(ROUND, b"r%08d" % (number % 10 ** 8))


def write_urls(path, paths, size):
    """Writes a file of this size, truncated at the end of a line; returns the number of URLs."""
    text = round_of(urls_of(paths))
    lines = written = number = 0
    with open(path, "wb") as out:
        while text and written < size:
            data = numbered(text, number)
            if len(data) > size - written:
                data = data[:data.rfind(b"\n", 0, size - written) + 1]
                if not data:
                    break
            out.write(data)
            lines += data.count(b"\n")
            written += len(data)
            number += 1
    return lines
