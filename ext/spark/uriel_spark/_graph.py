# SPDX-License-Identifier: MIT
"""The links between hosts and sites, counted."""

from __future__ import annotations

from typing import Any

from pyspark.sql import Column, DataFrame, SparkSession
from pyspark.sql import functions as F

from . import _files
from . import functions as U


def _url(host: Column) -> Column:
    return F.concat(F.lit("http://"), host, F.lit("/"))


def _site(host: str) -> Column:
    """The site of a host; the host itself if it is an address, or has no site."""
    return F.coalesce(U.site(_url(F.col(host))), F.col(host))


def _counted(edges: DataFrame, from_name: str, to_name: str) -> DataFrame:
    """Each pair of different hosts once. Spark sums in each task first, so that a pair costs at most a row of each."""
    return edges.where(F.col(from_name) != F.col(to_name)).groupBy(from_name, to_name).agg(F.sum("count").alias("count"))


def _degrees(edges: DataFrame, documents: DataFrame, name: str) -> DataFrame:
    """For each host or site: the documents from it, others that it links to or that link to it, and the links."""
    def side(at: str, *columns: Column) -> DataFrame:
        return edges.select(F.col(at).alias(name), *columns)

    zero, one, count = F.lit(0).cast("long"), F.lit(1).cast("long"), F.col("count")
    names = ("document_count", "in_degree", "out_degree", "in_count", "out_count")
    rows = (
        side(f"from_{name}", *(column.alias(n) for column, n in zip((zero, zero, one, zero, count), names)))
        .unionByName(side(f"to_{name}", *(column.alias(n) for column, n in zip((zero, one, zero, count, zero), names))))
        .unionByName(documents.select(name, F.col("document_count"), *(zero.alias(n) for n in names[1:])))
    )
    return rows.groupBy(name).agg(*(F.sum(n).alias(n) for n in names))


def _sorted(rows: DataFrame, *by: str) -> DataFrame:
    return rows.repartitionByRange(*by).sortWithinPartitions(*by)


class Tables:
    """The tables of the graph in a folder: each is written beside its place, and then moved there in one step."""

    def __init__(self, spark: SparkSession, folder: _files.Folder):
        self.spark, self.folder = spark, folder

    def put(self, name: str, rows: DataFrame, **options: Any) -> DataFrame:
        if not self.folder.exists(name):
            part = f"_work/{name}.part"
            writer = rows.write.mode("overwrite")
            if options:
                writer.options(**options).csv(self.folder.uri(part))
            else:
                writer.parquet(self.folder.uri(part), compression="zstd")
            self.folder.move(part, name)
        return rows if options else self.spark.read.parquet(self.folder.uri(name))

    def make(self) -> None:
        documents = (
            self.spark.read.parquet(self.folder.uri("document"))
            .where((F.col("site") != "") & (F.col("kind") != "http"))
            .groupBy(F.col("site").alias("host"))
            .agg(F.count("*").alias("document_count"))
        )
        edges = self.spark.read.parquet(self.folder.uri("_work/edge"))
        hosts = self.put("host_edge", _sorted(_counted(edges, "from_host", "to_host"), "to_host", "from_host"))
        sites = hosts.select(_site("from_host").alias("from_site"), _site("to_host").alias("to_site"), "count")
        sites = self.put("site_edge", _sorted(_counted(sites, "from_site", "to_site"), "to_site", "from_site"))
        host = _degrees(hosts, documents, "host").withColumn("host_reversed", U.host_reversed(_url(F.col("host"))))
        self.put("host", _sorted(host, "host_reversed", "host"))
        of_site = documents.select(_site("host").alias("site"), "document_count")
        self.put("site", _sorted(_degrees(sites, of_site, "site"), "site"))

    def webgraph(self) -> None:
        """Vertices and edges as text, as cc-webgraph's tools read them: hosts that are names."""
        hosts = self.spark.read.parquet(self.folder.uri("host")).where(U.host_kind(_url(F.col("host"))) == "name")
        vertices = hosts.select("host", F.col("host_reversed").alias("name"))
        numbered = self._number(vertices)
        self.put("webgraph/vertices", numbered.select("id", "name").orderBy("id"), sep="\t", compression="gzip")
        edges = self.spark.read.parquet(self.folder.uri("host_edge"))
        from_ids = numbered.select(F.col("id").alias("from"), F.col("host").alias("from_host"))
        to_ids = numbered.select(F.col("id").alias("to"), F.col("host").alias("to_host"))
        edges = edges.join(from_ids, "from_host").join(to_ids, "to_host").select("from", "to").orderBy("from", "to")
        self.put("webgraph/edges", edges, sep="\t", compression="gzip")

    def _number(self, vertices: DataFrame) -> DataFrame:
        """Ids from 0 in the order of the names: a row's place in its partition after the rows of those before it."""
        name = "_work/vertices"
        if not self.folder.exists(name):
            rows = _sorted(vertices, "name").withColumn("at", F.monotonically_increasing_id())
            rows.write.mode("overwrite").parquet(self.folder.uri(f"{name}.part"), compression="zstd")
            self.folder.move(f"{name}.part", name)
        rows = self.spark.read.parquet(self.folder.uri(name))
        partition = F.shiftright("at", 33)
        counts = rows.groupBy(partition.alias("partition")).count().orderBy("partition").collect()
        before, offsets = 0, {}
        for row in counts:
            offsets[row["partition"]] = before
            before += row["count"]
        if not offsets:
            return rows.withColumn("id", F.lit(0).cast("long")).drop("at")
        offset = F.create_map(*(F.lit(value) for pair in offsets.items() for value in pair))
        place = F.col("at").bitwiseAND((1 << 33) - 1)
        return rows.withColumn("id", (offset[partition] + place).cast("long")).drop("at")
