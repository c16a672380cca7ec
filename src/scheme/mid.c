/* SPDX-License-Identifier: MIT */
/* mid. */
#include "scheme/scheme.h"

static const char *const mid_names[] = {"mid", NULL};

bool uriel_mid_parse(uriel_mid *mid, const uriel_ref *ref, char *room, size_t capacity,
                     uriel_fault *fault)
{
  part_reader r = part_read(ref, mid_names, room, capacity);
  *mid = (uriel_mid){0};
  return part_finish(&r, fault);
}

size_t uriel_mid_build(const uriel_mid *mid, char *out, size_t capacity, uriel_fault *fault)
{
  part_builder b = build_to(out, capacity);
  (void)mid;
  return build_finish(&b, fault);
}

static bool mid_parse(scheme_parts *parts, const uriel_ref *ref, char *room, size_t capacity,
                      uriel_fault *fault)
{
  return uriel_mid_parse(&parts->mid, ref, room, capacity, fault);
}

static size_t mid_build(const scheme_parts *parts, char *out, size_t capacity, uriel_fault *fault)
{
  return uriel_mid_build(&parts->mid, out, capacity, fault);
}

static bool mid_plan(planner *p, const uriel_ref *ref)
{
  (void)ref;
  p->fault.code = URIEL_FAULT_PLAN_UNKNOWN;
  return false;
}

const scheme uriel_scheme_mid = {
    .names = mid_names,
    .parse = mid_parse,
    .build = mid_build,
    .plan = mid_plan,
};

static const char *const cid_names[] = {"cid", NULL};
const scheme uriel_scheme_cid = {
    .names = cid_names, .parse = mid_parse, .build = mid_build, .plan = mid_plan};
