/* SPDX-License-Identifier: MIT */
/* afs. */
#include "scheme/scheme.h"

static const char *const afs_names[] = {"afs", NULL};

bool uriel_afs_parse(uriel_afs *afs, const uriel_ref *ref, char *room, size_t capacity,
                     uriel_fault *fault)
{
  part_reader r = part_read(ref, afs_names, room, capacity);
  *afs = (uriel_afs){0};
  return part_finish(&r, fault);
}

size_t uriel_afs_build(const uriel_afs *afs, char *out, size_t capacity, uriel_fault *fault)
{
  part_builder b = build_to(out, capacity);
  (void)afs;
  return build_finish(&b, fault);
}

static bool afs_parse(scheme_parts *parts, const uriel_ref *ref, char *room, size_t capacity,
                      uriel_fault *fault)
{
  return uriel_afs_parse(&parts->afs, ref, room, capacity, fault);
}

static size_t afs_build(const scheme_parts *parts, char *out, size_t capacity, uriel_fault *fault)
{
  return uriel_afs_build(&parts->afs, out, capacity, fault);
}

static bool afs_plan(planner *p, const uriel_ref *ref)
{
  (void)ref;
  p->fault.code = URIEL_FAULT_PLAN_UNKNOWN;
  return false;
}

const scheme uriel_scheme_afs = {
    .names = afs_names,
    .parse = afs_parse,
    .build = afs_build,
    .plan = afs_plan,
};
