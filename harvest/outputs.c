/* SPDX-License-Identifier: MIT */
/* Checks that the files that a run writes differ from the files that it reads. */
#include "outputs.h"

#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "db.h"

/* A file by its path, with links followed, and by its device and inode. */
struct outputs_file {
  char path[PATH_MAX]; /* empty if the file cannot be found */
  struct stat status;
  bool is_there;
};

static const char *const outputs_suffixes[] = {"", "-wal", "-shm", "-journal"};
enum { OUTPUTS_SUFFIXES = sizeof outputs_suffixes / sizeof *outputs_suffixes, OUTPUTS_HEAD = 1024 };

int outputs_real(const char *path, char real[PATH_MAX])
{
  char folder[PATH_MAX], name[PATH_MAX], parent[PATH_MAX];
  const size_t size = strlen(path) + 1;
  if (realpath(path, real))
    return 0;
  *real = '\0';
  if (size > PATH_MAX)
    return ENAMETOOLONG;
  memcpy(folder, path, size);
  memcpy(name, path, size);
  if (!realpath(dirname(folder), parent))
    return errno;
  const int len =
      snprintf(real, PATH_MAX, "%s/%s", strcmp(parent, "/") == 0 ? "" : parent, basename(name));
  if (len < PATH_MAX)
    return 0;
  *real = '\0';
  return ENAMETOOLONG;
}

static void outputs_find(struct outputs_file *file, const char *path)
{
  file->is_there = stat(path, &file->status) == 0;
  (void)outputs_real(path, file->path);
}

/* A pipe or terminal may be both read and written. */
static bool outputs_is(const struct outputs_file *file, const struct stat *status)
{
  return file->is_there && S_ISREG(status->st_mode) && file->status.st_dev == status->st_dev &&
         file->status.st_ino == status->st_ino;
}

static bool outputs_same(const struct outputs_file *a, const struct outputs_file *b)
{
  if (a->is_there && b->is_there)
    return outputs_is(a, &b->status);
  return *a->path && strcmp(a->path, b->path) == 0;
}

static bool outputs_fail(char message[OUTPUTS_MESSAGE], const char *path, const char *what)
{
  snprintf(message, OUTPUTS_MESSAGE, "%.4000s: %s", path, what);
  return false;
}

/* ---- The database and its files --------------------------------------------------------------- */

struct outputs_database {
  struct outputs_file files[OUTPUTS_SUFFIXES];
};

static void outputs_find_database(struct outputs_database *database, const char *path)
{
  struct outputs_file *first = &database->files[0];
  char name[sizeof first->path + 16];
  outputs_find(first, path);
  for (size_t i = 1; i < OUTPUTS_SUFFIXES; i++) {
    snprintf(name, sizeof name, "%s%s", *first->path ? first->path : path, outputs_suffixes[i]);
    outputs_find(&database->files[i], name);
  }
}

static bool outputs_is_database(const struct outputs_database *database, const struct outputs_file *file)
{
  for (size_t i = 0; i < OUTPUTS_SUFFIXES; i++) {
    if (outputs_same(&database->files[i], file))
      return true;
  }
  return false;
}

/* ---- The report ------------------------------------------------------------------------------- */

/* Whether a file may be replaced: if it is empty, or a page that a run wrote. */
static bool outputs_is_page(const char *path)
{
  static const char mark[] = "<meta name=\"generator\" content=\"uriel harvest\">";
  char head[OUTPUTS_HEAD];
  const int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
  const ssize_t len = fd < 0 ? -1 : read(fd, head, sizeof head);
  if (fd >= 0)
    close(fd);
  return len == 0 || (len > 0 && memmem(head, (size_t)len, mark, sizeof mark - 1));
}

static bool outputs_is_below(const char *path, const char *folder)
{
  const size_t len = strlen(folder);
  return strncmp(path, folder, len) == 0 && (path[len] == '/' || (len && folder[len - 1] == '/'));
}

static bool outputs_check_report(const struct outputs_file *report, const struct outputs_file *operand,
                                 char message[OUTPUTS_MESSAGE])
{
  const bool is_folder = operand->is_there && S_ISDIR(operand->status.st_mode);
  if (outputs_same(report, operand))
    return outputs_fail(message, report->path,
                        "it is to be read, so the report cannot be written to it: name another file");
  if (is_folder && report->is_there && S_ISREG(report->status.st_mode) &&
      outputs_is_below(report->path, operand->path) && !outputs_is_page(report->path))
    return outputs_fail(message, report->path,
                        "it is in a folder that is to be read, and is not a report, so a report cannot "
                        "replace it: name another file");
  return true;
}

bool outputs_spare_documents(struct db *db, const char *report, char message[OUTPUTS_MESSAGE])
{
  struct outputs_file file;
  bool is_document = false;
  if (!report || strcmp(report, "-") == 0)
    return true;
  outputs_find(&file, report);
  return !file.is_there || !S_ISREG(file.status.st_mode) ||
         !db_has_file(db, uriel_text_of(file.path), &is_document) || !is_document ||
         outputs_fail(
             message, file.path,
             "it is a document of the database, so the report cannot replace it: name another file");
}

/* ---- Streams ---------------------------------------------------------------------------------- */

static bool outputs_is_stream(int fd, const struct outputs_file *file)
{
  struct stat status;
  return fstat(fd, &status) == 0 && outputs_is(file, &status);
}

static bool outputs_check_streams(const struct outputs_file *file, const char *what,
                                  char message[OUTPUTS_MESSAGE])
{
  char reason[128];
  if (outputs_is_stream(STDERR_FILENO, file)) {
    message[0] = '\0';
    return false;
  }
  if (!outputs_is_stream(STDOUT_FILENO, file))
    return true;
  snprintf(reason, sizeof reason,
           "it is %s, and standard output goes to it, which would destroy it: send that elsewhere",
           what);
  return outputs_fail(message, file->path, reason);
}

/* ---- All files -------------------------------------------------------------------------------- */

static void outputs_find_operand(struct outputs_file *file, const char *operand)
{
  *file = (struct outputs_file){.is_there = false};
  if (strcmp(operand, "-") != 0)
    outputs_find(file, operand);
  else
    file->is_there = fstat(STDIN_FILENO, &file->status) == 0;
}

static bool outputs_check_operand(const struct outputs_database *database,
                                  const struct outputs_file *report, const char *operand,
                                  char message[OUTPUTS_MESSAGE])
{
  struct outputs_file file;
  outputs_find_operand(&file, operand);
  if (!(database->files[0].is_there && database->files[0].status.st_size > 0) &&
      outputs_is_database(database, &file))
    return outputs_fail(message, operand,
                        "it is to be read, so the database cannot be made there: name another one");
  return (!report || outputs_check_report(report, &file, message)) &&
         outputs_check_streams(&file, "to be read", message);
}

static bool outputs_check_all(const struct outputs *outputs, const struct outputs_database *database,
                              const struct outputs_file *report, char message[OUTPUTS_MESSAGE])
{
  for (size_t i = 0; i < OUTPUTS_SUFFIXES; i++) {
    if (!outputs_check_streams(&database->files[i], i ? "a part of the database" : "the database",
                               message))
      return false;
  }
  if (report && outputs_is_database(database, report))
    return outputs_fail(message, outputs->report,
                        "it is the database, or belongs to it, so the report cannot be written to it");
  if (report && !outputs_check_streams(report, "the report", message))
    return false;
  for (size_t i = 0; i < outputs->operand_count; i++) {
    if (!outputs_check_operand(database, report, outputs->operands[i], message))
      return false;
  }
  return true;
}

bool outputs_are_apart(const struct outputs *outputs, char message[OUTPUTS_MESSAGE])
{
  struct outputs_database database;
  struct outputs_file report;
  const bool has_report = outputs->report && strcmp(outputs->report, "-") != 0;
  outputs_find_database(&database, outputs->database);
  if (has_report)
    outputs_find(&report, outputs->report);
  return outputs_check_all(outputs, &database, has_report ? &report : NULL, message);
}
