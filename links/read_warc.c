/* SPDX-License-Identifier: MIT */
/* Web archives: WARC (ISO 28500) of versions 0.17, 0.18, 1.0 and 1.1, and ARC (Burner and Kahle, 1996)
 * of versions 1 and 2. Records have any length, with only a window of each in memory. After a damaged
 * record, reading continues at the next line that begins a record. */
#include <errno.h>
#include <string.h>

#include "entity.h"
#include "reader/begins.h"
#include "reader/decode.h"
#include "reader/fields.h"
#include "retrieval.h"

enum { WARC_WINDOW = 64 * 1024, WARC_BEGIN = 9 };

struct warc_record {
  struct source *from;
  bool is_arc;
  uint64_t left; /* of the block */
  struct buffer type, target;
  char wrong[URIEL_ERROR_TEXT_MAX + 1]; /* the error of the target; "" for none */
  bool is_relative;                     /* the error is that it has no scheme */
};

/* The line before a record of ARC: URL, address, date, media type, in version 2 five more fields, and
 * the length of the block. */
struct arc_line {
  uriel_text url, type;
  uint64_t length;
  size_t len; /* with its line end */
};

static bool arc_is_date(uriel_text field)
{
  uint64_t number;
  return field.len >= 12 && field.len <= 14 && number_read(field, UINT64_MAX, &number);
}

/* Reads the fields from the end, as a URL may have spaces. */
static bool arc_read_line(const struct source *from, struct arc_line *line)
{
  enum { ARC_LENGTH, ARC_TYPE_1, ARC_DATE_1, ARC_URL_1 = 4, ARC_TYPE_2 = 6, ARC_DATE_2, ARC_URL_2 = 9 };
  const size_t most = from->len < WARC_WINDOW ? from->len : WARC_WINDOW;
  const char *const feed = most ? memchr(from->data, '\n', most) : NULL;
  uriel_text fields[ARC_URL_2] = {{NULL, 0}};
  const char *end = feed, *ends[ARC_URL_2 + 1] = {NULL};
  if (!feed)
    return false;
  line->len = (size_t)(feed - from->data) + 1;
  end -= end > from->data && end[-1] == '\r';
  for (size_t i = 0; i < ARC_URL_2 && end > from->data; i++) {
    const char *const space = memrchr(from->data, ' ', (size_t)(end - from->data));
    if (!space)
      break;
    fields[i] = (uriel_text){space + 1, (size_t)(end - space - 1)};
    ends[i + 1] = end = space;
  }
  const bool second = !arc_is_date(fields[ARC_DATE_1]) && arc_is_date(fields[ARC_DATE_2]);
  const char *const url = ends[second ? ARC_URL_2 : ARC_URL_1];
  if (!url || !arc_is_date(fields[second ? ARC_DATE_2 : ARC_DATE_1]))
    return false;
  line->url = (uriel_text){from->data, (size_t)(url - from->data)};
  line->type = fields[second ? ARC_TYPE_2 : ARC_TYPE_1];
  return line->url.len && number_read(fields[ARC_LENGTH], UINT64_MAX, &line->length);
}

/* Whether the source is at a record. Reads what that needs. */
static bool warc_at_record(const struct warc_record *record)
{
  struct source *const from = record->from;
  struct arc_line line;
  source_fill(from, record->is_arc ? WARC_WINDOW : WARC_BEGIN);
  if (record->is_arc)
    return arc_read_line(from, &line);
  return from->len >= WARC_BEGIN && memcmp(from->data, "WARC/", 5) == 0 &&
         (memcmp(from->data + 5, "1.", 2) == 0 || memcmp(from->data + 5, "0.17", 4) == 0 ||
          memcmp(from->data + 5, "0.18", 4) == 0);
}

/* Reads on after the limit of the file (links_range), to the next member: a record or line that begins
 * before it can end after it. Returns false if the file has ended. */
static bool warc_go_on(struct source *from)
{
  if (!from->ended || from->error || from->read != decoder_read || !decoder_is_stopped(from->context))
    return false;
  decoder_limit(from->context, decoder_position(from->context) + 1);
  from->ended = false;
  return true;
}

/* Skips `len` bytes outside of records, then everything up to the next line that begins a
 * record. */
static void warc_resynchronise(const struct warc_record *record, size_t len)
{
  struct source *const from = record->from;
  source_drop(from, len);
  while (source_skip_line(from) ? !warc_at_record(record) && from->len > 0 : warc_go_on(from))
    continue;
}

/* Sets the target, which stays empty if the record does not name one. Only the grammar of version 1.0
 * has angle brackets around it, but writers of both versions do either. They write the URL that the
 * browser requested, which may not be a valid URI. Returns false if memory runs out. */
static bool warc_target(struct warc_record *record, uriel_text stated)
{
  static const char relative[] = "it has no scheme";
  uriel_error error;
  *record->wrong = 0;
  record->is_relative = false;
  record->target.len = 0;
  if (!stated.len)
    return true;
  if (!retrieval_read(stated, &record->target, &error)) {
    const size_t size = sizeof record->wrong - 1;
    const size_t len = uriel_error_describe(&error, stated.ptr, stated.len, record->wrong, size);
    record->wrong[len < size ? len : size] = 0;
  } else if (!retrieval_is_uri(buffer_text(&record->target))) {
    memcpy(record->wrong, relative, sizeof relative);
    record->is_relative = true;
    record->target.len = 0;
  }
  return !record->target.no_memory;
}

static ssize_t warc_read(void *context, char *data, size_t capacity)
{
  struct warc_record *record = context;
  const size_t most = record->left < capacity ? (size_t)record->left : capacity;
  ssize_t got = 0;
  do
    got = most ? source_take(record->from, data, most) : 0;
  while (got == 0 && most > 0 && warc_go_on(record->from));
  if (got > 0)
    record->left -= (uint64_t)got;
  return got;
}

static bool warc_block(struct entity *entity, struct warc_record *record)
{
  /* Without a valid target, relative references in the record cannot be resolved (5.1.3): it has no
   * base. */
  const struct entity_child block = {.read = warc_read,
                                     .context = record,
                                     .media_type = buffer_defined(&record->type),
                                     .retrieval = buffer_defined(&record->target),
                                     .no_base = *record->wrong};
  struct entity *const child = entity_open_child(entity, &block, NULL);
  /* A WAT record about the "warcinfo" of an archive has the archive's file name as its target. */
  const bool good =
      child && links_entity_read(child) &&
      (!*record->wrong || (record->is_relative && strcmp(child->document.kind, "wat") == 0) ||
       entity_error(child, "header-field-malformed", 0, 0, "%s is not a URI: %s",
                    record->is_arc ? "the URL of the record" : "WARC-Target-URI", record->wrong));
  if (!child || !entity_close_child(child, good))
    return false;
  do
    source_skip(&entity->source, &record->left); /* what its reader left */
  while (record->left && warc_go_on(&entity->source));
  if (!record->left || entity->source.error)
    return true;
  return entity_error(entity, "record-cut-off", source_position(&entity->source), 0,
                      "%llu bytes of the last record are missing", (unsigned long long)record->left);
}

/* Reports the error, and continues after it. */
static bool warc_damaged(struct entity *entity, const struct warc_record *record, size_t len,
                         const char *what)
{
  struct source *from = record->from;
  const uint64_t offset = from->dropped;
  warc_resynchronise(record, len);
  return entity_error(entity, "record-malformed", offset, from->dropped - offset, "%s", what);
}

/* The block of a URL of HTTP is a message, whose content has the media type of the line. */
static bool arc_one(struct entity *entity, struct warc_record *record)
{
  static const char message[] = "HTTP/";
  struct source *from = record->from;
  struct arc_line line;
  if (!arc_read_line(from, &line))
    return warc_damaged(entity, record, 0, "no record begins here");
  record->left = line.length;
  source_fill(from, line.len + sizeof message - 1);
  if (!arc_read_line(from, &line))
    return entity_no_memory(entity);
  const bool is_message = from->len >= line.len + sizeof message - 1 &&
                          line.length >= sizeof message - 1 &&
                          memcmp(from->data + line.len, message, sizeof message - 1) == 0;
  if (!buffer_set(&record->type, is_message ? (uriel_text){NULL, 0} : line.type) ||
      !warc_target(record, line.url))
    return entity_no_memory(entity);
  source_drop(from, line.len);
  return warc_block(entity, record);
}

static bool warc_one(struct entity *entity, struct warc_record *record)
{
  struct source *from = record->from;
  const bool begins = warc_at_record(record);
  if (record->is_arc)
    return arc_one(entity, record);
  if (!begins)
    return warc_damaged(entity, record, 0, "no record begins here");
  size_t len;
  do
    len = fields_end(from);
  while (!len && from->len <= FIELDS_LIMIT && warc_go_on(from));
  const uriel_text header = {from->data, len};
  /* The scanned bytes contain no end of a header, so they need not be scanned again. */
  if (!len)
    return warc_damaged(entity, record, from->len > WARC_WINDOW ? from->len - WARC_WINDOW : 0,
                        "the record's header does not end");
  if (!number_read(fields_find(header, "Content-Length"), UINT64_MAX, &record->left))
    return warc_damaged(entity, record, len - 1,
                        "the record does not say how long it is (Content-Length)");
  if (!buffer_set(&record->type, fields_find(header, "Content-Type")) ||
      !warc_target(record, fields_find(header, "WARC-Target-URI")))
    return entity_no_memory(entity);
  source_drop(from, len);
  return warc_block(entity, record);
}

/* Archives are compressed record by record, so the member after a damaged one can be read. Returns false
 * if no member follows. It may follow after the limit of the file (links_range). */
static bool warc_resume(struct entity *entity)
{
  struct source *from = &entity->source;
  bool resumed = false;
  while (from->len == 0 && from->error == EBADMSG && from->read == decoder_read &&
         decoder_resume(from->context)) {
    from->error = 0;
    from->ended = false;
    source_fill(from, 1); /* a false match fails at once */
    resumed = true;
  }
  return from->len > 0 || (resumed && decoder_is_stopped(from->context));
}

static bool warc_records(struct entity *entity, struct warc_record *record)
{
  struct source *from = record->from;
  for (source_skip_any(from, "\r\n", 2); from->len; source_skip_any(from, "\r\n", 2))
    if (!warc_one(entity, record))
      return false;
  return true;
}

bool read_warc(struct entity *entity)
{
  struct warc_record record = {.from = &entity->source};
  source_fill(record.from, KIND_SAMPLE);
  record.is_arc = kind_is_arc(record.from->data, record.from->len);
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
