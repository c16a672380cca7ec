/* SPDX-License-Identifier: MIT */
/* news. */
#include "scheme/scheme.h"

static const char *const news_names[] = {"news", NULL};

bool uriel_news_parse(uriel_news *news, const uriel_ref *ref, char *room, size_t capacity,
                      uriel_fault *fault)
{
  part_reader r = part_read(ref, news_names, room, capacity);
  *news = (uriel_news){0};
  return part_finish(&r, fault);
}

size_t uriel_news_build(const uriel_news *news, char *out, size_t capacity, uriel_fault *fault)
{
  part_builder b = build_to(out, capacity);
  (void)news;
  return build_finish(&b, fault);
}

static bool news_parse(scheme_parts *parts, const uriel_ref *ref, char *room, size_t capacity,
                       uriel_fault *fault)
{
  return uriel_news_parse(&parts->news, ref, room, capacity, fault);
}

static size_t news_build(const scheme_parts *parts, char *out, size_t capacity, uriel_fault *fault)
{
  return uriel_news_build(&parts->news, out, capacity, fault);
}

static bool news_plan(planner *p, const uriel_ref *ref)
{
  (void)ref;
  p->fault.code = URIEL_FAULT_PLAN_UNKNOWN;
  return false;
}

const scheme uriel_scheme_news = {
    .names = news_names,
    .parse = news_parse,
    .build = news_build,
    .plan = news_plan,
};
