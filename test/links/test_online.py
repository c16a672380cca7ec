# SPDX-License-Identifier: MIT
"""uriel links --check --online: links to servers on the loopback interface, which each test starts and stops."""
import contextlib
import http.server
import importlib.util
import json
import os
import pathlib
import socket
import sqlite3
import ssl
import subprocess
import tempfile
import threading
import time
import unittest

URIEL = os.environ.get("URIEL", str(pathlib.Path(__file__).resolve().parents[2] / "build" / "uriel"))
TIMEOUT = 120
PAGE = b'<!DOCTYPE html><h1 id="a">A</h1><a name=b>B</a>'
DEAD_NAMES = "--dns=127.0.0.1:9"  # nobody answers there


def load_support():
    """test/get/support.py; this folder has a module of the same name."""
    spec = importlib.util.spec_from_file_location("get_support", pathlib.Path(__file__).resolve().parents[1] / "get" / "support.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Site:
    """A server of HTTP: `pages` maps a path to the bytes of a page, or to a function (method, count) that returns a status, a dict of
    header fields and a body. `log` has the method and path of each request, `heads` its fields, `most` the most requests at once, and
    `most_open` the most connections."""

    def __init__(self, pages, address="127.0.0.1", context=None):
        self.pages, self.log, self.heads, self.most, self.now, self.most_open, self.open = pages, [], [], 0, 0, 0, 0
        self.lock = threading.Lock()
        site = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def log_message(self, *_):
                pass

            def handle(self):
                with site.lock:
                    site.open += 1
                    site.most_open = max(site.most_open, site.open)
                super().handle()
                with site.lock:
                    site.open -= 1

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

        self.server = http.server.ThreadingHTTPServer((address, 0), Handler)
        self.server.daemon_threads = True
        self.server.handle_error = lambda *_: None  # of clients that leave
        if context:  # of TLS
            self.server.socket = context.wrap_socket(self.server.socket, server_side=True, do_handshake_on_connect=False)
        self.port = self.server.server_address[1]
        self.base = f"http{'s' * bool(context)}://{address}:{self.port}"
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

    def site(self, pages, *others, **how):
        """Starts a server. The policy allows its port, and the ports of others."""
        site = Site(pages, **how)
        self.addCleanup(site.__exit__)
        self.allow(site.port, *(other.port for other in others))
        return site

    def answering(self, data):
        """Starts a server that sends these bytes and closes. Returns its port, and the list of its connections."""
        listener = socket.create_server(("127.0.0.1", 0))
        self.addCleanup(listener.close)
        accepted = []

        def serve():
            with contextlib.suppress(OSError):
                while True:
                    connection, _ = listener.accept()
                    accepted.append(connection)
                    with connection:
                        connection.recv(4096)
                        connection.sendall(data)
        threading.Thread(target=serve, daemon=True).start()
        self.allow(listener.getsockname()[1])
        return listener.getsockname()[1], accepted

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

    def start(self, *options):
        return subprocess.Popen([URIEL, "links", "--check", "--online", "--policy=policy", DEAD_NAMES, *options, "docs"], cwd=self.folder,
                                stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

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

    def test_the_reason_names_the_last_redirect(self):
        site = self.site({"/r": to("/s"), "/s": to("/none", 302)})
        self.write(f"{site.base}/r")
        self.assertIn(f'/r: the server answers "404", redirected to "{site.base}/none"', self.run_check(status=1).stdout)

    def test_limit_of_the_policy(self):
        site = self.site({"/p": PAGE, "/a": to("/b"), "/b": to("/p")})
        with (self.folder / "policy").open("a") as policy:
            policy.write("limit redirects 1\n")
        self.write(f"{site.base}/a", f"{site.base}/b")
        self.assertEqual(self.problems(), {"a": "redirect-loop"})

    def test_secrets_of_redirects(self):
        """A password in Location is neither shown nor stored (RFC 3986, 3.2.1)."""
        site = self.site({})
        site.pages["/r"] = to(f"http://u:secret@127.0.0.1:{site.port}/p")
        self.write(f"{site.base}/r")
        record, = self.records("--cache=cache", status=0)
        self.assertEqual((record["problem"], record["chain"]), ("not-asked", f"301 http://u:****@127.0.0.1:{site.port}/p"))
        self.assertFalse(any(b"secret" in path.read_bytes() for path in self.folder.glob("cache*")))

    def test_a_redirect_from_https_to_http_is_not_followed(self):
        get_support = load_support()
        if not get_support.OPENSSL:
            self.skipTest("openssl is not installed")
        certificate, context = get_support.certificate(self.folder)
        plain = self.site({"/p": PAGE})
        site = self.site({"/r": to(f"{plain.base}/p"), "/p": PAGE}, plain, context=context)
        self.write(f"{site.base}/r", f"{site.base}/p")
        done = self.run_check(f"--ca-file={certificate}", "--fix=redirects", status=0)
        self.assertEqual((done.stdout, plain.log), ("", []))
        record, = self.records(f"--ca-file={certificate}", status=0)
        self.assertEqual(record["problem"], "not-asked")
        self.assertIn("from https to an unprotected scheme", record["message"])
        other, = [record for record in self.records(status=1) if record["raw"].endswith("/p")]
        self.assertEqual(other["problem"], "bad-certificate")

    def test_damaged_answers(self):
        """RFC 9112, 4 (status line) and 6.3 (lengths): not asked again, as a connection that breaks is."""
        for data in b"<p>HTTP/0.9", b"HTTP/1.1 200 OK\r\nContent-Length: 9x\r\n\r\n", b"HTTP/1.1 200 OK\r\nContent-Length: " + b"9" * 30 + b"\r\n\r\n":
            with self.subTest(data):
                port, accepted = self.answering(data)
                self.write(f"http://127.0.0.1:{port}/x")
                self.assertEqual(self.problems(), {"x": "request-failed"})
                self.assertEqual(len(accepted), 2)  # HEAD and GET

    # ---- Fragments ----------------------------------------------------------------------------------

    def test_fragments_that_are_not_checked(self):
        """RFC 8118, 3, has fragments for PDF. A body in an encoding that was not asked for (RFC 9110, 8.4.1) is not read."""
        def kind(media_type, **fields):
            return 200, {"Content-Type": media_type, **{name.replace("_", "-"): value for name, value in fields.items()}}, b"%PDF-1.7 <p id=a>"
        site = self.site({"/pdf": kind("application/pdf"), "/br": kind("text/html", Content_Encoding="br"), "/403": (403, {}, PAGE),
                          "/big": b"<p id=a>" + b"x" * (1 << 24) + b"<p id=z>"})
        self.write(f"{site.base}/pdf#page=2", f"{site.base}/br#nix", f"{site.base}/403#nix", f"{site.base}/big#a", f"{site.base}/big#z")
        done = self.run_check("--accept=403", status=0)
        self.assertIn("0 broken, 5 external, 0 ignored, 5 fragments not checked", done.stderr)

    def test_fragments_of_redirects(self):
        """RFC 9110, 10.2.2; the last redirect names the page and the fragment that are missing."""
        site = self.site({"/p": PAGE, "/r": to("/p#nix"), "/s": to("/p#a:~:text=A"), "/t": to("/p#")})
        self.write(f"{site.base}/r", f"{site.base}/s#nix", f"{site.base}/t#nix", f"{site.base}/p#nix:~:text=A")
        lines = self.run_check(status=1).stdout.splitlines()
        self.assertEqual([line.split(": ")[-1] for line in lines], [f'there is no "nix" in "{site.base}/p"'] * 2)

    def test_lenient_links(self):
        """A link that only lenient reading accepts is a warning, unless it is broken."""
        site = self.site({"/p": PAGE})
        self.write(f"{site.base}/p#[", f"{site.base}/p?[", f"{site.base}/[")
        self.assertIn(": 3 broken, 3 external", self.run_check(status=1).stderr)
        site.pages["/p?["] = site.pages["/p?%5B"] = PAGE
        self.assertIn(": 2 broken, 1 warning, 3 external", self.run_check(status=1).stderr)

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

    def test_two_connections_stay_open(self):
        site = self.site({f"/{i}": PAGE for i in range(100)})
        self.write(*(f"{site.base}/{i}" for i in range(100)))
        self.run_check("--rate=100", status=0)
        self.assertLessEqual(site.most_open, 2)

    def test_a_dead_server_is_not_its_host(self):
        free = socket.create_server(("127.0.0.1", 0))
        refused = free.getsockname()[1]
        free.close()
        site = self.site({"/p": PAGE})
        self.allow(site.port, refused)
        self.write(*(f"http://127.0.0.1:{refused}/{i}" for i in range(50)), f"{site.base}/p")
        begin = time.monotonic()
        done = self.run_check("--rate=10", status=1)
        self.assertLess(time.monotonic() - begin, 4)
        self.assertIn(": 50 broken,", done.stderr)
        self.assertEqual(done.stdout.count("Connection refused; the server is not asked again"), 50 - 9 + 9)

    def test_a_silent_server_is_asked_a_few_times(self):
        port, accepted = self.answering(b"")
        self.write(*(f"http://127.0.0.1:{port}/{i}" for i in range(50)))
        self.assertIn(": 50 broken,", self.run_check("--retries=0", status=1).stderr)
        self.assertLessEqual(len(accepted), 4)

    def test_the_pause_of_one_server_does_not_stop_others(self):
        """RFC 9110, 10.2.3: the wait is for the server that asks for it."""
        def busy(_method, count):
            time.sleep(0.03)
            return (503, {"Retry-After": "3"}, b"") if count == 1 else (200, {}, PAGE)
        other = Site({f"/{i}": PAGE for i in range(8)}, "127.0.0.2")
        self.addCleanup(other.__exit__)
        site = self.site({f"/{i}": busy for i in range(3)}, other)
        self.write(*(f"{site.base}/{i}" for i in range(3)), *(f"{other.base}/{i}" for i in range(8)))
        done = self.start()
        time.sleep(2)
        self.assertEqual((len(other.log), done.poll()), (8, None))
        self.assertEqual(done.wait(TIMEOUT), 0)

    def test_a_page_that_fails_does_not_stop_its_server(self):
        site = self.site({"/500": (500, {}, b""), **{f"/{i}": PAGE for i in range(5)}})
        self.write(f"{site.base}/500", *(f"{site.base}/{i}" for i in range(5)))
        done = self.start("--rate=0")
        time.sleep(0.7)
        self.assertEqual(({line.split("/")[-1] for line in site.log}, done.poll()), ({"500", *"01234"}, None))
        self.assertEqual(done.wait(TIMEOUT), 1)
        self.assertEqual(sum(line.endswith("/500") for line in site.log), 4)

    def test_a_server_that_wants_to_be_left_alone(self):
        """RFC 6585, 4: after a longer wait than a minute the others are not asked for."""
        site = self.site({f"/{i}": (429, {"Retry-After": "3600"}, b"") for i in range(20)})
        self.write(*(f"{site.base}/{i}" for i in range(20)))
        records = self.records("--per-host=1", status=1)
        self.assertEqual(([record["status"] for record in records], len(site.log)), (["429"] * 20, 1))
        self.assertIn("not asked again", records[-1]["message"])

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

    def test_robots_that_redirect(self):
        """RFC 9309, 2.3.1.2: to another host, whose rules are ignored for this file, even if its own is there."""
        other = Site({"/yes": PAGE}, "127.0.0.2")
        self.addCleanup(other.__exit__)
        site = self.site({"/robots.txt": to(f"{other.base}/x"), "/y": b"User-agent: *\nDisallow: /no\n", "/yes": PAGE}, other)
        other.pages.update({"/robots.txt": to(f"{site.base}/y"), "/x": b"User-agent: *\nDisallow: /no\nDisallow: /x\n"})
        self.write(*(f"{server.base}/{name}" for server in (site, other) for name in ("yes", "no", "x", "y")))
        self.assertEqual([(record["raw"].split("/")[-1], record["problem"]) for record in self.records("--robots", status=1)],
                         [("no", "not-asked"), ("x", "not-asked"), ("no", "not-asked"), ("y", "server-status")])
        self.assertNotIn("HEAD /no", site.log + other.log)

    def test_robots_that_a_link_leads_to(self):
        """RFC 9309, 2.2.2: the file itself may be asked for; its rules count also if its body is there before."""
        site = self.site({"/robots.txt": b"User-agent: *\nDisallow: /no\n"})
        front = self.site({"/robots.txt": (404, {}, b""), "/late": to(f"{site.base}/no")}, site)
        site.pages["/robots.txt"] = (200, {"Content-Type": "text/plain"}, b"User-agent: *\nDisallow: /no\n")

        def late(_method, _count):
            time.sleep(0.5)
            return to(f"{site.base}/no")
        front.pages["/late"] = late
        self.write(f"{front.base}/late", f"{site.base}/robots.txt#line=1")
        record, = self.records("--robots", status=0)
        self.assertEqual((record["problem"], record["raw"]), ("not-asked", f"{front.base}/late"))
        self.assertNotIn("HEAD /no", site.log)

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

    def test_other_options_than_in_the_earlier_run(self):
        """An answer is kept with its code: --accept decides each time."""
        site = self.site({"/403": (403, {}, b"")})
        self.write(f"{site.base}/403")
        for options, count in (("--accept=403",), 0), ((), 1), (("--accept=403",), 0):
            self.assertEqual(len(self.records("--cache=cache", *options, status=count)), count)
        self.assertEqual(site.log, ["HEAD /403"])

    def test_what_was_not_asked_is_not_kept(self):
        port, accepted = self.answering(b"")
        self.write(*(f"http://127.0.0.1:{port}/{i}" for i in range(20)))
        self.run_check("--cache=cache", "--retries=0", status=1)
        with contextlib.closing(sqlite3.connect(self.folder / "cache")) as cache:
            self.assertLessEqual(cache.execute("SELECT count(*) FROM answers").fetchone()[0], len(accepted))

    def test_two_processes_share_a_file(self):
        """The file is not locked while servers are asked."""
        waits = []

        def page(_method, count):
            time.sleep(0.02)
            begin = time.monotonic()
            with contextlib.closing(sqlite3.connect(self.folder / "cache", timeout=5)) as cache, cache:
                cache.execute("BEGIN IMMEDIATE")
            waits.append(time.monotonic() - begin)
            return 200, {}, PAGE
        site = self.site({f"/{i}": page for i in range(60)})
        self.write(*(f"{site.base}/{i}" for i in range(60)))
        self.assertNotIn("not kept", self.run_check("--cache=cache", status=0).stderr)
        self.assertLess(sum(waits) / len(waits), 0.1)

    def test_killed(self):
        """The answers up to half a second before stay."""
        def slow(_method, _count):
            time.sleep(0.01)
            return 200, {}, PAGE
        site = self.site({f"/{i}": slow for i in range(400)})
        self.write(*(f"{site.base}/{i}" for i in range(400)))
        done = self.start("--rate=0", "--cache=cache")
        while len(site.log) < 250 and done.poll() is None:
            time.sleep(0.01)
        done.kill()
        done.wait()
        before = len(site.log)
        self.run_check("--cache=cache", status=0)
        self.assertGreater(before, 200)
        self.assertLess(len(site.log) - before, 400 - before + 150)

    def test_cache_under_another_policy(self):
        """An answer counts only if this run may ask for it."""
        site = self.site({"/p": PAGE})
        self.write(f"{site.base}/p")
        self.run_check("--cache=cache", status=0)
        (self.folder / "policy").write_text("")
        self.assertEqual(self.problems("--cache=cache"), {"p": "not-asked"})
        self.assertEqual(self.problems("--cache=cache", "--offline"), {"p": "not-asked"})

    def test_offline_without_an_answer(self):
        site = self.site({"/p": PAGE})
        self.write(f"{site.base}/p")
        self.assertEqual(self.problems("--offline", "--cache=cache"), {"p": "not-asked"})
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
        self.assertIn("4 redirected links can be corrected, in 1 file", diff.stderr)
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

    def test_fix_redirects_and_remaps(self):
        """A page that --remap puts in another place says nothing of the one that the link names."""
        site = self.site({"/p": PAGE, "/r": to("/p")})
        self.write("https://example.com/r")
        done = self.run_check("--fix=redirects", f"--remap=https://example.com/* {site.base}/$1", status=0)
        self.assertEqual((done.stdout, site.log), ("", ["HEAD /r", "HEAD /p"]))

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
