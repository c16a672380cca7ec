/* SPDX-License-Identifier: MIT */
/* news (url-1994, News; RFC 5538, 4) and nntp (url-1994, NNTP; RFC 5538, 3): groups and articles, and
 * the session that fetches them (RFC 3977). */
#include "scheme/scheme.h"

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

/* RFC 3977, 3.2.1, and the commands for groups and articles. A server may first want to know that its
 * client is a reader (5.3), or who the user is (RFC 4643, 2.2). */
static void usenet_refusals(planner *p)
{
  uriel_plan_branch_to(p, "401", "MODE-READER", PLACE_READER);
  uriel_plan_branch_to(p, "480", "", PLACE_LOGIN);
  uriel_plan_branch(p, "480 481", URIEL_ACTION_CREDENTIALS);
  uriel_plan_branch(p, "411 420 423 430", URIEL_ACTION_ABSENT);
  uriel_plan_branch(p, "400 403", URIEL_ACTION_LATER);
  uriel_plan_branch(p, "4 5", URIEL_ACTION_REFUSED);
}

static void usenet_filled(planner *p, uriel_step_kind kind, const char *verb, uriel_fill fill)
{
  uriel_step *const step = uriel_plan_text(p, kind, verb, view_undefined(), "", "");
  step->fill = fill;
  step->after = "\r\n";
}

/* Steps that lead back to the first command. */
static void usenet_readers(planner *p)
{
  uriel_plan_place(p, PLACE_READER);
  uriel_plan_line(p, "MODE READER", view_undefined());
  uriel_plan_expect(p, "200 201", URIEL_REPLY_LINE, URIEL_USE_STATUS, "");
  uriel_plan_branch_to(p, "200 201", "", PLACE_COMMAND);
  uriel_plan_place(p, PLACE_LOGIN);
  usenet_filled(p, URIEL_STEP_ASK, "AUTHINFO USER ", URIEL_FILL_USER);
  uriel_plan_expect(p, "381", URIEL_REPLY_LINE, URIEL_USE_STATUS, "");
  uriel_plan_branch_to(p, "281", "", PLACE_COMMAND);
  uriel_plan_branch(p, "481 482", URIEL_ACTION_CREDENTIALS);
  usenet_filled(p, URIEL_STEP_ASK, "AUTHINFO PASS ", URIEL_FILL_PASSWORD);
  uriel_plan_expect(p, "281", URIEL_REPLY_LINE, URIEL_USE_STATUS, "");
  uriel_plan_branch_to(p, "281", "", PLACE_COMMAND);
  uriel_plan_branch(p, "481 482", URIEL_ACTION_CREDENTIALS);
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
  uriel_plan_expect(p, "200 201", URIEL_REPLY_LINE, URIEL_USE_STATUS, "ready");
  usenet_refusals(p);
  uriel_plan_place(p, PLACE_COMMAND);
}

/* Ends the session. Other steps lead back to its first command or, with `overview`, fetch the overview
 * of the group's articles: with OVER (RFC 3977, 8.3), or with XOVER if the server has only that (RFC
 * 2980, 2.8). A group without articles is not an error. */
static bool usenet_close(planner *p, bool overview)
{
  uriel_plan_place(p, PLACE_QUIT);
  uriel_plan_line(p, "QUIT", view_undefined());
  uriel_plan_expect(p, "205", URIEL_REPLY_LINE, URIEL_USE_STATUS, "");
  uriel_plan_close(p);
  if (!uriel_plan_aside(p))
    return true;
  usenet_readers(p);
  for (int old = overview && !p->options->head ? 0 : 2; old < 2; old++) {
    uriel_plan_place(p, old ? PLACE_OLD_OVERVIEW : PLACE_OVERVIEW);
    usenet_filled(p, URIEL_STEP_SEND, old ? "XOVER " : "OVER ", URIEL_FILL_RANGE);
    uriel_plan_expect(p, "224", URIEL_REPLY_BLOCK, URIEL_USE_OVERVIEW, "");
    uriel_plan_branch_to(p, "224 420 423", "", PLACE_QUIT);
    if (!old)
      uriel_plan_branch_to(p, "500 501 503", "", PLACE_OLD_OVERVIEW);
    usenet_refusals(p);
  }
  return true;
}

static void usenet_group_steps(planner *p, uriel_text group, bool overview)
{
  uriel_plan_line(p, "GROUP ", group);
  uriel_plan_expect(p, "211", URIEL_REPLY_LINE, URIEL_USE_RANGE,
                    "the numbers of the first article and the last");
  if (overview && !p->options->head)
    uriel_plan_branch_to(p, "211", "", PLACE_OVERVIEW);
  usenet_refusals(p);
}

/* RFC 3977, 6.2.1 and 6.2.2. */
static void usenet_article_steps(planner *p, const char *before, uriel_text article, const char *after)
{
  const bool head = p->options->head;
  uriel_plan_begin(p);
  write_string(&p->text, head ? "HEAD " : "ARTICLE ");
  write_string(&p->text, before);
  write_view(&p->text, article);
  write_string(&p->text, after);
  uriel_plan_end(p, URIEL_STEP_SEND, "");
  uriel_plan_expect(p, head ? "221" : "220", URIEL_REPLY_BLOCK, head ? URIEL_USE_HEADER : URIEL_USE_TEXT,
                    head ? "the header, to a line that is \".\""
                         : "the article, to a line that is \".\"");
  usenet_refusals(p);
}

/* ---- news ----------------------------------------------------------------------------------------- */

static const scheme_part news_parts[] = {
    SCHEME_LOGIN(0, 0),
    {"group", "", BYTE_SEGMENT, .checks = PART_LINE | PART_SEGMENT, .form = usenet_groups},
    {"article", "", BYTE_SEGMENT, .checks = PART_LINE | PART_SEGMENT, .form = usenet_article}};

/* "News host names are NOT part of news URLs" (url-1994, News). RFC 5538 allows one; "news://host"
 * means "news://host/", all groups. "@" marks an article. */
static void news_read(part_reader *r, scheme_parts *parts)
{
  uriel_text name = uriel_path(r->ref);
  if (view_defined(uriel_authority(r->ref))) {
    parts->news.login = uriel_part_server(r);
    name.ptr += name.len > 0;
    name.len -= name.len > 0;
  }
  if (uriel_part_find(name, "@", false) != name.ptr + name.len)
    uriel_part_take(r, &parts->news.article, name);
  else
    uriel_part_take(r, &parts->news.group, name);
  uriel_part_refuse(r, URIEL_QUERY, "query");
}

static bool news_has_server(const uriel_login *login)
{
  return view_defined(login->host) || view_defined(login->port) || view_defined(login->user) ||
         view_defined(login->password);
}

static void news_fit(part_builder *b, const scheme_parts *parts)
{
  const scheme_news *const news = &parts->news;
  const char *const end = view_end(news->group);
  const char *const sign = view_find(news->group.ptr, end, '@');
  if (view_defined(news->article))
    uriel_build_refuse(b, &news->group, URIEL_PATH);
  else if (!view_defined(news->group))
    uriel_build_part_error(b, URIEL_ERROR_PART_MISSING, &news->group, NULL);
  else if (sign != end)
    uriel_build_part_error(b, URIEL_ERROR_PART_CHARACTER, &news->group, sign);
  if (news_has_server(&news->login))
    uriel_build_server_fits(b, &news->login);
  uriel_build_fits(b, &news->group);
  uriel_build_fits(b, &news->article);
}

static void news_write(part_builder *b, const scheme_parts *parts)
{
  const bool server = news_has_server(&parts->news.login);
  if (server)
    uriel_build_authority(b, "news", &parts->news.login);
  write_string(&b->w, server ? "/" : "news:");
  uriel_build_put(b, &parts->news.group);
  uriel_build_put(b, &parts->news.article);
}

SCHEME_DEFINE(news, news_read, news_fit, news_write, "news");

/* The ARTICLE command with a message identifier (url-1994, News; RFC 3977, 6.2.1), and commands for
 * groups (RFC 3977, 6.1.1 and 7.6.3). */
bool uriel_news_plan(planner *p, const scheme_parts *parts)
{
  const uriel_text group = parts->news.group;
  const bool all = group.len == 0 || (group.len == 1 && group.ptr[0] == '*');
  bool pattern = all;
  for (size_t i = 0; i < group.len && !pattern; i++)
    pattern = bytes_have("*?,!", (unsigned char)group.ptr[i]);
  if (pattern && !view_defined(parts->news.article) && p->options->head)
    return uriel_plan_no_head(p);
  usenet_open(p, &parts->news.login);
  if (view_defined(parts->news.article)) {
    usenet_article_steps(p, "<", parts->news.article, ">\r\n");
  } else if (pattern) {
    uriel_plan_line(p, all ? "LIST" : "LIST ACTIVE ", all ? view_undefined() : group);
    uriel_plan_expect(p, "215", URIEL_REPLY_BLOCK, URIEL_USE_GROUPS,
                      "the groups, to a line that is \".\"");
    usenet_refusals(p);
  } else {
    usenet_group_steps(p, group, true);
    return usenet_close(p, true);
  }
  return usenet_close(p, false);
}

/* ---- nntp ----------------------------------------------------------------------------------------- */

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

static const scheme_part nntp_parts[] = {
    SCHEME_LOGIN(PART_SERVER, 0),
    {"group", "/", BYTE_SEGMENT, .checks = PART_NEEDED | PART_LINE | PART_SEGMENT, .form = usenet_group},
    {"number", "/", BYTE_SEGMENT, .checks = PART_LINE | PART_SEGMENT, .form = nntp_number}};

static void nntp_read(part_reader *r, scheme_parts *parts)
{
  const uriel_spec spec = uriel_spec_of(r->ref);
  uriel_text rest = uriel_path(r->ref);
  /* url-1994 has no "//": "nntp:" group "/" digits; neither has `generic` of url-1993. */
  if (spec != URIEL_SPEC_URL_1993 && spec != URIEL_SPEC_URL_1994) {
    parts->nntp.login = uriel_part_server(r);
    rest = uriel_part_below(r->ref, false);
  }
  uriel_part_take(r, &parts->nntp.group, view_take(&rest, '/'));
  uriel_part_take(r, &parts->nntp.number, rest);
  uriel_part_refuse(r, URIEL_QUERY, "query");
}

SCHEME_DEFINE(nntp, nntp_read, NULL, NULL, "nntp");

/* RFC 3977, 6.1.1 and 6.2.1. */
bool uriel_nntp_plan(planner *p, const scheme_parts *parts)
{
  usenet_open(p, &parts->nntp.login);
  usenet_group_steps(p, parts->nntp.group, !view_defined(parts->nntp.number));
  if (!view_defined(parts->nntp.number))
    return usenet_close(p, true);
  usenet_article_steps(p, "", parts->nntp.number, "\r\n");
  return usenet_close(p, false);
}
