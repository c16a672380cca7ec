# SPDX-License-Identifier: MIT
"""Shared by the measurements of programs: sizes, times and memory of a process, files of URLs."""
import argparse
import os
import pathlib
import re
import subprocess
import sys
import time

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


class Tree:
    """A process and its descendants, as the system shows them at this moment."""

    def __init__(self, root):
        self.root = root

    def members(self):
        """The fields of /proc/PID/stat after the name, by process; the second is the parent."""
        found = {}
        for name in filter(str.isdigit, os.listdir("/proc")):
            try:
                with open(f"/proc/{name}/stat", encoding="utf-8", errors="replace") as file:
                    found[int(name)] = file.read().rpartition(")")[2].split()
            except OSError:
                pass  # it has ended
        inside = {self.root}
        while more := {pid for pid, fields in found.items() if int(fields[1]) in inside} - inside:
            inside |= more
        return {pid: found[pid] for pid in inside if pid in found}

    def processor(self):
        """Seconds of all members, and of their children that have ended."""
        return sum(int(ticks) for fields in self.members().values() for ticks in fields[11:15]) / os.sysconf("SC_CLK_TCK")

    def memory(self):
        """Bytes of all members. A page that several share is divided among them."""
        total = 0
        for pid in self.members():
            try:
                with open(f"/proc/{pid}/smaps_rollup", encoding="ascii") as file:
                    total += next((int(line.split()[1]) for line in file if line.startswith("Pss:")), 0) << 10
            except OSError:
                pass
        return total


class Timed:
    """The measurements of build/bench/uriel-timed: `seconds` of elapsed time, `processor` with all descendants, and `memory`, the peak of
    one process; with `whole`, of the command and its descendants together, looked at ten times a second."""

    def __init__(self, command, place, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, variables=None,
                 whole=False):
        self.path = os.path.join(place, "timed")
        self.command = [str(part) for part in command]
        self.process = subprocess.Popen([BENCH / "uriel-timed", self.path, *self.command], stdin=stdin, stdout=stdout, stderr=stderr,
                                        env={**os.environ, "LC_ALL": "C.UTF-8", **(variables or {})})
        self.whole = Tree(self.process.pid) if whole else None

    def wait(self):
        most = 0
        while self.whole and self.process.poll() is None:
            most = max(most, self.whole.memory())
            time.sleep(0.1)
        status = self.process.wait()
        if status not in (0, 1):
            sys.exit(f"{sys.argv[0]}: {' '.join(self.command)} ended with status {status}")
        with open(self.path, encoding="ascii") as file:
            seconds, processor, memory = file.read().split()
        self.seconds, self.processor, self.memory = float(seconds), float(processor), max(int(memory), most)
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


def write_lines(path, paths, count):
    """Writes this many lines of URLs."""
    lines = round_of(urls_of(paths)).splitlines(keepends=True)
    with open(path, "wb") as out:
        for number in range(-(-count // len(lines))):
            out.write(numbered(b"".join(lines[:count - number * len(lines)]), number))


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
