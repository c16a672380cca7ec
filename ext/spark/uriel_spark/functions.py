# SPDX-License-Identifier: MIT
"""The functions of the vocabulary over columns of Spark: `from uriel_spark import functions as U`.

>>> frame.select(U.host("url"), U.resolve("href", base="http://a.example/"))

The first argument is a Column or the name of a column. Each other argument is a constant, or a Column. The functions are the ones of
uriel_uri.functions().
"""
import pyarrow as _pyarrow
import uriel_uri as _uriel
from pyspark.sql import Column as _Column
from pyspark.sql import functions as _functions
from pyspark.sql import types as _types

from ._worker import on_worker as _on_worker, signature_of as _signature_of

_VOCABULARY = {function["name"]: function for function in _uriel.functions()}
_TYPES = {"bool": _types.BooleanType(), "integer": _types.LongType(), "text": _types.StringType()}
_SAMPLES = {"integer": _pyarrow.array([], _pyarrow.int64()), "list": [], "text": _pyarrow.array([], _pyarrow.string())}
_COMPONENTS = ["scheme", "userinfo", "host", "port", "path", "query", "fragment"]
_TABLES = ("find", "links")  # also table functions in SQL
_PREFIX = "uriel_"


def _type_of(function):
    """The type of Spark for a function's result."""
    if function["result"] != "list":
        return _TYPES[function["result"]]
    fields = [_types.StructField(field["name"], _TYPES[field["kind"]]) for field in function["fields"]]
    return _types.ArrayType(fields[0].dataType if len(fields) == 1 else _types.StructType(fields))


def _column_of(name, argument, value):
    if isinstance(value, str):
        return _functions.col(value)
    if isinstance(value, _Column):
        return value
    raise TypeError(f"{name}: {argument} has to be a Column or the name of a column, not {type(value).__name__}")


def _made(function):
    """Returns the column function for a function of the vocabulary."""
    name, signature = function["name"], _signature_of(function["name"])
    sample = {each["name"]: _SAMPLES.get(each["kind"], _SAMPLES["text"]) for each in function["arguments"]}
    def made(*arguments, **named):
        try:
            values = signature.bind(*arguments, **named).arguments
        except TypeError as error:
            raise TypeError(f"{name}: {error}") from None
        first = next(iter(signature.parameters))
        columns = {first: _column_of(name, first, values.pop(first))}
        columns |= {each: value for each, value in values.items() if isinstance(value, _Column)}
        constants = {each: value for each, value in values.items() if each not in columns}
        getattr(_uriel, name)(sample[first], **{each: constants.get(each, sample[each]) for each in values})  # raises for wrong constants
        udf = _functions.arrow_udf(_named(name, _on_worker("_worker", "compute", name, tuple(columns), constants)), _type_of(function))
        return udf(*columns.values())
    made.__name__ = made.__qualname__ = name
    made.__doc__ = f'Returns {function["sentence"]}.'
    made.__signature__ = signature
    made.__module__ = __name__
    return made


def _named(name, function):
    """Names a function for plans and errors."""
    function.__name__ = _PREFIX + name
    return function


def parse(u, names=_COMPONENTS, spec="rfc3986"):
    """Returns a struct with a field for each function that is named, by default the components; null if all are undefined."""
    names = list(names)
    _uriel.columns(_pyarrow.array([], _pyarrow.string()), names, spec=spec)  # raises for wrong constants
    udf = _functions.arrow_udf(_named("parse", _on_worker("_worker", "parse", names, spec)), _type_of_parse(names))
    return udf(_column_of("parse", "u", u))


def _type_of_parse(names):
    return _types.StructType([_types.StructField(name, _type_of(_VOCABULARY[name])) for name in names])


def register(spark):
    """Makes each function a temporary SQL function of a session, uriel_host and so on, with optional and named arguments. uriel_find and
    uriel_links are table functions, too."""
    for name, function in _VOCABULARY.items():
        udf = _functions.arrow_udf(_named(name, _on_worker("_worker", "compute_sql", name)), _type_of(function))
        if name in _TABLES:
            _register_table(spark, function, udf)
        spark.udf.register(_PREFIX + name, udf)
    spark.udf.register(_PREFIX + "parse", _functions.arrow_udf(_named("parse", _on_worker("_worker", "parse_sql", _COMPONENTS)), _type_of_parse(_COMPONENTS)))


def _register_table(spark, function, udf):
    """A table function that opens the list of each row, so that a whole batch is one call. A lateral join takes no Arrow UDTF. SQL does not
    replace a function of Python."""
    name = _PREFIX + function["name"]
    spark.udf.register("_" + name, udf)
    spark.sql(f"DROP TEMPORARY FUNCTION IF EXISTS {name}")
    parameters = ", ".join(f'{each["name"]} STRING' + (f''' DEFAULT '{each["default"]}\'''' if each["default"] is not None else "")
                           for each in function["arguments"])
    spark.sql(f"""CREATE OR REPLACE TEMPORARY FUNCTION {name}({parameters})
        RETURNS TABLE ({", ".join(f"{field.name} {field.dataType.simpleString()}" for field in _type_of(function).elementType)})
        RETURN SELECT * FROM inline(_{name}({", ".join(each["name"] for each in function["arguments"])}))""")


globals().update({name: _made(function) for name, function in _VOCABULARY.items()})
__all__ = [*_VOCABULARY, "parse", "register"]
