# SPDX-License-Identifier: MIT
"""Shared by the tests of the gateway: the program, raw requests, and the peers of the tests of get."""
import html.parser
import os
import pathlib
import re
import signal
import socket
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "get"))
from support import ENVIRONMENT, ROOT, TIMEOUT, URIEL, Names, Peer, ftp_server  # noqa: E402,F401
from test_protocols import line_server  # noqa: E402,F401

LOOPBACK = "allow network 127.0.0.0/8\n"


class Answer:
    """A response: what the client reads until the gateway closes or the body ends."""

    def __init__(self, data, is_head=False):
        head, self.separator, rest = data.partition(b"\r\n\r\n")
        lines = head.decode("latin-1").split("\r\n")
        self.status = int(lines[0].split(" ")[1])
        self.fields = [tuple(line.split(": ", 1)) for line in lines[1:]]
        self.whole, self.body = True, rest
        if self.field("Transfer-Encoding") == "chunked" and not is_head:
            self.whole, self.body = chunks(rest)
        elif self.field("Content-Length") and not is_head:
            self.whole = len(rest) == int(self.field("Content-Length"))

    def field(self, name):
        values = [value for key, value in self.fields if key.lower() == name.lower()]
        assert len(values) <= 1, self.fields
        return values[0] if values else None

    @property
    def text(self):
        return self.body.decode()

    def links(self):
        """The links of a page, with their labels."""
        reader = Links()
        reader.feed(self.text)
        return reader.links[1:]  # without the link to the front page

    def lines(self):
        """The text of the <pre> of a page, line by line."""
        found = re.search(r"<pre>\n(.*)</pre>", self.text, re.S)
        return html.unescape(re.sub(r"<[^>]*>", "", found[1])).split("\n") if found else []


class Links(html.parser.HTMLParser):
    def __init__(self):
        super().__init__()
        self.links, self.href = [], None

    def handle_starttag(self, tag, attributes):
        if tag == "a":
            self.links.append((dict(attributes)["href"], ""))
            self.href = True

    def handle_endtag(self, tag):
        self.href = None if tag == "a" else self.href

    def handle_data(self, data):
        if self.href:
            self.links[-1] = (self.links[-1][0], self.links[-1][1] + data)


def chunks(data):
    """Whether the last chunk is there, and the content (RFC 9112, 7.1)."""
    body = b""
    while b"\r\n" in data:
        size, _, data = data.partition(b"\r\n")
        length = int(size, 16)
        if length == 0:
            return True, body
        body, data = body + data[:length], data[length + 2:]
    return False, body


class Gateway:
    def __init__(self, *options, policy=LOOPBACK, silent=False):
        self.folder = tempfile.TemporaryDirectory()
        rules = pathlib.Path(self.folder.name, "policy")
        rules.write_text(policy)
        self.log = open(pathlib.Path(self.folder.name, "log"), "w+")
        listen = () if any(option.startswith("--listen") for option in options) else ("--listen=127.0.0.1:0",)
        self.process = subprocess.Popen([URIEL, "gateway", *listen, f"--policy={rules}", *options, *["-s"] * silent],
                                        stdout=subprocess.PIPE, stderr=self.log, text=True, start_new_session=True,
                                        env={**ENVIRONMENT, "HOME": self.folder.name})
        self.url = self.process.stdout.readline().strip()
        self.host, port = re.fullmatch(r"http://(.+):(\d+)/", self.url).groups()
        self.port = int(port)
        self.authority = f"{self.host}:{port}"

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop()

    def stop(self, number=signal.SIGTERM):
        """Ends it. Returns the exit status."""
        if self.process.poll() is None:
            self.process.send_signal(number)
        status = self.process.wait(TIMEOUT)
        self.process.stdout.close()
        return status

    def logged(self):
        return pathlib.Path(self.log.name).read_text()

    def connect(self):
        return socket.create_connection((self.host.strip("[]"), self.port), timeout=TIMEOUT)

    def send(self, data):
        """Sends bytes, and reads to the end of the connection."""
        answer = b""
        with self.connect() as connection:
            connection.sendall(data)
            try:
                while piece := connection.recv(1 << 16):
                    answer += piece
            except ConnectionResetError:
                pass
        return answer

    def ask(self, target, *fields, method="GET", host=None, version="1.1"):
        head = [f"{method} {target} HTTP/{version}", f"Host: {host or self.authority}", "Connection: close", *fields, "", ""]
        return Answer(self.send("\r\n".join(head).encode("latin-1")), method == "HEAD")


class Case(unittest.TestCase):
    def gateway(self, *options, **more):
        gateway = Gateway(*options, **more)
        self.addCleanup(gateway.folder.cleanup)
        self.addCleanup(lambda: self.assertEqual(gateway.stop(), 0, gateway.logged()))
        self.addCleanup(gateway.log.close)
        return gateway

    def peer(self, function):
        peer = Peer(function)
        self.addCleanup(peer.close)
        return peer

    def gopher(self, answer):
        """A gopher server whose answer to every selector are these bytes, or what a function of the connection sends."""
        return self.peer(line_server(answer))
