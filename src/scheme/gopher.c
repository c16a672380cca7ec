/* SPDX-License-Identifier: MIT */
/* gopher (url-1994, Gopher; RFC 4266; url-1993, Gopher): type, selector, search and Gopher+ string,
 * and the request made of them. */
#include "scheme/scheme.h"

/* Returns where the block of a filled-in form begins, after "+", an optional view, TAB, the data flag
 * "1", CR LF; otherwise 0. */
static size_t gopher_block(uriel_text plus)
{
  static const char flag[] = "\t1\r\n";
  const size_t len = sizeof flag - 1;
  size_t at = 0;
  while (at < plus.len && plus.ptr[at] != '\t' && plus.ptr[at] != '\r' && plus.ptr[at] != '\n')
    at++;
  const bool flagged = plus.len - at >= len && memcmp(plus.ptr + at, flag, len) == 0;
  return flagged && plus.ptr[0] == '+' ? at + len : 0;
}

/* A server reads the Gopher+ string as one request: no line ends in it, or it is a filled-in form
 * ("+-1", lines, and "." at the end). The byte at fault is a line end, or the end of an incomplete
 * form. */
static part_wrong gopher_plus(uriel_text plus)
{
  static const char form[] = "+-1\r\n";
  const char *const end = plus.ptr + plus.len;
  const char *line = plus.ptr + gopher_block(plus), *at = line;
  if (line == plus.ptr) {
    while (at < end && *at != '\r' && *at != '\n')
      at++;
    return at == end ? part_fits() : part_is_wrong(URIEL_ERROR_PART_LINE_BREAK, at);
  }
  if ((size_t)(end - line) < sizeof form - 1 || memcmp(line, form, sizeof form - 1) != 0)
    return part_is_wrong(URIEL_ERROR_PART_FORM, end);
  for (at = line += sizeof form - 1; line < end; line = at) {
    while (at < end && *at != '\r' && *at != '\n')
      at++;
    if (end - at < 2 || at[0] != '\r' || at[1] != '\n')
      break;
    at += 2;
    if (at - line == 3 && *line == '.')
      return at == end ? part_fits() : part_is_wrong(URIEL_ERROR_PART_LINE_BREAK, at);
  }
  return part_is_wrong(at < end ? URIEL_ERROR_PART_LINE_BREAK : URIEL_ERROR_PART_FORM, at);
}

static part_wrong gopher_type(uriel_text type)
{
  if (type.len != 1)
    return part_is_wrong(URIEL_ERROR_PART_FORM, type.ptr);
  const char *const end = type.ptr + 1, *const at = uriel_part_find(type, "\t\r\n", false);
  return at == end ? part_fits() : part_is_wrong(URIEL_ERROR_PART_LINE_BREAK, at);
}

/* "Any characters other than tab, return, or linefeed" (url-1994, Gopher): NUL is allowed, unlike in
 * other line protocols. */
static const scheme_part gopher_parts[] = {SCHEME_LOGIN(PART_SERVER, 0),
                                           {"type", "/", BYTE_SEGMENT, .form = gopher_type},
                                           {"selector", "", BYTE_PATH, .checks = PART_TABBED},
                                           {"search", "%09", BYTE_PATH, .checks = PART_TABBED},
                                           {"plus", "%09", BYTE_PATH, .form = gopher_plus}};

static void gopher_read(part_reader *r, scheme_parts *parts)
{
  scheme_gopher *const gopher = &parts->gopher;
  const bool early = uriel_spec_of(r->ref) == URIEL_SPEC_URL_1993;
  const uriel_text path = uriel_path(r->ref);
  uriel_text type = uriel_text_of("1"), search = view_undefined();
  gopher->login = uriel_part_server(r);
  /* The query belongs to the path if the search has begun before; otherwise the query is the search
   * (url-1993, BNF syntax). */
  uriel_text rest =
      uriel_part_below(r->ref, !early && uriel_part_find(path, "\t", false) != path.ptr + path.len);
  /* The default type is "1" (url-1993, Gopher; RFC 4266, 2.1). */
  if (rest.len == 0) {
    rest = uriel_text_of("");
  } else {
    const char *const end = rest.ptr + rest.len, *at = rest.ptr;
    decoded_next(&at, end);
    type = view_of(rest.ptr, at);
    rest = view_of(at, end);
  }
  uriel_part_take(r, &gopher->type, type);
  /* url-1993, Gopher: "the rest of the path is the selector string". */
  uriel_part_take(r, &gopher->selector, early ? rest : uriel_take_encoded(&rest, '\t'));
  if (!early)
    search = uriel_take_encoded(&rest, '\t');
  uriel_part_take(r, &gopher->search, view_defined(search) ? search : uriel_query(r->ref));
  if (!early)
    uriel_part_take(r, &gopher->plus, rest);
}

/* Type and selector begin a segment. Text after "%09" does not begin one, and text before it does not
 * end one. */
static void gopher_fit(part_builder *b, const scheme_parts *parts)
{
  const scheme_gopher *const gopher = &parts->gopher;
  const uriel_text type = gopher->type, selector = gopher->selector;
  const unsigned last = view_defined(gopher->plus) ? 0 : PART_DOTS_LAST;
  const unsigned first = view_defined(gopher->search) ? 0 : last;
  const bool dot = type.len == 1 && type.ptr[0] == '.';
  const bool ends = selector.len == 0 ? first : selector.ptr[0] == '/';
  const bool two =
      selector.len > 0 && selector.ptr[0] == '.' && (selector.len == 1 ? first : selector.ptr[1] == '/');
  uriel_build_fit_all(b);
  if (dot && (ends || two))
    uriel_build_part_error(b, URIEL_ERROR_PART_FORM, &gopher->type, type.ptr);
  uriel_build_no_dots(b, &gopher->selector, first);
  uriel_build_no_dots(b, &gopher->search, last);
  uriel_build_no_dots(b, &gopher->plus, PART_DOTS_LAST);
}

/* A Gopher+ string without a search follows two encoded tabs (url-1994, Gopher). */
static void gopher_write(part_builder *b, const scheme_parts *parts)
{
  scheme_parts whole = *parts;
  if (!view_defined(whole.gopher.type))
    whole.gopher.type = uriel_text_of("1");
  if (view_defined(whole.gopher.plus) && !view_defined(whole.gopher.search))
    whole.gopher.search = uriel_text_of("");
  b->parts = &whole;
  uriel_build_put_all(b);
  b->parts = parts;
}

SCHEME_DEFINE(gopher, gopher_read, gopher_fit, gopher_write, "gopher");

/* ---- Plan ----------------------------------------------------------------------------------------- */

/* Begins a request: selector and search. Before a Gopher+ string, an empty search is left out with its
 * tab. */
static void gopher_plan_begin(planner *p, const scheme_gopher *gopher)
{
  uriel_plan_begin(p);
  write_view(&p->text, gopher->selector);
  if (gopher->search.len > 0 || (view_defined(gopher->search) && !view_defined(gopher->plus)))
    write_byte(&p->text, '\t');
  write_view(&p->text, gopher->search);
}

/* Gopher+ has the error codes 1 for an item that is not available, 2 for a server that is busy, 3
 * for an item that has moved. */
static void gopher_plan_expect(planner *p, uriel_reply_form form, uriel_reply_use use, const char *note)
{
  uriel_plan_expect(p, "", form, use, note);
  if (form != URIEL_REPLY_GOPHER)
    return;
  uriel_plan_branch(p, "1", URIEL_ACTION_ABSENT);
  uriel_plan_branch(p, "2", URIEL_ACTION_LATER);
  uriel_plan_branch(p, "3", URIEL_ACTION_REDIRECT);
}

/* Menus and text end with a line "." (RFC 1436, 3.7); a text may have one itself, if the server does not
 * add it. Types 4 and 6 are encoded as text. A Gopher+ menu has the media type of a view, or is the
 * default view of a menu. */
static void gopher_plan_answer(planner *p, uriel_text plus, char type)
{
  const bool is_menu = type == '1' || type == '7', is_text = type == '0' || type == '4' || type == '6';
  const char first = plus.len > 0 ? plus.ptr[0] : 0;
  const uriel_text name = view_before(view_before(plus, '\t'), ' ');
  uriel_reply_use use = is_menu ? URIEL_USE_MENU : is_text ? URIEL_USE_TEXT : URIEL_USE_OBJECT;
  if (first == '!' || first == '$')
    use = URIEL_USE_ATTRIBUTES;
  else if (view_is(name, "+application/gopher+-menu") || view_is(name, "+application/gopher-menu"))
    use = URIEL_USE_MENU;
  else if (plus.len > 0 && !(is_menu && name.len == 1))
    use = URIEL_USE_OBJECT;
  gopher_plan_expect(p,
                     first     ? URIEL_REPLY_GOPHER
                     : is_menu ? URIEL_REPLY_DOT
                               : URIEL_REPLY_END,
                     use, "the answer, to the end of the connection");
}

bool uriel_gopher_plan(planner *p, const scheme_parts *parts)
{
  const scheme_gopher *const gopher = &parts->gopher;
  const char type = gopher->type.len == 1 ? gopher->type.ptr[0] : 0;
  const bool session = type == '8' || type == 'T', head = p->options->head;
  const bool asks = gopher->plus.len == 1 && gopher->plus.ptr[0] == '?';
  uriel_text plus = gopher->plus;
  if (head && session)
    return uriel_plan_no_head(p);
  /* The attributes of an item, or of a menu's items (url-1994, Gopher). */
  if (head && (plus.len == 0 || (plus.ptr[0] != '!' && plus.ptr[0] != '$')))
    plus = uriel_text_of("!");
  uriel_plan_warn_not_sent(p, &gopher->login);
  uriel_plan_connect(p, &gopher->login, "");
  if (asks && !head) {
    /* Fetch the form, let the user fill it in, send it (url-1994, Gopher). */
    gopher_plan_begin(p, gopher);
    write_string(&p->text, "\t!+ASK\r\n");
    uriel_plan_end(p, URIEL_STEP_SEND, "");
    gopher_plan_expect(p, URIEL_REPLY_GOPHER, URIEL_USE_FORM, "the form, to the end of the connection");
    uriel_plan_close(p);
    uriel_plan_connect(p, &gopher->login, "");
    gopher_plan_begin(p, gopher);
    write_string(&p->text, "\t+\t1\r\n+-1\r\n");
    uriel_step *const ask = uriel_plan_end(
        p, URIEL_STEP_ASK,
        "the answers to the form, one a line, which follow this, and after them a line \".\"");
    ask->fill = URIEL_FILL_FORM;
    ask->after = ".\r\n";
  } else if (session) {
    /* Telnet and TN3270; the selector is the login name (RFC 1436, 3.8). */
    uriel_step *const step = uriel_plan_step(
        p, URIEL_STEP_INTERACT,
        gopher->selector.len == 0 ? "the session"
                                  : "the session: where it asks for a user name, give this one");
    step->text = gopher->selector;
    step->form = URIEL_REPLY_END;
    step->use = type == 'T' ? URIEL_USE_SCREEN : URIEL_USE_TELNET;
  } else if (type == '7' && !view_defined(gopher->search) && !view_defined(plus)) {
    /* An index to search without search words (RFC 4266, 2.1; RFC 1436, 3.3). */
    gopher_plan_begin(p, gopher);
    write_byte(&p->text, '\t');
    uriel_step *const ask = uriel_plan_end(
        p, URIEL_STEP_ASK,
        "the words to search the index for, which follow this, and after them the end of the line");
    ask->fill = URIEL_FILL_WORDS;
    ask->after = "\r\n";
  } else {
    gopher_plan_begin(p, gopher);
    if (plus.len > 0)
      write_byte(&p->text, '\t');
    write_view(&p->text, plus);
    /* A filled-in form has its own line ends; any other request is one line. */
    if (gopher_block(plus) == 0)
      write_string(&p->text, "\r\n");
    uriel_plan_end(p, URIEL_STEP_SEND, "");
  }
  if (!session)
    gopher_plan_answer(p, plus, type);
  return uriel_plan_close(p);
}
