/* SPDX-License-Identifier: MIT */
/* The values of a reference by name: the keys of --format, filter, sort, count and clean. */
#ifndef URIEL_CLI_KEY_H
#define URIEL_CLI_KEY_H

#include <stdbool.h>
#include <stddef.h>

#include "buffer.h"
#include "uriel.h"

enum key_name {
  KEY_REFERENCE,
  KEY_SCHEME,
  KEY_AUTHORITY,
  KEY_USERINFO,
  KEY_USER,
  KEY_PASSWORD,
  KEY_HOST,
  KEY_HOST_UNICODE,
  KEY_HOST_KIND,
  KEY_ADDRESS, /* the canonical form of an IP address in any spelling; undefined for names */
  KEY_SITE,
  KEY_SUFFIX,
  KEY_SURT,
  KEY_PORT,           /* as written */
  KEY_PORT_EFFECTIVE, /* as written, or the scheme's default */
  KEY_PATH,
  KEY_SEGMENT,   /* {path.1} is the first segment, {path.-1} the last */
  KEY_EXTENSION, /* of the last segment, without its "." */
  KEY_QUERY,
  KEY_PARAMETER,       /* {query.q}: the value of the first parameter of that name, not decoded */
  KEY_PARAMETER_NAMES, /* sorted, separated by "&" */
  KEY_FRAGMENT,
  KEY_FORM,
  KEY_LENGTH /* bytes */
};

struct key {
  enum key_name name;
  long segment;         /* of KEY_SEGMENT: not 0 */
  uriel_text parameter; /* of KEY_PARAMETER, over the text that key_read read */
};

/* Reads "host", "path.-1", "query.q". Returns false if there is no such key. */
bool key_read(struct key *key, const char *text, size_t len);

/* The names, for help and for the nearest word; ends with NULL. */
extern const char *const key_words[];

/* Returns the value, which may be in `scratch`, or an undefined text. */
uriel_text key_value(const struct key *key, const uriel_ref *ref, struct buffer *scratch);

#endif
