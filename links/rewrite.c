/* SPDX-License-Identifier: MIT */
#include "rewrite.h"

#include "base/unicode.h"
#include "uriel_html.h"

void rewrite_place(struct rewrite *rewrite, const struct links_reference *reference,
                   const struct links_level *level)
{
  const bool is_xml = strcmp(level->kind, "xml") == 0;
  const bool is_markdown = level->flags & KIND_SOURCE;
  rewrite->may_be_cdata = is_xml && !reference->attribute;
  if (strcmp(level->kind, "css") == 0)
    rewrite->place = REWRITE_CSS;
  else if (is_markdown && !reference->element)
    rewrite->place = reference->is_prose ? REWRITE_PLAIN : REWRITE_MARKDOWN;
  else if (!is_markdown && !(level->flags & KIND_MARKUP))
    rewrite->place = REWRITE_PLAIN;
  else if (reference->is_css) /* HTML decodes no character references in <style>; XML does in all text */
    rewrite->place = reference->attribute || is_xml ? REWRITE_CSS_MARKUP : REWRITE_CSS;
  else
    rewrite->place = REWRITE_MARKUP;
}

/* Whether a byte of XML is in a CDATA section, which begins at most BACK bytes before. */
static bool rewrite_in_cdata(uriel_text file, size_t at)
{
  static const char begin[] = "<![CDATA[", end[] = "]]>";
  enum { BACK = 16 * 1024 };
  for (const size_t floor = at > BACK ? at - BACK : 0; at-- > floor;) {
    const size_t left = file.len - at;
    if (left >= sizeof begin - 1 && memcmp(file.ptr + at, begin, sizeof begin - 1) == 0)
      return true;
    if (left >= sizeof end - 1 && memcmp(file.ptr + at, end, sizeof end - 1) == 0)
      return false;
  }
  return false;
}

/* Returns the length of the text at the start of the file's rest that is `written`, where the file may
 * have character references; 0 if it is another one. */
static size_t rewrite_span(uriel_text rest, uriel_text written, enum rewrite_place place)
{
  enum { LONGEST = 40 }; /* of a character reference, and of its characters */
  const bool has_references = place == REWRITE_MARKUP || place == REWRITE_CSS_MARKUP;
  size_t at = 0;
  if (rest.len >= written.len && memcmp(rest.ptr, written.ptr, written.len) == 0)
    return written.len;
  for (size_t done = 0, size, len; done < written.len; at += size, done += len) {
    char decoded[3 * LONGEST];
    const size_t left = rest.len - at < LONGEST ? rest.len - at : LONGEST;
    const char *const end =
        has_references && left && rest.ptr[at] == '&' ? memchr(rest.ptr + at, ';', left) : NULL;
    size = end ? (size_t)(end - (rest.ptr + at)) + 1 : 1;
    if (left == 0)
      return 0;
    len = end ? uriel_html_decode(rest.ptr + at, size, true, decoded, sizeof decoded) : 1;
    const char *const from = end ? decoded : rest.ptr + at;
    if (len > written.len - done || memcmp(from, written.ptr + done, len) != 0)
      return 0;
  }
  return at;
}

/* Appends a part of a URI. */
static void rewrite_escape(uriel_text text, enum rewrite_place place, struct buffer *out)
{
  const bool has_references = place == REWRITE_MARKUP || place == REWRITE_CSS_MARKUP;
  const bool is_css = place == REWRITE_CSS || place == REWRITE_CSS_MARKUP;
  for (size_t i = 0; i < text.len; i++) {
    const char c = text.ptr[i];
    const bool is_quote = c == '\'', is_round = c == '(' || c == ')';
    buffer_append(out, "\\",
                  (is_css && (is_quote || is_round)) || (place == REWRITE_MARKDOWN && is_round));
    if (c == '&' && (has_references || place == REWRITE_MARKDOWN))
      buffer_append(out, "&amp;", 5);
    else if (is_quote && has_references)
      buffer_append(out, "&#39;", 5);
    else
      buffer_append(out, &c, 1);
  }
}

bool rewrite_edit(const struct rewrite *rewrite, uriel_text file, struct patch_edit *edit,
                  struct buffer *out)
{
  const uriel_text trimmed = text_trim(rewrite->written, ASCII_SPACES);
  const uriel_text cleaned = rewrite->cleaned, uri = rewrite->uri;
  const size_t offset = rewrite->offset + (size_t)(trimmed.ptr - rewrite->written.ptr);
  enum rewrite_place place = rewrite->place;
  size_t before = 0, after = 0;
  if (!trimmed.len || offset >= file.len)
    return false;
  if (rewrite->may_be_cdata && rewrite_in_cdata(file, offset))
    place = place == REWRITE_CSS_MARKUP ? REWRITE_CSS : REWRITE_PLAIN;
  const size_t span = rewrite_span((uriel_text){file.ptr + offset, file.len - offset}, trimmed, place);
  if (!span)
    return false;
  /* The same bytes at both ends stay, unless the text has escapes. */
  if (span == cleaned.len && memcmp(file.ptr + offset, cleaned.ptr, span) == 0) {
    const size_t most = uri.len < span ? uri.len : span;
    while (before < most && uri.ptr[before] == cleaned.ptr[before])
      before++;
    while (after < most - before && uri.ptr[uri.len - 1 - after] == cleaned.ptr[span - 1 - after])
      after++;
  }
  edit->offset = offset + before;
  edit->length = span - before - after;
  const size_t begin = out->len;
  rewrite_escape((uriel_text){uri.ptr + before, uri.len - before - after}, place, out);
  edit->text = (uriel_text){NULL, out->len - begin};
  return true;
}
