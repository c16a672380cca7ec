# SPDX-License-Identifier: MIT
"""test/vectors/functions.tsv in Spark: arguments in columns, constants, and SQL. A result that is not UTF-8 is null, as in other columns."""
import pyarrow
import pytest
import uriel_spark
from pyspark.sql import functions as F
from test_columns import plain
from test_functions import ROWS, TABLE, arguments_of, call, expected, text_of
from uriel_spark import functions as U

KINDS = {"integer": pyarrow.int64(), "list": pyarrow.list_(pyarrow.binary())}

NAMES = ["first", "second", "third", "fourth"]
PARTS = 6  # queries with many columns


def groups():
    """The rows of the table by the kinds of their arguments."""
    made = {}
    for function, rows in ROWS.items():
        for line, arguments, result in rows:
            kinds = tuple(each["kind"].replace("reference", "text") for each in TABLE[function]["arguments"][:len(arguments)])
            made.setdefault(kinds, []).append((line, function, arguments, result))
    return made


GROUPS = groups()


def wanted(function, arguments, result):
    """The result of a row, as Arrow has it."""
    value = expected(function, result, arguments[0], bytes)
    if value is None or value is result and value.startswith(b"error: "):
        return None
    return plain(text_of(value) if isinstance(value, bytes) else value)


def found(value):
    """A value of Spark in the form of wanted()."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        return [tuple(each.values()) if isinstance(each, dict) else (each,) for each in value]
    return None if value is None else str(value)


def frame_of(spark, rows):
    """A frame with a column for each argument, and the line of each row."""
    function, arguments = rows[0][1], zip(*(arguments_of(function, arguments, bytes) for _, function, arguments, _ in rows))
    kinds = [KINDS.get(each["kind"], pyarrow.binary()) for each in TABLE[function]["arguments"]]
    columns = {name: pyarrow.array(values, kind) for name, values, kind in zip(NAMES, arguments, kinds)}
    return spark.createDataFrame(pyarrow.table({"line": [line for line, *_ in rows], **columns}))


def check(frame, columns, rows):
    """Compares each row with the column of the same key."""
    table = {row["line"]: row for row in frame.select("line", *(column.alias(name) for name, column in columns.items())).toArrow().to_pylist()}
    for line, function, arguments, result, key in rows:
        assert found(table[line][key]) == wanted(function, arguments, result), (line, function)


@pytest.mark.parametrize("kinds", GROUPS, ids=" ".join)
def test_columns(local, kinds):
    """Every argument is a column. The result of a wrong argument is null. Functions with the same kinds of arguments share a query."""
    rows, names = GROUPS[kinds], NAMES[:len(kinds)]
    columns = {function: getattr(U, function)(*map(F.col, names)) for _, function, _, _ in rows}
    check(frame_of(local, rows), columns, [(*row, row[1]) for row in rows])


@pytest.mark.parametrize("kinds", GROUPS, ids=" ".join)
def test_sql(local, kinds):
    rows, names = GROUPS[kinds], NAMES[:len(kinds)]
    uriel_spark.register(local)
    columns = {function: F.expr(f"uriel_{function}({', '.join(names)})") for _, function, _, _ in rows}
    check(frame_of(local, rows), columns, [(*row, row[1]) for row in rows])


@pytest.mark.parametrize("part", range(PARTS))
def test_constants(local, part):
    """Arguments except the first are constants. A wrong one is an error of the driver."""
    columns, rows = {}, []
    for function in list(ROWS)[part::PARTS]:
        for line, arguments, result in ROWS[function]:
            key = " ".join(map(str, (function, *arguments[1:])))
            if key not in columns:
                columns[key] = call(getattr(U, function), ["first", *arguments_of(function, arguments, bytes)[1:]])
            if isinstance(columns[key], str):
                assert columns[key] == text_of(result), line
            else:
                rows.append((line, function, arguments, result, key))
    frame = frame_of(local, [(line, function, arguments[:1], result) for line, function, arguments, result, _ in rows])
    check(frame, {key: column for key, column in columns.items() if not isinstance(column, str)}, rows)
