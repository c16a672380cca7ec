/* SPDX-License-Identifier: MIT */
/* Parses XML with Expat. Only this file uses Expat. The source's window keeps the bytes that Expat has
 * not finished, so that the bytes of each event are available. If a piece of markup does not end in the
 * window, the window is doubled before Expat is called again, as Expat starts the piece again each
 * time. */
#include "xml.h"

#include <errno.h>
#include <expat.h>
#include <string.h>
#include <strings.h>

#include "base/budget.h"
#include "base/unicode.h"
#include "uriel_html.h"

/* ---- Encodings that Expat does not know -------------------------------------------------------- */

enum { XML_ENCODING_UNKNOWN = 0xfffd };

/* Returns an encoding whose bytes below 80 at the start of a character are US-ASCII, or NULL. */
static const uriel_encoding *xml_encoding_find(const char *name)
{
  const uriel_encoding *const found = uriel_encoding_find(&uriel_encodings, name, strlen(name));
  return found && uriel_encoding_has_ascii(found) ? found : NULL;
}

/* Reads the character of several bytes. Returns U+FFFD if it is malformed, or beyond U+FFFF. */
static int xml_encoding_read(void *encoding, const char *bytes)
{
  uint32_t scalar = XML_ENCODING_UNKNOWN, state = 0;
  for (size_t len = 1; !uriel_encoding_read(&scalar, &state, encoding, bytes, len, false); len++)
    ;
  return scalar < 0x10000 ? (int)scalar : XML_ENCODING_UNKNOWN;
}

/* Sets the character of each byte, or -n for the first of n bytes of a character, with later bytes that
 * are valid in all of these encodings. */
static void xml_encoding_fill(const uriel_encoding *encoding, int map[256])
{
  for (int i = 0; i < 256; i++) {
    const char bytes[4] = {(char)i, '\xa1', '\xa1', '\xa1'};
    uint32_t scalar = XML_ENCODING_UNKNOWN, state = 0;
    int len = 1;
    while (!uriel_encoding_read(&scalar, &state, encoding, bytes, (size_t)len, len == 4))
      len++;
    map[i] = len > 1 ? -len : scalar < 0x10000 ? (int)scalar : XML_ENCODING_UNKNOWN;
  }
}

/* Returns the encoding for a charset declared outside of the document, which overrides the document's
 * own. Returns NULL if a byte order mark overrides it (RFC 7303, 3.3), if it is unknown, or if it is not
 * needed: the first bytes show it, or it means only ASCII. */
static const char *xml_encoding_declared(const char *charset, const char *data, size_t len)
{
  static const char *const passed[] = {"us-ascii", "ascii", "utf-16", "utf-16le", "utf-16be"};
  size_t mark;
  if (!charset || !*charset || uriel_encoding_marked(&mark, data, len).ptr)
    return NULL;
  for (size_t i = 0; i < sizeof passed / sizeof *passed; i++)
    if (strcasecmp(charset, passed[i]) == 0)
      return NULL;
  return xml_encoding_find(charset) ? charset : NULL;
}

/* ---- The parser --------------------------------------------------------------------------------- */

enum { XML_CHUNK = 64 * 1024, XML_CHUNK_MOST = 256 * 1024 * 1024 };

struct xml {
  XML_Parser parser;
  struct source *source;
  const struct xml_sink *sink;
  uint64_t skipped;    /* bytes before the first one passed to Expat */
  struct place place;  /* of the last event in the window, or before it */
  struct place within; /* within that event */
  uint64_t named;      /* the end of the last text whose place was requested */
  size_t depth;
  const char *refused; /* why the reading ends; NULL if the sink ended it */
};

/* ---- Places ----------------------------------------------------------------------------------- */

/* Returns the offset of the current event. */
static uint64_t xml_offset(const struct xml *xml)
{
  const XML_Index index = XML_GetCurrentByteIndex(xml->parser);
  return index < 0 ? xml->place.offset : (uint64_t)index + xml->skipped;
}

/* Returns the bytes of the current event, as far as they are in the window. */
static const char *xml_raw(const struct xml *xml, size_t *len)
{
  const struct source *source = xml->source;
  const uint64_t offset = xml_offset(xml);
  const int count = XML_GetCurrentByteCount(xml->parser);
  *len = 0;
  if (count <= 0 || offset < source->dropped || offset - source->dropped > source->len ||
      (size_t)count > source->len - (size_t)(offset - source->dropped))
    return NULL;
  *len = (size_t)count;
  return source->data + (offset - source->dropped);
}

static void xml_advance(const struct xml *xml, struct place *place, uint64_t offset)
{
  const struct source *source = xml->source;
  if (offset > place->offset && place->offset >= source->dropped &&
      offset - source->dropped <= source->len)
    place_advance(place, source->data + (place->offset - source->dropped),
                  (size_t)(offset - place->offset));
}

struct place xml_place(struct xml *xml)
{
  xml_advance(xml, &xml->place, xml_offset(xml));
  return xml->within = xml->place;
}

uint64_t xml_event_end(const struct xml *xml)
{
  return xml_offset(xml) + (uint64_t)XML_GetCurrentByteCount(xml->parser);
}

struct place xml_place_of(struct xml *xml, uint64_t offset)
{
  if (offset < xml->within.offset)
    xml->within = xml->place;
  xml_advance(xml, &xml->within, offset);
  return xml->within;
}

/* Returns the first `text` in quotes at or after `at`, or NULL if `end` comes first. */
static const char *xml_find_quoted(const char *at, const char *end, const char *text, size_t len)
{
  const char *found = NULL;
  while (at < end && (found = memmem(at, (size_t)(end - at), text, len)) && found[-1] != '"' &&
         found[-1] != '\'')
    at = found + 1;
  return at < end ? found : NULL;
}

struct place xml_place_of_text(struct xml *xml, const char *text, size_t len)
{
  const struct source *source = xml->source;
  /* Declarations do not change the place: their texts are searched one after the other. */
  const uint64_t behind = xml->named > xml->place.offset ? xml->named : xml->place.offset + 1;
  const size_t from = (size_t)(behind - source->dropped);
  size_t count = 0;
  (void)xml_raw(xml, &count);
  const size_t to = (size_t)(xml_offset(xml) - source->dropped) + count;
  const char *found = to > from && to <= source->len
                          ? xml_find_quoted(source->data + from, source->data + to, text, len)
                          : NULL;
  if (!found)
    return xml_place(xml);
  const uint64_t offset = (uint64_t)(found - source->data) + source->dropped;
  xml->named = offset + len;
  return xml_place_of(xml, offset);
}

/* ---- Attributes ------------------------------------------------------------------------------- */

static size_t xml_skip_space(const char *raw, size_t len, size_t at)
{
  while (at < len && ascii_space(raw[at]))
    at++;
  return at;
}

/* Finds the next attribute's value in a well-formed tag. */
static bool xml_find_value(const char *raw, size_t len, size_t *at, size_t *value_len)
{
  const char *equals = *at < len ? memchr(raw + *at, '=', len - *at) : NULL;
  const size_t open = equals ? xml_skip_space(raw, len, (size_t)(equals - raw) + 1) : len;
  const char *close = open < len ? memchr(raw + open + 1, raw[open], len - open - 1) : NULL;
  if (!close)
    return false;
  *at = open + 1;
  *value_len = (size_t)(close - raw) - *at;
  return true;
}

/* White space becomes spaces (XML, 3.3.3), which does not change offsets. */
static bool xml_is_verbatim(const struct xml_attribute *attribute)
{
  const uriel_text raw = attribute->raw;
  size_t i = 0;
  if (raw.len != attribute->len)
    return false;
  while (i < raw.len &&
         (raw.ptr[i] == attribute->value[i] || (attribute->value[i] == ' ' && ascii_space(raw.ptr[i]))))
    i++;
  return i == raw.len;
}

bool xml_attribute_next(const struct xml *xml, const struct xml_tag *tag, struct xml_cursor *cursor,
                        struct xml_attribute *attribute)
{
  const char *const *pair = tag->attributes + cursor->index * 2;
  const size_t name = strlen(tag->name);
  size_t len, value_len = 0;
  if (!pair[0])
    return false;
  *attribute = (struct xml_attribute){
      .name = pair[0], .value = pair[1], .len = strlen(pair[1]), .offset = xml_offset(xml)};
  const char *raw = xml_raw(xml, &len);
  if (cursor->index++ >= tag->written || !raw || len <= name || memcmp(raw + 1, tag->name, name) != 0)
    return true;
  size_t at = cursor->at ? cursor->at : 1 + name;
  if (!xml_find_value(raw, len, &at, &value_len))
    return true;
  cursor->at = at + value_len + 1;
  attribute->offset += at;
  attribute->raw = (uriel_text){raw + at, value_len};
  attribute->verbatim = xml_is_verbatim(attribute);
  return true;
}

/* ---- Callbacks of Expat ----------------------------------------------------------------------- */

static void xml_check(const struct xml *xml, bool more)
{
  if (!more)
    XML_StopParser(xml->parser, XML_FALSE);
}

static void XMLCALL xml_start(void *context, const XML_Char *name, const XML_Char **attributes)
{
  struct xml *xml = context;
  const struct xml_tag tag = {name, attributes, (size_t)XML_GetSpecifiedAttributeCount(xml->parser) / 2};
  if (++xml->depth > XML_DEPTH)
    xml->refused = "elements are nested too deep";
  xml_check(xml, !xml->refused && xml->sink->start(xml->sink->context, xml, &tag));
}

static void XMLCALL xml_end(void *context, const XML_Char *name)
{
  struct xml *xml = context;
  xml->depth--;
  xml_check(xml, xml->sink->end(xml->sink->context, xml, name));
}

static void XMLCALL xml_text(void *context, const XML_Char *text, int len)
{
  struct xml *xml = context;
  xml_check(xml, xml->sink->text(xml->sink->context, xml, text, (size_t)len));
}

static void XMLCALL xml_instruction(void *context, const XML_Char *target, const XML_Char *data)
{
  struct xml *xml = context;
  xml_check(xml, xml->sink->instruction(xml->sink->context, xml, target, data));
}

static void XMLCALL xml_doctype(void *context, const XML_Char *name, const XML_Char *system,
                                const XML_Char *public, int internal)
{
  struct xml *xml = context;
  (void)name;
  (void)public;
  (void)internal;
  xml_check(xml, !system || xml->sink->external(xml->sink->context, xml, "!DOCTYPE", system));
}

static void XMLCALL xml_entity(void *context, const XML_Char *name, int is_parameter,
                               const XML_Char *value, int len, const XML_Char *base,
                               const XML_Char *system, const XML_Char *public, const XML_Char *notation)
{
  struct xml *xml = context;
  (void)name;
  (void)is_parameter;
  (void)value;
  (void)len;
  (void)base;
  (void)public;
  (void)notation;
  xml_check(xml, xml->sink->external(xml->sink->context, xml, "!ENTITY", system));
}

static int XMLCALL xml_encoding(void *context, const XML_Char *name, XML_Encoding *encoding)
{
  const uriel_encoding *const found = xml_encoding_find(name);
  (void)context;
  if (!found)
    return XML_STATUS_ERROR;
  xml_encoding_fill(found, encoding->map);
  encoding->data = (void *)(uintptr_t)found; /* Expat passes it on, and does not change it */
  encoding->convert = xml_encoding_read;
  encoding->release = NULL;
  return XML_STATUS_OK;
}

/* ---- Reading ---------------------------------------------------------------------------------- */

static bool xml_open(struct xml *xml, const char *encoding)
{
  static const XML_Memory_Handling_Suite memory = {budget_take, budget_retake, budget_give};
  xml->parser = XML_ParserCreate_MM(encoding, &memory, NULL);
  if (!xml->parser)
    return false;
  XML_SetUserData(xml->parser, xml);
  XML_SetElementHandler(xml->parser, xml_start, xml_end);
  if (xml->sink->text)
    XML_SetCharacterDataHandler(xml->parser, xml_text);
  if (xml->sink->instruction)
    XML_SetProcessingInstructionHandler(xml->parser, xml_instruction);
  if (xml->sink->external) {
    XML_SetStartDoctypeDeclHandler(xml->parser, xml_doctype);
    XML_SetEntityDeclHandler(xml->parser, xml_entity);
  }
  XML_SetUnknownEncodingHandler(xml->parser, xml_encoding, xml);
  /* As if the document had declarations that are not read: an unknown entity is then no error. */
  XML_UseForeignDTD(xml->parser, XML_TRUE);
  return true;
}

/* Drops the bytes before the piece of markup that Expat has not finished. */
static void xml_drop(struct xml *xml)
{
  xml_place(xml);
  source_drop(xml->source, (size_t)(xml->place.offset - xml->source->dropped));
}

static enum xml_result xml_stopped(struct xml *xml, struct xml_error *error)
{
  const enum XML_Error code = XML_GetErrorCode(xml->parser);
  /* Expat also reports a lack of memory if a document would need too much for its size. */
  if (code == XML_ERROR_NO_MEMORY && errno == ENOMEM)
    return XML_NO_MEMORY;
  if (code == XML_ERROR_ABORTED && !xml->refused)
    return XML_ENDED;
  error->reason = xml->refused                  ? xml->refused
                  : code == XML_ERROR_NO_MEMORY ? "it takes more memory than the parser allows it"
                                                : XML_ErrorString(code);
  xml_drop(xml);
  error->place = xml->place;
  return XML_MALFORMED;
}

/* Skips blank lines before <?xml, which must come first but does not in some documents. */
static bool xml_skip_blank(struct xml *xml)
{
  struct source *source = xml->source;
  if (!source_fill(source, XML_CHUNK))
    return false;
  const size_t blank = xml_skip_space(source->data, source->len, 0);
  if (blank < source->len) {
    place_advance(&xml->place, source->data, blank);
    source_drop(source, blank);
    xml->skipped = blank;
  }
  return true;
}

static enum xml_result xml_feed(struct xml *xml, size_t token, struct xml_error *error)
{
  struct source *source = xml->source;
  size_t fed = 0; /* bytes of the window that Expat got */
  for (;;) {
    size_t more = fed < XML_CHUNK ? XML_CHUNK : fed;
    more = more < XML_CHUNK_MOST ? more : XML_CHUNK_MOST;
    if (!source_fill(source, fed + more))
      return XML_FAILED;
    const size_t len = source->len - fed < XML_CHUNK_MOST ? source->len - fed : XML_CHUNK_MOST;
    const bool final = source->ended && fed + len == source->len;
    fed += len;
    errno = 0;
    if (XML_Parse(xml->parser, source->data + fed - len, (int)len, final) != XML_STATUS_OK)
      return xml_stopped(xml, error);
    const size_t before = source->len;
    xml_drop(xml);
    fed -= before - source->len;
    if (final)
      return XML_DONE;
    if (fed > token) {
      *error = (struct xml_error){"a piece of markup is too long", xml->place};
      return XML_MALFORMED;
    }
  }
}

enum xml_result xml_read(struct source *source, const char *charset, size_t token,
                         const struct xml_sink *sink, struct xml_error *error)
{
  struct xml xml = {.source = source, .sink = sink, .place = {0, 1, 1}};
  if (!xml_skip_blank(&xml))
    return XML_FAILED;
  xml.within = xml.place;
  if (!xml_open(&xml, xml_encoding_declared(charset, source->data, source->len)))
    return XML_NO_MEMORY;
  const enum xml_result result = xml_feed(&xml, token, error);
  XML_ParserFree(xml.parser);
  return result;
}
