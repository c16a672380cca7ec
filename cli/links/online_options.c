/* SPDX-License-Identifier: MIT */
/* The options of links to servers: their tables, and the header fields of hosts. */
#include <strings.h>

#include "online_private.h"

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

void online_fields(void *context, const uriel_ref *ref, uriel_text *fields, size_t capacity,
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
