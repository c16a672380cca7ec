# SPDX-License-Identifier: MIT
"""Web archives of other forms than WARC 1: its drafts, ARC, WACZ, and Zstandard with a dictionary."""
import base64
import gzip
import io
import os
import struct
import subprocess
import unittest
import zipfile
import zlib

from support import URIEL, LinksTest

PAGE = b'<a href="x">x</a>'
MESSAGE = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n" + PAGE

# Made by python-zstandard 0.25: the dictionary, compressed, and two frames of one record each.
DICTIONARY = base64.b64decode(
    "KLUv/WSQAL0HANQLN6Qw7EKRd34aENgKKukMwzALtTfZZG8ppcoH1VprAwMAYMDkBgAABIAUAABNEgDAAEDiAfR3MXlpAAEACAAAAGU6IGFwcGxpY2F0aW9uL2hIVFRQLzEuMSAy"
    "MDAgT0sNCkNvbnRlbnQtVHlwdGV4dC9odG1sDQoNCjxhIGhyZWY9IjEzMjciPng8L2E+dHRwOyBtc2d0PXJlc3BvbnNlTGVuZ3RoOiA2NDAwMFdBUkMvMS4wMzUwMS1UeXBlFyBQ"
    "ztAMH1rm4HqOEGEvfDaDyvAiBLMpCQJAABQBZbcjCJxMjDx4ATw+YF6BYJzDwsabAW3V6kuEA34j")
FRAMES = base64.b64decode(
    "KLUv/SdCkXd+zrUBAOhXYXJnZXQtVVJJOiA6Ly9hLmV4YW1wbGUvZC8xMAg8MIqbXDGwK6Djr+lJH5wXOBgT4/OyAZJ8nDQotS/9J0KRd37OvQEA8FdhcmdldC1VUkk6IDovL2Eu"
    "ZXhhbXBsZS9kLzExIgjwMDbiplMxcM6gX/30ZIgT4MQq0rzIAoLNBUk=")


def record(target=b"http://a.example/d/", version=b"1.0", block=MESSAGE, media=b"application/http"):
    return b"WARC/%s\r\nWARC-Type: response\r\nWARC-Target-URI: %s\r\nContent-Type: %s\r\nContent-Length: %d\r\n\r\n%s\r\n\r\n" % (
        version, target, media, len(block), block)


def arc(url, block, media=b"text/html", second=False):
    """A record (Burner and Kahle, 1996): version 1, or version 2."""
    more = b" 200 - - 151 a.arc" if second else b""
    return b"%s 192.0.2.1 19960923142103 %s%s %d\n%s\n" % (url, media, more, len(block), block)


def arc_file(*records, second=False):
    names = b"URL IP-address Archive-date Content-type "
    names += b"Result-code Checksum Location Offset Filename Archive-length" if second else b"Archive-length"
    return [arc(b"filedesc://a.arc", b"%d 0 Example http://e.example/\n%s\n" % (1 + second, names), b"text/plain", second), *records]


class Pipe(io.RawIOBase):
    """A file that cannot seek, so that zipfile writes descriptors."""

    def __init__(self):
        super().__init__()
        self.data = b""

    def writable(self):
        return True

    def write(self, data):
        self.data += bytes(data)
        return len(data)


def wacz(members, method=zipfile.ZIP_STORED, pipe=False, large=False):
    out = Pipe() if pipe else io.BytesIO()
    with zipfile.ZipFile(out, "w", method) as file:
        for name, data in members:
            with file.open(zipfile.ZipInfo(name) if method == zipfile.ZIP_STORED else name, "w", force_zip64=large) as member:
                member.write(data)
    return out.data if pipe else out.getvalue()


class Drafts(LinksTest):
    def test_versions(self):
        for version in (b"0.17", b"0.18", b"1.0", b"1.1"):
            told = self.links("w.warc", record(version=version) * 2)
            self.assertEqual((told.targets, told.errors), (["http://a.example/d/x"] * 2, []), version)
            told = self.links("w.warc", record(version=version) + b"junk\nWARC/x\nWARC/" + record(version=version))
            self.assertEqual([error["code"] for error in told.errors], ["record-malformed"])

    def test_before_the_drafts(self):
        """0.9 had a line of fields by position."""
        told = self.links("w.warc", b"WARC/0.9 123 response http://a.example/ 20060101000000 x text/html\n\nx\n" + record())
        self.assertEqual(([error["code"] for error in told.errors], told.targets), (["record-malformed"], ["http://a.example/d/x"]))


class Arc(LinksTest):
    def records(self, second):
        return arc_file(arc(b"http://a.example/d/", MESSAGE, second=second),
                        arc(b"http://a.example/f?x[]=A B", PAGE, second=second),  # of a server of HTTP/0.9
                        arc(b"dns:a.example", b"a.example. IN A 192.0.2.1", b"text/dns", second),
                        arc(b"http://a.example/t", b"no type http://t.example/", b"no-type", second),
                        arc(b"http://a.example/empty", b"", second=second), second=second)

    def test_records(self):
        for second in (False, True):
            for packed in (False, True):
                records = self.records(second)
                told = self.links("a.arc", b"".join(map(gzip.compress, records) if packed else records), base=None)
                self.assertEqual(told.targets, ["http://e.example/", "http://a.example/d/x", "http://a.example/x", "http://t.example/"])
                self.assertFalse(told.errors)
                self.assertEqual([(document.get("part", ""), document["kind"], document["format"]) for document in told.documents],
                                 [("", "warc", "arc"), ("1", "text", "text"), ("2", "http", "http"), ("2.1", "html", "html"),
                                  ("3", "html", "html"), ("4", "text", "text"), ("5", "text", "text"), ("6", "html", "html")])
                self.assertEqual([document.get("retrieval") for document in told.documents],
                                 [None, "filedesc://a.arc", "http://a.example/d/", "http://a.example/d/", "http://a.example/f?x%5B%5D=A%20B",
                                  "dns:a.example", "http://a.example/t", "http://a.example/empty"])
                self.assertEqual((told.references[1]["line"], told.references[1]["column"], told.references[1]["part"]), (1, 10, "2.1"))

    def test_files_one_after_the_other(self):
        told = self.links("a.arc", b"\n".join(self.records(False) + self.records(True)), base=None)
        self.assertEqual((len(told.documents), told.errors), (15, []))

    def test_target_that_is_no_uri(self):
        told = self.links("a.arc", b"".join(arc_file(arc(b"http://[", MESSAGE))))
        self.assertEqual([(error["code"], error["part"]) for error in told.errors], [("header-field-malformed", "2")])
        self.assertEqual(told.targets[-1], None)

    def test_damaged(self):
        """Reading continues at the next record."""
        good = arc(b"http://a.example/d/", MESSAGE)
        for bad in (b"junk\n", b"http://b.example/ 192.0.2.1 19960923142103 text/html x\nabc\n",
                    b"http://b.example/ 192.0.2.1 19960923142103 text/html 1\nabc\n", b"x" * 200000 + b"\n"):
            told = self.links("a.arc", b"".join(arc_file(good, bad, good)))
            self.assertEqual(told.targets[1:], ["http://a.example/d/x"] * 2, bad[:99])
            self.assertEqual([error["code"] for error in told.errors], ["record-malformed"])

    def test_cut_off(self):
        whole = b"".join(arc_file(arc(b"http://a.example/d/", MESSAGE)))
        told = self.links("a.arc", whole[:-8])
        self.assertEqual([error["code"] for error in told.errors], ["record-cut-off"])
        for size in range(0, len(whole) - 2):
            self.run_uriel("-q", self.write("a.arc", whole[:size]))

    def test_member_damaged(self):
        records = [gzip.compress(part) for part in arc_file(*[arc(b"http://a.example/%d/" % i, MESSAGE) for i in range(3)])]
        bad = bytearray(records[2])
        bad[-6] ^= 0x55
        told = self.links("a.arc.gz", b"".join((*records[:2], bytes(bad), records[3])))
        self.assertEqual((told.targets[1], told.targets[-1]), ("http://a.example/0/x", "http://a.example/2/x"))
        self.assertIn("record-malformed", [error["code"] for error in told.errors])


class Wacz(LinksTest):
    ARCHIVE = b"".join(gzip.compress(record(b"http://a.example/%d/" % i)) for i in range(2))
    MEMBERS = [("datapackage.json", b'{"a":"http://no.example/"}'), ("archive/data.warc.gz", ARCHIVE), ("indexes/index.cdx", b"PK\7\10 x" * 999),
               ("archive/old.ARC", b"".join(arc_file(arc(b"http://o.example/", MESSAGE)))), ("pages/pages.jsonl", b""),
               ("archive/second.warc", record(b"http://b.example/"))]
    TARGETS = ["http://a.example/0/x", "http://a.example/1/x", "http://e.example/", "http://o.example/x", "http://b.example/x"]

    def test_each_way_of_writing(self):
        """APPNOTE, 4.3: lengths before the data, after it, of 64 bits; stored and deflated."""
        for method in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
            for pipe in (False, True):
                for large in (False, True):
                    data = wacz(self.MEMBERS, method, pipe, large)
                    told = self.links("a.wacz", data)
                    self.assertEqual((told.targets, told.errors), (self.TARGETS, []), (method, pipe, large))
                    self.assertEqual(told.documents[0]["kind"], "wacz")
                    self.assertEqual(told.ends[-1]["size"], len(data))
        self.assertEqual([(document.get("part", ""), document["kind"]) for document in told.documents[:7]],
                         [("", "wacz"), ("1", "warc"), ("1.1", "http"), ("1.1.1", "html"), ("1.2", "http"), ("1.2.1", "html"), ("2", "warc")])

    def test_from_a_pipe(self):
        """Without a name, by its first member."""
        for first in ("datapackage-digest.json", "archive/x.warc.gz", "indexes/index.idx", "pages/extra.jsonl"):
            data = wacz([(first, b"")] + self.MEMBERS, pipe=True)
            self.assertEqual(self.run_uriel("--only-target", "--no-identifiers", input=data).stdout.decode().split(), self.TARGETS)

    def test_other_zip_files(self):
        """They are binary, even if they contain web archives."""
        told = self.links("a.zip", wacz([("a.warc", record())]))
        self.assertEqual([(document["kind"], document["format"]) for document in told.documents], [("binary", "zip")])
        self.assertFalse(told.errors)

    def test_descriptor_without_signature(self):
        """4.3.9.3: some writers omit it, after deflated data too."""
        maker = zlib.compressobj(9, zlib.DEFLATED, -15)
        packed = maker.compress(record()) + maker.flush()
        for form in ("<LLL", "<LQQ"):
            member = b"".join((b"PK\3\4", struct.pack("<HHHHHLLLHH", 20, 8, 8, 0, 0, 0, 0, 0, 6, 0), b"a.warc", packed,
                               struct.pack(form, zlib.crc32(record()), len(packed), len(record()))))
            told = self.links("a.wacz", member * 2 + b"PK\1\2")
            self.assertEqual((told.targets, told.errors), (["http://a.example/d/x"] * 2, []))

    def test_lengths_in_both_places(self):
        data = record()
        member = b"".join((b"PK\3\4", struct.pack("<HHHHHLLLHH", 20, 8, 0, 0, 0, 0, len(data), len(data), 6, 0), b"a.warc", data, b"PK\7\10",
                           struct.pack("<LLL", zlib.crc32(data), len(data), len(data))))
        told = self.links("a.wacz", member * 2 + b"PK\1\2")
        self.assertEqual((told.targets, told.errors), (["http://a.example/d/x"] * 2, []))

    def test_not_read(self):
        for flags, method in ((1, 0), (0, 12), (9, 0), (8, 12)):
            data = record()
            size = 0 if flags & 8 else len(data)
            descriptor = b"PK\7\10" + struct.pack("<LLL", 1, len(data), 3) if flags & 8 else b""
            member = b"PK\3\4" + struct.pack("<HHHHHLLLHH", 20, flags, method, 0, 0, 1, size, size, 6, 0) + b"a.warc" + data + descriptor
            told = self.links("a.wacz", member + wacz(self.MEMBERS))
            self.assertEqual((told.targets, [error["code"] for error in told.errors]), (self.TARGETS, ["encoding-not-known"]), (flags, method))

    def test_damaged(self):
        good = wacz(self.MEMBERS)
        told = self.links("a.wacz", good[:good.index(b"PK\1\2")] + b"PP junk" + good)
        self.assertEqual((told.targets, [error["code"] for error in told.errors]), (self.TARGETS * 2, ["record-malformed"]))

    def test_cut_off(self):
        """Complete members are read, with an error."""
        for method in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
            for pipe in (False, True):
                whole = wacz([("archive/a.warc", record(b"http://b.example/")), ("archive/b.warc.gz", self.ARCHIVE)], method, pipe)
                end = whole.index(b"PK\1\2")
                for size in range(40, end, 29 if "asan" in URIEL else 7):
                    done = self.run_uriel("--json", self.write("a.wacz", whole[:size]))
                    # A truncated descriptor loses no member, nor does a file that ends between members.
                    if size < end - 24 and whole[size:size + 4] != b"PK\3\4" and b"PK\7\10" not in whole[size - 3:size + 25]:
                        self.assertEqual(done.returncode, 1, (method, pipe, size))

    def test_bomb(self):
        """The limit includes skipped members: 100 MB in 100 KB."""
        data = wacz([("large", bytes(100 << 20)), *self.MEMBERS], zipfile.ZIP_DEFLATED, pipe=True)
        told = self.links("a.wacz", data)
        self.assertEqual(told.ends[-1]["status"], "done")
        told = self.links("a.wacz", wacz([("a.warc", record() + bytes(300 << 20))], zipfile.ZIP_DEFLATED, pipe=True))
        self.assertIn("compressed-too-far", [error["code"] for error in told.errors])

    def test_in_a_message_and_compressed(self):
        mail = b"From: a@b\nMIME-Version: 1.0\nContent-Type: application/wacz; name=a.wacz\nContent-Transfer-Encoding: base64\n\n"
        told = self.links("a.eml", mail + base64.encodebytes(wacz(self.MEMBERS)))
        self.assertEqual(told.targets, self.TARGETS)
        self.assertEqual(self.links("a.wacz.gz", gzip.compress(wacz(self.MEMBERS))).targets, self.TARGETS)


class Zstandard(LinksTest):
    TARGETS = ["http://a.example/d/0", "http://a.example/d/1"]

    def frame(self, data):
        return b"\x5d\x2a\x4d\x18" + len(data).to_bytes(4, "little") + data

    def test_dictionary(self):
        """IIPC, Zstandard Compression for WARC Files 1.0, 3.2.1."""
        data = self.frame(DICTIONARY) + FRAMES
        for pieces in ({}, {"URIEL_PIECE": "1"}):
            told = self.links("a.warc.zst", data, env=pieces)
            self.assertEqual((told.targets, told.errors), (self.TARGETS, []))
        self.assertEqual((told.documents[0]["kind"], told.documents[0]["encoding"]), ("warc", "zstd"))
        extension = b"\x50\x2a\x4d\x18\3\0\0\0abc"
        self.assertEqual(self.links("a.warc.zst", self.frame(DICTIONARY) + extension + FRAMES + extension).targets, self.TARGETS)
        self.assertEqual(self.links("a.wacz", wacz([("archive/a.warc.zst", data)])).targets, self.TARGETS)

    def test_no_dictionary(self):
        """The dictionary is missing, damaged or truncated, which is an error."""
        damaged = bytearray(DICTIONARY)
        damaged[40] ^= 0x40
        for data in (FRAMES, self.frame(bytes(damaged)) + FRAMES, self.frame(b"") + FRAMES, self.frame(b"abcdef") + FRAMES,
                     self.frame(DICTIONARY)[:99], self.frame(DICTIONARY)[:6], b"\x5d\x2a\x4d\x18\xff\xff\xff\xff" + DICTIONARY):
            told = self.links("a.warc.zst", data)
            self.assertEqual(([error["code"] for error in told.errors], told.targets), (["document-unreadable"], []) if len(data) > 6
                             else ([], []), data[:9])

    def test_other_skippable_frames(self):
        """RFC 8878, 3.1.2: a file may begin with one."""
        page = b"\x28\xb5\x2f\xfd\xa0" + len(PAGE).to_bytes(4, "little") + (len(PAGE) << 3 | 1).to_bytes(3, "little") + PAGE
        self.assertEqual(self.links("p.html", b"\x5f\x2a\x4d\x18\1\0\0\0x" + page).targets, ["http://h.example/d/x"])
        told = self.links("p", b"\x5f\x2a\x4d\x18\1\0\0\0x" + bytes(99))
        self.assertEqual((told.documents[0]["kind"], told.errors), ("binary", []))


class Folder(LinksTest):
    def test_harvest_reads_all(self):
        self.write("f/a.arc", b"".join(arc_file(arc(b"http://o.example/", MESSAGE))))
        self.write("f/b.wacz", wacz(Wacz.MEMBERS))
        self.write("f/c.warc.zst", b"\x5d\x2a\x4d\x18" + len(DICTIONARY).to_bytes(4, "little") + DICTIONARY + FRAMES)
        self.write("f/d.warc", record(version=b"0.18"))
        self.write("f/e.bin", os.urandom(9999) + b"\0")
        self.run_uriel("-q", "-o", self.folder / "a.db", self.folder / "f", subcommand="harvest", status=(0,))
        rows = subprocess.run(["sqlite3", self.folder / "a.db", "SELECT target FROM reference JOIN document d ON d.id = document_id "
                               "ORDER BY d.path, document_id, ordinal"], capture_output=True, text=True, check=True).stdout.split()
        self.assertEqual(rows, ["http://e.example/", "http://o.example/x", *Wacz.TARGETS, *Zstandard.TARGETS, "http://a.example/d/x"])


if __name__ == "__main__":
    unittest.main()
