/* SPDX-License-Identifier: MIT */
/* Pages, breadth first. The rows of a page, its state, and the pages that wait because of it are written
 * in one transaction. */
#include "follow.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>

#include "db.h"
#include "harvest.h"
#include "pipeline.h"
#include "record.h"

enum {
  FOLLOW_URL = 4096, /* the longest URL of a redirect; of a link: DB_ADD_LINKS */
  FOLLOW_DEAD = sizeof(((struct follow *)0)->dead) / sizeof(int64_t),
  FOLLOW_TRIES = 3,          /* while the server wants to be asked later, */
  FOLLOW_LONGEST = 60,       /* with at most these seconds between them */
  FOLLOW_ROBOTS = 24 * 3600, /* seconds for which a robots.txt is used (RFC 9309, 2.4) */
  FOLLOW_SLICE = 50000000,   /* nanoseconds between looks for a signal */
  FOLLOW_BILLION = 1000000000
};

struct follow_origin {
  struct buffer name;
  bool has_rules;
};

bool follow_key(uriel_text uri, struct buffer *url, struct buffer *origin)
{
  uriel_ref ref;
  if (!uriel_parse(&ref, uri.ptr, uri.len, NULL) || !uriel_scheme(&ref).ptr)
    return false;
  buffer_reserve(url, uriel_normalize_bound(&ref));
  url->len = uriel_normalize(&ref, URIEL_LEVEL_SCHEME, url->ptr, url->capacity);
  if (url->len == URIEL_FAILED || !uriel_parse(&ref, url->ptr, url->len, NULL))
    return false;
  const uriel_text scheme = uriel_scheme(&ref), host = uriel_host(&ref), port = uriel_port(&ref),
                   fragment = uriel_fragment(&ref);
  buffer_put(origin, scheme.ptr, scheme.len);
  buffer_append(origin, "://", 3);
  buffer_append(origin, host.ptr, host.len);
  buffer_append(origin, ":", port.ptr != NULL);
  buffer_append(origin, port.ptr, port.len);
  url->len -= fragment.ptr ? fragment.len + 1 : 0;
  buffer_append(url, "", 1);
  url->len--;
  return true;
}

static struct db *follow_db(const struct follow *follow)
{
  return follow->pipeline->recorder->db;
}

/* ---- Time --------------------------------------------------------------------------------------- */

static double follow_clock(void)
{
  struct timespec now = {0, 0};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + (double)now.tv_nsec / FOLLOW_BILLION;
}

/* Returns false if the run must stop. */
static bool follow_wait(struct follow *follow, double until)
{
  static const struct timespec slice = {0, FOLLOW_SLICE};
  while (!record_is_to_stop(follow->pipeline->recorder)) {
    const double left = until - follow_clock();
    const struct timespec rest = {0, (long)(left * FOLLOW_BILLION)};
    if (left <= 0)
      return true;
    (void)nanosleep(left * FOLLOW_BILLION < FOLLOW_SLICE ? &rest : &slice, NULL);
  }
  return false;
}

/* Sends a request when it may be sent, and again while the server wants that. Returns false if the run
 * must stop. */
static bool follow_ask(struct follow *follow, const struct follow_ask *ask, struct follow_answer *answer)
{
  const struct follow_options *const options = follow->options;
  for (int tries = 1;; tries++) {
    if (!follow_wait(follow, follow->at))
      return false;
    follow->at = options->rate > 0 ? follow_clock() + 1 / options->rate : 0;
    *answer = (struct follow_answer){.fd = -1};
    options->ask(options->context, ask, answer);
    const double wait = answer->retry_after > 0 ? answer->retry_after : 1 << tries;
    if (!answer->is_later || tries == FOLLOW_TRIES || wait > FOLLOW_LONGEST)
      return true;
    follow->at = follow_clock() + wait;
  }
}

/* ---- Origins ------------------------------------------------------------------------------------ */

static struct follow_origin *follow_find(const struct follow *follow, uriel_text name)
{
  for (size_t i = 0; i < follow->origin_count; i++) {
    const struct buffer *const other = &follow->origins[i].name;
    if (other->len == name.len && memcmp(other->ptr, name.ptr, name.len) == 0)
      return &follow->origins[i];
  }
  return NULL;
}

/* Adds an origin to the origins of this run. */
static bool follow_begin(struct follow *follow, uriel_text name)
{
  if (follow_find(follow, name))
    return true;
  follow->origins = list_grow(follow->origins, follow->origin_count, &follow->origin_capacity,
                              sizeof *follow->origins);
  buffer_put(&follow->origins[follow->origin_count++].name, name.ptr, name.len);
  return db_origin_begin(follow_db(follow), name, (int64_t)follow->options->depth);
}

/* Adds the origin of a redirect that an earlier run followed in this round. */
static bool follow_target(void *context, uriel_text target)
{
  struct follow *const follow = context;
  follow->failed = follow_key(target, &follow->next, &follow->next_origin) &&
                   !follow_begin(follow, buffer_text(&follow->next_origin));
  return !follow->failed;
}

static bool follow_settle(struct follow *follow)
{
  for (; follow->settled < follow->origin_count && !follow->failed; follow->settled++)
    if (!db_redirects(follow_db(follow), buffer_text(&follow->origins[follow->settled].name),
                      follow_target, follow))
      return false;
  return !follow->failed;
}

/* Lets the pages of an origin wait for another run, and says why. */
static bool follow_leave(struct follow *follow, uriel_text origin, uriel_text url, const char *reason)
{
  follow->counts->unread++;
  follow->options->unread(follow->options->context, url, reason);
  return db_origin_leave(follow_db(follow), origin);
}

/* ---- robots.txt --------------------------------------------------------------------------------- */

/* Gets the rules of an origin (RFC 9309, 2.3.1): without a robots.txt all pages are allowed. Sets
 * `*is_known` to false if it is unreachable: then the pages wait. */
static bool follow_rules(struct follow *follow, uriel_text origin, bool *is_known)
{
  static const char path[] = "/robots.txt";
  const int64_t now = (int64_t)time(NULL);
  struct follow_answer answer;
  bool has = false;
  *is_known = true;
  if (!db_robots(follow_db(follow), origin, now - FOLLOW_ROBOTS, &has, &follow->text))
    return false;
  if (!has) {
    buffer_put(&follow->next, origin.ptr, origin.len);
    buffer_append(&follow->next, path, sizeof path - 1);
    const struct follow_ask ask = {.url = buffer_text(&follow->next), .is_robots = true};
    if (!follow_ask(follow, &ask, &answer))
      return false;
    const bool is_absent =
        answer.outcome == FOLLOW_FAILED && !answer.is_later && answer.code && *answer.code == '4';
    *is_known = answer.outcome == FOLLOW_READ || is_absent;
    if (!*is_known)
      return follow_leave(follow, origin, ask.url, answer.reason ? answer.reason : "it cannot be read");
    buffer_put(&follow->text, answer.text.ptr, is_absent ? 0 : answer.text.len);
    if (!db_keep_robots(follow_db(follow), origin, buffer_text(&follow->text), now))
      return false;
  }
  follow->options->rules(follow->options->context, origin, buffer_text(&follow->text));
  follow_find(follow, origin)->has_rules = true;
  return true;
}

/* ---- Pages -------------------------------------------------------------------------------------- */

/* Adds the target of a redirect to the frontier, at the same depth. A page that an operand names may
 * redirect to another origin. Sets the reason if the redirect is not followed. */
static bool follow_moved(struct follow *follow, const struct db_page *page, uriel_text target,
                         const char **reason)
{
  const bool was_safe = page->url.len > 6 && memcmp(page->url.ptr, "https:", 6) == 0;
  *reason = NULL;
  uriel_ref ref;
  if (!follow_key(target, &follow->next, &follow->next_origin) ||
      !uriel_parse(&ref, follow->next.ptr, follow->next.len, NULL))
    *reason = "the server redirects, but not to a URI";
  else if (uriel_userinfo(&ref).ptr)
    *reason = "the server redirects to a URI with a user";
  else if (follow->next.len > FOLLOW_URL)
    *reason = "the server redirects to a URI that is too long";
  else if (page->redirects >= (int64_t)follow->options->max_redirects)
    *reason = "the server redirects more often than --max-redirects allows";
  else if (was_safe && strncmp(follow->next.ptr, "https:", 6) != 0)
    *reason = "the server redirects from https to an unprotected scheme: name that URI if you trust it";
  if (*reason)
    return true;
  const struct db_page next = {.url = buffer_text(&follow->next),
                               .origin = buffer_text(&follow->next_origin),
                               .depth = page->depth,
                               .redirects = page->redirects + 1};
  return (page->depth > 0 || follow_begin(follow, next.origin)) &&
         db_add_page(follow_db(follow), &next) && follow_settle(follow);
}

/* Links of http and https are followed. */
static bool follow_links(struct follow *follow, const struct db_page *page)
{
  return page->depth >= (int64_t)follow->options->depth || strncmp(page->url.ptr, "http", 4) != 0 ||
         db_add_links(follow_db(follow), page);
}

/* Writes the rows of a page. */
static bool follow_record(struct follow *follow, const struct follow_answer *answer,
                          const struct db_known *known)
{
  const uriel_text url = buffer_text(&follow->url);
  const struct pipeline_file file = {
      .file = {.path = url, .size = answer->size, .is_page = true, .known = *known},
      .has_name = !answer->media_type,
      .media_type = answer->media_type,
      .retrieval = url,
      .fd = fcntl(answer->fd, F_DUPFD_CLOEXEC, 0)};
  follow->counts->pages++;
  return pipeline_add(follow->pipeline, &file);
}

/* Counts the pages in a row for which the server did not answer. After many, the pages of the origin
 * wait for another run. */
static bool follow_is_alive(struct follow *follow, const struct db_page *page,
                            const struct follow_answer *answer)
{
  if (!answer->is_unreachable || page->depth == 0) {
    follow->dead_count = 0;
    return true;
  }
  follow->dead[follow->dead_count++] = page->id;
  if (follow->dead_count < FOLLOW_DEAD)
    return true;
  for (size_t i = 0; i < FOLLOW_DEAD; i++)
    if (!db_wait_again(follow_db(follow), follow->dead[i]))
      return false;
  follow->counts->failed -= FOLLOW_DEAD;
  follow->dead_count = 0;
  return follow_leave(follow, page->origin, page->url, answer->reason);
}

/* Ends a page after its answer. */
static bool follow_end(struct follow *follow, const struct db_page *page, struct follow_answer *answer,
                       const struct db_known *known)
{
  struct harvest_counts *const counts = follow->counts;
  struct db *const db = follow_db(follow);
  struct db_page_end end = {.id = page->id,
                            .time = (int64_t)time(NULL),
                            .code = answer->code,
                            .etag = answer->etag,
                            .last_modified = answer->last_modified};
  const char *reason = answer->reason;
  bool good = true;
  if (answer->outcome == FOLLOW_MOVED) {
    good = follow_moved(follow, page, answer->target, &reason);
    answer->outcome = reason ? FOLLOW_FAILED : FOLLOW_MOVED;
  }
  switch (answer->outcome) {
  case FOLLOW_READ:
    end.state = "read";
    good = follow_record(follow, answer, known) && follow_links(follow, page);
    break;
  case FOLLOW_UNCHANGED:
    end.state = "unchanged";
    end.etag = end.etag.ptr ? end.etag : page->etag;
    end.last_modified = end.last_modified.ptr ? end.last_modified : page->last_modified;
    counts->unchanged++;
    good = follow_links(follow, page);
    break;
  case FOLLOW_MOVED: /* what was read there has moved */
    end.state = "redirect";
    end.target = answer->target;
    counts->redirects++;
    good = good && (!known->id || db_drop_file(db, page->url, true));
    break;
  case FOLLOW_FAILED:
    end.state = "failed";
    end.note = uriel_text_of(reason);
    end.etag = page->etag;
    end.last_modified = page->last_modified;
    *(page->depth > 0 ? &counts->failed : &counts->unread) += 1;
    if (page->depth == 0)
      follow->options->unread(follow->options->context, page->url, reason);
    break;
  }
  return good && db_end_page(db, &end) && follow_is_alive(follow, page, answer);
}

/* Asks for a page that waits, unless robots.txt denies it or it was asked for in this round. */
static bool follow_page(struct follow *follow, const struct db_page *page)
{
  const struct follow_options *const options = follow->options;
  struct db *const db = follow_db(follow);
  struct follow_answer answer;
  struct db_known known;
  struct db_page_end end = {.id = page->id,
                            .time = (int64_t)time(NULL),
                            .etag = page->etag,
                            .last_modified = page->last_modified};
  const char *reason = NULL;
  bool is_known = true;
  buffer_put(&follow->url, page->url.ptr, page->url.len);
  buffer_append(&follow->url, "", 1);
  follow->url.len--;
  follow->progress(follow->context, follow->url.ptr);
  if (page->is_asked) {
    const bool good = page->target.ptr ? follow_moved(follow, page, page->target, &reason)
                                       : follow_links(follow, page);
    return good && db_end_page(db, &end);
  }
  if (page->depth > 0 && !follow_find(follow, page->origin)->has_rules &&
      !follow_rules(follow, page->origin, &is_known))
    return false;
  if (!is_known)
    return true;
  if (page->depth > 0 && !options->allows(options->context, page->origin, page->url)) {
    follow->counts->denied++;
    end.state = "denied";
    return db_end_page(db, &end);
  }
  /* An answer is conditional if the database has all of the last one. */
  if (!db_known(db, page->url, -1, 0, page->url, follow->spec, &known))
    return false;
  const struct follow_ask ask = {.url = page->url,
                                 .etag = known.unchanged ? page->etag : uriel_text_of(NULL),
                                 .last_modified =
                                     known.unchanged ? page->last_modified : uriel_text_of(NULL)};
  follow->asked++;
  if (!follow_ask(follow, &ask, &answer))
    return false;
  if (answer.is_later && answer.retry_after > FOLLOW_LONGEST)
    return follow_leave(follow, page->origin, page->url, answer.reason);
  return follow_end(follow, page, &answer, &known);
}

bool follow_run(struct follow *follow)
{
  const struct follow_options *const options = follow->options;
  struct db *const db = follow_db(follow);
  struct db_page page;
  for (size_t i = 0; i < options->count; i++) {
    if (!follow_key(uriel_text_of(options->uris[i]), &follow->url, &follow->origin))
      continue;
    page = (struct db_page){.url = buffer_text(&follow->url), .origin = buffer_text(&follow->origin)};
    if (!db_put_operand(db, page.url, uriel_text_of(NULL)) || !follow_begin(follow, page.origin) ||
        !db_add_page(db, &page))
      return false;
  }
  if (!follow_settle(follow) || !db_commit(db))
    return false;
  while (follow->asked < options->most) {
    if (record_is_to_stop(follow->pipeline->recorder) || !db_next_page(db, &page))
      return false;
    if (page.id == 0)
      break;
    if (!follow_page(follow, &page) || !db_commit(db))
      return false;
  }
  return db_count_waiting(db, &follow->counts->waiting);
}

void follow_free(struct follow *follow)
{
  struct buffer *const buffers[] = {&follow->url, &follow->origin, &follow->next, &follow->next_origin,
                                    &follow->text};
  for (size_t i = 0; i < follow->origin_count; i++)
    buffer_free(&follow->origins[i].name);
  free(follow->origins);
  for (size_t i = 0; i < sizeof buffers / sizeof *buffers; i++)
    buffer_free(buffers[i]);
}
