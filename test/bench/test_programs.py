# SPDX-License-Identifier: MIT
"""bench/programs/streams, growth and links on small inputs: the programs they run, their output, their verdict on growth."""
import importlib.machinery
import importlib.util
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAMS = ROOT / "bench" / "programs"
URIEL = os.environ.get("URIEL", str(ROOT / "build" / "uriel"))
FOLDER = pathlib.Path(os.environ.get("URIEL_BENCH_FOLDER", ROOT / "build" / "bench"))

sys.dont_write_bytecode = True
sys.path.insert(0, str(PROGRAMS))
import measure
loader = importlib.machinery.SourceFileLoader("growth", str(PROGRAMS / "growth"))
growth = importlib.util.module_from_spec(importlib.util.spec_from_loader("growth", loader))
loader.exec_module(growth)


def run(script, *arguments):
    return subprocess.run([PROGRAMS / script, "--uriel", URIEL, *arguments], capture_output=True, text=True, timeout=120)


class Programs(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.out = pathlib.Path(folder.name) / "out"

    def rows(self, result):
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        rows = [json.loads(line) for line in self.out.read_text().splitlines()]
        self.assertGreater(len(rows), 1)
        return rows

    def test_streams(self):
        result = run("streams", "--size", "200K", "--runs", "1", "--lines", "3000", "--no-text", "-o", self.out)
        rows = {row["program"]: row for row in self.rows(result)}
        for program in ("cat", "wc -l", "uriel check -q", "uriel normalize", "uriel parse --tsv", "uriel find",
                        "uriel sort --unique, 3000 lines", "sort -u, 3000 lines", "uriel clean, 3000 lines"):
            self.assertIn(program, result.stdout)
            self.assertGreater(rows[program]["gb_per_s"], 0)
            self.assertGreater(rows[program]["memory"], 100000)
        self.assertEqual(rows["wc -l"]["of_wc"], 1)

    def test_streams_without_urls(self):
        empty = self.out.with_name("empty")
        empty.write_text("\n")
        result = run("streams", "--no-text", empty)
        self.assertEqual(result.returncode, 1)
        self.assertIn("no URLs in", result.stderr)

    def test_growth_of_a_stream(self):
        rows = self.rows(run("growth", "--only", "check", "--max", "1e4", "-o", self.out))
        streams = [(row["operation"], row["urls"]) for row in rows]
        self.assertEqual(streams, [("check", 1000), ("check", 10000), ("check -q", 1000), ("check -q", 10000)])

    def test_every_stream_takes_its_input(self):
        """A subcommand that fails ends the script."""
        result = run("growth", "--max", "1e3", "-o", self.out)
        operations = {row["operation"] for row in self.rows(result)}
        self.assertLessEqual({"check", "parse --json", "compare", "urn check", "lineage", "uriel_parse", "uriel_hash"}, operations)

    def test_only_what_is_not(self):
        result = run("growth", "--only", "nothing", "--max", "1e3")
        self.assertEqual(result.returncode, 1)
        self.assertIn("begins with nothing", result.stderr)


class Links(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        (self.folder / "pages").mkdir()
        (self.folder / "pages" / "a.html").write_text('<!DOCTYPE html><a href="x">1</a><img src=y><title><a href="z"></title>\nFrom here\n')
        (self.folder / "pages" / "b.html").write_text("<p>none" + " and more text" * 99)
        (self.folder / "pages" / "c.txt").write_text('<a href="x">')
        (self.folder / "pages" / "again").symlink_to(".")

    def links(self, *arguments):
        build = self.folder / "build"
        (build / "bench").mkdir(parents=True)
        (build / "uriel").symlink_to(URIEL)
        (build / "bench" / "uriel-bench-html").symlink_to(FOLDER / "uriel-bench-html")
        out = self.folder / "out"
        done = subprocess.run([PROGRAMS / "links", "--build", f"this={build}", "--runs", "2", "--archive", "1K", "--growth", "1M", "-o", out, *arguments,
                               self.folder / "pages"], capture_output=True, text=True, timeout=120)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        rows = [json.loads(line) for line in out.read_text().splitlines()]
        for row in rows:
            self.assertEqual(row["pages"], 2)
            self.assertLessEqual(row["processor"], row["processor_median"])
        return rows, done.stdout

    def test_libraries(self):
        rows, text = self.links("--only", "libraries")
        tokens = [row for row in rows if row["name"].startswith("the tokeniser (")]
        self.assertTrue(tokens)
        self.assertEqual({row["references"] for row in rows if row["role"] == "uriel"}, {2})
        self.assertEqual({row["build"] for row in tokens}, {"this"})
        self.assertEqual([row["references"] for row in rows if row["name"].startswith("memchr")], [8, 8])
        self.assertIn("the tokeniser (plain)", text)

    def test_programs(self):
        rows, text = self.links("--only", "programs", "--only", "archives", "--only", "memory")
        names = [row["name"] for row in rows if row["role"] == "uriel"]
        self.assertEqual(names, ["links --only-target", "links --json", "links --only-target, WARC.gz", "links --only-target, mbox",
                                 "links --only-target, a page of 1 MB"])
        self.assertIn("2 pages", text)

    def test_harvest(self):
        rows, _ = self.links("--only", "harvest")
        self.assertEqual([row["references"] for row in rows], [2, 2])
        self.assertGreater(rows[1]["of_one_job"], 0)

    def test_archives_have_what_the_pages_have(self):
        import pages
        page = self.folder / "pages" / "a.html"
        for write, name in ((pages.write_warc, "a.warc.gz"), (pages.write_mbox, "a.mbox")):
            write(self.folder / name, [page, page])
            done = subprocess.run([URIEL, "links", "--only-target", "-b", "http://example.com/", self.folder / name], capture_output=True, text=True)
            targets = sorted(target[-1] for target in done.stdout.split() if target[-1] in "xy")
            self.assertEqual(targets, ["x", "x", "y", "y"], name)

    def test_folder_without_pages(self):
        done = subprocess.run([PROGRAMS / "links", "--build", pathlib.Path(URIEL).parent, self.folder / "pages" / "none"], capture_output=True, text=True)
        self.assertEqual(done.returncode, 2)
        self.assertIn("make bench-links HTML=FOLDER", done.stderr)
        (self.folder / "empty").mkdir()
        done = subprocess.run([PROGRAMS / "links", "--build", pathlib.Path(URIEL).parent, self.folder / "empty"], capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertIn("no *.html below", done.stderr)

    def test_pages_program(self):
        program, listed = FOLDER / "uriel-bench-html", self.folder / "list"
        for wrong in ([], [listed], [listed, "0"], [listed, "1001"], [listed, "1", "other"]):
            self.assertEqual(subprocess.run([program, *wrong], capture_output=True).returncode, 2, wrong)
        for text, words in (("", "lists no pages"), ("/nonexistent/page\n", "No such file")):
            listed.write_text(text)
            done = subprocess.run([program, listed, "1"], capture_output=True, text=True)
            self.assertEqual((done.returncode, done.stdout), (3, ""))
            self.assertIn(words, done.stderr)


class Growth(unittest.TestCase):
    """The verdict on known numbers."""

    @staticmethod
    def row(size, seconds, memory):
        return {"kind": "stream", "operation": "x", "urls": size, "processor_seconds": seconds, "memory": memory}

    def verdict(self, *rows):
        return next(iter(growth.summary([self.row(*row) for row in rows])))

    def test_straight_and_flat(self):
        found = self.verdict((1000, 0.1, 7000000), (10000, 1.0, 7050000), (100000, 10.0, 7100000))
        self.assertAlmostEqual(found["grows"], 1)
        self.assertTrue(found["straight"] and found["flat"])

    def test_square(self):
        found = self.verdict((1000, 0.1, 7000000), (10000, 10.0, 7000000))
        self.assertAlmostEqual(found["grows"], 2)
        self.assertFalse(found["straight"])

    def test_memory_that_grows(self):
        self.assertFalse(self.verdict((1000, 0.1, 7000000), (10000, 1.0, 9000000))["flat"])


class Helpers(unittest.TestCase):
    def test_timed(self):
        with tempfile.TemporaryDirectory() as place:
            out = pathlib.Path(place) / "out"
            for command, status in ((["true"], 0), (["sh", "-c", "exit 7"], 7), (["sh", "-c", "kill -9 $$"], 137),
                                    (["/nonexistent/program"], 127)):
                done = subprocess.run([FOLDER / "uriel-timed", out, *command], capture_output=True, text=True)
                self.assertEqual(done.returncode, status, command)
                self.assertEqual(len(out.read_text().split()), 3)
            done = subprocess.run([FOLDER / "uriel-timed", pathlib.Path(place) / "no" / "out", "true"], capture_output=True, text=True)
            self.assertEqual(done.returncode, 127)
            self.assertIn("No such file", done.stderr)
        self.assertEqual(subprocess.run([FOLDER / "uriel-timed", out], capture_output=True).returncode, 2)

    def test_memory_is_the_command_s_own(self):
        with tempfile.TemporaryDirectory() as place:
            out = pathlib.Path(place) / "out"
            held = bytearray(64 << 20)  # the memory of this process
            subprocess.run([FOLDER / "uriel-timed", out, "true"], check=True)
            self.assertLess(int(out.read_text().split()[2]), len(held) // 2)

    def test_descendants(self):
        """The processor time and the memory of a process that outlives the command and is not its child."""
        held = "held = bytearray(b'x') * (64 << 20); sum(range(10 ** 7))"
        with tempfile.TemporaryDirectory() as place:
            timed = measure.Timed(["sh", "-c", f'(sleep 0.1; {sys.executable} -c "{held}"; {sys.executable} -c "{held}; import time; time.sleep(1)") &'],
                                  place, whole=True).wait()
        self.assertLess(timed.seconds, 0.5)
        self.assertGreater(timed.processor, 0.1)
        self.assertTrue(64 << 20 < timed.memory < 128 << 20, timed.memory)

    def test_tree(self):
        tree = measure.Tree(os.getpid())
        before = tree.processor()
        subprocess.run([sys.executable, "-c", "sum(range(10 ** 7))"], check=True)
        self.assertGreater(tree.processor() - before, 0.05)
        self.assertGreater(tree.memory(), 1 << 20)

    def test_long(self):
        for wrong in (["9"], ["x"], ["-1"], ["99999999999"], ["1", "2"]):
            done = subprocess.run([FOLDER / "uriel-long", *wrong], capture_output=True, text=True)
            self.assertEqual((done.returncode, done.stdout), (2, ""), wrong)
        done = subprocess.run([FOLDER / "uriel-long", "100"], capture_output=True, text=True, check=True)
        rows = [json.loads(line) for line in done.stdout.splitlines()]
        self.assertTrue(all(row["bytes"] in range(8, 11) or row["bytes"] in range(98, 101) for row in rows), rows)
        self.assertTrue(all(row["ns"] > 0 for row in rows))


unittest.main()
