/* SPDX-License-Identifier: MIT */
/* telnet, rlogin and tn3270. */
#include "scheme/scheme.h"

static const char *const telnet_names[] = {"telnet", "rlogin", "tn3270", NULL};

bool uriel_telnet_parse(uriel_telnet *telnet, const uriel_ref *ref, char *room, size_t capacity,
                        uriel_fault *fault)
{
  part_reader r = part_read(ref, telnet_names, room, capacity);
  *telnet = (uriel_telnet){0};
  return part_finish(&r, fault);
}

size_t uriel_telnet_build(const uriel_telnet *telnet, char *out, size_t capacity, uriel_fault *fault)
{
  part_builder b = build_to(out, capacity);
  (void)telnet;
  return build_finish(&b, fault);
}

static bool telnet_parse(scheme_parts *parts, const uriel_ref *ref, char *room, size_t capacity,
                         uriel_fault *fault)
{
  return uriel_telnet_parse(&parts->telnet, ref, room, capacity, fault);
}

static size_t telnet_build(const scheme_parts *parts, char *out, size_t capacity, uriel_fault *fault)
{
  return uriel_telnet_build(&parts->telnet, out, capacity, fault);
}

static bool telnet_plan(planner *p, const uriel_ref *ref)
{
  (void)ref;
  p->fault.code = URIEL_FAULT_PLAN_UNKNOWN;
  return false;
}

const scheme uriel_scheme_telnet = {
    .names = telnet_names,
    .parse = telnet_parse,
    .build = telnet_build,
    .plan = telnet_plan,
};
