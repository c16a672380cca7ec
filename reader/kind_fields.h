/* SPDX-License-Identifier: MIT */
/* Documents that are recognised by their first lines: mail and its archives, web archives, HTTP
 * messages, robots.txt. */
#ifndef URIEL_READER_KIND_FIELDS_H
#define URIEL_READER_KIND_FIELDS_H

#include <stdbool.h>
#include <stddef.h>

/* Whether the data begins as a document that contains others. */
bool kind_is_message(const char *data, size_t len);
bool kind_is_mbox(const char *data, size_t len);
bool kind_is_http(const char *data, size_t len);
bool kind_is_warc(const char *data, size_t len);
bool kind_is_arc(const char *data, size_t len); /* the format before WARC */

/* Whether the first line is a header field: "Name: value". */
bool kind_begins_with_field(const char *data, size_t len);

/* Whether the text has a group of robots.txt (RFC 9309, 2.2). */
bool kind_is_robots(const char *data, size_t len);

#endif
