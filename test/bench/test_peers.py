# SPDX-License-Identifier: MIT
"""uriel-bench measures every library that it knows, beside uriel: none is absent, and each accepts URLs."""
import json
import os
import pathlib
import subprocess
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
BENCH = os.environ.get("URIEL_BENCH", str(ROOT / "build" / "bench" / "uriel-bench"))
URLS = ROOT / "bench" / "urls.txt"


def run(*arguments):
    return subprocess.run([BENCH, "--rounds", "1", *arguments, URLS], capture_output=True, text=True, timeout=300, check=True).stdout


class Peers(unittest.TestCase):
    def test_none_is_absent(self):
        head = run().split("\n\n")[0]
        others = [line for line in head.splitlines() if not line.startswith("ada: ")]  # no package has ada
        self.assertNotIn("absent", "\n".join(others))
        for name in ("uriparser", "GLib", "libxml2", "libcurl", "Boost.URL"):
            self.assertRegex(head, rf"(?m)^{name} [0-9._]+$")

    def test_each_accepts_urls(self):
        peers = [row for row in map(json.loads, run("--json").splitlines()) if row["role"] == "peer"]
        self.assertGreater(len(peers), 5)
        for row in peers:
            self.assertGreater(row["accepted"], 0, row)


if __name__ == "__main__":
    unittest.main()
