/* SPDX-License-Identifier: MIT */
/* http, https, ws and wss. */
#include "scheme/scheme.h"

static const char *const http_names[] = {"http", "https", "ws", "wss", NULL};

bool uriel_http_parse(uriel_http *http, const uriel_ref *ref, char *room, size_t capacity,
                      uriel_fault *fault)
{
  part_reader r = part_read(ref, http_names, room, capacity);
  *http = (uriel_http){0};
  return part_finish(&r, fault);
}

size_t uriel_http_build(const uriel_http *http, char *out, size_t capacity, uriel_fault *fault)
{
  part_builder b = build_to(out, capacity);
  (void)http;
  return build_finish(&b, fault);
}

static bool http_parse(scheme_parts *parts, const uriel_ref *ref, char *room, size_t capacity,
                       uriel_fault *fault)
{
  return uriel_http_parse(&parts->http, ref, room, capacity, fault);
}

static size_t http_build(const scheme_parts *parts, char *out, size_t capacity, uriel_fault *fault)
{
  return uriel_http_build(&parts->http, out, capacity, fault);
}

static bool http_plan(planner *p, const uriel_ref *ref)
{
  (void)ref;
  p->fault.code = URIEL_FAULT_PLAN_UNKNOWN;
  return false;
}

const scheme uriel_scheme_http = {
    .names = http_names,
    .parse = http_parse,
    .build = http_build,
    .plan = http_plan,
};
