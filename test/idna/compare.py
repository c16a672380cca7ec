#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""compare.py ROOT LIBRARY [COUNT [SEED]]: compares the library's ToASCII with Node's and libidn2's on random domain names, and
its normalisation form C with Node's. Prints the number of names in each class of differences (doc/idna.md explains them),
and fails if a name is in none.

Each is left out if it is not installed. Node may have an older version of Unicode: names with a character that it does not
assign are not compared with it.
"""
import collections
import ctypes
import ctypes.util
import pathlib
import random
import re
import shutil
import subprocess
import sys
import unicodedata

ROOT = pathlib.Path(sys.argv[1])
COUNT = int(sys.argv[3]) if len(sys.argv) > 3 else 1_000_000
RANDOM = random.Random(int(sys.argv[4]) if len(sys.argv) > 4 else 1)
HYPHENS, BIDI, JOINERS, STD3, LENGTH = 1, 2, 4, 8, 16
ASCII = "abcdefghijklmnopqrstuvwxyz0123456789-"
WORDS = ("абвгдежзийклмн", "αβγδεζηικλμνσς", "日本語中文字", "ابتثجحخدذر۱۲۳", "אבגדהוזחט", "कखगघच्", "กขคงจ", "한국어가나다", "üöäéèßñç")
BREAKS = set("\n\r\t\0\v\f\x1c\x1d\x1e\x85\u2028\u2029")
FORBIDDEN = re.compile(r"[\0-\x20#%/:<>?@\[\\\]^|\x7f]")  # the URL standard's forbidden domain code points
IPV4 = re.compile(r"(^|\.)(0x[0-9a-f]*|[0-9]+)\.?$")  # the URL standard parses these as addresses


class Error(ctypes.Structure):
    _fields_ = [("code", ctypes.c_int), ("component", ctypes.c_int), ("offset", ctypes.c_size_t), ("begin", ctypes.c_size_t),
                ("length", ctypes.c_size_t), ("spec", ctypes.c_int), ("options", ctypes.c_uint), ("part", ctypes.c_char_p),
                ("blamed", ctypes.c_size_t), ("kind", ctypes.c_char_p), ("reason", ctypes.c_char_p), ("number", ctypes.c_uint32),
                ("counted", ctypes.c_bool), ("character", ctypes.c_char)]


class Uriel:
    def __init__(self, path):
        self.library = ctypes.CDLL(path)
        for name in ("uriel_idna_to_ascii", "uriel_idna_to_unicode", "uriel_nfc"):
            getattr(self.library, name).restype = ctypes.c_size_t
        self.library.uriel_error_name.restype = ctypes.c_char_p
        self.out = ctypes.create_string_buffer(1 << 16)

    def call(self, name, text, *options):
        """The result, or the name of the error."""
        given, error = text.encode(), Error()
        length = getattr(self.library, name)(given, ctypes.c_size_t(len(given)), *options, self.out, ctypes.c_size_t(1 << 16),
                                             ctypes.byref(error))
        if length > 1 << 16:
            return None, self.library.uriel_error_name(error.code).decode()
        return self.out.raw[:length].decode() if length > 4096 else ctypes.string_at(self.out, length).decode(), None

    def ascii(self, text, options):
        return self.call("uriel_idna_to_ascii", text, options)

    def unicode(self, text):
        return self.call("uriel_idna_to_unicode", text, 0)[0]


def ranges(name, keep):
    found = []
    for line in (ROOT / "data" / name).read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            first, last, value, *_ = line.split("\t")
            if keep(value):
                found.append((int(first, 16), int(last, 16)))
    return found


class Names:
    """Random domain names: letters, words, code points that map, combine, join or go from right to left, and Punycode."""

    def __init__(self):
        self.kinds = [(.20, ranges("idna-mapping.tsv", lambda v: v == "valid")), (.15, ranges("idna-mapping.tsv", lambda v: v == "mapped")),
                      (.10, ranges("unicode/category.tsv", lambda v: v[0] == "M")),
                      (.12, ranges("unicode/bidi-class.tsv", lambda v: v in ("R", "AL", "AN", "EN", "NSM"))),
                      (.02, ranges("idna-mapping.tsv", lambda v: v == "ignored"))]

    def code(self):
        at = RANDOM.random()
        for share, kind in self.kinds:
            if at < share:
                first, last = RANDOM.choice(kind)
                return RANDOM.randint(first, min(last, first + 400))
            at -= share
        if at < .03:
            return ord(RANDOM.choice("ABCXYZ_=<>≠.。．"))
        if at < .06:
            return RANDOM.choice((0xDF, 0x3C2, 0x200C, 0x200D, 0x1E9E))
        if at < .10:
            return RANDOM.choice((RANDOM.randrange(0xD800), RANDOM.randrange(0xE000, 0x110000)))
        return ord(RANDOM.choice(ASCII))

    def text(self, most):
        return "".join(chr(self.code()) for _ in range(RANDOM.randint(1, most)))

    def label(self):
        kind = RANDOM.randrange(20)
        if kind < 9:
            word = RANDOM.choice(WORDS) if kind < 4 else ASCII
            return "".join(RANDOM.choice(word) for _ in range(RANDOM.randint(1, 10)))
        if kind < 17:
            return self.text(8)
        text = self.text(6)
        if kind < 19:
            text = unicodedata.normalize("NFKC", text.lower())
        encoded = "xn--" + text.encode("punycode", "replace").decode()
        at = RANDOM.randrange(len(encoded))
        return encoded if RANDOM.random() < .8 else encoded[:at] + RANDOM.choice(ASCII) + encoded[at + 1:]

    def name(self):
        while True:
            name = ".".join(self.label() for _ in range(RANDOM.choice((1, 1, 2, 2, 3))))
            if not set(name) & BREAKS and not any(0xD800 <= ord(character) < 0xE000 for character in name):
                return name


def node(lines, *arguments):
    run = subprocess.run(["node", str(ROOT / "test/idna/compare.js"), *arguments], input="".join(f"{line}\n" for line in lines),
                         capture_output=True, text=True, encoding="utf-8", check=True)
    return run.stdout.split("\n")[:-1]


class Classes:
    """Counts differences, and keeps the first of each class."""

    def __init__(self, peer):
        self.peer = peer
        self.counts = collections.Counter()
        self.examples = {}

    def add(self, name, *row):
        self.counts[name] += 1
        self.examples.setdefault(name, []).append(row)

    def report(self, compared):
        print(f"{self.peer}: {compared} names, {sum(self.counts.values())} differences")
        for name, count in self.counts.most_common():
            print(f"  {count:7} {name}")
            if name == "not explained":
                for row in self.examples[name][:20]:
                    print("         ", *map(ascii, row))
        return self.counts["not explained"] == 0


def url_host(uriel, name):
    """The result of the URL standard's domain parser; "" for failure."""
    host, error = (name.lower(), None) if name.isascii() else uriel.ascii(name, BIDI | JOINERS)
    return ("", error) if error or FORBIDDEN.search(host) else (host, None)


def odd_codes(uriel):
    """The assigned code points with other properties in this Node."""
    odd = set()
    codes = [code for code in range(0x80, 0x110000) if not 0xD800 <= code < 0xE000 and chr(code) not in BREAKS]
    for form in ("a{}", "\u05d0{}", "\u05d0{}\u05d0", "{}"):
        names = [form.format(chr(code)) for code in codes]
        for code, name, theirs in zip(codes, names, node(names)):
            ours, error = url_host(uriel, name)
            if ours != theirs and error != "idna-bidi" and not IPV4.search(ours):
                odd.add(code)
    return odd


def decoded(name):
    """The name with its "xn--" labels decoded, valid or not."""
    labels = []
    for label in name.split("."):
        try:
            labels.append(label[4:].encode().decode("punycode") if label.startswith("xn--") else label)
        except UnicodeError:
            labels.append(label)
    return ".".join(labels)


def node_class(uriel, name, ours, error, theirs, odd):
    if name.isascii() and ours and not theirs:
        return "Node checks names in US-ASCII"
    if error == "idna-bidi" and theirs:
        return "Node checks only parts of the Bidi rule"
    if error == "idna-punycode" and theirs:
        return "Node accepts Punycode of US-ASCII"
    if error == "idna-joiner" and theirs:
        return "Node finds the joining letters elsewhere in the label"
    if "ẞ" in name:
        return "U+1E9E maps to ss in Node"
    if any(ord(character) in odd for character in name + decoded(uriel.unicode(name))):
        return "Node has older tables"
    if re.search(r"[\\/?#]", name):
        return "Node ends the host at a delimiter of URLs"
    return "not explained"


def newer_than_node():
    """The code points that data/unicode assigns and this Node does not."""
    assigned = [chr(code) for first, last in ranges("unicode/category.tsv", lambda v: v != "Cs") for code in range(first, last + 1)]
    return set("".join(node([character for character in assigned if character not in BREAKS], "unassigned")))


def compare_node(uriel, names):
    classes, odd = Classes("Node"), odd_codes(uriel)
    compared = 0
    for name, theirs in zip(names, node(names)):
        ours, error = url_host(uriel, name)
        if IPV4.search(ours):
            continue
        compared += 1
        if ours != theirs:
            classes.add(node_class(uriel, name, ours, error, theirs, odd), name, ours, error, theirs)
    return classes.report(compared)


def compare_nfc(uriel, names, newer):
    marks = [chr(code) for first, last in ranges("unicode/combining-class.tsv", bool) for code in range(first, last + 1)]
    marks = [mark for mark in marks if mark not in newer]
    texts = names + [name[:3] + "".join(RANDOM.choices(marks, k=RANDOM.choice((2, 5, 40)))) + name[3:] for name in names]
    wrong = [(text, theirs) for text, theirs in zip(texts, node(texts, "nfc")) if uriel.call("uriel_nfc", text)[0] != theirs]
    print(f"form C: {len(texts)} texts, {len(wrong)} differences", *(ascii(pair) for pair in wrong[:10]), sep="\n  " if wrong else "")
    return not wrong


class Idn2:
    """libidn2's lookup."""
    FLAGS = 1 | 8 | 32  # IDN2_NFC_INPUT, IDN2_NONTRANSITIONAL, IDN2_USE_STD3_ASCII_RULES

    def __init__(self, path):
        self.library = ctypes.CDLL(path)
        self.library.idn2_strerror_name.restype = ctypes.c_char_p

    def ascii(self, name):
        out = ctypes.c_void_p()
        if code := self.library.idn2_lookup_u8(name.encode(), ctypes.byref(out), self.FLAGS):
            return None, self.library.idn2_strerror_name(code).decode()
        result = ctypes.string_at(out.value).decode()
        self.library.idn2_free(out)
        return result, None


def idn2_class(uriel, name, ours, error, their_error):
    if their_error == "IDN2_DISALLOWED":
        return "libidn2 rejects what IDNA 2008 does not allow"
    if their_error in ("IDN2_UNASSIGNED", "IDN2_INVALID_NONTRANSITIONAL"):
        return "libidn2 has older tables"
    if "ẞ" in name:
        return "U+1E9E maps to ss in libidn2"
    if re.search(r"[\0-,/:-`{-\x7f≠≮≯]", uriel.unicode(name)):
        return "libidn2 removes characters that STD3 does not allow"
    if error == "idna-bidi" and not their_error:
        return "libidn2 checks the Bidi rule for each label by itself"
    if error == "idna-empty" and not their_error:
        return "libidn2 accepts empty labels"
    return "not explained"


def compare_idn2(uriel, path, names):
    classes, idn2 = Classes("libidn2"), Idn2(path)
    for name in names:
        ours, error = uriel.ascii(name, HYPHENS | BIDI | JOINERS | STD3 | LENGTH)
        theirs, their_error = idn2.ascii(name)
        if ours != theirs:
            classes.add(idn2_class(uriel, name, ours, error, their_error), name, ours, error, theirs, their_error)
    return classes.report(len(names))


def main():
    uriel, source = Uriel(sys.argv[2]), Names()
    names = [source.name() for _ in range(COUNT)]
    good = True
    if shutil.which("node"):
        newer = newer_than_node()
        known = [name for name in names if newer.isdisjoint(name + decoded(uriel.unicode(name)))]
        print(f"{len(newer)} characters are newer than Node's Unicode: {COUNT - len(known)} names with them are not compared with Node")
        good &= compare_nfc(uriel, known[:COUNT // 4], newer)
        good &= compare_node(uriel, known)
    else:
        print("Node is not installed")
    if path := ctypes.util.find_library("idn2"):
        good &= compare_idn2(uriel, path, names)
    else:
        print("libidn2 is not installed")
    return 0 if good else 1


sys.exit(main())
