# SPDX-License-Identifier: MIT
"""What must be said of a text by RFC 3986 alone: a member or not, its components, or the fault and whom to blame.

Components come from the regular expression of Appendix B, whose authority is split by 3.2: user information ends
at the first "@", a host in brackets at "]", any other at the first ":". Verdicts come from the ABNF.
"""
import pathlib
import re

from abnf import Grammar

# RFC 3986, Appendix B.
APPENDIX_B = re.compile(rb"^(([^:/?#]+):)?(//([^/?#]*))?([^?#]*)(\?([^#]*))?(#(.*))?", re.S)
NAMES = ("scheme", "authority", "userinfo", "host", "port", "path", "query", "fragment")
IN_TEXT_ORDER = ("scheme", "userinfo", "host", "port", "path", "query", "fragment")
CODES = {
    "scheme": "scheme character", "userinfo": "userinfo character", "host": "host character",
    "port": "port not digits", "path": "path character", "query": "query character",
    "fragment": "fragment character",
}
BAD_PERCENT = re.compile(rb"%(?![0-9A-Fa-f]{2})")


def split_authority(text, begin, end):
    """The spans of userinfo, host and port in text[begin:end]."""
    at = text.find(b"@", begin, end)
    userinfo = (begin, at) if at >= 0 else None
    host = at + 1 if at >= 0 else begin
    close = text.find(b"]", host, end) if text[host:end].startswith(b"[") else -1
    colon = text.find(b":", close if close >= 0 else host, end)
    if close < 0 and text[host:end].startswith(b"["):
        colon = -1
    return userinfo, (host, colon if colon >= 0 else end), (colon + 1, end) if colon >= 0 else None


def split(text):
    """The span (begin, end) of each component, None where it is undefined."""
    match = APPENDIX_B.match(text)
    spans = {name: match.span(group) if match.span(group)[0] >= 0 else None
             for name, group in (("scheme", 2), ("authority", 4), ("path", 5), ("query", 7), ("fragment", 9))}
    parts = split_authority(text, *spans["authority"]) if spans["authority"] else (None, None, None)
    spans["userinfo"], spans["host"], spans["port"] = parts
    return spans


class Oracle:
    """The automata of a grammar and the lines that the verdict program has to print."""

    def __init__(self, grammar_text=None):
        if grammar_text is None:
            grammar_text = pathlib.Path(__file__).with_name("rfc3986.abnf").read_text()
        grammar = Grammar(grammar_text)
        self.reference = grammar.automaton("URI-reference")
        self.rules = {name: grammar.automaton(name) for name in (
            "scheme", "userinfo", "host", "port", "query", "fragment", "authority", "path-abempty",
            "IPv4address", "IPv6address", "IPvFuture")}
        self.rules["hier-path"] = grammar.automaton("path-absolute", "path-rootless", "path-empty")
        self.rules["relative-path"] = grammar.automaton("path-absolute", "path-noscheme", "path-empty")

    def line(self, text):
        """The line that test/prove/verdict.c prints for the text."""
        offset = self.reference.offset(text)
        return self.member_line(text) if offset is None else self.fault_line(text, offset)

    def member_line(self, text):
        spans = split(text)
        shown = ["-" if spans[name] is None else f"{spans[name][0]}:{spans[name][1] - spans[name][0]}"
                 for name in NAMES]
        return " ".join(["+", *shown, self.host_kind(text, spans), self.form(text, spans)])

    def fault_line(self, text, offset):
        name, (begin, end), code = self.blame(text)
        return f"! {offset} {code} {name} {begin} {end - begin}"

    def host_kind(self, text, spans):
        if spans["host"] is None:
            return "none"
        host = text[slice(*spans["host"])]
        if host.startswith(b"["):
            return "ipv6" if self.rules["IPv6address"].offset(host[1:-1]) is None else "ipvfuture"
        return "ipv4" if self.rules["IPv4address"].offset(host) is None else "name"

    @staticmethod
    def form(text, spans):
        if spans["scheme"] is None:
            return "relative"
        rooted = text[slice(*spans["path"])].startswith(b"/")
        return "absolute" if spans["authority"] is not None or rooted else "opaque"

    def rule_of(self, name, spans):
        if name != "path":
            return name
        if spans["authority"] is not None:
            return "path-abempty"
        return "hier-path" if spans["scheme"] is not None else "relative-path"

    def blame(self, text):
        """The first component, in the order of the text, that breaks its own rule: its name, span and code."""
        spans = split(text)
        for name in IN_TEXT_ORDER:
            if spans[name] is None:
                continue
            part = text[slice(*spans[name])]
            offset = self.rules[self.rule_of(name, spans)].offset(part)
            if offset is not None:
                return name, spans[name], self.code(name, part, offset, spans["scheme"])
        raise AssertionError(f"no component of {text!r} breaks its rule, yet the whole does")

    def code(self, name, part, offset, scheme):
        if name == "scheme":
            return "scheme start" if offset == 0 else "scheme character"
        if name == "host" and part.startswith(b"["):
            return self.literal_code(part)
        if name == "path" and scheme is None and part.startswith(b":"):
            return "path colon"
        percent = BAD_PERCENT.search(part)
        if name != "port" and percent and percent.start() <= offset:
            return "percent"
        return CODES[name]

    def literal_code(self, part):
        """The first fault of a host that begins with a bracket: within the brackets, or what follows them."""
        close = part.find(b"]")
        if close < 0:
            return "host unclosed"
        future = part[1:2] in (b"v", b"V")
        if self.rules["IPvFuture" if future else "IPv6address"].offset(part[1:close]) is None:
            return "host after bracket"
        return "host ipvfuture" if future else "host ipv6"
