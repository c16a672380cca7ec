/* SPDX-License-Identifier: MIT */
/* The file of answers: what earlier runs were answered, and what this one adds. */
#include <strings.h>
#include <time.h>

#include "get/store.h"
#include "online_private.h"

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

bool online_has_secret(uriel_text uri)
{
  uriel_ref ref;
  return !uriel_parse(&ref, uri.ptr, uri.len, NULL) || uriel_userinfo(&ref).ptr;
}

void online_append_uri(struct buffer *out, uriel_text uri, uriel_text fragment)
{
  buffer_append(out, uri.ptr, uri.len);
  buffer_append(out, "#", fragment.ptr != NULL);
  buffer_append(out, fragment.ptr, fragment.len);
}

struct online_row {
  struct online *online;
  uint32_t page;
};

/* Returns the outcome of a code of HTTP under --accept; an earlier run may not have had that option. */
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

void online_recall(struct online *online, uint32_t number)
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

int64_t online_recall_fragment(struct online *online, const struct online_page *page,
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

void online_save_all(struct online *online)
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

void online_open(struct online *online)
{
  const char *const path = online->options->client->client.cache;
  char text[STORE_MESSAGE];
  online->store = path ? store_open(path, STORE_OR_HARVEST, online_tables, text) : NULL;
  if (path && !online->store)
    die(STATUS_IO, "%s", text);
}

void online_close(struct online *online)
{
  if (online->store)
    store_close(online->store);
  online->store = NULL;
}
