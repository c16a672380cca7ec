/* SPDX-License-Identifier: MIT */
/* whois (url-1993, WHOIS): a handle or a query, asked as RFC 3912 says. */
#include "scheme/checked.h"
#include "scheme/scheme.h"
#include "scheme/server.h"
#include "uriel_scheme.h"

static const char *const whois_names[] = {"whois", NULL};

static void whois_parse(part_reader *r, void *parts)
{
  uriel_whois *const whois = parts;
  *whois = (uriel_whois){.login = uriel_part_server(r)};
  whois->query = uriel_part_line(r, URIEL_PATH, "query", uriel_part_below(r, true));
}

static void whois_build(part_builder *b, const void *parts)
{
  const uriel_whois *const whois = parts;
  static const encode_set query = {BYTE_PATH, "", "", 0};
  if (uriel_build_server_fits(b, &whois->login) &&
      uriel_build_line(b, URIEL_PATH, "query", whois->query) &&
      uriel_build_no_dots(b, "query", whois->query, EDGE_BOTH, false)) {
    uriel_build_authority(b, "whois", &whois->login);
    uriel_build_part(b, "/", whois->query, query, "");
  }
}

/* RFC 3912, 2: the query, CR LF; all that comes until the server closes is the answer. */
bool uriel_whois_plan(planner *p, const uriel_ref *ref, const void *parts)
{
  const uriel_whois *const whois = parts;
  (void)ref;
  uriel_plan_warn_not_sent(p, &whois->login);
  uriel_plan_connect(p, &whois->login, "");
  uriel_plan_line(p, "", whois->query);
  uriel_plan_expect(p, "", "the answer, to the end of the connection");
  uriel_plan_close(p, "");
  return true;
}

static const scheme_part whois_parts[] = {SCHEME_LOGIN(uriel_whois), SCHEME_PART(uriel_whois, query)};

SCHEME_DEFINE(whois)
