# SPDX-License-Identifier: MIT
"""The two Sparks of the tests: `local`, a session on two threads, and `cluster`, a master and two workers. Tests of the cluster run last,
since a process has one session at a time; the tests of another Python, which need sessions of their own, after them."""
import os
import pathlib
import signal
import sys

import cluster as clusters
import crawl
import pytest

sys.path.append(str(pathlib.Path(__file__).resolve().parents[2] / "python" / "tests"))


def pytest_configure():
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # ends the fixtures


def pytest_collection_modifyitems(items):
    items.sort(key=lambda item: ("cluster" in item.fixturenames) + ("other" in item.fixturenames))


@pytest.fixture(scope="session")
def folder(tmp_path_factory):
    """A folder for the files of Spark."""
    made = tmp_path_factory.mktemp("spark")
    os.environ.update(clusters.environment(made))
    yield made
    clusters.end_driver()


@pytest.fixture(scope="session")
def local(folder):
    """A session on two threads."""
    made = clusters.session("local[2]", folder, {})
    yield made
    made.stop()


@pytest.fixture(scope="session")
def cluster(folder):
    """A cluster.Cluster with two workers; cluster.session() is its session."""
    made = clusters.Cluster(folder)
    try:
        yield made
    finally:
        made.end_session()
        made.stop()


@pytest.fixture(scope="session")
def files(tmp_path_factory):
    """The folder of the crawl."""
    return crawl.write(tmp_path_factory.mktemp("crawl"))


@pytest.fixture(scope="session")
def expected(files, tmp_path_factory):
    """What `uriel harvest` makes of the crawl."""
    return crawl.harvested([files], tmp_path_factory.mktemp("db") / "crawl.db")
