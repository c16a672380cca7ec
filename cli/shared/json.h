/* SPDX-License-Identifier: MIT */
/* JSON, always valid. Keys are the program's own (ASCII, nothing to escape); NULL at the top and in
 * arrays. */
#ifndef URIEL_CLI_JSON_H
#define URIEL_CLI_JSON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "output.h"

struct column;

struct json {
  struct output *out;
  bool more; /* a comma comes before the next value */
};

void json_object_begin(struct json *json, const char *key);
void json_object_end(struct json *json);
void json_array_begin(struct json *json, const char *key);
void json_array_end(struct json *json);

/* In text that is not UTF-8, each maximal bad sequence is written as U+FFFD. If the text has a key, its
 * exact bytes follow in hexadecimal under KEY_hex. */
void json_text(struct json *json, const char *key, const char *text, size_t len);
void json_defined(struct json *json, const char *key, uriel_text text); /* nothing if undefined */
void json_hex_text(struct json *json, const char *text, size_t len);    /* an item, in hexadecimal */
void json_string(struct json *json, const char *key, const char *string);
void json_number(struct json *json, const char *key, uint64_t number);
void json_real(struct json *json, const char *key, double number); /* three decimals; not finite: 0 */
void json_literal(struct json *json, const char *key, const char *text, size_t len); /* as it is */
void json_bool(struct json *json, const char *key, bool value);

/* The values of columns that are texts or literals, under their keys; nothing for undefined ones. */
void json_columns(struct json *json, const struct column *columns, const uriel_text *values,
                  size_t count);

#endif
