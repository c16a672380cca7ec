# SPDX-License-Identifier: MIT
"""Plans carried out by uriel get against servers that others wrote, which the tests start themselves: pyftpdlib, gophernicus, and
Python's own for http."""
import functools
import http.server
import json
import pathlib
import socket
import subprocess
import sys
import tempfile
import threading
import time
import unittest
from urllib.parse import quote

from support import GOPHERNICUS, TIMEOUT, get, needs, plan, python_with, write
from wire import Inetd

TEXT = b"two\r\nlines\r\n"
BYTES = bytes(range(256)) * 3


def unwarned(record):
    return [warning for warning in record.get("warnings", ()) if not warning.startswith(("userinfo", "password"))]


FTP_PYTHON = python_with("pyftpdlib")


@needs(FTP_PYTHON, "pyftpdlib")
class FtpServer(unittest.TestCase):
    """RFC 959, RFC 2428; url-1994, FTP."""

    @classmethod
    def setUpClass(cls):
        holder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(holder.cleanup)
        cls.folder = holder.name
        write(cls.folder, {
            "public/a file": b"with a space", "public/pub/docs/text": TEXT, "public/pub/docs/bytes": BYTES,
            "public/pub/with space/50% off;type=x": b"odd", "public/pub/caf\u00e9/\u00fc": b"UTF-8",
            "public/pub/other/text": b"another folder", "own/private/note": b"mine"})
        script = str(pathlib.Path(__file__).with_name("ftp_server.py"))
        cls.server = subprocess.Popen([FTP_PYTHON, "-W", "ignore", script, cls.folder], stdin=subprocess.PIPE,
                                      stdout=subprocess.PIPE)
        cls.addClassCleanup(cls.stop)
        cls.host = f"127.0.0.1:{int(cls.server.stdout.readline())}"

    @classmethod
    def stop(cls):
        cls.server.stdin.close()
        try:
            cls.server.wait(10)
        except subprocess.TimeoutExpired:
            cls.server.kill()
            cls.server.wait()
        cls.server.stdout.close()

    def get(self, rest, user=""):
        return get(f"ftp://{user}{self.host}{rest}")

    def test_files(self):
        for rest, content in (
            ("/a%20file", b"with a space"), ("/pub/docs/text", TEXT), ("/pub/docs/bytes", BYTES),
            ("/pub/docs/bytes;type=i", BYTES), ("/pub/docs/text;type=a", TEXT),
            ("/pub/with%20space/50%25%20off%3Btype=x", b"odd"), ("/pub/caf%C3%A9/%C3%BC", b"UTF-8"),
            ("/%2Fpub/docs/text", TEXT), ("/pub%2Fdocs/text", TEXT), ("/pub/docs%2Ftext", TEXT),
            ("/%2Fpub%2Fdocs%2Ftext", TEXT),
        ):
            with self.subTest(rest):
                self.assertEqual(self.get(rest), (0, content))

    def test_folders(self):
        """RFC 959, 4.1.3: LIST for people, NLST for only the names, in type A."""
        _, listing = self.get("/pub/docs/")
        self.assertEqual(sorted(line.split()[-1] for line in listing.splitlines()), [b"bytes", b"text"])
        _, names = self.get("/pub/docs;type=d")
        self.assertEqual(sorted(name.rpartition(b"/")[2] for name in names.split()), [b"bytes", b"text"])
        _, top = self.get("/")
        self.assertIn(b"pub", top)

    def test_users(self):
        self.assertEqual(self.get("/private/note", "me:the%20secret@"), (0, b"mine"))
        self.assertEqual(self.get("/private/note", "me:wrong@"), (5, b""))
        self.assertEqual(self.get("/private/note", "me@"), (5, b""))  # without a terminal to ask for the password

    def test_what_is_not_there(self):
        for rest in ("/no/such", "/pub/docs/none", "/pub/docs/text/deeper"):
            with self.subTest(rest):
                self.assertEqual(self.get(rest), (4, b""))

    def test_a_folder_without_a_slash(self):
        status, listing = self.get("/pub/docs")
        self.assertEqual((status, sorted(line.split()[-1] for line in listing.splitlines())), (0, [b"bytes", b"text"]))

    def test_facts(self):
        status, facts = get("--head", f"ftp://{self.host}/pub/docs/bytes")
        self.assertEqual(status, 0)
        self.assertIn(b"size=768;", facts)

    def two(self, first, second):
        """The plan of the second URI after the first, the bytes of both, and the steps that were carried out for the second."""
        uris = [f"ftp://{self.host}{rest}" for rest in (first, second)]
        _, records = get("--json", *uris)
        return plan(*uris), get(*uris)[1], json.loads(records.splitlines()[1])["steps"]

    def test_the_same_folder_on_the_same_connection(self):
        """url-1994, FTP, Note: Retrieving subsequent URLs from the same host."""
        for first, second, content in (("/pub/docs/text", "/pub/docs/bytes", TEXT + BYTES),
                                       ("/pub/docs/bytes", "/pub/docs/text;type=a", BYTES + TEXT),
                                       ("/a%20file", "/a%20file", b"with a space" * 2)):
            with self.subTest(second):
                record, both, steps = self.two(first, second)
                self.assertEqual((unwarned(record), both), ([], content))
                rest = record["steps"][record["resume"] - 1:]
                self.assertEqual(rest[0]["text"][:5], "TYPE ")
                self.assertEqual([(step["do"], step.get("channel")) for step in steps], [(step["do"], step.get("channel")) for step in rest])
                self.assertEqual([step.get("channel") for step in steps if step["do"] == "connect"], ["data"])

    def test_another_folder_on_another_connection(self):
        """The same note: "the only reliable algorithm is to disconnect and reestablish the control connection"."""
        record, both, steps = self.two("/pub/docs/text", "/pub/other/text")
        self.assertEqual([warning.split(":")[0] for warning in record["warnings"]], ["reconnect"])
        self.assertFalse(record.get("resume"))
        self.assertEqual(both, TEXT + b"another folder")
        self.assertIn("connect", [step["do"] for step in steps if "channel" not in step])


class InetdServer(unittest.TestCase):
    def test_the_program_waits_for_a_slow_client(self):
        with Inetd(sys.executable, "-c", "print('got', input())") as server:
            with socket.create_connection(("127.0.0.1", server.port), TIMEOUT) as client:
                time.sleep(0.5)
                client.sendall(b"a line\n")
                self.assertEqual(client.makefile("rb").read(), b"got a line\n")


@needs(GOPHERNICUS, "gophernicus")
class GopherServer(unittest.TestCase):
    """RFC 1436; url-1994, Gopher."""

    @classmethod
    def setUpClass(cls):
        holder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(holder.cleanup)
        write(holder.name, {"about.txt": b"about this\n", "a folder/with 50%.txt": b"odd\n", "caf\u00e9.txt": b"UTF-8\n",
                            "picture.bin": BYTES,
                            "cgi-bin/find": b"#!/bin/sh\nprintf 'ifound <%s>\\n' \"$SEARCHREQUEST\"\n"})
        pathlib.Path(holder.name, "cgi-bin/find").chmod(0o755)
        for path in pathlib.Path(holder.name, ".").rglob("*"):
            path.chmod(path.stat().st_mode | 0o444 | (0o111 if path.is_dir() else 0))
        pathlib.Path(holder.name).chmod(0o755)
        cls.server = Inetd(GOPHERNICUS, "-h", "127.0.0.1", "-p", "PORT", "-r", holder.name, "-nv", "-nh", "-nf", "-nd",
                           "-nl", "-ns", "-nm", "-nr", "-no")
        cls.server.__enter__()
        cls.addClassCleanup(cls.server.__exit__)

    def get(self, rest):
        status, result = get(f"gopher://127.0.0.1:{self.server.port}{rest}")
        self.assertEqual(status, 0)
        return result

    def test_menus(self):
        for rest in ("", "/", "/1", "/1/"):
            with self.subTest(rest):
                menu = self.get(rest)
                self.assertIn(b"0about.txt\t/about.txt\t127.0.0.1\t%d" % self.server.port, menu)

    def test_what_a_menu_leads_to(self):
        """The URI that RFC 4266, 2.1 makes of a menu's line fetches the file that the line names."""
        line = next(line for line in self.get("/1/a%20folder").splitlines() if b"50%" in line)
        kind, selector = line[:1].decode(), line.split(b"\t")[1].decode()
        self.assertIn(b"odd", self.get(f"/{kind}{quote(selector, safe='/')}"))

    def test_files(self):
        self.assertIn(b"about this", self.get("/0/about.txt"))
        self.assertIn(b"UTF-8", self.get("/0/caf%C3%A9.txt"))
        self.assertEqual(self.get("/9/picture.bin"), BYTES)

    def test_searches(self):
        self.assertIn(b"found <a word>", self.get("/7/cgi-bin/find%09a%20word"))

    def test_gopher_plus(self):
        """Gophernicus does not support Gopher+: it ignores the text after the tab of the selector, and its reply does not begin
        with the length of Gopher+. So this tests only that the selector ends at the tab of the plan."""
        for plus in ("+", "!", "$", "!+ABSTRACT", "+application/postscript%20Es_ES"):
            with self.subTest(plus):
                self.assertEqual(self.get("/0/about.txt%09%09" + plus), b"about this\r\n")

    def test_what_is_not_there(self):
        self.assertIn(b"not found", self.get("/0/none"))


class HttpServer(unittest.TestCase):
    """RFC 9112."""

    @classmethod
    def setUpClass(cls):
        holder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(holder.cleanup)
        write(holder.name, {"index.html": b"<p>top", "a b/c%d": b"odd", "bytes": BYTES})
        handler = functools.partial(http.server.SimpleHTTPRequestHandler, directory=holder.name)
        handler.func.log_message = lambda *_: None
        cls.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
        threading.Thread(target=cls.server.serve_forever, daemon=True).start()
        cls.addClassCleanup(cls.server.server_close)
        cls.addClassCleanup(cls.server.shutdown)
        cls.host = f"127.0.0.1:{cls.server.server_address[1]}"


    def test_pages(self):
        for rest, body in (("", b"<p>top"), ("/", b"<p>top"), ("?q#f", b"<p>top"), ("/a%20b/c%25d", b"odd"),
                           ("/bytes", BYTES)):
            with self.subTest(rest):
                self.assertEqual(get(f"http://{self.host}{rest}"), (0, body))
        self.assertEqual(get(f"http://{self.host}/none"), (4, b""))


if __name__ == "__main__":
    sys.exit(unittest.main())
