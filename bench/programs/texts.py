# SPDX-License-Identifier: MIT
"""Running text with few or many references, made from the documents of a machine."""
import gzip
import os
import re

FOLDERS = ("/usr/share/doc", "/usr/share/man")


def documents(folders, html):
    """The bytes of each document, decompressed and in a fixed order: HTML pages, or text that is not HTML."""
    for folder in folders:
        for place, inner, names in os.walk(folder):
            inner.sort()
            for name in sorted(names):
                path = os.path.join(place, name)
                if os.path.islink(path) or not os.path.isfile(path) or html != name.endswith((".html", ".htm")):
                    continue
                try:
                    with (gzip.open if name.endswith(".gz") else open)(path, "rb") as file:
                        data = file.read(1 << 20)
                except (OSError, EOFError):
                    continue
                if data and b"\0" not in data and data[:4] not in (b"\x89PNG", b"GIF8"):
                    yield data if data.endswith(b"\n") else data + b"\n"


def as_message(data, number):
    """A message of the archive of a mailing list; every second one quotes its whole text."""
    body = re.sub(rb"(?m)^", b"> ", data[:8000]) if number % 2 else re.sub(rb"(?m)^From ", b">From ", data[:8000])
    return (b"From user%d@example.org Mon Nov  2 10:00:00 2026\n"
            b"Received: from mx%d.example.net (mx%d.example.net [192.0.2.%d])\n\tby lists.example.org with ESMTPS id %08x\n"
            b"Message-ID: <%d.%08x@mail.example.org>\nFrom: Some Body <user%d@example.org>\nTo: list@lists.example.org\n"
            b"Subject: Re: [list] message %d\nList-Archive: <https://lists.example.org/archive/list/>\n"
            b"List-Unsubscribe: <https://lists.example.org/options/list>,\n\t<mailto:list-request@lists.example.org?subject=unsubscribe>\n"
            b"Content-Type: text/plain; charset=utf-8\n\n" % (number % 977, number % 7, number % 7, number % 255, number, number,
                                                            number * 2654435761 % 2 ** 32, number % 977, number)
            ) + body + b"\n-- \nSome Body, https://www.example.org/~user%d/\n\n" % (number % 977)


def pieces(name, folders):
    """The bytes of one round."""
    for number, data in enumerate(documents(folders, name == "html")):
        yield as_message(data, number) if name == "mail" else data


def varied(data, number):
    """Changes the references of a later round."""
    return data if number == 0 else re.sub(rb"(\bhttps?://[\w.-]+/)", rb"\g<1>r%d/" % number, data)


def write_text(path, name, folders, size):
    """Returns the number of bytes of one round; 0 without documents."""
    written, first, number = 0, 0, 0
    with open(path, "wb") as out:
        while written < size:
            for data in pieces(name, folders):
                data = varied(data, number)[:size - written]
                out.write(data)
                written += len(data)
                if written == size:
                    return first or written
            if number == 0 and written == 0:
                return 0
            first = first or written
            number += 1
    return first
