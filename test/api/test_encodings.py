#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""test_encodings.py ROOT LIBURIEL: compares uriel's encodings, through the shared library, with Python's codecs: every sequence of
one and of two bytes and, of EUC-JP and GB 18030, of three and four; then every character of the Basic Multilingual Plane as bytes.

The Encoding Standard differs from Python's codecs; each expected difference is a set of code points or of bytes below."""
import ctypes
import itertools
import sys

LIBRARY = ctypes.CDLL(sys.argv[2])
SET = ctypes.cast(LIBRARY.uriel_encodings, ctypes.c_void_p)
LIBRARY.uriel_encoding_find.restype = ctypes.c_void_p
LIBRARY.uriel_encoding_find.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_size_t]
LIBRARY.uriel_encoding_decode.restype = LIBRARY.uriel_encoding_encode.restype = ctypes.c_size_t
LIBRARY.uriel_encoding_decode.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_size_t, ctypes.c_char_p, ctypes.c_size_t]
LIBRARY.uriel_encoding_encode.argtypes = [ctypes.c_void_p, ctypes.c_uint32, ctypes.c_char_p]
LACKS, END = 16, 0x110000


class Context(ctypes.Structure):
    _fields_ = [("encoding", ctypes.c_void_p), ("state", ctypes.c_uint32)]


def context_of(name):
    encoding = LIBRARY.uriel_encoding_find(SET, name.encode(), len(name))
    assert encoding, name
    return Context(encoding, 0)


def decode(context, data):
    out = ctypes.create_string_buffer(3 * len(data) + 1)
    length = LIBRARY.uriel_encoding_decode(ctypes.byref(context), data, len(data), out, len(out))
    return out.raw[:length].decode("utf-8", "surrogatepass")


def encode(context, scalar):
    """The bytes, or None if the encoding lacks the character; with the escape of ISO-2022-JP that ends it."""
    out = ctypes.create_string_buffer(8)
    length = LIBRARY.uriel_encoding_encode(ctypes.byref(context), scalar, out)
    end = ctypes.create_string_buffer(8)
    more = LIBRARY.uriel_encoding_encode(ctypes.byref(context), END, end)
    return None if length & LACKS else out.raw[:length] + end.raw[:more]


def by_python(codec, data):
    try:
        return data.decode(codec)
    except UnicodeDecodeError:
        return None


def pairs(leads, trails):
    return (bytes(pair) for pair in itertools.product(leads, trails))


def compare(name, codec, inputs, differs=lambda data, ours, theirs: False):
    """Returns the number of inputs that both read as the same character."""
    context, same = context_of(name), 0
    for data in inputs:
        ours, theirs = decode(context, data), by_python(codec, data)
        ours = None if "\uFFFD" in ours else ours
        if ours == theirs:
            same += ours is not None
        elif not differs(data, ours, theirs):
            raise SystemExit(f"{name}: {data.hex()} is {ascii(ours)}, in Python {ascii(theirs)}")
    return same


def round_trip(name, lossy=()):
    """Each character that the encoding can write is read again. Returns their number."""
    context, written = context_of(name), 0
    for scalar in itertools.chain(range(0x80, 0xD800), range(0xE000, 0x10000), range(0x20000, 0x2A6E0 if name == "big5" else 0x20100)):
        data = encode(context, scalar)
        if data is None:
            continue
        written += 1
        if decode(context, data) != chr(scalar) and scalar not in lossy:
            raise SystemExit(f"{name}: U+{scalar:04X} is written as {data.hex()}, which is {ascii(decode(context, data))}")
    return written


def gb_2022(_, ours, theirs):
    """18 characters that GB 18030-2022 changed, U+1E3F, which GB 18030-2000 had elsewhere, and one that is a second U+3000."""
    return ours in "\u3000\u1E3F" or ours in map(chr, (*range(0xFE10, 0xFE1A), *range(0x9FB4, 0x9FBC)))


def jis_2212(_, ours, theirs):
    """Python reads five symbols of JIS X 0208 as other characters than the standard, which follows Windows; NEC's and IBM's
    characters are only in the standard."""
    return theirs is None or ours in tuple("\uFF5E\u2225\uFF0D\uFFE0\uFFE1\uFFE2\uFF3C\u2015\uFFE3\uFFE5")


def big5_hkscs(_, ours, theirs):
    """Eleven symbols, and characters that only the standard has."""
    return theirs is None or ours in tuple("\u2027\uFE51\u00AF\uFF5E\u2295\u2299\u2215\uFE68\uFFE5\uFFE0\uFFE1")


TRAILS = range(0x20, 0x100)
assert compare("shift_jis", "cp932", (bytes([b]) for b in range(256)), lambda data, *_: data in (b"\xA0", b"\xFD", b"\xFE", b"\xFF")) > 180
assert compare("shift_jis", "cp932", pairs((*range(0x81, 0xA0), *range(0xE0, 0xFD)), TRAILS)) > 9000
assert compare("euc-kr", "cp949", pairs(range(0x81, 0xFF), TRAILS)) > 17000
assert compare("gbk", "gb18030", pairs(range(0x81, 0xFF), TRAILS), gb_2022) == 23940 - 20
assert compare("gb18030", "gb18030", (bytes([a, 0x30 + b, c, 0x30 + d]) for a in (0x81, 0x82, 0x83, 0x84, 0x90, 0xE3) for b in range(10)
                                      for c in range(0x81, 0xFF, 5) for d in range(10)),
               lambda data, *_: data in (b"\x81\x35\xF4\x37", b"\x84\x31\xA4\x37")) > 10000  # U+E7C7, and U+FFFD itself
assert compare("euc-jp", "euc_jp", pairs(range(0x80, 0x100), range(0xA0, 0x100)), jis_2212) > 6900
assert compare("euc-jp", "euc_jp", (b"\x8F" + pair for pair in pairs(range(0xA0, 0x100), range(0xA0, 0x100))), jis_2212) > 6000
assert compare("big5", "big5hkscs", pairs(range(0x81, 0xFF), TRAILS), big5_hkscs) > 17500
for number in ("ibm866", "koi8-r", "koi8-u", *(f"iso-8859-{n}" for n in (2, 3, 4, 5, 6, 7, 8, 10, 13, 14, 15, 16))):
    assert compare(number, number, (bytes([b]) for b in range(256)), lambda data, ours, _: ours in tuple("\u040E\u045E")) > 200, number
for page in range(1250, 1259):  # the standard has no holes in 80 to 9F
    assert compare(f"windows-{page}", f"cp{page}", (bytes([b]) for b in range(256)),
                   lambda data, ours, theirs: theirs is None or (page == 1255 and data == b"\xCA")) > 200, page
assert 11000 > round_trip("shift_jis", {0xA5, 0x203E, 0x2212}) > 6900
assert 8000 > round_trip("euc-jp", {0xA5, 0x203E, 0x2212}) > 6900
assert 8000 > round_trip("iso-2022-jp", {0x2212, *range(0xFF61, 0xFFA0)}) > 6900
FORMER = {*range(0xE78D, 0xE797), 0xE81E, 0xE826, 0xE82B, 0xE82C, 0xE832, 0xE843, 0xE854, 0xE864}
assert round_trip("gb18030", FORMER) > 63000
assert 24000 > round_trip("gbk", FORMER) > 23900
assert round_trip("euc-kr") == 17048
assert 14000 < round_trip("big5") < 18590
