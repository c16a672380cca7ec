/* SPDX-License-Identifier: MIT */
#include "part.h"

#include <stdio.h>
#include <string.h>

#include "anchors.h"
#include "base/budget.h"
#include "base/nearest.h"

struct part_reading {
  struct part *part;
  uriel_text document;
  struct anchors anchors;
  size_t at; /* bytes that were read */
};

static ssize_t part_read_at(void *context, char *data, size_t capacity, uint64_t offset)
{
  const uriel_text document = ((const struct part_reading *)context)->document;
  const size_t left = offset < document.len ? document.len - (size_t)offset : 0;
  const size_t len = left < capacity ? left : capacity;
  if (len)
    memcpy(data, document.ptr + offset, len);
  return (ssize_t)len;
}

static ssize_t part_read(void *context, char *data, size_t capacity)
{
  struct part_reading *const reading = context;
  const ssize_t got = part_read_at(context, data, capacity, reading->at);
  reading->at += (size_t)got;
  return got;
}

static bool part_begin(void *context, const struct links_document *document)
{
  struct part_reading *const reading = context;
  if (document->number == 1)
    anchors_start(&reading->anchors, document->flags);
  return true;
}

static bool part_error(void *context, const struct links_error *error)
{
  struct part_reading *const reading = context;
  reading->anchors.are_known = false;
  if (!*reading->part->reason)
    snprintf(reading->part->reason, sizeof reading->part->reason, "%.*s", (int)error->message.len,
             error->message.ptr);
  return true;
}

static bool part_anchor(void *context, uriel_text name)
{
  struct part_reading *const reading = context;
  buffer_append(&reading->part->names, name.ptr, name.len);
  buffer_append(&reading->part->names, "", 1);
  if (!anchors_add(&reading->anchors, name))
    base_die_memory();
  return true;
}

/* Sets the anchor that may be meant. */
static void part_look_near(struct part *part, const char *wrong)
{
  enum { MOST = 4096 };
  const char *const end = part->names.ptr + part->names.len, *words[MOST + 1];
  size_t count = 0;
  for (const char *at = part->names.ptr; at < end && count < MOST; at += strlen(at) + 1)
    words[count++] = at;
  words[count] = NULL;
  part->near = nearest_word(wrong, words);
}

enum part_answer part_find(struct part *part, uriel_text document, const char *media_type,
                           const char *name, uriel_text fragment)
{
  static const struct links_limits limits = {.no_normal = true, .no_lines = true, .anchors = true};
  struct part_reading reading = {.part = part, .document = document};
  struct buffer decoded = {0};
  buffer_reserve(&decoded, fragment.len + 1);
  decoded.len = uriel_decode(fragment.ptr, fragment.len, 0, decoded.ptr, fragment.len + 1, NULL);
  struct links_part sought = {.fragment = fragment, .decoded = buffer_text(&decoded)};
  const struct links_request request = {.read = part_read,
                                        .read_at = part_read_at,
                                        .context = &reading,
                                        .name = name,
                                        .media_type = media_type,
                                        .part = &sought};
  const struct links_sink sink = {
      .context = &reading, .begin = part_begin, .error = part_error, .anchor = part_anchor};
  struct links *const links = links_new(&limits);
  if (!links || links_read(links, &request, &sink) == LINKS_NO_MEMORY)
    base_die_memory();
  enum anchors_answer asked = ANCHORS_UNKNOWN;
  enum part_answer answer = PART_UNKNOWN;
  if (sought.is_found) {
    part->begin = (size_t)sought.begin;
    part->end = (size_t)sought.end;
    answer = PART_FOUND;
  } else if (*part->reason) {
    answer = PART_UNFINISHED;
  } else {
    asked = anchors_ask(&reading.anchors, fragment);
  }
  if (asked == ANCHORS_FOUND) { /* the top of the document */
    part->begin = 0;
    part->end = document.len;
    answer = PART_FOUND;
  } else if (asked == ANCHORS_MISSING) {
    decoded.ptr[decoded.len] = '\0';
    part_look_near(part, decoded.ptr);
    answer = PART_MISSING;
  }
  links_free(links);
  anchors_free(&reading.anchors);
  buffer_free(&decoded);
  return answer;
}

void part_free(struct part *part)
{
  buffer_free(&part->names);
}
