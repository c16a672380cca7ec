/* SPDX-License-Identifier: MIT */
/* Answers requests about URLs and search parameters, for a comparison with another implementation
 * (compare.mjs). A request is a line: an operation and its texts in hexadecimal, after tabs; "-" is
 * undefined. The answer about a URL is its attributes and its origin, with tabs, or "-" for failure;
 * about search parameters, a text in hexadecimal. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "query_laws.h"
#include "search_params.h"
#include "url_laws.h"

enum { ANSWER_FIELDS = 3 };

static uriel_text from_hex(const char *field)
{
  if (!field || *field == '-')
    return text_from(NULL, 0);
  const size_t len = strcspn(field, "\t\n") / 2;
  char *const text = room(len);
  for (size_t at = 0; at < len; at++) {
    const char digits[3] = {field[2 * at], field[2 * at + 1], '\0'};
    text[at] = (char)(unsigned char)strtoul(digits, NULL, 16);
  }
  return text_from(text, len);
}

static void print_hex(uriel_text text)
{
  if (!text.ptr) {
    putchar('-');
    return;
  }
  for (size_t at = 0; at < text.len; at++)
    printf("%02x", (unsigned char)text.ptr[at]);
}

static void answer_params(const char *operation, const uriel_text fields[ANSWER_FIELDS])
{
  const params_input in = {operation, fields[0], fields[1], fields[2]};
  if (strcmp(operation, "has") == 0) {
    putchar(params_have(in.query, in.name, in.value) ? '1' : '0');
  } else if (strcmp(operation, "count") == 0) {
    printf("%zu", uriel_query_count(in.query, URIEL_QUERY_FORM));
  } else {
    const uriel_text answer = text_written(write_params, &in);
    print_hex(answer);
    text_free(answer);
  }
}

static size_t write_serialized(const void *context, char *out, size_t capacity)
{
  return uriel_query_append(NULL, *(const uriel_text *)context, NULL, 0, URIEL_QUERY_FORM, out,
                            capacity);
}

/* The query as uriel_query.h edits it with URIEL_QUERY_PLUS, then serialised; the value for "get". */
static void answer_query(const char *operation, const uriel_text fields[ANSWER_FIELDS])
{
  const query_input in = {operation, fields[0], fields[1], fields[2], URIEL_QUERY_PLUS};
  const uriel_text edited = text_written(write_query, &in);
  if (strcmp(operation, "get") == 0) {
    print_hex(edited);
  } else {
    const uriel_text serialized = text_written(write_serialized, &edited);
    print_hex(serialized);
    text_free(serialized);
  }
  text_free(edited);
}

static size_t write_origin(const void *context, char *out, size_t capacity)
{
  return uriel_url_origin(context, out, capacity);
}

/* Attributes of a URL have no tabs and no newlines. */
static void print_url(const uriel_ref *url)
{
  for (int at = 0; at < URL_ATTRIBUTES; at++) {
    const uriel_text value = uriel_url_get(url, (uriel_url_attribute)at);
    fwrite(value.ptr, 1, value.len, stdout);
    putchar('\t');
  }
  const uriel_text origin = text_written(write_origin, url);
  fwrite(origin.ptr, 1, origin.len, stdout);
  text_free(origin);
}

/* Returns the buffer of the URL, to be freed; NULL for failure. */
static char *parse(uriel_ref *ref, const uriel_ref *base, uriel_text text)
{
  const size_t bound = uriel_url_bound(base, text.len);
  char *const out = room(bound);
  if (uriel_url_parse(ref, base, text.ptr, text.len, NULL, out, bound) != URIEL_FAILED)
    return out;
  free(out);
  return NULL;
}

static void answer_parse(uriel_text text, uriel_text base)
{
  uriel_ref url, of_base;
  char *const base_out = base.ptr ? parse(&of_base, NULL, base) : NULL;
  char *const out = base.ptr && !base_out ? NULL : parse(&url, base_out ? &of_base : NULL, text);
  if (out)
    print_url(&url);
  else
    putchar('-');
  free(out);
  free(base_out);
}

/* The URL with one attribute set. "!" if it is not its own serialisation. */
static void answer_set(uriel_text text, uriel_text attribute, uriel_text value)
{
  uriel_ref url;
  if (!url_parsed(&url, text)) {
    putchar('!');
    return;
  }
  const url_set_input in = {&url, url_attribute_named(attribute), value};
  const uriel_text set = text_written(write_url_set, &in);
  uriel_ref ref = {0};
  if (!text_equal(text, text_from(url.text, url.length)))
    putchar('!');
  else if (!set.ptr)
    putchar('-');
  else if (uriel_url_set(&ref, &url, in.attribute, value.ptr, value.len, (char *)(uintptr_t)set.ptr,
                         set.len) == set.len)
    print_url(&ref);
  text_free(set);
  text_free(text_from(url.text, url.length));
}

static void answer(char *line)
{
  uriel_text fields[ANSWER_FIELDS] = {{NULL, 0}};
  char *const after = line + strcspn(line, "\t\n");
  const char *at = *after == '\t' ? after + 1 : NULL;
  *after = '\0';
  for (size_t i = 0; i < ANSWER_FIELDS && at; i++) {
    fields[i] = from_hex(at);
    const char *const tab = strchr(at, '\t');
    at = tab ? tab + 1 : NULL;
  }
  if (strcmp(line, "parse") == 0)
    answer_parse(fields[0], fields[1]);
  else if (strcmp(line, "attribute") == 0)
    answer_set(fields[0], fields[1], fields[2]);
  else if (strncmp(line, "query-", 6) == 0)
    answer_query(line + 6, fields);
  else
    answer_params(line, fields);
  putchar('\n');
  for (size_t i = 0; i < ANSWER_FIELDS; i++)
    text_free(fields[i]);
}

int main(void)
{
  char *line = NULL;
  size_t size = 0;
  while (getline(&line, &size, stdin) > 0)
    answer(line);
  free(line);
  return 0;
}
