/* SPDX-License-Identifier: MIT */
/* nntp. */
#include "scheme/scheme.h"

static const char *const nntp_names[] = {"nntp", NULL};

bool uriel_nntp_parse(uriel_nntp *nntp, const uriel_ref *ref, char *room, size_t capacity,
                      uriel_fault *fault)
{
  part_reader r = part_read(ref, nntp_names, room, capacity);
  *nntp = (uriel_nntp){0};
  return part_finish(&r, fault);
}

size_t uriel_nntp_build(const uriel_nntp *nntp, char *out, size_t capacity, uriel_fault *fault)
{
  part_builder b = build_to(out, capacity);
  (void)nntp;
  return build_finish(&b, fault);
}

static bool nntp_parse(scheme_parts *parts, const uriel_ref *ref, char *room, size_t capacity,
                       uriel_fault *fault)
{
  return uriel_nntp_parse(&parts->nntp, ref, room, capacity, fault);
}

static size_t nntp_build(const scheme_parts *parts, char *out, size_t capacity, uriel_fault *fault)
{
  return uriel_nntp_build(&parts->nntp, out, capacity, fault);
}

static bool nntp_plan(planner *p, const uriel_ref *ref)
{
  (void)ref;
  p->fault.code = URIEL_FAULT_PLAN_UNKNOWN;
  return false;
}

const scheme uriel_scheme_nntp = {
    .names = nntp_names,
    .parse = nntp_parse,
    .build = nntp_build,
    .plan = nntp_plan,
};
