/* SPDX-License-Identifier: MIT */
/* uriel_component_set and uriel_segment_append: a reference and a value, one per line. Replaces every
 * component in turn by the value, and removes it; the other components do not change. Appended, the
 * value is the last segment, and all other segments stay. */
#include "fuzz.h"
#include "support.h"

typedef struct set_input {
  const uriel_ref *ref;
  uriel_component component;
  uriel_text value;
} set_input;

static size_t write_set(const void *context, char *out, size_t capacity)
{
  const set_input *const in = context;
  return uriel_component_set(in->ref, in->component, in->value, out, capacity, NULL);
}

static bool within_authority(int component)
{
  return component >= URIEL_AUTHORITY && component <= URIEL_PORT;
}

/* The authority changes with its parts, and its parts with it. */
static bool is_other(int component, uriel_component changed)
{
  if (component == (int)changed || (component == URIEL_AUTHORITY && within_authority((int)changed)))
    return false;
  return !(changed == URIEL_AUTHORITY && within_authority(component));
}

static void check_set(const set_input *in, uriel_text result)
{
  uriel_ref after;
  fuzz_must(fuzz_reference(&after, result), "the result is a reference");
  const uriel_text got = uriel_component_get(&after, in->component);
  if (in->component == URIEL_PATH && !in->value.ptr)
    fuzz_must(got.len == 0, "a removed path is empty");
  else
    fuzz_must(text_equal(got, in->value), "the component is the value");
  for (int c = URIEL_SCHEME; c <= URIEL_FRAGMENT; c++)
    if (is_other(c, in->component))
      fuzz_must(text_equal(uriel_component_get(&after, (uriel_component)c),
                           uriel_component_get(in->ref, (uriel_component)c)),
                "the others are what they were");
}

/* uriel_build checks all components. */
static void check_built(const set_input *in, uriel_text result)
{
  uriel_parts parts = uriel_parts_of(in->ref);
  uriel_text *const texts[] = {
      [URIEL_SCHEME] = &parts.scheme,     [URIEL_USERINFO] = &parts.userinfo,
      [URIEL_HOST] = &parts.host,         [URIEL_PORT] = &parts.port,
      [URIEL_PATH] = &parts.path,         [URIEL_QUERY] = &parts.query,
      [URIEL_FRAGMENT] = &parts.fragment,
  };
  if (in->component == URIEL_AUTHORITY)
    return;
  *texts[in->component] = in->value;
  const uriel_text built = text_written(write_built, &parts);
  fuzz_must(text_equal(built, result), "as uriel_build writes it");
  text_free(built);
}

static void try_set(const uriel_ref *ref, uriel_component component, uriel_text value)
{
  const set_input in = {ref, component, value};
  const uriel_text result = text_written(write_set, &in);
  uriel_error error;
  const bool failed = uriel_component_set(ref, component, value, NULL, 0, &error) == URIEL_FAILED;
  fuzz_must(failed == !result.ptr && failed == (error.code != URIEL_ERROR_NONE), "an error or a result");
  if (result.ptr)
    check_set(&in, result);
  check_built(&in, result);
  fuzz_must(result.len <= ref->length + value.len + 3, "the bound");
  text_free(result);
}

/* Takes the same segment off both paths as long as there is one. Only the last of `after` is left. */
static void check_segments(uriel_text before, uriel_text after, uriel_text value)
{
  uriel_text old, new, decoded;
  const bool empty_last = before.len > 0 && before.ptr[before.len - 1] == '/';
  while (uriel_segment_next(&before, &old) && !(empty_last && before.len == 0 && old.len == 0)) {
    fuzz_must(uriel_segment_next(&after, &new), "a segment is not lost");
    fuzz_must(text_equal(old, new), "a segment does not change");
  }
  if (!uriel_segment_next(&after, &new))
    new = (uriel_text){"", 0}; /* "" and "x:" with an empty segment */
  const percent_input in = {.text = new};
  decoded = text_written(write_decoded, &in);
  fuzz_must(text_equal(decoded, value), "the last segment is the value");
  fuzz_must(!uriel_segment_next(&after, &new), "it is the last");
  text_free(decoded);
}

static void try_append(const uriel_ref *ref, uriel_text value)
{
  const segment_input in = {*ref, value};
  const uriel_text result = text_written(write_appended, &in);
  const bool dots = text_equal(value, text_from(".", 1)) || text_equal(value, text_from("..", 2));
  uriel_ref after;
  uriel_error error;
  uriel_segment_append(ref, value.ptr, value.len, NULL, 0, &error);
  fuzz_must(dots == (error.code == URIEL_ERROR_SEGMENT_DOTS), "only dot segments are refused");
  fuzz_must(dots == !result.ptr, "an error or a result");
  if (!result.ptr)
    return;
  fuzz_must(uriel_parse_as(&after, result.ptr, result.len, uriel_spec_of(ref), 0, NULL), "it is valid");
  for (int c = URIEL_SCHEME; c <= URIEL_FRAGMENT; c++)
    if (c != URIEL_PATH)
      fuzz_must(text_equal(uriel_component_get(&after, (uriel_component)c),
                           uriel_component_get(ref, (uriel_component)c)),
                "the others are what they were");
  check_segments(uriel_path(ref), uriel_path(&after), value);
  text_free(result);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  uriel_text lines[2];
  uriel_ref ref;
  static const uriel_spec specs[] = {URIEL_SPEC_RFC3986, URIEL_SPEC_IRI, URIEL_SPEC_WHATWG};
  fuzz_lines(lines, 2, data, size);
  for (size_t i = 0; i < sizeof specs / sizeof *specs && lines[1].ptr; i++)
    if (fuzz_member(&ref, specs[i], lines[0]))
      try_append(&ref, lines[1]);
  if (fuzz_reference(&ref, lines[0])) {
    for (int c = URIEL_SCHEME; c <= URIEL_FRAGMENT; c++) {
      try_set(&ref, (uriel_component)c, lines[1]);
      try_set(&ref, (uriel_component)c, text_from(NULL, 0));
      try_set(&ref, (uriel_component)c, uriel_component_get(&ref, (uriel_component)c));
    }
  }
  fuzz_free(lines, 2);
  return 0;
}
