/* SPDX-License-Identifier: MIT */
/* gopher. */
#include "scheme/scheme.h"

static const char *const gopher_names[] = {"gopher", NULL};

bool uriel_gopher_parse(uriel_gopher *gopher, const uriel_ref *ref, char *room, size_t capacity,
                        uriel_fault *fault)
{
  part_reader r = part_read(ref, gopher_names, room, capacity);
  *gopher = (uriel_gopher){0};
  return part_finish(&r, fault);
}

size_t uriel_gopher_build(const uriel_gopher *gopher, char *out, size_t capacity, uriel_fault *fault)
{
  part_builder b = build_to(out, capacity);
  (void)gopher;
  return build_finish(&b, fault);
}

static bool gopher_parse(scheme_parts *parts, const uriel_ref *ref, char *room, size_t capacity,
                         uriel_fault *fault)
{
  return uriel_gopher_parse(&parts->gopher, ref, room, capacity, fault);
}

static size_t gopher_build(const scheme_parts *parts, char *out, size_t capacity, uriel_fault *fault)
{
  return uriel_gopher_build(&parts->gopher, out, capacity, fault);
}

static bool gopher_plan(planner *p, const uriel_ref *ref)
{
  (void)ref;
  p->fault.code = URIEL_FAULT_PLAN_UNKNOWN;
  return false;
}

const scheme uriel_scheme_gopher = {
    .names = gopher_names,
    .parse = gopher_parse,
    .build = gopher_build,
    .plan = gopher_plan,
};
