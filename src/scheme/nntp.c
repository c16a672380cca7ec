/* SPDX-License-Identifier: MIT */
/* nntp (url-1994, NNTP; RFC 5538, 3): a group on a server, or an article in it by its number. */
#include "scheme/scheme.h"
#include "scheme/server.h"
#include "scheme/usenet.h"
#include "uriel_scheme.h"

static const char *const nntp_names[] = {"nntp", NULL};

enum { NNTP_DIGITS_MAX = 16 };

/* article-number = 1*16DIGIT (RFC 5538, 3; RFC 3977, 9.8) */
static part_wrong nntp_number(uriel_text number)
{
  size_t digits = 0;
  while (digits < number.len && digits < NNTP_DIGITS_MAX && byte_is(number.ptr[digits], BYTE_DIGIT))
    digits++;
  if (number.len == 0)
    return part_is_wrong(URIEL_ERROR_PART_EMPTY, number.ptr);
  const bool fits = digits == number.len;
  const part_wrong wrong = {fits ? URIEL_ERROR_NONE : URIEL_ERROR_PART_NUMBER, number.ptr + digits};
  return wrong;
}

/* url-1994 has no "//": "nntp:" group "/" digits; nor has what is read by url-1993's `generic`. */
static uriel_text nntp_below(part_reader *r, uriel_login *login)
{
  const uriel_spec spec = uriel_spec_of(r->ref);
  if (spec == URIEL_SPEC_URL_1993 || spec == URIEL_SPEC_URL_1994)
    return uriel_path(r->ref);
  *login = uriel_part_server(r);
  return uriel_part_below(r, false);
}

static void nntp_parse(part_reader *r, void *parts)
{
  uriel_nntp *const nntp = parts;
  const uriel_text path = uriel_path(r->ref);
  uriel_text rest = nntp_below(r, &nntp->login);
  const uriel_text group = view_take(&rest, '/');
  if (!view_defined(group))
    uriel_part_error(r, URIEL_ERROR_PART_MISSING, URIEL_PATH, "group", path, path.ptr);
  nntp->group = uriel_usenet_part(r, "group", group, uriel_usenet_group);
  nntp->number = uriel_usenet_part(r, "number", rest, nntp_number);
  uriel_part_refuse(r, URIEL_QUERY, "query", uriel_query(r->ref));
}

static void nntp_build(part_builder *b, const void *parts)
{
  const uriel_nntp *const nntp = parts;
  static const encode_set name = {BYTE_SEGMENT, "", "", 0};
  if (uriel_build_server_fits(b, &nntp->login) &&
      uriel_build_needs(b, URIEL_PATH, "group", nntp->group) &&
      uriel_build_line_formed(b, "group", nntp->group, uriel_usenet_group) &&
      uriel_build_no_dot_segment(b, "group", nntp->group) &&
      uriel_build_line_formed(b, "number", nntp->number, nntp_number)) {
    uriel_build_authority(b, "nntp", &nntp->login);
    uriel_build_part(b, "/", nntp->group, name, "");
    uriel_build_part(b, "/", nntp->number, name, "");
  }
}

/* RFC 3977, 6.1.1 and 6.2.1. */
bool uriel_nntp_plan(planner *p, const uriel_ref *ref, const void *parts)
{
  const uriel_nntp *const nntp = parts;
  (void)ref;
  uriel_usenet_open(p, &nntp->login);
  uriel_plan_line(p, "GROUP ", nntp->group);
  uriel_plan_expect(p, "211", "the numbers of the first article and the last");
  if (view_defined(nntp->number)) {
    uriel_plan_line(p, "ARTICLE ", nntp->number);
    uriel_plan_expect(p, "220", "the article, to a line of \".\" alone");
  }
  uriel_usenet_close(p);
  return true;
}

static const scheme_part nntp_parts[] = {SCHEME_LOGIN(uriel_nntp), SCHEME_PART(uriel_nntp, group),
                                         SCHEME_PART(uriel_nntp, number)};

SCHEME_DEFINE(nntp)
