# SPDX-License-Identifier: MIT
"""plan(), which is imported when it is first used: what a client would do to fetch a resource."""

from collections import namedtuple

from ._uriel import Reference, _plan, _search, parse


def _shown(self):
    """Without the fields that are not defined."""
    fields = ", ".join(f"{name}={value!r}" for name, value in zip(self._fields, self) if value not in (None, False, [], {}))
    return f"{type(self).__name__}({fields})"


def _class(name, fields, defaults, text):
    made = namedtuple(name, fields, defaults=defaults, module="uriel_uri")
    made.__repr__ = _shown
    made.__doc__ = text
    return made


Branch = _class(
    "Branch",
    "codes reply action to",
    (None, None, None, None),
    "What a reply leads to. `to` is the number of a step, counted from 1 through `steps` and `aside`.",
)
Step = _class(
    "Step",
    "do text host port transport inside reply fill after bytes first last length form use branches channel note",
    (None, None, None, None, False, None, None, None, None, None, None, None, None, None, (), None, None),
    "A step of a plan. Bytes of its texts that are not UTF-8 are lone surrogates (PEP 383); `bytes` are bytes.",
)
Plan = _class(
    "Plan",
    "input scheme parts steps aside warnings gateway resume",
    ((), (), None, None),
    "What a client would do to fetch a resource: the keys of `uriel plan --json`. `aside` has the steps that only branches lead to.",
)


def _bytes(text):
    if text is None or isinstance(text, bytes):
        return text
    if isinstance(text, str):
        return text.encode("utf-8", "surrogateescape")
    raise TypeError(f"an option of plan() must be str or bytes, not {type(text)!r}")


def _steps(steps):
    return [Step(**{**step, "branches": [Branch(**branch) for branch in step.get("branches", ())]}) for step in steps]


def plan(
    uri,
    spec="rfc3986",
    *,
    words=None,
    answers=None,
    head=False,
    persistent=False,
    proxy=None,
    https_proxy=None,
    no_proxy=None,
    mail_address=None,
    news_server=None,
    local_user=None,
    terminal=None,
    user_agent=None,
    websocket_key=None,
    fields=(),
    gateways=None,
    previous=None,
):
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
