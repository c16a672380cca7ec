/* SPDX-License-Identifier: MIT */
/* Writes the contents of files as rows. */
#include "record.h"

#include <stdlib.h>
#include <string.h>

#include "event.h"
#include "uriel_historic.h"

/* How often to commit: often enough that a stopped run loses little, rarely enough to be fast. */
enum { BATCH_DOCUMENTS = 256, BATCH_REFERENCES = 50000 };

/* An unfinished document, and its base in `bases`. */
struct record_open {
  int64_t id;
  size_t base_at, base_len;
  bool has_base;
};

/* ---- Batches ---------------------------------------------------------------------------------- */

static bool record_is_due(const struct recorder *recorder)
{
  return recorder->batch_documents >= BATCH_DOCUMENTS || recorder->batch_references >= BATCH_REFERENCES;
}

static bool record_commit(struct recorder *recorder)
{
  recorder->batch_documents = recorder->batch_references = 0;
  return db_commit(recorder->db);
}

bool record_is_to_stop(struct recorder *recorder)
{
  recorder->stopped = recorder->stopped || (recorder->stop && atomic_load(recorder->stop) != 0);
  return recorder->stopped;
}

/* Commits within a file. Marks its row as partial, so that the next run reads it again. */
static bool record_commit_part(struct recorder *recorder)
{
  if (recorder->depth == 0 || !record_is_due(recorder))
    return true;
  if (!record_commit(recorder))
    return false;
  if (recorder->within)
    recorder->within(recorder->context);
  return !record_is_to_stop(recorder);
}

bool record_file_end(struct recorder *recorder)
{
  recorder->files++;
  recorder->replaced += recorder->file.known.id != 0 && !recorder->file.known.partial;
  return !record_is_due(recorder) || record_commit(recorder);
}

/* ---- Documents -------------------------------------------------------------------------------- */

bool record_file(struct recorder *recorder, const struct record_file *file)
{
  recorder->file = *file;
  recorder->depth = 0;
  recorder->bases.len = 0;
  recorder->next_id = 0;
  return !file->known.id || db_drop_file(recorder->db, file->path, false);
}

static bool record_no_memory(struct recorder *recorder)
{
  recorder->no_memory = true;
  return false;
}

/* Adds an unfinished document. */
static bool record_push(struct recorder *recorder, int64_t id, uriel_text base)
{
  struct buffer *bases = &recorder->bases;
  if (recorder->depth == recorder->capacity) {
    const size_t capacity = recorder->capacity * 2 + 8;
    struct record_open *open = realloc(recorder->open, capacity * sizeof *open);
    if (!open)
      return record_no_memory(recorder);
    recorder->open = open;
    recorder->capacity = capacity;
  }
  if (!buffer_grow(bases, bases->len + base.len))
    return record_no_memory(recorder);
  if (base.len)
    memcpy(bases->ptr + bases->len, base.ptr, base.len);
  recorder->open[recorder->depth++] = (struct record_open){id, bases->len, base.len, base.ptr != NULL};
  bases->len += base.len;
  return true;
}

static bool record_next_id(struct recorder *recorder, int64_t *id)
{
  if (recorder->depth == 0 && recorder->file.known.id)
    *id = recorder->file.known.id;
  else if (recorder->next_id)
    *id = recorder->next_id++;
  else if (!db_next_id(recorder->db, id))
    return false;
  else if (recorder->depth)
    recorder->next_id = *id + 1;
  return true;
}

/* Sets `*site` to the host of a URI in normal form; undefined without a host. */
static bool record_site(struct recorder *recorder, uriel_text uri, uriel_text *site)
{
  struct buffer *normal = &recorder->site;
  uriel_ref ref;
  *site = (uriel_text){NULL, 0};
  if (!uri.ptr || !uriel_parse(&ref, uri.ptr, uri.len, NULL))
    return true;
  while (buffer_again(normal, uriel_normalize(&ref, URIEL_LEVEL_SCHEME, normal->ptr, normal->capacity)))
    ;
  if (normal->no_memory)
    return record_no_memory(recorder);
  if (uriel_parse(&ref, normal->ptr, normal->len, NULL))
    *site = uriel_host(&ref);
  return true;
}

static bool record_begin(void *context, const struct links_document *document)
{
  struct recorder *recorder = context;
  const struct record_file *file = &recorder->file;
  struct db_document row = {.path = file->path,
                            .part = document->part.ptr ? document->part : uriel_text_of(""),
                            .kind = document->kind,
                            .format = document->format,
                            .encoding = document->encoding,
                            .media_type = document->media_type,
                            .size = file->size,
                            .mtime_ns = file->mtime_ns,
                            .retrieval = document->retrieval,
                            .base = document->base,
                            .base_source = links_base_name(document->base_source),
                            .base_by = document->base_by,
                            .spec = recorder->spec};
  if (recorder->stopped)
    return false;
  if (recorder->depth)
    row.parent_id = recorder->open[recorder->depth - 1].id;
  recorder->documents++;
  recorder->batch_documents++;
  const uriel_text known = row.retrieval.ptr ? row.retrieval : row.base;
  return record_site(recorder, known, &row.site) && record_next_id(recorder, &row.id) &&
         db_begin_document(recorder->db, &row) && record_push(recorder, row.id, row.base);
}

static bool record_end(void *context, const struct links_end *end)
{
  struct recorder *recorder = context;
  if (recorder->stopped)
    return false;
  const struct record_open *open = &recorder->open[--recorder->depth];
  const bool of_file = recorder->depth == 0 && !recorder->file.is_stream;
  const struct db_end row = {.id = open->id,
                             .size = of_file ? recorder->file.size : (int64_t)end->size,
                             .status = end->status,
                             .note = end->note,
                             .references = end->references,
                             .errors = end->errors};
  recorder->bases.len = open->base_at;
  if (strcmp(end->status, "done") != 0 && strcmp(end->status, "binary") != 0)
    recorder->unreadable++;
  return db_end_document(recorder->db, &row) && record_commit_part(recorder);
}

/* ---- References and errors -------------------------------------------------------------------- */

static bool record_reference_error(struct recorder *recorder, const struct links_reference *reference,
                                   int64_t document, int64_t id)
{
  const uriel_error *error = reference->error;
  const struct db_error row = {.document_id = document,
                               .reference_id = id,
                               .code = uriel_error_name(error->code),
                               .component = uriel_component_name(error->component),
                               .section = uriel_error_section(error),
                               .offset = error->offset,
                               .begin = error->begin,
                               .length = error->length,
                               .message = reference->error_message};
  recorder->errors++;
  return db_put_error(recorder->db, &row);
}

/* Whether the base of the reference differs from that of its document. */
static bool record_has_own_base(const struct recorder *recorder, uriel_text base)
{
  const struct record_open *open = &recorder->open[recorder->depth - 1];
  if (!base.ptr || !base.len)
    return false;
  return !open->has_base || base.len != open->base_len ||
         memcmp(base.ptr, recorder->bases.ptr + open->base_at, base.len) != 0;
}

/* A target by the URL standard need not be a URI of RFC 3986. */
static bool record_parse_normal(const struct recorder *recorder, uriel_text normal, uriel_ref *ref)
{
  return recorder->spec == URIEL_SPEC_WHATWG
             ? uriel_parse_as(ref, normal.ptr, normal.len, URIEL_SPEC_WHATWG, 0, NULL)
             : uriel_parse(ref, normal.ptr, normal.len, NULL);
}

static bool record_reference(void *context, const struct links_reference *reference)
{
  static const uriel_text none = {NULL, 0};
  struct recorder *recorder = context;
  if (recorder->stopped)
    return false;
  const bool clean = event_is_clean(reference);
  struct db_reference row = {.document_id = recorder->open[recorder->depth - 1].id,
                             .ordinal = reference->ordinal,
                             .offset = reference->place.offset,
                             .line = reference->place.line,
                             .column = reference->place.column,
                             .element = reference->element,
                             .attribute = reference->attribute,
                             .header = reference->header,
                             .raw = reference->raw,
                             .cleaned = clean ? none : reference->cleaned,
                             .base =
                                 record_has_own_base(recorder, reference->base) ? reference->base : none,
                             .target = reference->target,
                             .names_part = reference->part,
                             .original = reference->original,
                             .elsewhere = reference->elsewhere,
                             .form = reference->form,
                             .identifies = reference->identifies,
                             .excess = reference->excess};
  int64_t id = 0;
  uriel_ref ref;
  recorder->references++;
  recorder->batch_references++;
  if (reference->normal.ptr && record_parse_normal(recorder, reference->normal, &ref) &&
      !db_identifier(recorder->db, &ref, &row.identifier_id))
    return false;
  if (!db_put_reference(recorder->db, &row, &id))
    return false;
  if (reference->error && !record_reference_error(recorder, reference, row.document_id, id))
    return false;
  return record_commit_part(recorder);
}

static bool record_error(void *context, const struct links_error *error)
{
  struct recorder *recorder = context;
  if (recorder->stopped)
    return false;
  const struct db_error row = {.document_id = recorder->open[recorder->depth - 1].id,
                               .code = error->code,
                               .offset = error->offset,
                               .begin = error->offset,
                               .length = error->length,
                               .message = error->message};
  recorder->errors++;
  return db_put_error(recorder->db, &row);
}

const struct links_sink record_sink = {
    .begin = record_begin, .reference = record_reference, .error = record_error, .end = record_end};

bool record_closed(struct recorder *recorder, const struct record_file *file, const char *kind,
                   const char *status, int reason)
{
  const struct links_document document = {.number = 1, .kind = kind};
  const struct links_error error = {"document-unreadable", uriel_text_of(strerror(reason)), 0, 0};
  const struct links_end end = {.status = status, .errors = 1};
  return record_file(recorder, file) && record_begin(recorder, &document) &&
         record_error(recorder, &error) && record_end(recorder, &end) && record_file_end(recorder);
}

void record_free(struct recorder *recorder)
{
  free(recorder->open);
  buffer_free(&recorder->bases);
  buffer_free(&recorder->site);
}
