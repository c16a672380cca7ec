/* SPDX-License-Identifier: MIT */
/* Turns records into output, in the form that the options select. */
#ifndef URIEL_CLI_RENDER_H
#define URIEL_CLI_RENDER_H

#include "json.h"
#include "record.h"

enum render_form {
  RENDER_PLAIN, /* one line */
  RENDER_LONG,  /* a block of lines */
  RENDER_JSON,
  RENDER_TSV,
  RENDER_FORMAT,
  RENDER_SARIF, /* a result for each error; see sarif.h */
  RENDER_JUNIT, /* a test case for each record; see junit.h */
  RENDER_ARROW  /* a stream of columns; see arrow.h */
};

/* Whether the errors are in the records, and not on standard error. */
static inline bool render_holds_errors(enum render_form form)
{
  return form == RENDER_JSON || form == RENDER_SARIF || form == RENDER_JUNIT;
}

/* --keys: what JSON has besides the columns. Zero-initialise. */
struct render_keys {
  struct by by;
  const char *names[BY_KEYS]; /* escaped */
  struct buffer texts;        /* of the names */
};

struct render {
  const struct schema *schema;
  const struct render_keys *keys; /* NULL: none */
  enum render_form form;
  char terminator;          /* of records, but not in JSON */
  bool keep;                /* print invalid inputs unchanged instead of empty records */
  struct template *format;  /* for RENDER_FORMAT */
  struct arrow_rows *arrow; /* for RENDER_ARROW */
};

/* The rows of a --long block: a line for each column from `plain` on that has a value. */
void render_rows(const struct schema *schema, const struct record *record);

/* A label from column `indent` on, and spaces up to `column`. */
void render_label(size_t indent, size_t column, const char *label);

/* A line for each of the URL standard's validation errors in `text`, up to a number that can be read. */
void render_repairs(const struct repairs *repairs, uriel_text text, size_t indent, size_t column,
                    const char *label);

/* Whether a column is in --tsv and --arrow. */
static inline bool render_in_table(const struct schema *schema, size_t column)
{
  return !((schema->aside | schema->only_json) >> column & 1);
}

/* The line with the names of --tsv's columns. */
void render_header(const struct render *render);

/* An error as a JSON object; `key` is NULL in an array. */
void render_json_error(struct json *json, const char *key, const struct record_error *error);

/* The array "repairs", and "repair_count" if it does not list all; nothing without any. */
void render_json_repairs(struct json *json, const struct repairs *repairs, uriel_text text);

/* One record on standard output; its error is printed by error_print, if requested. */
void render_record(const struct render *render, const struct record *record);

struct template;

/* Ends the program with a usage error if `string` names a key that `schema` does not have. */
struct template *template_compile(const char *command, const char *string, const struct schema *schema);

/* Whether it has {valid} or a key of errors, and so is filled in for invalid input as well. */
bool template_has_errors(const struct template *template);

void template_put(struct template *template, const struct schema *schema, const struct record *record,
                  struct output *out);

void template_free(struct template *template);

/* ---- Rows (row.c): the fast path for the columns of uriel parse ---- */

/* The columns of uriel parse, and of uriel check, that rows have. A schema with more of them needs
 * records. */
enum { ROW_COLUMNS = 17, ROW_COLUMNS_CHECK = 15 };

/* Once, before the first row. */
void row_start(void);

/* Prints the components of references under RFC 3986, whose texts have INPUT_SLACK readable bytes after
 * them, as render_record does in the form: RENDER_PLAIN, RENDER_TSV, RENDER_JSON or RENDER_ARROW.
 * Returns how many: it stops at the first one that needs a record. */
size_t row_put(const struct render *render, const uriel_ref *refs, size_t count);

#endif
