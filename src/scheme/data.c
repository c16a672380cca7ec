/* SPDX-License-Identifier: MIT */
/* data. */
#include "scheme/scheme.h"

static const char *const data_names[] = {"data", NULL};

bool uriel_data_parse(uriel_data *data, const uriel_ref *ref, char *room, size_t capacity,
                      uriel_fault *fault)
{
  part_reader r = part_read(ref, data_names, room, capacity);
  *data = (uriel_data){0};
  return part_finish(&r, fault);
}

size_t uriel_data_build(const uriel_data *data, char *out, size_t capacity, uriel_fault *fault)
{
  part_builder b = build_to(out, capacity);
  (void)data;
  return build_finish(&b, fault);
}

static bool data_parse(scheme_parts *parts, const uriel_ref *ref, char *room, size_t capacity,
                       uriel_fault *fault)
{
  return uriel_data_parse(&parts->data, ref, room, capacity, fault);
}

static size_t data_build(const scheme_parts *parts, char *out, size_t capacity, uriel_fault *fault)
{
  return uriel_data_build(&parts->data, out, capacity, fault);
}

static bool data_plan(planner *p, const uriel_ref *ref)
{
  (void)ref;
  p->fault.code = URIEL_FAULT_PLAN_UNKNOWN;
  return false;
}

const scheme uriel_scheme_data = {
    .names = data_names,
    .parse = data_parse,
    .build = data_build,
    .plan = data_plan,
};
