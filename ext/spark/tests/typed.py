# SPDX-License-Identifier: MIT
"""The types of uriel_spark: mypy accepts this file in strict mode."""
from pyspark.sql import Column, SparkSession
from pyspark.sql import functions as F

import uriel_spark
from uriel_spark import functions as U


def hosts(spark: SparkSession) -> list[str]:
    uriel_spark.register(spark)
    columns: list[Column] = [
        U.host("url"), U.host(F.col("url"), spec="whatwg"), U.resolve("href", base=F.col("url")), U.resolve("href", "http://a.example/"),
        U.segment("url", 1), U.segment("url", F.col("n")), U.edit("url", ["-query"]), U.parse("url", ["site"]), U.find("text"),
        U.host(3),  # type: ignore[arg-type]
        U.host("url", spec="rfc"),  # type: ignore[arg-type]
    ]
    return [str(column.alias(uriel_spark.__version__)) for column in columns]
