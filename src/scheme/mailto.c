/* SPDX-License-Identifier: MIT */
/* mailto (url-1994, Mailto; RFC 6068): addresses, header fields, and the draft of a message. */
#include "scheme/scheme.h"
#include "uriel_query.h"

/* ---- Addresses ------------------------------------------------------------------------------------ */

typedef struct address {
  const char *at, *end;
  bool rfc822;
} address;

enum { ADDRESS_END = 0x100 };

/* The next byte of the address, decoded. */
static unsigned address_peek(const address *a)
{
  if (a->at == a->end)
    return ADDRESS_END;
  return triplet_at(a->at, a->end) ? triplet_value(a->at) : (unsigned char)*a->at;
}

static void address_step(address *a)
{
  a->at += triplet_at(a->at, a->end) ? 3 : 1;
}

static bool address_takes(address *a, unsigned byte)
{
  if (address_peek(a) != byte)
    return false;
  address_step(a);
  return true;
}

/* atext (RFC 5322, 3.2.3), and bytes beyond ASCII (RFC 6068, 2, items 4 and 5). */
static bool address_is_atom(unsigned byte)
{
  if (byte >= 0x80)
    return byte < ADDRESS_END;
  return bytes_have("!#$%&'*+-/=?^_`{|}~", byte) || byte_is((char)byte, BYTE_ALPHA | BYTE_DIGIT);
}

static bool address_atom(address *a)
{
  if (!address_is_atom(address_peek(a)))
    return false;
  while (address_is_atom(address_peek(a)))
    address_step(a);
  return true;
}

static bool address_is_visible(unsigned byte)
{
  return byte > ' ' && byte != 0x7F && byte < ADDRESS_END;
}

/* quoted-string (RFC 5322, 3.2.4); white space in it follows a backslash (RFC 6068, 2, item 3). */
static bool address_quoted(address *a)
{
  address_step(a);
  while (!address_takes(a, '"')) {
    const bool escaped = address_takes(a, '\\');
    const unsigned byte = address_peek(a);
    const bool space = byte == ' ' || byte == '\t';
    if (!address_is_visible(byte) && !(space && (escaped || a->rfc822)))
      return false;
    address_step(a);
  }
  return true;
}

/* dot-atom-text / quoted-string; word *("." word) in RFC 822, 6.1 */
static bool address_local(address *a)
{
  if (!a->rfc822 && address_peek(a) == '"')
    return address_quoted(a);
  do {
    const bool quoted = a->rfc822 && address_peek(a) == '"';
    if (!(quoted ? address_quoted(a) : address_atom(a)))
      return false;
  } while (address_takes(a, '.'));
  return true;
}

/* dot-atom-text / "[" *dtext-no-obs "]" */
static bool address_domain(address *a)
{
  if (address_takes(a, '[')) {
    while (address_is_visible(address_peek(a)) && address_peek(a) != '[' && address_peek(a) != ']' &&
           address_peek(a) != '\\')
      address_step(a);
    return address_takes(a, ']');
  }
  do {
    if (!address_atom(a))
      return false;
  } while (address_takes(a, '.'));
  return true;
}

/* ---- The draft ------------------------------------------------------------------------------------ */

/* The header fields of a draft (RFC 6068, 4). Repeated addresses and keywords are joined; of other
 * fields the first one is used. */
static const struct draft_field {
  const char *known, *name;
  bool joined;
} draft_fields[] = {{"to", "To: ", true},
                    {"cc", "Cc: ", true},
                    {"subject", "Subject: ", false},
                    {"keywords", "Keywords: ", true},
                    {"in-reply-to", "In-Reply-To: ", false}};

enum { DRAFT_FIELDS = sizeof draft_fields / sizeof *draft_fields };

/* Adds a value to a field that has `count` values. */
static void draft_value(writer *w, const struct draft_field *field, uriel_text value, size_t *count)
{
  if (*count > 0 && !field->joined)
    return;
  write_string(w, *count > 0 ? ", " : field->name);
  uriel_write_decoded(w, value);
  ++*count;
}

/* The same for a list, so that "a,b" and "?to=a&to=b" give the same draft (RFC 6068, 2). */
static void draft_values(writer *w, const struct draft_field *field, uriel_text list, size_t *count)
{
  uriel_text value;
  if (list.len > 0 && field->joined)
    while (uriel_list_next(&list, &value, ','))
      draft_value(w, field, value, count);
  else if (list.len > 0)
    draft_value(w, field, list, count);
}

static void draft_header(writer *w, const struct draft_field *field, const uriel_mailto *mailto)
{
  uriel_text to = field == draft_fields ? mailto->to : (uriel_text){NULL, 0};
  uriel_text fields = mailto->fields;
  size_t count = 0;
  draft_values(w, field, to, &count);
  for (uriel_param param; uriel_query_next(&fields, &param, 0);)
    if (uriel_part_says(param.name, field->known))
      draft_values(w, field, param.value, &count);
  if (count > 0)
    write_string(w, "\r\n");
}

/* Writes the first body. Returns whether all other fields belong in a draft. */
static bool draft_body(writer *w, uriel_text fields)
{
  bool all = true, body = false;
  write_string(w, "\r\n");
  for (uriel_param param; uriel_query_next(&fields, &param, 0);) {
    size_t i = 0;
    while (i < DRAFT_FIELDS && !uriel_part_says(param.name, draft_fields[i].known))
      i++;
    if (i < DRAFT_FIELDS)
      continue;
    if (!uriel_part_says(param.name, "body"))
      all = false;
    else if (!body)
      uriel_write_decoded(w, param.value);
    body = body || uriel_part_says(param.name, "body");
  }
  return all;
}

/* ---- Parts and plan ------------------------------------------------------------------------------- */

/* Characters that are not encoded (RFC 6068, 2): in addresses all that item 1 allows, in header fields
 * qchar; delimiters are added separately. */
static const encode_set mailto_in_address = {BYTE_UNRESERVED, "", "!$'()*+:@", 0};
static const encode_set mailto_qchar = {BYTE_UNRESERVED, "", "!$'()*+,;:@", 0};

/* The error of one address. url-1994 allows other characters; a comma among them would read as two
 * addresses. */
static part_wrong mailto_address_wrong(uriel_text item, bool of_1994)
{
  const char *const end = item.ptr + item.len;
  const char *const broken = uriel_part_find(item, "\r\n", true);
  const char *const outside = uriel_part_outside(item, mailto_in_address);
  if (broken != end)
    return part_is_wrong(URIEL_ERROR_PART_LINE_BREAK, broken);
  if (outside != end && !of_1994)
    return part_is_wrong(URIEL_ERROR_PART_CHARACTER, outside);
  /* RFC 822, which url-1994 refers to, allows a local part of several words, quoted or not, separated by
   * ".", and white space in quotes. */
  address a = {item.ptr, end, of_1994};
  if (address_local(&a) && address_takes(&a, '@') && address_domain(&a) && a.at == end)
    return part_fits();
  return part_is_wrong(a.at == end ? URIEL_ERROR_PART_FORM : URIEL_ERROR_PART_CHARACTER, a.at);
}

static part_wrong mailto_to_of(uriel_text to, bool of_1994)
{
  uriel_text item, rest = to;
  const char *const end = to.ptr + to.len;
  const char *const comma = of_1994 ? view_find(to.ptr, end, ',') : end;
  if (comma != end)
    return part_is_wrong(URIEL_ERROR_PART_CHARACTER, comma);
  while (uriel_list_next(&rest, &item, ',')) {
    const part_wrong wrong = mailto_address_wrong(item, of_1994);
    if (wrong.code != URIEL_ERROR_NONE)
      return wrong;
  }
  return part_fits();
}

static part_wrong mailto_to(uriel_text to)
{
  return mailto_to_of(to, false);
}

/* "Line breaks in the body of a message MUST be encoded with %0D%0A" (RFC 6068, 5): a single CR or LF
 * is not a line break, and NUL is not text. */
static const char *mailto_body_broken(uriel_text body)
{
  const char *at = body.ptr;
  const char *const end = at + body.len;
  while ((at = uriel_part_find(view_of(at, end), "\r\n", true)) != end) {
    const char *const broken = at;
    const bool is_return = decoded_next(&at, end) == '\r' && *broken == '%';
    if (!is_return || !triplet_at(at, end) || decoded_next(&at, end) != '\n')
      return broken;
  }
  return end;
}

/* field-name = 1*ftext: printable ASCII except ":" (RFC 5322, 3.6.8). */
static part_wrong mailto_name_wrong(uriel_text name)
{
  const char *at = name.ptr;
  const char *const end = at + name.len;
  if (name.len == 0)
    return part_is_wrong(URIEL_ERROR_PART_FORM, end);
  for (const char *here = at; at < end; here = at) {
    const unsigned char byte = (unsigned char)decoded_next(&at, end);
    if (byte <= ' ' || byte > '~' || byte == ':')
      return part_is_wrong(URIEL_ERROR_PART_CHARACTER, here);
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

static part_wrong mailto_fields(uriel_text fields)
{
  for (uriel_param param; uriel_query_next(&fields, &param, 0);) {
    const part_wrong wrong = mailto_field_wrong(param.name, param.value);
    if (wrong.code != URIEL_ERROR_NONE)
      return wrong;
  }
  return part_fits();
}

static const scheme_part mailto_parts[] = {
    {"to", "", .form = mailto_to, .separator = ','},
    {"fields", "?", .form = mailto_fields, .component = URIEL_QUERY, .separator = '&', .pairs = true}};

static void mailto_read(part_reader *r, scheme_parts *parts)
{
  uriel_mailto *const mailto = &parts->mailto;
  const uriel_text path = uriel_path(r->ref);
  uriel_part_refuse(r, URIEL_AUTHORITY, "host");
  if (uriel_spec_of(r->ref) == URIEL_SPEC_URL_1994 && path.len > 0) {
    const part_wrong wrong = mailto_to_of(path, true);
    mailto->to = path;
    if (wrong.code != URIEL_ERROR_NONE)
      uriel_part_error(r, wrong.code, URIEL_PATH, "to", path, wrong.at);
  } else if (path.len > 0) {
    uriel_part_take(r, &mailto->to, path);
  }
  uriel_part_take(r, &mailto->fields, uriel_query(r->ref));
}

static void mailto_write(part_builder *b, const scheme_parts *parts)
{
  write_string(&b->w, "mailto:");
  uriel_build_put(b, &parts->mailto.to);
  uriel_build_put(b, &parts->mailto.fields);
}

SCHEME_DEFINE(mailto, mailto_read, NULL, mailto_write, "mailto");
SCHEME_FUNCTIONS(mailto)

/* The draft has decoded header fields, an empty line and the body; unsafe header fields are left out. */
bool uriel_mailto_plan(planner *p, const scheme_parts *parts)
{
  uriel_plan_begin(p);
  for (size_t i = 0; i < DRAFT_FIELDS; i++)
    draft_header(&p->text, &draft_fields[i], &parts->mailto);
  const bool all = draft_body(&p->text, parts->mailto.fields);
  uriel_plan_end(
      p, URIEL_STEP_COMPOSE,
      all ? "a draft, for the user to look at, to change and to send, or not"
          : "a draft, for the user to look at, to change and to send, or not; header fields that "
            "are not known to be safe were left out (RFC 6068, 4)");
  return true;
}
