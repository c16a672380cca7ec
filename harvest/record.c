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
  struct row_cell identifiers[EVENT_RUN * DB_IDENTIFIER_CELLS];
  struct row_cell errors[EVENT_RUN * ROW_ERROR_CELLS];
  struct row_cell disagreements[EVENT_RUN * ROW_DISAGREEMENT_CELLS];
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

static bool record_begin(void *context, const struct links_document *document)
{
  struct recorder *recorder = context;
  const struct row_file file = {recorder->file.path, recorder->file.size, recorder->file.mtime_ns,
                                recorder->spec};
  struct row_cell cells[DOCUMENT_CELLS];
  uriel_text site;
  int64_t id;
  if (recorder->stopped)
    return false;
  recorder->documents++;
  recorder->batch_documents++;
  if (!row_site(&site, document, &recorder->site))
    return record_no_memory(recorder);
  row_document(cells, document, &file, site);
  if (recorder->depth)
    cells[DOCUMENT_PARENT] = row_id(recorder->open[recorder->depth - 1].id);
  return record_next_id(recorder, &id) && db_begin_document(recorder->db, id, cells) &&
         record_push(recorder, id, document->base);
}

static bool record_end(void *context, const struct links_end *end)
{
  struct recorder *recorder = context;
  struct row_cell cells[DOCUMENT_CELLS];
  if (recorder->stopped)
    return false;
  const struct record_open *open = &recorder->open[--recorder->depth];
  const bool of_file = recorder->depth == 0 && !recorder->file.is_stream;
  row_document_end(cells, end, of_file ? recorder->file.size : -1);
  recorder->bases.len = open->base_at;
  if (strcmp(end->status, "done") != 0 && strcmp(end->status, "binary") != 0)
    recorder->unreadable++;
  return db_end_document(recorder->db, open->id, cells) && record_commit_part(recorder);
}

/* ---- Identifiers ------------------------------------------------------------------------------ */

/* A port above 65535 is a text. */
static struct row_cell record_port(const uriel_ref *normal)
{
  uint16_t number = 0;
  return uriel_port_number(&number, normal, NULL) ? row_number(number) : row_text(uriel_port(normal));
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
  const struct row_cell cells[DB_IDENTIFIER_CELLS] = {
      row_text((uriel_text){normal->text, normal->length}),
      row_text(uriel_scheme(normal)),
      row_text(uriel_userinfo(normal)),
      row_text(uriel_host(normal)),
      row_string(uriel_host_kind_name(uriel_host_kind_of(normal))),
      record_port(normal),
      row_text(uriel_path(normal)),
      row_text(uriel_query(normal)),
      row_text(uriel_fragment(normal)),
      row_text(shown)};
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
  uriel_ref ref;
  *id = identifiers_find(&recorder->identifiers, hash, normal);
  if (*id || !row_parse_normal(&ref, normal, recorder->spec))
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
  row_reference_error(&rows->errors[rows->error_count++ * ROW_ERROR_CELLS],
                      reference->cells[REFERENCE_DOCUMENT].number, id, &error, reference->message);
  recorder->errors++;
}

/* Sets the cells that depend on the database. */
static bool record_complete(struct recorder *recorder, struct event_reference *reference)
{
  const struct record_open *const open = &recorder->open[recorder->depth - 1];
  const uriel_text base = {open->has_base ? recorder->bases.ptr + open->base_at : NULL, open->base_len};
  int64_t id = 0;
  if (reference->normal.ptr && !record_identifier(recorder, reference->hash, reference->normal, &id))
    return false;
  reference->cells[REFERENCE_DOCUMENT] = row_id(open->id);
  reference->cells[REFERENCE_NORMAL] = row_id(id);
  row_base(&reference->cells[REFERENCE_BASE], base);
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
      row_disagreement(&rows->disagreements[rows->disagreement_count++ * ROW_DISAGREEMENT_CELLS],
                       references[i].cells[REFERENCE_DOCUMENT].number, first + (int64_t)i,
                       references[i].disagreement);
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
  struct row_cell cells[ROW_ERROR_CELLS];
  if (recorder->stopped)
    return false;
  row_document_error(cells, recorder->open[recorder->depth - 1].id, error);
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
