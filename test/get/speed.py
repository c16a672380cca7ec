# SPDX-License-Identifier: MIT
"""uriel get file: takes at most 1.2 times as long as cat, to /dev/null and into a pipe. Processor time, which other programs change
little, of alternating runs."""
import os
import statistics
import subprocess
import tempfile
import unittest

from support import ENVIRONMENT, URIEL

SIZE, RUNS, MOST = 1 << 30, 15, 1.2


def seconds(command, pipe):
    """The processor time of the command, whose output goes to /dev/null, or through a pipe to a reader."""
    reader = subprocess.Popen(["cat"], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL) if pipe else None
    process = subprocess.Popen(command, stdout=reader.stdin if pipe else subprocess.DEVNULL, env=ENVIRONMENT)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = status
    if reader:
        reader.stdin.close()
        reader.wait()
    assert status == 0
    return usage.ru_utime + usage.ru_stime


class Speed(unittest.TestCase):
    def test_file(self):
        with tempfile.NamedTemporaryFile() as file:
            file.truncate(SIZE)
            commands = [[URIEL, "get", f"file://{file.name}"], ["cat", file.name]]
            for pipe in (False, True):
                with self.subTest(pipe=pipe):
                    runs = [[seconds(command, pipe) for command in commands] for _ in range(RUNS + 1)][1:]
                    ours, cat = (statistics.median(column) for column in zip(*runs))
                    print(f"get {ours:.3f} s, cat {cat:.3f} s of processor time, {ours / cat:.2f} times, {'a pipe' if pipe else '/dev/null'}")
                    self.assertLess(ours, MOST * cat)


unittest.main()
