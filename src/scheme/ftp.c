/* SPDX-License-Identifier: MIT */
/* ftp. */
#include "scheme/scheme.h"

static const char *const ftp_names[] = {"ftp", NULL};

bool uriel_ftp_parse(uriel_ftp *ftp, const uriel_ref *ref, char *room, size_t capacity,
                     uriel_fault *fault)
{
  part_reader r = part_read(ref, ftp_names, room, capacity);
  *ftp = (uriel_ftp){0};
  return part_finish(&r, fault);
}

size_t uriel_ftp_build(const uriel_ftp *ftp, char *out, size_t capacity, uriel_fault *fault)
{
  part_builder b = build_to(out, capacity);
  (void)ftp;
  return build_finish(&b, fault);
}

static bool ftp_parse(scheme_parts *parts, const uriel_ref *ref, char *room, size_t capacity,
                      uriel_fault *fault)
{
  return uriel_ftp_parse(&parts->ftp, ref, room, capacity, fault);
}

static size_t ftp_build(const scheme_parts *parts, char *out, size_t capacity, uriel_fault *fault)
{
  return uriel_ftp_build(&parts->ftp, out, capacity, fault);
}

static bool ftp_plan(planner *p, const uriel_ref *ref)
{
  (void)ref;
  p->fault.code = URIEL_FAULT_PLAN_UNKNOWN;
  return false;
}

const scheme uriel_scheme_ftp = {
    .names = ftp_names,
    .parse = ftp_parse,
    .build = ftp_build,
    .plan = ftp_plan,
};
