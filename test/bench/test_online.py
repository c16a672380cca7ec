# SPDX-License-Identifier: MIT
"""bench/programs/online: one request for each distinct target (doc/performance.md, "Links on servers"). With URIEL_LARGE, the
10,000 pages of make bench-online, with its limits for time and memory, beside lychee if there is one."""
import importlib.machinery
import importlib.util
import json
import os
import pathlib
import subprocess
import sys
import types
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
ONLINE = ROOT / "bench" / "programs" / "online"
URIEL = os.environ.get("URIEL", str(ROOT / "build" / "uriel"))

sys.dont_write_bytecode = True
sys.path.insert(0, str(ONLINE.parent))
loader = importlib.machinery.SourceFileLoader("online", str(ONLINE))
online = importlib.util.module_from_spec(importlib.util.spec_from_loader("online", loader))
loader.exec_module(online)


def run(*arguments):
    return subprocess.run([ONLINE, "--uriel", URIEL, *arguments], capture_output=True, text=True, timeout=550)


class Small(unittest.TestCase):
    def test_one_request_for_each_target(self):
        done = run("--lychee=", "--pages=300", "--latency=1", "--runs=2", "--any-time", "--json")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        row, = (json.loads(line) for line in done.stdout.splitlines())
        self.assertEqual((row["program"], row["requests"], row["targets"]), ("uriel", 300, 300))
        self.assertLessEqual(row["connections"], 64)
        self.assertGreater(row["seconds"], row["bound"])

    def test_limits(self):
        row = {"program": "uriel", "seconds": 4.0, "bound": 3.125, "of_bound": 1.28, "memory": 40 * 10 ** 6, "requests": 10000, "targets": 10000}
        other = {**row, "program": "lychee", "seconds": 5.0}
        for change, words in (({}, []), ({"requests": 10001}, ["10001 requests"]), ({"targets": 9999}, ["9999 of 10000 targets"]),
                              ({"memory": 10 ** 8}, ["100.0 MB"]), ({"of_bound": 1.31}, ["1.31 times the bound"]),
                              ({"seconds": 5.1}, ["5.10 s, and lychee 5.00 s"])):
            for any_time in (False, True):
                found = list(online.missed(types.SimpleNamespace(pages=10000, any_time=any_time), [{**row, **change}, other]))
                wanted = [] if any_time and change.keys() & {"of_bound", "seconds"} else words
                self.assertEqual(len(found), len(wanted), (change, found))
                for word in wanted:
                    self.assertIn(word, found[0])

    def test_a_missed_limit_is_the_status(self):
        """The latency is the bound if there is one page for each connection, and the program has to start, too."""
        done = run("--lychee=", "--pages=64", "--latency=1", "--runs=1")
        self.assertEqual(done.returncode, 1)
        self.assertIn("missed: ", done.stderr)

    def test_usage(self):
        self.assertEqual(run("--pages=0").returncode, 2)
        self.assertIn("no program", run("--lychee=/nonexistent/lychee").stderr)


@unittest.skipUnless(os.environ.get("URIEL_LARGE"), "needs URIEL_LARGE: make check-release")
class Large(unittest.TestCase):
    def test_ten_thousand_pages(self):
        done = run()
        print(done.stdout)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertIn("lychee", done.stdout, "LYCHEE or PATH has it")


if __name__ == "__main__":
    unittest.main(defaultTest=None if len(sys.argv) > 1 else "Small")
