/* SPDX-License-Identifier: MIT */
/* The IPv4 and IPv6 parsers of the URL standard (3.5). */
#include "text/bytes.h"
#include "url/url.h"

/* ---- IPv4 ---------------------------------------------------------------------------------------- */

/* A number of an IPv4 address. */
typedef struct url_number {
  uint64_t value;   /* at most 2^32: larger numbers are this */
  bool valid, rare; /* rare: not decimal */
} url_number;

static url_number url_read_digits(uriel_text text, unsigned radix)
{
  uint32_t value = 0;
  bool large = false;
  for (size_t i = 0; i < text.len; i++) {
    const char digit = text.ptr[i];
    if (!byte_is(digit, BYTE_HEX) || hex_value(digit) >= radix)
      return (url_number){0, false, false};
    large |= !digits_add(&value, radix, digit, UINT32_MAX);
  }
  return (url_number){large ? (uint64_t)UINT32_MAX + 1 : value, true, radix != 10};
}

/* The IPv4 number parser. */
static url_number url_read_number(uriel_text text)
{
  const char *const end = text.ptr + text.len;
  if (text.len == 0)
    return (url_number){0, false, false};
  if (text.len == 1 || text.ptr[0] != '0')
    return url_read_digits(text, 10);
  if (byte_lower(text.ptr[1]) == 'x')
    return url_read_digits(view_of(text.ptr + 2, end), 16);
  return url_read_digits(view_of(text.ptr + 1, end), 8);
}

bool uriel_url_ends_in_number(uriel_text domain)
{
  const char *end = domain.ptr + domain.len;
  if (end > domain.ptr && end[-1] == '.')
    end--;
  if (end > domain.ptr && !byte_is(end[-1], BYTE_HEX) && byte_lower(end[-1]) != 'x')
    return false;
  const char *at = end;
  while (at > domain.ptr && at[-1] != '.')
    at--;
  if (at == end || !byte_is(*at, BYTE_DIGIT))
    return false;
  const uriel_text last = view_of(at, end);
  return url_read_digits(last, 10).valid || url_read_number(last).valid;
}

/* Returns `at` if it is in the input; otherwise where the host begins. */
static const char *url_in_input(const url_parser *p, const char *at, uriel_text domain)
{
  return domain.ptr == p->url->domain ? p->place.ptr : at;
}

typedef struct url_ipv4 {
  url_number numbers[4];
  uriel_text parts[4];
  size_t count;
} url_ipv4;

/* Splits the address, and reports too few and too many parts. */
static bool url_split_ipv4(const url_parser *p, uriel_text domain, url_ipv4 *found)
{
  const char *const end = domain.ptr + domain.len;
  uriel_text rest = domain;
  if (end[-1] == '.') {
    uriel_url_report(p, URIEL_ERROR_URL_IPV4_EMPTY_PART, url_in_input(p, end - 1, domain));
    rest.len--;
  }
  for (found->count = 0; view_defined(rest) && found->count < 4; found->count++)
    found->parts[found->count] = view_take(&rest, '.');
  if (found->count < 4)
    uriel_url_report(p, URIEL_ERROR_URL_IPV4_TOO_FEW_PARTS, url_in_input(p, end, domain));
  if (!view_defined(rest))
    return true;
  return uriel_url_fail(p, URIEL_ERROR_URL_IPV4_TOO_MANY_PARTS, url_in_input(p, rest.ptr, domain));
}

static bool url_read_ipv4(const url_parser *p, uriel_text domain, url_ipv4 *found)
{
  for (size_t i = 0; i < found->count; i++) {
    const char *const at = url_in_input(p, found->parts[i].ptr, domain);
    found->numbers[i] = url_read_number(found->parts[i]);
    if (!found->numbers[i].valid)
      return uriel_url_fail(p, URIEL_ERROR_URL_IPV4_NON_NUMERIC_PART, at);
    if (found->numbers[i].rare)
      uriel_url_report(p, URIEL_ERROR_URL_IPV4_NON_DECIMAL_PART, at);
  }
  for (size_t i = 0; i < found->count; i++)
    if (found->numbers[i].value > 255) {
      uriel_url_report(p, URIEL_ERROR_URL_IPV4_OUT_OF_RANGE_PART,
                       url_in_input(p, found->parts[i].ptr, domain));
      break;
    }
  return true;
}

bool uriel_url_parse_ipv4(url_parser *p, uriel_text domain)
{
  url_ipv4 found = {.count = 0};
  if (!url_split_ipv4(p, domain, &found) || !url_read_ipv4(p, domain, &found))
    return false;
  const size_t last = found.count - 1;
  uint64_t address = found.numbers[last].value;
  if (address >> 8 * (4 - last))
    return false;
  for (size_t i = 0; i < last; i++) {
    if (found.numbers[i].value > 255)
      return false;
    address += found.numbers[i].value << 8 * (3 - i);
  }
  p->url->host = (url_host){.form = URL_HOST_IPV4,
                            .kind = URIEL_HOST_IPV4,
                            .text = {"", 0},
                            .pieces = {(uint16_t)(address >> 16), (uint16_t)(address & 0xFFFF)}};
  return true;
}

/* ---- IPv6 ---------------------------------------------------------------------------------------- */

enum { URL_NO_GAP = 9 };

/* The address being read: p->at and p->end are the standard's pointer. */
typedef struct url_ipv6 {
  url_parser p;
  uint16_t pieces[8];
  size_t count;
  size_t gap; /* the standard's compress */
} url_ipv6;

static bool url_fail_ipv6(const url_ipv6 *r, uriel_error_code code)
{
  return uriel_url_fail(&r->p, code, r->p.at);
}

static bool url_at_digit(const url_ipv6 *r, unsigned digits)
{
  return r->p.at < r->p.end && byte_is(*r->p.at, digits);
}

/* Reads a number of the IPv4 address at the end. */
static bool url_read_octet(url_ipv6 *r, unsigned *octet)
{
  const char *const begin = r->p.at;
  if (!url_at_digit(r, BYTE_DIGIT))
    return url_fail_ipv6(r, URIEL_ERROR_URL_IPV4_IN_IPV6_INVALID_CODE_POINT);
  for (*octet = 0; url_at_digit(r, BYTE_DIGIT); url_next(&r->p)) {
    if (r->p.at > begin && *octet == 0)
      return url_fail_ipv6(r, URIEL_ERROR_URL_IPV4_IN_IPV6_INVALID_CODE_POINT);
    if (!digits_add(octet, 10, *r->p.at, 255))
      return url_fail_ipv6(r, URIEL_ERROR_URL_IPV4_IN_IPV6_OUT_OF_RANGE_PART);
  }
  return true;
}

static bool url_read_ipv4_tail(url_ipv6 *r)
{
  unsigned seen = 0, octet = 0;
  if (r->count > 6)
    return url_fail_ipv6(r, URIEL_ERROR_URL_IPV4_IN_IPV6_TOO_MANY_PIECES);
  while (url_c(&r->p) != URL_EOF) {
    if (seen > 0) {
      if (url_c(&r->p) != '.' || seen == 4)
        return url_fail_ipv6(r, URIEL_ERROR_URL_IPV4_IN_IPV6_INVALID_CODE_POINT);
      url_next(&r->p);
    }
    if (!url_read_octet(r, &octet))
      return false;
    r->pieces[r->count] = (uint16_t)((unsigned)r->pieces[r->count] << 8 | octet);
    seen++;
    r->count += seen % 2 == 0;
  }
  return seen == 4 || url_fail_ipv6(r, URIEL_ERROR_URL_IPV4_IN_IPV6_TOO_FEW_PARTS);
}

/* Reads a piece and the ":" after it, or the IPv4 address that ends the text. */
static bool url_read_piece(url_ipv6 *r)
{
  const char *const begin = r->p.at;
  uint32_t value = 0;
  unsigned length = 0;
  for (; length < 4 && url_at_digit(r, BYTE_HEX); length++, url_next(&r->p))
    (void)digits_add(&value, 16, *r->p.at, UINT16_MAX);
  if (url_c(&r->p) == '.') {
    if (length == 0)
      return url_fail_ipv6(r, URIEL_ERROR_URL_IPV4_IN_IPV6_INVALID_CODE_POINT);
    r->p.at = begin;
    return url_read_ipv4_tail(r);
  }
  const bool colon = url_c(&r->p) == ':';
  if (colon)
    url_next(&r->p);
  if (colon == (url_c(&r->p) == URL_EOF))
    return url_fail_ipv6(r, URIEL_ERROR_URL_IPV6_INVALID_CODE_POINT);
  if (length > 1 && value >> 4 * (length - 1) == 0)
    uriel_url_report(&r->p, URIEL_ERROR_URL_IPV6_PIECE_LEADING_ZERO, begin);
  r->pieces[r->count++] = (uint16_t)value;
  return true;
}

static bool url_read_pieces(url_ipv6 *r)
{
  if (url_c(&r->p) == ':') {
    url_next(&r->p);
    if (url_c(&r->p) != ':')
      return url_fail_ipv6(r, URIEL_ERROR_URL_IPV6_INVALID_COMPRESSION);
    url_next(&r->p);
    r->gap = ++r->count;
  }
  while (url_c(&r->p) != URL_EOF) {
    if (r->count == 8)
      return url_fail_ipv6(r, URIEL_ERROR_URL_IPV6_TOO_MANY_PIECES);
    if (url_c(&r->p) == ':') {
      if (r->gap != URL_NO_GAP)
        return url_fail_ipv6(r, URIEL_ERROR_URL_IPV6_MULTIPLE_COMPRESSION);
      url_next(&r->p);
      r->gap = ++r->count;
    } else if (!url_read_piece(r)) {
      return false;
    }
  }
  return r->gap != URL_NO_GAP || r->count == 8 || url_fail_ipv6(r, URIEL_ERROR_URL_IPV6_TOO_FEW_PIECES);
}

bool uriel_url_parse_ipv6(url_parser *p, uriel_text input)
{
  url_ipv6 r = {.p = *p, .gap = URL_NO_GAP};
  r.p.end = input.ptr + input.len;
  url_go(&r.p, input.ptr);
  if (!url_read_pieces(&r))
    return false;
  url_host *const host = &p->url->host;
  *host = (url_host){.form = URL_HOST_IPV6, .kind = URIEL_HOST_IPV6, .text = {"", 0}};
  const size_t gap = r.gap == URL_NO_GAP ? r.count : r.gap, after = r.count - gap;
  for (size_t i = 0; i < r.count; i++)
    host->pieces[i < gap ? i : i + 8 - gap - after] = r.pieces[i];
  return true;
}
