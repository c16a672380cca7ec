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
#include "schema.h"

/* A folder that was harvested with a base, and the URI of its files in normal form. */
struct broken_folder {
  struct buffer path, uri;
};

struct broken_looking {
  struct db *db;
  const char *const *insert; /* of a file, of a fragment */
  bool failed, no_memory;
  struct broken_folder *folders;
  size_t count, capacity;
  size_t gone;        /* how many folders were harvested with a base and no longer exist */
  struct buffer path; /* of the file of the identifier; empty if it is not known */
  struct buffer last; /* the path of the last call of stat() */
  bool last_absent;   /* its result */

  struct links *links; /* reads anchors; NULL until then */
  struct budget budget;
  struct anchors anchors; /* of the file at `document`, or of the index of the folder there */
  struct buffer document, index;
  bool has_document;
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
  struct anchors *const anchors = &((struct broken_looking *)context)->anchors;
  if (document->number == 1) {
    anchors->are_known = document->flags & KIND_ANCHORS;
    anchors->is_html = document->flags & KIND_PAGE;
  }
  return true;
}

static bool broken_reference(void *context, const struct links_reference *reference)
{
  (void)context, (void)reference;
  return true;
}

static bool broken_known_link(void *context, uriel_text text, const char *attribute)
{
  (void)context, (void)text, (void)attribute;
  return true;
}

/* A document that cannot be read to its end may have other anchors. */
static bool broken_error(void *context, const struct links_error *error)
{
  (void)error;
  ((struct broken_looking *)context)->anchors.are_known = false;
  return true;
}

static bool broken_end(void *context, const struct links_end *end)
{
  (void)context, (void)end;
  return true;
}

static bool broken_anchor(void *context, uriel_text name)
{
  struct broken_looking *const looking = context;
  looking->no_memory |= !anchors_add(&looking->anchors, name);
  return !looking->no_memory;
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

/* Reads the anchors of the file at `looking->document`, or of the index.html of the folder there. */
static void broken_read(struct broken_looking *looking)
{
  static const char name[] = "/index.html";
  static const struct links_limits limits = {.no_normal = true, .no_lines = true, .anchors = true};
  const struct links_sink sink = {.context = looking,
                                  .begin = broken_begin,
                                  .reference = broken_reference,
                                  .error = broken_error,
                                  .end = broken_end,
                                  .anchor = broken_anchor,
                                  .known = broken_known_link};
  struct buffer *const path = &looking->document, *const index = &looking->index;
  const char *const slash = strrchr(path->ptr, '/');
  bool is_folder = false, cancelled = false;
  if (!looking->links) {
    looking->links = links_new(&limits);
    looking->no_memory = !looking->links;
    if (looking->no_memory)
      return;
    budget_start(&looking->budget, LINKS_MEMORY, 1);
  }
  int fd = broken_open(path->ptr, &is_folder);
  const bool has_index = fd >= 0 && is_folder;
  if (has_index) {
    close(fd);
    index->len = 0;
    looking->no_memory =
        !buffer_add(index, path->ptr, path->len) || !buffer_add(index, name, sizeof name);
    fd = looking->no_memory ? -1 : broken_open(index->ptr, &is_folder);
    if (fd >= 0 && is_folder) {
      close(fd);
      fd = -1;
    }
  }
  if (fd < 0)
    return;
  struct budget_share share = {.budget = &looking->budget};
  struct bytes bytes = {.fd = fd, .cancelled = &cancelled};
  const struct links_request request = {.read = bytes_read,
                                        .read_at = bytes_read_at,
                                        .context = &bytes,
                                        .name = has_index ? name + 1
                                                : slash   ? slash + 1
                                                          : path->ptr,
                                        .share = &share};
  if (links_read(looking->links, &request, &sink) == LINKS_NO_MEMORY)
    looking->no_memory = true;
  close(fd);
}

/* Whether the file at `looking->path` has no place that the fragment of `uri` leads to. False if that is
 * not known. Reads a file once for all its fragments, which are asked for one after the other. */
static bool broken_misses(struct broken_looking *looking, uriel_text uri)
{
  const uriel_text fragment = anchors_fragment(uri), path = buffer_text(&looking->path);
  struct buffer *const last = &looking->document;
  if (!fragment.len)
    return false;
  if (!looking->has_document || last->len != path.len || memcmp(last->ptr, path.ptr, path.len) != 0) {
    anchors_free(&looking->anchors);
    looking->anchors = (struct anchors){.are_known = false};
    looking->no_memory = !buffer_set(last, path);
    looking->has_document = !looking->no_memory;
    if (looking->has_document)
      broken_read(looking);
  }
  const enum anchors_answer answer = anchors_ask(&looking->anchors, fragment);
  looking->no_memory |= answer == ANCHORS_NO_MEMORY;
  return answer == ANCHORS_MISSING && !looking->no_memory;
}

/* ---- Identifiers ------------------------------------------------------------------------------ */

static const char *const broken_insert_main[] = {
    "INSERT OR REPLACE INTO main.missing VALUES(?, ?, ?, 0)",
    "INSERT OR REPLACE INTO main.missing VALUES(?, ?, ?, 1)"};
static const char *const broken_insert_temp[] = {
    "INSERT OR REPLACE INTO temp.missing VALUES(?, ?, ?, 0)",
    "INSERT OR REPLACE INTO temp.missing VALUES(?, ?, ?, 1)"};

static bool broken_put(struct broken_looking *looking, int64_t id, bool anywhere, uriel_text path,
                       bool is_fragment)
{
  looking->failed = !db_insert(looking->db, looking->insert[is_fragment], id, anywhere, path);
  return !looking->failed;
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
  const bool is_fragment =
      !is_missing && !looking->no_memory && looking->path.len && broken_misses(looking, normal);
  return !looking->no_memory &&
         (!(is_missing || is_fragment) ||
          broken_put(looking, row->numbers[0], folder, buffer_text(&looking->path), is_fragment));
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
         !looking->failed && !looking->no_memory;
}

static bool broken_number(void *context, const struct db_row *row)
{
  *(uint64_t *)context = (uint64_t)row->numbers[0];
  return false;
}

/* Keeps the result of the last run for a folder that cannot be read now. */
static bool broken_known(void *context, const struct db_row *row)
{
  struct broken_looking *looking = context;
  uriel_text below;
  return broken_below(looking, row->texts[1], &below) ||
         broken_put(looking, row->numbers[0], true, row->texts[2], row->numbers[3]);
}

static bool broken_keep(struct broken_looking *looking)
{
  uint64_t has_fragments = 0;
  return looking->gone == 0 ||
         (db_query(looking->db, schema_count_fragments, broken_number, &has_fragments) &&
          (!has_fragments ||
           db_query(
               looking->db,
               "SELECT i.id, i.normal, m.path, m.fragment FROM main.missing AS m JOIN identifier AS i"
               " ON i.id = m.identifier_id WHERE m.anywhere",
               broken_known, looking)) &&
          !looking->failed);
}

static void broken_free(struct broken_looking *looking)
{
  for (size_t i = 0; i < looking->count; i++) {
    buffer_free(&looking->folders[i].path);
    buffer_free(&looking->folders[i].uri);
  }
  free(looking->folders);
  buffer_free(&looking->path);
  buffer_free(&looking->last);
  if (looking->links)
    budget_stop(&looking->budget);
  links_free(looking->links);
  anchors_free(&looking->anchors);
  buffer_free(&looking->document);
  buffer_free(&looking->index);
}

bool broken_record(struct db *db, bool *no_memory)
{
  struct broken_looking looking = {.db = db, .insert = broken_insert_main};
  const bool good = db_run(db, "BEGIN IMMEDIATE; DELETE FROM main.missing") && broken_fill(&looking) &&
                    db_run(db, "COMMIT");
  *no_memory = looking.no_memory;
  broken_free(&looking);
  return good;
}

bool broken_look(struct db *db, bool *no_memory)
{
  struct broken_looking looking = {.db = db, .insert = broken_insert_temp};
  const bool good = db_run(db, "BEGIN") && db_run(db, schema_temporary_broken) &&
                    broken_fill(&looking) && broken_keep(&looking) && db_run(db, "COMMIT");
  *no_memory = looking.no_memory;
  broken_free(&looking);
  return good;
}

bool broken_count(struct db *db, uint64_t *count)
{
  return db_query(db, "SELECT count(*) FROM broken", broken_number, count);
}
