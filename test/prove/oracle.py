# SPDX-License-Identifier: MIT
"""The answer that each document requires for a text: a member or not, its components, or the place of its error.

A language is a document with options. Verdicts come from its rules, which are read from the file beside this one; components.py
finds the components. The documents that define validity by splitting (1997, 2003, RFC 3986) are read in two ways that must agree:
with an automaton for whole texts, and by splitting.
"""
import pathlib

from abnf import Abnf, AngleBnf, Bnf, Utf8Abnf, product
from components import NAMES, split, split_internet, split_registry, split_server
from rfc3986 import Blame, BlameIri


class Language:
    """The language of one document. Subclasses define how a member is split, and the rules to walk at random."""

    spec = file = top = None
    notation = Abnf
    options = ()
    walks = ()  # rules that a walk from the top rarely gets through, and what to put around a member
    parts = ()  # rules that `spans` and `verify` ask for
    special = b":/?#@[]%."  # bytes that the splitting asks for beside them
    every_error = False  # whether to judge the whole line of a text that is not a member, not only its offset

    def __init__(self, rule=None):
        """`rule` replaces one of the document's."""
        text = pathlib.Path(__file__).with_name(self.file).read_text(encoding="ascii")
        self.grammar = self.notation(text)
        if rule:
            changed = self.notation(rule).rules
            if not changed.keys() <= self.grammar.rules.keys():
                raise ValueError(f"{self.file} has no rule {', '.join(changed)}")
            self.grammar.rules.update(changed)
        self.rules = {name: self.grammar.automaton(name) for name in self.parts}
        self.rules["IPv4"] = Abnf(IPV4).automaton("IPv4address")
        self.all = self.automaton()
        self.walked = [(self.all, b"", b""), *((self.grammar.automaton(rule), before, after)
                                               for rule, before, after in self.walks)]

    def automaton(self):
        return self.grammar.automaton(self.top)

    def has(self, rule, text):
        return self.rules[rule].offset(text) is None

    def line(self, text):
        """The output line of the verdict program for the text."""
        offset = self.all.offset(text)
        if self.verify(text) is (offset is not None):
            raise AssertionError(f"{text!r}: whole and by its components it is not the same")
        return self.member_line(text) if offset is None else self.error_line(text, offset)

    def verify(self, text):
        """Whether the components that the text is split into follow their rules; None: not defined by splitting."""

    def error_line(self, text, offset):
        return f"! {offset}"

    def member_line(self, text):
        spans = self.spans(text)
        shown = ["-" if spans[name] is None else f"{spans[name][0]}:{spans[name][1] - spans[name][0]}"
                 for name in NAMES]
        return " ".join(["+", *shown, self.host_kind(text, spans), self.form(text, spans), self.flags(text, spans)])

    def host_kind(self, text, spans):
        if spans["host"] is None:
            return "none"
        host = text[slice(*spans["host"])]
        if host.startswith(b"["):
            return "ipvfuture" if host[1:2] in (b"v", b"V") else "ipv6"
        return "ipv4" if self.has("IPv4", host) else "name"

    @staticmethod
    def form(text, spans):
        if spans["scheme"] is None:
            return "relative"
        rooted = text[slice(*spans["path"])].startswith(b"/")
        return "absolute" if spans["authority"] is not None or rooted else "opaque"

    def flags(self, text, spans):
        """The flags of uriel.h, a letter each."""
        cased = b"".join(text[slice(*spans[name])] for name in ("scheme", "host") if spans[name])
        segments = text[slice(*spans["path"])].split(b"/")
        return "".join(letter for letter, there in (
            ("p", b"%" in text), ("u", cased != cased.lower()), ("d", b"." in segments or b".." in segments),
            ("x", self.prefix(text) > 0), ("r", self.registry(text, spans))) if there) or "-"

    def prefix(self, text):
        """The length of the text before the reference."""
        return 0

    def registry(self, text, spans):
        return False

    def told_apart(self):
        """A number for each byte, equal for bytes that member_line does not distinguish."""
        keys = [(byte if byte in self.special else 64 < byte < 91,
                 *(row[byte] for automaton in self.rules.values() for row in automaton.rows)) for byte in range(256)]
        numbers = {}
        return [numbers.setdefault(key, len(numbers)) for key in keys]


IPV4 = """
IPv4address = dec-octet "." dec-octet "." dec-octet "." dec-octet
dec-octet   = %x30-39 / %x31-39 %x30-39 / "1" 2%x30-39 / "2" %x30-34 %x30-39 / "25" %x30-35
"""  # RFC 3986, 3.2.2


class Rfc3986(Language):
    spec, file, top = "rfc3986", "rfc3986.abnf", "URI-reference"
    every_error = True
    parts = ("host",)
    special = Language.special + b"Vv"
    walks = (
        ("authority", b"//", b""), ("authority", b"s://", b"/p?q"),
        ("IPv6address", b"//[", b"]"), ("IPv6address", b"h://[", b"]:1/"), ("IPvFuture", b"//[", b"]"),
        ("IPv4address", b"//", b""), ("IPv4address", b"//[::", b"]"), ("scheme", b"", b":p"),
    )

    blames = Blame

    def __init__(self, rule=None):
        super().__init__(rule)
        self.blame = self.blames(self.grammar)

    def spans(self, text):
        return split(text, split_server)

    def verify(self, text):
        return self.blame.first(text) is None

    def error_line(self, text, offset):
        name, (begin, end), code = self.blame.first(text)
        return f"! {offset} {code} {name} {begin} {end - begin}"


# RFC 3987, 4.1: "IRIs MUST NOT contain bidirectional formatting characters (LRM, RLM, LRE, RLE, LRO, RLO, and PDF)".
FORMATTING = Abnf("""
formatting = *%x00-FF %xE2 %x80 ( %x8E-8F / %xAA-AE ) *%x00-FF
""").automaton("formatting")


class IriAbnf(Utf8Abnf):
    def automaton(self, *rules):
        return product(super().automaton(*rules), FORMATTING, lambda a, b: a and not b)


class Rfc3987(Rfc3986):
    spec, file, top, notation, blames = "iri", "rfc3987.abnf", "IRI-reference", IriAbnf, BlameIri
    parts = ("ihost",)
    walks = (
        ("iauthority", b"//", b""), ("iauthority", b"s://", b"/p?q"), ("iquery", b"?", b""), ("ifragment", b"#", b""),
        ("ucschar", b"//", b""), ("ucschar", b"/", b"#"), ("iprivate", b"?", b""), *Rfc3986.walks[2:],
    )


class Uri2003(Language):
    spec, file, top = "uri-2003", "uri-2003.abnf", "URI-reference"
    every_error = True
    parts = ("scheme", "authority", "server", "abs-path", "rel-path", "opaque-part", "query", "fragment")
    walks = (
        ("authority", b"//", b""), ("server", b"s://", b"/p?q"), ("reg-name", b"//", b"?"),
        ("hostname", b"//", b":1"), ("hostname", b"s://u@", b""), ("toplabel", b"//a.", b"."),
        ("domainlabel", b"//" + 57 * b"x", b""), ("toplabel", b"//a." + 58 * b"y", b".:8"),
        ("IPv6address", b"//[", b"]"), ("IPv6address", b"h://[", b"]:1/"), ("IPv6reference", b"//u@", b""),
        ("IPv4address", b"//", b""), ("IPv4address", b"//[::", b"]"), ("opaque-part", b"s:", b""), ("scheme", b"", b":p"),
        ("rel-path", b"", b"#f"),
    )

    def server(self, text, begin, end):
        return self.has("server", text[begin:end])

    def registry(self, text, spans):
        return spans["authority"] is not None and not self.server(text, *spans["authority"])

    def spans(self, text):
        return split(text, lambda *span: (split_server if self.server(*span) else split_registry)(*span))

    def verify(self, text):
        """4.3: split, then verified by part if not opaque. An opaque part goes up to the fragment (3)."""
        parts = {name: text[slice(*span)] if span else None for name, span in self.spans(text).items()}
        query = b"" if parts["query"] is None else b"?" + parts["query"]
        if not all(parts[name] is None or self.has(name, parts[name]) for name in ("scheme", "authority", "fragment")):
            return False
        if parts["scheme"] is not None and parts["authority"] is None and self.has("opaque-part", parts["path"] + query):
            return True
        relative = parts["scheme"] is None and parts["authority"] is None and self.has("rel-path", parts["path"])
        path = not parts["path"] or self.has("abs-path", parts["path"]) or relative
        return path and (parts["query"] is None or self.has("query", parts["query"]))


# What the splitting of url-1997 makes of whole texts, in that document's terms. A path that begins with ":" is one in
# which Appendix B finds no scheme.
AS_SPLIT_1997 = """
reference   = ( [ scheme ":" ] "//" site [ "/" path_segments ]
            / [ scheme ":" ] "/" [ 1*in-segment *( "/" segment ) ]
            / scheme ":" [ 1*in-segment *( "/" segment ) ]
            / [ 1*no-colon *( "/" segment ) ]
            / ":" path_segments ) [ "?" query ] [ "#" fragment ]
in-segment  = pchar / ";"
no-colon    = unreserved / escaped / "@" / "&" / "=" / "+" / ";"
"""


class Url1997(Language):
    spec, file, top = "url-1997", "url-1997.bnf", "reference"
    every_error = True
    parts = ("scheme", "site", "path", "query", "fragment")
    walks = (
        ("site", b"//", b""), ("site", b"s://", b"/p?q"), ("hostname", b"//", b""),
        ("hostname", b"//u:p@", b":1"), ("hostnumber", b"//", b":1/"), ("hostnumber", b"1://u@", b""),
        ("path_segments", b"//h/", b"#"), ("path_segments", b"s:", b"?"), ("path_segments", b":", b""),
        ("scheme", b"", b":p"),
    )

    def automaton(self):
        self.grammar.rules.update(Abnf(AS_SPLIT_1997).rules)
        return super().automaton()

    def spans(self, text):
        return split(text, split_server)

    def verify(self, text):
        spans = self.spans(text)
        rules = {"authority": "site"}
        return all(spans[name] is None or self.has(rules.get(name, name), text[slice(*spans[name])])
                   for name in ("scheme", "authority", "path", "query", "fragment"))


# "A full form must have a colon and that colon must occur before any slash characters" (1993, Partial form).
PARTIAL = Abnf("""
no-full-form = *( %x00-2E / %x30-39 / %x3B-FF ) [ "/" *%x00-FF ]
""")


def full_or_partial(grammar, full):
    partial = product(grammar.automaton("partialform"), PARTIAL.automaton("no-full-form"), lambda a, b: a and b)
    return product(full, partial, lambda a, b: a or b)


class Url1993(Language):
    spec, file, top, notation = "url-1993", "url-1993.bnf", "fragmentaddress", Bnf
    parts = ("host",)
    addresses = ("httpaddress", "fileaddress", "afsaddress", "newsaddress", "waisindex", "waisdoc", "prosperolink",
                 "telnetaddress", "gopheraddress")
    walks = (
        ("generic", b"", b""), *((name, b"", b"") for name in addresses),
        *((name, b"", b"#f") for name in addresses), ("host", b"http://", b"/p"), ("hostnumber", b"telnet://u@", b":1"),
        ("hostnumber", b"afs://", b""), ("hostport", b"gopher://", b"/1"), ("article", b"news:", b""),
        ("search", b"wais://h/d?", b""), ("path", b"wais://h/d/t/1/", b""), ("path", b"a:", b"?s"), ("path", b"/", b"#f"),
        ("partialform", b"", b""), ("partialsite", b"//", b"/p"),
    )

    def spans(self, text):
        return split(text, split_internet(lambda host: self.has("host", host)))


class Url1993Partial(Url1993):
    options = ("partial",)

    def automaton(self):
        return full_or_partial(self.grammar, super().automaton())


class Url1994(Url1993):
    spec, file = "url-1994", "url-1994.bnf"
    special = Url1993.special + b"URLurl"
    addresses = ("httpaddress", "ftpaddress", "newsaddress", "nntpaddress", "prosperolink", "telnetaddress",
                 "gopheraddress", "waisindex", "waisdoc", "mailtoaddress", "midaddress", "cidaddress")
    walks = (
        *((name, b"", b"") for name in addresses), *((name, b"URL:", b"") for name in addresses),
        ("preprefix", b"", b"news:*"), ("ftptype", b"ftp://h/;type=", b""), ("ftptype", b"ftp://h//p;type=", b""),
        ("login", b"telnet://", b""), ("login", b"ftp://", b"/p"), ("host", b"http://", b"?s"), ("hostnumber", b"http://", b""),
        ("hostnumber", b"http://u@", b":1/"), ("wpath", b"wais://h/d/t/", b""), ("article", b"news:", b""),
        ("search", b"http://h?", b""), ("hostname", b"mailto:x@", b""), ("partialform", b"", b""), ("login", b"//", b"/p"),
    )

    def automaton(self):
        return self.grammar.automaton("prefixedurl", "url")

    def prefix(self, text):
        return 4 if text[:4].lower() == b"url:" else 0

    def spans(self, text):
        before = self.prefix(text)
        spans = super().spans(text[before:])
        return {name: span and (span[0] + before, span[1] + before) for name, span in spans.items()}


class Url1994Prefixed(Url1994):
    options = ("require-prefix",)

    def automaton(self):
        return self.grammar.automaton("prefixedurl")


class Url1994Partial(Url1994):
    options = ("partial",)

    def automaton(self):
        return full_or_partial(self.grammar, super().automaton())


# What the prose of the documents of names takes out of their grammars: the NID "urn", which is reserved (RFC 2141, 2.1;
# urn-2011, 2.1), and NUL, encoded too (RFC 2141, 2.4; urn-2011, 2.3.3, which D.4 says is of the NSS). Of RFC 8141, an
# r-component with a "?=" that no q-component follows (2.3.1: "The r-component ends with a "?=" sequence (which begins a
# q-component) or a "#" character"; 2: "additional restrictions are imposed by the prose").
EXCLUDED = Abnf("""
excluded    = reserved / nul-in-nss
reserved    = "urn:urn:" *%x00-FF
nul-in-nss  = *( %x00-22 / %x24-3E / %x40-FF ) "%00" *%x00-FF
excluded-2141 = reserved / nul
nul         = *%x00-FF "%00" *%x00-FF
excluded-8141 = *( %x00-22 / %x24-3E / %x40-FF ) "?+" r-component "?=" [ ( "#" / "/" / "?" ) *%x00-FF ]
r-component = *( %x00-22 / %x24-3E / %x40-FF / 1*"?" ( %x00-22 / %x24-3C / %x3E / %x40-FF ) ) *"?"
""")


class Urn(Language):
    excluded = "excluded"

    def automaton(self):
        return product(super().automaton(), EXCLUDED.automaton(self.excluded), lambda a, b: a and not b)

    def spans(self, text):
        return split(text, split_server)


class Rfc2141(Urn):
    """Everything after the NID is NSS, including "?" and "#"."""

    spec, file, top, notation, excluded = "rfc2141", "rfc2141.bnf", "URN", AngleBnf, "excluded-2141"
    walks = (("NSS", b"urn:a:", b""), ("NSS", b"URN:ISBN:", b""), ("NID", b"urn:", b":a"))


class Urn2011(Urn):
    spec, file, top = "urn-2011", "urn-2011.abnf", "URI"
    walks = (("NSS", b"urn:foo:", b""), ("NSS", b"URN:FOO:", b"#f"), ("NID", b"urn:", b":a"), ("query", b"urn:ab:c?", b""),
             ("fragment", b"urn:ab:c#", b""), ("fragment", b"urn:ab:c?q#", b""))


class Rfc8141(Urn):
    spec, file, top, excluded = "rfc8141", "rfc8141.abnf", "namestring", "excluded-8141"
    walks = (("NSS", b"urn:foo:", b""), ("NSS", b"URN:FOO:", b"#f"), ("NID", b"urn:", b":a"),
             ("rq-components", b"urn:ab:c", b""), ("rq-components", b"urn:ab:c/", b"#"), ("f-component", b"urn:ab:c#", b""),
             ("q-component", b"urn:ab:c?+r?=", b"#f"))


LANGUAGES = {"+".join((language.spec, *language.options)): language for language in (
    Rfc3986, Url1993, Url1993Partial, Url1994, Url1994Prefixed, Url1994Partial, Url1997, Uri2003,
    Rfc2141, Urn2011, Rfc8141, Rfc3987)}
