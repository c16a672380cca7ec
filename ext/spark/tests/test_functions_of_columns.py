# SPDX-License-Identifier: MIT
"""The column functions: their arguments, types and errors, in Python and in SQL."""
import inspect
import re

import pytest
import uriel_spark
import uriel_uri
from pyspark.errors import AnalysisException, PythonException
from pyspark.sql import functions as F
from uriel_spark import functions as U

URLS = ["http://www.example.co.uk/a/b?x=1&y", "http://h/[", None, "see http://h/ and http://i/."]
SPEC = 'spec must be "rfc3986", "url-1993", '


@pytest.fixture(scope="module")
def frame(local):
    uriel_spark.register(local)
    made = local.createDataFrame([(number, url, "../c") for number, url in enumerate(URLS)], "id int, url string, href string")
    made.createOrReplaceTempView("crawl")
    return made


def values(frame):
    rows = [row[0] for row in sorted(frame.collect(), key=lambda row: row[-1])]
    return [row.asDict() if hasattr(row, "asDict") else row for row in rows]


def refusal(frame):
    """The message with which a query fails, without PySpark's heading."""
    with pytest.raises(PythonException) as caught:
        frame.collect()
    assert "Traceback" not in str(caught.value)
    return re.search(r"^\w+Error: .*", str(caught.value), re.M)[0]


def test_every_function_is_there():
    names = {function["name"] for function in uriel_uri.functions()}
    assert set(U.__all__) == {*names, "parse", "register"}
    assert str(inspect.signature(U.resolve)) == "(u, base, spec='rfc3986')"
    assert U.host.__doc__ == "Returns the host, as written, with the brackets of an IP literal."


def test_types(frame):
    assert frame.select(U.host("url"), U.port("url"), U.valid("url"), U.param_all("url", "x"), U.params("url")).schema.simpleString() == \
        "struct<uriel_host(url):string,uriel_port(url):bigint,uriel_valid(url):boolean,uriel_param_all(url):array<string>," \
        "uriel_params(url):array<struct<name:string,value:string>>>"


def test_columns_and_constants(frame):
    assert values(frame.select(U.host("url"), "id")) == ["www.example.co.uk", None, None, None]
    assert values(frame.select(U.host(F.col("url"), "lenient"), "id"))[1] == "h"
    assert values(frame.select(U.resolve("href", base="http://a/b/d/e"), "id")) == ["http://a/b/c"] * 4
    assert values(frame.select(U.resolve("href", F.col("url")), "id")) == ["http://www.example.co.uk/c", None, None, None]
    assert values(frame.select(U.segment(spec="lenient", n=F.col("id") + 1, u="url"), "id"))[:2] == ["a", None]
    assert values(frame.select(U.edit("url", ["query.y=2", "-path"]), "id"))[0] == "http://www.example.co.uk?x=1&y=2"
    assert values(frame.select(U.edit("url", F.array(F.concat(F.lit("path=/"), F.col("id").cast("string")))), "id"))[0] == "http://www.example.co.uk/0?x=1&y"
    assert values(frame.select(U.host(F.col("url").cast("binary")), "id"))[0] == "www.example.co.uk"


def test_parse(frame):
    """A struct, null if the text is not a reference. Under lenient, the fields are the repaired text's."""
    parsed = values(frame.select(U.parse("url"), "id"))
    assert parsed[0] == {"scheme": "http", "userinfo": None, "host": "www.example.co.uk", "port": None, "path": "/a/b", "query": "x=1&y",
                         "fragment": None}
    assert parsed[1:] == [None, None, None]
    assert values(frame.select(U.parse("url", spec="lenient"), "id"))[1]["path"] == "/%5B"
    assert values(frame.select(U.parse("url", ["site", "depth"]), "id"))[0] == {"site": "example.co.uk", "depth": 2}


def test_wrong_constants_are_errors_of_the_driver():
    for wrong in (lambda: U.host("url", "rfc"), lambda: U.host("url", spec="rfc"), lambda: U.resolve("url", F.col("b"), spec="rfc"),
                  lambda: U.edit("url", F.col("changes"), "rfc"), lambda: U.parse("url", spec="rfc")):
        with pytest.raises(ValueError, match=SPEC):
            wrong()
    for wrong, why in ((U.host, "missing a required argument: 'u'"), (lambda: U.host("url", n=1), "unexpected keyword argument 'n'"),
                       (lambda: U.host(b"url"), "u has to be a Column or the name of a column, not bytes")):
        with pytest.raises(TypeError, match=f"^host: .*{re.escape(why)}"):
            wrong()
    with pytest.raises(ValueError, match="regex must be a POSIX extended"):
        U.matches("url", "(")


def test_wrong_column(frame):
    assert refusal(frame.select(U.host("id"))).startswith("TypeError: uriel_host: the texts are not utf8 or binary")
    assert values(frame.select(U.host("url", F.col("href")), "id")) == [None] * 4


def test_sql(local, frame):
    """Optional and named arguments."""
    row = local.sql("SELECT uriel_host(url), uriel_key(url, 1), uriel_resolve(base => url, u => '../d', spec => 'iri'), "
                    "uriel_edit(url, array('-query')), uriel_parse(url).path, uriel_segment(url, id + 2) FROM crawl WHERE id = 0").collect()[0]
    assert list(row) == ["www.example.co.uk", uriel_uri.key(URLS[0]), "http://www.example.co.uk/d", "http://www.example.co.uk/a/b", "/a/b", "b"]


def test_sql_refuses(local, frame):
    """A wrong constant, or a name that is not an argument's."""
    assert refusal(local.sql("SELECT uriel_host(url, 'rfc') FROM crawl")).startswith(f"ValueError: uriel_host: {SPEC}")
    assert refusal(local.sql("SELECT uriel_parse(url, 'rfc') FROM crawl")).startswith(f"ValueError: uriel_parse: {SPEC}")
    assert refusal(local.sql("SELECT id FROM crawl WHERE uriel_matches(url, '(')")).startswith("ValueError: uriel_matches: regex must be ")
    assert refusal(local.sql("SELECT uriel_host(url, n => 1) FROM crawl")) == "TypeError: uriel_host: got an unexpected keyword argument 'n'"
    assert refusal(local.sql("SELECT uriel_resolve(url) FROM crawl")) == "TypeError: uriel_resolve: missing a required argument: 'base'"


def test_table_functions(local, frame):
    """find and links for LATERAL: a row for each element of each row's list; positions of bytes."""
    found = local.sql("SELECT id, f.* FROM crawl, LATERAL uriel_find(url) AS f ORDER BY id, offset")
    assert found.columns == ["id", "reference", "offset", "length", "kind"]
    assert [tuple(row) for row in found.collect()] == [
        (number, *each) for number, url in enumerate(URLS) if url for each in uriel_uri.find(url)]
    page = '<base href="/x/"><a href=y>'
    for arguments in (f"'{page}', 'http://h/', 'whatwg'", f"base => 'http://h/', html => '{page}'", f"CAST('{page}' AS BINARY), 'http://h/'"):
        assert [tuple(row) for row in local.sql(f"SELECT * FROM uriel_links({arguments})").collect()] == uriel_uri.links(page, "http://h/")
    with pytest.raises(AnalysisException, match="WRONG_NUM_ARGS"):
        local.sql("SELECT * FROM uriel_find('a', 'b')")


def test_register_again(local, frame):
    uriel_spark.register(local)
    assert local.sql("SELECT uriel_find('http://h/')[0].reference, reference FROM uriel_find('http://h/')").collect()[0][0] == "http://h/"
