/* SPDX-License-Identifier: MIT */
#include "pages.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/shared/cli.h"
#include "get/robots.h"
#include "reader/excerpt.h"
#include "reader/fields.h"

enum { HARVEST_MOST_DEPTH = 1000000, HARVEST_MOST_PAGES = 1000000000, HARVEST_MOST_RATE = 1000000 };

static const char harvest_agent[] = "uriel"; /* the product token (RFC 9309, 2.2.1) */

const struct option_spec harvest_pages_table[] = {
#ifdef URIEL_GET
    {0, "follow", "N",
     "also read the pages of the same scheme, host and port\nthat are at most N links away; robots.txt "
     "is "
     "obeyed",
     OPTION_NUMBER, OPTION_TO(struct harvest_pages, depth), .low = 0, .high = HARVEST_MOST_DEPTH},
    {0, "rate", "N", "send a host at most N requests a second; default: 10;\n0: no limit", OPTION_NUMBER,
     OPTION_TO(struct harvest_pages, rate), .low = 0, .high = HARVEST_MOST_RATE},
    {0, "max-pages", "N", "ask for at most N pages in a run; default: 100000", OPTION_NUMBER,
     OPTION_TO(struct harvest_pages, most), .low = 1, .high = HARVEST_MOST_PAGES},
#endif
    {0}};

/* Whether an operand has the origin. */
static bool pages_is_named(void *context, const uriel_ref *ref)
{
  struct harvest_pages *const self = context;
  const struct buffer *const origins = ARRAY_OF(struct buffer, self->origins);
  if (!follow_key((uriel_text){ref->text, ref->length}, &self->url, &self->origin))
    return false;
  for (size_t i = 0; i < ARRAY_COUNT(struct buffer, self->origins); i++)
    if (origins[i].len == self->origin.len &&
        memcmp(origins[i].ptr, self->origin.ptr, origins[i].len) == 0)
      return true;
  return false;
}

void harvest_pages_add(struct harvest_pages *self, const char *operand)
{
  const struct reading reading = {.spec = URIEL_SPEC_LENIENT,
                                  .room = &(struct reading_room){.reports = false}};
  struct buffer origin = {0};
  struct excerpt_marks marks = {0};
  uriel_error error = {.code = URIEL_ERROR_NONE};
  uriel_ref ref;
  const uriel_text shown =
      excerpt_hide_password(uriel_text_of(operand), URIEL_REFERENCE, &marks, &self->text);
  if (!reading_parse(&reading, &ref, uriel_text_of(operand), &error) ||
      !follow_key((uriel_text){ref.text, ref.length}, &self->url, &origin))
    die(STATUS_IO, "cannot read %.*s: %s", (int)shown.len, shown.ptr, uriel_error_message(error.code));
  if (uriel_userinfo(&ref).ptr)
    die_usage("harvest",
              "%.*s: the user and the password would be in the database: put them into ~/.netrc",
              (int)shown.len, shown.ptr);
  char *const uri = strdup(self->url.ptr);
  if (!uri)
    die_memory();
  buffer_append(&self->uris, &uri, sizeof uri);
  buffer_append(&self->origins, &origin, sizeof origin);
  reading_room_free(reading.room);
}

/* ---- Requests ----------------------------------------------------------------------------------- */

/* Adds a condition to the fields (RFC 9110, 13.1). */
static size_t pages_condition(struct harvest_pages *self, size_t count, const char *name,
                              uriel_text value, uriel_text *fields)
{
  struct buffer *const field = &self->fields[count];
  for (size_t i = 0; i < value.len; i++)
    if ((unsigned char)value.ptr[i] < ' ' || value.ptr[i] == '\x7f')
      return count;
  if (value.len == 0)
    return count;
  buffer_put(field, name, strlen(name));
  buffer_append(field, value.ptr, value.len);
  fields[count] = buffer_text(field);
  return count + 1;
}

/* Reads the start of a body. */
static void pages_load(struct harvest_pages *self, const struct page *page, size_t most)
{
  struct buffer *const text = &self->text;
  const size_t len = page->length < most ? (size_t)page->length : most;
  buffer_reserve(text, len + 1);
  text->len = 0;
  while (text->len < len) {
    const ssize_t got =
        pread(page->fd, text->ptr + text->len, len - text->len, (off_t)(page->body + text->len));
    if (got <= 0)
      return;
    text->len += (size_t)got;
  }
}

static void pages_answer(void *context, const struct follow_ask *ask, struct follow_answer *answer)
{
  struct harvest_pages *const self = context;
  struct pages **const pages = ask->is_robots ? &self->robots : &self->pages;
  uriel_text fields[2];
  struct page page;
  size_t count = pages_condition(self, 0, "If-None-Match: ", ask->etag, fields);
  count = pages_condition(self, count, "If-Modified-Since: ", ask->last_modified, fields);
  if (!*pages)
    *pages = pages_new(ask->is_robots ? &self->robots_options : &self->options, "harvest");
  answer->reason = pages_ask(*pages, ask->url, fields, count, &page);
  const struct get_result *const result = page.result;
  const uriel_text header = buffer_text(&result->header);
  answer->code = *result->code ? result->code : NULL;
  answer->etag = header.len ? fields_find(header, "ETag") : uriel_text_of(NULL);
  answer->last_modified = header.len ? fields_find(header, "Last-Modified") : uriel_text_of(NULL);
  if (!answer->reason) {
    answer->outcome = FOLLOW_READ;
    answer->fd = page.fd;
    answer->size = (int64_t)(page.length + header.len);
    answer->media_type = page.media_type;
    if (ask->is_robots) {
      pages_load(self, &page, ROBOTS_MOST + 1);
      answer->text = buffer_text(&self->text);
    }
  } else if (count > 0 && strcmp(result->code, "304") == 0) {
    answer->outcome = FOLLOW_UNCHANGED;
  } else if (!ask->is_robots && result->chain.len > 0) {
    const struct get_hop *const hop = ARRAY_OF(struct get_hop, result->chain);
    answer->outcome = FOLLOW_MOVED;
    answer->target = (uriel_text){result->texts.ptr + hop->text, hop->text_len};
  } else {
    const enum get_cause cause = result->failure.cause;
    answer->is_unreachable =
        cause == GET_CAUSE_TIME || cause == GET_CAUSE_NAME || cause == GET_CAUSE_CONNECTION;
    answer->is_later = strcmp(result->code, "429") == 0 || strcmp(result->code, "503") == 0;
    answer->retry_after = result->retry_after;
  }
}

/* ---- robots.txt --------------------------------------------------------------------------------- */

static struct robots *pages_rules(struct harvest_pages *self, uriel_text origin)
{
  struct harvest_rules *const rules = ARRAY_OF(struct harvest_rules, self->rules);
  for (size_t i = 0; i < ARRAY_COUNT(struct harvest_rules, self->rules); i++)
    if (rules[i].origin.len == origin.len && memcmp(rules[i].origin.ptr, origin.ptr, origin.len) == 0)
      return &rules[i].robots;
  return NULL;
}

static void pages_keep(void *context, uriel_text origin, uriel_text text)
{
  struct harvest_pages *const self = context;
  struct harvest_rules rules = {.origin = {0}};
  buffer_put(&rules.origin, origin.ptr, origin.len);
  robots_read(&rules.robots, text, harvest_agent);
  buffer_append(&self->rules, &rules, sizeof rules);
}

static bool pages_allows(void *context, uriel_text origin, uriel_text url)
{
  uriel_ref ref;
  return uriel_parse(&ref, url.ptr, url.len, NULL) && robots_allows(pages_rules(context, origin), &ref);
}

static void pages_unread(void *context, uriel_text url, const char *reason)
{
  (void)context;
  message("cannot read %.*s: %s", (int)url.len, url.ptr, reason);
}

/* ---- Start and end ------------------------------------------------------------------------------ */

const struct follow_options *harvest_pages_start(struct harvest_pages *self,
                                                 const struct pages_options *options)
{
  uriel_plan_options *const plan = &self->options.request.plan;
  const size_t count = ARRAY_COUNT(char *, self->uris);
  self->options = *options;
  if (count == 0)
    return NULL;
  if (self->depth > 0 && !plan->user_agent.ptr) {
    buffer_append(&self->target, "uriel/", 6);
    buffer_append(&self->target, uriel_version(), strlen(uriel_version()));
    plan->user_agent = buffer_text(&self->target);
  }
  plan->persistent = true;
  self->options.context = self;
  self->options.named = pages_is_named;
  self->robots_options = self->options;
  self->options.stays = true;
  self->follow = (struct follow_options){.uris = ARRAY_OF(char *, self->uris),
                                         .count = count,
                                         .depth = self->depth,
                                         .most = self->most,
                                         .max_redirects = self->options.client.max_redirects,
                                         .rate = (double)self->rate,
                                         .ask = pages_answer,
                                         .rules = pages_keep,
                                         .allows = pages_allows,
                                         .unread = pages_unread,
                                         .context = self};
  return &self->follow;
}

void harvest_pages_free(struct harvest_pages *self)
{
  struct buffer *const buffers[] = {&self->uris,      &self->origins, &self->rules,
                                    &self->url,       &self->origin,  &self->fields[0],
                                    &self->fields[1], &self->target,  &self->text};
  pages_free(self->pages);
  pages_free(self->robots);
  for (size_t i = 0; i < ARRAY_COUNT(char *, self->uris); i++)
    free(ARRAY_OF(char *, self->uris)[i]);
  for (size_t i = 0; i < ARRAY_COUNT(struct buffer, self->origins); i++)
    buffer_free(&ARRAY_OF(struct buffer, self->origins)[i]);
  for (size_t i = 0; i < ARRAY_COUNT(struct harvest_rules, self->rules); i++) {
    buffer_free(&ARRAY_OF(struct harvest_rules, self->rules)[i].origin);
    robots_free(&ARRAY_OF(struct harvest_rules, self->rules)[i].robots);
  }
  for (size_t i = 0; i < sizeof buffers / sizeof *buffers; i++)
    buffer_free(buffers[i]);
}
