# SPDX-License-Identifier: MIT
"""uriel get: users and passwords of ~/.netrc (ftp(1), netrc(5); curl where these are silent), and of the person at the terminal."""
import base64
import os
import pathlib
import pty
import select
import shutil
import signal
import subprocess
import tempfile
import termios
import time
import unittest

from support import ENVIRONMENT, URIEL, Peer, drain, get, page

TIMEOUT = 20


def guarded(peer, connection, _):
    """An http server that wants a user, and answers with the user and the password that it got."""
    head = peer.head(connection)
    if b"Authorization: Basic " in head:
        connection.sendall(page(base64.b64decode(head.partition(b"Authorization: Basic ")[2].split(b"\r\n")[0])))
    else:
        connection.sendall(page(b"", 'WWW-Authenticate: Basic realm="x"', code="401 no"))
    drain(connection)


def ftp(peer, connection, _):
    """An ftp server that wants an account, too, and takes every password."""
    connection.sendall(b"220 ready\r\n")
    for line in connection.makefile("rb"):
        peer.heads.append(line)
        verb = line.split()[0]
        connection.sendall({b"USER": b"331 who\r\n", b"PASS": b"332 which account\r\n"}.get(verb, b"530 enough\r\n"))


class Case(unittest.TestCase):
    def peer(self, function):
        peer = Peer(function)
        self.addCleanup(peer.close)
        return peer

    def folder(self):
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        return pathlib.Path(holder.name)


class Netrc(Case):
    def test_entries(self):
        server, file = self.peer(guarded), self.folder() / "netrc"
        here = "machine 127.0.0.1 "
        for text, anybody, me in (
            # The first entry of the host wins; with a user in the URI, the first one of that user.
            (here + "login me password a\n" + here + "login me password b", "me:a", "me:a"),
            (here + "login you password a\n" + here + "login me password b", "you:a", "me:b"),
            ("machine h.example login me password a\n" + here + "login me password b", "me:b", "me:b"),
            (here + "\nlogin\tme\n\npassword\r\n b\r\n", "me:b", "me:b"),
            # In any order, and with an account.
            (here + "password b login me", "me:b", "me:b"), (here + "account login password b login me", "me:b", "me:b"),
            # The password of another entry is not taken.
            (here + "login me\nmachine h.example password a", None, None), (here + "login me\n" + here + "login me password a", None, None),
            (here + "password a", None, None), (here + "login you password a", "you:a", None),
            # "default" is the last entry, and for hosts without an entry.
            ("default login me password d", "me:d", "me:d"), (here + "login me password b\ndefault login me password d", "me:b", "me:b"),
            (here + "login you password b\ndefault login me password d", "you:b", "me:d"),
            ("default login me password d\n" + here + "login me password b", "me:b", "me:b"),
            ("default login me password d\nmachine h.example login me password b", None, None),
            ("default login me password d\ndefault login me password e", "me:e", "me:e"),
            # A macro ends with an empty line.
            (here + "login me\nmacdef init\npassword m\n\npassword b", "me:b", "me:b"),
            ("macdef m\n" + here + "\nlogin me password m\r\n\r\n" + here + "login me password b\n", "me:b", "me:b"),
            ("macdef m\n" + here + "login me password m", None, None), ("macdef m\n\n" + here + "login me password b", "me:b", "me:b"),
            # Comments (curl), which no value is.
            ("# " + here + "login me password a\n" + here + "# login you\nlogin me # password a\npassword b", "me:b", "me:b"),
            (here + "login me password #b", "me:#b", "me:#b"),
            # Quotation marks (curl).
            ('machine "127.0.0.1" login "me" password "a \\"b\\" \\\\#"', 'me:a "b" \\#', 'me:a "b" \\#'),
            (here + 'login me password ""', "me:", "me:"), (here + 'login me password a"b\\', 'me:a"b\\', 'me:a"b\\'),
            ('MACHINE 127.0.0.1 Login me Password b', "me:b", "me:b"), (here + "login ME password b", "ME:b", None),
            ("login me password b " + here, None, None), ("login", None, None), ("machine", None, None), ("machine machine login me password b", None, None),
        ):
            file.write_text(text)
            for user, result in (("", anybody), ("me@", me)):
                with self.subTest(text=text, user=user):
                    done = get(f"http://{user}127.0.0.1:{server.port}/", environment={"NETRC": str(file)}.items())
                    self.assertEqual((done.status, done.out.decode()), (0, result) if result else (5, ""))

    def test_files(self):
        server, folder = self.peer(guarded), self.folder()
        uri = f"http://127.0.0.1:{server.port}/"
        (folder / ".netrc").write_text("machine 127.0.0.1 login me password b")
        self.assertEqual(get(uri, environment={"HOME": str(folder)}.items()).out, b"me:b")
        self.assertEqual(get(uri, environment={"HOME": str(folder), "NETRC": str(folder / "none")}.items()).status, 5)
        self.assertEqual(get(uri).status, 5)
        for content, part in ((b'machine 127.0.0.1 login me password "b\n"', "a quotation mark is not closed in its line"), (None, "Is a directory")):
            path = folder / "netrc"
            path.write_bytes(content) if content else (path.unlink(), path.mkdir())
            for option, shown in ((), True), (("-s",), False):
                result = get(*option, uri, environment={"NETRC": str(path)}.items())
                self.assertEqual((result.status, part in result.errors), (5, shown))

    def test_hosts(self):
        file = self.folder() / "netrc"
        try:
            server = Peer(guarded, "::1")
        except OSError:
            self.skipTest("no IPv6")
        self.addCleanup(server.close)
        for name in ("::1", "[::1]"):
            file.write_text(f"machine {name} login me password b")
            self.assertEqual(get(f"http://[::1]:{server.port}/", environment={"NETRC": str(file)}.items()).out, b"me:b")

    def test_ftp_and_news(self):
        file = self.folder() / "netrc"
        file.write_text("machine 127.0.0.1 login me password b account c")
        peer = self.peer(ftp)
        get(f"ftp://me@127.0.0.1:{peer.port}/a", environment={"NETRC": str(file)}.items())
        self.assertEqual(peer.heads, [b"USER me\r\n", b"PASS b\r\n", b"ACCT c\r\n"])

        def news(peer, connection, _):
            connection.sendall(b"200 ready\r\n")
            for line in connection.makefile("rb"):
                peer.heads.append(line)
                connection.sendall({b"AUTHINFO USER me": b"381 and\r\n", b"AUTHINFO PASS b": b"281 in\r\n", b"QUIT": b"205 -\r\n"}.get(line.rstrip(), b"480 who\r\n"))
                if line == b"QUIT\r\n":
                    return
        peer = self.peer(news)
        result = get(f"--news-server=127.0.0.1:{peer.port}", "news:a@b", environment={"NETRC": str(file)}.items())
        self.assertEqual([line for line in peer.heads if line.startswith(b"AUTHINFO")], [b"AUTHINFO USER me\r\n", b"AUTHINFO PASS b\r\n"])
        self.assertNotIn("AUTHINFO PASS b", result.errors)

    @unittest.skipUnless(shutil.which("curl"), "curl is not installed")
    def test_as_curl(self):
        server, file = self.peer(guarded), self.folder() / "netrc"
        for text in ("machine 127.0.0.1 login me password a\nmachine 127.0.0.1 login you password b", "machine 127.0.0.1 password a login me",
                     'machine h login x password y\n# machine 127.0.0.1\ndefault login "m\\"e" password "a b"',
                     "macdef m\nmachine 127.0.0.1 login x password y\n\nmachine 127.0.0.1 login me password b"):
            file.write_text(text)
            with self.subTest(text=text):
                uri = f"http://127.0.0.1:{server.port}/"
                curl = subprocess.run(["curl", "-s", "--netrc-file", file, "--netrc", uri], capture_output=True, timeout=TIMEOUT, check=False).stdout
                self.assertEqual(get(uri, environment={"NETRC": str(file)}.items()).out, curl)
        # curl 7.88 takes the password of another user; ftp(1) has the user of the entry.
        self.assertEqual(get(f"http://you@127.0.0.1:{server.port}/", environment={"NETRC": str(file)}.items()).status, 5)


class Session:
    """uriel get with a terminal, in the foreground of a session whose leader waits for it; `events` has what the leader saw."""

    def __init__(self, case, *arguments, environment=()):
        self.leader, self.terminal = pty.fork()
        if self.leader == 0:
            self.lead([URIEL, "get", *arguments], {**ENVIRONMENT, **dict(environment)})
        self.shown = b""
        case.addCleanup(self.close)

    @staticmethod
    def lead(command, environment):
        signal.signal(signal.SIGTTOU, signal.SIG_IGN)
        child = os.fork()
        if child == 0:
            os.setpgid(0, 0)
            os.tcsetpgrp(0, os.getpid())
            signal.signal(signal.SIGTTOU, signal.SIG_DFL)
            os.execve(command[0], command, environment)
        while True:
            _, status = os.waitpid(child, os.WUNTRACED)
            os.tcsetpgrp(0, os.getpid())
            echo = bool(termios.tcgetattr(0)[3] & termios.ECHO)
            word = f"stopped by {os.WSTOPSIG(status)}" if os.WIFSTOPPED(status) else (
                f"killed by {os.WTERMSIG(status)}" if os.WIFSIGNALED(status) else f"ended with {os.WEXITSTATUS(status)}")
            os.write(1, f"[{word}, echo {echo}, process {child}]\n".encode())
            if not os.WIFSTOPPED(status):
                os._exit(0)
            os.read(0, 1)
            os.tcsetpgrp(0, child)
            os.kill(child, signal.SIGCONT)

    def until(self, text):
        """Waits until the terminal shows the text, and returns all before it."""
        deadline = time.monotonic() + TIMEOUT
        while text not in self.shown:
            if not select.select([self.terminal], [], [], max(0, deadline - time.monotonic()))[0]:
                raise AssertionError(f"{text!r} is not shown, but {self.shown!r}")
            try:
                self.shown += os.read(self.terminal, 1000)
            except OSError:
                raise AssertionError(f"{text!r} is not shown, but {self.shown!r}") from None
        before, _, self.shown = self.shown.partition(text)
        return before

    def echoes(self):
        return bool(termios.tcgetattr(self.terminal)[3] & termios.ECHO)

    def type(self, text):
        os.write(self.terminal, text)

    def close(self):
        os.close(self.terminal)
        os.waitpid(self.leader, 0)


class Prompts(Case):
    def test_answers(self):
        server = self.peer(guarded)
        host = b"127.0.0.1:%d" % server.port
        session = Session(self, f"http://{host.decode()}/")
        session.until(b"User for " + host + b": ")
        self.assertTrue(session.echoes())
        session.type(b"me\n")
        session.until(b"Password for " + host + b", user me: ")
        self.assertFalse(session.echoes())
        session.type(b"top secret\n")
        shown = session.until(b"[ended with 0, echo True")
        self.assertEqual(shown.split(), [b"me:top", b"secret"])  # the page, and no echo
        session = Session(self, f"http://you@{host.decode()}/")
        session.until(b"Password for " + host + b", user you: ")
        session.type(b"\n")
        self.assertIn(b"you:", session.until(b"[ended with 0"))
        session = Session(self, f"http://you@{host.decode()}/")
        session.until(b"user you: ")
        session.type(b"\x04")  # the end of input
        session.until(b"[ended with 5, echo True")

    def test_redirects(self):
        """An answer holds for redirects within the server, and only there."""
        def serve(peer, connection, number):
            head = peer.head(connection)
            if b"Authorization" not in head:
                connection.sendall(page(b"", 'WWW-Authenticate: Basic realm="x"', code="401 no"))
            elif b"GET /b " in head:
                connection.sendall(page(b"at last"))
            else:
                connection.sendall(page(b"", "Location: /b", code="302 x"))
            drain(connection)
        session = Session(self, f"http://me@127.0.0.1:{self.peer(serve).port}/a")
        session.until(b"user me: ")
        session.type(b"secret\n")
        shown = session.until(b"[ended with 0")
        self.assertIn(b"at last", shown)
        self.assertNotIn(b"Password", shown)

    def test_control_characters(self):
        """What a URI says is escaped, so that it cannot write another question."""
        peer = self.peer(ftp)
        session = Session(self, f"ftp://a%1B%5B2Jb%07%E2%80%AE%9Bc@127.0.0.1:{peer.port}/x")
        session.until(b"Password for 127.0.0.1:%d, user a\\x1b[2Jb\\x07\\xe2\\x80\\xae\\x9bc: " % peer.port)
        session.type(b"p\n")
        session.until(b"Account for 127.0.0.1:%d, user a" % peer.port)
        self.assertFalse(session.echoes())
        session.type(b"q\n")
        session.until(b"[ended with 5, echo True")
        self.assertEqual(peer.heads[1:], [b"PASS p\r\n", b"ACCT q\r\n"])

    def ask(self):
        folder = self.folder()
        session = Session(self, "-o", str(folder / "file"), f"ftp://me@127.0.0.1:{self.peer(ftp).port}/x")
        session.until(b"user me: ")
        self.assertFalse(session.echoes())
        return session, folder

    def test_ctrl_c(self):
        session, folder = self.ask()
        session.type(b"half\x03")
        session.until(b"[killed by %d, echo True" % signal.SIGINT)
        self.assertEqual(list(folder.iterdir()), [])

    def test_signals(self):
        for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT):
            with self.subTest(number):
                session, folder = self.ask()
                os.kill(os.tcgetpgrp(session.terminal), number)
                session.until(b"[killed by %d, echo True" % number)
                if number != signal.SIGQUIT:
                    self.assertEqual(list(folder.iterdir()), [])

    def test_stop(self):
        """The terminal is restored while the program is stopped; the question is asked again afterwards."""
        session, _ = self.ask()
        for _ in range(2):
            session.type(b"half\x1a")
            session.until(b"[stopped by %d, echo True" % signal.SIGTSTP)
            session.type(b"\n")
            session.until(b"Password for 127.0.0.1")
            session.until(b"user me: ")
            self.assertFalse(session.echoes())
        session.type(b"whole\n")
        session.until(b"Account")
        session.type(b"\x03")
        session.until(b"[killed by %d, echo True" % signal.SIGINT)


unittest.main()
