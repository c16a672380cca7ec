/* SPDX-License-Identifier: MIT */
/* uriel_policy_parse: an error has a place in the line; uriel_guard: no reader sees another place in the
 * request of an allowed URL, and the request is allowed again. The text is a policy, an empty line and a
 * URL, or only a URL. */
#include <stdio.h>
#include <stdlib.h>

#include "fuzz.h"
#include "uriel_guard.h"

enum { GUARD_RULES = 16 };

/* Writes the request as a URL. */
static uriel_text request_text(const uriel_guarded *request, char *out, size_t capacity)
{
  const int len = snprintf(out, capacity, "%.*s://%.*s:%u%.*s", (int)request->scheme.len,
                           request->scheme.ptr, (int)request->host.len, request->host.ptr,
                           (unsigned)request->port, (int)request->target.len, request->target.ptr);
  return (uriel_text){out, (size_t)len};
}

/* Returns whether readers that accept the text see different places, when all are asked. */
static bool parted(uriel_text text)
{
  size_t count;
  uriel_reading readings[64];
  uriel_agreement agreement;
  const uriel_reader *const readers = uriel_present_readers(&count);
  const size_t bound = uriel_agree_bound(count, text.len);
  char *const out = room(bound);
  uriel_agree(&agreement, readings, readers, count, URIEL_AGREE_PLACE, text.ptr, text.len, out, bound);
  free(out);
  return agreement.same != agreement.accepts;
}

static void check_request(uriel_text text, const uriel_policy_rule *rules, size_t count)
{
  const size_t bound = uriel_guard_bound(text.len);
  char *const out = room(bound);
  uriel_guarded request, again;
  if (!uriel_guard(&request, rules, count, text.ptr, text.len, out, bound)) {
    if (!request.reasons || request.host.ptr || request.port)
      die("denied without a reason, or with a request");
    free(out);
    return;
  }
  if (uriel_policy_limit(URIEL_POLICY_AGREEMENT, rules, count) && parted(text))
    die("readers see different places in an allowed URL");
  const size_t most = request.scheme.len + request.host.len + request.target.len + 16;
  char *const url = room(most);
  const uriel_text canonical = request_text(&request, url, most);
  const size_t more = uriel_guard_bound(canonical.len);
  char *const other = room(more);
  uriel_guard(&again, rules, count, canonical.ptr, canonical.len, other, more);
  if (again.reasons & ~(unsigned)URIEL_GUARD_LENGTH)
    die("%.*s: the request is denied: 0x%x", (int)canonical.len, canonical.ptr, again.reasons);
  if (!again.reasons && (!text_equal(request.host, again.host) || request.port != again.port ||
                         !text_equal(request.target, again.target)))
    die("the request of a request is another");
  if (uriel_policy_limit(URIEL_POLICY_AGREEMENT, rules, count) && parted(canonical))
    die("%.*s: readers see other hosts", (int)canonical.len, canonical.ptr);
  free(other);
  free(url);
  free(out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  const uriel_text text = fuzz_text(data, size);
  uriel_policy_rule rules[GUARD_RULES];
  size_t count = 0, at = 0;
  check_request(text, NULL, 0);
  while (at < text.len && count < GUARD_RULES) {
    size_t len = 0;
    uriel_policy_error error;
    while (at + len < text.len && text.ptr[at + len] != '\n')
      len++;
    const bool valid = uriel_policy_parse(&rules[count], text.ptr + at, len, &error);
    if (valid != !error.message || error.offset > len)
      die("an error of a policy without a place in the line");
    count += rules[count].kind != URIEL_POLICY_NONE;
    at += len + 1;
    if (len == 0)
      break;
  }
  if (at < text.len)
    check_request((uriel_text){text.ptr + at, text.len - at}, rules, count);
  text_free(text);
  return 0;
}
