/* SPDX-License-Identifier: MIT */
/* A document that is being read. */
#include "entity.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "base/budget.h"
#include "base/full.h"
#include "reader/text.h"
#include "relation.h"

/* A reference's texts are copied for an event, for a row, and by SQLite. */
enum { ENTITY_TOLD = 2 };

bool entity_no_memory(struct entity *entity)
{
  entity->links->no_memory = true;
  entity->links->over = budget_exceeded();
  return false;
}

bool entity_over(struct entity *entity)
{
  entity->links->no_memory = entity->links->over = false;
  entity->status = "too large";
  return entity_error(entity, "document-too-large", 0, 0, "%s",
                      "the document takes more memory than the budget has (see --memory)");
}

static bool entity_copy(struct entity *entity, struct buffer *to, uriel_text text)
{
  return buffer_set(to, text) || entity_no_memory(entity);
}

/* Returns how the document's references are read. */
static struct work_rule entity_rule(struct entity *entity)
{
  struct work_rule rule = entity->links->rule;
  rule.no_normal &= !entity->parts;
  if (entity->encoder.encoding) {
    rule.encoder = uriel_encoding_encode;
    rule.encoder_context = &entity->encoder;
  }
  return rule;
}

uriel_text entity_less_fragment(uriel_text uri)
{
  const char *fragment = uri.len ? memchr(uri.ptr, '#', uri.len) : NULL;
  if (fragment)
    uri.len = (size_t)(fragment - uri.ptr);
  return uri;
}

/* A browser ignores a base that is not a URL (HTML, "set the frozen base URL"). */
static bool entity_keeps_outer(const struct entity *entity)
{
  return entity->links->rule.spec == URIEL_SPEC_WHATWG;
}

bool entity_is_old(const struct entity *entity)
{
  return entity->links->rule.old != 0;
}

/* Sets `out` to the base, or leaves it empty. */
static bool entity_find_base(struct entity *entity, uriel_text stated, uriel_text outer,
                             struct buffer *out)
{
  const struct work_rule rule = entity_rule(entity);
  out->no_memory = false;
  if (stated.len > ENTITY_BASE_LIMIT || !work_base(&entity->links->work, &rule, stated, outer, out) ||
      out->len > ENTITY_BASE_LIMIT)
    out->len = 0;
  return !out->no_memory || entity_no_memory(entity);
}

bool entity_resolve_base(struct entity *entity, uriel_text stated, uriel_text outer, struct buffer *out)
{
  return entity_find_base(entity, stated, outer, out) &&
         (out->len || !entity_keeps_outer(entity) || entity_copy(entity, out, outer));
}

bool entity_base_counts(uriel_text href)
{
  return !(href.len > 4 && strncasecmp(href.ptr, "data:", 5) == 0) &&
         !(href.len > 10 && strncasecmp(href.ptr, "javascript:", 11) == 0);
}

bool entity_base(struct entity *entity, uriel_text base, const char *by, bool *used)
{
  struct buffer *resolved = &entity->links->work.target;
  struct links_document *document = &entity->document;
  /* HTML's base must be absolute (url-1997 and uri-2003, Appendix D), and so must Content-Base
   * (url-1997, 5.1.1). */
  const bool must_be_absolute =
      entity_is_old(entity) && (strcmp(by, "base element") == 0 || strcmp(by, "Content-Base") == 0);
  const uriel_text outer = must_be_absolute ? (uriel_text){NULL, 0} : buffer_defined(&entity->base);
  if (!entity_find_base(entity, base, outer, resolved))
    return false;
  *used = resolved->len > 0;
  if (!*used && entity_keeps_outer(entity))
    return true;
  if (!entity_copy(entity, &entity->before, buffer_defined(&entity->base)))
    return false;
  entity->restated = true;
  document->base_source = *used ? LINKS_BASE_CONTENT : LINKS_BASE_NONE;
  document->base_by = *used ? by : NULL;
  return entity_copy(entity, &entity->base, buffer_defined(resolved));
}

const char *entity_charset(const struct buffer *media_type, char out[ENTITY_CHARSET])
{
  const char *at = media_type->len ? strchr(media_type->ptr, ';') : NULL;
  for (; at; at = strchr(at, ';')) {
    at += 1 + strspn(at + 1, " \t\r\n");
    if (strncasecmp(at, "charset=", 8) != 0)
      continue;
    at += 8 + (at[8] == '"');
    const size_t len = strcspn(at, "\"; \t\r\n");
    if (!len || len >= ENTITY_CHARSET)
      return NULL;
    memcpy(out, at, len);
    out[len] = 0;
    return out;
  }
  return NULL;
}

size_t entity_whole(const struct entity *entity)
{
  const size_t whole = entity->links->limits.whole;
  size_t left = whole > SIZE_MAX / 4 ? SIZE_MAX : whole * 4;
  for (const struct entity *outer = entity->parent; outer; outer = outer->parent)
    left -= outer->source.capacity < left ? outer->source.capacity : left;
  return left < whole ? left : whole;
}

bool entity_begin(struct entity *entity)
{
  const struct links_sink *sink = entity->links->sink;
  struct links_document *document = &entity->document;
  if (entity->begun)
    return true;
  entity->begun = true;
  document->number = ++entity->links->numbers;
  document->parent = entity->parent ? entity->parent->document.number : 0;
  document->part = entity->part.len ? buffer_text(&entity->part) : uriel_text_of("");
  document->media_type = buffer_defined(&entity->media_type);
  document->retrieval = buffer_defined(&entity->retrieval);
  document->base = buffer_defined(&entity->base);
  struct budget_share *const share = budget_enter(NULL);
  const bool more = sink->begin(sink->context, document);
  budget_enter(share);
  return more;
}

/* ---- References ------------------------------------------------------------------------------- */

static bool entity_is(const struct links_reference *reference, const char *element,
                      const char *attribute)
{
  return reference->element && reference->attribute && strcmp(reference->element, element) == 0 &&
         strcmp(reference->attribute, attribute) == 0;
}

/* Returns the base that a reference is resolved against, if that is not the document's. */
static uriel_text entity_base_of(struct entity *entity, const struct links_reference *reference)
{
  struct buffer *const codebase = &entity->links->codebase;
  const uriel_text base = buffer_defined(&entity->base);
  switch (reference->base_of) {
  case BASE_OF_RETRIEVAL:
    if (entity_is_old(entity) && entity_is(reference, "base", "href"))
      return (uriel_text){NULL, 0}; /* it must be absolute */
    return entity->restated ? buffer_defined(&entity->before) : base;
  case BASE_OF_ITS_OWN:
    return reference->codebase;
  case BASE_OF_CODEBASE: /* HTML no longer has it */
    if (entity->links->rule.spec == URIEL_SPEC_WHATWG)
      return base;
    /* Undefined also if memory runs out. */
    return entity_resolve_base(entity, reference->codebase, base, codebase) ? buffer_defined(codebase)
                                                                            : (uriel_text){NULL, 0};
  case BASE_OF_DOCUMENT:
    break;
  }
  return base;
}

/* Completes the place if the sink wants lines, and for errors. Charges the memory that the sink needs
 * before calling it: the same for any sink, and separate from the sink's own memory. */
static bool entity_tell(struct entity *entity, struct links_reference *reference)
{
  const struct links_sink *sink = entity->links->sink;
  const size_t cleaned = reference->cleaned.len == reference->raw.len ? 0 : reference->cleaned.len;
  const size_t size =
      ENTITY_TOLD * (reference->raw.len + cleaned + reference->original.len + reference->target.len +
                     reference->normal.len + reference->elsewhere.len + reference->relation.len);
  if (reference->locate && (reference->error || !entity->links->limits.no_lines)) {
    reference->place = reference->locate(reference->locate_context, reference->place.offset);
    reference->locate = NULL;
  }
  struct budget_share *const share = budget_enter(NULL);
  const bool fits = budget_charge_to(share, size);
  const bool more = fits && sink->reference(sink->context, reference);
  budget_enter(share);
  if (!fits)
    return entity_no_memory(entity);
  budget_refund_to(share, size);
  return more;
}

bool entity_reference(struct entity *entity, struct links_reference *reference)
{
  struct links *links = entity->links;
  struct work *work = &links->work;
  const struct links_sink *const sink = links->sink;
  if (!entity->begun && !entity_begin(entity))
    return false;
  if (!sink->reference) {
    entity->references++;
    return true;
  }
  reference->identifies |= relation_is_origin(reference->relation);
  /* Whether the target depends only on its text and the retrieval URI of the file. */
  reference->is_plain = reference->base_of == BASE_OF_DOCUMENT && !reference->identifies &&
                        !reference->is_guess && !reference->header && !entity->restated &&
                        !entity->parent && !entity->parts;
  if (reference->is_plain && sink->known) {
    struct budget_share *const share = budget_enter(NULL);
    const bool is_known = sink->known(sink->context, reference->cleaned, reference->attribute);
    budget_enter(share);
    entity->references += is_known;
    if (is_known)
      return true;
  }
  const uriel_text base = reference->base_of == BASE_OF_DOCUMENT ? buffer_defined(&entity->base)
                                                                 : entity_base_of(entity, reference);
  struct work_rule rule = entity_rule(entity);
  /* Names are compared, not followed. */
  if (reference->identifies) {
    rule.compare = false;
    if (rule.spec == URIEL_SPEC_LENIENT && !reference->header)
      rule.spec = URIEL_SPEC_IRI;
  }
  if (reference->is_css)
    rule.encoder = NULL;
  /* Where a reference to the current document leads under url-1997 and uri-2003. If it always makes a
   * new request, as <form action> does, it stands for the document's URL (url-1997, 3) or for its base
   * (uri-2003, 4.2). */
  rule.current = buffer_defined(&entity->retrieval);
  rule.to_base = rule.spec == URIEL_SPEC_URI_2003 && entity_is(reference, "form", "action");
  if (links->no_memory)
    return false;
  if (!work_out(work, &rule, reference->cleaned, base))
    return entity_no_memory(entity);
  /* A name need not be a URI reference, except in a header field that states the base. */
  if (reference->identifies && !reference->header && !work->form)
    work->error.code = URIEL_ERROR_NONE;
  /* Without a base, parts are named by "thismessage:/" (RFC 2557, 5). */
  const struct entity_parts *const parts = entity->parts;
  const bool can_name = work->normal.len || work->error.code == URIEL_ERROR_BASE_NOT_ABSOLUTE;
  const uriel_text part =
      parts && can_name ? parts->find(parts->context, buffer_defined(&work->normal), work->reference)
                        : (uriel_text){NULL, 0};
  if (part.ptr && work->error.code == URIEL_ERROR_BASE_NOT_ABSOLUTE)
    work->error.code = URIEL_ERROR_NONE;
  const bool clean = work->error.code == URIEL_ERROR_NONE;
  reference->is_invalid =
      !clean && (work->read == URIEL_READ_EXACT || work->error.code == URIEL_ERROR_BASE_NOT_ABSOLUTE);
  if (reference->is_guess && reference->is_invalid)
    return true;
  reference->ordinal = ++entity->references;
  reference->cleaned = work->reference;
  reference->original = work->original;
  reference->read = work->read;
  reference->form = work->form;
  reference->base = base;
  reference->target = buffer_defined(&work->target);
  reference->normal = buffer_defined(&work->normal);
  reference->elsewhere = work->elsewhere;
  reference->excess = work->excess;
  reference->part = part;
  reference->error = clean ? NULL : &work->error;
  reference->error_message = buffer_text(&work->message);
  entity->errors += !clean;
  return entity_tell(entity, reference);
}

bool entity_has_anchors(const struct entity *entity)
{
  return entity->links->limits.anchors && !entity->parent;
}

bool entity_anchor(struct entity *entity, uriel_text name)
{
  const struct links_sink *const sink = entity->links->sink;
  if (!entity_begin(entity))
    return false;
  struct budget_share *const share = budget_enter(NULL);
  const bool more = sink->anchor(sink->context, name);
  budget_enter(share);
  return more;
}

static bool entity_is_same(uriel_text a, uriel_text b)
{
  return a.len == b.len && memcmp(a.ptr, b.ptr, a.len) == 0;
}

bool entity_seeks(const struct entity *entity, uriel_text name, bool is_id)
{
  struct links_part *const part = entity->parent ? NULL : entity->links->request->part;
  enum links_fit fit = LINKS_FIT_NOT;
  if (part && entity_is_same(name, part->fragment))
    fit = is_id ? LINKS_FIT_ID : LINKS_FIT_NAME;
  else if (part && entity_is_same(name, part->decoded))
    fit = is_id ? LINKS_FIT_DECODED : LINKS_FIT_DECODED_NAME;
  if (fit == LINKS_FIT_NOT || fit <= part->fit)
    return false;
  part->fit = fit;
  part->is_found = false;
  return true;
}

bool entity_part(struct entity *entity, uint64_t begin, uint64_t end)
{
  struct links_part *const part = entity->links->request->part;
  part->is_found = true;
  part->begin = begin;
  part->end = end;
  return part->fit < LINKS_FIT_ID; /* nothing fits better */
}

bool entity_error(struct entity *entity, const char *code, uint64_t offset, uint64_t length,
                  const char *format, ...)
{
  enum { MESSAGE = 512 };
  struct entity_cause **at = &entity->causes;
  if (!entity_begin(entity))
    return false;
  entity->errors++;
  while (*at && strcmp((*at)->code, code) != 0)
    at = &(*at)->next;
  if (*at) {
    (*at)->count++;
    return true;
  }
  struct budget_share *const share = budget_enter(NULL); /* the document's may be exceeded */
  *at = budget_take(sizeof **at);
  budget_enter(share);
  if (!*at)
    return entity_no_memory(entity);
  **at = (struct entity_cause){.code = code, .offset = offset, .length = length, .count = 1};
  va_list arguments;
  va_start(arguments, format);
  vsnprintf((*at)->message, MESSAGE, format, arguments);
  va_end(arguments);
  return true;
}

bool entity_lacks(struct entity *entity, const char *what)
{
  entity->status = "unreadable";
  return entity_error(entity, LINKS_LACKS, 0, 0, "reading %s needs " FULL_URIEL, what);
}

bool entity_too_long(struct entity *entity, const struct place *place)
{
  return entity_error(entity, "reference-too-long", place->offset, 0,
                      "a reference of more than %d bytes at line %llu, column %llu",
                      (int)TEXT_REFERENCE_LIMIT, (unsigned long long)place->line,
                      (unsigned long long)place->column);
}

bool entity_errors_end(struct entity *entity, bool more)
{
  const struct links_sink *const sink = entity->links->sink;
  struct budget_share *const share = budget_enter(NULL);
  while (entity->causes) {
    struct entity_cause *const cause = entity->causes;
    const size_t len = strlen(cause->message);
    if (cause->count > 1)
      snprintf(cause->message + len, sizeof cause->message - len, " (the first of %llu such errors)",
               (unsigned long long)cause->count);
    const struct links_error error = {cause->code, uriel_text_of(cause->message), cause->offset,
                                      cause->length};
    more = more && sink->error(sink->context, &error);
    entity->causes = cause->next;
    budget_give(cause);
  }
  budget_enter(share);
  return more;
}

/* ---- Documents in documents ------------------------------------------------------------------- */

static bool entity_take_bases(struct entity *child, const struct entity *parent,
                              const struct entity_child *how)
{
  struct links_document *document = &child->document;
  const uriel_text retrieval = entity_less_fragment(how->retrieval);
  const uriel_text around = how->no_base ? (uriel_text){NULL, 0} : buffer_defined(&parent->base);
  bool used = false;
  if (!entity_copy(child, &child->retrieval, retrieval))
    return false;
  document->base_source = retrieval.ptr ? LINKS_BASE_RETRIEVAL
                          : around.len  ? LINKS_BASE_ENTITY
                                        : LINKS_BASE_NONE;
  if (!entity_copy(child, &child->base, retrieval.ptr ? retrieval : around))
    return false;
  return !how->base.ptr || entity_base(child, how->base, how->base_by, &used);
}

struct entity *entity_open_child(struct entity *parent, const struct entity_child *how,
                                 const struct kind *kind)
{
  struct entity *child = entity_begin(parent) ? links_entity(parent->links, parent) : NULL;
  char number[24];
  if (!child)
    return NULL;
  parent->children++;
  child->name = how->name;
  child->joined = how->joined;
  child->charset = how->charset;
  child->was = how->was;
  child->parts = how->parts ? how->parts : parent->parts;
  child->document.encoding = how->encoding;
  child->document.kind = kind_name(kind ? kind : &kinds[KIND_BINARY]);
  child->document.format = kind ? kind->format : NULL;
  child->document.flags = kind ? kind->flags : 0;
  source_start(&child->source, how->read, how->context);
  const int len = snprintf(number, sizeof number, "%s%llu", parent->part.len ? "." : "",
                           how->part ? how->part : (unsigned long long)parent->children);
  /* The position in the file: the parent's, a dot, and the child's number. */
  if (entity_copy(child, &child->part, buffer_text(&parent->part)) &&
      (buffer_add(&child->part, number, (size_t)len) || entity_no_memory(child)) &&
      entity_copy(child, &child->media_type, how->media_type) && entity_take_bases(child, parent, how))
    return child;
  links_entity_done(child);
  return NULL;
}

bool entity_close_child(struct entity *child, bool good)
{
  const bool more = good && links_entity_end(child);
  links_entity_done(child);
  return more;
}

bool entity_read_child(struct entity *parent, const struct entity_child *how)
{
  struct entity *const child = entity_open_child(parent, how, NULL);
  return child && entity_close_child(child, links_entity_read(child));
}

bool entity_fill(struct entity *entity, const char *noun, bool *goes_on)
{
  const size_t most = entity_whole(entity);
  *goes_on = true;
  if (!source_fill(&entity->source, most + 1))
    return false;
  if (entity->source.len <= most)
    return true;
  entity->status = "too large";
  *goes_on = entity_error(entity, "document-too-large", 0, 0,
                          "%s of more than %zu bytes (see --max-size)", noun, most);
  return false;
}
