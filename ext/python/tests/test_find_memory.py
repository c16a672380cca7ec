# SPDX-License-Identifier: MIT
"""find(), links(), plan() and params when each allocation of Python fails once: an exception, and later the same answer."""
import pytest
import uriel_uri as uriel

PAGE = "é<base href='/x/'><a href=b><object codebase=c data=d>"
REFERENCE = uriel.parse("http://h/?a&b=c")
CALLS = {
    "find": lambda: uriel.find("é http://h/ http://" + "a" * 2000, schemes=["http"]),
    "find_iter": lambda: list(uriel.find_iter(["é ht", "tp://h/ ", "\udc80 ftp://h/"], schemes=["http", "ftp"])),
    "links": lambda: uriel.links(PAGE, "http://h/", "whatwg"),
    "links_iter": lambda: list(uriel.links_iter([PAGE[:9], PAGE[9:]], "http://h/")),
    "plan": lambda: uriel.plan("ftp://u:p@h/a/b", fields=["a: b"], gateways={"x": "http://{uri}"}),
    "words": lambda: uriel.plan("http://h/", words="a b"),
    "params": lambda: list(REFERENCE.params.items()),
}


@pytest.mark.parametrize("name", CALLS)
def test_no_memory(name):
    testcapi = pytest.importorskip("_testcapi")
    call, failures = CALLS[name], 0
    expected = call()
    for at in range(400):
        testcapi.set_nomemory(at, at + 1)
        try:
            assert call() == expected
        except MemoryError:
            failures += 1
        finally:
            testcapi.remove_mem_hooks()
    assert failures > 0
    assert call() == expected
