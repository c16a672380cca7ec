# SPDX-License-Identifier: MIT
"""ask.py READER [--version]: asks a function of Python or of a package; with --version, prints its version. Requests and answers: compare.py."""
import platform
import sys


def appendix_b():
    """The regular expression of RFC 3986, Appendix B; in its authority, the host and the port after the last "@"."""
    import re
    ports = {"http": 80, "https": 443, "ws": 80, "wss": 443, "ftp": 21}

    def read(text):
        parts = re.match(r"^(([^:/?#]+):)?(//([^/?#]*))?([^?#]*)(\?([^#]*))?(#(.*))?", text)
        scheme, authority = parts[2], parts[4]
        if authority is None:
            return scheme, None, None
        host, port = re.fullmatch(r"(?s)(\[[^]]*(?:][^:]*)?|[^[:][^:]*|)(?::(.*))?", authority.rpartition("@")[2]).groups()
        port = int(port) if port and re.fullmatch("[0-9]+", port) else None
        return scheme, host, ports.get(scheme and scheme.lower()) if port is None and host not in ("", "[]") else port
    return read


def python_urllib():
    from urllib.parse import urlsplit

    def read(text):
        parts = urlsplit(text)
        return parts.scheme, parts.hostname, parts.port
    return read


def python_urllib3():
    from urllib3.util import parse_url

    def read(text):
        parts = parse_url(text)
        return parts.scheme, parts.host, parts.port
    return read


def requests():
    """The pool of connections that a session takes for a GET."""
    from requests import Request, Session
    session = Session()

    def read(text):
        prepared = Request("GET", text).prepare()
        adapter = session.get_adapter(prepared.url)
        if hasattr(adapter, "get_connection_with_tls_context"):
            pool = adapter.get_connection_with_tls_context(prepared, True)
        else:
            pool = adapter.get_connection(prepared.url)
        return pool.scheme, pool.host, pool.port
    return read


def httpx():
    """The host that a client would connect to for a GET, and the port that the resolver gives it."""
    from socket import SOCK_STREAM, getaddrinfo
    from httpcore import ConnectionPool, NetworkBackend
    from httpx import URL, Client, HTTPTransport

    class Reached(Exception):
        pass

    class Backend(NetworkBackend):
        def connect_tcp(self, host, port, **_):
            raise Reached(host, port)

    transport = HTTPTransport(trust_env=False)
    transport._pool = ConnectionPool(network_backend=Backend())
    client = Client(transport=transport, trust_env=False)

    def read(text):
        try:
            client.get(text)
        except Reached as reached:
            host, port = reached.args
            return URL(text).scheme, host, getaddrinfo("127.0.0.1", port, type=SOCK_STREAM)[0][4][1]
    return read


def yarl():
    """The URL that aiohttp connects to, if it has what aiohttp requires."""
    from yarl import URL

    def read(text):
        url = URL(text)
        if url.scheme not in ("", "http", "https", "ws", "wss", "tcp") or not url.raw_host or url.port is None:
            raise ValueError
        return url.scheme, url.raw_host, url.port
    return read


def releases(name, *needed):
    """The releases of a package and of the packages that it needs for its answers."""
    from importlib.metadata import version
    return f"{version(name)} ({', '.join(f'{other} {version(other)}' for other in needed)})"


READERS = {
    "appendix-b": (appendix_b, lambda: ""),
    "python-urllib": (python_urllib, platform.python_version),
    "python-urllib3": (python_urllib3, lambda: releases("urllib3", "idna")),
    "requests": (requests, lambda: releases("requests", "urllib3", "idna")),
    "yarl": (yarl, lambda: releases("yarl", "idna")),
    "httpx": (httpx, lambda: releases("httpx", "httpcore", "idna")),
}


def shown(value):
    return "-" if value is None else value.encode("utf-8", "surrogateescape").hex()


def main():
    reader, version = READERS[sys.argv[1]]
    if len(sys.argv) > 2:
        print(version())
        return
    read = reader()
    for line in sys.stdin:
        try:
            scheme, host, port = read(bytes.fromhex(line).decode("utf-8", "surrogateescape"))
            print(shown(scheme), shown(host), "-" if port is None else port, sep="\t")
        except Exception:
            print("-")


main()
