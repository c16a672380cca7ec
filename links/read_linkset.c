/* SPDX-License-Identifier: MIT */
/* References of sets of links (RFC 9264), in the syntax of a Link field and in JSON. */
#include <string.h>

#include "base/json_reader.h"
#include "base/unicode.h"
#include "entity.h"
#include "header.h"

/* A document that is completely in memory. */
struct linkset {
  struct entity *entity;
  struct place place; /* of the last reference */
};

/* Returns the place of a text in the document. Texts must be in ascending order. */
static struct place linkset_place(struct linkset *set, const char *at)
{
  const char *const from = set->entity->source.data + set->place.offset;
  if (at > from)
    place_advance(&set->place, from, (size_t)(at - from));
  return set->place;
}

/* ---- application/linkset (4.1) ---------------------------------------------------------------- */

static bool linkset_found(void *context, struct links_reference *item)
{
  struct linkset *const set = context;
  item->place = linkset_place(set, item->raw.ptr);
  item->header = NULL;
  return entity_reference(set->entity, item);
}

static bool linkset_malformed(void *context, const char *name, uriel_text where)
{
  struct linkset *const set = context;
  const struct place place = linkset_place(set, where.ptr);
  (void)name;
  return entity_error(
      set->entity, "link-malformed", place.offset, where.len,
      "line %llu, column %llu: a link is \"<\", a URI reference, \">\", and parameters, each"
      " after \";\", up to \",\" (RFC 8288, 3)",
      (unsigned long long)place.line, (unsigned long long)place.column);
}

bool read_linkset(struct entity *entity)
{
  struct linkset set = {entity, place_start};
  const struct header_sink sink = {&set, linkset_found, linkset_malformed};
  const struct source *const source = &entity->source;
  bool goes_on;
  if (!entity_fill(entity, "a set of links", &goes_on))
    return goes_on;
  const size_t mark = text_mark(source->data, source->len);
  return header_references(entity, "Link", (uriel_text){source->data + mark, source->len - mark},
                           HEADER_OF_HTTP, &sink);
}

/* ---- application/linkset+json (4.2) ----------------------------------------------------------- */

/* The levels of the document: each is in the one before. */
enum { LINKSET_ROOT, LINKSET_LIST = 2, LINKSET_CONTEXT, LINKSET_TARGETS, LINKSET_TARGET };

struct linkset_json {
  struct linkset set;
  struct json_reader tokens;
  size_t on;              /* so many levels, from the first, are of the structure */
  struct buffer key;      /* the last key of the structure */
  struct buffer relation; /* the key of the list of targets */
  bool has_list;          /* or its absence was reported */
  bool has_target;        /* the object of a target has "href" */
};

static bool linkset_wrong(struct linkset_json *json, const char *at, const char *what)
{
  struct linkset *const set = &json->set;
  const struct place place = linkset_place(set, at);
  return entity_error(set->entity, "link-malformed", place.offset, 0, "line %llu, column %llu: %s",
                      (unsigned long long)place.line, (unsigned long long)place.column, what);
}

static bool linkset_key_is(const struct linkset_json *json, const char *name)
{
  return json->key.len == strlen(name) && memcmp(json->key.ptr, name, json->key.len) == 0;
}

/* Decodes the last string. Half a pair of surrogates is reported. */
static bool linkset_decode(struct linkset_json *json, struct buffer *out)
{
  const uriel_text raw = json_reader_raw(&json->tokens);
  size_t decoded;
  if (!json_reader_decode(raw, out, &decoded))
    return entity_no_memory(json->set.entity);
  return decoded == raw.len ||
         linkset_wrong(json, raw.ptr + decoded, "half a pair of surrogates is not a character");
}

static bool linkset_reference(struct linkset_json *json, bool is_anchor)
{
  struct entity *const entity = json->set.entity;
  struct links_reference item = {.raw = json_reader_raw(&json->tokens),
                                 .attribute = is_anchor ? "anchor" : NULL,
                                 .identifies = is_anchor,
                                 .is_css = true};
  if (!linkset_decode(json, &entity->links->cleaned))
    return false;
  item.place = linkset_place(&json->set, item.raw.ptr);
  item.cleaned = buffer_text(&entity->links->cleaned);
  if (!is_anchor)
    item.relation = buffer_text(&json->relation);
  return entity_reference(entity, &item);
}

/* Reads a value other than an object or array that belongs to the structure. */
static bool linkset_scalar(struct linkset_json *json, enum json_token token)
{
  const char *const at = json->tokens.text + json->tokens.begin;
  const bool is_string = token == JSON_STRING;
  switch (json->on) {
  case LINKSET_ROOT:
    json->has_list = true;
    return linkset_wrong(json, at, "a set of links is an object with the member \"linkset\"");
  case LINKSET_LIST:
    return linkset_wrong(json, at, "an item of \"linkset\" is an object");
  case LINKSET_CONTEXT:
    if (linkset_key_is(json, "anchor"))
      return is_string ? linkset_reference(json, true)
                       : linkset_wrong(json, at, "the value of \"anchor\" is a string");
    return linkset_wrong(json, at, "the value of a relation is an array of objects with \"href\"");
  case LINKSET_TARGETS:
    return linkset_wrong(json, at, "a target of a relation is an object with \"href\"");
  case LINKSET_TARGET:
    if (!linkset_key_is(json, "href"))
      return true;
    json->has_target = true;
    return is_string ? linkset_reference(json, false)
                     : linkset_wrong(json, at, "the value of \"href\" is a string");
  default: /* another member of the outermost object */
    if (!linkset_key_is(json, "linkset"))
      return true;
    json->has_list = true;
    return linkset_wrong(json, at, "the value of \"linkset\" is an array of objects");
  }
}

/* Enters an object or array. */
static bool linkset_open(struct linkset_json *json)
{
  const bool is_object = json_reader_in_object(&json->tokens);
  const bool is_list = json->on == LINKSET_ROOT + 1 && linkset_key_is(json, "linkset");
  const bool is_relation = json->on == LINKSET_CONTEXT && !linkset_key_is(json, "anchor");
  const bool wants_object =
      json->on == LINKSET_ROOT || json->on == LINKSET_LIST || json->on == LINKSET_TARGETS;
  if (json->tokens.stack.len != json->on + 1)
    return true;
  if (is_object ? !wants_object : !is_list && !is_relation)
    return linkset_scalar(json, JSON_OPEN);
  json->on++;
  json->has_list |= is_list;
  if (json->on == LINKSET_TARGET)
    json->has_target = false;
  if (is_relation && !buffer_set(&json->relation, buffer_text(&json->key)))
    return entity_no_memory(json->set.entity);
  return true;
}

/* Leaves an object or array. */
static bool linkset_close(struct linkset_json *json)
{
  const size_t depth = json->tokens.stack.len;
  const bool lacks = json->on == LINKSET_TARGET && depth < json->on && !json->has_target;
  json->on = json->on > depth ? depth : json->on;
  return !lacks || linkset_wrong(json, json->tokens.text + json->tokens.begin,
                                 "a target of a relation has a member \"href\"");
}

/* Reads a token. Returns false if the reading must end, with `*more` false after the last token. */
static bool linkset_token(struct linkset_json *json, bool *more)
{
  const struct json_reader *const tokens = &json->tokens;
  const bool is_on = tokens->stack.len == json->on;
  const enum json_token token = json_reader_next(&json->tokens);
  switch (token) {
  case JSON_OPEN:
    return linkset_open(json);
  case JSON_CLOSE:
    return linkset_close(json);
  case JSON_KEY:
    return !is_on || linkset_decode(json, &json->key);
  case JSON_NO_MEMORY:
    return entity_no_memory(json->set.entity);
  case JSON_INVALID:
    *more = false;
    json->has_list = true;
    return linkset_wrong(json, tokens->text + tokens->offset, tokens->message);
  case JSON_END:
    *more = false;
    return true;
  default:
    return !is_on || linkset_scalar(json, token);
  }
}

bool read_linkset_json(struct entity *entity)
{
  const struct source *const source = &entity->source;
  struct linkset_json json = {.set = {entity, place_start}};
  bool goes_on, more = true;
  if (!entity_fill(entity, "a set of links", &goes_on))
    return goes_on;
  const size_t mark = text_mark(source->data, source->len);
  json_reader_begin(&json.tokens, (uriel_text){source->data + mark, source->len - mark});
  while (goes_on && more)
    goes_on = linkset_token(&json, &more);
  if (goes_on && !json.has_list)
    goes_on = linkset_wrong(&json, source->data + source->len,
                            "a set of links is an object with the member \"linkset\"");
  buffer_free(&json.tokens.stack);
  buffer_free(&json.key);
  buffer_free(&json.relation);
  return goes_on;
}
