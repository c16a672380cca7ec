/* SPDX-License-Identifier: MIT */
/* uriel wrap: references as text has them, in <URL:...> and folded (RFC 3986, Appendix C). */
#include <string.h>
#include <strings.h>

#include "stage.h"

enum {
  WRAP_WIDTH = 72,
  WRAP_WIDEST = 65536,
  WRAP_FOLDED_MOST = 8000 /* uriel_find reads no longer reference with line breaks */
};

struct wrap {
  unsigned width, indent;
  bool no_label;
};

static const struct option_spec wrap_options[] = {
    {0, "width", "N", "the length of lines, in characters; default 72", OPTION_NUMBER,
     OPTION_TO(struct wrap, width), .low = 1, .high = WRAP_WIDEST},
    {0, "indent", "N", "begin each line after the first with N spaces", OPTION_NUMBER,
     OPTION_TO(struct wrap, indent), .low = 0, .high = 1024},
    {0, "no-label", NULL, "write <...> in place of <URL:...>", OPTION_FLAG,
     OPTION_TO(struct wrap, no_label)},
    {0}};

/* Returns the end of the piece that starts at `at`: after the last delimiter that fits into the
 * available characters, or else after the first one; the end of the text if it fits with the closing
 * bracket. */
static size_t wrap_piece(uriel_text ref, size_t at, size_t first, size_t room)
{
  static const char delimiters[] = ":/?#[]@!$&'()*+,;=";
  size_t columns = 0, end = 0;
  for (size_t i = at; i < ref.len; i++) {
    columns += ((unsigned char)ref.ptr[i] & 0xc0) != 0x80;
    if (columns > room && end)
      return end;
    if (i >= first && i + 1 < ref.len && memchr(delimiters, ref.ptr[i], sizeof delimiters - 1))
      end = i + 1;
  }
  return columns >= room && end ? end : ref.len;
}

static void wrap_fold(const struct wrap *self, const uriel_ref *ref, const char *open, unsigned width,
                      struct buffer *text)
{
  const uriel_text whole = {ref->text, ref->length};
  /* find has to see a scheme and a host, or that there is no host, on the first line, which can end
   * after them. */
  const uriel_text scheme = uriel_scheme(ref);
  const uriel_text authority = uriel_authority(ref);
  const char *begin = scheme.ptr ? scheme.ptr + scheme.len + 1 : ref->text;
  const char *const stop = ref->text + ref->length;
  if (authority.ptr)
    begin = authority.ptr + authority.len;
  while (authority.len == 0 && begin < stop && *begin == '/')
    begin++;
  const size_t first = (size_t)(begin - ref->text);
  size_t before = strlen(open);
  text->len = 0;
  buffer_append(text, open, before);
  for (size_t at = 0; at < whole.len || at == 0; before = self->indent) {
    const size_t end = wrap_piece(whole, at, first, width > before ? width - before : 0);
    buffer_append(text, "\n", at > 0);
    for (unsigned i = 0; at > 0 && i < self->indent; i++)
      buffer_append(text, " ", 1);
    buffer_append(text, whole.ptr + at, end - at);
    at = end;
    if (end == whole.len)
      break;
  }
  buffer_append(text, ">", 1);
}

static void wrap_each(void *context, struct record *record)
{
  const struct wrap *const self = context;
  const uriel_ref *const ref = record->ref;
  /* url-1994 has the label in the reference. */
  const bool has_label = uriel_spec_of(ref) == URIEL_SPEC_URL_1994 && ref->length >= 4 &&
                         strncasecmp(ref->text, "URL:", 4) == 0;
  const char *const open = self->no_label || has_label ? "<" : "<URL:";
  struct buffer *const text = &record->scratch[0];
  wrap_fold(self, ref, open, self->width, text);
  if (text->len > WRAP_FOLDED_MOST)
    wrap_fold(self, ref, open, UINT32_MAX, text);
  record->values[TARGET_RESULT] = buffer_text(text);
}
const struct stage wrap_stage = {
    .schema = TARGET_SCHEMA("output", COLUMN_TEXT, NULL),
    STAGE_SELF(struct wrap, .width = WRAP_WIDTH),
    .options = wrap_options,
    .has = GENERAL_IRI | GENERAL_JOBS,
    .partial = true,
    .each = wrap_each,
};
