/* SPDX-License-Identifier: MIT */
/* uriel_template_expand: a template and a URI, one per line. The result is a URI with a scheme. If
 * expansion is refused, replacing each "{+uri}" by the URI does not give a URI. */
#include "fuzz.h"

#include "uriel_plan.h"
#include "uriel_scheme.h"
#include <stdlib.h>
#include <string.h>

typedef struct expanded {
  uriel_text template;
  const uriel_ref *ref;
} expanded;

static size_t write_expanded(const void *context, char *out, size_t capacity)
{
  const expanded *const in = context;
  return uriel_template_expand(in->template.ptr, in->template.len, in->ref, out, capacity, NULL);
}

static bool has_scheme(uriel_text text)
{
  uriel_ref ref;
  return fuzz_reference(&ref, text) && uriel_scheme(&ref).ptr;
}

/* Errors of the reference belong to one of its parts, and their place is in it. */
static bool of_reference(const uriel_error *error)
{
  return error->code == URIEL_ERROR_PART_MISSING || error->code == URIEL_ERROR_PART_FORM;
}

/* Whether a segment of the path could be "." or "..", which is refused. */
static bool may_have_dots(uriel_text text)
{
  for (size_t i = 0; i < text.len; i++)
    if (text.ptr[i] == '.' || text.ptr[i] == '%')
      return true;
  return false;
}

/* Returns the template with each "{+uri}" replaced by the URI without its fragment. Returns undefined if
 * the template has no such name or has another brace, or if the URI has user information, which
 * expansion leaves out. */
static uriel_text replaced(uriel_text template, const uriel_ref *ref)
{
  static const char name[] = "{+uri}";
  const size_t name_len = sizeof name - 1;
  const uriel_text fragment = uriel_fragment(ref);
  const size_t uri_len = fragment.ptr ? (size_t)(fragment.ptr - 1 - ref->text) : ref->length;
  char *const out = room(template.len * (uri_len + 1) + 1);
  size_t len = 0, at = 0, names = 0;
  while (at < template.len) {
    if (template.len - at >= name_len && memcmp(template.ptr + at, name, name_len) == 0) {
      memcpy(out + len, ref->text, uri_len);
      len += uri_len;
      at += name_len;
      names++;
    } else if (template.ptr[at] == '{') {
      break;
    } else {
      out[len++] = template.ptr[at++];
    }
  }
  if (at == template.len && names > 0 && !uriel_userinfo(ref).ptr)
    return text_from(out, len);
  free(out);
  return text_from(NULL, 0);
}

static void check_refused(uriel_text template, const uriel_ref *ref)
{
  uriel_error error;
  fuzz_must(uriel_template_expand(template.ptr, template.len, ref, NULL, 0, &error) == URIEL_FAILED,
            "refused again");
  const size_t len = of_reference(&error) ? ref->length : template.len;
  fuzz_must(error.code == URIEL_ERROR_TEMPLATE || (of_reference(&error) && error.part),
            "the error is in the template or in a part");
  fuzz_must(error.offset <= len && error.begin <= len && error.length <= len - error.begin,
            "its place is in that");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  uriel_text lines[2];
  uriel_ref ref;
  fuzz_lines(lines, 2, data, size);
  if (size < 4096 && lines[0].ptr && fuzz_reference(&ref, lines[1])) {
    const uriel_text text = text_written(write_expanded, &(expanded){lines[0], &ref});
    const uriel_text plain = replaced(lines[0], &ref);
    if (text.ptr)
      fuzz_must(has_scheme(text), "the result is a URI");
    else
      check_refused(lines[0], &ref);
    if (plain.ptr)
      fuzz_must(text.ptr ? text_equal(text, plain) : !has_scheme(plain) || may_have_dots(plain),
                "as by hand");
    text_free(plain);
    text_free(text);
  }
  fuzz_free(lines, 2);
  return 0;
}
