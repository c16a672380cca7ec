# SPDX-License-Identifier: MIT
"""Modules with the interfaces of other packages."""
