# SPDX-License-Identifier: MIT
"""The job `uriel-spark harvest`: the references of a crawl, as Parquet tables.

1. The files are cut into ranges (_plan), and each range is read by a task (_range), which commits its rows.
2. The ranges of each archive must meet: where one ends, the next begins. Otherwise it is read again from there.
3. The rows get the places that depend on earlier ranges (_finish), and the tables are moved to their folders.
4. Spark counts the links between hosts and sites (_graph).
"""

from __future__ import annotations

import argparse
import json
import time
from typing import Any, Iterable

import uriel_uri
from pyspark import SparkContext
from pyspark.sql import SparkSession

from . import _files, _finish, _job
from ._lock import Lock
from ._plan import Range, entries, ranges, split_of
from ._worker import on_worker

WORK = "_work"
PLAN = f"{WORK}/plan.json"
DONE = "_SUCCESS"
GRAPH = ("host_edge", "site_edge", "host", "site", "webgraph")
WAVE = 10_000  # tasks of a Spark job, at most
LEAST_MEMORY = 4 << 20


# ---- The ranges ---------------------------------------------------------------------------------------------


def _read(context: SparkContext, todo: list[Range], folder: _files.Folder, options: dict[str, Any]) -> Iterable[dict]:
    """Reads ranges, each in a task of its own. Returns their reports."""
    most = int(context.getConf().get("spark.task.maxFailures") or 4)
    task = on_worker("_range", "run", options, f"{folder.location}/{WORK}", most)
    for first in range(0, len(todo), WAVE):
        wave = [tuple(item) for item in todo[first : first + WAVE]]
        yield from context.parallelize(wave, len(wave)).map(task).collect()


def _known(folder: _files.Folder) -> dict[int, dict]:
    """The reports of ranges that an earlier run committed."""
    reports = {}
    for name in folder.names(WORK):
        if name.startswith("report-") and name.endswith(".json"):
            report = json.loads(folder.read(f"{WORK}/{name}"))
            reports[report["range"]] = report
    return reports


def gaps(plan: list[Range], reports: dict[int, dict]) -> list[Range]:
    """Returns for each archive the first range that does not begin where the one before it ended.

    After a range that cannot be read, the next one begins at the first record that it finds. Reports of ranges in which
    no record begins are emptied.
    """
    wrong = []
    for group in _finish.archives(plan):
        expected, is_known = 0, True
        for item in group:
            report = reports[item.number]
            unread = report.get("unreadable", False)
            if expected >= item.end and item.end > 0:
                report.update(start=None, position=expected, children=0, size=0, dropped=True)
            elif is_known and report["start"] != expected and not (unread and report["start"] is None):
                wrong.append(item._replace(start=expected))
                break
            else:
                is_known = not unread and (is_known or report["start"] is not None)
            expected = max(expected, report["position"])
    return wrong


def _read_all(
    context: SparkContext, plan: list[Range], folder: _files.Folder, options: dict[str, Any]
) -> dict[int, dict]:
    """Reads the ranges that no earlier run committed, until all of them meet."""
    reports = _known(folder)
    todo = [item for item in plan if item.number not in reports]
    while True:
        for report in _read(context, todo, folder, options):
            reports[report["range"]] = report
        todo = gaps(plan, reports)
        if not todo:
            return reports


def _finish_all(context: SparkContext, plan: list[Range], reports: dict[int, dict], folder: _files.Folder) -> None:
    made = _finish.changes(plan, reports)
    todo = [
        (item.number, reports[item.number], made.get(item.number))
        for item in plan
        if not reports[item.number].get("dropped")
    ]
    task = on_worker("_finish", "run", folder.location)
    for first in range(0, len(todo), WAVE):
        wave = todo[first : first + WAVE]
        context.parallelize(wave, max(2, len(wave) // 8)).foreach(task)


# ---- The job ------------------------------------------------------------------------------------------------


def _locate(spark: SparkSession, name: str) -> str:
    """The location of a name for pyarrow: a name without a scheme is in the file system that Spark has for these."""
    files = _job.Files(spark)
    if "://" in name or name.startswith("file:") or files.local("/"):
        return name
    return files.whole(name)


def _plan(spark: SparkSession, folder: _files.Folder, options: argparse.Namespace) -> dict:
    """Returns the plan of a job: the ranges, and how they are read. Without --split, it has the split of an unfinished job."""
    files = entries(options.operands, options.base)
    known = json.loads(folder.read(PLAN)) if folder.exists(PLAN) and not options.overwrite else {}
    split = options.split or known.get("split") or split_of(files, spark.sparkContext.defaultParallelism)
    read = {name: getattr(options, name) for name in ("spec", "guess", "to_uri", "memory", "max_size")}
    how = {"read": read, "url": options.url_column, "content": options.content_column}
    return {"version": 1, "how": how, "split": split, "ranges": ranges(files, split)}


def _begin(folder: _files.Folder, plan: dict) -> None:
    """Keeps the plan in the folder. Refuses to continue an unfinished job with another one."""
    if not folder.exists(PLAN):
        folder.put(PLAN, json.dumps(plan).encode())
    elif json.loads(folder.read(PLAN)) != json.loads(json.dumps(plan)):
        raise _job.Refusal(
            f"{folder.location}: an unfinished job there has other inputs or options, or its inputs have changed: "
            "repeat its command, or use --overwrite"
        )


def _refuse_nested(folder: _files.Folder, operands: list[str]) -> None:
    """Refuses to read the tables that the job writes, or to write into a folder that it reads."""
    out = folder.location
    for operand in operands:
        location = _files.absolute(operand)
        if f"{out}/".startswith(f"{location}/") or location.startswith(f"{out}/"):
            raise _job.Refusal(f"{out}: the folder is in {operand}, or contains it: choose another folder for the tables")


def _prepare(folder: _files.Folder, overwrite: bool) -> None:
    """Refuses a folder with anything but an unfinished job."""
    names = [name for name in folder.names() if name != "_lock"]
    if overwrite and (DONE in names or folder.exists(PLAN)):
        for name in {WORK, DONE, *_finish.TABLES, *GRAPH}.intersection(names):
            folder.delete(name)
    elif DONE in names:
        raise _job.Refusal(f"{folder.location}: it has the tables of a finished job: use --overwrite to replace them")
    elif set(names) - {WORK} and not folder.exists(PLAN):
        raise _job.Refusal(f"{folder.location}: the folder is not empty, and no job of uriel-spark began there")
    folder.make(WORK)


def run(spark: SparkSession, options: argparse.Namespace) -> None:
    """Harvests the operands into a folder. Raises Refusal, or OSError for an operand that does not exist."""
    options.operands = [_locate(spark, name) for name in options.operands]
    folder = _files.Folder(_locate(spark, options.out))
    _refuse_nested(folder, options.operands)
    plan = _plan(spark, folder, options)
    folder.make()
    with Lock(folder.uri(""), spark) as lock:
        _prepare(folder, options.overwrite)
        _begin(folder, plan)
        began = time.monotonic()
        reports = _read_all(spark.sparkContext, plan["ranges"], folder, plan["how"])
        lock.check()
        _finish_all(spark.sparkContext, plan["ranges"], reports, folder)
        from . import _graph

        tables = _graph.Tables(spark, folder)
        tables.make()
        if options.cc_webgraph:
            tables.webgraph()
        lock.check()
        folder.put(DONE, b"")
        folder.delete(WORK)
    documents, references, errors = (
        spark.read.parquet(folder.uri(table)).count() for table in ("document", "reference", "error")
    )
    files = len({file[0] for item in plan["ranges"] for file in item.files})
    unreadable = len({item.files[0][0] for item in plan["ranges"] if reports[item.number].get("unreadable")})
    _job.say(
        f"harvest: {files} files, {documents} documents, {references} references, {errors} errors "
        f"in {time.monotonic() - began:.0f} s" + (f"; {unreadable} unreadable archives or tables: see the table error" if unreadable else "")
    )


def _bytes(text: str) -> int:
    units = {"k": 1 << 10, "M": 1 << 20, "G": 1 << 30}
    number, unit = (text[:-1], units[text[-1]]) if text[-1:] in units else (text, 1)
    if not (number.isascii() and number.isdigit()) or not 0 < int(number) * unit < 1 << 62:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of bytes: 64M, 1G or 1000000")
    return int(number) * unit


def _memory(text: str) -> int:
    if _bytes(text) < LEAST_MEMORY:
        raise argparse.ArgumentTypeError("it must be at least 4M")
    return _bytes(text)


def _base(text: str) -> str:
    if not uriel_uri.scheme(text):
        raise argparse.ArgumentTypeError(f"{text!r} is not a base URI: a base URI needs a scheme (RFC 3986, 5.1)")
    return text


def parser() -> argparse.ArgumentParser:
    made = argparse.ArgumentParser(
        prog="uriel-spark harvest",
        allow_abbrev=False,
        description="Write the references of a crawl as Parquet tables. IN is a file, a folder or a pattern: WARC, WET and "
        "WAT, compressed or not, HTML and other documents, and Parquet tables with columns of URLs and contents.",
    )
    add = made.add_argument
    add("operands", metavar="IN", nargs="+")
    add("out", metavar="OUT", help="the folder of the tables, on a file system that all workers see")
    add("--split", type=_bytes, default=0, metavar="BYTES", help="cut archives and tables into ranges of this size")
    add("--memory", type=_memory, default=1 << 30, metavar="BYTES", help="the memory of a task for its documents, at least 4M (1G)")
    add("--max-size", type=_bytes, default=0, metavar="BYTES", help="the size of a document that must be read as a whole (64M)")
    add("--base", type=_base, metavar="URI", help="the URI that the folders, or the only file, were retrieved from")
    add("--spec", default="lenient", choices=["lenient", "rfc3986", "iri", "whatwg", "url-1997", "uri-2003"],
        help="how references are read (lenient)")
    add("--strict", action="store_const", const="rfc3986", dest="spec", help="the same as --spec=rfc3986")
    add("--guess", action="store_true", help="also values of HTML that no standard calls references")
    add("--to-uri", action="store_true", help="encode characters beyond ASCII also in text that is not an IRI")
    add("--url-column", default="url", metavar="NAME", help="the column of URLs in Parquet tables (url)")
    add("--content-column", default="content", metavar="NAME", help="the column of contents in Parquet tables (content)")
    add("--cc-webgraph", action="store_true", help="also write vertices and edges as the tools of cc-webgraph read them")
    add("--overwrite", action="store_true", help="replace the tables in OUT")
    add("--master", metavar="URL", help="Spark's master, if spark-submit does not set it (local[*])")
    return made


def options_of(arguments: list[str]) -> argparse.Namespace:
    return parser().parse_args(arguments)


def main(arguments: list[str]) -> int:
    options = options_of(arguments)
    try:
        with _job.session("uriel-spark harvest", options.master) as spark:
            run(spark, options)
    except _job.Refusal as error:
        _job.say(f"harvest: {error}")
        return error.status
    except OSError as error:
        _job.say(f"harvest: {error.filename or options.out}: {error.strerror or error}")
        return _job.IO
    except KeyboardInterrupt:
        _job.say("harvest: interrupted: the same command continues")
        return _job.INTERRUPTED
    except Exception as error:
        _job.say(f"harvest: {_job.reason(error)}")
        return _job.IO
    return _job.OK
