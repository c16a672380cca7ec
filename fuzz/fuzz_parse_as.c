/* SPDX-License-Identifier: MIT */
/* uriel_parse_as, uriel_own_parts and the functions of errors, for every generation and option. The
 * components, joined with their delimiters, are the text, which has no byte that the document
 * excludes. Own parts are in the text, in its order. The offset of an error is in the text, the text
 * before it is the start of a valid reference, and the error has a description. */
#include "fuzz.h"

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

static void check_components(const uriel_ref *ref)
{
  const uriel_text whole = uriel_component_get(ref, URIEL_REFERENCE);
  const bool has_user = uriel_userinfo(ref).ptr != NULL;
  const char *at = skip(whole.ptr, uriel_scheme(ref), "", ":");
  if (uriel_authority(ref).ptr) {
    at = skip(at, uriel_userinfo(ref), "//", "@");
    at = skip(at, uriel_host(ref), has_user ? "" : "//", "");
    at = skip(at, uriel_port(ref), ":", "");
  } else {
    fuzz_must(!uriel_host(ref).ptr && !has_user && !uriel_port(ref).ptr, "no authority, no part of one");
  }
  at = skip(at, uriel_path(ref), "", "");
  at = skip(at, uriel_query(ref), "?", "");
  at = skip(at, uriel_fragment(ref), "#", "");
  fuzz_must(at == whole.ptr + whole.len, "components end with the text");
}

/* "#" and "%" are excluded as data, but are delimiters. */
static void check_bytes(const uriel_ref *ref)
{
  const uriel_byte_set *const excluded = uriel_byte_set_find(uriel_spec_of(ref), "excluded", 8);
  if (!excluded)
    die("every generation excludes some");
  for (size_t at = 0; at < ref->length; at++) {
    const unsigned char byte = (unsigned char)ref->text[at];
    fuzz_must(byte < 128 && (byte == '#' || byte == '%' || !uriel_byte_set_has(excluded, byte)),
              "a member holds no excluded character");
  }
}

static void check_own_parts(const uriel_ref *ref)
{
  uriel_own_part parts[URIEL_OWN_PARTS_MAX];
  const size_t count = uriel_own_parts(parts, ref);
  fuzz_must(count <= URIEL_OWN_PARTS_MAX, "they fit");
  fuzz_must(uriel_spec_of(ref) != URIEL_SPEC_RFC3986 || count == 0, "RFC 3986 names none");
  const char *before = ref->text;
  for (size_t at = 0; at < count; at++) {
    fuzz_must(parts[at].name && *parts[at].name, "own parts have names");
    fuzz_must(parts[at].text.ptr && parts[at].text.ptr >= before, "own parts stand in the text's order");
    fuzz_must(parts[at].text.len <= (size_t)(ref->text + ref->length - parts[at].text.ptr),
              "own parts lie in the text");
    before = parts[at].text.ptr;
  }
}

typedef struct told {
  uriel_error error;
  uriel_text text;
} told;

static size_t write_described(const void *context, char *out, size_t capacity)
{
  const told *const in = context;
  return uriel_error_describe(&in->error, in->text.ptr, in->text.len, out, capacity);
}

static size_t write_expected(const void *context, char *out, size_t capacity)
{
  const told *const in = context;
  return uriel_error_expected(&in->error, in->text.ptr, in->text.len, out, capacity);
}

static void check_printable(text_writer *write, const told *in)
{
  const uriel_text text = text_written(write, in);
  fuzz_must(text.len > 0, "the text is not empty");
  for (size_t at = 0; at < text.len; at++)
    fuzz_must(text.ptr[at] >= ' ' && text.ptr[at] <= '~', "printable ASCII");
  text_free(text);
}

static void check_error(uriel_text text, const uriel_error *error)
{
  fuzz_must(error->code != URIEL_ERROR_NONE && error->offset <= text.len, "the offset lies in the text");
  fuzz_must(error->begin <= text.len && error->length <= text.len - error->begin,
            "the component lies in the text");
  fuzz_must(*uriel_error_rule(error) && *uriel_error_section(error),
            "an error has a rule and a section");
  check_printable(write_described, &(told){*error, text});
  if (error->options == 0 || error->options == URIEL_PARSE_PARTIAL) /* this is slow */
    check_printable(write_expected, &(told){*error, text});
  const uriel_text prefix = text_copy(text_from(text.ptr, error->offset));
  uriel_ref ref;
  uriel_error sooner;
  if (!uriel_parse_as(&ref, prefix.ptr, prefix.len, error->spec, error->options, &sooner))
    fuzz_must(sooner.offset == prefix.len, "the text before the offset could continue");
  text_free(prefix);
}

static void check_parse(uriel_text text, uriel_spec spec, unsigned options)
{
  uriel_ref ref;
  uriel_error error;
  if (!uriel_parse_as(&ref, text.ptr, text.len, spec, options, &error)) {
    fuzz_must(error.spec == spec && error.options == options, "an error has the options of the parse");
    check_error(text, &error);
    return;
  }
  fuzz_must(uriel_spec_of(&ref) == spec, "a reference remembers its generation");
  fuzz_must(ref.text + ref.length == text.ptr + text.len &&
                text.len - ref.length == ((ref.flags & URIEL_HAS_PREFIX) ? 4u : 0u),
            "a reference is the text, less its prefix");
  check_components(&ref);
  check_bytes(&ref);
  check_own_parts(&ref);
}

/* Returns the options that affect the generation. */
static unsigned options_of(uriel_spec spec)
{
  if (spec == URIEL_SPEC_URL_1993)
    return URIEL_PARSE_PARTIAL;
  return spec == URIEL_SPEC_URL_1994 ? URIEL_PARSE_PARTIAL | URIEL_PARSE_REQUIRE_PREFIX : 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  uriel_ref ref;
  uriel_ref same;
  const uriel_text text = fuzz_text(data, size);
  for (int spec = URIEL_SPEC_RFC3986; spec <= FUZZ_LAST_SPEC; spec++)
    for (unsigned options = 0; options <= options_of((uriel_spec)spec); options++)
      check_parse(text, (uriel_spec)spec, options);
  const bool is_reference = uriel_parse(&ref, text.ptr, text.len, NULL);
  fuzz_must(uriel_parse_as(&same, text.ptr, text.len, URIEL_SPEC_RFC3986, 0, NULL) == is_reference &&
                memcmp(&ref, &same, sizeof ref) == 0,
            "uriel_parse is uriel_parse_as RFC 3986");
  text_free(text);
  return 0;
}
