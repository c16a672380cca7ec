# SPDX-License-Identifier: MIT
"""uriel-bench and bench/programs/links measure every peer: each is present, and accepts the URLs or finds the references."""
import json
import os
import pathlib
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
BENCH = os.environ.get("URIEL_BENCH", str(ROOT / "build" / "bench" / "uriel-bench"))
URLS = ROOT / "bench" / "urls.txt"


def run(*arguments):
    return subprocess.run([BENCH, "--rounds", "1", *arguments, URLS], capture_output=True, text=True, timeout=300, check=True).stdout


class Peers(unittest.TestCase):
    def test_none_is_absent(self):
        head = run().split("\n\n")[0]
        others = [line for line in head.splitlines() if not line.startswith("ada: ")]  # Debian does not package ada
        self.assertNotIn("absent", "\n".join(others))
        for name in ("uriparser", "GLib", "libxml2", "libcurl", "Boost.URL"):
            self.assertRegex(head, rf"(?m)^{name} [0-9._]+$")

    def test_each_accepts_urls(self):
        peers = [row for row in map(json.loads, run("--json").splitlines()) if row["role"] == "peer"]
        self.assertGreater(len(peers), 5)
        for row in peers:
            self.assertGreater(row["accepted"], 0, row)


class Pages(unittest.TestCase):
    """lexbor, which Debian does not package, is measured only if its folder is given."""

    def test_none_is_absent(self):
        with tempfile.TemporaryDirectory() as place:
            folder = pathlib.Path(place)
            (folder / "page.html").write_text('<!DOCTYPE html><a href="x">1</a><img src=y>')
            build = pathlib.Path(os.environ.get("URIEL", ROOT / "build" / "uriel")).parent
            subprocess.run([ROOT / "bench" / "programs" / "links", "--build", build, "--runs", "1", "--only", "libraries", "--only", "archives",
                            "--archive", "1K", "-o", folder / "out", folder], check=True, timeout=300, stdout=subprocess.DEVNULL,
                           env={**os.environ, "URIEL_BENCH_FOLDER": str(pathlib.Path(BENCH).parent)})
            rows = [json.loads(line) for line in (folder / "out").read_text().splitlines()]
        peers = [row for row in rows if row["role"] == "peer"]
        for name in ("Gumbo ", "libxml2 ", "lxml "):
            self.assertTrue(any(row["name"].startswith(name) for row in peers), name)
        self.assertEqual({row["references"] for row in peers}, {2})
        self.assertEqual([row["of"] for row in rows if row["part"] == "archives" and "of_decoder" in row], ["WARC.gz", "mbox"])


if __name__ == "__main__":
    unittest.main()
