/* SPDX-License-Identifier: MIT */
/* Reads the files of test/vectors; see vectors.h. */
#include "vectors.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support.h"
#include "uriel_spec.h"

static unsigned hex_value(char digit)
{
  const char *const digits = "0123456789ABCDEF";
  const char *const at = digit ? strchr(digits, digit) : NULL;
  if (!at)
    die("not an upper-case hexadecimal digit in a vector");
  return (unsigned)(at - digits);
}

/* The byte of the escape at `*at`, which moves after the escape. */
static char unescape_byte(const char **at)
{
  const char kind = *(*at)++;
  if (kind == 't')
    return '\t';
  if (kind == 'n')
    return '\n';
  if (kind == '\\')
    return '\\';
  if (kind != 'x')
    die("a vector has the escape \\%c", kind);
  const unsigned high = hex_value((*at)[0]);
  const unsigned low = hex_value((*at)[1]);
  *at += 2;
  return (char)(high << 4 | low);
}

/* The field that ends before `end`, unescaped into a block of its exact size. */
static uriel_text unescape_field(const char *at, const char *end)
{
  if (end - at == 2 && at[0] == '\\' && at[1] == 'N')
    return text_from(NULL, 0);
  char *const buffer = malloc((size_t)(end - at) + 1);
  if (!buffer)
    die("out of memory");
  size_t len = 0;
  while (at < end) {
    const char c = *at++;
    buffer[len++] = c == '\\' ? unescape_byte(&at) : c;
  }
  const uriel_text field = text_copy(text_from(buffer, len));
  free(buffer);
  return field;
}

static size_t split_names(char *line, const char **names)
{
  size_t count = 0;
  for (char *name = line; name; count++) {
    if (count == VECTOR_COLUMNS)
      die("too many columns");
    char *const tab = strchr(name, '\t');
    if (tab)
      *tab = '\0';
    names[count] = name;
    name = tab ? tab + 1 : NULL;
  }
  return count;
}

static void run_case(vector_case *given, const char *line, vector_check *check)
{
  size_t count = 0;
  for (const char *at = line; at; count++) {
    if (count == given->columns)
      die("%s:%zu: too many fields", given->file, given->line);
    const char *const tab = strchr(at, '\t');
    given->fields[count] = unescape_field(at, tab ? tab : at + strlen(at));
    at = tab ? tab + 1 : NULL;
  }
  if (count != given->columns)
    die("%s:%zu: %zu fields, not %zu", given->file, given->line, count, given->columns);
  check(given);
  for (size_t at = 0; at < count; at++)
    text_free(given->fields[at]);
}

/* Returns the file's next line that is not a comment, without its line feed; NULL at the end. */
static char *next_line(FILE *file, char **buffer, size_t *size, size_t *number)
{
  ssize_t len;
  while ((len = getline(buffer, size, file)) >= 0) {
    ++*number;
    if (len > 0 && (*buffer)[len - 1] == '\n')
      (*buffer)[len - 1] = '\0';
    if ((*buffer)[0] != '#')
      return *buffer;
  }
  return NULL;
}

static FILE *open_vectors(const char *name)
{
  char path[4096];
  snprintf(path, sizeof path, "%s/%s", URIEL_VECTORS, name);
  FILE *const file = fopen(path, "r");
  if (!file)
    die("cannot open %s", path);
  return file;
}

void vectors_run(const char *name, size_t least, vector_check *check)
{
  FILE *const file = open_vectors(name);
  char *header = NULL;
  char *line = NULL;
  size_t header_size = 0;
  size_t line_size = 0;
  size_t errors = 0;
  size_t cases = 0;
  const char *names[VECTOR_COLUMNS];
  vector_case given = {.file = name, .names = names, .errors = &errors};
  if (!next_line(file, &header, &header_size, &given.line))
    die("%s is empty", name);
  given.columns = split_names(header, names);
  while (next_line(file, &line, &line_size, &given.line)) {
    run_case(&given, line, check);
    cases++;
  }
  free(header);
  free(line);
  fclose(file);
  if (cases < least)
    fail_msg("%s has %zu cases, not %zu", name, cases, least);
  if (errors)
    fail_msg("%s: %zu errors", name, errors);
}

uriel_text vector_field(const vector_case *given, const char *column)
{
  for (size_t at = 0; at < given->columns; at++)
    if (strcmp(given->names[at], column) == 0)
      return given->fields[at];
  die("%s has no column %s", given->file, column);
}

size_t vector_number(const vector_case *given, const char *column)
{
  const uriel_text field = vector_field(given, column);
  if (!field.ptr)
    return URIEL_FAILED;
  size_t number = 0;
  for (size_t at = 0; at < field.len; at++) {
    if (field.ptr[at] < '0' || field.ptr[at] > '9')
      die("%s:%zu: %s is not a number", given->file, given->line, column);
    number = number * 10 + (size_t)(field.ptr[at] - '0');
  }
  return number;
}

static void print_text(uriel_text text)
{
  if (!text.ptr)
    fputs("undefined", stderr);
  else
    fprintf(stderr, "\"%.*s\"", (int)text.len, text.ptr);
}

static void print_case(const vector_case *given, const char *what)
{
  ++*given->errors;
  fprintf(stderr, "%s:%zu: ", given->file, given->line);
  print_text(given->fields[0]);
  fprintf(stderr, " %s: ", what);
}

void expect_text(const vector_case *given, const char *what, uriel_text expected, uriel_text got)
{
  if (text_equal(expected, got))
    return;
  print_case(given, what);
  fputs("expected ", stderr);
  print_text(expected);
  fputs(", got ", stderr);
  print_text(got);
  fputc('\n', stderr);
}

void expect_name(const vector_case *given, const char *what, uriel_text expected, const char *got)
{
  expect_text(given, what, expected, uriel_text_of(got));
}

void expect_number(const vector_case *given, const char *what, size_t expected, size_t got)
{
  if (expected == got)
    return;
  print_case(given, what);
  fprintf(stderr, "expected %zd, got %zd\n", (ssize_t)expected, (ssize_t)got);
}

void expect_true(const vector_case *given, const char *what, bool got)
{
  if (got)
    return;
  print_case(given, what);
  fputs("does not hold\n", stderr);
}

uriel_encode_for encode_for_given(const vector_case *given)
{
  const uriel_text name = vector_field(given, "for");
  static const char *const names[] = {"userinfo", "host",      "path",        "path-segment",
                                      "query",    "query-key", "query-value", "fragment",
                                      "form",     "reference", "any"};
  for (int at = 0; at < (int)(sizeof names / sizeof *names); at++)
    if (text_equal(name, uriel_text_of(names[at])))
      return (uriel_encode_for)at;
  die("nothing to encode for is called %.*s", (int)name.len, name.ptr);
}

bool vector_is_built(const vector_case *given)
{
  uriel_spec spec;
  for (size_t i = 0; i < given->columns; i++) {
    const uriel_text field = given->fields[i];
    if (field.ptr && uriel_spec_find(&spec, field.ptr, field.len) && !uriel_spec_built(spec))
      return false;
  }
  return uriel_spec_built(URIEL_SPEC_URL_1993) ||
         !text_equal(given->fields[0], uriel_text_of("lineage"));
}
