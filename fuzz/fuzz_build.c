/* SPDX-License-Identifier: MIT */
/* uriel_build: seven components, one per line ("-" is undefined). The result parses back to them; joined
 * parts that are refused would not. */
#include "fuzz.h"
#include "support.h"

#include <stdlib.h>
#include <string.h>

enum { PARTS = 7 };

static bool same_parts(const uriel_parts *a, const uriel_parts *b)
{
  return text_equal(a->scheme, b->scheme) && text_equal(a->userinfo, b->userinfo) &&
         text_equal(a->host, b->host) && text_equal(a->port, b->port) && text_equal(a->path, b->path) &&
         text_equal(a->query, b->query) && text_equal(a->fragment, b->fragment);
}

static size_t append(char *out, size_t len, const char *before, uriel_text part, const char *after)
{
  if (!part.ptr)
    return len;
  memcpy(out + len, before, strlen(before));
  len += strlen(before);
  memcpy(out + len, part.ptr, part.len);
  len += part.len;
  memcpy(out + len, after, strlen(after));
  return len + strlen(after);
}

/* Joins the components as in RFC 3986, 5.3, valid or not. */
static uriel_text recompose(const uriel_parts *p)
{
  char *const out = room(p->scheme.len + p->userinfo.len + p->host.len + p->port.len + p->path.len +
                         p->query.len + p->fragment.len + 16);
  size_t len = append(out, 0, "", p->scheme, ":");
  len = append(out, len, "", text_from(p->host.ptr ? "//" : NULL, 2), "");
  len = append(out, len, "", p->userinfo, "@");
  len = append(out, len, "", p->host, "");
  len = append(out, len, ":", p->port, "");
  len = append(out, len, "", p->path, "");
  len = append(out, len, "?", p->query, "");
  return text_from(out, append(out, len, "#", p->fragment, ""));
}

static void check_refused(const uriel_parts *parts)
{
  uriel_ref ref;
  const uriel_text naive = recompose(parts);
  if (fuzz_reference(&ref, naive)) {
    const uriel_parts back = uriel_parts_of(&ref);
    fuzz_must(!same_parts(parts, &back), "what would read back is not refused");
  }
  text_free(naive);
}

static void check_built(const uriel_parts *parts, uriel_text built)
{
  uriel_ref ref;
  fuzz_must(fuzz_reference(&ref, built), "the result is a reference");
  const uriel_parts back = uriel_parts_of(&ref);
  fuzz_must(same_parts(parts, &back), "the result reads back");
}

static void check_error(const uriel_parts *parts)
{
  uriel_error error;
  const uriel_text texts[] = {{NULL, 0},   parts->scheme, {NULL, 0},    parts->userinfo, parts->host,
                              parts->port, parts->path,   parts->query, parts->fragment};
  fuzz_must(uriel_build(parts, NULL, 0, &error) == URIEL_FAILED, "refused again");
  fuzz_must(error.code != URIEL_ERROR_NONE && error.component <= URIEL_FRAGMENT, "an error says why");
  if (texts[error.component].ptr)
    fuzz_must(error.offset <= texts[error.component].len, "a place in the component's own text");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  uriel_text lines[PARTS];
  fuzz_lines(lines, PARTS, data, size);
  for (size_t at = 0; at < PARTS; at++) {
    if (lines[at].ptr && lines[at].len == 1 && lines[at].ptr[0] == '-') {
      text_free(lines[at]);
      lines[at] = text_from(NULL, 0);
    }
  }
  uriel_parts parts = {lines[0], lines[1], lines[2], lines[3], lines[4], lines[5], lines[6]};
  const uriel_text built = text_written(write_built, &parts);
  if (!parts.path.ptr)
    parts.path = text_from("", 0);
  if (built.ptr) {
    check_built(&parts, built);
  } else {
    check_refused(&parts);
    check_error(&parts);
  }
  text_free(built);
  fuzz_free(lines, PARTS);
  return 0;
}
