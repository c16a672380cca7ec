# SPDX-License-Identifier: MIT
"""Compressed documents."""
import gzip
import shutil
import subprocess
import unittest
import zlib

from support import BASE, LinksTest

PAGE = b'<!doctype html><a href="one">1</a>' + b" " * 100000 + b'<a href="two">2</a>'
TARGETS = ["http://h.example/d/one", "http://h.example/d/two"]
BROTLI = bytes.fromhex(  # by python-brotli 1.2, as are the words
    "1b4200e89c07b6cd38bb69ca1a7f91b1112a3d7d44f0ea052e7982a61aa4aced0d38e4c0e9cb5b40010658a664d17e6044394fd24181d5e71a48877a2e01")
WORDS = bytes.fromhex("1b2e00e08d94aadba3064973bb532e2f3d4821958c0236c6e6115c8ee220289da03e6e7c8fad8804")


def skippable(data):
    return b"\x50\x2a\x4d\x18" + len(data).to_bytes(4, "little") + data


def raw_frame(data):
    """A frame of Zstandard with one uncompressed block (RFC 8878, 3.1.1)."""
    head = b"\x28\xb5\x2f\xfd" + b"\xa0" + len(data).to_bytes(4, "little")
    blocks, at = b"", 0
    while at < len(data):
        piece = data[at:at + 65536]
        at += len(piece)
        blocks += (len(piece) << 3 | (at >= len(data))).to_bytes(3, "little") + piece
    return head + blocks


class Compressed(LinksTest):
    def check(self, data, encoding, status="done", targets=TARGETS):
        told = self.links("page", data)
        self.assertEqual(told.documents[0].get("encoding"), encoding)
        self.assertEqual(told.documents[0]["kind"], "html")
        self.assertEqual(told.targets, targets)
        self.assertEqual(told.ends[0]["status"], status)
        return told

    def test_gzip(self):
        self.assertFalse(self.check(gzip.compress(PAGE), "gzip").errors)

    def test_gzip_members_and_padding(self):
        members = gzip.compress(PAGE[:50]) + gzip.compress(b"") + gzip.compress(PAGE[50:])
        self.assertFalse(self.check(members + bytes(1000), "gzip").errors)

    def test_gzip_twice(self):
        self.assertFalse(self.check(gzip.compress(gzip.compress(PAGE)), "gzip").errors)

    def test_zstd(self):
        frames = raw_frame(PAGE[:70000]) + skippable(b"skip http://no.example/") + raw_frame(PAGE[70000:])
        self.assertFalse(self.check(frames, "zstd").errors)

    @unittest.skipUnless(shutil.which("zstd"), "no zstd")
    def test_zstd_by_the_program(self):
        packed = subprocess.run(["zstd", "-qc"], input=PAGE, capture_output=True, check=True).stdout
        self.assertFalse(self.check(packed, "zstd").errors)

    def test_zstd_window(self):
        """RFC 8878, 3.1.1.1.2: a decoder may refuse a window of more than 8 MB; the program accepts up to 128 MiB (2^27)."""
        for log in (27, 28, 31):
            with self.subTest(log=log):
                block = (len(PAGE) << 3 | 1).to_bytes(3, "little") + PAGE
                told = self.links("page", b"\x28\xb5\x2f\xfd\0" + bytes([log - 10 << 3]) + block)
                if log == 27:
                    self.assertEqual(told.targets, TARGETS)
                else:
                    self.assertEqual([(error["code"], "window" in error["message"], "--long" in error["message"])
                                      for error in told.errors], [("document-unreadable", True, True)])

    def test_brotli_by_name(self):
        """RFC 7932: it has no magic bytes."""
        for name in ("page.br", "page.html.br", "a.html.BR"):
            told = self.links(name, BROTLI)
            self.assertEqual((told.targets, told.errors, told.documents[0]["encoding"]), ([BASE + "x"], [], "br"), name)
        for data in (b"\0\1" * 99, b"\x89PNG\r\n\x1a\n" + bytes(99), b""):
            told = self.links("page.br", data)
            self.assertEqual((told.errors, told.documents[0].get("encoding")), ([], None))
        self.assertEqual(self.links("page.br", PAGE).targets, [BASE + "one", BASE + "two"])
        found = self.run_uriel(self.write("a.txt.br", WORDS), subcommand="find", status=(0,)).stdout
        self.assertEqual(found, b"http://w.example/\n")

    def test_cut_off(self):
        """The decodable part is read; then an error reports that the rest is missing."""
        for data, encoding in ((gzip.compress(PAGE)[:-40], "gzip"), (raw_frame(PAGE)[:-10], "zstd")):
            with self.subTest(encoding=encoding):
                told = self.check(data, encoding, "unreadable", TARGETS[:1])
                self.assertEqual([error["code"] for error in told.errors], ["document-unreadable"])

    def test_damaged(self):
        data = bytearray(gzip.compress(PAGE))
        data[-6] ^= 1  # of the checksum
        told = self.check(bytes(data), "gzip", "unreadable")
        self.assertEqual([error["code"] for error in told.errors], ["document-unreadable"])

    def test_followed_by_something_else(self):
        told = self.check(gzip.compress(PAGE) + b"and more", "gzip", "unreadable")
        self.assertIn("damaged", told.errors[0]["message"])

    def test_bomb(self):
        """300 MB of zeros in 300 kB: the output has everything read before the limit."""
        maker = zlib.compressobj(9, zlib.DEFLATED, 31)
        data = maker.compress(b"http://first.example/\n")
        zeros = b"\n" * 1000000
        data += b"".join(maker.compress(zeros) for _ in range(300)) + maker.flush()
        told = self.links("bomb.txt", data)
        self.assertEqual(told.targets, ["http://first.example/"])
        self.assertEqual([error["code"] for error in told.errors], ["compressed-too-far"])
        self.assertLess(told.ends[0]["size"], 70 * 1000000)

    def test_bomb_in_layers(self):
        # Each layer expands less than a thousandfold; both together expand more.
        words = b"http://h.example/a " + b"word " * 60
        member = gzip.compress(words * 1000, mtime=0)
        data = gzip.compress(member * 3000, mtime=0)
        self.assertLess(len(member) * 3000, 1000 * len(data))
        self.assertLess(len(words) * 1000, 1000 * len(member))
        self.assertGreater(len(words) * 1000 * 3000, 64 << 20)
        told = self.links("bomb.txt", data)
        self.assertEqual([error["code"] for error in told.errors], ["compressed-too-far"])
        self.assertLess(told.ends[0]["size"], (64 << 20) + 1000 * len(data) + (1 << 20))

    def test_large_is_no_bomb(self):
        """Text that compresses well, such as logs, is read to its end."""
        line = b"".join(b"%d " % (i * i) for i in range(2000)) + b"\n"
        told = self.links("log.txt", gzip.compress(line * 6000 + b"http://last.example/\n", 1))
        self.assertEqual(told.targets, ["http://last.example/"])
        self.assertFalse(told.errors)


if __name__ == "__main__":
    unittest.main()
