/* SPDX-License-Identifier: MIT */
/* wais (url-1993 and url-1994, WAIS; RFC 4156): a database, a search in one, or a document. */
#include "scheme/part.h"
#include "scheme/scheme.h"
#include "uriel_scheme.h"

static const char *const wais_names[] = {"wais", NULL};

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

/* The fields without the ";" that ends the last one; undefined without one, or if they have no
 * numbers. */
static uriel_text wais_less_end(uriel_text fields)
{
  if (fields.len == 0 || fields.ptr[fields.len - 1] != ';')
    return view_undefined();
  const uriel_text less = {fields.ptr, fields.len - 1};
  return wais_is_numbered(less) ? less : view_undefined();
}

static uriel_text wais_required(part_reader *r, const char *part, uriel_text written)
{
  if (!view_defined(written))
    uriel_part_error(r, URIEL_ERROR_PART_MISSING, URIEL_PATH, part, uriel_path(r->ref),
                     uriel_path(r->ref).ptr + uriel_path(r->ref).len);
  else if (written.len == 0)
    uriel_part_error(r, URIEL_ERROR_PART_EMPTY, URIEL_PATH, part, written, written.ptr);
  return uriel_part_bytes(r, written);
}

/* wtype "/" wpath; in url-1993 wpath is digits "/" path, the length first. */
static void wais_read_document(part_reader *r, scheme_wais *wais, uriel_text rest)
{
  wais->type = wais_required(r, "type", view_take(&rest, '/'));
  if (uriel_spec_of(r->ref) == URIEL_SPEC_URL_1993)
    wais->length = wais_required(r, "length", view_take(&rest, '/'));
  if (!view_defined(rest))
    wais_required(r, "fields", rest);
  const uriel_text less = wais_less_end(rest);
  wais->fields = view_defined(less) ? less : rest;
  uriel_part_refuse(r, URIEL_QUERY, "search", uriel_query(r->ref));
}

static void wais_parse(part_reader *r, void *parts)
{
  scheme_wais *const wais = parts;
  uriel_text rest = uriel_part_below(r, false);
  *wais = (scheme_wais){.login = uriel_part_server(r)};
  wais->database = wais_required(r, "database", view_take(&rest, '/'));
  if (view_defined(rest))
    wais_read_document(r, wais, rest);
  wais->search = uriel_part_bytes(r, uriel_query(r->ref));
}

static bool wais_needs(part_builder *b, const char *part, uriel_text text)
{
  return uriel_build_needs(b, URIEL_PATH, part, text) &&
         (text.len > 0 ||
          uriel_build_error(b, URIEL_ERROR_PART_EMPTY, URIEL_PATH, part, text, text.ptr)) &&
         uriel_build_no_dot_segment(b, part, text);
}

/* Fields are as written; building adds the ";" at the end, so they must not have it. */
static bool wais_fields_fit(part_builder *b, uriel_text fields)
{
  static const encode_set written = {BYTE_PATH, "", "", 0};
  const char *const end = fields.ptr + fields.len;
  const char *const outside = uriel_part_outside(fields, written);
  if (outside != end)
    return uriel_build_error(b, URIEL_ERROR_PART_CHARACTER, URIEL_PATH, "fields", fields, outside);
  return !view_defined(wais_less_end(fields)) ||
         uriel_build_error(b, URIEL_ERROR_PART_FORM, URIEL_PATH, "fields", fields, end - 1);
}

static bool wais_document_fits(part_builder *b, const scheme_wais *wais)
{
  if (!view_defined(wais->type) && !view_defined(wais->fields))
    return true;
  uriel_build_refuse(b, URIEL_QUERY, "search", wais->search);
  return !b->failed && wais_needs(b, "type", wais->type) &&
         uriel_build_needs(b, URIEL_PATH, "fields", wais->fields) && wais_fields_fit(b, wais->fields) &&
         uriel_build_no_dots(b, "fields", wais->fields,
                             wais_is_numbered(wais->fields) ? EDGE_FIRST : EDGE_BOTH, true);
}

static void wais_build(part_builder *b, const void *parts)
{
  const scheme_wais *const wais = parts;
  static const encode_set name = {BYTE_SEGMENT, "", "", 0}, search = {BYTE_QUERY, "", "", 0};
  uriel_build_refuse(b, URIEL_PATH, "length", wais->length);
  if (!b->failed && uriel_build_server_fits(b, &wais->login) &&
      wais_needs(b, "database", wais->database) && wais_document_fits(b, wais)) {
    uriel_build_authority(b, "wais", &wais->login);
    uriel_build_part(b, "/", wais->database, name, "");
    uriel_build_part(b, "/", wais->type, name, "");
    uriel_write_part(&b->w, "/", wais->fields, wais_is_numbered(wais->fields) ? ";" : "");
    uriel_build_part(b, "?", wais->search, search, "");
  }
}

/* WAIS is Z39.50-1988 with its own types (RFC 1625): the request in words. */
static void wais_request(planner *p, const scheme_wais *wais)
{
  uriel_plan_begin(p);
  if (view_defined(wais->type)) {
    uriel_write_part(&p->text, "retrieve from the database \"", wais->database, "\"");
    uriel_write_part(&p->text, " the document of type \"", wais->type, "\"");
    uriel_write_part(&p->text, " and length ", wais->length, "");
    write_string(&p->text, " whose identifier is ");
    uriel_write_decoded(&p->text, wais->fields);
  } else {
    uriel_write_part(&p->text, "search the database \"", wais->database, "\"");
    uriel_write_part(&p->text, " for \"", wais->search, "\"");
  }
  uriel_plan_end(p, URIEL_STEP_REQUEST, "WAIS (RFC 1625), whose bytes are not worked out here");
}

/* In a request, 0x1F separates databases: a name with it would be two. */
static bool wais_can_ask(planner *p, const uriel_ref *ref)
{
  part_reader r = uriel_part_read(ref, wais_names, p->scratch, p->scratch_capacity);
  uriel_text rest = uriel_part_below(&r, false);
  const uriel_text database = view_take(&rest, '/');
  const char *const at = uriel_part_find(database, "\x1F", false);
  if (at != database.ptr + database.len)
    uriel_part_error(&r, URIEL_ERROR_PART_CHARACTER, URIEL_PATH, "database", database, at);
  return uriel_part_finish(&r, &p->error);
}

bool uriel_wais_plan(planner *p, const uriel_ref *ref, const void *parts)
{
  const scheme_wais *const wais = parts;
  if (!wais_can_ask(p, ref))
    return false;
  uriel_plan_warn_not_sent(p, &wais->login);
  uriel_plan_connect(p, &wais->login, "");
  if (!view_defined(wais->type) && !view_defined(wais->search))
    uriel_plan_step(p, URIEL_STEP_ASK, "what to search the database for");
  wais_request(p, wais);
  uriel_plan_expect(p, "", view_defined(wais->type) ? "the document" : "the documents that were found");
  uriel_plan_close(p, "");
  return true;
}

static const scheme_part wais_parts[] = {
    SCHEME_LOGIN(scheme_wais),        SCHEME_PART(scheme_wais, database),
    SCHEME_PART(scheme_wais, search), SCHEME_PART(scheme_wais, type),
    SCHEME_PART(scheme_wais, length), SCHEME_LIST(scheme_wais, fields, ';', true)};

SCHEME_DEFINE(wais, scheme_wais);
