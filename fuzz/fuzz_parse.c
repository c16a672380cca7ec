/* SPDX-License-Identifier: MIT */
/* uriel_parse: the components, joined with their delimiters, are the text. The offset of an error is in
 * the text, and the text before it is the start of a valid reference. */
#include "fuzz.h"
#include "uriel_batch.h"

#include <string.h>

static const char *skip(const char *at, uriel_text part, const char *before, const char *after)
{
  if (!part.ptr)
    return at;
  fuzz_must(memcmp(at, before, strlen(before)) == 0, "a delimiter before it");
  at += strlen(before);
  fuzz_must(part.ptr == at, "components follow each other");
  at += part.len;
  fuzz_must(memcmp(at, after, strlen(after)) == 0, "a delimiter follows");
  return at + strlen(after);
}

static void check_components(uriel_text text, const uriel_ref *ref)
{
  const char *at = skip(text.ptr, uriel_scheme(ref), "", ":");
  if (uriel_authority(ref).ptr) {
    at = skip(at, uriel_userinfo(ref), uriel_userinfo(ref).ptr ? "//" : "", "@");
    at = skip(at, uriel_host(ref), uriel_userinfo(ref).ptr ? "" : "//", "");
    at = skip(at, uriel_port(ref), ":", "");
  } else {
    fuzz_must(!uriel_host(ref).ptr && !uriel_userinfo(ref).ptr && !uriel_port(ref).ptr,
              "no authority, no part of one");
  }
  at = skip(at, uriel_path(ref), "", "");
  at = skip(at, uriel_query(ref), "?", "");
  at = skip(at, uriel_fragment(ref), "#", "");
  fuzz_must(at == text.ptr + text.len, "components end with the text");
}

static void check_error(uriel_text text, const uriel_error *error)
{
  fuzz_must(error->code != URIEL_ERROR_NONE && error->offset <= text.len, "the offset lies in the text");
  fuzz_must(error->begin <= text.len && error->length <= text.len - error->begin,
            "the component lies in the text");
  const uriel_text prefix = text_copy(text_from(text.ptr, error->offset));
  uriel_ref ref;
  uriel_error sooner;
  if (!uriel_parse(&ref, prefix.ptr, prefix.len, &sooner))
    fuzz_must(sooner.offset == prefix.len, "the text before the offset could continue");
  text_free(prefix);
}

/* Each kernel gives the same result, including all flags. */
static void check_kernels(uriel_text text, bool member, const uriel_ref *ref)
{
  for (int cpu = URIEL_CPU_PLAIN; *uriel_cpu_name((uriel_cpu)cpu); cpu++) {
    uriel_ref other;
    if (!uriel_cpu_force((uriel_cpu)cpu))
      continue;
    fuzz_must(uriel_parse(&other, text.ptr, text.len, NULL) == member,
              "kernels agree on what a reference is");
    fuzz_must(!member || (other.length == ref->length && other.scheme_end == ref->scheme_end &&
                          other.host_begin == ref->host_begin && other.host_end == ref->host_end &&
                          other.path_begin == ref->path_begin && other.path_end == ref->path_end &&
                          other.query_end == ref->query_end && other.flags == ref->flags),
              "kernels agree on its components");
  }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  uriel_ref ref;
  uriel_error error;
  const uriel_text text = fuzz_text(data, size);
  const bool member = uriel_parse(&ref, text.ptr, text.len, &error);
  if (member)
    check_components(text, &ref);
  else
    check_error(text, &error);
  check_kernels(text, member, &ref);
  text_free(text);
  return 0;
}
