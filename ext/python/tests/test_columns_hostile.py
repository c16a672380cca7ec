# SPDX-License-Identifier: MIT
"""Producers of Arrow columns that break the PyCapsule interface or the C data interface: an exception, no crash, and
everything that was handed out is released once."""
import ctypes
import errno
import gc

import pytest
import uriel_uri as uriel
from producer import ALIVE, RELEASE_ARRAY, RELEASE_SCHEMA, RELEASE_STREAM, Array, Producer, Schema, Sized, Streamer
from producer import array_of, capsule, schema_of

TEXTS = [b"http://h/", None, b"a b"]
HOSTS = ["h", None, None]


@pytest.fixture(autouse=True)
def released():
    """Every test releases what its producers made, except what a broken rule kept from uriel."""
    ALIVE.clear()
    yield
    gc.collect()
    assert not ALIVE


def make():
    return Producer(schema_of(), array_of(TEXTS))


def refuse(*things):
    """Forgets what uriel does not take."""
    for thing in things:
        ALIVE.pop(thing.private_data, None)


def test_good():
    made = uriel.host(make())
    assert not ALIVE
    assert made.to_pylist() == HOSTS
    made = uriel.host(Sized(schema_of(), [array_of(TEXTS), array_of([]), array_of(TEXTS)]))
    assert made.to_pylist() == 2 * HOSTS
    stream = uriel.host(Streamer(schema_of(), [array_of(TEXTS), array_of([]), array_of(TEXTS)]))
    assert [column.to_pylist() for column in stream] == [HOSTS, HOSTS]
    assert uriel.host(Producer(schema_of(), array_of([]))).to_pylist() == []
    assert uriel.columns(make())[0]["path"] == "/"


def test_a_stream_that_nobody_reads():
    stream = uriel.host(Streamer(schema_of(), [array_of([b"a"])]))
    capsule_of_it = stream.__arrow_c_stream__()
    del stream, capsule_of_it
    left = list(ALIVE.values())
    assert [type(thing) for thing in left] == [Array]  # it was not handed out
    refuse(*left)


@pytest.mark.parametrize("names", [(b"arrow_array", b"arrow_array"), (b"arrow_schema", b"arrow_schema"),
                                   (b"arrow_schema", b""), (b"arrow_schema", None)])
def test_names_of_capsules(names):
    producer = Producer(schema_of(), array_of(TEXTS), names)
    with pytest.raises(ValueError, match="PyCapsule_GetPointer"):
        uriel.host(producer)
    refuse(*producer.parts)


def test_name_of_stream():
    producer = Sized(schema_of(), [], name=b"arrow_array")
    with pytest.raises(ValueError, match="PyCapsule_GetPointer"):
        uriel.host(producer)
    refuse(producer.stream, producer.schema)


@pytest.mark.parametrize("result", [None, (), (1,), (1, 2), [1, 2], "ab", 5, (None, None), (1, 2, 3)])
def test_no_capsules(result):
    class Wrong:
        def __arrow_c_array__(self, requested_schema=None):
            return result

    class WrongStream:
        def __arrow_c_stream__(self, requested_schema=None):
            return result

    for wrong in (Wrong(), WrongStream()):
        for call in (uriel.host, uriel.columns, uriel.find, lambda column: uriel.resolve("a", column)):
            with pytest.raises((TypeError, ValueError)):
                call(wrong)


@pytest.mark.parametrize("error", [KeyError("x"), MemoryError(), KeyboardInterrupt(), SystemExit(3)])
def test_exceptions(error):
    class Wrong:
        def __arrow_c_array__(self, requested_schema=None):
            raise error

    class WrongStream:
        def __arrow_c_stream__(self, requested_schema=None):
            raise error

    for wrong in (Wrong(), WrongStream()):
        with pytest.raises(type(error)) as caught:
            uriel.host(wrong)
        assert caught.value is error


def test_attributes_that_are_not_methods():
    wrong = type("Wrong", (), {"__arrow_c_array__": 3})()
    with pytest.raises(TypeError):
        uriel.host(wrong)
    with pytest.raises(TypeError):
        uriel.host(type("NoArgument", (), {"__arrow_c_array__": lambda: None})())
    with pytest.raises(TypeError):
        uriel.host(Producer)  # a class, not an object


def test_released():
    """C data interface, "Released structure": its release callback is NULL."""
    producer = make()
    uriel.host(producer)
    with pytest.raises(ValueError, match="released"):
        uriel.host(producer)
    for parts in ((schema_of(), array_of(TEXTS, release=RELEASE_ARRAY())),
                  (schema_of(release=RELEASE_SCHEMA()), array_of(TEXTS))):
        with pytest.raises(ValueError, match="released"):
            uriel.columns(Producer(*parts), ["host", "site"])
        refuse(*parts)
    producer = Sized(schema_of(), [], release=RELEASE_STREAM())
    with pytest.raises(ValueError, match="released"):
        uriel.host(producer)
    refuse(producer.stream, producer.schema)


@pytest.mark.parametrize("format", [b"", b"i", b"+l", b"+s", b"+", b"tdD", b"w:5", b"uu", b"vux", b"\xff", None])
def test_formats(format):
    with pytest.raises((TypeError, ValueError)):
        uriel.host(Producer(schema_of(format=format), array_of(TEXTS)))
    with pytest.raises((TypeError, ValueError)):
        uriel.columns(Sized(schema_of(format=format), []))


@pytest.mark.parametrize("members", [
    {"length": -1}, {"length": -(1 << 63)}, {"offset": -1}, {"offset": (1 << 63) - 1}, {"n_buffers": -1},
    {"n_buffers": 2}, {"n_buffers": 0}, {"n_buffers": 1 << 62}, {"n_children": -1},
    {"length": (1 << 63) - 1, "offset": 1}, {"length": 1 << 62, "offset": 1 << 62}])
def test_numbers(members):
    with pytest.raises((ValueError, OverflowError, MemoryError)):
        uriel.host(Producer(schema_of(), array_of(TEXTS, **members)))


@pytest.mark.parametrize("missing", [1, 2, None])
def test_missing_buffers(missing):
    array = array_of(TEXTS)
    if missing is None:
        array.buffers = None
    else:
        array.list[missing] = None
    with pytest.raises(ValueError):
        uriel.host(Producer(schema_of(), array))


def test_null_count_without_bitmap():
    """Whether a wrong count of nulls is refused or ignored, nothing is read from a missing bitmap."""
    for count in (1, -1, 5, -(1 << 63)):
        try:
            assert uriel.host(Producer(schema_of(), array_of(TEXTS, null_count=count))).to_pylist() == HOSTS
        except ValueError:
            pass


def offsets(*numbers):
    return ctypes.create_string_buffer(b"".join((number & 0xFFFFFFFF).to_bytes(4, "little") for number in numbers))


@pytest.mark.parametrize("ends", [(0, 9, 3, 5), (0, -1, 5, 5), (5, 4, 3, 5), (-9, 0, 5, 5)])
def test_offsets_out_of_order(ends):
    """uriel_arrow.h: such rows cannot be read."""
    try:
        made = uriel.host(Producer(schema_of(), array_of([None] * 3, buffers=[None, offsets(*ends), offsets(0, 0, 0)])))
    except ValueError:
        return
    assert made.to_pylist() == [None] * 3 or len(made) == 3


def test_structs():
    """A table must have the children that it counts."""
    def table(schemas, arrays, **members):
        return Producer(schema_of(schemas, format=b"+s"), array_of(TEXTS, arrays, [None], **members))

    def texts():
        child = array_of(TEXTS)
        refuse(child)  # its parent owns it
        child.release = RELEASE_ARRAY(lambda array: None)
        child.private_data = None
        return child

    def schema(**members):
        child = schema_of(**members)
        refuse(child)
        child.release = RELEASE_SCHEMA(lambda schema: None)
        return child

    assert uriel.host(table([schema()], [texts()]))[0] == {"host": "h"}
    for schemas, arrays, members in (
            ([], [], {}), ([schema()], [], {}), ([None], [texts()], {}), ([schema()], [None], {}),
            ([schema(), schema()], [texts(), texts()], {}), ([schema()], [texts(), texts()], {}),
            ([schema(format=b"i")], [texts()], {}), ([schema()], [texts()], {"length": 4}),
            ([schema()], [texts()], {"n_children": 1 << 62}),
            ([schema()], [texts()], {"offset": 1})):
        with pytest.raises((TypeError, ValueError)):
            uriel.host(table(schemas, arrays, **members))
    without = table([schema()], [texts()])
    without.parts[1].children = None
    with pytest.raises(ValueError):
        uriel.host(without)


@pytest.mark.parametrize("kind", [Sized, Streamer])
def test_failing_streams(kind):
    """C stream interface: get_next returns an errno, and get_last_error the message."""
    def read(stream):
        return [column.to_pylist() for column in uriel.host(stream)] if kind is Streamer else uriel.host(stream).to_pylist()

    for number, message, class_ in ((errno.EIO, b"the disk burns", OSError), (errno.EINVAL, b"the disk burns", ValueError),
                                    (errno.ENOMEM, b"the disk burns", MemoryError)):
        with pytest.raises(class_, match="the disk burns"):
            read(kind(schema_of(), [array_of(TEXTS), (number, message)]))
    with pytest.raises(OSError) as caught:
        read(kind(schema_of(), [(errno.EIO, b"\xff" * 5000)]))
    assert caught.value.errno == errno.EIO and "\ufffd" * 200 in str(caught.value)
    for message in (b"", None):
        with pytest.raises(OSError):
            read(kind(schema_of(), [(-7, message)]))
    with pytest.raises(ValueError, match="negative"):
        read(kind(schema_of(), [array_of(TEXTS), array_of(TEXTS, length=-1)]))
    with pytest.raises(OSError, match="no schema today"):
        uriel.host(kind((errno.EIO, b"no schema today"), []))
    with pytest.raises(ValueError, match="schema was released"):
        uriel.host(kind(Schema(), []))


def test_missing_callbacks():
    from producer import GET_NEXT, GET_SCHEMA, LAST_ERROR
    for members in ({"get_schema": GET_SCHEMA()}, {"get_next": GET_NEXT()}):
        producer = Sized(schema_of(), [], **members)
        with pytest.raises(ValueError):
            uriel.host(producer)
        refuse(producer.stream, producer.schema)
    with pytest.raises(OSError, match="failed"):
        uriel.host(Sized(schema_of(), [(errno.EIO, b"x")], get_last_error=LAST_ERROR()))


def test_several_columns():
    """What was read before a failure is released."""
    with pytest.raises(ValueError, match="lengths"):
        uriel.resolve(make(), Producer(schema_of(), array_of(TEXTS[:1])))
    with pytest.raises(TypeError):
        uriel.resolve(make(), type("Wrong", (), {"__arrow_c_array__": lambda self: 3})())
    with pytest.raises(ValueError, match="level"):
        uriel.normalize(make(), "x")


def test_a_stream_that_reads_itself():
    """__next__ of a stream cannot be called while it runs."""
    class Again(Streamer):
        def get_next(self, stream, out):
            with pytest.raises(ValueError, match="another thread"):
                next(self.result)
            with pytest.raises(ValueError, match="another thread"):
                self.result.__arrow_c_stream__()
            self.done = True
            return super().get_next(stream, out)

    producer = Again(schema_of(), [array_of(TEXTS)])
    producer.result = uriel.host(producer)
    assert [column.to_pylist() for column in producer.result] == [HOSTS]
    assert producer.done
    del producer.result


def test_requested_schema():
    """PyCapsule interface: a producer may ignore the requested schema."""
    made = uriel.host(make())
    for request in (None, capsule(schema_of(format=b"U"), b"arrow_schema"), 5):
        assert len(made.__arrow_c_array__(request)) == len(made.__arrow_c_array__(requested_schema=request)) == 2
        made.__arrow_c_stream__(requested_schema=request)
    refuse(*list(ALIVE.values()))
    with pytest.raises(TypeError):
        made.__arrow_c_array__(1, 2)
    with pytest.raises(TypeError):
        made.__arrow_c_stream__(other=1)


def test_results_outlive_everything():
    made = uriel.host(make())
    again = uriel.host(uriel.resolve(made, "http://x/"))
    pair = made.__arrow_c_array__()
    del made
    gc.collect()

    class Pair:
        def __arrow_c_array__(self, requested_schema=None):
            return pair

    assert uriel.resolve(Pair(), "http://x/")[0] == "http://x/h"
    assert again.to_pylist() == ["x", None, None]
    with pytest.raises(ValueError, match="released"):
        uriel.host(Pair())


def test_columns_cannot_be_made():
    for class_ in (uriel.Column, uriel.ColumnStream):
        with pytest.raises(TypeError):
            class_()
        with pytest.raises(TypeError):
            type("Sub", (class_,), {})


class Unsized:
    """A stream without a length."""

    __slots__ = ("__arrow_c_stream__",)


def test_no_memory():
    """Each allocation of Python fails once: an exception, or none if another protocol is found instead."""
    testcapi = pytest.importorskip("_testcapi")
    column = uriel.resolve(Sized(schema_of(), [array_of([b"http://h/?a=1&b"]), array_of(TEXTS)]), "http://x/")
    unsized = Unsized()
    unsized.__arrow_c_stream__ = column.__arrow_c_stream__
    for call in (lambda: uriel.host(column), lambda: uriel.params(column).to_pylist(), lambda: list(uriel.columns(column)),
                 lambda: list(uriel.params(unsized)), lambda: uriel.host(unsized).__arrow_c_stream__(),
                 lambda: uriel.resolve(column, column), lambda: repr(column), lambda: uriel.columns(column, ["host", "key"]), column.__arrow_c_array__, column.__arrow_c_stream__,
                 column.__arrow_c_schema__, lambda: uriel.normalize(column, "no-such-level")):
        failures = 0
        for at in range(100):
            testcapi.set_nomemory(at, at + 1)
            try:
                call()
            except SystemError:
                raise
            except Exception:
                failures += 1
            finally:
                testcapi.remove_mem_hooks()
        assert failures > 0
