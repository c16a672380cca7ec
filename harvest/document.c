/* SPDX-License-Identifier: MIT */
/* One document, from its bytes to its rows. */
#include "document.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "kind.h"
#include "page.h"
#include "text.h"

/* What the readers' sinks get. `no_memory` and the database's failures end the reading. */
struct document_job {
  struct document_reader *reader;
  struct db_document *row;
};

static bool document_no_memory(struct document_reader *reader)
{
  reader->recorder.no_memory = true;
  return false;
}

/* ---- HTML ------------------------------------------------------------------------------------- */

static bool document_clean(struct document_reader *reader, struct growing *buffer, const char *raw,
                           size_t len, uriel_text *cleaned)
{
  if (!growing_reserve(buffer, len))
    return document_no_memory(reader);
  buffer->len = page_clean(raw, len, buffer->ptr);
  *cleaned = growing_text(buffer);
  return true;
}

static bool document_page_base(void *context, const char *href, size_t len)
{
  const struct document_job *job = context;
  uriel_text cleaned;
  bool used = false;
  if (!document_clean(job->reader, &job->reader->cleaned, href, len, &cleaned) ||
      !record_base(&job->reader->recorder, cleaned, &used))
    return false;
  if (used)
    job->row->base_source = "content";
  return true;
}

static bool document_page_found(void *context, const struct page_reference *found,
                                const struct place *place)
{
  const struct document_job *job = context;
  struct record_item item = {.place = *place,
                             .element = found->element,
                             .attribute = found->attribute,
                             .raw = {found->raw, found->raw_len},
                             .base = found->base};
  struct document_reader *reader = job->reader;
  return document_clean(reader, &reader->codebase, found->codebase, found->codebase_len,
                        &item.codebase) &&
         document_clean(reader, &reader->cleaned, found->raw, found->raw_len, &item.cleaned) &&
         record_reference(&reader->recorder, &item);
}

static bool document_html(struct document_reader *reader, struct db_document *row)
{
  struct document_job job = {reader, row};
  struct source *source = &reader->source;
  const struct page_sink sink = {&job, document_page_base, document_page_found};
  char message[96];
  if (!source_fill(source, reader->html_limit + 1))
    return true;
  if (source->len > reader->html_limit) {
    snprintf(message, sizeof message, "HTML of more than %zu bytes (see --max-html)",
             reader->html_limit);
    row->status = "too large";
    return record_fault(&reader->recorder, "document too large", message, 0, 0);
  }
  const char *note = NULL;
  const enum page_result result = page_read(&reader->arena, source->data, source->len, &sink, &note);
  if (result == PAGE_NO_MEMORY)
    return document_no_memory(reader);
  if (note)
    row->note = note;
  return result == PAGE_READ;
}

/* ---- Text ------------------------------------------------------------------------------------- */

static bool document_text_found(void *context, const struct place *place, uriel_text raw,
                                uriel_text cleaned)
{
  const struct document_job *job = context;
  const struct record_item item = {.place = *place, .raw = raw, .cleaned = cleaned};
  return record_reference(&job->reader->recorder, &item);
}

static bool document_text_too_long(void *context, const struct place *place)
{
  const struct document_job *job = context;
  char message[128];
  snprintf(message, sizeof message, "a reference of more than %d bytes at line %llu, column %llu",
           (int)TEXT_REFERENCE_LIMIT, (unsigned long long)place->line,
           (unsigned long long)place->column);
  return record_fault(&job->reader->recorder, "reference too long", message, place->offset, 0);
}

static bool document_text(struct document_reader *reader, struct db_document *row)
{
  struct document_job job = {reader, row};
  const struct text_sink sink = {&job, document_text_found, document_text_too_long};
  return text_read(&reader->source, &reader->cleaned, &sink) != TEXT_ENDED;
}

/* ---- Both ------------------------------------------------------------------------------------- */

/* A read that failed: what was found before stays, and the next run tries again. */
static bool document_unreadable(struct document_reader *reader, struct db_document *row)
{
  if (reader->source.error == ENOMEM)
    return document_no_memory(reader);
  row->status = "unreadable";
  return record_fault(&reader->recorder, "document unreadable", strerror(reader->source.error), 0, 0);
}

bool document_read(struct document_reader *reader, const char *name, struct db_document *row)
{
  struct source *source = &reader->source;
  bool good = true;
  row->status = "done";
  row->kind = "unknown";
  row->base_source = reader->recorder.retrieval.len ? "retrieval" : "none";
  if (source_fill(source, KIND_SAMPLE)) {
    const struct kind kind = kind_of(source->data, source->len, name);
    row->kind = kind_name(kind.kind);
    row->format = kind.format;
    if (kind.kind == KIND_HTML)
      good = document_html(reader, row);
    else if (kind.kind == KIND_TEXT)
      good = document_text(reader, row);
    else
      row->status = "binary";
  }
  if (good && source->error)
    good = document_unreadable(reader, row);
  if (reader->recorder.base.len)
    row->base = growing_text(&reader->recorder.base);
  source_shrink(source);
  return good;
}

void document_reader_free(struct document_reader *reader)
{
  source_free(&reader->source);
  arena_free(&reader->arena);
  record_free(&reader->recorder);
  growing_free(&reader->cleaned);
  growing_free(&reader->codebase);
}
