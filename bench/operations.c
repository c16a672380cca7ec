/* SPDX-License-Identifier: MIT */
/* Names and descriptions of the measured operations. */
#include "bench.h"

/* Indexed by bench_operation: its name, and a description. */
static const char *const operation_names[][2] = {
    {"parse", "parse, one call a URL"},
    {"lines", "parse the lines of a text, in batches"},
    {"normalize-path", "normalise to a string, level path, parse included"},
    {"normalize", "normalise to a string, level scheme, parse included"},
    {"normalize-normal", "the same, for URLs that are normal already"},
    {"resolve", "resolve URLs as they are to a string, parse included"},
    {"resolve-path", "resolve relative references, parse included"},
    {"equal-copy", "compare with an identical copy, parsed beforehand, level scheme"},
    {"equal-upper", "compare with scheme and host in upper case, parsed beforehand"},
    {"equal-port", "compare with the default port written, parsed beforehand"},
    {"equal-escaped", "compare with \"/./\" and an escape in the path, parsed beforehand"},
    {"equal-other", "compare with the URL before, mostly another, parsed beforehand"},
    {"hash", "hash at level scheme, parsed beforehand"},
    {"url", "parse as browsers do (the URL standard), one call a URL"},
    {"url-pasted", "the same, for URLs that the standard repairs"},
    {"agree", "whether present readers see the same host and port, masks only"},
    {"agree-hostile", "the same, for URLs in which they see two hosts"},
    {"guard", "whether a server may fetch it, and the request to send"},
    {"html", "list the references of HTML pages"},
};

const char *bench_operation_name(bench_operation operation)
{
  return operation_names[operation][0];
}

const char *bench_operation_title(bench_operation operation)
{
  return operation_names[operation][1];
}
