/* SPDX-License-Identifier: MIT */
/* prospero. */
#include "scheme/scheme.h"

static const char *const prospero_names[] = {"prospero", NULL};

bool uriel_prospero_parse(uriel_prospero *prospero, const uriel_ref *ref, char *room, size_t capacity,
                          uriel_fault *fault)
{
  part_reader r = part_read(ref, prospero_names, room, capacity);
  *prospero = (uriel_prospero){0};
  return part_finish(&r, fault);
}

size_t uriel_prospero_build(const uriel_prospero *prospero, char *out, size_t capacity,
                            uriel_fault *fault)
{
  part_builder b = build_to(out, capacity);
  (void)prospero;
  return build_finish(&b, fault);
}

static bool prospero_parse(scheme_parts *parts, const uriel_ref *ref, char *room, size_t capacity,
                           uriel_fault *fault)
{
  return uriel_prospero_parse(&parts->prospero, ref, room, capacity, fault);
}

static size_t prospero_build(const scheme_parts *parts, char *out, size_t capacity, uriel_fault *fault)
{
  return uriel_prospero_build(&parts->prospero, out, capacity, fault);
}

static bool prospero_plan(planner *p, const uriel_ref *ref)
{
  (void)ref;
  p->fault.code = URIEL_FAULT_PLAN_UNKNOWN;
  return false;
}

const scheme uriel_scheme_prospero = {
    .names = prospero_names,
    .parse = prospero_parse,
    .build = prospero_build,
    .plan = prospero_plan,
};
