# SPDX-License-Identifier: MIT
"""uriel get with WAIS (RFC 1625): a server written from the description of the protocol."""
import os
import tempfile
import unittest
from urllib.parse import quote, unquote

from support import Peer, get, request


def integer(number):
    out = bytes([number & 0x7f])
    while number := number >> 7:
        out = bytes([number & 0x7f | 0x80]) + out
    return out


def field(tag, content):
    return integer(tag) + integer(len(content)) + content


def take_integer(data):
    number = at = 0
    while True:
        number = number << 7 | data[at] & 0x7f
        at += 1
        if not data[at - 1] & 0x80:
            return number, data[at:]


def fields(data):
    while data:
        tag, data = take_integer(data)
        length, data = take_integer(data)
        assert length <= len(data)
        yield tag, data[:length]
        data = data[length:]


def message(body):
    return b"%010dz2wais      %s0" % (len(body), b"  ") + body


def response(information, count=1):
    standard = bytes([23, 0]) + bytes(3) + count.to_bytes(3, "big") + bytes(3) + field(2, b"3")
    return message(len(standard).to_bytes(2, "big") + standard + field(99, information))


def diagnostic(code, text):
    content = code + text
    return b"\x1c" + (len(content) + 1).to_bytes(2, "big") + content + b"\x01\x1d"


def identifier(name):
    return b"".join(field(tag, value) for tag, value in ((1, b"h.example:210"), (2, b"/d/x"), (3, b"0 0 " + name), (7, b"\0")))


def text(name, content):
    return field(153, field(116, identifier(name)) + field(117, b"\0") + field(127, content))


def uri_of(port, name, kind="TEXT"):
    return (f"wais://127.0.0.1:{port}/x/{kind}/1=h.example%3A210;2=/d/x;3=0%200%20{quote(name)};7=%00;")


class Wais(Peer):
    """Documents by name; `most` is the largest piece that fits into an answer; `change` is called with the number of a request
    and its answer, and returns the bytes that are sent, or None to close the connection."""

    def __init__(self, documents, most=100000, answer=None, change=lambda number, answer: answer):
        super().__init__(Wais.answer_all)
        self.change = change
        self.documents, self.most, self.answer = documents, most, answer
        self.requests = []

    def answer_all(self, connection, _):
        stream = connection.makefile("rb")
        while header := stream.read(25):
            body = stream.read(int(header[:10]))
            self.requests.append(header + body)
            answer = self.change(len(self.requests), self.answer if self.answer is not None else self.answer_one(body))
            if answer is None:
                return
            connection.sendall(answer)
            if self.answer is not None:
                return

    def answer_one(self, body):
        standard = int.from_bytes(body[:2], "big")
        assert body[2] == 22
        asked = dict(fields(body[13:2 + standard]))
        (tag, information), = fields(body[2 + standard:])
        assert asked[18] == b"x", asked
        if asked[20] == b"3":
            assert tag == 99
            words = dict(fields(information))[106]
            return response(b"".join(
                field(150, field(116, identifier(name)) + field(118, b"\1\0") + field(132, field(133, b"TEXT") + field(133, b"PS"))
                      + field(123, b"About\n" + name))
                for name, content in self.documents.items() if words in content))
        assert (asked[20], tag) == (b"1", 21)
        terms, stack = list(fields(information)), {}
        for (_, attributes), (_, term) in zip(*[iter(pair for pair in terms if pair[0] != 46)] * 2):
            stack[attributes[:5]] = term
        name = list(fields(stack[b"un re"]))[2][1].removeprefix(b"0 0 ")
        assert stack[b"wt re"].isupper()
        start, end = int(stack[b"wb ro"]), int(stack[b"wb rl"])
        if name not in self.documents:
            return response(diagnostic(b"SF", b"Missing DocID in request"))
        if end - start > self.most:
            return message(b"")
        piece = self.documents[name][start:end]
        return response(text(name, piece) + (diagnostic(b"SF", b"Request out of range") if len(piece) < end - start else b""))


class Documents(unittest.TestCase):
    def serve(self, *arguments, **options):
        server = Wais(*arguments, **options)
        self.addCleanup(server.close)
        return server

    def test_sizes(self):
        for size in (1, 9999, 10000, 10001, 20000, 175000):
            with self.subTest(size):
                content = bytes(i * i % 256 for i in range(size))
                server = self.serve({b"doc": content})
                self.assertEqual(get(uri_of(server.port, "doc")).out, content)
                self.assertEqual(len(server.requests), size // 10000 + 1)

    def test_names(self):
        server = self.serve({b"a b;c=%\xe9": b"found"})
        self.assertEqual(get(uri_of(server.port, b"a b;c=%\xe9")).out, b"found")

    def test_smaller_pieces(self):
        server = self.serve({b"doc": b"x" * 7000}, most=3000)
        self.assertEqual(get(uri_of(server.port, "doc")).out, b"x" * 7000)
        server = self.serve({b"doc": b"x"}, most=10)
        result = get(uri_of(server.port, "doc"))
        self.assertEqual(result.status, 3)
        self.assertIn("does not understand", result.errors)

    def test_media_types(self):
        server = self.serve({b"doc": b"x"})
        for kind, media_type in (("TEXT", "text/plain"), ("GIF", "image/gif"), ("OTHER", "application/octet-stream")):
            self.assertEqual(get("--json", uri_of(server.port, "doc", kind)).json()[0]["media_type"], media_type)

    def test_absent(self):
        server = self.serve({})
        result = get(uri_of(server.port, "doc"))
        self.assertEqual(result.status, 4)
        self.assertIn("Missing DocID", result.errors)

    def test_diagnostics(self):
        for code, status in ((b"S1", 5), (b"S2", 3), (b"T2", 5)):
            server = self.serve({}, answer=response(diagnostic(code, b"no such thing")))
            for uri in (uri_of(server.port, "doc"), f"wais://127.0.0.1:{server.port}/x?words"):
                result = get(uri)
                self.assertEqual(result.status, status)
                self.assertIn(f'"{code.decode()} no such thing"', result.errors)

    def test_searches(self):
        server = self.serve({b"one": b"a keeper of lights", b"two;": b"keeper", b"three": b"nothing"})
        uri = f"wais://127.0.0.1:{server.port}/x?keeper"
        result = get(uri)
        self.assertEqual(result.out.splitlines()[0::2], [b"# About one", b"# About two;"])
        self.assertEqual(server.requests, [request(uri)])
        found = [line.decode() for line in result.out.splitlines()[1::2]]
        self.assertEqual(unquote(found[1]), f"wais://127.0.0.1:{server.port}/x/TEXT/1=h.example:210;2=/d/x;3=0 0 two;;7=\0;")
        self.assertEqual([get(each).out for each in found], [b"a keeper of lights", b"keeper"])
        self.assertEqual(get("--json", uri).json()[0]["media_type"], "text/uri-list")
        self.assertEqual(get("--words=keeper", f"wais://127.0.0.1:{server.port}/x").out, result.out)

    def test_the_first_request_is_of_the_plan(self):
        server = self.serve({b"doc": b"x" * 15000})
        get(uri_of(server.port, "doc"))
        self.assertEqual(server.requests[0], request(uri_of(server.port, "doc")))
        self.assertEqual(server.requests[1], server.requests[0].replace(b"0000010000", b"0000020000").replace(b"-\n0000000000", b"-\n0000010000"))

    def test_faults_between_pieces(self):
        """A document of three pieces whose second one fails: an error, and no file (WAIS, section 10)."""
        content = bytes(range(256)) * 100
        good = text(b"doc", content[10000:20000])
        cases = {"S2": (response(diagnostic(b"S2", b"out of order")), 3, "out of order"), "T2": (response(diagnostic(b"T2", b"no access")), 5, "no access"),
                 "text and S1": (response(good + diagnostic(b"S1", b"broken")), 5, "broken"), "closed": (None, 3, "connection ended"),
                 "no text": (response(b""), 3, "without the document"), "a type other than 23": (message(b"\0\x0b\x14" + bytes(10)), 3, "not a message of WAIS"),
                 "no identifier": (response(field(153, field(127, b"x"))), 3, "not a message of WAIS"),
                 "a length too long": (response(b"\x81\x19\x7fshort"), 3, "not a message of WAIS"), "compressed": (message(b"x")[:22] + b"u " + b"0x", 3, "does not speak WAIS"),
                 "too long": (b"0099999999z2wais        0", 3, "more than"), "no header": (b"HTTP/1.1 400 Bad Request\r\n\r\n", 3, "does not speak WAIS")}
        for name, (answer, status, part) in cases.items():
            with self.subTest(name), tempfile.TemporaryDirectory() as folder:
                server = self.serve({b"doc": content}, change=lambda number, given, answer=answer: answer if number == 2 else given)
                result = get("--timeout=5", "-o", folder + "/file", uri_of(server.port, "doc"))
                self.assertEqual(result.status, status, result.errors)
                self.assertIn(part, result.errors)
                self.assertEqual((len(server.requests), os.listdir(folder)), (2, []))

    def test_smaller_pieces_later(self):
        """An answer that does not fit is asked for again from the same place in half the length."""
        content = bytes(range(256)) * 100
        server = self.serve({b"doc": content}, change=lambda number, answer: message(b"") if number in (2, 3) else answer)
        self.assertEqual(get(uri_of(server.port, "doc")).out, content)
        server = self.serve({b"doc": content}, change=lambda number, answer: message(b"") if number > 1 else answer)
        self.assertIn("does not understand", get(uri_of(server.port, "doc")).errors)

    def test_ends(self):
        """A short text is the end without a diagnostic, and so is SF without text after a whole piece; other fields are skipped."""
        for size in (1, 9999, 10000, 20000):
            content = b"x" * size

            def plain(number, _, content=content):
                piece = content[10000 * number - 10000:10000 * number]
                return response(field(120, b"?") + (text(b"doc", piece) if piece else diagnostic(b"SF", b"Request out of range")) + field(300, b""))
            with self.subTest(size=size):
                result = get(uri_of(self.serve({b"doc": content}, change=plain).port, "doc"))
                self.assertEqual((result.status, result.out == content, result.errors), (0, True, ""))

    def test_searches_with_faults(self):
        """Records and diagnostics in one answer: the records are written; a damaged record is an error."""
        good = field(150, field(116, identifier(b"one")) + field(123, b"One"))
        server = self.serve({}, answer=response(good + diagnostic(b"SD", b"too many records")))
        result = get(f"wais://127.0.0.1:{server.port}/x?words")
        self.assertEqual((result.status, result.out.splitlines()[0::2]), (0, [b"# One", b"# SD too many records"]))
        for damaged in (field(150, field(123, b"no identifier")), b"\x81\x16\x7fx", field(150, b"\x74\x05ab"), field(150, b"\xff\xff\xff\xff\xff\xff")):
            with self.subTest(damaged):
                server = self.serve({}, answer=response(good + damaged))
                result = get(f"wais://127.0.0.1:{server.port}/x?words")
                self.assertEqual(result.status, 3)
                self.assertIn("not a message of WAIS", result.errors)
        server = self.serve({}, answer=response(b""))
        self.assertEqual((get(f"wais://127.0.0.1:{server.port}/x?words").status, get(f"wais://127.0.0.1:{server.port}/x?words").out), (0, b""))
        control = field(150, field(116, identifier(b"a\r\nb")) + field(123, b"two\r\nlines\x1b[2J"))
        server = self.serve({}, answer=response(control))
        result = get(f"wais://127.0.0.1:{server.port}/x?words")
        self.assertEqual(result.out.splitlines()[0], b"# two  lines [2J")
        self.assertIn(b"a%0D%0Ab", result.out.splitlines()[1])

    def test_damaged(self):
        good = response(text(b"doc", b"x"))
        answers = [good[:cut] for cut in range(len(good))]
        answers += [good[:at] + bytes([good[at] ^ 0xff]) + good[at + 1:] for at in range(len(good))]
        answers += [b"9999999999z2wais        0", message(b"\0"), message(b"\xff\xff\x17"), response(b"\x1c\xff\xff"), response(b"")]
        # A process for each is slow; every 7th stands for the others.
        for answer in answers[::7] + answers[-5:]:
            with self.subTest(answer):
                server = self.serve({}, answer=answer)
                result = get("--timeout=1", uri_of(server.port, "doc"))
                self.assertIn(result.status, (0, 3, 5), result.errors)
                self.assertNotIn("Sanitizer", result.errors)

if __name__ == "__main__":
    unittest.main()
