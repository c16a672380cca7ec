# SPDX-License-Identifier: MIT
import urllib.parse as _urllib
from typing import TypeAlias, overload
from urllib.parse import (
    parse_qs,
    parse_qsl,
    quote,
    quote_from_bytes,
    quote_plus,
    unquote,
    unquote_plus,
    unquote_to_bytes,
    urlencode,
    urljoin,
    urlunparse,
    urlunsplit,
)

__all__ = [
    "urlparse",
    "urlunparse",
    "urljoin",
    "urldefrag",
    "urlsplit",
    "urlunsplit",
    "urlencode",
    "parse_qs",
    "parse_qsl",
    "quote",
    "quote_plus",
    "quote_from_bytes",
    "unquote",
    "unquote_plus",
    "unquote_to_bytes",
    "DefragResult",
    "ParseResult",
    "SplitResult",
    "DefragResultBytes",
    "ParseResultBytes",
    "SplitResultBytes",
]

_Bytes: TypeAlias = bytes | bytearray

class SplitResult(_urllib.SplitResult): ...
class ParseResult(_urllib.ParseResult): ...
class DefragResult(_urllib.DefragResult): ...
class SplitResultBytes(_urllib.SplitResultBytes): ...
class ParseResultBytes(_urllib.ParseResultBytes): ...
class DefragResultBytes(_urllib.DefragResultBytes): ...

@overload
def urlsplit(url: str, scheme: str = "", allow_fragments: bool = True) -> SplitResult: ...
@overload
def urlsplit(url: _Bytes | None, scheme: str | _Bytes | None = "", allow_fragments: bool = True) -> SplitResultBytes: ...
@overload
def urlparse(url: str, scheme: str = "", allow_fragments: bool = True) -> ParseResult: ...
@overload
def urlparse(url: _Bytes | None, scheme: str | _Bytes | None = "", allow_fragments: bool = True) -> ParseResultBytes: ...
@overload
def urldefrag(url: str) -> DefragResult: ...
@overload
def urldefrag(url: _Bytes | None) -> DefragResultBytes: ...
