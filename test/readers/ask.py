# SPDX-License-Identifier: MIT
"""ask.py READER [--version]: asks a function of Python or of a package; with --version, prints its version. Requests and answers: compare.py."""
import platform
import sys
from urllib.parse import urlsplit


def python_urllib(text):
    parts = urlsplit(text)
    return parts.scheme, parts.hostname, parts.port


READERS = {
    "python-urllib": (python_urllib, platform.python_version),
}


def shown(value):
    return "-" if value is None else value.encode("utf-8", "surrogateescape").hex()


def main():
    read, version = READERS[sys.argv[1]]
    if len(sys.argv) > 2:
        print(version())
        return
    for line in sys.stdin:
        try:
            scheme, host, port = read(bytes.fromhex(line).decode("utf-8", "surrogateescape"))
            print(shown(scheme), shown(host), "-" if port is None else port, sep="\t")
        except Exception:
            print("-")


main()
