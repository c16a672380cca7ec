/* SPDX-License-Identifier: MIT */
/* References of XML: feeds, sitemaps, XHTML, SVG and other vocabularies. The base comes from xml:base
 * (RFC 3986, 5.1.1), from <base href> in XHTML, or from the document. */
#include <string.h>

#include "base/budget.h"
#include "base/unicode.h"
#include "html_pass.h"
#include "reader/text.h"
#include "tags.h"
#include "uriel_html.h"
#include "xml_document.h"

enum { XML_SAMPLE = 64 * 1024 };

/* Returns the text with its character references decoded, in the arena; NULL if the arena is full. */
static const char *xml_unescape(struct arena *arena, uriel_text raw, size_t *len)
{
  char *const out = arena_take(arena, raw.len * 3 + 1);
  if (out)
    *len = uriel_html_decode(raw.ptr, raw.len, true, out, raw.len * 3);
  return out;
}

/* ---- The document's base ---------------------------------------------------------------------- */

static bool xml_state_base(struct entity *entity, const struct tag_value *value, bool element)
{
  struct links *links = entity->links;
  struct buffer *cleaned = &links->cleaned;
  size_t len = value->len;
  bool used = false;
  arena_reset(&links->arena, (size_t)XML_SAMPLE * 64);
  const char *text = value->verbatim
                         ? value->ptr
                         : xml_unescape(&links->arena, (uriel_text){value->ptr, value->len}, &len);
  bool more = !links->arena.no_memory && buffer_grow(cleaned, len);
  if (!more)
    return entity_no_memory(entity);
  if (text) {
    cleaned->len = uriel_html_clean(text, len, cleaned->ptr);
    if (!element || entity_base_counts(buffer_text(cleaned)))
      more = entity_base(entity, buffer_text(cleaned), element ? "base element" : "xml:base", &used);
  }
  arena_reset(&links->arena, 0);
  return more;
}

/* Whether it is an element of that name, with any prefix. */
static bool xml_sample_is(const struct tags_item *item, const char *word)
{
  const char *colon = memchr(item->name, ':', item->name_len);
  const size_t len = colon ? item->name_len - (size_t)(colon + 1 - item->name) : item->name_len;
  return len == strlen(word) && memcmp(item->name + item->name_len - len, word, len) == 0;
}

/* Looks for xml:base on the root, and for <base> in the head of XHTML, as a base must be stated before
 * the first reference. An xml:base after the sample is found later; a <base> is not. */
static bool xml_sample(struct xml_document *document)
{
  struct entity *entity = document->entity;
  if (!source_fill(&entity->source, XML_SAMPLE))
    return true;
  struct tags tags = {.data = entity->source.data, .len = entity->source.len};
  const bool xhtml = entity->document.flags & KIND_PAGE;
  struct tags_item item;
  bool more = true, first = true, found = false;
  while (more && !found && (first || xhtml) && tags_next(&tags, &item)) {
    if (item.is_end)
      continue;
    if (first && item.base.ptr) {
      more = xml_state_base(entity, &item.base, false);
      document->root_base_is_known = true;
    } else if (xhtml && item.href.ptr && !tags.foreign && xml_sample_is(&item, "base")) {
      more = xml_state_base(entity, &item.href, true);
      found = true;
    }
    first = false;
    if (xml_sample_is(&item, "body"))
      break;
  }
  return more;
}

/* ---- Tags ------------------------------------------------------------------------------------- */

/* Handles an element's declarations: prefixes and its base. */
static bool xml_declare(struct xml_document *document, const struct xml_tag *tag)
{
  struct entity *entity = document->entity;
  struct xml_names *names = &document->names;
  struct buffer *resolved = &document->resolved;
  uriel_text base = {NULL, 0};
  for (const char *const *pair = tag->attributes; pair[0]; pair += 2) {
    if (strncmp(pair[0], "xmlns", 5) == 0 && (pair[0][5] == 0 || pair[0][5] == ':'))
      xml_names_declare(names, pair[0], pair[1]);
    if (strcmp(pair[0], "xml:base") != 0 || (document->root_base_is_known && names->depth == 1))
      continue;
    if (!xml_names_has_base(names, false, &base))
      base = entity->base.len ? buffer_text(&entity->base) : (uriel_text){NULL, 0};
    struct buffer *cleaned = &entity->links->cleaned;
    if (!buffer_grow(cleaned, strlen(pair[1])))
      return entity_no_memory(entity);
    cleaned->len = uriel_html_clean(pair[1], strlen(pair[1]), cleaned->ptr);
    if (!entity_resolve_base(entity, buffer_text(cleaned), base, resolved))
      return false;
    if (!xml_names_base(names, resolved->len ? buffer_text(resolved) : (uriel_text){NULL, 0}))
      return entity_no_memory(entity);
  }
  return true;
}

struct xml_job {
  struct xml_document *document;
  struct xml *xml;
  struct xml_attribute attribute;
  const char *element;
  enum feed_use use;
  size_t count;
};

static struct place xml_value_place(void *context, size_t at)
{
  const struct xml_job *job = context;
  return xml_place_of(job->xml, job->attribute.offset + (job->attribute.verbatim ? at : 0));
}

/* Reports one reference of an attribute's value. In a list of pairs, every second item is a name. */
static bool xml_value_found(struct xml_job *job, size_t begin, size_t end)
{
  const size_t count = job->count++;
  const struct xml_found found = {.place = xml_value_place(job, begin),
                                  .element = job->element,
                                  .attribute = job->attribute.name,
                                  .raw = {job->attribute.value + begin, end - begin},
                                  .identifies = job->use == FEED_USE_NAME ||
                                                job->use == FEED_USE_NAMES ||
                                                (job->use == FEED_USE_PAIRS && count % 2 == 0)};
  return xml_tell(job->document, &found);
}

/* A list separated by white space. */
static bool xml_value_list(struct xml_job *job)
{
  const struct xml_attribute *attribute = &job->attribute;
  bool more = true;
  for (size_t at = 0, begin; more && at < attribute->len;) {
    while (at < attribute->len && ascii_space(attribute->value[at]))
      at++;
    for (begin = at; at < attribute->len && !ascii_space(attribute->value[at]);)
      at++;
    more = at == begin || xml_value_found(job, begin, at);
  }
  return more;
}

static bool xml_tell_attribute(struct xml_job *job)
{
  const struct xml_attribute *attribute = &job->attribute;
  const struct xml_found value = {
      .element = job->element, .attribute = attribute->name, .raw = {attribute->value, attribute->len}};
  switch (job->use) {
  case FEED_USE_LINK:
  case FEED_USE_NAME:
    return xml_value_found(job, 0, attribute->len);
  case FEED_USE_NAMES:
  case FEED_USE_PAIRS:
    return xml_value_list(job);
  case FEED_USE_TEXT:
    return !memchr(attribute->value, ':', attribute->len) ||
           xml_content_find(job->document, &value, xml_value_place, job);
  default:
    return true;
  }
}

/* xml:base is resolved against the base outside of its element. */
static bool xml_tell_base(struct xml_job *job)
{
  struct xml_document *document = job->document;
  struct buffer *cleaned = &document->entity->links->cleaned;
  const struct xml_attribute *attribute = &job->attribute;
  if (!buffer_grow(cleaned, attribute->len))
    return entity_no_memory(document->entity);
  cleaned->len = uriel_html_clean(attribute->value, attribute->len, cleaned->ptr);
  struct links_reference item = {.place = xml_value_place(job, 0),
                                 .element = job->element,
                                 .attribute = "xml:base",
                                 .raw = {attribute->value, attribute->len},
                                 .cleaned = buffer_text(cleaned),
                                 .base_of =
                                     document->names.depth == 1 ? BASE_OF_RETRIEVAL : BASE_OF_DOCUMENT};
  if (item.base_of == BASE_OF_DOCUMENT && xml_names_has_base(&document->names, true, &item.codebase))
    item.base_of = BASE_OF_ITS_OWN;
  return entity_reference(document->entity, &item);
}

static enum feed_use xml_use_of(const struct xml_names *names, enum feed_space element, const char *name,
                                const char *value)
{
  const char *local = name;
  if (strncmp(name, "xmlns", 5) == 0 && (name[5] == 0 || name[5] == ':'))
    return *value ? FEED_USE_NAME : FEED_USE_NONE;
  const enum feed_space space = xml_names_attribute(names, &local);
  if (space == FEED_XML || (space == FEED_NONE && feed_is_html(element)))
    return FEED_USE_NONE;
  const enum feed_use use = feed_attribute(element, space, local);
  if (use == FEED_USE_NAME && strncmp(value, "##", 2) == 0)
    return FEED_USE_NONE; /* "##any" of a schema */
  return use == FEED_USE_TEXT && feed_is_html(element) ? FEED_USE_NONE : use;
}

static enum reference_base xml_html_base(unsigned flags)
{
  return flags & URIEL_HTML_BASE_ELEMENT ? BASE_OF_RETRIEVAL
         : flags & URIEL_HTML_CODEBASE   ? BASE_OF_CODEBASE
                                         : BASE_OF_DOCUMENT;
}

static bool xml_html_found(struct xml_job *job, const uriel_html_reference *found)
{
  struct entity *entity = job->document->entity;
  struct links_reference item = {.place = xml_place_of(job->xml, found->offset),
                                 .element = job->element,
                                 .attribute = found->attribute.ptr,
                                 .raw = found->raw,
                                 .base_of = xml_html_base(found->flags),
                                 .codebase = found->codebase,
                                 .identifies = found->kind == URIEL_HTML_NAME};
  return html_clean(entity, &entity->links->cleaned, found->value, &item.cleaned) &&
         html_clean_codebase(entity, &item.codebase) && xml_tell_item(job->document, &item);
}

/* Reports what HTML's attributes contain; a nested document last. */
static bool xml_html_tell(struct xml_job *job, uriel_html_element *html)
{
  struct arena *const arena = &job->document->entity->links->arena;
  uriel_html_reference found;
  uriel_text nested = {NULL, 0};
  char *room = NULL;
  size_t size = 0;
  bool more = true;
  for (;;) {
    const uriel_html_status status = uriel_html_element_next(html, &found, room, size);
    if (status == URIEL_HTML_FULL) {
      size = (size_t)found.length;
      room = arena_take(arena, size);
      if (!room)
        return entity_no_memory(job->document->entity);
    } else if (status != URIEL_HTML_FOUND || !more)
      break;
    else if (found.kind == URIEL_HTML_SRCDOC)
      nested = found.value;
    else
      more = xml_html_found(job, &found);
  }
  return more && (!nested.ptr || xml_content_nested(job->document, nested.ptr, nested.len));
}

/* The DTD of XHTML, which is not read, declares HTML's characters; Expat silently omits them from a
 * value. So such a value is decoded again, unless the document declares its own entities. */
static bool xml_characters(struct xml_document *document, struct xml_attribute *attribute)
{
  struct arena *arena = &document->entity->links->arena;
  const uriel_text raw = attribute->raw;
  size_t len = 0;
  if (document->has_entities || !raw.len || raw.len > (size_t)XML_SAMPLE ||
      !memchr(raw.ptr, '&', raw.len) || memchr(raw.ptr, 0, raw.len) ||
      uriel_utf8_span(raw.ptr, raw.len) < raw.len) /* the encoding is not UTF-8 */
    return true;
  const char *text = xml_unescape(arena, raw, &len);
  if (text) {
    attribute->value = text;
    attribute->len = len;
  }
  return !arena->no_memory || entity_no_memory(document->entity);
}

/* Reports "id" and "xml:id" of any element, and "name" of XHTML's <a>. */
static bool xml_anchor(const struct xml_job *job, enum feed_space space, const char *local)
{
  const struct xml_attribute *const attribute = &job->attribute;
  const char *const name = attribute->name;
  struct entity *const entity = job->document->entity;
  const bool is_anchor = strcmp(name, "id") == 0 || strcmp(name, "xml:id") == 0 ||
                         (space == FEED_XHTML && strcmp(name, "name") == 0 && strcmp(local, "a") == 0);
  return !is_anchor || !attribute->len || !entity_has_anchors(entity) ||
         entity_anchor(entity, (uriel_text){attribute->value, attribute->len});
}

/* Reads all attributes: with HTML's table on elements of HTML and SVG, otherwise with the tables of the
 * vocabularies. */
static bool xml_attributes(struct xml_job *job, const struct xml_tag *tag, enum feed_space space,
                           const char *local)
{
  uriel_html_element html;
  struct xml_attribute *const attribute = &job->attribute;
  struct xml_cursor cursor = {0};
  bool more = true;
  uriel_html_element_begin(&html, local, strlen(local), space == FEED_XHTML);
  arena_reset(&job->document->entity->links->arena, (size_t)XML_SAMPLE * 64);
  while (more && xml_attribute_next(job->xml, tag, &cursor, attribute)) {
    const char *name = attribute->name;
    if (space == FEED_XHTML && !xml_characters(job->document, attribute))
      return false;
    if (!xml_anchor(job, space, local))
      return false;
    if (feed_is_html(space) && xml_names_attribute(&job->document->names, &name) == FEED_NONE)
      uriel_html_element_add(&html, name, strlen(name), attribute->value, attribute->len,
                             attribute->offset, attribute->verbatim);
    job->use = xml_use_of(&job->document->names, space, attribute->name, attribute->value);
    job->count = 0;
    more = strcmp(attribute->name, "xml:base") == 0 ? xml_tell_base(job) : xml_tell_attribute(job);
  }
  return more && xml_html_tell(job, &html);
}

static bool xml_has_value(const struct xml_tag *tag, const char *name, const char *value)
{
  const char *const *pair = tag->attributes;
  while (pair[0] && strcmp(pair[0], name) != 0)
    pair += 2;
  return pair[0] && strcmp(pair[1], value) == 0;
}

/* Returns the use of the text within a tag. */
static enum feed_use xml_text_use(const struct xml_tag *tag, enum feed_space space, const char *local)
{
  const enum feed_use use = feed_element(space, local);
  if (use == FEED_USE_GUID)
    return xml_has_value(tag, "isPermaLink", "false") ? FEED_USE_OPAQUE : FEED_USE_LINK;
  if (use == FEED_USE_TYPED)
    return xml_has_value(tag, "type", "html") || xml_has_value(tag, "type", "text/html") ? FEED_USE_HTML
                                                                                         : FEED_USE_TEXT;
  return use;
}

/* ---- Callbacks of the parser ------------------------------------------------------------------ */

static bool xml_on_start(void *context, struct xml *xml, const struct xml_tag *tag)
{
  struct xml_document *document = context;
  const char *local = tag->name;
  if (document->use != FEED_USE_NONE)
    document->use = FEED_USE_TEXT; /* a text that contains elements is not a reference */
  if (!xml_content_end(document))
    return false;
  xml_names_begin(&document->names);
  if (!document->has_root) {
    (void)xml_names_element(&document->names, &local);
    document->names.none = feed_space_of_root(local);
    document->has_root = true;
    local = tag->name;
  }
  (void)xml_place(xml);
  struct xml_job job = {.document = document, .xml = xml, .element = tag->name};
  if (!xml_declare(document, tag))
    return false;
  const enum feed_space space = xml_names_element(&document->names, &local);
  document->use = xml_text_use(tag, space, local);
  const size_t len = strlen(tag->name) < XML_NAME ? strlen(tag->name) : XML_NAME - 1;
  memcpy(document->element, tag->name, len);
  document->element[len] = 0;
  return !tag->attributes[0] || xml_attributes(&job, tag, space, local);
}

static bool xml_on_end(void *context, struct xml *xml, const char *name)
{
  struct xml_document *document = context;
  const bool more = xml_content_end(document);
  const enum feed_space space = xml_names_element(&document->names, &name);
  (void)xml;
  xml_names_end(&document->names);
  /* Text after this tag belongs to the enclosing element, which usually has the same vocabulary. */
  document->use = space == FEED_XHTML || space == FEED_MATHML ? FEED_USE_NONE : FEED_USE_TEXT;
  return more;
}

static bool xml_on_text(void *context, struct xml *xml, const char *text, size_t len)
{
  const struct place place = xml_place(xml);
  return xml_content_add(context, text, len, &place);
}

/* Reports a pseudo-attribute, which has XML's character references (Associating Style Sheets, 3.1). */
static bool xml_tell_pseudo(struct xml_document *document, struct xml *xml, const char *target,
                            uriel_text raw)
{
  struct arena *arena = &document->entity->links->arena;
  const struct place place = xml_place_of_text(xml, raw.ptr, raw.len);
  uriel_text text = {NULL, raw.len};
  arena_reset(arena, (size_t)XML_SAMPLE * 64);
  if (memchr(raw.ptr, '&', raw.len))
    text.ptr = xml_unescape(arena, raw, &text.len);
  if (arena->no_memory)
    return entity_no_memory(document->entity);
  const struct xml_found found = {
      .place = place, .element = target, .attribute = "href", .raw = text.ptr ? text : raw};
  return xml_tell(document, &found);
}

/* <?xml-stylesheet href="..."?> */
static bool xml_on_instruction(void *context, struct xml *xml, const char *target, const char *data)
{
  static const char href[] = "href";
  if (strcmp(target, "xml-stylesheet") != 0 && strcmp(target, "xml-model") != 0)
    return true;
  for (const char *at = data; (at = strstr(at, href)); at++) {
    const char *open = at + sizeof href - 1;
    open += strspn(open, " \t\r\n");
    if ((at > data && !ascii_space(at[-1])) || *open != '=')
      continue;
    open += 1 + strspn(open + 1, " \t\r\n");
    const char *close = *open == '"' || *open == '\'' ? strchr(open + 1, *open) : NULL;
    if (!close)
      return true;
    return xml_tell_pseudo(context, xml, target, (uriel_text){open + 1, (size_t)(close - open) - 1});
  }
  return true;
}

static bool xml_on_external(void *context, struct xml *xml, const char *what, const char *system)
{
  struct xml_document *document = context;
  document->has_entities |= strcmp(what, "!ENTITY") == 0;
  if (!system)
    return true;
  const uriel_text raw = uriel_text_of(system);
  const struct xml_found found = {
      .place = xml_place_of_text(xml, raw.ptr, raw.len), .element = what, .raw = raw};
  return xml_tell(context, &found);
}

/* ---- Documents that are not well-formed ------------------------------------------------------- */

struct xml_rest {
  struct entity *entity;
  struct place begin;
};

static struct place xml_rest_place(const struct xml_rest *rest, const struct place *place)
{
  struct place at = rest->begin;
  at.offset += place->offset;
  at.line += place->line - 1;
  at.column = place->line == 1 ? at.column + place->column - 1 : place->column;
  return at;
}

static bool xml_rest_found(void *context, const struct text_hit *hit)
{
  const struct xml_rest *rest = context;
  struct links_reference item = {
      .place = xml_rest_place(rest, &hit->place), .raw = hit->raw, .cleaned = hit->cleaned};
  return entity_reference(rest->entity, &item);
}

static bool xml_rest_too_long(void *context, const struct place *place)
{
  const struct xml_rest *rest = context;
  return entity_error(rest->entity, "reference-too-long", xml_rest_place(rest, place).offset, 0,
                      "a reference of more than %d bytes", (int)TEXT_REFERENCE_LIMIT);
}

/* Keeps the references before the error; reads the rest as running text. */
static bool xml_read_rest(struct xml_document *document, const struct xml_error *error)
{
  static const struct text_request request = {.clean = 0};
  struct entity *entity = document->entity;
  struct xml_rest rest = {entity, error->place};
  const struct text_sink sink = {&rest, xml_rest_found, xml_rest_too_long};
  if (!xml_content_end(document) ||
      !entity_error(entity, "document-malformed", error->place.offset, 0, "%s (line %llu, column %llu)",
                    error->reason, (unsigned long long)error->place.line,
                    (unsigned long long)error->place.column))
    return false;
  entity->note = "not well-formed: read as text from the error on";
  return text_read(&entity->source, &request, &entity->links->cleaned, &sink) != TEXT_ENDED;
}

static bool xml_read_document(struct xml_document *document)
{
  struct entity *entity = document->entity;
  const struct xml_sink sink = {document,    xml_on_start,       xml_on_end,
                                xml_on_text, xml_on_instruction, xml_on_external};
  struct xml_error error = {NULL, {0, 1, 1}};
  if (!xml_sample(document))
    return false;
  switch (xml_read(&entity->source, entity->charset, entity_whole(entity), &sink, &error)) {
  case XML_DONE:
    return true;
  case XML_FAILED:
    return xml_content_end(document);
  case XML_MALFORMED:
    return xml_read_rest(document, &error);
  case XML_NO_MEMORY:
    return entity_no_memory(entity);
  case XML_ENDED:
    break;
  }
  return false;
}

bool read_xml(struct entity *entity)
{
  struct xml_document *document = budget_take_zeros(1, sizeof *document);
  if (!document)
    return entity_no_memory(entity);
  document->entity = entity;
  document->use = FEED_USE_TEXT;
  const bool more = xml_read_document(document);
  buffer_free(&document->names.bases);
  buffer_free(&document->resolved);
  xml_run_free(&document->run);
  budget_give(document);
  return more;
}
