# SPDX-License-Identifier: MIT
"""uriel get with Prospero over ARDP: a server written from the description of the protocol."""
import socket
import threading
import unittest

from support import get, planned


def quoted(token):
    if token and not any(byte in b" \t\n'\0" for byte in token):
        return token
    return b"'" + token.replace(b"'", b"''") + b"'"


class Prospero:
    """Objects and directories by name. `drop` numbers the datagrams of the server that are lost, `deaf` the lost ones of the client;
    `methods` are the access methods of every object; `arrange` changes the list of datagrams of a window."""

    def __init__(self, objects=(), folders=(), methods=("PROSPERO-CONTENTS '' '' '' ''", "LOCAL '' '' '' ''"), drop=(), answer=None,
                 window=16, before=(), deaf=(), arrange=list):
        self.deaf, self.arrange, self.received = deaf, arrange, 0
        self.objects, self.folders, self.methods = dict(objects), dict(folders), methods
        self.drop, self.answer, self.window, self.before = drop, answer, window, before
        self.messages, self.packets, self.sent = [], {}, 0
        self.socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.socket.bind(("127.0.0.1", 0))
        self.port = self.socket.getsockname()[1]
        threading.Thread(target=self.run, daemon=True).start()

    def close(self):
        self.socket.close()

    def send(self, datagram, client):
        self.sent += 1
        if self.sent not in self.drop:
            self.socket.sendto(datagram, client)

    def run(self):
        parts, answers, done = {}, {}, {}
        while True:
            try:
                datagram, client = self.socket.recvfrom(65536)
            except OSError:
                return
            self.received += 1
            if self.received in self.deaf:
                continue
            header = datagram[0]
            assert header == 9 and datagram[1] == datagram[2] != 0, datagram
            connection = datagram[1:3]
            number, total, through = (int.from_bytes(datagram[at:at + 2], "big") for at in (3, 5, 7))
            key = client, connection
            if number:
                parts.setdefault(key, {})[number] = datagram[header:]
            if number and len(parts[key]) == total and key not in answers:
                message = b"".join(parts[key][each] for each in sorted(parts[key]))
                self.messages.append(message)
                for datagram in self.before:
                    self.send(datagram, client)
                text = self.answer if self.answer is not None else self.reply(message)
                answers[key] = [text[at:at + 1250] for at in range(0, len(text), 1250)] or [b""]
                done[key] = 0
            elif key in answers:
                done[key] = through
            else:
                continue
            pieces = answers[key]
            last = min(done[key] + self.window, len(pieces))
            burst = []
            for each in range(done[key], last):
                known = len(pieces) if last == len(pieces) else 0
                flags = b"\0\0\x80" if each == last - 1 and last < len(pieces) else b""
                head = connection + (each + 1).to_bytes(2, "big") + known.to_bytes(2, "big") + (1).to_bytes(2, "big") + flags
                burst.append(bytes([len(head) + 1]) + head + pieces[each])
            for datagram in self.arrange(burst):
                self.send(datagram, client)

    def reply(self, message):
        lines = message.split(b"\n")
        assert lines[0] == b"VERSION 5" and lines[1].startswith(b"AUTHENTICATE '' UNAUTHENTICATED "), lines
        command = lines[2].split(b" ")
        head = b"VERSION 5 P53\n"
        if command[0] == b"GET-OBJECT-INFO":
            name = command[3].strip(b"'").replace(b"''", b"'")
            if command[1] == b"CONTENTS":
                if name not in self.objects:
                    return head + b"NONE-FOUND\n"
                return head + b"ATTRIBUTE OBJECT INTRINSIC CONTENTS SEQUENCE DATA " + quoted(self.objects[name]) + b"\n"
            if name not in self.objects and name not in self.folders:
                return head + b"FAILURE NOT-FOUND no' such object'\n"
            return head + b"ATTRIBUTE OBJECT INTRINSIC SIZE SEQUENCE 10' bytes'\n" + b"".join(
                b"ATTRIBUTE OBJECT INTRINSIC ACCESS-METHOD SEQUENCE " + method.encode() + b"\n" for method in self.methods)
        assert command[:2] == [b"DIRECTORY", b"ASCII"] and lines[3] == b"LIST '' COMPONENTS", lines
        name = command[2].strip(b"'")
        if name not in self.folders:
            return head + b"FAILURE NOT-A-DIRECTORY\n"
        return b"".join(b"LINK  L FILE %s INTERNET-D %s ASCII %s 0\n" % (quoted(each), quoted(host), quoted(target))
                        for each, host, target in self.folders[name]) or b"NONE-FOUND\n"


class Objects(unittest.TestCase):
    def serve(self, *arguments, **options):
        server = Prospero(*arguments, **options)
        self.addCleanup(server.close)
        return server, f"prospero://127.0.0.1:{server.port}/"

    def test_contents(self):
        for content in (b"plain", b"it's here\n", b"", b"\0\xff'\n''", bytes(range(256)) * 700):
            with self.subTest(content[:20]):
                server, base = self.serve({b"/d/a": content})
                result = get(base + "/d/a")
                self.assertEqual((result.status, result.out, result.errors), (0, content, ""))

    def test_bytes_of_the_plan(self):
        server, base = self.serve({b"/d/a": b"x"})
        self.assertEqual(get(base + "/d/a").out, b"x")
        self.assertEqual(server.messages, planned("request", "bytes", (base + "/d/a",), aside=True)[:2])

    def test_losses(self):
        server, base = self.serve({b"/a": b"x" * 50000}, drop=(2, 30))
        result = get(base + "/a")
        self.assertEqual((result.status, result.out), (0, b"x" * 50000))

    def test_small_windows(self):
        _, base = self.serve({b"/a": b"x" * 10000}, window=2)
        self.assertEqual(get(base + "/a").out, b"x" * 10000)

    def test_folders(self):
        _, base = self.serve({b"/d/a": b"x"}, {b"/d": [(b"a", b"", b"/d/a"), (b"two words", b"h.example(99)", b"/two words")], b"/e": []})
        result = get(base + "/d")
        self.assertEqual(result.out.decode().split("\r\n"),
                         ["# a", base + "/d/a", "# two words", "prospero://h.example:99//two%20words", ""])
        self.assertEqual(get(base + "/e").out, b"")
        self.assertEqual(get("--json", base + "/d").json()[0]["media_type"], "text/uri-list")

    def test_absent(self):
        _, base = self.serve({})
        result = get(base + "/none")
        self.assertEqual(result.status, 4)
        self.assertIn("no such object", result.errors)

    def test_other_methods(self):
        """They lead to other URIs, which the policy has to allow."""
        for method, uri in (("AFTP INTERNET-D h.example ASCII '/pub/r s' BINARY", "ftp://h.example/pub/r%20s;type=i"),
                            ("AFTP INTERNET-D h.example(2121) ASCII pub TEXT", "ftp://h.example:2121/pub;type=a"),
                            ("GOPHER INTERNET-D h.example ASCII 0/a", "gopher://h.example/0/a"),
                            ("GOPHER INTERNET-D h.example ASCII /a 9", "gopher://h.example/9/a"),
                            ("TELNET INTERNET-D h.example '' ''", "telnet://h.example")):
            with self.subTest(method):
                _, base = self.serve({b"/a": b""}, methods=("LOCAL '' '' '' ''", method))
                record, = get("--json", base + "/a").json()
                self.assertEqual((record["status"], record["target"]), ("refused", uri))
                self.assertIn("policy", record["reason"])
        _, base = self.serve({b"/a": b""}, methods=("LOCAL '' '' '' ''",))
        self.assertEqual(get(base + "/a").status, 4)

    def test_answers(self):
        for answer, status in ((b"FAILURE NOT-AUTHORIZED", 5), (b"FAILURE SERVER-FAILED 'out of order'", 3), (b"ERROR wrong' number'", 5),
                               (b"VERSION-NOT-SUPPORTED TRY 1", 5), (b"ATTRIBUTE 'unended", 3), (b"", 4), (b"\0\xff nonsense", 4),
                               (b"FORWARDED INTERNET-D h.example ASCII /b 0", 5)):
            with self.subTest(answer):
                _, base = self.serve({}, answer=answer)
                self.assertEqual(get(base + "/a").status, status)

    def test_packets(self):
        """Other datagrams are ignored, or end in an error."""
        ignored = [b"", b"\x20", b"\x09\x5a", b"\x03\x11\x11stray", b"\x0b\x5a\x5a" + bytes(6) + b"\0\x01", b"VERSION 5\n"]
        _, base = self.serve({b"/a": b"x"}, before=ignored)
        self.assertEqual(get(base + "/a").out, b"x")
        for datagram, status in ((b"\x0d\x5a\x5a" + bytes(9) + b"\x01", 5), (b"\x0d\x5a\x5a" + bytes(9) + b"\x04" + bytes(6), 5),
                                 (b"\x07\x5a\x5a\0\x05\0\x02data", 3)):
            with self.subTest(datagram):
                _, base = self.serve({b"/a": b"x"}, before=[datagram])
                self.assertEqual(get(base + "/a").status, status)

    CONTENT = bytes(range(256)) * 150  # 31 packets, its quotes doubled

    def test_order(self):
        """Packets are kept by number, and duplicates dropped (ARDP, rules of the client)."""
        def insert(*others):
            return lambda burst: [each for datagram in burst for each in (*others, datagram)]
        wrong = b"\x09\x11\x11" + (1).to_bytes(2, "big") * 2 + b"\0\1another connection"
        arranged = {"backwards": lambda burst: burst[::-1], "twice": lambda burst: burst * 2, "each twice": lambda burst: [each for each in burst for _ in range(2)],
                    "odd before even": lambda burst: burst[1::2] + burst[::2], "the first again": lambda burst: burst + burst[:1],
                    "another connection": insert(wrong), "no connection": insert(b"\x01stray", b"\x03\0\0stray"),
                    "too short": insert(b"", b"\x09\x5a\x5a", b"\0", b"\xff" * 300), "keep waiting": insert(b"\x0b\x5a\x5a" + bytes(6) + b"\0\x02")}
        for name, arrange in arranged.items():
            for window in (16, 3):
                with self.subTest(name, window=window):
                    server, base = self.serve({b"/a": self.CONTENT}, arrange=arrange, window=window)
                    result = get(base + "/a")
                    self.assertEqual((result.status, result.out == self.CONTENT, result.errors), (0, True, ""))

    def test_one_lost_of_many(self):
        """The gap is acknowledged up to the packet before it, and the rest comes again."""
        lost = {"left": 1}

        def arrange(burst):
            if len(burst) > 5 and lost["left"]:
                lost["left"] = 0
                return burst[:3] + burst[4:]
            return burst
        server, base = self.serve({b"/a": self.CONTENT}, arrange=arrange)
        result = get(base + "/a")
        self.assertEqual((result.status, result.out == self.CONTENT), (0, True))

    def test_lost_requests(self):
        """A request of several packets, and each of its packets that is lost."""
        name = b"/" + b"n" * 3000
        for deaf in ((), (2,), (1, 2, 3)):
            with self.subTest(deaf=deaf):
                server, base = self.serve({name: b"x"}, deaf=deaf)
                result = get(base + name.decode())
                self.assertEqual((result.status, result.out), (0, b"x"))
                self.assertEqual(server.messages, planned("request", "bytes", (base + name.decode(),), aside=True)[:2])

    def test_totals(self):
        """A total that changes, packets after it, and numbers that never come end in an error."""
        def packet(number, total, data=b"x"):
            return b"\x09\x5a\x5a" + number.to_bytes(2, "big") + total.to_bytes(2, "big") + b"\0\1" + data
        for datagrams, part in (([packet(1, 3), packet(2, 4)], "changes the length"), ([packet(1, 2), packet(3, 2)], "more packets than it announces"),
                                ([packet(5, 4)], "more packets than it announces"), ([packet(1, 2), packet(0xffff, 0)], "more packets than it announces")):
            with self.subTest(part):
                _, base = self.serve({b"/a": b"x"}, before=datagrams)
                result = get(base + "/a")
                self.assertEqual(result.status, 3)
                self.assertIn(part, result.errors)
        for datagrams in ([packet(2, 2)], [packet(1, 2)], [packet(1000, 0)], [packet(1, 0)]):
            with self.subTest(datagrams):
                _, base = self.serve({b"/a": b"x"}, before=datagrams, arrange=lambda _: [])
                result = get("--timeout=2", base + "/a")
                self.assertEqual((result.status, result.out), (3, b""))

    def test_large(self):
        """Tens of windows; some lose a packet."""
        content = bytes(i * i % 251 for i in range(300000))
        server, base = self.serve({b"/a": content}, drop=range(48, 200, 23))
        self.assertEqual(get(base + "/a").out, content)

    def test_silence(self):
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as silent:
            silent.bind(("127.0.0.1", 0))
            result = get("--timeout=1", f"prospero://127.0.0.1:{silent.getsockname()[1]}/a")
            self.assertEqual(result.status, 3)
            self.assertIn("longer than --timeout", result.errors)


if __name__ == "__main__":
    unittest.main()
