/* SPDX-License-Identifier: MIT */
/* The files of `uriel links`: operands, what is below them, their bytes and the URIs they came from. */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "cli/shared/cli.h"
#include "links/retrieval.h"
#include "reader/walk.h"
#include "run.h"

enum { LINKS_FOLDERS = 4000, LINKS_FILES_SPARE = 24 };

/* What reads a file: it knows when the system fails, which is not the document's error. */
struct links_file {
  struct links_run *run;
  int fd;
};

static ssize_t links_file_read(void *context, char *data, size_t capacity)
{
  struct links_file *const file = context;
  struct links_run *const run = file->run;
  char bytes[16];
  if (file->fd == STDIN_FILENO)
    output_flush_both();
  const ssize_t got = source_read_file(&file->fd, data, capacity);
  run->failed |= got < 0;
  run->bytes += got > 0 ? (size_t)got : 0;
  if (progress_due(&run->progress))
    progress_draw(&run->progress, "%llu file%s, %s, %llu references: %s", (unsigned long long)run->files,
                  run->files == 1 ? "" : "s", progress_bytes((double)run->bytes, bytes),
                  (unsigned long long)run->references, run->file);
  return got;
}

/* `retrieval` may be empty: it is not known. */
static bool links_is_output(const struct links_run *run, int fd)
{
  struct stat status;
  if (fstat(fd, &status) != 0 || !output_is_file(&status))
    return false;
  if (!run->silent)
    message("%s: is the output itself, passed over", run->file);
  return true;
}

static void links_read_fd(struct links_run *run, int fd, const char *name, uriel_text retrieval)
{
  struct links_file file = {run, fd};
  struct budget_share share = {.budget = &run->budget};
  const struct links_request request = {.read = links_file_read,
                                        .context = &file,
                                        .name = name,
                                        .retrieval = retrieval,
                                        .media_type = run->media_type,
                                        .share = &share};
  const struct links_sink sink = links_printer(run);
  if (links_is_output(run, fd))
    return;
  run->files++;
  run->heading = 0;
  budget_set_first(&run->budget, &share);
  if (links_read(run->links, &request, &sink) == LINKS_NO_MEMORY)
    die_memory();
}

/* An operand that is walked. */
struct links_walk {
  struct links_run *run;
  char *root; /* with --file-base: its absolute path */
  struct buffer path, retrieval;
};

static void links_unread(struct links_run *run, const char *file, int error)
{
  run->failed = true;
  links_print_unread(run, file, strerror(error));
}

/* What is below the operand, without the slash that parts them. */
static const char *links_below(const struct walk_entry *entry)
{
  size_t from = entry->root_len;
  while (from < entry->path_len && entry->path[from] == '/')
    from++;
  return entry->path + from;
}

/* The absolute path of what is below an operand, whose own may be one of a link to it. */
static uriel_text links_path(struct links_walk *walk, const char *below)
{
  struct buffer *const path = &walk->path;
  const size_t len = strlen(below), root_len = strlen(walk->root);
  const bool slash = len > 0 && walk->root[root_len - 1] != '/';
  if (!buffer_grow(path, root_len + 1 + len))
    die_memory();
  memcpy(path->ptr, walk->root, root_len);
  path->ptr[root_len] = '/';
  memcpy(path->ptr + root_len + slash, below, len);
  path->len = root_len + slash + len;
  return buffer_text(path);
}

static uriel_text links_retrieval(struct links_walk *walk, const struct walk_entry *entry)
{
  struct buffer *const out = &walk->retrieval;
  const char *const below = links_below(entry);
  bool good = true;
  out->len = 0;
  if (walk->run->base)
    good = retrieval_given(walk->run->base, below, strlen(below), out);
  else if (walk->root) {
    const uriel_text path = links_path(walk, below);
    good = retrieval_of_file(path.ptr, path.len, out);
  }
  if (!good)
    die_memory();
  return out->len ? buffer_text(out) : (uriel_text){NULL, 0};
}

static void links_open(struct links_walk *walk, const struct walk_entry *entry)
{
  const int follow = entry->path_len == entry->root_len ? 0 : O_NOFOLLOW | O_NONBLOCK;
  const int fd = openat(entry->folder, entry->name, O_RDONLY | O_CLOEXEC | O_NOCTTY | follow);
  const char *const slash = strrchr(entry->path, '/');
  if (fd < 0 && errno == ENOENT && follow)
    return; /* it was listed and is gone */
  if (fd < 0) {
    links_unread(walk->run, walk->run->file, errno);
    return;
  }
  links_read_fd(walk->run, fd, slash ? slash + 1 : entry->path, links_retrieval(walk, entry));
  close(fd);
}

static bool links_visit(void *context, const struct walk_entry *entry)
{
  struct links_walk *const walk = context;
  switch (entry->type) {
  case WALK_FILE:
    walk->run->file = entry->path;
    walk->run->is_found = entry->path_len != entry->root_len;
    links_open(walk, entry);
    break;
  case WALK_CLOSED:
  case WALK_TOO_DEEP:
    links_unread(walk->run, entry->path, entry->error);
    break;
  default:
    break; /* folders; links, which are not followed; sockets and such; what is gone */
  }
  return true;
}

/* Folders are open while the walk is in them: as many as the system allows. */
static size_t links_depth(void)
{
  struct rlimit limit;
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur <= LINKS_FILES_SPARE)
    return 1;
  const rlim_t most = limit.rlim_cur - LINKS_FILES_SPARE;
  return most < LINKS_FOLDERS ? (size_t)most : LINKS_FOLDERS;
}

static void links_standard_input(struct links_run *run)
{
  const uriel_text base = uriel_text_of(run->base);
  struct buffer retrieval = {0};
  run->file = "-";
  run->is_found = false;
  if (base.ptr && !retrieval_given(base.ptr, "", 0, &retrieval))
    die_memory();
  links_read_fd(run, STDIN_FILENO, NULL, base.ptr ? buffer_text(&retrieval) : base);
  buffer_free(&retrieval);
}

/* The operand's absolute path, for its file URI. A pipe that the shell passes has a name that leads
 * nowhere but by itself. */
static char *links_root(const char *operand)
{
  char *path = realpath(operand, NULL);
  if (!path && errno == ENOENT && *operand == '/')
    path = strdup(operand);
  if (!path && errno == ENOMEM)
    die_memory();
  return path;
}

static void links_walk_operand(struct links_run *run, const char *operand)
{
  struct links_walk walking = {.run = run};
  struct stat status;
  if (stat(operand, &status) != 0) {
    links_unread(run, operand, errno);
    return;
  }
  if (run->file_base) {
    walking.root = links_root(operand);
    if (!walking.root) {
      links_unread(run, operand, errno);
      return;
    }
  }
  if (walk_chosen(operand, links_depth(), &run->choice, links_visit, &walking) == WALK_NO_MEMORY)
    die_memory();
  free(walking.root);
  buffer_free(&walking.path);
  buffer_free(&walking.retrieval);
}

void links_note_folder(const char *base, const char *operand)
{
  struct stat status;
  uriel_ref ref;
  if (!base || stat(operand, &status) != 0 || !S_ISDIR(status.st_mode) ||
      !uriel_parse(&ref, base, strlen(base), NULL))
    return;
  const uriel_text path = uriel_path(&ref);
  if (path.len > 0 && path.ptr[path.len - 1] != '/')
    message(
        "note: the URI of --base does not end in \"/\": what is in the folder %s is taken to be beside"
        " it, not below",
        operand);
}

void links_operand(struct links_run *run, const char *operand)
{
  if (!run->silent)
    links_note_folder(run->base, operand);
  if (strcmp(operand, "-") == 0)
    links_standard_input(run);
  else
    links_walk_operand(run, operand);
}
