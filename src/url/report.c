/* SPDX-License-Identifier: MIT */
/* Validation errors of the URL standard (1.1), with their places in the input. */
#include "text/bytes.h"
#include "text/utf8.h"
#include "url/url.h"

void uriel_url_place(url_parser *p, uriel_component component, const char *begin, const char *end)
{
  p->component = component;
  p->place = view_of(begin, end);
}

/* Returns the element of the latest error, which is the last one if there are more. */
static uriel_error *url_latest(const uriel_url_options *options)
{
  const size_t count = options->error_count, capacity = options->error_capacity;
  return &options->errors[(count < capacity ? count : capacity) - 1];
}

void uriel_url_report(const url_parser *p, uriel_error_code code, const char *at)
{
  uriel_url_options *const options = p->options;
  if (!options)
    return;
  options->error_count++;
  if (options->error_capacity > 0)
    *url_latest(options) = (uriel_error){.code = code,
                                         .component = p->component,
                                         .offset = (size_t)(at - p->text),
                                         .begin = (size_t)(p->place.ptr - p->text),
                                         .length = p->place.len,
                                         .spec = URIEL_SPEC_WHATWG};
}

void uriel_url_report_cause(const url_parser *p, uriel_error_code cause)
{
  if (p->options->error_capacity > 0)
    url_latest(p->options)->cause = cause;
}

/* Returns whether two hexadecimal digits follow the "%" at `at`. */
static bool url_is_encoded_byte(const char *at, const char *end)
{
  unsigned digits = 0;
  for (at++; at < end && digits < 2; at++) {
    if (byte_is(*at, BYTE_HEX))
      digits++;
    else if (!url_byte_is(*at, URL_TAB))
      return false;
  }
  return digits == 2;
}

bool uriel_url_has_encoded_byte(uriel_text text)
{
  const char *const end = text.ptr + text.len;
  for (const char *at = text.ptr; (at = view_find(at, end, '%')) < end; at++)
    if (url_is_encoded_byte(at, end))
      return true;
  return false;
}

/* Moves to the next unit. Returns whether the one at *at is not a URL unit (4.3). */
static bool url_is_odd_unit(const char **at, const char *end)
{
  const char *const unit = *at;
  uint32_t scalar = (unsigned char)*unit;
  *at += scalar < 0x80 ? 1 : uriel_utf8_next(&scalar, unit, (size_t)(end - unit));
  if (scalar == '%')
    return !url_is_encoded_byte(unit, end);
  if (scalar < 0x80)
    return !url_byte_is(*unit, URL_UNIT | URL_TAB);
  return scalar < 0xA0 || (scalar & 0xFFFE) == 0xFFFE || (scalar >= 0xFDD0 && scalar <= 0xFDEF);
}

void uriel_url_report_units(const url_parser *p, uriel_text text, bool backslashes)
{
  const char *const end = text.ptr + text.len;
  if (!p->options)
    return;
  for (const char *at = text.ptr, *unit = at; at < end; unit = at)
    if (url_is_odd_unit(&at, end))
      uriel_url_report(p,
                       backslashes && *unit == '\\' ? URIEL_ERROR_URL_INVALID_REVERSE_SOLIDUS
                                                    : URIEL_ERROR_URL_INVALID_URL_UNIT,
                       unit);
}

/* Reports the first code point, and the first "%". */
void uriel_url_report_opaque_host(const url_parser *p, uriel_text text)
{
  const char *const end = text.ptr + text.len;
  bool reported[2] = {false, false};
  if (!p->options)
    return;
  for (int percent = 0; percent < 2; percent++)
    for (const char *at = text.ptr, *unit = at; at < end && !reported[percent]; unit = at)
      if (url_is_odd_unit(&at, end) && (*unit == '%') == percent) {
        uriel_url_report(p, URIEL_ERROR_URL_INVALID_URL_UNIT, unit);
        reported[percent] = true;
      }
}
