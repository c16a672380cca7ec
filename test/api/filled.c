/* SPDX-License-Identifier: MIT */
/* The functions whose names end in "_ref"; see filled.h. */
#include "filled.h"

#include <stdlib.h>
#include <string.h>

/* A call. `other` is NULL for functions of one reference. If `filled` is NULL, the function without
 * "_ref" is called. */
typedef struct filled_call filled_call;
struct filled_call {
  size_t (*call)(const filled_call *in, char *out, size_t capacity, uriel_ref *filled,
                 uriel_error *error);
  uriel_spec spec;       /* the generation that reads the result */
  unsigned spec_options; /* and its options */
  const uriel_ref *ref, *other;
  unsigned options;
  uriel_level level;
  uriel_component component;
  uriel_text value;
  const uriel_parts *parts;
};

bool ref_same(const uriel_ref *a, const uriel_ref *b)
{
  return a->text == b->text && a->length == b->length && a->scheme_end == b->scheme_end &&
         a->host_begin == b->host_begin && a->host_end == b->host_end &&
         a->path_begin == b->path_begin && a->path_end == b->path_end && a->query_end == b->query_end &&
         a->flags == b->flags;
}

static void must(bool holds, const char *what)
{
  if (!holds)
    die("a filled reference: %s does not hold", what);
}

static bool ref_is_empty(const uriel_ref *ref)
{
  const uriel_ref empty = {.text = ref->text};
  return ref->text && ref_same(ref, &empty);
}

static void check_fits(const filled_call *in, size_t len)
{
  uriel_ref filled;
  uriel_ref again;
  uriel_error error;
  uriel_error parsing;
  char *const out = room(len);
  char *const plain = room(len);
  const size_t returned = in->call(in, out, len, &filled, &error);
  const size_t written = in->call(in, plain, len, NULL, NULL);
  const bool reads = uriel_parse_as(&again, out, len, in->spec, in->spec_options, &parsing);
  if (written == URIEL_FAILED || !reads) {
    must(returned == URIEL_FAILED && ref_is_empty(&filled), "what cannot be read is not filled");
    must(error.code != URIEL_ERROR_NONE, "an error says why");
    must(written == URIEL_FAILED || error.code == parsing.code, "the error of parsing");
  } else {
    must(returned == len && written == len && memcmp(out, plain, len) == 0, "the same is written");
    must(ref_same(&filled, &again), "parsing gives the same");
    must(error.code == URIEL_ERROR_NONE, "no error");
  }
  free(plain);
  free(out);
}

static void check_call(const filled_call *in)
{
  uriel_ref filled;
  uriel_error error;
  const size_t len = in->call(in, NULL, 0, NULL, NULL);
  const size_t returned = in->call(in, NULL, 0, &filled, &error);
  if (len == URIEL_FAILED || len == URIEL_CURRENT_DOCUMENT) {
    must(returned == len && ref_is_empty(&filled), "a reference that is not written is not filled");
    must((error.code == URIEL_ERROR_NONE) == (len == URIEL_CURRENT_DOCUMENT), "an error says why");
    return;
  }
  check_fits(in, len);
  if (len == 0)
    return;
  char *const out = room(len - 1);
  must(in->call(in, out, len - 1, &filled, &error) == len, "the length if it does not fit");
  must(ref_is_empty(&filled) && error.code == URIEL_ERROR_BUFFER_TOO_SMALL, "too small a buffer");
  must(in->call(in, out, len - 1, &filled, NULL) == len, "no error is wanted");
  free(out);
}

static size_t call_resolve(const filled_call *in, char *out, size_t capacity, uriel_ref *filled,
                           uriel_error *error)
{
  return filled ? uriel_resolve_ref(in->ref, in->other, in->options, out, capacity, filled, error)
                : uriel_resolve(in->ref, in->other, in->options, out, capacity, error);
}

void check_resolve_ref(const uriel_ref *base, const uriel_ref *reference, unsigned options)
{
  check_call(&(filled_call){.call = call_resolve,
                            .spec = uriel_spec_of(reference),
                            .spec_options = URIEL_PARSE_PARTIAL,
                            .ref = base,
                            .other = reference,
                            .options = options});
}

static size_t call_relative(const filled_call *in, char *out, size_t capacity, uriel_ref *filled,
                            uriel_error *error)
{
  return filled ? uriel_relative_ref(in->ref, in->other, out, capacity, filled, error)
                : uriel_relative(in->ref, in->other, out, capacity, NULL);
}

void check_relative_ref(const uriel_ref *base, const uriel_ref *target)
{
  check_call(&(filled_call){.call = call_relative,
                            .spec = uriel_spec_of(target),
                            .spec_options = URIEL_PARSE_PARTIAL,
                            .ref = base,
                            .other = target});
}

static size_t call_normalize(const filled_call *in, char *out, size_t capacity, uriel_ref *filled,
                             uriel_error *error)
{
  return filled ? uriel_normalize_ref(in->ref, in->level, out, capacity, filled, error)
                : uriel_normalize(in->ref, in->level, out, capacity);
}

void check_normalize_ref(const uriel_ref *ref, uriel_level level)
{
  check_call(&(filled_call){.call = call_normalize,
                            .spec = uriel_spec_of(ref),
                            .spec_options = URIEL_PARSE_PARTIAL,
                            .ref = ref,
                            .level = level});
}

static size_t call_build(const filled_call *in, char *out, size_t capacity, uriel_ref *filled,
                         uriel_error *error)
{
  return filled ? uriel_build_ref(in->parts, out, capacity, filled, error)
                : uriel_build(in->parts, out, capacity, error);
}

void check_build_ref(const uriel_parts *parts)
{
  check_call(&(filled_call){.call = call_build, .spec = URIEL_SPEC_RFC3986, .parts = parts});
}

static size_t call_build_as(const filled_call *in, char *out, size_t capacity, uriel_ref *filled,
                            uriel_error *error)
{
  return filled ? uriel_build_as_ref(in->parts, in->spec, in->spec_options, out, capacity, filled, error)
                : uriel_build_as(in->parts, in->spec, in->spec_options, out, capacity, error);
}

void check_build_as_ref(uriel_spec spec, unsigned options, const uriel_parts *parts)
{
  const size_t len = uriel_build_as(parts, spec, options, NULL, 0, NULL);
  if (len != URIEL_FAILED && len > uriel_build_bound(parts))
    die("uriel_build_as wrote %zu bytes, and its bound is %zu", len, uriel_build_bound(parts));
  check_call(
      &(filled_call){.call = call_build_as, .spec = spec, .spec_options = options, .parts = parts});
}

static size_t call_set(const filled_call *in, char *out, size_t capacity, uriel_ref *filled,
                       uriel_error *error)
{
  return filled
             ? uriel_component_set_ref(in->ref, in->component, in->value, out, capacity, filled, error)
             : uriel_component_set(in->ref, in->component, in->value, out, capacity, error);
}

void check_set_ref(const uriel_ref *ref, uriel_component component, uriel_text value)
{
  const size_t bound = uriel_component_set_bound(ref, value);
  const size_t len = uriel_component_set(ref, component, value, NULL, 0, NULL);
  if (len != URIEL_FAILED && len > bound)
    die("uriel_component_set wrote %zu bytes, and its bound is %zu", len, bound);
  check_call(&(filled_call){.call = call_set,
                            .spec = uriel_spec_of(ref),
                            .spec_options = URIEL_PARSE_PARTIAL,
                            .ref = ref,
                            .component = component,
                            .value = value});
}
