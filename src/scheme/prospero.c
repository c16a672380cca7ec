/* SPDX-License-Identifier: MIT */
/* prospero (url-1993 and url-1994, Prospero; RFC 4157): an object in a directory. */
#include "scheme/scheme.h"

/* Each item is FIELD=VALUE (RFC 4157, 2). */
static part_wrong prospero_fields(uriel_text attributes)
{
  uriel_text item;
  while (uriel_list_next(&attributes, &item, ';'))
    if (!view_has(item, '='))
      return part_is_wrong(URIEL_ERROR_PART_FORM, item.ptr + item.len);
  return part_fits();
}

static const scheme_part prospero_parts[] = {
    SCHEME_LOGIN(PART_SERVER, 0),
    {"object", "/", BYTE_PATH, .less = ";", .checks = PART_NEEDED},
    {.name = "version", .before = ""},
    {"attributes", ";", BYTE_QUERY, .form = prospero_fields, .separator = ';', .pairs = true}};

/* "Separated from the host specific object name and from each other by the characters %00" (url-1993,
 * Prospero): a version, of digits or empty, and attributes, each of letters and digits. Otherwise the
 * text belongs to the name, which may also contain escapes. */
static void prospero_read_early(part_reader *r, scheme_prospero *prospero, uriel_text below)
{
  uriel_text rest = below;
  const uriel_text name = uriel_take_encoded(&rest, 0), version = uriel_take_encoded(&rest, 0);
  bool versioned = view_defined(version) && view_consists(version, BYTE_DIGIT);
  for (uriel_text left = rest; versioned && view_defined(left);) {
    const uriel_text attribute = uriel_take_encoded(&left, 0);
    versioned = attribute.len > 0 && view_consists(attribute, BYTE_ALPHA | BYTE_DIGIT);
  }
  uriel_part_take(r, &prospero->object, versioned ? name : below);
  if (!versioned || r->failed)
    return;
  prospero->version = version;
  if (!view_defined(rest))
    return;
  /* The list has ";" instead of "%00", which makes it shorter. */
  writer w = writer_to(r->at, (size_t)(r->end - r->at));
  while (view_defined(rest)) {
    write_view(&w, uriel_take_encoded(&rest, 0));
    if (view_defined(rest))
      write_byte(&w, ';');
  }
  prospero->attributes = (uriel_text){r->at, w.len};
  r->at += w.len;
}

static void prospero_read(part_reader *r, scheme_parts *parts)
{
  scheme_prospero *const prospero = &parts->prospero;
  const uriel_spec spec = uriel_spec_of(r->ref);
  uriel_text below = uriel_part_below(r->ref, true);
  prospero->login = uriel_part_server(r);
  if (view_defined(below) && (spec == URIEL_SPEC_URL_1993 || spec == URIEL_SPEC_URL_1994)) {
    prospero_read_early(r, prospero, below);
    return;
  }
  /* <hsoname>;<field>=<value>; "no username or password is allowed" (RFC 4157, 2). */
  uriel_part_take(r, &prospero->object, view_take(&below, ';'));
  uriel_part_take(r, &prospero->attributes, below);
  uriel_part_refuse(r, URIEL_USERINFO, "user");
}

/* The attributes, with the ";" before them, continue the last segment of the object's name. */
static void prospero_fit(part_builder *b, const scheme_parts *parts)
{
  const scheme_prospero *const prospero = &parts->prospero;
  uriel_build_refuse(b, &prospero->login.user, URIEL_USERINFO);
  uriel_build_refuse(b, &prospero->login.password, URIEL_USERINFO);
  uriel_build_refuse(b, &prospero->version, URIEL_PATH);
  uriel_build_fit_all(b);
  uriel_build_no_dots(b, &prospero->object,
                      PART_DOTS_FIRST | (view_defined(prospero->attributes) ? 0 : PART_DOTS_LAST));
  uriel_build_no_dots(b, &prospero->attributes, PART_DOTS_LAST);
}

SCHEME_DEFINE(prospero, prospero_read, prospero_fit, NULL, "prospero");

/* "Used to resolve the URL yielding an access method for the object, which can then itself be
 * represented as a URL" (url-1994, Prospero). */
bool uriel_prospero_plan(planner *p, const scheme_parts *parts)
{
  const scheme_prospero *const prospero = &parts->prospero;
  /* A command is a line, and no quoting allows NUL. "Encoded delimiters for a given protocol (for
   * example, CR and LF characters for telnet protocols)" are not to be "unencoded before transmission"
   * (url-1994, Security considerations). */
  const uriel_text below = uriel_part_below(p->ref, true);
  const char *const at = uriel_part_find(below, "\r\n", !view_defined(prospero->version));
  if (at != below.ptr + below.len)
    return uriel_plan_error(p, URIEL_ERROR_PART_LINE_BREAK, URIEL_PATH, "object", below, at);
  uriel_plan_warn_not_sent(p, &prospero->login);
  uriel_plan_connect(p, &prospero->login, "");
  uriel_plan_begin(p);
  uriel_write_part(&p->text, "resolve the object \"", prospero->object, "\"");
  uriel_write_part(&p->text, " in version \"", prospero->version, "\"");
  if (view_defined(prospero->attributes))
    write_string(&p->text, " with the attributes ");
  uriel_write_decoded(&p->text, prospero->attributes);
  uriel_plan_end(p, URIEL_STEP_REQUEST, "Prospero, whose bytes are not worked out here");
  uriel_plan_expect(p, "", URIEL_REPLY_ARDP, URIEL_USE_METHODS,
                    "how to get at the object, which may be another URI: continue with it");
  return uriel_plan_close(p);
}
