# SPDX-License-Identifier: MIT
"""Reference.params: the parameters of a query (uriel_query.h), RFC 3986, 3.4."""
import collections.abc
import copy
import pickle
import subprocess
import sys

import pytest
import uriel_uri as uriel

QUERY = "http://h/?q=a&x&q=b%20c&e=&%C3%A9=%FF&=v"
PAIRS = [("q", "a"), ("x", None), ("q", "b c"), ("e", ""), ("é", "\udcff"), ("", "v")]


def test_values():
    params = uriel.parse(QUERY).params
    assert params["q"] == params.get("q") == "a"
    assert params.get_all("q") == ["a", "b c"]
    assert params["x"] is None and params.get_all("x") == [None]
    assert params["e"] == "" and params[""] == "v"
    for absent in ("Q", "y", b"q", None, 1):
        assert absent not in params
        assert params.get(absent) is None and params.get(absent, "d") == "d"
        assert params.get_all(absent) == []
        with pytest.raises(KeyError):
            params[absent]
    assert "q" in params and "x" in params


def test_order_and_repetition():
    params = uriel.parse(QUERY).params
    assert len(params) == 6
    assert list(params) == list(params.keys()) == [name for name, _ in PAIRS]
    assert list(params.values()) == [value for _, value in PAIRS]
    assert list(params.items()) == PAIRS
    assert len(params.items()) == len(params.values()) == 6
    assert [pair.value for pair in params.items()] == [value for _, value in PAIRS]
    assert ("q", "b c") in params.items() and ("q", "c") not in params.items()
    assert "b c" in params.values() and None in params.values()
    assert dict(params)["q"] == "a"
    assert isinstance(params, collections.abc.Mapping)


def test_without_query():
    """An undefined query and an empty one have no parameters."""
    for text in ("http://h/", "http://h/?", "http://h/?&&"):
        params = uriel.parse(text).params
        assert len(params) == 0 and not params and params == {}


def test_equality():
    params = uriel.parse(QUERY).params
    assert params == uriel.parse("?" + QUERY.partition("?")[2]).params == uriel.Params(PAIRS)
    assert hash(params) == hash(uriel.Params(PAIRS))
    assert params != uriel.parse("http://h/?x&q=a&q=b%20c&e=&%C3%A9=%FF&=v").params
    assert params != dict(params)
    assert uriel.parse("?a=1&b").params == {"b": None, "a": "1"}
    assert uriel.parse("?a=1&a=1").params != {"a": "1"}
    assert params != PAIRS and params != "q"


def test_form():
    params = uriel.parse(QUERY).params
    assert repr(params) == f"Params({PAIRS!r})"
    for same in (eval(repr(params), {"Params": uriel.Params}), pickle.loads(pickle.dumps(params)), copy.copy(params), copy.deepcopy(params)):
        assert same == params and type(same) is uriel.Params
    with pytest.raises(TypeError):
        params["q"] = "b"
    with pytest.raises(AttributeError):
        params.other = 1


def test_documents():
    """The query under the document of the reference."""
    assert list(uriel.parse("?é=ü", "iri").params) == ["é"]
    assert uriel.parse("http://h?a=b c", "whatwg").params["a"] == "b c"


def test_imported_lately():
    program = "import sys, uriel_uri; assert 'uriel_uri._params' not in sys.modules; uriel_uri.Params; uriel_uri.parse('?a').params"
    subprocess.run([sys.executable, "-c", program], check=True)
