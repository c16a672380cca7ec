/* SPDX-License-Identifier: MIT */
/* prospero (url-1993 and url-1994, Prospero; RFC 4157): an object in a directory. */
#include "scheme/part.h"
#include "scheme/scheme.h"
#include "uriel_scheme.h"

static const char *const prospero_names[] = {"prospero", NULL};

/* Splits `rest` at the first "%00", as view_take does. */
static uriel_text prospero_take_null(uriel_text *rest)
{
  const uriel_text all = *rest;
  if (!view_defined(all))
    return all;
  const char *const end = all.ptr + all.len;
  const char *at = all.ptr;
  while ((at = view_find(at, end, '%')) != end && !(triplet_at(at, end) && triplet_value(at) == 0))
    at++;
  *rest = at == end ? view_undefined() : view_of(at + 3, end);
  return view_of(all.ptr, at);
}

static bool prospero_is(uriel_text text, unsigned classes)
{
  size_t i = 0;
  while (i < text.len && byte_is(text.ptr[i], classes))
    i++;
  return i == text.len;
}

/* Reports whether the name is followed by a version, of digits or empty, and attributes, each of
 * letters and digits. Otherwise the text belongs to the name, which may also contain escapes. */
static bool prospero_is_versioned(uriel_text version, uriel_text attributes)
{
  bool fits = view_defined(version) && prospero_is(version, BYTE_DIGIT);
  while (fits && view_defined(attributes)) {
    const uriel_text attribute = prospero_take_null(&attributes);
    fits = attribute.len > 0 && prospero_is(attribute, BYTE_ALPHA | BYTE_DIGIT);
  }
  return fits;
}

/* The attributes, separated by ";" instead of "%00", which makes them shorter. */
static uriel_text prospero_listed(part_reader *r, uriel_text attributes)
{
  if (r->failed || !view_defined(attributes))
    return view_undefined();
  writer w = writer_to(r->at, (size_t)(r->end - r->at));
  while (view_defined(attributes)) {
    write_view(&w, prospero_take_null(&attributes));
    if (view_defined(attributes))
      write_byte(&w, ';');
  }
  const uriel_text listed = {r->at, w.len};
  r->at += w.len;
  return listed;
}

/* "Separated from the host specific object name and from each other by the characters %00" (url-1993,
 * Prospero). */
static void prospero_read_early(part_reader *r, scheme_prospero *prospero, uriel_text below)
{
  uriel_text rest = below;
  const uriel_text name = prospero_take_null(&rest);
  const uriel_text version = prospero_take_null(&rest);
  const bool versioned = prospero_is_versioned(version, rest);
  prospero->object = uriel_part_bytes(r, versioned ? name : below);
  prospero->version = versioned ? version : view_undefined();
  prospero->attributes = prospero_listed(r, versioned ? rest : view_undefined());
}

/* Reports whether each item is FIELD=VALUE (RFC 4157, 2); otherwise `at` is in the first other item. */
static bool prospero_fields_fit(uriel_text attributes, const char **at)
{
  uriel_text item;
  while (uriel_list_next(&attributes, &item, ';')) {
    *at = item.ptr + item.len;
    if (view_find(item.ptr, *at, '=') == *at)
      return false;
  }
  return true;
}

/* <hsoname>;<field>=<value>; "no username or password is allowed" (RFC 4157, 2). */
static void prospero_read(part_reader *r, scheme_prospero *prospero, uriel_text below)
{
  const char *wrong = below.ptr;
  prospero->object = uriel_part_bytes(r, view_take(&below, ';'));
  prospero->attributes = below;
  if (!prospero_fields_fit(below, &wrong))
    uriel_part_error(r, URIEL_ERROR_PART_FORM, URIEL_PATH, "attributes", below, wrong);
  uriel_part_refuse(r, URIEL_USERINFO, "user", uriel_userinfo(r->ref));
}

static void prospero_parse(part_reader *r, void *parts)
{
  scheme_prospero *const prospero = parts;
  const uriel_text below = uriel_part_below(r, true), path = uriel_path(r->ref);
  const uriel_spec spec = uriel_spec_of(r->ref);
  *prospero = (scheme_prospero){.login = uriel_part_server(r)};
  if (!view_defined(below))
    uriel_part_error(r, URIEL_ERROR_PART_MISSING, URIEL_PATH, "object", path, path.ptr);
  else if (spec == URIEL_SPEC_URL_1993 || spec == URIEL_SPEC_URL_1994)
    prospero_read_early(r, prospero, below);
  else
    prospero_read(r, prospero, below);
}

static bool prospero_attributes_fit(part_builder *b, uriel_text attributes)
{
  static const encode_set written = {BYTE_QUERY, "", "", 0};
  if (!view_defined(attributes))
    return true;
  const char *const end = attributes.ptr + attributes.len;
  const char *at = uriel_part_outside(attributes, written);
  if (at != end)
    return uriel_build_error(b, URIEL_ERROR_PART_CHARACTER, URIEL_PATH, "attributes", attributes, at);
  return prospero_fields_fit(attributes, &at) ||
         uriel_build_error(b, URIEL_ERROR_PART_FORM, URIEL_PATH, "attributes", attributes, at);
}

/* The text after the object's name begins with ";". */
static bool prospero_has_no_dots(part_builder *b, const scheme_prospero *prospero)
{
  const unsigned edges = view_defined(prospero->attributes) ? EDGE_FIRST : EDGE_BOTH;
  return uriel_build_no_dots(b, "object", prospero->object, edges, false) &&
         uriel_build_no_dots(b, "attributes", prospero->attributes, EDGE_LAST, true);
}

static bool prospero_fits(part_builder *b, const scheme_prospero *prospero)
{
  uriel_build_refuse(b, URIEL_USERINFO, "user", prospero->login.user);
  uriel_build_refuse(b, URIEL_USERINFO, "password", prospero->login.password);
  uriel_build_refuse(b, URIEL_PATH, "version", prospero->version);
  return !b->failed && uriel_build_server_fits(b, &prospero->login) &&
         uriel_build_needs(b, URIEL_PATH, "object", prospero->object) &&
         prospero_attributes_fit(b, prospero->attributes) && prospero_has_no_dots(b, prospero);
}

static void prospero_build(part_builder *b, const void *parts)
{
  const scheme_prospero *const prospero = parts;
  static const encode_set name = {BYTE_PATH, ";", "", 0};
  if (prospero_fits(b, prospero)) {
    uriel_build_authority(b, "prospero", &prospero->login);
    uriel_build_part(b, "/", prospero->object, name, "");
    uriel_write_part(&b->w, ";", prospero->attributes, "");
  }
}

/* A command is a line, and no quoting allows NUL. "Encoded delimiters for a given protocol (for
 * example, CR and LF characters for telnet protocols)" are not to be "unencoded before transmission"
 * (url-1994, Security considerations). */
static bool prospero_can_ask(planner *p, const uriel_ref *ref, const scheme_prospero *prospero)
{
  part_reader r = uriel_part_read(ref, prospero_names, p->scratch, p->scratch_capacity);
  const uriel_text below = uriel_part_below(&r, true);
  const char *const at = uriel_part_find(below, "\r\n", !view_defined(prospero->version));
  if (at != below.ptr + below.len)
    uriel_part_error(&r, URIEL_ERROR_PART_LINE_BREAK, URIEL_PATH, "object", below, at);
  return uriel_part_finish(&r, &p->error);
}

/* "Used to resolve the URL yielding an access method for the object, which can then itself be
 * represented as a URL" (url-1994, Prospero). */
bool uriel_prospero_plan(planner *p, const uriel_ref *ref, const void *parts)
{
  const scheme_prospero *const prospero = parts;
  if (!prospero_can_ask(p, ref, prospero))
    return false;
  uriel_plan_warn_not_sent(p, &prospero->login);
  uriel_plan_connect(p, &prospero->login, "");
  uriel_plan_begin(p);
  uriel_write_part(&p->text, "resolve the object \"", prospero->object, "\"");
  uriel_write_part(&p->text, " in version \"", prospero->version, "\"");
  if (view_defined(prospero->attributes))
    write_string(&p->text, " with the attributes ");
  uriel_write_decoded(&p->text, prospero->attributes);
  uriel_plan_end(p, URIEL_STEP_REQUEST, "Prospero, whose bytes are not worked out here");
  uriel_plan_expect(p, "", "how to get at the object, which may be another URI: go on with that");
  uriel_plan_close(p, "");
  return true;
}

static const scheme_part prospero_parts[] = {
    SCHEME_LOGIN(scheme_prospero), SCHEME_PART(scheme_prospero, object),
    SCHEME_PART(scheme_prospero, version), SCHEME_LIST(scheme_prospero, attributes, ';', true)};

SCHEME_DEFINE(prospero, scheme_prospero);
