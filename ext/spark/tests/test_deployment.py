# SPDX-License-Identifier: MIT
"""A worker needs the wheel: installed, or in an archive that Spark sends. A worker without it says so."""
import os
import pathlib
import shutil
import subprocess
import sys

import pyarrow
import pytest
import venv_pack
from pyspark.errors import PythonException
from uriel_spark import functions as U


def environment(folder):
    """A virtual environment with pyarrow only."""
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder], check=True)
    source = pathlib.Path(pyarrow.__file__).parent
    target = folder / "lib" / f"python{sys.version_info.major}.{sys.version_info.minor}" / "site-packages"
    shutil.copytree(source, target / source.name, symlinks=True, ignore=shutil.ignore_patterns("tests", "include", "*flight*", "*.pdb"))
    for libraries in source.parent.glob("pyarrow.libs"):
        shutil.copytree(libraries, target / libraries.name)
    return folder / "bin" / "python"


@pytest.fixture(scope="module")
def other(tmp_path_factory):
    """The Python of an environment without the package; a test installs it later."""
    return environment(tmp_path_factory.mktemp("environments") / "env")


def hosts(spark):
    """Hosts of 1000 URLs, computed in four tasks, and the Pythons of the tasks."""
    def pythons(batches):
        for batch in batches:
            yield pyarrow.record_batch({"host": batch.column(0), "python": [sys.prefix] * len(batch)})
    urls = spark.range(1000, numPartitions=4).selectExpr("concat('HTTP://h', id, '.example/') AS url")
    rows = urls.select(U.host("url")).mapInArrow(pythons, "host string, python string").collect()
    assert sorted(row.host for row in rows) == sorted(f"h{number}.example" for number in range(1000))
    return {row.python for row in rows}


def test_installed_on_every_worker(cluster):
    assert hosts(cluster.session()) == {sys.prefix}


def test_worker_without_the_package(cluster, other):
    with pytest.raises(PythonException) as caught:
        hosts(cluster.session(python=other))
    message = str(caught.value)
    assert f"RuntimeError: a worker's Python, {other}, lacks the package uriel-uri of the driver (No module named 'uriel_spark')" in message
    assert "set PYSPARK_PYTHON to a Python that has it" in message and "Traceback" not in message


def test_archive(cluster, other, tmp_path):
    subprocess.run([sys.executable, "-m", "pip", "-q", "--python", other, "install", "--no-index", "--no-deps", os.environ["WHEEL"]], check=True)
    venv_pack.pack(prefix=str(other.parents[1]), output=str(tmp_path / "env.tar.gz"), compress_level=1)
    prefixes = hosts(cluster.session(python="./env/bin/python", spark_archives=f"{tmp_path}/env.tar.gz#env"))
    assert len(prefixes) == 2 and all(prefix.endswith("/env") and prefix != str(other.parents[1]) for prefix in prefixes)
