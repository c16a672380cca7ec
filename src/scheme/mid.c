/* SPDX-License-Identifier: MIT */
/* mid and cid (RFC 2392): a message by its identifier, a part of it, a part of the current message. */
#include "scheme/scheme.h"

/* An addr-spec (RFC 2392, 2): text on both sides of "@". The angle brackets of a message are not part
 * of it. */
static part_wrong mid_identifier(uriel_text text)
{
  const char *const end = text.ptr + text.len;
  if (text.len == 0)
    return part_is_wrong(URIEL_ERROR_PART_EMPTY, end);
  for (const char *at = text.ptr; at < end; at++)
    if (*at == '<' || *at == '>')
      return part_is_wrong(URIEL_ERROR_PART_CHARACTER, at);
  if (text.len < 3 || view_find(text.ptr + 1, end - 1, '@') == end - 1)
    return part_is_wrong(URIEL_ERROR_PART_FORM, end);
  return part_fits();
}

/* Without a message, a mid would be a cid. */
static const scheme_part mid_parts[] = {
    {"message", "mid:", BYTE_SEGMENT, .checks = PART_NEEDED | PART_LINE, .form = mid_identifier},
    {"content", "/", BYTE_SEGMENT, .checks = PART_SEGMENT | PART_LINE, .form = mid_identifier}};
static const scheme_part cid_parts[] = {{"message", "", .checks = PART_HIDDEN},
                                        {"content", "cid:", BYTE_SEGMENT,
                                         .checks = PART_NEEDED | PART_SEGMENT | PART_LINE,
                                         .form = mid_identifier}};

/* mid-url = "mid" ":" message-id [ "/" content-id ]; cid-url = "cid" ":" content-id */
static void mid_read(part_reader *r, scheme_parts *parts)
{
  uriel_text rest = uriel_path(r->ref);
  uriel_part_refuse(r, URIEL_AUTHORITY, "host");
  if (r->scheme == &uriel_scheme_mid)
    uriel_part_take(r, &parts->mid.message, view_take(&rest, '/'));
  uriel_part_take(r, &parts->mid.content, rest);
  uriel_part_refuse(r, URIEL_QUERY, "query");
}

SCHEME_DEFINE(mid, mid_read, NULL, NULL, "mid");
SCHEME_DEFINE(cid, mid_read, NULL, NULL, "cid");

/* "Removing the prefix, converting the % encoded characters, and enclosing the rest with angle brackets"
 * makes the header field (RFC 2392, 2). */
bool uriel_mid_plan(planner *p, const scheme_parts *parts)
{
  const scheme_mid *const mid = &parts->mid;
  const char *note = "the body part with that header field, in the message that refers to it";
  if (view_defined(mid->message))
    note = view_defined(mid->content)
               ? "the body part with the second header field, in the message "
                 "with the first, among the available messages"
               : "the message with that header field, among the available messages";
  uriel_plan_begin(p);
  uriel_write_part(&p->text, "Message-ID: <", mid->message, view_defined(mid->content) ? ">\r\n" : ">");
  uriel_write_part(&p->text, "Content-ID: <", mid->content, ">");
  uriel_plan_end(p, URIEL_STEP_FIND, note);
  return true;
}
