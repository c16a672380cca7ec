# SPDX-License-Identifier: MIT
"""The examples of the pages and of the docstrings print what they say."""
import doctest
import inspect
import pathlib

import pytest
import uriel_uri as uriel

HERE, ROOT = pathlib.Path(__file__).resolve().parents[1], pathlib.Path(__file__).resolve().parents[3]
PAGES = [HERE / "README.md", ROOT / "README.md", ROOT / "doc" / "python.md"]


def documented():
    """Each (name, docstring) of the package, its modules' public names, and the members of its classes."""
    yield "uriel_uri", uriel.__doc__
    for name in dir(uriel):
        made = getattr(uriel, name)
        if name.startswith("_") or inspect.ismodule(made):
            continue
        yield name, inspect.getdoc(made)
        if inspect.isclass(made):
            yield from ((f"{name}.{member}", value.__doc__) for member, value in vars(made).items()
                        if isinstance(getattr(value, "__doc__", None), str) and not member.startswith("__"))


def check(text, name):
    names = {each: getattr(uriel, each) for each in dir(uriel) if not each.startswith("_")} | {"uriel": uriel}
    test = doctest.DocTestParser().get_doctest(text, names, name, name, 0)
    said = []
    doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.IGNORE_EXCEPTION_DETAIL).run(test, out=said.append)
    assert not said, "".join(said)


@pytest.mark.parametrize("page", [page for page in PAGES if page.exists()], ids=str)
def test_page(page):
    check(page.read_text(), page.name)


@pytest.mark.parametrize("name, text", [pair for pair in documented() if pair[1] and ">>>" in pair[1]])
def test_docstring(name, text):
    check(text, name)


def test_every_public_name_has_a_docstring():
    assert [name for name, text in documented() if not text] == []
