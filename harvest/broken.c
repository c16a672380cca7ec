/* SPDX-License-Identifier: MIT */
/* Broken references: whether the file that a URI leads to exists, as far as this can be determined
 * without a network (files, and files that were harvested under another URI), and has the place that its
 * fragment leads to. */
#include "broken.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "bytes.h"
#include "db.h"
#include "links/anchors.h"
#include "reader/ordered.h"
#include "schema.h"

/* A folder that was harvested with a base, and the URI of its files in normal form. */
struct broken_folder {
  struct buffer path, uri;
};

struct broken_looking {
  struct db *db;
  bool failed, no_memory;
  struct broken_folder *folders;
  size_t count, capacity;
  size_t gone;        /* how many folders were harvested with a base and no longer exist */
  struct buffer path; /* of the file of the identifier; empty if it is not known */
  struct buffer last; /* the path of the last call of stat() */
  bool last_absent;   /* its result */

  /* Files whose fragments threads look for: see broken_job. */
  size_t threads;
  struct ordered *queue;  /* NULL until then */
  struct broken_job *job; /* the one that is filled in; or NULL */
  struct budget budget;
};

/* The fragments of identifiers of one file. */
struct broken_job {
  struct buffer path;   /* of the file, or of a folder with an index */
  struct buffer wanted; /* a struct broken_wanted and its fragment for each */
  bool no_memory;
};

struct broken_wanted {
  int64_t id;
  size_t len; /* of the fragment */
  bool anywhere, is_missing;
};

/* A thread that reads files for their anchors. */
struct broken_reader {
  struct links *links;
  struct budget *budget;
  struct anchors anchors;
  struct buffer name, normal; /* an anchor as a fragment */
  bool no_memory;
};

/* ---- Files ------------------------------------------------------------------------------------ */

/* Adds a folder that was harvested with a base. If an operand is not a folder, only the document itself
 * belongs to its base. */
static bool broken_folder(void *context, const struct db_row *row)
{
  struct broken_looking *const looking = context;
  const uriel_text base = row->texts[1];
  struct broken_folder folder = {{0}, {0}};
  struct buffer target = {0};
  struct stat status;
  uriel_ref from, ref;
  if (looking->count == looking->capacity) {
    const size_t capacity = looking->capacity * 2 + 4;
    struct broken_folder *const folders = realloc(looking->folders, capacity * sizeof *folders);
    looking->no_memory = !folders;
    if (!folders)
      return false;
    looking->folders = folders;
    looking->capacity = capacity;
  }
  looking->no_memory = !buffer_set(&folder.path, row->texts[0]);
  const bool is_there = !looking->no_memory && stat(folder.path.ptr, &status) == 0;
  looking->gone += !looking->no_memory && !is_there;
  /* "./" leads to the URI of the base's folder (RFC 3986, 5.2). */
  if (is_there && S_ISDIR(status.st_mode) && uriel_parse(&from, base.ptr, base.len, NULL) &&
      uriel_parse(&ref, "./", 2, NULL)) {
    looking->no_memory = !buffer_grow(&target, uriel_resolve_bound(&from, &ref));
    const size_t len = looking->no_memory ? URIEL_FAILED
                                          : uriel_resolve(&from, &ref, URIEL_RESOLVE_STRICT, target.ptr,
                                                          target.capacity, NULL);
    if (len != URIEL_FAILED && uriel_parse(&ref, target.ptr, len, NULL)) {
      looking->no_memory = !buffer_grow(&folder.uri, uriel_normalize_bound(&ref));
      if (!looking->no_memory)
        folder.uri.len = uriel_normalize(&ref, URIEL_LEVEL_SCHEME, folder.uri.ptr, folder.uri.capacity);
    }
  }
  buffer_free(&target);
  if (folder.uri.len && !looking->no_memory) {
    looking->folders[looking->count++] = folder;
    return true;
  }
  buffer_free(&folder.path);
  buffer_free(&folder.uri);
  return !looking->no_memory;
}

/* Returns the first folder that a URI is in, or NULL, and sets `below` to the part of its path after the
 * folder's, without query and fragment. */
static const struct broken_folder *broken_below(const struct broken_looking *looking, uriel_text uri,
                                                uriel_text *below)
{
  for (size_t i = 0; i < looking->count; i++) {
    const struct buffer *const folder = &looking->folders[i].uri;
    if (uri.len < folder->len || memcmp(uri.ptr, folder->ptr, folder->len) != 0)
      continue;
    *below = (uriel_text){uri.ptr + folder->len, 0};
    while (below->len < uri.len - folder->len && !memchr("?#", below->ptr[below->len], 2))
      below->len++;
    return &looking->folders[i];
  }
  return NULL;
}

/* Whether no file has the decoded path in the folder. A name with a NUL or a slash does not exist:
 * "..%2Fx" must not leave the folder. A file that cannot be examined may exist. */
static bool broken_is_gone(struct broken_looking *looking, uriel_text folder, uriel_text encoded)
{
  struct buffer *const path = &looking->path, *const last = &looking->last;
  struct stat status;
  looking->no_memory = !buffer_grow(path, folder.len + encoded.len + 2);
  if (looking->no_memory)
    return false;
  path->len = 0;
  (void)buffer_add(path, folder.ptr, folder.len);
  if (folder.len && folder.ptr[folder.len - 1] != '/')
    path->ptr[path->len++] = '/';
  path->len += uriel_decode(encoded.ptr, encoded.len, 0, path->ptr + path->len, encoded.len + 1, NULL);
  path->ptr[path->len] = 0;
  if (memchr(path->ptr, 0, path->len) || (encoded.len && memmem(encoded.ptr, encoded.len, "%2F", 3)))
    return true;
  /* Identifiers in sequence differ in their fragments: their file is examined once. */
  if (last->ptr && last->len == path->len && memcmp(last->ptr, path->ptr, path->len) == 0)
    return looking->last_absent;
  /* ENAMETOOLONG means that a name is too long, or only the path as a whole. */
  looking->last_absent =
      stat(path->ptr, &status) != 0 && (errno == ENOENT || errno == ENOTDIR || errno == ELOOP ||
                                        (errno == ENAMETOOLONG && path->len < PATH_MAX));
  looking->no_memory = !buffer_set(last, buffer_text(path));
  return looking->last_absent && !looking->no_memory;
}

/* ---- Fragments -------------------------------------------------------------------------------- */

static bool broken_begin(void *context, const struct links_document *document)
{
  struct anchors *const anchors = &((struct broken_reader *)context)->anchors;
  if (document->number == 1)
    anchors_start(anchors, document->flags);
  return true;
}

/* A document that cannot be read to its end may have other anchors. */
static bool broken_error(void *context, const struct links_error *error)
{
  (void)error;
  ((struct broken_reader *)context)->anchors.are_known = false;
  return true;
}

/* Identifiers are normal forms: "#%7Ex" is "#~x" there, and also leads to an anchor "%7Ex". */
static bool broken_anchor(void *context, uriel_text name)
{
  struct broken_reader *const reader = context;
  struct buffer *const text = &reader->name, *const normal = &reader->normal;
  uriel_ref ref;
  reader->no_memory |= !anchors_add(&reader->anchors, name);
  if (reader->no_memory || !memchr(name.ptr, '%', name.len))
    return !reader->no_memory;
  reader->no_memory = !buffer_grow(text, name.len + 1);
  if (reader->no_memory)
    return false;
  text->ptr[0] = '#';
  memcpy(text->ptr + 1, name.ptr, name.len);
  if (!uriel_parse(&ref, text->ptr, name.len + 1, NULL))
    return true;
  reader->no_memory = !buffer_grow(normal, uriel_normalize_bound(&ref));
  if (reader->no_memory)
    return false;
  normal->len = uriel_normalize(&ref, URIEL_LEVEL_SCHEME, normal->ptr, normal->capacity);
  reader->no_memory = !anchors_add(&reader->anchors, (uriel_text){normal->ptr + 1, normal->len - 1});
  return !reader->no_memory;
}

/* Opens a file or folder. Returns -1 for anything else. */
static int broken_open(const char *path, bool *is_folder)
{
  struct stat status;
  const int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
  if (fd >= 0 && fstat(fd, &status) == 0 && (S_ISREG(status.st_mode) || S_ISDIR(status.st_mode))) {
    *is_folder = S_ISDIR(status.st_mode);
    return fd;
  }
  if (fd >= 0)
    close(fd);
  return -1;
}

/* Reads the anchors of the file at `path`, or of the index.html of the folder there. */
static void broken_read(struct broken_reader *reader, const struct buffer *path)
{
  static const char name[] = "/index.html";
  const struct links_sink sink = {
      .context = reader, .begin = broken_begin, .error = broken_error, .anchor = broken_anchor};
  const char *const slash = strrchr(path->ptr, '/');
  struct buffer index = {0};
  bool is_folder = false, cancelled = false;
  int fd = broken_open(path->ptr, &is_folder);
  const bool has_index = fd >= 0 && is_folder;
  if (has_index) {
    close(fd);
    reader->no_memory =
        !buffer_add(&index, path->ptr, path->len) || !buffer_add(&index, name, sizeof name);
    fd = reader->no_memory ? -1 : broken_open(index.ptr, &is_folder);
    if (fd >= 0 && is_folder) {
      close(fd);
      fd = -1;
    }
  }
  struct budget_share share = {.budget = reader->budget};
  struct bytes bytes = {.fd = fd, .cancelled = &cancelled};
  const struct links_request request = {.read = bytes_read,
                                        .read_at = bytes_read_at,
                                        .context = &bytes,
                                        .name = has_index ? name + 1
                                                : slash   ? slash + 1
                                                          : path->ptr,
                                        .share = &share};
  if (fd >= 0 && links_read(reader->links, &request, &sink) == LINKS_NO_MEMORY)
    reader->no_memory = true;
  if (fd >= 0)
    close(fd);
  buffer_free(&index);
}

/* Looks for the fragments of a job in the anchors of its file. */
static void broken_run(void *context, void *self, void *taken)
{
  struct broken_reader *const reader = self;
  struct broken_job *const job = taken;
  struct broken_wanted wanted;
  (void)context;
  reader->no_memory = false;
  reader->anchors = (struct anchors){.are_known = false};
  broken_read(reader, &job->path);
  for (size_t at = 0; at < job->wanted.len; at += sizeof wanted + wanted.len) {
    char *const entry = job->wanted.ptr + at;
    memcpy(&wanted, entry, sizeof wanted);
    const enum anchors_answer answer =
        anchors_ask(&reader->anchors, (uriel_text){entry + sizeof wanted, wanted.len});
    reader->no_memory |= answer == ANCHORS_NO_MEMORY;
    wanted.is_missing = answer == ANCHORS_MISSING;
    memcpy(entry, &wanted, sizeof wanted);
  }
  job->no_memory = reader->no_memory;
  anchors_free(&reader->anchors);
}

static bool broken_reader_begin(void *context, void *self)
{
  static const struct links_limits limits = {.no_normal = true, .no_lines = true, .anchors = true};
  struct broken_reader *const reader = self;
  reader->budget = context;
  reader->links = links_new(&limits);
  return reader->links;
}

static void broken_reader_end(void *context, void *self)
{
  struct broken_reader *const reader = self;
  (void)context;
  links_free(reader->links);
  buffer_free(&reader->name);
  buffer_free(&reader->normal);
}

static void broken_free_job(void *job)
{
  buffer_free(&((struct broken_job *)job)->path);
  buffer_free(&((struct broken_job *)job)->wanted);
}

/* ---- Identifiers ------------------------------------------------------------------------------ */

/* The temporary table, if there is one. */
static const char *const broken_insert[] = {"INSERT OR REPLACE INTO missing VALUES(?, ?, ?, 0)",
                                            "INSERT OR REPLACE INTO missing VALUES(?, ?, ?, 1)"};

static bool broken_put(struct broken_looking *looking, int64_t id, bool anywhere, uriel_text path,
                       bool is_fragment)
{
  looking->failed = !db_insert(looking->db, broken_insert[is_fragment], id, anywhere, path);
  return !looking->failed;
}

/* Records the missing fragments of the first job. */
static bool broken_next(struct broken_looking *looking)
{
  const struct broken_job *const job = ordered_first_done(looking->queue);
  struct broken_wanted wanted;
  looking->no_memory |= job->no_memory;
  for (size_t at = 0; at < job->wanted.len && !looking->no_memory; at += sizeof wanted + wanted.len) {
    memcpy(&wanted, job->wanted.ptr + at, sizeof wanted);
    if (wanted.is_missing &&
        !broken_put(looking, wanted.id, wanted.anywhere, buffer_text(&job->path), true))
      return false;
  }
  ordered_pop(looking->queue);
  return !looking->no_memory;
}

/* Adds the fragment of an identifier to the job of the file at `looking->path`. Identifiers of a file
 * follow each other, so each file is read once, unless it has very many. */
static bool broken_want(struct broken_looking *looking, int64_t id, bool anywhere, uriel_text fragment)
{
  enum { BROKEN_AHEAD = 4, BROKEN_MOST = 4 * 1024 * 1024 };
  const struct broken_wanted wanted = {.id = id, .len = fragment.len, .anywhere = anywhere};
  const struct buffer *const path = &looking->path;
  struct broken_job *job = looking->job;
  if (!looking->queue) {
    const struct ordered_plan plan = {.threads = looking->threads - 1,
                                      .ahead = BROKEN_AHEAD * looking->threads,
                                      .job_size = sizeof(struct broken_job),
                                      .worker_size = sizeof(struct broken_reader),
                                      .owner_delivers = true,
                                      .context = &looking->budget,
                                      .begin = broken_reader_begin,
                                      .run = broken_run,
                                      .end = broken_reader_end,
                                      .free_job = broken_free_job};
    budget_start(&looking->budget, LINKS_MEMORY, looking->threads);
    looking->queue = ordered_new(&plan);
    looking->no_memory = !looking->queue;
    if (looking->no_memory)
      return false;
  }
  if (job && (job->wanted.len > BROKEN_MOST || job->path.len != path->len ||
              memcmp(job->path.ptr, path->ptr, path->len) != 0)) {
    ordered_submit(looking->queue);
    job = NULL;
  }
  if (!job) {
    while (!(job = ordered_blank(looking->queue)))
      if (!broken_next(looking))
        return false;
    job->wanted.len = 0;
    looking->no_memory = !buffer_set(&job->path, buffer_text(path));
  }
  looking->job = job;
  looking->no_memory |= !buffer_add(&job->wanted, &wanted, sizeof wanted) ||
                        !buffer_add(&job->wanted, fragment.ptr, fragment.len);
  return !looking->no_memory;
}

/* Records the missing fragments of all jobs. */
static bool broken_settle(struct broken_looking *looking)
{
  if (looking->job)
    ordered_submit(looking->queue);
  looking->job = NULL;
  while (looking->queue && ordered_at(looking->queue, 0))
    if (!broken_next(looking))
      return false;
  return true;
}

/* An identifier below a base is missing for every document; a file URI only for documents that are
 * files. */
static bool broken_identifier(void *context, const struct db_row *row)
{
  struct broken_looking *const looking = context;
  const uriel_text normal = row->texts[1];
  bool is_missing = false;
  uriel_text below;
  uriel_ref ref;
  looking->path.len = 0;
  const struct broken_folder *const folder = broken_below(looking, normal, &below);
  if (folder) {
    is_missing = broken_is_gone(looking, buffer_text(&folder->path), below);
  } else if (normal.len >= 5 && memcmp(normal.ptr, "file:", 5) == 0 &&
             uriel_parse(&ref, normal.ptr, normal.len, NULL)) {
    const uriel_text host = uriel_host(&ref);
    if (host.len == 0 || (host.len == 9 && memcmp(host.ptr, "localhost", 9) == 0))
      is_missing = broken_is_gone(looking, (uriel_text){"", 0}, uriel_path(&ref));
  }
  const uriel_text fragment = anchors_fragment(normal);
  if (looking->no_memory)
    return false;
  if (is_missing)
    return broken_put(looking, row->numbers[0], folder, buffer_text(&looking->path), false);
  return !looking->path.len || !fragment.len || broken_want(looking, row->numbers[0], folder, fragment);
}

/* Reads the index of normal forms, in which identifiers of the same file follow each other. */
static bool broken_fill(struct broken_looking *looking)
{
  return db_query(looking->db,
                  "SELECT path, retrieval FROM operand WHERE retrieval IS NOT NULL"
                  " ORDER BY length(retrieval) DESC, path",
                  broken_folder, looking) &&
         !looking->no_memory &&
         db_query(looking->db,
                  looking->count
                      ? "SELECT id, normal FROM identifier WHERE normal NOT BETWEEN 'cid:' AND 'cid;'"
                        " ORDER BY normal"
                      : "SELECT id, normal FROM identifier WHERE normal BETWEEN 'file:' AND 'file;'"
                        " ORDER BY normal",
                  broken_identifier, looking) &&
         !looking->failed && !looking->no_memory && broken_settle(looking);
}

static bool broken_number(void *context, const struct db_row *row)
{
  *(uint64_t *)context = (uint64_t)row->numbers[0];
  return false;
}

static bool broken_copy(void *context, const struct db_row *row)
{
  const uriel_text path = row->texts[2].len ? row->texts[2] : uriel_text_of("");
  return broken_put(context, row->numbers[0], row->numbers[1], path, row->numbers[3]);
}

/* Keeps the result of the last run for a folder that cannot be read now. */
static bool broken_known(void *context, const struct db_row *row)
{
  struct broken_looking *looking = context;
  uriel_text below;
  return broken_below(looking, row->texts[4], &below) || broken_copy(context, row);
}

static bool broken_keep(struct broken_looking *looking)
{
  uint64_t is_current = 0;
  return looking->gone == 0 ||
         (db_query(looking->db, schema_count_broken, broken_number, &is_current) &&
          (!is_current || db_query(looking->db,
                                   "SELECT i.id, m.anywhere, m.path, m.fragment, i.normal FROM "
                                   "main.missing AS m JOIN identifier AS i"
                                   " ON i.id = m.identifier_id WHERE m.anywhere",
                                   broken_known, looking)) &&
          !looking->failed);
}

static void broken_free(struct broken_looking *looking)
{
  ordered_free(looking->queue);
  for (size_t i = 0; i < looking->count; i++) {
    buffer_free(&looking->folders[i].path);
    buffer_free(&looking->folders[i].uri);
  }
  free(looking->folders);
  buffer_free(&looking->path);
  buffer_free(&looking->last);
  if (looking->queue)
    budget_stop(&looking->budget);
}

bool broken_look(struct db *db, size_t threads, bool *no_memory)
{
  struct broken_looking looking = {.db = db, .threads = threads};
  const bool good = db_run(db, "BEGIN") && db_run(db, schema_temporary_broken) &&
                    broken_fill(&looking) && broken_keep(&looking) && db_run(db, "COMMIT");
  *no_memory = looking.no_memory;
  broken_free(&looking);
  return good;
}

static void broken_finish(void *db, void *self, void *good)
{
  (void)self;
  *(bool *)good = db_finish(db);
}

/* With threads, looks for the files of a new database while a thread creates its indexes. */
bool broken_record(struct db *db, size_t threads, bool *no_memory)
{
  const struct ordered_plan plan = {.threads = 1,
                                    .ahead = 1,
                                    .job_size = sizeof(bool),
                                    .owner_delivers = true,
                                    .context = db,
                                    .run = broken_finish};
  struct broken_looking looking = {.db = db, .threads = threads};
  struct db *const reader = threads > 1 ? db_open_beside(db) : NULL;
  struct ordered *const thread = reader ? ordered_new(&plan) : NULL;
  bool has_looked = false;
  if (thread) {
    (void)ordered_blank(thread);
    ordered_submit(thread);
    has_looked = broken_look(reader, threads, no_memory);
  }
  bool good = thread ? *(bool *)ordered_first_done(thread) : db_finish(db);
  good =
      good && db_run(db, "BEGIN IMMEDIATE; DELETE FROM main.missing") &&
      (has_looked ? db_query(reader, "SELECT * FROM missing", broken_copy, &looking) && !looking.failed
                  : broken_fill(&looking)) &&
      db_run(db, "COMMIT");
  *no_memory = looking.no_memory;
  ordered_free(thread);
  db_close(reader);
  broken_free(&looking);
  return good;
}
