/* SPDX-License-Identifier: MIT */
/* mailto (url-1994, Mailto; RFC 6068): addresses, and a message to begin with. */
#include "scheme/address.h"
#include "scheme/draft.h"
#include "scheme/scheme.h"
#include "scheme/server.h"
#include "uriel_scheme.h"

static const char *const mailto_names[] = {"mailto", NULL};

/* What stands for itself (RFC 6068, 2): in addresses all but what item 1 has encoded, in header fields
 * qchar; the delimiters aside. */
static const encode_set mailto_in_address = {BYTE_UNRESERVED, "", "!$'()*+:@", 0};
static const encode_set mailto_qchar = {BYTE_UNRESERVED, "", "!$'()*+,;:@", 0};

/* What is wrong with one address. url-1994 has its own letters, among them the comma, which would read
 * as two addresses. */
static part_wrong mailto_address_wrong(uriel_text item, bool of_1994)
{
  const char *const end = item.ptr + item.len;
  const char *const broken = uriel_part_find(item, "\r\n", true);
  const char *const outside = uriel_part_outside(item, mailto_in_address);
  if (broken != end)
    return part_is_wrong(URIEL_ERROR_PART_LINE_BREAK, broken);
  if (outside != end && !of_1994)
    return part_is_wrong(URIEL_ERROR_PART_CHARACTER, outside);
  return uriel_address_is_wrong(item, of_1994);
}

static part_wrong mailto_to_wrong(uriel_text to, bool of_1994)
{
  uriel_text item, rest = to;
  if (!view_defined(to))
    return part_fits();
  const char *const end = to.ptr + to.len;
  const char *const comma = of_1994 ? view_find(to.ptr, end, ',') : end;
  if (comma != end)
    return part_is_wrong(URIEL_ERROR_PART_CHARACTER, comma);
  while (uriel_list_next(&rest, ',', &item)) {
    const part_wrong wrong = mailto_address_wrong(item, of_1994);
    if (wrong.code != URIEL_ERROR_NONE)
      return wrong;
  }
  return part_fits();
}

/* "Line breaks in the body of a message MUST be encoded with %0D%0A" (RFC 6068, 5): a CR or LF alone is
 * none, and a NUL is not text. */
static const char *mailto_body_broken(uriel_text body)
{
  const char *at = body.ptr;
  const char *const end = at + body.len;
  while ((at = uriel_part_find(view_of(at, end), "\r\n", true)) != end) {
    const char *const broken = at;
    const bool is_return = triplet_at(at, end) && triplet_value(at) == '\r';
    at += triplet_at(at, end) ? 3 : 1;
    if (!is_return || !triplet_at(at, end) || triplet_value(at) != '\n')
      return broken;
    at += 3;
  }
  return end;
}

/* field-name = 1*ftext: printable ASCII but ":" (RFC 5322, 3.6.8). */
static part_wrong mailto_name_wrong(uriel_text name)
{
  const char *at = name.ptr;
  const char *const end = at + name.len;
  if (name.len == 0)
    return part_is_wrong(URIEL_ERROR_PART_FORM, end);
  for (; at < end; at += triplet_at(at, end) ? 3 : 1) {
    const unsigned char byte = triplet_at(at, end) ? triplet_value(at) : (unsigned char)*at;
    if (byte <= ' ' || byte > '~' || byte == ':')
      return part_is_wrong(URIEL_ERROR_PART_CHARACTER, at);
  }
  return part_fits();
}

/* hfield = hfname "=" hfvalue */
static part_wrong mailto_field_wrong(uriel_text name, uriel_text value)
{
  const uriel_text whole = view_defined(value) ? view_of(name.ptr, value.ptr + value.len) : name;
  const char *const end = whole.ptr + whole.len;
  const bool is_body = uriel_part_says(name, "body");
  const char *const name_broken = uriel_part_find(name, "\r\n", true);
  if (name_broken != name.ptr + name.len)
    return part_is_wrong(URIEL_ERROR_PART_LINE_BREAK, name_broken);
  if (!view_defined(value))
    return part_is_wrong(URIEL_ERROR_PART_FORM, end);
  const char *const broken = is_body ? mailto_body_broken(value) : uriel_part_find(value, "\r\n", true);
  if (broken != end)
    return part_is_wrong(URIEL_ERROR_PART_LINE_BREAK, broken);
  const char *outside = uriel_part_outside(name, mailto_qchar);
  if (outside == name.ptr + name.len)
    outside = uriel_part_outside(value, mailto_qchar);
  if (outside != end)
    return part_is_wrong(URIEL_ERROR_PART_CHARACTER, outside);
  return mailto_name_wrong(name);
}

static part_wrong mailto_fields_wrong(uriel_text fields)
{
  uriel_text name, value;
  while (uriel_query_next(&fields, 0, &name, &value)) {
    const part_wrong wrong = mailto_field_wrong(name, value);
    if (wrong.code != URIEL_ERROR_NONE)
      return wrong;
  }
  return part_fits();
}

static void mailto_parse(part_reader *r, void *parts)
{
  uriel_mailto *const mailto = parts;
  const uriel_text path = uriel_path(r->ref), query = uriel_query(r->ref);
  const bool of_1994 = uriel_spec_of(r->ref) == URIEL_SPEC_URL_1994;
  uriel_part_refuse(r, URIEL_AUTHORITY, "host", uriel_authority(r->ref));
  if (r->failed)
    return;
  mailto->to = path.len > 0 ? path : view_undefined();
  mailto->fields = query;
  const part_wrong to = mailto_to_wrong(mailto->to, of_1994);
  const part_wrong fields = mailto_fields_wrong(query);
  if (to.code != URIEL_ERROR_NONE)
    uriel_part_error(r, to.code, URIEL_PATH, "to", path, to.at);
  if (fields.code != URIEL_ERROR_NONE)
    uriel_part_error(r, fields.code, URIEL_QUERY, "fields", query, fields.at);
}

static void mailto_build(part_builder *b, const void *parts)
{
  const uriel_mailto *const mailto = parts;
  const part_wrong to = mailto_to_wrong(mailto->to, false);
  const part_wrong fields = mailto_fields_wrong(mailto->fields);
  if (to.code != URIEL_ERROR_NONE)
    uriel_build_error(b, to.code, URIEL_PATH, "to", mailto->to, to.at);
  if (fields.code != URIEL_ERROR_NONE)
    uriel_build_error(b, fields.code, URIEL_QUERY, "fields", mailto->fields, fields.at);
  if (!b->failed) {
    write_string(&b->w, "mailto:");
    write_view(&b->w, mailto->to);
    uriel_write_part(&b->w, "?", mailto->fields, "");
  }
}

bool uriel_mailto_plan(planner *p, const uriel_ref *ref, const void *parts)
{
  const uriel_mailto *const mailto = parts;
  (void)ref;
  uriel_plan_begin(p);
  const bool all = uriel_draft_write(&p->text, mailto);
  uriel_plan_end(
      p, URIEL_STEP_COMPOSE,
      all ? "a draft, for the user to look at, to change and to send, or not"
          : "a draft, for the user to look at, to change and to send, or not; header fields that "
            "are not known to be safe were left out (RFC 6068, 4)");
  return true;
}

static const scheme_part mailto_parts[] = {SCHEME_LIST(uriel_mailto, to, ',', false),
                                           SCHEME_LIST(uriel_mailto, fields, '&', true)};

SCHEME_DEFINE(mailto)
