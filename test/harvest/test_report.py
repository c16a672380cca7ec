# SPDX-License-Identifier: MIT
"""The page of --report: it shows the database's content, nothing in it is executed, and it is complete or absent."""
import collections
import os
import re
import signal
import stat
import subprocess
import time
import unittest

from page import Page
from support import FAULTY, ROOT, HarvestTest

A = """<!DOCTYPE html>
<a href="http://www.example.org/x/y">1</a> <a href="HTTP://www.example.org:80/x/y">2</a>
<a href="https://www.example.org/x/y">3</a> <a href="https://other.example/">4</a>
<a href="ftp://other.example/a/b/">5</a> <a href="mailto:a@b.example">6</a> <a href="urn:isbn:0451450523">7</a>
<a href="b.html#top">8</a> <a href="sub/">9</a> <a href="sub">10</a> <a href="sub/c.html?q">11</a> <a href="#here" id="here">12</a>
<a href="gone.html">13</a> <a href="gone.html#x">14</a> <a href="sub/lost.png">15</a> <a href="../outside.html">16</a>
<a href="a[b">17</a> <a href="http://h.example:x/">18</a>
"""
B = '<!DOCTYPE html><base href="https://base.example/d/"><a href="one">1</a> <a href="two">2</a><a href="c d">3</a>'
UNSEEN = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\xad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\U000e0000-\U000e0fff]")
NAMES = [b"<script>alert(1)<b>.html", b"a\"onload='x'&amp;.html", b"bad\xff\xfe.html", "evil\u202egnp.html".encode(),
         "zero\u200bwidth\ufeff\U000e0041.html".encode(), b"ctrl\x01\x1b[31m\x7f.html"]
LINKS = ["javascript:alert(1)", "&quot;><script>alert(2)</script>", "</style><img src=x onerror=alert(3)>", "a\u202eb[",
         "data:text/html,<script>alert(4)</script>", "http://h[</title></svg><script>", "\u0085[", "&#1;[", "--><!--["]


def write_hostile(test):
    links = "".join(f'<a href=\'{link}\'>x</a>\n' for link in LINKS)
    for name in NAMES:
        path = os.fsencode(test.folder) + b"/" + name
        with open(path, "wb") as file:
            file.write(b"<!DOCTYPE html>" + links.encode() + b"<a href='bad\xff[\xc3'>x</a> <a href='tab&#9;&#7;['>x</a>")
    test.write("raw.txt", b"<http://\xe2\x80\xae.example/[\xff>")


def at(raw):
    """The place of an attribute's value in A."""
    before = A[:A.index(f'"{raw}"') + 1]
    return f"a.html:{before.count(chr(10)) + 1}:{len(before) - before.rfind(chr(10))}"


class ReportTest(HarvestTest):
    def setUp(self):
        super().setUp()
        self.page = self.place / "report.html"

    def harvest(self, *arguments, **how):
        return super().harvest("--strict", *arguments, **how)

    def report(self, *arguments, **how):
        """Harvests and returns the page, read."""
        self.harvest("--quiet", f"--report={self.page}", *arguments, **how)
        return Page(self.page.read_text(encoding="utf-8"))

    def write_some(self):
        self.write("a.html", A)
        self.write("b.html", B)
        self.write("sub/c.html", "<!DOCTYPE html>")
        self.write("sub/d.txt", "See <http://www.example.org/x/y> and https://deep.example/1/2/3/4/5/6/7/8/9/10/11/12/13.")
        self.write("e.png", b"\x89PNG\r\n\x1a\n\0\0")


class Numbers(ReportTest):
    def setUp(self):
        super().setUp()
        self.write_some()
        self.read = self.report()

    def test_headline(self):
        for name, sql in {"documents": "document", "references": "reference", "identifiers": "identifier",
                          "error-count": "error"}.items():
            self.assertEqual(self.read.number(name), self.query(f"SELECT count(*) FROM {sql}")[0][0], name)
        hosts = {host for host, in self.query("SELECT host FROM identifier") if host}
        self.assertEqual(self.read.number("host-count"), len(hosts))
        broken = self.run_uriel("-o", self.db, "--list=broken", status=1).out.splitlines()
        self.assertEqual(self.read.number("broken"), len(broken))
        self.assertEqual(len(broken), 4 + 3)  # missing, not valid
        self.assertEqual(self.read.number("references"), 24)

    def resolved(self, column):
        return self.query(f"SELECT {column} FROM reference JOIN identifier ON identifier.id = identifier_id")

    def test_schemes_and_hosts(self):
        self.assertEqual(self.read.counts("schemes"), collections.Counter(row[0] for row in self.resolved("scheme")))
        hosts = collections.Counter(row[0] for row in self.resolved("host") if row[0])
        self.assertEqual(self.read.counts("hosts"), hosts)
        self.assertEqual(hosts["www.example.org"], 4)
        self.assertEqual(self.read.tables["hosts"][1], ["www.example.org", "4", f"{400 / sum(hosts.values()):.1f}%", "2"])

    def test_depths(self):
        expected = collections.Counter()
        for path, in self.query("SELECT path FROM identifier WHERE path LIKE '/%'"):
            depth = len(path.strip("/").split("/")) if path.strip("/") else 0
            expected["11+" if depth >= 11 else str(depth)] += 1
        self.assertEqual(expected["11+"], 1)
        self.assertEqual({name: count for name, count in self.read.counts("depths").items() if count}, expected)
        self.assertEqual(len(self.read.counts("depths")), 12)

    def test_places_and_channels(self):
        self.assertEqual(list(self.read.counts("places").values()), [9, 10, 2, 3])
        self.assertEqual(list(self.read.counts("channels").values()), [6, 3, 1])

    def test_documents(self):
        self.assertEqual(self.read.counts("kinds"), {"html": 3, "text": 1, "png (not read)": 1})
        self.assertEqual(list(self.read.counts("bases").values()), [1, 0, 3, 0])
        rows = self.query("SELECT path, reference_count, error_count FROM document WHERE reference_count ORDER BY 2 DESC")
        self.assertEqual([row[:3] for row in self.read.tables["most-references"][1:]],
                         [[os.path.relpath(path, self.folder), str(count), str(errors)] for path, count, errors in rows])

    def test_errors(self):
        errors = collections.Counter(row[0] for row in self.query("SELECT code FROM error"))
        self.assertEqual(self.read.counts("errors"), errors)
        examples = {row[0]: row[1:] for row in self.read.tables["error-examples"][1:]}
        self.assertEqual(set(examples), set(errors))
        self.assertEqual(examples["path-character"][:2], [at("a[b"), "a[b"])
        self.assertEqual(examples["port-not-digits"][:2], [at("http://h.example:x/"), "http://h.example:x/"])

    def test_broken(self):
        base = self.folder.as_uri()
        self.assertEqual(self.read.tables["missing"][1:],
                         [[base + "/gone.html", "2", "1", at("gone.html")], [base + "/sub/lost.png", "1", "1", at("sub/lost.png")],
                          [self.place.as_uri() + "/outside.html", "1", "1", at("../outside.html")]])
        self.assertEqual(self.read.tables["broken-references"][1:], [
            [at("gone.html"), "gone.html", base + "/gone.html"], [at("gone.html#x"), "gone.html#x", base + "/gone.html#x"],
            [at("sub/lost.png"), "sub/lost.png", base + "/sub/lost.png"],
            [at("../outside.html"), "../outside.html", self.place.as_uri() + "/outside.html"]])

    def test_pictures_show_the_same(self):
        """The texts in the pictures and the lengths of the bars match the tables."""
        self.assertIn("www.example.org", self.read.svg_texts)
        text = self.page.read_text()
        hosts = re.search(r'aria-labelledby="hosts-t.*?</svg>', text, re.S).group(0)
        widths = [float(width) for width in re.findall(r'class="bar"[^>]*width="([0-9.]+)%"', hosts)]
        counts = list(self.read.counts("hosts").values())
        self.assertEqual(widths, [round(100 * count / max(counts), 2) for count in counts])
        places = re.search(r'aria-labelledby="places-t.*?</svg>', text, re.S).group(0)
        parts = [float(width) for width in re.findall(r'edge" x="[0-9.]+%"[^>]*width="([0-9.]+)%"', places)]
        self.assertAlmostEqual(sum(parts), 100, delta=0.1)


class Bases(ReportTest):
    def test_under_a_base(self):
        """Pages retrieved from a host: its own pages are internal, and missing ones are reported."""
        self.write_some()
        read = self.report("--base=https://www.example.org/docs/")
        self.assertEqual([row[0] for row in read.tables["missing"][1:]],
                         ["https://www.example.org/docs/gone.html", "https://www.example.org/docs/sub/lost.png"])
        self.assertEqual(read.tables["sites"][1][0], "www.example.org")

    def test_link_that_leads_nowhere_stays(self):
        self.write("a.html", "")
        link = self.place / "link.html"
        link.symlink_to(self.place / "nowhere" / "page.html")
        self.assertIn("No such file", self.harvest(f"--report={link}", status=3).err)
        self.assertTrue(link.is_symlink())

    def test_what_a_harvest_passes_over_is_not_missing(self):
        """The targets of symbolic links decide whether files exist, with any base."""
        self.write("a.html", '<!DOCTYPE html><a href="link.html">1</a> <a href="dangling.html">2</a>')
        (self.place / "other.html").write_text("")
        (self.folder / "link.html").symlink_to("../other.html")
        (self.folder / "dangling.html").symlink_to("nowhere.html")
        for base, uri in (((), self.folder.as_uri()), (("--base=http://h.example/x/",), "http://h.example/x")):
            self.db.unlink(missing_ok=True)
            missing = [row[0] for row in self.report(*base).tables["missing"][1:]]
            self.assertEqual(missing, [uri + "/dangling.html"])
        self.folder.rename(self.place / "elsewhere")
        self.run_uriel("-o", self.db, f"--report={self.page}")
        missing = [row[0] for row in Page(self.page.read_text()).tables["missing"][1:]]
        self.assertEqual(missing, ["http://h.example/x/dangling.html"])  # as the last run found it

    def test_spellings(self):
        """References that are spelled differently from most references to the same identifier."""
        self.write("a.html", "<!DOCTYPE html>" + "".join(f'<a href="{link}">' for link in (
            "http://h.example/a", "http://h.example/a", "HTTP://h.example/a", "http://H.example/a", "http://h.example/%61",
            "http://h.example:80/a", "http://h.example/b")))
        read = self.report()
        self.assertEqual(list(read.counts("spellings").values()), [2, 1, 1])
        self.assertEqual(read.tables["spellings"][1], ["Case (6.2.2.1)", "2", "50.0%", "2"])

    def test_nothing(self):
        """An empty database still gives a page."""
        read = self.report()
        self.assertEqual(read.number("references"), 0)
        self.assertEqual(read.tables, {})
        self.assertIn("No errors.", read.all_text)

    def test_without_base(self):
        read = self.report("-", input=b'<!DOCTYPE html><a href="x">')
        self.assertEqual(list(read.counts("bases").values()), [0, 0, 0, 1])
        self.assertEqual(read.number("broken"), 1)  # it has no base, which is an error
        self.assertNotIn("missing", read.tables)


class Hostile(ReportTest):
    def test_nothing_comes_alive(self):
        write_hostile(self)
        read = self.report()
        elements = {"html", "head", "meta", "title", "style", "body", "svg", "defs", "pattern", "rect", "circle", "header",
                    "p", "h1", "h2", "h3", "bdi", "br", "time", "dl", "div", "dt", "dd", "main", "section", "figure",
                    "figcaption", "desc", "text", "details", "summary", "table", "caption", "thead", "tbody", "tr", "th",
                    "td", "span", "footer"}
        self.assertLessEqual(set(read.elements), elements)
        for tag, name, value in read.attributes:
            self.assertFalse(name.startswith("on") or name in ("href", "src", "style", "xlink:href", "action"), (tag, name))
            self.assertNotIn("alert", value)
        self.assertEqual(UNSEEN.findall(self.page.read_text()), [])
        self.assertEqual(read.elements["style"], 1)

    def test_what_is_escaped_is_shown(self):
        write_hostile(self)
        text = self.report().all_text
        for shown in ("<script>alert(1)<b>.html", "a\"onload='x'&amp;.html", r"bad\xff\xfe.html", r"evil\xe2\x80\xaegnp.html",
                      r"zero\xe2\x80\x8bwidth\xef\xbb\xbf\xf3\xa0\x81\x81.html", r"ctrl\x01\x1b[31m\x7f.html"):
            self.assertIn(shown, text)
        self.assertIn("a&quot;onload=&#39;x&#39;&amp;amp;.html", self.page.read_text())

    def test_policy(self):
        self.write_some()
        policy, = [value for _, name, value in self.report().attributes if name == "content" and "default-src" in value]
        self.assertEqual(policy, "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'")
        self.assertNotRegex(self.page.read_text(), r"url\((?!#)|@import|https?://www\.w3\.org")

    def test_passwords(self):
        self.write("a.html", '<!DOCTYPE html><a href="http://me:geheim@h[/">x</a> <a href="missing.html">y</a>')
        text = self.report("--base=http://me:geheim@www.example.org/").all_text
        self.assertNotIn("geheim", text)
        self.assertIn("http://me:****@h[/", text)
        self.assertIn("http://me:****@www.example.org/missing.html", text)

    def test_size_is_bounded(self):
        """Thousands of broken references, long and full of characters that grow when escaped."""
        for page in range(30):
            self.write(f"{page:03}" + "'" * 200 + ".html", "<!DOCTYPE html>" + "".join(
                f'<a href="{i}{page}{"&apos;" * 1000}"></a><a href="[{"&quot;" * 1000}"></a>' for i in range(100)))
        read = self.report()
        self.assertEqual(read.number("broken"), 6000)  # 3000 are missing, 3000 are not valid
        self.assertEqual(len(read.tables["broken-references"]), 201)
        self.assertIn("and 2,800 more", read.all_text)
        self.assertLess(self.page.stat().st_size, 2_000_000)


class Looks(unittest.TestCase):
    """The style's contrast: WCAG 2, 1.4.3 and 1.4.11."""

    STYLE = (ROOT / "harvest" / "report.css").read_text()

    def schemes(self):
        for block in re.findall(r":root \{(.*?)\}", self.STYLE, re.S):
            yield dict(re.findall(r"--(\w+): (#[0-9a-f]{6})", block))

    @staticmethod
    def luminance(colour):
        values = [int(colour[i:i + 2], 16) / 255 for i in (1, 3, 5)]
        red, green, blue = [v / 12.92 if v <= 0.03928 else ((v + 0.055) / 1.055) ** 2.4 for v in values]
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    def contrast(self, one, two):
        dark, light = sorted((self.luminance(one), self.luminance(two)))
        return (light + 0.05) / (dark + 0.05)

    def test_contrast(self):
        schemes = list(self.schemes())
        self.assertEqual(len(schemes), 3)  # light, dark, paper
        for colours in schemes:
            for behind in ("page", "card"):
                for ink in ("ink", "soft", "wrong"):
                    self.assertGreaterEqual(self.contrast(colours[ink], colours[behind]), 4.5, (ink, behind, colours))
                self.assertGreaterEqual(self.contrast(colours["mark"], colours[behind]), 3, (behind, colours))


class Files(ReportTest):
    OLD = "the page that was there\n"

    def left(self):
        """The files other than the database and the documents."""
        return sorted(path.name for path in self.place.iterdir() if path != self.folder and path.name != self.db.name)

    def test_the_same_page(self):
        """The same database gives the same page, to a file and to standard output."""
        self.write_some()
        self.report()
        first = self.page.read_bytes()
        self.report()
        self.assertEqual(self.page.read_bytes(), first)
        self.assertEqual(self.harvest("--report=-").out.encode(), first)
        self.assertEqual(self.left(), ["report.html"])

    def test_the_page_is_no_document(self):
        self.write_some()
        self.page = self.folder / "report.html"
        first = self.report().number("documents")
        self.assertEqual(self.report().number("documents"), first)
        self.assertEqual(self.query("SELECT count(*) FROM document WHERE path LIKE '%report.html'"), [(0,)])

    def test_rights_and_links(self):
        """A new page gets the default permissions, a replaced page keeps its own; a link stays a link."""
        old = os.umask(0o027)
        self.addCleanup(os.umask, old)
        self.report()
        self.assertEqual(stat.S_IMODE(self.page.stat().st_mode), 0o640)
        self.page.chmod(0o604)
        link = self.place / "link.html"
        link.symlink_to("report.html")
        self.page.write_text(self.OLD)
        self.harvest(f"--report={link}")
        self.assertTrue(link.is_symlink())
        self.assertEqual(stat.S_IMODE(self.page.stat().st_mode), 0o604)
        self.assertIn("<!DOCTYPE html>", self.page.read_text())

    def test_usage(self):
        self.harvest("--report=", status=2)
        self.harvest("--report=-", "--json", status=2)
        self.assertFalse(self.db.exists())

    def test_where_it_cannot_be_written(self):
        self.write_some()
        for path, reason in ((self.place / "nowhere" / "r.html", "No such file"), (self.folder, "Is a directory"),
                             (self.place / ("x" * 300), "File name too long")):
            result = self.harvest(f"--report={path}", status=3)
            self.assertIn("no report was written", result.err)
            self.assertIn(reason, result.err)
        self.assertEqual(self.left(), [])
        self.assertEqual(self.query("SELECT count(*) FROM document"), [(5,)])

    @unittest.skipUnless(os.path.exists("/dev/full"), "no /dev/full")
    def test_full_disk(self):
        self.write_some()
        self.assertIn("No space left", self.harvest("--report=/dev/full", status=3).err)
        with open("/dev/full", "wb") as full:
            self.harvest("--report=-", before=lambda: os.dup2(full.fileno(), 1), status=3)

    def fails(self, call, most):
        """Makes the Nth call fail, for each N until all succeed; the page left is the old one or complete."""
        self.write_some()
        self.report()
        whole = self.page.read_bytes()
        for number in range(1, most):
            self.page.write_text(self.OLD)
            result = self.harvest("--quiet", f"--report={self.page}", program=FAULTY, env={"URIEL_FAIL": f"{call}:{number}"},
                                  status=None)
            self.assertEqual(self.left(), ["report.html"], number)
            if result.status == 0:
                self.assertEqual(self.page.read_bytes(), whole)
                return number
            self.assertEqual((result.status, self.page.read_text()), (3, self.OLD), result.err)
        return self.fail(f"each of the first {most} calls is made")

    def test_failing_writes(self):
        self.assertGreater(self.fails("write", 100), 2)

    def pages(self):
        """The files other than the database and its own: a journal may be left for the next run."""
        return {name for name in self.left() if not name.startswith(self.db.name)}

    def stopped(self, *options):
        """A run that is stopped before its second write of the page."""
        env = dict(os.environ, URIEL_FAIL="write:2:stop", URIEL_PIECE="1000")
        process = subprocess.Popen([FAULTY, "harvest", "-q", "-o", self.db, f"--report={self.page}", *options], env=env)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        self.until_stopped(process)
        self.assertEqual(len(self.pages() - {"report.html"}), 1)
        return process

    def until_stopped(self, process):
        self.assertTrue(os.WIFSTOPPED(os.waitpid(process.pid, os.WUNTRACED)[1]))

    def sent(self, process, number):
        process.send_signal(number)
        process.send_signal(signal.SIGCONT)

    def test_signals(self):
        """The partly written page is removed, and the existing page stays."""
        self.write_some()
        self.report()
        self.page.write_text(self.OLD)
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            process = self.stopped()
            self.sent(process, number)
            self.assertEqual(process.wait(), -number)
            self.assertEqual((self.pages(), self.page.read_text()), ({"report.html"}, self.OLD))

    def test_second_signal(self):
        """The same while documents are read, when the first signal requests a stop and the page is still completed."""
        self.write_some()
        process = self.stopped(self.folder)
        self.sent(process, signal.SIGINT)
        self.until_stopped(process)
        time.sleep(1.05)
        self.sent(process, signal.SIGINT)
        self.assertEqual((process.wait(), self.pages()), (-signal.SIGINT, set()))
        process = self.stopped(self.folder)
        self.sent(process, signal.SIGHUP)
        self.assertEqual((process.wait(), self.pages()), (-signal.SIGHUP, set()))

    def test_ignored_signal(self):
        """Signals that nohup(1) ignores stay ignored."""
        self.write_some()
        old = signal.signal(signal.SIGHUP, signal.SIG_IGN)
        self.addCleanup(signal.signal, signal.SIGHUP, old)
        process = self.stopped(self.folder)
        self.sent(process, signal.SIGHUP)
        self.until_stopped(process)

    def test_failing_memory(self):
        self.assertGreater(self.fails("calloc", 200), 2)

    def test_failing_growth(self):
        self.write_some()
        self.assertGreater(self.fails("realloc", 400), 2)

    def test_writes_in_pieces(self):
        self.write_some()
        self.report()
        whole = self.page.read_bytes()
        for env in ({"URIEL_PIECE": "7"}, {"URIEL_FAIL": "write:2:intr"}, {"URIEL_FAIL": "write:1:again"}):
            self.db.unlink()
            self.report(program=FAULTY, env=env)
            self.assertEqual(self.page.read_bytes(), whole, env)


if __name__ == "__main__":
    unittest.main()
