#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""test_symbols.py ROOT LIBURIEL [LIBURIEL_ARROW]: every function of the headers can be called by its symbol, as ctypes, cffi and
LuaJIT do, including functions that are inline in C."""
import ctypes
import pathlib
import sys

ROOT = pathlib.Path(sys.argv[1])
sys.dont_write_bytecode = True
sys.path.insert(0, str(ROOT / "tools"))
import headers


class Text(ctypes.Structure):
    _fields_ = [("ptr", ctypes.c_void_p), ("len", ctypes.c_size_t)]

    def bytes(self):
        return ctypes.string_at(self.ptr, self.len) if self.ptr else None


class Ref(ctypes.Structure):
    _fields_ = [("text", ctypes.c_char_p)] + [
        (name, ctypes.c_uint32)
        for name in "length scheme_end host_begin host_end path_begin path_end query_end flags".split()
    ]


class ByteSet(ctypes.Structure):
    _fields_ = [("name", ctypes.c_char_p), ("section", ctypes.c_char_p), ("bits", ctypes.c_uint32 * 4)]


def missing(library, header):
    declared = headers.functions_of(header.read_text())
    assert declared, header
    return [f"{header.name}: {name}" for name in declared if not hasattr(library, name)]


def call(library):
    """Calls the inline functions, and formerly inline functions."""
    text, ref = b"http://[::1]:80/a?b#c", Ref()
    library.uriel_parse.argtypes = [ctypes.POINTER(Ref), ctypes.c_char_p, ctypes.c_size_t, ctypes.c_void_p]
    assert library.uriel_parse(ref, text, len(text), None) & 1
    expected = {"scheme": b"http", "authority": b"[::1]:80", "userinfo": None, "host": b"[::1]", "port": b"80",
                "path": b"/a", "query": b"b", "fragment": b"c"}
    for name, value in expected.items():
        function = getattr(library, f"uriel_{name}")
        function.restype = Text
        assert function(ctypes.byref(ref)).bytes() == value, name
    assert library.uriel_spec_of(ctypes.byref(ref)) == 0
    assert library.uriel_host_kind_of(ctypes.byref(ref)) == 3
    library.uriel_text_of.restype = Text
    assert library.uriel_text_of(b"abc").bytes() == b"abc"
    digits = ByteSet(b"digits", b"", (ctypes.c_uint32 * 4)(0, 0x3FF0000, 0, 0))
    library.uriel_byte_set_has.restype = ctypes.c_bool
    library.uriel_byte_set_has.argtypes = [ctypes.POINTER(ByteSet), ctypes.c_ubyte]
    assert library.uriel_byte_set_has(digits, ord("7")) and not library.uriel_byte_set_has(digits, ord("a"))


def main():
    core = ctypes.CDLL(sys.argv[2])
    arrow = ctypes.CDLL(sys.argv[3]) if len(sys.argv) > 3 else None
    lost = []
    for header in headers.headers_of(ROOT):
        library = arrow if header.name == "uriel_arrow.h" else core
        lost += missing(library, header) if library else []
    if lost:
        sys.exit("no symbol:\n  " + "\n  ".join(lost))
    call(core)


main()
