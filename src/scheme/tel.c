/* SPDX-License-Identifier: MIT */
/* tel (RFC 3966): a telephone number and its context. */
#include "scheme/part.h"
#include "scheme/scheme.h"
#include "uriel_scheme.h"

static const char *const tel_names[] = {"tel", NULL};

/* RFC 3966, 3: paramchar without "[" and "]", which RFC 3986 no longer allows; uric; a number's
 * digits. */
static const encode_set tel_paramchar = {BYTE_UNRESERVED, "", "!*'()/:&+$", 0};
static const encode_set tel_uric = {BYTE_QUERY, ";/", "", 0};
static const encode_set tel_digits = {BYTE_UNRESERVED, "", "+*()", 0};

/* visual-separator */
static bool tel_separates(char byte)
{
  return byte == '-' || byte == '.' || byte == '(' || byte == ')';
}

/* phonedigit, one at least. */
static const char *tel_wrong_extension(uriel_text extension)
{
  const char *const end = extension.ptr + extension.len;
  bool any = false;
  for (const char *at = extension.ptr; at < end; at++) {
    if (!byte_is(*at, BYTE_DIGIT) && !tel_separates(*at))
      return at;
    any = any || byte_is(*at, BYTE_DIGIT);
  }
  return any ? NULL : end;
}

/* global-number-digits or local-number-digits, decoded, with at least one digit. Returns the first
 * wrong byte, or NULL. */
static const char *tel_wrong_number(uriel_text number)
{
  const char *at = number.ptr;
  const char *const end = at + number.len;
  const bool global = number.len > 0 && *at == '+';
  bool any = false;
  for (at += global; at < end; at++) {
    const bool digit =
        byte_is(*at, global ? BYTE_DIGIT : BYTE_HEX) || (!global && (*at == '*' || *at == '#'));
    if (!digit && !tel_separates(*at))
      return at;
    any = any || digit;
  }
  return any ? NULL : end;
}

/* domainname: labels of letters, digits and inner "-"; the last label begins with a letter. */
static const char *tel_wrong_domain(uriel_text domain)
{
  const char *at = domain.ptr;
  const char *const end = at + domain.len;
  const char *label = at;
  bool letter = false;
  for (; at < end; at++) {
    const bool alphanumeric = byte_is(*at, BYTE_ALPHA | BYTE_DIGIT);
    if (*at == '.' ? at == label || at[-1] == '-' : !alphanumeric && (*at != '-' || at == label))
      return at;
    if (at == label)
      letter = byte_is(*at, BYTE_ALPHA);
    if (*at == '.')
      label = at + 1;
  }
  return letter && end[-1] != '-' ? NULL : end;
}

/* descriptor */
static const char *tel_wrong_context(uriel_text context)
{
  return context.len > 0 && context.ptr[0] == '+' ? tel_wrong_number(context)
                                                  : tel_wrong_domain(context);
}

static const char *tel_wrong_subaddress(uriel_text subaddress)
{
  return subaddress.len > 0 ? NULL : subaddress.ptr;
}

/* pname ["=" pvalue], as written. */
static const char *tel_wrong_parameter(uriel_text parameter)
{
  uriel_text value = parameter;
  const uriel_text name = view_take(&value, '=');
  const char *const name_end = name.ptr + name.len;
  for (const char *at = name.ptr; at < name_end; at += triplet_at(at, name_end) ? 3 : 1) {
    const char byte = triplet_at(at, name_end) ? (char)triplet_value(at) : *at;
    if (!byte_is(byte, BYTE_ALPHA | BYTE_DIGIT) && byte != '-')
      return at;
  }
  if (name.len == 0 || (view_defined(value) && value.len == 0))
    return name.ptr + name.len;
  const char *const wrong = view_defined(value) ? uriel_part_outside(value, tel_paramchar) : NULL;
  return view_defined(value) && wrong < value.ptr + value.len ? wrong : NULL;
}

typedef const char *tel_check(uriel_text decoded);

/* Decodes, and removes visual separators if they do not count (RFC 3966, 5.1.1). An error is located
 * at the start of the written text, or exactly if nothing before it is encoded. */
static uriel_text tel_read(part_reader *r, const char *part, uriel_text written, tel_check *check,
                           bool separators_go)
{
  const uriel_text decoded = uriel_part_bytes(r, written);
  if (r->failed || !view_defined(decoded))
    return decoded;
  const char *const wrong = check(decoded);
  if (wrong)
    uriel_part_error(r, URIEL_ERROR_PART_FORM, URIEL_PATH, part, written,
                     decoded.ptr == written.ptr ? wrong : written.ptr);
  if (r->failed || !separators_go)
    return decoded;
  writer w = writer_to(r->at, (size_t)(r->end - r->at));
  /* Overwrites the decoded text in the scratch buffer. */
  if (decoded.ptr != written.ptr)
    w = writer_to(r->at - decoded.len, decoded.len);
  for (size_t i = 0; i < decoded.len; i++)
    if (!tel_separates(decoded.ptr[i]))
      write_byte(&w, decoded.ptr[i]);
  r->at = w.out + w.len;
  return (uriel_text){w.out, w.len};
}

static bool tel_named(uriel_text name, const char *wanted)
{
  return uriel_part_says(name, wanted);
}

/* The parameters that are members of the struct. */
typedef struct tel_known {
  const char *name, *part;
  uriel_text *text;
  tel_check *check;
  bool separators_go;
} tel_known;

/* Reads the parameter if it is one of those. Each may occur once (RFC 3966, 3). */
static void tel_read_known(part_reader *r, uriel_tel *tel, uriel_text parameter)
{
  const tel_known known[] = {
      {"ext", "extension", &tel->extension, tel_wrong_extension, true},
      {"isub", "subaddress", &tel->subaddress, tel_wrong_subaddress, false},
      {"phone-context", "context", &tel->context, tel_wrong_context, false},
  };
  uriel_text value = parameter;
  const uriel_text name = view_take(&value, '=');
  for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
    if (!tel_named(name, known[i].name))
      continue;
    if (view_defined(*known[i].text))
      uriel_part_error(r, URIEL_ERROR_PART_NOT_ALLOWED, URIEL_PATH, known[i].part, parameter,
                       parameter.ptr);
    else if (!view_defined(value))
      uriel_part_error(r, URIEL_ERROR_PART_EMPTY, URIEL_PATH, known[i].part, parameter,
                       parameter.ptr + parameter.len);
    else
      *known[i].text = tel_read(r, known[i].part, value, known[i].check, known[i].separators_go);
  }
}

static bool tel_is_known(uriel_text parameter)
{
  const uriel_text name = view_take(&parameter, '=');
  return tel_named(name, "ext") || tel_named(name, "isub") || tel_named(name, "phone-context");
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

/* Reads the known parameters, then joins the others. */
static void tel_read_parameters(part_reader *r, uriel_tel *tel, uriel_text rest)
{
  uriel_text item;
  for (uriel_text list = rest; uriel_list_next(&list, &item, ';') && !r->failed;)
    tel_read_known(r, tel, item);
  writer w = writer_to(r->at, (size_t)(r->end - r->at));
  while (!r->failed && uriel_list_next(&rest, &item, ';')) {
    if (tel_is_known(item))
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
  if (!r->failed && w.len > 0)
    tel->parameters = (uriel_text){w.out, w.len};
  r->at += r->failed ? 0 : w.len;
}

static void tel_parse(part_reader *r, void *parts)
{
  uriel_tel *const tel = parts;
  const uriel_text path = uriel_path(r->ref), query = uriel_query(r->ref);
  uriel_part_refuse(r, URIEL_HOST, "host", uriel_host(r->ref));
  if (r->failed)
    return;
  uriel_text rest = view_defined(query) ? view_of(path.ptr, query.ptr + query.len) : path;
  const uriel_text number = view_take(&rest, ';');
  tel->number = tel_read(r, "number", number, tel_wrong_number, true);
  tel_read_parameters(r, tel, rest);
  const bool global = tel->number.len > 0 && tel->number.ptr[0] == '+';
  if (!r->failed && !global && !view_defined(tel->context))
    uriel_part_error(r, URIEL_ERROR_PART_MISSING, URIEL_PATH, "context", path, path.ptr + path.len);
}

static void tel_check_part(part_builder *b, const char *part, uriel_text text, tel_check *check,
                           bool separators)
{
  const char *wrong = view_defined(text) ? check(text) : NULL;
  for (size_t i = 0; i < text.len && !wrong && !separators; i++)
    if (tel_separates(text.ptr[i]))
      wrong = text.ptr + i;
  if (wrong)
    uriel_build_error(b, URIEL_ERROR_PART_FORM, URIEL_PATH, part, text, wrong);
}

static bool tel_fits(part_builder *b, const uriel_tel *tel)
{
  uriel_text rest = tel->parameters, item;
  if (!uriel_build_needs(b, URIEL_PATH, "number", tel->number))
    return false;
  tel_check_part(b, "number", tel->number, tel_wrong_number, false);
  tel_check_part(b, "extension", tel->extension, tel_wrong_extension, false);
  tel_check_part(b, "subaddress", tel->subaddress, tel_wrong_subaddress, true);
  tel_check_part(b, "context", tel->context, tel_wrong_context, true);
  if (!b->failed && tel->number.len > 0 && tel->number.ptr[0] != '+')
    uriel_build_needs(b, URIEL_PATH, "context", tel->context);
  while (!b->failed && uriel_list_next(&rest, &item, ';')) {
    const char *const wrong = tel_wrong_parameter(item);
    const uriel_text before = view_of(tel->parameters.ptr, item.ptr);
    if (tel_is_known(item) || tel_is_again(before, item))
      uriel_build_error(b, URIEL_ERROR_PART_NOT_ALLOWED, URIEL_PATH, "parameters", tel->parameters,
                        item.ptr);
    else if (wrong)
      uriel_build_error(b, URIEL_ERROR_PART_FORM, URIEL_PATH, "parameters", tel->parameters, wrong);
  }
  return !b->failed;
}

/* RFC 3966, 3: "isub" or "ext" first, then the context, then the others in the caller's order. */
static void tel_build(part_builder *b, const void *parts)
{
  const uriel_tel *const tel = parts;
  if (!tel_fits(b, tel))
    return;
  uriel_build_part(b, "tel:", tel->number, tel_digits, "");
  uriel_build_part(b, ";ext=", tel->extension, tel_digits, "");
  uriel_build_part(b, ";isub=", tel->subaddress, tel_uric, "");
  uriel_build_part(b, ";phone-context=", tel->context, tel_digits, "");
  uriel_write_part(&b->w, ";", tel->parameters, "");
}

static const char *tel_note(const uriel_tel *tel)
{
  if (tel->number.len > 0 && tel->number.ptr[0] != '+')
    return "a local number, to be called from within its context";
  if (view_defined(tel->extension))
    return "then its extension is asked for";
  return view_defined(tel->subaddress) ? "at its subaddress" : "";
}

bool uriel_tel_plan(planner *p, const uriel_ref *ref, const void *parts)
{
  const uriel_tel *const tel = parts;
  (void)ref;
  uriel_plan_begin(p);
  write_view(&p->text, tel->number);
  uriel_plan_end(p, URIEL_STEP_CALL, tel_note(tel));
  return true;
}

static const scheme_part tel_parts[] = {
    SCHEME_PART(uriel_tel, number), SCHEME_PART(uriel_tel, extension),
    SCHEME_PART(uriel_tel, subaddress), SCHEME_PART(uriel_tel, context),
    SCHEME_LIST(uriel_tel, parameters, ';', true)};

SCHEME_DEFINE(tel, uriel_tel);
SCHEME_FUNCTIONS(tel)
