/* SPDX-License-Identifier: MIT */
/* Functions that write a reference and parse it into a uriel_ref. */
#include "uri/component.h"
#include "uriel_spec.h"

/* The output of a function that writes a reference of `spec`. */
typedef struct filled_output {
  uriel_spec spec;
  unsigned options;
  const char *out;
  size_t capacity;
} filled_output;

static filled_output filled_like(const uriel_ref *ref, const char *out, size_t capacity)
{
  /* No result begins with "URL:", and a result without a scheme is a partial form. */
  return (filled_output){uriel_spec_of(ref), URIEL_PARSE_PARTIAL, out, capacity};
}

/* Parses the output of a function that returned `len`. Returns `len`, or URIEL_FAILED if the output
 * does not parse. */
static size_t filled_ref(const filled_output *o, size_t len, uriel_ref *filled, uriel_error *error)
{
  const bool written = len != URIEL_FAILED && len != URIEL_CURRENT_DOCUMENT;
  if (written && len <= o->capacity)
    return uriel_parse_as(filled, o->out, len, o->spec, o->options, error) ? len : URIEL_FAILED;
  *filled = (uriel_ref){.text = ""};
  if (written && error)
    *error = (uriel_error){
        .code = URIEL_ERROR_BUFFER_TOO_SMALL, .length = len, .spec = o->spec, .options = o->options};
  return len;
}

size_t uriel_resolve_ref(const uriel_ref *base, const uriel_ref *reference, unsigned options, char *out,
                         size_t capacity, uriel_ref *filled, uriel_error *error)
{
  const filled_output o = filled_like(reference, out, capacity);
  return filled_ref(&o, uriel_resolve(base, reference, options, out, capacity, error), filled, error);
}

size_t uriel_relative_ref(const uriel_ref *base, const uriel_ref *target, char *out, size_t capacity,
                          uriel_ref *filled, uriel_error *error)
{
  const filled_output o = filled_like(target, out, capacity);
  return filled_ref(&o, uriel_relative(base, target, out, capacity, error), filled, error);
}

size_t uriel_normalize_ref(const uriel_ref *ref, uriel_level level, char *out, size_t capacity,
                           uriel_ref *filled, uriel_error *error)
{
  const filled_output o = filled_like(ref, out, capacity);
  const bool row = uriel_refuse_row(ref, error);
  return filled_ref(&o, row ? URIEL_FAILED : uriel_normalize(ref, level, out, capacity), filled, error);
}

size_t uriel_build_ref(const uriel_parts *parts, char *out, size_t capacity, uriel_ref *filled,
                       uriel_error *error)
{
  const filled_output o = {URIEL_SPEC_RFC3986, 0, out, capacity};
  return filled_ref(&o, uriel_build(parts, out, capacity, error), filled, error);
}

size_t uriel_build_as_ref(const uriel_parts *parts, uriel_spec spec, unsigned options, char *out,
                          size_t capacity, uriel_ref *filled, uriel_error *error)
{
  const filled_output o = {spec, options, out, capacity};
  return filled_ref(&o, uriel_build_as(parts, spec, options, out, capacity, error), filled, error);
}

size_t uriel_component_set_ref(const uriel_ref *ref, uriel_component component, uriel_text value,
                               char *out, size_t capacity, uriel_ref *filled, uriel_error *error)
{
  const filled_output o = filled_like(ref, out, capacity);
  const size_t len = uriel_component_set(ref, component, value, out, capacity, error);
  return filled_ref(&o, len, filled, error);
}
