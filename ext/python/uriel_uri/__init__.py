# SPDX-License-Identifier: MIT
"""Uniform Resource Identifiers: parse, check, resolve, normalise, compare, find and explain them."""

from ._uriel import *
from ._uriel import __version__

del Harvest  # not public: uriel_spark uses _uriel.Harvest

_LATER = {"Params": "_params", "Branch": "_plan", "Plan": "_plan", "Step": "_plan", "plan": "_plan"}  # names, and the modules that have them


def __getattr__(name):
    """Imports a name at its first use."""
    if name not in _LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module = __import__(f"{__name__}.{_LATER[name]}", fromlist=[name])
    globals()[name] = getattr(module, name)
    return globals()[name]


def __dir__():
    return sorted({*globals(), *_LATER})
