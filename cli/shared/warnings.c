/* SPDX-License-Identifier: MIT */
/* Warnings about references that look like others. */
#include "warnings.h"

#include "uriel_iri.h"

/* Appends the warning's message and a NUL. Returns where it begins. */
static size_t warnings_message(struct buffer *out, const uriel_iri_warning *warning,
                               const uriel_ref *ref)
{
  enum { MESSAGE_USUAL = 128 };
  const size_t begin = out->len;
  size_t room;
  size_t need = MESSAGE_USUAL;
  do {
    buffer_reserve(out, begin + need);
    room = out->capacity - begin - 1;
    need = uriel_iri_warning_describe(warning, ref, out->ptr + begin, room);
  } while (need > room);
  out->ptr[begin + need] = '\0';
  out->len = begin + need + 1;
  return begin;
}

void warnings_find(struct warnings *warnings, const uriel_ref *ref, struct record *record)
{
  uriel_iri_warning found[WARNINGS_MAX];
  size_t begins[WARNINGS_MAX];
  const size_t all = uriel_iri_warnings(ref, found, WARNINGS_MAX);
  const size_t count = all < WARNINGS_MAX ? all : WARNINGS_MAX;
  warnings->messages.len = 0;
  for (size_t i = 0; i < count; i++)
    begins[i] = warnings_message(&warnings->messages, &found[i], ref);
  for (size_t i = 0; i < count; i++)
    warnings->list[i] = (struct record_error){.error = {.component = found[i].component,
                                                        .offset = found[i].offset,
                                                        .begin = found[i].begin,
                                                        .length = found[i].length},
                                              .text = {ref->text, ref->length},
                                              .what = "warning",
                                              .code = uriel_iri_warning_name(found[i].kind),
                                              .message = warnings->messages.ptr + begins[i]};
  record->warnings = warnings->list;
  record->warning_count = count;
}

void warnings_free(struct warnings *warnings)
{
  buffer_free(&warnings->messages);
}
