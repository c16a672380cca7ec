/* SPDX-License-Identifier: MIT */
/* tel (RFC 3966): a telephone number and its context. */
#include "scheme/scheme.h"

/* RFC 3966, 3: paramchar without "[" and "]", which RFC 3986 no longer allows; the delimiters of a
 * number. */
static const encode_set tel_paramchar = {BYTE_UNRESERVED, "", "!*'()/:&+$", 0};
static const char tel_digits[] = "+*()";

/* visual-separator */
static bool tel_separates(char byte)
{
  return byte == '-' || byte == '.' || byte == '(' || byte == ')';
}

/* phonedigit, one at least. */
static part_wrong tel_extension(uriel_text extension)
{
  const char *const end = extension.ptr + extension.len;
  bool any = false;
  for (const char *at = extension.ptr; at < end; at++) {
    if (!byte_is(*at, BYTE_DIGIT) && !tel_separates(*at))
      return part_is_wrong(URIEL_ERROR_PART_FORM, at);
    any = any || byte_is(*at, BYTE_DIGIT);
  }
  return any ? part_fits() : part_is_wrong(URIEL_ERROR_PART_FORM, end);
}

/* global-number-digits or local-number-digits, decoded, with at least one digit. */
static part_wrong tel_number(uriel_text number)
{
  const char *at = number.ptr;
  const char *const end = at + number.len;
  const bool global = number.len > 0 && *at == '+';
  bool any = false;
  for (at += global; at < end; at++) {
    const bool digit =
        byte_is(*at, global ? BYTE_DIGIT : BYTE_HEX) || (!global && (*at == '*' || *at == '#'));
    if (!digit && !tel_separates(*at))
      return part_is_wrong(URIEL_ERROR_PART_FORM, at);
    any = any || digit;
  }
  return any ? part_fits() : part_is_wrong(URIEL_ERROR_PART_FORM, end);
}

/* descriptor: a number, or domainname: labels of letters, digits and inner "-"; the last label begins
 * with a letter. */
static part_wrong tel_context(uriel_text context)
{
  const char *at = context.ptr;
  const char *const end = at + context.len;
  const char *label = at;
  bool letter = false;
  if (context.len > 0 && *at == '+')
    return tel_number(context);
  for (; at < end; at++) {
    const bool alphanumeric = byte_is(*at, BYTE_ALPHA | BYTE_DIGIT);
    if (*at == '.' ? at == label || at[-1] == '-' : !alphanumeric && (*at != '-' || at == label))
      return part_is_wrong(URIEL_ERROR_PART_FORM, at);
    if (at == label)
      letter = byte_is(*at, BYTE_ALPHA);
    if (*at == '.')
      label = at + 1;
  }
  return letter && end[-1] != '-' ? part_fits() : part_is_wrong(URIEL_ERROR_PART_FORM, end);
}

static part_wrong tel_subaddress(uriel_text subaddress)
{
  return subaddress.len > 0 ? part_fits() : part_is_wrong(URIEL_ERROR_PART_FORM, subaddress.ptr);
}

static const scheme_part tel_parts[] = {
    {"number", "tel:", BYTE_UNRESERVED, .more = tel_digits, .checks = PART_NEEDED, .form = tel_number},
    {"extension", ";ext=", BYTE_UNRESERVED, .more = tel_digits, .form = tel_extension},
    {"subaddress", ";isub=", BYTE_QUERY, .less = ";/", .form = tel_subaddress},
    {"context", ";phone-context=", BYTE_UNRESERVED, .more = tel_digits, .form = tel_context},
    {"parameters", ";", .separator = ';', .pairs = true}};

/* pname ["=" pvalue], as written. */
static const char *tel_wrong_parameter(uriel_text parameter)
{
  uriel_text value = parameter;
  const uriel_text name = view_take(&value, '=');
  const char *const name_end = name.ptr + name.len;
  for (const char *at = name.ptr, *here = at; at < name_end; here = at) {
    const char byte = decoded_next(&at, name_end);
    if (!byte_is(byte, BYTE_ALPHA | BYTE_DIGIT) && byte != '-')
      return here;
  }
  if (name.len == 0 || (view_defined(value) && value.len == 0))
    return name.ptr + name.len;
  const char *const wrong = view_defined(value) ? uriel_part_outside(value, tel_paramchar) : NULL;
  return view_defined(value) && wrong < value.ptr + value.len ? wrong : NULL;
}

/* Decodes, and removes visual separators if they do not matter (RFC 3966, 5.1.1). An error is located at
 * the start of the written text, or exactly if nothing in it is encoded. */
static void tel_take(part_reader *r, uriel_text *part, uriel_text written, bool bare)
{
  const scheme_part *const row = &tel_parts[part - r->parts->at];
  const uriel_text decoded = uriel_part_bytes(r, written);
  if (r->failed || !view_defined(decoded))
    return;
  const bool as_is = decoded.ptr == written.ptr;
  const part_wrong wrong = row->form(decoded);
  if (wrong.code != URIEL_ERROR_NONE)
    uriel_part_error(r, wrong.code, URIEL_PATH, row->name, written, as_is ? wrong.at : written.ptr);
  *part = decoded;
  if (r->failed || !bare)
    return;
  /* Overwrites the decoded text in the scratch buffer. */
  writer w =
      as_is ? writer_to(r->at, (size_t)(r->end - r->at)) : writer_to(r->at - decoded.len, decoded.len);
  for (size_t i = 0; i < decoded.len; i++)
    if (!tel_separates(decoded.ptr[i]))
      write_byte(&w, decoded.ptr[i]);
  r->at = w.out + w.len;
  *part = (uriel_text){w.out, w.len};
}

/* The row of a parameter that is a member of the struct, or 0. */
static size_t tel_known(uriel_text parameter)
{
  static const char *const names[] = {"ext", "isub", "phone-context"};
  const uriel_text name = view_take(&parameter, '=');
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (uriel_part_says(name, names[i]))
      return i + 1;
  return 0;
}

enum { TEL_COMPARED = 16 }; /* keeps the search linear */

/* Reports whether the first sixteen parameters of the list contain this name: "each parameter name
 * must not appear more than once" (RFC 3966, 3). */
static bool tel_is_again(uriel_text list, uriel_text parameter)
{
  static const unit_rules fold = {true, BYTE_UNRESERVED, true};
  const uriel_text name = view_take(&parameter, '=');
  uriel_text item;
  for (unsigned i = 0; i < TEL_COMPARED && list.len > 0 && uriel_list_next(&list, &item, ';'); i++)
    if (uriel_units_equal(view_take(&item, '='), fold, name, fold))
      return true;
  return false;
}

static void tel_read(part_reader *r, scheme_parts *parts)
{
  uriel_tel *const tel = &parts->tel;
  const uriel_text path = uriel_path(r->ref), query = uriel_query(r->ref);
  uriel_text rest = view_defined(query) ? view_of(path.ptr, query.ptr + query.len) : path, item;
  uriel_part_refuse(r, URIEL_HOST, "host");
  tel_take(r, &tel->number, view_take(&rest, ';'), true);
  /* Reads the known parameters, each of which may occur once (RFC 3966, 3), then joins the others. */
  for (uriel_text list = rest; !r->failed && uriel_list_next(&list, &item, ';');) {
    const size_t known = tel_known(item);
    uriel_text *const part = &parts->at[known];
    uriel_text value = item;
    view_take(&value, '=');
    if (known == 0)
      continue;
    if (view_defined(*part))
      uriel_part_error(r, URIEL_ERROR_PART_NOT_ALLOWED, URIEL_PATH, tel_parts[known].name, item,
                       item.ptr);
    else if (!view_defined(value))
      uriel_part_error(r, URIEL_ERROR_PART_EMPTY, URIEL_PATH, tel_parts[known].name, item,
                       item.ptr + item.len);
    tel_take(r, part, value, part == &tel->extension);
  }
  writer w = writer_to(r->at, (size_t)(r->end - r->at));
  while (!r->failed && uriel_list_next(&rest, &item, ';')) {
    if (tel_known(item) > 0)
      continue;
    const char *const wrong = tel_wrong_parameter(item);
    if (wrong)
      uriel_part_error(r, URIEL_ERROR_PART_FORM, URIEL_PATH, "parameters", item, wrong);
    else if (tel_is_again((uriel_text){w.out, w.len}, item))
      uriel_part_error(r, URIEL_ERROR_PART_NOT_ALLOWED, URIEL_PATH, "parameters", item, item.ptr);
    if (w.len > 0)
      write_byte(&w, ';');
    write_view(&w, item);
  }
  if (r->failed)
    return;
  if (w.len > 0)
    tel->parameters = (uriel_text){w.out, w.len};
  r->at += w.len;
  if ((tel->number.len == 0 || tel->number.ptr[0] != '+') && !view_defined(tel->context))
    uriel_part_error(r, URIEL_ERROR_PART_MISSING, URIEL_PATH, "context", path, path.ptr + path.len);
}

static void tel_fit(part_builder *b, const scheme_parts *parts)
{
  const uriel_tel *const tel = &parts->tel;
  const uriel_text *const bare[] = {&tel->number, &tel->extension};
  const char *const begin = tel->parameters.ptr;
  uriel_text rest = tel->parameters, item;
  uriel_build_fit_all(b);
  for (size_t i = 0; i < sizeof bare / sizeof *bare; i++)
    for (size_t k = 0; k < bare[i]->len; k++)
      if (tel_separates(bare[i]->ptr[k]))
        uriel_build_part_error(b, URIEL_ERROR_PART_FORM, bare[i], bare[i]->ptr + k);
  if (tel->number.len > 0 && tel->number.ptr[0] != '+' && !view_defined(tel->context))
    uriel_build_part_error(b, URIEL_ERROR_PART_MISSING, &tel->context, NULL);
  while (!b->failed && uriel_list_next(&rest, &item, ';')) {
    const char *const wrong = tel_wrong_parameter(item);
    if (tel_known(item) > 0 || tel_is_again(view_of(begin, item.ptr), item))
      uriel_build_part_error(b, URIEL_ERROR_PART_NOT_ALLOWED, &tel->parameters, item.ptr);
    else if (wrong)
      uriel_build_part_error(b, URIEL_ERROR_PART_FORM, &tel->parameters, wrong);
  }
}

/* RFC 3966, 3: "isub" or "ext" first, then the context, then the others in the caller's order. */
SCHEME_DEFINE(tel, tel_read, tel_fit, NULL, "tel");
SCHEME_FUNCTIONS(tel)

bool uriel_tel_plan(planner *p, const scheme_parts *parts)
{
  const uriel_tel *const tel = &parts->tel;
  const char *note = view_defined(tel->subaddress) ? "at its subaddress" : "";
  if (tel->number.len > 0 && tel->number.ptr[0] != '+')
    note = "a local number, to be called from within its context";
  else if (view_defined(tel->extension))
    note = "then its extension is asked for";
  uriel_plan_text(p, URIEL_STEP_CALL, "", tel->number, "", note);
  return true;
}
