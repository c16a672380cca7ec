/* SPDX-License-Identifier: MIT */
/* The anchors of pages: they are read from bodies, and fragments are looked for among them. */
#include <stdlib.h>

#include "links/anchors.h"
#include "online_private.h"

struct online_reading {
  uriel_text rest;
  struct anchors *anchors;
  bool has_begun, is_partial;
};

static ssize_t online_read(void *context, char *data, size_t capacity)
{
  struct online_reading *const reading = context;
  const size_t len = reading->rest.len < capacity ? reading->rest.len : capacity;
  if (len == 0)
    return 0;
  memcpy(data, reading->rest.ptr, len);
  reading->rest = (uriel_text){reading->rest.ptr + len, reading->rest.len - len};
  return (ssize_t)len;
}

static bool online_begin(void *context, const struct links_document *document)
{
  struct online_reading *const reading = context;
  if (!reading->has_begun)
    anchors_start(reading->anchors, document->flags);
  reading->has_begun = true;
  return true;
}

static bool online_anchor(void *context, uriel_text name)
{
  struct online_reading *const reading = context;
  if (!anchors_add(reading->anchors, name))
    die_memory();
  return true;
}

static bool online_error(void *context, const struct links_error *error)
{
  (void)error;
  ((struct online_reading *)context)->is_partial = true;
  return true;
}

void online_read_anchors(struct online *online, struct online_page *page,
                         const struct ask_answer *answer)
{
  struct buffer *const type = &online->scratch;
  page->anchors = calloc(1, sizeof *page->anchors);
  if (!page->anchors)
    die_memory();
  struct online_reading reading = {.rest = buffer_text(&answer->body), .anchors = page->anchors};
  buffer_put(type, answer->media_type.ptr, answer->media_type.len);
  buffer_append(type, "", 1);
  const struct links_request request = {.read = online_read,
                                        .context = &reading,
                                        .retrieval = page->uri,
                                        .media_type = type->len > 1 ? type->ptr : NULL};
  const struct links_sink sink = {
      .context = &reading, .begin = online_begin, .error = online_error, .anchor = online_anchor};
  if (links_read(online->links, &request, &sink) == LINKS_NO_MEMORY)
    die_memory();
  page->anchors->are_known &= !reading.is_partial && !answer->is_partial && reading.has_begun;
}

bool online_find(struct online *online, struct online_link *link)
{
  struct online_page *const page = &online->pages[link->at];
  if (page->anchors) {
    const enum anchors_answer answer = anchors_ask(page->anchors, link->wanted);
    if (answer == ANCHORS_NO_MEMORY)
      die_memory();
    link->found = answer == ANCHORS_FOUND     ? ONLINE_HAS
                  : answer == ANCHORS_MISSING ? ONLINE_LACKS
                                              : ONLINE_UNKNOWN;
    const struct online_unsaved unsaved = {link->at, link->wanted, link->found};
    buffer_append(&online->unsaved_fragments, &unsaved, sizeof unsaved);
    return true;
  }
  const int64_t found = page->is_cached ? online_recall_fragment(online, page, link->wanted) : -1;
  link->found = found < 0 ? ONLINE_UNKNOWN : (enum online_fragment)found;
  return found >= 0 || online->options->is_offline;
}

void online_forget(struct online *online, uint32_t number)
{
  enum { ONLINE_ANCHORS = 1 << 26 };
  struct anchors *const anchors = online->pages[number].anchors;
  const size_t size = anchors ? anchors_size(anchors) : 0;
  online->anchors += size;
  if (online->anchors <= ONLINE_ANCHORS || !anchors)
    return;
  online->anchors -= size;
  anchors_free(anchors);
  free(anchors);
  online->pages[number].anchors = NULL;
}
