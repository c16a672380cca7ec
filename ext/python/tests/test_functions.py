# SPDX-License-Identifier: MIT
"""test/vectors/functions.tsv through the module's functions, and through attributes and methods of Reference."""
import inspect

import pytest
import uriel_uri as uriel
import vectors

ROWS = {}
for line, function, *arguments, result, why in vectors.read("functions"):
    ROWS.setdefault(function.decode(), []).append((line, [a for a in arguments if a != b"-"], result))

TABLE = {function["name"]: function for function in uriel.functions()}


def text_of(value):
    """Returns a str of bytes, as results have it (PEP 383)."""
    return None if value is None else value.decode("utf-8", "surrogateescape")


def arguments_of(function, arguments, kind):
    made = []
    for argument, parameter in zip(arguments, TABLE[function]["arguments"]):
        if argument is None:
            made.append(None)
        elif parameter["kind"] == "integer":
            made.append(int(argument))
        elif parameter["kind"] == "list":
            made.append([kind(change) for change in argument.split(b"\x1e")[:-1]])
        else:
            made.append(kind(argument))
    return made


def index_of(text, offset, kind):
    """Returns the index in a str of a position in its UTF-8."""
    return offset if kind is bytes else len(text_of(text[:offset]))


def written(value):
    """Returns a result in the form that expected() has."""
    if isinstance(value, bool):
        return b"true" if value else b"false"
    if value is None:
        return None
    if isinstance(value, list):
        return [tuple(element) if isinstance(element, tuple) else (element,) for element in value]
    return str(value).encode("utf-8", "surrogateescape")


def expected(function, result, text, kind):
    """Returns the result of a row in the form of written()."""
    if result is None or result.startswith(b"error: "):
        return result
    if TABLE[function]["result"] == "list":
        return [expected_element(function, fields, text, kind) for fields in vectors.elements(result)]
    if function == "error_offset":
        return str(index_of(text, int(result), kind)).encode()
    return result


def expected_element(function, fields, text, kind):
    if function == "find":
        reference, offset, length, name = fields
        begin = index_of(text, int(offset), kind)
        return (text_of(reference), begin, index_of(text, int(offset) + int(length), kind) - begin, text_of(name))
    if function == "links":
        return (*map(text_of, fields[:4]), index_of(text, int(fields[4]), kind))
    if function == "lineage":
        return (text_of(fields[0]), fields[1] == b"true", text_of(fields[2]))
    return tuple(map(text_of, fields))


def call(called, arguments):
    """Returns the result, or the text of the ValueError as the table has it."""
    try:
        return called(*arguments)
    except ValueError as error:
        return f"error: {error}"


@pytest.mark.parametrize("kind", [bytes, text_of], ids=["bytes", "str"])
@pytest.mark.parametrize("function", ROWS)
def test_function(function, kind):
    for line, arguments, result in ROWS[function]:
        given = arguments_of(function, arguments, kind)
        value = call(getattr(uriel, function), given)
        assert written(value) == expected(function, result, arguments[0], kind), line


@pytest.mark.parametrize("function", ROWS)
def test_keywords(function):
    """The arguments by name, in any order."""
    names = [parameter["name"] for parameter in TABLE[function]["arguments"]]
    for line, arguments, result in ROWS[function]:
        given = arguments_of(function, arguments, bytes)
        value = call(lambda: getattr(uriel, function)(**dict(reversed(list(zip(names, given))))), [])
        assert written(value) == expected(function, result, arguments[0], bytes), line


@pytest.mark.parametrize("function", ROWS)
def test_reference(function):
    """The rows whose first argument is a valid reference, without a document as the last argument."""
    names = [parameter["name"] for parameter in TABLE[function]["arguments"]]
    tried = 0
    for line, arguments, result in ROWS[function]:
        if arguments[0] is None or (len(arguments) == len(names) and names[-1] == "spec"):
            continue
        try:
            reference = uriel.parse(arguments[0])
        except uriel.Error:
            continue
        tried += 1
        given = arguments_of(function, arguments, text_of)
        attribute = getattr(uriel.Reference, function)
        if function == "params":
            value, result = list(reference.params.items()), result or b""
        elif inspect.isgetsetdescriptor(attribute):
            value = getattr(reference, function)
        else:
            value = call(getattr(reference, function), given[1:])
        assert written(value) == expected(function, result, arguments[0], text_of), line
    assert tried > 0 or function in {"find", "links"}, "no row tried"


def test_every_function_has_rows():
    assert set(ROWS) == set(TABLE)
