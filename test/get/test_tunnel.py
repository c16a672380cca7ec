# SPDX-License-Identifier: MIT
"""uriel get with https through a proxy: a tunnel (RFC 9110, 9.3.6), in which the server is spoken to; secrets, and faults of proxies."""
import socket
import threading
import time
import unittest

from support import Names, Peer, Secure, copy, drain, drip, flood, get, page, plan, redirect, reset, web

HOST = "good.example"


def tunnels(port, answer=b"HTTP/1.1 200 Connection established\r\n\r\n"):
    """A proxy whose tunnels, whatever their target, lead to a port of this machine."""
    def serve(peer, connection, _):
        peer.head(connection)
        connection.sendall(answer)
        with socket.create_connection(("127.0.0.1", port)) as server:
            threading.Thread(target=copy, args=(server, connection), daemon=True).start()
            copy(connection, server)
    return Peer(serve)


class Tunnel(Secure):
    def server(self, answers):
        server = web(answers, context=self.context)
        self.addCleanup(server.close)
        return server

    def proxy(self, *arguments):
        proxy = tunnels(*arguments)
        self.addCleanup(proxy.close)
        return proxy, f"--proxy=127.0.0.1:{proxy.port}"

    def test_bytes_of_the_plan(self):
        """The proxy gets the first request, which has no path and no field of the user, and the server the second."""
        server = self.server({"/a%2Fb?c": page(b"safe"), "/": page(b"")})
        proxy, option = self.proxy(server.port)
        uri = f"https://{HOST}/a%2Fb?c#d"
        with Names({}) as names:
            options = (option, "--user-agent=me", "--header=Authorization: Bearer TOKEN", "--header=Cookie: a=TOKEN")
            self.assertEqual(get(names.option, self.ca, *options, uri).out, b"safe")
            self.assertEqual(proxy.heads + server.heads, plan(*options, uri))
            self.assertEqual(proxy.heads, [b"CONNECT good.example:443 HTTP/1.1\r\nHost: good.example:443\r\nUser-Agent: me\r\n\r\n"])
            self.assertEqual(names.asked, [])  # the proxy looks up the name
        self.assertEqual(get(self.ca, option, "--head", f"https://{HOST}:8443/").status, 0)
        self.assertEqual([proxy.heads[-1], server.heads[-1]], plan(option, "--head", f"https://{HOST}:8443/"))

    def test_steps(self):
        server = self.server({"/": page(b"safe")})
        proxy, option = self.proxy(server.port, b"HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 299 OK\nContent-Length: 5\n\n")
        record, = get("--json", self.ca, option, f"https://{HOST}/").json()
        self.assertEqual([(step["do"], step.get("host"), step.get("port"), step.get("reply")) for step in record["steps"]],
                         [("connect", "127.0.0.1", proxy.port, None), ("send", None, None, None), ("expect", None, None, "299"),
                          ("connect", HOST, 443, None), ("send", None, None, None), ("expect", None, None, "200"), ("close", None, None, None)])
        self.assertEqual([step["text"].encode() for step in record["steps"] if step["do"] == "send"], proxy.heads + server.heads)

    def test_the_server_proves_who_it_is(self):
        server = self.server({"/": page(b"safe")})
        proxy, option = self.proxy(server.port)
        self.fails(get(option, f"https://{HOST}/"), 3, "does not prove who it is")
        self.fails(get(option, self.ca, "https://bad.example/"), 3, "does not prove who it is")
        self.assertEqual((proxy.count, b"".join(server.heads)), (2, b""))

    def test_passwords(self):
        """The user and the password go to the server that asks for them, in the tunnel; never to the proxy."""
        def serve(peer, connection, number):
            head = peer.head(connection)
            good = b"Authorization: Basic bWU6c2VjcmV0" in head  # me:secret
            connection.sendall(page(b"mine") if good else page(b"", 'WWW-Authenticate: Basic realm="x"', code="401 no"))
            drain(connection)
        server = Peer(serve, context=self.context)
        self.addCleanup(server.close)
        proxy, option = self.proxy(server.port)
        self.assertEqual(get(option, self.ca, f"https://me:secret@{HOST}/").out, b"mine")
        self.assertEqual([b"Authorization" in head for head in server.heads], [False, True])
        self.assertNotIn(b"Authorization", b"".join(proxy.heads))
        for code in ("401", "407"):
            refusing, option = self.proxy(server.port)
            refusing.function = lambda peer, connection, _, code=code: (peer.head(connection), connection.sendall(
                page(b"", 'Proxy-Authenticate: Basic realm="x"', 'WWW-Authenticate: Basic realm="x"', code=f"{code} no")))
            result = get(option, self.ca, f"https://me:secret@{HOST}/")
            self.fails(result, 5, f'the proxy answers "HTTP/1.1 {code} no" to "CONNECT"')
            self.assertEqual(refusing.count, 1)
            self.assertNotIn(b"Authorization", b"".join(refusing.heads))

    def test_redirects(self):
        """The name of a redirect is checked, but not its address, which the proxy looks up."""
        server = self.server({"/a": redirect("https://10.0.0.1/"), "/b": redirect(f"https://{HOST}/c"), "/c": page(b"there"),
                              "/d": redirect("http://other.example/")})
        proxy, option = self.proxy(server.port)
        self.fails(get(option, self.ca, f"https://{HOST}/a"), 5, "(network)")
        self.fails(get(option, self.ca, f"https://{HOST}/d"), 5, "from https to an unprotected scheme")
        self.assertEqual(proxy.count, 2)
        self.assertEqual(get(option, self.ca, f"https://{HOST}/b").out, b"there")
        with web({"/": redirect(f"https://{HOST}/c")}) as plain:
            self.assertEqual(get(f"--https-proxy=127.0.0.1:{proxy.port}", self.ca, f"http://127.0.0.1:{plain.port}/").out, b"there")

    def test_only_the_proxy_is_trusted(self):
        """Without the proxy, a redirect to the same host is to an address that the policy denies."""
        server = self.server({"/": page(b"inside")})
        with Names({HOST: ["127.0.0.1"]}) as names, web({"/": redirect(f"https://{HOST}:{server.port}/")}) as plain:
            for options in ((), ("--https-proxy=127.0.0.1:9", f"--no-proxy={HOST}")):
                self.fails(get(names.option, self.ca, *options, f"http://127.0.0.1:{plain.port}/"), 5, "denies the address")
        self.assertEqual(server.count, 0)

    def test_which_proxy(self):
        server = self.server({"/": page(b"safe")})
        proxy, _ = self.proxy(server.port)
        here = f"127.0.0.1:{proxy.port}"
        for environment in ({"https_proxy": here}, {"HTTPS_PROXY": f"http://{here}/"}, {"http_proxy": here}, {"http_proxy": "127.0.0.1:9", "https_proxy": here}):
            with self.subTest(environment):
                self.assertEqual(get(self.ca, f"https://{HOST}/", environment=environment.items()).out, b"safe")
        with web({"/": page(b"plain")}) as plain:
            self.assertEqual(get(f"http://127.0.0.1:{plain.port}/", environment={"https_proxy": here}.items()).out, b"plain")
        count = proxy.count
        direct = f"https://127.0.0.1:{server.port}/"
        for environment in ({"https_proxy": here, "no_proxy": "x, 0.0.1"}, {"https_proxy": here, "NO_PROXY": "*"}):
            self.assertEqual(get(self.ca, direct, environment=environment.items()).out, b"safe")
        self.assertEqual(get(self.ca, f"--https-proxy={here}", "--no-proxy=127.0.0.1", direct).out, b"safe")
        self.assertEqual(proxy.count, count)
        self.assertEqual(get(self.ca, f"--proxy={here}", f"https://{HOST}/", environment={"https_proxy": "127.0.0.1:9"}.items()).out, b"safe")
        self.assertEqual(get("https://h/", environment={"https_proxy": "https://h:1/"}.items()).status, 2)

    def test_dry_run(self):
        """The plans differ as the requests do."""
        environment = {"https_proxy": "p:1", "no_proxy": "own.example"}.items()
        result = get("--dry-run", f"https://{HOST}/", "https://a.own.example/", "http://h/", environment=environment)
        self.assertEqual([line.split(b"\t")[0] for line in result.out.splitlines()], [b"connect p 1 tcp", b"connect a.own.example 443 tls", b"connect h 80 tcp"])

    def refuses(self, answer, status, part, *options):
        """No answer of the proxy is taken for the server's."""
        peer = Peer(lambda peer, connection, _: (peer.head(connection), answer(connection) if callable(answer) else connection.sendall(answer), drain(connection)))
        self.addCleanup(peer.close)
        result = get(f"--proxy=127.0.0.1:{peer.port}", self.ca, *options, f"https://{HOST}/")
        self.fails(result, status, part)
        self.assertEqual((peer.count, result.out), (1, b""))

    def test_refusals(self):
        for code, status in ((403, 5), (404, 5), (410, 5), (500, 5), (501, 5), (502, 3), (503, 3), (504, 3), (302, 5), (304, 5)):
            with self.subTest(code):
                self.refuses(page(b"of the proxy", "Location: https://other.example/", code=f"{code} no"), status, f'the proxy answers "HTTP/1.1 {code} no" to "CONNECT"')

    def test_faults(self):
        for answer, part in ((b"", "closes the connection"), (b"HTTP/1.1 200 OK\r\n", "closes the connection"), (reset, "the connection broke"),
                             (b"SSH-2.0-x\r\n\r\n", "does not speak HTTP"), (b"HTTP/1.1\r\n\r\n", 'the proxy answers "HTTP/1.1"'),
                             (b"HTTP/1.1 200 OK\r\n\r\nno TLS here" * 10, "the exchange failed"), (b"HTTP/1.1 200 OK\r\n\r\n", "")):
            with self.subTest(answer):
                self.refuses(answer, 5 if answer == b"HTTP/1.1\r\n\r\n" else 3, part)

        def endless(connection):
            connection.sendall(b"HTTP/1.1 200 OK\r\n")
            flood(connection, b"X-More: 1\r\n" * 1000)

        def interim(connection):
            flood(connection, b"HTTP/1.1 100 Continue\r\n\r\n" * 1000)

        def slow(connection):
            connection.sendall(b"HTTP/1.1 200 OK\r\n")
            drip(connection)

        def silent(connection):
            connection.sendall(b"HTTP/1.1 200 OK\r\n\r\n")
            time.sleep(20)
        self.refuses(endless, 3, "the header of the proxy's response has more than")
        self.refuses(interim, 3, "the header of the proxy's response has more than")
        for answer, option, part in ((slow, "--connect-timeout=1", "does not open a tunnel in time"), (slow, "--timeout=1", "does not open a tunnel in time"),
                                     (silent, "--timeout=1", "longer than --timeout")):
            begin = time.monotonic()
            self.refuses(answer, 3, part, option)
            self.assertLess(time.monotonic() - begin, 4)
        with socket.socket() as unused:
            unused.bind(("127.0.0.1", 0))
            self.fails(get(f"--proxy=127.0.0.1:{unused.getsockname()[1]}", f"https://{HOST}/"), 3, "Connection refused")


unittest.main()
