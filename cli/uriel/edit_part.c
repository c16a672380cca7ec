/* SPDX-License-Identifier: MIT */
/* Changes to the parts that a scheme defines: ftp.type, mailto.to. The URI is taken apart and built
 * again. */
#include <string.h>
#include <strings.h>

#include "edit.h"
#include "uriel_scheme.h"

bool edit_has_part(const char *scheme, const char *name)
{
  const uriel_own_part part = {name, uriel_text_of("1")};
  char scratch[8], out[256];
  uriel_error error;
  return uriel_scheme_build(scheme, strlen(scheme), &part, 1, scratch, sizeof scratch, out, sizeof out,
                            &error) != URIEL_FAILED ||
         (error.code != URIEL_ERROR_SCHEME_OTHER &&
          (error.code != URIEL_ERROR_PART_NOT_ALLOWED || !error.part || strcmp(error.part, name) != 0));
}

const char *edit_part_names(const char *scheme, struct buffer *out)
{
  static const char *const names[] = {
      "user",       "password",    "host",       "port",      "cell",    "path",       "query",
      "fragment",   "directories", "group",      "article",   "number",  "name",       "type",
      "selector",   "search",      "plus",       "to",        "fields",  "message",    "content",
      "database",   "length",      "attributes", "object",    "version", "encoding",   "authority",
      "date",       "specific",    "dn",         "scope",     "filter",  "extensions", "extension",
      "subaddress", "context",     "document",   "parameters"};
  static const char says[] = "no part of this scheme's URIs, which have ";
  static const char none[] = "no part: uriel knows no parts of this scheme's own";
  out->len = 0;
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (edit_has_part(scheme, names[i])) {
      buffer_append(out, out->len ? ", " : says, out->len ? 2 : sizeof says - 1);
      buffer_append(out, names[i], strlen(names[i]));
    }
  if (out->len == 0)
    buffer_append(out, none, sizeof none - 1);
  buffer_append(out, "", 1);
  return out->ptr;
}

/* ---- Editing ------------------------------------------------------------------------------------ */

static uriel_own_part *part_list(struct edit_work *work)
{
  return (uriel_own_part *)(void *)work->parts.ptr;
}

/* Reads the parts, with room for one more. Returns false if that is not possible. */
static bool part_read(struct edit_work *work, const uriel_ref *ref, size_t *count, uriel_error *error)
{
  buffer_reserve(&work->scratch, 2 * (size_t)ref->length + 1);
  *count = uriel_scheme_parts(ref, NULL, 0, work->scratch.ptr, work->scratch.capacity, error);
  if (*count == URIEL_FAILED)
    return false;
  buffer_reserve(&work->parts, (*count + 1) * sizeof(uriel_own_part));
  (void)uriel_scheme_parts(ref, part_list(work), *count, work->scratch.ptr, work->scratch.capacity,
                           error);
  return true;
}

/* Builds the URI of the parts into `room`. */
static bool part_build(const char *scheme, struct edit_work *work, size_t count, struct buffer *room,
                       uriel_error *error)
{
  struct buffer *const scratch = &work->texts;
  size_t need = 1;
  for (size_t i = 0; i < count; i++)
    need += 3 * part_list(work)[i].text.len + 1;
  buffer_reserve(scratch, need);
  do
    need = uriel_scheme_build(scheme, strlen(scheme), part_list(work), count, scratch->ptr,
                              scratch->capacity, room->ptr, room->capacity, error);
  while (buffer_short(room, need));
  return need != URIEL_FAILED;
}

static bool part_is(const uriel_own_part *part, const struct edit *edit)
{
  return strcmp(part->name, edit->name.ptr) == 0;
}

/* Changes the list of parts. Returns their number then. */
static size_t part_change(const struct edit *edit, uriel_own_part *parts, size_t count)
{
  const uriel_own_part added = {edit->name.ptr, edit->value};
  size_t left = 0;
  bool done = edit->action == EDIT_REMOVE || edit->action == EDIT_REPLACE;
  for (size_t i = 0; i < count; i++) {
    const bool same = part_is(&parts[i], edit);
    if (!same || edit->action == EDIT_APPEND || edit->if_undefined) {
      done |= same && edit->if_undefined;
      parts[left++] = parts[i];
    } else if (edit->action != EDIT_REMOVE && (!done || edit->action == EDIT_REPLACE)) {
      parts[left++] = added;
      done = true;
    }
  }
  if (!done)
    parts[left++] = added;
  return left;
}

static bool part_blame(const struct edit *edit, const uriel_error *error, struct record *record)
{
  const bool own = error->part && strcmp(error->part, edit->name.ptr) == 0;
  record_blame(record, error, own ? edit->value : uriel_text_of(NULL));
  record->error.what = "not possible in a URI of this scheme";
  record->error.in = error->part;
  record->error.expected = "";
  return false;
}

/* The normal form without the fragment. */
static uriel_text part_normal(const uriel_ref *ref, struct buffer *out)
{
  const uriel_ref whole = uriel_without_fragment(ref);
  size_t need;
  do
    need = uriel_normalize(&whole, URIEL_LEVEL_SCHEME, out->ptr, out->capacity);
  while (buffer_short(out, need));
  return buffer_text(out);
}

/* Whether the parts, not changed, build an equivalent URI, up to the case of "type=a". */
static bool part_is_lossless(const struct edit *edit, struct edit_work *work, const uriel_ref *ref,
                             size_t count, struct buffer *room)
{
  uriel_ref again;
  uriel_error error;
  if (!part_build(edit->scheme.ptr, work, count, room, &error) ||
      !uriel_parse(&again, room->ptr, room->len, NULL))
    return false;
  const uriel_text a = part_normal(&again, &work->urls[0]);
  const uriel_text b = part_normal(ref, &work->urls[1]);
  return a.len == b.len && strncasecmp(a.ptr, b.ptr, a.len) == 0;
}

bool edit_part(const struct edit *edit, struct edit_work *work, struct buffer *room, uriel_parts *parts,
               struct record *record)
{
  const uriel_text fragment = parts->fragment;
  uriel_ref ref;
  uriel_error error;
  size_t count;
  if (parts->scheme.len != edit->scheme.len ||
      strncasecmp(parts->scheme.ptr, edit->scheme.ptr, edit->scheme.len) != 0)
    return true;
  if (!edit_build(parts, work, record))
    return false;
  const uriel_text text = buffer_text(&work->reference);
  if (!uriel_parse_as(&ref, text.ptr, text.len, record->reading.spec, record->reading.options, &error) ||
      !part_read(work, &ref, &count, &error)) {
    record_blame(record, &error, text);
    return false;
  }
  if (!part_is_lossless(edit, work, &ref, count, room))
    return edit_refuse(record, text, URIEL_REFERENCE, 0, "parts-incomplete",
                       "the parts of its scheme are not all of this URI");
  count = part_change(edit, part_list(work), count);
  if (!part_build(edit->scheme.ptr, work, count, room, &error))
    return part_blame(edit, &error, record);
  if (!uriel_parse(&ref, room->ptr, room->len, &error)) {
    record_blame(record, &error, buffer_text(room));
    return false;
  }
  *parts = uriel_parts_of(&ref);
  if (!parts->fragment.ptr)
    parts->fragment = fragment;
  return true;
}
