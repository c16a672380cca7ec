/* SPDX-License-Identifier: MIT */
/* get --part: the part of an object that the fragment of its URI leads to (RFC 3986, 3.5). */
#ifdef URIEL_HARVEST
#include "links/part.h"
#endif
#include <string.h>
#include <strings.h>

#include "base/unicode.h"
#include "cli/get/get.h"
#include "reader/cut.h"
#include "reader/decode.h"
#include "reader/kind.h"

enum { PART_MOST = 64 * 1024 * 1024, PART_ENCODINGS = 4 };

static bool part_too_large(struct get_failure *failure)
{
  return get_fail(failure, GET_FAILED,
                  "the object has more than %d MiB, all of which --part would need in memory",
                  PART_MOST / (1024 * 1024));
}

bool part_keep(struct get_command *self, const char *data, size_t len, struct get_failure *failure)
{
  if (len > PART_MOST - self->object.len)
    return part_too_large(failure);
  buffer_append(&self->object, data, len);
  return true;
}

/* ---- The document -------------------------------------------------------------------------------- */

/* Decompresses the object in place. */
static bool part_decode(struct get_command *self, const char *encoding)
{
  struct get_failure *const failure = &self->result.failure;
  struct source_memory memory = {self->object.ptr, self->object.len};
  struct source packed = {0}, plain = {0};
  source_start(&packed, source_read_memory, &memory);
  struct decoder *const decoder = decoder_new(encoding, &packed, NULL);
  if (!decoder)
    base_die_memory();
  source_start(&plain, decoder_read, decoder);
  bool good = source_fill(&plain, PART_MOST + 1) && !plain.error;
  if (!good)
    get_fail(failure, GET_FAILED, "the object cannot be read: %s", source_reason(plain.error));
  else if (plain.len > PART_MOST)
    good = part_too_large(failure);
  else
    buffer_put(&self->object, plain.data, plain.len);
  decoder_free(decoder);
  source_free(&plain);
  source_free(&packed);
  return good;
}

/* Finds the kind of the object, as links does, and decompresses it. Returns NULL with the failure. */
static const struct kind *part_kind(struct get_command *self, const char *type, const char *name)
{
  const struct buffer *const object = &self->object;
  for (unsigned count = 0;; count++) {
    const struct kind *const kind = kind_of(object->ptr, object->len, type, name);
    const char *encoding =
        kind->family == KIND_BINARY && decoder_knows(kind->format) ? kind->format : NULL;
    if (!encoding && count == 0)
      encoding = decoder_of_name(name, object->ptr, object->len);
    if (!encoding || count == PART_ENCODINGS)
      return kind;
    if (!part_decode(self, encoding))
      return NULL;
  }
}

/* ---- Fragments that select no bytes --------------------------------------------------------------- */

/* Whether the fragment has this name of Media Fragments URI 1.0 (4.1), and "=". */
static bool part_has(uriel_text fragment, const char *name)
{
  const size_t len = strlen(name);
  for (uriel_text rest = fragment, pair; uriel_list_next(&rest, &pair, '&');)
    if (pair.len > len && memcmp(pair.ptr, name, len) == 0 && pair.ptr[len] == '=')
      return true;
  return false;
}

/* Describes a fragment that selects no bytes in an object of the kind. */
static const char *part_describe(const struct kind *kind, const char *type, uriel_text fragment)
{
  static const struct {
    const char *name, *text;
  } media[] = {{"t", "a time of audio or video (Media Fragments URI, 4.2.1)"},
               {"xywh", "a region of an image or a video (Media Fragments URI, 4.2.2)"},
               {"track", "a track of audio or video (Media Fragments URI, 4.2.3)"},
               {"id", "a named section of audio or video (Media Fragments URI, 4.2.4)"}};
  const bool is_media = strncasecmp(type, "image/", 6) == 0 || strncasecmp(type, "audio/", 6) == 0 ||
                        strncasecmp(type, "video/", 6) == 0 || kind->family == KIND_BINARY ||
                        kind->id == KIND_SVG;
  if (kind->flags & KIND_ROWS)
    return "not of CSV (RFC 7111), which has row=, col= and cell=";
  if (kind->flags & KIND_LINES)
    return fragment.len > 5 && memcmp(fragment.ptr, "char=", 5) == 0
               ? "a position of characters (RFC 5147) in text that is not UTF-8"
               : "not of text (RFC 5147), which has line= and char=";
  for (size_t i = 0; is_media && i < sizeof media / sizeof *media; i++)
    if (part_has(fragment, media[i].name))
      return media[i].text;
  if (kind->id == KIND_PDF)
    return "a view of a document in PDF (RFC 8118)";
  if (kind->family == KIND_XML && memchr(fragment.ptr, '(', fragment.len))
    return "an XPointer that is not a name";
  return "not of a kind that get knows";
}

/* Returns false, with the description as the reason. */
static bool part_report(struct get_command *self, const char *what)
{
  return get_fail(&self->result.failure, GET_REPORTED, "no bytes: the fragment is %s", what);
}

/* Splits off a text directive (URL Fragment Text Directives, 3.3): browsers look for it. Returns false
 * if nothing else is in the fragment. */
static bool part_undirect(struct get_command *self, uriel_text *fragment)
{
  const char *const directive = memmem(fragment->ptr, fragment->len, ":~:", 3);
  if (!directive)
    return true;
  struct buffer *const text = &self->scratch;
  const size_t left = (size_t)(fragment->ptr + fragment->len - directive) - 3;
  buffer_reserve(text, left + 1);
  text->len = uriel_decode(directive + 3, left, 0, text->ptr, left + 1, NULL);
  fragment->len = (size_t)(directive - fragment->ptr);
  if (fragment->len > 0 && !self->general.silent)
    message("note: browsers look in the part for \"%.*s\"", (int)text->len, text->ptr);
  return fragment->len > 0 ||
         get_fail(&self->result.failure, GET_REPORTED,
                  "no bytes: the fragment is a text directive, for browsers: \"%.*s\"", (int)text->len,
                  text->ptr);
}

/* ---- The part ------------------------------------------------------------------------------------- */

static bool part_missing(struct get_command *self, uriel_text fragment, const char *near)
{
  return get_fail(&self->result.failure, GET_ABSENT, "there is no \"%.*s\" in the object%s%s%s",
                  (int)fragment.len, fragment.ptr, near ? "; did you mean \"" : "", near ? near : "",
                  near ? "\"?" : "");
}

/* Cuts lines, characters, rows or cells. */
static bool part_cut(struct get_command *self, const struct kind *kind, uriel_text fragment)
{
  struct buffer decoded = {0}, out = {0};
  buffer_reserve(&decoded, fragment.len + 1);
  decoded.len = uriel_decode(fragment.ptr, fragment.len, 0, decoded.ptr, fragment.len + 1, NULL);
  const enum fragment_answer answer =
      cut_text(buffer_text(&self->object), kind->flags & KIND_ROWS, buffer_text(&decoded), &out);
  bool good = answer == FRAGMENT_FOUND;
  if (answer == FRAGMENT_MISSING)
    part_missing(self, fragment, NULL);
  else if (answer == FRAGMENT_UNKNOWN)
    part_report(self, part_describe(kind, "", fragment));
  else if (out.len == 0 && !self->general.silent)
    message("note: \"%.*s\" is a place without bytes: \"line=1,3\" is the second and third line",
            (int)fragment.len, fragment.ptr);
  good = good && save_bytes(self, out.ptr, out.len, &self->result.failure);
  self->result.length = out.len;
  buffer_free(&decoded);
  buffer_free(&out);
  return good;
}

/* Writes the element or the section. */
static bool part_find_anchor(struct get_command *self, const struct kind *kind, const char *type,
                             const char *name, uriel_text fragment)
{
  bool good = false;
#ifdef URIEL_HARVEST
  struct get_failure *const failure = &self->result.failure;
  struct part part = {0};
  switch (part_find(&part, buffer_text(&self->object), type, name, fragment)) {
  case PART_FOUND:
    good = save_bytes(self, self->object.ptr + part.begin, part.end - part.begin, failure);
    self->result.length = part.end - part.begin;
    break;
  case PART_MISSING:
    part_missing(self, fragment, part.near);
    break;
  case PART_UNFINISHED:
    get_fail(failure, GET_ABSENT, "\"%.*s\" is not in the part of the object that can be read: %s",
             (int)fragment.len, fragment.ptr, part.reason);
    break;
  case PART_UNKNOWN:
    part_report(self, part_describe(kind, type ? type : "", fragment));
    break;
  }
  part_free(&part);
#else
  (void)name;
  if (kind->flags & KIND_ANCHORS)
    get_fail(&self->result.failure, GET_FAILED,
             "this build finds parts of text and CSV only: -DURIEL_HARVEST=ON adds the others");
  else
    part_report(self, part_describe(kind, type ? type : "", fragment));
#endif
  return good;
}

bool part_write(struct get_command *self)
{
  struct buffer *const type = &self->result.media_type, *const target = &self->result.target;
  struct buffer name = {0};
  uriel_ref ref;
  uriel_text fragment = {NULL, 0};
  buffer_reserve(&self->object, 1);
  if (uriel_parse(&ref, target->ptr, target->len, NULL))
    fragment = uriel_fragment(&ref);
  if (fragment.len > 0 && !part_undirect(self, &fragment))
    return false;
  if (fragment.len == 0)
    return save_bytes(self, self->object.ptr, self->object.len, &self->result.failure);
  const uriel_text path = uriel_path(&ref);
  const char *const slash = path.len > 0 ? memrchr(path.ptr, '/', path.len) : NULL;
  const size_t begin = slash ? (size_t)(slash - path.ptr) + 1 : 0;
  buffer_reserve(&name, path.len + 1);
  name.len = uriel_decode(path.ptr + begin, path.len - begin, 0, name.ptr, path.len, NULL);
  name.ptr[name.len] = '\0';
  buffer_append(type, "", 1);
  type->len--;
  const char *const declared = type->len > 0 ? type->ptr : NULL;
  const struct kind *const kind = part_kind(self, declared, name.ptr);
  bool good = false;
  if (kind)
    good = kind->flags & (KIND_LINES | KIND_ROWS)
               ? part_cut(self, kind, fragment)
               : part_find_anchor(self, kind, declared, name.ptr, fragment);
  buffer_free(&name);
  return good;
}
