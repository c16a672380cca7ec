/* SPDX-License-Identifier: MIT */
/* Whether the data, the start of a document, begins as the kinds that have a line or field of their own.
 */
#ifndef URIEL_READER_BEGINS_H
#define URIEL_READER_BEGINS_H

#include <stdbool.h>
#include <stddef.h>

/* Whether the first line is a header field: "Name: value". */
bool kind_begins_with_field(const char *data, size_t len);

bool kind_is_message(const char *data, size_t len);
bool kind_is_mbox(const char *data, size_t len);
bool kind_is_http(const char *data, size_t len);
bool kind_is_arc(const char *data, size_t len);
bool kind_is_warc(const char *data, size_t len);
bool kind_is_robots(const char *data, size_t len);
bool kind_is_linkset(const char *data, size_t len);
bool kind_is_wat(const char *data, size_t len);
bool kind_is_listing(const char *data, size_t len);
bool kind_is_overview(const char *data, size_t len);
bool kind_is_prospero(const char *data, size_t len);
bool kind_is_wais(const char *data, size_t len);
bool kind_is_gopher(const char *data, size_t len);

#endif
