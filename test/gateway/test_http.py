# SPDX-License-Identifier: MIT
"""uriel gateway as a server and a proxy of HTTP (RFC 9110, RFC 9112): targets, statuses, fields, and objects that pass through."""
import base64
import os
import pathlib
import signal
import socket
import subprocess
import sys
import time
import unittest

from gateways import TIMEOUT, URIEL, Answer, Case, ftp_server, line_server
from support import page, redirect, reset, web

PIXEL = base64.b64decode("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7")
CURL = ["curl", "-q", "-sS", "--noproxy", "", "--max-time", str(TIMEOUT)]


class Targets(Case):
    def selector(self, gateway, peer, path, **more):
        """What the server of the target receives."""
        answer = gateway.ask(path, **more)
        return (peer.heads.pop() if peer.heads else None), answer

    def test_octets_of_the_path(self):
        """RFC 3986, 2.4: the path has the octets of the URI, which are decoded once."""
        gateway, peer = self.gateway(), self.gopher(b"text")
        server = f"/gopher/127.0.0.1:{peer.port}"
        for path, selector in (("/0/a%20b", b"/a b\r\n"), ("/0/a%2520b", b"/a%20b\r\n"), ("/0/%2e%2E/a//b/./c", b"/../a//b/./c\r\n"),
                               ("/0/a%2Fb;c=d", b"/a/b;c=d\r\n"), ("/0/%FF%00"[:-3], b"/\xff\r\n"), ("/0/a%3Fb%23c", b"/a?b#c\r\n"), ("/0a+b&c=d", b"a+b&c=d\r\n")):
            self.assertEqual(self.selector(gateway, peer, server + path)[0], selector)
        upper = f"/GOPHER/127.0.0.1:{peer.port}/0/x"
        self.assertEqual(self.selector(gateway, peer, upper)[0], b"/x\r\n")
        self.assertEqual(self.selector(gateway, peer, f"/gopher/127.0.0.1%3A{peer.port}/0/x")[0], b"/x\r\n")

    def test_absolute_form(self):
        """RFC 9112, 3.2.2: a proxy gets the URI; `Host` names its server, or the proxy."""
        gateway, peer = self.gateway(), self.gopher(b"1Sub\t/s\tg.example\t70\r\n7Find\t/f\tg.example\t70\r\n")
        uri = f"gopher://127.0.0.1:{peer.port}/1/m"
        for host in (None, f"127.0.0.1:{peer.port}"):
            selector, answer = self.selector(gateway, peer, uri, host=host)
            self.assertEqual(selector, b"/m\r\n")
            self.assertEqual(answer.links(), [("gopher://g.example/1/s", "Sub"), ("gopher://g.example/7/f", "Find")])
        search = gateway.ask(f"gopher://127.0.0.1:{peer.port}/7/f", host=f"127.0.0.1:{peer.port}")
        self.assertIn(f'action="{gateway.url}"', search.text)
        self.assertIn('name="proxy"', search.text)
        answer = gateway.ask(f"{gateway.url}?uri=gopher%3A%2F%2F127.0.0.1:{peer.port}%2F7%2Ff&proxy=1&words=a")
        self.assertEqual((answer.status, answer.field("Location")), (302, f"gopher://127.0.0.1:{peer.port}/7/f%09a"))
        self.assertEqual(self.selector(gateway, peer, f"{gateway.url}gopher/127.0.0.1:{peer.port}/0/x")[0], b"/x\r\n")
        self.assertIn('name="uri"', gateway.ask(gateway.url).text)
        self.assertEqual(gateway.ask("http://w.example/", host="w.example").status, 501)

    def test_other_paths(self):
        gateway = self.gateway()
        answer = gateway.ask("/gopher://g.example/1?a")
        self.assertEqual((answer.status, answer.field("Location")), (302, "/gopher/g.example/1?a"))
        for target, status in (("/x", 404), ("/gopher", 404), ("/gopher/", 400), ("/favicon.ico", 404), ("/foo/h/", 501), ("/http/w.example/", 501),
                               ("/file//etc/passwd", 501), ("/file:/etc/passwd", 501), ("/cid:a@b", 501), ("/mid:a@b", 501), ("/data:,x", 501),
                               ("/mailto:a@b.example", 501), ("/telnet/h.example/", 501), ("/gopher/g.example/1|", 400), ("/gopher/g.example/1%", 400),
                               ("/gopher/g.example:x/1", 400), ("*", 400), ("/nntp/n.example/", 400), ("foo", 400)):
            answer = gateway.ask(target)
            self.assertEqual(answer.status, status, target)
            self.assertEqual(answer.field("Content-Type"), "text/html; charset=utf-8")

    def test_schemes(self):
        gateway = self.gateway("--schemes=http,gopher")
        peer = web({"/a?b": page(b"<p>x", "Content-Type: text/html"), "/r": redirect("/a?b"), "/up": redirect("http://10.0.0.1/"),
                    "/f": redirect("ftp://127.0.0.1/")})
        self.addCleanup(peer.close)
        server = f"/http/127.0.0.1:{peer.port}"
        answer = gateway.ask(server + "/a?b")
        self.assertEqual((answer.status, answer.body, answer.field("Content-Type")), (200, b"<p>x", "text/html"))
        self.assertTrue(answer.field("Content-Security-Policy").startswith("sandbox; default-src 'none'"))
        answer = gateway.ask(server + "/r")
        self.assertEqual((answer.status, answer.field("Location")), (302, server + "/a?b"))
        self.assertEqual([gateway.ask(server + path).status for path in ("/up", "/f", "/none")], [403, 403, 404])
        self.assertEqual(gateway.ask("/ftp/127.0.0.1/").status, 501)
        for scheme in ("file", "CID", "mid", "data", "mailto", "telnet", "rlogin", "tn3270"):
            done = subprocess.run([URIEL, "gateway", f"--schemes=gopher,{scheme}"], capture_output=True, timeout=TIMEOUT)
            self.assertEqual(done.returncode, 2)
            self.assertIn(b"does not offer", done.stderr)


class Requests(Case):
    def test_methods(self):
        """RFC 9110, 9 and 15.5.6"""
        gateway, peer = self.gateway(), self.gopher(b"x" * 100000)
        target = f"/gopher/127.0.0.1:{peer.port}/0/a"
        for method in ("POST", "PUT", "DELETE", "OPTIONS", "TRACE", "CONNECT", "PROPFIND"):
            answer = gateway.ask(target, "Content-Length: 5", method=method)
            self.assertEqual((answer.status, answer.field("Allow")), (405, "GET, HEAD"), method)
        self.assertEqual(peer.heads, [])
        answer = gateway.ask(target, method="HEAD")
        self.assertEqual((answer.status, answer.body, answer.field("Content-Type")), (200, b"", "text/plain; charset=utf-8"))
        body = f"GET {target} HTTP/1.1\r\nHost: {gateway.authority}\r\nContent-Length: 5\r\nConnection: close\r\n\r\nabcde"
        self.assertEqual(Answer(gateway.send(body.encode())).status, 200)  # a body means nothing (RFC 9110, 9.3.1)

    def test_fields(self):
        gateway, peer = self.gateway(), self.gopher(b"text")
        answer = gateway.ask(f"/gopher/127.0.0.1:{peer.port}/0/a")
        self.assertEqual(answer.field("X-Content-Type-Options"), "nosniff")
        self.assertEqual(answer.field("Referrer-Policy"), "no-referrer")
        self.assertEqual(answer.field("Content-Length"), "4")
        self.assertIsNone(answer.field("Set-Cookie"))
        self.assertIsNone(answer.field("Access-Control-Allow-Origin"))

    def test_one_connection(self):
        """RFC 9112, 9.3: a client asks again on its connection."""
        gateway, peer = self.gateway(), self.gopher(b"text")
        request = f"GET /gopher/127.0.0.1:{peer.port}/0/a HTTP/1.1\r\nHost: {gateway.authority}\r\n\r\n".encode()
        last = request.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n")
        self.assertEqual(gateway.send(request * 2 + last).count(b"200 OK"), 3)

    def test_media_types(self):
        gateway = self.gateway()

        def of(data, path):
            peer = self.gopher(data) if path.startswith("gopher") else self.peer(ftp_server(data, files=(path.split("/")[-1].split(";")[0],)))
            scheme, _, rest = path.partition("/")
            answer = gateway.ask(f"/{scheme}/127.0.0.1:{peer.port}/{rest}")
            self.assertEqual(answer.body, data)
            return answer.field("Content-Type"), answer.field("Content-Security-Policy").startswith("sandbox")
        for data, path, kind, sandboxed in (
                (b"caf\xc3\xa9", "gopher/0/a", "text/plain; charset=utf-8", False), (b"caf\xe9", "gopher/0/a", "text/plain; charset=windows-1252", False),
                (b"<script>alert(1)</script>", "gopher/0/a.html", "text/plain; charset=utf-8", False),
                (b"<script>alert(1)</script>", "gopher/h/a", "text/html", True), (PIXEL, "gopher/g/a", "image/gif", False),
                (PIXEL, "gopher/I/a", "image/gif", False), (b"\x89PNG\r\n\x1a\n", "gopher/9/a.exe", "image/png", False),
                (b"\0\1\2", "gopher/9/a", "application/octet-stream", False), (b"%PDF-1.4", "gopher/d/a", "application/pdf", False),
                (b"<html><script>", "ftp/a", "text/html", True), (b"<svg xmlns='http://www.w3.org/2000/svg'><script/></svg>", "ftp/a.svg", "image/svg+xml", True),
                (b"a,b\n", "ftp/a.csv", "text/csv; charset=utf-8", False), (b"# a", "ftp/a.md", "text/plain; charset=utf-8", False),
                (b"\x1f\x8b\x08", "ftp/a.gz", "application/gzip", True), (b"ID3\0", "ftp/a.mp3", "audio/mpeg", True),
                (b"plain\n", "ftp/README;type=i", "text/plain; charset=utf-8", False), (b"", "ftp/a", "text/plain; charset=utf-8", False)):
            with self.subTest(path, data=data):
                self.assertEqual(of(data, path), (kind, sandboxed))

    def test_whois(self):
        """RFC 3912"""
        gateway, peer = self.gateway(), self.gopher(b"Domain: x\r\n")
        answer = gateway.ask(f"/whois/127.0.0.1:{peer.port}/x.example")
        self.assertEqual((answer.status, answer.body, peer.heads), (200, b"Domain: x\r\n", [b"x.example\r\n"]))

    def test_statuses_of_failures(self):
        gateway = self.gateway("--timeout=2", "--max-size=1M")

        def status(function, path):
            answer = gateway.ask(path % self.peer(function).port)
            self.assertIn("<p>", answer.text)
            return answer.status
        slow = line_server(lambda connection: time.sleep(5))
        self.assertEqual(status(ftp_server(replies={"CWD": b"550 no\r\n"}.items()), "/ftp/127.0.0.1:%d/none"), 404)
        self.assertEqual(status(ftp_server(replies={"PASS": b"530 no\r\n"}.items()), "/ftp/127.0.0.1:%d/a"), 403)
        self.assertEqual(status(ftp_server(replies={"USER": b"xyz\r\n"}.items()), "/ftp/127.0.0.1:%d/a"), 502)
        self.assertEqual(status(slow, "/gopher/127.0.0.1:%d/0/a"), 504)
        self.assertEqual(status(line_server(reset), "/gopher/127.0.0.1:%d/0/a"), 502)
        self.assertEqual(status(line_server(b"--1\r\n1 no such item\r\n.\r\n"), "/gopher/127.0.0.1:%d/0/a%%09%%09+"), 404)
        with socket.socket() as closed:
            closed.bind(("127.0.0.1", 0))
            self.assertEqual(gateway.ask(f"/gopher/127.0.0.1:{closed.getsockname()[1]}/1").status, 502)
        self.assertEqual(gateway.ask("/gopher/unknown.invalid/1").status, 502)


class Streams(Case):
    """Objects pass through, and are not held."""

    def memory(self, gateway):
        for line in pathlib.Path(f"/proc/{self.program(gateway)}/status").read_text().splitlines():
            if line.startswith("VmHWM"):
                return int(line.split()[1]) // 1024

    def program(self, gateway):
        return gateway.process.pid  # uriel becomes uriel-gateway

    def test_large_objects(self):
        count, piece = 2048 if os.environ.get("URIEL_LARGE") else 300, b"\xff" * (1 << 20)

        def send(connection):
            for _ in range(count):
                connection.sendall(piece)
        gateway, peer = self.gateway("--max-size=100G"), self.gopher(send)
        before, got, head = self.memory(gateway), 0, b""
        with gateway.connect() as connection:
            connection.sendall(f"GET /gopher/127.0.0.1:{peer.port}/9/a HTTP/1.1\r\nHost: {gateway.authority}\r\nConnection: close\r\n\r\n".encode())
            while data := connection.recv(1 << 20):
                got += data.count(b"\xff")
                head = head or data
        self.assertEqual(got, count << 20)
        self.assertIn(b"Transfer-Encoding: chunked", head)
        self.assertLess(self.memory(gateway) - before, 20)

    def test_an_object_that_ends_early(self):
        """RFC 9112, 8: a response that is cut is not complete."""
        def cut(connection):
            connection.sendall(b"x" * 200000)
            reset(connection)
        gateway, peer = self.gateway(), self.gopher(cut)
        answer = gateway.ask(f"/gopher/127.0.0.1:{peer.port}/9/a")
        self.assertEqual((answer.status, answer.whole), (200, False))
        gateway.stop()
        self.assertIn("the connection broke", gateway.logged())
        gateway, peer = self.gateway("--max-size=2M"), self.gopher(b"x" * 5000000)
        answer = gateway.ask(f"/gopher/127.0.0.1:{peer.port}/9/a")
        self.assertEqual((answer.status, answer.whole), (200, False))
        gateway, peer = self.gateway("--max-size=10k"), self.gopher(b"x" * 20000)
        self.assertEqual(gateway.ask(f"/gopher/127.0.0.1:{peer.port}/9/a").status, 502)
        gateway, peer = self.gateway(), self.gopher(lambda connection: connection.sendall(b"1x\t/x\tg.example\t70\r\n" * 10000) or reset(connection))
        answer = gateway.ask(f"/gopher/127.0.0.1:{peer.port}/1")
        self.assertEqual((answer.status, answer.whole), (200, False))

    def test_an_object_that_ends_early_for_http_1_0(self):
        """RFC 1945, 7.2.2: the end of the connection is the end of the object, so that only a reset shows that it is cut."""
        gateway, peer = self.gateway("--max-size=2M"), self.gopher(b"x" * 5000000)
        for _ in range(5):
            with gateway.connect() as connection:
                connection.sendall(f"GET /gopher/127.0.0.1:{peer.port}/9/a HTTP/1.0\r\n\r\n".encode())
                with self.assertRaises(ConnectionResetError):
                    while connection.recv(1 << 16):
                        pass

    def test_bytes_arrive_before_the_end(self):
        """A slow server does not hold back what it has sent."""
        def drip(connection):
            for _ in range(100):
                connection.sendall(b"tick\r\n")
                time.sleep(0.1)
        gateway, peer = self.gateway(), self.gopher(drip)
        with gateway.connect() as connection:
            connection.sendall(f"GET /gopher/127.0.0.1:{peer.port}/0/a HTTP/1.1\r\nHost: {gateway.authority}\r\n\r\n".encode())
            start, data = time.monotonic(), b""
            while b"tick" not in data:
                data += connection.recv(1000)
            self.assertLess(time.monotonic() - start, 5)

    def test_http_1_0(self):
        """RFC 1945: without chunks, and Host may be missing."""
        gateway, peer = self.gateway(), self.gopher(b"x" * 300000)
        answer = gateway.send(f"GET /gopher/127.0.0.1:{peer.port}/9/a HTTP/1.0\r\n\r\n".encode())
        self.assertNotIn(b"chunked", answer.partition(b"\r\n\r\n")[0])
        self.assertEqual(answer.partition(b"\r\n\r\n")[2], b"x" * 300000)


class Curl(Case):
    """curl as a client, and with the gateway as its proxy for ftp."""

    def run_curl(self, *arguments):
        done = subprocess.run([*CURL, *arguments], capture_output=True, timeout=TIMEOUT * 2)
        return done.returncode, done.stdout

    def test_paths(self):
        gateway, peer = self.gateway(), self.gopher(b"text")
        self.assertEqual(self.run_curl(f"{gateway.url}gopher/127.0.0.1:{peer.port}/0/a"), (0, b"text"))
        self.assertEqual(peer.heads, [b"/a\r\n"])

    def test_proxy(self):
        gateway, peer = self.gateway(), self.peer(ftp_server(b"file"))
        uri = f"ftp://127.0.0.1:{peer.port}/a"
        self.assertEqual(self.run_curl("--proxy", gateway.url, uri), (0, b"file"))
        status, listing = self.run_curl("--proxy", gateway.url, f"ftp://127.0.0.1:{peer.port}/")
        self.assertEqual(status, 0)
        self.assertIn(b"<pre>", listing)
        peer = self.gopher(b"text")
        uri = f"gopher://127.0.0.1:{peer.port}/0/a"
        self.assertEqual(self.run_curl("--request-target", uri, gateway.url), (0, b"text"))

    def test_broken_objects_are_errors(self):
        gateway, peer = self.gateway("--max-size=2M"), self.gopher(b"x" * 5000000)
        self.assertEqual(self.run_curl(f"{gateway.url}gopher/127.0.0.1:{peer.port}/9/a")[0], 18)  # CURLE_PARTIAL_FILE

    def test_redirections(self):
        gateway, peer = self.gateway(), self.gopher(b"0x\t/x\tg.example\t70\r\n")
        status, out = self.run_curl("-L", "-G", "--data-urlencode", f"uri=gopher://127.0.0.1:{peer.port}/7/s", "--data-urlencode", "words=a b", gateway.url)
        self.assertEqual((status, peer.heads), (0, [b"/s\ta b\r\n"]))
        self.assertIn(b'href="/gopher/g.example/0/x"', out)


class Process(Case):
    def test_addresses(self):
        gateway = self.gateway("--listen=[::1]:0")
        self.assertTrue(gateway.url.startswith("http://[::1]:"))
        self.assertEqual(gateway.ask("/").status, 200)
        self.assertEqual(gateway.ask("/", host=f"localhost:{gateway.port}").status, 200)
        done = subprocess.run([URIEL, "gateway", f"--listen=[::1]:{gateway.port}"], capture_output=True, timeout=TIMEOUT)
        self.assertEqual(done.returncode, 3)
        self.assertIn(b"cannot listen at [::1]", done.stderr)
        everywhere = self.gateway("--listen=0.0.0.0:0")
        everywhere.host = "127.0.0.1"
        everywhere.authority = f"127.0.0.1:{everywhere.port}"
        self.assertEqual(everywhere.ask("/").status, 200)
        self.assertEqual(everywhere.ask("/", host=f"10.0.0.1:{everywhere.port}").status, 403)
        everywhere.stop()
        self.assertIn("other machines can use this gateway", everywhere.logged())

    def test_usage(self):
        for options, part in ((["--listen=8080"], "--listen"), (["--listen=:8080"], "--listen"), (["--listen=localhost:8080"], "--listen"),
                              (["--listen=::1:8080"], "--listen"), (["--listen=127.0.0.1:65536"], "--listen"), (["--schemes=fto"], "known scheme"),
                              (["--schemes="], "known scheme"), (["--name=a/b"], "--name"), (["--name=u@b"], "--name"), (["--max-requests=0"], "--max-requests"),
                              (["x"], "operand"), (["--dns=x"], "--dns")):
            done = subprocess.run([URIEL, "gateway", *options], capture_output=True, timeout=TIMEOUT)
            self.assertEqual(done.returncode, 2, options)
            self.assertIn(part, done.stderr.decode())

    def test_signals(self):
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            gateway = self.gateway()
            self.assertEqual(gateway.ask("/").status, 200)
            self.assertEqual(gateway.stop(number), 0)

    def test_end_with_requests(self):
        """The end does not wait for servers, nor for clients."""
        gateway, silent = self.gateway(), self.gopher(lambda connection: time.sleep(TIMEOUT))
        endless = self.gopher(lambda connection: [connection.sendall(b"x" * 65536) for _ in range(100000)])
        with gateway.connect() as first, gateway.connect() as second, gateway.connect():
            for connection, peer in ((first, silent), (second, endless)):
                connection.sendall(f"GET /gopher/127.0.0.1:{peer.port}/9/a HTTP/1.1\r\nHost: {gateway.authority}\r\n\r\n".encode())
            second.recv(1000)
            start = time.monotonic()
            self.assertEqual(gateway.stop(), 0)
            self.assertLess(time.monotonic() - start, 10)

    def test_log(self):
        gateway = self.gateway()
        gateway.ask("/ftp/ann:secret@f.example/x")
        gateway.ask("/gopher/g.example/7/s%09private%20words%1B[2J")
        gateway.ask("/?uri=wais%3A%2F%2Fw.example%2Fdb&words=private")
        gateway.ask("/\x1b[2J", host="x\x1b[2J")
        gateway.ask("/news:a%0Ab@c")
        gateway.stop()
        log = gateway.logged()
        self.assertEqual(len(log.splitlines()), 5, log)
        self.assertNotIn("secret", log)
        self.assertNotIn("private", log)
        self.assertNotIn("\x1b", log)
        self.assertRegex(log.splitlines()[0], r"^uriel: 127\.0\.0\.1 GET ftp://ann:\*\*\*\*@f\.example/x 403 \d+ \d+\.\d{3} ")
        quiet = self.gateway(silent=True)
        quiet.ask("/")
        quiet.stop()
        self.assertEqual(quiet.logged(), "")


if __name__ == "__main__":
    sys.exit(unittest.main())
