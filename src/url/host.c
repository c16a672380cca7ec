/* SPDX-License-Identifier: MIT */
/* The host parser of the URL standard (3.5): domains and opaque hosts. */
#include "text/bytes.h"
#include "text/utf8.h"
#include "url/url.h"

bool uriel_url_fail(const url_parser *p, uriel_error_code code, const char *at)
{
  uriel_url_report(p, code, at);
  return false;
}

/* ---- Opaque hosts -------------------------------------------------------------------------------- */

static bool url_parse_opaque_host(url_parser *p, uriel_text input)
{
  const char *const end = input.ptr + input.len;
  for (const char *at = input.ptr; (at = url_find(at, end, URL_NOT_HOST)) < end; at++)
    if (!url_byte_is(*at, URL_TAB))
      return uriel_url_fail(p, URIEL_ERROR_URL_HOST_INVALID_CODE_POINT, at);
  uriel_url_report_opaque_host(p, input);
  p->url->host = (url_host){.form = URL_HOST_OPAQUE, .kind = URIEL_HOST_NAME, .text = input};
  return true;
}

/* ---- Domains ------------------------------------------------------------------------------------- */

/* Percent-decodes the input into `decoded`, of URL_DOMAIN_MAX bytes, if that changes it. Returns
 * undefined if it does not fit. Malformed input, which the standard decodes to U+FFFD before it removes
 * tabs and decodes "%XX", is returned unchanged: IDNA rejects both. */
static uriel_text url_domain_of(uriel_text input, char *decoded)
{
  bool plain = true; /* ASCII that is its own decoding */
  for (size_t i = 0; i < input.len; i++)
    plain = plain && (unsigned char)input.ptr[i] < 0x80 && input.ptr[i] != '%' &&
            !url_byte_is(input.ptr[i], URL_TAB);
  if (plain || uriel_utf8_span(input.ptr, input.len) < input.len)
    return input;
  writer w = writer_to(decoded, URL_DOMAIN_MAX);
  for (size_t i = 0; i < input.len; i++)
    if (!url_byte_is(input.ptr[i], URL_TAB))
      write_byte(&w, input.ptr[i]);
  if (w.len > URL_DOMAIN_MAX)
    return view_undefined();
  return (uriel_text){decoded, uriel_decode(decoded, w.len, 0, decoded, w.len, NULL)};
}

/* Reports the error domain-to-ASCII, which a conformance checker wants, and the parser mostly ignores.
 * Its place is known in the input up to the first byte that decoding changes. */
static void url_report_strict(const url_parser *p, uriel_text domain, uriel_text input)
{
  uriel_error error = {.code = URIEL_ERROR_NONE};
  if (!p->options ||
      (view_defined(domain) &&
       uriel_idna_to_ascii(domain.ptr, domain.len, URL_IDNA_STRICT, NULL, 0, &error) != URIEL_FAILED))
    return;
  size_t same = 0;
  while (same < input.len && input.ptr[same] != '%' && !url_byte_is(input.ptr[same], URL_TAB))
    same++;
  const bool found = error.offset <= same || domain.len == input.len;
  uriel_url_report(p, URIEL_ERROR_URL_DOMAIN_TO_ASCII, input.ptr + (found ? error.offset : 0));
  uriel_url_report_cause(p, error.code);
}

/* The conversion of the domain parser (3.3), not strict. */
static bool url_domain_to_ascii(uriel_text *domain, char *out)
{
  unsigned char all = 0;
  for (size_t i = 0; i < domain->len; i++)
    all |= (unsigned char)domain->ptr[i]; /* NOLINT: written by uriel_decode */
  if (all < 0x80)
    return true;
  domain->len = uriel_idna_to_ascii(domain->ptr, domain->len, URL_IDNA, out, URL_DOMAIN_MAX, NULL);
  domain->ptr = out;
  return domain->len <= URL_DOMAIN_MAX;
}

/* The domain parser (3.3), not strict, of a text that is not its own result. Returns undefined for
 * failure. */
static APART uriel_text url_parse_coded_domain(url_parser *p, uriel_text input)
{
  char decoded[URL_DOMAIN_MAX];
  uriel_text domain = url_domain_of(input, decoded);
  url_report_strict(p, domain, input);
  if (!view_defined(domain) ||
      !(p->to_ascii ? p->to_ascii : url_domain_to_ascii)(&domain, p->url->domain))
    return view_undefined();
  if (domain.ptr == decoded) {
    memcpy(p->url->domain, decoded, domain.len);
    domain.ptr = p->url->domain;
  }
  const char *const end = domain.ptr + domain.len;
  const bool allowed = domain.len > 0 && url_find(domain.ptr, end, URL_NOT_DOMAIN) == end;
  return allowed ? domain : view_undefined();
}

/* Returns whether every conversion keeps the domain: it is US-ASCII without "xn--" and "%XX". */
static bool url_is_ascii_domain(uriel_text domain)
{
  unsigned char all = 0;
  bool plain = true;
  for (size_t i = 0; i < domain.len; i++) {
    all |= (unsigned char)domain.ptr[i];
    plain &= domain.ptr[i] != '%' && !(domain.ptr[i] == '-' && i > 0 && domain.ptr[i - 1] == '-');
  }
  return plain && all < 0x80;
}

bool uriel_url_parse_host(url_parser *p, uriel_text input)
{
  input = uriel_url_trim(input.ptr, input.ptr + input.len);
  if (input.len > 0 && *input.ptr == '[') {
    if (input.ptr[input.len - 1] != ']')
      return uriel_url_fail(p, URIEL_ERROR_URL_IPV6_UNCLOSED, input.ptr + input.len);
    return uriel_url_parse_ipv6(p, view_of(input.ptr + 1, input.ptr + input.len - 1));
  }
  if (p->url->special == URL_NOT_SPECIAL)
    return url_parse_opaque_host(p, input);
  if (p->options && uriel_url_has_encoded_byte(input))
    uriel_url_report(p, URIEL_ERROR_URL_DOMAIN_PERCENT_ENCODED,
                     view_find(input.ptr, input.ptr + input.len, '%'));
  uriel_text domain = input;
  if (input.len == 0 || (p->to_ascii && !url_is_ascii_domain(input)) ||
      url_find(input.ptr, input.ptr + input.len, URL_NOT_DOMAIN | URL_C0) < input.ptr + input.len)
    domain = url_parse_coded_domain(p, input);
  else /* usually ASCII, and all of it allowed */
    url_report_strict(p, input, input);
  if (!view_defined(domain))
    return false;
  if (uriel_url_ends_in_number(domain))
    return uriel_url_parse_ipv4(p, domain);
  p->url->host = (url_host){.form = URL_HOST_DOMAIN, .kind = URIEL_HOST_NAME, .text = domain};
  return true;
}
