/* SPDX-License-Identifier: MIT */
/* Reads documents into a database: which documents, in which order, and when to commit. */
#include "harvest.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "broken.h"
#include "db.h"
#include "follow.h"
#include "links/retrieval.h"
#include "outputs.h"
#include "pipeline.h"
#include "reader/walk.h"
#include "record.h"
#include "report.h"

/* A file that the run itself has open or writes. */
struct harvest_own {
  dev_t device;
  ino_t number;
};

/* The table of identifiers may take this part of the memory of documents. */
enum { HARVEST_OWN = 5, HARVEST_IDENTIFIERS = 16 };

struct harvester {
  const struct harvest_options *options;
  struct harvest_counts *counts;
  char *message;
  char database[PATH_MAX], folder[PATH_MAX]; /* `folder` is where the database is */
  char *report;                              /* the report of an earlier run; may be NULL */
  struct harvest_own own[HARVEST_OWN];
  size_t own_count;
  struct db *db;
  struct recorder recorder;
  struct pipeline pipeline;
  size_t jobs;
  size_t depth; /* how many folders may be open at once */
  struct buffer retrieval;
  bool has_folders; /* an earlier run could not read some folders */
};

/* ---- Errors ----------------------------------------------------------------------------------- */

static bool harvest_fail(struct harvester *h, const char *path, const char *reason)
{
  if (!*h->message)
    snprintf(h->message, HARVEST_MESSAGE, "%s%s%s", path, *path ? ": " : "", reason);
  return false;
}

static bool harvest_fail_db(struct harvester *h)
{
  char reason[HARVEST_MESSAGE], spool[HARVEST_MESSAGE - 128];
  const int error = h->pipeline.error;
  if (h->recorder.stopped)
    return false;
  if (error)
    snprintf(spool, sizeof spool, "%.4096s: the temporary file beside it cannot be written: %s",
             h->database,
             error == EFBIG ? "a file has reached the limit on its size (ulimit -f)" : strerror(error));
  snprintf(reason, sizeof reason, "%s%s",
           h->recorder.no_memory ? "out of memory"
           : error               ? spool
                                 : db_message(h->db),
           db_is_lost(h->db)
               ? ""
               : "; what was committed before stays, and the same command continues from there");
  return harvest_fail(h, "", reason);
}

/* ---- One file --------------------------------------------------------------------------------- */

static int64_t harvest_mtime(const struct stat *status)
{
  return (int64_t)status->st_mtim.tv_sec * 1000000000 + status->st_mtim.tv_nsec;
}

static bool harvest_retrieval(struct harvester *h, const struct walk_entry *entry)
{
  struct buffer *out = &h->retrieval;
  bool good;
  if (h->options->base) {
    /* The path after the operand, without the slash between them. */
    size_t from = entry->root_len;
    while (from < entry->path_len && entry->path[from] == '/')
      from++;
    good = retrieval_given(h->options->base, entry->path + from, entry->path_len - from, out);
  } else
    good = retrieval_of_file(entry->path, entry->path_len, out);
  return good || harvest_fail(h, "", "out of memory");
}

static void harvest_count(struct harvester *h)
{
  const struct recorder *recorder = &h->recorder;
  h->counts->files = recorder->files - h->counts->pages;
  h->counts->replaced = recorder->replaced;
  h->counts->documents = recorder->documents;
  h->counts->references = recorder->references;
  h->counts->errors = recorder->errors;
  h->counts->unreadable = recorder->unreadable;
}

static void harvest_progress(struct harvester *h, const char *path)
{
  harvest_count(h);
  if (h->options->progress)
    h->options->progress(h->options->context, h->counts, path);
}

/* Called for each page. */
static void harvest_page(void *context, const char *url)
{
  harvest_progress(context, url);
}

/* Called while a large file is read. */
static void harvest_within(void *context)
{
  struct harvester *h = context;
  harvest_progress(h, h->recorder.file.path.ptr);
}

/* Records all files listed so far. */
static bool harvest_settle(struct harvester *h)
{
  return pipeline_finish(&h->pipeline) || harvest_fail_db(h);
}

static bool harvest_closed(struct harvester *h, const struct walk_entry *entry,
                           const struct db_known *known, const char *status, int error)
{
  const struct record_file file = {.path = {entry->path, entry->path_len},
                                   .size = entry->is_folder ? 0 : entry->status.st_size,
                                   .mtime_ns = entry->is_folder ? 0 : harvest_mtime(&entry->status),
                                   .known = *known};
  const char *kind = entry->is_folder ? "folder" : "unknown";
  /* The run cannot read the other files either. */
  if (entry->type != WALK_TOO_DEEP && (error == EMFILE || error == ENFILE || error == ENOMEM))
    return harvest_settle(h) &&
           harvest_fail(h, entry->path, error == ENOMEM ? "out of memory" : strerror(error));
  return harvest_settle(h) &&
         (record_closed(&h->recorder, &file, kind, status, error) || harvest_fail_db(h));
}

static bool harvest_add(struct harvester *h, const struct pipeline_file *file)
{
  return pipeline_add(&h->pipeline, file) || harvest_fail_db(h);
}

static bool harvest_open(struct harvester *h, struct walk_entry *entry, const struct db_known *known)
{
  /* A named pipe opens at once; the wait for it can be interrupted. */
  const int wait = S_ISREG(entry->status.st_mode) ? 0 : O_NONBLOCK;
  const int follow = entry->path_len == entry->root_len ? wait : O_NOFOLLOW | O_NONBLOCK;
  const int fd = openat(entry->folder, entry->name, O_RDONLY | O_CLOEXEC | O_NOCTTY | follow);
  if (fd < 0 && errno == ENOENT) {
    h->counts->vanished++;
    return true;
  }
  if (fd < 0 || fstat(fd, &entry->status) != 0) {
    const int error = errno;
    if (fd >= 0)
      close(fd);
    return harvest_closed(h, entry, known, "unreadable", error);
  }
  const struct pipeline_file file = {.file = {.path = {entry->path, entry->path_len},
                                              .size = entry->status.st_size,
                                              .mtime_ns = harvest_mtime(&entry->status),
                                              .is_stream = !S_ISREG(entry->status.st_mode),
                                              .known = *known},
                                     .has_name = true,
                                     .retrieval = buffer_text(&h->retrieval),
                                     .fd = fd};
  return harvest_add(h, &file);
}

/* ---- Entries of the walk ---------------------------------------------------------------------- */

static const char *const harvest_suffixes[] = {"", "-wal", "-shm", "-journal"};

static void harvest_own(struct harvester *h, const char *path)
{
  struct stat status;
  if (stat(path, &status) == 0)
    h->own[h->own_count++] = (struct harvest_own){status.st_dev, status.st_ino};
}

/* Finds the files that exist when the database is open. */
static void harvest_find_own(struct harvester *h)
{
  char path[PATH_MAX + 16];
  for (size_t i = 0; i < sizeof harvest_suffixes / sizeof *harvest_suffixes; i++) {
    snprintf(path, sizeof path, "%s%s", h->database, harvest_suffixes[i]);
    harvest_own(h, path);
  }
  if (h->report)
    harvest_own(h, h->report);
}

static bool harvest_is_own(const struct harvester *h, const struct stat *status)
{
  for (size_t i = 0; i < h->own_count; i++) {
    if (h->own[i].device == status->st_dev && h->own[i].number == status->st_ino)
      return true;
  }
  return false;
}

/* Whether the entry is a file of the run itself: the harvested folder may contain the database and the
 * report, also under other names. Opening and closing the database would release SQLite's locks, which
 * belong to the process. */
static bool harvest_is_ours(const struct harvester *h, const struct walk_entry *entry)
{
  const char *path = entry->path;
  const size_t len = strlen(h->database);
  if (h->report && strcmp(path, h->report) == 0)
    return true;
  if (entry->type == WALK_FILE && harvest_is_own(h, &entry->status))
    return true;
  for (size_t i = 0; i < sizeof harvest_suffixes / sizeof *harvest_suffixes; i++) {
    if (strncmp(path, h->database, len) == 0 && strcmp(path + len, harvest_suffixes[i]) == 0)
      return true;
  }
  return false;
}

static bool harvest_file(struct harvester *h, struct walk_entry *entry)
{
  const uriel_text path = {entry->path, entry->path_len};
  struct db_known known;
  /* If two operands contain a file, the result of the first one stays. */
  if (pipeline_has(&h->pipeline, path) && !harvest_settle(h))
    return false;
  if (!harvest_retrieval(h, entry))
    return false;
  const bool stream = entry->type == WALK_FILE && !S_ISREG(entry->status.st_mode);
  if (!db_known(h->db, path, entry->status.st_size, harvest_mtime(&entry->status),
                buffer_text(&h->retrieval), h->options->spec, &known))
    return harvest_fail_db(h);
  if (entry->type == WALK_TOO_DEEP)
    return harvest_closed(h, entry, &known, "too deep", entry->error);
  if (entry->type == WALK_CLOSED)
    return harvest_closed(h, entry, &known, "unreadable", entry->error);
  if (h->options->since && S_ISREG(entry->status.st_mode) &&
      harvest_mtime(&entry->status) < *h->options->since) {
    h->counts->left_out++;
    return true;
  }
  if (known.unchanged && !stream) {
    h->counts->unchanged++;
    return true;
  }
  return harvest_open(h, entry, &known);
}

/* Handles a folder that can be read now. */
static bool harvest_folder(struct harvester *h, const struct walk_entry *entry)
{
  const uriel_text path = {entry->path, entry->path_len};
  struct db_known known;
  if (!h->has_folders)
    return true;
  if (!harvest_settle(h))
    return false;
  const bool good = db_known(h->db, path, 0, 0, (uriel_text){NULL, 0}, h->options->spec, &known) &&
                    (known.id == 0 || db_drop_file(h->db, path, true));
  return good || harvest_fail_db(h);
}

static bool harvest_visit(void *context, const struct walk_entry *visited)
{
  struct harvester *h = context;
  struct walk_entry entry = *visited;
  if (record_is_to_stop(&h->recorder))
    return false;
  harvest_progress(h, entry.path);
  switch (entry.type) {
  case WALK_FOLDER:
    return harvest_folder(h, &entry);
  case WALK_LINK:
    h->counts->links++;
    return true;
  case WALK_SPECIAL:
    h->counts->special++;
    return true;
  case WALK_LEFT_OUT:
    h->counts->left_out++;
    return true;
  case WALK_VANISHED:
    h->counts->vanished++;
    return true;
  default:
    return harvest_is_ours(h, &entry) || harvest_file(h, &entry);
  }
}

/* ---- Operands --------------------------------------------------------------------------------- */

static bool harvest_standard_input(struct harvester *h)
{
  struct pipeline_file file = {.file = {.path = uriel_text_of("-"), .is_stream = true}};
  struct buffer *retrieval = &h->retrieval;
  struct stat status;
  if (fstat(STDIN_FILENO, &status) == 0 && harvest_is_own(h, &status))
    return true;
  retrieval->len = 0;
  if (h->options->base && !retrieval_given(h->options->base, "", 0, retrieval))
    return harvest_fail(h, "", "out of memory");
  if (!db_known(h->db, file.file.path, 0, 0, buffer_text(retrieval), h->options->spec, &file.file.known))
    return harvest_fail_db(h);
  file.fd = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0);
  if (file.fd < 0)
    return harvest_fail(h, "standard input", strerror(errno));
  if (retrieval->len)
    file.retrieval = buffer_text(retrieval);
  return harvest_add(h, &file);
}

static bool harvest_operand(struct harvester *h, const char *operand)
{
  if (strcmp(operand, "-") == 0)
    return harvest_standard_input(h);
  char *path = realpath(operand, NULL);
  /* A pipe of the shell (<(...)) has a name that realpath() cannot resolve. */
  struct stat status;
  if (!path && errno == ENOENT && *operand == '/' && stat(operand, &status) == 0)
    path = strdup(operand);
  if (!path)
    return harvest_fail(h, operand, strerror(errno));
  const uriel_text base = h->options->base ? uriel_text_of(h->options->base) : (uriel_text){NULL, 0};
  const bool done = db_put_operand(h->db, uriel_text_of(path), base)
                        ? walk(path, h->depth, h->options->choice, harvest_visit, h)
                        : harvest_fail_db(h);
  free(path);
  return done;
}

/* Checks all operands before any work. */
static bool harvest_operands_exist(struct harvester *h)
{
  for (size_t i = 0; i < h->options->operand_count; i++) {
    struct stat status;
    const char *operand = h->options->operands[i];
    if (strcmp(operand, "-") != 0 && stat(operand, &status) != 0)
      return harvest_fail(h, operand, strerror(errno));
  }
  return true;
}

/* ---- The run ---------------------------------------------------------------------------------- */

/* Sets `*gone` to whether a document has gone: its file, or the folder that could not be read, was
 * removed or replaced by something else; or the server has removed the page. */
static bool harvest_is_gone(struct harvester *h, const char *path, bool is_folder, bool *gone)
{
  struct stat status;
  if (*path != '/')
    return db_page_is_gone(h->db, uriel_text_of(path), gone);
  const bool missing = lstat(path, &status) != 0;
  *gone = missing ? errno == ENOENT || errno == ENOTDIR || errno == ELOOP
                  : !(is_folder ? S_ISDIR(status.st_mode) : S_ISREG(status.st_mode));
  return true;
}

static bool harvest_prune(struct harvester *h)
{
  uriel_text path;
  bool is_folder = false, gone = false;
  for (int64_t id = 0; db_next_file(h->db, &id, &path, &is_folder);) {
    if (id == 0)
      return true;
    if (record_is_to_stop(&h->recorder))
      return false;
    /* The path belongs to the database, and is invalid after the row is deleted. */
    char *const copy = strndup(path.ptr, path.len);
    h->recorder.no_memory = !copy;
    const bool good = copy && harvest_is_gone(h, copy, is_folder, &gone) &&
                      (!gone || db_drop_file(h->db, (uriel_text){copy, path.len}, true));
    free(copy);
    if (!good)
      return harvest_fail_db(h);
    h->counts->forgotten += gone;
  }
  return harvest_fail_db(h);
}

/* Reads pages, after all files. */
static bool harvest_follow(struct harvester *h)
{
  struct follow follow = {.options = h->options->follow,
                          .pipeline = &h->pipeline,
                          .counts = h->counts,
                          .spec = h->options->spec,
                          .progress = harvest_page,
                          .context = h};
  if (!follow.options)
    return true;
  const bool done = follow_run(&follow) || harvest_fail_db(h);
  follow_free(&follow);
  return done;
}

static bool harvest_all(struct harvester *h)
{
  if (!db_has_folders(h->db, &h->has_folders))
    return harvest_fail_db(h);
  for (size_t i = 0; i < h->options->operand_count; i++) {
    if (!harvest_operand(h, h->options->operands[i]))
      return false;
  }
  return harvest_settle(h) && harvest_follow(h) && (!h->options->prune || harvest_prune(h));
}

/* Divides the open files that the system allows between folders and files that are read ahead. The
 * shares do not depend on the number of threads, so that the same folders are too deep. */
static bool harvest_start(struct harvester *h)
{
  const struct harvest_options *options = h->options;
  const struct links_limits limits = {.whole = options->size_limit,
                                      .spec = options->spec,
                                      .to_uri = options->to_uri,
                                      .compare = true,
                                      .guess = options->guess};
  const char *const slash = strrchr(h->database, '/');
  const size_t memory = options->memory ? options->memory : LINKS_MEMORY;
  const size_t most = walk_depth();
  const size_t share = spool_share(most);
  h->depth = most > share ? most - share : 1;
  snprintf(h->folder, sizeof h->folder, "%.*s", slash > h->database ? (int)(slash - h->database) : 1,
           h->database);
  h->jobs = options->jobs ? options->jobs : ordered_processors();
  if (h->jobs > 1 && h->depth > 1) /* it needs open files */
    db_start_thread(h->db);
  h->recorder.db = h->db;
  h->recorder.spec = options->spec;
  h->recorder.stop = options->stop;
  h->recorder.identifiers.most = memory / HARVEST_IDENTIFIERS;
  h->recorder.within = harvest_within;
  h->recorder.context = h;
  h->pipeline.recorder = &h->recorder;
  h->pipeline.spools.folder = h->folder;
  return pipeline_start(&h->pipeline, h->jobs, most, memory, &limits) || harvest_fail_db(h);
}

/* Called when the database is complete. */
static bool harvest_report(struct harvester *h)
{
  char reason[REPORT_MESSAGE];
  const char *report = h->options->report;
  return !report || report_write(h->db, h->database, report, reason) ||
         harvest_fail(h, "no report was written", reason);
}

static enum harvest_result harvest_end(struct harvester *h, bool complete)
{
  if (complete) {
    const bool good = (broken_record(h->db, h->jobs, &h->recorder.no_memory) && db_end_rounds(h->db)) ||
                      harvest_fail_db(h);
    return good && harvest_report(h) ? HARVEST_DONE : HARVEST_FAILED;
  }
  if (*h->message)
    return HARVEST_FAILED;
  return db_commit(h->db) || harvest_fail_db(h) ? HARVEST_STOPPED : HARVEST_FAILED;
}

/* Checks that the report does not replace a document that an earlier run read. */
static bool harvest_spares(struct harvester *h)
{
  char reason[OUTPUTS_MESSAGE];
  return outputs_spare_documents(h->db, h->options->report, reason) || harvest_fail(h, "", reason);
}

enum harvest_result harvest_run(const struct harvest_options *options, struct harvest_counts *counts,
                                char message[HARVEST_MESSAGE])
{
  struct harvester h = {.options = options, .counts = counts, .message = message};
  char reason[DB_MESSAGE] = "";
  *message = 0;
  *counts = (struct harvest_counts){0};
  if (!harvest_operands_exist(&h))
    return HARVEST_FAILED;
  const int error = outputs_real(options->database, h.database);
  if (error) {
    harvest_fail(&h, options->database, strerror(error));
    return HARVEST_FAILED;
  }
  const struct db_wait wait = {options->wait_ms, options->stop, options->waiting, options->context};
  h.db = db_open(h.database, &wait, reason);
  if (!h.db && options->stop && atomic_load(options->stop) != 0)
    return HARVEST_STOPPED;
  if (!h.db) {
    harvest_fail(&h, "", reason);
    return HARVEST_FAILED;
  }
  if (options->report)
    h.report = realpath(options->report, NULL);
  harvest_find_own(&h);
  const bool complete = harvest_spares(&h) && harvest_start(&h) && harvest_all(&h);
  harvest_count(&h);
  /* Before the indexes are sorted, which needs memory. */
  pipeline_end(&h.pipeline);
  record_free(&h.recorder);
  const enum harvest_result result = harvest_end(&h, complete);
  buffer_free(&h.retrieval);
  free(h.report);
  db_close(h.db);
  return result;
}
