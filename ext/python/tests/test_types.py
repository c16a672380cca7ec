# SPDX-License-Identifier: MIT
"""The stubs agree with the module."""
import inspect
import pathlib
import runpy
import sys

import pytest
import uriel_uri as uriel

TOOL = pathlib.Path(__file__).resolve().parents[3] / "tools" / "make-stubs"
TEXTS = ["", "a", "http://h/a?b=c#d", "http://h/[", " ", "\ud800", "mailto:a@b", "http://[::1]:80/", "é", b"\xff"]
REQUIRED = {"regex": "a", "base": "http://h/"}


@pytest.fixture(scope="module")
def stubs():
    sys.argv = [str(TOOL), "--check"]
    return runpy.run_path(str(TOOL))


def test_results_that_are_always_defined(stubs):
    for function in uriel.functions():
        name = function["name"]
        needed = [parameter["name"] for parameter in function["arguments"][1:] if parameter["default"] is None]
        if not set(needed) <= set(REQUIRED):
            continue
        others = [REQUIRED[each] for each in needed]
        for text in TEXTS:
            if name in stubs["TOTAL"]:
                assert getattr(uriel, name)(text, *others) is not None, (name, text)
            if name in stubs["OF_REFERENCE"] and uriel.valid(text):
                value = getattr(uriel.parse(text), name)
                assert (value(*others) if callable(value) else value) is not None, (name, text)


def test_signatures():
    for function in uriel.functions():
        names = [parameter["name"] for parameter in function["arguments"]]
        made = getattr(uriel, function["name"])
        parameters = inspect.signature(made).parameters.values()
        assert [each.name for each in parameters if each.kind != each.KEYWORD_ONLY] == names
        assert function["sentence"] in made.__doc__
        method = getattr(uriel.Reference, function["name"])
        if callable(method):
            assert list(inspect.signature(method).parameters) == ["self", *names[1:]]
