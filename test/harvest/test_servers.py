# SPDX-License-Identifier: MIT
"""uriel harvest --check-online: the servers of all targets in a database, on the loopback interface."""
import contextlib
import json
import pathlib
import sqlite3
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "links"))
from test_online import DEAD_NAMES, PAGE, TIMEOUT, URIEL, Site, to  # noqa: E402


class Servers(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.site = Site({"/p": PAGE, "/r": to("/p"), "/dead": to("/none")})
        self.addCleanup(self.site.__exit__)
        (self.folder / "policy").write_text(f"allow network 127.0.0.0/8\nallow port {self.site.port}\n")
        (self.folder / "docs").mkdir()
        links = ["p", "p#a", "p#nix", "r", "dead", "none"]
        text = "".join(f'<a href="{self.site.base}/{link}">x</a>\n' for link in links)
        (self.folder / "docs" / "page.html").write_text(text + '<a href="http://10.0.0.1/">x</a><a href="no.html">x</a>')

    def harvest(self, *options, status=0):
        done = subprocess.run([URIEL, "harvest", "-o", "db", *options], capture_output=True, text=True, timeout=TIMEOUT, cwd=self.folder)
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        return done

    def check(self, *options):
        return self.harvest("--check-online", "--policy=policy", DEAD_NAMES, *options)

    def broken(self):
        lines = self.harvest("--list=broken", "--json", status=1).stdout.splitlines()
        return {record["raw"].split("/")[-1]: record for record in map(json.loads, lines)}

    def test_answers(self):
        done = self.check("-q", "docs")
        self.assertIn("7 targets of servers: 3 broken, 1 not asked", done.stderr)
        self.assertEqual(sorted(self.site.log), ["GET /none", "GET /p", "HEAD /dead", "HEAD /none", "HEAD /r"])
        broken = self.broken()
        self.assertEqual({name: record["error"]["code"] for name, record in broken.items()},
                         {"p#nix": "fragment-not-found", "dead": "server-status", "none": "server-status", "no.html": "file missing"})
        self.assertEqual((broken["dead"]["status"], broken["dead"]["chain"]), ("404", f"301 {self.site.base}/none"))
        summary = json.loads(self.harvest("--json").stdout)
        self.assertEqual(summary["broken"], 4)

    def test_second_run(self):
        self.check("-q", "docs")
        count = len(self.site.log)
        self.check()
        self.assertEqual(len(self.site.log), count)
        self.site.pages["/none"] = PAGE
        self.check("--max-age=0s")
        self.assertEqual(set(self.broken()), {"p#nix", "no.html"})

    def test_links_use_the_database(self):
        self.check("-q", "docs")
        self.site.log.clear()
        done = subprocess.run([URIEL, "links", "--check", "--online", "--policy=policy", "--offline", "--cache=db", "docs"],
                              capture_output=True, text=True, timeout=TIMEOUT, cwd=self.folder)
        self.assertEqual((done.returncode, self.site.log), (1, []))
        self.assertIn("4 broken", done.stderr)

    def test_pages(self):
        """The origin of a page is named, and needs no rule."""
        self.site.pages["/d/i"] = b'<a href="/p">1</a><a href="/none">2</a>'
        self.harvest("--check-online", "--rate=0", "-q", f"{self.site.base}/d/i")
        self.assertEqual(set(self.broken()), {"none"})

    def test_without_the_option(self):
        self.harvest("-q", "docs")
        with contextlib.closing(sqlite3.connect(self.folder / "db")) as db:
            names = {name for name, in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        self.assertFalse(names & {"unreachable", "answers", "fragments"})
        self.assertEqual(set(self.broken()), {"no.html"})


if __name__ == "__main__":
    unittest.main()
