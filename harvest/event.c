/* SPDX-License-Identifier: MIT */
/* A reader's events as bytes. An event is a byte for its type, its numbers, and its texts. A text is its
 * length plus one (0: undefined), its bytes and a NUL, so that it can be used as a string. */
#include "event.h"

#include <string.h>

enum event_type { EVENT_BEGIN, EVENT_REFERENCE, EVENT_ERROR, EVENT_END, EVENT_TYPES };

enum { EVENT_NUMBERS = 8, EVENT_TEXTS = 15 };

/* How many numbers and texts each type of event has. */
static const struct {
  unsigned char numbers, texts;
} event_shapes[EVENT_TYPES] = {
    [EVENT_BEGIN] = {3, 8}, [EVENT_REFERENCE] = {7, 15}, [EVENT_ERROR] = {2, 2}, [EVENT_END] = {3, 2}};

struct event {
  enum event_type type;
  uint64_t numbers[EVENT_NUMBERS];
  uriel_text texts[EVENT_TEXTS];
};

/* ---- Bytes ------------------------------------------------------------------------------------ */

static size_t event_size(const struct event *event)
{
  const size_t texts = event_shapes[event->type].texts;
  size_t size = 1 + event_shapes[event->type].numbers * sizeof(uint64_t);
  for (size_t i = 0; i < texts; i++)
    size += sizeof(uint64_t) + (event->texts[i].ptr ? event->texts[i].len + 1 : 0);
  return size;
}

static char *event_write_number(char *to, uint64_t number)
{
  memcpy(to, &number, sizeof number);
  return to + sizeof number;
}

static char *event_write_text(char *to, uriel_text text)
{
  to = event_write_number(to, text.ptr ? (uint64_t)text.len + 1 : 0);
  if (!text.ptr)
    return to;
  if (text.len)
    memcpy(to, text.ptr, text.len);
  to[text.len] = 0;
  return to + text.len + 1;
}

static bool event_put(struct buffer *out, const struct event *event)
{
  const size_t size = event_size(event);
  if (!buffer_grow(out, out->len + size))
    return false;
  char *to = out->ptr + out->len;
  *to++ = (char)event->type;
  for (size_t i = 0; i < event_shapes[event->type].numbers; i++)
    to = event_write_number(to, event->numbers[i]);
  for (size_t i = 0; i < event_shapes[event->type].texts; i++)
    to = event_write_text(to, event->texts[i]);
  out->len += size;
  return true;
}

static const char *event_read_number(const char *from, uint64_t *number)
{
  memcpy(number, from, sizeof *number);
  return from + sizeof *number;
}

static const char *event_read_text(const char *from, uriel_text *text)
{
  uint64_t len;
  from = event_read_number(from, &len);
  *text = len ? (uriel_text){from, (size_t)len - 1} : (uriel_text){NULL, 0};
  return from + len;
}

static const char *event_get(const char *from, struct event *event)
{
  event->type = (enum event_type) * from++;
  for (size_t i = 0; i < event_shapes[event->type].numbers; i++)
    from = event_read_number(from, &event->numbers[i]);
  for (size_t i = 0; i < event_shapes[event->type].texts; i++)
    from = event_read_text(from, &event->texts[i]);
  return from;
}

/* Converts NULL to undefined, and undefined to NULL. */
static uriel_text event_string(const char *string)
{
  return string ? uriel_text_of(string) : (uriel_text){NULL, 0};
}

/* ---- Writing ---------------------------------------------------------------------------------- */

bool event_put_begin(struct buffer *out, const struct links_document *document)
{
  const struct event event = {EVENT_BEGIN,
                              {document->number, document->parent, document->base_source},
                              {document->part, event_string(document->kind),
                               event_string(document->format), event_string(document->encoding),
                               document->media_type, document->retrieval, document->base,
                               event_string(document->base_by)}};
  return event_put(out, &event);
}

bool event_is_clean(const struct links_reference *reference)
{
  const uriel_text raw = reference->raw, cleaned = reference->cleaned;
  return raw.len == cleaned.len && (raw.len == 0 || memcmp(raw.ptr, cleaned.ptr, raw.len) == 0);
}

bool event_put_reference(struct buffer *out, const struct links_reference *reference)
{
  const bool clean = event_is_clean(reference);
  const uriel_text none = {NULL, 0};
  const uriel_text error = {(const char *)reference->error, sizeof *reference->error};
  const struct event event = {EVENT_REFERENCE,
                              {reference->ordinal, reference->place.offset, reference->place.line,
                               reference->place.column, reference->excess, reference->identifies, clean},
                              {event_string(reference->element), event_string(reference->attribute),
                               event_string(reference->header), reference->raw,
                               clean ? none : reference->cleaned, event_string(reference->form),
                               reference->base, reference->target, reference->normal, reference->part,
                               reference->error ? error : none, reference->error_message,
                               reference->relation, reference->original, reference->elsewhere}};
  return event_put(out, &event);
}

bool event_put_error(struct buffer *out, const struct links_error *error)
{
  const struct event event = {
      EVENT_ERROR, {error->offset, error->length}, {event_string(error->code), error->message}};
  return event_put(out, &event);
}

bool event_put_end(struct buffer *out, const struct links_end *end)
{
  const struct event event = {EVENT_END,
                              {end->size, end->references, end->errors},
                              {event_string(end->status), event_string(end->note)}};
  return event_put(out, &event);
}

/* ---- Reading ---------------------------------------------------------------------------------- */

static bool event_tell_begin(const struct event *event, const struct links_sink *sink)
{
  const uriel_text *texts = event->texts;
  const struct links_document document = {.number = event->numbers[0],
                                          .parent = event->numbers[1],
                                          .base_source = (enum links_base)event->numbers[2],
                                          .part = texts[0],
                                          .kind = texts[1].ptr,
                                          .format = texts[2].ptr,
                                          .encoding = texts[3].ptr,
                                          .media_type = texts[4],
                                          .retrieval = texts[5],
                                          .base = texts[6],
                                          .base_by = texts[7].ptr};
  return sink->begin(sink->context, &document);
}

static bool event_tell_reference(const struct event *event, const struct links_sink *sink)
{
  const uint64_t *numbers = event->numbers;
  const uriel_text *texts = event->texts;
  uriel_error error;
  if (texts[10].ptr)
    memcpy(&error, texts[10].ptr, sizeof error);
  const struct links_reference reference = {.ordinal = numbers[0],
                                            .place = {numbers[1], numbers[2], numbers[3]},
                                            .excess = (unsigned)numbers[4],
                                            .identifies = numbers[5] != 0,
                                            .element = texts[0].ptr,
                                            .attribute = texts[1].ptr,
                                            .header = texts[2].ptr,
                                            .raw = texts[3],
                                            .cleaned = numbers[6] ? texts[3] : texts[4],
                                            .form = texts[5].ptr,
                                            .base = texts[6],
                                            .target = texts[7],
                                            .normal = texts[8],
                                            .part = texts[9],
                                            .error = texts[10].ptr ? &error : NULL,
                                            .error_message = texts[11],
                                            .relation = texts[12],
                                            .original = texts[13],
                                            .elsewhere = texts[14]};
  return sink->reference(sink->context, &reference);
}

static bool event_tell_error(const struct event *event, const struct links_sink *sink)
{
  const struct links_error error = {.code = event->texts[0].ptr,
                                    .message = event->texts[1],
                                    .offset = event->numbers[0],
                                    .length = event->numbers[1]};
  return sink->error(sink->context, &error);
}

static bool event_tell_end(const struct event *event, const struct links_sink *sink)
{
  const struct links_end end = {.status = event->texts[0].ptr,
                                .note = event->texts[1].ptr,
                                .size = event->numbers[0],
                                .references = event->numbers[1],
                                .errors = event->numbers[2]};
  return sink->end(sink->context, &end);
}

bool event_tell(const char *data, size_t len, const struct links_sink *sink)
{
  static bool (*const tell[])(const struct event *, const struct links_sink *) = {
      event_tell_begin, event_tell_reference, event_tell_error, event_tell_end};
  const char *const end = data + len;
  while (data < end) {
    struct event event;
    data = event_get(data, &event);
    if (!tell[event.type](&event, sink))
      return false;
  }
  return true;
}
