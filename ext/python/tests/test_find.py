# SPDX-License-Identifier: MIT
"""find() and find_iter(): doc/finding.md, RFC 3986, Appendix C, and the contract of uriel_find.h."""
import gc
import io
import itertools
import random
import resource
import threading
import time
import weakref

import pytest
import threads
import uriel_uri as uriel
import vectors

TEXT = (
    "See <http://example.com/é\n /b>, www.example.org, a@example.net; https://ex.example/ü?q=日本 (ftp://h/x). "
    "<URL:foo:bar> urn:isbn:0451450523 {\"u\":\"http:\\/\\/h\\/\\u00e9\"} \x00 //example.com/p foo://h 𐍈 http://a.example/"
)
OPTIONS = [{}, {"abbreviated": True, "mail": True}, {"any_scheme": True, "iri": True}, {"schemes": ["HTTP", "urn"]}]


def test_found():
    """doc/finding.md: Kinds."""
    text = "see <http://example.com/a\n/b> and www.example.com, a@example.com, //example.com/c"
    assert uriel.find(text) == [("http://example.com/a/b", 5, 23, "uri")]
    found = uriel.find(text, abbreviated=True, mail=True)
    assert [hit.kind for hit in found] == ["uri", "abbreviated", "mail", "network-path"]
    for hit in found[1:]:
        assert text[hit.offset : hit.offset + hit.length] == hit.reference
    assert uriel.find(None) is None
    assert uriel.find("") == []


def test_options():
    """uriel_find.h: enum uriel_find_option, uriel_find_options."""
    assert uriel.find("foo:///a") == []
    assert uriel.find("foo:///a", any_scheme=True)[0].reference == "foo:///a"
    assert uriel.find("<http://example.com/a“b>")[0].reference == uriel.find("<http://example.com/a“b>", iri=False)[0].reference
    assert uriel.find("<http://example.com/a“b>", iri=True)[0].reference == "http://example.com/a“b"
    assert [hit.reference for hit in uriel.find("http://a/ ftp://b/ x:y", schemes=["FTP", "x"])] == ["ftp://b/", "x:y"]
    assert uriel.find("http://a/ ftp://b/", schemes=[]) == []
    assert len(uriel.find("http://a/ ftp://b/", schemes=iter(("http",)))) == 1
    for function in (uriel.find, uriel.find_iter):
        for wrong in ("http", b"http", [b"http"], [None], 1, ["http", 2]):
            with pytest.raises(TypeError):
                function("http://a/", schemes=wrong)
        for wrong in ("http:", "", "1a", "é"):
            with pytest.raises(ValueError, match="is not a scheme"):
                function("http://a/", schemes=["http", wrong])
        with pytest.raises(TypeError):
            function("a", True)
        with pytest.raises(TypeError):
            function()
        with pytest.raises(TypeError):
            function("a", other=True)
        with pytest.raises(TypeError, match="int"):
            function(1)


def test_offsets_in_a_reference():
    """Finding the offsets of many references after characters of several bytes takes linear time."""
    text = "/é(http://h/a)(" * 50_000
    before = time.process_time()
    found = uriel.parse(text, "iri").find
    assert time.process_time() - before < 3
    assert len(found) == 50_000
    assert {text[offset : offset + length] for _, offset, length, _ in found} == {"http://h/a"}


def test_offsets():
    """Positions in bytes; indexes in a str, also of lone surrogates (PEP 383)."""
    assert uriel.find("é http://h/".encode())[0].offset == 3
    assert uriel.find(bytearray(b"x http://h/"))[0].offset == 2
    assert uriel.find(memoryview(b"x http://h/"))[0].offset == 2
    for before in ("", "é", "日本", "𐍈", "\udc80", "\udcc3\udca9", "\udcff\udc80", "\ud800", "\ud800\udc80", "\udc80é𐍈"):
        text = before + " http://h/ " + before + " ftp://h/ü "
        for found in (uriel.find(text), list(uriel.find_iter(text)), list(uriel.find_iter(list(text)))):
            assert [(hit.offset, hit.length) for hit in found] == [(text.index("http"), 9), (text.index("ftp"), 9)]
    assert uriel.find(b"http://h/\xff\xc3")[0].reference == uriel.find("http://h/\udcff\udcc3")[0].reference


def test_mixed_surrogates():
    """Each surrogate is encoded for itself, so that the bytes of a text in pieces are the same."""
    for text in ("http://h/\udcff \ud800 <http://h/\ud800\udc80>", "\udfff http://h/\udc80"):
        assert list(uriel.find_iter(list(text))) == uriel.find(text)
        assert uriel.find(text)[-1].offset == text.rindex("http")


def test_offsets_are_linear():
    """The indexes of many hits in a str that is not ASCII."""
    text = "é http://h/ " * 100_000
    assert uriel.find(text)[-1].offset == len(text) - 10


@pytest.mark.parametrize("options", OPTIONS)
def test_every_cut(options):
    """uriel_find.h: the hits do not depend on how the text is cut."""
    for text in (TEXT, TEXT.encode()):
        whole = uriel.find(text, **options)
        assert list(uriel.find_iter(text, **options)) == whole
        for cut in range(len(text) + 1):
            assert list(uriel.find_iter([text[:cut], text[cut:]], **options)) == whole, cut
        single = [text[at : at + 1] for at in range(len(text))]
        assert list(uriel.find_iter(single, **options)) == whole
        empty = list(itertools.chain.from_iterable((text[:0], piece, text[:0]) for piece in single))
        assert list(uriel.find_iter(empty, **options)) == whole


def test_resumes_in_a_character():
    """A search may resume between the bytes of a character, whose first byte the next part then repeats."""
    for character in ("é", "日", "𐍈", "\udc80"):
        text = "a" * 60 + f" foo:{character}//example.com/a " + "b" * 200
        assert uriel.find(text, abbreviated=True) == []
        for cut in range(150, 180):
            assert list(uriel.find_iter([text[:cut], text[cut:]], abbreviated=True)) == [], cut


def test_rows_in_pieces():
    """The rows of test/vectors/functions.tsv in single bytes."""
    for row in vectors.read("functions"):
        if row[1] == b"find" and row[2] is not None:
            pieces = [row[2][at : at + 1] for at in range(len(row[2]))]
            assert list(uriel.find_iter(pieces)) == uriel.find(row[2]), row[0]


def test_random_cuts():
    chance = random.Random(1)
    parts = [row[2] for row in vectors.read("functions") if row[2]]
    for _ in range(20):
        text = b" ".join(chance.choice(parts) for _ in range(2000))
        whole = uriel.find(text, abbreviated=True, mail=True)
        pieces, at = [], 0
        while at < len(text):
            size = chance.choice((0, 1, 3, 50, 1000, 100_000))
            pieces.append(text[at : at + size])
            at += size
        assert list(uriel.find_iter(pieces, abbreviated=True, mail=True)) == whole


def test_files(tmp_path):
    """Files in binary and text mode, and other iterables of bytes."""
    path = tmp_path / "text"
    path.write_text(TEXT * 50, encoding="utf-8")
    with open(path, encoding="utf-8") as file:
        assert list(uriel.find_iter(file)) == uriel.find(TEXT * 50)
    with open(path, "rb") as file:
        assert list(uriel.find_iter(file)) == uriel.find((TEXT * 50).encode())
    with open(path, "rb") as file:
        assert list(uriel.find_iter(iter(lambda: file.read(7), b""))) == uriel.find((TEXT * 50).encode())
    assert list(uriel.find_iter([bytearray(b"http:"), memoryview(b"//h/")])) == uriel.find(b"http://h/")
    assert list(uriel.find_iter(io.StringIO("http://h/\nhttp://i/"))) == uriel.find("http://h/\nhttp://i/")
    assert list(uriel.find_iter(uriel.parse("http://h/"))) == uriel.find("http://h/")


class Text(str):
    pass


def test_kinds_of_pieces():
    assert list(uriel.find_iter([Text("http:"), "//h/"])) == uriel.find("http://h/")
    for pieces in (["http://a/ ", b"b"], [b"b", "c"], ["a", None], [1], [["a"]], {"a": 1}.items()):
        with pytest.raises(TypeError):
            list(uriel.find_iter(pieces))
    for wrong in (None, 1, object()):
        with pytest.raises(TypeError):
            uriel.find_iter(wrong)
    with pytest.raises(TypeError):
        type(uriel.find_iter(""))()


def test_sources_that_raise():
    """Hits before the exception are returned, and nothing after it."""

    def pieces():
        yield "http://a/ " + " " * 200
        raise KeyError("lost")

    found = uriel.find_iter(pieces())
    assert next(found).reference == "http://a/"
    with pytest.raises(KeyError):
        next(found)
    assert list(found) == []
    assert list(found) == []


def test_closing():
    """The iterator keeps its source until its end, and not longer."""
    closed = []

    def pieces():
        try:
            while True:
                yield "http://a/ " * 20
        finally:
            closed.append(True)

    found = uriel.find_iter(pieces())
    assert next(found).offset == 0
    assert not closed
    del found
    gc.collect()
    assert closed

    class Source(list):
        pass

    source = Source(["http://a/"])
    reference = weakref.ref(source)
    found = uriel.find_iter(source)
    del source
    assert len(list(found)) == 1
    assert reference() is None

    cycle = []

    def loop():
        yield "a"
        yield cycle[0] and "b"

    cycle.append(uriel.find_iter(loop()))
    cycle.append(cycle)
    reference = weakref.ref(loop)
    del cycle, loop
    gc.collect()
    assert reference() is None

    class Scheme(str):
        pass

    scheme = Scheme("http")
    scheme.cycle = uriel.find_iter(["a"], schemes=[scheme])
    reference = weakref.ref(scheme)
    del scheme
    gc.collect()
    assert reference() is None


def test_reentrancy():
    """A source that asks its own reader, and two threads."""

    def pieces():
        yield "http://a/ "
        yield next(found)

    found = uriel.find_iter(pieces())
    with pytest.raises(ValueError, match="already executing"):
        list(found)
    assert list(found) == []

    seen, mistakes = [], []
    shared = uriel.find_iter(["http://a/ " * 10_000] * 10)

    def read():
        while True:
            try:
                seen.append(next(shared))
            except StopIteration:
                return
            except ValueError as error:
                mistakes.append(str(error))

    threads = [threading.Thread(target=read) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(seen) == 100_000
    assert set(mistakes) <= {"find_iter() is already executing"}


def test_hostile():
    """Long texts without a hit, in memory that does not grow."""
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for byte in (b"<", b"\0", b"a", b"/", b":", b"\xff", b" http:/", b"a.b@"):
        piece = byte * (65536 // len(byte))
        assert list(uriel.find_iter(itertools.repeat(piece, 1600))) == []
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 20_000
    assert uriel.find(b"<" * 100_000_000) == []
    reference = "http://h/" + "a" * 1_000_000
    for size in (1, 100):
        pieces = (reference[at : at + size] for at in range(0, len(reference), size))
        assert list(uriel.find_iter(pieces)) == [(reference, 0, len(reference), "uri")]


def test_the_lock_is_free():
    """Another thread runs during the search of a large text."""
    text = "a http://h/ " * 300_000
    assert threads.run_during(lambda: uriel.find(text, schemes=["ftp"]))
