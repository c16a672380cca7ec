# SPDX-License-Identifier: MIT
"""The places of a member's components: spans (begin, end) by name, None if undefined."""
import re

# RFC 3986, url-1997 and uri-2003, each its Appendix B.
APPENDIX_B = re.compile(rb"^(([^:/?#]+):)?(//([^/?#]*))?([^?#]*)(\?([^#]*))?(#(.*))?", re.S)
GROUPS = (("scheme", 2), ("authority", 4), ("path", 5), ("query", 7), ("fragment", 9))
NAMES = ("scheme", "authority", "userinfo", "host", "port", "path", "query", "fragment")
DIGITS = re.compile(rb"[0-9]+")


def split(text, split_authority):
    """All spans; those within the authority are for split_authority(text, begin, end) to find."""
    match = APPENDIX_B.match(text)
    spans = {name: match.span(group) if match.span(group)[0] >= 0 else None for name, group in GROUPS}
    parts = split_authority(text, *spans["authority"]) if spans["authority"] else (None, None, None)
    spans["userinfo"], spans["host"], spans["port"] = parts
    return spans


def split_server(text, begin, end):
    """User information ends at the first "@", a host in brackets at "]", any other at the first ":" (RFC 3986, 3.2;
    url-1997, 4.3.1; uri-2003, 3.2.2)."""
    at = text.find(b"@", begin, end)
    userinfo = (begin, at) if at >= 0 else None
    host = at + 1 if at >= 0 else begin
    close = text.find(b"]", host, end) if text[host:end].startswith(b"[") else -1
    colon = text.find(b":", close if close >= 0 else host, end)
    if close < 0 and text[host:end].startswith(b"["):
        colon = -1
    return userinfo, (host, colon if colon >= 0 else end), (colon + 1, end) if colon >= 0 else None


def split_registry(_, begin, end):
    """uri-2003, 3.2.1: a registry's name has no parts."""
    return None, (begin, end), None


def split_internet(is_host):
    """The drafts of 1993 and 1994, "Internet protocol parts": a decimal port after the last colon, a user before the
    last "@" that is followed by a host of the document, and that host; fewer parts are split off if no host would remain."""
    def users(text, begin, host_end):
        """The places where a user may end, the last first; then -1, no user."""
        at = host_end
        while at >= begin:
            at = text.rfind(b"@", begin, at)
            yield at

    def split_authority(text, begin, end):
        colon = text.rfind(b":", begin, end)
        port = (colon + 1, end) if colon > begin and DIGITS.fullmatch(text, colon + 1, end) else None
        for with_port, host_end in ((port, colon), (None, end)) if port else ((None, end),):
            for at in users(text, begin, host_end):
                host = (at + 1 if at >= 0 else begin, host_end)
                if is_host(text[slice(*host)]):
                    return (begin, at) if at >= 0 else None, host, with_port
        raise AssertionError(f"no host in the authority of {text!r}")
    return split_authority
