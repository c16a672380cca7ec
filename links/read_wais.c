/* SPDX-License-Identifier: MIT */
/* References of the answers of a WAIS server to searches: the documents that it found (RFC 4156). */
#include <string.h>

#include "base/unicode.h"
#include "built.h"
#include "entity.h"
#include "lines.h"
#include "uriel_scheme.h"

enum {
  WAIS_HEADER = 25,
  WAIS_SEARCH_RESPONSE = 23,
  WAIS_DIAGNOSTIC = 28,
  WAIS_USER_INFORMATION = 99,
  WAIS_DOCUMENT_ID = 116,
  WAIS_HEADLINE = 123,
  WAIS_TYPE_BLOCK = 132,
  WAIS_TYPE = 133,
  WAIS_RECORD = 150,
  WAIS_FIELDS = 10, /* of a document id */
  WAIS_TYPES = 8    /* of a record */
};

/* A document that is completely in memory. */
struct wais {
  struct entity *entity;
  uriel_text host, port;  /* of the server, from the base; undefined without a base */
  struct buffer server;   /* the host, decoded */
  struct buffer database; /* decoded */
  struct buffer items;    /* "tag=value" of each field of a document id */
};

static bool wais_wrong(struct wais *wais, const char *at, const char *what)
{
  const uint64_t offset = (uint64_t)(at - wais->entity->source.data);
  return entity_error(wais->entity, "document-malformed", offset, 0, "byte %llu: %s",
                      (unsigned long long)offset, what);
}

/* ---- Fields ------------------------------------------------------------------------------------ */

/* Reads a number of base 128, the most significant digits first. Returns false if it is cut or too
 * large.
 */
static bool wais_number(uriel_text *rest, uint32_t *number)
{
  uint64_t value = 0;
  for (unsigned i = 0; i < 5 && rest->len; i++) {
    const unsigned char byte = (unsigned char)*rest->ptr++;
    rest->len--;
    value = value << 7 | (byte & 0x7f);
    if (byte < 0x80 && value <= UINT32_MAX) {
      *number = (uint32_t)value;
      return true;
    }
  }
  return false;
}

/* Reads the next field: a tag, a length, the value. Returns false at the end, or with `*wrong` set if
 * it is cut. */
static bool wais_field(uriel_text *rest, uint32_t *tag, uriel_text *value, bool *wrong)
{
  uint32_t len;
  if (!rest->len)
    return false;
  *wrong = !wais_number(rest, tag) || !wais_number(rest, &len) || len > rest->len;
  if (*wrong)
    return false;
  *value = (uriel_text){rest->ptr, len};
  rest->ptr += len;
  rest->len -= len;
  return true;
}

/* ---- Records ----------------------------------------------------------------------------------- */

/* Splits a document id into the fields of a URL: "1=h.example:210". Returns the number of them; 0 if the
 * id does not have this form, is empty or has too many fields, with `*no_memory` set if memory runs out.
 */
static size_t wais_id(struct wais *wais, uriel_text id, uriel_own_part *parts, bool *no_memory)
{
  uriel_text value;
  uint32_t tag;
  size_t count = 0, ends[WAIS_FIELDS];
  bool wrong = false;
  wais->items.len = 0;
  for (; wais_field(&id, &tag, &value, &wrong); count++) {
    char digits[NUMBER_DIGITS];
    const uriel_text number = number_text(digits, tag);
    if (count == WAIS_FIELDS)
      return 0;
    *no_memory = !buffer_add(&wais->items, number.ptr, number.len) ||
                 !buffer_add(&wais->items, "=", 1) || !buffer_add(&wais->items, value.ptr, value.len);
    if (*no_memory)
      return 0;
    ends[count] = wais->items.len;
  }
  for (size_t i = 0, begin = 0; i < count; begin = ends[i++])
    parts[i] = (uriel_own_part){"fields", {wais->items.ptr + begin, ends[i] - begin}};
  return wrong ? 0 : count;
}

static bool wais_reference(struct wais *wais, struct links_reference item)
{
  item.place = (struct place){(uint64_t)(item.raw.ptr - wais->entity->source.data), 0, 0};
  return entity_reference(wais->entity, &item);
}

/* Reports a form of a document. */
static bool wais_document(struct wais *wais, uriel_text id, uriel_text type)
{
  char message[URIEL_ERROR_TEXT_MAX + 1];
  uriel_own_part parts[4 + WAIS_FIELDS] = {{"host", wais->host},
                                           {"port", wais->port},
                                           {"database", buffer_text(&wais->database)},
                                           {"type", type}};
  uriel_error error;
  bool built, no_memory = false;
  const size_t count = wais_id(wais, id, parts + 4, &no_memory);
  if (no_memory)
    return entity_no_memory(wais->entity);
  if (!count)
    return wais_wrong(wais, id.ptr, "the identifier of a document is not a sequence of fields");
  if (!built_uri(wais->entity, "wais", parts, 4 + count, &built, &error))
    return false;
  if (built)
    return wais_reference(wais, (struct links_reference){
                                    .raw = id, .cleaned = buffer_text(&wais->entity->links->cleaned)});
  lines_describe(&error, parts, 4 + count, message);
  return wais_wrong(wais, id.ptr, message);
}

/* Reads the types of a record. Returns their number. */
static size_t wais_types(uriel_text block, uriel_text types[WAIS_TYPES])
{
  size_t count = 0;
  uint32_t tag;
  bool wrong;
  for (uriel_text type; count < WAIS_TYPES && wais_field(&block, &tag, &type, &wrong);)
    if (tag == WAIS_TYPE && type.len)
      types[count++] = type;
  return count;
}

static bool wais_record(struct wais *wais, uriel_text record)
{
  uriel_text rest = record, value, id = {NULL, 0}, headline = {NULL, 0};
  uriel_text types[WAIS_TYPES] = {uriel_text_of("TEXT")};
  size_t count = 0;
  uint32_t tag;
  bool wrong = false, more = true;
  while (wais_field(&rest, &tag, &value, &wrong))
    if (tag == WAIS_DOCUMENT_ID)
      id = value;
    else if (tag == WAIS_HEADLINE)
      headline = text_trim(value, ASCII_SPACES);
    else if (tag == WAIS_TYPE_BLOCK)
      count = wais_types(value, types);
  if (wrong || !id.ptr)
    return wais_wrong(wais, record.ptr,
                      wrong ? "a field of a record is cut" : "a record has no identifier of a document");
  if (!wais->host.ptr)
    return wais_wrong(
        wais, record.ptr,
        "the server and the database of a document are known only from the URL of the search"
        " (see --base): wais://HOST/DATABASE");
  for (size_t i = 0; more && i < (count ? count : 1); i++) {
    more = wais_document(wais, id, types[i]);
    if (more && text_is_word(types[i], "URL") && headline.len)
      more = wais_reference(wais, (struct links_reference){.raw = headline, .cleaned = headline});
  }
  return more;
}

/* ---- Messages ---------------------------------------------------------------------------------- */

/* Reads the user information of an answer: records, and diagnostics, which have a form of their own. */
static bool wais_answer(struct wais *wais, uriel_text group)
{
  bool wrong = false, more = true;
  uriel_text rest = group, value;
  uint32_t tag;
  while (more && rest.len && !wrong) {
    if (*rest.ptr == WAIS_DIAGNOSTIC && rest.len > 3) {
      const size_t len = 4 + ((size_t)(unsigned char)rest.ptr[1] << 8 | (unsigned char)rest.ptr[2]);
      wrong = len > rest.len;
      rest = (uriel_text){rest.ptr + (wrong ? 0 : len), rest.len - (wrong ? 0 : len)};
    } else if (wais_field(&rest, &tag, &value, &wrong) && tag == WAIS_RECORD)
      more = wais_record(wais, value);
  }
  return more && (!wrong || wais_wrong(wais, rest.ptr, "a field of an answer is cut"));
}

/* Reads a message after its header. */
static bool wais_message(struct wais *wais, uriel_text message)
{
  const size_t standard =
      message.len < 3 ? 0
                      : 2 + ((size_t)(unsigned char)message.ptr[0] << 8 | (unsigned char)message.ptr[1]);
  uriel_text rest, value;
  uint32_t tag;
  bool wrong = standard > message.len;
  if (!message.len || (!wrong && standard && message.ptr[2] != WAIS_SEARCH_RESPONSE))
    return true; /* not understood, or not an answer to a search */
  if (wrong || !standard)
    return wais_wrong(wais, message.ptr, "the message is cut");
  rest = (uriel_text){message.ptr + standard, message.len - standard};
  while (wais_field(&rest, &tag, &value, &wrong))
    if (tag == WAIS_USER_INFORMATION && !wais_answer(wais, value))
      return false;
  return !wrong || wais_wrong(wais, rest.ptr, "the message is cut");
}

/* Sets the server and the database of a base. Returns false if memory runs out. */
static bool wais_base(struct wais *wais)
{
  const uriel_text base = buffer_text(&wais->entity->base);
  uriel_ref ref;
  uriel_text segment;
  if (!base.len || !uriel_parse(&ref, base.ptr, base.len, NULL) ||
      !text_is_word(uriel_scheme(&ref), "wais"))
    return true;
  uriel_text path = uriel_path(&ref);
  const uriel_text host = uriel_host(&ref);
  if (!host.len || !path.len)
    return true;
  path = (uriel_text){path.ptr + 1, path.len - 1};
  if (!uriel_list_next(&path, &segment, '/') || !segment.len)
    return true;
  const size_t brackets = *host.ptr == '[' ? 2 : 0; /* of an IP literal */
  if (!buffer_grow(&wais->database, segment.len) || !buffer_grow(&wais->server, host.len))
    return entity_no_memory(wais->entity);
  wais->database.len = uriel_decode(segment.ptr, segment.len, 0, wais->database.ptr, segment.len, NULL);
  wais->server.len =
      uriel_decode(host.ptr + brackets / 2, host.len - brackets, 0, wais->server.ptr, host.len, NULL);
  wais->host = buffer_text(&wais->server);
  wais->port = uriel_port(&ref);
  return true;
}

bool read_wais(struct entity *entity)
{
  const struct source *const source = &entity->source;
  struct wais wais = {.entity = entity};
  bool goes_on;
  if (!entity_fill(entity, "an answer of WAIS", &goes_on))
    return goes_on;
  goes_on = wais_base(&wais);
  for (size_t at = 0; goes_on && at < source->len;) {
    const size_t left = source->len - at;
    uint64_t len = 0;
    if (left < WAIS_HEADER || !number_read((uriel_text){source->data + at, 10}, UINT64_MAX, &len) ||
        len > left - WAIS_HEADER) {
      goes_on = wais_wrong(&wais, source->data + at,
                           "the header of a message is not valid, or its message is cut");
      break;
    }
    at += WAIS_HEADER;
    goes_on = wais_message(&wais, (uriel_text){source->data + at, (size_t)len});
    at += (size_t)len;
  }
  buffer_free(&wais.server);
  buffer_free(&wais.database);
  buffer_free(&wais.items);
  return goes_on;
}
