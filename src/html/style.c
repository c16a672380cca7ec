/* SPDX-License-Identifier: MIT */
/* The references of a <style>: its text is a style sheet, in UTF-8 or not, with character references or
 * without. A <script> of JSON is read in the same way. */
#include "encoding/encoding.h"
#include "html/character.h"
#include "html/reader.h"
#include "text/bytes.h"

/* Whether an ASCII byte can be the second byte of a character. */
static bool html_is_wide(const uriel_html_options *options)
{
  const uriel_encoding_context *const decoded =
      options->decoder == uriel_encoding_decode ? options->decoder_context : NULL;
  return options->decoder && !(decoded && decoded->encoding->points);
}

void uriel_html_style_begin(struct html_reader *r, enum html_json_kind json)
{
  r->style = r->tokens.texts = true;
  r->style_foreign = !r->made.html;
  r->style_held = r->style_foreign || html_is_wide(r->options);
  r->style_inert = r->made.inert;
  r->style_whole = false;
  r->style_from = r->style_end = r->tokens.at;
  r->decoded = r->decoded_from = r->map_raw = r->map_value = 0;
  memset(&r->css, 0, sizeof r->css);
  memset(&r->json, 0, sizeof r->json);
  r->json.kind = (unsigned char)json;
}

bool uriel_html_style_token(struct html_reader *r)
{
  const size_t begin = (size_t)(r->token.text.ptr - r->tokens.window);
  if (r->token.kind == HTML_TOKEN_COMMENT)
    return false;
  if (r->token.kind != HTML_TOKEN_TEXT) {
    r->style_whole = true;
    return true;
  }
  if (r->style_from == r->style_end)
    r->style_from = begin;
  r->style_end = begin + r->token.text.len;
  return !r->style_held;
}

/* Whether a "\" follows a byte beyond ASCII: it can be the second byte of a character. */
static bool html_has_trail(const char *text, size_t len)
{
  const char *at = text, *const end = text + len;
  while ((at = memchr(at, '\\', (size_t)(end - at)))) {
    if (at > text && (unsigned char)at[-1] >= 0x80)
      return true;
    at++;
  }
  return false;
}

/* Decodes a held style sheet into the scratch buffer, once, if it has character references or characters
 * that contain a "\". Returns what it needs, if that is too much, or 0. */
static size_t html_style_decode(struct html_reader *r)
{
  const uriel_html_options *const options = r->options;
  const char *const text = r->tokens.window + r->style_from;
  const size_t len = r->style_end - r->style_from;
  size_t size, decoded = 0;
  char *const room = uriel_html_room(r, &size);
  /* In a CDATA section, "&" starts no character reference. */
  if (r->style_foreign && memchr(text, '&', len) &&
      view_search(text, text + len, "<![CDATA[") == text + len)
    decoded = uriel_html_decode_value(text, len, false, options->decoder, options->decoder_context, room,
                                      size);
  else if (html_is_wide(options) && html_has_trail(text, len))
    decoded = options->decoder(options->decoder_context, text, len, room, size);
  if (decoded > size)
    return decoded;
  r->decoded = decoded;
  r->style_held = false;
  return 0;
}

/* Sets the source of a reference in a style sheet that was decoded. */
static void html_style_source(struct html_reader *r, uriel_html_reference *reference, const char *room)
{
  struct html_map map = {.raw = {r->tokens.window + r->style_from, r->style_end - r->style_from},
                         .value = {room, r->decoded},
                         .raw_at = r->map_raw,
                         .value_at = r->map_value,
                         .text = true,
                         .verbatim = !r->style_foreign,
                         .decoder = r->options->decoder,
                         .context = r->options->decoder_context};
  const size_t from = (size_t)(reference->raw.ptr - room), to = from + reference->raw.len;
  const size_t begin = uriel_html_map_to(&map, from);
  reference->offset += begin;
  reference->length = uriel_html_map_to(&map, to) - begin;
  reference->raw = (uriel_text){map.raw.ptr + begin, (size_t)reference->length};
  r->map_raw = map.raw_at;
  r->map_value = map.value_at;
}

/* Sets the value of a reference in a style sheet: its bytes in UTF-8, without escapes. Returns the bytes
 * that it needs in the buffer. */
static size_t html_style_value(const struct html_reader *r, char *room, size_t size,
                               uriel_html_reference *reference)
{
  const uriel_html_options *const options = r->options;
  uriel_text text = reference->raw;
  size_t used = 0;
  if (options->decoder && !r->decoded) {
    used = options->decoder(options->decoder_context, text.ptr, text.len, room, size);
    if (used > size)
      return size_add(used, used);
    text = (uriel_text){room, used};
  }
  reference->value = text;
  if (!text.len || !memchr(text.ptr, '\\', text.len))
    return used;
  const size_t len = (r->json.kind ? uriel_html_json_unescape
                                   : uriel_css_unescape)(text.ptr, text.len, room + used, size - used);
  reference->value = (uriel_text){room + used, len};
  return size_add(used, len);
}

/* Fills the reference with one of the style sheet. Returns the bytes that it needs. */
static size_t html_style_found(const struct html_reader *r, const uriel_css_reference *css, char *room,
                               size_t size, uriel_html_reference *reference)
{
  const size_t at = r->decoded ? r->style_from : (size_t)(css->raw.ptr - r->tokens.window);
  *reference = (uriel_html_reference){
      .kind = css->kind,
      .flags = (r->json.kind ? 0U : (unsigned)URIEL_HTML_CSS) |
               (r->style_inert ? (unsigned)URIEL_HTML_INERT : 0U),
      .element = uriel_html_element_name(r->json.kind ? HTML_TAG_SCRIPT : HTML_TAG_STYLE),
      .raw = css->raw,
      .offset = r->offset + at,
      .length = css->raw.len};
  return html_style_value(r, room, size, reference);
}

static unsigned html_style_full(struct html_reader *r, size_t room, uriel_html_reference *reference)
{
  return uriel_html_full(r, r->offset + r->style_from, r->style_end - r->style_from,
                         size_add(r->size, room), reference);
}

/* Finds the next reference in the text that is read of the style sheet. Returns 0 after the last one. If
 * its value does not fit, it is found again by the next call. */
static unsigned html_style_find(struct html_reader *r, bool ignored, uriel_html_reference *reference)
{
  size_t size;
  char *const room = uriel_html_room(r, &size);
  size_t *const from = r->decoded ? &r->decoded_from : &r->style_from;
  for (;; ignored = false) {
    const size_t before = *from;
    const uriel_css css = r->css;
    const struct html_json json = r->json;
    const char *const text = r->decoded ? room : r->tokens.window;
    const size_t len = r->decoded ? r->decoded : r->style_end;
    uriel_css_reference found;
    if (!(json.kind ? uriel_html_json_next(&r->json, &found, from, text, len, r->style_whole)
                    : uriel_css_next(&r->css, &found, from, text, len, r->style_whole)))
      return 0;
    const size_t needed = html_style_found(r, &found, room + r->decoded, size - r->decoded, reference);
    if (needed <= size - r->decoded) {
      if (r->decoded)
        html_style_source(r, reference, room);
      return URIEL_HTML_FOUND;
    }
    if (ignored)
      continue;
    r->css = css;
    r->json = json;
    *from = before;
    return html_style_full(r, needed, reference);
  }
}

unsigned uriel_html_style_step(struct html_reader *r, uriel_html_reference *reference)
{
  const bool ignored = r->full;
  const size_t whole = r->style_whole && r->style_held ? html_style_decode(r) : 0;
  r->full = false;
  if (whole && !ignored)
    return html_style_full(r, whole, reference);
  const unsigned status = whole ? 0 : html_style_find(r, ignored, reference);
  if (status)
    return status;
  r->step = HTML_STEP_TAKE;
  if (r->style_whole)
    r->style = r->style_whole = false;
  return 0;
}
