# SPDX-License-Identifier: MIT
"""The class URLSearchParams (the URL standard, 6.2), against the project's vectors and Node."""
import copy
import gc
import json
import pathlib
import pickle
import random
import re
import shutil
import subprocess

import pytest
import uriel_uri as uriel
import vectors
from uriel_uri import URL, URLSearchParams

NODE_OPERATIONS = 100_000


def listed(params):
    return "".join(f"{name}={value}\n" for name, value in params)


RUN = {
    "all": lambda params, name, value: "".join(f"{value}\n" for value in params.get_all(name)),
    "append": lambda params, name, value: params.append(name, value or "") or str(params),
    "count": lambda params, name, value: str(len(params)),
    "delete": lambda params, name, value: params.delete(name, value) or str(params),
    "get": lambda params, name, value: params.get(name),
    "has": lambda params, name, value: "true" if params.has(name, value) else "false",
    "read": lambda params, name, value: listed(params),
    "remove": lambda params, name, value: params.delete(name, value) or str(params),
    "serialize": lambda params, name, value: str(params),
    "set": lambda params, name, value: params.set(name, value or "") or str(params),
    "sort": lambda params, name, value: params.sort() or str(params),
}


@pytest.mark.parametrize("table, least", [("search_params", 209), ("query_form", 300)])
def test_vectors(table, least):
    """The web platform tests' urlsearchparams-*.any.js; also of a URL with this query, which follows."""
    rows = [row if table == "search_params" else (*row, None) for row in vectors.read(table)]
    assert len(rows) >= least
    for line, query, operation, *fields, _ in rows:
        query = b"?" + (query or b"")
        operation, name, value, output = (None if field is None else field.decode("utf-8", "replace") for field in (operation, *fields))
        if table == "query_form" and operation == "get" and output is None:
            continue  # under RFC 3986, "a" has no value
        assert RUN[operation](URLSearchParams(query), name, value) == output, f"{table}.tsv:{line}"
        url = URL("http://h/#f")
        # The parser of URLs removes tabs and newlines, and replaces malformed UTF-8 one text at a time.
        url.search = re.sub(rb"[\t\n\r\x80-\xFF]", lambda found: b"%%%02X" % ord(found[0]), query)
        assert RUN[operation](url.search_params, name, value) == output, f"{table}.tsv:{line}"
        if operation in ("append", "delete", "remove", "set", "sort"):
            assert str(url) == (f"http://h/?{output}#f" if output else "http://h/#f"), line


def test_init():
    """6.2, initialize."""
    for init, query in [
            ("", ""), (None, ""), ("?", ""), ("a=b", "a=b"), ("?a=b", "a=b"), ("??a", "%3Fa="), (b"?\xff", "%EF%BF%BD="),
            ({"a": "b", "c": 1}, "a=b&c=1"), ([], ""), ([("a", "b"), ["a", b"c"]], "a=b&a=c"), (iter([("", "")]), "="), ({}, ""),
            ((pair for pair in [("a", "é ")]), "a=%C3%A9+"), (URLSearchParams("a=1&a=2"), "a=1&a=2"), (URL("x:?q=1").search_params, "q=1")]:
        assert str(URLSearchParams(init)) == query
    assert str(URLSearchParams()) == "" and str(URLSearchParams(init="a")) == "a="
    for init in 1, ["ab"], [b"ab"], [("a",)], [("a", "b", "c")], [1], [(1.5, "a")], [("a", None)], {"a": ["b"]}, {"a": True}, URL("x:"), object():
        with pytest.raises(TypeError):
            URLSearchParams(init)
    with pytest.raises(TypeError):
        URLSearchParams("a", "b")
    with pytest.raises(ZeroDivisionError):
        URLSearchParams((1 // n, "a") for n in (1, 0))


def test_arguments():
    params = URLSearchParams()
    params.append(name="a", value=1)
    params.append(b"\xc3\xa9\xff", value="2")
    assert list(params) == [("a", "1"), ("é\ufffd", "2")]
    assert params.has("a", value="1") and params.has("a", None) and params.has("a", 1) and not params.has("a", "2")
    for wrong in [lambda: params.append("a"), lambda: params.append("a", None), lambda: params.set("a", 1.5), lambda: params.get(),
                  lambda: params.get("a", "b"), lambda: params.has(None), lambda: params.delete(name="a", other="b"), lambda: params.sort(1)]:
        with pytest.raises(TypeError):
            wrong()
    assert len(params) == 2

    class Text(str):
        pass

    params.set(Text("a"), Text("x"))
    assert [type(text) for pair in params for text in pair] == 4 * [str]

    class Digits(int):
        def __str__(self):
            return "\ud800"

    params.set("a", Digits(5))
    assert params["a"] == "5"


def test_lone_surrogates():
    """Web IDL, 3.2.11, USVString."""
    params = URLSearchParams("\ud800=\udcc3\udca9")
    params.append("\ud83d\ude00", "\udfff")
    assert list(params) == [("\ufffd", "\ufffd\ufffd"), ("\U0001f600", "\ufffd")]
    assert params.get("\udbff") == "\ufffd\ufffd" and "\udc00" in params


def test_container():
    params = URLSearchParams("a=1&b=2&a=3")
    assert len(params) == params.size == 3 and bool(params) and not URLSearchParams()
    assert "a" in params and "c" not in params and b"b" in params
    assert params["a"] == "1"
    with pytest.raises(KeyError):
        params["c"]
    assert list(params) == list(params.items()) == [("a", "1"), ("b", "2"), ("a", "3")]
    assert list(params.keys()) == ["a", "b", "a"] and list(params.values()) == ["1", "2", "3"]
    assert dict(params) == {"a": "1", "b": "2"}
    with pytest.raises(TypeError):
        params["a"] = "2"
    with pytest.raises(TypeError):
        None in params
    with pytest.raises(AttributeError):
        params.size = 1


def test_text():
    params = URLSearchParams("?a b=é&c")
    assert str(params) == "a+b=%C3%A9&c=" and repr(params) == "URLSearchParams('a+b=%C3%A9&c=')"
    assert eval(repr(params)) == params
    assert params == URLSearchParams("a%20b=%c3%a9&c=") and params != URLSearchParams("c&a b=é") and params != str(params)
    with pytest.raises(TypeError):
        hash(params)


def test_copies():
    url = URL("http://h/?a=1")
    for params in url.search_params, URLSearchParams("a=1"), URLSearchParams([("?", "")]):
        for made in copy.copy(params), copy.deepcopy(params), pickle.loads(pickle.dumps(params)), URLSearchParams(params):
            assert made == params and made is not params
            made.append("b", "2")
    assert str(url) == "http://h/?a=1"


def test_url():
    """6.2, update: the URL has the list's query, and none if that is empty; other parts stay."""
    url = URL("https://u@h/p?x=%20y&&z#f")
    params = url.search_params
    assert url.search_params is params and url.search == "?x=%20y&&z"
    params.delete("none")  # also if it changes nothing
    assert str(url) == "https://u@h/p?x=+y&z=#f"
    for name in list(params.keys()):
        params.delete(name)
    assert str(url) == "https://u@h/p#f" and url.search == "" and len(params) == 0
    params.set("é", "&=")
    assert url.search == "?%C3%A9=%26%3D"
    url.search = ""
    assert list(params) == []
    url.hash = "?a"
    url.pathname = "?b"
    assert list(params) == []
    url.search = "a&b"
    assert list(params) == [("a", ""), ("b", "")]
    del url
    params.sort()
    params.append("c", "d")
    assert str(params) == "a=&b=&c=d"


def test_opaque_path():
    """4.2: a space at the end of an opaque path before "?" or "#" is "%20", so that no setter has to strip it."""
    url = URL("data:space    ?test#test")
    assert url.pathname == "space   %20"
    url.search_params.delete("test")
    url.hash = ""
    assert url.href == "data:space   %20"


def test_iteration():
    """Web IDL, 3.7.10.2: an iterator has an index in the list, also while it changes."""
    url = URL("http://a.b/c?a=1&b=2&c=3&d=4")
    seen = []
    for name, _ in url.search_params:
        url.search_params.delete(name)
        seen.append(name)
    assert seen == ["a", "c"] and url.href == "http://a.b/c?b=2&d=4"
    url = URL("http://localhost/query?param0=0&param1=1&param2=2")
    seen = []
    for pair in url.search_params:
        url.search = "x=1&y=2&z=3"
        seen.append(pair)
    assert seen == [("param0", "0"), ("y", "2"), ("z", "3")]
    params = URLSearchParams("a&b")
    names = params.keys()
    assert next(names) == "a" and next(names) == "b"
    with pytest.raises(StopIteration):
        next(names)
    assert iter(names) is names
    with pytest.raises(TypeError):
        type(names)()


def test_sizes():
    """Each operation takes linear time in the list; to append to a list without a URL, constant time."""
    params = URLSearchParams()
    for n in range(100_000):
        params.append("n", n)
    assert len(params) == 100_000 and len(str(params)) == sum(len(f"n={n}&") for n in range(100_000)) - 1
    params.set("m", "x")
    params.sort()
    assert next(iter(params)) == ("m", "x")
    params.set("n", "y")
    assert str(params) == "m=x&n=y"
    url = URL("http://h/")
    url.search = "&".join(map(str, range(100_000)))
    url.search_params.set("7", "é" * 1000_000)
    assert len(url.search_params) == 100_000 and len(url.href) > 6_000_000


@pytest.mark.parametrize("change", [
    lambda url, params: params.append("d", "é"), lambda url, params: params.set("a", 5), lambda url, params: params.delete("a"),
    lambda url, params: params.sort(), lambda url, params: setattr(url, "search", "?é=\ud800"), lambda url, params: setattr(url, "href", "x:?é"),
    lambda url, params: setattr(url, "pathname", "é" * 2000)])
def test_memory(change):
    """Where memory is short, the change fails, and the URL and its parameters still agree."""
    failing = pytest.importorskip("_testcapi")
    failures = 0
    for n in range(100):
        url = URL("http://h/?a=1&b=2&a=3#f")
        params = url.search_params
        failing.set_nomemory(n, n + 1)
        try:
            change(url, params)
        except MemoryError:
            failures += 1
        finally:
            failing.remove_mem_hooks()
        assert list(params) == list(URLSearchParams(url.search))
    assert failures


def test_finalizers():
    """The garbage collector may run at each new list, and a finalizer may change the URL."""
    class Loop:
        def __init__(self):
            self.loop = self

        def __del__(self):
            url.search = "?" + "y=1&" * 50
            assert list(url.search_params) == list(URLSearchParams(url.search))

    threshold = gc.get_threshold()
    gc.set_threshold(1)
    try:
        for n in range(100):
            url = URL("http://h/?" + "a=b&" * n)
            Loop()
            params = url.search_params
            Loop()
            url.search = "k=v&" * n
            Loop()
            params.append("z", n)
            assert url.search_params is params
    finally:
        gc.set_threshold(*threshold)
    gc.collect()
    assert list(params) == list(URLSearchParams(url.search))


# ---- Node

TOKENS = ["a", "b", "aa", "&", "=", "+", " ", "%", "%2", "%61", "%20", "%2B", "%26", "%3d", "%C3", "%A9", "%c3%a9", "é", "%F0%9F%92%A9", "%F0%9F",
          "%ED%A0%80", "%EF%BB%BF", "\ufeff", "\ufffd", "\ue000", "\U0001f308", "\U0010ffff", "\0", "~", "*-._", "!'()", "%EE%80%80", "%F4%90%80%80",
          ";", "?", "#", "\\", "A", "1", "\ud7ff", "\ud800", "\udc80", "\udfff", "/", "<", "`"]
URLS = ["http://h/", "https://u:p@h:1/a/?q#f", "file:///x?", "foo:x", "foo://h?a=b&a", "mailto:a@b?a=%20#", "blob:http://h/?&&"]


def joined(chance, most):
    return "".join(chance.choices(TOKENS, k=chance.randrange(most + 1)))


def operation_of(chance, names):
    def name():
        return chance.choice(names) if names and chance.random() < 0.6 else joined(chance, 2)

    kind = chance.choice(["append", "append", "append", "delete", "get", "get_all", "has", "set", "set", "sort", "keys", "values", "size", "copy",
                          "search", "hash", "make", "open"])
    if kind in ("append", "set"):
        given = [name(), joined(chance, 2)]
        names.append(given[0])
        return [kind, *given]
    if kind in ("delete", "has"):
        return [kind, name(), *([joined(chance, 1)] if chance.random() < 0.5 else [])]
    if kind in ("get", "get_all"):
        return [kind, name()]
    if kind in ("search", "hash"):
        return [kind, joined(chance, 12)]
    if kind == "make" and chance.random() < 0.3:
        pairs = [[joined(chance, 2), joined(chance, 2)] for _ in range(chance.randrange(5))]
        return [kind, pairs if chance.random() < 0.5 else {f"k{name}": value for name, value in pairs}]
    if kind == "make":
        return [kind, joined(chance, 12)]
    if kind == "open":
        return [kind, chance.choice(URLS)]
    return [kind]


class Session:
    """The operations of search_params.mjs."""

    def make(self, init):
        self.params, self.url = URLSearchParams(init), None

    def open(self, href):
        self.url = URL(href)
        self.params = self.url.search_params

    def search(self, value):
        if self.url:
            self.url.search = value

    def hash(self, value):
        if self.url:
            self.url.hash = value

    def keys(self):
        return list(self.params.keys())

    def values(self):
        return list(self.params.values())

    def size(self):
        return self.params.size

    def copy(self):
        return str(URLSearchParams(self.params))

    def run(self, name, *given):
        result = getattr(self if hasattr(self, name) else self.params, name)(*given)
        return [result, [list(pair) for pair in self.params], str(self.params), self.url and self.url.href]


def test_node():
    """100,000 random operations return the same as Node's URLSearchParams, and leave the same state."""
    node = shutil.which("node")
    if not node:
        pytest.skip("Node is not installed")
    script = pathlib.Path(__file__).with_name("search_params.mjs")
    chance = random.Random(31)
    sessions = []
    for _ in range(NODE_OPERATIONS // 50):
        names = []
        sessions.append([operation_of(chance, names) for _ in range(49)])
        sessions[-1].insert(0, ["open", chance.choice(URLS)])
    run = subprocess.run([node, script], input=json.dumps(sessions).encode(), capture_output=True, check=False)
    assert run.returncode == 0, run.stderr.decode()
    compared = 0
    for operations, line in zip(sessions, run.stdout.splitlines(), strict=True):
        session = Session()
        for operation, expected in zip(operations, json.loads(line), strict=True):
            assert session.run(*operation) == expected, operation
            compared += 1
    assert compared == NODE_OPERATIONS
