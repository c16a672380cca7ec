/* SPDX-License-Identifier: MIT */
/* Web archives (ISO 28500), versions 1.0 and 1.1: records of any length, with only a window of each in
 * memory. After a damaged record, reading continues at the next line that begins a record. */
#include <errno.h>
#include <string.h>

#include "entity.h"
#include "fields.h"
#include "reader/decode.h"
#include "retrieval.h"

enum { WARC_WINDOW = 64 * 1024, WARC_BEGIN = 7 };

static const char warc_begin[] = "WARC/1.";

struct warc_record {
  struct source *from;
  uint64_t left; /* of the block */
  struct buffer type, target;
  char wrong[URIEL_ERROR_TEXT_MAX + 1]; /* the error of the target; "" for none */
};

static bool warc_at_record(const struct source *from)
{
  return from->len >= WARC_BEGIN && memcmp(from->data, warc_begin, WARC_BEGIN) == 0;
}

/* Skips the empty lines between records. */
static void warc_skip_empty(struct source *from)
{
  while (source_fill(from, WARC_BEGIN) && from->len) {
    size_t at = 0;
    while (at < from->len && (from->data[at] == '\r' || from->data[at] == '\n'))
      at++;
    if (at == 0)
      return;
    source_drop(from, at);
  }
}

/* Skips `len` bytes that belong to no record, then everything up to the next line that begins a
 * record. */
static void warc_resynchronise(struct source *from, size_t len)
{
  source_drop(from, len);
  while (source_fill(from, WARC_WINDOW) && from->len) {
    const char *found = memmem(from->data, from->len, "\nWARC/1.", WARC_BEGIN + 1);
    if (found) {
      source_drop(from, (size_t)(found - from->data) + 1);
      return;
    }
    source_drop(from, from->ended || from->len <= WARC_BEGIN ? from->len : from->len - WARC_BEGIN);
  }
}

static bool warc_keep(struct buffer *out, uriel_text value)
{
  if (!buffer_grow(out, value.len))
    return false;
  if (value.len)
    memcpy(out->ptr, value.ptr, value.len);
  out->len = value.len;
  return true;
}

/* Sets the target, which stays empty if the record has none. The grammar of version 1.0 has angle
 * brackets around it, that of 1.1 does not; writers of both versions do either, and write what browsers
 * ask for. Returns false if there is no memory. */
static bool warc_target(struct warc_record *record, uriel_text stated)
{
  static const char relative[] = "it has no scheme";
  uriel_ref ref;
  uriel_error error;
  *record->wrong = 0;
  record->target.len = 0;
  if (!stated.len)
    return true;
  if (!retrieval_read(stated, &record->target, &error)) {
    const size_t size = sizeof record->wrong - 1;
    const size_t len = uriel_error_describe(&error, stated.ptr, stated.len, record->wrong, size);
    record->wrong[len < size ? len : size] = 0;
  } else if (!uriel_parse(&ref, record->target.ptr, record->target.len, NULL) ||
             !uriel_scheme(&ref).ptr) {
    memcpy(record->wrong, relative, sizeof relative);
    record->target.len = 0;
  }
  return !record->target.no_memory;
}

static ssize_t warc_read(void *context, char *data, size_t capacity)
{
  struct warc_record *record = context;
  const size_t most = record->left < capacity ? (size_t)record->left : capacity;
  const ssize_t got = most ? source_take(record->from, data, most) : 0;
  if (got > 0)
    record->left -= (uint64_t)got;
  return got;
}

/* Skips the rest that the block's reader did not read. */
static void warc_finish(struct warc_record *record)
{
  struct source *from = record->from;
  while (record->left && source_fill(from, 1) && from->len) {
    const size_t len = record->left < from->len ? (size_t)record->left : from->len;
    source_drop(from, len);
    record->left -= len;
  }
}

/* Without a valid target, relative references in the record cannot be resolved (5.1.3): it has no
 * base. */
static bool warc_child(struct entity *entity, const struct entity_child *block, const char *wrong)
{
  struct entity *child = entity_open_child(entity, block, (struct kind){KIND_BINARY, NULL});
  if (!child)
    return false;
  const bool good =
      links_entity_read(child) && (!*wrong || entity_error(child, "header-field-malformed", 0, 0,
                                                           "WARC-Target-URI is no URI: %s", wrong));
  return good ? entity_close_child(child) : (links_entity_done(child), false);
}

static bool warc_block(struct entity *entity, struct warc_record *record)
{
  const struct entity_child block = {
      .read = warc_read,
      .context = record,
      .media_type = record->type.len ? buffer_text(&record->type) : (uriel_text){NULL, 0},
      .retrieval = record->target.len ? buffer_text(&record->target) : (uriel_text){NULL, 0},
      .no_base = *record->wrong};
  if (!warc_child(entity, &block, record->wrong))
    return false;
  warc_finish(record);
  if (!record->left || entity->source.error)
    return true;
  return entity_error(entity, "record-cut-off", source_position(&entity->source), 0,
                      "%llu bytes of the last record are missing", (unsigned long long)record->left);
}

/* Reports the error, and continues after it. */
static bool warc_damaged(struct entity *entity, size_t len, const char *what)
{
  struct source *from = &entity->source;
  const uint64_t offset = from->dropped;
  warc_resynchronise(from, len);
  return entity_error(entity, "record-malformed", offset, from->dropped - offset, "%s", what);
}

static bool warc_one(struct entity *entity, struct warc_record *record)
{
  struct source *from = record->from;
  if (!warc_at_record(from))
    return warc_damaged(entity, 0, "no record begins here");
  const size_t len = fields_end(from);
  const uriel_text header = {from->data, len};
  /* The bytes that were scanned contain no end of a header, so they need not be scanned again. */
  if (!len)
    return warc_damaged(entity, from->len > WARC_WINDOW ? from->len - WARC_WINDOW : 0,
                        "the record's header does not end");
  if (!fields_number(fields_find(header, "Content-Length"), &record->left))
    return warc_damaged(entity, len - 1, "the record does not say how long it is (Content-Length)");
  if (!warc_keep(&record->type, fields_find(header, "Content-Type")) ||
      !warc_target(record, fields_find(header, "WARC-Target-URI")))
    return entity_no_memory(entity);
  source_drop(from, len);
  return warc_block(entity, record);
}

/* Archives are compressed record by record, so the member after a damaged one can be read. Returns false
 * if no member follows. */
static bool warc_resume(struct entity *entity)
{
  struct source *from = &entity->source;
  while (from->len == 0 && from->error == EBADMSG && from->read == decoder_read &&
         decoder_resume(from->context)) {
    from->error = 0;
    from->ended = false;
    source_fill(from, 1); /* a false match fails at once */
  }
  return from->len > 0;
}

static bool warc_records(struct entity *entity, struct warc_record *record)
{
  struct source *from = record->from;
  for (warc_skip_empty(from); from->len; warc_skip_empty(from))
    if (!warc_one(entity, record))
      return false;
  return true;
}

bool read_warc(struct entity *entity)
{
  struct warc_record record = {.from = &entity->source};
  bool good = entity_begin(entity) && warc_records(entity, &record);
  while (good && warc_resume(entity))
    good = entity_error(entity, "record-malformed", record.from->dropped, 0,
                        "the compressed data is damaged before this byte; it was read on from where its "
                        "next member begins") &&
           warc_records(entity, &record);
  buffer_free(&record.type);
  buffer_free(&record.target);
  return good;
}
