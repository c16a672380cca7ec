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

/* Writes a token of the protocol: unquoted if possible, otherwise between quotes, with two for one. */
static void prospero_token(writer *w, uriel_text token)
{
  bool bare = token.len > 0;
  for (size_t i = 0; i < token.len && bare; i++)
    bare = !bytes_have(" \t\n\v\f\r'", (unsigned char)token.ptr[i]);
  write_string(w, bare ? "" : "'");
  for (size_t i = 0; i < token.len; i++)
    write_string(w, token.ptr[i] == '\'' ? "'" : ""), write_byte(w, token.ptr[i]);
  write_string(w, bare ? "" : "'");
}

/* The version of the object; "0" means the current one. */
static uriel_text prospero_version(const scheme_prospero *prospero)
{
  static const char name[] = "OBJECT-VERSION=";
  const size_t len = sizeof name - 1;
  uriel_text list = prospero->attributes, item, version = prospero->version;
  while (!view_defined(prospero->version) && uriel_list_next(&list, &item, ';'))
    if (item.len > len && memcmp(item.ptr, name, len) == 0)
      version = (uriel_text){item.ptr + len, item.len - len};
  return version.len > 0 && view_consists(version, BYTE_DIGIT) ? version : uriel_text_of("0");
}

/* Adds a request in words, with its message: `before`, the object, and `after`, which can have its
 * version (the protocol's version 5). */
static void prospero_request(planner *p, const scheme_prospero *prospero, uriel_step *step,
                             const char *before, bool version, const char *after)
{
  uriel_plan_begin(p);
  write_string(&p->text, "VERSION 5\nAUTHENTICATE '' UNAUTHENTICATED guest\n");
  write_string(&p->text, before);
  prospero_token(&p->text, prospero->object);
  write_string(&p->text, version ? " " : "");
  write_view(&p->text, version ? prospero_version(prospero) : view_undefined());
  write_string(&p->text, after);
  if (p->text.len <= p->text.capacity)
    step->bytes = (uriel_text){p->text.out + p->begin, p->text.len - p->begin};
}

/* Codes are the names of access methods, NONE-FOUND, or kinds of failures. */
static void prospero_refusals(planner *p)
{
  uriel_plan_branch(p, "NOT-FOUND NOT-A-DIRECTORY NONE-FOUND", URIEL_ACTION_ABSENT);
  uriel_plan_branch(p, "FORWARDED", URIEL_ACTION_REDIRECT);
  uriel_plan_branch(p, "SERVER-FAILED", URIEL_ACTION_LATER);
  uriel_plan_branch(p, "NOT-AUTHORIZED AUTHENTICATION UNIMPLEMENTED AMBIGUOUS BAD-VALUE ERROR VERSION",
                    URIEL_ACTION_REFUSED);
}

/* The object itself, if the server has it; or a directory, which has no contents, but links. */
static void prospero_plan_aside(planner *p, const scheme_prospero *prospero)
{
  uriel_plan_place(p, PLACE_CONTENTS);
  uriel_plan_begin(p);
  write_string(&p->text, "send the contents of the object");
  prospero_request(p, prospero, uriel_plan_end(p, URIEL_STEP_REQUEST, ""),
                   "GET-OBJECT-INFO CONTENTS ASCII ", true, "\n");
  uriel_plan_expect(p, "", URIEL_REPLY_ARDP, URIEL_USE_OBJECT, "");
  uriel_plan_branch_to(p, "CONTENTS", "", PLACE_QUIT);
  uriel_plan_branch_to(p, "NONE-FOUND", "", PLACE_LINKS);
  prospero_refusals(p);
  uriel_plan_place(p, PLACE_LINKS);
  uriel_plan_begin(p);
  write_string(&p->text, "list the links of the directory");
  prospero_request(p, prospero, uriel_plan_end(p, URIEL_STEP_REQUEST, ""), "DIRECTORY ASCII ", false,
                   "\nLIST '' COMPONENTS\n");
  uriel_plan_expect(p, "", URIEL_REPLY_ARDP, URIEL_USE_LISTING, "");
  uriel_plan_branch_to(p, "LINK NONE-FOUND", "", PLACE_QUIT);
  prospero_refusals(p);
}

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
  prospero_request(p, prospero, uriel_plan_end(p, URIEL_STEP_REQUEST, "Prospero"),
                   "GET-OBJECT-INFO ACCESS-METHOD+SIZE ASCII ", true, "\n");
  uriel_plan_expect(p, "", URIEL_REPLY_ARDP, URIEL_USE_METHODS,
                    "how to get at the object, which may be another URI: continue with it");
  uriel_plan_branch_to(p, "PROSPERO-CONTENTS", "", PLACE_CONTENTS);
  uriel_plan_branch(p, "AFTP FTP GOPHER WAIS TELNET", URIEL_ACTION_REDIRECT);
  prospero_refusals(p);
  uriel_plan_place(p, PLACE_QUIT);
  uriel_plan_close(p);
  if (uriel_plan_aside(p))
    prospero_plan_aside(p, prospero);
  return true;
}
