/* SPDX-License-Identifier: MIT */
/* The names of parameters whose values are secrets. */
#include "find/redact.h"

#include "uriel_query.h"

typedef struct redact_parameter {
  const char *name;
  size_t len;
  const char *host; /* or a domain above it; "": every host */
  size_t host_len;
  bool has_before, has_after; /* "*" */
} redact_parameter;

#include "find/redact_name_table.h"

bool uriel_redact_is_below(uriel_text host, const char *domain, size_t len)
{
  const char *const end = view_end(host);
  return host.len >= len && bytes_equal(end - len, domain, len) &&
         (len == 0 || host.len == len || end[-1 - (ptrdiff_t)len] == '.');
}

static bool redact_is_one_of(uriel_text name, const uriel_text *patterns, size_t count)
{
  for (size_t i = 0; i < count; i++)
    if (uriel_glob_matches(name.ptr, name.len, patterns[i].ptr, patterns[i].len, URIEL_QUERY_FOLD))
      return true;
  return false;
}

static bool redact_is_row(const redact_parameter *row, const char *name, size_t len)
{
  if (len == 0 || len < row->len)
    return false;
  const size_t last = row->has_before ? len - row->len : 0;
  for (size_t at = row->has_after ? 0 : len - row->len; at <= last; at++)
    if (name[at] == row->name[0] && bytes_equal(name + at, row->name, row->len))
      return true;
  return false;
}

/* Reports whether the table has the name, or its last member: "pw" of "users[0].pw". */
static bool redact_is_secret(uriel_text name, uriel_text host)
{
  char key[REDACT_WORD] = ""; /* its letters and digits, without members that are numbers */
  size_t len = 0, begin = 0, last = 0;
  bool is_number = true;
  for (size_t i = 0; i <= name.len; i++) {
    if (i == name.len || bytes_have("[].", (unsigned char)name.ptr[i])) {
      last = is_number ? last : begin;
      begin = len = is_number ? begin : len;
      is_number = true;
    } else if (byte_is(name.ptr[i], BYTE_ALPHA | BYTE_DIGIT)) {
      is_number = is_number && byte_is(name.ptr[i], BYTE_DIGIT);
      key[len++] = name.ptr[i];
    }
  }
  for (size_t i = 0; i < sizeof redact_parameters / sizeof *redact_parameters; i++) {
    const redact_parameter *const row = &redact_parameters[i];
    if ((redact_is_row(row, key, len) || (last > 0 && redact_is_row(row, key + last, len - last))) &&
        uriel_redact_is_below(host, row->host, row->host_len))
      return true;
  }
  return false;
}

bool uriel_redact_keeps(const uriel_redact_options *options, uriel_text name)
{
  return redact_is_one_of(name, options->kept, options->kept_count);
}

bool uriel_redact_lists(const uriel_redact_options *options, uriel_text name, uriel_text host)
{
  return name.len > 0 &&
         (uriel_redact_keeps(options, name) ||
          redact_is_one_of(name, options->names, options->name_count) || redact_is_secret(name, host));
}
