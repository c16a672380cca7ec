/* SPDX-License-Identifier: MIT */
/* A file that the program writes. */
#include "file_out.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { FILE_OUT_MODE = 0666, FILE_OUT_FORMATTED = 1024 };

/* The name of the temporary file that exists or is about to be created; NULL otherwise. */
static _Atomic(const char *) out_unfinished;

void file_out_abandon(void)
{
  const char *const name = atomic_load(&out_unfinished);
  if (name)
    (void)unlink(name);
}

static bool out_failed(struct file_out *out, int error)
{
  if (!out->error)
    out->error = error;
  return false;
}

/* Whether to repeat a write. Waits if a non-blocking pipe is full. */
static bool out_again(const struct file_out *out, int error)
{
  struct pollfd wait = {.fd = out->fd, .events = POLLOUT};
  if (error == EAGAIN)
    (void)poll(&wait, 1, -1);
  return error == EINTR || error == EAGAIN;
}

static void out_write(struct file_out *out, const char *data, size_t len)
{
  for (size_t done = 0; done < len && !out->error;) {
    const ssize_t wrote = write(out->fd, data + done, len - done);
    if (wrote > 0)
      done += (size_t)wrote;
    else if (wrote == 0 || !out_again(out, errno))
      out_failed(out, wrote == 0 ? EIO : errno);
  }
}

static void out_flush(struct file_out *out)
{
  out_write(out, out->data, out->len);
  out->len = 0;
}

/* ---- Opening ---------------------------------------------------------------------------------- */

/* Returns the permissions: of a new file the default ones of this process; of a replaced file its own,
 * without the bits of an owner or a group that it could not keep. */
static mode_t out_mode(const struct stat *old, const struct stat *new)
{
  if (!old) {
    const mode_t mask = umask(0);
    umask(mask);
    return FILE_OUT_MODE & ~mask;
  }
  mode_t mode = old->st_mode & 07777;
  if (new->st_uid != old->st_uid)
    mode &= ~(mode_t)S_ISUID;
  if (new->st_gid != old->st_gid) /* the group may do what others may */
    mode &= ~(mode_t)(S_ISGID | S_IRWXG) | (mode & S_IRWXO) << 3;
  return mode;
}

/* Resolves symbolic links, so that a link to the file stays a link. */
static bool out_find(struct file_out *out, const char *path)
{
  struct stat link;
  char *real = realpath(path, NULL);
  /* rename() would replace a dangling link. */
  if (!real && lstat(path, &link) == 0 && S_ISLNK(link.st_mode))
    return out_failed(out, errno == ELOOP ? ELOOP : ENOENT);
  const char *found = real ? real : path;
  const size_t size = strlen(found) + 1;
  const bool fits = size <= sizeof out->path;
  if (fits)
    memcpy(out->path, found, size);
  free(real);
  return fits || out_failed(out, ENAMETOOLONG);
}

static bool out_beside(struct file_out *out, const struct stat *old)
{
  snprintf(out->temporary, sizeof out->temporary, "%s.XXXXXX", out->path);
  atomic_store(&out_unfinished, out->temporary);
  out->fd = mkostemp(out->temporary, O_CLOEXEC);
  if (out->fd < 0) {
    atomic_store(&out_unfinished, NULL);
    return out_failed(out, errno);
  }
  /* Only root may give files away; others may choose one of their groups. */
  if (old && fchown(out->fd, old->st_uid, old->st_gid) != 0)
    (void)!fchown(out->fd, (uid_t)-1, old->st_gid);
  struct stat new;
  if (fstat(out->fd, &new) == 0) {
    out->mode = out_mode(old, &new);
    return true;
  }
  out_failed(out, errno);
  return file_out_close(out, false);
}

bool file_out_open(struct file_out *out, const char *path)
{
  struct stat old;
  out->len = 0;
  out->error = 0;
  out->expected = NULL;
  out->temporary[0] = '\0';
  out->fd = STDOUT_FILENO;
  if (strcmp(path, "-") == 0)
    return true;
  if (!out_find(out, path))
    return false;
  const bool there = stat(out->path, &old) == 0;
  if (!there && errno != ENOENT)
    return out_failed(out, errno);
  if (!there || S_ISREG(old.st_mode))
    return out_beside(out, there ? &old : NULL);
  out->fd = open(out->path, O_WRONLY | O_CLOEXEC);
  return out->fd >= 0 || out_failed(out, errno);
}

/* ---- Writing ---------------------------------------------------------------------------------- */

void file_out_put(struct file_out *out, const char *data, size_t len)
{
  if (out->error || len == 0)
    return;
  if (len > sizeof out->data - out->len)
    out_flush(out);
  if (len >= sizeof out->data) {
    out_write(out, data, len);
  } else {
    memcpy(out->data + out->len, data, len);
    out->len += len;
  }
}

void file_out_string(struct file_out *out, const char *string)
{
  file_out_put(out, string, strlen(string));
}

/* For short text of the program; never for text from documents. */
void file_out_format(struct file_out *out, const char *format, ...)
{
  char text[FILE_OUT_FORMATTED];
  va_list arguments;
  va_start(arguments, format);
  const int len = vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  if (len < 0 || (size_t)len >= sizeof text)
    out_failed(out, EOVERFLOW);
  else
    file_out_put(out, text, (size_t)len);
}

/* ---- Ending ----------------------------------------------------------------------------------- */

static bool out_is_expected(const struct file_out *out)
{
  const struct stat *const old = out->expected;
  struct stat now;
  return !old || (stat(out->path, &now) == 0 && now.st_dev == old->st_dev && now.st_ino == old->st_ino &&
                  now.st_size == old->st_size && now.st_mtim.tv_sec == old->st_mtim.tv_sec &&
                  now.st_mtim.tv_nsec == old->st_mtim.tv_nsec);
}

bool file_out_close(struct file_out *out, bool whole)
{
  if (whole)
    out_flush(out);
  whole = whole && !out->error;
  if (out->temporary[0]) {
    /* Last, because a write removes the setuid and setgid bits. */
    if (whole && (fchmod(out->fd, out->mode) != 0 || fsync(out->fd) != 0))
      whole = out_failed(out, errno);
    if (close(out->fd) != 0 && whole)
      whole = out_failed(out, errno);
    if (whole && !out_is_expected(out))
      whole = out_failed(out, ESTALE);
    if (whole && rename(out->temporary, out->path) != 0)
      whole = out_failed(out, errno);
    if (!whole)
      unlink(out->temporary);
    atomic_store(&out_unfinished, NULL);
  } else if (out->fd != STDOUT_FILENO && close(out->fd) != 0 && whole)
    whole = out_failed(out, errno);
  return whole;
}
