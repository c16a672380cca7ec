# SPDX-License-Identifier: MIT
"""The scripts of bench/: invalid options and files, charts as XML, a page that matches the measurements."""
import gzip
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree
import zlib

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.dont_write_bytecode = True
sys.path.insert(0, str(ROOT / "bench" / "programs"))
import crawl
import measure

BENCH = ROOT / "bench"
TIMES = [{"file": "u", "urls": 4, "bytes": 80, "operation": "parse", "title": "parse <all>", "role": role, "name": f"{role} & more",
          "accepted": 4, "ns_min": 10.0 * number, "ns_median": 12.0 * number, "gb_per_s": 1.5, "of_best_peer": 0.5, "of_floor": 2.0, "goal": 15}
         for number, role in enumerate(("floor", "uriel", "peer"), 1)]
PROGRAMS = [{"bytes": 10 ** 9, "urls": 9, "runs": 1, "program": "uriel check -q", "does": "check -q", "role": "uriel", "jobs": 1, "seconds": 0.5,
             "processor_seconds": 0.5, "gb_per_s": 2.0, "memory": 7000000, "of_wc": 0.5, "of_peer": 9.0, "of_one_job": None, "goal": 3}]
PROGRAMS += [{**PROGRAMS[0], "program": "uriel check -q --jobs 2", "jobs": 2, "of_one_job": 1.9, "goal": None, "goal_of_one": 1.8}]
GROWTH = [{"kind": "stream", "operation": "check", "urls": 1000, "bytes": 9, "seconds": 0.1, "processor_seconds": 0.1, "memory": 7000000},
          {"kind": "stream", "operation": "check", "urls": 10000, "left_out": "it would take 999 s"},
          {"kind": "library", "operation": "uriel_parse", "text": "segments", "bytes": 9, "ns": 30.0, "stack": 72},
          {"kind": "library", "operation": "uriel_parse", "text": "segments", "bytes": 100, "ns": 90.0, "stack": 72}]
VARIANTS = [{"variant": name, "file": "u", "operation": "parse", "name": "uriel_parse", "ns_min": 9.5, "size": size}
            for name, size in (("gcc", 123456), ("gcc LTO", None))]
LINKS = [{"pages": 3, "page_bytes": 9 * 10 ** 6, "load": "0.1 to 0.2", "runs": 5, "bytes": 9 * 10 ** 6, "processor": 0.1, "mb_per_s": 90.0,
          "mb_per_s_median": 80.0, **row} for row in (
             {"part": "libraries", "name": "Gumbo", "role": "peer", "build": "gcc", "references": 1234},
             {"part": "libraries", "name": "the tokeniser (sse2)", "role": "uriel", "build": "gcc", "references": 1234, "goal": 1000, "verdict": "missed"},
             {"part": "programs", "name": "links --only-target", "role": "uriel", "build": "before", "memory": 7000000, "goal": 50, "verdict": "met"},
             {"part": "harvest", "name": "harvest --jobs 1", "role": "uriel", "build": "gcc", "jobs": 1, "memory": 7000000, "references": 1234,
              "references_per_s": 400000, "goal": 300000, "verdict": "met"},
             {"part": "harvest", "name": "harvest --jobs 2", "role": "uriel", "build": "gcc", "jobs": 2, "memory": 7000000, "references": 1234,
              "references_per_s": 300000, "of_one_job": 1.5, "goal": 1.7, "verdict": "missed"},
             {"part": "archives", "name": "links, mbox", "role": "uriel", "build": "gcc", "of": "mbox", "memory": 7000000, "of_decoder": 0.9, "goal": 0.8,
              "verdict": "met"},
             {"part": "memory", "name": "a page", "role": "uriel", "build": "gcc", "memory": 7000000, "goal": 10000000, "verdict": "met"})]
JOB = {"load": "0.1 to 0.2", "seconds": 9.5, "processor": 12.25, "memory": 9 * 10 ** 8, "shuffle": 10 ** 6, "output": 2 * 10 ** 6}
SPARK = [{"load": "0.1 to 0.2", "part": "functions", "name": "the column", "role": "floor", "rows": 10 ** 6, "ns": 50.0},
         {"load": "0.1 to 0.2", "part": "functions", "name": "U.host", "role": "uriel", "rows": 10 ** 6, "ns": 1234.5},
         {**JOB, "part": "clean", "name": "uriel-spark clean, local[1]", "role": "uriel", "cores": 1, "urls": 10 ** 4, "bytes": 10 ** 6},
         {**JOB, "part": "clean", "name": "uriel-spark clean, local[1]", "role": "uriel", "cores": 1, "urls": 10 ** 5, "bytes": 10 ** 7},
         {**JOB, "part": "harvest", "name": "uriel harvest", "role": "floor", "bytes": 10 ** 7, "pages": 700},
         {**JOB, "part": "peers", "name": "cc-pyspark", "role": "peer", "file": "wat", "pages": 700, "hosts": 1234},
         {"load": "0.1 to 0.2", "part": "difference", "file": "wat", "only": "uriel", "count": 2, "reason": "an address", "hosts": ["[::1]"]},
         {"part": "goal", "name": "U.host / a peer", "value": 0.25, "most": 0.15}, {"part": "derived", "line": "1e+10 URLs: 1 us"}]
DATA = {"times": TIMES, "programs": PROGRAMS, "growth": GROWTH, "variants": VARIANTS, "links": LINKS, "spark": SPARK}


def run(script, *arguments):
    return subprocess.run([BENCH / script, *arguments], capture_output=True, text=True, timeout=60)


class Scripts(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def lines(self, name, rows):
        path = self.folder / name
        path.write_text("".join(json.dumps(row) + "\n" for row in rows))
        return path

    def test_charts_are_xml_without_script(self):
        for kind in ("times", "programs", "growth", "links", "spark"):
            result = run("chart", kind, self.lines(kind, DATA[kind]))
            self.assertEqual((result.returncode, result.stderr), (0, ""))
            root = xml.etree.ElementTree.fromstring(result.stdout)
            self.assertEqual(root.tag, "{http://www.w3.org/2000/svg}svg")
            names = {element.tag.rpartition("}")[2] for element in root.iter()}
            self.assertLessEqual(names, {"svg", "title", "style", "text", "line", "circle", "polyline"})
            self.assertIn("prefers-color-scheme: dark", result.stdout)

    def test_chart_shows_every_row(self):
        shown = run("chart", "times", self.lines("times", TIMES)).stdout
        self.assertEqual(shown.count("<circle"), len(TIMES))
        for words in ("uriel &amp; more", "parse &lt;all&gt;", ">20<"):
            self.assertIn(words, shown)

    def test_chart_of_one_job_for_spark(self):
        shown = run("chart", "spark", self.lines("spark", [row for row in SPARK if row["part"] == "clean"])).stdout
        self.assertEqual((shown.count("<polyline"), shown.count("<circle")), (4, 0))
        self.assertIn("Shuffle of clean", shown)

    def test_chart_of_two_files(self):
        both = self.lines("both", TIMES + [{**row, "file": "v"} for row in TIMES])
        shown = run("chart", "times", both).stdout
        self.assertEqual((shown.count("<circle"), shown.count("&gt; (u)<"), shown.count("&gt; (v)<")), (6, 1, 1))

    def test_charts_of_what_is_none(self):
        (self.folder / "text").write_text("no JSON\n")
        (self.folder / "empty").write_text("")
        for path, words in ((self.folder / "none", "No such file"), (self.folder / "text", "is no JSON"), (self.folder / "empty", "no results"),
                            (self.lines("other", PROGRAMS), "is not of times")):
            result = run("chart", "times", path)
            self.assertEqual((result.returncode, result.stdout), (1, ""))
            self.assertIn(words, result.stderr)
            self.assertNotIn("Traceback", result.stderr)

    def page(self):
        """A copy of the page with other results."""
        for page in ("performance.md", "spark.md"):
            shutil.copy(ROOT / "doc" / page, self.folder)
        (self.folder / "performance").mkdir()
        for part, rows in DATA.items():
            self.lines(f"performance/{part}.json", rows)
        return self.folder / "performance.md"

    def test_page(self):
        page = self.page()
        result = run("performance", "--check", "--doc", self.folder)
        self.assertEqual(result.returncode, 1)
        self.assertIn("performance.md", result.stderr)
        self.assertEqual(run("performance", "--draw", "--doc", self.folder).returncode, 0)
        self.assertEqual(run("performance", "--check", "--doc", self.folder).returncode, 0)
        text = page.read_text()
        for row in ("| **uriel & more** | 20.0 | 24.0 | 1.50 | 0.500 | 2.00 | 15, missed |",
                    "| **uriel check -q** | 2.00 | 0.50 | 9.0 |  | 3, missed | 7.0 MB |", "| 1.90 | 1.8 times one, met |", "| check | 0.1 | left out | 7.0 MB | 7.0 MB |",
                    "| uriel_parse, segments | 3e-08 | 9e-08 | 72 B | 72 B |", "| parse, uriel_parse | 9.5 | 9.5 |",
                    "| size of liburiel.a, KB | 123 |  |", "| work | before | gcc | goal |", "| **links --only-target** | 90 MB/s, met |  | 50 MB/s |",
                    "| **harvest --jobs 1** |  | 400,000/s, met | 300,000/s |", "| **harvest --jobs 2** |  | 1.50 times one | 1.70 times one |",
                    "| **links, mbox** |  | 0.90 of the decoder, met | 0.80 of the decoder |", "| **a page** |  | 7.0 MB, met | 10.0 MB |",
                    "| Gumbo | gcc | 90.0 | 80.0 | 1,234 |  |"):
            self.assertIn(row, text)
        text = (self.folder / "spark.md").read_text()
        for row in ("| **U.host** | 1,234 |", "| U.host / a peer | 0.25 | 0.15, missed |",
                    "| **uriel-spark clean, local[1]** | 10,000 URLs | 9.50 | 12.25 | 900 MB | 1.00 MB | 2.0 MB |",
                    "| cc-pyspark | WAT | 9.50 | 12.25 | 900 MB | 1.00 MB | 2.0 MB | 1,234 |", "| WAT | 2 | uriel | an address | `[::1]` |",
                    "- 1e+10 URLs: 1 us",
                    "The load was 0.1 to 0.2 (functions), 0.1 to 0.2 (clean), 0.1 to 0.2 (harvest), 0.1 to 0.2 (peers)."):
            self.assertIn(row, text)
        (self.folder / "performance" / "times.svg").write_text("")
        self.assertIn("times.svg", run("performance", "--check", "--doc", self.folder).stderr)

    def test_page_without_its_marks(self):
        page = self.page()
        page.write_text(page.read_text().replace("<!-- /growth -->", ""))
        result = run("performance", "--draw", "--doc", self.folder)
        self.assertEqual(result.returncode, 1)
        self.assertIn("not one place for growth", result.stderr)

    def test_the_page_is_what_was_measured(self):
        result = run("performance", "--check")
        self.assertEqual(result.returncode, 0, result.stderr)

    def test_usage(self):
        for script, wrong in (("chart", ["other", "x"]), ("performance", ["--only", "x"]), ("variants", ["--only", "x"]),
                              ("variants", [self.folder / "none"]), ("variants", ["--rounds", "0"]), ("programs/streams", ["--size", "0"]),
                              ("programs/streams", ["--uriel", self.folder / "none"]), ("programs/growth", ["--max", "1"]),
                              ("programs/links", [self.folder / "none"]), ("programs/links", ["--build", self.folder, self.folder]),
                              ("programs/links", ["--runs", "0", self.folder])):
            result = run(script, *wrong)
            self.assertEqual((result.returncode, result.stdout), (2, ""), script)
            self.assertRegex(result.stderr, r"^usage: ")


class Urls(unittest.TestCase):
    """The input files of the measurements."""

    def test_file(self):
        with tempfile.TemporaryDirectory() as place:
            urls, out = pathlib.Path(place) / "urls", pathlib.Path(place) / "out"
            urls.write_text("http://example.com/a?b\n\nmailto:a@example.com\nhttps://example.net\n")
            lines = measure.write_urls(out, [urls], 1000)
            text = out.read_text()
        self.assertEqual(lines, text.count("\n"))
        self.assertTrue(text.endswith("\n"))
        self.assertTrue(900 < len(text) <= 1000, len(text))
        self.assertTrue(text.startswith("http://example.com/r00000000/a?b\nmailto:a@example.com\nhttps://example.net/r00000000\nhttp://"
                                        "example.com/r00000001/a?b\n"), text[:200])
        web = [line for line in text.splitlines() if line.startswith("http")]
        self.assertEqual(len(web), len(set(web)))

    def test_sizes(self):
        self.assertEqual([measure.size_of(text) for text in ("7", "2k", "256M", "1G")], [7, 2000, 256 * 10 ** 6, 10 ** 9])

    def test_one_that_is_cut(self):
        with tempfile.TemporaryDirectory() as place:
            urls, out = pathlib.Path(place) / "urls", pathlib.Path(place) / "out"
            urls.write_text("http://example.com/a?b\n")
            self.assertEqual(measure.write_urls(out, [urls], 10), 0)
            self.assertEqual(out.read_text(), "")


class Crawl(unittest.TestCase):
    """The archives of bench/programs/spark: WARC 1.0, with a member of gzip for each record (Annex D), and the links of its pages."""

    TEXTS = [b"<base href=/b/><script src=s.js></script><a href=x rel=next>x</a><meta name=a content=b>\n" * 2, b"<p>text\n"]

    def archives(self, size):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        return pathlib.Path(folder.name), crawl.write_warcs(folder.name, self.TEXTS, size, crawl.ODD)

    def test_records(self):
        folder, count = self.archives(100_000)
        data = (folder / "crawl-00000.warc.gz").read_bytes()
        records = redirects = 0
        while data:
            member = zlib.decompressobj(31)
            head, _, rest = member.decompress(data).partition(b"\r\n\r\n")
            self.assertTrue(member.eof and head.startswith(b"WARC/1.0\r\n"), head)
            self.assertEqual(len(rest), int(re.search(rb"\r\nContent-Length: (\d+)", head)[1]) + 4)
            http, _, body = rest.partition(b"\r\n\r\n")
            self.assertEqual(len(body) - 4, int(re.search(rb"Content-Length: (\d+)", http)[1]))
            records, redirects, data = records + 1, redirects + (b"\r\nLocation: https://" in http), member.unused_data
        self.assertEqual((records, redirects), (count, count // crawl.REDIRECTS))

    def test_files(self):
        crawl.FILE, before = 20_000, crawl.FILE
        self.addCleanup(setattr, crawl, "FILE", before)
        folder, _ = self.archives(50_000)
        self.assertEqual(sorted(path.name for path in folder.iterdir()), [f"crawl-{number:05}.warc.gz" for number in range(3)])

    def test_links(self):
        folder, _ = self.archives(1)
        crawl.write_wat(folder / "wat.gz", self.TEXTS, 25)
        with gzip.open(folder / "wat.gz") as file:
            records = re.findall(rb"\r\n\r\n({.*})\r\n\r\n", file.read())
        self.assertEqual(len(records), 25)
        of = [json.loads(record)["Envelope"]["Payload-Metadata"]["HTTP-Response-Metadata"] for record in records]
        page = of[0]["HTML-Metadata"]
        self.assertEqual(page["Head"], {"Base": "/b/", "Scripts": [{"path": "SCRIPT@/src", "url": "s.js"}] * 2, "Metas": [{"name": "a", "content": "b"}] * 2})
        self.assertEqual(page["Links"][:2], [{"path": "A@/href", "url": "x", "rel": "next"}] * 2)
        self.assertEqual(len(page["Links"]), 2 + crawl.LINKS)
        self.assertEqual((of[24]["Response-Message"]["Status"], of[24]["Headers"]["Location"][:8], "HTML-Metadata" in of[24]), ("301", "https://", False))


unittest.main()
