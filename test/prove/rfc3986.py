# SPDX-License-Identifier: MIT
"""The error of a text that is not a reference by RFC 3986: the component to blame and the code."""
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

    def __init__(self, grammar):
        self.rules = {name: grammar.automaton(name) for name in (
            "scheme", "userinfo", "host", "port", "query", "fragment", "path-abempty", "IPv6address", "IPvFuture")}
        self.rules["hier-path"] = grammar.automaton("path-absolute", "path-rootless", "path-empty")
        self.rules["relative-path"] = grammar.automaton("path-absolute", "path-noscheme", "path-empty")

    def rule_of(self, name, spans):
        if name != "path":
            return name
        if spans["authority"] is not None:
            return "path-abempty"
        return "hier-path" if spans["scheme"] is not None else "relative-path"

    def first(self, text):
        """The first component, in the order of the text, that breaks its own rule: its name, span and code."""
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
        """The first error of a host that begins with a bracket: within the brackets, or what follows them."""
        close = part.find(b"]")
        if close < 0:
            return "host-unclosed"
        future = part[1:2] in (b"v", b"V")
        if self.rules["IPvFuture" if future else "IPv6address"].offset(part[1:close]) is None:
            return "host-after-bracket"
        return "host-ipvfuture" if future else "host-ipv6"
