/* SPDX-License-Identifier: MIT */
#include "online.h"

#include <stdlib.h>
#include <strings.h>
#include <time.h>

#include "cli/shared/general.h"
#include "get/robots.h"
#include "get/store.h"
#include "links/anchors.h"
#include "reader/excerpt.h"
#include "uriel_guard.h"
#include "uriel_url.h"

#define ONLINE_NOTHING UINT32_MAX

/* A URI without a fragment, which is asked for once. */
struct online_page {
  uriel_text uri;
  enum { ONLINE_NEW, ONLINE_HELD, ONLINE_ASKED, ONLINE_KNOWN } state;
  bool wants_body, is_cached, is_skipped;
  bool is_again;  /* it is asked for whatever an earlier run knows */
  bool is_robots; /* it is asked for as a robots.txt, which no robots.txt disallows */
  uint32_t first; /* the first link that waits for it, or ONLINE_NOTHING */
  enum ask_outcome outcome;
  uriel_text code, message;
  uint32_t next;            /* REDIRECT: to that page, */
  uriel_text next_fragment; /* and that fragment, with "#" before it, or undefined */
  struct anchors *anchors;  /* of the body */
  uint32_t held;            /* the next page that waits for the same robots.txt */
};

/* A URI, perhaps with a fragment; or a robots.txt. */
struct online_link {
  uriel_text uri, fragment;
  uint32_t page, at; /* the first page, and the present one */
  uint32_t next;     /* the next link that waits for the present page */
  uint32_t origin;   /* of a robots.txt; or ONLINE_NOTHING */
  uriel_text wanted; /* the fragment of the present page, or undefined */
  size_t hops;
  enum ask_outcome outcome;
  enum online_fragment found;
};

struct online_origin {
  uint32_t page;  /* its robots.txt */
  uint32_t first; /* the first page that waits for it */
  bool is_known;
  struct robots robots;
};

struct online {
  const struct online_options *options;
  const struct buffer *named;
  const char *command;
  struct ask *ask;
  struct store *store;
  struct links *links; /* for anchors */
  struct texts uris;   /* of pages, by number */
  struct texts kept;   /* other texts that stay */
  struct texts names;  /* of origins, by number */
  struct online_page *pages;
  struct online_link *list;
  struct online_origin *origins;
  struct buffer ready;             /* uint32_t: links to visit */
  const struct ask_answer *answer; /* the present one, and */
  uint32_t answered;               /* its page */
  uint32_t *asked;                 /* pages, by their number for `ask` */
  size_t page_capacity, link_count, link_capacity, origin_capacity, asked_capacity;
  size_t max_redirects;
  uint64_t done;
  size_t anchors;                           /* bytes of the anchors of pages */
  struct buffer unsaved, unsaved_fragments; /* uint32_t: pages, and struct online_unsaved */
  double saved;                             /* the clock, when all was saved */
  struct buffer scratch, chain;
};

/* What a page was found to have. */
struct online_unsaved {
  uint32_t page;
  uriel_text fragment;
  enum online_fragment found;
};

/* Returns a copy that stays. */
static uriel_text online_keep(struct online *online, uriel_text text)
{
  bool is_new;
  if (!text.ptr)
    return text;
  const uint32_t number = texts_number(&online->kept, text, &is_new);
  return online->kept.of[number];
}

/* ---- Options ------------------------------------------------------------------------------------- */

static void online_accept(void *to, struct option_reader *reader)
{
  struct online_options *const options = to;
  uriel_text rest = uriel_text_of(reader->value), item;
  while (uriel_list_next(&rest, &item, ',')) {
    const char *const dash = memchr(item.ptr, '-', item.len);
    const size_t before = dash ? (size_t)(dash - item.ptr) : item.len;
    uint64_t low = 0, high = 0;
    const bool good =
        number_read((uriel_text){item.ptr, before}, 999, &low) &&
        number_read(dash ? (uriel_text){dash + 1, item.len - before - 1} : item, 999, &high) &&
        low >= 100 && low <= high;
    if (!good)
      die_usage(reader->command, "option \"%s\" takes codes of HTTP, such as 403,500-599, not \"%s\"",
                reader->name, reader->value);
    for (uint64_t code = low; code <= high; code++)
      options->accepts[code] = true;
  }
}

static void online_max_age(void *to, struct option_reader *reader)
{
  static const char units[] = "smhd";
  static const size_t seconds[] = {1, 60, 3600, ONLINE_DAY};
  const size_t len = strlen(reader->value);
  const char *const unit = len ? strchr(units, reader->value[len - 1]) : NULL;
  uint64_t number = 0;
  if (!number_read((uriel_text){reader->value, len - (unit != NULL)}, UINT32_MAX, &number))
    die_usage(reader->command, "option \"%s\" takes a time, such as 1d, 12h, 30m or 10s, not \"%s\"",
              reader->name, reader->value);
  ((struct online_options *)to)->max_age = number * (size_t)(unit ? seconds[unit - units] : 1);
}

/* clang-format off */
#define ONLINE_TO(member) OPTION_TO(struct online_options, member)
/* The rows of the options that go with the option `name`. */
#define ONLINE_OPTIONS(name)                                                                            \
  {0, "connections", "N", "have at most N connections at once; default: 64", OPTION_NUMBER,             \
   ONLINE_TO(connections), .low = 1, .high = ONLINE_MOST_CONNECTIONS, .with = (name)},                  \
  {0, "per-host", "N", "and at most N to one host; default: 2", OPTION_NUMBER,                          \
   ONLINE_TO(per_host), .low = 1, .high = ONLINE_MOST_CONNECTIONS, .with = (name)},                     \
  {0, "retries", "N", "ask again N times after a failure that may pass;\ndefault: 2", OPTION_NUMBER,    \
   ONLINE_TO(retries), .low = 0, .high = 100, .with = (name)},                                          \
  {0, "accept", "STATUS,...", "codes with which a page is there, besides 200-299:\n403,500-599",        \
   OPTION_CALL, .to = 0, .call = online_accept, .with = (name), .many = true},                          \
  {0, "robots", NULL, "do not ask for what robots.txt disallows", OPTION_FLAG,                          \
   ONLINE_TO(obeys_robots), .with = (name)},                                                            \
  {0, "exclude-private", NULL, "leave out links to addresses of private networks", OPTION_FLAG,         \
   ONLINE_TO(skips_private), .with = (name)},                                                           \
  {0, "max-age", "TIME", "use answers of earlier runs that are younger: 1d, 12h,\n30m or 10s; failures "\
   "for a tenth of that; default: 1d", OPTION_CALL, .to = 0,                                            \
   .call = online_max_age, .with = (name)},                                                             \
  {0, "offline", NULL, "ask no server: only the answers of earlier runs count", OPTION_FLAG,            \
   ONLINE_TO(is_offline), .with = (name)}
/* clang-format on */

const struct option_spec online_of_links[] = {
    {0, "online", NULL,
     "with --check: also ask the servers of links, each page\nonce; for it, --timeout is 30 by default",
     OPTION_FLAG, ONLINE_TO(is_on), .with = "check", .title = "Servers"},
    ONLINE_OPTIONS("online"),
    {0, "rate", "N", "send a host at most N requests a second; default: 10;\n0: no limit", OPTION_NUMBER,
     ONLINE_TO(rate), .low = 0, .high = 1000000, .with = "online"},
    {0}};

const struct option_spec online_of_harvest[] = {
    {0, "check-online", NULL,
     "then ask the servers of all targets, each page once;\nfor it, --timeout is 30 by default",
     OPTION_FLAG, ONLINE_TO(is_on), .title = "Servers"},
    ONLINE_OPTIONS("check-online"),
    {0}};

void online_ready(struct online_options *options, const struct general *general, const char *command)
{
  const uriel_text *const texts = ARRAY_OF(const uriel_text, general->header_fields);
  for (size_t i = 0; i < ARRAY_COUNT(uriel_text, general->header_fields); i++) {
    const char *const blank = memchr(texts[i].ptr, ' ', texts[i].len);
    struct online_field field = {.host = {texts[i].ptr, blank ? (size_t)(blank - texts[i].ptr) : 0}};
    if (!field.host.len || memchr(field.host.ptr, '/', field.host.len) ||
        field.host.ptr[field.host.len - 1] == ':')
      die_usage(command, "option \"--header\" takes \"HOST NAME: VALUE\", not \"%s\"", texts[i].ptr);
    field.field = uriel_text_of(blank + 1);
    request_check_field(field.field, command);
    buffer_append(&options->fields, &field, sizeof field);
  }
}

/* Whether "HOST" or "HOST:PORT" names the host of a URI. */
static bool online_is_host(uriel_text host, const uriel_ref *ref)
{
  const uriel_text own = uriel_host(ref);
  const uriel_text scheme = uriel_scheme(ref);
  const uriel_scheme_info *const info = uriel_scheme_find(NULL, scheme.ptr, scheme.len);
  uint64_t wanted = info ? info->port : 0;
  uint16_t port = (uint16_t)wanted;
  if (host.len < own.len || own.len == 0 || strncasecmp(host.ptr, own.ptr, own.len) != 0)
    return false;
  const uriel_text rest = {host.ptr + own.len, host.len - own.len};
  if (rest.len &&
      (*rest.ptr != ':' || !number_read((uriel_text){rest.ptr + 1, rest.len - 1}, UINT16_MAX, &wanted)))
    return false;
  if (uriel_port(ref).len && !uriel_port_number(&port, ref, NULL))
    return false;
  return port == wanted;
}

/* An ask_options.fields. */
static void online_fields(void *context, const uriel_ref *ref, uriel_text *fields, size_t capacity,
                          size_t *count)
{
  const struct online *const online = context;
  const struct buffer *const list = &online->options->fields;
  *count = 0;
  for (size_t i = 0; i < ARRAY_COUNT(struct online_field, *list) && *count < capacity; i++) {
    const struct online_field *const field = &ARRAY_OF(const struct online_field, *list)[i];
    if (online_is_host(field->host, ref))
      fields[(*count)++] = field->field;
  }
}

/* A get_options.named. */
static bool online_is_named(void *context, const uriel_ref *ref)
{
  const struct online *const online = context;
  bool is_named = false;
  uriel_ref own;
  for (size_t i = 0; i < ARRAY_COUNT(uriel_text, *online->named) && !is_named; i++) {
    const uriel_text text = ARRAY_OF(const uriel_text, *online->named)[i];
    is_named = uriel_parse(&own, text.ptr, text.len, NULL) && get_same_origin(&own, ref);
  }
  return is_named;
}

/* ---- The file of answers ------------------------------------------------------------------------- */

static const char online_tables[] =
    "CREATE TABLE IF NOT EXISTS answers(uri TEXT PRIMARY KEY, asked INTEGER NOT NULL,"
    " outcome TEXT NOT NULL, code TEXT, next TEXT, message TEXT) WITHOUT ROWID;"
    "CREATE TABLE IF NOT EXISTS fragments(uri TEXT, fragment TEXT, found INTEGER NOT NULL,"
    " PRIMARY KEY(uri, fragment)) WITHOUT ROWID;";

/* Ends the use of a file that cannot be written, with a message. */
static void online_store_fails(struct online *online)
{
  message("%s: the answers of servers are not kept", store_message(online->store));
  store_close(online->store);
  online->store = NULL;
}

static bool online_has_secret(uriel_text uri)
{
  uriel_ref ref;
  return !uriel_parse(&ref, uri.ptr, uri.len, NULL) || uriel_userinfo(&ref).ptr;
}

static void online_append_uri(struct buffer *out, uriel_text uri, uriel_text fragment)
{
  buffer_append(out, uri.ptr, uri.len);
  buffer_append(out, "#", fragment.ptr != NULL);
  buffer_append(out, fragment.ptr, fragment.len);
}

static uint32_t online_page_of(struct online *online, uriel_text uri);

/* Sets where a redirect leads to: a URI, perhaps with a fragment. */
static void online_lead(struct online *online, uint32_t number, uriel_text uri)
{
  struct buffer *const normal = &online->scratch;
  uriel_ref ref;
  uriel_text fragment = {NULL, 0};
  normal->len = 0;
  if (uriel_parse(&ref, uri.ptr, uri.len, NULL)) {
    buffer_reserve(normal, uriel_normalize_bound(&ref));
    normal->len = uriel_normalize(&ref, URIEL_LEVEL_SCHEME, normal->ptr, normal->capacity);
    uri = buffer_text(normal);
  }
  const char *const hash = memchr(uri.ptr, '#', uri.len);
  if (hash) {
    fragment = online_keep(online, (uriel_text){hash, uri.len - (size_t)(hash - uri.ptr)});
    fragment = (uriel_text){fragment.ptr + 1, fragment.len - 1}; /* the "#" is before it */
    uri.len = (size_t)(hash - uri.ptr);
  }
  const uint32_t next = online_page_of(online, uri); /* which may move the pages */
  online->pages[number].next = next;
  online->pages[number].next_fragment = fragment;
}

struct online_row {
  struct online *online;
  uint32_t page;
};

/* Returns the outcome that a code of HTTP has under --accept, which an earlier run may have had not. */
static enum ask_outcome online_outcome(const struct online *online, const struct online_page *page,
                                       uriel_text text, enum ask_outcome outcome)
{
  uint64_t code;
  if (strncasecmp(page->uri.ptr, "http", 4) != 0 || !number_read(text, 999, &code) || code < 100 ||
      code / 100 == 2)
    return outcome;
  return online->options->accepts[code] ? ASK_FOUND : ASK_STATUS;
}

/* A store_visitor: asked, outcome, code, next, message. */
static bool online_answer_row(void *context, const struct store_value *row)
{
  const struct online_row *const to = context;
  struct online *const online = to->online;
  struct online_page *page = &online->pages[to->page];
  const struct online_options *const options = online->options;
  static const char accepted[] = "the server answers with a code that is not in --accept";
  const int64_t age = (int64_t)time(NULL) - row[0].number;
  size_t outcome = 0;
  while (outcome < ASK_OUTCOME_COUNT && !text_is(row[1].text, ask_outcome_names[outcome]))
    outcome++;
  if (outcome == ASK_FOUND || outcome == ASK_STATUS)
    outcome = online_outcome(online, page, row[2].text, (enum ask_outcome)outcome);
  const bool is_good = outcome == ASK_FOUND || outcome == ASK_REDIRECT;
  const int64_t most = (int64_t)(is_good ? options->max_age : options->max_age / 10);
  if (outcome == ASK_OUTCOME_COUNT || ((age < 0 || age >= most) && !options->is_offline))
    return false;
  page->outcome = (enum ask_outcome)outcome;
  page->code = online_keep(online, row[2].text);
  if (outcome != ASK_FOUND)
    page->message = online_keep(online, row[4].text.ptr ? row[4].text : uriel_text_of(accepted));
  page->state = ONLINE_KNOWN;
  page->is_cached = true;
  if (outcome == ASK_REDIRECT && row[3].text.ptr)
    online_lead(online, to->page, row[3].text);
  return false;
}

/* Sets the answer of an earlier run, if there is one that is young enough. */
static void online_recall(struct online *online, uint32_t number)
{
  struct online_row row = {online, number};
  const struct store_value key = store_text(online->pages[number].uri);
  if (online->store &&
      !store_run(online->store, "SELECT asked, outcome, code, next, message FROM answers WHERE uri = ?",
                 &key, 1, online_answer_row, &row))
    online_store_fails(online);
}

static bool online_number_row(void *context, const struct store_value *row)
{
  *(int64_t *)context = row->number;
  return false;
}

/* Returns what an earlier run found out: -1, or whether the page has the fragment. */
static int64_t online_recall_fragment(struct online *online, const struct online_page *page,
                                      uriel_text fragment)
{
  int64_t found = -1;
  const struct store_value keys[] = {store_text(page->uri), store_text(fragment)};
  if (online->store &&
      !store_run(online->store, "SELECT found FROM fragments WHERE uri = ? AND fragment = ?", keys, 2,
                 online_number_row, &found))
    online_store_fails(online);
  return found;
}

/* Writes the answer for a page, without what an earlier one said of its fragments. */
static bool online_save(struct online *online, const struct online_page *page)
{
  struct buffer *const next = &online->scratch;
  next->len = 0;
  if (page->outcome == ASK_REDIRECT && page->next != ONLINE_NOTHING)
    online_append_uri(next, online->pages[page->next].uri, page->next_fragment);
  const struct store_value values[] = {store_text(page->uri),
                                       store_number((int64_t)time(NULL)),
                                       store_text(uriel_text_of(ask_outcome_names[page->outcome])),
                                       store_text(page->code),
                                       store_text(buffer_defined(next)),
                                       store_text(page->message)};
  return online_has_secret(page->uri) || (next->len > 0 && online_has_secret(buffer_text(next))) ||
         (store_run(online->store, "INSERT OR REPLACE INTO answers VALUES(?, ?, ?, ?, ?, ?)", values,
                    sizeof values / sizeof *values, NULL, NULL) &&
          store_run(online->store, "DELETE FROM fragments WHERE uri = ?", values, 1, NULL, NULL));
}

static bool online_save_fragment(struct online *online, const struct online_unsaved *unsaved)
{
  const uriel_text uri = online->pages[unsaved->page].uri;
  const struct store_value values[] = {store_text(uri), store_text(unsaved->fragment),
                                       store_number(unsaved->found)};
  return online_has_secret(uri) ||
         store_run(online->store, "INSERT OR REPLACE INTO fragments VALUES(?, ?, ?)", values,
                   sizeof values / sizeof *values, NULL, NULL);
}

/* Writes all that is not saved. This takes moments, so that other processes can write to the file. */
static void online_save_all(struct online *online)
{
  const uint32_t *const pages = ARRAY_OF(const uint32_t, online->unsaved);
  const struct online_unsaved *const fragments =
      ARRAY_OF(const struct online_unsaved, online->unsaved_fragments);
  bool good = true;
  online->saved = get_clock();
  if (online->store && online->unsaved.len + online->unsaved_fragments.len > 0) {
    good = store_begin(online->store);
    for (size_t i = 0; i < ARRAY_COUNT(uint32_t, online->unsaved) && good; i++)
      good = online_save(online, &online->pages[pages[i]]);
    for (size_t i = 0; i < ARRAY_COUNT(struct online_unsaved, online->unsaved_fragments) && good; i++)
      good = online_save_fragment(online, &fragments[i]);
    good = good && store_commit(online->store);
  }
  if (!good)
    online_store_fails(online);
  online->unsaved.len = online->unsaved_fragments.len = 0;
}

/* ---- Anchors ------------------------------------------------------------------------------------- */

struct online_reading {
  uriel_text rest;
  struct anchors *anchors;
  bool has_begun, is_partial;
};

static ssize_t online_read(void *context, char *data, size_t capacity)
{
  struct online_reading *const reading = context;
  const size_t len = reading->rest.len < capacity ? reading->rest.len : capacity;
  if (len == 0)
    return 0;
  memcpy(data, reading->rest.ptr, len);
  reading->rest = (uriel_text){reading->rest.ptr + len, reading->rest.len - len};
  return (ssize_t)len;
}

static bool online_begin(void *context, const struct links_document *document)
{
  struct online_reading *const reading = context;
  if (!reading->has_begun)
    anchors_start(reading->anchors, document->flags);
  reading->has_begun = true;
  return true;
}

static bool online_anchor(void *context, uriel_text name)
{
  struct online_reading *const reading = context;
  if (!anchors_add(reading->anchors, name))
    die_memory();
  return true;
}

static bool online_error(void *context, const struct links_error *error)
{
  (void)error;
  ((struct online_reading *)context)->is_partial = true;
  return true;
}

/* Reads the anchors of a body. */
static void online_read_anchors(struct online *online, struct online_page *page,
                                const struct ask_answer *answer)
{
  struct buffer *const type = &online->scratch;
  page->anchors = calloc(1, sizeof *page->anchors);
  if (!page->anchors)
    die_memory();
  struct online_reading reading = {.rest = buffer_text(&answer->body), .anchors = page->anchors};
  buffer_put(type, answer->media_type.ptr, answer->media_type.len);
  buffer_append(type, "", 1);
  const struct links_request request = {.read = online_read,
                                        .context = &reading,
                                        .retrieval = page->uri,
                                        .media_type = type->len > 1 ? type->ptr : NULL};
  const struct links_sink sink = {
      .context = &reading, .begin = online_begin, .error = online_error, .anchor = online_anchor};
  if (links_read(online->links, &request, &sink) == LINKS_NO_MEMORY)
    die_memory();
  page->anchors->are_known &= !reading.is_partial && !answer->is_partial && reading.has_begun;
}

/* ---- Pages --------------------------------------------------------------------------------------- */

static uint32_t online_page_of(struct online *online, uriel_text uri)
{
  bool is_new;
  const uint32_t number = texts_number(&online->uris, uri, &is_new);
  if (is_new) {
    online->pages = list_grow(online->pages, number, &online->page_capacity, sizeof *online->pages);
    online->pages[number] = (struct online_page){.uri = online->uris.of[number],
                                                 .first = ONLINE_NOTHING,
                                                 .next = ONLINE_NOTHING,
                                                 .held = ONLINE_NOTHING};
  }
  return number;
}

static void online_refuse(struct online *online, uint32_t number, const char *reason)
{
  struct online_page *const page = &online->pages[number];
  page->state = ONLINE_KNOWN;
  page->outcome = ASK_NOT_ASKED;
  page->message = online_keep(online, uriel_text_of(reason));
}

/* Whether the host of a URI is an address of a network that is not public, or a name for this
 * machine. */
static bool online_is_private(uriel_text uri)
{
  static const char local[] = "localhost";
  uriel_address address;
  uriel_ref ref;
  if (!uriel_parse(&ref, uri.ptr, uri.len, NULL))
    return false;
  uriel_text host = uriel_host(&ref);
  host.len -= host.len > 0 && host.ptr[host.len - 1] == '.';
  const size_t len = sizeof local - 1, before = host.len - len;
  if (host.len >= len && strncasecmp(host.ptr + before, local, len) == 0 &&
      (before == 0 || host.ptr[before - 1] == '.'))
    return true;
  return (uriel_address_parse(&address, host.ptr, host.len) || uriel_host_address(&address, host)) &&
         !uriel_guard_address(NULL, NULL, 0, &address);
}

/* Whether the policy of this run allows what an earlier one was answered. */
static bool online_may_recall(struct online *online, uriel_text uri)
{
  const struct policy *const policy = &online->options->client->client.policy;
  struct buffer *const room = &online->scratch;
  const size_t bound = uriel_guard_bound(uri.len);
  uriel_guarded guarded;
  uriel_ref ref;
  buffer_reserve(room, bound);
  return uriel_guard(&guarded, policy->rules, policy->count, uri.ptr, uri.len, room->ptr, bound) ||
         (uriel_parse(&ref, uri.ptr, uri.len, NULL) && online_is_named(online, &ref));
}

static void online_send(struct online *online, uint32_t number)
{
  struct online_page *const page = &online->pages[number];
  page->state = ONLINE_ASKED;
  const uint32_t asked = ask_add(online->ask, page->uri, page->wants_body);
  online->asked = list_grow(online->asked, asked, &online->asked_capacity, sizeof *online->asked);
  online->asked[asked] = number;
}

/* Returns the origin of a page, whose robots.txt is asked for first. */
static struct online_origin *online_origin_of(struct online *online, uint32_t number)
{
  static const char path[] = "/robots.txt";
  struct buffer *const uri = &online->scratch;
  uriel_ref ref;
  bool is_new;
  const uriel_text own = online->pages[number].uri;
  if (!uriel_parse(&ref, own.ptr, own.len, NULL))
    return NULL;
  buffer_put(uri, own.ptr, ref.path_begin);
  buffer_append(uri, path, sizeof path - 1);
  const uint32_t origin = texts_number(&online->names, buffer_text(uri), &is_new);
  if (is_new) {
    online->origins =
        list_grow(online->origins, origin, &online->origin_capacity, sizeof *online->origins);
    online->origins[origin] = (struct online_origin){.page = online_page_of(online, buffer_text(uri)),
                                                     .first = ONLINE_NOTHING};
  }
  return &online->origins[origin];
}

static uint32_t online_add_link(struct online *online, const struct online_link *link)
{
  online->list =
      list_grow(online->list, online->link_count, &online->link_capacity, sizeof *online->list);
  online->list[online->link_count] = *link;
  online->list[online->link_count].next = ONLINE_NOTHING;
  return (uint32_t)online->link_count++;
}

/* Lets a page wait for the robots.txt of its origin, which is asked for once. */
static void online_hold(struct online *online, uint32_t number, struct online_origin *origin)
{
  const bool is_first = origin->first == ONLINE_NOTHING;
  online->pages[number].state = ONLINE_HELD;
  online->pages[number].held = origin->first;
  origin->first = number;
  const struct online_link link = {
      .page = origin->page, .at = origin->page, .origin = (uint32_t)(origin - online->origins)};
  online->pages[origin->page].wants_body = true;
  if (is_first) {
    const uint32_t added = online_add_link(online, &link);
    buffer_append(&online->ready, &added, sizeof added);
  }
}

/* Asks for a page if robots.txt allows it. */
static void online_obey(struct online *online, uint32_t number)
{
  struct online_origin *const origin = online_origin_of(online, number);
  const uriel_text uri = online->pages[number].uri;
  uriel_ref ref;
  const bool is_own = !origin || origin->page == number;
  if (!is_own && !origin->is_known)
    online_hold(online, number, origin);
  else if (is_own || (uriel_parse(&ref, uri.ptr, uri.len, NULL) && robots_allows(&origin->robots, &ref)))
    online_send(online, number);
  else
    online_refuse(online, number,
                  origin->robots.is_closed ? "the server's robots.txt cannot be read"
                                           : "the server's robots.txt disallows it");
}

/* Asks for a page, unless an earlier run has. */
static void online_ask(struct online *online, uint32_t number)
{
  const struct online_options *const options = online->options;
  const uriel_text uri = online->pages[number].uri;
  const bool obeys = options->obeys_robots && !online->pages[number].is_robots;
  if (options->skips_private && online_is_private(uri)) {
    online_refuse(online, number, "its network is private");
    online->pages[number].is_skipped = true;
    return;
  }
  if (!online->pages[number].is_again && online_may_recall(online, uri))
    online_recall(online, number);
  if (online->pages[number].state != ONLINE_NEW)
    return;
  if (options->is_offline)
    online_refuse(online, number,
                  online_may_recall(online, uri) ? "no answer of an earlier run is known"
                                                 : "the policy denies the URI");
  else if (obeys && strncasecmp(uri.ptr, "http", 4) == 0)
    online_obey(online, number);
  else
    online_send(online, number);
}

/* Makes the links that wait for a page ready to visit. */
static void online_settle(struct online *online, uint32_t number)
{
  uint32_t link = online->pages[number].first;
  online->pages[number].first = ONLINE_NOTHING;
  for (; link != ONLINE_NOTHING; link = online->list[link].next)
    buffer_append(&online->ready, &link, sizeof link);
}

/* Gives a page the outcome of the robots.txt of its origin. */
static void online_copy(struct online *online, uint32_t number, uint32_t robots)
{
  struct online_page *const page = &online->pages[number];
  page->state = ONLINE_KNOWN;
  page->outcome = online->pages[robots].outcome;
  page->code = online->pages[robots].code;
  page->message = online->pages[robots].message;
}

/* Lets the links of a page that waited be visited again. `dead`: a robots.txt that cannot be reached, or
 * ONLINE_NOTHING. */
static void online_release(struct online *online, uint32_t number, uint32_t dead)
{
  online->pages[number].state = ONLINE_NEW;
  online->pages[number].is_again = true;
  if (dead != ONLINE_NOTHING)
    online_copy(online, number, dead);
  online_settle(online, number);
}

/* Returns the present answer if it is of the page. */
static const struct ask_answer *online_answer_of(const struct online *online, uint32_t page)
{
  return online->answered == page ? online->answer : NULL;
}

/* Reads the rules of an origin, and releases the pages that wait for them. */
static void online_read_robots(struct online *online, uint32_t number)
{
  const struct online_link *const link = &online->list[number];
  struct online_origin *const origin = &online->origins[link->origin];
  const struct online_page *const page = &online->pages[link->at];
  /* RFC 9309, 2.3.1.3 and 2.3.1.4: without the file all is allowed; nothing if it cannot be reached. */
  const bool is_absent = link->outcome == ASK_REDIRECT ||
                         (link->outcome == ASK_STATUS && page->code.len == 3 && *page->code.ptr == '4');
  const struct ask_answer *const answer = online_answer_of(online, link->at);
  const bool is_dead = link->outcome != ASK_FOUND && link->outcome != ASK_STATUS && !is_absent;
  const uint32_t robots = link->at;
  uint32_t held = origin->first;
  origin->is_known = true;
  origin->first = ONLINE_NOTHING;
  origin->robots.is_closed = link->outcome != ASK_FOUND && !is_absent;
  if (link->outcome == ASK_FOUND && answer)
    robots_read(&origin->robots, buffer_text(&answer->body), "uriel");
  while (held != ONLINE_NOTHING) {
    const uint32_t next = online->pages[held].held;
    if (online->pages[held].state == ONLINE_HELD) /* it is not asked for as a robots.txt */
      online_release(online, held, is_dead ? robots : ONLINE_NOTHING);
    held = next;
  }
}

/* Looks for the fragment of a link in its page. Returns false if the body of the page is needed. */
static bool online_find(struct online *online, struct online_link *link)
{
  struct online_page *const page = &online->pages[link->at];
  if (page->anchors) {
    const enum anchors_answer answer = anchors_ask(page->anchors, link->wanted);
    if (answer == ANCHORS_NO_MEMORY)
      die_memory();
    link->found = answer == ANCHORS_FOUND     ? ONLINE_HAS
                  : answer == ANCHORS_MISSING ? ONLINE_LACKS
                                              : ONLINE_UNKNOWN;
    const struct online_unsaved unsaved = {link->at, link->wanted, link->found};
    buffer_append(&online->unsaved_fragments, &unsaved, sizeof unsaved);
    return true;
  }
  const int64_t found = page->is_cached ? online_recall_fragment(online, page, link->wanted) : -1;
  link->found = found < 0 ? ONLINE_UNKNOWN : (enum online_fragment)found;
  return found >= 0 || online->options->is_offline;
}

/* Follows a redirect. */
static void online_hop(struct online *online, struct online_link *link, const struct online_page *page)
{
  const uriel_text fragment = page->next_fragment;
  link->hops++;
  if (fragment.ptr)
    link->wanted = anchors_fragment((uriel_text){fragment.ptr - 1, fragment.len + 1});
  link->at = page->next;
  online->pages[link->at].wants_body |= link->origin != ONLINE_NOTHING || link->wanted.len > 0;
}

/* Whether all that the link needs of its present page, which was found, is known. */
static bool online_is_whole(struct online *online, struct online_link *link)
{
  const struct ask_answer *const answer = online_answer_of(online, link->at);
  if (link->origin != ONLINE_NOTHING)
    return answer && answer->has_body;
  return link->wanted.len == 0 || online_find(online, link);
}

/* Follows a link from its present page as far as pages are known; there it waits. */
static void online_visit(struct online *online, uint32_t number)
{
  for (;;) {
    const uint32_t at = online->list[number].at;
    const bool is_robots = online->list[number].origin != ONLINE_NOTHING;
    online->pages[at].is_robots |= is_robots;
    if (is_robots && online->pages[at].state == ONLINE_HELD)
      online_send(online, at);
    if (online->pages[at].state == ONLINE_NEW)
      online_ask(online, at); /* the arrays may move */
    struct online_link *const link = &online->list[number];
    struct online_page *const page = &online->pages[at];
    if (page->state != ONLINE_KNOWN) {
      link->next = page->first;
      page->first = number;
      return;
    }
    link->outcome = page->outcome;
    if (page->outcome == ASK_REDIRECT && page->next != ONLINE_NOTHING &&
        link->hops < online->max_redirects) {
      online_hop(online, link, page);
    } else if (page->outcome != ASK_FOUND || online_is_whole(online, link)) {
      if (is_robots)
        online_read_robots(online, number);
      return;
    } else {
      page->wants_body = page->is_again = true;
      page->state = ONLINE_NEW;
    }
  }
}

/* Visits the links that are ready, and the links that they make ready. */
static void online_visit_ready(struct online *online)
{
  for (size_t i = 0; i < ARRAY_COUNT(uint32_t, online->ready); i++)
    online_visit(online, ARRAY_OF(const uint32_t, online->ready)[i]);
  online->ready.len = 0;
}

/* Frees the anchors of a page if the anchors of pages before it take much memory: if another link turns
 * out to lead to the page, it is asked for again. */
static void online_forget(struct online *online, uint32_t number)
{
  enum { ONLINE_ANCHORS = 1 << 26 };
  struct anchors *const anchors = online->pages[number].anchors;
  const size_t size = anchors ? anchors_size(anchors) : 0;
  online->anchors += size;
  if (online->anchors <= ONLINE_ANCHORS || !anchors)
    return;
  online->anchors -= size;
  anchors_free(anchors);
  free(anchors);
  online->pages[number].anchors = NULL;
}

/* Takes the answer for a page. */
static void online_take(struct online *online, const struct ask_answer *answer)
{
  const uint32_t number = online->asked[answer->number];
  struct online_page *const page = &online->pages[number];
  page->state = ONLINE_KNOWN;
  page->is_cached = false;
  page->outcome = answer->outcome;
  page->code = online_keep(online, *answer->code ? uriel_text_of(answer->code) : (uriel_text){NULL, 0});
  page->message = online_keep(online, buffer_defined(&answer->message));
  if (answer->has_body && !page->anchors)
    online_read_anchors(online, page, answer);
  if (answer->outcome == ASK_REDIRECT)
    online_lead(online, number, buffer_text(&answer->next));
  if (answer->outcome != ASK_NOT_ASKED && !answer->is_assumed)
    buffer_append(&online->unsaved, &number, sizeof number);
  online->done++;
  online->answer = answer;
  online->answered = number;
  online_settle(online, number);
  online_visit_ready(online);
  online->answer = NULL;
  online->answered = ONLINE_NOTHING;
  online_forget(online, number);
}

/* ---- The run ------------------------------------------------------------------------------------- */

struct online *online_new(const struct online_options *options, const struct buffer *named,
                          const char *command)
{
  static const struct links_limits limits = {.anchors = true, .no_normal = true, .no_lines = true};
  struct online *const online = calloc(1, sizeof *online);
  char text[STORE_MESSAGE];
  struct get_failure failure;
  if (!online)
    die_memory();
  online->options = options;
  online->named = named;
  online->links = links_new(&limits);
  if (!online->links)
    die_memory();
  const size_t most = uriel_policy_limit(URIEL_POLICY_REDIRECTS, options->client->client.policy.rules,
                                         options->client->client.policy.count);
  online->max_redirects = options->client->client.max_redirects;
  if (online->max_redirects > most)
    online->max_redirects = most;
  struct ask_options ask = {.get = client_options(&options->client->client, &options->client->request),
                            .connections = options->connections,
                            .per_host = options->per_host,
                            .rate = (double)options->rate,
                            .retries = options->retries,
                            .fields = online_fields,
                            .context = online};
  ask.get.cache = NULL;
  if (!ask.get.plan.user_agent.ptr)
    ask.get.plan.user_agent = uriel_text_of("uriel");
  if (!options->client->client.seconds)
    ask.get.seconds = ONLINE_SECONDS;
  ask.get.named = online_is_named;
  ask.get.context = online;
  memcpy(ask.accepts, options->accepts, sizeof ask.accepts);
  online->ask = ask_new(&ask, &failure);
  if (!online->ask)
    die_usage(command, "%s", failure.message);
  online->store = options->client->client.cache
                      ? store_open(options->client->client.cache, STORE_OR_HARVEST, online_tables, text)
                      : NULL;
  if (options->client->client.cache && !online->store)
    die(STATUS_IO, "%s", text);
  return online;
}

uint32_t online_add(struct online *online, uriel_text uri)
{
  const char *const hash = memchr(uri.ptr, '#', uri.len);
  const size_t len = hash ? (size_t)(hash - uri.ptr) : uri.len;
  struct online_link link = {.uri = uri, .origin = ONLINE_NOTHING, .outcome = ASK_NOT_ASKED};
  if (hash)
    link.fragment = (uriel_text){hash + 1, uri.len - len - 1};
  if (anchors_fragment(uri).len)
    link.wanted = anchors_fragment(uri);
  link.page = link.at = online_page_of(online, (uriel_text){uri.ptr, len});
  online->pages[link.page].wants_body |= link.wanted.len > 0;
  return online_add_link(online, &link);
}

void online_run(struct online *online, struct progress *progress)
{
  const double pause = 0.1, unsaved = 0.5; /* seconds */
  const size_t count = online->link_count;
  size_t left;
  online->answered = ONLINE_NOTHING;
  for (uint32_t i = 0; i < count; i++) {
    online_visit(online, i);
    online_visit_ready(online);
  }
  const struct ask_answer *answer;
  /* The last answer may be a redirect. */
  while ((answer = ask_next(online->ask, get_clock() + pause, &left)) || left > 0) {
    if (answer)
      online_take(online, answer);
    if (get_clock() > online->saved + unsaved)
      online_save_all(online);
    if (progress_due(progress))
      progress_draw(progress, "%llu answers of servers, %zu requests left",
                    (unsigned long long)online->done, left);
  }
  online_save_all(online);
  progress_clear(progress);
  ask_free(online->ask);
  online->ask = NULL;
}

void online_close(struct online *online)
{
  if (online->store)
    store_close(online->store);
  online->store = NULL;
}

void online_result(struct online *online, uint32_t number, struct online_result *result)
{
  const struct online_link *const link = &online->list[number];
  const struct online_page *const last = &online->pages[link->at];
  struct buffer *const chain = &online->chain, *const moved = &online->scratch;
  struct buffer to = {0}, hidden = {0};
  struct excerpt_marks marks = {0};
  bool is_permanent = true;
  uriel_text fragment = link->fragment;
  uint32_t at = link->page;
  *result = (struct online_result){.outcome = link->outcome,
                                   .fragment = link->found,
                                   .is_skipped = last->is_skipped,
                                   .code = last->code,
                                   .page = last->uri,
                                   .wanted = link->wanted,
                                   .message = link->outcome == ASK_REDIRECT
                                                  ? uriel_text_of("the servers redirect more often than "
                                                                  "--max-redirects allows")
                                                  : last->message};
  chain->len = moved->len = 0;
  for (size_t i = 0; i < link->hops; i++) {
    const struct online_page *const page = &online->pages[at];
    const uriel_text next = online->pages[page->next].uri;
    if (page->next_fragment.ptr)
      fragment = page->next_fragment;
    is_permanent &= text_is(page->code, "301") || text_is(page->code, "308");
    buffer_append(chain, " ", chain->len > 0);
    buffer_append(chain, page->code.ptr, page->code.len);
    buffer_append(chain, " ", 1);
    to.len = 0;
    online_append_uri(&to, next, fragment);
    const uriel_text shown = excerpt_hide_password(buffer_text(&to), URIEL_REFERENCE, &marks, &hidden);
    buffer_append(chain, shown.ptr, shown.len);
    if (is_permanent)
      buffer_put(moved, to.ptr, to.len);
    at = page->next;
  }
  buffer_free(&to);
  buffer_free(&hidden);
  result->chain = online_keep(online, buffer_defined(chain));
  if (link->outcome == ASK_FOUND && moved->len > 0 && !online_has_secret(buffer_text(moved)))
    result->moved = online_keep(online, buffer_defined(moved));
}

enum check_problem online_problem(const struct online_result *result)
{
  static const enum check_problem problems[ASK_OUTCOME_COUNT] = {[ASK_FOUND] = CHECK_NONE,
                                                                 [ASK_REDIRECT] = CHECK_REDIRECTS,
                                                                 [ASK_STATUS] = CHECK_STATUS,
                                                                 [ASK_NAME] = CHECK_HOST,
                                                                 [ASK_CONNECTION] = CHECK_CONNECTION,
                                                                 [ASK_TIME] = CHECK_TIME,
                                                                 [ASK_CERTIFICATE] = CHECK_CERTIFICATE,
                                                                 [ASK_FAILED] = CHECK_REQUEST,
                                                                 [ASK_NOT_ASKED] = CHECK_UNASKED};
  if (result->outcome == ASK_FOUND && result->fragment == ONLINE_LACKS)
    return CHECK_FRAGMENT;
  return result->is_skipped ? CHECK_NONE : problems[result->outcome];
}

void online_free(struct online *online)
{
  ask_free(online->ask);
  online_close(online);
  links_free(online->links);
  for (uint32_t i = 0; i < online->uris.count; i++)
    if (online->pages[i].anchors) {
      anchors_free(online->pages[i].anchors);
      free(online->pages[i].anchors);
    }
  for (uint32_t i = 0; i < online->names.count; i++)
    robots_free(&online->origins[i].robots);
  texts_free(&online->uris);
  texts_free(&online->kept);
  texts_free(&online->names);
  free(online->pages);
  free(online->list);
  free(online->origins);
  free(online->asked);
  buffer_free(&online->unsaved);
  buffer_free(&online->unsaved_fragments);
  buffer_free(&online->ready);
  buffer_free(&online->scratch);
  buffer_free(&online->chain);
  free(online);
}
