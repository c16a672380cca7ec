# SPDX-License-Identifier: MIT
import urllib.parse as _urllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, AnyStr, TypeAlias, overload

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
_Safe: TypeAlias = str | Iterable[int]
_Query: TypeAlias = Mapping[Any, Any] | Sequence[tuple[Any, Any]]

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
def urlunsplit(components: Iterable[AnyStr | None]) -> AnyStr: ...
def urlunparse(components: Iterable[AnyStr | None]) -> AnyStr: ...
def urljoin(base: AnyStr, url: AnyStr | None, allow_fragments: bool = True) -> AnyStr: ...
@overload
def urldefrag(url: str) -> DefragResult: ...
@overload
def urldefrag(url: _Bytes | None) -> DefragResultBytes: ...
@overload
def quote(string: str, safe: _Safe = "/", encoding: str | None = None, errors: str | None = None) -> str: ...
@overload
def quote(string: _Bytes, safe: _Safe = "/") -> str: ...
@overload
def quote_plus(string: str, safe: _Safe = "", encoding: str | None = None, errors: str | None = None) -> str: ...
@overload
def quote_plus(string: _Bytes, safe: _Safe = "") -> str: ...
def quote_from_bytes(bs: _Bytes, safe: _Safe = "/") -> str: ...
def unquote(string: str | bytes, encoding: str = "utf-8", errors: str = "replace") -> str: ...
def unquote_plus(string: str, encoding: str = "utf-8", errors: str = "replace") -> str: ...
def unquote_to_bytes(string: str | _Bytes) -> bytes: ...
def parse_qs(
    qs: AnyStr | None,
    keep_blank_values: bool = False,
    strict_parsing: bool = False,
    encoding: str = "utf-8",
    errors: str = "replace",
    max_num_fields: int | None = None,
    separator: str | bytes = "&",
) -> dict[AnyStr, list[AnyStr]]: ...
def parse_qsl(
    qs: AnyStr | None,
    keep_blank_values: bool = False,
    strict_parsing: bool = False,
    encoding: str = "utf-8",
    errors: str = "replace",
    max_num_fields: int | None = None,
    separator: str | bytes = "&",
) -> list[tuple[AnyStr, AnyStr]]: ...
def urlencode(
    query: _Query,
    doseq: bool = False,
    safe: str | bytes = "",
    encoding: str | None = None,
    errors: str | None = None,
    quote_via: Callable[..., str] = ...,
) -> str: ...
