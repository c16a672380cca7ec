/* SPDX-License-Identifier: MIT */
/* The rules of RFC 9111 for a private cache. Numbers in comments are its sections. */
#include "fresh.h"

#include <strings.h>
#include <time.h>

#include "base/unicode.h"
#include "reader/fields.h"

enum {
  FRESH_MOST = 1 << 30,     /* for numbers that are larger (1.2.2) */
  FRESH_DAY = 24 * 60 * 60, /* the longest heuristic lifetime */
  FRESH_FRACTION = 10       /* of the time since the last change */
};

static const char fresh_control[] = "Cache-Control";

/* Codes of responses that are stored: without an explicit lifetime as well, and only with one. */
static const char *const fresh_codes[] = {"200", "203", "204", "301", "308", "404", "410", NULL};
static const char *const fresh_explicit_codes[] = {"302", "303", "307", NULL};

/* Whether the name is in the list, which ends with NULL. */
static bool fresh_is_in(const char *const *names, uriel_text name)
{
  for (; *names; names++)
    if (text_is_word(name, *names))
      return true;
  return false;
}

static bool fresh_is_equal(uriel_text a, uriel_text b)
{
  return a.len == b.len && (a.len == 0 || memcmp(a.ptr, b.ptr, a.len) == 0);
}

static bool fresh_is_name(uriel_text a, uriel_text b)
{
  return a.len == b.len && strncasecmp(a.ptr, b.ptr, a.len) == 0;
}

static bool fresh_directive(uriel_text header, const char *directive)
{
  uriel_text value;
  return fields_directive(header, fresh_control, directive, &value);
}

/* Returns whether the text is a number of seconds (1.2.2). */
static bool fresh_seconds(uriel_text text, int64_t *seconds)
{
  uint64_t number = 0;
  bool good = text.len > 0;
  for (size_t i = 0; i < text.len && good; i++)
    good = text.ptr[i] >= '0' && text.ptr[i] <= '9';
  if (good)
    *seconds = number_read(text, FRESH_MOST, &number) ? (int64_t)number : FRESH_MOST;
  return good;
}

bool fresh_time(uriel_text text, int64_t *seconds)
{
  static const char *const formats[] = {"%a, %d %b %Y %H:%M:%S GMT", "%A, %d-%b-%y %H:%M:%S GMT",
                                        "%a %b %e %H:%M:%S %Y"};
  enum { FRESH_DATE = 64, FRESH_CENTURY = 36525 };
  char copy[FRESH_DATE];
  if (text.len >= sizeof copy || text.len == 0)
    return false;
  memcpy(copy, text.ptr, text.len);
  copy[text.len] = '\0';
  for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
    struct tm parts = {.tm_mday = 1};
    const char *const end = strptime(copy, formats[i], &parts);
    if (!end || *end)
      continue;
    *seconds = timegm(&parts);
    /* Two digits of a year are not over 50 years in the future. */
    if (i == 1 && *seconds - time(NULL) > (int64_t)FRESH_CENTURY / 2 * FRESH_DAY)
      *seconds -= (int64_t)FRESH_CENTURY * FRESH_DAY;
    return true;
  }
  return false;
}

/* ---- Requests ------------------------------------------------------------------------------------ */

bool fresh_is_asked(uriel_text request)
{
  static const char *const names[] = {
      "Authorization", "Cookie",   "Proxy-Authorization", "Range", "If-None-Match", "If-Modified-Since",
      "If-Match",      "If-Range", "If-Unmodified-Since", NULL};
  struct field field;
  if (request.len < 4 || memcmp(request.ptr, "GET ", 4) != 0)
    return false;
  for (size_t at = 0; fields_next(request, &at, &field);)
    if (fresh_is_in(names, field.name))
      return false;
  return !fresh_directive(request, "no-store");
}

bool fresh_is_only_cached(uriel_text request)
{
  return fresh_directive(request, "only-if-cached");
}

/* ---- Freshness ----------------------------------------------------------------------------------- */

static int64_t fresh_date(const struct fresh *response)
{
  int64_t date;
  return fresh_time(fields_find(response->header, "Date"), &date) ? date : response->received;
}

int64_t fresh_lifetime(const struct fresh *response)
{
  const bool moved = strcmp(response->code, "301") == 0 || strcmp(response->code, "308") == 0;
  const bool by_default = fresh_is_in(fresh_codes, uriel_text_of(response->code));
  int64_t seconds = 0, date;
  uriel_text value;
  if (fields_directive(response->header, fresh_control, "max-age", &value))
    return fresh_seconds(value, &seconds) ? seconds : 0;
  value = fields_find(response->header, "Expires");
  if (value.ptr)
    seconds = fresh_time(value, &date) ? date - fresh_date(response) : 0;
  else if (!by_default && !fresh_directive(response->header, "public"))
    return 0;
  else if (fresh_time(fields_find(response->header, "Last-Modified"), &date))
    seconds = (fresh_date(response) - date) / FRESH_FRACTION;
  else if (moved)
    seconds = FRESH_DAY;
  const int64_t most = value.ptr ? FRESH_MOST : FRESH_DAY;
  return seconds < 0 ? 0 : seconds < most ? seconds : most;
}

int64_t fresh_age(const struct fresh *response, int64_t now)
{
  const int64_t apparent = response->received - fresh_date(response);
  const int64_t delay = response->received - response->requested;
  int64_t age = 0;
  fresh_seconds(fields_find(response->header, "Age"), &age);
  age += delay > 0 ? delay : 0;
  age = age > apparent ? age : apparent;
  /* After the clock was set back, the time since then is unknown. */
  return now < response->received ? INT64_MAX / 2 : age + now - response->received;
}

bool fresh_is_reusable(const struct fresh *response, uriel_text request, int64_t now)
{
  const int64_t age = fresh_age(response, now), lifetime = fresh_lifetime(response);
  int64_t seconds = 0;
  uriel_text value;
  if (fresh_directive(request, "no-cache") || fresh_directive(response->header, "no-cache") ||
      (!fields_find(request, fresh_control).ptr &&
       fields_directive(request, "Pragma", "no-cache", &value)))
    return false;
  if (fields_directive(request, fresh_control, "max-age", &value) &&
      (!fresh_seconds(value, &seconds) || age > seconds))
    return false;
  if (fields_directive(request, fresh_control, "min-fresh", &value) &&
      (!fresh_seconds(value, &seconds) || lifetime - age < seconds))
    return false;
  return lifetime > age ||
         (fields_directive(request, fresh_control, "max-stale", &value) &&
          !fresh_directive(response->header, "must-revalidate") &&
          (!value.ptr || (fresh_seconds(value, &seconds) && age - lifetime <= seconds)));
}

/* ---- Storing ------------------------------------------------------------------------------------- */

bool fresh_is_storable(const struct fresh *response)
{
  const bool is_valid = *response->code == '2' && (fields_find(response->header, "ETag").ptr ||
                                                   fields_find(response->header, "Last-Modified").ptr);
  const uriel_text code = uriel_text_of(response->code);
  uriel_text value;
  return (fresh_is_in(fresh_codes, code) || fresh_is_in(fresh_explicit_codes, code)) &&
         !fresh_directive(response->header, "no-store") &&
         !fields_directive(response->header, "Vary", "*", &value) &&
         (is_valid || (fresh_lifetime(response) > fresh_age(response, response->received) &&
                       !fresh_directive(response->header, "no-cache")));
}

void fresh_select(uriel_text header, uriel_text request, struct buffer *out)
{
  struct field vary, field;
  uriel_text item;
  out->len = 0;
  for (size_t at = 0; fields_next(header, &at, &vary);)
    while (text_is_word(vary.name, "Vary") && fields_item(&vary.value, ',', &item)) {
      buffer_append(out, item.ptr, item.len);
      buffer_append(out, ":", 1);
      for (size_t i = 0; fields_next(request, &i, &field);)
        if (fresh_is_name(field.name, item)) {
          buffer_append(out, field.value.ptr, field.value.len);
          buffer_append(out, ",", 1);
        }
      buffer_append(out, "\n", 1);
    }
}

/* ---- Validation ---------------------------------------------------------------------------------- */

static void fresh_add(struct buffer *out, const char *name, uriel_text value)
{
  buffer_append(out, name, strlen(name));
  buffer_append(out, ": ", 2);
  buffer_append(out, value.ptr, value.len);
  buffer_append(out, "\r\n", 2);
}

void fresh_conditions(const struct fresh *response, struct buffer *out)
{
  const uriel_text tag = fields_find(response->header, "ETag");
  const uriel_text date = fields_find(response->header, "Last-Modified");
  if (*response->code != '2')
    return;
  if (tag.len)
    fresh_add(out, "If-None-Match", tag);
  if (date.len)
    fresh_add(out, "If-Modified-Since", date);
}

/* The entity tag without the mark of a weak one. */
static uriel_text fresh_opaque(uriel_text tag)
{
  return tag.len > 2 && memcmp(tag.ptr, "W/", 2) == 0 ? (uriel_text){tag.ptr + 2, tag.len - 2} : tag;
}

bool fresh_is_same(uriel_text stored, uriel_text header)
{
  const uriel_text tag = fields_find(header, "ETag"), date = fields_find(header, "Last-Modified");
  const uriel_text old_tag = fields_find(stored, "ETag"),
                   old_date = fields_find(stored, "Last-Modified");
  /* A server that leaves out the tag means the one that it was asked about. */
  if (tag.ptr && fresh_opaque(tag).len == tag.len)
    return fresh_is_equal(tag, old_tag);
  if (tag.ptr)
    return fresh_is_equal(fresh_opaque(tag), fresh_opaque(old_tag));
  return !date.ptr || !old_date.ptr || fresh_is_equal(date, old_date);
}

/* Whether the field is stored: not if it belongs to the connection or is secret (3.1), and from a
 * response 304 not if it describes content (3.2). */
static bool fresh_is_kept(uriel_text header, uriel_text name, bool is_update)
{
  static const char *const dropped[] = {"Connection",
                                        "Proxy-Connection",
                                        "Keep-Alive",
                                        "TE",
                                        "Transfer-Encoding",
                                        "Upgrade",
                                        "Trailer",
                                        "Proxy-Authenticate",
                                        "Proxy-Authorization",
                                        "Authentication-Info",
                                        "Set-Cookie",
                                        "Proxy-Authentication-Info",
                                        NULL};
  static const char *const content[] = {"Content-Length", "Content-Encoding", "Content-Type",
                                        "Content-Range", NULL};
  struct field field;
  uriel_text item;
  for (size_t at = 0; fields_next(header, &at, &field);)
    while (text_is_word(field.name, "Connection") && fields_item(&field.value, ',', &item))
      if (fresh_is_name(item, name))
        return false;
  return !fresh_is_in(dropped, name) && !(is_update && fresh_is_in(content, name));
}

/* Appends the fields that are stored, without the fields that `update` also has. */
static void fresh_copy(uriel_text header, bool is_update, uriel_text update, struct buffer *out)
{
  struct field field, newer;
  for (size_t at = 0; fields_next(header, &at, &field);) {
    bool kept = field.name.len > 0 && fresh_is_kept(header, field.name, is_update);
    if (kept && update.len > 0 && fresh_is_kept(update, field.name, true))
      for (size_t i = 0; kept && fields_next(update, &i, &newer);)
        kept = !fresh_is_name(newer.name, field.name);
    if (kept) {
      buffer_append(out, field.name.ptr, (size_t)(field.value.ptr + field.value.len - field.name.ptr));
      buffer_append(out, "\r\n", 2);
    }
  }
}

void fresh_header(uriel_text stored, uriel_text update, struct buffer *out)
{
  out->len = 0;
  fresh_copy(stored, false, update, out);
  fresh_copy(update, true, (uriel_text){NULL, 0}, out);
}
