# SPDX-License-Identifier: MIT
"""Answers of a WAIS server to searches (section numbers: the description of its protocol)."""
import json
import unittest

from support import FAULTY, LinksTest, Told

# Section 8: the document id of the answer, whose URL is in section 12.
ID = bytes.fromhex("010d") + b"h.example:210" + bytes.fromhex("0204") + b"/d/x" + bytes.fromhex("030d") + b"0 24 /d/a.txt" + bytes.fromhex("040d") + \
    b"h.example:210" + bytes.fromhex("0504") + b"/d/x" + bytes.fromhex("060d") + b"0 24 /d/a.txt" + bytes.fromhex("070100")
URL = "wais://h.example/x/TEXT/1=h.example:210;2=%2Fd%2Fx;3=0%2024%20%2Fd%2Fa.txt;4=h.example:210;5=%2Fd%2Fx;6=0%2024%20%2Fd%2Fa.txt;7=%00;"
BASE = "wais://h.example/x?keeper"


def number(value):
    """Section 3."""
    out = bytes((value & 127,))
    while value > 127:
        value >>= 7
        out = bytes((value & 127 | 128,)) + out
    return out


def field(tag, value):
    return number(tag) + number(len(value)) + value


def record(identifier=ID, types=(b"TEXT",), headline=b"a.txt   /d/", more=b""):
    block = field(132, b"".join(field(133, name) for name in types)) if types else b""
    return field(150, field(116, identifier) + bytes.fromhex("7602015a77010078011881030102") + block + field(121, b"/d/x") + field(122, b"0")
                 + field(123, headline) + more)


def message(apdu):
    """Section 2."""
    return b"%010dz2wais        0" % len(apdu) + apdu


def answer(*groups):
    return message(bytes.fromhex("000e1701000000000001000000" + "1b0100") + field(99, b"".join(groups)))


class Wais(LinksTest):
    def answers(self, data, base=BASE, **how):
        path = self.write("a", data)
        done = self.run_uriel("--json", "--kind=wais", *(["--base", base] if base else []), path, **how)
        return self.told(done)

    def told(self, done):
        return Told(json.loads(line) for line in done.stdout.decode().split("\n")[:-1])

    def test_example(self):
        """Section 8."""
        data = answer(record())
        self.assertEqual(data[25:].hex(), "000e170100000000000100000" "01b0100637e81167b744b010d682e6578616d706c653a323130" "02042f642f78"
                         "030d30203234202f642f612e747874040d682e6578616d706c653a32313005042f642f78060d30203234202f642f612e747874070100"
                         "7602015a7701007801188103010281040781050454455854" "79042f642f787a01307b0b612e7478742020202f642f")
        for options in ([], ["--kind=wais"]):
            told = self.told(self.run_uriel("--json", "--base", BASE, *options, self.write("a", data)))
            self.assertEqual((told.documents[0]["kind"], told.targets, told.errors), ("wais", [URL], []))
        self.assertEqual((told.references[0]["offset"], "line" in told.references[0]), (data.index(ID), False))
        self.assertEqual(self.answers(data + message(b"") + data).targets, 2 * [URL])

    def test_types(self):
        """Section 8: no type means TEXT, several are forms of the same document; section 12: the headline of a URL is a URL."""
        self.assertEqual(self.answers(answer(record(types=()))).targets, [URL])
        self.assertEqual(self.answers(answer(record(types=(b"PS", b"WSRC")))).targets, [URL.replace("TEXT", "PS"), URL.replace("TEXT", "WSRC")])
        told = self.answers(answer(record(types=(b"URL",), headline=b" http://a.example/ \n")))
        self.assertEqual(told.targets, [URL.replace("TEXT", "URL"), "http://a.example/"])

    def test_ids(self):
        """Section 11: lengths beyond 127 have two bytes; section 12: values are encoded, unknown tags are kept."""
        long = 172 * b"y"
        told = self.answers(answer(record(field(3, b"a;b%c=d/\xff") + field(131, long))))
        self.assertEqual((told.targets, told.errors), (["wais://h.example/x/TEXT/3=a%3Bb%25c%3Dd%2F%FF;131=" + long.decode() + ";"], []))

    def test_base(self):
        """Section 12: the server and the database come from the URL of the search, not from the document id."""
        for base, begin in (("wais://b.example:2100/y%2Fz", "wais://b.example:2100/y%2Fz/"), ("wais://[2001:db8::1]/y", "wais://[2001:db8::1]/y/")):
            self.assertEqual(self.answers(answer(record()), base).targets, [begin + URL[len("wais://h.example/x/"):]])
        for base in (None, "http://h.example/x", "wais://h.example/"):
            told = self.answers(answer(record()), base)
            self.assertEqual((told.references, [error["code"] for error in told.errors]), ([], ["document-malformed"]))
            self.assertIn("--base", told.errors[0]["message"])

    def test_others(self):
        """Sections 8 and 10: other groups and diagnostics are skipped; so are other messages."""
        diagnostic = bytes.fromhex("1c0017") + b"SFRequest out of range" + bytes.fromhex("01") + b"\x1d"
        diagnostic = bytes.fromhex("1c") + (len(diagnostic) - 4).to_bytes(2, "big") + diagnostic[3:]
        told = self.answers(answer(field(115, b"keeper"), field(151, field(116, ID)), record(), diagnostic, record()) + message(bytes.fromhex("000315010101")) + message(bytes.fromhex("000b17000000000000000000") + b"\0"))
        self.assertEqual((told.targets, told.errors), (2 * [URL], []))

    def test_malformed(self):
        """Section 10: each length is checked against the part that contains it."""
        good, cut = answer(record()), b"\x63\x7f"
        for data, count in ((good + b"x", 1), (good + good[:-1], 1), (good + good[:20], 1), (good + message(b"\0\x20\x17abc"), 1), (message(b"\0\0"), 0), (good + message(b"\0\1\x17" + cut), 1),
                            (good + answer(b"\x81\x16\x7f"), 1), (good + answer(record(more=b"\x7f")), 1), (answer(field(150, b"")), 0), (answer(record(b"")), 0),
                            (answer(record(b"\1\5abc")), 0), (answer(record(11 * b"\1\1a")), 0), (answer(b"\x1c\xff\xffS1"), 0),
                            (good + message(b"\0\1\x17\xff\xff\xff\xff\xff\xff\1a"), 1)):
            told = self.answers(data)
            self.assertEqual(len(told.targets), count, data)
            self.assertEqual([error["code"] for error in told.errors], ["document-malformed"], data)

    def test_by_content(self):
        data = answer(record())
        for text, kind in ((data, "wais"), (data.replace(b"z2", b"Z2"), "wais"), (data[:27], "binary"), (message(bytes.fromhex("000315010101")), "binary"), (b"0000000000z2 text", "text")):
            self.assertEqual(self.links("a", text).documents[0]["kind"], kind, text)

    def test_pieces(self):
        data = answer(record(), record(types=(b"PS",)))
        self.assertEqual(self.answers(data, program=FAULTY, env={"URIEL_PIECE": "3"}), self.answers(data))


if __name__ == "__main__":
    unittest.main()
