/* SPDX-License-Identifier: MIT */
/* Stands in until the generations are written. */
#include "generation/generations.h"
#include "uri/split.h"

static grammar stub_grammar(const char *text, size_t len, unsigned options)
{
  (void)text, (void)len, (void)options;
  return (grammar){uriel_rfc3986_member, uriel_rfc3986_expected};
}
static void stub_blame(uriel_fault *fault, const char *text, uint32_t len)
{
  (void)text;
  fault->code = URIEL_FAULT_PATH_FORM;
  fault->length = len;
}
static size_t stub_blamed(const uriel_fault *fault, const char *text, size_t len)
{
  (void)text, (void)len;
  return fault->offset;
}
static const char *stub_words(const uriel_fault *fault)
{
  (void)fault;
  return "";
}
static size_t stub_own(const uriel_ref *ref, uriel_own_part *parts)
{
  parts[0].name = "site";
  parts[0].text = uriel_authority(ref);
  return parts[0].text.ptr != NULL;
}
static size_t stub_resolve(const uriel_ref *base, const uriel_ref *reference, unsigned options,
                           char *out, size_t capacity, uriel_fault *fault)
{
  uriel_ref plain = *reference;
  plain.flags &= ~(uint32_t)URIEL_SPEC_MASK;
  return uriel_resolve(base, &plain, options, out, capacity, fault);
}
static size_t stub_relative(const uriel_ref *base, const uriel_ref *target, char *out, size_t capacity)
{
  uriel_ref plain = *target;
  plain.flags &= ~(uint32_t)URIEL_SPEC_MASK;
  return uriel_relative(base, &plain, out, capacity);
}
static normal_form stub_normal(const uriel_ref *ref, uriel_rung rung)
{
  uriel_ref plain = *ref;
  plain.flags &= ~(uint32_t)URIEL_SPEC_MASK;
  return uriel_normal_form(&plain, rung);
}
#define STUB                                                                                            \
  {                                                                                                     \
    stub_grammar, uriel_split, stub_blame, stub_blamed, stub_words, stub_words, stub_own, stub_resolve, \
        stub_relative, stub_normal                                                                      \
  }
const generation uriel_url_1993 = STUB;
const generation uriel_url_1994 = STUB;
const generation uriel_url_1997 = STUB;
const generation uriel_uri_2003 = STUB;

size_t uriel_encode_as(uriel_spec spec, uriel_encode_for where, const char *text, size_t len,
                       unsigned options, char *out, size_t capacity, uriel_fault *fault)
{
  (void)spec, (void)fault;
  return uriel_encode(where, text, len, options, out, capacity);
}
size_t uriel_decode_as(uriel_spec spec, const char *text, size_t len, unsigned options, char *out,
                       size_t capacity, uriel_fault *fault)
{
  (void)spec;
  return uriel_decode(text, len, options, out, capacity, fault);
}
const uriel_byte_set *uriel_byte_sets(uriel_spec spec, size_t *count)
{
  (void)spec;
  *count = 0;
  return NULL;
}
const uriel_byte_set *uriel_byte_set_named(uriel_spec spec, const char *name, size_t len)
{
  (void)spec, (void)name, (void)len;
  return NULL;
}
