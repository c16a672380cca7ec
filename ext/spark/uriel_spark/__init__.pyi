# SPDX-License-Identifier: MIT
from typing import Final

from pyspark.sql import SparkSession

__version__: Final[str]

def register(spark: SparkSession) -> None: ...
