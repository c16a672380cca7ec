/* SPDX-License-Identifier: MIT */
/* References of a WAT record: JSON that describes a record of a web archive, with the header of its HTTP
 * message and the links of its page. The writer copies attributes from the page, unresolved. */
#include <string.h>

#include "base/json_reader.h"
#include "base/unicode.h"
#include "entity.h"
#include "header.h"
#include "html_pass.h"
#include "retrieval.h"

/* The values that are read. The members of an element are in the order of their rows. */
enum wat_node {
  WAT_TEXT, /* the whole document */
  WAT_ROOT,
  WAT_ENVELOPE,
  WAT_RECORD, /* the header of the record */
  WAT_TARGET,
  WAT_PAYLOAD,
  WAT_HTTP,
  WAT_FIELDS,
  WAT_FIELD, /* several fields with the same name are an array */
  WAT_HTML,
  WAT_HEAD,
  WAT_BASE,
  WAT_HEAD_LINKS,
  WAT_METAS,
  WAT_SCRIPTS,
  WAT_LINKS,
  WAT_ITEM, /* an element; its members follow */
  WAT_PATH,
  WAT_URL,
  WAT_HREF,
  WAT_CONTENT,
  WAT_REL,
  WAT_REV,
  WAT_NAME,
  WAT_PROPERTY,
  WAT_ITEMPROP,
  WAT_HTTP_EQUIV,
  WAT_NODES
};

/* A value of the structure: the enclosing value, its type ('*': '"' or an array), and its key, which is
 * empty for any key and in an array. */
struct wat_row {
  unsigned char is, in;
  char type;
  unsigned char len;
  const char *name;
};

#define WAT_ROW(is, in, type, name)                                                                     \
  {                                                                                                     \
    WAT_##is, WAT_##in, type, sizeof(name) - 1, name                                                    \
  }

/* Rows with the same second column are next to each other. */
static const struct wat_row wat_rows[] = {
    WAT_ROW(PATH, ITEM, '"', "path"),
    WAT_ROW(URL, ITEM, '"', "url"),
    WAT_ROW(HREF, ITEM, '"', "href"),
    WAT_ROW(CONTENT, ITEM, '"', "content"),
    WAT_ROW(REL, ITEM, '"', "rel"),
    WAT_ROW(REV, ITEM, '"', "rev"),
    WAT_ROW(NAME, ITEM, '"', "name"),
    WAT_ROW(PROPERTY, ITEM, '"', "property"),
    WAT_ROW(ITEMPROP, ITEM, '"', "itemprop"),
    WAT_ROW(HTTP_EQUIV, ITEM, '"', "http-equiv"),
    WAT_ROW(ITEM, LINKS, '{', ""),
    WAT_ROW(ITEM, HEAD_LINKS, '{', ""),
    WAT_ROW(ITEM, METAS, '{', ""),
    WAT_ROW(ITEM, SCRIPTS, '{', ""),
    WAT_ROW(FIELD, FIELDS, '*', ""),
    WAT_ROW(FIELD, FIELD, '"', ""),
    WAT_ROW(BASE, HEAD, '"', "Base"),
    WAT_ROW(HEAD_LINKS, HEAD, '[', "Link"),
    WAT_ROW(METAS, HEAD, '[', "Metas"),
    WAT_ROW(SCRIPTS, HEAD, '[', "Scripts"),
    WAT_ROW(HEAD, HTML, '{', "Head"),
    WAT_ROW(LINKS, HTML, '[', "Links"),
    WAT_ROW(FIELDS, HTTP, '{', "Headers"),
    WAT_ROW(HTML, HTTP, '{', "HTML-Metadata"),
    WAT_ROW(HTTP, PAYLOAD, '{', "HTTP-Response-Metadata"),
    WAT_ROW(HTTP, PAYLOAD, '{', "HTTP-Request-Metadata"),
    WAT_ROW(TARGET, RECORD, '"', "WARC-Target-URI"),
    WAT_ROW(TARGET, RECORD, '"', "Target-URI"),
    WAT_ROW(RECORD, ENVELOPE, '{', "WARC-Header-Metadata"),
    WAT_ROW(RECORD, ENVELOPE, '{', "ARC-Header-Metadata"),
    WAT_ROW(PAYLOAD, ENVELOPE, '{', "Payload-Metadata"),
    WAT_ROW(ENVELOPE, ROOT, '{', "Envelope"),
    WAT_ROW(ROOT, TEXT, '{', ""),
};

enum { WAT_LEVELS = 10, WAT_LONGEST = 64 };

/* A string of the document, decoded. */
struct wat_value {
  uriel_text text;
  uint64_t offset;
  bool verbatim; /* the document has these bytes at the offset */
};

struct wat {
  struct entity *entity;
  struct html_pass pass; /* only its entity */
  struct json_reader tokens;
  struct place place, wrong; /* of the last reference, and of the last error */
  bool early;                /* before the references: only the target and the base are read */
  bool has_envelope, is_wrong_target;
  size_t on; /* the number of open levels that belong to the structure */
  unsigned char levels[WAT_LEVELS];
  const struct wat_row *next;         /* of the value after a key; NULL: it is not read */
  struct buffer name;                 /* of the field */
  struct wat_value values[WAT_NODES]; /* of strings */
  struct buffer decoded[WAT_NODES];   /* those with escapes */
  char element[WAT_LONGEST], attribute[WAT_LONGEST];
  struct buffer codebase; /* of the item before, an element `holder` */
  char holder[WAT_LONGEST];
  struct buffer scratch;
};

/* ---- Places ------------------------------------------------------------------------------------- */

static struct place wat_advance(const struct wat *wat, struct place *place, uint64_t offset)
{
  if (offset > place->offset)
    place_advance(place, wat->entity->source.data + place->offset, (size_t)(offset - place->offset));
  return *place;
}

/* The context is a struct wat. References are in ascending order. */
static struct place wat_locate(void *context, uint64_t offset)
{
  struct wat *const wat = context;
  return wat_advance(wat, &wat->place, offset);
}

static bool wat_wrong(struct wat *wat, const char *at, const char *what, const char *name)
{
  if (wat->early)
    return true;
  const struct place place = wat_advance(wat, &wat->wrong, (uint64_t)(at - wat->entity->source.data));
  return entity_error(wat->entity, "link-malformed", place.offset, 0, "line %llu, column %llu: %s%s",
                      (unsigned long long)place.line, (unsigned long long)place.column, what, name);
}

static const char *wat_at(const struct wat *wat)
{
  return wat->tokens.text + wat->tokens.begin;
}

/* Reports that a value of the structure has another type. */
static bool wat_wrong_type(struct wat *wat, const struct wat_row *row)
{
  switch (row->is) {
  case WAT_ROOT:
    return wat_wrong(wat, wat_at(wat), "a WAT record is an object with the member \"Envelope\"", "");
  case WAT_FIELD:
    return wat_wrong(wat, wat_at(wat), "a field of a header is a string, or an array of strings", "");
  case WAT_ITEM:
    return wat_wrong(wat, wat_at(wat), "an element is an object", "");
  default:
    return wat_wrong(wat, wat_at(wat),
                     row->type == '"'   ? "this member is a string: "
                     : row->type == '{' ? "this member is an object: "
                                        : "this member is an array: ",
                     row->name);
  }
}

/* ---- Elements ----------------------------------------------------------------------------------- */

/* Copies a name in lower case, and ends it with a NUL. Returns false if it is empty or too long. */
static bool wat_name(const char *name, size_t len, char out[WAT_LONGEST])
{
  if (!len || len >= WAT_LONGEST)
    return false;
  for (size_t i = 0; i < len; i++)
    out[i] = ascii_lower(name[i]);
  out[len] = 0;
  return true;
}

/* Sets the names of the element and the attribute from a path, "A@/href". */
static bool wat_names(struct wat *wat, uriel_text path)
{
  const char *const at = path.len ? memmem(path.ptr, path.len, "@/", 2) : NULL;
  return at && wat_name(path.ptr, (size_t)(at - path.ptr), wat->element) &&
         wat_name(at + 2, path.len - (size_t)(at - path.ptr) - 2, wat->attribute);
}

static bool wat_tell(struct wat *wat, const uriel_html_reference *found)
{
  return html_pass_report(&wat->pass, found, wat_locate, wat);
}

/* Reports what the attribute of the element contains, under the rules of HTML. `*count` references. */
static bool wat_attribute(struct wat *wat, const struct wat_value *value, unsigned *count)
{
  static const struct wat_row *const last = wat_rows + (WAT_HTTP_EQUIV - WAT_PATH);
  const uriel_text codebase = buffer_text(&wat->codebase);
  uriel_html_element html;
  uriel_html_reference found;
  uriel_html_element_begin(&html, wat->element, strlen(wat->element), true,
                           wat->entity->links->limits.guess);
  uriel_html_element_add(&html, wat->attribute, strlen(wat->attribute), value->text.ptr, value->text.len,
                         value->offset, value->verbatim);
  for (const struct wat_row *row = wat_rows + (WAT_REL - WAT_PATH); row <= last; row++)
    if (wat->values[row->is].text.ptr)
      uriel_html_element_add(&html, row->name, row->len, wat->values[row->is].text.ptr,
                             wat->values[row->is].text.len, 0, false);
  if (codebase.len && strcmp(wat->element, wat->holder) == 0)
    uriel_html_element_add(&html, "codebase", 8, codebase.ptr, codebase.len, 0, false);
  for (*count = 0;;) {
    switch (uriel_html_element_next(&html, &found, wat->scratch.ptr, wat->scratch.capacity)) {
    case URIEL_HTML_FULL:
      if (!buffer_grow(&wat->scratch, (size_t)found.length))
        return entity_no_memory(wat->entity);
      break;
    case URIEL_HTML_FOUND:
      if (strcmp(found.attribute.ptr, wat->attribute) != 0)
        break;
      ++*count;
      if (found.kind != URIEL_HTML_SRCDOC && !wat_tell(wat, &found))
        return false;
      break;
    default:
      return true;
    }
  }
}

/* Reports a URL that the record does not call the value of an attribute of HTML. */
static bool wat_other(struct wat *wat, const struct wat_value *value, uriel_html_kind kind)
{
  uriel_html_reference found = {
      .kind = kind, .raw = value->text, .value = value->text, .offset = value->offset};
  if (kind == URIEL_HTML_GUESS) {
    found.element = uriel_text_of(wat->element);
    found.attribute = uriel_text_of(wat->attribute);
  }
  return wat_tell(wat, &found);
}

/* Reports a URL of a style sheet, which may have escapes. */
static bool wat_css(struct wat *wat, const struct wat_value *value)
{
  struct buffer *const out = &wat->scratch;
  uriel_html_reference found = {.kind = URIEL_HTML_LINK,
                                .flags = URIEL_HTML_CSS,
                                .element = uriel_text_of("style"),
                                .raw = value->text,
                                .offset = value->offset};
  if (!buffer_grow(out, value->text.len * 2))
    return entity_no_memory(wat->entity);
  found.value.ptr = out->ptr;
  found.value.len = uriel_css_unescape(value->text.ptr, value->text.len, out->ptr, out->capacity);
  return wat_tell(wat, &found);
}

/* The "codebase" of an <object> or <applet> is listed before its other attributes. */
static bool wat_keep_codebase(struct wat *wat, uriel_text value)
{
  const bool is_codebase = strcmp(wat->attribute, "codebase") == 0;
  memcpy(wat->holder, wat->element, sizeof wat->holder);
  if (!is_codebase)
    wat->codebase.len = 0;
  return !is_codebase || buffer_set(&wat->codebase, value) || entity_no_memory(wat->entity);
}

/* Reports the element whose members were read. */
static bool wat_item(struct wat *wat)
{
  const enum wat_node list = wat->levels[wat->on - 1];
  const uriel_text path = wat->values[WAT_PATH].text;
  const struct wat_value *value = &wat->values[list == WAT_METAS ? WAT_CONTENT : WAT_URL];
  unsigned count;
  if (!value->text.ptr && list != WAT_METAS)
    value = &wat->values[WAT_HREF];
  if (!value->text.ptr)
    return list == WAT_METAS || wat_wrong(wat, wat_at(wat), "an element has a member \"url\"", "");
  if (text_is_word(path, "STYLE/#text"))
    return wat_css(wat, value);
  const char *const usual = list == WAT_METAS        ? "META@/content"
                            : list == WAT_HEAD_LINKS ? "LINK@/href"
                            : list == WAT_SCRIPTS    ? "SCRIPT@/src"
                                                     : "";
  if ((list == WAT_METAS || !wat_names(wat, path)) && !wat_names(wat, uriel_text_of(usual)))
    return wat_other(wat, value, URIEL_HTML_LINK);
  return wat_attribute(wat, value, &count) &&
         (count || list == WAT_METAS || !wat->entity->links->limits.guess ||
          wat_other(wat, value, URIEL_HTML_GUESS)) &&
         wat_keep_codebase(wat, value->text);
}

/* ---- Fields of HTTP ----------------------------------------------------------------------------- */

static uint64_t wat_field_offset(const struct wat *wat, uriel_text raw)
{
  const struct wat_value *const value = &wat->values[WAT_FIELD];
  return value->offset + (value->verbatim ? (uint64_t)(raw.ptr - value->text.ptr) : 0);
}

/* A <base> does not apply to the header. */
static bool wat_field_found(void *context, struct links_reference *item)
{
  struct wat *const wat = context;
  item->place = (struct place){.offset = wat_field_offset(wat, item->raw)};
  item->locate = wat_locate;
  item->locate_context = wat;
  item->base_of = BASE_OF_RETRIEVAL;
  return entity_reference(wat->entity, item);
}

static bool wat_field_malformed(void *context, const char *name, uriel_text where)
{
  struct wat *const wat = context;
  return entity_error(wat->entity, "header-field-malformed", wat_field_offset(wat, where), where.len,
                      "%s is not as its document prescribes", name);
}

/* ---- Values ------------------------------------------------------------------------------------- */

/* Returns the row of the value with this key in the innermost object or array; NULL if it is not read.
 */
static const struct wat_row *wat_child(const struct wat *wat, uriel_text key)
{
  const struct wat_row *const end = wat_rows + sizeof wat_rows / sizeof *wat_rows;
  const struct wat_row *row = wat_rows;
  while (row < end && row->in != wat->levels[wat->on])
    row++;
  for (; row < end && row->in == wat->levels[wat->on]; row++)
    if (!row->len || (row->len == key.len && memcmp(row->name, key.ptr, key.len) == 0))
      return row;
  return NULL;
}

/* Decodes the last string or key. */
static bool wat_decode(struct wat *wat, struct buffer *out, uriel_text *text)
{
  size_t decoded;
  *text = json_reader_raw(&wat->tokens);
  if (!wat->tokens.escapes)
    return true;
  if (!json_reader_decode(*text, out, &decoded))
    return entity_no_memory(wat->entity);
  const char *const half = decoded < text->len ? text->ptr + decoded : NULL;
  *text = buffer_text(out);
  return !half || wat_wrong(wat, half, "half a pair of surrogates is not a character", "");
}

static bool wat_key(struct wat *wat)
{
  uriel_text key;
  if (!wat_decode(wat, &wat->name, &key))
    return false;
  wat->next = wat_child(wat, key);
  if (wat->levels[wat->on] != WAT_FIELDS)
    return true;
  if (!wat->tokens.escapes && !buffer_set(&wat->name, key))
    return entity_no_memory(wat->entity);
  wat->name.ptr[wat->name.len] = 0;
  return true;
}

/* Reads a string of the structure. If an element has a key twice, the first one is used. */
static bool wat_string(struct wat *wat, enum wat_node node)
{
  const struct header_sink sink = {wat, wat_field_found, wat_field_malformed};
  struct wat_value *const value = &wat->values[node];
  unsigned count;
  if ((wat->early && node != WAT_BASE && node != WAT_TARGET) ||
      (value->text.ptr && (wat->early || node >= WAT_PATH)))
    return true;
  value->verbatim = !wat->tokens.escapes;
  value->offset = (uint64_t)(wat_at(wat) + 1 - wat->entity->source.data);
  if (!wat_decode(wat, &wat->decoded[node], &value->text))
    return false;
  if (wat->early)
    return true;
  switch (node) {
  case WAT_BASE:
    return wat_names(wat, uriel_text_of("base@/href")) && wat_attribute(wat, value, &count);
  case WAT_FIELD:
    return header_references(wat->entity, wat->name.ptr, value->text, HEADER_OF_HTTP, &sink);
  case WAT_TARGET:
    return !wat->is_wrong_target ||
           wat_wrong(wat, wat_at(wat), "this member is a URI: ", wat->next->name);
  default:
    return true;
  }
}

/* Reads a value, or enters it, if it belongs to the structure. */
static bool wat_value(struct wat *wat, enum json_token token)
{
  const bool is_member = wat->on && wat->tokens.stack.ptr[wat->on - 1] == '{';
  const struct wat_row *const row = is_member ? wat->next : wat_child(wat, (uriel_text){NULL, 0});
  if (!row || (token == JSON_NULL && row->is != WAT_ROOT))
    return true;
  if (token == JSON_STRING && (row->type == '"' || row->type == '*'))
    return wat_string(wat, row->is);
  if (token != JSON_OPEN ||
      !(json_reader_in_object(&wat->tokens) ? row->type == '{' : row->type == '[' || row->type == '*'))
    return wat_wrong_type(wat, row);
  wat->levels[++wat->on] = row->is;
  wat->has_envelope |= row->is == WAT_ENVELOPE;
  if (row->is == WAT_ITEM)
    memset(wat->values + WAT_PATH, 0, (WAT_NODES - WAT_PATH) * sizeof *wat->values);
  return true;
}

/* Leaves an object or array of the structure. */
static bool wat_close(struct wat *wat)
{
  const bool good = wat->early || wat->levels[wat->on] != WAT_ITEM || wat_item(wat);
  wat->on--;
  return good;
}

/* Reads a token. Returns false if the reading must end, with `*more` false after the last token. */
static bool wat_token(struct wat *wat, bool *more)
{
  const struct json_reader *const tokens = &wat->tokens;
  const enum json_token token = json_reader_next(&wat->tokens);
  const size_t depth = tokens->stack.len;
  switch (token) {
  case JSON_KEY:
    return depth != wat->on || wat_key(wat);
  case JSON_OPEN:
    return depth != wat->on + 1 || wat_value(wat, token);
  case JSON_CLOSE:
    return depth >= wat->on || wat_close(wat);
  case JSON_NO_MEMORY:
    return entity_no_memory(wat->entity);
  case JSON_INVALID:
    *more = false;
    wat->has_envelope = true;
    return wat_wrong(wat, tokens->text + tokens->offset, tokens->message, "");
  case JSON_END:
    *more = false;
    return true;
  default:
    return depth != wat->on || wat_value(wat, token);
  }
}

/* ---- The document ------------------------------------------------------------------------------- */

/* Sets the retrieval URI to the one of the page that the record describes. */
static bool wat_retrieval(struct wat *wat, uriel_text target)
{
  struct entity *const entity = wat->entity;
  struct buffer *const out = &entity->links->cleaned;
  wat->is_wrong_target = !retrieval_read(target, out, NULL) || !retrieval_is_uri(buffer_text(out));
  if (out->no_memory)
    return entity_no_memory(entity);
  const uriel_text uri =
      wat->is_wrong_target ? (uriel_text){NULL, 0} : entity_less_fragment(buffer_text(out));
  entity->document.base_source = uri.len ? LINKS_BASE_RETRIEVAL : LINKS_BASE_NONE;
  return (buffer_set(&entity->retrieval, uri) && buffer_set(&entity->base, uri)) ||
         entity_no_memory(entity);
}

/* States the bases, which may follow the references: the URI of the page, unless the archive that
 * contains the record states it, and the <base> of the page. */
static bool wat_bases(struct wat *wat, uriel_text text)
{
  struct entity *const entity = wat->entity;
  const struct wat_value *const base = &wat->values[WAT_BASE], *const target = &wat->values[WAT_TARGET];
  const bool has_target = entity->parent && strcmp(entity->parent->document.kind, "warc") == 0 &&
                          entity->document.base_source == LINKS_BASE_RETRIEVAL;
  /* A key may be written with escapes. */
  const bool may_have_base =
      text.len && (memmem(text.ptr, text.len, "\"Base\"", 6) || memmem(text.ptr, text.len, "\\u00", 4));
  bool more = !has_target || may_have_base, used;
  uriel_text cleaned;
  json_reader_begin(&wat->tokens, text);
  wat->early = true;
  while (more && !((has_target || target->text.ptr) && (base->text.ptr || !may_have_base)))
    if (!wat_token(wat, &more))
      return false;
  wat->early = false;
  wat->on = 0;
  if (!has_target && target->text.ptr && !wat_retrieval(wat, target->text))
    return false;
  return !base->text.ptr ||
         (html_clean(entity, &entity->links->cleaned, base->text, &cleaned) &&
          (!entity_base_counts(cleaned) || entity_base(entity, cleaned, "base element", &used)));
}

static bool wat_read(struct wat *wat, uriel_text text)
{
  bool more = true;
  json_reader_begin(&wat->tokens, text);
  while (more)
    if (!wat_token(wat, &more))
      return false;
  return wat->has_envelope ||
         wat_wrong(wat, text.ptr, "a WAT record is an object with the member \"Envelope\"", "");
}

bool read_wat(struct entity *entity)
{
  struct wat wat = {
      .entity = entity, .pass = {.entity = entity}, .place = place_start, .wrong = place_start};
  const struct source *const source = &entity->source;
  bool goes_on;
  if (!entity_fill(entity, "a WAT record", &goes_on))
    return goes_on;
  const size_t mark = text_mark(source->data, source->len);
  const uriel_text text = {source->data + mark, source->len - mark};
  goes_on = wat_bases(&wat, text) && wat_read(&wat, text);
  for (unsigned i = 0; i < WAT_NODES; i++)
    buffer_free(&wat.decoded[i]);
  buffer_free(&wat.tokens.stack);
  buffer_free(&wat.name);
  buffer_free(&wat.codebase);
  buffer_free(&wat.scratch);
  return goes_on;
}
