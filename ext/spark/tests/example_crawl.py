# SPDX-License-Identifier: MIT
"""Writes the crawl of doc/spark-crawl.md into a folder: example_crawl.py FOLDER. It is the same on every machine."""
import gzip
import pathlib
import random
import sys

import crawl

# The more pages and links, the earlier in the list.
HOSTS = """www.library.example news.example wiki.example.org shop.example catalogue.library.example forum.example.net blog.example.com
museum.example www.news.example weather.example trains.example recipes.example archive.museum.example garden.example chess.example
photos.example.com radio.example bakery.example school.example tides.example.org maps.example.net cinema.example choir.example
bicycles.example astronomy.example harbour.example poems.example.com knitting.example lighthouse.example quiet.example""".split()

# What authors and their templates write: each with how often.
ODD = [
    (18, "/search?q=old maps"),
    (15, "http://news.example/2026/100%-wool"),
    (12, "{{ page.url }}"),
    (10, r"\covers\front.png"),
    (9, "http://shop.example/item[12]"),
    (8, "http://bücher.example/neu"),
    (7, r"http:\\wiki.example.org\start"),
    (6, "http://wiki.example.org/a|b"),
    (6, "http:///museum.example/tickets"),
    (5, "http://trains.example:80a/"),
    (5, r"https:\/\/radio.example\/live"),
    (4, "http://a\\@b.example/"),
    (4, "http://news.example\\@login.example/"),
    (4, "http://my shop.example/"),
    (3, "http://0x7f.1/admin"),
    (3, "http://[2001:db8::1/"),
    (3, "http:weather.example/today"),
    (2, "http://shop.example:99999/"),
    (2, "http://user@mail@forum.example.net/"),
    (2, "http://cinema.example#@choir.example/"),
    (1, "http://school.example%2ftides.example.org/"),
]


def pages(count=300, links=7):
    """Pages with their URLs. Small numbers of hosts are more frequent, both of pages and of links."""
    chance = random.Random(3986)

    def host():
        return HOSTS[int(len(HOSTS) * chance.random() ** 4)]

    for number in range(count):
        anchors = [f'<a href="https://{host()}/{chance.randrange(90)}">link</a>' for _ in range(links)]
        anchors += [f'<a href="../{chance.randrange(90)}">page</a>', '<a href="#top">top</a>', '<a href="mailto:office@library.example">write</a>']
        if number % 2:
            odd = chance.choices([text for _, text in ODD], [weight for weight, _ in ODD], k=1 + number % 3)
            anchors += [f'<a href="{text}">odd</a>' for text in odd]
        page = f"<!doctype html><meta charset=utf-8><title>Page {number}</title>\n" + "\n".join(anchors)
        yield f"https://{host()}/page/{number}", page


def write(folder, archives=3):
    """Writes the pages as archives, compressed record by record."""
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True)
    records = [gzip.compress(crawl.record(url.encode(), page.encode()), mtime=0) for url, page in pages()]
    for i in range(archives):
        (folder / f"{i}.warc.gz").write_bytes(b"".join(records[i::archives]))


if __name__ == "__main__":
    write(sys.argv[1])
