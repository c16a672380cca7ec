/* SPDX-License-Identifier: MIT */
/* mid and cid (RFC 2392): a message by its identifier, a part of it, a part of the current message. */
#include "scheme/part.h"
#include "scheme/scheme.h"
#include "uriel_scheme.h"

static const char *const mid_names[] = {"mid", NULL};
static const char *const cid_names[] = {"cid", NULL};

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

/* mid-url = "mid" ":" message-id [ "/" content-id ]; cid-url = "cid" ":" content-id */
static void mid_parse(part_reader *r, void *parts)
{
  scheme_mid *const mid = parts;
  uriel_text rest = uriel_path(r->ref);
  uriel_part_refuse(r, URIEL_AUTHORITY, "host", uriel_authority(r->ref));
  if (byte_lower(r->ref->text[0]) == 'm')
    mid->message = uriel_part_line_formed(r, "message", view_take(&rest, '/'), mid_identifier);
  uriel_part_refuse_slash(r, "content", rest);
  mid->content = uriel_part_line_formed(r, "content", rest, mid_identifier);
  uriel_part_refuse(r, URIEL_QUERY, "query", uriel_query(r->ref));
}

static void cid_build(part_builder *b, const void *parts)
{
  const scheme_mid *const mid = parts;
  static const encode_set identifier = {BYTE_SEGMENT, "", "", 0};
  const bool is_cid = !view_defined(mid->message);
  if ((!is_cid || uriel_build_needs(b, URIEL_PATH, "content", mid->content)) &&
      uriel_build_line_formed(b, "message", mid->message, mid_identifier) &&
      uriel_build_line_formed(b, "content", mid->content, mid_identifier)) {
    write_string(&b->w, is_cid ? "cid:" : "mid:");
    uriel_build_part(b, "", mid->message, identifier, "");
    uriel_build_part(b, is_cid ? "" : "/", mid->content, identifier, "");
  }
}

/* "Removing the prefix, converting the % encoded characters, and enclosing the rest with angle brackets"
 * makes the header field (RFC 2392, 2). */
bool uriel_mid_plan(planner *p, const uriel_ref *ref, const void *parts)
{
  const scheme_mid *const mid = parts;
  (void)ref;
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

static const scheme_part mid_parts[] = {SCHEME_PART(scheme_mid, message),
                                        SCHEME_PART(scheme_mid, content)};

/* The scheme "mid" by name, which needs a message: without one the URI would be a cid. */
static void mid_build(part_builder *b, const void *parts)
{
  const scheme_mid *const mid = parts;
  if (uriel_build_needs(b, URIEL_PATH, "message", mid->message))
    cid_build(b, parts);
}

SCHEME_DEFINE(mid, scheme_mid);

/* A cid is read as a mid without a message. */
static void cid_parse(part_reader *r, void *parts)
{
  mid_parse(r, parts);
}

static const scheme_part cid_parts[] = {SCHEME_PART(scheme_mid, content)};

SCHEME_DEFINE(cid, scheme_mid);
