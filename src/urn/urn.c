/* SPDX-License-Identifier: MIT */
/* URNs: their parts, read and written (RFC 8141, 2). */
#include "text/view.h"

static bool urn_none(uriel_fault *fault)
{
  if (fault)
    *fault = (uriel_fault){.code = URIEL_FAULT_SPEC_NOT_BUILT};
  return false;
}

bool uriel_urn_parse(uriel_urn *urn, const uriel_ref *ref, uriel_fault *fault)
{
  (void)urn, (void)ref;
  return urn_none(fault);
}

size_t uriel_urn_build(const uriel_urn *urn, uriel_spec spec, char *out, size_t capacity,
                       uriel_fault *fault)
{
  (void)urn, (void)spec, (void)out, (void)capacity;
  urn_none(fault);
  return URIEL_FAILED;
}

const char *uriel_urn_kind_name(uriel_urn_kind kind)
{
  static const char *const names[] = {"", "formal", "informal", "experimental", "reserved"};
  return (unsigned)kind < sizeof names / sizeof *names ? names[kind] : "";
}

bool uriel_urn_check(const uriel_ref *ref, uriel_fault *fault)
{
  (void)ref;
  return urn_none(fault);
}

size_t uriel_urn_normal(const uriel_ref *ref, char *out, size_t capacity, uriel_fault *fault)
{
  (void)ref, (void)out, (void)capacity;
  urn_none(fault);
  return URIEL_FAILED;
}

bool uriel_urn_equal(const uriel_ref *a, const uriel_ref *b)
{
  (void)a, (void)b;
  return false;
}

uint64_t uriel_urn_hash(const uriel_ref *ref, uint64_t seed)
{
  (void)ref;
  return seed;
}

size_t uriel_urn_encode(const char *nid, size_t nid_len, const char *name, size_t len, unsigned options,
                        char *out, size_t capacity, uriel_fault *fault)
{
  (void)nid, (void)nid_len, (void)name, (void)len, (void)options, (void)out, (void)capacity;
  urn_none(fault);
  return URIEL_FAILED;
}

size_t uriel_urn_show(const uriel_ref *ref, char *out, size_t capacity, uriel_fault *fault)
{
  (void)ref, (void)out, (void)capacity;
  urn_none(fault);
  return URIEL_FAILED;
}

size_t uriel_urn_request(const char *service, const uriel_ref *resolver, const uriel_ref *ref, char *out,
                         size_t capacity, uriel_fault *fault)
{
  (void)service, (void)resolver, (void)ref, (void)out, (void)capacity;
  urn_none(fault);
  return URIEL_FAILED;
}
