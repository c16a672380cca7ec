# SPDX-License-Identifier: MIT
"""Whole columns: Arrow's PyCapsule interface, with pyarrow, polars, pandas and DuckDB; and arrays of numpy."""
import signal
import subprocess
import sys
import threading
import time

import pytest
import uriel_uri as uriel
from test_functions import ROWS, arguments_of, call

TEXTS = ["http://User@Ex.org:80/a?q=1#f", None, "", "a b", "http://h/é", "//h", "mailto:a@b", "http://[::1]:8a/"] * 5
HOSTS = [uriel.host(text) for text in TEXTS]


def plain(value):
    """A result as a column has it: text that is not UTF-8 is null, and a place is the position of a byte."""
    if isinstance(value, tuple):
        return tuple(map(plain, value))
    if isinstance(value, list):
        return list(map(plain, value))
    if isinstance(value, str) and any("\udc80" <= letter <= "\udcff" for letter in value):
        return None
    return value


@pytest.mark.parametrize("layout", ["binary", "large_binary", "binary_view", "dictionary"])
@pytest.mark.parametrize("function", ROWS)
def test_vectors(function, layout):
    """Each function over a column is the function of each row, on the vectors of the vocabulary."""
    pa = pytest.importorskip("pyarrow")
    groups = {}
    for line, arguments, result in ROWS[function]:
        groups.setdefault(tuple(arguments[1:]), []).append(arguments[0])
    for rest, firsts in groups.items():
        given = arguments_of(function, [b"", *rest], bytes)[1:]
        results = [call(getattr(uriel, function), [text, *given]) for text in firsts]
        column = pa.array(firsts, pa.binary())
        column = column.dictionary_encode() if layout == "dictionary" else column.cast(getattr(pa, layout)())
        made = call(getattr(uriel, function), [column, *given])
        if isinstance(made, str):
            assert {made} == set(results), rest
        else:
            assert made.to_pylist() == plain(results), rest
            pa.array(made).validate(full=True)


@pytest.mark.parametrize("layout", ["string", "large_string", "string_view"])
def test_pyarrow(layout):
    """PyCapsule interface: an array in, an array out; rows of slices with offsets."""
    pa = pytest.importorskip("pyarrow")
    column = pa.array(TEXTS, getattr(pa, layout)())
    made = uriel.host(column)
    assert isinstance(made, uriel.Column) and repr(made) == "<uriel_uri.Column host: 40 rows>"
    assert made.to_pylist() == list(made) == HOSTS and len(made) == 40
    assert made[0] == "Ex.org" and made[-1] == HOSTS[-1]
    with pytest.raises(IndexError):
        made[40]
    array = pa.array(made)
    assert array.type == (pa.string() if layout == "string" else pa.large_string())
    assert array.to_pylist() == HOSTS
    for begin, end in ((0, 0), (3, 17), (39, 40), (8, 16)):
        assert uriel.host(column[begin:end]).to_pylist() == HOSTS[begin:end]
    assert uriel.host(uriel.resolve(column[:1], "http://x/")).to_pylist() == ["Ex.org"]


def test_kinds_of_results():
    pa = pytest.importorskip("pyarrow")
    column = pa.array(["http://h:80/?a=1&b", "a b", None])
    assert pa.array(uriel.valid(column)).equals(pa.array([True, False, None]))
    assert pa.array(uriel.port_effective(column)).type == pa.int64()
    params = uriel.params(column)
    assert params.to_pylist() == [[("a", "1"), ("b", None)], None, None]
    assert params[0][0].name == "a"
    assert pa.array(params).to_pylist()[0] == [{"name": "a", "value": "1"}, {"name": "b", "value": None}]


def test_chunks():
    """A stream with a length is computed at once; its result can be read more than once, also as one array."""
    pa = pytest.importorskip("pyarrow")
    column = pa.chunked_array([TEXTS[:3], [], TEXTS[3:4], TEXTS[4:]], pa.string())
    for function, name in ((uriel.host, "host"), (uriel.valid, "valid"), (uriel.params, "params"),
                           (uriel.depth, "depth"), (uriel.columns, "columns")):
        made = function(column)
        whole = function(pa.array(TEXTS))
        for _ in range(2):
            again = pa.chunked_array(made)
            assert again.num_chunks == 3
            again.validate(full=True)
            assert again.to_pylist() == pa.array(whole).to_pylist()
        joined = pa.array(made)
        joined.validate(full=True)
        assert joined.equals(pa.array(whole)), name
        assert made.to_pylist() == whole.to_pylist() and made[5] == whole[5]
    empty = uriel.host(pa.chunked_array([], pa.string()))
    assert (len(empty), list(empty), pa.array(empty).to_pylist()) == (0, [], [])
    assert pa.array(uriel.params(pa.chunked_array([], pa.string()))).to_pylist() == []
    assert pa.array(uriel.columns(pa.array([], pa.string()))).to_pylist() == []


@pytest.mark.parametrize("indices", ["int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64"])
def test_dictionaries(indices):
    """The result is encoded with the same indices and distinct values; chunks have dictionaries of their own."""
    pa = pytest.importorskip("pyarrow")
    kind = pa.dictionary(getattr(pa, indices)(), pa.string())
    column = pa.array(TEXTS, kind)
    made = pa.array(uriel.host(column))
    made.validate(full=True)
    assert made.type == kind and made.to_pylist() == HOSTS
    assert sorted(made.dictionary.to_pylist()) == sorted({*HOSTS} - {None})
    assert uriel.valid(column).to_pylist() == uriel.valid(pa.array(TEXTS)).to_pylist()
    chunks = pa.chunked_array([pa.array(TEXTS[:3], kind), pa.array([], kind), pa.array(TEXTS[3:], kind)])
    for function in (uriel.host, uriel.params):
        made = function(chunks)
        assert made.to_pylist() == function(pa.array(TEXTS)).to_pylist()
        joined = pa.array(made)
        joined.validate(full=True)
        assert joined.to_pylist() == pa.array(function(pa.array(TEXTS))).to_pylist()
        assert pa.chunked_array(made).to_pylist() == joined.to_pylist()
    table = pa.table({"url": chunks})
    assert pa.table(uriel.host(table))["host"].to_pylist() == HOSTS
    assert pa.table(uriel.columns(table))["host"].to_pylist() == HOSTS
    assert pa.array(uriel.host(pa.chunked_array([], kind))).to_pylist() == []


def test_dictionaries_that_do_not_fit():
    pa = pytest.importorskip("pyarrow")
    kind = pa.dictionary(pa.int8(), pa.string())
    for step, fits in ((63, True), (64, True), (65, False)):  # indices are up to 127
        made = uriel.host(pa.chunked_array([pa.array([f"//{i + k}" for i in range(step)], kind) for k in (0, 1000)]))
        assert len(pa.chunked_array(made)) == 2 * step
        if fits:
            assert pa.array(made).to_pylist() == made.to_pylist()
        else:
            with pytest.raises(OverflowError, match="stream"):
                pa.array(made)


def test_long_columns():
    """Batches are joined into one array: Arrow's array protocol has no chunks."""
    pa = pytest.importorskip("pyarrow")
    rows = 600_001
    column = pa.array([f"http://h{i}/" if i % 3 else None for i in range(rows)])
    made = pa.array(uriel.host(column))
    made.validate(full=True)
    assert len(made) == rows and made.null_count == rows // 3 + 1
    assert [made[i].as_py() for i in (0, 1, 262_144, rows - 2)] == [None, "h1", "h262144", f"h{rows - 2}"]
    valid = pa.array(uriel.valid(column))
    assert valid.true_count == rows - made.null_count
    assert pa.array(uriel.host(column.dictionary_encode())).cast(pa.string()).equals(made)


def test_positions_and_encodings():
    pa = pytest.importorskip("pyarrow")
    text = "\u00e9 http://h/ [<a href='\u00e9'>"
    for kind in (pa.string(), pa.binary()):
        column = pa.array([text.encode()], pa.binary()).cast(kind)
        assert uriel.error_offset(column).to_pylist() == [uriel.error_offset(text.encode())]
        assert uriel.find(column).to_pylist() == [uriel.find(text.encode())]
        assert uriel.links(column, "http://h/", "iri").to_pylist()[0][0].target == "http://h/\u00e9"
    assert uriel.links(text.encode("latin1"), "http://h/", "iri", encoding="latin1")[0].target == "http://h/\u00e9"


def test_long_texts_before_short_ones():
    """The first rows do not say how much memory the column needs."""
    pa = pytest.importorskip("pyarrow")
    texts = ["data:," + "x" * 120_000] * 256 + ["http://h/a"] * 250_000
    for kind in (pa.string(), pa.large_string()):
        assert len(uriel.path(pa.array(texts, kind))) == len(texts)


def test_nulls():
    """A column without values has Arrow's null type in pyarrow and polars."""
    pa = pytest.importorskip("pyarrow")
    assert uriel.host(pa.nulls(3)).to_pylist() == [None, None, None]
    assert uriel.valid(pa.nulls(3)[1:]).to_pylist() == [None, None]
    assert uriel.segment("http://h/a", pa.nulls(2)).to_pylist() == [None, None]
    assert pa.array(uriel.site(pa.chunked_array([pa.nulls(2), pa.nulls(0)]))).type == pa.string()
    assert pa.array(uriel.columns(pa.nulls(2))).to_pylist()[0]["host"] is None
    encoded = pa.DictionaryArray.from_arrays(pa.array([0, None, 0], pa.int8()), pa.nulls(1))
    assert uriel.host(encoded).to_pylist() == [None, None, None]
    polars, pandas = pytest.importorskip("polars"), pytest.importorskip("pandas")
    assert polars.Series(uriel.host(polars.Series([None, None]))).to_list() == [None, None]
    assert pandas.isna(uriel.host(pandas.Series([None, None]))).all()


def test_tables():
    """A table of one column in, a table of one column out: RecordBatch, Table, DataFrame, relation."""
    pa = pytest.importorskip("pyarrow")
    table = pa.table({"url": TEXTS})
    made = uriel.host(table)
    assert made[0] == {"host": "Ex.org"}
    assert pa.table(made).to_pydict() == {"host": HOSTS}
    assert pa.table(uriel.params(table))["params"].to_pylist()[0] == [{"name": "q", "value": "1"}]
    assert pa.record_batch(uriel.host(table.to_batches()[0])).to_pydict() == {"host": HOSTS}
    with pytest.raises(ValueError, match="must have one column"):
        uriel.host(pa.table({"a": TEXTS, "b": TEXTS}))


def test_components():
    pa = pytest.importorskip("pyarrow")
    made = uriel.columns(pa.array(TEXTS))
    assert made[0] == dict(scheme="http", userinfo="User", host="Ex.org", port="80", path="/a", query="q=1", fragment="f")
    assert pa.table(made)["host"].to_pylist() == HOSTS
    assert pa.table(uriel.columns(pa.table({"url": TEXTS})))["path"].to_pylist() == [uriel.path(text) for text in TEXTS]
    with pytest.raises(TypeError, match="must be a column"):
        uriel.columns("http://h/")


def test_columns_of_functions():
    pa = pytest.importorskip("pyarrow")
    names = ["host", "site", "port", "valid", "key", "query_names"]
    made = uriel.columns(pa.array(TEXTS), names)
    table = pa.table(made)
    table.validate(full=True)
    assert table.column_names == names
    for name in names:
        assert table[name].to_pylist() == [getattr(uriel, name)(text) for text in TEXTS], name
    assert made[0]["port"] == 80 and made[0]["valid"] is True
    made = uriel.columns(pa.chunked_array([TEXTS[:5], TEXTS[5:]]), ("host", "valid"), spec="lenient")
    assert made.to_pylist() == [{"host": uriel.host(text, "lenient"), "valid": uriel.valid(text, "lenient")} for text in TEXTS]
    assert pa.array(made).to_pylist() == made.to_pylist()
    stream = uriel.columns(pa.table({"url": TEXTS}).to_reader(), ["host"], "whatwg")
    assert next(stream)[0] == {"host": "ex.org"}
    column = pa.array(TEXTS)
    for wrong in ([], ["host", "host"], ["no-such-function"], ["params"], [None], ["resolve"]):
        with pytest.raises(ValueError):
            uriel.columns(column, wrong)
    for wrong in (5, "host"):
        with pytest.raises(TypeError, match="list of str"):
            uriel.columns(column, wrong)
    with pytest.raises(ValueError, match="spec"):
        uriel.columns(column, ["host"], "no-such-spec")
    with pytest.raises(ValueError, match="names"):
        uriel.columns(column, spec="whatwg")
    with pytest.raises(TypeError):
        uriel.columns(column, ["host"], None)


def test_readers():
    """A stream without a length may never end: its result is a stream that is computed while it is read."""
    pa = pytest.importorskip("pyarrow")
    schema, read = pa.schema({"url": pa.string()}), []

    def batches():
        for i in range(1_000_000_000):
            read.append(i)
            yield pa.record_batch({"url": [f"http://h{i}/"]})

    stream = uriel.host(pa.RecordBatchReader.from_batches(schema, batches()))
    assert isinstance(stream, uriel.ColumnStream) and not read
    assert next(stream).to_pylist() == [{"host": "h0"}] and read == [0]
    reader = pa.RecordBatchReader.from_stream(stream)
    assert reader.read_next_batch().to_pydict() == {"host": ["h1"]}
    with pytest.raises(ValueError, match="handed out"):
        next(stream)
    with pytest.raises(ValueError, match="handed out"):
        pa.RecordBatchReader.from_stream(stream)
    del stream, reader
    two = uriel.site(pa.table({"url": ["http://a.example.co.uk/", None]}).to_reader())
    assert [column.to_pylist() for column in two] == [[{"site": "example.co.uk"}, {"site": None}]]
    assert list(two) == []


def test_failing_readers():
    pa = pytest.importorskip("pyarrow")

    def batches():
        yield pa.record_batch({"url": ["http://h/"]})
        raise RuntimeError("the disk burns")

    schema = pa.schema({"url": pa.string()})
    stream = uriel.host(pa.RecordBatchReader.from_batches(schema, batches()))
    next(stream)
    with pytest.raises(Exception, match="the disk burns"):
        next(stream)
    reader = pa.RecordBatchReader.from_stream(uriel.host(pa.RecordBatchReader.from_batches(schema, batches())))
    with pytest.raises(Exception, match="the disk burns"):
        reader.read_all()


def test_columns_as_other_arguments():
    pa = pytest.importorskip("pyarrow")
    links, bases = ["b", "../c", None, "//x"], ["http://h/a/", "http://h/a/b/", "http://h/", None]
    expected = [uriel.resolve(link, base) for link, base in zip(links, bases)]
    assert uriel.resolve(pa.array(links), pa.array(bases)).to_pylist() == expected
    chunks = pa.chunked_array([bases[:1], bases[1:]])
    assert uriel.resolve(pa.array(links), chunks).to_pylist() == expected
    assert uriel.resolve("b", pa.array(bases)).to_pylist() == [uriel.resolve("b", base) for base in bases]
    assert uriel.resolve(pa.array(links), uriel.parse("http://p/q")).to_pylist() == [
        uriel.resolve(link, "http://p/q") for link in links]
    assert uriel.parse("http://p/q").relative(pa.array(["http://p/r"])).to_pylist() == [
        uriel.relative("http://p/q", "http://p/r")]
    for other in (pa.array(bases[:3]), pa.array(bases + bases), pa.array([], pa.string())):
        with pytest.raises(ValueError, match="different lengths"):
            uriel.resolve(pa.array(links), other)


def test_wrong_arguments():
    pa = pytest.importorskip("pyarrow")
    column = pa.array(TEXTS)
    for call in (lambda text: uriel.host(text, "no-such-spec"), lambda text: uriel.normalize(text, level="x")):
        with pytest.raises(ValueError) as one:
            call("http://h/")
        with pytest.raises(ValueError) as many:
            call(column)
        assert str(one.value) == str(many.value)
    with pytest.raises(TypeError, match="takes at most"):
        uriel.host(column, "iri", 3)
    with pytest.raises(TypeError, match="texts"):
        uriel.host(pa.array([1, 2]))
    with pytest.raises(TypeError, match="texts"):
        uriel.host(pa.array([["a"]]))


def test_polars():
    """polars' texts are views."""
    pl = pytest.importorskip("polars")
    series = pl.Series("url", TEXTS)
    assert pl.Series(uriel.host(series)).to_list() == HOSTS
    frame = pl.DataFrame({"url": TEXTS})
    assert pl.DataFrame(uriel.host(frame))["host"].to_list() == HOSTS
    assert frame.with_columns(site=pl.Series(uriel.site(frame["url"])))["site"].to_list() == [
        uriel.site(text) for text in TEXTS]
    assert pl.DataFrame(uriel.columns(series))["host"].to_list() == HOSTS
    for dtype in (pl.Categorical, pl.Enum([text for text in TEXTS[:8] if text is not None])):
        made = pl.Series(uriel.host(pl.Series(TEXTS, dtype=dtype)))
        assert made.to_list() == HOSTS and made.dtype == pl.Categorical
    assert pl.Series(uriel.params(series)).to_list()[0] == [{"name": "q", "value": "1"}]


@pytest.mark.parametrize("dtype", ["object", "str", "string", "category"])
def test_pandas(dtype):
    """A Series in, a Series with its index out, of any version of pandas."""
    pd = pytest.importorskip("pandas")
    frame = pd.DataFrame({"url": pd.Series(TEXTS, dtype=dtype, index=range(100, 140))})
    frame["host"] = uriel.host(frame["url"])
    assert [None if pd.isna(host) else host for host in frame["host"]] == HOSTS
    assert frame.loc[100, "host"] == "Ex.org"
    full = frame[frame["url"].notna()]
    assert list(full[uriel.valid(full["url"])]["url"]) == [text for text in TEXTS if uriel.valid(text)]
    assert uriel.depth(full["url"][:1]).dtype == "int64"
    links = uriel.resolve(full["url"], full["url"])
    assert list(links.index) == list(full.index) and links.name == "resolve"
    assert list(uriel.host(pd.Index(TEXTS, dtype=dtype)).fillna("")) == [host or "" for host in HOSTS]
    parts = uriel.columns(frame["url"])
    assert parts[0]["host"] == "Ex.org"
    with pytest.raises(TypeError):
        uriel.host(pd.Series([1, 2]))


def test_duckdb():
    duckdb = pytest.importorskip("duckdb")
    pytest.importorskip("pyarrow")
    relation = duckdb.sql("select 'http://h' || range || '/' as url from range(3)")
    hosts = uriel.host(relation)
    assert duckdb.sql("select * from hosts").fetchall() == [("h0",), ("h1",), ("h2",)]
    parts = uriel.columns(relation)
    assert duckdb.sql("select host, path from parts").fetchall() == [("h0", "/"), ("h1", "/"), ("h2", "/")]


def test_numpy():
    """An array of numpy in, an array of numpy out: bool or int64 if no row is None, else objects."""
    np = pytest.importorskip("numpy")
    full = [text or "" for text in TEXTS]
    hosts = [uriel.host(text) for text in full]
    wide = np.array(full)
    for array in (wide, np.array(full, dtype=object), wide.astype(">U40"), np.array([t.encode() for t in full])):
        made = uriel.host(array)
        assert type(made) is np.ndarray and made.dtype == object
        assert made.tolist() == hosts
    assert uriel.host(np.array(TEXTS, dtype=object)).tolist() == HOSTS
    assert uriel.host(wide[::-2]).tolist() == hosts[::-2]
    if hasattr(np.dtypes, "StringDType"):
        assert uriel.host(np.array(full, dtype=np.dtypes.StringDType())).tolist() == hosts
        missing = np.array(TEXTS, dtype=np.dtypes.StringDType(na_object=None))
        assert uriel.host(missing).tolist() == HOSTS
    assert wide[uriel.valid(wide)].tolist() == [text for text in full if uriel.valid(text)]
    assert uriel.valid(np.array(["a", None], dtype=object)).dtype == object
    assert uriel.depth(np.array(["/a/b"])).dtype == np.int64
    assert uriel.params(np.array(["?a=1", "?b"])).tolist() == [[("a", "1")], [("b", None)]]
    assert uriel.host(np.array([], dtype="U")).tolist() == []
    masked = np.ma.array(full, mask=[text is None for text in TEXTS])
    assert uriel.host(masked).tolist() == HOSTS
    surrogates = np.array(["http://h/\ud800", "http://\udcff/", "é€𐀀"])
    assert uriel.path(surrogates, "lenient").tolist()[2] == uriel.path("é€𐀀", "lenient")
    for wrong in (np.array([1.5]), np.array([["a"]]), np.array("a"), np.array(["a", 1], dtype=object),
                  np.array(["2020-01-01"], dtype="M8[D]")):
        with pytest.raises(TypeError):
            uriel.host(wrong)
    assert np.asarray(uriel.columns(wide))[0]["host"] == "Ex.org"


def test_numpy_from_columns():
    np, pa = pytest.importorskip("numpy"), pytest.importorskip("pyarrow")
    made = uriel.host(pa.array(["http://h/", None]))
    assert np.asarray(made).tolist() == ["h", None]
    assert np.array(uriel.valid(pa.array(["a"])), dtype="int8").tolist() == [1]
    with pytest.raises(ValueError):
        np.array(made, copy=False)


def test_no_imports():
    """Columns need no library: a column of results is one itself."""
    code = ("import sys, uriel_uri as u\n"
            "class C:\n"
            "  def __arrow_c_array__(self, requested_schema=None): raise KeyError('x')\n"
            "try: u.host(C())\n"
            "except KeyError: print(any(m in sys.modules for m in ('numpy', 'pyarrow', 'polars', 'pandas', 'duckdb')))")
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout == "False\n"


def test_threads():
    """The lock is released: other threads run while a column is computed."""
    pa = pytest.importorskip("pyarrow")
    column = pa.array(["http://www.example.co.uk/a/b/../c?q=1&a=2"] * 250_000)
    steps, done = [], threading.Event()

    def count():
        while not done.is_set():
            steps.append(time.monotonic())
            time.sleep(0.001)

    thread = threading.Thread(target=count)
    thread.start()
    begin = time.monotonic()
    uriel.normalize(column)
    end = time.monotonic()
    done.set()
    thread.join()
    assert any(begin + 0.001 < step < end for step in steps)


def test_interrupt():
    """Signals are handled between batches."""
    pa = pytest.importorskip("pyarrow")
    column = pa.array(["http://www.example.co.uk/a/b/../c?q=1&a=2"] * 2_000_000)

    def stop(number, frame):
        raise InterruptedError("stop")

    before = signal.signal(signal.SIGALRM, stop)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.05)
        with pytest.raises(InterruptedError):
            for _ in range(20):
                uriel.normalize(column)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def resident():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * 4096


def test_leaks():
    """10,000 columns leave nothing."""
    pa, np = pytest.importorskip("pyarrow"), pytest.importorskip("numpy")
    column, chunks, table = pa.array(TEXTS), pa.chunked_array([TEXTS[:9], TEXTS[9:]]), pa.table({"u": TEXTS})
    array = np.array(TEXTS, dtype=object)

    def once():
        made = uriel.host(chunks)
        made.__arrow_c_array__(), made.__arrow_c_stream__(), made.__arrow_c_schema__(), list(made)
        pa.array(made), pa.chunked_array(made), pa.array(uriel.params(chunks))
        uriel.params(column)[0], uriel.resolve(column, "http://h/"), uriel.columns(table)[0], uriel.host(array)
        for batch in uriel.host(table.to_reader()):
            pa.record_batch(batch)
        for wrong in (pa.array([1]), np.array([1]), pa.table({"a": TEXTS, "b": TEXTS})):
            try:
                uriel.host(wrong)
            except (TypeError, ValueError):
                pass

    for _ in range(500):
        once()
    before = resident()
    for _ in range(2_000):
        once()
    assert resident() - before < 4_000_000
