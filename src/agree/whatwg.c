/* SPDX-License-Identifier: MIT */
/* The readers "whatwg", the URL standard as uriel_url_parse reads it, and "whatwg-url": the npm package
 * whatwg-url 16.0.1 with tr46 6.0.0, which reads as the URL standard except for domains.
 *
 *   - Newer characters than Unicode 17's are disallowed.
 *   - "xn--" labels are decoded and checked also if the domain is US-ASCII.
 *
 * Known differences: opaque hosts of more than READER_DOMAIN_MAX bytes are refused; the package does not
 * limit the length of domains (URL_DOMAIN_MAX, URIEL_IDNA_LABEL_MAX). */
#include "agree/reader.h"

#include "idna/punycode.h"
#include "text/utf8.h"

void uriel_reader_url(uriel_reading *reading, uriel_text text, url_to_ascii *to_ascii, char *out)
{
  url_record url;
  url_parser p = {.url = &url, .at = text.ptr, .end = view_end(text), .text = text.ptr};
  p.verdict = true, p.to_ascii = to_ascii;
  if (!uriel_url_parse_record(&p) ||
      (url.host.form == URL_HOST_OPAQUE && url.host.text.len > READER_DOMAIN_MAX))
    return;
  url_sink s = uriel_url_sink(view_undefined(), out, SIZE_MAX);
  uriel_url_put_encoded(&s, url.scheme, 0);
  const size_t scheme = s.w.len;
  uriel_url_put_host(&s, &url);
  reader_memory memory = {out + s.w.len};
  uriel_reader_set(reading, &memory, (uriel_text){out, scheme}, view_of(out + scheme, out + s.w.len));
  reading->port = url.port >= 0 ? url.port : uriel_url_default_port(url.special);
}

void uriel_read_whatwg(uriel_reading *reading, const char *text, size_t len, char *out)
{
  uriel_reader_url(reading, (uriel_text){len ? text : "", len}, NULL, out);
}

bool uriel_reader_knows(uriel_text domain, unsigned version)
{
  enum { PREFIX = 4 };
  uint32_t label[URIEL_IDNA_LABEL_MAX], codes[URIEL_IDNA_LABEL_MAX], code;
  for (const char *at = domain.ptr, *const end = view_end(domain); at < end;) {
    const size_t n = uriel_utf8_character(at, end, &code);
    if (n == 0 || !reader_assigned(code, version))
      return false;
    at += n;
  }
  while (view_defined(domain)) {
    const uriel_text text = view_take(&domain, '.');
    size_t count = 0, at;
    if (text.len < PREFIX || text.len > URIEL_IDNA_LABEL_MAX || memcmp(text.ptr, "xn--", PREFIX) != 0 ||
        !reader_is_ascii(text))
      continue;
    for (size_t i = PREFIX; i < text.len; i++)
      label[i - PREFIX] = (unsigned char)text.ptr[i];
    if (!uriel_punycode_decode(label, text.len - PREFIX, codes, &count, &at))
      continue;
    while (count > 0)
      if (!reader_assigned(codes[--count], version))
        return false;
  }
  return true;
}

bool uriel_reader_to_ascii(uriel_text *domain, unsigned options, char *out)
{
  if (reader_is_ascii_domain(*domain))
    return true;
  domain->len = uriel_idna_to_ascii(domain->ptr, domain->len, options, out, URL_DOMAIN_MAX, NULL);
  domain->ptr = out;
  return domain->len <= URL_DOMAIN_MAX;
}

static bool package_to_ascii(uriel_text *domain, char *out)
{
  enum { PACKAGE_UNICODE = 170 };
  return reader_is_ascii_domain(*domain) ||
         (uriel_reader_knows(*domain, PACKAGE_UNICODE) && uriel_reader_to_ascii(domain, URL_IDNA, out) &&
          uriel_reader_knows(*domain, PACKAGE_UNICODE));
}

void uriel_read_whatwg_url(uriel_reading *reading, const char *text, size_t len, char *out)
{
  uriel_reader_url(reading, (uriel_text){len ? text : "", len}, package_to_ascii, out);
}
