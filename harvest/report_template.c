/* SPDX-License-Identifier: MIT */
/* Writes a page from a template. */
#include "report_template.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buffer.h"
#include "db.h"
#include "report_text.h"

enum { TEMPLATE_SHOWN = 240, TEMPLATE_VALUE = 96 };

struct page {
  struct db *db;
  struct file_out *out;
  uriel_text template;
  bool failed; /* the database failed */
};

/* A row, the row that encloses it, and the text to write for it. */
struct frame {
  struct page *page;
  const struct db_row *row;
  const struct frame *outer;
  uriel_text body;
};

/* These functions recurse on the template, which is part of the program, not on input.
 * NOLINTBEGIN(misc-no-recursion) */
static bool template_write(const struct frame *frame, uriel_text text);

static bool template_wrong(const struct frame *frame)
{
  if (!frame->page->out->error)
    frame->page->out->error = EINVAL;
  return false;
}

/* ---- Tags ------------------------------------------------------------------------------------- */

static uriel_text template_from(uriel_text text, size_t at)
{
  return (uriel_text){text.ptr + at, text.len - at};
}

/* Moves `*rest` past its next tag. Sets `*before` to the text before the tag, `*tag` to the text between
 * its braces. Returns false if no tag is left: `*before` is then all of `*rest`. */
static bool template_tag(uriel_text *rest, uriel_text *before, uriel_text *tag)
{
  const char *const begin = memmem(rest->ptr, rest->len, "{{", 2);
  const char *const end = begin ? memmem(begin, rest->len - (size_t)(begin - rest->ptr), "}}", 2) : NULL;
  *before = end ? (uriel_text){rest->ptr, (size_t)(begin - rest->ptr)} : *rest;
  if (end) {
    *tag = (uriel_text){begin + 2, (size_t)(end - begin) - 2};
    *rest = template_from(*rest, (size_t)(end - rest->ptr) + 2);
  }
  return end && tag->len > 0;
}

/* Moves `*rest`, which is after an opening tag, past the tag that closes it. */
static bool template_section(uriel_text *rest, uriel_text *body, uriel_text *otherwise)
{
  uriel_text before, tag, *part = body;
  *body = *otherwise = (uriel_text){rest->ptr, 0};
  for (size_t depth = 1; template_tag(rest, &before, &tag);) {
    const char *const end = before.ptr + before.len;
    depth += strchr("#?=", *tag.ptr) ? 1 : 0;
    depth -= *tag.ptr == '/';
    if (depth == 0 || (depth == 1 && *tag.ptr == ':'))
      part->len = (size_t)(end - part->ptr);
    if (depth == 0)
      return true;
    if (depth == 1 && *tag.ptr == ':') {
      part = otherwise;
      part->ptr = rest->ptr;
    }
  }
  return false;
}

/* ---- Values ----------------------------------------------------------------------------------- */

/* Returns the innermost row that has the column, and sets its index. Returns NULL if no row has the
 * column. */
static const struct db_row *template_find(const struct frame *frame, const char *name, size_t *column)
{
  for (; frame; frame = frame->outer) {
    for (*column = 0; *column < frame->row->count; ++*column)
      if (strcmp(frame->row->names[*column], name) == 0)
        return frame->row;
  }
  return NULL;
}

static uriel_text template_text(const struct frame *frame, const char *name)
{
  size_t column;
  const struct db_row *const row = template_find(frame, name, &column);
  return row ? row->texts[column] : (uriel_text){NULL, 0};
}

/* For the parameters of queries. */
static uriel_text template_parameter(void *context, const char *name)
{
  return template_text(context, name + 1);
}

/* Keeps the prefix if nothing would be left. */
static uriel_text template_without(uriel_text text, uriel_text prefix)
{
  const bool has = prefix.len && text.len > prefix.len && memcmp(text.ptr, prefix.ptr, prefix.len) == 0;
  return has ? template_from(text, prefix.len) : text;
}

static bool template_value(const struct frame *frame, uriel_text tag)
{
  char words[TEMPLATE_VALUE], name[32] = "", filter[32] = "", argument[32] = "";
  size_t column;
  struct file_out *const out = frame->page->out;
  snprintf(words, sizeof words, "%.*s", (int)tag.len, tag.ptr);
  const int count = sscanf(words, "%31s %31s %31s", name, filter, argument);
  const struct db_row *const row = template_find(frame, name, &column);
  if (!row)
    return template_wrong(frame);
  const uriel_text text = row->texts[column];
  const uint64_t number = (uint64_t)row->numbers[column];
  uint64_t most;
  if (count < 2)
    report_foreign(out, text, TEMPLATE_SHOWN);
  else if (number_read(uriel_text_of(filter), SIZE_MAX, &most))
    report_foreign(out, text, most);
  else if (strcmp(filter, "number") == 0)
    report_number(out, number);
  else if (strcmp(filter, "short") == 0)
    report_short(out, number);
  else if (strcmp(filter, "bytes") == 0)
    report_bytes(out, number);
  else if (strcmp(filter, "reference") == 0)
    report_reference(out, text, TEMPLATE_SHOWN);
  else if (strcmp(filter, "without") == 0)
    report_foreign(out, template_without(text, template_text(frame, argument)), TEMPLATE_SHOWN);
  else if (strcmp(filter, "raw") == 0)
    file_out_put(out, text.ptr, text.len);
  else
    return template_wrong(frame);
  return true;
}

/* ---- Sections --------------------------------------------------------------------------------- */

static bool template_row(void *context, const struct db_row *row)
{
  struct frame frame = *(const struct frame *)context;
  frame.row = row;
  return template_write(&frame, frame.body);
}

static bool template_rows(const struct frame *frame, uriel_text sql, uriel_text body)
{
  struct frame inner = {.page = frame->page, .row = frame->row, .outer = frame, .body = body};
  if (!db_query_with(frame->page->db, sql, template_parameter, template_row, &inner))
    frame->page->failed = true;
  return !frame->page->failed && !frame->page->out->error;
}

static bool template_if(const struct frame *frame, uriel_text name, uriel_text body,
                        uriel_text otherwise)
{
  char column[TEMPLATE_VALUE];
  snprintf(column, sizeof column, "%.*s", (int)name.len, name.ptr);
  return template_write(frame, template_text(frame, column).len ? body : otherwise);
}

static bool template_part(const struct frame *frame, uriel_text name)
{
  char tag[TEMPLATE_VALUE];
  uriel_text body, otherwise;
  const int len = snprintf(tag, sizeof tag, "{{=%.*s}}", (int)name.len, name.ptr);
  const uriel_text whole = frame->page->template;
  const char *const found = memmem(whole.ptr, whole.len, tag, (size_t)len);
  if (!found)
    return template_wrong(frame);
  uriel_text rest = template_from(whole, (size_t)(found - whole.ptr) + (size_t)len);
  return template_section(&rest, &body, &otherwise) ? template_write(frame, body)
                                                    : template_wrong(frame);
}

/* ---- Text ------------------------------------------------------------------------------------- */

static size_t template_indent(uriel_text text, size_t at)
{
  while (at < text.len && text.ptr[at] == ' ')
    at++;
  return at;
}

static void template_plain(const struct frame *frame, uriel_text text, bool after_tag)
{
  size_t at = after_tag && text.len && *text.ptr == '\n' ? template_indent(text, 1) : 0;
  while (at < text.len) {
    const char *const end = memchr(text.ptr + at, '\n', text.len - at);
    const size_t next = end ? (size_t)(end - text.ptr) + 1 : text.len;
    file_out_put(frame->page->out, text.ptr + at, next - at);
    at = end ? template_indent(text, next) : next;
  }
}

/* `*rest` is after the tag; moves it past the section that the tag opens. */
static bool template_act(const struct frame *frame, uriel_text tag, uriel_text *rest)
{
  uriel_text body, otherwise;
  const uriel_text argument = template_from(tag, 1);
  if (*tag.ptr == '!')
    return true;
  if (*tag.ptr == '>')
    return template_part(frame, argument);
  if (!strchr("#?=", *tag.ptr))
    return template_value(frame, tag);
  if (!template_section(rest, &body, &otherwise))
    return template_wrong(frame);
  if (*tag.ptr == '#')
    return template_rows(frame, argument, body);
  return *tag.ptr == '=' || template_if(frame, argument, body, otherwise);
}

/* Returns false if nothing more can be written. */
static bool template_write(const struct frame *frame, uriel_text text)
{
  uriel_text before, tag;
  bool after_tag = true;
  while (template_tag(&text, &before, &tag)) {
    template_plain(frame, before, after_tag);
    if (!template_act(frame, tag, &text) || frame->page->out->error)
      return false;
    after_tag = strchr("!>#?=", *tag.ptr) != NULL;
  }
  template_plain(frame, before, after_tag);
  return true;
}

/* NOLINTEND(misc-no-recursion) */

bool report_template(struct db *db, struct file_out *out, const char *template,
                     const struct db_row *values)
{
  struct page page = {.db = db, .out = out, .template = uriel_text_of(template)};
  const struct frame outermost = {.page = &page, .row = values};
  template_write(&outermost, page.template);
  return !page.failed;
}
