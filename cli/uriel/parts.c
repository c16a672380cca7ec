/* SPDX-License-Identifier: MIT */
/* The parts of a URI in its scheme's own terms. */
#include "parts.h"

#include <string.h>

#include "cli/shared/buffer.h"
#include "cli/shared/colour.h"
#include "steps.h"
#include "uriel_scheme.h"
#include "uriel_urn.h"

static const uriel_own_part *parts_of(const struct parts *parts)
{
  return (const uriel_own_part *)(const void *)parts->list.ptr;
}

static void parts_add(struct parts *parts, const char *name, uriel_text text)
{
  const uriel_own_part part = {name, text};
  if (!text.ptr)
    return;
  buffer_append(&parts->list, (const char *)&part, sizeof part);
  parts->count++;
}

static bool parts_of_name(struct parts *parts, const uriel_ref *ref, uriel_error *error)
{
  uriel_urn urn = {0};
  if (!uriel_urn_parse(&urn, ref, error))
    return false;
  parts_add(parts, "nid", urn.nid);
  parts_add(parts, "nss", urn.nss);
  parts_add(parts, "r_component", urn.r_component);
  parts_add(parts, "q_component", urn.q_component);
  parts_add(parts, "f_component", urn.f_component);
  return true;
}

static bool parts_is_name(const uriel_ref *ref)
{
  const uriel_text scheme = uriel_scheme(ref);
  return scheme.ptr && scheme.len == 3 && (scheme.ptr[0] | 0x20) == 'u' &&
         (scheme.ptr[1] | 0x20) == 'r' && (scheme.ptr[2] | 0x20) == 'n';
}

bool parts_read(struct parts *parts, const uriel_ref *ref, uriel_error *error)
{
  enum { FIRST_PARTS = 16 };
  const size_t scratch = 2 * (size_t)ref->length;
  size_t count = FIRST_PARTS;
  parts->count = parts->list.len = 0;
  parts->scheme = uriel_scheme(ref);
  if (parts_is_name(ref))
    return parts_of_name(parts, ref, error);
  buffer_reserve(&parts->scratch, scratch > 0 ? scratch : 1);
  do {
    buffer_reserve(&parts->list, count * sizeof(uriel_own_part));
    count = uriel_scheme_parts(ref, (uriel_own_part *)(void *)parts->list.ptr,
                               parts->list.capacity / sizeof(uriel_own_part), parts->scratch.ptr,
                               parts->scratch.capacity, error);
    if (count == URIEL_FAILED)
      return false;
  } while (count > parts->list.capacity / sizeof(uriel_own_part));
  parts->count = count;
  return true;
}

bool parts_are_known(uriel_text scheme)
{
  uriel_error error;
  return scheme.ptr && (uriel_scheme_build(scheme.ptr, scheme.len, NULL, 0, NULL, 0, NULL, 0, &error) !=
                            URIEL_FAILED ||
                        error.code != URIEL_ERROR_SCHEME_OTHER);
}

void parts_free(struct parts *parts)
{
  buffer_free(&parts->list);
  buffer_free(&parts->scratch);
}

uriel_text parts_find(const struct parts *parts, const char *name)
{
  for (size_t i = 0; i < parts->count; i++)
    if (strcmp(parts_of(parts)[i].name, name) == 0)
      return parts_of(parts)[i].text;
  return uriel_text_of(NULL);
}

/* Into `out`, from its start. */
static void parts_value(const uriel_own_part *part, bool show_password, struct buffer *out)
{
  out->len = 0;
  if (!show_password && strcmp(part->name, "password") == 0)
    buffer_append(out, "****", 4);
  else
    steps_escape(out, part->text);
}

void parts_print(const struct parts *parts, bool show_password)
{
  struct buffer *const parts_scratch = scratch_of(SCRATCH_PARTS);
  for (size_t i = 0; i < parts->count; i++) {
    const uriel_own_part *const part = &parts_of(parts)[i];
    output_text(&standard_out, "  ");
    colour_put(&standard_out, TONE_DIM, part->name, strlen(part->name));
    for (size_t column = strlen(part->name); column < 13; column++)
      output_char(&standard_out, ' ');
    parts_value(part, show_password, parts_scratch);
    output_char(&standard_out, ' ');
    output_foreign(&standard_out, parts_scratch->ptr, parts_scratch->len);
    output_char(&standard_out, '\n');
  }
}

void parts_line(const struct parts *parts, bool show_password, struct buffer *out)
{
  struct buffer *const parts_one = scratch_of(SCRATCH_PARTS_ONE);
  out->len = 0;
  for (size_t i = 0; i < parts->count; i++) {
    const uriel_own_part *const part = &parts_of(parts)[i];
    buffer_append(out, "\t", i > 0);
    buffer_append(out, part->name, strlen(part->name));
    buffer_append(out, "=", 1);
    parts_value(part, show_password, parts_one);
    buffer_append(out, parts_one->ptr, parts_one->len);
  }
}

/* Where the items of the list end that begins at `from`. */
static size_t parts_list_end(const struct parts *parts, size_t from)
{
  size_t to = from + 1;
  while (to < parts->count && strcmp(parts_of(parts)[to].name, parts_of(parts)[from].name) == 0)
    to++;
  return to;
}

static void parts_json_list(const uriel_own_part *items, size_t count, const char *name,
                            struct json *json)
{
  struct buffer *const parts_key = scratch_of(SCRATCH_PARTS_KEY);
  bool utf8 = true;
  json_array_begin(json, name);
  for (size_t i = 0; i < count; i++) {
    json_text(json, NULL, items[i].text.ptr, items[i].text.len);
    utf8 &= uriel_utf8_span(items[i].text.ptr, items[i].text.len) == items[i].text.len;
  }
  json_array_end(json);
  if (utf8)
    return;
  parts_key->len = 0;
  buffer_append(parts_key, name, strlen(name));
  buffer_append(parts_key, "_hex", sizeof "_hex");
  json_array_begin(json, parts_key->ptr);
  for (size_t i = 0; i < count; i++)
    json_hex_text(json, items[i].text.ptr, items[i].text.len);
  json_array_end(json);
}

void parts_json(const struct parts *parts, struct json *json)
{
  json_object_begin(json, "parts");
  for (size_t i = 0; i < parts->count;) {
    const uriel_own_part *const part = &parts_of(parts)[i];
    const bool list =
        uriel_scheme_part_is_list(parts->scheme.ptr, parts->scheme.len, part->name, strlen(part->name));
    const size_t end = parts_list_end(parts, i);
    if (list)
      parts_json_list(part, end - i, part->name, json);
    else
      json_text(json, part->name, part->text.ptr, part->text.len);
    i = list ? end : i + 1;
  }
  json_object_end(json);
}
