# SPDX-License-Identifier: MIT
"""uriel links --check --online: links to servers on the loopback interface, which each test starts and stops."""
import contextlib
import http.server
import json
import os
import pathlib
import socket
import sqlite3
import subprocess
import tempfile
import threading
import time
import unittest

URIEL = os.environ.get("URIEL", str(pathlib.Path(__file__).resolve().parents[2] / "build" / "uriel"))
TIMEOUT = 120
PAGE = b'<!DOCTYPE html><h1 id="a">A</h1><a name=b>B</a>'
DEAD_NAMES = "--dns=127.0.0.1:9"  # nobody answers there


class Site:
    """A server of HTTP: `pages` maps a path to the bytes of a page, or to a function (method, count) that returns a status, a dict of
    header fields and a body. `log` has the method and path of each request, `heads` its fields, and `most` the most requests at once."""

    def __init__(self, pages, context=None):
        self.pages, self.log, self.heads, self.most, self.now = pages, [], [], 0, 0
        self.lock = threading.Lock()
        site = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def log_message(self, *_):
                pass

            def answer(self):
                with site.lock:
                    site.log.append(f"{self.command} {self.path}")
                    site.heads.append(dict(self.headers))
                    site.now += 1
                    site.most = max(site.most, site.now)
                page = site.pages.get(self.path, (404, {}, b"no"))
                if callable(page):
                    page = page(self.command, sum(line.endswith(" " + self.path) for line in site.log))
                status, fields, body = page if isinstance(page, tuple) else (200, {}, page)
                with site.lock:
                    site.now -= 1
                self.send_response(status)
                for name, value in {"Content-Type": "text/html", "Content-Length": str(len(body)), **fields}.items():
                    self.send_header(name, value)
                self.end_headers()
                if self.command != "HEAD":
                    self.wfile.write(body)

            do_GET = do_HEAD = answer

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.server.handle_error = lambda *_: None  # of clients that leave
        if context:  # of TLS
            self.server.socket = context.wrap_socket(self.server.socket, server_side=True, do_handshake_on_connect=False)
        self.port = self.server.server_address[1]
        self.base = f"http://127.0.0.1:{self.port}"
        threading.Thread(target=self.server.serve_forever, args=(0.05,), daemon=True).start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.server.shutdown()
        self.server.server_close()


def to(target, status=301):
    return status, {"Location": target}, b""


class Online(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.docs = self.folder / "docs"
        self.docs.mkdir()

    def site(self, pages):
        site = Site(pages)
        self.addCleanup(site.__exit__)
        self.allow(site.port)
        return site

    def allow(self, *ports):
        rules = "allow network 127.0.0.0/8\n" + "".join(f"allow port {port}\n" for port in ports)
        (self.folder / "policy").write_text(rules)

    def write(self, *links, name="page.html"):
        (self.docs / name).write_text("".join(f'<a href="{link}">x</a>\n' for link in links))

    def run_check(self, *options, status=None):
        done = subprocess.run([URIEL, "links", "--check", "--online", f"--policy={self.folder}/policy", DEAD_NAMES, "--connect-timeout=1",
                               "--rate=0", *options, "docs"], capture_output=True, text=True, timeout=TIMEOUT, cwd=self.folder)
        self.assertNotIn("Sanitizer", done.stderr)
        if status is not None:
            self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        return done

    def records(self, *options, status=None):
        done = self.run_check("--json", *options, status=status)
        return [json.loads(line) for line in done.stdout.splitlines()]

    def problems(self, *options):
        return {record["raw"].split("/")[-1]: record["problem"] for record in self.records(*options)}

    # ---- Requests -------------------------------------------------------------------------------

    def test_each_page_is_asked_once(self):
        site = self.site({"/p": PAGE, "/q": PAGE})
        for i in range(30):
            self.write(f"{site.base}/p", f"http://127.0.0.1:{site.port}/q", f"{site.base}/./p", name=f"{i}.html")
        self.run_check(status=0)
        self.assertEqual(sorted(site.log), ["HEAD /p", "HEAD /q"])

    def test_a_page_with_fragments_is_asked_by_get(self):
        """HTML, "select the indicated part": the identifiers and names in the body."""
        site = self.site({"/p": PAGE})
        self.write(f"{site.base}/p", f"{site.base}/p#a", f"{site.base}/p#b", f"{site.base}/p#nix", f"{site.base}/p#top")
        record, = self.records(status=1)
        self.assertEqual((record["problem"], record["fragment"], record["status"]), ("fragment-not-found", "nix", "200"))
        self.assertEqual(site.log, ["GET /p"])

    def test_get_where_head_fails(self):
        def no_head(method, _):
            return (405, {}, b"") if method == "HEAD" else (200, {}, PAGE)

        def lies(method, _):
            return (404, {}, b"") if method == "HEAD" else (200, {}, PAGE)
        site = self.site({"/p": no_head, "/q": lies})
        self.write(f"{site.base}/p", f"{site.base}/q")
        self.run_check(status=0)
        self.assertEqual(sorted(site.log), ["GET /p", "GET /q", "HEAD /p", "HEAD /q"])

    def test_pages(self):
        """Operands that are URIs: their origin is named, and their links lead to servers, never to files."""
        page = b'<h1 id=a>A</h1><a href="#a">1</a><a href="#nix">2</a><a href="b">3</a><a href="/none">4</a><a href="file:///none">5</a>'
        site = self.site({"/d/a": page, "/d/b": PAGE})
        (self.folder / "policy").write_text("")
        done = subprocess.run([URIEL, "links", "--check", "--online", "--rate=0", "--format={part} {raw} {problem}", f"{site.base}/d/a",
                               f"{site.base}/d/b"], capture_output=True, text=True, timeout=TIMEOUT)
        self.assertEqual((done.stdout.splitlines(), done.returncode), (["1 #nix fragment-not-found", "1 /none server-status"], 1))
        self.assertIn("2 documents, 5 references: 2 broken, 5 external", done.stderr)
        offline = subprocess.run([URIEL, "links", "--check", f"{site.base}/d/a"], capture_output=True, text=True, timeout=TIMEOUT)
        self.assertEqual(offline.returncode, 2)
        self.assertIn("with --online", offline.stderr)

    def test_links_of_other_kinds_stay_external(self):
        site = self.site({})
        self.write("mailto:a@b.example", "tel:1", "javascript:x()", "data:,x", "page.html")
        done = self.run_check(status=0)
        self.assertIn("0 broken, 4 external", done.stderr)
        self.assertEqual(site.log, [])

    def test_links_that_match_a_pattern_are_not_asked(self):
        site = self.site({"/p": PAGE})
        self.write(f"{site.base}/p", f"{site.base}/no", "/no", f"{site.base}/a/../no", f"{site.base}/no")
        for pattern in "*/no", f"{site.base}/n*":
            done = self.run_check(f"--base={site.base}/docs/", f"--ignore={pattern}", status=0)
            self.assertIn(" 0 broken", done.stderr)
        self.assertEqual(site.log, ["HEAD /p"] * 2)

    # ---- Broken links ------------------------------------------------------------------------------

    def test_causes_are_told_apart(self):
        with socket.create_server(("127.0.0.1", 0)) as silent:
            site = self.site({"/500": (500, {}, b""), "/410": (410, {}, b"")})
            free = socket.create_server(("127.0.0.1", 0))
            refused = free.getsockname()[1]
            free.close()
            self.allow(site.port, refused, silent.getsockname()[1])
            self.write(f"{site.base}/404", f"{site.base}/410", f"{site.base}/500", f"http://127.0.0.1:{refused}/refused",
                       "http://x.invalid/name", "http://10.0.0.1/private", f"http://127.0.0.1:{silent.getsockname()[1]}/silent")
            found = self.problems("--retries=0", "--timeout=1")
        self.assertEqual(found, {"404": "server-status", "410": "server-status", "500": "server-status", "refused": "connection-failed",
                                 "name": "host-unknown", "private": "not-asked", "silent": "server-timeout"})

    def test_a_link_that_the_guard_denies_is_not_broken(self):
        self.write("http://10.0.0.1/", "http://localhost/x")
        (self.folder / "policy").write_text("")
        done = self.run_check(status=0)
        self.assertIn("docs/page.html:1:10: not asked: http://10.0.0.1/: ", done.stdout)
        self.assertIn("0 broken, 2 external, 2 not asked", done.stderr)
        self.assertEqual(self.run_check("--exclude-private", status=0).stdout, "")

    def test_a_link_that_is_not_asked_has_no_status(self):
        site = self.site({"/1": (403, {}, b""), "/3": (403, {}, b"")})
        self.write(f"{site.base}/1", "ftp://127.0.0.1/2", f"{site.base}/3", "ftp://127.0.0.1/4")
        done = self.run_check("--connections=1", "--format={raw:decode} {status}", status=1)
        self.assertEqual([line[-5:] for line in done.stdout.splitlines()], ["1 403", ".1/2 ", "3 403", ".1/4 "])

    def test_a_redirect_to_a_private_network_is_not_followed(self):
        site = self.site({"/p": to("http://10.0.0.1/")})
        self.write(f"{site.base}/p")
        record, = self.records(status=0)
        self.assertEqual((record["problem"], record["chain"]), ("not-asked", "301 http://10.0.0.1/"))

    def test_the_origin_of_the_base_is_named_by_the_user(self):
        site = self.site({"/other": PAGE})
        (self.folder / "policy").write_text("")
        self.write("/other", "/none")
        record, = self.records(f"--base={site.base}/docs/", status=1)
        self.assertEqual(record["target"], f"{site.base}/none")

    def test_accept(self):
        site = self.site({"/403": (403, {}, b""), "/503": (503, {}, b"")})
        self.write(f"{site.base}/403", f"{site.base}/503", f"{site.base}/404")
        self.assertEqual(self.problems("--accept=403,500-599"), {"404": "server-status"})
        self.assertIn("takes codes of HTTP", self.run_check("--accept=4xx", status=2).stderr)

    def test_redirects(self):
        """RFC 9110, 10.2.2: the fragment of the link stays unless Location has one."""
        site = self.site({"/p": PAGE, "/a": to("/b", 302), "/b": to("/p#a"), "/loop": to("/loop")})
        self.write(f"{site.base}/a", f"{site.base}/a#nix", f"{site.base}/loop")
        record, = self.records("--max-redirects=3", status=1)
        self.assertEqual(record["problem"], "redirect-loop")
        self.assertEqual(record["chain"].split()[::2], ["301"] * 3)
        self.assertEqual(sorted(site.log), ["GET /a", "GET /b", "GET /p", "HEAD /loop"])

    # ---- Politeness ----------------------------------------------------------------------------------

    def test_two_connections_and_the_rate(self):
        def slow(_method, _count):
            time.sleep(0.02)
            return 200, {}, PAGE
        site = self.site({f"/{i}": slow for i in range(20)})
        self.write(*(f"{site.base}/{i}" for i in range(20)))
        begin = time.monotonic()
        self.run_check("--rate=20", status=0)
        self.assertGreaterEqual(time.monotonic() - begin, 0.9)
        self.assertLessEqual(site.most, 2)

    def test_retry_after(self):
        """RFC 6585, 4, and RFC 9110, 10.2.3."""
        times = []

        def busy(_method, count):
            times.append(time.monotonic())
            return (429, {"Retry-After": "1"}, b"") if count == 1 else (200, {}, PAGE)
        site = self.site({"/p": busy})
        self.write(f"{site.base}/p")
        self.run_check(status=0)
        self.assertEqual(len(times), 2)
        self.assertGreaterEqual(times[1] - times[0], 1)

    def test_soft_failures_are_retried(self):
        site = self.site({"/p": lambda _, count: (502, {}, b"") if count < 3 else (200, {}, PAGE)})
        self.write(f"{site.base}/p#a")
        self.run_check(status=0)
        self.assertEqual(len(site.log), 3)
        self.write(f"{site.base}/404")
        site.log.clear()
        self.run_check(status=1)
        self.assertEqual(site.log, ["HEAD /404", "GET /404"])

    def test_robots(self):
        """RFC 9309, 2.2 and 2.3.1."""
        site = self.site({"/robots.txt": b"User-agent: *\nDisallow: /no\n", "/yes": PAGE})
        self.write(f"{site.base}/yes", f"{site.base}/no/1", f"{site.base}/no/2")
        self.assertEqual(self.problems("--robots"), {"1": "not-asked", "2": "not-asked"})
        self.assertEqual(site.log, ["GET /robots.txt", "HEAD /yes"])
        closed = self.site({"/robots.txt": (500, {}, b""), "/yes": PAGE})
        self.write(f"{closed.base}/yes")
        self.assertEqual(self.problems("--robots", "--retries=0"), {"yes": "not-asked"})
        self.assertNotIn("HEAD /yes", closed.log)

    def test_header_of_one_host(self):
        site = self.site({"/p": to("http://127.0.0.2/x")})
        self.write(f"{site.base}/p")
        self.run_check(f"--header=127.0.0.1:{site.port} X-Key: k", "--header=127.0.0.1 X-Other: k", "--user-agent=me/1", status=1)
        self.assertEqual((site.heads[0].get("X-Key"), site.heads[0].get("X-Other"), site.heads[0]["User-Agent"]), ("k", None, "me/1"))
        self.assertIn("HOST NAME: VALUE", self.run_check("--header=X-Key: k", status=2).stderr)

    # ---- Answers of earlier runs ---------------------------------------------------------------------

    def test_cache(self):
        site = self.site({"/p": PAGE, "/r": to("/p")})
        self.write(f"{site.base}/p#a", f"{site.base}/p#nix", f"{site.base}/r", f"{site.base}/404")
        first = self.records("--cache=cache", status=1)
        count = len(site.log)
        self.assertEqual(self.records("--cache=cache", status=1), first)
        self.assertEqual(self.records("--cache=cache", "--offline", status=1), first)
        self.assertEqual(len(site.log), count)
        self.records("--cache=cache", "--max-age=0s", status=1)
        self.assertEqual(len(site.log), 2 * count)

    def test_failures_are_kept_for_a_tenth(self):
        site = self.site({"/p": PAGE})
        self.write(f"{site.base}/p", f"{site.base}/404")
        self.run_check("--cache=cache", status=1)
        with contextlib.closing(sqlite3.connect(self.folder / "cache")) as cache, cache:
            cache.execute("UPDATE answers SET asked = asked - 3600")
        site.log.clear()
        self.run_check("--cache=cache", "--max-age=9h", status=1)
        self.assertEqual(site.log, ["HEAD /404", "GET /404"])

    def test_offline_without_an_answer(self):
        site = self.site({"/p": PAGE})
        self.write(f"{site.base}/p")
        self.assertEqual(self.problems("--offline"), {"p": "not-asked"})
        self.assertEqual(site.log, [])

    def test_another_file_as_cache(self):
        self.write("http://x.invalid/")
        (self.folder / "cache").write_text("text")
        self.run_check("--cache=cache", status=3)
        self.assertEqual((self.folder / "cache").read_text(), "text")

    # ---- Repair --------------------------------------------------------------------------------------

    def test_fix_redirects(self):
        site = self.site({"/p": PAGE, "/q&r": PAGE, "/301": to("/308"), "/308": to("/p", 308), "/amp": to("/q&r"), "/302": to("/p", 302),
                          "/half": to("/302"), "/dead": to("/none"), "/frag": to("/p#b")})
        links = [f"{site.base}/{name}" for name in ("301#a", "amp", "302", "half", "dead", "frag#a", "p")]
        self.write(*links)
        before = (self.docs / "page.html").read_bytes()
        diff = self.run_check("--fix=redirects", status=1)
        self.assertIn("4 redirected can be corrected, in 1 file", diff.stderr)
        self.assertEqual((self.docs / "page.html").read_bytes(), before)
        copy = self.folder / "copy"
        copy.mkdir()
        (copy / "docs").mkdir()
        (copy / "docs" / "page.html").write_bytes(before)
        subprocess.run(["patch", "-p1", "-s"], input=diff.stdout, text=True, cwd=copy, check=True)
        self.run_check("--fix=redirects", "--write", status=1)
        after = (self.docs / "page.html").read_text()
        self.assertEqual((copy / "docs" / "page.html").read_text(), after)
        wanted = ["p#a", "q&amp;r", "302", "302", "dead", "p#b", "p"]
        self.assertEqual(after, "".join(f'<a href="{site.base}/{name}">x</a>\n' for name in wanted))
        self.assertEqual([record["problem"] for record in self.records(status=1)], ["server-status"])

    def test_fix_redirects_in_other_kinds(self):
        site = self.site({"/p": PAGE, "/r": to("/p")})
        texts = {"a.md": "[x]({}) and <{}>\n", "b.css": "a {{ background: url({}) }}\n", "c.xml": "<a href='{}'/>\n"}
        for name, text in texts.items():
            (self.docs / name).write_text(text.format(site.base + "/r", site.base + "/r"))
        self.run_check("--fix=redirects", "--write", status=0)
        for name, text in texts.items():
            self.assertEqual((self.docs / name).read_text(), text.format(site.base + "/p", site.base + "/p"), name)

    def test_fix_across_sites(self):
        other = Site({"/p": PAGE})
        self.addCleanup(other.__exit__)
        site = self.site({"/r": to(f"http://127.0.0.2:{other.port}/p")})
        other2 = http.server.ThreadingHTTPServer(("127.0.0.2", other.port), other.server.RequestHandlerClass)
        threading.Thread(target=other2.serve_forever, daemon=True).start()
        self.addCleanup(other2.server_close)
        self.addCleanup(other2.shutdown)
        self.allow(site.port, other.port)
        self.write(f"{site.base}/r")
        self.assertEqual(self.run_check("--fix=redirects", status=0).stdout, "")
        self.assertIn(f"+<a href=\"http://127.0.0.2:{other.port}/p\">", self.run_check("--fix=redirects", "--fix-across-sites", status=0).stdout)

    def test_usage(self):
        self.write("http://x.invalid/")
        done = subprocess.run([URIEL, "links", "--check", "--fix=redirects", str(self.docs)], capture_output=True, text=True)
        self.assertEqual(done.returncode, 2)
        self.assertIn("needs --online", done.stderr)

    # ---- Outputs -------------------------------------------------------------------------------------

    def test_layouts(self):
        site = self.site({"/r": to("/none")})
        self.write(f"{site.base}/r", "http://10.0.0.1/")
        done = self.run_check("--format={line} {problem} {status} {chain}", status=1)
        self.assertEqual(done.stdout.splitlines(), [f"1 server-status 404 301 {site.base}/none", "2 not-asked  "])
        sarif = json.loads(self.run_check("--sarif", status=1).stdout)
        self.assertEqual([(r["ruleId"], r["level"]) for r in sarif["runs"][0]["results"]], [("server-status", "error"), ("not-asked", "note")])
        self.assertIn('failures="1"', self.run_check("--junit", status=1).stdout)
        self.assertEqual(self.run_check("--only-target", status=1).stdout, f"{site.base}/r\n")


if __name__ == "__main__":
    unittest.main()
