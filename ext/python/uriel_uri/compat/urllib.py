# SPDX-License-Identifier: MIT
"""The documented functions of urllib.parse, with its signatures and classes, over uriel.

A URI reference of RFC 3986 gets the answer of RFC 3986. Any other text gets urllib's answer, unless
that answer names a host where other programs see another one: then ValueError is raised. Where no
document decides, as for ";parameters", urllib's answer is kept. doc/python-urllib.md lists the
differences from urllib, each with its section.

A component that is present but empty, as the query in "http://a/?", equals '' as in urllib, but
geturl(), urlunsplit() and urlunparse() write it again. Other names are imported from urllib.parse.

>>> urlsplit("http://a/?").geturl()
'http://a/?'
>>> urljoin("redis://a/0?x", "?")
'redis://a/0?'
"""
import functools
import re
import urllib.parse as _urllib

from uriel_uri import decode as _decode
from uriel_uri import encode as _encode
from uriel_uri import host_kind as _host_kind
from uriel_uri import parse as _parse
from uriel_uri import resolve as _resolve
from uriel_uri import scheme as _scheme_of
from uriel_uri import valid as _valid
from uriel_uri._uriel import _remove_dot_segments

__all__ = [*_urllib.__all__]


def __getattr__(name):
    return getattr(_urllib, name)


# ---- Components -------------------------------------------------------------------------------


class _Defined(str):
    """A component that is present and empty."""

    def encode(self, *_):
        return _DefinedBytes()


class _Undefined(str):
    """A netloc that is absent: "//" must not be written for it, as urllib does for a plain ''."""

    def encode(self, *_):
        return _UndefinedBytes()


class _DefinedBytes(bytes):
    def decode(self, *_):
        return _DEFINED


class _UndefinedBytes(bytes):
    def decode(self, *_):
        return _UNDEFINED


_DEFINED, _UNDEFINED = _Defined(), _Undefined()
_EMPTY = (_Defined, _Undefined, _DefinedBytes, _UndefinedBytes)


def _mark(component):
    """Return a component as urllib's classes have it: None is absent."""
    if component:
        return component
    return "" if component is None else _DEFINED


# ---- Arguments --------------------------------------------------------------------------------


def _as_str(result):
    return result


def _as_bytes(result):
    return result.encode("ascii", "strict")


def _coerce(*given):
    """Return the arguments as str, and a function that gives the result their type."""
    is_str = isinstance(given[0], str)
    if is_str:
        try:
            "".join(given)  # the fastest test that all are str
            return given, _as_str
        except TypeError:
            pass
    if any(argument and isinstance(argument, str) != is_str for argument in given):
        raise TypeError("Cannot mix str and non-str arguments")
    if is_str:
        return given, _as_str
    return [x.decode("ascii", "strict") if x or isinstance(x, _EMPTY) else "" for x in given], _as_bytes


# ---- Results ----------------------------------------------------------------------------------


class _Host:
    __slots__ = ()

    @property
    def hostname(self):
        # Only an IP literal has a zone after "%", whose case matters.
        if ("[" if isinstance(self.netloc, str) else b"[") in self.netloc:
            return super().hostname
        return self._hostinfo[0].lower() or None


class SplitResult(_Host, _urllib.SplitResult):
    __slots__ = ()

    def geturl(self):
        return urlunsplit(self)


class ParseResult(_Host, _urllib.ParseResult):
    __slots__ = ()

    def geturl(self):
        return urlunparse(self)


class DefragResult(_urllib.DefragResult):
    __slots__ = ()

    def geturl(self):
        if self.fragment or isinstance(self.fragment, _Defined):
            return f"{self.url}#{self.fragment}"
        return self.url


class SplitResultBytes(_Host, _urllib.SplitResultBytes):
    __slots__ = ()

    def geturl(self):
        return urlunsplit(self)


class ParseResultBytes(_Host, _urllib.ParseResultBytes):
    __slots__ = ()

    def geturl(self):
        return urlunparse(self)


class DefragResultBytes(_urllib.DefragResultBytes):
    __slots__ = ()

    def geturl(self):
        return _as_bytes(self.decode().geturl())


for _made, _encoded in ((SplitResult, SplitResultBytes), (ParseResult, ParseResultBytes), (DefragResult, DefragResultBytes)):
    _made._encoded_counterpart = _encoded
    _encoded._decoded_counterpart = _made


# ---- Splitting --------------------------------------------------------------------------------

# RFC 3986, Appendix B, with a scheme as in 3.1.
_APPENDIX_B = r"(?:([A-Za-z][A-Za-z0-9+.-]*):)?(?://([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?"
_SPLIT = re.compile(_APPENDIX_B, re.DOTALL).fullmatch
_SPLIT_WITHOUT_FRAGMENT = re.compile(_APPENDIX_B.replace("?#]*)(?:\\?([^#]*", "?]*)(?:\\?(.*"), re.DOTALL).fullmatch
_IPVFUTURE = re.compile(r"[vV][0-9A-Fa-f]+\..+").fullmatch
_C0_AND_SPACE = "".join(map(chr, range(0x21)))


def _clean(text):
    """Remove what the URL standard (4.4) removes, except at the end, as urllib does."""
    text = text.lstrip(_C0_AND_SPACE)
    for control in "\t\n\r":
        text = text.replace(control, "")
    return text


def _split(text, allow_fragments):
    """Split any text. An absent component is None."""
    parts = (_SPLIT if allow_fragments else _SPLIT_WITHOUT_FRAGMENT)(_clean(text)).groups()
    if parts[1]:
        _check_netloc(parts[0], parts[1])
    return parts


def _check_netloc(scheme, netloc):
    """Raise ValueError if other programs see another host."""
    if ("[" in netloc) != ("]" in netloc):
        raise ValueError("Invalid IPv6 URL")
    if "[" in netloc:
        _check_literal(netloc.rpartition("@")[2])
    if "\\" in netloc and (not scheme or scheme.lower() != "file"):
        raise ValueError(f"netloc {netloc!r} contains a backslash, at which browsers end it")
    if not netloc.isascii():
        _check_mapping(netloc)


def _check_literal(host_and_port):
    """RFC 3986, 3.2.2: brackets enclose the host. An IPv6 address may have a zone."""
    host, bracket, port = host_and_port[1:].partition("]")
    if host_and_port[:1] != "[" or not bracket or port[:1] not in ("", ":"):
        raise ValueError("Invalid IPv6 URL")
    address, percent, zone = host.partition("%")
    is_zone = zone and "%" not in zone if percent else True
    if not _IPVFUTURE(host) and not (is_zone and _host_kind(f"//[{address}]") == "ipv6"):
        raise ValueError(f"{host!r} does not appear to be an IPv6 address")


def _check_mapping(netloc):
    """IDNA maps characters to delimiters, such as U+2100 to "a/c"."""
    import unicodedata
    text = netloc.translate(dict.fromkeys(map(ord, "@:#?")))
    mapped = unicodedata.normalize("NFKC", text)
    if mapped != text and any(c in mapped for c in "/?#@:"):
        raise ValueError(f"netloc {netloc!r} contains invalid characters under NFKC normalization")


def _split_result(text, scheme, allow_fragments):
    if allow_fragments and _valid(text):
        reference = _parse(text)
        written, netloc, path = reference.scheme, reference.authority, reference.path
        query, fragment = reference.query, reference.fragment
    else:
        written, netloc, path, query, fragment = _split(text, allow_fragments)
    if written:
        scheme = written if written.islower() else written.lower()
    elif scheme:
        scheme = _clean(scheme.rstrip(_C0_AND_SPACE))
    if netloc is None and written and scheme in _urllib.uses_netloc:
        netloc = _UNDEFINED
    else:
        netloc = _mark(netloc)
    return SplitResult(scheme, netloc, path, _mark(query), _mark(fragment))


def urlsplit(url, scheme="", allow_fragments=True):
    """Split a reference into scheme, netloc, path, query and fragment."""
    if isinstance(url, str) and isinstance(scheme, str):
        return _split_result(url, scheme, allow_fragments)
    (url, scheme), give = _coerce(url, scheme)
    return give(_split_result(url, scheme, allow_fragments))


def urlparse(url, scheme="", allow_fragments=True):
    """Split a reference as urlsplit does, and the parameters from the last segment of its path."""
    (url, scheme), give = _coerce(url, scheme)
    scheme, netloc, path, query, fragment = _split_result(url, scheme, allow_fragments)
    params = ""
    if ";" in path and scheme in _urllib.uses_params:
        folders, slash, last = path.rpartition("/")
        last, semicolon, params = last.partition(";")
        if semicolon:
            path, params = folders + slash + last, _mark(params)
    return give(ParseResult(scheme, netloc, path, params, query, fragment))


# ---- Joining ----------------------------------------------------------------------------------


def _compose(scheme, netloc, path, query, fragment):
    """RFC 3986, 5.3. An absent component is None."""
    if netloc is not None:
        text = f"//{netloc}{path}" if not path or path[0] == "/" else f"//{netloc}/{path}"
    elif path[:2] == "//":
        text = "//" + path  # after an empty authority: the path must not become a host (3.3)
    elif not scheme and ":" in path and _SPLIT(path)[1]:
        text = "./" + path  # the path must not become a scheme (4.2)
    else:
        text = path
    if scheme:
        text = f"{scheme}:{text}"
    if query is not None:
        text = f"{text}?{query}"
    return text if fragment is None else f"{text}#{fragment}"


def _unsplit(scheme, netloc, path, query, fragment):
    path = path or ""
    if not netloc and not isinstance(netloc, _Defined):
        # A plain '' is an empty authority for these schemes.
        wanted = scheme and scheme in _urllib.uses_netloc and not isinstance(netloc, _Undefined)
        netloc = "" if wanted and (not path or (path[0] == "/" and path[:2] != "//")) else None
    if not query and not isinstance(query, _Defined):
        query = None
    if not fragment and not isinstance(fragment, _Defined):
        fragment = None
    return _compose(scheme, netloc, path, query, fragment)


def urlunsplit(components):
    """Put the result of urlsplit, or any five components, together."""
    (scheme, netloc, path, query, fragment), give = _coerce(*components)
    return give(_unsplit(scheme, netloc, path, query, fragment))


def urlunparse(components):
    """Put the result of urlparse, or any six components, together."""
    (scheme, netloc, path, params, query, fragment), give = _coerce(*components)
    if params or isinstance(params, _Defined):
        path = f"{path};{params}"
    return give(_unsplit(scheme, netloc, path, query, fragment))


def _without_dots(path):
    """RFC 3986, 5.2.4."""
    if "." not in path:
        return path
    return _remove_dot_segments(path.encode("utf-8", "surrogatepass")).decode("utf-8", "surrogatepass")


def _join_split(base, reference):
    """RFC 3986, 5.2.2, of texts that are not references, and against a base without a scheme."""
    base_scheme, base_netloc, base_path, base_query, _ = base
    scheme, netloc, path, query, fragment = reference
    if scheme and base_scheme and scheme.lower() == base_scheme.lower() in _urllib.uses_relative:
        scheme = None
    if scheme is not None or netloc is not None or path[:1] == "/":
        path = _without_dots(path)
    elif path:
        path = _merge(base, path)
    else:
        path = base_path
        query = base_query if query is None else query
    if scheme is None:
        scheme = base_scheme and base_scheme.lower()
        netloc = base_netloc if netloc is None else netloc
    if netloc is None and path[:2] == "//":
        path = "/." + path  # as uriel.resolve writes it (3.3)
    return _compose(scheme, netloc, path, query, fragment)


def _merge(base, path):
    """RFC 3986, 5.2.3 and 5.2.4. The path of a base without a scheme stays relative, as in urllib."""
    scheme, netloc, base_path, _, _ = base
    if netloc is not None and not base_path:
        return _without_dots("/" + path)
    merged = base_path[: base_path.rfind("/") + 1] + path
    if scheme or merged[:1] == "/":
        return _without_dots(merged)
    return _without_dots("/" + merged)[1:] or "/"


def _join(base, url, allow_fragments):
    if allow_fragments:
        own, scheme, relative = _scheme_of(url), _scheme_of(base), url
        if own and scheme and own.lower() == scheme.lower() in _urllib.uses_relative:
            # The scheme of the base may be repeated (5.2.2).
            relative, own = url[len(own) + 1 :], None
            if relative and relative[0] not in "/?#":
                relative = "./" + relative
        joined = _resolve(relative, base)
        if joined is not None:
            return joined if own or scheme.islower() else scheme.lower() + joined[len(scheme) :]
    return _join_split(_split(base, allow_fragments), _split(url, allow_fragments))


def urljoin(base, url, allow_fragments=True):
    """Resolve a reference against a base, which may also be a relative reference."""
    if not base:
        return url
    if not url:
        return base.partition("#" if isinstance(base, str) else b"#")[0] if allow_fragments else base
    if isinstance(base, str) and isinstance(url, str):
        return _join(base, url, allow_fragments)
    (base, url), give = _coerce(base, url)
    return give(_join(base, url, allow_fragments))


def urldefrag(url):
    """Split a reference from its fragment."""
    (text,), give = _coerce(url)
    before, number_sign, fragment = text.partition("#")
    if not number_sign:
        return give(DefragResult(text, ""))
    if not _valid(text):
        parts = _split_result(text, "", True)
        before, fragment = parts._replace(fragment="").geturl(), parts.fragment
    elif not before.islower():
        scheme = _scheme_of(before) or ""
        before = scheme.lower() + before[len(scheme) :]
    return give(DefragResult(before, _mark(fragment)))


# ---- Percent-encoding -------------------------------------------------------------------------

_UNRESERVED = re.compile("[A-Za-z0-9._~-]*").fullmatch
_UNRESERVED_OR_SLASH = re.compile("[A-Za-z0-9._~/-]*").fullmatch


@functools.lru_cache
def _kept(safe):
    """Return pairs of "%XX" and its character: "%25" last, since the others need its "%"."""
    characters = [c for c in sorted(set(safe)) if c.isascii() and c != "%" and not _UNRESERVED(c)]
    return [(f"%{ord(c):02X}", c) for c in characters + ["%"] * ("%" in safe)]


def _quote(text, safe):
    quoted = _encode(text, "any")
    if "%" not in quoted:
        return quoted
    # uriel keeps each "%XX" of the text, which urllib quotes.
    percent = "%" if isinstance(text, str) else b"%"
    if percent in text:
        quoted = "%25".join([_encode(piece, "any") for piece in text.split(percent)])
    for triplet, character in _kept(safe if isinstance(safe, str) else bytes(safe).decode("latin-1")):
        quoted = quoted.replace(triplet, character)
    return quoted


def quote(string, safe="/", encoding=None, errors=None):
    """Percent-encode all characters that are neither unreserved nor in safe."""
    if isinstance(string, str):
        if encoding is None and string.isascii():
            kept = _UNRESERVED_OR_SLASH if safe == "/" else _UNRESERVED
            return string if kept(string) else _quote(string, safe)
        return quote_from_bytes(string.encode(encoding or "utf-8", errors or "strict"), safe)
    if encoding is not None:
        raise TypeError("quote() doesn't support 'encoding' for bytes")
    if errors is not None:
        raise TypeError("quote() doesn't support 'errors' for bytes")
    return quote_from_bytes(string, safe)


def quote_plus(string, safe="", encoding=None, errors=None):
    """Percent-encode as quote does, but write "+" for a space."""
    if not safe:
        return quote(string, safe, encoding, errors).replace("%20", "+")
    safe = safe + " " if isinstance(safe, str) else bytes(safe) + b" "
    return quote(string, safe, encoding, errors).replace(" ", "+")


def quote_from_bytes(bs, safe="/"):
    """Percent-encode bytes as quote does."""
    if not isinstance(bs, (bytes, bytearray)):
        raise TypeError("quote_from_bytes() expected bytes")
    return _quote(bs, safe)


def unquote_to_bytes(string):
    """Decode each "%XX" to a byte."""
    if not string:
        string.split  # raises AttributeError for an object without it, as urllib does
        return b""
    octets = string.encode("utf-8") if isinstance(string, str) else string
    return _decode(octets).encode("utf-8", "surrogateescape") if b"%" in octets else octets


_ASCII_WITH_PERCENT = re.compile("[\0-\x7f]*%[\0-\x7f]*")


def unquote(string, encoding="utf-8", errors="replace"):
    """Decode each "%XX", and the bytes to characters."""
    if isinstance(string, bytes):
        return unquote_to_bytes(string).decode(encoding, errors)
    if "%" not in string:
        string.split
        return string
    encoding, errors = encoding or "utf-8", errors or "replace"
    if encoding == "utf-8" and string.isascii():
        decoded = _decode(string)
        if decoded.isascii():
            return decoded
        return decoded.encode("utf-8", "surrogateescape").decode("utf-8", errors)
    # Other characters separate the bytes that are decoded together.
    return _ASCII_WITH_PERCENT.sub(lambda found: unquote_to_bytes(found[0]).decode(encoding, errors), string)


def unquote_plus(string, encoding="utf-8", errors="replace"):
    """Decode as unquote does, and "+" to a space."""
    return unquote(string.replace("+", " "), encoding, errors)


# ---- Forms ------------------------------------------------------------------------------------


def parse_qsl(qs, keep_blank_values=False, strict_parsing=False, encoding="utf-8", errors="replace",
              max_num_fields=None, separator="&"):
    """Return the (name, value) pairs of a query."""
    if not separator or not isinstance(separator, (str, bytes)):
        raise ValueError("Separator must be of type string or bytes.")
    if not qs:
        return []
    is_str = isinstance(qs, str)
    if is_str != isinstance(separator, str):
        separator = separator.decode("ascii") if is_str else separator.encode("ascii")
    equals, plus, space = ("=", "+", " ") if is_str else (b"=", b"+", b" ")
    fields = (qs if is_str else bytes(memoryview(qs))).split(separator)
    if max_num_fields is not None and max_num_fields < len(fields):
        raise ValueError("Max number of fields exceeded")
    pairs = []
    for field in fields:
        if not field and not strict_parsing:
            continue
        name, sign, value = field.partition(equals)
        if not sign and strict_parsing:
            raise ValueError(f"bad query field: {field!r}")
        if not value and not keep_blank_values:
            continue
        name, value = name.replace(plus, space), value.replace(plus, space)
        if is_str:
            pairs.append((unquote(name, encoding, errors), unquote(value, encoding, errors)))
        else:
            pairs.append((unquote_to_bytes(name), unquote_to_bytes(value)))
    return pairs


def parse_qs(qs, keep_blank_values=False, strict_parsing=False, encoding="utf-8", errors="replace",
             max_num_fields=None, separator="&"):
    """Return a dictionary of the names of a query with the lists of their values."""
    found = {}
    for name, value in parse_qsl(qs, keep_blank_values, strict_parsing, encoding, errors, max_num_fields, separator):
        found.setdefault(name, []).append(value)
    return found


def _values(value):
    """Return the elements of a sequence other than str and bytes, or the value."""
    if not isinstance(value, (str, bytes)):
        try:
            len(value)
            return value
        except TypeError:
            pass
    return (value,)


def urlencode(query, doseq=False, safe="", encoding=None, errors=None, quote_via=quote_plus):
    """Return the query of a mapping, or of a sequence of pairs."""
    def text(value):
        if isinstance(value, bytes):
            return quote_via(value, safe)
        return quote_via(str(value), safe, encoding, errors)

    if hasattr(query, "items"):
        query = query.items()
    else:
        try:
            if len(query) and not isinstance(query[0], tuple):
                raise TypeError
        except TypeError as error:
            raise TypeError("not a valid non-string sequence or mapping object") from error
    if not doseq:
        return "&".join([f"{text(name)}={text(value)}" for name, value in query])
    return "&".join([f"{text(name)}={text(value)}" for name, given in query for value in _values(given)])
