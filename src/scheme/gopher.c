/* SPDX-License-Identifier: MIT */
/* gopher (url-1994, Gopher; RFC 4266; url-1993, Gopher): type, selector, search and Gopher+ string,
 * and the request made of them. */
#include "scheme/part.h"
#include "scheme/scheme.h"
#include "uriel_scheme.h"

static const char *const gopher_names[] = {"gopher", NULL};

/* The path as written. */
typedef struct gopher_path {
  uriel_text type, selector, search, plus;
} gopher_path;

/* Splits `rest` at the first "%09", as view_take does. */
static uriel_text gopher_take(uriel_text *rest)
{
  const uriel_text all = *rest;
  if (!view_defined(all))
    return all;
  const char *const end = all.ptr + all.len;
  const char *const tab = uriel_part_find(all, "\t", false);
  *rest = tab == end ? view_undefined() : view_of(tab + (*tab == '%' ? 3 : 1), end);
  return view_of(all.ptr, tab);
}

/* The path after the "/" that precedes the type. The query belongs to it if the search has begun
 * before; otherwise the query is the search (url-1993, BNF syntax). */
static uriel_text gopher_below(const part_reader *r)
{
  const uriel_text path = uriel_path(r->ref);
  const bool searched = uriel_spec_of(r->ref) != URIEL_SPEC_URL_1993 &&
                        uriel_part_find(path, "\t", false) != path.ptr + path.len;
  return uriel_part_below(r, searched);
}

/* The default type is "1" (url-1993, Gopher; RFC 4266, 2.1). */
static gopher_path gopher_split(const part_reader *r)
{
  gopher_path path = {uriel_text_of("1"), view_undefined(), view_undefined(), view_undefined()};
  uriel_text rest = gopher_below(r);
  if (!view_defined(rest))
    rest = uriel_text_of("");
  const char *const end = rest.ptr + rest.len;
  if (rest.len > 0) {
    path.type = view_of(rest.ptr, rest.ptr + (triplet_at(rest.ptr, end) ? 3 : 1));
    rest = view_of(path.type.ptr + path.type.len, end);
  }
  /* url-1993, Gopher: "the rest of the path is the selector string". */
  const bool all_selector = uriel_spec_of(r->ref) == URIEL_SPEC_URL_1993;
  path.selector = all_selector ? rest : gopher_take(&rest);
  if (!all_selector) {
    path.search = gopher_take(&rest);
    path.plus = rest;
  }
  if (!view_defined(path.search))
    path.search = uriel_query(r->ref);
  return path;
}

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

/* Returns the end of the line at `at`, after its CR LF, or `at` if it does not end so. */
static size_t gopher_line(uriel_text plus, size_t at)
{
  size_t end = at;
  while (end < plus.len && plus.ptr[end] != '\r' && plus.ptr[end] != '\n')
    end++;
  return plus.len - end >= 2 && plus.ptr[end] == '\r' && plus.ptr[end + 1] == '\n' ? end + 2 : at;
}

/* Reports whether a server reads the Gopher+ string as one request: no line ends in it, or it is a
 * filled-in form ("+-1", lines, and "." at the end). Otherwise `at` is the byte at fault: a line end,
 * or the end of the string if the form is incomplete. */
static bool gopher_plus_fits(uriel_text plus, size_t *at)
{
  static const char begin[] = "+-1\r\n";
  size_t line = gopher_block(plus);
  *at = plus.len;
  if (line == 0) {
    *at = 0;
    while (*at < plus.len && plus.ptr[*at] != '\r' && plus.ptr[*at] != '\n')
      ++*at;
    return *at == plus.len;
  }
  if (plus.len - line < sizeof begin - 1 || memcmp(plus.ptr + line, begin, sizeof begin - 1) != 0)
    return false;
  for (line += sizeof begin - 1; line < plus.len; line = *at) {
    *at = gopher_line(plus, line);
    if (*at == line)
      break;
    if (*at - line == 3 && plus.ptr[line] == '.')
      return *at == plus.len;
  }
  while (line < plus.len && plus.ptr[line] != '\r' && plus.ptr[line] != '\n')
    line++;
  *at = line;
  return false;
}

static uriel_text gopher_read_plus(part_reader *r, uriel_text written)
{
  const uriel_text plus = uriel_part_bytes(r, written);
  size_t at;
  if (view_defined(plus) && !gopher_plus_fits(plus, &at))
    uriel_part_error(r, at < plus.len ? URIEL_ERROR_PART_LINE_BREAK : URIEL_ERROR_PART_FORM, URIEL_PATH,
                     "plus", written, uriel_part_written_at(written, at));
  return plus;
}

/* "Any characters other than tab, return, or linefeed" (url-1994, Gopher): NUL is allowed, unlike in
 * other line protocols. */
static uriel_text gopher_read(part_reader *r, const char *part, uriel_text written)
{
  const uriel_component component = written.ptr == uriel_query(r->ref).ptr ? URIEL_QUERY : URIEL_PATH;
  if (!view_defined(written))
    return written;
  const char *const broken = uriel_part_find(written, "\t\r\n", false);
  if (broken != written.ptr + written.len)
    uriel_part_error(r, URIEL_ERROR_PART_LINE_BREAK, component, part, written, broken);
  return uriel_part_bytes(r, written);
}

static void gopher_parse(part_reader *r, void *parts)
{
  scheme_gopher *const gopher = parts;
  *gopher = (scheme_gopher){.login = uriel_part_server(r)};
  if (r->failed)
    return;
  const gopher_path path = gopher_split(r);
  gopher->type = gopher_read(r, "type", path.type);
  gopher->selector = gopher_read(r, "selector", path.selector);
  gopher->search = gopher_read(r, "search", path.search);
  gopher->plus = gopher_read_plus(r, path.plus);
}

static bool gopher_fits(part_builder *b, const char *part, uriel_text text)
{
  for (size_t i = 0; i < text.len; i++)
    if (text.ptr[i] == '\t' || text.ptr[i] == '\r' || text.ptr[i] == '\n')
      return uriel_build_error(b, URIEL_ERROR_PART_LINE_BREAK, URIEL_PATH, part, text, text.ptr + i);
  return true;
}

/* Type and selector begin a segment. Text after "%09" does not begin one, and text before it does not
 * end one. */
static bool gopher_has_no_dots(part_builder *b, const scheme_gopher *gopher)
{
  const uriel_text type = gopher->type, selector = gopher->selector;
  const bool plus = view_defined(gopher->plus), search = view_defined(gopher->search);
  const bool dot = type.len == 1 && type.ptr[0] == '.';
  const bool ends = selector.len == 0 ? !search && !plus : selector.ptr[0] == '/';
  const bool two = selector.len > 0 && selector.ptr[0] == '.' &&
                   (selector.len == 1 ? !search && !plus : selector.ptr[1] == '/');
  if (dot && (ends || two))
    return uriel_build_error(b, URIEL_ERROR_PART_FORM, URIEL_PATH, "type", type, type.ptr);
  return uriel_build_no_dots(b, "selector", selector, search || plus ? EDGE_NONE : EDGE_LAST, false) &&
         uriel_build_no_dots(b, "search", gopher->search, plus ? EDGE_NONE : EDGE_LAST, false) &&
         uriel_build_no_dots(b, "plus", gopher->plus, EDGE_LAST, false);
}

static bool gopher_parts_fit(part_builder *b, const scheme_gopher *gopher)
{
  size_t at;
  if (view_defined(gopher->type) && gopher->type.len != 1)
    return uriel_build_error(b, URIEL_ERROR_PART_FORM, URIEL_PATH, "type", gopher->type,
                             gopher->type.ptr);
  if (view_defined(gopher->plus) && !gopher_plus_fits(gopher->plus, &at))
    return uriel_build_error(b,
                             at < gopher->plus.len ? URIEL_ERROR_PART_LINE_BREAK : URIEL_ERROR_PART_FORM,
                             URIEL_PATH, "plus", gopher->plus, gopher->plus.ptr + at);
  return gopher_fits(b, "type", gopher->type) && gopher_fits(b, "selector", gopher->selector) &&
         gopher_fits(b, "search", gopher->search) && gopher_has_no_dots(b, gopher);
}

/* A Gopher+ string without a search follows two encoded tabs (url-1994, Gopher). */
static void gopher_build(part_builder *b, const void *parts)
{
  const scheme_gopher *const gopher = parts;
  static const encode_set set = {BYTE_PATH, "", "", 0};
  const uriel_text type = view_defined(gopher->type) ? gopher->type : uriel_text_of("1");
  uriel_text search = gopher->search;
  if (view_defined(gopher->plus) && !view_defined(search))
    search = uriel_text_of("");
  if (uriel_build_server_fits(b, &gopher->login) && gopher_parts_fit(b, gopher)) {
    static const encode_set segment = {BYTE_SEGMENT, "", "", 0};
    uriel_build_authority(b, "gopher", &gopher->login);
    uriel_build_part(b, "/", type, segment, "");
    uriel_build_part(b, "", gopher->selector, set, "");
    uriel_build_part(b, "%09", search, set, "");
    uriel_build_part(b, "%09", gopher->plus, set, "");
  }
}

/* Selector and search before a Gopher+ string: without a search, one tab. */
static void gopher_write(planner *p, const scheme_gopher *gopher)
{
  const bool plus = view_defined(gopher->plus);
  write_view(&p->text, gopher->selector);
  if (gopher->search.len > 0 || (view_defined(gopher->search) && !plus))
    write_byte(&p->text, '\t');
  write_view(&p->text, gopher->search);
}

static void gopher_plan_answer(planner *p, const char *note)
{
  uriel_plan_expect(p, "", note);
  uriel_plan_close(p, "");
}

/* "?": fetch the form, let the user fill it in, send it (url-1994, Gopher). */
static void gopher_plan_ask(planner *p, const scheme_gopher *gopher)
{
  uriel_plan_begin(p);
  gopher_write(p, gopher);
  write_string(&p->text, "\t!+ASK\r\n");
  uriel_plan_end(p, URIEL_STEP_SEND, "");
  gopher_plan_answer(p, "the form, to the end of the connection");
  uriel_plan_connect(p, &gopher->login, "");
  uriel_plan_begin(p);
  gopher_write(p, gopher);
  write_string(&p->text, "\t+\t1\r\n+-1\r\n");
  uriel_plan_end(p, URIEL_STEP_ASK,
                 "the answers to the form, one a line, which follow this, and after them a line \".\"");
  gopher_plan_answer(p, "the answer, to the end of the connection");
}

/* An index to search without search words (RFC 4266, 2.1; RFC 1436, 3.3). */
static bool gopher_plan_search(planner *p, const scheme_gopher *gopher)
{
  if (gopher->type.len != 1 || gopher->type.ptr[0] != '7' || view_defined(gopher->search) ||
      view_defined(gopher->plus))
    return false;
  uriel_plan_begin(p);
  write_view(&p->text, gopher->selector);
  write_byte(&p->text, '\t');
  uriel_plan_end(
      p, URIEL_STEP_ASK,
      "the words to search the index for, which follow this, and after them the end of the line");
  gopher_plan_answer(p, "the answer, to the end of the connection");
  return true;
}

/* "8" and "T" are Telnet and TN3270 sessions; the selector is the login name (RFC 1436, 3.8). */
static bool gopher_plan_session(planner *p, const scheme_gopher *gopher)
{
  if (gopher->type.len != 1 || (gopher->type.ptr[0] != '8' && gopher->type.ptr[0] != 'T'))
    return false;
  uriel_step *const step = uriel_plan_step(
      p, URIEL_STEP_INTERACT,
      gopher->selector.len == 0 ? "the session"
                                : "the session: where it asks for a user name, give this one");
  step->text = gopher->selector;
  uriel_plan_close(p, "");
  return true;
}

/* A filled-in form has its own line ends; any other request is one line. */
bool uriel_gopher_plan(planner *p, const uriel_ref *ref, const void *parts)
{
  const scheme_gopher *const gopher = parts;
  (void)ref;
  uriel_plan_warn_not_sent(p, &gopher->login);
  uriel_plan_connect(p, &gopher->login, "");
  if (gopher->plus.len == 1 && gopher->plus.ptr[0] == '?') {
    gopher_plan_ask(p, gopher);
    return true;
  }
  if (gopher_plan_session(p, gopher) || gopher_plan_search(p, gopher))
    return true;
  uriel_plan_begin(p);
  gopher_write(p, gopher);
  if (gopher->plus.len > 0)
    write_byte(&p->text, '\t');
  write_view(&p->text, gopher->plus);
  if (gopher_block(gopher->plus) == 0)
    write_string(&p->text, "\r\n");
  uriel_plan_end(p, URIEL_STEP_SEND, "");
  gopher_plan_answer(p, "the answer, to the end of the connection");
  return true;
}

static const scheme_part gopher_parts[] = {
    SCHEME_LOGIN(scheme_gopher), SCHEME_PART(scheme_gopher, type), SCHEME_PART(scheme_gopher, selector),
    SCHEME_PART(scheme_gopher, search), SCHEME_PART(scheme_gopher, plus)};

SCHEME_DEFINE(gopher, scheme_gopher);
