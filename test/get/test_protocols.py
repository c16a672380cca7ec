# SPDX-License-Identifier: MIT
"""uriel get with servers of ftp, gopher, whois, nntp and telnet: the bytes that it sends are the plan's, and faults end in time."""
import email.header
import email.policy
import hashlib
import os
import pathlib
import pty
import socket
import subprocess
import tempfile
import time
import unittest
from urllib.parse import quote

import support
from support import URIEL, Peer, drip, flood, ftp_server, get, listen, plan, reset

TIMEOUT = 20


class Case(support.Case):
    def peer(self, function):
        peer = Peer(function)
        self.addCleanup(peer.close)
        return peer


def line_server(answer):
    """Answers one line, whatever it is."""
    def serve(peer, connection, _):
        line = b""
        while not line.endswith(b"\n"):
            line += connection.recv(1)
        peer.heads.append(line)
        answer(connection) if callable(answer) else connection.sendall(answer)
    return serve


class Ftp(Case):
    def test_bytes_of_the_plan(self):
        for rest, content in (("/a", b"bytes\0\r\n"), ("/d/e/a;type=i", b"x" * 300000), ("/d/", b"a\r\nb\r\n"), ("/%2Fetc/a", b"m"), ("/a;type=a", b"")):
            with self.subTest(rest):
                peer = self.peer(ftp_server(content))
                uri = f"ftp://127.0.0.1:{peer.port}{rest}"
                result = get("--mail-address=me@example.com", uri)
                self.assertEqual((result.status, result.out, result.errors), (0, content, ""))
                self.assertEqual(peer.heads, plan("--mail-address=me@example.com", uri))

    def test_branches(self):
        peer = self.peer(ftp_server(replies={"EPSV": b"500 what\r\n"}.items()))
        self.assertEqual(get(f"ftp://127.0.0.1:{peer.port}/a").out, b"data")
        self.assertIn(b"PASV\r\n", peer.heads)
        peer = self.peer(ftp_server(b"listing"))
        self.assertEqual(get(f"ftp://127.0.0.1:{peer.port}/folder").out, b"listing")
        peer = self.peer(ftp_server(replies={"CWD": b"550 no\r\n"}.items()))
        self.fails(get(f"ftp://127.0.0.1:{peer.port}/none"), 4, 'answers "550 no" to "CWD none"')

    def test_passwords(self):
        peer = self.peer(ftp_server(replies={"PASS": b"530 not top secret\r\n"}.items()))
        result = get(f"ftp://me:top%20secret@127.0.0.1:{peer.port}/a")
        self.fails(result, 5, 'answers "530" to "PASS"')
        self.assertNotIn("secret", result.errors)
        self.assertIn(b"PASS top secret\r\n", peer.heads)
        record, = get("--json", f"ftp://me:top%20secret@127.0.0.1:{peer.port}/a").json()
        self.assertNotIn("secret", str(record["steps"]) + record["reason"])
        peer = self.peer(ftp_server())
        self.fails(get(f"ftp://me@127.0.0.1:{peer.port}/a"), 5, "not known: password")

    def test_a_password_from_netrc(self):
        peer = self.peer(ftp_server())
        with tempfile.TemporaryDirectory() as folder:
            pathlib.Path(folder, ".netrc").write_text("machine 127.0.0.1 login m@e password x\nmachine 127.0.0.1 login me password known\n")
            environment = {"HOME": folder}.items()
            self.assertEqual(get(f"ftp://me@127.0.0.1:{peer.port}/a", environment=environment).out, b"data")
            self.assertIn(b"PASS known\r\n", peer.heads)
            self.assertEqual(get(f"ftp://m%40e@127.0.0.1:{peer.port}/a", environment=environment).out, b"data")
            self.assertIn(b"PASS x\r\n", peer.heads)
            self.fails(get(f"ftp://you@127.0.0.1:{peer.port}/a", environment=environment), 5, "not known: password")

    def test_a_password_from_the_terminal(self):
        peer = self.peer(ftp_server())
        pid, terminal = pty.fork()
        if pid == 0:
            os.execv(URIEL, [URIEL, "get", f"ftp://me@127.0.0.1:{peer.port}/a"])
        shown = b""
        while b"Password for 127.0.0.1:%d, user me: " % peer.port not in shown:
            shown += os.read(terminal, 100)
        os.write(terminal, b"top secret\n")
        try:
            while piece := os.read(terminal, 100):
                shown += piece
        except OSError:  # the end of a terminal
            pass
        os.close(terminal)
        self.assertEqual(os.waitpid(pid, 0)[1], 0)
        self.assertIn(b"PASS top secret\r\n", peer.heads)
        self.assertIn(b"data", shown)
        self.assertNotIn(b"secret", shown)

    def test_a_connection_for_several(self):
        """url-1994, FTP, "Retrieving subsequent URLs from the same host": the same user and folder, on the same connection."""
        def sent(*rests, **how):
            peer = self.peer(ftp_server(files=("a", "b"), **how))
            result = get(*(f"ftp://{user}127.0.0.1:{peer.port}{path}" for user, path in rests))
            return result, peer, b"".join(peer.heads)
        login = b"USER anonymous\r\nPASS anonymous@\r\n"
        one = b"TYPE I\r\nEPSV\r\nRETR %s\r\n"
        result, peer, heads = sent(("", "/d/a"), ("", "/d/b"), ("", "/d/a;type=a"))
        self.assertEqual((result.status, result.out, peer.count), (0, b"data" * 3, 1))
        self.assertEqual(heads, login + b"CWD d\r\n" + one % b"a" + one % b"b" + b"TYPE A\r\nEPSV\r\nRETR a\r\nQUIT\r\n")
        for rests in ((("", "/d/a"), ("", "/e/a")), (("", "/d/a"), ("", "/d/e/a")), (("", "/a"), ("me:x@", "/a")), (("me:x@", "/a"), ("me:y@", "/a"))):
            result, peer, heads = sent(*rests)
            self.assertEqual((result.out, peer.count, heads.count(b"QUIT\r\n")), (b"data" * 2, 2, 2))
        # The second name turns out to be a folder, into which the client goes: the third one needs a new connection.
        result, peer, heads = sent(("", "/d/a"), ("", "/d/folder"), ("", "/d/b"))
        self.assertEqual((result.out, peer.count, heads.count(b"CWD d\r\n")), (b"data" * 3, 2, 2))
        # A failure ends the connection.
        result, peer, heads = sent(("", "/d/a"), ("", "/d/none"), ("", "/d/b"), replies={"CWD none": b"550 no\r\n"}.items())
        self.assertEqual((result.status, result.out, peer.count), (4, b"data" * 2, 2))
        # Other schemes between; lines of standard input.
        peer = self.peer(ftp_server(files=("a", "b")))
        base = f"ftp://127.0.0.1:{peer.port}"
        self.assertEqual((get(base + "/a", "data:,x", base + "/b").out, peer.count), (b"dataxdata", 2))
        self.assertEqual((get(input=f"{base}/a\n{base}/b\n".encode()).out, peer.count), (b"datadata", 3))
        steps = [record["steps"] for record in get("--json", base + "/a", base + "/b").json()]
        self.assertEqual([[step.get("text") for step in each if step["do"] == "send"][0] for each in steps], ["USER anonymous\r\n", "TYPE I\r\n"])

    def test_a_connection_that_was_closed(self):
        """A server may close an idle connection: the client connects again."""
        def once(peer, connection, number):
            class Impatient:
                def __init__(self):
                    self.stop = number == 1

                def sendall(self, data):
                    connection.sendall(data + b"421 too slow\r\n" * (self.stop and polite and data.startswith(b"226")))
                    if self.stop and data.startswith(b"226"):
                        connection.shutdown(socket.SHUT_RDWR)

                def makefile(self, mode):
                    return connection.makefile(mode)
            return serve(peer, Impatient(), number)
        for polite in (False, True):
            serve = ftp_server(files=("a", "b"))
            peer = self.peer(once)
            result = get(*(f"ftp://127.0.0.1:{peer.port}/{name}" for name in "ab"))
            self.assertEqual((result.status, result.out, result.errors, peer.count), (0, b"datadata", "", 2))

    def test_data_ports(self):
        peer = self.peer(ftp_server(passive=b"229 here (|||22|)\r\n"))
        self.fails(get(f"ftp://127.0.0.1:{peer.port}/a"), 5, "port 22")
        # The address of a reply to PASV is not used: the data come from the same host.
        listener = listen("127.0.0.1")
        self.addCleanup(listener.close)
        port = listener.getsockname()[1]
        replies = {"EPSV": b"500 -\r\n", "PASV": b"227 x (10,0,0,1,%d,%d)\r\n" % (port >> 8, port & 255), "RETR": b"150 -\r\n426 cut\r\n"}
        peer = self.peer(ftp_server(replies=replies.items()))
        self.assertEqual(get("--timeout=2", f"ftp://127.0.0.1:{peer.port}/a").status, 3)
        listener.settimeout(1)
        listener.accept()[0].close()

    def test_faults(self):
        def broken(channel):
            channel.sendall(b"x")
            reset(channel)

        def greeting(_, connection, __):
            flood(connection, b"220-more\r\n" * 1000)
        self.fails(get(f"ftp://127.0.0.1:{self.peer(ftp_server(data=broken)).port}/a"), 3, "the connection broke")
        self.fails(get("--timeout=1", f"ftp://127.0.0.1:{self.peer(ftp_server(data=drip)).port}/a"), 3, "longer than --timeout")
        self.fails(get("--max-size=1M", f"ftp://127.0.0.1:{self.peer(ftp_server(data=flood)).port}/a"), 3, "--max-size")
        self.fails(get(f"ftp://127.0.0.1:{self.peer(greeting).port}/a"), 3, "a reply without an end")
        self.fails(get(f"ftp://127.0.0.1:{self.peer(line_server(b'')).port}/a", "--timeout=1"), 3, "longer than --timeout")


class Lines(Case):
    def test_gopher(self):
        for rest, answer, content in (("/0/a%20b", b"..x\r\ny\r\n.\r\n", b".x\r\ny\r\n"), ("/9/a", b"\0.\r\n", b"\0.\r\n"),
                                      ("/", b"0a\t/a\th\t70\r\n.\r\n", b"0a\t/a\th\t70\r\n"), ("/7/q%09two%20words", b".\r\n", b""),
                                      ("/0/a%09%09%2B", b"+3\r\nabc", b"abc"), ("/0/a%09%09%2B", b"+-1\r\nabc\r\n.\r\n", b"abc\r\n"),
                                      ("/0/a%09%09%2B", b"+-2\r\nabc", b"abc"), ("/0/a%09%09!", b"+-1\r\n+INFO: x\r\n.\r\n", b"+INFO: x\r\n")):
            with self.subTest(rest=rest, answer=answer):
                peer = self.peer(line_server(answer))
                uri = f"gopher://127.0.0.1:{peer.port}{rest}"
                self.assertEqual(get(uri).out, content)
                self.assertEqual(peer.heads, plan(uri))
        peer = self.peer(line_server(b"--1\r\n1 Someone <a@b>\r\nIt is not here.\r\n.\r\n"))
        self.fails(get(f"gopher://127.0.0.1:{peer.port}/0/a%09%09%2B"), 4, "1 Someone")

    def test_types(self):
        for rest, use in (("/0/a", "text/plain"), ("/1/a", "application/gopher-menu")):
            peer = self.peer(line_server(b".\r\n"))
            self.assertEqual(get("--json", f"gopher://127.0.0.1:{peer.port}{rest}").json()[0]["media_type"], use)

    def test_long_lines(self):
        """RFC 1436, 3 sets no limit for a line of a menu: get passes it on, and links reports the reference as an error."""
        for size in (1 << 16, 3 << 20):
            menu = b"0" + b"x" * size + b"\t/sel\th.example\t70\r\n1after\t/after\th.example\t70\r\n"
            for rest, before in (("/1/a", b""), ("/0/a", b""), ("/1/a%09%09%2B", b"+-1\r\n"), ("/1/a%09%09%2B", b"+%d\r\n" % len(menu))):
                with self.subTest(size=size, before=before):
                    peer = self.peer(line_server(before + menu + (b"" if before == b"+%d\r\n" % len(menu) else b".\r\n")))
                    result = get(f"gopher://127.0.0.1:{peer.port}{rest}")
                    self.assertEqual((result.status, result.out == menu, result.errors), (0, True, ""))
            peer = self.peer(line_server(b"--1\r\n1 " + b"e" * size + b"\r\n.\r\n"))
            result = get(f"gopher://127.0.0.1:{peer.port}/1/a%09%09%2B")
            self.assertEqual(result.status, 4)
            self.assertRegex(result.errors, '"1 e{198}[.]{3}" to')
            done = subprocess.run([URIEL, "links", "--only-target", "--kind=gopher", "-"], input=menu, capture_output=True, timeout=TIMEOUT, check=False)
            self.assertEqual((done.returncode, done.stdout), (1, b"gopher://h.example/1/after\n"))
            self.assertIn(b"a reference of more than 65536 bytes at line 1", done.stderr)

    def test_whois(self):
        peer = self.peer(line_server(b"found\r\n"))
        uri = f"whois://127.0.0.1:{peer.port}/example.com"
        self.assertEqual(get(uri).out, b"found\r\n")
        self.assertEqual(peer.heads, plan(uri))
        peer = self.peer(line_server(lambda connection: (connection.sendall(b"fou"), reset(connection))))
        self.fails(get(f"whois://127.0.0.1:{peer.port}/x"), 3, "the connection broke")

    def test_no_line_breaks(self):
        peer = self.peer(line_server(b""))
        for uri in (f"gopher://127.0.0.1:{peer.port}/0/a%0D%0Ab", f"whois://127.0.0.1:{peer.port}/a%0D%0Ab",
                    f"ftp://127.0.0.1:{peer.port}/a%0D%0ADELE%20b", f"ftp://a%0Ab@127.0.0.1:{peer.port}/x",
                    f"nntp://127.0.0.1:{peer.port}/a%0D%0Ab/1"):
            with self.subTest(uri):
                self.assertEqual(get(uri).status, 1)
        self.assertEqual(peer.count, 0)

    def test_telnet(self):
        answers = []

        def serve(_, connection, __):
            connection.sendall(b"\xff\xfd\x18\xff\xfb\x01wel")
            answers.append(connection.recv(6))
            connection.sendall(b"come\r\0\r\n")
        self.assertEqual(get(f"telnet://127.0.0.1:{self.peer(serve).port}").out, b"welcome\r\r\n")
        self.assertEqual(answers, [b"\xff\xfc\x18\xff\xfe\x01"])

        def wait(_, connection, __):
            connection.sendall(b"login: ")
            connection.recv(1)
        result = get("--timeout=1", f"telnet://127.0.0.1:{self.peer(wait).port}")
        self.assertEqual((result.status, result.out), (0, b"login: "))

    def test_tn3270(self):
        """The options of RFC 1576 are agreed on, and the first screen with text is written."""
        answers = []
        screen = (b"\xf5\xc3" + b"\x11\x40\x40" + b"\x1d\xf0" + "Grüße, it's [37]".encode("cp037") + b"\x11\xc1\x50" + b"\x1d\x4c" +
                  "secret".encode("cp037") + b"\x29\x01\xc0\x40" + "login:".encode("cp037") + b"\x13" +
                  b"\x3c\x01\xe3" + "-".encode("cp037") + b"\x11\x01\xe0\x28\x41\xf2" + "Ö".encode("cp037") + b"\x12\x02\x80")

        def serve(_, connection, __):
            for question, length in ((b"\xff\xfd\x18\xff\xfd\x03", 6), (b"\xff\xfa\x18\x01\xff\xf0", 16),
                                     (b"\xff\xfd\x19\xff\xfb\x19\xff\xfd\0\xff\xfb\0", 12)):
                connection.sendall(question)
                answers.append(connection.recv(length, socket.MSG_WAITALL))
            connection.sendall(b"\xf5\xc3\xff\xef")  # a screen without text
            for piece in (screen[:20], screen[20:] + b"\xff", b"\xefmore"):
                connection.sendall(piece)
                time.sleep(0.05)
            connection.recv(1)
        result = get("--timeout=5", f"tn3270://127.0.0.1:{self.peer(serve).port}")
        lines = result.out.decode().split("\n")
        self.assertEqual((result.status, result.errors), (0, ""))
        self.assertEqual(lines[0], " Grüße, it's [37]")
        self.assertEqual(lines[1][:1] + lines[1].replace(" ", "")[:6], " login:")
        self.assertNotIn("secret", result.out.decode())
        self.assertEqual(lines[6], "Ö")
        self.assertEqual(answers[:2], [b"\xff\xfb\x18\xff\xfc\x03", b"\xff\xfa\x18\0IBM-3278-2\xff\xf0"])
        self.assertEqual(answers[2], b"\xff\xfb\x19\xff\xfd\x19\xff\xfb\0\xff\xfd\0")

        def text(_, connection, __):
            connection.sendall(b"no 3270 here\r\n")
        self.assertEqual(get(f"tn3270://127.0.0.1:{self.peer(text).port}").out, b"no 3270 here\r\n")

    AGREED = b"\xff\xfd\x18\xff\xfd\x19\xff\xfb\x19\xff\xfd\0\xff\xfb\0"

    def screen(self, *records, end=b"\xff\xef", wait=False, agreed=AGREED):
        def serve(_, connection, __):
            connection.sendall(agreed)
            if agreed:
                connection.recv(15, socket.MSG_WAITALL)
            connection.sendall(b"".join(record.replace(b"\xff", b"\xff\xff") + end for record in records))
            if wait:
                connection.recv(1)
        return f"tn3270://127.0.0.1:{self.peer(serve).port}"

    def test_records_of_tn3270(self):
        """RFC 1576: a record ends with IAC EOR. One that does not end is not a screen."""
        hello = b"\xf5\xc3" + "hello".encode("cp037")
        self.assertEqual(get(self.screen(hello)).out, b"hello\n")
        self.assertEqual(get(self.screen(b"", b"\xf5", b"\xf5\xc3", b"\x99junk", b"\xf3\0\x05\1\xff\xff\2", hello)).out, b"hello\n")
        for screen, status, part in ((self.screen(hello, end=b""), 3, "before the server sent a screen"), (self.screen(), 3, "before the server sent a screen"),
                                     (self.screen(b"\xf5\xc3" + b"\x40" * 100), 3, "before the server sent a screen"),
                                     (self.screen(hello, end=b"", wait=True), 3, "longer than --timeout"),
                                     (self.screen(b"\xf5\xc3" + b"\xc1" * 70000, end=b"", wait=True), 3, "more than 65536 bytes")):
            result = get("--timeout=1", screen)
            self.assertEqual((result.status, result.out), (status, b""))
            self.assertIn(part, result.errors)
        # Without the option there are no records.
        self.assertEqual(get(self.screen(b"plain text", end=b"", agreed=b"")).out, b"plain text")
        # Nothing of one server's screen stays in another one's.
        result = get(self.screen(hello), self.screen(b"\xf1\xc3" + b"\x11\0\x50" + "two".encode("cp037")))
        self.assertEqual(result.out, b"hello\n\ntwo\n")

    def test_fields_of_tn3270(self):
        """3270 Data Stream, orders and attributes: hidden text is blank, also where its field passes the end of the screen."""
        def at(place):
            return b"\x11" + place.to_bytes(2, "big")

        def text(string):
            return string.encode("cp037")
        hidden, shown, protected = b"\x1d\x4c", b"\x1d\x40", b"\x1d\x60"
        for orders, lines in ((at(1915) + hidden + text("passsecret") + shown + text("user"), "       user"),
                              (hidden + text("a") + shown + text("b") + at(0) + b"\x2c\1\xc0\x40", " a b"),
                              (shown + text("a") + shown + text("b") + at(0) + b"\x2c\1\xc0\x4c", "   b"),
                              (shown + text("a") + at(0) + b"\x2c\1\x41\xf2", " a"), (b"\x29\2\x42\xf7\xc0\x4c" + text("a") + b"\x29\1\x41\xf2" + text("b"), "   b"),
                              (text("abc") + at(1) + b"\x2c\1\xc0\x4c", "abc"),
                              (protected + text("ab") + shown + text("cd") + at(0) + b"\x12\0\x06", " ab"), (text("abcd") + at(1) + b"\x12\0\3", "a  d"),
                              (protected + text("ab") + shown + text("cd") + at(0) + b"\x05" + text("X"), " ab Xd"), (text("ab") + b"\x05" + text("X"), "Xb"),
                              (text("a") + b"\x08\xad" + text("b"), "a b"), (b"\x28\x41\xf2" + text("a") + b"\x28\0\0" + text("b"), "ab"),
                              (b"\x3c\0\3" + text("-") + b"\x13" + text("a"), "---a")):
            with self.subTest(orders):
                self.assertEqual(get(self.screen(b"\xf5\xc3" + orders)).out.decode(), lines + "\n")

    def test_rlogin(self):
        def serve(peer, connection, _):
            peer.heads.append(connection.recv(100))
            connection.sendall(b"\0welcome")
        peer = self.peer(serve)
        uri = f"rlogin://you@127.0.0.1:{peer.port}"
        self.assertEqual(get("--local-user=me", uri).out, b"welcome")
        self.assertEqual(peer.heads, plan("--local-user=me", uri))


class News(Case):
    REPLIES = {"GROUP g": b"211 2 6 7 g\r\n", "GROUP none": b"411 no group\r\n", "ARTICLE 7": b"220 7 <a@b>\r\nSubject: x\r\n\r\n..dot\r\n.\r\n",
               "ARTICLE <a@b>": b"220 0 <a@b>\r\nSubject: x\r\n\r\n.\r\n", "OVER 6-7": b"224 -\r\n6\tx\r\n7\ty\r\n.\r\n",
               "HEAD 7": b"221 7 <a@b>\r\nSubject: x\r\n..dot\r\n.\r\n", "LIST": b"215 -\r\ng 7 6 y\r\n.\r\n", "QUIT": b"205 bye\r\n"}

    def serve(self, peer, connection, _):
        connection.sendall(b"200 ready\r\n")
        for line in connection.makefile("rb"):
            peer.heads.append(line)
            connection.sendall(self.REPLIES.get(line.decode().rstrip("\r\n"), b"430 no\r\n"))
            if line == b"QUIT\r\n":
                return

    def test_news(self):
        peer = self.peer(self.serve)
        server = f"--news-server=127.0.0.1:{peer.port}"
        base = f"nntp://127.0.0.1:{peer.port}"
        for arguments, content in (((base + "/g/7",), b"Subject: x\r\n\r\n.dot\r\n"), ((server, "news:a@b"), b"Subject: x\r\n\r\n"),
                                   ((server, "news:*"), b"g 7 6 y\r\n")):
            with self.subTest(arguments):
                peer.heads.clear()
                self.assertEqual(get(*arguments).out, content)
                self.assertEqual(peer.heads, plan(*arguments))
        self.assertEqual(get(base + "/g").out, b"6\tx\r\n7\ty\r\n")
        self.assertEqual(get("news:a@b", environment={"NNTPSERVER": f"127.0.0.1:{peer.port}"}.items()).status, 0)
        self.assertEqual(get("--json", base + "/g/7").json()[0]["media_type"], "message/rfc822")
        self.fails(get(base + "/none"), 4, "411 no group")
        self.fails(get(base + "/g/8"), 4, "430 no")
        self.assertEqual(get("--news-server=a b", "news:a@b").status, 2)


class Requests(Case):
    """The options of requests, which uriel plan has, too."""

    def test_words_and_answers(self):
        peer = self.peer(line_server(b".\r\n"))
        uri = f"gopher://127.0.0.1:{peer.port}/7/q"
        result = get("--words=two words", uri)
        self.assertEqual((result.status, peer.heads), (0, [b"/q\ttwo words\r\n"]))
        self.assertIn("/7/q%09two%20words", result.errors)
        self.fails(get(uri), 5, "not known: words")
        self.fails(get("--words=x", "data:,x"), 1, "no search")

        def form(peer, connection, _):
            peer.heads.append(connection.recv(1000))
            connection.sendall(b"+4\r\ndone")
        peer = self.peer(form)
        result = get("--answer=one", "--answer=two", f"gopher://127.0.0.1:{peer.port}/0/f%09%09?")
        self.assertEqual(result.out, b"done")
        self.assertIn(b"one\r\ntwo\r\n.\r\n", peer.heads[0])

    def test_head(self):
        peer = self.peer(ftp_server(replies={"MLST": b"250-x\r\n type=file;size=4; a\r\n250 end\r\n"}.items()))
        self.assertEqual(get("--head", f"ftp://127.0.0.1:{peer.port}/a").out, b"type=file;size=4; a\r\n")
        peer = self.peer(ftp_server(replies={"SIZE": b"213 4\r\n", "MDTM": b"213 20240102030405\r\n"}.items()))
        self.assertEqual(get("--head", f"ftp://127.0.0.1:{peer.port}/a").out, b"size=4;\r\nmodify=20240102030405;\r\n")
        self.assertEqual(get("--head", "data:,abc").out, b"Content-Length: 3\r\n")
        self.assertEqual(get("--head", "file:///dev/null").out, b"")
        peer = self.peer(News.serve.__get__(News()))
        self.assertEqual(get("--head", f"nntp://127.0.0.1:{peer.port}/g/7").out, b"Subject: x\r\n.dot\r\n")
        self.fails(get("--head", "whois://127.0.0.1/x"), 1, "no plan")

    def test_gateway(self):
        peer = self.peer(line_server(b"found"))
        result = get(f"--gateway=x=whois://127.0.0.1:{peer.port}/{{host}}", "x://name")
        self.assertEqual((result.out, peer.heads), (b"found", [b"name\r\n"]))

    def test_gateways_in_order(self):
        with socket.socket() as unused:
            unused.bind(("127.0.0.1", 0))
            nobody = unused.getsockname()[1]
        peer = self.peer(line_server(b"found"))
        gateways = [f"whois://127.0.0.1:{port}/{{host}}" for port in (nobody, peer.port)]
        self.assertEqual(get(*(f"--gateway=x={each}" for each in gateways), "x://name").out, b"found")
        self.fails(get(*(f"--gateway=x={each}" for each in gateways[:1] * 2), "x://name"), 3, "Connection refused")
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "uriel", "gateways.tsv")
            path.parent.mkdir()
            path.write_text("# our gateways\n" + "".join(f"x\t{each}\n" for each in gateways))
            environment = {"XDG_CONFIG_HOME": folder}.items()
            self.assertEqual(get("x://name", environment=environment).out, b"found")
            self.assertIn(str(nobody), get("--dry-run", "x://name", environment=environment).out.decode())
            path.write_text("x whois://h/\n")
            self.fails(get("x://name", environment=environment), 2, "gateways.tsv:1: a line is a scheme, a tab and a template")
            path.write_text("\nx\twhois://{what}/\n")
            self.assertEqual(get("x://name", environment=environment).status, 2)

    def test_dry_run(self):
        options = ("--words=a b", "--user-agent=x", "--header=Accept: y", "--head")
        result = get("--dry-run", *options, "http://h/p")
        self.assertIn(b"HEAD /p?a+b HTTP/1.1\\r\\nHost: h", result.out)
        for result in (get("--dry-run", "<data:,x>"), get("--dry-run", input=b"<data:,x>\n")):
            self.assertEqual((result.status, result.out), (0, b"decode x\n"))
            self.assertIn("note: an operand is read as", result.errors)
        self.assertEqual(get("--dry-run", "-s", "<data:,x>").errors, "")
        # The documents differ in what they allow: url-1994 has no IPv6 address.
        self.assertEqual([get("--dry-run", *options, "http://[::1]/").status for options in ((), ("--spec=url-1994",))], [0, 1])

    def test_dry_run_without_a_proxy(self):
        """The plan that is shown is carried out: hosts of no_proxy are asked themselves."""
        for proxy in ({"http_proxy": "http://p.example:1/"}, {}):
            option = () if proxy else ("--proxy=p.example:1",)
            for hosts, direct in (("h.example", True), (".example", True), ("x,h.EXAMPLE", True), ("*", True), ("a.h.example", False), ("", False)):
                with self.subTest(hosts=hosts, proxy=proxy):
                    result = get("--dry-run", *option, "http://h.example/", environment={**proxy, "no_proxy": hosts}.items())
                    self.assertEqual(result.out.startswith(b"connect h.example 80"), direct)
        result = get("--dry-run", "--proxy=p:1", "--no-proxy=h.example", "http://h.example/", "http://i.example/")
        self.assertEqual([line.split()[1] for line in result.out.splitlines()], [b"h.example", b"p"])


MESSAGE = b"""From: me\r
Message-ID: <one@h>\r
Content-Type: multipart/mixed;\r
 boundary="b c"\r
\r
before\r
--b c\r
Content-ID: <plain@h>\r
\r
a part\r
\r
--b c\r
Content-ID:\r
 <data@h>\r
Content-Type: image/gif\r
Content-Transfer-Encoding: BASE64\r
\r
R0lG\r
ODlh\r
--b c\r
Content-Type: multipart/alternative; boundary=inner\r
\r
--inner\r
Content-Id: <quoted@h>\r
content-transfer-encoding: quoted-printable\r
\r
a=3Db=\r
c\r
--inner--\r
--b c\r
Content-Type: message/rfc822\r
\r
Message-ID: <inner@h>\r
Content-ID: <deep@h>\r
\r
deep\r
--b c--\r
after\r
"""


class Drafts(Case):
    """RFC 6068, 2: a text that composes a message is encoded as mail needs it."""

    def compose(self, uri):
        result = get(uri)
        self.assertEqual((result.status, result.errors), (0, ""))
        return result.out, email.message_from_bytes(result.out, policy=email.policy.default.clone(utf8=True))

    def test_example(self):
        """RFC 6068, 6.3."""
        self.assertEqual(get("mailto:user@%E7%B4%8D%E8%B1%86.example.org?subject=Test&body=NATTO").out,
                         b"To: user@xn--99zt52a.example.org\r\nSubject: Test\r\n\r\nNATTO")
        text, message = self.compose("mailto:user@example.org?subject=caf%C3%A9&body=caf%C3%A9")
        self.assertIn(b"\r\nSubject: =?utf-8?Q?caf=C3=A9?=\r\n", text)
        self.assertEqual((message["Subject"], message.get_content()), ("caf\u00e9", "caf\u00e9"))
        self.assertEqual(get("mailto:user@example.org?subject=%3D%3Futf-8%3FQ%3Fcaf%3DC3%3DA9%3F%3D").out,
                         b"To: user@example.org\r\nSubject: =?utf-8?Q?caf=C3=A9?=\r\n\r\n")

    def test_addresses(self):
        """RFC 5890, 2.3.2.1: domains as A-labels; RFC 6532, 3.2: a local part beyond ASCII has no other form."""
        for uri, lines, media_type in (
                ("mailto:a@B%C3%9Ccher.example", b"To: a@xn--bcher-kva.example", "message/rfc822"),
                ("mailto:a@b.example,c@b%C3%BC.example?cc=d@c%C3%A9.example", b"To: a@b.example, c@xn--b-eha.example\r\nCc: d@xn--c-bga.example", "message/rfc822"),
                ("mailto:%C3%BC@b%C3%BC.example", "To: \u00fc@xn--b-eha.example".encode(), "message/global"),
                ("mailto:%22a@%5C%22@c%C3%A9%2C%22@b%C3%BC.example", 'To: "a@\\"@c\u00e9,"@xn--b-eha.example'.encode(), "message/global"),
                ("mailto:?cc=B%20%3Ca@b%C3%BC.example%3E", b"Cc: B <a@xn--b-eha.example>", "message/rfc822"),
                ("mailto:a@%5B192.0.2.1%5D", b"To: a@[192.0.2.1]", "message/rfc822")):
            with self.subTest(uri):
                self.assertEqual(get(uri).out, lines + b"\r\n\r\n")
                self.assertEqual(get("--json", uri).json()[0]["media_type"], media_type)
        for uri, part in (("mailto:a@%C3%BC_.example", "UTS #46"), ("mailto:a@%FC.example", "not UTF-8"), ("mailto:a@b?subject=%FC", "not UTF-8"),
                          ("mailto:a@b?body=%FC", "not UTF-8"), ("mailto:a@" + "%C3%BC" * 64, "UTS #46")):
            with self.subTest(uri):
                self.fails(get(uri), 1, part)

    def test_text(self):
        """RFC 2047, 2: words of 75 bytes, lines of 76, each character whole; RFC 2045: the fields of the body."""
        for subject in ("caf\u00e9", "\u7d0d" * 200, "plain " * 20 + "caf\u00e9", "caf\u00e9 " + "plain " * 20 + "caf\u00e9", "\u00e9 =?x?= _ ? .,\"(", "a\u00e9" * 40 + " b",
                        "x" * 100 + " \u00e9 y", "\U0001f600" * 30):
            with self.subTest(subject):
                text, message = self.compose("mailto:a@b?subject=" + quote(subject, safe="") + "&keywords=k," + quote(subject.replace(",", ""), safe=""))
                self.assertEqual(message["Subject"].strip(), subject.strip())
                self.assertEqual(str(email.header.make_header(email.header.decode_header(message["Keywords"]))).strip(), "k, " + subject.replace(",", "").strip())
                self.assertTrue(text.isascii())
                self.assertLessEqual(max(len(line) for line in text.splitlines() if b"=?" in line and b"x" * 100 not in line), 76)
        text, message = self.compose("mailto:a@b?in-reply-to=%3Cx@y%3E&body=%C3%BC%0D%0A")
        self.assertEqual((message["In-Reply-To"], message.get_content_charset(), message["Content-Transfer-Encoding"]), ("<x@y>", "utf-8", "8bit"))
        self.assertTrue(text.endswith("\r\n\r\n\u00fc\r\n".encode()))


class Messages(Case):
    def test_mailboxes(self):
        with tempfile.TemporaryDirectory() as folder:
            one, box, mail = pathlib.Path(folder, "one"), pathlib.Path(folder, "box"), pathlib.Path(folder, "Maildir")
            one.write_bytes(MESSAGE)
            other = b"Message-ID: <two@h>\n\ntext\n>From here\n>>From there\n"
            box.write_bytes(b"From me today\n" + other + b"\nFrom me today\n" + MESSAGE.replace(b"\r", b""))
            for name in ("cur", "new", "tmp"):
                (mail / name).mkdir(parents=True)
            (mail / "new" / "1").write_bytes(MESSAGE)
            (mail / "cur" / "2").write_bytes(other)
            for path, feed in ((one, b"\r\n"), (box, b"\n"), (mail, b"\r\n")):
                option = f"--messages={path}"
                for uri, content in (("cid:plain@h", b"a part" + feed), ("cid:data@h", b"GIF89a"), ("cid:quoted@h", b"a=bc"),
                                     ("cid:deep@h", b"deep"), ("mid:one@h/data@h", b"GIF89a"), ("mid:one@h", MESSAGE)):
                    with self.subTest(path=path, uri=uri):
                        self.assertEqual(get(option, uri).out, content if uri != "mid:one@h" else MESSAGE.replace(b"\r\n", feed))
                for uri in ("mid:none@h", "cid:none@h", "mid:one@h/none@h", "cid:one@h"):
                    self.assertEqual(get(option, uri).status, 4)
            self.assertEqual(get(f"--messages={box}", "mid:two@h").out, b"Message-ID: <two@h>\n\ntext\nFrom here\n>From there\n")
            self.assertEqual(get(f"--messages={mail}", "mid:two@h").out, other)
            for uri, kind in (("mid:one@h", "message/rfc822"), ("cid:data@h", "image/gif"), ("cid:plain@h", "text/plain")):
                self.assertEqual(get("--json", f"--messages={one}", uri).json()[0]["media_type"], kind)
            self.fails(get(f"--messages={folder}/none", "mid:one@h"), 3, "No such file")

    def test_damaged(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "x")
            for cut in range(0, len(MESSAGE), 37):
                path.write_bytes(MESSAGE[:cut])
                self.assertIn(get(f"--messages={path}", "cid:deep@h").status, (0, 4))
            path.write_bytes(b"Content-ID: <a@h>\nContent-Transfer-Encoding: base64\n\n!!!")
            self.assertEqual(get(f"--messages={path}", "cid:a@h").out, b"!!!")
            # Parts in parts do not nest without an end.
            path.write_bytes(b"Content-Type: multipart/mixed; boundary=x\n\n--x\n" * 3000)
            self.assertEqual(get(f"--messages={path}", "cid:a@h").status, 4)


class Steps(Case):
    """DESIGN, 5: "steps" lists only the steps that were carried out."""

    def kinds(self, *arguments):
        record, = get("--json", "--timeout=5", *arguments).json()
        return [(step["do"] + "!" * step.get("incomplete", False), step.get("text", step.get("host", step.get("reply"))))
                for step in record["steps"]]

    def test_no_server(self):
        with socket.socket() as unused:
            unused.bind(("127.0.0.1", 0))
            port = unused.getsockname()[1]
            for uri in (f"gopher://127.0.0.1:{port}/0/a", f"ftp://127.0.0.1:{port}/a", f"nntp://127.0.0.1:{port}/g/7", f"wais://127.0.0.1:{port}/x?y",
                        f"telnet://127.0.0.1:{port}"):
                self.assertEqual(self.kinds(uri), [])
        self.assertEqual(self.kinds("file:///no/such/file"), [])

    def test_cut(self):
        host = ("connect", "127.0.0.1")
        for answer, last in ((b"fou", ("expect!", None)), (b"", None)):
            peer = self.peer(line_server(lambda connection, answer=answer: (connection.sendall(answer), time.sleep(0.2), reset(connection))))
            self.assertEqual(self.kinds(f"whois://127.0.0.1:{peer.port}/x"), [host, ("send", "x\r\n"), *[last] * bool(last)])
        peer = self.peer(lambda _, connection, __: connection.sendall(b"220 rea"))
        self.assertEqual(self.kinds(f"ftp://127.0.0.1:{peer.port}/a"), [host, ("expect!", None)])
        peer = self.peer(lambda _, connection, __: connection.sendall(b"421 too many\r\n"))
        self.assertEqual(self.kinds(f"ftp://127.0.0.1:{peer.port}/a"), [host, ("expect", "421")])
        # The data connection is refused: its port was announced, but nobody listens.
        peer = self.peer(ftp_server(replies={"EPSV": b"229 here (|||%d|)\r\n" % self.unused()}.items()))
        kinds = self.kinds(f"ftp://127.0.0.1:{peer.port}/a")
        self.assertEqual(kinds[-2:], [("send", "EPSV\r\n"), ("expect", "229")])

    def unused(self):
        with socket.socket() as one:
            one.bind(("127.0.0.1", 0))
            return one.getsockname()[1]

    def test_what_was_sent(self):
        """The text with the numbers of an earlier reply; the host and port of the data connection; nothing about passwords."""
        peer = self.peer(News.serve.__get__(News()))
        self.assertIn(("send", "OVER 6-7\r\n"), self.kinds(f"nntp://127.0.0.1:{peer.port}/g"))
        peer = self.peer(ftp_server())
        with tempfile.TemporaryDirectory() as folder:
            pathlib.Path(folder, ".netrc").write_text("machine 127.0.0.1 login me password known\n")
            for uri in (f"ftp://me@127.0.0.1:{peer.port}/a", f"ftp://me:known@127.0.0.1:{peer.port}/a"):
                record, = get("--json", uri, environment={"HOME": folder}.items()).json()
                steps = record["steps"]
                data, = (step for step in steps if step["do"] == "connect" and "channel" in step)
                self.assertEqual(data["host"], "127.0.0.1")
                self.assertNotIn(data["port"], (0, peer.port))
                secret = [step for step in steps if step["do"] in ("send", "ask") and "text" not in step]
                self.assertEqual([step.keys() & {"text", "bytes"} for step in secret], [set()])
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as silent:
            silent.bind(("127.0.0.1", 0))
            record, = get("--json", "--timeout=1", f"prospero://127.0.0.1:{silent.getsockname()[1]}/a").json()
            self.assertEqual([(step["do"], step.get("bytes", 0) > 0) for step in record["steps"]], [("connect", False), ("request", True)])


class Local(Case):
    def test_files(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "a file")
            path.write_bytes(b"bytes\0" * 100000)
            uri = f"file://{folder}/a%20file"
            self.assertEqual(get(uri).out, path.read_bytes())
            for size in (0, 1, (1 << 18) - 1, 1 << 18, (1 << 18) + 1, 3 << 18, 16383, 16384, 16385):  # of the pieces and of their writer
                content = os.urandom(size)
                path.write_bytes(content)
                self.assertEqual(get(uri).out, content)
                for options in (("-o", folder + "/copy"), ("-o", folder + "/copy", "--json")):
                    self.assertEqual(get(*options, uri).status, 0)
                    self.assertEqual(pathlib.Path(folder, "copy").read_bytes(), content)
            self.assertEqual(get("--json", uri).json()[0]["sha256"], hashlib.sha256(content).hexdigest())
            self.fails(get("--max-size=10", uri), 3, "--max-size")
            self.fails(get(uri + "2"), 4, "No such file")
            self.fails(get(f"file://{folder}"), 3, "it is a folder")
            os.mkfifo(f"{folder}/pipe")
            self.fails(get(f"file://{folder}/pipe"), 3, "it is a pipe")
            self.assertEqual(get("file://elsewhere/x").status, 1)

    def test_marks(self):
        for operand in ("<data:,x>", "URL:data:,x", "<URL:data:,x>", "url:data:,x"):
            result = get(operand)
            self.assertEqual((result.status, result.out), (0, b"x"))
            self.assertIn("note:", result.errors)
            self.assertEqual(get("-s", operand).errors, "")

    def test_operands(self):
        self.assertEqual(get(input=b"data:,a\ndata:,b\n").out, b"ab")
        self.assertEqual(get("a b", "data:,x", "nothing:x").status, 1)
        self.assertEqual(get("-o", "x", "data:,a", "data:,b").status, 2)
        self.assertEqual(get("--dns=x", "data:,a").status, 2)
        record, = get("--json", "a b").json()
        self.assertEqual((record["status"], record["error"]["code"]), ("invalid", "path-character"))
        self.assertEqual(get("mailto:a@b?subject=x").out, b"To: a@b\r\nSubject: x\r\n\r\n")
        for uri in ("tel:+1", "cid:a@b", "mid:a@b"):
            self.assertEqual(get(uri).status, 3)

    def test_unreachable(self):
        with socket.socket() as unused:
            unused.bind(("127.0.0.1", 0))
            self.fails(get(f"gopher://127.0.0.1:{unused.getsockname()[1]}/"), 3, "Connection refused")


if __name__ == "__main__":
    unittest.main()
