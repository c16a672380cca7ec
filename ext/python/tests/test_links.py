# SPDX-License-Identifier: MIT
"""links() and links_iter(): HTML, 13.2 and 4.2.3; doc/links.md; the contract of uriel_html.h."""
import gc
import itertools
import random
import resource
import threading
import urllib.parse

import pytest
import threads
import uriel_uri as uriel
import vectors

URL = "http://example.com/a/b"
PAGE = (
    "\ufeff<!doctype html><meta charset=utf-8><title>é日本𐍈</title><link rel=stylesheet href=s.css>"
    "<base href='../c/'><a href='ü?x&amp;y=é'>é</a><img srcset='q 1x, z 2x' src=' w\n'><p style='background:url(i.png)'>"
    "<style>@import 'j.css'; b{background:url(\"\\6b.png\")}</style><a href='http://['>𐍈</a><iframe srcdoc='&lt;a href=n>'></iframe>"
    "<object codebase='/d/' data='o'></object><a href='é c'><a href=last"
) + ">"


def targets(links):
    return [link.target for link in links]


def test_link():
    """HTML, 4.2.3 and 2.5; RFC 3986, 5.2."""
    html = '<p>é</p><a href="?x&amp;y">'
    assert uriel.links(html, URL) == [("a", "href", "?x&amp;y", "http://example.com/a/b?x&y", 17)]
    assert uriel.links(html.encode(), URL.encode())[0].offset == 18
    assert uriel.links(html)[0].target is None
    assert uriel.links(html, base=uriel.parse(URL), spec="rfc3986") == uriel.links(html, URL)
    assert uriel.links(None) is None
    assert uriel.links("") == uriel.links(b"") == []
    for function in (uriel.links, uriel.links_iter):
        for wrong in ((), (1,), ("", 1), ("", "", 1), ("", "", "rfc3986", "utf-8")):
            with pytest.raises(TypeError):
                function(*wrong)
        with pytest.raises(TypeError):
            function("", other=1)
        with pytest.raises(ValueError, match="spec must be"):
            function("", URL, "x")
    with pytest.raises(TypeError):
        uriel.links(["<a href=b>"])
    assert uriel.links("<style>p{background:url(x)}</style>", URL)[0].attribute is None


SPECS = ["rfc3986", "iri", "whatwg", "lenient", "url-1997"]


@pytest.mark.parametrize("spec", SPECS)
def test_every_cut(spec):
    """uriel_html.h: the references do not depend on how the page is cut."""
    for page in (PAGE, PAGE.encode()):
        whole = uriel.links(page, URL, spec)
        assert len(whole) == 14
        assert list(uriel.links_iter(page, URL, spec)) == whole
        for cut in range(len(page) + 1):
            assert list(uriel.links_iter([page[:cut], page[cut:]], URL, spec)) == whole, cut
        single = [page[at : at + 1] for at in range(len(page))]
        assert list(uriel.links_iter(single, URL, spec)) == whole
        for link in whole:
            raw = page[link.offset :]
            assert raw.startswith(link.raw if isinstance(page, str) else link.raw.encode())


@pytest.mark.parametrize("spec", SPECS)
def test_vocabulary(spec):
    """The same as the function of the vocabulary, which a column uses."""
    pa = pytest.importorskip("pyarrow")
    pages = [PAGE.encode(), *(row[2] for row in vectors.read("functions") if row[1] == b"links" and row[2] is not None)]
    for base in (URL, "", "rel", "http://h/ b", "HTTP://H:80", "data:,x"):
        column = uriel.links(pa.array(pages, pa.binary()), base, spec).to_pylist()
        assert column == [uriel.links(page, base, spec) for page in pages]


def test_base():
    """HTML, 4.2.3: the first base, also for links before it; a base element is resolved against the URL of the page."""
    page = "<a href=c><base href='x/'><base href='y/'><a href=d>"
    for spec in SPECS:
        for links in (uriel.links(page, URL, spec), list(uriel.links_iter(page, URL, spec))):
            assert targets(links) == [f"http://example.com/a/{path}" for path in ("x/c", "x/", "y/", "x/d")], spec
        assert targets(uriel.links("<base href='data:,x'><a href=d>", URL, spec))[1] == "http://example.com/a/d"
        assert targets(uriel.links("<base href='JavaScript:x'><a href=d>", URL, spec))[1] == "http://example.com/a/d"
        assert targets(uriel.links("<base href=b><a href=d>", "", spec)) == [None, None]
        assert targets(uriel.links("<object codebase='x/' data=y>", URL, spec))[-1] == "http://example.com/a/x/y"


def test_late_base():
    """doc/links.md: after 2 MiB a base applies only to later links, but in links() to all."""
    words = " word" * 500_000
    page = f"<a href=c>{words}<base href='/x/'><a href=d>"
    assert targets(uriel.links(page, URL)) == [f"http://example.com/{path}" for path in ("x/c", "x/", "x/d")]
    late = [f"http://example.com/{path}" for path in ("a/c", "x/", "x/d")]
    assert targets(uriel.links_iter(page, URL)) == late
    assert targets(uriel.links_iter([page[at : at + 1000] for at in range(0, len(page), 1000)], URL)) == late
    served = uriel.links_iter(itertools.chain(["<a href=c>"], itertools.repeat(words)), URL)
    assert next(served).target == "http://example.com/a/c"
    early = uriel.links_iter(itertools.chain(["<base href=/x/>", "<a href=c>"], itertools.repeat(" ")), URL)
    assert next(early).target == "http://example.com/x/"
    assert next(early).target == "http://example.com/x/c"


ENCODINGS = [("windows-1252", "é€"), ("shift_jis", "日本"), ("gbk", "é日"), ("euc-kr", "한"), ("koi8-r", "д"), ("iso-2022-jp", "日本"), ("utf-8", "é𐍈")]


@pytest.mark.parametrize("encoding, text", ENCODINGS)
def test_declared_encodings(encoding, text):
    """HTML, 13.2.3.2; URL, 4.4: the query in the encoding of the page."""
    body = f"<p>{text}</p><a href='{text}?{text}'>"
    page = f"<meta charset={encoding}>{body}".encode(encoding.replace("windows-1252", "cp1252"))
    for links in (uriel.links(page, URL, "iri"), list(uriel.links_iter([page[:40], page[40:]], URL, "iri"))):
        assert targets(links) == [f"http://example.com/a/{text}?{text}"]
        assert page[links[0].offset - 1 : links[0].offset] == b"'" or encoding == "iso-2022-jp"
    url = uriel.links(page, URL, "whatwg")[0].target
    assert url.startswith("http://example.com/a/" + uriel.encode(text, "path") + "?")
    expected = text.encode(encoding.replace("windows-1252", "cp1252"))
    assert urllib.parse.unquote_to_bytes(url.partition("?")[2]) == expected
    same = uriel.links(body.encode(encoding.replace("windows-1252", "cp1252")), URL, "iri", encoding=encoding)
    assert targets(same) == [f"http://example.com/a/{text}?{text}"]


def test_encodings():
    page = "<a href='é?é'>"
    for name, mark in (("utf-16-le", b"\xff\xfe"), ("utf-16-be", b"\xfe\xff"), ("utf-8", b"\xef\xbb\xbf")):
        data = mark + page.encode(name)
        for links in (uriel.links(data, URL, "iri"), list(uriel.links_iter([bytes([byte]) for byte in data], URL, "iri"))):
            assert targets(links) == ["http://example.com/a/é?é"]
            assert data[links[0].offset :].startswith("é?é".encode(name))
    # Without a declaration, a value that is not UTF-8 is windows-1252.
    assert targets(uriel.links(b"<a href='\xe9'><a href='\xc3\xa9'>", URL, "iri")) == ["http://example.com/a/é"] * 2
    assert targets(uriel.links(b"<a href='\xe9'>", URL, "iri", encoding="utf-8")) == [None]
    assert uriel.links(b"<a href='\xe9'>", URL)[0].raw == "\udce9"
    # A str has no encoding, whatever it declares.
    assert targets(uriel.links("<meta charset=latin1><a href='é?é'>", URL, "whatwg")) == ["http://example.com/a/%C3%A9?%C3%A9"]
    assert targets(uriel.links("<\0a\0 <a href=b>", URL)) == ["http://example.com/a/b"]
    with pytest.raises(ValueError, match="encoding is for bytes"):
        uriel.links("", encoding="utf-8")
    with pytest.raises(ValueError, match="label"):
        uriel.links(b"", encoding="utf-9")
    with pytest.raises(TypeError):
        uriel.links(b"", encoding=b"utf-8")
    for function in (uriel.links, lambda *args, **named: list(uriel.links_iter(*args, **named))):
        with pytest.raises(ValueError, match="not supported: 'replacement'"):
            function(b"<meta charset=hz-gb-2312><a href=b>", URL)


def test_surrogates():
    """PEP 383: the str of bytes that are not UTF-8 has the same links."""
    data = b"\xff\xe9<p>\xc3</p><a href='x\xff\xc3?\x80'>\x80<a href=b>"
    text = data.decode("utf-8", "surrogateescape")
    for spec in SPECS:
        expected = [(*link[:4], text.index(link.raw)) for link in uriel.links(data, URL, spec, encoding="utf-8")]
        assert uriel.links(text, URL, spec) == expected
        assert list(uriel.links_iter(list(text), URL, spec)) == expected
    for before in ("\udcc3\udca9", "\ud800", "\ud800\udc80"):
        assert uriel.links(before + "<a href=b>")[0].offset == len(before) + 8


def test_names():
    """HTML, 13.2.5.8: names of elements have any characters; they are cut to 63 bytes."""
    page = "<aé\udcff style='b:url(x)'><a" + "é" * 40 + " style='b:url(y)'>"
    for links in (uriel.links(page), list(uriel.links_iter(list(page)))):
        assert [link.element for link in links] == ["aé\udcff", "a" + "é" * 31]


def test_random_cuts():
    chance = random.Random(2)
    parts = [row[2].decode() for row in vectors.read("functions") if row[1] == b"links" and row[2] and b"base" not in row[2]]
    parts += [PAGE.replace("<base", "<p"), "é日本𐍈", "<!--", "-->", "<script>'<a href=x>'</script>", "<p title='", "'>"]
    for _ in range(20):
        page = "".join(chance.choice(parts) for _ in range(1000))
        whole = uriel.links(page, URL)
        for text in (page, page.encode()):
            pieces, at = [], 0
            while at < len(text):
                size = chance.choice((0, 1, 3, 50, 1000, 50_000))
                pieces.append(text[at : at + size])
                at += size
            found = list(uriel.links_iter(pieces, URL))
            assert targets(found) == targets(whole)
            assert text is not page or found == whole


def test_long_tags():
    """Tags that are longer than the reader's buffer at first, in pieces, after text that is not ASCII."""
    page = "é" * 100_000 + "<a title='" + "é" * 300_000 + "' href='ü' rel='" + "é" * 100_000 + "'>"
    for spec in ("iri", "whatwg"):
        whole = uriel.links(page, URL, spec)
        assert whole[0].offset == page.index("ü")
        assert list(uriel.links_iter([page[at : at + 777] for at in range(0, len(page), 777)], URL, spec)) == whole
    long = "http://h/" + "a" * 1_000_000
    assert uriel.links(f"<a href={long}>")[0].target == long


def test_files(tmp_path):
    path = tmp_path / "page.html"
    path.write_text(PAGE, encoding="utf-8")
    with open(path, "rb") as file:
        assert list(uriel.links_iter(file, URL)) == uriel.links(path.read_bytes(), URL)
    with open(path, encoding="utf-8", newline="") as file:
        assert list(uriel.links_iter(file, URL)) == uriel.links(PAGE, URL)
    assert list(uriel.links_iter([bytearray(b"<a hre"), memoryview(b"f=b>")], URL)) == uriel.links(b"<a href=b>", URL)


def test_sources():
    """Sources that raise, of the wrong types, that ask their reader, and that are closed early."""

    def raising():
        yield "<base href=/><a href=b>" + " " * 1024  # which may declare the encoding
        raise KeyError("lost")

    links = uriel.links_iter(raising(), URL)
    assert [next(links).target, next(links).target] == ["http://example.com/", "http://example.com/b"]
    with pytest.raises(KeyError):
        next(links)
    assert list(links) == []
    for pieces in (["a", b"b"], [b"b", "c"], ["a", None], [1], b"ab".join):
        with pytest.raises(TypeError):
            list(uriel.links_iter(pieces))

    def asking():
        yield "<a href=b>"
        yield next(links)

    links = uriel.links_iter(asking())
    with pytest.raises(ValueError, match="already executing"):
        list(links)
    closed = []

    def endless():
        try:
            while True:
                yield "<base href=/><a href=b>"
        finally:
            closed.append(True)

    links = uriel.links_iter(endless(), URL)
    next(links)
    assert not closed
    del links
    gc.collect()
    assert closed


def test_threads():
    seen = []
    links = uriel.links_iter(["<base href=/>", "<a href=b>" * 10_000] * 10, URL)

    def read():
        while True:
            try:
                seen.append(next(links))
            except StopIteration:
                return
            except ValueError:
                pass

    threads = [threading.Thread(target=read) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(seen) == 100_010


def test_the_lock_is_free():
    """Another thread runs while a large page is read."""
    page = "<p title=x>text</p>" * 200_000
    assert threads.run_during(lambda: uriel.links(page))


def test_hostile():
    """Long pages without a link, in memory that does not grow."""
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for text in ("<", "\0", "a", "é", "</p>", "<!-- -->", "<p>", "<p title=x>"):
        piece = text * (65536 // len(text))
        pages = itertools.repeat(piece, 1600 if text != "<p>" else 16)
        assert list(uriel.links_iter(pages)) == []
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 20_000
    assert uriel.links(b"<" * 100_000_000) == []
