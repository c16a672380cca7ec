/* SPDX-License-Identifier: MIT */
/* ldap. */
#include "scheme/scheme.h"

static const char *const ldap_names[] = {"ldap", NULL};

bool uriel_ldap_parse(uriel_ldap *ldap, const uriel_ref *ref, char *room, size_t capacity,
                      uriel_fault *fault)
{
  part_reader r = part_read(ref, ldap_names, room, capacity);
  *ldap = (uriel_ldap){0};
  return part_finish(&r, fault);
}

size_t uriel_ldap_build(const uriel_ldap *ldap, char *out, size_t capacity, uriel_fault *fault)
{
  part_builder b = build_to(out, capacity);
  (void)ldap;
  return build_finish(&b, fault);
}

static bool ldap_parse(scheme_parts *parts, const uriel_ref *ref, char *room, size_t capacity,
                       uriel_fault *fault)
{
  return uriel_ldap_parse(&parts->ldap, ref, room, capacity, fault);
}

static size_t ldap_build(const scheme_parts *parts, char *out, size_t capacity, uriel_fault *fault)
{
  return uriel_ldap_build(&parts->ldap, out, capacity, fault);
}

static bool ldap_plan(planner *p, const uriel_ref *ref)
{
  (void)ref;
  p->fault.code = URIEL_FAULT_PLAN_UNKNOWN;
  return false;
}

const scheme uriel_scheme_ldap = {
    .names = ldap_names,
    .parse = ldap_parse,
    .build = ldap_build,
    .plan = ldap_plan,
};
