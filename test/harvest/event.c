/* SPDX-License-Identifier: MIT */
/* The events of a file reach another thread complete: every field of every struct of links.h that the
 * database stores. */
#include "harvest/event.h"

#include <assert.h>
#include <stdio.h>

/* A field that is added there is added here, and to event.c: a struct of another size does not compile.
 * `written` is not stored. */
static_assert(sizeof(void *) != 8 ||
                  sizeof(struct links_document) == 3 * sizeof(uint64_t) + 3 * sizeof(char *) +
                                                       4 * sizeof(uriel_text) + sizeof(char *),
              "struct links_document has other fields");
static_assert(sizeof(void *) != 8 || sizeof(struct links_reference) ==
                                         4 * sizeof(uint64_t) + 3 * sizeof(void *) + 4 * sizeof(char *) +
                                             12 * sizeof(uriel_text) + 4 * sizeof(uint64_t),
              "struct links_reference has other fields");
static_assert(sizeof(void *) != 8 || sizeof(struct links_error) ==
                                         sizeof(char *) + sizeof(uriel_text) + 2 * sizeof(uint64_t),
              "struct links_error has other fields");
static_assert(sizeof(void *) != 8 ||
                  sizeof(struct links_end) == 2 * sizeof(char *) + 3 * sizeof(uint64_t),
              "struct links_end has other fields");

static unsigned failed;

static void check(bool good, const char *what)
{
  failed += !good;
  if (!good)
    fprintf(stderr, "%s: not the reported event\n", what);
}

#define CHECK_NUMBER(field) check(a->field == b->field, #field)
#define CHECK_TEXT(field)                                                                               \
  check(!a->field.ptr == !b->field.ptr && a->field.len == b->field.len &&                               \
            (!a->field.len ||                                                                           \
             (a->field.ptr && b->field.ptr && memcmp(a->field.ptr, b->field.ptr, a->field.len) == 0)),  \
        #field)
#define CHECK_STRING(field)                                                                             \
  check(!a->field == !b->field && (!a->field || strcmp(a->field, b->field) == 0), #field)

static bool on_begin(void *context, const struct links_document *b)
{
  const struct links_document *const a = context;
  CHECK_NUMBER(number);
  CHECK_NUMBER(parent);
  CHECK_TEXT(part);
  CHECK_STRING(kind);
  CHECK_STRING(format);
  CHECK_STRING(encoding);
  CHECK_TEXT(media_type);
  CHECK_TEXT(retrieval);
  CHECK_TEXT(base);
  CHECK_NUMBER(base_source);
  CHECK_NUMBER(flags);
  CHECK_STRING(base_by);
  return true;
}

static void check_cell(const struct row_cell *cell, struct row_cell expected, const char *what)
{
  const bool is_text = expected.type == ROW_TEXT || expected.type == ROW_BLOB;
  check(cell->type == expected.type && cell->number == expected.number &&
            (!is_text || memcmp(cell->text, expected.text, (size_t)expected.number) == 0),
        what);
}

/* `bytes` is a copy of an error, at any alignment. */
static bool same_error(const uriel_error *a, const char *bytes)
{
  uriel_error read;
  memcpy(&read, bytes, sizeof read);
  const uriel_error *const b = &read;
  return a->code == b->code && a->component == b->component && a->offset == b->offset &&
         a->begin == b->begin && a->length == b->length && a->spec == b->spec &&
         a->options == b->options && a->part == b->part && a->blamed == b->blamed &&
         a->reason == b->reason && strcmp(a->detail, b->detail) == 0;
}

static const char *disagreement; /* how it begins */

#define CHECK_CELL(column, expected) check_cell(&b->cells[REFERENCE_##column], expected, #column)

static bool on_references(void *context, struct event_reference *b, size_t count)
{
  const struct links_reference *const a = context;
  const bool clean = a->cleaned.len == a->raw.len;
  check(count == 1, "count");
  CHECK_CELL(DOCUMENT, row_id(0));
  CHECK_CELL(ORDINAL, row_number(a->ordinal));
  CHECK_CELL(OFFSET, row_number(a->place.offset));
  CHECK_CELL(LINE, row_number(a->place.line));
  CHECK_CELL(COLUMN, row_number(a->place.column));
  CHECK_CELL(ELEMENT, row_string(a->element));
  CHECK_CELL(ATTRIBUTE, row_string(a->attribute));
  CHECK_CELL(HEADER, row_string(a->header));
  CHECK_CELL(RAW, row_text(a->raw));
  CHECK_CELL(CLEANED, clean ? row_id(0) : row_text(a->cleaned));
  CHECK_CELL(FORM, row_string(a->form));
  CHECK_CELL(IDENTIFIES, row_number(a->identifies));
  CHECK_CELL(BASE, row_text(a->base));
  CHECK_CELL(TARGET, row_text(a->target));
  CHECK_CELL(EXCESS, row_number(a->excess));
  CHECK_CELL(NAMES_PART, row_text(a->part));
  CHECK_CELL(NORMAL, row_id(0));
  CHECK_CELL(ORIGINAL, row_text(a->original));
  CHECK_CELL(ELSEWHERE, row_text(a->elsewhere));
  check(!b->disagreement.ptr == !disagreement &&
            (!disagreement || strncmp(b->disagreement.ptr, disagreement, strlen(disagreement)) == 0),
        "disagreement");
  CHECK_TEXT(normal);
  check_cell(&b->message, row_text(a->error_message), "message");
  check(!a->error == !b->error && (!a->error || same_error(a->error, b->error)), "error");
  return true;
}

static bool on_error(void *context, const struct links_error *b)
{
  const struct links_error *const a = context;
  CHECK_STRING(code);
  CHECK_TEXT(message);
  CHECK_NUMBER(offset);
  CHECK_NUMBER(length);
  return true;
}

static bool on_end(void *context, const struct links_end *b)
{
  const struct links_end *const a = context;
  CHECK_STRING(status);
  CHECK_STRING(note);
  CHECK_NUMBER(size);
  CHECK_NUMBER(references);
  CHECK_NUMBER(errors);
  return true;
}

static void tell(struct buffer *bytes, bool put, const void *told)
{
  static struct event_run run;
  const struct event_sink sink = {(void *)told, on_begin, on_references, on_error, on_end};
  check(put && event_tell(bytes->ptr, bytes->len, &run, &sink), "the event");
  bytes->len = 0;
}

int main(void)
{
  static struct disagreement_memory memory;
  struct buffer bytes = {0};
  const struct links_document document = {.number = 2,
                                          .parent = 1,
                                          .part = uriel_text_of("3.1"),
                                          .kind = "html",
                                          .format = "html5",
                                          .encoding = "gzip",
                                          .media_type = uriel_text_of("text/html"),
                                          .retrieval = uriel_text_of("http://h/a"),
                                          .base = uriel_text_of("http://h/b"),
                                          .base_source = LINKS_BASE_CONTENT,
                                          .flags = KIND_PAGE,
                                          .base_by = "base element"};
  const uriel_error error = {
      .code = URIEL_ERROR_BASE_NOT_ABSOLUTE, .offset = 1, .begin = 2, .length = 3};
  const struct links_reference reference = {.ordinal = 4,
                                            .place = {5, 6, 7},
                                            .element = "a",
                                            .attribute = "href",
                                            .header = "Link",
                                            .raw = uriel_text_of(" c "),
                                            .cleaned = uriel_text_of("c"),
                                            .original = uriel_text_of("\xc3\xa9"),
                                            .form = "relative",
                                            .base = uriel_text_of("http://h/d"),
                                            .target = uriel_text_of("http://h/c"),
                                            .normal = uriel_text_of("http://h/C"),
                                            .elsewhere = uriel_text_of(""),
                                            .excess = 8,
                                            .part = uriel_text_of("2"),
                                            .relation = uriel_text_of("next prev"),
                                            .identifies = true,
                                            .error = &error,
                                            .error_message = uriel_text_of("none")};
  const struct links_error broken = {"document-too-large", uriel_text_of("too large"), 9, 10};
  const struct links_end end = {"done", "as text", 11, 12, 13};
  tell(&bytes, event_put_begin(&bytes, &document), &document);
  tell(&bytes, event_put_begin(&bytes, &(struct links_document){.kind = "text"}),
       &(struct links_document){.kind = "text"});
  tell(&bytes, event_put_reference(&bytes, &memory, &reference), &reference);
  tell(&bytes, event_put_reference(&bytes, &memory, &(struct links_reference){.ordinal = 1}),
       &(struct links_reference){.ordinal = 1});
  const struct links_reference number = {
      .cleaned = uriel_text_of("//0x7f.1/"), .base = uriel_text_of("http:"), .ordinal = 2};
  disagreement = "number-host rfc3986 whatwg ";
  tell(&bytes, event_put_reference(&bytes, &memory, &number), &number);
  tell(&bytes, event_put_error(&bytes, &broken), &broken);
  tell(&bytes, event_put_end(&bytes, &end), &end);
  buffer_free(&bytes);
  disagreement_forget(&memory);
  return failed != 0;
}
