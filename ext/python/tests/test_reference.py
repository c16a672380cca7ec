# SPDX-License-Identifier: MIT
"""parse(), Reference and Error."""
import copy
import pickle
import subprocess
import sys

import pytest
import uriel_uri as uriel


def test_components():
    """RFC 3986, 3: the names of the components; undefined is not empty (5.3)."""
    url = uriel.parse("http://user:pw@Example.com:8080/a/b?q=1#f")
    assert (url.scheme, url.userinfo, url.host, url.port) == ("http", "user:pw", "Example.com", 8080)
    assert (url.path, url.query, url.fragment) == ("/a/b", "q=1", "f")
    assert url.authority == "user:pw@Example.com:8080"
    assert (url.user, url.password) == ("user", "pw")
    assert uriel.parse("http://h").query is None
    assert uriel.parse("http://h?").query == ""
    assert uriel.parse("a").authority is None
    assert uriel.parse("//").authority == ""


def test_text():
    url = uriel.parse("HTTP://H/%7Ea")
    assert str(url) == f"{url}" == "HTTP://H/%7Ea"
    assert f"{url:>14}" == " HTTP://H/%7Ea"
    assert repr(url) == "Reference('HTTP://H/%7Ea')"
    assert repr(uriel.parse("a:b", "iri")) == "Reference('a:b', spec='iri')"
    assert eval(repr(url), {"Reference": uriel.Reference}) == url


UTF_8 = "http://h/é".encode()


@pytest.mark.parametrize("text", ["http://h/é", UTF_8, bytearray(UTF_8), memoryview(UTF_8)])
def test_kinds_of_text(text):
    url = uriel.parse(text, spec="iri")
    assert (str(url), url.path, type(str(url))) == ("http://h/é", "/é", str)


def test_subclass_of_str():
    class Text(str):
        def __str__(self):
            return "other"

    url = uriel.parse(Text("http://h/"))
    assert str(url) == "http://h/" and type(str(url)) is str
    assert uriel.host(Text("http://h/")) == "h"


def test_reference_as_argument():
    url = uriel.parse("http://h/a")
    assert uriel.parse(url) == url
    assert uriel.host(url) == "h"
    assert uriel.resolve("b", url) == "http://h/b"
    assert uriel.decode(uriel.parse("%41")) == "A"


def test_equality():
    """RFC 3986, 6.2.2: case and percent-encoding; 6.2.3: the default port."""
    a, b = uriel.parse("HTTP://Ex.org:80/%7Ea/../b"), uriel.parse("http://ex.org/b")
    assert a == b and hash(a) == hash(b) and not a != b
    assert len({b, uriel.parse("http://EX.org/b"), uriel.parse("http://ex.org/c")}) == 2
    assert b != "http://ex.org/b"
    with pytest.raises(TypeError):
        b < b


def test_frozen():
    url = uriel.parse("http://h/")
    for name in ("host", "spec", "text", "new"):
        with pytest.raises(AttributeError):
            setattr(url, name, "x")
    with pytest.raises(TypeError):
        uriel.Reference.host = 1
    with pytest.raises(TypeError):
        type("Sub", (uriel.Reference,), {})


@pytest.mark.parametrize("spec", ["rfc3986", "iri", "whatwg", "lenient", "url-1994", "rfc8141"])
def test_pickle_and_copy(spec):
    url = uriel.parse("urn:isbn:0395363411" if spec == "rfc8141" else "http://h/a", spec)
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        again = pickle.loads(pickle.dumps(url, protocol))
        assert (again, str(again), again.spec) == (url, str(url), url.spec)
    assert copy.copy(url) is url and copy.deepcopy([url])[0] is url
    assert pickle.loads(pickle.dumps(uriel.host)) is uriel.host


def test_prefix_of_1994():
    """url-1994, Appendix: "URL:" comes before the reference."""
    url = uriel.parse("URL:http://h/a", spec="url-1994")
    assert (url.scheme, url.path) == ("http", "/a")
    assert pickle.loads(pickle.dumps(url)) == url


@pytest.mark.parametrize("spec", ["rfc3986", "whatwg", "iri", "lenient", "uri-2003"])
def test_methods(spec):
    """A method returns what the function does for the text under the same document."""
    more = {"ip_in": ["::/0"], "segment": [0], "param": ["q"], "param_all": ["q"], "edit": [["query.q=é", "-fragment", "path=/b"]],
            **dict.fromkeys(["resolve", "relative", "equal", "level", "url"], ["http://base.example/c"])}
    url = uriel.parse("http://user@www.example.org:80/a/b?q=1&q#f", spec)
    for function in uriel.functions():
        name, given = function["name"], more.get(function["name"], [])
        if function["arguments"][-1]["name"] == "spec" and name not in ("params", "links"):
            found = getattr(url, name)
            assert getattr(uriel, name)(str(url), *given, spec=spec) == (found(*given) if callable(found) else found), name


def test_repaired_texts():
    """URL standard, 4.4: the parser writes another text; lenient: what RFC 3986 does not allow is encoded."""
    assert str(uriel.parse("http://EXAMPLE.com/../a b", "whatwg")) == "http://example.com/a%20b"
    assert str(uriel.parse("http://h/a b", "lenient")) == "http://h/a%20b"
    assert uriel.parse("http://h/", "lenient").host == "h"
    for size in (900, 1010, 1014, 1015, 1020, 1024, 1025, 5000):
        for spec in ("whatwg", "lenient"):
            assert str(uriel.parse("http://h/" + "a" * size, spec)) == "http://h/" + "a" * size
            assert str(uriel.parse("http://h/" + " " * size + "b", spec)) == "http://h/" + "%20" * size + "b"
    with pytest.raises(uriel.Error) as caught:
        uriel.parse("http://h:x/" + "a" * 2000, "whatwg")
    assert (caught.value.code, caught.value.component) == ("port-invalid", "port")


def test_error():
    with pytest.raises(uriel.Error) as caught:
        uriel.parse("http://h/é[b")
    error = caught.value
    assert isinstance(error, ValueError)
    assert (error.code, error.offset, error.component) == ("path-character", 9, "path")
    assert (error.rule, error.section) == ("pchar", "3.3")
    assert error.hint == "write the character U+00E9 as %C3%A9"
    assert error.picture == "http://h/é[b\n         ^"
    assert error.text == "http://h/é[b"
    assert str(error) == "\n".join([error.message, error.picture, error.hint])
    again = pickle.loads(pickle.dumps(error))
    assert (str(again), again.code, again.offset) == (str(error), error.code, error.offset)


def test_offsets_are_indexes():
    """A position in a str is an index; in bytes, the position of a byte."""
    text = "http://h/?ä=ö&é[#"
    for given, place in ((text, text.index("ä")), (text.encode(), 10), ("é" + text, 0)):
        with pytest.raises(uriel.Error) as caught:
            uriel.parse(given)
        assert caught.value.offset == uriel.error_offset(given) == place
    text = "ä http://a.b/ ö"
    found = uriel.find(text)[0]
    assert text[found.offset:][:found.length] == "http://a.b/"


@pytest.mark.parametrize("offset", [0, 1, 35, 36, 37, 100, 9999, 10000])
@pytest.mark.parametrize("letter", ["a", "é", "\U00020000"])
def test_picture_of_a_long_text(offset, letter):
    text = letter * offset + " " + letter * (10000 - offset)
    with pytest.raises(uriel.Error) as caught:
        uriel.parse(text, spec="iri")
    line, caret = caught.value.picture.split("\n")
    assert caught.value.offset == offset
    assert line[caret.index("^")] == " "
    assert len(line) < 100


@pytest.mark.parametrize("text", [b"\x80" * 1000, b"http://h/" + b"\xbf" * 1000, b"a" * 40 + b"\x80" * 1000, "\udc80" * 1000])
@pytest.mark.parametrize("spec", ["rfc3986", "iri"])
def test_picture_of_bytes_in_which_no_character_starts(text, spec):
    with pytest.raises(uriel.Error) as caught:
        uriel.parse(text, spec)
    line, caret = caught.value.picture.split("\n")
    assert line[caret.index("^")] == "\ufffd" != line[caret.index("^") - 1] or not caught.value.offset
    assert len(line) < 100


def test_control_characters_are_not_shown():
    with pytest.raises(uriel.Error) as caught:
        uriel.parse("http://h/\x1b[2J\n\x7f")
    assert caught.value.picture.split("\n")[0] == "http://h/?[2J??"


@pytest.mark.parametrize("text", ["\ud800", "a\udcff", "http://h/\udfff", "\ud83d\ude00"])
def test_lone_surrogates(text):
    """They are not characters: RFC 3986 allows neither their bytes nor their encoding."""
    assert uriel.valid(text) is False
    with pytest.raises(uriel.Error) as caught:
        uriel.parse(text)
    assert caught.value.offset == next(i for i, letter in enumerate(text) if ord(letter) > 127)


def test_bytes_that_are_not_utf_8():
    """PEP 383: a byte becomes a lone surrogate, and a lone surrogate its byte."""
    assert uriel.decode("%FF") == "\udcff"
    assert uriel.encode("\udcff") == uriel.encode(b"\xff") == "%FF"


@pytest.mark.parametrize("call", [
    lambda: uriel.parse(), lambda: uriel.parse(1), lambda: uriel.parse(None), lambda: uriel.parse("a", "rfc3986", 1),
    lambda: uriel.parse("a", text="b"), lambda: uriel.parse("a", other=1), lambda: uriel.host(), lambda: uriel.host(1.5),
    lambda: uriel.host("a", "rfc3986", 2), lambda: uriel.host("a", u="b"), lambda: uriel.host("a", nothing="b"),
    lambda: uriel.segment("a"), lambda: uriel.segment("a", "1"), lambda: uriel.edit("a", "set x"), lambda: uriel.edit("a", [1]),
    lambda: uriel.Reference(), lambda: uriel.Reference("a", "iri", 1),
])
def test_wrong_types(call):
    with pytest.raises(TypeError):
        call()


@pytest.mark.parametrize("call, text", [
    (lambda: uriel.parse(5), "text must be str, bytes or Reference, not int"),
    (lambda: uriel.segment("a", "1"), "n must be int, not str"),
    (lambda: uriel.edit("a", 5), "changes must be a list of str, not int"),
    (lambda: uriel.edit("a", "host=b"), "changes must be a list of str, not str"),
    (lambda: uriel.edit("a", ["host=b", 5]), "changes must be a list of str, not int"),
    (lambda: uriel.find(5), "text must be str, bytes or Reference, not int"),
    (lambda: uriel.find("a", schemes=[b"http"]), "schemes must be a list of str, not bytes"),
    (lambda: next(uriel.find_iter([uriel.parse("a")])), "a piece must be str or bytes, not Reference"),
    (lambda: uriel.links("a", base=5), "base must be str, bytes or Reference, not int"),
    (lambda: uriel.links("a", encoding=b"utf-8"), "encoding must be str, not bytes"),
    (lambda: uriel.columns("a"), "texts must be a column, not str"),
    (lambda: uriel.URL(None), "url must be str, bytes, URL or Reference, not NoneType"),
    (lambda: uriel.URLSearchParams([("a", 1.5)]), "a name or value must be str, bytes or int, not float"),
    (lambda: uriel.plan("http://h/", proxy=1), "an option of plan() must be str or bytes, not int"),
])
def test_wrong_types_by_name(call, text):
    with pytest.raises(TypeError) as raised:
        call()
    assert str(raised.value) == text


def test_a_list_may_be_any_iterable():
    changes = ["host=b", "port=8"]
    wanted = uriel.edit("http://a/", changes)
    assert wanted == "http://b:8/"
    for given in (tuple(changes), iter(changes), dict.fromkeys(changes)):
        assert uriel.edit("http://a/", given) == wanted


@pytest.mark.parametrize("call", [
    lambda: uriel.parse("a", "rfc1"), lambda: uriel.parse("a", spec=1), lambda: uriel.host("a", spec="rfc1"),
    lambda: uriel.normalize("a", level="best"), lambda: uriel.key("http://h/", version=2), lambda: uriel.matches("a", "("),
])
def test_wrong_values(call):
    with pytest.raises(ValueError):
        call()


@pytest.mark.parametrize("call", [uriel.parse, uriel.host, uriel.links])
def test_wrong_spec(call):
    """A wrong argument is a ValueError that names the allowed values (doc/python.md)."""
    with pytest.raises(ValueError, match='^spec must be "rfc3986", .* or "lenient"$'):
        call("a", spec="rfc1")


def test_integer_too_large():
    with pytest.raises(OverflowError):
        uriel.segment("a/b", 1 << 70)


def test_none_is_undefined():
    assert uriel.host(None) is None
    assert uriel.valid(None) is None
    assert uriel.resolve("a", None) is None
    assert uriel.normalize("HTTP://H", level=None) == "http://h/"


def test_long_texts():
    text = "http://h/" + "a" * 10_000_000
    assert len(uriel.parse(text).path) == 10_000_001
    assert uriel.normalize(text) == text
    assert uriel.encode(" " * 1_000_000) == "%20" * 1_000_000


def test_nothing_leaks():
    """Memory does not grow, with errors either."""
    script = r"""
import resource, uriel_uri as uriel
def work(n):
    for i in range(n):
        r = uriel.parse("http://h/é?a=%s&b=2" % i, "iri")
        r.params, r.host, r.normalize(), r.param("a"), hash(r), r == r, repr(r), str(r), r.authority
        uriel.find("see http://a.b/ and"), uriel.links(b"<a href=x>", "http://h/"), uriel.lineage("http://h/")
        uriel.edit("http://h/", ["host=a"]), uriel.functions()
        for wrong in ("http://h/[", "\ud800"):
            try: uriel.parse(wrong)
            except uriel.Error: pass
        for call in (lambda: uriel.edit("a", ["x", 5]), lambda: uriel.host("a", spec="x")):
            try: call()
            except (TypeError, ValueError): pass
work(300)
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
work(3000)
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert int(done.stdout) < 500  # KiB: 3000 objects of 200 bytes are more
