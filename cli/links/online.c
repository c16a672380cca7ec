/* SPDX-License-Identifier: MIT */
/* The pages that links lead to: which are asked for, and what their answers say of the links. */
#include <stdlib.h>
#include <strings.h>

#include "get/robots.h"
#include "links/anchors.h"
#include "online_private.h"
#include "reader/excerpt.h"
#include "uriel_guard.h"
#include "uriel_url.h"

struct online_origin {
  uint32_t page;  /* its robots.txt */
  uint32_t first; /* the first page that waits for it */
  bool is_known;
  struct robots robots;
};

uriel_text online_keep(struct online *online, uriel_text text)
{
  bool is_new;
  if (!text.ptr)
    return text;
  const uint32_t number = texts_number(&online->kept, text, &is_new);
  return online->kept.of[number];
}

/* ---- Pages --------------------------------------------------------------------------------------- */

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

void online_lead(struct online *online, uint32_t number, uriel_text uri)
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
  online_open(online);
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
