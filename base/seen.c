/* SPDX-License-Identifier: MIT */
/* The file of the keys of earlier runs: a title, then a key a line. A line without its end was being
 * written when the program was killed, and is ignored. */
#include "seen.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

enum { SEEN_BLOCK = 1 << 20 };

static _Noreturn void seen_die(const struct seen *seen, const char *what)
{
  const int error = errno;
  base_die("cannot %s %s: %s", what, seen->name, strerror(error));
}

static void seen_lock(const struct seen *seen)
{
  if (flock(seen->fd, LOCK_EX | LOCK_NB) == 0)
    return;
  if (errno == EWOULDBLOCK) {
    seen->note("note: another process uses %s: waiting for its end", seen->name);
  }
  while (flock(seen->fd, LOCK_EX) != 0)
    if (errno != EINTR)
      seen_die(seen, "lock");
}

/* The first line; another one is of a file with other keys, or of another kind of file. */
static void seen_check_title(const struct seen *seen, uriel_text line)
{
  const uriel_text title = {seen->title.ptr, seen->title.len - 1};
  const size_t common = (size_t)((const char *)memchr(title.ptr, ':', title.len) - title.ptr) + 1;
  if (line.len == title.len && memcmp(line.ptr, title.ptr, line.len) == 0)
    return;
  if (line.len < common || memcmp(line.ptr, title.ptr, common) != 0)
    seen->refuse("%s is not a file that uriel clean --seen made", seen->name);
  seen->refuse("%s was made with%.*s, not with%.*s: the keys differ, use another file", seen->name,
               (int)(line.len - common), line.ptr + common, (int)(title.len - common),
               title.ptr + common);
}

/* Visits the whole lines in the buffer, and keeps the rest. */
static void seen_lines(struct seen *seen, struct buffer *lines, seen_visit *visit, void *context)
{
  size_t at = 0;
  for (;;) {
    const char *const line = lines->ptr + at;
    const char *const end = at < lines->len ? memchr(line, '\n', lines->len - at) : NULL;
    if (!end)
      break;
    const uriel_text text = {line, (size_t)(end - line)};
    if (seen->size == 0)
      seen_check_title(seen, text);
    else
      visit(context, text);
    seen->size += text.len + 1;
    at += text.len + 1;
  }
  memmove(lines->ptr, lines->ptr + at, lines->len - at);
  lines->len -= at;
}

/* The rest after the last line was cut by a kill; but text that was never a title's is not ours. */
static void seen_cut(const struct seen *seen, const struct buffer *rest)
{
  const size_t common = rest->len < seen->title.len ? rest->len : seen->title.len;
  if (rest->len == 0)
    return;
  if (seen->size == 0 && memcmp(rest->ptr, seen->title.ptr, common) != 0)
    seen->refuse("%s is not a file that uriel clean --seen made", seen->name);
  seen->note("note: %s ends in a line that is cut, as a process was killed: the line is ignored",
             seen->name);
}

static void seen_title(struct seen *seen, const char *kind)
{
  buffer_append(&seen->title, seen->head, strlen(seen->head));
  buffer_append(&seen->title, kind, strlen(kind));
  buffer_append(&seen->title, "\n", 1);
}

/* Whether the open file still has the name: another process can have renamed or replaced it. */
static bool seen_is_named(const struct seen *seen)
{
  struct stat named, opened;
  return stat(seen->name, &named) == 0 && fstat(seen->fd, &opened) == 0 &&
         named.st_dev == opened.st_dev && named.st_ino == opened.st_ino;
}

void seen_open(struct seen *seen, const char *name, const char *kind, seen_visit *visit, void *context)
{
  struct stat status;
  struct buffer lines = {0};
  seen->name = name;
  seen->keys.block = SEEN_BLOCK;
  seen_title(seen, kind);
  for (;;) {
    seen->fd = open(name, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (seen->fd < 0)
      seen_die(seen, "open");
    if (fstat(seen->fd, &status) != 0 || !S_ISREG(status.st_mode))
      seen->refuse("%s is not a regular file", name);
    if (seen->is_output(&status))
      seen->refuse("%s and standard output are the same file", name);
    seen_lock(seen);
    if (seen_is_named(seen))
      break;
    close(seen->fd);
  }
  for (ssize_t got = 1; got > 0;) {
    buffer_reserve(&lines, lines.len + SEEN_BLOCK);
    do
      got = read(seen->fd, lines.ptr + lines.len, SEEN_BLOCK);
    while (got < 0 && errno == EINTR);
    if (got < 0)
      seen_die(seen, "read");
    lines.len += (size_t)got;
    seen_lines(seen, &lines, visit, context);
  }
  seen_cut(seen, &lines);
  buffer_free(&lines);
}

void seen_add(struct seen *seen, uriel_text key)
{
  const struct spill_record record = {.key = key};
  spill_put(&seen->keys, &record);
}

/* Undoes what was written. */
static _Noreturn void seen_undo(const struct seen *seen)
{
  const int error = errno;
  const bool undone = ftruncate(seen->fd, (off_t)seen->size) == 0;
  base_die("cannot write %s: %s. %s", seen->name, strerror(error),
           undone ? "It is as it was" : "Its last line may be cut, which the next run repairs");
}

static void seen_write(const struct seen *seen, struct buffer *lines)
{
  if (!buffer_write(lines, seen->fd))
    seen_undo(seen);
}

void seen_commit(struct seen *seen)
{
  struct buffer lines = {0};
  struct spill_record record;
  struct spill_reader reader;
  if (!seen_is_named(seen))
    base_die("cannot write %s: it was renamed or replaced during the run", seen->name);
  spill_begin(&reader, &seen->keys);
  if (ftruncate(seen->fd, (off_t)seen->size) != 0 || lseek(seen->fd, (off_t)seen->size, SEEK_SET) < 0)
    seen_die(seen, "write");
  if (seen->size == 0)
    buffer_append(&lines, seen->title.ptr, seen->title.len);
  while (spill_next(&reader, &record)) {
    buffer_append(&lines, record.key.ptr, record.key.len);
    buffer_append(&lines, "\n", 1);
    if (lines.len > SEEN_BLOCK)
      seen_write(seen, &lines);
  }
  seen_write(seen, &lines);
  if (fdatasync(seen->fd) != 0 && errno != EINVAL)
    seen_undo(seen);
  if (close(seen->fd) != 0 && errno != EINTR)
    seen_die(seen, "close");
  spill_reader_free(&reader);
  spill_close(&seen->keys);
  buffer_free(&seen->title);
  buffer_free(&lines);
}
