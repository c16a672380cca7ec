/* SPDX-License-Identifier: MIT */
/* Whether fragments lead to a place in the files that they name. */
#include "fragments.h"

#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "bytes.h"

static bool fragments_begin(void *context, const struct links_document *document)
{
  struct fragments *const fragments = context;
  if (document->number == 1) {
    fragments->anchors.are_known = document->flags & KIND_ANCHORS;
    fragments->anchors.is_html = document->flags & KIND_PAGE;
  }
  return true;
}

static bool fragments_reference(void *context, const struct links_reference *reference)
{
  (void)context;
  (void)reference;
  return true;
}

static bool fragments_known(void *context, uriel_text text, const char *attribute)
{
  (void)context;
  (void)text;
  (void)attribute;
  return true;
}

/* A document that cannot be read to its end may have other anchors. */
static bool fragments_error(void *context, const struct links_error *error)
{
  struct fragments *const fragments = context;
  (void)error;
  fragments->anchors.are_known = false;
  return true;
}

static bool fragments_end(void *context, const struct links_end *end)
{
  (void)context;
  (void)end;
  return true;
}

static bool fragments_anchor(void *context, uriel_text name)
{
  struct fragments *const fragments = context;
  fragments->no_memory |= !anchors_add(&fragments->anchors, name);
  return !fragments->no_memory;
}

static int fragments_open(const char *path, struct stat *status)
{
  const int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
  if (fd >= 0 && fstat(fd, status) == 0 && (S_ISREG(status->st_mode) || S_ISDIR(status->st_mode)))
    return fd;
  if (fd >= 0)
    close(fd);
  return -1;
}

/* Opens the file at the path, or the index of the folder there. */
static int fragments_open_index(struct fragments *fragments)
{
  static const char name[] = "/index.html";
  struct buffer *const index = &fragments->index;
  struct stat status;
  int fd = fragments_open(fragments->path.ptr, &status);
  if (fd < 0 || S_ISREG(status.st_mode))
    return fd;
  close(fd);
  fragments->no_memory = !buffer_grow(index, fragments->path.len + sizeof name);
  if (fragments->no_memory)
    return -1;
  memcpy(index->ptr, fragments->path.ptr, fragments->path.len);
  memcpy(index->ptr + fragments->path.len, name, sizeof name);
  fd = fragments_open(index->ptr, &status);
  if (fd < 0 || S_ISREG(status.st_mode))
    return fd;
  close(fd);
  return -1;
}

/* Reads the anchors of the file. */
static void fragments_read(struct fragments *fragments, const char *name, int fd)
{
  const struct links_sink sink = {.context = fragments,
                                  .begin = fragments_begin,
                                  .reference = fragments_reference,
                                  .error = fragments_error,
                                  .end = fragments_end,
                                  .anchor = fragments_anchor,
                                  .known = fragments_known};
  struct budget_share share = {.budget = &fragments->budget};
  bool cancelled = false;
  struct bytes bytes = {.fd = fd, .cancelled = &cancelled};
  const struct links_request request = {
      .read = bytes_read, .read_at = bytes_read_at, .context = &bytes, .name = name, .share = &share};
  if (links_read(fragments->links, &request, &sink) == LINKS_NO_MEMORY)
    fragments->no_memory = true;
}

static bool fragments_start(struct fragments *fragments)
{
  static const struct links_limits limits = {.no_normal = true, .no_lines = true, .anchors = true};
  if (fragments->links)
    return true;
  fragments->links = links_new(&limits);
  if (fragments->links)
    budget_start(&fragments->budget, LINKS_MEMORY, 1);
  return fragments->links;
}

bool fragments_miss(struct fragments *fragments, uriel_text path, uriel_text uri)
{
  const uriel_text fragment = anchors_fragment(uri);
  struct buffer *const last = &fragments->path;
  if (!fragment.len || fragments->no_memory)
    return false;
  if (!fragments->has_path || last->len != path.len || memcmp(last->ptr, path.ptr, path.len) != 0) {
    anchors_free(&fragments->anchors);
    fragments->anchors = (struct anchors){.are_known = false};
    fragments->no_memory = !buffer_set(last, path) || !fragments_start(fragments);
    fragments->has_path = !fragments->no_memory;
    const int fd = fragments->has_path ? fragments_open_index(fragments) : -1;
    if (fd >= 0) {
      const char *const slash = strrchr(last->ptr, '/');
      fragments_read(fragments, fragments->index.len ? "index.html" : slash ? slash + 1 : last->ptr, fd);
      close(fd);
    }
  }
  const enum anchors_answer answer = anchors_ask(&fragments->anchors, fragment);
  fragments->no_memory |= answer == ANCHORS_NO_MEMORY;
  return answer == ANCHORS_MISSING && !fragments->no_memory;
}

void fragments_free(struct fragments *fragments)
{
  if (fragments->links)
    budget_stop(&fragments->budget);
  links_free(fragments->links);
  anchors_free(&fragments->anchors);
  buffer_free(&fragments->path);
  buffer_free(&fragments->index);
}
