# SPDX-License-Identifier: MIT
"""ask.py READER [--version]: asks a function of Python or of a package; with --version, prints its version. Requests and answers: compare.py."""
import platform
import sys
from urllib.parse import urlsplit


def python_urllib(text):
    parts = urlsplit(text)
    return parts.scheme, parts.hostname, parts.port


def python_urllib3(text):
    from urllib3.util import parse_url
    parts = parse_url(text)
    return parts.scheme, parts.host, parts.port


def requests(text):
    """The pool of connections that a session takes for a GET."""
    from requests import Request
    prepared = Request("GET", text).prepare()
    adapter = SESSION.get_adapter(prepared.url)
    if hasattr(adapter, "get_connection_with_tls_context"):
        pool = adapter.get_connection_with_tls_context(prepared, True)
    else:
        pool = adapter.get_connection(prepared.url)
    return pool.scheme, pool.host, pool.port


def releases(name, *needed):
    """The releases of a package and of the packages that it needs for its answers."""
    from importlib.metadata import version
    return f"{version(name)} ({', '.join(f'{other} {version(other)}' for other in needed)})"


READERS = {
    "python-urllib": (python_urllib, platform.python_version),
    "python-urllib3": (python_urllib3, lambda: releases("urllib3", "idna")),
    "requests": (requests, lambda: releases("requests", "urllib3", "idna")),
}


def shown(value):
    return "-" if value is None else value.encode("utf-8", "surrogateescape").hex()


def main():
    global SESSION
    read, version = READERS[sys.argv[1]]
    if len(sys.argv) > 2:
        print(version())
        return
    if read is requests:
        from requests import Session
        SESSION = Session()
    for line in sys.stdin:
        try:
            scheme, host, port = read(bytes.fromhex(line).decode("utf-8", "surrogateescape"))
            print(shown(scheme), shown(host), "-" if port is None else port, sep="\t")
        except Exception:
            print("-")


main()
