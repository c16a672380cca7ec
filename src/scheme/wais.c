/* SPDX-License-Identifier: MIT */
/* wais (url-1993 and url-1994, WAIS; RFC 4156): a database, a search in one, or a document. */
#include "scheme/wais_message.h"

/* Reports whether the fields are digits "=" ..., separated by ";" (url-1994, BNF, wpath). */
static bool wais_is_numbered(uriel_text fields)
{
  uriel_text item;
  bool numbered = view_defined(fields);
  while (numbered && uriel_list_next(&fields, &item, ';')) {
    size_t digits = 0;
    while (digits < item.len && byte_is(item.ptr[digits], BYTE_DIGIT))
      digits++;
    numbered = digits > 0 && digits < item.len && item.ptr[digits] == '=';
  }
  return numbered;
}

/* Reports whether numbered fields end with the ";" of the last one. */
static bool wais_has_end(uriel_text fields)
{
  return fields.len > 0 && fields.ptr[fields.len - 1] == ';' &&
         wais_is_numbered((uriel_text){fields.ptr, fields.len - 1});
}

/* Building adds the ";" at the end. */
static part_wrong wais_fields(uriel_text fields)
{
  return wais_has_end(fields) ? part_is_wrong(URIEL_ERROR_PART_FORM, fields.ptr + fields.len - 1)
                              : part_fits();
}

static const scheme_part wais_parts[] = {
    SCHEME_LOGIN(0, 0),
    {"database", "/", BYTE_SEGMENT, .checks = PART_NEEDED | PART_FILLED | PART_SEGMENT},
    {"search", "?", BYTE_QUERY, .component = URIEL_QUERY},
    {"type", "/", BYTE_SEGMENT, .checks = PART_NEEDED | PART_FILLED | PART_SEGMENT},
    {"length", "", .checks = PART_NEEDED | PART_FILLED},
    {"fields", "/", BYTE_PATH, .checks = PART_NEEDED, .form = wais_fields, .separator = ';',
     .pairs = true}};

/* database ["/" wtype "/" wpath]; in url-1993 wpath is digits "/" path, the length first. */
static void wais_read(part_reader *r, scheme_parts *parts)
{
  scheme_wais *const wais = &parts->wais;
  uriel_text rest = uriel_part_below(r->ref, false);
  wais->login = uriel_part_server(r);
  uriel_part_take(r, &wais->database, view_take(&rest, '/'));
  if (view_defined(rest)) {
    uriel_part_take(r, &wais->type, view_take(&rest, '/'));
    if (uriel_spec_of(r->ref) == URIEL_SPEC_URL_1993)
      uriel_part_take(r, &wais->length, view_take(&rest, '/'));
    rest.len -= wais_has_end(rest);
    uriel_part_take(r, &wais->fields, rest);
    uriel_part_refuse(r, URIEL_QUERY, "search");
  }
  uriel_part_take(r, &wais->search, uriel_query(r->ref));
}

static void wais_fit(part_builder *b, const scheme_parts *parts)
{
  const scheme_wais *const wais = &parts->wais;
  if (!uriel_build_refuse(b, &wais->length, URIEL_PATH) || !uriel_build_server_fits(b, &wais->login) ||
      !uriel_build_fits(b, &wais->database) ||
      (!view_defined(wais->type) && !view_defined(wais->fields)))
    return;
  if (uriel_build_refuse(b, &wais->search, URIEL_QUERY) && uriel_build_fits(b, &wais->type) &&
      uriel_build_fits(b, &wais->fields))
    uriel_build_no_dots(b, &wais->fields,
                        PART_DOTS_FIRST | (wais_is_numbered(wais->fields) ? 0 : PART_DOTS_LAST));
}

static void wais_write(part_builder *b, const scheme_parts *parts)
{
  const scheme_wais *const wais = &parts->wais;
  uriel_build_authority(b, "wais", &wais->login);
  uriel_build_put(b, &wais->database);
  uriel_build_put(b, &wais->type);
  uriel_build_put(b, &wais->fields);
  if (wais_is_numbered(wais->fields))
    write_byte(&b->w, ';');
  uriel_build_put(b, &wais->search);
}

SCHEME_DEFINE(wais, wais_read, wais_fit, wais_write, "wais");

/* Adds the message to the step of the request. */
static void wais_plan_message(planner *p, const scheme_wais *wais, uriel_step *step)
{
  uriel_text rest = uriel_part_below(p->ref, false);
  wais_places places = {0, 0};
  view_take(&rest, '/');
  view_take(&rest, '/');
  if (uriel_spec_of(p->ref) == URIEL_SPEC_URL_1993)
    view_take(&rest, '/');
  const wais_message message = {
      .database = wais->database, .query = uriel_query(p->ref), .type = wais->type, .identifier = rest};
  uriel_plan_begin(p);
  if (uriel_wais_write(&p->text, &message, &places) && p->text.len <= p->text.capacity)
    step->bytes = (uriel_text){p->text.out + p->begin, p->text.len - p->begin};
  step->first = places.first;
  step->last = places.last;
  const char *digits = wais->length.ptr;
  if (view_defined(wais->length))
    step->length = digits_read(&digits, view_end(wais->length), 10, UINT32_MAX);
}

/* WAIS is Z39.50-1988 with its own types (RFC 1625). Codes are the diagnostics of that protocol. */
bool uriel_wais_plan(planner *p, const scheme_parts *parts)
{
  const scheme_wais *const wais = &parts->wais;
  const bool document = view_defined(wais->type);
  uriel_text rest = uriel_part_below(p->ref, false);
  const uriel_text database = view_take(&rest, '/');
  /* In a request, 0x1F separates databases: a name with it would be two. */
  const char *const at = uriel_part_find(database, "\x1F", false);
  if (at != database.ptr + database.len)
    return uriel_plan_error(p, URIEL_ERROR_PART_CHARACTER, URIEL_PATH, "database", database, at);
  uriel_plan_warn_not_sent(p, &wais->login);
  uriel_plan_connect(p, &wais->login, "");
  if (!document && !view_defined(wais->search))
    uriel_plan_step(p, URIEL_STEP_ASK, "what to search the database for")->fill = URIEL_FILL_WORDS;
  uriel_plan_begin(p);
  uriel_write_part(&p->text, document ? "retrieve from the database \"" : "search the database \"",
                   wais->database, "\"");
  if (document) {
    uriel_write_part(&p->text, " the document of type \"", wais->type, "\"");
    uriel_write_part(&p->text, " and length ", wais->length, "");
    write_string(&p->text, " whose identifier is ");
    uriel_write_decoded(&p->text, wais->fields);
  } else {
    uriel_write_part(&p->text, " for \"", wais->search, "\"");
  }
  wais_plan_message(p, wais, uriel_plan_end(p, URIEL_STEP_REQUEST, "WAIS (RFC 1625)"));
  uriel_plan_expect(p, "", URIEL_REPLY_WAIS, document ? URIEL_USE_OBJECT : URIEL_USE_RESULTS,
                    document ? "the document" : "the documents that were found");
  if (document)
    uriel_plan_branch(p, "SF", URIEL_ACTION_ABSENT);
  uriel_plan_branch(p, "S2 SG SV", URIEL_ACTION_LATER);
  uriel_plan_branch(p, "S T", URIEL_ACTION_REFUSED);
  return uriel_plan_close(p);
}
