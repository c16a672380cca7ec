/* SPDX-License-Identifier: MIT */
/* Functions whose result is a list, one element at a time. */
#include "function/function.h"
#include "text/text.h"
#include "uriel_find.h"
#include "uriel_html.h"
#include "uriel_iri.h"
#include "uriel_query.h"
#include "uriel_url.h"

/* Sets a field to a text that was written to the buffer, and keeps it there. */
static bool list_wrote(function_call *call, uriel_value *field, size_t len)
{
  function_text(field, (uriel_text){len > 0 ? call->out : "", len});
  return uriel_function_take(call, len);
}

/* Starts the list of a call: `text` is the part not yet visited. */
static bool list_begin(const function_call *call, uriel_value *result, uriel_text text)
{
  *result = (uriel_value){.kind = URIEL_KIND_LIST, .text = text, .place = {call->function, NULL}};
  return true;
}

/* ---- Parameters ------------------------------------------------------------------------------- */

bool uriel_function_params(function_call *call, uriel_value *result)
{
  const uriel_text query = uriel_query(call->refs[0]);
  return !query.ptr || list_begin(call, result, query);
}

/* Sets a field to a name or a value, decoded. */
static bool list_decoded(function_call *call, uriel_value *field, uriel_text text)
{
  function_text(field, text);
  return !text.ptr ||
         list_wrote(call, field, uriel_decode(text.ptr, text.len, 0, call->out, call->capacity, NULL));
}

bool uriel_function_params_next(function_call *call, uriel_value *list, uriel_value *fields)
{
  uriel_param param;
  return uriel_query_next(&list->text, &param, 0) && list_decoded(call, &fields[0], param.name) &&
         list_decoded(call, &fields[1], param.value);
}

bool uriel_function_param_all(function_call *call, uriel_value *result)
{
  const uriel_text name = call->values[1].text;
  if (!uriel_function_params(call, result) || result->kind == URIEL_KIND_UNDEFINED)
    return true;
  /* The name is copied, since the argument need not stay. */
  if (name.len > 0 && name.len <= call->capacity)
    memcpy(call->out, name.ptr, name.len);
  result->place[1] = call->out;
  result->count = name.len;
  return uriel_function_take(call, name.len);
}

/* Parameters without a value are not listed. */
bool uriel_function_param_all_next(function_call *call, uriel_value *list, uriel_value *fields)
{
  for (uriel_param param; uriel_query_next(&list->text, &param, 0);)
    if (param.value.ptr && uriel_query_is(param.name, list->place[1], list->count, 0))
      return list_decoded(call, &fields[0], param.value);
  return false;
}

/* ---- References in text ----------------------------------------------------------------------- */

bool uriel_function_find_references(function_call *call, uriel_value *result)
{
  return list_begin(call, result, call->values[0].text);
}

bool uriel_function_find_next(function_call *call, uriel_value *list, uriel_value *fields)
{
  uriel_hit hit;
  size_t from = (size_t)list->integer;
  if (!uriel_find(&hit, &from, list->text.ptr, list->text.len, true, NULL))
    return false;
  list->integer = (int64_t)from;
  function_integer(&fields[1], (int64_t)hit.begin);
  function_integer(&fields[2], (int64_t)(hit.end - hit.begin));
  function_text(&fields[3], uriel_text_of(uriel_hit_kind_name(hit.kind)));
  return list_wrote(call, &fields[0],
                    uriel_hit_clean(list->text.ptr, &hit, 0, call->out, call->capacity));
}

/* ---- Links of a page -------------------------------------------------------------------------- */

/* The reader of a page, at the beginning of the caller's buffer, and its base. */
typedef struct list_page {
  uriel_html html;
  uriel_html_options options;
  uriel_spec spec;
  bool has_base, is_given;
  uriel_ref base, given; /* the base of the page, and the caller's */
} list_page;

/* Parses a value under a document other than the URL standard, and keeps what the parser writes; `ref`
 * is INVALID if that is not possible. What people have can mean a URL, against the URL of the base. */
static bool list_parse(function_call *call, uriel_spec spec, const uriel_ref *base, uriel_text text,
                       uriel_ref *ref)
{
  uriel_ref url;
  uriel_read read;
  if (spec != URIEL_SPEC_LENIENT) {
    if (!uriel_parse_as(ref, text.ptr, text.len, spec, 0, NULL))
      ref->flags = URIEL_INVALID;
    return true;
  }
  size_t need = uriel_lenient_parse(ref, &read, NULL, text.ptr, text.len, URIEL_LENIENT_RELATIVE,
                                    call->out, call->capacity, NULL);
  if (need == URIEL_FAILED && base) {
    if (!uriel_function_read_url(call, &url, NULL, (uriel_text){base->text, base->length}, NULL))
      return false;
    need = uriel_lenient_parse(ref, &read, url.scheme_end > 0 ? &url : NULL, text.ptr, text.len,
                               URIEL_LENIENT_RELATIVE, call->out, call->capacity, NULL);
  }
  if (need == URIEL_FAILED)
    ref->flags = URIEL_INVALID;
  return need == URIEL_FAILED || uriel_function_take(call, need);
}

/* Writes the target of a reference of the page to the scratch buffer; undefined without a target. */
static bool list_target(const list_page *page, const uriel_ref *base, uriel_text value,
                        uriel_value *field, function_call *call)
{
  uriel_ref ref;
  size_t len;
  char *const begin = call->out;
  function_text(field, view_undefined());
  if (page->spec == URIEL_SPEC_WHATWG) {
    len = uriel_url_parse(&ref, base, value.ptr, value.len, NULL, call->out, call->capacity);
    if (len == URIEL_FAILED)
      return true;
    if (ref.text == value.ptr && len <= call->capacity && len > 0)
      memcpy(call->out, ref.text, len);
    return list_wrote(call, field, len);
  }
  /* White space around a value is not part of it. */
  if (value.len > call->capacity)
    return uriel_function_small(call->error, value.len);
  len = uriel_html_clean(value.ptr, value.len, begin);
  if (!uriel_function_take(call, len) ||
      !list_parse(call, page->spec, base, (uriel_text){begin, len}, &ref))
    return false;
  if (ref.flags & URIEL_INVALID || (!base && ref.scheme_end == 0))
    return true;
  len = base ? uriel_resolve(base, &ref, URIEL_RESOLVE_STRICT, call->out, call->capacity, NULL)
             : uriel_normalize(&ref, URIEL_LEVEL_STRING, call->out, call->capacity);
  return len == URIEL_FAILED || len == URIEL_CURRENT_DOCUMENT || list_wrote(call, field, len);
}

/* Parses a base: a URI with a scheme, which in a page is not "data" or "javascript" (HTML, "set the
 * frozen base URL"). */
static bool list_base(list_page *page, uriel_text text, bool in_page, function_call *call)
{
  uriel_value target;
  uriel_ref ref;
  if (!list_target(page, page->has_base ? &page->base : NULL, text, &target, call))
    return false;
  if (target.kind != URIEL_KIND_UNDEFINED &&
      (page->spec == URIEL_SPEC_WHATWG
           ? uriel_url_parse(&ref, NULL, target.text.ptr, target.text.len, NULL, NULL, 0) != URIEL_FAILED
           : uriel_parse_as(&ref, target.text.ptr, target.text.len, page->spec, 0, NULL)) &&
      ref.scheme_end > 0 &&
      !(in_page && (view_is(uriel_scheme(&ref), "data") || view_is(uriel_scheme(&ref), "javascript")))) {
    page->base = ref;
    page->has_base = true;
  }
  return true;
}

/* Starts reading the page with the free part of the buffer, or with the first half of that. */
static void list_read(function_call *call, list_page *page, uriel_text html, bool half)
{
  const size_t skipped = size_to_align(call->out, sizeof(uint64_t));
  const size_t room = half ? call->capacity / 2 : call->capacity;
  uriel_html_begin(&page->html, &page->options, call->out + (skipped < room ? skipped : 0),
                   skipped < room ? room - skipped : 0);
  uriel_html_feed(&page->html, html.ptr, html.len, true);
}

/* The page is read twice: first for its <base>, which applies to all references, then for these. */
bool uriel_function_links(function_call *call, uriel_value *result)
{
  const uriel_text html = call->values[0].text, base = call->values[1].text;
  uriel_html_reference found;
  uriel_html_status status;
  const size_t needed = sizeof(list_page) + size_to_align(call->out, sizeof(uint64_t));
  if (call->capacity < needed)
    return uriel_function_small(call->error, needed + URIEL_HTML_SCRATCH);
  list_page *const page = (list_page *)(void *)(call->out + needed - sizeof(list_page));
  (void)uriel_function_take(call, needed);
  *page = (list_page){.options = {.only_base = true}, .spec = call->spec};
  if (base.len > 0 && !list_base(page, base, false, call))
    return false;
  page->is_given = page->has_base;
  page->given = page->base;
  list_read(call, page, html, true);
  const char *const given = page->has_base ? page->base.text : NULL;
  function_call rest = *call;
  (void)uriel_function_take(&rest, call->capacity / 2);
  while ((status = uriel_html_next(&page->html, &found)) == URIEL_HTML_FOUND)
    if ((found.flags & URIEL_HTML_BASE) && !list_base(page, found.value, true, &rest))
      return false;
  if (status == URIEL_HTML_FULL)
    return uriel_function_small(call->error, needed + 2 * uriel_html_needed(&page->html));
  if (page->has_base && page->base.text != given) {
    memmove(call->out, page->base.text, page->base.length);
    page->base = uriel_rebase(&page->base, call->out);
    (void)uriel_function_take(call, page->base.length);
  }
  page->options.only_base = false;
  list_read(call, page, html, false);
  (void)list_begin(call, result, html);
  result->place[1] = page;
  return true;
}

bool uriel_function_links_next(function_call *call, uriel_value *list, uriel_value *fields)
{
  list_page *const page = (list_page *)(uintptr_t)list->place[1];
  uriel_html_reference found;
  uriel_html_status status;
  do
    status = uriel_html_next(&page->html, &found);
  while (status == URIEL_HTML_FOUND && found.kind != URIEL_HTML_LINK);
  if (status == URIEL_HTML_FULL)
    return uriel_function_small(call->error, sizeof(list_page) + uriel_html_needed(&page->html));
  if (status == URIEL_HTML_END)
    return false;
  function_text(&fields[0], found.element);
  function_text(&fields[1], found.attribute);
  function_text(&fields[2], found.raw);
  function_integer(&fields[4], (int64_t)found.offset);
  /* A <base> is resolved against the URL of the page, and some attributes against another attribute. */
  const bool is_base = found.flags & (unsigned)URIEL_HTML_BASE_ELEMENT;
  list_page own = *page;
  if (is_base) {
    own.base = page->given;
    own.has_base = page->is_given;
  }
  if ((found.flags & (unsigned)URIEL_HTML_CODEBASE) && !list_base(&own, found.codebase, true, call))
    return false;
  return list_target(&own, own.has_base ? &own.base : NULL, found.value, &fields[3], call);
}

/* ---- Generations ------------------------------------------------------------------------------ */

bool uriel_function_lineage(function_call *call, uriel_value *result)
{
  return list_begin(call, result, call->values[0].text);
}

/* The documents of names read only names. */
bool uriel_function_lineage_next(function_call *call, uriel_value *list, uriel_value *fields)
{
  static const uriel_spec specs[] = {URIEL_SPEC_URL_1993, URIEL_SPEC_URL_1994, URIEL_SPEC_URL_1997,
                                     URIEL_SPEC_URI_2003, URIEL_SPEC_RFC3986,  URIEL_SPEC_IRI,
                                     URIEL_SPEC_WHATWG,   URIEL_SPEC_RFC2141,  URIEL_SPEC_URN_2011,
                                     URIEL_SPEC_RFC8141};
  enum { NAMES = 3 };
  uriel_ref ref;
  bool valid;
  const bool name = list->text.len >= 4 && fold_equal(list->text.ptr, "urn:", 4);
  const size_t count = sizeof specs / sizeof *specs - (name ? 0 : NAMES);
  size_t at = (size_t)list->integer;
  while (at < count && !uriel_spec_built(specs[at]))
    at++;
  if (at == count)
    return false;
  list->integer = (int64_t)at + 1;
  if (specs[at] == URIEL_SPEC_WHATWG) {
    const size_t len =
        uriel_url_parse(&ref, NULL, list->text.ptr, list->text.len, NULL, call->out, call->capacity);
    valid = len != URIEL_FAILED;
    if (valid && ref.text != list->text.ptr && len > call->capacity)
      return uriel_function_small(call->error, len);
  } else {
    valid = uriel_parse_as(&ref, list->text.ptr, list->text.len, specs[at], 0, NULL);
  }
  function_text(&fields[0], uriel_text_of(uriel_spec_name(specs[at])));
  function_bool(&fields[1], valid);
  function_text(&fields[2], valid ? uriel_host(&ref) : view_undefined());
  return true;
}

/* ---- All -------------------------------------------------------------------------------------- */

bool uriel_function_next(uriel_value *list, uriel_value *fields, char *out, size_t capacity,
                         uriel_error *error)
{
  uriel_error unread;
  const uriel_function *const function = list->place[0];
  function_call call = {
      .function = function, .out = out, .capacity = capacity, .error = error ? error : &unread};
  *call.error = (uriel_error){.code = URIEL_ERROR_NONE};
  return list->kind == URIEL_KIND_LIST && function && function->next(&call, list, fields);
}
