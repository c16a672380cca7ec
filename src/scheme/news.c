/* SPDX-License-Identifier: MIT */
/* news (url-1994, News; RFC 5538, 4): groups, or an article by its identifier. */
#include "scheme/scheme.h"
#include "scheme/server.h"
#include "scheme/usenet.h"
#include "uriel_scheme.h"

static const char *const news_names[] = {"news", NULL};

/* "News host names are NOT part of news URLs" (url-1994, News); those of RFC 5538 may have one, and what
 * is behind it is as without: "news://host" is "news://host/", all groups. */
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
  uriel_news *const news = parts;
  const uriel_text name = news_name(r, &news->login);
  if (uriel_part_find(name, "@", false) != name.ptr + name.len)
    news->article = uriel_usenet_part(r, "article", name, uriel_usenet_article);
  else
    news->group = uriel_usenet_part(r, "group", name, uriel_usenet_groups);
  uriel_part_refuse(r, URIEL_QUERY, "query", uriel_query(r->ref));
}

/* One of the two; a group holds no "@", by which an article is told. */
static bool news_names_one(part_builder *b, const uriel_news *news)
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
  const uriel_news *const news = parts;
  static const encode_set name = {BYTE_SEGMENT, "", "", 0};
  const uriel_login *const login = &news->login;
  const bool server = view_defined(login->host) || view_defined(login->port) ||
                      view_defined(login->user) || view_defined(login->password);
  if (news_names_one(b, news) && (!server || uriel_build_server_fits(b, login)) &&
      uriel_build_line_formed(b, "group", news->group, uriel_usenet_groups) &&
      uriel_build_no_dot_segment(b, "group", news->group) &&
      uriel_build_line_formed(b, "article", news->article, uriel_usenet_article)) {
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
  uriel_plan_expect(p, "220", "the article, to a line of \".\" alone");
}

/* RFC 3977, 6.1.1 and 7.6.3. */
static void news_groups(planner *p, uriel_text group)
{
  const bool all = group.len == 0 || (group.len == 1 && group.ptr[0] == '*');
  if (!uriel_usenet_is_pattern(group)) {
    uriel_plan_line(p, "GROUP ", group);
    uriel_plan_expect(p, "211", "the numbers of the first article and the last");
    return;
  }
  uriel_plan_line(p, all ? "LIST" : "LIST ACTIVE ", all ? view_undefined() : group);
  uriel_plan_expect(p, "215", "the groups, to a line of \".\" alone");
}

bool uriel_news_plan(planner *p, const uriel_ref *ref, const void *parts)
{
  const uriel_news *const news = parts;
  (void)ref;
  uriel_usenet_open(p, &news->login);
  if (view_defined(news->article))
    news_article(p, news->article);
  else
    news_groups(p, news->group);
  uriel_usenet_close(p);
  return true;
}

static const scheme_part news_parts[] = {SCHEME_LOGIN(uriel_news), SCHEME_PART(uriel_news, group),
                                         SCHEME_PART(uriel_news, article)};

SCHEME_DEFINE(news)
