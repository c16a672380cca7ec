# SPDX-License-Identifier: MIT
"""A program that uses the package, for mypy and pyright in strict mode (test_typing.py), which also runs it."""
from typing import Any, assert_type

import uriel_uri as uriel
from uriel_uri.compat import urllib

url = uriel.parse("http://user@www.example.co.uk:8080/a?q=1#f")
assert_type(url, uriel.Reference)
assert_type(url.host, str | None)
assert_type(url.port, int | None)
assert_type(url.normalize(), str)
assert_type(url.valid, bool)
assert_type(uriel.host("http://h/"), str | None)
assert_type(uriel.normalize(b"HTTP://h/"), str | None)
assert_type(uriel.valid("http://h/"), bool)
assert_type(uriel.find("see http://h/"), list[uriel.Found])
for found in uriel.find("see http://h/"):
    assert_type(found.offset, int)
    reference, offset, _, kind = found
    print(reference.upper(), offset + 1, kind.upper())
hosts: dict[uriel.Reference, str | None] = {url: url.site}
try:
    uriel.parse("http://h/[", spec="rfc3986")
except uriel.Error as error:
    assert_type(error.offset, int)
    print(error.code, error.hint, error.picture)


class Texts:
    """A column, of another column's texts."""

    def __init__(self, column: uriel.Column) -> None:
        self.column = column

    def __arrow_c_array__(self, requested_schema: object = None) -> tuple[object, object]:
        return self.column.__arrow_c_array__(requested_schema)


def sites(column: uriel.Column) -> uriel.Column:
    resolved = uriel.resolve(Texts(column), base=column)
    assert_type(resolved, uriel.Column)
    assert_type(uriel.columns(resolved), uriel.Column)
    assert_type(resolved.to_pylist()[:len(resolved)], list[Any])
    assert_type(uriel.find(resolved), uriel.Column)
    assert_type(uriel.resolve("a", Texts(column)), Any)
    return uriel.site(resolved, "whatwg")


print(hosts, sites, uriel.__version__)
browsed = uriel.URL("../b?q=1", base="http://h/a/")
browsed.port = 8080
browsed.hash = "f"
assert_type(browsed.port, str)
assert_type(uriel.URL.parse(b"x", browsed), uriel.URL | None)
assert_type(uriel.URL.can_parse("x"), bool)
assert_type(uriel.host(browsed), str | None)
browsed.search_params.append("page", 2)
assert_type(browsed.search_params.get("q"), str | None)
assert_type(list(uriel.URLSearchParams({"a": "b"})), list[tuple[str, str]])
assert_type(dict(uriel.URLSearchParams([("a", 1)])), dict[str, str])
print(browsed, "q" in browsed.search_params, browsed.search_params["q"], uriel.URLSearchParams(browsed.search_params))

parts = urllib.urlsplit("http://h/?")
assert_type(parts, urllib.SplitResult)
assert_type(parts.hostname, str | None)
assert_type(urllib.urlsplit(b"http://h/").port, int | None)
assert_type(urllib.urljoin(b"http://h/", b"a"), bytes)
assert_type(urllib.parse_qsl("a=b"), list[tuple[str, str]])
print(urllib.urlunsplit(parts), urllib.urlencode({"a": 1}), urllib.quote("a b"))

step = uriel.plan("http://h/", user_agent="a").steps[0]
assert_type(step, uriel.Step)
assert_type(step.host, str | None)
print(uriel.Plan.__name__, [branch.action for branch in step.branches])
