/* SPDX-License-Identifier: MIT */
/* tag (RFC 4151): who named it, when, and what. */
#include "scheme/scheme.h"

static bool tag_is_alphanumeric(char byte)
{
  return byte_is(byte, BYTE_ALPHA | BYTE_DIGIT);
}

/* DNScomp *( "." DNScomp ). Returns the first wrong byte, or NULL. */
static const char *tag_wrong_name(const char *at, const char *end)
{
  for (const char *begin = at;; at++) {
    const bool edge = at == end || *at == '.';
    if (edge && (at == begin || at[-1] == '-'))
      return at == begin ? at : at - 1;
    if (at == end)
      return NULL;
    if (edge)
      begin = at + 1;
    else if (!tag_is_alphanumeric(*at) && (*at != '-' || at == begin))
      return at;
  }
}

/* DNSname / emailAddress */
static part_wrong tag_check_authority(uriel_text authority)
{
  const char *const end = authority.ptr + authority.len;
  const char *const sign = view_find(authority.ptr, end, '@');
  const char *wrong = NULL;
  for (const char *at = authority.ptr; sign < end && at < sign && !wrong; at++)
    if (!tag_is_alphanumeric(*at) && *at != '-' && *at != '.' && *at != '_')
      wrong = at;
  if (sign == authority.ptr && sign < end)
    wrong = sign;
  if (!wrong)
    wrong = tag_wrong_name(sign < end ? sign + 1 : authority.ptr, end);
  return wrong ? part_is_wrong(URIEL_ERROR_PART_FORM, wrong) : part_fits();
}

/* Returns the value of `count` digits. */
static unsigned tag_number(const char *at, size_t count)
{
  const char *const end = at + count;
  return digits_read(&at, end, 10, UINT32_MAX);
}

/* year ["-" month ["-" day]], a date that exists. */
static part_wrong tag_check_date(uriel_text date)
{
  static const char form[] = "0000-00-00";
  for (size_t i = 0; i < date.len; i++)
    if (i == sizeof form - 1 ||
        (form[i] == '-' ? date.ptr[i] != '-' : !byte_is(date.ptr[i], BYTE_DIGIT)))
      return part_is_wrong(URIEL_ERROR_PART_FORM, date.ptr + i);
  if (date.len != 4 && date.len != 7 && date.len != 10)
    return part_is_wrong(URIEL_ERROR_PART_FORM, date.ptr + date.len);
  const unsigned month = date.len > 4 ? tag_number(date.ptr + 5, 2) : 1;
  if (month < 1 || month > 12)
    return part_is_wrong(URIEL_ERROR_PART_NUMBER, date.ptr + 5);
  const unsigned year = tag_number(date.ptr, 4);
  const bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
  const bool short_month = month == 4 || month == 6 || month == 9 || month == 11;
  const unsigned days = month == 2 ? (leap ? 29 : 28) : short_month ? 30 : 31;
  const unsigned day = date.len > 7 ? tag_number(date.ptr + 8, 2) : 1;
  if (day < 1 || day > days)
    return part_is_wrong(URIEL_ERROR_PART_NUMBER, date.ptr + 8);
  return part_fits();
}

/* Tags are compared unchanged (RFC 4151, 2.1 and 2.4). */
static const scheme_part tag_parts[] = {
    {"authority", "tag:", .checks = PART_NEEDED | PART_WRITTEN, .form = tag_check_authority},
    {"date", ",", .checks = PART_NEEDED | PART_WRITTEN, .form = tag_check_date},
    {"specific", ":", BYTE_QUERY, .checks = PART_NEEDED | PART_WRITTEN},
    {"fragment", "#", BYTE_QUERY, .checks = PART_WRITTEN, .component = URIEL_FRAGMENT}};

static void tag_read(part_reader *r, scheme_parts *parts)
{
  scheme_tag *const tag = &parts->tag;
  const uriel_text path = uriel_path(r->ref), query = uriel_query(r->ref);
  uriel_text specific = path;
  uriel_text date = view_take(&specific, ':');
  const uriel_text authority = view_take(&date, ',');
  uriel_part_refuse(r, URIEL_HOST, "host");
  uriel_part_take(r, &tag->authority, authority);
  if (!view_defined(date))
    uriel_part_error(r, URIEL_ERROR_PART_MISSING, URIEL_PATH, "date", path,
                     authority.ptr + authority.len);
  uriel_part_take(r, &tag->date, date);
  if (view_defined(specific) && view_defined(query))
    specific = view_of(specific.ptr, query.ptr + query.len);
  uriel_part_take(r, &tag->specific, specific);
  uriel_part_take(r, &tag->fragment, uriel_fragment(r->ref));
}

SCHEME_DEFINE(tag, tag_read, NULL, NULL, "tag");

/* RFC 4151, 1: a tag cannot be resolved. */
bool uriel_tag_plan(planner *p, const scheme_parts *parts)
{
  (void)parts;
  const uriel_text name = uriel_scheme(p->ref);
  return uriel_plan_error(p, URIEL_ERROR_PLAN_NONE, URIEL_SCHEME, NULL, name, name.ptr);
}
