/* SPDX-License-Identifier: MIT */
/* A pass of the reader of HTML: its memory, and the references that it reports. */
#include "html_pass.h"

#include <string.h>

#include "base/budget.h"
#include "relation.h"

enum { FRAMES_KEPT = 2 * 1024 * 1024 };

/* ---- Memory ----------------------------------------------------------------------------------- */

bool html_pass_begin(struct html_pass *pass)
{
  pass->size = URIEL_HTML_SCRATCH;
  pass->scratch = budget_take(pass->size);
  if (!pass->scratch)
    return entity_no_memory(pass->entity);
  pass->options.guess = pass->entity->links->limits.guess && !pass->options.only_base;
  uriel_html_begin(&pass->reader, &pass->options, pass->scratch, pass->size);
  return true;
}

void html_pass_end(struct html_pass *pass)
{
  budget_give(pass->scratch);
  pass->scratch = NULL;
}

/* Enlarges the scratch buffer, if the window can then hold as much, which doubles its size; otherwise
 * reports that something does not fit. Returns false if the reading must end. */
static bool html_grow(struct html_pass *pass, const uriel_html_reference *at)
{
  const size_t size = uriel_html_needed(&pass->reader),
               window = pass->window ? (size + pass->window) * 2 : 0;
  char *scratch = NULL;
  if (size < SIZE_MAX / 8 && budget_charge(window)) {
    scratch = budget_retake(pass->scratch, size);
    budget_refund(window);
  }
  if (scratch) {
    pass->scratch = scratch;
    pass->size = size;
    uriel_html_grow(&pass->reader, scratch, size);
    return true;
  }
  if (!budget_exceeded())
    return entity_no_memory(pass->entity);
  return pass->options.only_base ||
         entity_error(
             pass->entity, "tag-too-long", at->offset + pass->origin, at->length,
             "the tag or style sheet that starts here takes more memory than the budget has (see"
             " --memory): its references are lost, or its element is treated as not nested");
}

bool html_pass_feed(struct html_pass *pass, const char *piece, size_t len, bool last)
{
  uriel_html_feed(&pass->reader, piece, len, last);
  for (;;) {
    uriel_html_reference reference;
    bool more = true;
    switch (uriel_html_next(&pass->reader, &reference)) {
    case URIEL_HTML_FOUND:
      more = pass->found(pass->context, &reference);
      break;
    case URIEL_HTML_FULL:
      more = html_grow(pass, &reference);
      break;
    case URIEL_HTML_MORE:
    case URIEL_HTML_END:
      return true;
    }
    if (!more)
      return false;
  }
}

/* ---- References ------------------------------------------------------------------------------- */

void html_pass_anchors(struct html_pass *pass)
{
  static const uriel_text names[] = {{"id", 2}, {"name", 4}};
  if (!entity_has_anchors(pass->entity))
    return;
  pass->options.attributes = names;
  pass->options.attribute_count = sizeof names / sizeof *names;
}

bool html_pass_anchor(struct html_pass *pass, const uriel_html_reference *found)
{
  const bool is_name = found->attribute.len == 4;
  const bool is_a = found->element.len == 1 && *found->element.ptr == 'a';
  if ((found->flags & URIEL_HTML_INERT) || (is_name && !is_a) || !found->value.len)
    return true;
  if (entity_seeks(pass->entity, found->value, !is_name)) {
    uriel_html_watch(&pass->reader);
    pass->watches++;
  }
  return entity_anchor(pass->entity, found->value);
}

bool html_clean(struct entity *entity, struct buffer *buffer, uriel_text text, uriel_text *cleaned)
{
  /* Whether the text has a space or a control character: only these may be removed. */
  const uint64_t ones = UINT64_MAX / 255, highs = ones << 7;
  uint64_t some = 0, word;
  size_t i = 0;
  for (; text.len - i >= sizeof word; i += sizeof word) {
    memcpy(&word, text.ptr + i, sizeof word);
    some |= (word - ones * (' ' + 1)) & ~word;
  }
  for (; i < text.len; i++)
    some |= (unsigned char)text.ptr[i] <= ' ' ? highs : 0;
  *cleaned = text;
  if (!(some & highs))
    return true;
  if (!buffer_grow(buffer, text.len))
    return entity_no_memory(entity);
  buffer->len = uriel_html_clean(text.ptr, text.len, buffer->ptr);
  *cleaned = buffer_text(buffer);
  return true;
}

bool html_clean_css(struct entity *entity, uriel_text raw, uriel_text *cleaned)
{
  struct buffer *const out = &entity->links->cleaned;
  if (!buffer_grow(out, raw.len * 2))
    return entity_no_memory(entity);
  const size_t len = uriel_css_unescape(raw.ptr, raw.len, out->ptr, raw.len * 2);
  out->len = uriel_html_clean(out->ptr, len, out->ptr);
  *cleaned = buffer_text(out);
  return true;
}

bool html_clean_codebase(struct entity *entity, uriel_text *codebase)
{
  return codebase->len > ENTITY_BASE_LIMIT ||
         html_clean(entity, &entity->links->message, *codebase, codebase);
}

bool html_relation(struct entity *entity, const uriel_html_reference *found, uriel_text *relation)
{
  return (!found->rel.ptr && !found->rev.ptr) ||
         relation_of(found->rel, found->rev, &entity->links->message, relation) ||
         entity_no_memory(entity);
}

bool html_pass_report(const struct html_pass *pass, const uriel_html_reference *found,
                      struct place (*locate)(void *context, uint64_t offset), void *context)
{
  struct entity *const entity = pass->entity;
  /* With escapes of CSS, the text is reported as it is written. */
  const bool has_escapes = (found->flags & URIEL_HTML_CSS) && !pass->options.decoder && found->raw.len &&
                           memchr(found->raw.ptr, '\\', found->raw.len) &&
                           !memchr(found->raw.ptr, '&', found->raw.len);
  struct links_reference item = {.place = {.offset = found->offset + pass->origin},
                                 .locate = locate,
                                 .locate_context = context,
                                 .element = found->element.ptr,
                                 .attribute = found->attribute.ptr,
                                 .raw = has_escapes ? found->raw : found->value,
                                 .written = found->raw,
                                 .codebase = found->codebase,
                                 .base_of = BASE_OF_DOCUMENT,
                                 .identifies = found->kind == URIEL_HTML_NAME,
                                 .is_guess = found->kind == URIEL_HTML_GUESS,
                                 .is_css = (found->flags & URIEL_HTML_CSS) || !found->attribute.ptr};
  if (found->flags & (URIEL_HTML_BASE | URIEL_HTML_BASE_ELEMENT))
    item.base_of = BASE_OF_RETRIEVAL;
  else if (found->flags & URIEL_HTML_CODEBASE)
    item.base_of = BASE_OF_CODEBASE;
  return (!item.codebase.len || html_clean_codebase(entity, &item.codebase)) &&
         html_clean(entity, &entity->links->cleaned, found->value, &item.cleaned) &&
         html_relation(entity, found, &item.relation) && entity_reference(entity, &item);
}

/* ---- Frames ----------------------------------------------------------------------------------- */

bool html_frames_add(struct buffer *frames, struct entity *entity, uriel_text html)
{
  if (!buffer_add(frames, &html.len, sizeof html.len) || !buffer_add(frames, html.ptr, html.len))
    return entity_no_memory(entity);
  return frames->len < FRAMES_KEPT || html_frames_read(frames, entity);
}

/* A frame was not retrieved from a URI of its own: its base is its parent's (HTML, "fallback base
 * URL"). */
bool html_frames_read(struct buffer *frames, struct entity *entity)
{
  bool more = true;
  for (size_t at = 0; more && at < frames->len;) {
    size_t len;
    memcpy(&len, frames->ptr + at, sizeof len);
    at += sizeof len;
    struct source_memory memory = {frames->ptr + at, len};
    const struct entity_child child = {.read = source_read_memory,
                                       .context = &memory,
                                       .media_type = uriel_text_of("text/html"),
                                       .charset = "utf-8"};
    more = entity_read_child(entity, &child);
    at += len;
  }
  frames->len = 0;
  return more;
}
