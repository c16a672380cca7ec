# SPDX-License-Identifier: MIT
"""plan(), which is imported when it is first used: what a client would do to fetch a resource."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple, TypeVar

from ._uriel import Reference, _plan, _search, parse  # type: ignore[import-not-found]

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from . import _Spec, _Text

_Bytes = bytes  # for the field of that name
_Class = TypeVar("_Class")


def _public(made: type[_Class]) -> type[_Class]:
    """Names the class as users do, and prints its objects without the fields that are not defined."""

    def shown(self):
        fields = ", ".join(f"{name}={value!r}" for name, value in zip(self._fields, self) if value not in (None, False, [], {}))
        return f"{made.__name__}({fields})"

    made.__module__, made.__repr__ = "uriel_uri", shown  # type: ignore[method-assign]
    return made


@_public
class Branch(NamedTuple):
    """What a reply leads to. `to` is the number of a step, counted from 1 through `steps` and `aside`."""

    codes: str | None = None
    reply: str | None = None
    action: Literal["step", "again", "redirect", "credentials", "absent", "refused", "later"] | None = None
    to: int | None = None


@_public
class Step(NamedTuple):
    """A step of a plan. Bytes of its texts that are not UTF-8 are lone surrogates (PEP 383); `bytes` are bytes."""

    do: str
    text: str | None = None
    host: str | None = None
    port: int | None = None
    transport: str | None = None
    inside: bool = False
    reply: str | None = None
    fill: str | None = None
    after: str | None = None
    bytes: _Bytes | None = None
    first: int | None = None
    last: int | None = None
    length: int | None = None
    form: str | None = None
    use: str | None = None
    branches: Sequence[Branch] = ()
    channel: Literal["data"] | None = None
    note: str | None = None


@_public
class Plan(NamedTuple):
    """What a client would do to fetch a resource: the keys of `uriel plan --json`. `aside` has the steps that only branches lead to."""

    input: str
    scheme: str
    parts: dict[str, str | list[str]]
    steps: list[Step]
    aside: Sequence[Step] = ()
    warnings: Sequence[str] = ()
    gateway: str | None = None
    resume: int | None = None


def _bytes(text):
    if text is None or isinstance(text, bytes):
        return text
    if isinstance(text, str):
        return text.encode("utf-8", "surrogateescape")
    raise TypeError(f"an option of plan() must be str or bytes, not {type(text).__name__}")


def _steps(steps):
    return [Step(**{**step, "branches": [Branch(**branch) for branch in step.get("branches", ())]}) for step in steps]


def plan(
    uri: _Text,
    spec: _Spec = "rfc3986",
    *,
    words: str | bytes | None = None,
    answers: Iterable[str | bytes] | None = None,
    head: bool = False,
    persistent: bool = False,
    proxy: str | bytes | None = None,
    https_proxy: str | bytes | None = None,
    no_proxy: str | bytes | None = None,
    mail_address: str | bytes | None = None,
    news_server: str | bytes | None = None,
    local_user: str | bytes | None = None,
    terminal: str | bytes | None = None,
    user_agent: str | bytes | None = None,
    websocket_key: str | bytes | None = None,
    fields: Iterable[str | bytes] = (),
    gateways: Mapping[str, str] | None = None,
    previous: _Text | None = None,
) -> Plan:
    r"""Returns the Plan of a URI: the server, the commands and the bytes. It contacts nothing.

    >>> made = uriel.plan("whois://whois.example.com/nic-1")
    >>> [step.do for step in made.steps]
    ['connect', 'send', 'expect', 'close']
    >>> made.steps[0].host, made.steps[0].port, made.steps[1].text
    ('whois.example.com', 43, 'nic-1\r\n')

    Raises Error if the URI has no plan, or an option is wrong.

    words          words to search for, in an index of gopher, a WAIS database, or with "?a+b" of http
    answers        the answers to a Gopher+ form, a line each
    head           what the server knows about the object, not the object
    persistent     http: the connection stays open
    proxy, https_proxy, no_proxy
                   HOST or HOST:PORT of an HTTP proxy, the one for https and wss, and hosts without one
    mail_address   the password of anonymous ftp
    news_server    HOST or HOST:PORT for news without one
    local_user, terminal
                   for rlogin
    user_agent     of http; it is not sent without this
    websocket_key  16 random bytes in base64, for ws and wss
    fields         more header fields of http, each "NAME: VALUE"
    gateways       a dict from schemes to templates of URIs that serve them
    previous       the URI that was fetched before, whose connection is still open
    """
    reference = uri if isinstance(uri, Reference) else parse(uri, spec)
    if words is not None and answers is not None:
        raise ValueError("words and answers exclude each other")
    if isinstance(answers, (str, bytes)) or isinstance(fields, (str, bytes)):
        raise TypeError("answers and fields must be lists of str")
    if words is not None:
        reference = parse(_search(reference, _bytes(words)), reference.spec)
    elif answers is not None:
        reference = parse(_search(reference, [_bytes(answer) for answer in answers]), reference.spec)
    if previous is not None and not isinstance(previous, Reference):
        previous = parse(previous, spec)
    made = _plan(
        reference,
        {
            "head": bool(head),
            "persistent": bool(persistent),
            "proxy": _bytes(proxy),
            "https_proxy": _bytes(https_proxy),
            "no_proxy": _bytes(no_proxy),
            "mail_address": _bytes(mail_address),
            "news_server": _bytes(news_server),
            "local_user": _bytes(local_user),
            "terminal": _bytes(terminal),
            "user_agent": _bytes(user_agent),
            "websocket_key": _bytes(websocket_key),
            "fields": [_bytes(field) or b"" for field in fields],
            "gateways": [(_bytes(scheme) or b"", _bytes(template) or b"") for scheme, template in (gateways or {}).items()],
            "previous": previous,
        },
    )
    made["scheme"] = reference.scheme.lower()
    return Plan(**{**made, "steps": _steps(made["steps"]), "aside": _steps(made["aside"])})
