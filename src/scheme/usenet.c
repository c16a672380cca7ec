/* SPDX-License-Identifier: MIT */
/* Names of groups and articles as NNTP has them (RFC 3977, 9.8), and how a session begins and ends. */
#include "scheme/usenet.h"

#include "scheme/server.h"
#include "uriel_scheme.h"

/* The first byte that no word of a command may hold, or that is one of `more`. */
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
part_wrong uriel_usenet_group(uriel_text group)
{
  const char *const end = group.ptr + group.len;
  const char *const odd = usenet_odd(group, "!*,?[\\]", false);
  if (group.len == 0)
    return part_is_wrong(URIEL_ERROR_PART_EMPTY, end);
  return odd == end ? part_fits() : part_is_wrong(URIEL_ERROR_PART_CHARACTER, odd);
}

/* wildmat = wildmat-pattern *("," ["!"] wildmat-pattern); RFC 5538, 4, has none for all groups. */
part_wrong uriel_usenet_groups(uriel_text groups)
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

/* message-id = "<" 1*248A-NOTGT ">", in which something is on both sides of an "@" (RFC 5536, 3.1.3). */
part_wrong uriel_usenet_article(uriel_text article)
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

uriel_text uriel_usenet_part(part_reader *r, const char *part, uriel_text written, part_form *form)
{
  uriel_part_refuse_slash(r, part, written);
  return uriel_part_line_formed(r, part, written, form);
}

bool uriel_usenet_is_pattern(uriel_text groups)
{
  for (size_t i = 0; i < groups.len; i++)
    if (bytes_have("*?,!", (unsigned char)groups.ptr[i]))
      return true;
  return groups.len == 0;
}

void uriel_usenet_open(planner *p, const uriel_login *login)
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

void uriel_usenet_close(planner *p)
{
  uriel_plan_line(p, "QUIT", view_undefined());
  uriel_plan_expect(p, "205", "");
  uriel_plan_close(p, "");
}
