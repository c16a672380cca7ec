# SPDX-License-Identifier: MIT
"""Uniform Resource Identifiers: parse, check, resolve, normalise, compare, find and explain them."""

from ._uriel import *
from ._uriel import __version__
