# SPDX-License-Identifier: MIT
"""Common Crawl's extraction of links between hosts (wat_extract_links.py of cc-pyspark), and the hosts that it and uriel find."""
import os
import re
import sys

import pyarrow
import uriel_uri
from pyarrow import compute, dataset

UNKNOWN = "no known reason"


def command(folder, place, inputs, table):
    """The command of the job ExtractHostLinksJob, and its environment. The folder has the repository or the distribution."""
    program = next((path for path in sorted(folder.rglob("wat_extract_links.py"))), None)
    if not program:
        sys.exit(f"bench/programs/spark: {folder} has no wat_extract_links.py")
    listing = place / "inputs"
    listing.write_text("".join(f"file:{path}\n" for path in inputs))
    paths = (folder, folder / "src", program.parent)
    return ([sys.executable, program, f"file:{listing}", table, "--num_input_partitions", "2", "--num_output_partitions", "1"],
            {"PYTHONPATH": os.pathsep.join(str(path.absolute()) for path in paths)})


# ---- Hosts -------------------------------------------------------------------------------------------------------


class Found:
    """The hosts that cc-pyspark writes, in the usual order of their labels."""

    def __init__(self, table):
        pairs = dataset.dataset(table, format="parquet", exclude_invalid_files=True).to_table()
        self.hosts = {".".join(reversed(name.split("."))) for column in ("s", "t") for name in pairs[column].unique().to_pylist() if name}


class References:
    """The hosts that uriel finds as cc-pyspark would write them, with their spellings, and all references."""

    def __init__(self, folder):
        names = dataset.dataset(folder / "host", format="parquet").to_table(columns=["host"])["host"].to_pylist()
        self.hosts = {}
        for name in names:
            self.hosts.setdefault(shortened(name), []).append(name)
        self.table = dataset.dataset(folder / "reference", format="parquet").to_table(columns=["element", "attribute", "identifies", "raw", "normal"])

    def containing(self, host):
        """The references whose text contains the host."""
        return self.table.filter(compute.match_substring(compute.utf8_lower(self.table["raw"]), host)).slice(0, 1000).to_pylist()

    def leading_to(self, names):
        """The references whose normal form has one of these hosts."""
        if not hasattr(self, "of"):
            self.of = uriel_uri.host(self.table["normal"])
        wanted = pyarrow.array(names, pyarrow.string())
        return self.table.filter(compute.is_in(pyarrow.array(self.of).cast(pyarrow.string()), wanted)).slice(0, 1000).to_pylist()


def shortened(host):
    """The host without what cc-pyspark drops: "www." before at least two labels, and a "." at the end."""
    host = host.rstrip(".")
    return host[4:] if host.startswith("www.") and host.count(".") > 1 else host


# ---- Reasons -----------------------------------------------------------------------------------------------------

LABEL = re.compile(r"[a-z0-9]([a-z0-9_-]{0,61}[a-z0-9])?", re.ASCII)  # as in cc-pyspark
BEGIN = re.compile(r"(?:[a-z][a-z0-9]{1,5}:)?//", re.ASCII | re.IGNORECASE)


def why_not_peer(host, references, file):
    """Why cc-pyspark does not have a host that uriel has."""
    raws = [reference["raw"] for reference in references]
    if host.startswith("[") or re.fullmatch(r"\d+(\.\d+){3}", host):
        return "an address: cc-pyspark drops it"
    if "." not in host:
        return "a name of one label: cc-pyspark drops it"
    if not all(LABEL.fullmatch(label) for label in host.split(".")):
        return "a label that cc-pyspark refuses"
    if file == "warc" and not any(reference["element"] is None for reference in references):
        return "a reference of a page: of WARC, cc-pyspark reads only redirects"
    if not any(BEGIN.match(raw) for raw in raws):
        return "no \"//\" at the begin, or a scheme that cc-pyspark does not know: it does not resolve the reference"
    if not any(host in raw.lower() for raw in raws):
        return "a spelling of the host that browsers change"
    return UNKNOWN


def why_not_uriel(host, references):
    """Why uriel does not have a host that cc-pyspark has."""
    if not references:
        return UNKNOWN
    others = {uriel_uri.host(reference["normal"]) for reference in references if reference["normal"]} - {None, ""}
    if others:
        return "another host is in this reference"
    if all(reference["normal"] is None for reference in references):
        return "an invalid reference"
    return UNKNOWN


def differences(ours, peer, file):
    """Rows with the hosts that only one program has, by reason."""
    groups = {}
    for host in sorted(set(ours.hosts) - peer.hosts):
        groups.setdefault(("uriel", why_not_peer(host, ours.leading_to(ours.hosts[host]), file)), []).append(host)
    for host in sorted(peer.hosts - set(ours.hosts)):
        groups.setdefault(("cc-pyspark", why_not_uriel(host, ours.containing(host))), []).append(host)
    return [{"only": only, "reason": reason, "count": len(hosts), "hosts": hosts[:20]} for (only, reason), hosts in sorted(groups.items())]
