/* SPDX-License-Identifier: MIT */
/* wais. */
#include "scheme/scheme.h"

static const char *const wais_names[] = {"wais", NULL};

bool uriel_wais_parse(uriel_wais *wais, const uriel_ref *ref, char *room, size_t capacity,
                      uriel_fault *fault)
{
  part_reader r = part_read(ref, wais_names, room, capacity);
  *wais = (uriel_wais){0};
  return part_finish(&r, fault);
}

size_t uriel_wais_build(const uriel_wais *wais, char *out, size_t capacity, uriel_fault *fault)
{
  part_builder b = build_to(out, capacity);
  (void)wais;
  return build_finish(&b, fault);
}

static bool wais_parse(scheme_parts *parts, const uriel_ref *ref, char *room, size_t capacity,
                       uriel_fault *fault)
{
  return uriel_wais_parse(&parts->wais, ref, room, capacity, fault);
}

static size_t wais_build(const scheme_parts *parts, char *out, size_t capacity, uriel_fault *fault)
{
  return uriel_wais_build(&parts->wais, out, capacity, fault);
}

static bool wais_plan(planner *p, const uriel_ref *ref)
{
  (void)ref;
  p->fault.code = URIEL_FAULT_PLAN_UNKNOWN;
  return false;
}

const scheme uriel_scheme_wais = {
    .names = wais_names,
    .parse = wais_parse,
    .build = wais_build,
    .plan = wais_plan,
};
