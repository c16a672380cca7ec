/* SPDX-License-Identifier: MIT */
/* Laws of uriel_redact. */
#include "redact_laws.h"

#include <stdlib.h>
#include <string.h>

#include "support.h"

uriel_text redacted(size_t *count, uriel_text text, uriel_delimiter delimiter,
                    const uriel_redact_options *options)
{
  const size_t bound = uriel_redact_bound(text.len, options);
  char *const out = room(bound);
  size_t less = 1;
  if (uriel_redact(&less, text, delimiter, options, out, bound - 1) != URIEL_FAILED || less > 0)
    die("less than the bound is enough");
  const size_t len = uriel_redact(count, text, delimiter, options, out, bound);
  if (len > bound)
    die("the result exceeds its bound");
  const uriel_text result = text_copy(text_from(out, len));
  free(out);
  return result;
}

/* Reports whether the text has bytes that come from the text around a reference. */
static bool has_more(uriel_text text)
{
  for (size_t i = 0; i < text.len; i++)
    if (strchr("\\ \t\n\v\f\r", text.ptr[i]))
      return true;
  return false;
}

/* Reports whether the path is the body of a form, "a=b/c&d:e=f". Without "b/c", it is not a reference.
 */
static bool is_form(uriel_text text)
{
  const char *const slash = memchr(text.ptr, '/', text.len), *const equals =
                                                                 memchr(text.ptr, '=', text.len);
  return slash && equals && equals < slash && memchr(slash, '&', text.len - (size_t)(slash - text.ptr));
}

static void check_parsed(uriel_text text, uriel_text result)
{
  uriel_ref before, after;
  if (!text.ptr || has_more(text) || is_form(text) || !uriel_parse(&before, text.ptr, text.len, NULL))
    return;
  if (!uriel_parse(&after, result.ptr, result.len, NULL))
    die("the result is not a reference: %.*s: %.*s", (int)text.len, text.ptr, (int)result.len,
        result.ptr);
  if (!text_equal(uriel_host(&before), uriel_host(&after)) ||
      !text_equal(uriel_port(&before), uriel_port(&after)))
    die("the host or the port changed: %.*s: %.*s", (int)text.len, text.ptr, (int)result.len,
        result.ptr);
}

void check_redact_laws(uriel_text text, uriel_delimiter delimiter, const uriel_redact_options *options)
{
  size_t count, again;
  const uriel_text result = redacted(&count, text, delimiter, options);
  const bool same = result.len == text.len && (text.len == 0 || !memcmp(result.ptr, text.ptr, text.len));
  if ((count == 0) != same)
    die("the number of secrets is wrong");
  check_parsed(text, result);
  const uriel_text twice = redacted(&again, result, delimiter, options);
  check_parsed(result, twice);
  if (again > 0 || !text_equal(result, twice))
    die("a second time changes the result: %.*s: %.*s: %.*s", (int)text.len, text.ptr, (int)result.len,
        result.ptr, (int)twice.len, twice.ptr);
  text_free(twice);
  text_free(result);
}
