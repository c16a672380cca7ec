/* SPDX-License-Identifier: MIT */
/* news (url-1994, News; RFC 5538, 4) and nntp (url-1994, NNTP; RFC 5538, 3): groups and articles, and
 * the session that fetches them (RFC 3977). */
#include "scheme/part.h"
#include "scheme/planner.h"
#include "scheme/scheme.h"
#include "uriel_scheme.h"

/* ---- Names and sessions --------------------------------------------------------------------------- */

/* The first byte that a command's word cannot contain, or that is one of `more`. */
static const char *usenet_odd(uriel_text word, const char *more, bool ascii)
{
  const char *at = word.ptr;
  const char *const end = at + word.len;
  for (; at < end; at++) {
    const unsigned char byte = (unsigned char)*at;
    if (byte <= ' ' || byte == 0x7F || (ascii && byte >= 0x80) || bytes_have(more, byte))
      break;
  }
  return at;
}

/* newsgroup-name = 1*wildmat-exact */
static part_wrong usenet_group(uriel_text group)
{
  const char *const end = group.ptr + group.len;
  const char *const odd = usenet_odd(group, "!*,?[\\]", false);
  if (group.len == 0)
    return part_is_wrong(URIEL_ERROR_PART_EMPTY, end);
  return odd == end ? part_fits() : part_is_wrong(URIEL_ERROR_PART_CHARACTER, odd);
}

/* wildmat = wildmat-pattern *("," ["!"] wildmat-pattern); in RFC 5538, 4, empty means all groups. */
static part_wrong usenet_groups(uriel_text groups)
{
  const char *const end = groups.ptr + groups.len;
  const char *const odd = usenet_odd(groups, "[\\]", false);
  if (odd != end)
    return part_is_wrong(URIEL_ERROR_PART_CHARACTER, odd);
  const char *pattern = groups.ptr;
  for (const char *at = pattern; groups.len > 0 && at <= end; at++) {
    const bool ends = at == end || *at == ',';
    if (ends && at == pattern)
      return part_is_wrong(URIEL_ERROR_PART_FORM, at);
    if (ends || (*at == '!' && at == pattern && at > groups.ptr))
      pattern = at + 1;
    else if (*at == '!')
      return part_is_wrong(URIEL_ERROR_PART_CHARACTER, at);
  }
  return part_fits();
}

/* message-id = "<" 1*248A-NOTGT ">", with text on both sides of "@" (RFC 5536, 3.1.3). */
static part_wrong usenet_article(uriel_text article)
{
  const char *const end = article.ptr + article.len;
  const char *const odd = usenet_odd(article, ">", true);
  const char *const sign =
      article.len > 1 ? view_find(article.ptr + 1, end - 1, '@') : article.ptr + article.len;
  if (odd != end)
    return part_is_wrong(URIEL_ERROR_PART_CHARACTER, odd);
  if (article.len < 3 || sign == end - 1)
    return part_is_wrong(URIEL_ERROR_PART_FORM, end);
  return article.len > 248 ? part_is_wrong(URIEL_ERROR_PART_FORM, article.ptr + 248) : part_fits();
}

/* Reads a part of this form, in which "/" is encoded. */
static uriel_text usenet_part(part_reader *r, const char *part, uriel_text written, part_form *form)
{
  uriel_part_refuse_slash(r, part, written);
  return uriel_part_line_formed(r, part, written, form);
}

/* Reports whether a group name is a pattern. */
static bool usenet_is_pattern(uriel_text groups)
{
  for (size_t i = 0; i < groups.len; i++)
    if (bytes_have("*?,!", (unsigned char)groups.ptr[i]))
      return true;
  return groups.len == 0;
}

/* Steps from the connection to the greeting. */
static void usenet_open(planner *p, const uriel_login *login)
{
  const uriel_text given = p->options->news_server;
  if (view_defined(login->host)) {
    uriel_plan_warn_not_sent(p, login);
    uriel_plan_connect(p, login, "");
  } else {
    p->plan->warnings |= URIEL_WARNING_NO_SERVER;
    uriel_plan_connect_to(p, given.len > 0 ? given : uriel_text_of("news"), p->info->port,
                          p->info->transport, "the local news server");
  }
  uriel_plan_expect(p, "200 201", "ready");
}

static void usenet_close(planner *p)
{
  uriel_plan_line(p, "QUIT", view_undefined());
  uriel_plan_expect(p, "205", "");
  uriel_plan_close(p, "");
}

/* ---- news ----------------------------------------------------------------------------------------- */

static const char *const news_names[] = {"news", NULL};

/* "News host names are NOT part of news URLs" (url-1994, News). RFC 5538 allows one; "news://host"
 * means "news://host/", all groups. */
static uriel_text news_name(part_reader *r, uriel_login *login)
{
  if (!view_defined(uriel_authority(r->ref)))
    return uriel_path(r->ref);
  const uriel_text below = uriel_part_below(r, false);
  *login = uriel_part_server(r);
  return view_defined(below) ? below : uriel_path(r->ref);
}

static void news_parse(part_reader *r, void *parts)
{
  scheme_news *const news = parts;
  const uriel_text name = news_name(r, &news->login);
  if (uriel_part_find(name, "@", false) != name.ptr + name.len)
    news->article = usenet_part(r, "article", name, usenet_article);
  else
    news->group = usenet_part(r, "group", name, usenet_groups);
  uriel_part_refuse(r, URIEL_QUERY, "query", uriel_query(r->ref));
}

/* Either a group or an article; "@" marks an article. */
static bool news_names_one(part_builder *b, const scheme_news *news)
{
  const uriel_text group = news->group;
  if (view_defined(news->article))
    uriel_build_refuse(b, URIEL_PATH, "group", group);
  else if (uriel_build_needs(b, URIEL_PATH, "group", group)) {
    const char *const end = group.ptr + group.len;
    const char *const sign = view_find(group.ptr, end, '@');
    if (sign != end)
      uriel_build_error(b, URIEL_ERROR_PART_CHARACTER, URIEL_PATH, "group", group, sign);
  }
  return !b->failed;
}

static void news_build(part_builder *b, const void *parts)
{
  const scheme_news *const news = parts;
  static const encode_set name = {BYTE_SEGMENT, "", "", 0};
  const uriel_login *const login = &news->login;
  const bool server = view_defined(login->host) || view_defined(login->port) ||
                      view_defined(login->user) || view_defined(login->password);
  if (news_names_one(b, news) && (!server || uriel_build_server_fits(b, login)) &&
      uriel_build_line_formed(b, "group", news->group, usenet_groups) &&
      uriel_build_no_dot_segment(b, "group", news->group) &&
      uriel_build_line_formed(b, "article", news->article, usenet_article)) {
    if (server)
      uriel_build_authority(b, "news", login);
    write_string(&b->w, server ? "/" : "news:");
    uriel_build_part(b, "", news->group, name, "");
    uriel_build_part(b, "", news->article, name, "");
  }
}

/* "The ARTICLE by message-id command" (url-1994, News; RFC 3977, 6.2.1). */
static void news_article(planner *p, uriel_text article)
{
  uriel_plan_begin(p);
  write_string(&p->text, "ARTICLE <");
  write_view(&p->text, article);
  write_string(&p->text, ">\r\n");
  uriel_plan_end(p, URIEL_STEP_SEND, "");
  uriel_plan_expect(p, "220", "the article, to a line that is \".\"");
}

/* RFC 3977, 6.1.1 and 7.6.3. */
static void news_groups(planner *p, uriel_text group)
{
  const bool all = group.len == 0 || (group.len == 1 && group.ptr[0] == '*');
  if (!usenet_is_pattern(group)) {
    uriel_plan_line(p, "GROUP ", group);
    uriel_plan_expect(p, "211", "the numbers of the first article and the last");
    return;
  }
  uriel_plan_line(p, all ? "LIST" : "LIST ACTIVE ", all ? view_undefined() : group);
  uriel_plan_expect(p, "215", "the groups, to a line that is \".\"");
}

bool uriel_news_plan(planner *p, const uriel_ref *ref, const void *parts)
{
  const scheme_news *const news = parts;
  (void)ref;
  usenet_open(p, &news->login);
  if (view_defined(news->article))
    news_article(p, news->article);
  else
    news_groups(p, news->group);
  usenet_close(p);
  return true;
}

static const scheme_part news_parts[] = {SCHEME_LOGIN(scheme_news), SCHEME_PART(scheme_news, group),
                                         SCHEME_PART(scheme_news, article)};

SCHEME_DEFINE(news, scheme_news);

/* ---- nntp ----------------------------------------------------------------------------------------- */

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

/* url-1994 has no "//": "nntp:" group "/" digits; nor does url-1993's `generic`. */
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
  scheme_nntp *const nntp = parts;
  const uriel_text path = uriel_path(r->ref);
  uriel_text rest = nntp_below(r, &nntp->login);
  const uriel_text group = view_take(&rest, '/');
  if (!view_defined(group))
    uriel_part_error(r, URIEL_ERROR_PART_MISSING, URIEL_PATH, "group", path, path.ptr);
  nntp->group = usenet_part(r, "group", group, usenet_group);
  nntp->number = usenet_part(r, "number", rest, nntp_number);
  uriel_part_refuse(r, URIEL_QUERY, "query", uriel_query(r->ref));
}

static void nntp_build(part_builder *b, const void *parts)
{
  const scheme_nntp *const nntp = parts;
  static const encode_set name = {BYTE_SEGMENT, "", "", 0};
  if (uriel_build_server_fits(b, &nntp->login) &&
      uriel_build_needs(b, URIEL_PATH, "group", nntp->group) &&
      uriel_build_line_formed(b, "group", nntp->group, usenet_group) &&
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
  const scheme_nntp *const nntp = parts;
  (void)ref;
  usenet_open(p, &nntp->login);
  uriel_plan_line(p, "GROUP ", nntp->group);
  uriel_plan_expect(p, "211", "the numbers of the first article and the last");
  if (view_defined(nntp->number)) {
    uriel_plan_line(p, "ARTICLE ", nntp->number);
    uriel_plan_expect(p, "220", "the article, to a line that is \".\"");
  }
  usenet_close(p);
  return true;
}

static const scheme_part nntp_parts[] = {SCHEME_LOGIN(scheme_nntp), SCHEME_PART(scheme_nntp, group),
                                         SCHEME_PART(scheme_nntp, number)};

SCHEME_DEFINE(nntp, scheme_nntp);
