/* SPDX-License-Identifier: MIT */
/* mailto. */
#include "scheme/scheme.h"

static const char *const mailto_names[] = {"mailto", NULL};

bool uriel_mailto_parse(uriel_mailto *mailto, const uriel_ref *ref, char *room, size_t capacity,
                        uriel_fault *fault)
{
  part_reader r = part_read(ref, mailto_names, room, capacity);
  *mailto = (uriel_mailto){0};
  return part_finish(&r, fault);
}

size_t uriel_mailto_build(const uriel_mailto *mailto, char *out, size_t capacity, uriel_fault *fault)
{
  part_builder b = build_to(out, capacity);
  (void)mailto;
  return build_finish(&b, fault);
}

static bool mailto_parse(scheme_parts *parts, const uriel_ref *ref, char *room, size_t capacity,
                         uriel_fault *fault)
{
  return uriel_mailto_parse(&parts->mailto, ref, room, capacity, fault);
}

static size_t mailto_build(const scheme_parts *parts, char *out, size_t capacity, uriel_fault *fault)
{
  return uriel_mailto_build(&parts->mailto, out, capacity, fault);
}

static bool mailto_plan(planner *p, const uriel_ref *ref)
{
  (void)ref;
  p->fault.code = URIEL_FAULT_PLAN_UNKNOWN;
  return false;
}

const scheme uriel_scheme_mailto = {
    .names = mailto_names,
    .parse = mailto_parse,
    .build = mailto_build,
    .plan = mailto_plan,
};
