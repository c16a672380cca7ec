/* SPDX-License-Identifier: MIT */
#include "junit.h"

#include <stdio.h>
#include <string.h>

/* The suite of records that is not yet written. */
static struct {
  struct buffer cases, name;
  uint64_t count, first, last; /* the numbers of its records */
} junit;

enum { JUNIT_RECORDS = 1000 /* in a suite */ };

static void junit_append(struct buffer *out, const char *text)
{
  buffer_append(out, text, strlen(text));
}

/* Text between tags, or the value of an attribute in quotes: characters that XML cannot hold are shown
 * as bytes. */
static void junit_text(struct buffer *out, uriel_text text)
{
  buffer_append_as(out, ESCAPE_HTML, text.ptr, text.len);
}

void junit_put(struct buffer *out, const struct junit_case *test)
{
  char number[NUMBER_DIGITS];
  junit_append(out, "<testcase name=\"");
  junit_text(out, test->name);
  junit_append(out, "\" classname=\"");
  junit_text(out, uriel_text_of(test->group));
  if (test->line) {
    junit_append(out, "\" file=\"");
    junit_text(out, uriel_text_of(test->group));
    junit_append(out, "\" line=\"");
    const uriel_text digits = number_text(number, test->line);
    buffer_append(out, digits.ptr, digits.len);
  }
  if (test->code) {
    junit_append(out, test->is_error ? "\"><error type=\"" : "\"><failure type=\"");
    junit_text(out, uriel_text_of(test->code));
    junit_append(out, "\" message=\"");
    junit_text(out, test->message);
    junit_append(out, "\"/></testcase>\n");
  } else if (test->message.len) {
    junit_append(out, "\"><system-out>");
    junit_text(out, test->message);
    junit_append(out, "</system-out></testcase>\n");
  } else {
    junit_append(out, "\"/>\n");
  }
}

void junit_begin(void)
{
  output_text(&standard_out,
              "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"uriel\">\n");
}

/* Returns how many elements with that start tag are in XML, whose texts have no "<". */
static unsigned long long junit_count(uriel_text xml, const char *tag)
{
  const size_t len = strlen(tag);
  const char *const end = xml.ptr + xml.len;
  unsigned long long count = 0;
  for (const char *at = xml.ptr; xml.len && (at = memmem(at, (size_t)(end - at), tag, len)); at += len)
    count++;
  return count;
}

void junit_suite(const char *name, uriel_text cases)
{
  struct buffer passing = {0}, escaped = {0};
  if (!cases.len) {
    const struct junit_case one = {.name = uriel_text_of(name), .group = name};
    junit_put(&passing, &one);
    cases = buffer_text(&passing);
  }
  junit_text(&escaped, uriel_text_of(name));
  output_text(&standard_out, "<testsuite name=\"");
  output_put(&standard_out, escaped.ptr, escaped.len);
  output_format(&standard_out, "\" tests=\"%llu\" failures=\"%llu\" errors=\"%llu\" skipped=\"0\">\n",
                junit_count(cases, "<testcase "), junit_count(cases, "<failure "),
                junit_count(cases, "<error "));
  output_put(&standard_out, cases.ptr, cases.len);
  output_text(&standard_out, "</testsuite>\n");
  buffer_free(&passing);
  buffer_free(&escaped);
}

void junit_end(void)
{
  output_text(&standard_out, "</testsuites>\n");
}

/* ---- Records ------------------------------------------------------------------------------------ */

static void junit_flush(void)
{
  char numbers[2 * NUMBER_DIGITS];
  if (!junit.count)
    return;
  const int len = snprintf(numbers, sizeof numbers, " %llu-%llu", (unsigned long long)junit.first,
                           (unsigned long long)junit.last);
  buffer_append(&junit.name, numbers, (size_t)len + 1);
  junit_suite(junit.name.ptr, buffer_text(&junit.cases));
  junit.cases.len = junit.count = 0;
}

static void junit_warn(const struct record_error *warning, struct buffer *message,
                       struct buffer *scratch)
{
  error_value(warning, ERROR_MESSAGE, scratch);
  buffer_append(message, "; ", message->len > 0 ? 2 : 0);
  buffer_append(message, scratch->ptr, scratch->len);
}

void junit_record(const struct record *record)
{
  const struct repairs *const repairs = &record->repairs;
  struct buffer *const message = &record->scratch[0], *const hint = &record->scratch[1];
  const bool fails = record_is_invalid(record);
  const char *const group = record->file ? record->file : record->is_operand ? "operands" : "stdin";
  struct junit_case test = {.name = record->input, .group = group, .line = record->number};
  if (record->verdict == VERDICT_EMPTY)
    return;
  if (junit.count == JUNIT_RECORDS ||
      (junit.count && strncmp(junit.name.ptr, group, junit.name.len) != 0))
    junit_flush();
  if (!junit.count) {
    buffer_put(&junit.name, group, strlen(group));
    junit.first = record->number;
  }
  message->len = 0;
  if (fails) {
    error_value(&record->error, ERROR_MESSAGE, message);
    error_value(&record->error, ERROR_HINT, hint);
    buffer_append(message, "; ", hint->len > 0 ? 2 : 0);
    buffer_append(message, hint->ptr, hint->len);
    test.code = error_code(&record->error);
  }
  for (size_t i = 0; !fails && i < repairs->listed; i++) {
    const uriel_error *const error = &repairs->list[i];
    const struct record_error repair = {.error = *error, .text = record->input};
    /* The standard's states can report the same character twice. */
    if (i == 0 || error->code != error[-1].code || error->offset != error[-1].offset)
      junit_warn(&repair, message, hint);
  }
  if (!fails && repairs->count > repairs->listed)
    junit_append(message, "; and more");
  for (size_t i = 0; !fails && i < record->warning_count; i++)
    junit_warn(&record->warnings[i], message, hint);
  test.message = buffer_text(message);
  junit_put(&junit.cases, &test);
  junit.last = record->number;
  junit.count++;
}

void junit_records_end(void)
{
  junit_flush();
  junit_end();
  buffer_free(&junit.cases);
  buffer_free(&junit.name);
}
