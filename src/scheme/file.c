/* SPDX-License-Identifier: MIT */
/* file. */
#include "scheme/scheme.h"

static const char *const file_names[] = {"file", NULL};

bool uriel_file_parse(uriel_file *file, const uriel_ref *ref, char *room, size_t capacity,
                      uriel_fault *fault)
{
  part_reader r = part_read(ref, file_names, room, capacity);
  *file = (uriel_file){0};
  return part_finish(&r, fault);
}

size_t uriel_file_build(const uriel_file *file, char *out, size_t capacity, uriel_fault *fault)
{
  part_builder b = build_to(out, capacity);
  (void)file;
  return build_finish(&b, fault);
}

static bool file_parse(scheme_parts *parts, const uriel_ref *ref, char *room, size_t capacity,
                       uriel_fault *fault)
{
  return uriel_file_parse(&parts->file, ref, room, capacity, fault);
}

static size_t file_build(const scheme_parts *parts, char *out, size_t capacity, uriel_fault *fault)
{
  return uriel_file_build(&parts->file, out, capacity, fault);
}

static bool file_plan(planner *p, const uriel_ref *ref)
{
  (void)ref;
  p->fault.code = URIEL_FAULT_PLAN_UNKNOWN;
  return false;
}

size_t uriel_file_to_local(const uriel_ref *ref, uriel_local_style style, char *out, size_t capacity,
                           uriel_fault *fault)
{
  (void)ref, (void)style, (void)out, (void)capacity, (void)fault;
  return URIEL_FAILED;
}

size_t uriel_file_from_local(const char *path, size_t len, uriel_local_style style, char *out,
                             size_t capacity, uriel_fault *fault)
{
  (void)path, (void)len, (void)style, (void)out, (void)capacity, (void)fault;
  return URIEL_FAILED;
}

const scheme uriel_scheme_file = {
    .names = file_names,
    .parse = file_parse,
    .build = file_build,
    .plan = file_plan,
};
