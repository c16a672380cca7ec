# SPDX-License-Identifier: MIT
"""uriel get with Prospero over ARDP: a server written from the description of the protocol."""
import socket
import threading
import unittest

from support import get, planned

CONNECTION = b"\x5a\x5a"


def quoted(token):
    if token and not any(byte in b" \t\n'\0" for byte in token):
        return token
    return b"'" + token.replace(b"'", b"''") + b"'"


class Prospero:
    """Objects and directories by name. `drop` numbers the datagrams of the server that are lost; `methods` are the access methods
    of every object."""

    def __init__(self, objects=(), folders=(), methods=("PROSPERO-CONTENTS '' '' '' ''", "LOCAL '' '' '' ''"), drop=(), answer=None,
                 window=16, before=()):
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
            header = datagram[0]
            assert header == 9 and datagram[1:3] == CONNECTION, datagram
            number, total, through = (int.from_bytes(datagram[at:at + 2], "big") for at in (3, 5, 7))
            key = client
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
            # Requests that follow in one session come from new messages of the same client.
            if key in answers:
                pieces = answers[key]
                last = min(done[key] + self.window, len(pieces))
                for each in range(done[key], last):
                    known = len(pieces) if last == len(pieces) else 0
                    flags = b"\0\0\x80" if each == last - 1 and last < len(pieces) else b""
                    head = CONNECTION + (each + 1).to_bytes(2, "big") + known.to_bytes(2, "big") + (1).to_bytes(2, "big") + flags
                    self.send(bytes([len(head) + 1]) + head + pieces[each], client)
                if last == len(pieces):
                    finished = answers[key]
                    if self.is_next_expected(finished):
                        del answers[key], parts[key]

    def is_next_expected(self, _):
        return True

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

    def test_silence(self):
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as silent:
            silent.bind(("127.0.0.1", 0))
            result = get("--timeout=1", f"prospero://127.0.0.1:{silent.getsockname()[1]}/a")
            self.assertEqual(result.status, 3)
            self.assertIn("longer than --timeout", result.errors)


if __name__ == "__main__":
    unittest.main()
