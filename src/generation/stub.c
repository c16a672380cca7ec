/* SPDX-License-Identifier: MIT */
/* Stands in until the generations are written. */
#include "generation/stub.h"
#include "generation/generations.h"

size_t stub_resolve(const uriel_ref *base, const uriel_ref *reference, unsigned options, char *out,
                    size_t capacity, uriel_fault *fault)
{
  uriel_ref plain = *reference;
  plain.flags &= ~(uint32_t)URIEL_SPEC_MASK;
  return uriel_resolve(base, &plain, options, out, capacity, fault);
}
size_t stub_relative(const uriel_ref *base, const uriel_ref *target, char *out, size_t capacity)
{
  uriel_ref plain = *target;
  plain.flags &= ~(uint32_t)URIEL_SPEC_MASK;
  return uriel_relative(base, &plain, out, capacity);
}
normal_form stub_normal(const uriel_ref *ref, uriel_rung rung)
{
  uriel_ref plain = *ref;
  plain.flags &= ~(uint32_t)URIEL_SPEC_MASK;
  return uriel_normal_form(&plain, rung);
}

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
