#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""seeds.py VECTORS OUT: writes first inputs for each fuzz target to OUT/TARGET, made from the vector files.

An input is the zero bytes that the target takes for itself, then a case's columns, a line each.
"""
import hashlib
import pathlib
import re
import sys

PARTS = ("scheme", "userinfo", "host", "port", "path", "query", "fragment")
SPECS = ("url-1993", "url-1994", "url-1997", "uri-2003")
TARGETS = {  # target: (bytes before the text, [(file, columns)])
    "fuzz_parse": (0, [("parse_valid", ["input"]), ("parse_invalid", ["input"])]),
    "fuzz_batch": (2, [("parse_valid", ["input", "host", "path"]), ("parse_invalid", ["input"])]),
    "fuzz_arrow": (2, [("parse_valid", ["input", "query", "path"]), ("parse_invalid", ["input"])]),
    "fuzz_arrow_call": (8, [("functions", ["first", "second"])]),
    "fuzz_resolve": (0, [("resolve", ["base", "reference"])]),
    "fuzz_relative": (0, [("relative", ["base", "target"])]),
    "fuzz_normalize": (0, [("normalize", ["input"]), ("normalize_schemes", ["input"]), ("spec_normalize", ["input"]),
                        ("scheme_equal", ["a"])] +
                       [(f"{spec}_valid", ["input"]) for spec in SPECS]),
    "fuzz_compare": (0, [("equal", ["a", "b"]), ("spec_equal", ["a", "b"]), ("scheme_equal", ["a", "b"])]),
    "fuzz_url": (0, [("url", ["input"]), ("url_errors", ["input"]), ("url_hosts", ["input"])]),
    "fuzz_lenient": (0, [("lenient", ["base", "text"])]),
    "fuzz_iri": (0, [("iri_valid", ["input"]), ("iri_invalid", ["input"]), ("iri_map", ["input"]), ("spec_equal", ["a", "b"]),
                     ("spec_resolve", ["base", "reference"])]),
    "fuzz_encode": (0, [("encode", ["input"])]),
    "fuzz_decode": (0, [("decode", ["input"])]),
    "fuzz_iterate": (0, [("segments", ["path"]), ("pairs", ["query"])]),
    "fuzz_build": (0, [("build", PARTS)]),
    "fuzz_build_as": (0, [("build", PARTS), ("spec_build", PARTS)]),
    "fuzz_component_set": (0, [("set", ["input", "value"]), ("append", ["input", "segment"])]),
    "fuzz_ip": (0, [("ip_hosts", ["input"]), ("ipv6_text", ["input"])]),
    "fuzz_port": (0, [("parse_valid", ["input"]), ("parse_valid", ["port"])]),
    "fuzz_reference": (0, [("parse_valid", ["input"]), ("segments", ["path"])]),
    "fuzz_http_target": (0, [("http_targets", ["method", "target"])]),
    "fuzz_find": (2, [(f"find{kind}", ["text"]) for kind in
                      ("", "_autolinks", "_documents", "_linkify", "_markup", "_negative", "_rulings", "_schemes")]),
    "fuzz_query": (1, [(f"query{kind}", ["query", "name", "value"]) for kind in ("", "_form")]),
    "fuzz_regex": (1, [("regex", ["expression", "text"])]),
    "fuzz_redact": (1, [("redact", ["text", "names"])]),
    "fuzz_search_params": (0, [("search_params", ["query", "name", "value"])]),
    "fuzz_url_set": (0, [("url_setters", ["input", "value"])]),
    "fuzz_template": (0, [("templates", ["template", "input"])]),
    "fuzz_iri_display": (0, [("iri_display", ["input"]), ("display", ["unicode"]), ("spoof", ["label"]), ("spoof_icu", ["label"])]),
    "fuzz_utf8": (0, [("encode", ["input"])]),
    "fuzz_idna": (1, [("idna", ["input"]), ("idna_flags", ["input"]), ("nfc", ["text"])]),
    "fuzz_site": (1, [("suffixes", ["host", "suffix"]), ("host_address", ["host"]), ("surt", ["text", "text"])]),
    "fuzz_function": (5, [("functions", ["second", "first"])]),
    "fuzz_edit": (16, [("functions", ["second", "first"])]),
    "fuzz_error": (5, [("parse_invalid", ["input"])]),
    "fuzz_urn": (0, [("urn_members", ["input"]), ("urn_errors", ["input"]), ("urn_encode", ["name"]), ("urn_show", ["input"]),
                     ("urn_equal", ["a", "b"]), ("urn_namespaces", ["input"])]),
    "fuzz_scheme": (0, [("parts", ["input"])]),
    "fuzz_plan": (3, [("plans", ["input"]), ("parts", ["input"])]),
    "fuzz_parse_as": (0, [(f"{spec}_{kind}", ["input"]) for spec in SPECS for kind in ("valid", "invalid")]),
    "fuzz_resolve_as": (0, [("spec_resolve", ["base", "reference"])]),
    "fuzz_relative_as": (0, [("spec_relative", ["base", "target"]), ("spec_resolve", ["base", "target"])]),
    "fuzz_encode_as": (0, [("spec_encode", ["input"]), ("spec_decode", ["input"])]),
    "fuzz_html": (2, [("html", ["page"]), ("page_guess", ["page"])]),
    "fuzz_page": (4, [("page", ["page"]), ("page_guess", ["page"]), ("html", ["page"])]),
    "fuzz_html_tokens": (3, [("html_tokens", ["input"]), ("html_tokens_end", ["input"])]),
    "fuzz_encoding": (0, [("encodings", ["html"]), ("encodings", ["encoding"])]),
    "fuzz_spec": (0, [("spec_sets", ["spec"]), ("spec_sets", ["set"])]),
}
ESCAPE = re.compile(rb"\\(x..|.)")
BYTES = {b"t": b"\t", b"n": b"\n", b"\\": b"\\"}


def unescape(field):
    if field == rb"\N":
        return b"-"
    return ESCAPE.sub(lambda m: BYTES.get(m[1]) or bytes((int(m[1][1:], 16),)), field)


def cases(path):
    lines = [line for line in path.read_bytes().split(b"\n") if line and not line.startswith(b"#")]
    names = lines[0].decode().split("\t")
    for line in lines[1:]:
        yield dict(zip(names, map(unescape, line.split(b"\t"))))


def main():
    vectors, out = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    for target, (front, sources) in TARGETS.items():
        folder = out / target
        folder.mkdir(parents=True, exist_ok=True)
        for name, columns in sources:
            for case in cases(vectors / f"{name}.tsv"):
                seed = bytes(front) + b"\n".join(case[column] for column in columns)
                (folder / hashlib.sha1(seed).hexdigest()).write_bytes(seed)


if __name__ == "__main__":
    main()
