/* SPDX-License-Identifier: MIT */
/* A reference, parsed, resolved and normalised. */
#include "work.h"

#include <string.h>

bool work_resolve(uriel_text base, const uriel_ref *ref, struct buffer *out)
{
  uriel_ref base_ref = *ref;
  out->no_memory = false;
  if (!uriel_scheme(ref).ptr && !(base.len && uriel_parse(&base_ref, base.ptr, base.len, NULL)))
    return false;
  while (buffer_again(
      out, uriel_resolve(&base_ref, ref, URIEL_RESOLVE_STRICT, out->ptr, out->capacity, NULL)))
    ;
  return !out->no_memory && out->len != 0;
}

bool work_resolve_base(uriel_text base, const uriel_ref *ref, struct buffer *out)
{
  if (!work_resolve(base, ref, out))
    return false;
  const char *fragment = memchr(out->ptr, '#', out->len);
  if (fragment)
    out->len = (size_t)(fragment - out->ptr);
  return true;
}

/* ---- IRIs ------------------------------------------------------------------------------------- */

static size_t work_map_byte(unsigned char c, char *out)
{
  static const char digits[] = "0123456789ABCDEF";
  if (c < 0x80) {
    *out = (char)c;
    return 1;
  }
  out[0] = '%';
  out[1] = digits[c >> 4];
  out[2] = digits[c & 15];
  return 3;
}

/* U+0080 to U+009F, which an IRI cannot contain. */
static bool work_is_control(const char *text, size_t left)
{
  return left > 1 && *text == '\xc2' && (unsigned char)text[1] < 0xa0;
}

bool work_map(uriel_text *text, struct buffer *out)
{
  size_t at = 0, n = 0, good = 0; /* the bytes before are UTF-8 */
  while (at < text->len && (unsigned char)text->ptr[at] < 0x80)
    at++;
  if (at == text->len)
    return true;
  if (!buffer_grow(out, text->len * 3))
    return false;
  for (at = 0; at < text->len;) {
    if (at >= good)
      good = at + uriel_utf8_span(text->ptr + at, text->len - at);
    while (at < good && !work_is_control(text->ptr + at, good - at))
      n += work_map_byte((unsigned char)text->ptr[at++], out->ptr + n);
    for (size_t stop = at < good ? at + 2 : at + 1; at < stop && at < text->len;)
      out->ptr[n++] = text->ptr[at++];
  }
  out->len = n;
  *text = buffer_text(out);
  return true;
}

/* ---- Targets ---------------------------------------------------------------------------------- */

/* Returns the number of the base's segments that ".." can remove, without the last one, which the
 * reference's path replaces (5.2.3). */
static size_t work_depth(uriel_text base)
{
  uriel_ref ref;
  uriel_text segment;
  size_t depth = 0;
  if (!uriel_parse(&ref, base.ptr, base.len, NULL))
    return 0;
  uriel_text path = uriel_path(&ref);
  while (uriel_segment_next(&path, &segment))
    depth++;
  return depth - (depth > 0);
}

/* Returns how many ".." of a relative path go beyond the base's root, and are dropped by 5.2.4. */
static unsigned work_excess(const uriel_ref *ref, uriel_text base)
{
  uriel_text path = uriel_path(ref), segment;
  unsigned excess = 0;
  if (!(ref->flags & URIEL_HAS_DOT_SEGMENT) || uriel_scheme(ref).ptr || uriel_authority(ref).ptr)
    return 0;
  size_t depth = *path.ptr == '/' ? 0 : work_depth(base);
  while (uriel_segment_next(&path, &segment)) {
    const bool up = segment.len == 2 && memcmp(segment.ptr, "..", 2) == 0;
    const bool stay = segment.len == 1 && *segment.ptr == '.';
    if (up && depth == 0)
      excess++;
    else if (up)
      depth--;
    else if (!stay)
      depth++;
  }
  return excess;
}

static bool work_normalize(struct work *work, const uriel_ref *target)
{
  struct buffer *normal = &work->normal;
  uriel_ref ref;
  while (
      buffer_again(normal, uriel_normalize(target, URIEL_LEVEL_SCHEME, normal->ptr, normal->capacity)))
    ;
  if (normal->no_memory)
    return false;
  if (!uriel_parse(&ref, normal->ptr, normal->len, &work->error))
    normal->len = 0;
  return true;
}

/* Sets the target and the normal form, or the error. */
static bool work_target(struct work *work, uriel_text reference, uriel_text base)
{
  uriel_ref ref, target;
  if (!uriel_parse(&ref, reference.ptr, reference.len, &work->error))
    return true;
  work->form = uriel_form_name(uriel_form_of(&ref));
  if (!work_resolve(base, &ref, &work->target)) {
    work->target.len = 0;
    work->error =
        (uriel_error){.code = URIEL_ERROR_BASE_NOT_ABSOLUTE, .length = (uint32_t)reference.len};
    return !work->target.no_memory;
  }
  work->excess = work_excess(&ref, base);
  if (!uriel_parse(&target, work->target.ptr, work->target.len, &work->error))
    return true;
  return work_normalize(work, &target);
}

bool work_out(struct work *work, uriel_text reference, uriel_text base)
{
  struct buffer *message = &work->message;
  work->target.len = work->normal.len = message->len = 0;
  work->form = NULL;
  work->excess = 0;
  work->error = (uriel_error){.code = URIEL_ERROR_NONE};
  if (!work_target(work, reference, base))
    return false;
  if (work->error.code == URIEL_ERROR_NONE)
    return true;
  /* The library's message is about the given base; here, none was given. */
  if (work->error.code == URIEL_ERROR_BASE_NOT_ABSOLUTE)
    return buffer_set(message,
                      uriel_text_of("a relative reference, and no base URI is known (RFC 3986, 5.1)"));
  while (buffer_again(message, uriel_error_describe(&work->error, reference.ptr, reference.len,
                                                    message->ptr, message->capacity)))
    ;
  return !message->no_memory;
}

void work_free(struct work *work)
{
  buffer_free(&work->target);
  buffer_free(&work->normal);
  buffer_free(&work->message);
}
