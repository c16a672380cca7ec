#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""test/site/compare.py LIBRARY COUNT [URLS...]: compares the sites found by the library (liburiel.so) with the algorithm of the list,
libpsl and the package publicsuffix2, on COUNT hosts: hosts of the files of URLs, names of the list with labels before them, and
mutations of both. Prints each difference and exits with 1 if there is one. Not a test: it needs both peers, and takes some
minutes for a million hosts. --record FILE writes the hosts and their answers, for test/vectors.

The peers differ from the algorithm of the list in the ways of `explained`, which are counted.
"""
import ctypes
import pathlib
import random
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
LIST = ROOT / "data/psl/public_suffix_list.dat"
PRIVATE, LISTED = 1, 2
LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789-"


def ascii_of(name):
    return ".".join(label if label.isascii() else "xn--" + label.encode("punycode").decode() for label in name.split("."))


def rules_of(path):
    """{name: {kind, ...}} for the first section, and for both."""
    icann, both, private = {}, {}, False
    for line in path.read_text(encoding="utf-8").splitlines():
        if "===BEGIN PRIVATE DOMAINS===" in line:
            private = True
        rule = line.split()[0] if line.split() and not line.startswith("//") else ""
        if rule:
            kind = "!" if rule[0] == "!" else "*" if rule[0] == "*" else ""
            name = ascii_of(rule.removeprefix("!").removeprefix("*."))
            for rules in [both] if private else [both, icann]:
                rules.setdefault(name, set()).add(kind)
    return icann, both


def split_of(rules, host):
    """The number of labels of the public suffix according to the algorithm of the list, and whether a rule matches."""
    labels = ascii_of(host.lower()).split(".")
    longest, listed = 1, False
    for count in range(1, len(labels) + 1):
        name = ".".join(labels[-count:])
        kinds = rules.get(name, ())
        if "" in kinds:
            longest, listed = max(longest, count), True
        if "*" in kinds and count < len(labels):
            longest, listed = max(longest, count + 1), True
    # An exception prevails over the longer wildcard, which is found first.
    for count in range(1, len(labels) + 1):
        if "!" in rules.get(".".join(labels[-count:]), ()):
            return count - 1, True
    return longest, listed


class Text(ctypes.Structure):
    _fields_ = [("ptr", ctypes.c_void_p), ("len", ctypes.c_size_t)]


class Uriel:
    def __init__(self, path):
        self.library = ctypes.CDLL(path)
        for function in (self.library.uriel_host_suffix, self.library.uriel_host_site):
            function.restype, function.argtypes = Text, [Text, ctypes.c_void_p, ctypes.c_uint]

    def ask(self, host, options):
        block = ctypes.create_string_buffer(host, len(host))
        at = ctypes.addressof(block)
        for function in (self.library.uriel_host_suffix, self.library.uriel_host_site):
            text = function(Text(at, len(host)), None, options)
            yield host[text.ptr - at:text.ptr - at + text.len].decode() if text.ptr else None


class Libpsl:
    def __init__(self):
        self.library = ctypes.CDLL("libpsl.so.5")
        self.library.psl_load_file.restype = ctypes.c_void_p
        self.list = ctypes.c_void_p(self.library.psl_load_file(bytes(LIST)))
        for function in (self.library.psl_unregistrable_domain, self.library.psl_registrable_domain):
            function.restype, function.argtypes = ctypes.c_char_p, [ctypes.c_void_p, ctypes.c_char_p]

    def ask(self, host):
        for function in (self.library.psl_unregistrable_domain, self.library.psl_registrable_domain):
            found = function(self.list, host)
            yield found.decode() if found else None


class Package:
    def __init__(self):
        import publicsuffix2
        self.list = publicsuffix2.PublicSuffixList(str(LIST), idna=True)

    def ask(self, host):
        """Its answer is in ASCII; one for a suffix itself is the suffix."""
        name = ascii_of(host)
        suffix, site = self.list.get_tld(name), self.list.get_sld(name)
        return suffix, None if site == suffix else site


def explained(rules, ends, host, name, peer):
    """The reason why the suffix of a peer differs from the algorithm of the list; None if it is unexplained."""
    suffix, kinds = ascii_of(peer[0] or ""), rules.get(ascii_of(peer[0] or ""), set())
    if suffix == ascii_of(host) and kinds == {"*"}:
        return f'{name} takes a name for a suffix if there is a rule of "*." and that name'
    if name == "publicsuffix2" and ascii_of(host).split(".")[-1] not in rules:
        return "publicsuffix2 finds no site if no rule matches"
    if name == "publicsuffix2" and not {"", "!"} & kinds and suffix in ends:
        return "publicsuffix2 takes a name for a suffix if it is the end of a rule"
    if name == "libpsl" and "xn--" in host and not host.isascii():
        return "libpsl does not find a rule if one label is in UTF-8 and another in Punycode"
    return None


def urls_of(paths):
    found = set()
    for path in paths:
        for line in open(path, "rb"):
            host = re.match(rb"[A-Za-z][A-Za-z0-9+.-]*://(?:[^/?#@\n]*@)?([^/?#:\n\[]+)", line)
            if host:
                found.add(host[1].decode("utf-8", "replace").lower())
    return sorted(found)


def is_name(host):
    """Without an empty label, a control character, "%" or the end of an address."""
    labels = host.split(".")
    return all(labels) and not labels[-1][0].isdigit() and not re.search(r"[\x00-\x20%\x7f\ufffd\[\]]", host) and len(host) < 250 and \
        all(len(ascii_of(label)) < 64 for label in labels)


def mutated(made, host):
    labels = host.split(".")
    for _ in range(made.randrange(4)):
        place, what = made.randrange(len(labels)), made.randrange(6)
        if what == 0:
            labels.insert(place, "".join(made.choice(LETTERS) for _ in range(made.randrange(1, 5))))
        elif what == 1 and len(labels) > 1:
            del labels[place]
        elif what == 2:
            label, at = labels[place], made.randrange(len(labels[place]) + 1)
            labels[place] = label[:at] + made.choice(LETTERS) + label[at + 1:]
        elif what == 3:
            labels.insert(place, labels[made.randrange(len(labels))])
        elif what == 4:
            labels[place] = ascii_of(labels[place])
        else:
            labels[place] = labels[place][:-1] or "a"
    return ".".join(labels)


def hosts_of(paths, count, names):
    made = random.Random(18)
    real = urls_of(paths)
    names = sorted(names) + ["x." + name for name in sorted(names)] + ["y.x." + name for name in sorted(names)]
    yield from real + names
    for _ in range(max(0, count - len(real) - len(names))):
        yield mutated(made, made.choice(names if made.random() < 0.6 or not real else real))


def main():
    arguments = sys.argv[1:]
    record = None
    if arguments[0] == "--record":
        record, arguments = open(arguments[1], "w", encoding="utf-8"), arguments[2:]
    uriel, libpsl, package = Uriel(arguments[0]), Libpsl(), Package()
    icann, both = rules_of(LIST)
    names = {line.split()[0].removeprefix("!").removeprefix("*.") for line in LIST.read_text("utf-8").splitlines()
             if line.split() and not line.startswith("//")}
    ends = {".".join(name.split(".")[-n:]) for name in both for n in range(1, name.count(".") + 1)}
    count = different = 0
    excuses = {}
    for host in filter(is_name, hosts_of(arguments[2:], int(arguments[1]), names)):
        count += 1
        encoded, labels = host.encode(), host.split(".")
        for options, rules in ((0, icann), (PRIVATE, both)):
            found = tuple(uriel.ask(encoded, options))
            n, listed = split_of(rules, host)
            expected = ".".join(labels[-n:]), ".".join(labels[-n - 1:]) if n < len(labels) else None
            if found != expected or (found[0] if listed else None) != next(uriel.ask(encoded, options | LISTED)):
                different += 1
                print(host, options, found, "the list's algorithm:", expected)
        for name, peer in (("libpsl", tuple(libpsl.ask(encoded))), ("publicsuffix2", package.ask(host))):
            if tuple(text and ascii_of(text) for text in found) == tuple(text and ascii_of(text) for text in peer):
                continue
            excuse = explained(both, ends, host, name, peer)
            excuses[excuse] = excuses.get(excuse, 0) + 1
            if not excuse:
                different += 1
                print(host, found, f"{name}:", peer)
        if record:
            print(host, *(text or "-" for options in (0, PRIVATE) for text in uriel.ask(encoded, options)), sep="\t", file=record)
    for excuse, times in excuses.items():
        print(f"{times} times {excuse}")
    print(f"{count} hosts, {different} differences")
    sys.exit(1 if different else 0)


main()
