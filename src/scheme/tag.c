/* SPDX-License-Identifier: MIT */
/* tag (RFC 4151): who named it, when, and what. */
#include "scheme/part.h"
#include "scheme/scheme.h"
#include "uriel_scheme.h"

static const char *const tag_names[] = {"tag", NULL};
/* RFC 4151, 2.1: specific and fragment are as written, because 2.4 compares them so. */
static const encode_set tag_kept = {BYTE_QUERY, "", "", 0};

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

/* The number of `count` digits. */
static unsigned tag_number(const char *at, size_t count)
{
  unsigned number = 0;
  while (count-- > 0)
    number = number * 10 + (unsigned)(*at++ - '0');
  return number;
}

static unsigned tag_days(unsigned year, unsigned month)
{
  const bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
  if (month == 2)
    return leap ? 29 : 28;
  return month == 4 || month == 6 || month == 9 || month == 11 ? 30 : 31;
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
  const unsigned day = date.len > 7 ? tag_number(date.ptr + 8, 2) : 1;
  if (day < 1 || day > tag_days(tag_number(date.ptr, 4), month))
    return part_is_wrong(URIEL_ERROR_PART_NUMBER, date.ptr + 8);
  return part_fits();
}

static uriel_text tag_checked(part_reader *r, const char *part, uriel_text text, part_wrong wrong)
{
  if (wrong.code != URIEL_ERROR_NONE)
    uriel_part_error(r, wrong.code, URIEL_PATH, part, text, wrong.at);
  return text;
}

static void tag_parse(part_reader *r, void *parts)
{
  scheme_tag *const tag = parts;
  const uriel_text path = uriel_path(r->ref), query = uriel_query(r->ref);
  uriel_text specific = path;
  uriel_text date = view_take(&specific, ':');
  const uriel_text authority = view_take(&date, ',');
  *tag = (scheme_tag){.fragment = uriel_fragment(r->ref)};
  uriel_part_refuse(r, URIEL_HOST, "host", uriel_host(r->ref));
  tag->authority = tag_checked(r, "authority", authority, tag_check_authority(authority));
  if (!view_defined(date))
    uriel_part_error(r, URIEL_ERROR_PART_MISSING, URIEL_PATH, "date", path,
                     authority.ptr + authority.len);
  else
    tag->date = tag_checked(r, "date", date, tag_check_date(date));
  if (!view_defined(specific))
    uriel_part_error(r, URIEL_ERROR_PART_MISSING, URIEL_PATH, "specific", path, path.ptr + path.len);
  else
    tag->specific = view_defined(query) ? view_of(specific.ptr, query.ptr + query.len) : specific;
}

static bool tag_build_fits(part_builder *b, uriel_component component, const char *part, uriel_text text,
                           part_wrong wrong)
{
  return wrong.code == URIEL_ERROR_NONE ||
         uriel_build_error(b, wrong.code, component, part, text, wrong.at);
}

static part_wrong tag_check_written(uriel_text text)
{
  if (!view_defined(text))
    return part_fits();
  const char *const wrong = uriel_part_outside(text, tag_kept);
  return wrong == text.ptr + text.len ? part_fits() : part_is_wrong(URIEL_ERROR_PART_CHARACTER, wrong);
}

static void tag_build(part_builder *b, const void *parts)
{
  const scheme_tag *const tag = parts;
  const bool fits =
      uriel_build_needs(b, URIEL_PATH, "authority", tag->authority) &&
      tag_build_fits(b, URIEL_PATH, "authority", tag->authority, tag_check_authority(tag->authority)) &&
      uriel_build_needs(b, URIEL_PATH, "date", tag->date) &&
      tag_build_fits(b, URIEL_PATH, "date", tag->date, tag_check_date(tag->date)) &&
      uriel_build_needs(b, URIEL_PATH, "specific", tag->specific) &&
      tag_build_fits(b, URIEL_PATH, "specific", tag->specific, tag_check_written(tag->specific)) &&
      tag_build_fits(b, URIEL_FRAGMENT, "fragment", tag->fragment, tag_check_written(tag->fragment));
  if (!fits)
    return;
  uriel_write_part(&b->w, "tag:", tag->authority, ",");
  uriel_write_part(&b->w, "", tag->date, ":");
  write_view(&b->w, tag->specific);
  uriel_write_part(&b->w, "#", tag->fragment, "");
}

/* RFC 4151, 1: a tag cannot be resolved. */
bool uriel_tag_plan(planner *p, const uriel_ref *ref, const void *parts)
{
  (void)parts;
  p->error = (uriel_error){.code = URIEL_ERROR_PLAN_NONE,
                           .component = URIEL_SCHEME,
                           .length = ref->scheme_end,
                           .spec = uriel_spec_of(ref)};
  return false;
}

static const scheme_part tag_parts[] = {SCHEME_PART(scheme_tag, authority),
                                        SCHEME_PART(scheme_tag, date), SCHEME_PART(scheme_tag, specific),
                                        SCHEME_PART(scheme_tag, fragment)};

SCHEME_DEFINE(tag, scheme_tag);
