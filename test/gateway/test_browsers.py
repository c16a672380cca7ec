# SPDX-License-Identifier: MIT
"""uriel gateway in lynx and in headless Chromium, with servers that others wrote: gophernicus and pyftpdlib."""
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

from gateways import TIMEOUT, Case, ROOT, ftp_server
from support import page, web

sys.path.insert(0, str(ROOT / "test" / "clients"))
CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-headless-shell", "chromium-browser", "google-chrome"))), None)
LYNX = shutil.which("lynx")
GOPHERNICUS = shutil.which("gophernicus", path=f"{os.environ.get('PATH', '')}:/usr/sbin:{ROOT}/build-setup/usr/sbin")
FTP_PYTHON = next((python for python in (sys.executable, "/usr/bin/python3")
                   if os.access(python, os.X_OK) and subprocess.run([python, "-c", "import pyftpdlib"], capture_output=True).returncode == 0), None)
MISSING = "{} is not installed: tools/setup clients"


def needs(program, name):
    return unittest.skipUnless(program, MISSING.format(name))


def gophernicus(case, files):
    """Serves files with gophernicus, a process for each connection. Returns the port."""
    folder = tempfile.TemporaryDirectory()
    case.addCleanup(folder.cleanup)
    for name, content in files.items():
        path = pathlib.Path(folder.name, name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    for path in pathlib.Path(folder.name).rglob("*"):
        path.chmod(0o755)
    pathlib.Path(folder.name).chmod(0o755)

    def serve(peer, connection, _):
        connection.settimeout(None)
        subprocess.run([GOPHERNICUS, "-h", "127.0.0.1", "-p", str(peer.port), "-r", folder.name, "-nv", "-nh", "-nf", "-nd", "-nl", "-ns", "-nm", "-nr",
                        "-no"], stdin=connection, stdout=connection, stderr=subprocess.DEVNULL, timeout=TIMEOUT, check=False)
    return case.peer(serve).port


def pyftpdlib(case, files):
    folder = tempfile.TemporaryDirectory()
    case.addCleanup(folder.cleanup)
    for name in ("public", "own"):
        pathlib.Path(folder.name, name).mkdir()
    for name, content in files.items():
        path = pathlib.Path(folder.name, "public", name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    server = subprocess.Popen([FTP_PYTHON, "-W", "ignore", str(ROOT / "test" / "clients" / "ftp_server.py"), folder.name], stdin=subprocess.PIPE,
                              stdout=subprocess.PIPE)
    case.addCleanup(server.wait, TIMEOUT)
    case.addCleanup(server.stdin.close)
    case.addCleanup(server.stdout.close)
    return int(server.stdout.readline())


@needs(LYNX, "lynx")
class Lynx(Case):
    def lynx(self, *arguments, **environment):
        with tempfile.TemporaryDirectory() as home:
            done = subprocess.run([LYNX, "-cfg=/dev/null", "-dump", "-width=200", *arguments], capture_output=True, timeout=TIMEOUT, stdin=subprocess.DEVNULL,
                                  env={"PATH": os.environ["PATH"], "HOME": home, "LC_ALL": "C.UTF-8", "TERM": "dumb", **environment})
        return done.stdout.decode()

    def test_paths(self):
        gateway, peer = self.gateway(), self.gopher("iWelcome é\t\t\t\r\n1Sub menu\t/s\tg.example\t70\r\n7Find\t/f\tg.example\t70\r\n".encode())
        shown = self.lynx("-display_charset=utf-8", f"{gateway.url}gopher/127.0.0.1:{peer.port}/1")
        self.assertIn("Welcome é", shown)
        self.assertIn("Sub menu", shown)
        self.assertIn(f"{gateway.url}gopher/g.example/1/s", shown)
        self.assertIn("search    [3]Find", shown)

    def test_proxy(self):
        """lynx asks its gopher_proxy and ftp_proxy for URIs (RFC 9112, 3.2.2), and follows their links to the proxy."""
        gateway, peer = self.gateway(), self.gopher(b"1Sub menu\t/s\tg.example\t70\r\n")
        shown = self.lynx(f"gopher://127.0.0.1:{peer.port}/1", gopher_proxy=gateway.url)
        self.assertIn("gopher://g.example/1/s", shown)
        self.assertEqual(peer.heads, [b"\r\n"])
        listing = self.peer(ftp_server(b"-rw-r--r-- 1 a b 7 Nov  5 12:34 a file\r\n"))
        shown = self.lynx(f"ftp://127.0.0.1:{listing.port}/", ftp_proxy=gateway.url)
        self.assertIn(f"ftp://127.0.0.1:{listing.port}/a%20file", shown)

    @needs(GOPHERNICUS, "gophernicus")
    def test_gophernicus(self):
        port = gophernicus(self, {"about.txt": b"about this\n", "a folder/50%.txt": b"odd\n",
                                  "cgi-bin/find": b"#!/bin/sh\nprintf 'ifound <%s>\\n' \"$SEARCHREQUEST\"\n"})
        gateway = self.gateway()
        shown = self.lynx("-listonly", "-nonumbers", f"{gateway.url}gopher/127.0.0.1:{port}/")
        about, = [line for line in shown.splitlines() if line.endswith("about.txt")]
        self.assertIn("about this", self.lynx(about))
        folder, = [line for line in shown.splitlines() if "/1/a" in line]
        odd, = [line for line in self.lynx("-listonly", "-nonumbers", folder).splitlines() if "/0/a" in line]
        self.assertIn("odd", self.lynx(odd))
        self.assertIn("found <a word>", self.lynx(f"{gateway.url}?uri=gopher://127.0.0.1:{port}/7/cgi-bin/find&words=a+word"))

    @needs(FTP_PYTHON, "pyftpdlib")
    def test_pyftpdlib(self):
        port = pyftpdlib(self, {"pub/a b;c.txt": b"text of a\n", "pub/café/x": b"deep\n"})
        gateway = self.gateway()
        shown = self.lynx("-listonly", "-nonumbers", f"{gateway.url}ftp/127.0.0.1:{port}/pub")
        links = [line for line in shown.splitlines() if "/pub/" in line]
        self.assertEqual(links, [f"{gateway.url}ftp/127.0.0.1:{port}/pub/a%20b%3Bc.txt", f"{gateway.url}ftp/127.0.0.1:{port}/pub/caf%C3%A9/"])
        self.assertIn("text of a", self.lynx(links[0]))
        self.assertIn("/caf%C3%A9/x", self.lynx("-listonly", "-nonumbers", links[1]))


class Browser:
    """Headless Chromium, through the pipe of its developer tools."""

    def __init__(self, *arguments):
        self.profile = tempfile.TemporaryDirectory(prefix="uriel-chromium-", ignore_cleanup_errors=True)
        reads, self.output = os.pipe()
        self.input, writes = os.pipe()

        def place():
            os.dup2(reads, 1003)
            os.dup2(writes, 1004)
            os.dup2(1003, 3)
            os.dup2(1004, 4)
        self.process = subprocess.Popen([CHROMIUM, "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
                                         "--disable-background-networking", "--remote-debugging-pipe", f"--user-data-dir={self.profile.name}", *arguments],
                                        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, close_fds=False, preexec_fn=place)
        os.close(reads)
        os.close(writes)
        self.number, self.left, self.console, self.session = 0, b"", [], None
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Log", "Runtime", "Network"):
            self.call(f"{domain}.enable")

    def close(self):
        self.process.kill()
        self.process.wait(TIMEOUT)
        os.close(self.output)
        os.close(self.input)
        self.profile.cleanup()

    def receive(self):
        while b"\0" not in self.left:
            piece = os.read(self.input, 1 << 20)
            assert piece, "Chromium ended"
            self.left += piece
        message, _, self.left = self.left.partition(b"\0")
        message = json.loads(message)
        if message.get("method") == "Log.entryAdded":
            self.console.append(message["params"]["entry"]["text"])
        return message

    def call(self, method, **parameters):
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters, **({"sessionId": self.session} if self.session else {})}
        os.write(self.output, json.dumps(message).encode() + b"\0")
        while (answer := self.receive()).get("id") != self.number:
            pass
        assert "error" not in answer, answer
        return answer["result"]

    def wait(self):
        while self.receive().get("method") != "Page.loadEventFired":
            pass

    def open(self, url):
        self.console = []
        self.call("Page.navigate", url=url)
        self.wait()

    def ask(self, expression):
        return self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)["result"].get("value")

    def follow(self, expression):
        """Does something after which another page is loaded."""
        self.call("Runtime.evaluate", expression=expression)
        self.wait()


@needs(CHROMIUM, "Chromium")
class Chromium(Case):
    def browser(self, *arguments):
        browser = Browser(*arguments)
        self.addCleanup(browser.close)
        return browser

    def test_menus_searches_and_forms(self):
        """A user follows a link, searches, and fills in a form, under the policy of the pages."""
        form = b"+ASK:\r\n Ask: Name?\tAnn\r\n AskL: Why?\r\n Choose: Colour?\tred\tgreen\r\n"

        def serve(peer, connection, _):
            line = b""
            while not line.endswith(b"\n"):
                line += connection.recv(1)
            if b"\t1\r\n" in line:
                while not line.endswith(b"\r\n.\r\n"):
                    line += connection.recv(1)
            peer.heads.append(line)
            connection.sendall(b"+%d\r\n%s" % (len(form), form) if b"!+ASK" in line else b"+-1\r\nThanks\r\n.\r\n" if b"\t1\r\n" in line else
                               b"0Found\t/found\t127.0.0.1\t%d\r\n" % peer.port if line.startswith(b"/s") else b"found it" if line.startswith(b"/found") else
                               b"7Find\t/s\t127.0.0.1\t%d\r\n0Form\t/form\t127.0.0.1\t%d\t?\r\n" % (peer.port, peer.port))
        gateway, peer, browser = self.gateway(), self.peer(serve), self.browser()
        browser.open(f"{gateway.url}gopher/127.0.0.1:{peer.port}/1")
        browser.follow("document.querySelectorAll('pre a')[0].click()")
        browser.follow("document.querySelector('[name=words]').value = 'a b&ü'; document.querySelector('[type=submit]').click()")
        self.assertEqual(peer.heads[-1], "/s\ta b&ü\r\n".encode())
        browser.follow("document.querySelector('pre a').click()")
        self.assertEqual(browser.ask("document.body.innerText"), "found it")
        browser.open(f"{gateway.url}gopher/127.0.0.1:{peer.port}/1")
        browser.follow("document.querySelectorAll('pre a')[1].click()")
        browser.follow("document.querySelector('textarea').value = 'be\\ncause'; document.querySelector('select').value = 'green';"
                       " document.querySelector('[type=submit]').click()")
        self.assertEqual(browser.ask("document.body.innerText"), "Thanks\n")
        self.assertEqual(peer.heads[-1], b"/form\t+\t1\r\n+-1\r\nAnn\r\n2\r\nbe\r\ncause\r\ngreen\r\n.\r\n")
        browser.open(gateway.url)
        browser.follow(f"document.querySelector('[name=uri]').value = 'gopher://127.0.0.1:{peer.port}/0/found'; document.querySelector('[type=submit]').click()")
        self.assertEqual(browser.ask("document.body.innerText"), "found it")
        self.assertEqual([text for text in browser.console if "favicon" not in text and "404" not in text], [])

    def test_scripts_of_objects(self):
        """No script of an HTML or SVG object runs, and none of its forms is sent; images of the same gateway are shown."""
        markup = (b"<!DOCTYPE html><html xmlns='http://www.w3.org/1999/xhtml'><title>calm</title><body onload=\"document.title='alive'\"><script>document.title = 'alive'</script>"
                  b"<img src='x.gif' onerror=\"document.title='alive'\"><img src='http://127.0.0.1:9/y.gif'><iframe src='/'></iframe><form action='/'><input type=submit></form></body>")
        svg = b"<svg xmlns='http://www.w3.org/2000/svg'><title>calm</title><script>document.querySelector('title').textContent = 'alive'</script></svg>"
        gateway, browser = self.gateway(), self.browser()
        for kind, data in (("h", markup), ("9", markup), ("9", svg)):
            peer = self.gopher(data)
            browser.open(f"{gateway.url}gopher/127.0.0.1:{peer.port}/{kind}/a")
            self.assertEqual(browser.ask("document.querySelector('title').textContent"), "calm", data)
            self.assertTrue(any("Blocked script execution" in text or "Content Security Policy" in text for text in browser.console), browser.console)
        peer = self.gopher(b"<script>document.title = 'alive'</script>")
        browser.open(f"{gateway.url}gopher/127.0.0.1:{peer.port}/0/a.html")
        self.assertEqual(browser.ask("document.body.innerText"), "<script>document.title = 'alive'</script>")
        peer = self.gopher(b"iHi <script>document.title = 'alive'</script>\t\t\t\r\nhX\tURL:javascript:document.title='alive'\tg.example\t70\r\n")
        browser.open(f"{gateway.url}gopher/127.0.0.1:{peer.port}/1")
        self.assertNotEqual(browser.ask("document.title"), "alive")
        self.assertEqual(browser.ask("document.querySelectorAll('pre a').length"), 0)

    def test_pages_of_other_sites(self):
        """A page of another site cannot read what the gateway answers, and a name that leads to its address gets nothing."""
        gateway, peer = self.gateway(), self.gopher(b"inner")
        target = f"gopher/127.0.0.1:{peer.port}/0/a"
        other = web({"/": page(b"<!DOCTYPE html><title>other</title>", "Content-Type: text/html")})
        self.addCleanup(other.close)
        browser = self.browser(f"--host-resolver-rules=MAP evil.example 127.0.0.1:{gateway.port}")
        browser.open(f"http://127.0.0.1:{other.port}/")
        read = f"fetch('{gateway.url}{target}').then(answer => answer.text()).catch(error => 'failed')"
        self.assertEqual(browser.ask(read), "failed")
        self.assertEqual(peer.heads, [])  # it has an Origin
        browser.open(f"http://evil.example/{target}")
        self.assertIn("names another server", browser.ask("document.body.innerText"))
        self.assertEqual(peer.heads, [])
        browser.open(f"{gateway.url}{target}")
        self.assertEqual(browser.ask("document.body.innerText"), "inner")

    def test_images(self):
        gif = bytes.fromhex("47494638396101000100800000000000ffffff21f90401000000002c00000000010001000002024401003b")
        gateway, browser, peer = self.gateway(), self.browser(), self.gopher(gif)
        browser.open(f"{gateway.url}gopher/127.0.0.1:{peer.port}/g/a")
        self.assertEqual(browser.ask("document.images[0].naturalWidth"), 1)

    @needs(FTP_PYTHON, "pyftpdlib")
    def test_ftp(self):
        port = pyftpdlib(self, {"pub/page.html": b"<title>page</title><a href='other%20page.html'>other</a>", "pub/other page.html": b"<title>other</title>"})
        gateway, browser = self.gateway(), self.browser()
        browser.open(f"{gateway.url}ftp/127.0.0.1:{port}/")
        for title in ("pub/", "page.html"):
            browser.follow(f"[...document.querySelectorAll('pre a')].find(a => a.href.endsWith('/{title}')).click()")
        browser.follow("document.querySelector('a').click()")  # a relative link of an object
        self.assertEqual(browser.ask("document.title"), "other")


if __name__ == "__main__":
    unittest.main()
