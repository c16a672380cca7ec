# SPDX-License-Identifier: MIT
"""Code that runs in the Python of Spark's workers."""
import contextlib
import functools
import inspect
import os


def on_worker(module, function, *bound):
    """Returns a function that calls uriel_spark.MODULE.FUNCTION on a worker, with these arguments first. It is pickled by value and
    names nothing of a package, so that a worker without the package can say so."""
    def call(*arguments, **named):
        import importlib
        try:
            called = getattr(importlib.import_module(f"uriel_spark.{module}"), function)
        except (AttributeError, ImportError) as error:
            import os
            import sys
            os.environ["SPARK_HIDE_TRACEBACK"] = "1"
            raise RuntimeError(f"a worker's Python, {sys.executable}, lacks the package uriel-uri of the driver ({error}): install it there, or "
                               "set PYSPARK_PYTHON to a Python that has it") from None
        return called(*bound, *arguments, **named)
    return call


@functools.cache
def signature_of(name):
    """The parameters of a function of the vocabulary, with their defaults."""
    import uriel_uri
    function = next(each for each in uriel_uri.functions() if each["name"] == name)
    return inspect.Signature([
        inspect.Parameter(each["name"], inspect.Parameter.POSITIONAL_OR_KEYWORD, default=_default_of(each)) for each in function["arguments"]])


def _default_of(parameter):
    if parameter["default"] is None:
        return inspect.Parameter.empty
    return int(parameter["default"]) if parameter["kind"] == "integer" else parameter["default"]


def compute(name, given, constants, *columns):
    """Returns a batch of the result: `given` are the names of the arguments that are columns."""
    with _refusing(name):
        return _call(name, {**dict(zip(given, columns)), **constants})


def compute_sql(name, *columns, **named):
    """Returns a batch of the result, as SQL calls the function: an argument with one value in all rows is a constant, and an error if it
    is wrong."""
    with _refusing(name):
        first, *others = signature_of(name).bind(*columns, **named).arguments.items()
        return _call(name, dict([first, *((argument, _constant_of(column)) for argument, column in others)]))


def parse(names, spec, column):
    """Returns a batch of structs with a field for each function that is named."""
    import pyarrow
    import pyarrow.compute
    import uriel_uri
    with _refusing("parse"):
        table = pyarrow.array(uriel_uri.columns(column, names, spec=spec))
    fields = table.flatten()
    undefined = functools.reduce(pyarrow.compute.and_, map(pyarrow.compute.is_null, fields))
    return pyarrow.StructArray.from_arrays(fields, fields=list(table.type), mask=undefined)


def parse_sql(names, u, spec=None):
    return parse(names, "rfc3986" if spec is None else _constant_of(spec), u)


@contextlib.contextmanager
def _refusing(name):
    """Fails the query with the message of a wrong argument, without a traceback, which PySpark hides for this variable."""
    try:
        yield
    except (TypeError, ValueError) as error:
        os.environ["SPARK_HIDE_TRACEBACK"] = "1"
        raise type(error)(f"uriel_{name}: {error}") from None


def _constant_of(column):
    """Returns the value of all rows, or the column if they differ or are null."""
    import pyarrow
    import pyarrow.compute
    if not len(column) or column.null_count:
        return column
    first = column[0]
    if isinstance(column, pyarrow.ListArray):
        same = all(each == first for each in column)
    else:
        same = pyarrow.compute.all(pyarrow.compute.equal(column, first)).as_py()
    return first.as_py() if same else column


def _call(name, arguments):
    import pyarrow
    import uriel_uri
    for argument, value in arguments.items():
        if isinstance(value, pyarrow.ListArray):
            return _call_for_each(name, arguments, argument)
    first, *others = arguments.items()
    return pyarrow.array(getattr(uriel_uri, name)(first[1], **dict(others)))


def _call_for_each(name, arguments, argument):
    """Calls a function for the rows of each value of an argument that cannot be a column, a list. The result of a wrong value is null."""
    import pyarrow
    rows = {}
    for row, value in enumerate(arguments[argument].to_pylist()):
        rows.setdefault(None if value is None else tuple(value), []).append(row)
    parts = []
    for value, numbers in rows.items():
        chosen = {other: column.take(pyarrow.array(numbers)) if isinstance(column, pyarrow.Array) else column
                  for other, column in arguments.items()}
        part = pyarrow.nulls(len(numbers))
        if value is not None:
            with contextlib.suppress(ValueError):
                part = _call(name, {**chosen, argument: list(value)})
        parts.append(part)
    order = [row for numbers in rows.values() for row in numbers]
    return pyarrow.concat_arrays([part.cast(pyarrow.large_string()) for part in parts]).take(pyarrow.array(sorted(range(len(order)), key=order.__getitem__)))
