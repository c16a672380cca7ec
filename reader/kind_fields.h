/* SPDX-License-Identifier: MIT */
/* Documents that begin with lines of their own: mail and archives of it, web archives, HTTP messages,
 * robots.txt. */
#ifndef URIEL_READER_KIND_FIELDS_H
#define URIEL_READER_KIND_FIELDS_H

#include <stdbool.h>
#include <stddef.h>

#include "kind.h"

/* The kind of a document that holds others, by its first lines alone; KIND_TEXT where it is none. */
enum document_kind kind_by_lines(const char *data, size_t len);

/* Whether the first line is a header field: "Name: value". */
bool kind_begins_with_field(const char *data, size_t len);

/* Whether the first group of robots.txt (RFC 9309, 2.2) is there. */
bool kind_is_robots(const char *data, size_t len);

#endif
