# SPDX-License-Identifier: MIT
"""Pseudo-terminals, for tests of output on a terminal."""
import os
import pty
import select
import unittest

TIMEOUT = 60


def open_terminal():
    """Both sides of a new terminal. Skips the test on a system without them, as a root without /dev/pts."""
    try:
        return pty.openpty()
    except OSError as error:
        raise unittest.SkipTest(f"no pseudo-terminal: {error}") from error


def read_terminal(master):
    """All output to a terminal until its other side is closed, which Linux reports as an error."""
    shown = b""
    while select.select([master], [], [], TIMEOUT)[0]:
        try:
            piece = os.read(master, 65536)
        except OSError:
            break
        if not piece:
            break
        shown += piece
    return shown
