# SPDX-License-Identifier: MIT
"""The blocks of the pages run in order, and print what the pages say."""
import contextlib
import io
import pathlib
import re
import shlex

import example_crawl
import pytest
import uriel_spark
from pyspark.sql import functions as F
from uriel_spark import __main__ as command
from uriel_spark import harvest

DOC = pathlib.Path(__file__).resolve().parents[3] / "doc"
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
TIME = re.compile(r"in \d+ s$", re.MULTILINE)


def blocks(page):
    """The blocks of code of a page: language, text, and what it prints, if the page says it."""
    found = [*BLOCK.finditer((DOC / page).read_text())]
    for block, after in zip(found, [*found[1:], None]):
        if block[1]:
            yield block[1], block[2], after[2] if after and not after[1] else None


def printed(code, names):
    with contextlib.redirect_stdout(io.StringIO()) as out:
        exec(code, names)
    return "".join(line.rstrip() + "\n" for line in out.getvalue().splitlines() if line.strip())


def shell(code):
    """Runs the commands of a block; returns what they print on standard error."""
    with contextlib.redirect_stderr(io.StringIO()) as err:
        for line in code.splitlines():
            name, *arguments = shlex.split(line)
            if name == "python3":
                example_crawl.write(arguments[-1])
            else:
                assert command.main(arguments) == 0
    return err.getvalue()


def made(page, folder, spark):
    """The blocks that print something: pairs of what the page says and what they print."""
    names = {"spark": spark}
    for language, code, says in blocks(page):
        code = code.replace("/data/", f"{folder}/")
        text = shell(code) if language == "sh" else printed(code, names)
        if says is not None:
            yield says, text


def test_the_questions_are_answered_as_the_page_says(local, tmp_path):
    for says, prints in made("spark-crawl.md", tmp_path, local):
        assert TIME.sub("", prints) == TIME.sub("", says)


def test_the_examples_of_columns_run(local):
    rows = [(1, "http://a.example/x", "../y", "http://a.example/x", "See http://b.example/.", "<a href=z>z</a>")]
    frame = local.createDataFrame(rows, "id int, url string, href string, other string, text string, html string")
    frame.createOrReplaceTempView("crawl")
    uriel_spark.register(local)
    for language, code, _ in blocks("spark.md"):
        if language == "python":
            exec(code, {"frame": frame, "F": F})
        elif language == "sql":
            assert all(local.sql(query).collect() for query in code.split(";") if query.strip())


@pytest.mark.parametrize("page", ["spark.md", "spark-crawl.md", "man/uriel-spark.1"])
def test_the_commands_have_options_that_exist(page):
    text = (DOC / page).read_text().replace("\\-", "-").replace("\\\n", " ")
    found = re.findall(r"^(?:spark-submit .*|)\"?(?:uriel-spark|\$\(command -v uriel-spark\)\") harvest ([^.\n]*[/ ].*)$", text, re.MULTILINE)
    assert found
    for arguments in found:
        harvest.options_of(shlex.split(arguments))
