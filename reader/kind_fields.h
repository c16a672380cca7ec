/* SPDX-License-Identifier: MIT */
/* Documents that are recognised by their first lines: mail and its archives, web archives, HTTP
 * messages, robots.txt. */
#ifndef URIEL_READER_KIND_FIELDS_H
#define URIEL_READER_KIND_FIELDS_H

#include <stdbool.h>
#include <stddef.h>

#include "kind.h"

/* Returns the kind of a document that contains others, from its first lines; otherwise KIND_TEXT. */
enum document_kind kind_by_lines(const char *data, size_t len);

/* Whether the data begins as a web archive in ARC, the format before WARC. */
bool kind_is_arc(const char *data, size_t len);

/* Whether the first line is a header field: "Name: value". */
bool kind_begins_with_field(const char *data, size_t len);

/* Whether the text has a group of robots.txt (RFC 9309, 2.2). */
bool kind_is_robots(const char *data, size_t len);

#endif
