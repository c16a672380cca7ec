# SPDX-License-Identifier: MIT
"""pytest -p leaks: calls each test several times, and fails it if each of the last calls leaves more references of objects, or more
blocks of memory without a debug build of Python, than were there before. Tests of hypothesis, which remembers examples, run once."""
import gc
import sys

import pytest

WARM, COUNTED = 2, 3
# Processes, and other packages, whose compiled code does not count references.
OTHERS = ("test_install.py", "test_typing.py", "test_doctest.py", "test_columns.py", "test_columns_hostile.py")


def counted():
    gc.collect()
    return getattr(sys, "gettotalrefcount", sys.getallocatedblocks)()


def left_by(function):
    """Returns what each of the last calls left."""
    for _ in range(WARM):
        function()
    more = [0] * COUNTED
    for number in range(COUNTED):
        before = counted()
        function()
        more[number] = counted() - before
    return more


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem):
    function = pyfuncitem.obj
    if hasattr(function, "hypothesis") or getattr(function, "is_hypothesis_test", False):
        return None
    arguments = {name: pyfuncitem.funcargs[name] for name in pyfuncitem._fixtureinfo.argnames}
    more, own = left_by(lambda: function(**arguments)), left_by(lambda: None)
    if min(more) > max(own):
        pytest.fail(f"each call leaves references: {more}, and an empty one {own}", pytrace=False)
    return True


def pytest_collection_modifyitems(items):
    items[:] = [item for item in items if item.path.name not in OTHERS]


def pytest_collection_finish():
    gc.freeze()  # the collector looks only at objects made later
