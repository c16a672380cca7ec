/* SPDX-License-Identifier: MIT */
/* mid and cid (RFC 2392): a message by its identifier, a part of one, a part of the message at hand. */
#include "scheme/checked.h"
#include "scheme/scheme.h"
#include "scheme/server.h"
#include "uriel_scheme.h"

static const char *const mid_names[] = {"mid", NULL};
static const char *const cid_names[] = {"cid", NULL};
static const char *const mid_both[] = {"mid", "cid", NULL};

/* An addr-spec (RFC 2392, 2): something on both sides of an "@". The angle brackets that are around it
 * in a message are not part of it. */
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
static void mid_read(part_reader *r, uriel_mid *mid)
{
  uriel_text rest = uriel_path(r->ref);
  uriel_part_refuse(r, URIEL_AUTHORITY, "host", uriel_authority(r->ref));
  if (byte_lower(r->ref->text[0]) == 'm')
    mid->message = uriel_part_line_formed(r, "message", view_take(&rest, '/'), mid_identifier);
  uriel_part_refuse_slash(r, "content", rest);
  mid->content = uriel_part_line_formed(r, "content", rest, mid_identifier);
  uriel_part_refuse(r, URIEL_QUERY, "query", uriel_query(r->ref));
}

bool uriel_mid_parse(uriel_mid *mid, const uriel_ref *ref, char *scratch, size_t capacity,
                     uriel_error *error)
{
  part_reader r = uriel_part_read(ref, mid_both, scratch, capacity);
  *mid = (uriel_mid){0};
  if (!r.failed)
    mid_read(&r, mid);
  return uriel_part_finish(&r, error);
}

size_t uriel_mid_build(const uriel_mid *mid, char *out, size_t capacity, uriel_error *error)
{
  static const encode_set identifier = {BYTE_SEGMENT, "", "", 0};
  const bool is_cid = !view_defined(mid->message);
  part_builder b = uriel_build_to(out, capacity);
  if ((!is_cid || uriel_build_needs(&b, URIEL_PATH, "content", mid->content)) &&
      uriel_build_line_formed(&b, "message", mid->message, mid_identifier) &&
      uriel_build_line_formed(&b, "content", mid->content, mid_identifier)) {
    write_string(&b.w, is_cid ? "cid:" : "mid:");
    uriel_build_part(&b, "", mid->message, identifier, "");
    uriel_build_part(&b, is_cid ? "" : "/", mid->content, identifier, "");
  }
  return uriel_build_finish(&b, error);
}

static bool mid_parse(scheme_parts *parts, const uriel_ref *ref, char *scratch, size_t capacity,
                      uriel_error *error)
{
  return uriel_mid_parse(&parts->mid, ref, scratch, capacity, error);
}

static size_t mid_build(const scheme_parts *parts, char *out, size_t capacity, uriel_error *error)
{
  part_builder b = uriel_build_to(out, capacity);
  if (!uriel_build_needs(&b, URIEL_PATH, "message", parts->mid.message))
    return uriel_build_finish(&b, error);
  return uriel_mid_build(&parts->mid, out, capacity, error);
}

static size_t cid_build(const scheme_parts *parts, char *out, size_t capacity, uriel_error *error)
{
  const uriel_mid cid = {.content = parts->mid.content};
  return uriel_mid_build(&cid, out, capacity, error);
}

/* "Removing the prefix, converting the % encoded characters, and enclosing the rest with angle brackets"
 * makes the header field (RFC 2392, 2). */
static bool mid_plan(planner *p, const uriel_ref *ref)
{
  uriel_mid mid;
  if (!uriel_mid_parse(&mid, ref, p->scratch, p->room_capacity, &p->error))
    return false;
  const char *note = "the body part with that header field, in the message that refers to it";
  if (view_defined(mid.message))
    note = view_defined(mid.content) ? "the body part with the second header field, in the message "
                                       "with the first, among those at hand"
                                     : "the message with that header field, among those at hand";
  uriel_plan_begin(p);
  uriel_write_part(&p->text, "Message-ID: <", mid.message, view_defined(mid.content) ? ">\r\n" : ">");
  uriel_write_part(&p->text, "Content-ID: <", mid.content, ">");
  uriel_plan_end(p, URIEL_STEP_FIND, note);
  return true;
}

static const scheme_part mid_parts[] = {SCHEME_PART(uriel_mid, message),
                                        SCHEME_PART(uriel_mid, content)};

const scheme uriel_scheme_mid = {
    .names = mid_names,
    .parts = mid_parts,
    .part_count = sizeof mid_parts / sizeof *mid_parts,
    .parse = mid_parse,
    .build = mid_build,
    .plan = mid_plan,
};

static const scheme_part cid_parts[] = {SCHEME_PART(uriel_mid, content)};

const scheme uriel_scheme_cid = {
    .names = cid_names,
    .parts = cid_parts,
    .part_count = sizeof cid_parts / sizeof *cid_parts,
    .parse = mid_parse,
    .build = cid_build,
    .plan = mid_plan,
};
