#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""strings.py COUNT [SEED]: prints COUNT texts, each a line of hexadecimal bytes: the hostile texts of hostile.txt, the URLs of the
benchmark and the inputs of the URL standard's tests, as they are and with mutations that know the parts of a URL. The same seed
gives the same texts everywhere.
"""
import pathlib
import random
import re
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent

SCHEMES = "http https HTTP hTtPs ws wss ftp file mailto data javascript foo a x-y+z.1 1a http1 ht-tp svn+ssh jar jdbc:x view-source:http blob:http".split()
DELIMITERS = ["/", "//", "///", "\\", "\\\\", "/\\", "?", "#", "@", ":", ";", ",", "&", "=", "+", "*", "!", "$", "'", "(", ")", "[", "]", "%", "|", "<", ">", "\"", "^",
              "`", "{", "}", "~", ".", "..", "-", "_", ":/", "@@", "::", ":@", "@:", "#@", "?@", "/@", "\\@", "@[", "]:", "%40", "%2f", "%2F", "%5c", "%23", "%3a",
              "%3A", "%25", "%2525", "%00", "%0a", "%0d", "%20", "%09", "%2e", "%2E", "%5b", "%5D", "%zz", "%", "%4", "%u0041", "%c3%bc", "%C3", "%ff", "%ef%bc%8e",
              "%e2%84%aa", "%7f", "%80", "%e3%80%82", "%41", "%6c"]
CONTROLS = ["\0", "\x01", "\x08", "\t", "\n", "\v", "\f", "\r", "\r\n", "\x1b", "\x1f", " ", "  ", "\x7f", "\x80", "\x85", "\xa0", "\xad", "\u1680", "\u180e", "\u2000", "\u200b",
            "\u200c", "\u200d", "\u200e", "\u202e", "\u2028", "\u2029", "\u202f", "\u205f", "\u2060", "\u3000", "\ufeff", "\ufffe", "\ufffd", "\U000e0001", "\U0010ffff"]
WIDE = ["\xfc", "\xdc", "\xdf", "\u1e9e", "\u0130", "\u0131", "\u03c2", "\u03c3", "\u03a3", "\u0391\u03a3", "\u03a3\u0391", "\u212a", "\u2126", "\u017f", "\u01c5", "\ufb01", "\ufb03", "\u2460",
        "\u2488", "\u2100", "\u2105", "\u2047", "\u2048", "\u2049", "\ufe6b", "\uff20", "\uff0f", "\uff1f", "\uff03", "\uff1a", "\uff3c", "\uff05", "\uff0e", "\u3002", "\uff61", "\u2024",
        "\u2025", "\u2026", "\u2044", "\u2215", "\u29f8", "\u02bc", "\u2019", "\u0660", "\u06f0", "\uff11", "\uff10", "\U0001d7d9", "\uff21", "\uff41", "\U0001d400", "a\u0301",
        "e\u0301\u0323", "\u0301", "\u0300\u0301", "\u1e9b\u0323", "\u05d0", "\u05d01", "1\u05d0", "\u0627", "\u0644\u0627", "\u0643\u200d", "\u0915\u094d\u200d", "\u0e01",
        "\u4f8b\u3048", "\u30c6\u30b9\u30c8", "\u30fb", "\u30fc", "\xb7", "l\xb7l", "\u0375", "\u05f3", "\u1100\u1161", "\uac00", "\u2f00", "\uf900", "\U0002f800", "\u0378", "\u0cf3",
        "\u1b4e", "\U00010d40", "\U0001fae9", "\U00031350", "\U00032360", "\U0001f600", "\u2603", "\xa9", "\u2122", "\u20ac", "\ue000", "\U000f0000", "\u0149", "\u0344", "\u0958", "\u0f43", "\u2adc",
        "\ufdfa", "\u3300", "\u33c2", "\u1f88", "\u10a0", "\u2d00", "\u1c90", "\u13a0", "\uab70", "\ua64a", "\u1c88", "\u2c2f", "\u2c5f", "\ua7c0", "\u2183", "\u03f4", "\u0345",
        "xn--", "xn--a", "xn--bcher-kva", "XN--BCHER-KVA", "xn--zca", "xn--ls8h", "xn--0", "xn--\xfc", "xn--a-", "xn--fa-hia", "xn--11b4d3a", "xn--\uff41", "bcher-kva", "ab--c", "-a", "a-",
        "xn--wgv71a", "xn--1ug", "xn--iñvalid", "xn--ASCII-", "\ud800"]
BYTES = [b"\x80", b"\xbf", b"\xc0\xaf", b"\xc3", b"\xe2\x82", b"\xed\xa0\x80", b"\xed\xb0\x80", b"\xf0\x9f\x98", b"\xf4\x90\x80\x80", b"\xf8\x88\x80\x80\x80", b"\xff", b"\xfe", b"\xe0\x80\xaf", b"\xc1\x81"]
NUMBERS = ["0", "00", "1", "8", "9", "08", "010", "0x", "0x7f", "0X7F", "0x00", "7f", "127", "255", "256", "300", "65535", "65536", "99999", "2130706433", "0x7f000001", "017700000001", "4294967295",
           "4294967296", "99999999999999999999", "1e1", "-1", "+1", " 1", "1 ", "0b1", "0o7", "1_0", "\u0661", "\uff11", "\xb2"]
PORTS = ["", "0", "1", "00", "21", "80", "080", "0080", "443", "8080", "65535", "65536", "065536", "0000000000000000000065535", "99999", "4294967376", "18446744073709551696",
         "99999999999999999999999", "-1", "-80", "+80", " 80", "80 ", "8 0", "80a", "a", "0x50", "8_0", "80.0", "80%20", "%38%30", "80\t", "\t80", "80\\", "80@", "80:80", "\u0668\u0660",
         "\uff18\uff10", "\xb280", "8\xad0", "80\0", ":", "::", "80;x", "80,81", "8\x0080"]
SIXES = ["::", "::1", "::ffff:127.0.0.1", "::ffff:7f00:1", "1:2:3:4:5:6:7:8", "1:2:3:4:5:6:7::", "::2:3:4:5:6:7:8", "1::8", "1:2:3:4:5:6:1.2.3.4", "::1.2.3", "::1.2.3.4.5", "::01.2.3.4", "::256.1.1.1", "::00001",
         "::g", ":1", "1:", ":::", "1::2::3", "1:2:3:4:5:6:7:8:9", "fe80::1%eth0", "fe80::1%25eth0", "fe80::1%25", "fe80::1%", "fe80::1%25%65", "fe80::1%25a b", "::1%25[", "FE80::A", "v1.a", "v1.a:b", "V1.A", "vF.", "v.a",
         "v1.[", "127.0.0.1", "", " ::1", "::1 ", "::1\t", "a", "::%31", "%3a%3a1", "::\uff11", "::1]", "[::1", "1:2:3:4:5:6:7:1.2.3.4", "::12345", "0:0:0:0:0:0:0:0", "64:ff9b::1.2.3.4"]
NAMES = ["a", "h", "example.com", "EXAMPLE.com", "localhost", "evil.example", "1.1.1.1", "127.0.0.1", "127.1", "a.b.c", "a..b", ".a", "a.", "a..", ".", "..", "-", "a_b", "a-b", "1", "0", "1.2.3", "1.2.3.4.5", "1.2.3.4.",
         "a.1", "a.0x1", "0x7f.1", "1.0x", "256.256.256.256", "b\xfccher.de", "fa\xdf.de", "\u4f8b\u3048.jp", "xn--bcher-kva.de", "user", "p", "a%b", "a%20b", "a b", "a,b", "a;b", "*", "$", "~", "(a)", "a'b", "a\"b",
         "a|b", "a`b", "{a}", "a^b", "<a>", "a+b", "a=b", "a&b", "a!b", "x" * 63, "x" * 64, ("x" * 63 + ".") * 4 + "x", "x" * 256, "\xfc" * 60]
PATHS = ["", "/", "/a", "/a/b?c=d#e", "?q", "#f", "/..", "/.", "/a//b", "/%2e%2e/", "/%zz", "/a b", "/\xfc", "\\", "\\a", "/:80", "/@h", "?@h/", "#@h/", "?a=[b]", "/;a=b", "/a\\b", "?%zz", "#%zz", "#\xfc", "?\x01", "#\x01", "#a#b", "?a?b"]
PIECES = DELIMITERS + CONTROLS + WIDE + NUMBERS + SIXES + NAMES + PORTS


def encoded(text):
    return text if isinstance(text, bytes) else text.encode("utf-8", "surrogatepass")


class Maker:
    def __init__(self, seed):
        self.random = random.Random(seed)
        with open(HERE / "hostile.txt", encoding="utf-8") as file:
            self.hostile = [re.sub(r"\\x(..)|\\u(....)|\\(.)", lambda m: bytes([int(m[1], 16)]).decode("latin-1") if m[1] else chr(int(m[2], 16)) if m[2] else
                                   {"n": "\n", "r": "\r", "t": "\t"}.get(m[3], m[3]), line).encode("utf-8", "surrogatepass")
                            for line in file.read().split("\n") if line and not line.startswith("# ")]
        with open(ROOT / "test" / "vectors" / "url.tsv", encoding="utf-8") as file:
            rows = [line.split("\t")[0] for line in file if not line.startswith("#")][1:]
        self.tests = [re.sub(rb"\\x([0-9A-Fa-f]{2})|\\(.)", lambda m: bytes([int(m[1], 16)]) if m[1] else
                             {b"t": b"\t", b"n": b"\n"}.get(m[2], m[2]), row.encode()) for row in rows]
        with open(ROOT / "bench" / "urls.txt", "rb") as file:
            self.real = file.read().split(b"\n")[:-1]

    def pick(self, choices):
        return choices[int(self.random.random() * len(choices))]

    def chance(self, of):
        return self.random.random() * of < 1

    def piece(self):
        return self.pick(BYTES) if self.chance(16) else encoded(self.pick(PIECES))

    def host(self):
        kind = self.random.random()
        if kind < 0.15:
            return b"[" + encoded(self.pick(SIXES)) + b"]"
        if kind < 0.3:
            return ".".join(self.pick(NUMBERS) for _ in range(1 + int(self.random.random() * 4))).encode()
        if kind < 0.5:
            labels = [encoded(self.pick(WIDE if self.chance(2) else NAMES)) for _ in range(1 + int(self.random.random() * 3))]
            return self.pick([b".", b".", b"\xe3\x80\x82", b"%2e", b""]).join(labels)
        if kind < 0.6:
            return b"".join(self.piece() for _ in range(1 + int(self.random.random() * 4)))
        return encoded(self.pick(NAMES))

    def made(self):
        """A text made of parts, some of them odd."""
        scheme = encoded(self.pick(SCHEMES[:2] if self.chance(2) else SCHEMES))
        text = scheme + encoded(self.pick(["://", "://", "://", "://", ":", ":/", ":///", ":\\\\", ":/\\", "//", ""]))
        if self.chance(3):
            text += encoded(self.pick(NAMES)) + (b":" + encoded(self.pick(NAMES)) if self.chance(2) else b"") + encoded(self.pick(["@", "@", "@", "\\@", "%40", "@@", "#@", "?@"]))
        text += self.host()
        if self.chance(3):
            text += b":" + encoded(self.pick(PORTS))
        text += encoded(self.pick(PATHS))
        return self.mutated(text) if self.chance(3) else text

    def mutated(self, text):
        for _ in range(1 + int(self.random.random() * 3)):
            at = self.place(text)
            kind = self.random.random()
            if kind < 0.6:
                text = text[:at] + self.piece() + text[at:]
            elif kind < 0.75:
                text = text[:at] + text[at + 1 + int(self.random.random() * 3):]
            elif kind < 0.85:
                text = text[:at] + self.piece() + text[at + 1:]
            elif kind < 0.9 and at < len(text):
                text = text[:at] + bytes([text[at] ^ (1 << int(self.random.random() * 8))]) + text[at + 1:]
            elif kind < 0.95:
                text = text[:at] + text[at:at + 8] + text[at:]
            else:
                other = self.pick(self.hostile)
                text = text[:at] + other[self.place(other):]
        return text

    def place(self, text):
        """A place in the text, often beside a delimiter."""
        if self.chance(2):
            places = [m.start() + self.random.getrandbits(1) for m in re.finditer(rb"[:/?#\[\]@\\.%]", text[:200])]
            if places:
                return self.pick(places)
        return int(self.random.random() * (min(len(text), 200) + 1))

    def texts(self, count):
        fixed = self.hostile + self.tests + self.real
        yield from fixed[:count]
        for _ in range(count - len(fixed)):
            kind = self.random.random()
            yield (self.made() if kind < 0.6 else self.mutated(self.pick(self.hostile)) if kind < 0.8 else
                   self.mutated(self.pick(self.tests)) if kind < 0.9 else self.mutated(self.pick(self.real)))


if __name__ == "__main__":
    maker = Maker(int(sys.argv[2]) if len(sys.argv) > 2 else 1)
    out = []
    for made in maker.texts(int(sys.argv[1])):
        out.append(made.hex())
        if len(out) == 10000:
            print("\n".join(out))
            out = []
    if out:
        print("\n".join(out))
