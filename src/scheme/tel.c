/* SPDX-License-Identifier: MIT */
/* tel. */
#include "scheme/scheme.h"

static const char *const tel_names[] = {"tel", NULL};

bool uriel_tel_parse(uriel_tel *tel, const uriel_ref *ref, char *room, size_t capacity,
                     uriel_fault *fault)
{
  part_reader r = part_read(ref, tel_names, room, capacity);
  *tel = (uriel_tel){0};
  return part_finish(&r, fault);
}

size_t uriel_tel_build(const uriel_tel *tel, char *out, size_t capacity, uriel_fault *fault)
{
  part_builder b = build_to(out, capacity);
  (void)tel;
  return build_finish(&b, fault);
}

static bool tel_parse(scheme_parts *parts, const uriel_ref *ref, char *room, size_t capacity,
                      uriel_fault *fault)
{
  return uriel_tel_parse(&parts->tel, ref, room, capacity, fault);
}

static size_t tel_build(const scheme_parts *parts, char *out, size_t capacity, uriel_fault *fault)
{
  return uriel_tel_build(&parts->tel, out, capacity, fault);
}

static bool tel_plan(planner *p, const uriel_ref *ref)
{
  (void)ref;
  p->fault.code = URIEL_FAULT_PLAN_UNKNOWN;
  return false;
}

const scheme uriel_scheme_tel = {
    .names = tel_names,
    .parse = tel_parse,
    .build = tel_build,
    .plan = tel_plan,
};
