/* SPDX-License-Identifier: MIT */
/* tag. */
#include "scheme/scheme.h"

static const char *const tag_names[] = {"tag", NULL};

bool uriel_tag_parse(uriel_tag *tag, const uriel_ref *ref, char *room, size_t capacity,
                     uriel_fault *fault)
{
  part_reader r = part_read(ref, tag_names, room, capacity);
  *tag = (uriel_tag){0};
  return part_finish(&r, fault);
}

size_t uriel_tag_build(const uriel_tag *tag, char *out, size_t capacity, uriel_fault *fault)
{
  part_builder b = build_to(out, capacity);
  (void)tag;
  return build_finish(&b, fault);
}

static bool tag_parse(scheme_parts *parts, const uriel_ref *ref, char *room, size_t capacity,
                      uriel_fault *fault)
{
  return uriel_tag_parse(&parts->tag, ref, room, capacity, fault);
}

static size_t tag_build(const scheme_parts *parts, char *out, size_t capacity, uriel_fault *fault)
{
  return uriel_tag_build(&parts->tag, out, capacity, fault);
}

static bool tag_plan(planner *p, const uriel_ref *ref)
{
  (void)ref;
  p->fault.code = URIEL_FAULT_PLAN_UNKNOWN;
  return false;
}

const scheme uriel_scheme_tag = {
    .names = tag_names,
    .parse = tag_parse,
    .build = tag_build,
    .plan = tag_plan,
};
