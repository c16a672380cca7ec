# SPDX-License-Identifier: MIT
"""The error of a text that is not a reference under RFC 3986 or RFC 3987: the blamed component and the code."""
import re

from components import split, split_server

IN_TEXT_ORDER = ("scheme", "userinfo", "host", "port", "path", "query", "fragment")
CODES = {
    "scheme": "scheme-character", "userinfo": "userinfo-character", "host": "host-character",
    "port": "port-not-digits", "path": "path-character", "query": "query-character",
    "fragment": "fragment-character",
}
BAD_PERCENT = re.compile(rb"%(?![0-9A-Fa-f]{2})")


class Blame:
    """The rules of the components, each an automaton."""

    PREFIX = ""  # of the names of the rules that RFC 3987 changes

    def __init__(self, grammar):
        self.rules = {name: grammar.automaton(name) for name in ("scheme", "port", "IPv6address", "IPvFuture")}
        for name in ("userinfo", "host", "query", "fragment", "path-abempty"):
            self.rules[name] = grammar.automaton(self.PREFIX + name)
        for name, forms in (("hier-path", ("absolute", "rootless", "empty")),
                            ("relative-path", ("absolute", "noscheme", "empty"))):
            self.rules[name] = grammar.automaton(*(f"{self.PREFIX}path-{form}" for form in forms))

    def rule_of(self, name, spans):
        if name != "path":
            return name
        if spans["authority"] is not None:
            return "path-abempty"
        return "hier-path" if spans["scheme"] is not None else "relative-path"

    def first(self, text):
        """The first component, in text order, that violates its rule: its name, span and code."""
        spans = split(text, split_server)
        for name in IN_TEXT_ORDER:
            if spans[name] is None:
                continue
            part = text[slice(*spans[name])]
            offset = self.rules[self.rule_of(name, spans)].offset(part)
            if offset is not None:
                return name, spans[name], self.code(name, part, offset, spans["scheme"])
        return None

    def code(self, name, part, offset, scheme):
        if name == "scheme":
            return "scheme-start" if offset == 0 else "scheme-character"
        if name == "host" and part.startswith(b"["):
            return self.literal_code(part)
        if name == "path" and scheme is None and part.startswith(b":"):
            return "path-colon"
        percent = BAD_PERCENT.search(part)
        if name != "port" and percent and percent.start() <= offset:
            return "percent"
        return CODES[name]

    def literal_code(self, part):
        """The first error of a host that begins with a bracket: within the brackets, or after them."""
        close = part.find(b"]")
        if close < 0:
            return "host-unclosed"
        future = part[1:2] in (b"v", b"V")
        if self.rules["IPvFuture" if future else "IPv6address"].offset(part[1:close]) is None:
            return "host-after-bracket"
        return "host-ipvfuture" if future else "host-ipv6"


def character_begin(part, offset):
    """The start of the character that the automaton was reading when it stopped at `offset`."""
    begin = offset
    while begin > 0 and offset - begin < 3 and part[begin - 1] & 0xC0 == 0x80:
        begin -= 1
    return begin - 1 if begin > 0 and part[begin - 1] >= 0xC0 and not is_whole(part[begin - 1:offset]) else offset


def is_whole(data):
    try:
        return bool(data.decode())
    except UnicodeDecodeError:
        return False


class BlameIri(Blame):
    """RFC 3987, where a character outside US-ASCII may be the error: malformed UTF-8, a character not allowed in IRIs, or a
    private character outside a query."""

    PREFIX = "i"

    def __init__(self, grammar):
        super().__init__(grammar)
        self.characters = {name: grammar.automaton(name) for name in ("ucschar", "iprivate")}

    def code(self, name, part, offset, scheme):
        own = super().code(name, part, offset, scheme)
        if name == "host" and part.startswith(b"["):
            offset = part.find(b"]") + 1 if own == "host-after-bracket" else offset
        begin = character_begin(part, offset)
        percent = BAD_PERCENT.search(part)
        if begin == len(part) or part[begin] < 0x80 or own == "path-colon" or (
                own == "percent" and percent.start() < begin):
            return own
        whole = next((part[begin:end] for end in range(begin + 2, begin + 5) if is_whole(part[begin:end])), None)
        if whole is None:
            return "not-utf-8"
        if self.characters["ucschar"].offset(whole) is None:
            return CODES[name] if own == "percent" else own
        if self.characters["iprivate"].offset(whole) is None:
            return "iri-private" if name != "query" else own
        return "iri-character"
