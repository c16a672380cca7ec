/* SPDX-License-Identifier: MIT */
/* HTTP responses in a file of answers. Content arrives in a temporary table, so that the file is only
 * locked while a complete response moves there. */
#include "cache.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { CACHE_PIECE = 1 << 16, CACHE_HEADER = 1 << 14 /* bytes; larger headers are not stored */ };

struct cache {
  struct store *store;
  bool failed;
  struct buffer uri, request, selected, header;
  struct cache_answer answer;

  /* The response that arrives: */
  bool arrives;
  char code[4];
  char address[URIEL_IPV6_MAX];
  size_t address_len;
  int64_t requested, received, length;
  struct buffer piece;
};

static const char cache_tables[] =
    "CREATE TABLE IF NOT EXISTS response(\n"
    "  id INTEGER PRIMARY KEY AUTOINCREMENT,\n"
    "  uri TEXT NOT NULL,\n"
    "  selected TEXT NOT NULL,\n"
    "  code TEXT NOT NULL,\n"
    "  header TEXT NOT NULL,\n"
    "  address TEXT NOT NULL,\n"
    "  requested INTEGER NOT NULL,\n"
    "  received INTEGER NOT NULL,\n"
    "  length INTEGER NOT NULL);\n"
    "CREATE INDEX IF NOT EXISTS response_uri ON response(uri);\n"
    "CREATE TABLE IF NOT EXISTS piece(\n"
    "  id INTEGER PRIMARY KEY,\n"
    "  response_id INTEGER NOT NULL REFERENCES response(id),\n"
    "  bytes BLOB NOT NULL);\n"
    "CREATE INDEX IF NOT EXISTS piece_response ON piece(response_id);\n"
    "CREATE TEMP TABLE arrived(id INTEGER PRIMARY KEY, bytes BLOB NOT NULL);\n";

static const char cache_select[] =
    "SELECT id, selected, code, header, address, requested, received, length"
    " FROM response WHERE uri = ?1 ORDER BY received DESC, id DESC";
static const char cache_select_pieces[] = "SELECT bytes FROM piece WHERE response_id = ?1 ORDER BY id";
static const char cache_update[] = "UPDATE response SET selected = ?2, header = ?3, requested = ?4,"
                                   " received = ?5 WHERE id = ?1";
static const char cache_drop_pieces[] = "DELETE FROM piece WHERE response_id = ?1";
static const char cache_drop_response[] = "DELETE FROM response WHERE id = ?1";
static const char cache_insert[] =
    "INSERT INTO response(uri, selected, code, header, address, requested,"
    " received, length) VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)";
static const char cache_move[] = "INSERT INTO piece(response_id, bytes)"
                                 " SELECT ?1, bytes FROM temp.arrived ORDER BY id";
static const char cache_arrive[] = "INSERT INTO temp.arrived(bytes) VALUES(?1)";
static const char cache_forget[] = "DELETE FROM temp.arrived";

static bool cache_run(struct cache *cache, const char *sql, const struct store_value *values,
                      size_t count, store_visitor *visit, void *context)
{
  cache->failed = cache->failed || !store_run(cache->store, sql, values, count, visit, context);
  return !cache->failed;
}

const char *cache_failure(const struct cache *cache)
{
  return cache->failed ? store_message(cache->store) : NULL;
}

/* ---- Finding ------------------------------------------------------------------------------------- */

/* Sets the key: the normal form of the URI, without its fragment (RFC 9110, 4.2.3). A URI with a user is
 * not stored. */
static bool cache_key(struct cache *cache, const uriel_ref *uri)
{
  const uriel_text scheme = uriel_scheme(uri);
  const size_t bound = uriel_normalize_bound(uri);
  uriel_ref normal;
  buffer_reserve(&cache->uri, bound);
  cache->uri.len = uriel_normalize(uri, URIEL_LEVEL_SCHEME, cache->uri.ptr, bound);
  if (cache->uri.len == URIEL_FAILED || !uriel_parse(&normal, cache->uri.ptr, cache->uri.len, NULL))
    return false;
  const uriel_text fragment = uriel_fragment(&normal);
  cache->uri.len -= fragment.ptr ? fragment.len + 1 : 0;
  return !uriel_userinfo(uri).ptr && scheme.len >= 4 && memcmp(normal.text, "http", 4) == 0;
}

static struct fresh cache_fresh(const struct cache_answer *answer)
{
  return (struct fresh){answer->code, buffer_text(&answer->header), answer->requested, answer->received};
}

/* Whether a row was selected by the fields of this request (RFC 9111, 4.1). */
static bool cache_is_selected(struct cache *cache, const struct store_value *row)
{
  fresh_select(row[3].text, buffer_text(&cache->request), &cache->selected);
  return row[1].text.len == cache->selected.len &&
         memcmp(row[1].text.ptr, cache->selected.ptr, cache->selected.len) == 0;
}

static bool cache_take(void *context, const struct store_value *row)
{
  struct cache *const cache = context;
  struct cache_answer *const answer = &cache->answer;
  if (!cache_is_selected(cache, row))
    return true;
  answer->id = row[0].number;
  snprintf(answer->code, sizeof answer->code, "%.*s", (int)row[2].text.len, row[2].text.ptr);
  buffer_put(&answer->header, row[3].text.ptr, row[3].text.len);
  if (!uriel_address_parse(&answer->address, row[4].text.ptr, row[4].text.len))
    answer->address.family = 0;
  answer->requested = row[5].number;
  answer->received = row[6].number;
  answer->length = row[7].number;
  return false;
}

const struct cache_answer *cache_find(struct cache *cache, const uriel_ref *uri, uriel_text request)
{
  struct cache_answer *const answer = &cache->answer;
  answer->state = CACHE_ASIDE;
  answer->id = 0;
  answer->drops = false;
  answer->conditions.len = 0;
  cache->arrives = false;
  buffer_put(&cache->request, request.ptr, request.len);
  if (!fresh_is_asked(request) || !cache_key(cache, uri))
    return answer;
  const struct store_value values[] = {store_text(buffer_text(&cache->uri))};
  if (!cache_run(cache, cache_select, values, 1, cache_take, cache))
    return answer;
  answer->state = CACHE_MISS;
  if (!answer->id)
    return answer;
  const struct fresh response = cache_fresh(answer);
  fresh_conditions(&response, &answer->conditions);
  if (fresh_is_reusable(&response, request, time(NULL)))
    answer->state = CACHE_FRESH;
  else if (answer->conditions.len > 0)
    answer->state = CACHE_STALE;
  return answer;
}

static bool cache_drop(struct cache *cache, int64_t number)
{
  const struct store_value id = store_number(number);
  return cache_run(cache, cache_drop_pieces, &id, 1, NULL, NULL) &&
         cache_run(cache, cache_drop_response, &id, 1, NULL, NULL);
}

/* ---- Using --------------------------------------------------------------------------------------- */

struct cache_reader {
  cache_sink *sink;
  void *context;
  struct get_failure *failure;
  int64_t left;
};

static bool cache_pass(void *context, const struct store_value *row)
{
  struct cache_reader *const reader = context;
  reader->left -= (int64_t)row[0].text.len;
  return reader->sink(reader->context, row[0].text.ptr, row[0].text.len, reader->failure);
}

bool cache_read(struct cache *cache, cache_sink *sink, void *context, struct get_failure *failure)
{
  const struct cache_answer *const answer = &cache->answer;
  struct cache_reader reader = {sink, context, failure, answer->length};
  const struct store_value values[] = {store_number(answer->id)};
  failure->status = GET_DONE;
  const bool good = cache_run(cache, cache_select_pieces, values, 1, cache_pass, &reader);
  if (answer->drops)
    cache_drop(cache, answer->id);
  if (failure->status != GET_DONE || (reader.left == answer->length && (reader.left > 0 || !good)))
    return false;
  return (good && reader.left == 0) ||
         get_fail(failure, GET_FAILED, "the cache has only a part of the object: %s",
                  good ? "remove its file" : store_message(cache->store));
}

bool cache_validate(struct cache *cache, uriel_text header, int64_t requested)
{
  struct cache_answer *const answer = &cache->answer;
  if (!fresh_is_same(buffer_text(&answer->header), header) || header.len > CACHE_HEADER)
    return false;
  fresh_header(buffer_text(&answer->header), header, &cache->header);
  buffer_put(&answer->header, cache->header.ptr, cache->header.len);
  answer->requested = requested;
  answer->received = time(NULL);
  const struct fresh response = cache_fresh(answer);
  fresh_select(response.header, buffer_text(&cache->request), &cache->selected);
  if (!fresh_is_storable(&response) || response.header.len > CACHE_HEADER) {
    answer->drops = true; /* after this use */
    return true;
  }
  const struct store_value values[] = {
      store_number(answer->id), store_text(buffer_text(&cache->selected)), store_text(response.header),
      store_number(answer->requested), store_number(answer->received)};
  return !cache_run(cache, cache_update, values, 5, NULL, NULL) || store_changes(cache->store) > 0;
}

/* ---- Storing ------------------------------------------------------------------------------------- */

void cache_begin(struct cache *cache, const char *code, uriel_text header, int64_t requested,
                 const uriel_address *address)
{
  const struct fresh response = {code, header, requested, time(NULL)};
  cache->arrives = !cache->failed && header.len <= CACHE_HEADER && fresh_is_storable(&response);
  if (!cache->arrives)
    return;
  snprintf(cache->code, sizeof cache->code, "%.3s", code);
  fresh_header(header, (uriel_text){NULL, 0}, &cache->header);
  cache->address_len = uriel_address_print(address, cache->address, sizeof cache->address);
  cache->requested = requested;
  cache->received = response.received;
  cache->length = 0;
  cache->piece.len = 0;
  cache_run(cache, cache_forget, NULL, 0, NULL, NULL);
}

static void cache_add_piece(struct cache *cache)
{
  const struct store_value values[] = {store_bytes(buffer_text(&cache->piece))};
  if (cache->piece.len > 0)
    cache_run(cache, cache_arrive, values, 1, NULL, NULL);
  cache->piece.len = 0;
}

void cache_add(struct cache *cache, const char *data, size_t len)
{
  if (!cache->arrives || cache->failed)
    return;
  buffer_append(&cache->piece, data, len);
  cache->length += (int64_t)len;
  if (cache->piece.len >= CACHE_PIECE)
    cache_add_piece(cache);
}

/* Collects the ids of the responses that the new one replaces. */
static bool cache_take_old(void *context, const struct store_value *row)
{
  struct cache *const cache = context;
  if (cache_is_selected(cache, row))
    buffer_append(&cache->piece, &row[0].number, sizeof row[0].number);
  return true;
}

bool cache_keep(struct cache *cache)
{
  if (!cache->arrives || cache->failed)
    return false;
  cache->arrives = false;
  cache_add_piece(cache);
  cache->failed = cache->failed || !store_begin(cache->store);
  const struct store_value key = store_text(buffer_text(&cache->uri));
  cache_run(cache, cache_select, &key, 1, cache_take_old, cache);
  for (size_t i = 0; i < ARRAY_COUNT(int64_t, cache->piece); i++) {
    cache_drop(cache, ARRAY_OF(int64_t, cache->piece)[i]);
  }
  fresh_select(buffer_text(&cache->header), buffer_text(&cache->request), &cache->selected);
  const struct store_value values[] = {key,
                                       store_text(buffer_text(&cache->selected)),
                                       store_text(uriel_text_of(cache->code)),
                                       store_text(buffer_text(&cache->header)),
                                       store_text((uriel_text){cache->address, cache->address_len}),
                                       store_number(cache->requested),
                                       store_number(cache->received),
                                       store_number(cache->length)};
  cache_run(cache, cache_insert, values, 8, NULL, NULL);
  const struct store_value id = store_number(store_last_id(cache->store));
  cache_run(cache, cache_move, &id, 1, NULL, NULL);
  cache->failed = cache->failed || !store_commit(cache->store);
  cache_run(cache, cache_forget, NULL, 0, NULL, NULL);
  return !cache->failed;
}

/* ---- Opening and closing ------------------------------------------------------------------------- */

struct cache *cache_open(const char *path, char message[STORE_MESSAGE])
{
  struct store *const store = store_open(path, STORE_OWN, cache_tables, message);
  struct cache *const cache = store ? calloc(1, sizeof *cache) : NULL;
  if (store && !cache)
    base_die_memory();
  if (!cache)
    return NULL;
  cache->store = store;
  /* Empty texts are not NULL. */
  buffer_reserve(&cache->selected, 0);
  buffer_reserve(&cache->header, 0);
  return cache;
}

void cache_close(struct cache *cache)
{
  if (!cache)
    return;
  store_close(cache->store);
  buffer_free(&cache->uri);
  buffer_free(&cache->request);
  buffer_free(&cache->selected);
  buffer_free(&cache->header);
  buffer_free(&cache->piece);
  buffer_free(&cache->answer.header);
  buffer_free(&cache->answer.conditions);
  free(cache);
}
