# SPDX-License-Identifier: MIT
"""A producer of Arrow arrays and streams in ctypes, which can break any rule of the C data interface."""
import ctypes
from ctypes import CFUNCTYPE, POINTER, Structure, c_char_p, c_int, c_int64, c_void_p

ALIVE = {}


class Schema(Structure):
    pass


class Array(Structure):
    pass


class Stream(Structure):
    pass


RELEASE_SCHEMA, RELEASE_ARRAY = CFUNCTYPE(None, POINTER(Schema)), CFUNCTYPE(None, POINTER(Array))
RELEASE_STREAM = CFUNCTYPE(None, POINTER(Stream))
GET_SCHEMA, GET_NEXT = CFUNCTYPE(c_int, POINTER(Stream), POINTER(Schema)), CFUNCTYPE(c_int, POINTER(Stream), POINTER(Array))
LAST_ERROR = CFUNCTYPE(c_void_p, POINTER(Stream))
Schema._fields_ = [("format", c_char_p), ("name", c_char_p), ("metadata", c_char_p), ("flags", c_int64),
                   ("n_children", c_int64), ("children", POINTER(POINTER(Schema))), ("dictionary", POINTER(Schema)),
                   ("release", RELEASE_SCHEMA), ("private_data", c_void_p)]
Array._fields_ = [("length", c_int64), ("null_count", c_int64), ("offset", c_int64), ("n_buffers", c_int64),
                  ("n_children", c_int64), ("buffers", POINTER(c_void_p)), ("children", POINTER(POINTER(Array))),
                  ("dictionary", POINTER(Array)), ("release", RELEASE_ARRAY), ("private_data", c_void_p)]
Stream._fields_ = [("get_schema", GET_SCHEMA), ("get_next", GET_NEXT), ("get_last_error", LAST_ERROR),
                   ("release", RELEASE_STREAM), ("private_data", c_void_p)]

capsule_new = ctypes.pythonapi.PyCapsule_New
capsule_new.restype, capsule_new.argtypes = ctypes.py_object, [c_void_p, c_char_p, c_void_p]


def keep(thing, number):
    ALIVE[number] = thing
    thing.private_data = number
    return thing


@RELEASE_SCHEMA
def release_schema(schema):
    ALIVE.pop(schema[0].private_data)
    schema[0].release = RELEASE_SCHEMA()


@RELEASE_ARRAY
def release_array(array):
    ALIVE.pop(array[0].private_data)
    array[0].release = RELEASE_ARRAY()


@RELEASE_STREAM
def release_stream(stream):
    ALIVE.pop(stream[0].private_data)
    stream[0].release = RELEASE_STREAM()


NUMBERS = iter(range(1, 1 << 62))


def schema_of(children=(), **members):
    """A schema of texts, except for the members that are given."""
    made = Schema(format=b"u", name=b"url", flags=2, n_children=len(children), release=release_schema)
    for name, value in members.items():
        setattr(made, name, value)
    if children:
        made.pointers = (POINTER(Schema) * len(children))(*(child and ctypes.pointer(child) for child in children))
        made.children = made.pointers
    return keep(made, next(NUMBERS))


def array_of(texts, children=(), buffers=None, **members):
    """An array of texts, except for the members that are given."""
    ends = [0]
    for text in texts:
        ends.append(ends[-1] + len(text or b""))
    data = [None, ctypes.create_string_buffer(b"".join(end.to_bytes(4, "little") for end in ends)),
            ctypes.create_string_buffer(b"".join(text or b"" for text in texts))] if buffers is None else buffers
    made = Array(length=len(texts), n_buffers=len(data), n_children=len(children), release=release_array)
    made.kept = data
    made.list = (c_void_p * max(len(data), 1))(*(None if part is None else ctypes.addressof(part) for part in data))
    made.buffers = made.list
    if children:
        made.pointers = (POINTER(Array) * len(children))(*(child and ctypes.pointer(child) for child in children))
        made.children = made.pointers
    for name, value in members.items():
        setattr(made, name, value)
    return keep(made, next(NUMBERS))


def capsule(thing, name):
    return capsule_new(ctypes.addressof(thing), name, None)


class Producer:
    """Hands out a schema and an array, in capsules of these names."""

    def __init__(self, schema, array, names=(b"arrow_schema", b"arrow_array")):
        self.parts, self.names = (schema, array), names

    def __arrow_c_array__(self, requested_schema=None):
        assert requested_schema is None
        return tuple(map(capsule, self.parts, self.names))


class Streamer:
    """Hands out a stream of arrays; an element that is (errno, message) is a failure."""

    def __init__(self, schema, arrays, name=b"arrow_array_stream", **members):
        self.steps, self.schema, self.error, self.name = list(arrays), schema, None, name
        callbacks = {"get_schema": GET_SCHEMA(self.get_schema), "get_next": GET_NEXT(self.get_next),
                     "get_last_error": LAST_ERROR(self.get_last_error), "release": release_stream}
        self.stream = Stream(**callbacks | members)
        self.stream.callbacks = callbacks
        keep(self.stream, next(NUMBERS))

    def fail(self, step):
        self.error = None if step[1] is None else ctypes.create_string_buffer(step[1])
        return step[0]

    def get_schema(self, stream, out):
        if isinstance(self.schema, tuple):
            return self.fail(self.schema)
        ctypes.memmove(out, ctypes.byref(self.schema), ctypes.sizeof(Schema))
        return 0

    def get_next(self, stream, out):
        step = self.steps.pop(0) if self.steps else Array()
        if isinstance(step, tuple):
            return self.fail(step)
        ctypes.memmove(out, ctypes.byref(step), ctypes.sizeof(Array))
        return 0

    def get_last_error(self, stream):
        return None if self.error is None else ctypes.addressof(self.error)

    def __arrow_c_stream__(self, requested_schema=None):
        assert requested_schema is None
        return capsule(self.stream, self.name)


class Sized(Streamer):
    def __len__(self):
        return 0
