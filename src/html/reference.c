/* SPDX-License-Identifier: MIT */
/* Which attributes contain references: HTML 4.01, HTML (WHATWG, with its obsolete features), earlier
 * browsers, SVG, MathML and XLink. */
#include "html/reference.h"

#include "html/character.h"
#include "text/bytes.h"

_Static_assert(HTML_ATTRIBUTES + URIEL_HTML_ATTRIBUTES_MAX <= 64, "a bit for each");

#define B(name) ((uint64_t)1 << HTML_ATTR_##name)

/* Attributes that contain references on every element; of each element; and the form of each value. */
#define REFERENCE_ALL(constant, form, all) | ((all) ? B(constant) : 0)
#define REFERENCE_ON(constant, start, end, properties, attributes) [HTML_TAG_##constant] = (attributes),
#define REFERENCE_FORM(constant, form, all) [HTML_ATTR_##constant] = HTML_FORM_##form,
static const uint64_t reference_any = 0 HTML_ATTRIBUTE_NAMES(REFERENCE_ALL);
static const uint64_t reference_on[HTML_TAGS] = {HTML_ELEMENT_NAMES(REFERENCE_ON)};
static const unsigned char reference_forms[64] = {HTML_ATTRIBUTE_NAMES(REFERENCE_FORM)};

/* One reference without conditions, to the document's base. */
static const uint64_t reference_simple = B(HREF) | B(SRC) | B(ACTION) | B(XLINK_HREF);
static const uint64_t reference_names = B(URN) | B(ITEMID) | B(ITEMTYPE) | B(DEFINITIONURL);
static const uint64_t reference_related = B(HREF) | B(XLINK_HREF) | B(ACTION);
static const uint64_t reference_codebase = B(DATA) | B(CLASSID) | B(ARCHIVE) | B(CODE);

const uriel_text uriel_html_guesses[HTML_GUESSES] = {
    {"data-src", 8}, {"data-srcset", 11}, {"data-original", 13}, {"data-href", 9}};

/* Names of metadata whose content is a URL, as defined by Open Graph, cards, microdata and start
 * screens. */
static const char reference_meta[] =
    " og:url og:image og:image:url og:image:secure_url og:video og:video:url og:video:secure_url "
    "og:audio og:audio:url og:audio:secure_url og:see_also article:author article:publisher "
    "twitter:image twitter:image:src twitter:player twitter:player:stream twitter:url "
    "msapplication-tileimage msapplication-starturl msapplication-config "
    "msapplication-square70x70logo msapplication-square150x150logo "
    "msapplication-square310x310logo msapplication-wide310x150logo thumbnail url image "
    "thumbnailurl contenturl embedurl logo sameas ";

/* ---- Conditions ------------------------------------------------------------------------------- */

enum { REFERENCE_WORD = 32 };

static bool reference_has(const struct html_cursor *cursor, unsigned attribute)
{
  return cursor->values->has >> attribute & 1;
}

/* Decodes a short value. Returns its length, or 0 if the tag does not have it or it is too long. */
static size_t reference_word(const struct html_cursor *cursor, unsigned attribute,
                             char word[REFERENCE_WORD])
{
  if (!reference_has(cursor, attribute))
    return 0;
  const struct html_value value = html_value_of(cursor->values, attribute);
  const size_t n = uriel_html_decode_value(value.ptr, value.len, true, NULL, NULL, word, REFERENCE_WORD);
  return n <= REFERENCE_WORD ? n : 0;
}

static bool reference_equals(const struct html_cursor *cursor, unsigned attribute, const char *word)
{
  char value[REFERENCE_WORD];
  const size_t len = reference_word(cursor, attribute, value);
  return len && view_is((uriel_text){value, len}, word);
}

static bool reference_is_meta(const struct html_cursor *cursor)
{
  static const unsigned char ids[] = {HTML_ATTR_PROPERTY, HTML_ATTR_NAME, HTML_ATTR_ITEMPROP};
  char value[REFERENCE_WORD];
  for (size_t i = 0; i < sizeof ids; i++) {
    const size_t len = reference_word(cursor, ids[i], value);
    if (len && uriel_text_is_among((uriel_text){value, len}, reference_meta))
      return true;
  }
  return false;
}

/* The rows of <meta content>: a refresh, a URL, or both. */
static bool reference_content(struct html_cursor *cursor)
{
  const bool meta = reference_is_meta(cursor);
  const bool guess =
      !meta && cursor->options->guess && reference_equals(cursor, HTML_ATTR_NAME, "citation_pdf_url");
  if (!reference_equals(cursor, HTML_ATTR_HTTP_EQUIV, "refresh")) {
    cursor->kind = guess ? URIEL_HTML_GUESS : URIEL_HTML_LINK;
    return meta || guess;
  }
  cursor->form = HTML_FORM_REFRESH;
  cursor->again = meta;
  return true;
}

/* ---- Attributes in order ---------------------------------------------------------------------- */

/* The bits of the attributes that the caller requests, by their own numbers if they have one, and of
 * guesses. */
static uint64_t reference_further(const uriel_html_options *options)
{
  uint64_t bits = 0;
  for (size_t i = 0; i < options->attribute_count; i++) {
    const unsigned id = uriel_html_attribute_of(options->attributes[i].ptr, options->attributes[i].len);
    bits |= (uint64_t)1 << (id < HTML_ATTRIBUTES ? id : HTML_ATTRIBUTES + i);
  }
  if (options->guess)
    bits |= (((uint64_t)1 << HTML_GUESSES) - 1) << HTML_ATTRIBUTES << options->attribute_count;
  return bits;
}

bool uriel_html_cursor_begin(struct html_cursor *cursor, enum html_element id, const uriel_text *name,
                             const struct html_made *made, const struct html_values *values,
                             const uriel_html_options *options)
{
  if (id == HTML_TAG_IMAGE && made->html)
    id = HTML_TAG_IMG; /* 13.2.6.4.7, a start tag whose tag name is "image" */
  cursor->links = values->has & (reference_any | reference_on[id]);
  cursor->further = 0;
  cursor->open = false;
  cursor->values = values;
  cursor->options = options;
  cursor->name = name;
  cursor->id = id;
  cursor->html = made->html;
  cursor->inert = made->inert;
  cursor->copy[0] = 0;
  cursor->related = values->has & (B(REL) | B(REV));
  if (cursor->related && id != HTML_TAG_A && id != HTML_TAG_AREA && id != HTML_TAG_FORM &&
      id != HTML_TAG_LINK)
    cursor->related = 0;
  if (options->attribute_count || options->guess) {
    if (cursor->asked != options)
      cursor->wanted = reference_further(options);
    cursor->asked = options;
    cursor->further = values->has & cursor->wanted;
  }
  if (options->only_base) {
    cursor->links &= id == HTML_TAG_BASE ? B(HREF) : 0;
    cursor->further = 0;
  }
  return (cursor->links | cursor->further) != 0;
}

/* Returns the attribute of `left` that is the first in the tag. */
static unsigned reference_first(const struct html_cursor *cursor, uint64_t left)
{
  unsigned first = word_lowest(left);
  while ((left &= left - 1)) {
    const unsigned id = word_lowest(left);
    if (cursor->values->of[id].at < cursor->values->of[first].at)
      first = id;
  }
  return first;
}

static void reference_open(struct html_cursor *cursor)
{
  cursor->open = true;
  cursor->loaded = false;
  cursor->from = 0;
  cursor->map.raw_at = cursor->map.value_at = 0;
  if (cursor->form == HTML_FORM_CSS)
    cursor->css = (uriel_css){0};
}

static void reference_set(struct html_cursor *cursor, enum html_form form, uriel_html_kind kind)
{
  cursor->form = form;
  cursor->kind = kind;
  cursor->flags = cursor->inert ? URIEL_HTML_INERT : 0;
  cursor->again = false;
}

/* Reads the row of an attribute. Returns false if the tag does not fulfil its condition. */
static bool reference_row(struct html_cursor *cursor)
{
  const unsigned id = cursor->attribute;
  const uint64_t bit = (uint64_t)1 << id;
  const bool commas = id == HTML_ATTR_ARCHIVE && cursor->id == HTML_TAG_APPLET;
  reference_set(cursor, commas ? HTML_FORM_COMMAS : (enum html_form)reference_forms[id],
                bit & reference_names ? URIEL_HTML_NAME : URIEL_HTML_LINK);
  if (cursor->form == HTML_FORM_CSS)
    cursor->flags |= URIEL_HTML_CSS;
  if ((bit & reference_codebase) && reference_has(cursor, HTML_ATTR_CODEBASE))
    cursor->flags |= URIEL_HTML_CODEBASE;
  if (id == HTML_ATTR_HREF && cursor->id == HTML_TAG_BASE && cursor->html)
    cursor->flags |= URIEL_HTML_BASE_ELEMENT;
  switch (id) {
  case HTML_ATTR_CONTENT:
    return reference_content(cursor);
  case HTML_ATTR_VALUE:
    if (reference_equals(cursor, HTML_ATTR_VALUETYPE, "ref"))
      return true;
    cursor->kind = URIEL_HTML_GUESS;
    return cursor->options->guess && cursor->id == HTML_TAG_PARAM &&
           (reference_equals(cursor, HTML_ATTR_NAME, "movie") ||
            reference_equals(cursor, HTML_ATTR_NAME, "src"));
  case HTML_ATTR_SRCDOC:
    cursor->kind = URIEL_HTML_SRCDOC;
    return cursor->html;
  default:
    return true;
  }
}

/* Opens the next attribute with references. Returns false if none is left. */
static bool reference_next(struct html_cursor *cursor)
{
  while (cursor->links | cursor->further) {
    const unsigned id = reference_first(cursor, cursor->links | cursor->further);
    const uint64_t bit = (uint64_t)1 << id;
    const bool further = cursor->further & bit;
    cursor->attribute = id;
    *(further ? &cursor->further : &cursor->links) &= ~bit;
    const unsigned guesses = HTML_ATTRIBUTES + (unsigned)cursor->options->attribute_count;
    if (further && id >= guesses)
      reference_set(cursor, id == guesses + HTML_GUESS_SRCSET ? HTML_FORM_SRCSET : HTML_FORM_ONE,
                    URIEL_HTML_GUESS);
    else if (further)
      reference_set(cursor, HTML_FORM_ONE, URIEL_HTML_ATTRIBUTE);
    else if (!reference_row(cursor))
      continue;
    reference_open(cursor);
    return true;
  }
  return false;
}

/* ---- Values ----------------------------------------------------------------------------------- */

struct html_item {
  size_t begin, end; /* in the decoded value */
  uriel_text value;
};

/* Whether a value is its own UTF-8. */
static bool reference_is_plain(const struct html_value *value, bool decoder)
{
  if (!value->plain)
    return false;
  for (size_t i = 0; decoder && i < value->len; i++) {
    if ((unsigned char)value->ptr[i] >= 0x80)
      return false;
  }
  return true;
}

/* Whether the open attribute is the link that "rel" and "rev" describe. */
static bool reference_is_related(const struct html_cursor *cursor)
{
  return cursor->related && ((uint64_t)1 << cursor->attribute & reference_related);
}

/* Decodes a value that is not plain into the scratch buffer, at `at`. Returns the bytes that it needs.
 */
static size_t reference_decode(const struct html_cursor *cursor, unsigned attribute, char *room,
                               size_t at, size_t size, uriel_text *text)
{
  const struct html_value value = html_value_of(cursor->values, attribute);
  const uriel_html_options *const options = cursor->options;
  *text = (uriel_text){value.ptr, value.len};
  if (reference_is_plain(&value, options->decoder != NULL))
    return 0;
  const bool here = at < size;
  const size_t len =
      uriel_html_decode_value(value.ptr, value.len, true, options->decoder, options->decoder_context,
                              here ? room + at : NULL, here ? size - at : 0);
  *text = (uriel_text){here ? room + at : "", len};
  return len;
}

/* The same for "rel" and "rev". Returns the bytes that both need. */
static size_t reference_relation(struct html_cursor *cursor, char *room, size_t at, size_t size)
{
  size_t len = at;
  cursor->rel = cursor->rev = (uriel_text){NULL, 0};
  if (cursor->related & B(REL))
    len = size_add(len, reference_decode(cursor, HTML_ATTR_REL, room, len, size, &cursor->rel));
  if (cursor->related & B(REV))
    len = size_add(len, reference_decode(cursor, HTML_ATTR_REV, room, len, size, &cursor->rev));
  return len - at;
}

/* Sets the open value, its codebase and relations; again if the window or the buffer moved. */
static bool reference_load(struct html_cursor *cursor, char *room, size_t size)
{
  const struct html_value source = html_value_of(cursor->values, cursor->attribute);
  if (cursor->loaded && cursor->map.raw.ptr == source.ptr && (cursor->room == room || !cursor->room_len))
    return true;
  const size_t len = reference_decode(cursor, cursor->attribute, room, 0, size, &cursor->map.value);
  const size_t more =
      cursor->flags & URIEL_HTML_CODEBASE
          ? reference_decode(cursor, HTML_ATTR_CODEBASE, room, len, size, &cursor->codebase)
          : 0;
  cursor->needed = size_add(len, more);
  if (reference_is_related(cursor))
    cursor->needed = size_add(cursor->needed, reference_relation(cursor, room, cursor->needed, size));
  cursor->loaded = cursor->needed <= size;
  cursor->map.raw = (uriel_text){source.ptr, source.len};
  cursor->map.decoder = cursor->options->decoder;
  cursor->map.text = cursor->map.verbatim = false;
  cursor->map.context = cursor->options->decoder_context;
  cursor->room = room;
  cursor->room_len = cursor->needed;
  return cursor->loaded;
}

/* Finds the next item of a style sheet, and removes its escapes. Returns FULL, with nothing changed
 * except `needed`, if the buffer is too small for it without them. */
static uriel_html_status reference_css(struct html_cursor *cursor, char *room, size_t size,
                                       struct html_item *item)
{
  const uriel_text value = cursor->map.value;
  uriel_css css = cursor->css;
  uriel_css_reference found;
  size_t from = cursor->from;
  if (!uriel_css_next(&css, &found, &from, value.ptr, value.len, true))
    return URIEL_HTML_END;
  item->begin = (size_t)(found.raw.ptr - value.ptr);
  item->end = item->begin + found.raw.len;
  item->value = found.raw;
  if (memchr(found.raw.ptr, '\\', found.raw.len)) {
    const size_t at = cursor->room_len;
    item->value.ptr = room + at;
    item->value.len = uriel_css_unescape(found.raw.ptr, found.raw.len, room + at, size - at);
    cursor->needed = size_add(at, item->value.len);
    if (cursor->needed > size)
      return URIEL_HTML_FULL;
  }
  cursor->css = css;
  cursor->from = from;
  cursor->kind = found.kind;
  return URIEL_HTML_FOUND;
}

static uriel_html_status reference_item(struct html_cursor *cursor, char *room, size_t size,
                                        struct html_item *item)
{
  const uriel_text value = cursor->map.value;
  if (cursor->form == HTML_FORM_CSS)
    return reference_css(cursor, room, size, item);
  if (!uriel_html_value_next(cursor->form, value, &cursor->from, &item->begin, &item->end))
    return URIEL_HTML_END;
  item->value = (uriel_text){value.ptr + item->begin, item->end - item->begin};
  return URIEL_HTML_FOUND;
}

/* ---- Results ---------------------------------------------------------------------------------- */

/* Returns the name of an unknown element, which is copied, decoded. */
static uriel_text reference_unknown(struct html_cursor *cursor)
{
  enum { MOST = sizeof cursor->copy - 1 };
  size_t len = 0;
  if (!cursor->copy[0]) {
    const uriel_text name = *cursor->name;
    len = uriel_html_decode_value(name.ptr, name.len, true, cursor->options->decoder,
                                  cursor->options->decoder_context, cursor->copy, MOST);
    if (len > MOST || memchr(name.ptr, '&', name.len)) { /* names have no character references */
      len = name.len < MOST ? name.len : MOST;
      memcpy(cursor->copy, name.ptr, len);
    }
    for (size_t i = 0; i < len; i++)
      cursor->copy[i] = byte_lower(cursor->copy[i]);
    cursor->copy[len] = 0;
    cursor->copy_len = len;
  }
  return (uriel_text){cursor->copy, cursor->copy_len};
}

static void reference_fill(struct html_cursor *cursor, uriel_text raw, uriel_text value,
                           uriel_html_reference *reference)
{
  const unsigned id = cursor->attribute;
  reference->kind = cursor->kind;
  reference->flags = cursor->flags;
  reference->element =
      cursor->id != HTML_TAG_OTHER ? uriel_html_element_name(cursor->id) : reference_unknown(cursor);
  const size_t asked = cursor->options->attribute_count;
  reference->attribute = id < HTML_ATTRIBUTES ? uriel_html_attribute_name((enum html_attribute)id)
                         : id < HTML_ATTRIBUTES + asked
                             ? cursor->options->attributes[id - HTML_ATTRIBUTES]
                             : uriel_html_guesses[id - HTML_ATTRIBUTES - asked];
  reference->raw = raw;
  reference->value = value;
  reference->codebase = cursor->flags & URIEL_HTML_CODEBASE ? cursor->codebase : (uriel_text){NULL, 0};
  reference->length = raw.len;
  reference->rel = reference->rev = (uriel_text){NULL, 0};
  if (reference_is_related(cursor)) {
    reference->rel = cursor->rel;
    reference->rev = cursor->rev;
  }
}

/* The fast path: one attribute with one URL, which is its own UTF-8. */
static bool reference_usual(struct html_cursor *cursor, uriel_html_reference *reference)
{
  const uint64_t links = cursor->links;
  if (cursor->open || (links & (links - 1)) || !(links & reference_simple) || cursor->further)
    return false;
  const unsigned id = word_lowest(links);
  const struct html_value value = html_value_of(cursor->values, id);
  if (!reference_is_plain(&value, cursor->options->decoder != NULL))
    return false;
  if (cursor->related && reference_relation(cursor, NULL, 0, 0) > 0)
    return false;
  const uriel_text text = {value.ptr, value.len};
  cursor->links = 0;
  cursor->attribute = id;
  (void)reference_row(cursor);
  reference_fill(cursor, text, text, reference);
  return true;
}

void uriel_html_cursor_skip(struct html_cursor *cursor)
{
  cursor->open = cursor->again;
  if (cursor->again) {
    cursor->again = false;
    cursor->form = HTML_FORM_ONE;
    reference_open(cursor);
  }
}

uriel_html_status uriel_html_cursor_next(struct html_cursor *cursor, char *room, size_t size,
                                         uriel_html_reference *reference)
{
  if (reference_usual(cursor, reference))
    return URIEL_HTML_FOUND;
  while (cursor->open || reference_next(cursor)) {
    struct html_item item;
    if (!reference_load(cursor, room, size))
      return URIEL_HTML_FULL;
    const uriel_html_status status = reference_item(cursor, room, size, &item);
    if (status == URIEL_HTML_FOUND) {
      uriel_text raw = cursor->map.raw;
      if (cursor->form != HTML_FORM_ONE) {
        const size_t begin = uriel_html_map_to(&cursor->map, item.begin);
        raw = (uriel_text){raw.ptr + begin, uriel_html_map_to(&cursor->map, item.end) - begin};
      }
      reference_fill(cursor, raw, item.value, reference);
    }
    if (status != URIEL_HTML_END)
      return status;
    uriel_html_cursor_skip(cursor);
  }
  return URIEL_HTML_END;
}
