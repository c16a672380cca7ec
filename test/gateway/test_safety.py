# SPDX-License-Identifier: MIT
"""uriel gateway and hostile pages, servers and clients."""
import concurrent.futures
import pathlib
import socket
import time
import unittest

from gateways import LOOPBACK, TIMEOUT, Answer, Case, Names, ftp_server


class Names_of_the_gateway(Case):
    def test_host(self):
        """A page of another name whose address has become the gateway's (DNS rebinding) names itself in Host."""
        gateway, peer = self.gateway(), self.gopher(b"text")
        target, port = f"/gopher/127.0.0.1:{peer.port}/0/a", gateway.port
        for host in (f"127.0.0.1:{port}", f"localhost:{port}", f"LOCALHOST:{port}"):
            self.assertEqual(gateway.ask(target, host=host).status, 200, host)
        for host in ("evil.example", f"evil.example:{port}", f"127.0.0.1.evil.example:{port}", "127.0.0.1", "localhost", f"127.0.0.1:{port + 1}",
                     f"127.0.0.2:{port}", f"[::1]:{port}", f"x@127.0.0.1:{port}", f"127.0.0.1:{port}/x", f"127.0.0.1:{port}, evil.example", "",
                     f"127.0.0.1:{peer.port}"):
            heads = len(peer.heads)
            answer = Answer(gateway.send(f"GET {target} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n".encode()))
            self.assertEqual(answer.status, 403, host)
            self.assertNotIn("text</", answer.text)
            self.assertEqual(len(peer.heads), heads)
        for path in ("/", "/?uri=gopher%3A%2F%2Fg.example%2F"):
            self.assertEqual(gateway.ask(path, host="evil.example").status, 403)
        two = f"GET {target} HTTP/1.1\r\nHost: {gateway.authority}\r\nHost: evil.example\r\nConnection: close\r\n\r\n"
        self.assertEqual(Answer(gateway.send(two.encode())).status, 400)
        self.assertEqual(Answer(gateway.send(f"GET {target} HTTP/1.1\r\nConnection: close\r\n\r\n".encode())).status, 400)

    def test_host_of_a_proxy(self):
        """RFC 9112, 3.2.2: the target's host, with its port."""
        gateway, peer = self.gateway(), self.gopher(b"text")
        uri = f"gopher://127.0.0.1:{peer.port}/0/a"
        self.assertEqual(gateway.ask(uri, host=f"127.0.0.1:{peer.port}").status, 200)
        for host in ("evil.example", "127.0.0.1", f"evil.example:{peer.port}"):
            self.assertEqual(gateway.ask(uri, host=host).status, 403)
        self.assertEqual(gateway.ask("gopher://g.example/1", host="g.example:70").status, 502)  # it is asked for, and unknown
        self.assertEqual(gateway.ask("gopher://g.example/1", host="G.example").status, 502)

    def test_own_names(self):
        gateway = self.gateway("--name=gate.example", "--name=other.example:8888")
        for host, status in (("gate.example", 200), ("Gate.Example:80", 200), (f"gate.example:{gateway.port}", 200), ("gate.example:81", 403),
                             ("other.example:8888", 200), ("other.example", 403), (f"other.example:{gateway.port}", 403), ("a.gate.example", 403)):
            self.assertEqual(gateway.ask("/", host=host).status, status, host)

    def test_origin(self):
        """RFC 6454, 7: a page of another site asks, with fetch."""
        gateway, peer = self.gateway("--name=gate.example"), self.gopher(b"text")
        target = f"/gopher/127.0.0.1:{peer.port}/0/a"
        for origin, status in ((f"http://{gateway.authority}", 200), (f"http://localhost:{gateway.port}", 200), ("https://gate.example", 200),
                               ("http://evil.example", 403), ("null", 403), ("", 403), (f"http://127.0.0.1:{gateway.port + 1}", 403),
                               (f"gopher://{gateway.authority}", 403), (f"http://127.0.0.1:{peer.port}", 403), (f"http://evil.example, http://{gateway.authority}", 403)):
            self.assertEqual(gateway.ask(target, f"Origin: {origin}").status, status, origin)
        uri = f"gopher://127.0.0.1:{peer.port}/0/a"
        for origin, status in ((f"gopher://127.0.0.1:{peer.port}", 200), ("gopher://127.0.0.1", 403), ("gopher://evil.example", 403)):
            self.assertEqual(gateway.ask(uri, f"Origin: {origin}").status, status, origin)


class Guard(Case):
    """What a client asks for is not what the user of the gateway names."""

    def test_networks(self):
        """RFC 6890: private, loopback, link-local and metadata addresses, in every spelling."""
        gateway, peer = self.gateway(policy=""), self.gopher(b"secret")
        for host in ("127.0.0.1", "127.1", "2130706433", "0x7f.0.0.1", "0177.0.0.1", "127%2E0.0.1", "localhost", "%6cocalhost", "[::1]", "[::ffff:127.0.0.1]",
                     "[::ffff:7f00:1]", "10.0.0.1", "192.168.1.1", "169.254.169.254", "[fe80::1]", "0.0.0.0", "[::]", "intranet", "printer.local"):
            for target in (f"/gopher/{host.replace('[', '%5B').replace(']', '%5D')}:{peer.port}/0/a", f"gopher://{host}:{peer.port}/0/a"):
                answer = gateway.ask(target)
                self.assertEqual(answer.status, 403, target)
                self.assertNotIn("secret", answer.text)
        for scheme, path in (("ftp", "a"), ("nntp", "a"), ("whois", "a"), ("wais", "a?b"), ("prospero", "a"), ("news", "a")):
            self.assertEqual(gateway.ask(f"/{scheme}/127.0.0.1:{peer.port}/{path}").status, 403, scheme)
        self.assertEqual(peer.heads, [])

    def test_names_that_lead_to_a_network(self):
        """The address is checked that is connected to, also if the answer changes."""
        peer = self.gopher(b"secret")
        with Names({"public.example": ["8.8.8.8", "127.0.0.1"], "inner.example": ["127.0.0.1"], "deep.example": ["10.0.0.1"]}) as names:
            gateway = self.gateway(names.option, "--connect-timeout=1", policy="deny network 8.8.8.8\n")
            for name in ("inner", "deep", "public", "public"):
                answer = gateway.ask(f"/gopher/{name}.example:{peer.port}/0/a")
                self.assertEqual(answer.status, 403)
                self.assertIn("the policy denies the address", answer.text)
            self.assertEqual(names.asked.count("public.example"), 2)
            self.assertEqual(gateway.ask("/gopher/unknown.example/1").status, 502)
            opened = self.gateway(names.option)
            self.assertEqual(opened.ask(f"/gopher/inner.example:{peer.port}/0/a").body, b"secret")
        self.assertEqual(peer.heads, [b"/a\r\n"])

    def test_ports(self):
        """Fetch, 2.9: no service of another protocol."""
        gateway = self.gateway("--connect-timeout=1", policy=LOOPBACK)
        for path in ("gopher/127.0.0.1:25/0/a", "gopher/127.0.0.1:22/0/a", "gopher/127.0.0.1:21/0/a", "ftp/127.0.0.1:25/a", "whois/127.0.0.1:21/a", "wais/127.0.0.1:6667/a?b"):
            answer = gateway.ask("/" + path)
            self.assertEqual(answer.status, 403, path)
            self.assertIn("(port)", answer.text)
        for path in ("gopher/127.0.0.1/0/a", "ftp/127.0.0.1/a", "nntp/127.0.0.1/a", "whois/127.0.0.1/a"):  # nobody listens
            self.assertNotEqual(gateway.ask("/" + path).status, 403, path)

    def test_policy(self):
        peer = self.gopher(b"text")
        gateway = self.gateway(policy="allow network 127.0.0.0/8\nallow host localhost\ndeny suffix evil.example\ndeny scheme ftp\n")
        self.assertEqual(gateway.ask(f"/gopher/localhost:{peer.port}/0/a").body, b"text")
        self.assertEqual(gateway.ask("/gopher/a.evil.example/1").status, 403)
        self.assertEqual(gateway.ask("/gopher/a%2Eevil%2Eexample/1").status, 403)
        self.assertEqual(gateway.ask("/ftp/f.example/").status, 403)
        self.assertEqual(gateway.ask("/ftp/ann:secret@127.0.0.1/").status, 403)

    def test_passive_ftp(self):
        """RFC 2577, 3: data come from the same host."""
        gateway = self.gateway()
        peer = self.peer(ftp_server(replies={"EPSV": b"500 -\r\n", "PASV": b"227 x (10,0,0,1,0,22)\r\n"}.items()))
        self.assertEqual(gateway.ask(f"/ftp/127.0.0.1:{peer.port}/a").status, 403)


class Lines(Case):
    def test_line_breaks(self):
        """No line of a protocol ends early (RFC 4266, 4; RFC 1738, 3.2.2)."""
        gateway, peer = self.gateway(), self.gopher(b"text")
        server = f"127.0.0.1:{peer.port}"
        for path in (f"/gopher/{server}/0/a%0D%0Ab", f"/gopher/{server}/7/a%09b%0Ac", f"/whois/{server}/a%0D%0Ab", f"/nntp/{server}/a%0Ab", f"/ftp/{server}/a%0D%0Ab",
                     f"/news/{server}/a%0D%0Ab@c", f"/ftp/{server}/a%00b", f"/ftp/a%0D%0Ab@{server}/"):
            answer = gateway.ask(path)
            self.assertIn(answer.status, (400, 403), path)
            self.assertEqual(answer.field("Content-Type"), "text/html; charset=utf-8")
        self.assertEqual(peer.heads, [])

    def test_line_breaks_in_locations(self):
        gateway = self.gateway()
        for target in ("/?uri=gopher%3A%2F%2Fg.example%2F1%0D%0ASet-Cookie%3A%20a", "/gopher://g.example/1%0D%0ASet-Cookie:a",
                       "/?uri=gopher%3A%2F%2Fg.example%2F7%2Fs&words=a%0D%0ASet-Cookie%3A%20a"):
            answer = gateway.ask(target)
            self.assertIsNone(answer.field("Set-Cookie"))
            self.assertIn(answer.status, (302, 400))
        answer = gateway.ask("/http://x", "X: y")
        self.assertEqual(answer.status, 302)


class Clients(Case):
    def test_long_requests(self):
        gateway = self.gateway()
        self.assertEqual(gateway.ask("/gopher/g.example/0/" + "a" * 7900).status, 502)
        for length, statuses in ((9000, (414,)), (40000, (414, 431, 413)), (1000000, (414, 431, 413))):
            self.assertIn(gateway.ask("/gopher/g.example/0/" + "a" * length).status, statuses)
        self.assertIn(Answer(gateway.send(b"GET / HTTP/1.1\r\n" + b"X: y\r\n" * 50000)).status, (413, 431))
        self.assertEqual(gateway.ask("/").status, 200)

    def test_broken_requests(self):
        gateway = self.gateway()
        for data in (b"\0" * 100 + b"\r\n\r\n", b"GET\r\n\r\n", b"GET /\r\n\r\n", b"x" * 5000 + b"\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n", b"\r\n" * 1000,
                     b"GET / HTTP/1.1\r\nHost\r\n\r\n", b"GET /\0x HTTP/1.1\r\nHost: x\r\n\r\n", b"GET / HTTP/1.1\r\nTransfer-Encoding: chunked\r\nHost: x\r\n\r\nxyz\r\n"):
            with gateway.connect() as connection:
                connection.sendall(data)
                connection.shutdown(socket.SHUT_WR)
                while connection.recv(1 << 16):
                    pass
        self.assertEqual(gateway.ask("/").status, 200)

    def test_slow_requests(self):
        """A client that sends a byte now and then does not keep its connection."""
        gateway = self.gateway("--timeout=2")
        with gateway.connect() as connection:
            start = time.monotonic()
            try:
                for byte in b"GET / HTTP/1.1\r\nX: " + b"y" * 1000:
                    connection.sendall(bytes([byte]))
                    time.sleep(0.1)
            except OSError:
                pass
            self.assertLess(time.monotonic() - start, 10)

    def test_slow_readers(self):
        """Nor does one that reads a byte now and then, and the server is not read further than that."""
        sent = []

        def send(connection):
            try:
                for _ in range(1000):
                    connection.sendall(b"x" * 65536)
                    sent.append(65536)
            except OSError:
                sent.append(0)
        gateway, peer = self.gateway("--timeout=2"), self.gopher(send)
        with socket.socket() as connection:
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            connection.connect(("127.0.0.1", gateway.port))
            connection.sendall(f"GET /gopher/127.0.0.1:{peer.port}/9/a HTTP/1.1\r\nHost: {gateway.authority}\r\n\r\n".encode())
            start = time.monotonic()
            while (not sent or sent[-1]) and time.monotonic() - start < TIMEOUT:
                connection.recv(1)
                time.sleep(0.2)
            self.assertLess(time.monotonic() - start, 15)
            self.assertLess(sum(sent), 20 << 20)
        gateway.stop()
        self.assertIn("the client is gone, or takes too long", gateway.logged())

    def test_slow_servers(self):
        def drip(connection):
            try:
                while True:
                    connection.sendall(b"x")
                    time.sleep(0.2)
            except OSError:
                pass
        gateway, peer = self.gateway("--timeout=2"), self.gopher(drip)
        start = time.monotonic()
        answer = gateway.ask(f"/gopher/127.0.0.1:{peer.port}/9/a")
        self.assertLess(time.monotonic() - start, 10)
        self.assertFalse(answer.whole)

    def test_clients_that_leave(self):
        """Their requests end."""
        gateway, peer = self.gateway("--max-requests=2"), self.gopher(lambda connection: [connection.sendall(b"x" * 65536) for _ in range(100000)])
        for _ in range(5):
            with gateway.connect() as connection:
                connection.sendall(f"GET /gopher/127.0.0.1:{peer.port}/9/a HTTP/1.1\r\nHost: {gateway.authority}\r\n\r\n".encode())
                connection.recv(100)
            start = time.monotonic()
            while gateway.ask(f"/whois/127.0.0.1:{self.gopher(b'x').port}/a").status != 200:
                self.assertLess(time.monotonic() - start, 10)

    def test_many_at_once(self):
        gateway, peer = self.gateway(), self.gopher(lambda connection: time.sleep(1) or connection.sendall(b"text"))
        with concurrent.futures.ThreadPoolExecutor(100) as clients:
            start = time.monotonic()
            answers = list(clients.map(lambda number: gateway.ask(f"/gopher/127.0.0.1:{peer.port}/0/{number}"), range(100)))
        self.assertEqual([(answer.status, answer.body) for answer in answers], [(200, b"text")] * 100)
        self.assertLess(time.monotonic() - start, 20)
        self.assertEqual(sorted(peer.heads), sorted(f"/{number}\r\n".encode() for number in range(100)))

    def test_more_than_the_limit(self):
        """RFC 9110, 15.6.4"""
        gateway, peer = self.gateway("--max-requests=5"), self.gopher(lambda connection: time.sleep(2) or connection.sendall(b"text"))
        with concurrent.futures.ThreadPoolExecutor(20) as clients:
            answers = list(clients.map(lambda number: gateway.ask(f"/gopher/127.0.0.1:{peer.port}/0/{number}"), range(20)))
        statuses = [answer.status for answer in answers]
        self.assertEqual((statuses.count(200), statuses.count(503)), (5, 15))
        self.assertEqual({answer.field("Retry-After") for answer in answers if answer.status == 503}, {"5"})
        self.assertEqual(gateway.ask("/").status, 200)

    def test_descriptors(self):
        """No connection, and no thread, is left."""
        gateway, peer = self.gateway("--timeout=2"), self.gopher(b"text")

        def count(kind):
            return len(list(pathlib.Path(f"/proc/{gateway.process.pid}/{kind}").iterdir()))
        gateway.ask("/")
        before = count("fd")
        for _ in range(100):
            gateway.ask(f"/gopher/127.0.0.1:{peer.port}/0/a")
        start = time.monotonic()
        while count("fd") > before or count("task") > 3:
            self.assertLess(time.monotonic() - start, 10)
            time.sleep(0.1)


if __name__ == "__main__":
    unittest.main()
