/* SPDX-License-Identifier: MIT */
/* Where the bytes of an object go. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/shared/output.h"
#include "get.h"

enum { SAVE_NAMES = 1000 /* tries of a new name */, SAVE_LONGEST = 200 /* bytes of a name */ };

/* ---- Names --------------------------------------------------------------------------------------- */

/* Appends a name that every system allows: the last segment of the path, decoded, or "index". */
static void save_name(const uriel_ref *ref, struct buffer *out, struct buffer *scratch)
{
  const uriel_function *const filename = uriel_function_find("filename", 8);
  const uriel_text path = uriel_path(ref);
  const char *const slash = path.len > 0 ? memrchr(path.ptr, '/', path.len) : NULL;
  uriel_text last = slash ? (uriel_text){slash + 1, (size_t)(path.ptr + path.len - slash - 1)} : path;
  uriel_value result;
  last.len = last.len < SAVE_LONGEST ? last.len : SAVE_LONGEST;
  buffer_reserve(scratch, last.len + 1);
  scratch->len = last.len ? uriel_decode(last.ptr, last.len, 0, scratch->ptr, last.len, NULL) : 0;
  if (scratch->len > last.len)
    scratch->len = 0;
  const uriel_value text = {.kind = URIEL_KIND_TEXT, .text = {scratch->ptr, scratch->len}};
  const size_t bound = uriel_function_bound(filename, &text, 1), begin = out->len;
  buffer_reserve(out, begin + bound + scratch->len);
  const bool good = scratch->len > 0 &&
                    uriel_function_call(&result, filename, &text, 1, out->ptr + begin, bound, NULL);
  if (!good || result.text.len == 0 || result.text.len > bound + scratch->len) {
    buffer_append(out, "index", 5);
    return;
  }
  memmove(out->ptr + begin, result.text.ptr, result.text.len);
  out->len += result.text.len;
}

/* Writes the path of a file that does not exist. */
static bool save_path(struct get_command *self, const uriel_ref *ref)
{
  struct buffer *const path = &self->path;
  struct stat status;
  char number[16];
  if (mkdir(self->folder, 0777) != 0 && errno != EEXIST)
    return false;
  buffer_put(path, self->folder, strlen(self->folder));
  buffer_append(path, "/", 1);
  save_name(ref, path, &self->scratch);
  const size_t len = path->len;
  for (unsigned i = 1; i < SAVE_NAMES; i++) {
    buffer_append(path, "", 1);
    if (lstat(path->ptr, &status) != 0)
      return errno == ENOENT;
    path->len = len;
    buffer_append(path, number, (size_t)snprintf(number, sizeof number, ".%u", i));
  }
  errno = EEXIST;
  return false;
}

bool save_begin(struct get_command *self, const uriel_ref *ref)
{
  struct get_failure *const failure = &self->result.failure;
  uriel_digest_start(&self->digest);
  self->has_file = false;
  if (self->output)
    buffer_put(&self->path, self->output, strlen(self->output) + 1);
  else if (self->folder && !save_path(self, ref))
    return get_fail(failure, GET_FAILED, "cannot create a file in %s: %s", self->folder,
                    strerror(errno));
  if (!self->output && !self->folder)
    return true;
  if (!file_out_open(&self->file, self->path.ptr))
    return get_fail(failure, GET_FAILED, "cannot write %s: %s", self->path.ptr,
                    strerror(self->file.error));
  self->has_file = true;
  return true;
}

/* ---- Bytes --------------------------------------------------------------------------------------- */

bool save_bytes(struct get_command *self, const char *data, size_t len, struct get_failure *failure)
{
  if (self->general.form == RENDER_JSON)
    uriel_digest_add(&self->digest, data, len);
  if (!self->has_file) {
    if (self->general.form != RENDER_JSON)
      output_put(&standard_out, data, len);
    return true;
  }
  file_out_put(&self->file, data, len);
  return !self->file.error || get_fail(failure, GET_FAILED, "cannot write %s: %s", self->path.ptr,
                                       strerror(self->file.error));
}

bool save_object(void *context, const char *data, size_t len, struct get_failure *failure)
{
  struct get_command *const self = context;
  char bytes[16];
  if (progress_due(&self->progress))
    progress_draw(&self->progress, "%s", progress_bytes((double)self->result.length, bytes));
  return self->part ? part_keep(self, data, len, failure) : save_bytes(self, data, len, failure);
}

void save_end(struct get_command *self, bool whole)
{
  if (!self->has_file)
    return;
  self->has_file = false;
  if (!file_out_close(&self->file, whole) && whole)
    get_fail(&self->result.failure, GET_FAILED, "cannot write %s: %s", self->path.ptr,
             strerror(self->file.error));
}
