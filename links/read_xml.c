/* SPDX-License-Identifier: MIT */
/* References of XML: feeds, sitemaps, XHTML, SVG and other vocabularies. The base comes from xml:base
 * (RFC 3986, 5.1.1), from <base href> in XHTML, or from the document. */
#include <errno.h>
#include <string.h>

#include "base/budget.h"
#include "base/unicode.h"
#include "html_pass.h"
#include "reader/text.h"
#include "uriel_html.h"
#include "xml_document.h"

enum { XML_SAMPLE = 64 * 1024 };

/* Sets `base` to the base that a value states, cleaned. */
static bool xml_clean_base(struct entity *entity, uriel_text value, uriel_text *base)
{
  return html_clean(entity, &entity->links->cleaned, value, base);
}

/* ---- Values ------------------------------------------------------------------------------------ */

/* A decoded value, until the end of its tag. */
struct xml_decoded {
  struct xml_decoded *before;
  char text[];
};

/* The DTD of XHTML, which is not read, declares HTML's characters; Expat silently omits them from a
 * value. So such a value is decoded again, unless the document declares its own entities. */
static bool xml_characters(struct xml_document *document, struct xml_attribute *attribute)
{
  const uriel_text raw = attribute->raw;
  if (document->has_entities || !raw.len || raw.len > (size_t)XML_SAMPLE ||
      !memchr(raw.ptr, '&', raw.len) || memchr(raw.ptr, 0, raw.len) ||
      uriel_utf8_span(raw.ptr, raw.len) < raw.len) /* the encoding is not UTF-8 */
    return true;
  struct xml_decoded *const decoded = budget_take(sizeof *decoded + raw.len * 3);
  if (!decoded)
    return entity_no_memory(document->entity);
  decoded->before = document->decoded;
  document->decoded = decoded;
  attribute->value = decoded->text;
  attribute->len = uriel_html_decode(raw.ptr, raw.len, true, decoded->text, raw.len * 3);
  return true;
}

static void xml_characters_free(struct xml_document *document)
{
  while (document->decoded) {
    struct xml_decoded *const before = document->decoded->before;
    budget_give(document->decoded);
    document->decoded = before;
  }
}

/* ---- The document's base ---------------------------------------------------------------------- */

/* The start of the document, which is read before it: the base must be stated before the first
 * reference. */
struct xml_sample {
  struct xml_document *document;
  bool is_within; /* the root has begun */
  bool failed;
  unsigned foreign; /* number of open <svg> and <math> */
};

/* Returns the value of an attribute, or NULL. */
static const char *xml_value_of(const struct xml_tag *tag, const char *name)
{
  const char *const *pair = tag->attributes;
  while (pair[0] && strcmp(pair[0], name) != 0)
    pair += 2;
  return pair[0] ? pair[1] : NULL;
}

/* Finds an attribute; in XHTML, its value has HTML's characters. Sets `failed` if memory runs out. */
static bool xml_sample_value(struct xml_sample *sample, struct xml *xml, const struct xml_tag *tag,
                             const char *name, struct xml_attribute *attribute)
{
  struct xml_cursor cursor = {0};
  while (xml_attribute_next(xml, tag, &cursor, attribute))
    if (strcmp(attribute->name, name) == 0) {
      if (sample->document->entity->document.flags & KIND_PAGE)
        sample->failed |= !xml_characters(sample->document, attribute);
      return true;
    }
  return false;
}

static bool xml_is_foreign(const char *name)
{
  return strcmp(name, "svg") == 0 || strcmp(name, "math") == 0;
}

/* Looks for xml:base on the root, and for <base>, with any prefix, in the head of XHTML. An xml:base
 * after the sample is found later; a <base> is not. */
static bool xml_sample_start(void *context, struct xml *xml, const struct xml_tag *tag)
{
  struct xml_sample *const sample = context;
  struct entity *const entity = sample->document->entity;
  const char *const colon = strchr(tag->name, ':'), *const local = colon ? colon + 1 : tag->name;
  struct xml_attribute own;
  const bool is_own = !sample->is_within && xml_sample_value(sample, xml, tag, "xml:base", &own);
  const bool is_base = !is_own && strcmp(local, "base") == 0 && !sample->foreign &&
                       (entity->document.flags & KIND_PAGE) &&
                       xml_sample_value(sample, xml, tag, "href", &own);
  uriel_text base;
  bool used;
  if ((is_own || is_base) && !sample->failed)
    sample->failed = !xml_clean_base(entity, (uriel_text){own.value, own.len}, &base) ||
                     ((is_own || entity_base_counts(base)) &&
                      !entity_base(entity, base, is_own ? "xml:base" : "base element", &used));
  sample->document->root_base_is_known |= is_own;
  xml_characters_free(sample->document);
  sample->is_within = true;
  sample->foreign += xml_is_foreign(tag->name);
  return (entity->document.flags & KIND_PAGE) && !sample->failed && !is_base &&
         strcmp(local, "body") != 0;
}

static bool xml_sample_end(void *context, struct xml *xml, const char *name)
{
  struct xml_sample *const sample = context;
  (void)xml;
  sample->foreign -= xml_is_foreign(name);
  return true;
}

static bool xml_sample_external(void *context, struct xml *xml, const char *what, const char *system)
{
  struct xml_sample *const sample = context;
  (void)xml;
  (void)system;
  sample->document->has_entities |= strcmp(what, "!ENTITY") == 0;
  return true;
}

static bool xml_sample(struct xml_document *document)
{
  struct entity *const entity = document->entity;
  struct xml_sample sample = {.document = document};
  const struct xml_sink sink = {.context = &sample,
                                .start = xml_sample_start,
                                .end = xml_sample_end,
                                .external = xml_sample_external};
  struct xml_error error;
  if (!source_fill(&entity->source, XML_SAMPLE))
    return true;
  struct source_memory memory = {entity->source.data, entity->source.len};
  const char *const word = entity->document.flags & KIND_PAGE ? "base" : "xml:base";
  if (!memory.len || !memmem(memory.ptr, memory.len, word, strlen(word)))
    return true;
  struct source source = {0};
  source_start(&source, source_read_memory, &memory);
  const enum xml_result result = xml_read(&source, entity->charset, SIZE_MAX, &sink, &error);
  const bool no_memory = result == XML_NO_MEMORY || source.error == ENOMEM;
  source_free(&source);
  return no_memory ? entity_no_memory(entity) : !sample.failed;
}

/* ---- Tags ------------------------------------------------------------------------------------- */

/* Handles an element's declarations: prefixes and its base. */
static bool xml_declare(struct xml_document *document, const struct xml_tag *tag)
{
  struct entity *entity = document->entity;
  struct xml_names *names = &document->names;
  struct buffer *resolved = &document->resolved;
  uriel_text base, stated;
  for (const char *const *pair = tag->attributes; pair[0]; pair += 2) {
    if (strncmp(pair[0], "xmlns", 5) == 0 && (pair[0][5] == 0 || pair[0][5] == ':'))
      xml_names_declare(names, pair[0], pair[1]);
    if (strcmp(pair[0], "xml:base") != 0 || (document->root_base_is_known && names->depth == 1))
      continue;
    if (!xml_names_has_base(names, false, &base))
      base = buffer_defined(&entity->base);
    if (!xml_clean_base(entity, uriel_text_of(pair[1]), &stated) ||
        !entity_resolve_base(entity, stated, base, resolved))
      return false;
    if (!xml_names_base(names, buffer_defined(resolved)))
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
  struct links_reference item = {.place = xml_value_place(job, begin),
                                 .element = job->element,
                                 .attribute = job->attribute.name,
                                 .raw = {job->attribute.value + begin, end - begin},
                                 .identifies = job->use == FEED_USE_NAME || job->use == FEED_USE_NAMES ||
                                               (job->use == FEED_USE_PAIRS && count % 2 == 0)};
  return xml_tell(job->document, &item);
}

static bool xml_tell_attribute(struct xml_job *job)
{
  const struct xml_attribute *attribute = &job->attribute;
  const struct links_reference value = {
      .element = job->element, .attribute = attribute->name, .raw = {attribute->value, attribute->len}};
  bool more = true;
  switch (job->use) {
  case FEED_USE_LINK:
  case FEED_USE_NAME:
    return xml_value_found(job, 0, attribute->len);
  case FEED_USE_NAMES: /* a list separated by white space */
  case FEED_USE_PAIRS:
    for (size_t at = 0, begin; more && at < attribute->len;) {
      while (at < attribute->len && ascii_space(attribute->value[at]))
        at++;
      for (begin = at; at < attribute->len && !ascii_space(attribute->value[at]);)
        at++;
      more = at == begin || xml_value_found(job, begin, at);
    }
    return more;
  case FEED_USE_TEXT:
    return !memchr(attribute->value, ':', attribute->len) ||
           xml_find(job->document, &value, true, &(size_t){0}, xml_value_place, job);
  default:
    return true;
  }
}

/* xml:base is resolved against the base outside of its element. */
static bool xml_tell_base(struct xml_job *job)
{
  struct xml_document *document = job->document;
  struct links_reference item = {.place = xml_value_place(job, 0),
                                 .element = job->element,
                                 .attribute = "xml:base",
                                 .raw = {job->attribute.value, job->attribute.len},
                                 .base_of =
                                     document->names.depth == 1 ? BASE_OF_RETRIEVAL : BASE_OF_DOCUMENT};
  if (!xml_clean_base(document->entity, item.raw, &item.cleaned))
    return false;
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
                                 .identifies = found->kind == URIEL_HTML_NAME,
                                 .is_guess = found->kind == URIEL_HTML_GUESS,
                                 .is_css = found->flags & URIEL_HTML_CSS};
  return html_clean(entity, &entity->links->cleaned, found->value, &item.cleaned) &&
         html_clean_codebase(entity, &item.codebase) && html_relation(entity, found, &item.relation) &&
         xml_tell(job->document, &item);
}

/* Reports what HTML's attributes contain; a nested document last. */
static bool xml_html_tell(struct xml_job *job, uriel_html_element *html)
{
  struct buffer *const scratch = &job->document->scratch;
  uriel_html_reference found;
  uriel_text nested = {NULL, 0};
  for (;;) {
    const uriel_html_status status =
        uriel_html_element_next(html, &found, scratch->ptr, scratch->capacity);
    if (status == URIEL_HTML_FULL && !buffer_grow(scratch, (size_t)found.length))
      return entity_no_memory(job->document->entity);
    if (status == URIEL_HTML_END)
      return !nested.ptr || xml_content_nested(job->document, nested);
    if (status == URIEL_HTML_FOUND && found.kind == URIEL_HTML_SRCDOC)
      nested = found.value;
    else if (status == URIEL_HTML_FOUND && !xml_html_found(job, &found))
      return false;
  }
}

/* Reports "id" and "xml:id" of any element, and "name" of XHTML's <a>. */
static bool xml_anchor(const struct xml_job *job, enum feed_space space, const char *local)
{
  const struct xml_attribute *const attribute = &job->attribute;
  const char *const name = attribute->name;
  const uriel_text value = {attribute->value, attribute->len};
  struct xml_document *const document = job->document;
  const bool is_id = strcmp(name, "id") == 0 || strcmp(name, "xml:id") == 0;
  const bool is_name = space == FEED_XHTML && strcmp(name, "name") == 0 && strcmp(local, "a") == 0;
  if ((!is_id && !is_name) || !value.len || !entity_has_anchors(document->entity))
    return true;
  if (entity_seeks(document->entity, value, is_id)) {
    document->part_depth = document->names.depth;
    document->part_begin = xml_place(job->xml).offset;
  }
  return entity_anchor(document->entity, value);
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
  uriel_html_element_begin(&html, local, strlen(local), space == FEED_XHTML,
                           job->document->entity->links->limits.guess);
  while (more && xml_attribute_next(job->xml, tag, &cursor, attribute)) {
    const char *name = attribute->name;
    if ((space == FEED_XHTML && !xml_characters(job->document, attribute)) ||
        !xml_anchor(job, space, local))
      return false;
    if (feed_is_html(space) && xml_names_attribute(&job->document->names, &name) == FEED_NONE)
      uriel_html_element_add(&html, name, strlen(name), attribute->value, attribute->len,
                             attribute->offset, attribute->verbatim);
    job->use = xml_use_of(&job->document->names, space, attribute->name, attribute->value);
    job->count = 0;
    more = strcmp(attribute->name, "xml:base") == 0 ? xml_tell_base(job) : xml_tell_attribute(job);
  }
  more = more && xml_html_tell(job, &html);
  xml_characters_free(job->document);
  return more;
}

static bool xml_has_value(const struct xml_tag *tag, const char *name, const char *value)
{
  const char *const own = xml_value_of(tag, name);
  return own && strcmp(own, value) == 0;
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
  bool more = xml_content_end(document);
  const enum feed_space space = xml_names_element(&document->names, &name);
  if (more && document->part_depth && document->part_depth == document->names.depth) {
    document->part_depth = 0;
    more = entity_part(document->entity, document->part_begin, xml_event_end(xml));
  }
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
  struct buffer *const scratch = &document->scratch;
  struct links_reference item = {.place = xml_place_of_text(xml, raw.ptr, raw.len),
                                 .element = target,
                                 .attribute = "href",
                                 .raw = raw};
  if (memchr(raw.ptr, '&', raw.len)) {
    if (!buffer_grow(scratch, raw.len * 3))
      return entity_no_memory(document->entity);
    scratch->len = uriel_html_decode(raw.ptr, raw.len, true, scratch->ptr, raw.len * 3);
    item.raw = buffer_text(scratch);
  }
  return xml_tell(document, &item);
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
  struct links_reference item = {
      .place = xml_place_of_text(xml, raw.ptr, raw.len), .element = what, .raw = raw};
  return xml_tell(context, &item);
}

/* ---- Documents that are not well-formed ------------------------------------------------------- */

/* Keeps the references before the error; reads the rest as running text. */
static bool xml_read_rest(struct xml_document *document, const struct xml_error *error)
{
  struct entity *entity = document->entity;
  if (!xml_content_end(document) ||
      !entity_error(entity, "document-malformed", error->place.offset, 0, "%s (line %llu, column %llu)",
                    error->reason, (unsigned long long)error->place.line,
                    (unsigned long long)error->place.column))
    return false;
  entity->note = "not well-formed: read as text from the error on";
  return entity_find(entity, &entity->source, &error->place);
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
  xml_characters_free(document);
  buffer_free(&document->names.bases);
  buffer_free(&document->resolved);
  buffer_free(&document->scratch);
  buffer_free(&document->run.text);
  buffer_free(&document->run.marks);
  budget_give(document);
  return more;
}
