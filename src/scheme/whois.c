/* SPDX-License-Identifier: MIT */
/* whois (url-1993, WHOIS): a handle or a query, asked as RFC 3912 says. */
#include "scheme/checked.h"
#include "scheme/scheme.h"
#include "scheme/server.h"
#include "uriel_scheme.h"

static const char *const whois_names[] = {"whois", NULL};

bool uriel_whois_parse(uriel_whois *whois, const uriel_ref *ref, char *scratch, size_t capacity,
                       uriel_error *error)
{
  part_reader r = uriel_part_read(ref, whois_names, scratch, capacity);
  *whois = (uriel_whois){.login = uriel_part_server(&r)};
  whois->query = uriel_part_line(&r, URIEL_PATH, "query", uriel_part_below(&r, true));
  return uriel_part_finish(&r, error);
}

size_t uriel_whois_build(const uriel_whois *whois, char *out, size_t capacity, uriel_error *error)
{
  static const encode_set query = {BYTE_PATH, "", "", 0};
  part_builder b = uriel_build_to(out, capacity);
  if (uriel_build_server_fits(&b, &whois->login) &&
      uriel_build_line(&b, URIEL_PATH, "query", whois->query) &&
      uriel_build_no_dots(&b, "query", whois->query, EDGE_BOTH, false)) {
    uriel_build_authority(&b, "whois", &whois->login);
    uriel_build_part(&b, "/", whois->query, query, "");
  }
  return uriel_build_finish(&b, error);
}

static bool whois_parse(scheme_parts *parts, const uriel_ref *ref, char *scratch, size_t capacity,
                        uriel_error *error)
{
  return uriel_whois_parse(&parts->whois, ref, scratch, capacity, error);
}

static size_t whois_build(const scheme_parts *parts, char *out, size_t capacity, uriel_error *error)
{
  return uriel_whois_build(&parts->whois, out, capacity, error);
}

/* RFC 3912, 2: the query, CR LF; all that comes until the server closes is the answer. */
static bool whois_plan(planner *p, const uriel_ref *ref)
{
  uriel_whois whois;
  if (!uriel_whois_parse(&whois, ref, p->scratch, p->room_capacity, &p->error))
    return false;
  uriel_plan_warn_not_sent(p, &whois.login);
  uriel_plan_connect(p, &whois.login, "");
  uriel_plan_line(p, "", whois.query);
  uriel_plan_expect(p, "", "the answer, to the end of the connection");
  uriel_plan_close(p, "");
  return true;
}

static const scheme_part whois_parts[] = {SCHEME_LOGIN(uriel_whois), SCHEME_PART(uriel_whois, query)};

const scheme uriel_scheme_whois = {
    .names = whois_names,
    .parts = whois_parts,
    .part_count = sizeof whois_parts / sizeof *whois_parts,
    .parse = whois_parse,
    .build = whois_build,
    .plan = whois_plan,
};
