# SPDX-License-Identifier: MIT
"""Reads pages for the tests of the report: a strict HTML reader, headless Chromium, and a PNG reader."""
import collections
import html.parser
import os
import pathlib
import shutil
import struct
import subprocess
import tempfile
import zlib

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-headless-shell", "chromium-browser", "google-chrome"))), None)
IN_CI = bool(os.environ.get("CI"))
VOID = {"meta", "br"}
TIMEOUT = 180


class Page(html.parser.HTMLParser):
    """A page's texts by element; fails if an element is not closed in order, or an id occurs twice."""

    def __init__(self, text):
        super().__init__(convert_charrefs=True)
        self.stack, self.ids, self.attributes = [], collections.Counter(), []
        self.texts = collections.defaultdict(str)  # by id, all text inside
        self.tables = {}  # by id, rows of cells
        self.elements = collections.Counter()
        self.svg_texts, self.all_text = [], ""
        self.table = self.cell = None
        self.feed(text)
        self.close()
        assert not self.stack, f"not closed: {self.stack}"
        assert max(self.ids.values()) == 1, [name for name, count in self.ids.items() if count > 1]

    def note(self, tag, attributes):
        named = dict(attributes)
        assert len(named) == len(attributes), f"an attribute twice: {attributes}"
        self.elements[tag] += 1
        self.attributes += [(tag, name, value) for name, value in attributes]
        if "id" in named:
            self.ids[named["id"]] += 1
        return named

    def handle_starttag(self, tag, attributes):
        named = self.note(tag, attributes)
        if tag in VOID:
            return
        self.stack.append((tag, named.get("id")))
        if tag == "table":
            self.table = self.tables.setdefault(named["id"], [])
        elif tag == "tr":
            self.table.append([])
        elif tag in ("th", "td"):
            self.table[-1].append("")
            self.cell = True
        elif tag == "text":
            self.svg_texts.append("")

    def handle_startendtag(self, tag, attributes):
        self.note(tag, attributes)

    def handle_endtag(self, tag):
        assert self.stack and self.stack[-1][0] == tag, f"</{tag}> at {self.getpos()} closes {self.stack[-1:]}"
        self.stack.pop()
        if tag in ("th", "td"):
            self.cell = None

    def handle_data(self, data):
        if self.stack and self.stack[-1][0] == "style":
            return
        self.all_text += data
        for _, name in self.stack:
            if name:
                self.texts[name] += data
        if self.cell:
            self.table[-1][-1] += data
        elif self.stack and self.stack[-1][0] == "text":
            self.svg_texts[-1] += data

    def number(self, name):
        """The number in the element with that id."""
        return int(self.texts[name].replace(",", ""))

    def counts(self, name):
        """A chart's table: the first count by name."""
        return {row[0]: int(row[1].replace(",", "")) for row in self.tables.get(name, [])[1:]}


def chromium(*arguments):
    """Runs headless Chromium with a profile of its own. Returns what it prints and what it logs."""
    with tempfile.TemporaryDirectory(prefix="uriel-chromium-", ignore_cleanup_errors=True) as profile:
        done = subprocess.run([CHROMIUM, "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
                               "--hide-scrollbars", "--no-first-run", "--disable-background-networking",
                               "--enable-logging=stderr", f"--user-data-dir={profile}", *map(str, arguments)],
                              stdin=subprocess.DEVNULL, capture_output=True, timeout=TIMEOUT)
    return done.stdout.decode(), done.stderr.decode(errors="replace")


def dom(page, *arguments):
    """The page after Chromium loaded it, and the messages on its console."""
    out, log = chromium(*arguments, "--dump-dom", pathlib.Path(page).as_uri())
    return out, [line for line in log.splitlines() if "CONSOLE" in line]


def screenshot(page, to, width, height, dark):
    scheme = 0 if dark else 1
    chromium(f"--blink-settings=preferredColorScheme={scheme}", f"--window-size={width},{height}", f"--screenshot={to}",
             pathlib.Path(page).as_uri())
    return Picture(to)


class Picture:
    """A PNG of 8 bits a colour: `width`, `height`, and the colours of its pixels by count."""

    def __init__(self, path):
        data = pathlib.Path(path).read_bytes()
        assert data[:8] == b"\x89PNG\r\n\x1a\n", data[:8]
        packed, at = b"", 8
        while at < len(data):
            length, kind = struct.unpack(">I4s", data[at:at + 8])
            body = data[at + 8:at + 8 + length]
            assert struct.unpack(">I", data[at + 8 + length:at + 12 + length])[0] == zlib.crc32(kind + body)
            if kind == b"IHDR":
                self.width, self.height, depth, colour, _, _, interlaced = struct.unpack(">IIBBBBB", body)
                assert depth == 8 and not interlaced, (depth, interlaced)
                self.size = {2: 3, 6: 4}[colour]
            elif kind == b"IDAT":
                packed += body
            at += length + 12
        self.read(zlib.decompress(packed))

    def read(self, raw):
        stride, size = self.width * self.size, self.size
        above, self.colours = bytes(stride), collections.Counter()
        for y in range(self.height):
            line = bytearray(raw[y * (stride + 1) + 1:(y + 1) * (stride + 1)])
            FILTERS[raw[y * (stride + 1)]](line, above, size)
            self.colours.update(bytes(line[x:x + 3]) for x in range(0, stride, size))
            if y == 0:
                self.corner = tuple(line[:3])
            above = line


def add_left(line, above, size):
    for i in range(size, len(line)):
        line[i] = (line[i] + line[i - size]) & 255


def add_above(line, above, size):
    for i in range(len(line)):
        line[i] = (line[i] + above[i]) & 255


def add_mean(line, above, size):
    for i in range(len(line)):
        line[i] = (line[i] + ((line[i - size] if i >= size else 0) + above[i]) // 2) & 255


def add_nearest(line, above, size):
    for i in range(len(line)):
        left, up, corner = (line[i - size], above[i], above[i - size]) if i >= size else (0, above[i], 0)
        guess = left + up - corner
        line[i] = (line[i] + min((left, up, corner), key=lambda value: abs(guess - value))) & 255


# The five filters of PNG, section 9.
FILTERS = [lambda line, above, size: None, add_left, add_above, add_mean, add_nearest]
