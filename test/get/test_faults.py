# SPDX-License-Identifier: MIT
"""Faults of every protocol at every place: each ends in a clear error within its limit, and no part of an object gets the final name."""
import concurrent.futures
import gzip
import os
import pathlib
import subprocess
import tempfile
import time
import unittest

from support import ENVIRONMENT, OPENSSL, URIEL, Case, Ending, Faulty, Names, Peer, Secure, certificate, flood, ftp_server, get, page, redirect, web
from test_wais import Wais, uri_of

CONTENT = b"first line\r\n.second\r\nlast line\r\n"


def line_server(answer):
    """Answers a line."""
    def serve(_, connection, __):
        while not connection.recv(1000).endswith(b"\n"):
            pass
        connection.sendall(answer)
    return serve


def news_server(_, connection, __):
    replies = {b"GROUP": b"211 2 6 7 g\r\n", b"ARTICLE": b"220 7 <a@b>\r\n" + CONTENT.replace(b"\r\n.", b"\r\n..") + b".\r\n",
               b"OVER": b"224 -\r\n" + CONTENT.replace(b"\r\n.", b"\r\n..") + b".\r\n", b"QUIT": b"205 bye\r\n"}
    connection.sendall(b"200 ready\r\n")
    for line in connection.makefile("rb"):
        connection.sendall(replies[line.split()[0]])
        if line == b"QUIT\r\n":
            return


def telnet_server(_, connection, __):
    connection.sendall(b"\xff\xfd\x18\xff\xfb\x01" + CONTENT)


def proxy(port):
    """A tunnel to a port."""
    def serve(peer, connection, _):
        peer.head(connection)
        connection.sendall(b"HTTP/1.1 200 OK\r\n\r\n")
        Faulty(port, 1 << 30, None).relay(connection, 1)
    return serve


class Places(Secure):
    """Each exchange is spoiled at a number of places, up to its last byte."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        chunks = b"HTTP/1.1 200 x\r\nTransfer-Encoding: chunked\r\n\r\n%x\r\n%s\r\n0\r\n\r\n" % (len(CONTENT), CONTENT)
        pages = {"/length": page(CONTENT), "/chunks": chunks, "/end": b"HTTP/1.1 200 x\r\n\r\n" + CONTENT}
        http, https = web(pages), web(pages, context=cls.context)
        peers = [http, https]

        def served(function, **how):
            peers.append(Peer(function, **how))
            return peers[-1].port
        # The scheme or URI, the server's port, the rest of the URI, whether the end of the connection is a way to end the object.
        cls.protocols = {
            "http with a length": ("http", http.port, "/length", False), "http in chunks": ("http", http.port, "/chunks", False),
            "http to the end": ("http", http.port, "/end", True), "https with a length": ("https", https.port, "/length", False),
            "https to the end": ("https", https.port, "/end", False),  # TLS has an end of its own
            "ftp": ("ftp", served(ftp_server(CONTENT)), "/a", False), "ftps": ("ftps", served(ftp_server(CONTENT, secure=lambda channel: Ending(
                cls.context.wrap_socket(channel, server_side=True))), context=cls.context), "/a", False),
            "gopher": ("gopher", served(line_server(CONTENT.replace(b"\r\n.", b"\r\n..") + b".\r\n")), "/0/a", True),
            "gopher, a menu": ("gopher", served(line_server(CONTENT + b".\r\n")), "/1/a", True),
            "gopher, bytes": ("gopher", served(line_server(CONTENT)), "/9/a", True),
            "Gopher+ with a length": ("gopher", served(line_server(b"+%d\r\n" % len(CONTENT) + CONTENT)), "/9/a%09%09+", False),
            "Gopher+ to a dot": ("gopher", served(line_server(b"+-1\r\n" + CONTENT + b".\r\n")), "/1/a%09%09+", False),
            "nntp, an article": ("nntp", served(news_server), "/g/7", False), "nntp, an overview": ("nntp", served(news_server), "/g", False),
            "whois": ("whois", served(line_server(CONTENT)), "/a", True), "telnet": ("telnet", served(telnet_server), "", True),
            "wais": ("wais", (peers.append(Wais({b"doc": CONTENT})) or peers[-1]).port, "", False),
            "https through a proxy": ("proxy", served(proxy(https.port)), "/length", False)}
        for peer in peers:
            cls.addClassCleanup(peer.close)

    def run_one(self, name, at, how, *options):
        """The result with the exchange spoiled, the seconds, the content of the file or None, and the bytes of a whole exchange."""
        scheme, port, rest, _ = self.protocols[name]
        with Faulty(port, at, how) as peer, tempfile.TemporaryDirectory() as folder:
            uri = (uri_of(peer.port, "doc") if scheme == "wais" else f"https://good.example{rest}" if scheme == "proxy"
                   else f"{scheme}://127.0.0.1:{peer.port}{rest}")
            if scheme == "proxy":
                options += (f"--proxy=127.0.0.1:{peer.port}",)
            begin = time.monotonic()
            result = get(f"--ca-file={self.certificate}", "-o", f"{folder}/file", "--max-size=1M", *options, uri)
            seconds = time.monotonic() - begin
            files = os.listdir(folder)
            self.assertIn(files, ([], ["file"]))
            return result, seconds, pathlib.Path(folder, "file").read_bytes() if files else None, peer.passed

    def every(self, how, count, check, *options):
        """Runs every protocol with the fault at about `count` places and at the last byte."""
        with concurrent.futures.ThreadPoolExecutor(6) as pool:
            runs = []
            for name in self.protocols:
                whole, _, content, length = self.run_one(name, 1 << 30, None)
                self.assertEqual(whole.status, 0, f"{name}: {whole.errors}")
                for at in sorted({*range(0, length, length // count + 1), length - 1}):
                    runs.append((name, at, content, pool.submit(self.run_one, name, at, how, *options)))
            for name, at, content, run in runs:
                with self.subTest(name, at=at):
                    result, seconds, got, _ = run.result()
                    if result.status == 0:
                        self.assertIsNotNone(got)
                    else:
                        self.assertIn(result.status, (3, 4, 5))
                        self.assertIsNone(got)
                        self.assertRegex(result.errors, r"^uriel: .+: .+\n")
                    self.assertLess(seconds, 10)
                    check(name, result, content, got)

    def whole_or_nothing(self, name, result, content, got):
        """A part of the object is taken for it only if the protocol cannot know better."""
        if got is not None and got != content:
            self.assertTrue(self.protocols[name][3], f"{got} of {content}")
            # Without the last line, ".", two full stops are text.
            self.assertTrue(any(text.startswith(got) for text in (content + b".\r\n", content.replace(b"\r\n.", b"\r\n..") + b".\r\n")), got)

    def test_closed(self):
        self.every(lambda connection, _: False, 15, self.whole_or_nothing)

    def test_reset(self):
        def check(name, result, content, got):
            # What had arrived before can be the whole object.
            self.assertIn(got, (None, content))
        self.every(Faulty.reset, 15, check)

    def test_stalled(self):
        def check(name, result, content, got):
            if name == "telnet":  # a session ends with the time
                self.assertTrue(content.startswith(got))
            elif got is None:
                self.assertRegex(result.errors, "longer (to begin TLS )?than|in time")
            else:
                self.assertEqual(got, content)
        self.every(lambda connection, _: time.sleep(3), 3, check, "--timeout=1")

    def test_one_byte_at_a_time(self):
        def drip(connection, rest):
            for byte in rest:
                connection.sendall(bytes([byte]))
                time.sleep(0.15)
            return True

        def check(name, result, content, got):
            if got is None:
                self.assertRegex(result.errors, "longer (to begin TLS )?than|in time")
            elif name != "telnet":
                self.assertEqual(got, content)
        self.every(drip, 1, check, "--timeout=1")

    def flood(self, piece):
        def how(connection, _):
            flood(connection, piece * 4096)

        def check(name, result, content, got):
            if got is not None and name != "telnet": # an object with a length, or up to a mark, has ended
                self.assertEqual((len(got), "length" in name or got == content), (len(content), True))
        self.every(how, 4, check, "--timeout=5")

    def test_endless_bytes(self):
        self.flood(b"x" * 16)

    def test_endless_lines(self):
        self.flood(b"220-x\r\n")

    def test_endless_zeros(self):
        self.flood(b"\0" * 16)

    def test_endless_options(self):
        """Telnet, an option that is asked for without an end: the answers are not kept."""
        self.flood(b"\xff\xfd\x18")


class Others(Case):
    def setUp(self):
        self.folder = self.temporary()

    @unittest.skipUnless(OPENSSL, "openssl is not installed")
    def test_dates_of_certificates(self):
        """RFC 5280, 4.1.2.5: a certificate proves nothing before or after its dates."""
        for name, start, end, status in (("past", "20200101000000Z", "20200201000000Z", 3), ("future", "20900101000000Z", "20910101000000Z", 3),
                                         ("now", "20200101000000Z", "20910101000000Z", 0)):
            with self.subTest(name):
                path, context = certificate(self.folder, start, end)
                with web({"/": page(b"x")}, context=context) as server:
                    result = get(f"--ca-file={path}", f"https://127.0.0.1:{server.port}/")
                    self.assertEqual(result.status, status, result.errors)
                    self.assertEqual("does not prove who it is" in result.errors, status == 3)

    @unittest.skipUnless(OPENSSL, "openssl is not installed")
    def test_certificates_of_others(self):
        """The certificate of another server, signed by the same authority, and one whose key the server does not have."""
        path, context = certificate(self.folder)
        with web({"/": page(b"x")}, context=context) as server, Names({"other.example": ["127.0.0.1"]}) as names:
            self.fails(get(names.option, f"--ca-file={path}", f"https://other.example:{server.port}/"), 3, "does not prove who it is")
            self.assertEqual([head for head in server.heads if head], [])

    def test_bombs(self):
        """A content coding is the object's, and stays (RFC 9110, 8.4); a transfer coding is undone (RFC 9112, 7.2), up to the limit."""
        bomb = gzip.compress(bytes(1 << 28))
        with web({"/": page(bomb, "Content-Encoding: gzip"), "/t": b"HTTP/1.1 200 x\r\nTransfer-Encoding: gzip, chunked\r\n\r\n%x\r\n%s\r\n0\r\n\r\n" % (len(bomb), bomb)}) as server:
            self.assertTrue(get("--header=Accept-Encoding: gzip", f"http://127.0.0.1:{server.port}/").out == bomb)
            result = get("--max-size=10M", "-o", f"{self.folder}/file", f"http://127.0.0.1:{server.port}/t")
            self.fails(result, 3, "--max-size")
            self.assertEqual(list(self.folder.iterdir()), [])

    def test_an_answer_that_changes_between_check_and_connection(self):
        """The address that the policy allowed is the one that is connected to, although the name now has another."""
        policy = self.folder / "policy"
        policy.write_text("allow network 127.0.0.2/32\n")
        with web({"/": page(b"inside")}) as inside, Names({"changes.example": ["127.0.0.2", "127.0.0.1"], "denied.example": ["127.0.0.1", "127.0.0.2"]}) as names:
            with web({"/": page(b"outside")}, host="127.0.0.2", port=inside.port) as outside, \
                    web({"/": redirect(f"http://changes.example:{inside.port}/"), "/d": redirect(f"http://denied.example:{inside.port}/")}) as server:
                options = (names.option, f"--policy={policy}")
                self.assertEqual(get(*options, f"http://127.0.0.1:{server.port}/").out, b"outside")
                self.fails(get(*options, f"http://127.0.0.1:{server.port}/d"), 5, "denies the address 127.0.0.1")
                self.assertEqual((outside.count, inside.count), (1, 0))

    def test_a_full_disk(self):
        """The file stays as it was, and nothing else remains."""
        content = os.urandom(2_000_000)
        (self.folder / "file").write_bytes(b"old")
        with web({"/": page(content)}) as server:
            uri = f"http://127.0.0.1:{server.port}/"
            for options in (("-o", "file"), ("--output-dir=.",)):
                done = subprocess.run(["sh", "-c", 'ulimit -f 600; exec "$@"', "sh", URIEL, "get", *options, uri], capture_output=True, env=ENVIRONMENT,
                                      cwd=self.folder, check=False)
                self.assertEqual((done.returncode, b"cannot write" in done.stderr), (3, True), done.stderr)
                self.assertEqual([(path.name, path.read_bytes()) for path in self.folder.iterdir()], [("file", b"old")])
            unmounted = subprocess.run(["unshare", "--map-root-user", "--mount", "mount", "-t", "tmpfs", "none", self.folder], capture_output=True, check=False).returncode
            if unmounted:
                self.skipTest("this system allows no mounts of users")
            script = 'mount -t tmpfs -o size=64k none "$1" && cd "$1" && shift && "$@"; status=$?; ls -A; exit $status'
            done = subprocess.run(["unshare", "--map-root-user", "--mount", "sh", "-c", script, "sh", self.folder, URIEL, "get", "-o", "file", uri],
                                  capture_output=True, env=ENVIRONMENT, check=False)
            self.assertEqual((done.returncode, done.stdout, b"No space left" in done.stderr), (3, b"", True), done.stderr)

    def test_killed(self):
        """kill -9 leaves no file with a final name, and does not harm the next run."""
        def half(connection):
            connection.sendall(page(CONTENT * 1000)[:20000])
            time.sleep(20)
        with web({"/a": half}) as server, web({"/a": page(CONTENT)}) as whole:
            process = subprocess.Popen([URIEL, "get", f"--output-dir={self.folder}", f"http://127.0.0.1:{server.port}/a"])
            end = time.monotonic() + 10
            while not list(self.folder.iterdir()) and time.monotonic() < end:
                time.sleep(0.02)
            process.kill()
            process.wait()
            self.assertFalse((self.folder / "a").exists())
            self.assertEqual(get(f"--output-dir={self.folder}", f"http://127.0.0.1:{whole.port}/a").status, 0)
            self.assertEqual((self.folder / "a").read_bytes(), CONTENT)


if __name__ == "__main__":
    unittest.main()
