/* SPDX-License-Identifier: MIT */
/* Functions of one reference: its validity, components, host, and path; and what programs see in it. */
#include "function/function.h"
#include "site/surt.h"
#include "text/text.h"
#include "uriel_guard.h"
#include "uriel_idna.h"
#include "uriel_iri.h"
#include "uriel_scheme.h"
#include "uriel_site.h"
#include "uriel_url.h"

/* ---- Validity --------------------------------------------------------------------------------- */

/* Returns whether the first argument is defined and not a reference. */
static bool value_has_error(const function_call *call)
{
  return call->values[0].kind != URIEL_KIND_UNDEFINED &&
         (!call->refs[0] ||
          (call->spec == URIEL_SPEC_LENIENT && call->errors[0].code != URIEL_ERROR_NONE));
}

bool uriel_function_valid(function_call *call, uriel_value *result)
{
  if (call->values[0].kind != URIEL_KIND_UNDEFINED)
    function_bool(result, !value_has_error(call));
  return true;
}

bool uriel_function_error_name(function_call *call, uriel_value *result)
{
  return !value_has_error(call) ||
         function_text(result, uriel_text_of(uriel_error_name(call->errors[0].code)));
}

bool uriel_function_error_offset(function_call *call, uriel_value *result)
{
  return !value_has_error(call) || function_integer(result, (int64_t)call->errors[0].offset);
}

bool uriel_function_error_component(function_call *call, uriel_value *result)
{
  return !value_has_error(call) ||
         function_text(result, uriel_text_of(uriel_component_name(call->errors[0].component)));
}

bool uriel_function_error_message(function_call *call, uriel_value *result)
{
  const uriel_text text = call->values[0].text;
  if (!value_has_error(call))
    return true;
  return uriel_function_wrote(
      call, result,
      uriel_error_describe(&call->errors[0], text.ptr, text.len, call->out, call->capacity));
}

/* ---- The whole, host and port ----------------------------------------------------------------- */

bool uriel_function_form(function_call *call, uriel_value *result)
{
  return function_text(result, uriel_text_of(uriel_form_name(uriel_form_of(call->refs[0]))));
}

bool uriel_function_length(function_call *call, uriel_value *result)
{
  return function_integer(result, call->refs[0]->length);
}

bool uriel_function_host_kind(function_call *call, uriel_value *result)
{
  const uriel_host_kind kind = uriel_host_kind_of(call->refs[0]);
  return !uriel_host(call->refs[0]).ptr ||
         function_text(result, uriel_text_of(uriel_host_kind_name(kind)));
}

/* Returns whether a label has letters beyond US-ASCII, or begins with "xn--". */
static bool value_is_international(uriel_text host)
{
  const char *const end = host.ptr + host.len;
  bool begins = true;
  for (const char *at = host.ptr; at < end; at++) {
    if ((unsigned char)*at >= 0x80 || (begins && end - at > 3 && fold_equal(at, "xn--", 4)))
      return true;
    begins = *at == '.';
  }
  return false;
}

/* Letters can be percent-encoded UTF-8 (RFC 3986, 3.2.2): the IRI has them. */
bool uriel_function_host_unicode(function_call *call, uriel_value *result)
{
  const uriel_ref *ref = call->refs[0];
  uriel_ref iri;
  uriel_error error;
  if (uriel_host_kind_of(ref) != URIEL_HOST_NAME)
    return true;
  uriel_text host = uriel_host(ref);
  if (view_find(host.ptr, host.ptr + host.len, '%') != host.ptr + host.len) {
    const char *const text = call->out;
    const size_t written = uriel_iri_from_uri(ref, 0, call->out, call->capacity);
    if (written != URIEL_FAILED && !uriel_function_take(call, written))
      return false;
    if (written != URIEL_FAILED && uriel_parse_as(&iri, text, written, URIEL_SPEC_IRI, 0, NULL))
      host = uriel_host(&iri);
  }
  if (!value_is_international(host))
    return true;
  const size_t len =
      uriel_idna_to_unicode(host.ptr, host.len, URIEL_IDNA_CHECK_BIDI | URIEL_IDNA_CHECK_JOINERS,
                            call->out, call->capacity, &error);
  if (len == URIEL_FAILED || len == 0 || error.code != URIEL_ERROR_NONE)
    return function_text(result, host);
  return uriel_function_wrote(call, result, len);
}

bool uriel_function_host_reversed(function_call *call, uriel_value *result)
{
  const uriel_text host = uriel_host(call->refs[0]);
  return !host.ptr ||
         uriel_function_wrote(call, result, uriel_host_reverse(host, call->out, call->capacity));
}

bool uriel_function_ip(function_call *call, uriel_value *result)
{
  uriel_address address;
  return !uriel_host_address(&address, uriel_host(call->refs[0])) ||
         uriel_function_wrote(call, result, uriel_address_print(&address, call->out, call->capacity));
}

bool uriel_function_ip_in(function_call *call, uriel_value *result)
{
  uriel_address address;
  uriel_network network;
  const uriel_value *const given = &call->values[1];
  if (given->kind == URIEL_KIND_UNDEFINED)
    return true;
  if (!uriel_network_parse(&network, given->text.ptr, given->text.len))
    return uriel_function_refuse(call, 1);
  if (!call->refs[0] || !uriel_host(call->refs[0]).ptr)
    return true;
  return function_bool(result, uriel_host_address(&address, uriel_host(call->refs[0])) &&
                                   uriel_network_contains(&network, &address));
}

/* Writes a part of a host in lower case. */
static bool value_lower(function_call *call, uriel_value *result, uriel_text part)
{
  if (!part.ptr)
    return true;
  for (size_t i = 0; i < part.len && i < call->capacity; i++)
    call->out[i] = byte_lower(part.ptr[i]);
  return uriel_function_wrote(call, result, part.len);
}

bool uriel_function_site(function_call *call, uriel_value *result)
{
  return value_lower(call, result, uriel_host_site(uriel_host(call->refs[0]), NULL, 0));
}

bool uriel_function_suffix(function_call *call, uriel_value *result)
{
  return value_lower(call, result, uriel_host_suffix(uriel_host(call->refs[0]), NULL, 0));
}

bool uriel_function_surt(function_call *call, uriel_value *result)
{
  const uriel_ref *const ref = call->refs[0];
  uriel_error error;
  const size_t len = uriel_surt_ref(ref, call->out, call->capacity, &error);
  if (len == URIEL_FAILED && error.code == URIEL_ERROR_BUFFER_TOO_SMALL)
    return uriel_function_small(call->error, uriel_surt_bound(ref->length));
  return uriel_function_wrote(call, result, len);
}

/* The text need not be a reference. */
bool uriel_function_safe_browsing(function_call *call, uriel_value *result)
{
  const uriel_value *const value = &call->values[0];
  const uriel_ref *const ref = value->kind == URIEL_KIND_REFERENCE ? call->refs[0] : NULL;
  const uriel_text text = ref ? (uriel_text){ref->text, ref->length} : value->text;
  return !view_defined(text) ||
         uriel_function_wrote(call, result, uriel_safe_browsing(text, call->out, call->capacity));
}

bool uriel_function_origin(function_call *call, uriel_value *result)
{
  const uriel_ref *const ref = call->refs[0];
  uriel_ref url;
  if (ref->scheme_end == 0)
    return true;
  if (!uriel_function_read_url(call, &url, NULL, (uriel_text){ref->text, ref->length}, NULL))
    return false;
  return url.scheme_end == 0 ||
         uriel_function_wrote(call, result, uriel_url_origin(&url, call->out, call->capacity));
}

bool uriel_function_port(function_call *call, uriel_value *result)
{
  uint16_t number;
  return !uriel_port_number(&number, call->refs[0], NULL) || function_integer(result, number);
}

bool uriel_function_port_effective(function_call *call, uriel_value *result)
{
  const uriel_ref *const ref = call->refs[0];
  if (!uriel_host(ref).ptr)
    return true;
  if (uriel_port(ref).len > 0)
    return uriel_function_port(call, result);
  const uriel_text scheme = uriel_scheme(ref);
  const uriel_scheme_info *const info = uriel_scheme_find(NULL, scheme.ptr, scheme.len);
  return !info || info->port == 0 || function_integer(result, info->port);
}

/* ---- Path ------------------------------------------------------------------------------------- */

static int64_t value_depth(uriel_text path)
{
  uriel_text segment;
  int64_t count = 0;
  while (uriel_segment_next(&path, &segment))
    count++;
  return count;
}

bool uriel_function_depth(function_call *call, uriel_value *result)
{
  return function_integer(result, value_depth(uriel_path(call->refs[0])));
}

bool uriel_function_segment(function_call *call, uriel_value *result)
{
  uriel_text path = uriel_path(call->refs[0]), segment;
  const int64_t number = call->values[1].integer;
  const int64_t wanted = number < 0 ? value_depth(path) + 1 + number : number;
  for (int64_t at = 1; uriel_segment_next(&path, &segment); at++)
    if (at == wanted)
      return function_text(result, segment);
  return true;
}

bool uriel_function_extension(function_call *call, uriel_value *result)
{
  const uriel_text path = uriel_path(call->refs[0]);
  size_t dot = path.len;
  while (dot > 0 && path.ptr[dot - 1] != '/' && path.ptr[dot - 1] != '.')
    dot--;
  /* `dot` is after the last "." or "/". A name has a byte before its ".", and a byte after it. */
  if (dot < 2 || dot == path.len || path.ptr[dot - 1] != '.' || path.ptr[dot - 2] == '/')
    return true;
  return function_text(result, view_of(path.ptr + dot, path.ptr + path.len));
}

/* ---- Readers ------------------------------------------------------------------------------------ */

bool uriel_function_agree(function_call *call, uriel_value *result)
{
  const uriel_text text = call->values[0].text;
  const size_t bound = uriel_agree_bound(0, text.len);
  size_t count;
  const uriel_reader *const readers = uriel_present_readers(&count);
  if (call->capacity < bound)
    return uriel_function_small(call->error, bound);
  return function_bool(result, uriel_agree(NULL, NULL, readers, count, URIEL_AGREE_PLACE, text.ptr,
                                           text.len, call->out, call->capacity));
}

bool uriel_function_guard(function_call *call, uriel_value *result)
{
  const uriel_text text = call->values[0].text;
  const size_t bound = uriel_guard_bound(text.len);
  uriel_guarded request;
  if (call->capacity < bound)
    return uriel_function_small(call->error, bound);
  return function_bool(result,
                       uriel_guard(&request, NULL, 0, text.ptr, text.len, call->out, call->capacity));
}
