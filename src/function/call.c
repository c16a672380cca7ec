/* SPDX-License-Identifier: MIT */
/* Calls of functions: arguments are checked, usual values filled in, references parsed. */
#include "function/function.h"
#include "text/text.h"
#include "uriel_url.h"

/* ---- Values ----------------------------------------------------------------------------------- */

const char *uriel_kind_name(uriel_kind kind)
{
  static const char *const names[] = {"undefined", "bool", "integer", "text", "reference", "list"};
  return (size_t)kind < sizeof names / sizeof *names ? names[kind] : "";
}

/* ---- Errors ----------------------------------------------------------------------------------- */

bool uriel_function_refuse(function_call *call, size_t argument)
{
  *call->error =
      (uriel_error){.code = URIEL_ERROR_ARGUMENT, .part = call->function->arguments[argument].name};
  return false;
}

bool uriel_function_small(uriel_error *error, size_t needed)
{
  *error = (uriel_error){.code = URIEL_ERROR_BUFFER_TOO_SMALL, .length = needed};
  return false;
}

bool uriel_function_take(function_call *call, size_t len)
{
  if (len > call->capacity)
    return uriel_function_small(call->error, len);
  call->out += len;
  call->capacity -= len;
  return true;
}

bool uriel_function_read_url(function_call *call, uriel_ref *ref, const uriel_ref *base, uriel_text text,
                             uriel_error *error)
{
  uriel_url_options options = {.errors = error, .error_capacity = 1};
  const size_t len =
      uriel_url_parse(ref, base, text.ptr, text.len, error ? &options : NULL, call->out, call->capacity);
  return len == URIEL_FAILED || (ref->text == text.ptr && ref->length == len) ||
         uriel_function_take(call, len);
}

bool uriel_function_read_lenient(function_call *call, uriel_ref *ref, uriel_text text,
                                 uriel_error *error)
{
  uriel_read read;
  const size_t need =
      uriel_lenient_parse(ref, &read, NULL, text.ptr, text.len, 0, call->out, call->capacity, error);
  if (need == URIEL_FAILED)
    ref->flags = URIEL_INVALID;
  return need == URIEL_FAILED || uriel_function_take(call, need);
}

bool uriel_function_wrote(function_call *call, uriel_value *result, size_t len)
{
  if (len == URIEL_FAILED)
    return true;
  if (len > call->capacity)
    return uriel_function_small(call->error, len);
  return function_text(result, (uriel_text){len > 0 ? call->out : "", len});
}

size_t uriel_function_word(const char *const *words, uriel_text text)
{
  size_t at = 0;
  while (words[at] && !view_equal(uriel_text_of(words[at]), text))
    at++;
  return at;
}

/* ---- Arguments -------------------------------------------------------------------------------- */

/* Sets the document under which references are parsed: the argument `spec`, which is the last one. */
static bool call_read_spec(function_call *call)
{
  const size_t last = call->function->argument_count - 1;
  if (call->function->arguments[last].words != uriel_function_specs)
    return true;
  const uriel_text name = call->values[last].text;
  /* The usual document is RFC 3986, the zero of uriel_spec, or RFC 3987. */
  if (name.ptr && name.ptr == call->function->arguments[last].usual && *name.ptr == 'r')
    return true;
  return (uriel_spec_find(&call->spec, name.ptr, name.len) && uriel_spec_built(call->spec)) ||
         uriel_function_refuse(call, last);
}

/* Parses an argument. A URL of the URL standard is written to the beginning of `out`. */
static bool call_parse(function_call *call, size_t index)
{
  const uriel_value *const value = &call->values[index];
  uriel_ref *const ref = &call->parsed[index];
  uriel_error *const error = &call->errors[index];
  if (value->kind == URIEL_KIND_REFERENCE) {
    call->refs[index] = value->ref->flags & URIEL_INVALID ? NULL : value->ref;
    return true;
  }
  if (value->kind != URIEL_KIND_TEXT)
    return true;
  if (call->spec == URIEL_SPEC_LENIENT) {
    if (!uriel_function_read_lenient(call, ref, value->text, error))
      return false;
    call->refs[index] = ref->flags & URIEL_INVALID ? NULL : ref;
    return true;
  }
  if (call->spec != URIEL_SPEC_WHATWG) {
    if (uriel_parse_as(ref, value->text.ptr, value->text.len, call->spec, 0, error))
      call->refs[index] = ref;
    return true;
  }
  if (!uriel_function_read_url(call, ref, NULL, value->text, error))
    return false;
  call->refs[index] = ref->scheme_end > 0 ? ref : NULL;
  return true;
}

static bool call_is_given(const uriel_value *value)
{
  return !(value->kind == URIEL_KIND_UNDEFINED || (value->kind == URIEL_KIND_TEXT && !value->text.ptr) ||
           (value->kind == URIEL_KIND_REFERENCE && !value->ref) ||
           (value->kind == URIEL_KIND_LIST && !value->list));
}

static bool call_prepare(function_call *call, const uriel_value *arguments, size_t count)
{
  const uriel_function *const function = call->function;
  for (size_t i = 0; i < function->argument_count; i++) {
    const uriel_parameter *const parameter = &function->arguments[i];
    uriel_value *const value = &call->values[i];
    if (i >= count && !parameter->usual)
      return uriel_function_refuse(call, i);
    if (i >= count || !call_is_given(&arguments[i])) {
      if (parameter->usual && parameter->kind == URIEL_KIND_INTEGER)
        function_integer(value, parameter->usual[0] - '0');
      else
        function_text(value, uriel_text_of(parameter->usual));
      continue;
    }
    *value = arguments[i];
    if (parameter->kind == URIEL_KIND_REFERENCE
            ? value->kind != URIEL_KIND_TEXT && value->kind != URIEL_KIND_REFERENCE
            : value->kind != parameter->kind ||
                  (parameter->words &&
                   !parameter->words[uriel_function_word(parameter->words, value->text)]))
      return uriel_function_refuse(call, i);
  }
  if (count > function->argument_count)
    return uriel_function_refuse(call, function->argument_count - 1);
  if (!call_read_spec(call))
    return false;
  for (size_t i = 0; i < function->argument_count; i++)
    if (function->arguments[i].kind == URIEL_KIND_REFERENCE && !call_parse(call, i))
      return false;
  return true;
}

/* Returns whether all arguments are defined, and all references valid. */
static bool call_is_defined(const function_call *call)
{
  const uriel_function *const function = call->function;
  for (size_t i = 0; i < function->argument_count; i++)
    if (call->values[i].kind == URIEL_KIND_UNDEFINED ||
        (function->arguments[i].kind == URIEL_KIND_REFERENCE && !call->refs[i]))
      return false;
  return true;
}

/* ---- Calls ------------------------------------------------------------------------------------ */

size_t uriel_function_bound(const uriel_function *function, const uriel_value *arguments, size_t count)
{
  size_t sum = 0, urls = 0, changes = 0;
  for (size_t i = 0; i < count; i++) {
    const uriel_value *const value = &arguments[i];
    size_t len = value->kind == URIEL_KIND_TEXT                      ? value->text.len
                 : value->kind == URIEL_KIND_REFERENCE && value->ref ? value->ref->length
                                                                     : 0;
    for (size_t at = 0; value->kind == URIEL_KIND_LIST && value->list && at < value->count; at++)
      len = size_add(len, value->list[at].len);
    sum = size_add(sum, len);
    changes += value->kind == URIEL_KIND_LIST ? value->count : 0;
    if ((value->kind == URIEL_KIND_TEXT && view_is(value->text, "whatwg")) ||
        (value->kind == URIEL_KIND_REFERENCE && value->ref &&
         uriel_spec_of(value->ref) == URIEL_SPEC_WHATWG))
      urls = uriel_url_bound(NULL, 0);
    if (value->kind == URIEL_KIND_TEXT && view_is(value->text, "lenient"))
      urls = uriel_lenient_bound(NULL, 0);
  }
  /* A URL can be longer than its text, and is in `out` before the result. */
  if (urls) {
    sum = urls == uriel_url_bound(NULL, 0) ? uriel_url_bound(NULL, sum) : uriel_lenient_bound(NULL, sum);
    urls = sum;
  }
  size_t bound = size_add(size_times(sum, function->bound_each), function->bound_more);
  bound = size_add(size_times(bound, size_add(changes, 1)), urls);
  return bound < (size_t)PTRDIFF_MAX ? bound : (size_t)PTRDIFF_MAX;
}

bool uriel_function_call(uriel_value *result, const uriel_function *function,
                         const uriel_value *arguments, size_t count, char *out, size_t capacity,
                         uriel_error *error)
{
  uriel_error unread;
  function_call call = {
      .function = function, .out = out, .capacity = capacity, .error = error ? error : &unread};
  *result = (uriel_value){.kind = URIEL_KIND_UNDEFINED};
  *call.error = (uriel_error){.code = URIEL_ERROR_NONE};
  if (call_prepare(&call, arguments, count)) {
    if (!function->total && !call_is_defined(&call))
      return true;
    if (function->part ? function_text(result, function->part(call.refs[0]))
                       : function->call(&call, result))
      return true;
  }
  *result = (uriel_value){.kind = URIEL_KIND_UNDEFINED};
  return false;
}

size_t uriel_function_describe(const uriel_function *function, const uriel_error *error, char *out,
                               size_t capacity)
{
  writer w = writer_to(out, capacity);
  const uriel_parameter *parameter = NULL;
  for (size_t i = 0; i < function->argument_count; i++)
    if (view_equal(uriel_text_of(function->arguments[i].name), uriel_text_of(error->part)))
      parameter = &function->arguments[i];
  if (error->code != URIEL_ERROR_ARGUMENT || !parameter) {
    write_string(&w, uriel_error_message(error->code));
    return w.len;
  }
  write_string(&w, parameter->name);
  write_string(&w, " must be ");
  const char *const *const words = parameter->words; /* "a", "b" or "c" */
  for (size_t i = 0; words && words[i]; i++) {
    write_string(&w, i == 0 ? "\"" : words[i + 1] ? ", \"" : " or \"");
    write_string(&w, words[i]);
    write_string(&w, "\"");
  }
  if (!words)
    write_string(&w, parameter->form                         ? parameter->form
                     : parameter->kind == URIEL_KIND_INTEGER ? "an integer"
                                                             : "a text");
  return w.len;
}
