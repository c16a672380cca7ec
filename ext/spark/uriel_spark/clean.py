# SPDX-License-Identifier: MIT
"""The job `uriel-spark clean`: uriel clean for a text or Parquet table of any size. See uriel-spark(1)."""
import collections
import json
import queue
import re
import signal
import subprocess
import sys
import threading

from . import _job
from ._job import INVALID, IO, OK, USAGE, Files, Refusal, say
from ._lock import Lock
from ._worker import on_worker

USAGE_TEXT = """usage: uriel-spark clean [OPTION...] IN... OUT

Cleans a table of URLs of any size as uriel clean does: Parquet tables OUT/url
(url, input, key), OUT/site (site, count) and OUT/error (input, code, offset,
message). IN is files, folders or patterns of names, as Spark reads them.

Options of the job:
  --format=FORMAT    text (a URL in each line) or parquet; default: what the
                     first file is
  --column=NAME      the column of a Parquet table; default: its only column of
                     text, or "url"
  --order=COLUMN     of equal rows, keep the one with the smallest value in this
                     column of a Parquet table; default: with the smallest text,
                     byte by byte
  --partitions=N     the number of partitions that find duplicates; default:
                     spark.sql.shuffle.partitions
  --master=URL       Spark's master, as for spark-submit
  --overwrite        replace the tables in OUT
  -h, --help         print this

Options of uriel clean (see uriel help clean):
  --level --strip-tracking --strip-fragment --comments --unique --no-unique
  --suffix-list --private-suffixes --spec --strict --guess-scheme --empty
"""

# The options of uriel clean that the job takes, and whether they have a value; of these, and its own.
VALUE, FLAG, PERHAPS = "value", "flag", "perhaps"
PASSED = {"level": VALUE, "strip-tracking": FLAG, "strip-fragment": FLAG, "comments": FLAG, "unique": VALUE, "no-unique": FLAG,
          "suffix-list": VALUE, "private-suffixes": FLAG, "spec": VALUE, "strict": FLAG, "guess-scheme": PERHAPS, "empty": VALUE}
OWN = {"format": VALUE, "column": VALUE, "order": VALUE, "partitions": VALUE, "master": VALUE, "overwrite": FLAG, "help": FLAG}
REFUSED = {
    "seen": "Spark's workers share no file: add the earlier table to IN",
    "memory": "Spark decides on memory: spark.executor.memory and spark.driver.memory",
    "file": "IN and OUT are operands",
    "json-in": "IN is lines of text, or a column of a Parquet table",
    "invalid": "invalid rows are in the table OUT/error",
    **dict.fromkeys(("json", "keys", "tsv", "arrow", "binary", "columns", "header", "null"), "the output is Parquet"),
    **dict.fromkeys(("quiet", "silent"), "the summary is all that the job prints"),
    **dict.fromkeys(("color", "colour"), "the output has no colours"),
}
SHORT = {"h": "help", "f": "file", "j": "json", "t": "tsv", "F": "format", "0": "null", "q": "quiet", "s": "silent"}

COUNTS = ("read", "empty", "comments", "invalid", "duplicates", "written", "repaired", "changed", "stripped")
SUMMARY = re.compile("uriel: clean: " + "[,;] ".join(rf"(\d+) {name}" for name in COUNTS))
BATCH = 32 << 20  # bytes of a batch for Spark, about


# ---- The program, in a worker ----------------------------------------------------------------------


class ProgramError(RuntimeError):
    """The program uriel failed: an error of the task."""


def program():
    """The path of the program in the wheel."""
    from uriel_uri.__main__ import program as installed
    try:
        return installed()
    except SystemExit as missing:
        raise ProgramError(str(missing)) from None


def command(options, columns):
    """The program's arguments: a row for each line, with these columns."""
    always = ["--arrow", "--binary", "--no-unique", "--invalid=empty", f"--columns={','.join(columns)}"]
    return [program(), "clean", *dict.fromkeys([*options, *always])]


def rows(settings, batches):
    """What a worker does: passes a partition through the program, for `mapInArrow`."""
    yield from Run(settings, batches).rows()


class Run:
    """A run of the program for a partition. A thread writes its lines, another reads its rows, and a third reads its messages, so that
    neither waits for the other; the process ends with the task."""

    def __init__(self, settings, batches):
        self.columns, self.reads_nul, self.has_order, self.names = (settings[name] for name in ("columns", "nul", "order", "names"))
        options = settings["options"]
        if settings["suffix_list"]:
            from pyspark import SparkFiles
            options = [*options, f"--suffix-list={SparkFiles.get(settings['suffix_list'])}"]
        self.command, self.batches = command(options, self.columns), batches
        self.orders = collections.deque()  # columns of order whose rows have not come back
        self.results = queue.Queue(4)
        self.counts = [0] * len(COUNTS)
        self.ended = threading.Event()
        self.tail = b""
        self.order_type = None

    def rows(self):
        self.process = subprocess.Popen([*self.command, *(["--null"] if self.reads_nul else [])],
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        threads = [threading.Thread(target=self._guard, args=(work,), daemon=True) for work in (self._write, self._read)]
        messages = threading.Thread(target=self._hear, daemon=True)
        try:
            for thread in (*threads, messages):
                thread.start()
            working = len(threads)
            while working:
                result = self.results.get()
                if isinstance(result, BaseException):
                    raise self._cause(result, messages)
                if result is None:
                    working -= 1
                else:
                    yield from self._pieces(result)
            messages.join()
            self._check(self.process.wait(), self.tail)
            if self.counts[0]:
                yield self._count_row()
        finally:
            self.ended.set()
            self.process.kill()
            self.process.wait()
            for pipe in (self.process.stdout, self.process.stderr):
                pipe.close()

    def _guard(self, work):
        try:
            work()
            self._put(None)
        except BaseException as error:
            self._put(error)

    def _put(self, result):
        while not self.ended.is_set():
            try:
                self.results.put(result, timeout=1)
                return
            except queue.Full:
                pass

    def _cause(self, error, messages):
        """The error of the program, if it ended before its input did; else the other one."""
        import pyarrow
        if isinstance(error, (OSError, pyarrow.ArrowException)):
            try:
                status = self.process.wait(10)
                messages.join(10)
                self._check(status, self.tail)
            except subprocess.TimeoutExpired:
                pass
            except ProgramError as known:
                return known
        return error

    def _check(self, status, tail):
        """Raises an error unless the program has read and written all; adds its summary."""
        summary = SUMMARY.search(tail.decode(errors="replace"))
        if status < 0:
            raise ProgramError(f"uriel clean was killed by {signal.Signals(-status).name}")
        if status > 1 or not summary:
            lines = tail.decode(errors="replace").strip().split("\n")
            raise ProgramError(f"uriel clean ended with status {status}: {lines[-1]}")
        self.counts = [count + int(more) for count, more in zip(self.counts, summary.groups())]

    def _hear(self):
        """Keeps the end of the messages: the errors of lines are in the rows."""
        while piece := self.process.stderr.read1(1 << 16):
            self.tail = (self.tail + piece)[-4096:]

    # -- Lines --

    def _write(self):
        import pyarrow
        import pyarrow.compute as compute
        with self.process.stdin as pipe:
            for batch in self.batches:
                if self.ended.is_set():
                    return
                table = pyarrow.table(batch) if isinstance(batch, pyarrow.RecordBatch) else batch
                rows = table.num_rows
                if self.has_order:
                    self.order_type = table.column("order").type
                table = table.filter(compute.is_valid(table.column("input")))
                self.counts[0] += rows - table.num_rows  # NULL is empty
                self.counts[1] += rows - table.num_rows
                if self.reads_nul:
                    has_nul = compute.match_substring(table.column("input"), b"\0")
                    if compute.any(has_nul).as_py():
                        self._treat_nuls(table.filter(has_nul))
                        table = table.filter(compute.invert(has_nul))
                if self.has_order:
                    self.orders.append(table.column("order"))
                for text in joined(table.column("input"), b"\0" if self.reads_nul else b"\n"):
                    pipe.write(text)

    def _treat_nuls(self, table):
        """Texts with NUL, which a program that reads lines until NUL cannot take: those without line feeds are lines."""
        import pyarrow
        import pyarrow.compute as compute
        import pyarrow.ipc
        texts = table.column("input")
        is_line = compute.invert(compute.or_(compute.match_substring(texts, b"\n"), compute.ends_with(texts, b"\r")))
        lines, others = table.filter(is_line), table.filter(compute.invert(is_line))
        if lines.num_rows:
            done = subprocess.run(self.command, input=b"".join(joined(lines.column("input"), b"\n")), capture_output=True, check=False)
            self._check(done.returncode, done.stderr[-4096:])
            rows = pyarrow.ipc.open_stream(done.stdout).read_all()
            self._put(self._with_order(rows, lines.column("order") if self.has_order else None))
        if others.num_rows:
            count = others.num_rows
            nothing = pyarrow.nulls(count, pyarrow.binary())
            texts = others.column("input").combine_chunks()
            offset = pyarrow.array([text.index(b"\0") for text in texts.to_pylist()], pyarrow.int64())
            same = {"error_code": b"nul", "error_message": b"NUL and an end of line in one text cannot be read", "input": texts,
                    "error_offset": offset}
            rows = pyarrow.table({name: value if not isinstance(value := same.get(name, nothing), bytes) else
                                  pyarrow.array([value] * count, pyarrow.binary()) for name in self.columns})
            self.counts[0] += count
            self.counts[3] += count
            self._put(self._with_order(rows, others.column("order") if self.has_order else None))

    # -- Rows --

    def _read(self):
        import pyarrow.ipc
        with pyarrow.ipc.open_stream(self.process.stdout) as stream:
            for batch in stream:
                order = self._next_order(batch.num_rows) if self.has_order else None
                self._put(self._with_order(pyarrow.Table.from_batches([batch]), order))

    def _next_order(self, count):
        """The next values of order, for so many rows."""
        import pyarrow
        taken = []
        while count > 0:
            first = self.orders.popleft()
            taken += first.slice(0, count).chunks
            if first.length() > count:
                self.orders.appendleft(first.slice(count))
            count -= min(count, first.length())
        return pyarrow.chunked_array(taken)

    def _with_order(self, rows, order):
        """The rows for Spark. Empty rows are dropped, an error is kept only without an output, and an output equal to the input is null."""
        import pyarrow
        import pyarrow.compute as compute
        url, code = rows.column("output"), rows.column("error_code")
        texts = rows.column("input")
        is_same = compute.fill_null(compute.equal(texts, url), False)
        columns = {"input": texts, "url": compute.if_else(is_same, pyarrow.scalar(None, url.type), url)}
        if "unique" in self.columns:
            columns["key"] = rows.column("unique")
        columns["site"] = rows.column("site")
        for name, other in (("code", "error_code"), ("offset", "error_offset"), ("message", "error_message")):
            column = rows.column(other)
            if code.null_count < rows.num_rows:
                column = compute.if_else(compute.is_valid(url), pyarrow.scalar(None, column.type), column)
            columns[name] = column
        if order is not None:
            columns["order"] = order
        found = pyarrow.table(columns)
        if url.null_count:
            found = found.filter(compute.or_(compute.is_valid(url), compute.is_valid(code)))
        return found

    def _pieces(self, table):
        """Record batches of a size that Spark's Java takes."""
        import pyarrow
        whole = table.combine_chunks()
        rows = max(1, whole.num_rows * BATCH // max(BATCH, whole.nbytes))
        for batch in whole.to_batches(rows):
            yield pyarrow.RecordBatch.from_arrays([*batch.columns, pyarrow.nulls(batch.num_rows, pyarrow.list_(pyarrow.int64()))],
                                                  [*batch.schema.names, "counts"])

    def _count_row(self):
        """The row of the summary. Rows are written once, whatever fails; so are counts in them."""
        import pyarrow
        counts = pyarrow.list_(pyarrow.int64())
        types = {"offset": pyarrow.int64(), "order": self.order_type, "counts": counts}
        columns = {name: pyarrow.nulls(1, types.get(name, pyarrow.binary())) for name in self.names}
        columns["counts"] = pyarrow.array([self.counts], counts)
        return pyarrow.RecordBatch.from_pydict(columns)


def joined(column, end):
    """The texts of a column, each with that end, as few pieces of bytes."""
    import pyarrow
    import pyarrow.compute as compute
    for chunk in column.chunks:
        if len(chunk):
            texts = compute.binary_join_element_wise(chunk.cast(pyarrow.large_binary()), pyarrow.scalar(b"", pyarrow.large_binary()),
                                                     pyarrow.scalar(end, pyarrow.large_binary()))
            _, offsets, data = texts.buffers()
            places = memoryview(offsets).cast("q")
            yield memoryview(data)[places[texts.offset]:places[texts.offset + len(texts)]]


# ---- The job, in the driver ------------------------------------------------------------------------


class Job:
    """The options and operands of the command."""

    def __init__(self, arguments):
        self.options, self.own, self.operands = [], {}, []
        self.unknown = None
        rest = iter(arguments)
        for argument in rest:
            if argument == "--":
                self.operands += rest
            elif argument.startswith("-") and argument != "-":
                self._option(argument, rest)
            else:
                self.operands.append(argument)

    def _option(self, argument, rest):
        name, equals, value = argument[2:].partition("=")
        if not argument.startswith("--"):
            name, equals, value = SHORT.get(argument[1], ""), "", ""
        if argument.startswith("-F"):
            raise Refusal("-F is an option of uriel clean that uriel-spark does not take: the output is Parquet")
        if name in REFUSED:
            raise Refusal(f"{argument.partition('=')[0]} is an option of uriel clean that uriel-spark does not take: {REFUSED[name]}")
        kind = OWN.get(name) or PASSED.get(name)
        if kind is None:
            self.options.append(argument)
            self.unknown = argument
            return
        if kind == VALUE and not equals:
            value = next(rest, None)
            if value is None:
                raise Refusal(f"--{name} needs a value")
        if kind == FLAG and equals:
            raise Refusal(f"--{name} takes no value")
        if name in OWN:
            self.own[name] = value
        elif kind == VALUE:
            self.options.append(f"--{name}={value}")
        else:
            self.options.append(argument)

    def given(self, name):
        """The last value of an option of uriel clean, or None."""
        found = [option.partition("=")[2] for option in self.options if option.partition("=")[0] == f"--{name}"]
        return found[-1] if found else None

    def check(self):
        """Asks the program about its options."""
        self.has_key = self.given("unique") not in (None, "normal") or self.given("level") not in (None, "scheme")
        self.keeps = self.given("no-unique") is not None
        if self.keeps and self.given("unique") is not None:
            raise Refusal("--no-unique and --unique exclude each other")
        self.columns = ["input", "output", *(["unique"] if self.has_key else []), "site", "error_code", "error_offset", "error_message"]
        done = subprocess.run(command(self.options, self.columns), stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="replace",
                              check=False)
        if done.returncode != 0:
            print(done.stderr, end="", file=sys.stderr)
            raise Refusal("", done.returncode)
        if self.unknown:
            raise Refusal(f"{self.unknown} is not an option of uriel-spark clean")
        if len(self.operands) < 2:
            raise Refusal("the operands are IN... and OUT: see uriel-spark clean --help")
        if self.own.get("format", "text") not in ("text", "parquet"):
            raise Refusal(f"--format must be text or parquet, not \"{self.own['format']}\"")
        partitions = self.own.get("partitions", "1")
        if not re.fullmatch("[1-9][0-9]{0,6}", partitions):
            raise Refusal(f"--partitions must be a number from 1, not \"{partitions}\"")
        for name in ("column", "order"):
            if name in self.own and self.own.get("format") == "text":
                raise Refusal(f"--{name} goes with Parquet tables: lines of text have no columns")


class Tables:
    """The tables of a job in OUT. Each is made by one step, which is complete if Spark has left its mark, so that a restarted job goes
    on with the next one."""

    FINISHED = ("url", "site", "error")

    def __init__(self, spark, job):
        self.spark, self.job, self.files = spark, job, Files(spark)
        *self.inputs, out = job.operands
        self.out = out.rstrip("/") or "/"
        self.work = f"{self.out}/_work"
        self.opened = None  # the table of inputs, once look() has read their names

    def look(self):
        """Opens the inputs, and refuses inputs that are in OUT or do not exist, before anything is written."""
        names = [self.files.whole(name).rstrip("/") for name in self.inputs]
        out = self.files.whole(self.out).rstrip("/")
        if any(name == out or name.startswith(out + "/") for name in names):
            raise Refusal(f"IN is in OUT, {self.out}: choose another folder for the tables")
        if self.is_complete(f"{self.work}/mapped"):
            return  # they have been read
        for name in self.inputs:
            if not self.files.matches(name):
                raise Refusal(f"{name}: there is no such file or folder", IO)
        self.opened = self.read()

    def prepare(self):
        """Decides between a new job, the rest of an earlier one, and a refusal."""
        wanted = json.dumps([self.inputs, self.job.options, {name: value for name, value in self.job.own.items()
                                                             if name in ("column", "format", "order")}]).encode()
        note = f"{self.work}/job.json"
        is_begun = self.files.exists(note) and self.is_complete(f"{self.work}/mapped")
        if "overwrite" in self.job.own:
            if not (is_begun and self.files.read(note) == wanted):
                for name in (*self.FINISHED, "_work"):
                    self.files.delete(f"{self.out}/{name}")
                is_begun = False
        elif is_begun and self.files.read(note) != wanted:
            raise Refusal(f"{self.out} has an unfinished job with other options or another IN: --overwrite replaces it")
        elif not is_begun and any(self.files.exists(f"{self.out}/{name}") for name in self.FINISHED):
            raise Refusal(f"{self.out} has tables: --overwrite replaces them")
        if is_begun:
            say(f"continues the job that was not finished in {self.out}")
        else:
            self.files.delete(self.work)
            self.files.write(note, wanted)

    def read(self):
        """The table of inputs: input, and order; and whether texts can have line feeds, so that NUL ends them."""
        from pyspark.sql import functions as F
        files = self.spark.read.format("binaryFile").load(self.inputs).inputFiles()
        form = self.job.own.get("format")
        if not form:
            form = "parquet" if files and self.files.read(first(files), 4) == b"PAR1" else "text"
        if form == "text":
            for name in ("column", "order"):
                if name in self.job.own:
                    raise Refusal(f"--{name} goes with Parquet tables, and {self.inputs[0]} is lines of text")
            lines = self.spark.read.format("text").option("lineSep", "\n").load(self.inputs)
            return lines.select(F.col("value").cast("binary").alias("input")), False
        table = self.spark.read.parquet(*self.inputs)
        columns = [column(table, self._column(table), "column").cast("binary").alias("input")]
        if "order" in self.job.own:
            columns.append(column(table, self.job.own["order"], "order").alias("order"))
        return table.select(columns), True

    def _column(self, table):
        texts = [name for name, kind in table.dtypes if kind in ("string", "binary")]
        name = self.job.own.get("column", "url" if "url" in texts else texts[0] if len(texts) == 1 else None)
        if name is None:
            raise Refusal(f"--column=NAME must name the column with the URLs: {', '.join(texts) or 'the table does not have one with text'}")
        return name

    def is_complete(self, name):
        return self.files.exists(f"{name}/_SUCCESS")

    def write(self, name, table):
        """A step, unless it is complete."""
        if not self.is_complete(name):
            table().write.mode("overwrite").parquet(name, compression="zstd")

    def mapped(self):
        """What the program says of each input, and the counts of its runs."""
        from pyspark.sql.types import ArrayType, BinaryType, LongType, StructField, StructType
        inputs, nul = self.opened or self.read()
        names = ["input", "url", *(["key"] if self.job.has_key else []), "site", "code", "offset", "message"]
        fields = [StructField(name, LongType() if name == "offset" else BinaryType()) for name in names]
        order = [field for field in inputs.schema.fields if field.name == "order"]
        fields += [StructField("order", field.dataType) for field in order] + [StructField("counts", ArrayType(LongType()))]
        suffixes = self.job.given("suffix-list")
        if suffixes:
            self.spark.sparkContext.addFile(suffixes)
        settings = {"options": [option for option in self.job.options if option.partition("=")[0] != "--suffix-list"],
                    "columns": self.job.columns, "suffix_list": suffixes and suffixes.split("/")[-1], "nul": nul,
                    "order": bool(order), "names": [field.name for field in fields]}
        return inputs.mapInArrow(on_worker("clean", "rows", settings), StructType(fields))

    def unique(self):
        """One row for each key: of equal ones the smallest. Spark first groups the rows of each task, so that a key with many rows, such
        as a large host, sends at most one row from each task to the one that gets the key."""
        from pyspark.sql import functions as F
        rows = self.spark.read.parquet(f"{self.work}/mapped")
        valid = rows.where("code IS NULL AND counts IS NULL").withColumn("url", F.coalesce("url", "input"))
        key = "key" if self.job.has_key else "url"
        order = [F.col("order").isNull().alias("unordered"), "order"] if "order" in rows.columns else []
        least = F.min(F.struct(*order, "input", "site", *(["url"] if self.job.has_key else []))).alias("least")
        # Rows are sorted by key: by a hash first, for long texts have long beginnings in common.
        found = valid if self.job.keeps else valid.groupBy(F.xxhash64(key), key).agg(least).select("*", "least.*").drop("least")
        return found.select(*dict.fromkeys((key, "url")), F.nullif("input", "url").alias("input"), "site")

    def key(self):
        """The column "key" of OUT/url. The program writes a value as "=", the value and a tab, since there can be several."""
        from pyspark.sql import functions as F
        if not self.job.has_key:
            return F.col("url")
        several = "," in (self.job.given("unique") or "")
        return F.col("key") if several else F.expr("IF(startswith(key, X'3D') AND endswith(key, X'09'), substring(key, 2, length(key) - 2), key)")

    def make(self, check):
        from pyspark.sql import functions as F
        mapped, unique = f"{self.work}/mapped", f"{self.work}/unique"
        self.write(mapped, self.mapped)
        check()
        self.write(unique, self.unique)
        check()
        read = self.spark.read.parquet
        self.write(f"{self.out}/url", lambda: read(unique).withColumn("input", F.coalesce("input", "url")).withColumn(
            "key", self.key()).select(*texts("url", "input", "key")))
        self.write(f"{self.out}/site", lambda: read(unique).groupBy("site").agg(F.count("*").alias("count")).select(*texts("site"), "count"))
        self.write(f"{self.out}/error", lambda: read(mapped).where("code IS NOT NULL").select(
            *texts("input", "code"), "offset", *texts("message")))
        counts = dict.fromkeys(COUNTS, 0)
        sums = read(mapped).where("counts IS NOT NULL").select(F.posexplode("counts")).groupBy("pos").sum("col").collect()
        for place, count in sums:
            counts[COUNTS[place]] = count
        written = read(unique).count()
        counts.update(duplicates=counts["written"] - written, written=written)
        check()
        self.files.delete(f"{self.work}/job.json")  # first: the job is finished
        self.files.delete(self.work)
        return counts


def first(files):
    """The name of the first file, as Hadoop reads names: inputFiles() has URIs."""
    from urllib.parse import unquote
    return unquote(min(files))


def texts(*names):
    """Columns of exact bytes as STRING, which keeps them."""
    from pyspark.sql import functions as F
    return [F.col(name).cast("string").alias(name) for name in names]


def column(table, name, option):
    """The column of that name, or of a field in a struct."""
    from pyspark.errors import AnalysisException
    from pyspark.sql import functions as F
    try:
        found = table[f"`{name}`"] if name in table.columns else table[name]
        kind = table.select(found).dtypes[0][1]
    except AnalysisException:
        raise Refusal(f"--{option}: the table has no column \"{name}\": {', '.join(table.columns)}") from None
    if option == "column" and kind not in ("string", "binary"):
        raise Refusal(f"--column: \"{name}\" is not text, but {kind}")
    try:
        table.agg(F.min(found))
    except AnalysisException:
        raise Refusal(f"--order: \"{name}\" has no order: it is {kind}") from None
    return found


def run(job):
    """Returns the exit status."""
    with _job.session("uriel-spark clean", job.own.get("master")) as spark:
        values = {"spark.sql.execution.arrow.maxBytesPerBatch": str(BATCH)}
        if "partitions" in job.own:
            values["spark.sql.shuffle.partitions"] = job.own["partitions"]
        tables = Tables(spark, job)
        tables.look()
        tables.files.make_folder(tables.out)
        with _job.settings(spark, values), Lock(tables.out, spark) as lock:
            tables.prepare()
            counts = tables.make(lock.check)
    say("clean: " + ", ".join(f"{counts[name]} {name}" for name in COUNTS[:6]) + "; " +
        ", ".join(f"{counts[name]} {name}" for name in COUNTS[6:]))
    return INVALID if counts["invalid"] else OK


def main(arguments):
    """Runs the job, and returns its exit status."""
    try:
        job = Job(arguments)
        if "help" in job.own:
            print(USAGE_TEXT, end="")
            return OK
        job.check()
    except (Refusal, ProgramError) as refusal:
        if str(refusal):
            say(str(refusal))
        return getattr(refusal, "status", IO)
    from py4j.protocol import Py4JError
    from pyspark.errors import PySparkException
    try:
        return run(job)
    except Refusal as refusal:
        say(str(refusal))
        return refusal.status
    except (PySparkException, Py4JError, OSError) as error:
        say(_job.reason(error))
        return IO
    except KeyboardInterrupt:
        say("interrupted: the same command continues")
        return _job.INTERRUPTED
