/* SPDX-License-Identifier: MIT */
/* Writes the contents of files as rows. */
#include "record.h"

#include <stdlib.h>
#include <string.h>

#include "base/disagreement.h"
#include "base/unicode.h"
#include "uriel_spec.h"

/* How often to commit: often enough that a stopped run loses little, rarely enough to be fast. */
enum { BATCH_DOCUMENTS = 256, BATCH_REFERENCES = 50000 };

/* An unfinished document, and its base in `bases`. */
struct record_open {
  int64_t id;
  size_t base_at, base_len;
  bool has_base;
};

/* The rows of consecutive references, which are inserted together. */
struct record_rows {
  struct event_run run;
  struct db_cell identifiers[EVENT_RUN * DB_IDENTIFIER_CELLS];
  struct db_cell errors[EVENT_RUN * DB_ERROR_CELLS];
  struct db_cell disagreements[EVENT_RUN * DB_DISAGREEMENT_CELLS];
  size_t identifier_count, error_count, disagreement_count;
};

/* ---- Batches ---------------------------------------------------------------------------------- */

static bool record_is_due(const struct recorder *recorder)
{
  return !recorder->file.is_page && (recorder->batch_documents >= BATCH_DOCUMENTS ||
                                     recorder->batch_references >= BATCH_REFERENCES);
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

/* ---- Identifiers ------------------------------------------------------------------------------ */

/* A port above 65535 is a text. */
static struct db_cell record_port(const uriel_ref *normal)
{
  uint16_t number = 0;
  return uriel_port_number(&number, normal, NULL) ? db_cell_number(number)
                                                  : db_cell_of(uriel_port(normal));
}

static bool record_insert_identifiers(struct recorder *recorder)
{
  struct record_rows *const rows = recorder->rows;
  const size_t count = rows->identifier_count;
  rows->identifier_count = 0;
  return db_insert_rows(recorder->db, DB_IDENTIFIER, rows->identifiers, count);
}

/* Adds the row of a new identifier. Its cells refer to `normal`, and to `recorder->host`. */
static bool record_add_identifier(struct recorder *recorder, const uriel_ref *normal)
{
  struct record_rows *const rows = recorder->rows;
  uriel_text shown;
  if (!host_unicode(uriel_host(normal), &recorder->host, &shown))
    return record_no_memory(recorder);
  const struct db_cell cells[DB_IDENTIFIER_CELLS] = {
      db_cell_of((uriel_text){normal->text, normal->length}),
      db_cell_of(uriel_scheme(normal)),
      db_cell_of(uriel_userinfo(normal)),
      db_cell_of(uriel_host(normal)),
      db_cell_string(uriel_host_kind_name(uriel_host_kind_of(normal))),
      record_port(normal),
      db_cell_of(uriel_path(normal)),
      db_cell_of(uriel_query(normal)),
      db_cell_of(uriel_fragment(normal)),
      db_cell_of(shown)};
  memcpy(&rows->identifiers[rows->identifier_count++ * DB_IDENTIFIER_CELLS], cells, sizeof cells);
  return !shown.ptr || record_insert_identifiers(recorder);
}

/* Adds an identifier to the table. Empties a full table first: the database's index still finds its
 * entries. */
static bool record_remember(struct recorder *recorder, uint32_t hash, uriel_text normal, int64_t id)
{
  struct identifiers *const table = &recorder->identifiers;
  if (identifiers_add(table, hash, normal, id))
    return true;
  if (!record_insert_identifiers(recorder) || !db_index_normals(recorder->db))
    return false;
  identifiers_clear(table);
  return identifiers_add(table, hash, normal, id) || record_insert_identifiers(recorder);
}

/* Sets `*id` to the id of the identifier, which is added if it is new; to 0 if `normal` is not valid. */
static bool record_identifier(struct recorder *recorder, uint32_t hash, uriel_text normal, int64_t *id)
{
  /* A target under another specification need not be a URI of RFC 3986; the target of an IRI is one. */
  const uriel_spec spec = recorder->spec == URIEL_SPEC_IRI ? URIEL_SPEC_RFC3986 : recorder->spec;
  uriel_ref ref;
  *id = identifiers_find(&recorder->identifiers, hash, normal);
  if (*id || !uriel_parse_as(&ref, normal.ptr, normal.len, spec, 0, NULL))
    return true;
  if (db_has_normals(recorder->db) && !db_find_identifier(recorder->db, normal, id))
    return false;
  if (!*id) {
    if (!db_next_row(recorder->db, DB_IDENTIFIER, id))
      return false;
    *id += (int64_t)recorder->rows->identifier_count;
    if (!record_add_identifier(recorder, &ref))
      return false;
  }
  return record_remember(recorder, hash, normal, *id);
}

/* ---- References and errors -------------------------------------------------------------------- */

static void record_add_error(struct recorder *recorder, const struct event_reference *reference,
                             int64_t id)
{
  struct record_rows *const rows = recorder->rows;
  uriel_error error;
  memcpy(&error, reference->error, sizeof error);
  const struct db_cell cells[DB_ERROR_CELLS] = {reference->cells[DB_CELL_DOCUMENT],
                                                db_cell_id(id),
                                                db_cell_string(uriel_error_name(error.code)),
                                                db_cell_string(uriel_component_name(error.component)),
                                                db_cell_number(error.offset),
                                                db_cell_number(error.begin),
                                                db_cell_number(error.length),
                                                reference->message,
                                                db_cell_string(uriel_error_section(&error))};
  memcpy(&rows->errors[rows->error_count++ * DB_ERROR_CELLS], cells, sizeof cells);
  recorder->errors++;
}

static void record_add_disagreement(struct recorder *recorder, const struct event_reference *reference,
                                    int64_t id)
{
  struct record_rows *const rows = recorder->rows;
  uriel_text parts[DISAGREEMENT_PARTS];
  disagreement_parts(reference->disagreement, parts);
  const struct db_cell cells[DB_DISAGREEMENT_CELLS] = {
      reference->cells[DB_CELL_DOCUMENT], db_cell_id(id), db_cell_of(parts[DISAGREEMENT_RULE]),
      db_cell_of(parts[DISAGREEMENT_FIRST]), db_cell_of(parts[DISAGREEMENT_OTHERS])};
  memcpy(&rows->disagreements[rows->disagreement_count++ * DB_DISAGREEMENT_CELLS], cells, sizeof cells);
}

/* Sets the cells that depend on the database. */
static bool record_complete(struct recorder *recorder, struct event_reference *reference)
{
  const struct record_open *const open = &recorder->open[recorder->depth - 1];
  struct db_cell *const base = &reference->cells[DB_CELL_BASE];
  int64_t id = 0;
  if (reference->normal.ptr && !record_identifier(recorder, reference->hash, reference->normal, &id))
    return false;
  reference->cells[DB_CELL_DOCUMENT] = db_cell_id(recorder->open[recorder->depth - 1].id);
  reference->cells[DB_CELL_IDENTIFIER] = db_cell_id(id);
  /* The row contains a base only if it differs from the document's. */
  if (base->number == 0 ||
      (open->has_base && (size_t)base->number == open->base_len &&
       memcmp(base->text, recorder->bases.ptr + open->base_at, open->base_len) == 0))
    *base = db_cell_id(0);
  return true;
}

static bool record_references(void *context, struct event_reference *references, size_t count)
{
  struct recorder *recorder = context;
  struct record_rows *const rows = recorder->rows;
  int64_t first;
  if (recorder->stopped || !db_next_row(recorder->db, DB_REFERENCE, &first))
    return false;
  rows->error_count = rows->disagreement_count = 0;
  for (size_t i = 0; i < count; i++) {
    if (!record_complete(recorder, &references[i]))
      return false;
    if (references[i].error)
      record_add_error(recorder, &references[i], first + (int64_t)i);
    if (references[i].disagreement.ptr)
      record_add_disagreement(recorder, &references[i], first + (int64_t)i);
  }
  recorder->references += count;
  recorder->batch_references += count;
  return record_insert_identifiers(recorder) &&
         db_insert_rows(recorder->db, DB_REFERENCE, references->cells, count) &&
         db_insert_rows(recorder->db, DB_ERROR, rows->errors, rows->error_count) &&
         db_insert_rows(recorder->db, DB_DISAGREEMENT, rows->disagreements, rows->disagreement_count) &&
         record_commit_part(recorder);
}

static bool record_error(void *context, const struct links_error *error)
{
  struct recorder *recorder = context;
  if (recorder->stopped)
    return false;
  const struct db_cell cells[DB_ERROR_CELLS] = {db_cell_id(recorder->open[recorder->depth - 1].id),
                                                db_cell_id(0),
                                                db_cell_string(error->code),
                                                db_cell_string(NULL),
                                                db_cell_number(error->offset),
                                                db_cell_number(error->offset),
                                                db_cell_number(error->length),
                                                db_cell_of(error->message),
                                                db_cell_string(NULL)};
  recorder->errors++;
  return db_insert_rows(recorder->db, DB_ERROR, cells, 1);
}

bool record_events(struct recorder *recorder, const char *events, size_t len)
{
  const struct event_sink sink = {recorder, record_begin, record_references, record_error, record_end};
  if (!recorder->rows)
    recorder->rows = calloc(1, sizeof *recorder->rows);
  return recorder->rows ? event_tell(events, len, &recorder->rows->run, &sink)
                        : record_no_memory(recorder);
}

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
  buffer_free(&recorder->host);
  identifiers_clear(&recorder->identifiers);
  free(recorder->rows);
}
