# SPDX-License-Identifier: MIT
"""The class URL, against the URL standard's own tests in test/vectors (copies of the web platform tests among them)."""
import copy
import gc
import pickle
import threading

import pytest
import uriel_uri as uriel
import vectors
from uriel_uri import URL

GETTERS = ["href", "protocol", "username", "password", "host", "hostname", "port", "pathname", "search", "hash"]


def text(field):
    return None if field is None else field.decode("utf-8", "replace")


def texts(name):
    return [[line, *map(text, fields)] for line, *fields in vectors.read(name)]


@pytest.mark.parametrize("name, least", [("url", 890), ("url_mutated", 1000)])
def test_parsing(name, least):
    """urltestdata.json: URL(), URL.parse() and URL.can_parse() (6.1), and the getters."""
    rows = texts(name)
    assert len(rows) >= least
    for line, given, base, *expected in rows:
        url, at = URL.parse(given, base), f"{name}.tsv:{line}"
        assert (url is not None) == (expected[0] is not None) == URL.can_parse(given, base), at
        if url is None:
            with pytest.raises(uriel.Error):
                URL(given, base)
            continue
        assert url == URL(given, base) == URL(url.href), at
        for getter, value in zip(GETTERS, expected[:10]):
            assert getattr(url, getter) == value, at
        if expected[10] is not None:
            assert url.origin == expected[10], at


def test_hosts():
    """toascii.json: domain to ASCII (3.3)."""
    rows = texts("url_hosts")
    assert len(rows) >= 87
    for line, given, expected, _ in rows:
        url = URL.parse(f"https://{given}/x")
        assert (url and url.hostname) == expected, line


def test_errors():
    """1.1: Error has the name of the last validation error, and its place."""
    rows = [row for row in vectors.read("url_errors") if row[3] is None]
    assert len(rows) >= 49
    for line, given, base, _, errors, _ in rows:
        with pytest.raises(uriel.Error) as caught:
            URL(given, base)
        error = caught.value
        assert f"{error.code}@{error.offset}:{error.component}" == text(errors).split(" ")[-1], line
    with pytest.raises(uriel.Error) as caught:
        URL("http://é:ü@h:99999/")
    assert caught.value.offset == 13  # an index of the str


def test_base():
    """6.1, constructor: the base is parsed first, and its failure is the error."""
    base = URL("http://h/a/b")
    for given in base, "http://h/a/b", b"http://h/a/b", uriel.parse("http://h/a/b"):
        assert str(URL("../c", given)) == str(URL("../c", base=given)) == "http://h/c"
    with pytest.raises(uriel.Error) as caught:
        URL("http://h", "http://[")
    assert caught.value.text == "http://["
    assert URL.parse("http://h", "http://[") is None
    assert not URL.can_parse("http://h", base="http://[")


def test_text():
    url = URL("HTTP://Ex.org:80/a b")
    assert str(url) == f"{url}" == url.href == "http://ex.org/a%20b"
    assert repr(url) == "URL('http://ex.org/a%20b')" and eval(repr(url)) == url
    given = "http://h/"
    assert str(URL(given)) is given


def test_kinds_of_text():
    class Text(str):
        pass

    for given in "http://h/é", "http://h/é".encode(), bytearray("http://h/é".encode()), memoryview("http://h/é".encode()), Text("http://h/é"):
        assert str(URL(given)) == "http://h/%C3%A9"
    assert type(str(URL(Text("http://h/")))) is str
    assert str(URL(URL("http://h/a"))) == str(URL(uriel.parse("http://h/a"))) == "http://h/a"
    url = URL("http://h/a")
    assert uriel.host(url) == "h" and uriel.parse(url, "whatwg").path == "/a" and uriel.resolve("b", url) == "http://h/b"
    for given in None, 1, ["http://h/"], object():
        for call in URL, URL.parse, URL.can_parse:
            with pytest.raises(TypeError, match="url must be"):
                call(given)
    for arguments, names in [((), {}), (("a", "b", "c"), {}), (("a",), {"url": "b"}), (("a",), {"spec": "b"})]:
        with pytest.raises(TypeError):
            URL(*arguments, **names)


def test_lone_surrogates():
    """Web IDL, 3.2.11, USVString: U+FFFD for each; two that form a pair are one character."""
    assert str(URL("http://h/\ud800a\udcc3\udca9")) == "http://h/%EF%BF%BDa%EF%BF%BD%EF%BF%BD"
    assert str(URL("http://h/\ud83d\ude00\ude00\ud83d")) == "http://h/%F0%9F%98%80%EF%BF%BD%EF%BF%BD"
    assert str(URL("\udc80", "http://h/")) == "http://h/%EF%BF%BD"
    assert str(URL(b"http://h/\xed\xa0\x80\xff")) == "http://h/" + 4 * "%EF%BF%BD"
    with pytest.raises(uriel.Error) as caught:
        URL("http://\ud800:é@h:99999/")
    assert (caught.value.text, caught.value.offset) == ("http://\ufffd:é@h:99999/", 13)


def test_equality():
    url = URL("http://h/")
    assert url == URL("HTTP://H") and url != URL("http://h/?")
    assert url != "http://h/" and url != uriel.parse("http://h/") and not url == None  # noqa: E711
    with pytest.raises(TypeError):
        hash(url)
    with pytest.raises(TypeError):
        url < url


def test_copies():
    for given in "http://u:p@h:1/a?b#c", "file:///C:/x", "foo:a b  ?c", "web+demo:/.//not-a-host/", "data:,x":
        url = URL(given)
        for made in copy.copy(url), copy.deepcopy(url), *(pickle.loads(pickle.dumps(url, n)) for n in range(pickle.HIGHEST_PROTOCOL + 1)):
            assert made == url and made is not url and type(made) is URL
    url = URL("https://localhost/?a")
    url.protocol = "file"  # the host is not parsed again
    made = copy.copy(url)
    assert str(made) == str(copy.deepcopy(url)) == "file://localhost/?a"
    made.search_params.append("b", "c")
    assert str(url) == "file://localhost/?a" and str(made) == "file://localhost/?a=&b=c"


def test_origin():
    """4.7: "blob:" has the origin of its path, if this is one of http, https or file; others are opaque."""
    for given, origin in [
            ("https://u@ä.example:8080/", "https://xn--4ca.example:8080"), ("wss://h:443/", "wss://h"), ("ftp://h:21", "ftp://h"),
            ("file:///a", "null"), ("data:,x", "null"), ("foo://h:1/", "null"), ("blob:https://h:1/id", "https://h:1"),
            ("blob:https://ä.example/", "https://xn--4ca.example"), ("blob:ftp://h/", "null"), ("blob:x", "null"), ("blob:", "null"),
            ("blob:blob:https://h/", "null"), (f"blob:https://{'ü' * 500}.example/", "null"), ("blob:http://[", "null")]:
        assert URL(given).origin == origin, given
    with pytest.raises(AttributeError):
        URL("http://h").origin = "http://other"


def test_class():
    assert URL.__module__ == "uriel_uri" and URL.__qualname__ == "URL"
    with pytest.raises(TypeError):
        type("Other", (URL,), {})
    with pytest.raises(AttributeError):
        URL("http://h").other = 1
    with pytest.raises(TypeError):
        URL.parse = None


def test_long():
    """The buffer for short results, and memory for longer ones; each byte is written as nine."""
    for size in [*range(440, 460), 4000, 4100, 1 << 20]:
        assert len(URL("http://h/" + "é" * size).href) == 9 + 6 * size
        assert len(URL(b"http://h/" + b"\xff" * size).href) == 9 + 9 * size
        assert len(URL("?" + "a" * size, "http://h/").search) == 1 + size
    assert not URL.can_parse("http://" + "ä." * (1 << 20) + "/")


def test_setters():
    """setters_tests.json, and the project's own cases of each step (6.1): a value that the standard ignores changes nothing."""
    rows = texts("url_setters")
    assert len(rows) >= 773
    for line, given, attribute, value, *expected, _ in rows:
        url, tracked = URL(given), URL(given)
        params = tracked.search_params
        setattr(url, attribute, value)
        setattr(tracked, attribute, value)
        assert url == tracked == copy.copy(url), line
        for getter, result in zip(GETTERS, expected):
            assert result in (None, getattr(url, getter)), (line, getter)
        assert list(params) == list(url.search_params), line
        assert params is tracked.search_params, line


def test_href():
    """6.1, href: failure is an error and changes nothing; the parameters follow."""
    url = URL("http://h/a?b=c")
    params = url.search_params
    with pytest.raises(uriel.Error) as caught:
        url.href = "http://["
    assert caught.value.code == "IPv6-unclosed"
    assert url.href == "http://h/a?b=c" and str(params) == "b=c"
    url.href = "x:y?d=e"
    assert str(params) == "d=e" and url.search_params is params
    url.href = "x:y"
    assert len(params) == 0
    given = "http://shared/"
    url.href = given
    assert url.href is given


def test_values_of_setters():
    url = URL("http://h/")
    for value, port in [(8080, "8080"), ("81x", "81"), (b"82", "82"), (70000, "82"), (-1, "82"), ("", "")]:
        url.port = value
        assert url.port == port and type(url.port) is str
    url.hash = "\ud800"
    assert url.hash == "#%EF%BF%BD"
    for value in None, 1.5, True, ["a"]:
        with pytest.raises(TypeError):
            url.port = value
    for attribute in GETTERS:
        with pytest.raises(AttributeError):
            delattr(url, attribute)
    for attribute in "origin", "search_params":
        with pytest.raises(AttributeError):
            setattr(url, attribute, "x")
    assert str(url) == "http://h/#%EF%BF%BD"


def test_long_values():
    url = URL("http://h/")
    for size in 400, 500, 4000, 1 << 20:
        url.pathname = "é" * size
        assert len(url.href) == 9 + 6 * size


def test_threads():
    """Threads that change a URL and its parameters see and leave whole URLs."""
    url, failures = URL("http://h/?a=1"), []

    def change(letter):
        try:
            for n in range(2000):
                url.pathname = letter * (n % 50)
                url.search_params.set(letter, n)
                url.search_params.append("x", letter)
                url.search_params.delete("x", letter)
                assert URL(url.href) and list(url.search_params) and str(url.search_params)
        except Exception as error:
            failures.append(error)

    threads = [threading.Thread(target=change, args=[letter]) for letter in "bcde"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures
    url.search_params.delete("x")
    assert sorted(url.search_params) == [("a", "1"), *((letter, "1999") for letter in "bcde")]
    assert url.search == f"?{url.search_params}"


def test_garbage():
    """A URL and its parameters refer to each other."""
    gc.collect()
    urls = [URL(f"http://h/?{n}") for n in range(1000)]
    assert not any(map(gc.is_tracked, urls))
    kept = [url.search_params for url in urls]
    del urls
    assert gc.collect() < 100
    kept[0].append("a", "b")
    del kept
    assert gc.collect() >= 2000
