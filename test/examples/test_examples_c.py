# SPDX-License-Identifier: MIT
"""The C examples: their output, and that README.md shows the compiled file."""
import os
import pathlib
import re
import socket
import subprocess
import tempfile
import threading
import unittest
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

ROOT = pathlib.Path(__file__).resolve().parents[2]


def run(*args):
    return subprocess.run([os.environ["EXAMPLE"], *args], capture_output=True, text=True, check=False)


class Examples(unittest.TestCase):
    def test_readme_shows_the_file(self):
        blocks = re.findall(r"^```c\n(.*?)^```$", (ROOT / "README.md").read_text(), re.M | re.S)
        self.assertEqual(blocks, [(ROOT / "examples/resolve.c").read_text()])

    def test_resolves(self):
        done = run("http://a/b/c/d;p?q", "../g?y#s")
        self.assertEqual((done.returncode, done.stdout), (0, "http://a/b/g?y#s\n"))

    def test_says_what_is_wrong(self):
        done = run("http://a/", "c[d")
        self.assertEqual((done.returncode, done.stderr), (1, 'c[d: at byte 1: "[" is not allowed in a path\n'))

    def test_wants_two_arguments(self):
        self.assertEqual(run("http://a/").returncode, 2)

    def test_a_base_without_a_scheme_is_refused(self):
        self.assertEqual(run("a/b", "c").returncode, 1)

    def plan(self, uri):
        done = subprocess.run([os.environ["PLAN"], uri], capture_output=True, text=True, check=False)
        return done.returncode, done.stdout, done.stderr

    def test_plan(self):
        """RFC 4266, 2.2: the selector and CR LF; its own scheme goes through its gateway."""
        self.assertEqual(self.plan("gopher://h/0a"), (
            0, "connect h port 70\nsend a\\x0d\\x0a\nexpect\nclose\n", ""))
        status, out, errors = self.plan("shelf://three/a/b")
        self.assertEqual((status, errors), (0, ""))
        self.assertTrue(out.startswith("connect gateway.example port 80\nsend GET /three/a/b HTTP/1.1\\x0d\\x0a"), out)
        status, out, errors = self.plan("tag:a@example.com,2001:b")
        self.assertEqual((status, out), (1, ""))
        self.assertTrue(errors.startswith("tag:a@example.com,2001:b: "))

    def test_batch(self):
        """Includes lines longer than a piece."""
        text = b"http://a/\r\nmailto:a@b\n\n//h/" + 200000 * b"x" + b"\na b\n[\n" + 50000 * b"http://c/\n" + b"http://d"
        done = subprocess.run([os.environ["BATCH"]], input=text, capture_output=True, check=False)
        self.assertEqual((done.returncode, done.stdout.decode()), (0, (
            "the first invalid line, error at byte 1: a space is not allowed in a path\n"
            "50003 with a host, 2 without, 2 invalid\n")))
        done = subprocess.run([os.environ["BATCH"]], input=b"", capture_output=True, check=False)
        self.assertEqual(done.stdout, b"0 with a host, 0 without, 0 invalid\n")

    def test_url(self):
        def url(text):
            done = subprocess.run([os.environ["URL"], text], capture_output=True, text=True, check=False)
            return done.returncode, done.stdout, done.stderr
        self.assertEqual(url("http://example.com\\@evil.example/"),
                         (0, "http://example.com/@evil.example/\nexample.com\n", 'at byte 18: "\\" stands for "/"\n'))
        self.assertEqual(url("mailto:a"), (0, "mailto:a\n\n", ""))
        self.assertEqual(url("x")[:2], (1, ""))

    def test_links(self):
        """Includes a style sheet longer than the scratch buffer, and values cut by pieces."""
        filler = 16370 * b"x"
        page = b'<p>' + filler + b'<a href="a&amp;b">\n<style>/*' + 200000 * b"x" + b"*/ b { background: url('c') }</style>"
        done = subprocess.run([os.environ["LINKS"]], input=page, capture_output=True, check=False)
        self.assertEqual((done.returncode, done.stdout.decode()), (0, "a href 16382 a&b\nstyle  216425 c\n"))
        self.assertEqual(subprocess.run([os.environ["LINKS"]], input=b"", capture_output=True, check=False).stdout, b"")

    def test_crawl(self):
        """In Shift_JIS, longer than a read and than the scratch buffer, given in small pieces; and a <base> after references."""
        head = "<meta charset=sjis><a href='/\u30bd?\u30bd'><base href=/b/><a title='".encode("shift_jis")
        page = head + 100000 * b"x" + b"' href=c><iframe srcdoc='<a href=?&#233;>'>"
        with subprocess.Popen([os.environ["CRAWL"], "https://h/"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE) as crawl:
            for at in range(0, len(page), 9999):
                crawl.stdin.write(page[at:at + 9999])
                crawl.stdin.flush()
            out, errors = crawl.communicate()
        end = len(page)
        self.assertEqual(out.decode(), f"a href 28 https://h/%E3%82%BD?%83\\\nbase href 47 https://h/b/\n"
                                       f"a href {len(head) + 100007} https://h/b/c\na href {end - 10} https://h/b/?%C3%A9\n")
        self.assertEqual((errors, crawl.returncode), (b"references before 47 have another base\n", 0))
        done = subprocess.run([os.environ["CRAWL"], "https://h/", "hz-gb-2312"], input=b"<a href=b>", capture_output=True, check=False)
        self.assertEqual((done.returncode, done.stdout), (1, b""))

    @unittest.skipUnless("LINEAGE" in os.environ, "built without the historic generations")
    def test_lineage(self):
        done = subprocess.run([os.environ["LINEAGE"], "http://a:b@h_1/"], capture_output=True, text=True, check=False)
        self.assertEqual((done.returncode, done.stdout), (0, (
            'url-1993  host "h_1"\n'
            "url-1994  at byte 9: URLs of this scheme cannot have a password (hostport, BNF for specific URL schemes)\n"
            'url-1997  at byte 12: "_" is not allowed in a host (hostname, 4.3.1)\n'
            'uri-2003  host "a:b@h_1"\n'
            'rfc3986   host "h_1"\n')))



class Server(BaseHTTPRequestHandler):
    """Redirects /to/N to N in the list of the server, and serves the Host field elsewhere."""
    def do_GET(self):
        part = self.path.rsplit("/", 1)[1]
        self.server.seen.append(self.path)
        if self.path.startswith("/to/"):
            self.send_response(302)
            self.send_header("Location", self.server.targets[int(part)])
            self.send_header("Content-Length", "0")
            self.end_headers()
            return
        body = self.headers["Host"].encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *args):
        pass


@unittest.skipUnless("GUARD" in os.environ, "libcurl is not installed")
class Guard(unittest.TestCase):
    def setUp(self):
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Server)
        self.server.seen = []
        self.port = self.server.server_address[1]
        self.server.targets = ["/end", "http://127.0.0.2:%d/end" % self.port, "/to/2", f"//localhost:{self.port}/end?a b", "file:///etc/passwd",
                               f"http://127.0.0.2:{self.port}\\@127.0.0.1:{self.port}/"]
        thread = threading.Thread(target=self.server.serve_forever)
        thread.start()
        self.addCleanup(thread.join)
        self.addCleanup(self.server.server_close)
        self.addCleanup(self.server.shutdown)

    def fetch(self, url, policy="allow host localhost\nallow network 127.0.0.1\nallow port 1-65535\nlimit redirects 3\n"):
        with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
            file.write(policy)
            file.flush()
            done = subprocess.run([os.environ["GUARD"], url, file.name], capture_output=True, text=True, check=False, timeout=60,
                                  env={**os.environ, "http_proxy": "http://127.0.0.1:1/"})
        return done.returncode, done.stdout, done.stderr

    def test_fetches(self):
        self.assertEqual(self.fetch(f"http://127.0.0.1:{self.port}/end"), (0, f"127.0.0.1:{self.port}", ""))
        self.assertEqual(self.fetch(f"http://LOCALHOST:{self.port}/to/0"), (0, f"localhost:{self.port}", ""))
        self.assertEqual(self.fetch(f"http://127.0.0.1:{self.port}/to/3"), (0, f"localhost:{self.port}", ""))
        self.assertEqual(self.server.seen[-1], "/end?a%20b")

    def test_address_of_ipv6(self):
        class Server6(ThreadingHTTPServer):
            address_family = socket.AF_INET6
        try:
            server = Server6(("::1", 0), Server)
        except OSError:
            self.skipTest("no IPv6")
        server.seen, server.targets, port = [], [], server.server_address[1]
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            policy = "allow network ::1\nallow port 1-65535\n"
            self.assertEqual(self.fetch(f"http://[::1]:{port}/end", policy), (0, f"[::1]:{port}", ""))
            self.assertEqual(self.fetch(f"http://[::1]:{port}/end?{'a' * 7900}", policy), (0, f"[::1]:{port}", ""))
        finally:
            server.shutdown()
            server.server_close()
            thread.join()

    def test_denies(self):
        for url, word in ((f"http://127.0.0.2:{self.port}/", "network"), ("http://127.1/", "see different hosts"), (f"http://127.0.0.1:{self.port}/to/1", "network"),
                          (f"http://127.0.0.1:{self.port}/to/4", "scheme"), (f"http://127.0.0.1:{self.port}/to/5", "network")):
            with self.subTest(url=url):
                status, out, errors = self.fetch(url)
                self.assertEqual((status, out), (1, ""))
                self.assertIn(word, errors)
        self.assertTrue(all(path.startswith("/to/") for path in self.server.seen))

    def test_a_name_whose_address_is_denied(self):
        status, out, errors = self.fetch(f"http://localhost:{self.port}/end", "allow host localhost\n")
        self.assertEqual((status, out), (1, ""))
        self.assertIn("one that the policy denies", errors)
        self.assertEqual(self.server.seen, [])

    def test_redirections_end(self):
        status, out, errors = self.fetch(f"http://127.0.0.1:{self.port}/to/2")
        self.assertEqual((status, out, len(self.server.seen)), (1, "", 4))
        self.assertIn("too many redirections", errors)


if __name__ == "__main__":
    unittest.main()
