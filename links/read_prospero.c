/* SPDX-License-Identifier: MIT */
/* References of an answer of a Prospero server, version 5: links, and where objects can be fetched. */
#include <string.h>

#include "base/unicode.h"
#include "built.h"
#include "entity.h"
#include "lines.h"

enum { PROSPERO_WORDS = 12 };

/* A document that is completely in memory. */
struct prospero {
  struct entity *entity;
  size_t at;                        /* where the next line begins */
  struct place place;               /* of the last reference or error */
  uriel_text words[PROSPERO_WORDS]; /* of the line, with their quotes; of a line with more, the first */
  size_t count;
  uriel_text host, name; /* of the last link, with their quotes; undefined before the first */
  struct buffer text[3]; /* words without quotes */
};

/* ---- Lines ------------------------------------------------------------------------------------- */

static struct place prospero_place(struct prospero *prospero, const char *at)
{
  const char *const from = prospero->entity->source.data + prospero->place.offset;
  if (at > from)
    place_advance(&prospero->place, from, (size_t)(at - from));
  return prospero->place;
}

static bool prospero_wrong(struct prospero *prospero, uriel_text at, const char *what)
{
  const struct place place = prospero_place(prospero, at.ptr);
  return entity_error(prospero->entity, "line-malformed", place.offset, at.len, "line %llu: %s",
                      (unsigned long long)place.line, what);
}

/* Reads the words of the next line. Returns false at the end of the document. Between single quotes,
 * where two of them are one, everything is part of a word. Sets `*whole` unless the last quote has no
 * end. */
static bool prospero_line(struct prospero *prospero, bool *whole)
{
  const struct source *const source = &prospero->entity->source;
  const char *const data = source->data;
  size_t at = prospero->at, begin = at;
  bool quoted = false, word = false;
  prospero->count = 0;
  for (bool ended = false; at < source->len && !ended; at++) {
    const char c = data[at];
    const bool is_space = !quoted && (c == ' ' || c == '\t' || c == '\n' || c == '\r');
    ended = !quoted && c == '\n';
    quoted ^= c == '\'';
    if (!is_space && !word)
      begin = at;
    if (is_space && word && prospero->count < PROSPERO_WORDS)
      prospero->words[prospero->count++] = (uriel_text){data + begin, at - begin};
    word = !is_space;
  }
  if (word && prospero->count < PROSPERO_WORDS)
    prospero->words[prospero->count++] = (uriel_text){data + begin, at - begin};
  *whole = !quoted;
  const bool any = at > prospero->at;
  prospero->at = at;
  return any;
}

static bool prospero_is(const struct prospero *prospero, size_t number, const char *word)
{
  const uriel_text text = number < prospero->count ? prospero->words[number] : (uriel_text){"", 0};
  return text.len == strlen(word) && memcmp(text.ptr, word, text.len) == 0;
}

/* Writes a word without its quotes. */
static bool prospero_unquote(struct prospero *prospero, uriel_text word, struct buffer *out)
{
  bool quoted = false;
  if (!buffer_grow(out, word.len)) {
    (void)entity_no_memory(prospero->entity);
    return false;
  }
  out->len = 0;
  for (size_t i = 0; i < word.len; i++) {
    const bool is_quote = word.ptr[i] == '\'';
    const bool is_double = is_quote && quoted && i + 1 < word.len && word.ptr[i + 1] == '\'';
    if (!is_quote || is_double)
      out->ptr[out->len++] = word.ptr[i];
    i += is_double;
    quoted ^= is_quote && !is_double;
  }
  return true;
}

/* ---- References -------------------------------------------------------------------------------- */

/* A place that a line names. */
struct prospero_object {
  uriel_text host, port, name; /* without quotes; the port may be undefined */
};

/* Reads "HOST" or "HOST(PORT)", and the name. Returns false if the reading must end. */
static bool prospero_object(struct prospero *prospero, uriel_text host, uriel_text name,
                            struct prospero_object *object)
{
  if (!prospero_unquote(prospero, host, &prospero->text[0]) ||
      !prospero_unquote(prospero, name, &prospero->text[1]))
    return false;
  object->host = buffer_text(&prospero->text[0]);
  object->name = buffer_text(&prospero->text[1]);
  object->port = (uriel_text){NULL, 0};
  const char *const open = memchr(object->host.ptr, '(', object->host.len);
  if (open && object->host.ptr[object->host.len - 1] == ')') {
    const size_t len = (size_t)(open - object->host.ptr);
    object->port = (uriel_text){open + 1, object->host.len - len - 2};
    object->host.len = len;
  }
  return true;
}

/* Reports the URI in links->cleaned, which the word means. */
static bool prospero_report(struct prospero *prospero, uriel_text raw)
{
  struct links_reference item = {.place = prospero_place(prospero, raw.ptr),
                                 .raw = raw,
                                 .cleaned = buffer_text(&prospero->entity->links->cleaned)};
  return entity_reference(prospero->entity, &item);
}

static bool prospero_build(struct prospero *prospero, uriel_text raw, const char *scheme,
                           const uriel_own_part *parts, size_t count)
{
  char message[URIEL_ERROR_TEXT_MAX + 1];
  uriel_error error;
  bool built;
  if (!built_uri(prospero->entity, scheme, parts, count, &built, &error))
    return false;
  if (built)
    return prospero_report(prospero, raw);
  lines_describe(&error, parts, count, message);
  return prospero_wrong(prospero, raw, message);
}

/* Reports an object of Prospero (RFC 4157, 2). */
static bool prospero_link(struct prospero *prospero, uriel_text raw, uriel_text host, uriel_text name,
                          uriel_text version)
{
  static const char field[] = "OBJECT-VERSION=";
  struct buffer *const attributes = &prospero->text[2];
  struct prospero_object object;
  uint64_t number = 0;
  if (!prospero_object(prospero, host, name, &object))
    return false;
  if (version.len && !number_read(version, UINT64_MAX, &number))
    return prospero_wrong(prospero, version, "the version of an object is a number");
  attributes->len = 0;
  if (!buffer_add(attributes, field, sizeof field - 1) ||
      !buffer_add(attributes, version.ptr, version.len))
    return entity_no_memory(prospero->entity);
  const uriel_own_part parts[] = {
      {"host", object.host},
      {"port", object.port},
      {"object", object.name},
      {"attributes", number ? buffer_text(attributes) : (uriel_text){NULL, 0}}};
  return prospero_build(prospero, raw, "prospero", parts, sizeof parts / sizeof *parts);
}

/* Reports the URL of an access method: method, type of the host, host, type of the name, name, and more
 * words. */
static bool prospero_method(struct prospero *prospero, size_t first)
{
  const uriel_text *const words = prospero->words + first;
  const bool has_host = !prospero_is(prospero, first + 2, "''");
  const bool has_name = !prospero_is(prospero, first + 4, "''");
  const uriel_text host = has_host ? words[2] : prospero->host;
  const uriel_text name = has_name ? words[4] : prospero->name;
  const uriel_text raw = has_name ? words[4] : has_host ? words[2] : words[0];
  struct prospero_object object;
  if (prospero_is(prospero, first, "LOCAL") || prospero_is(prospero, first, "NFS") ||
      prospero_is(prospero, first, "AFS") || prospero_is(prospero, first, "RCP"))
    return true; /* files of the client */
  if (prospero_is(prospero, first, "PROSPERO-CONTENTS") && !has_host && !has_name)
    return true; /* the object itself */
  if (!host.ptr || !name.ptr)
    return prospero_wrong(prospero, words[0], "an access method without a host or name follows a link");
  if (prospero_is(prospero, first, "PROSPERO-CONTENTS"))
    return prospero_link(prospero, raw, host, name, (uriel_text){NULL, 0});
  if (!prospero_object(prospero, host, name, &object))
    return false;
  const bool is_text = prospero_is(prospero, first + 5, "TEXT");
  if (prospero_is(prospero, first, "AFTP") || prospero_is(prospero, first, "FTP"))
    return built_ftp(prospero->entity, object.host, object.port, object.name,
                     is_text ? ";type=a" : ";type=i") &&
           prospero_report(prospero, raw);
  const bool has_type = prospero->count > first + 5 && words[5].len == 1;
  const uriel_text type = has_type ? words[5] : (uriel_text){object.name.ptr, object.name.len > 0};
  const size_t skipped = has_type ? 0 : type.len;
  const uriel_own_part parts[] = {{"host", object.host},
                                  {"port", object.port},
                                  {"type", type},
                                  {"selector", {object.name.ptr + skipped, object.name.len - skipped}}};
  if (prospero_is(prospero, first, "GOPHER"))
    return prospero_build(prospero, raw, "gopher", parts, sizeof parts / sizeof *parts);
  if (prospero_is(prospero, first, "TELNET"))
    return prospero_build(prospero, raw, "telnet", parts, 2);
  return prospero_wrong(prospero, words[0], "this access method has no URL that is known here");
}

/* ---- The answer -------------------------------------------------------------------------------- */

/* "LINK type target name host-type host name-type name version". */
static bool prospero_read_link(struct prospero *prospero)
{
  const uriel_text *const words = prospero->words;
  const bool is_union = prospero_is(prospero, 1, "U");
  if (prospero->count < 8 || (!is_union && !prospero_is(prospero, 1, "L")) ||
      !prospero_is(prospero, 6, "ASCII"))
    return prospero_wrong(prospero, words[0],
                          "a link has a type, target, name, type of host, host, ASCII and object");
  prospero->host = words[5];
  prospero->name = words[7];
  /* Not readable, a name of another space, or outside of Prospero: then its access methods follow. */
  if (prospero_is(prospero, 2, "NULL") || prospero_is(prospero, 2, "SYMBOLIC") ||
      prospero_is(prospero, 2, "EXTERNAL"))
    return true;
  return prospero_link(prospero, words[7], words[5], words[7],
                       prospero->count > 8 ? words[8] : (uriel_text){NULL, 0});
}

/* Reads a line. Other lines than these have no references. */
static bool prospero_read_line(struct prospero *prospero)
{
  const uriel_text *const words = prospero->words;
  if (prospero_is(prospero, 0, "LINK"))
    return prospero_read_link(prospero);
  if (prospero_is(prospero, 0, "FORWARDED"))
    return prospero->count < 5 ? prospero_wrong(prospero, words[0], "FORWARDED has a host and an object")
                               : prospero_link(prospero, words[4], words[2], words[4],
                                               prospero->count > 5 ? words[5] : (uriel_text){NULL, 0});
  const bool is_attribute =
      prospero->count && words[0].len >= 9 && memcmp(words[0].ptr, "ATTRIBUTE", 9) == 0;
  if (!is_attribute || !prospero_is(prospero, 3, "ACCESS-METHOD"))
    return true;
  /* Old servers leave out the type of the value. */
  const size_t first = prospero_is(prospero, 4, "SEQUENCE") ? 5 : 4;
  if (prospero->count < first + 5)
    return prospero_wrong(prospero, words[0], "an access method has five words or more");
  return prospero_method(prospero, first);
}

bool read_prospero(struct entity *entity)
{
  struct prospero prospero = {.entity = entity, .place = place_start};
  bool goes_on, whole;
  if (!entity_fill(entity, "an answer of Prospero", &goes_on))
    return goes_on;
  while (goes_on && prospero_line(&prospero, &whole)) {
    if (whole)
      goes_on = prospero_read_line(&prospero);
    else
      goes_on = prospero_wrong(&prospero, prospero.words[prospero.count - 1], "a quote has no end");
  }
  for (size_t i = 0; i < sizeof prospero.text / sizeof *prospero.text; i++)
    buffer_free(&prospero.text[i]);
  return goes_on;
}
