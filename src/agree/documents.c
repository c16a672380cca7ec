/* SPDX-License-Identifier: MIT */
/* The readers of documents: references as uriel_parse_as accepts them, with the default ports of the URL
 * standard. */
#include "agree/reader.h"
#include "uri/component.h"

#include "uriel_spec.h"

void uriel_reader_fill(uriel_reading *reading, const uriel_ref *ref, char *out)
{
  reader_memory memory = {out};
  uriel_reader_set(reading, &memory, uriel_scheme(ref), uriel_host(ref));
  reading->port = uriel_reader_port(uriel_port(ref));
  if (reading->port < 0 && view_defined(reading->host) && view_consists(reading->scheme, BYTE_SCHEME))
    reading->port = uriel_url_default_port(uriel_url_special_of(reading->scheme));
}

static void document_read(uriel_reading *reading, uriel_spec spec, const char *text, size_t len,
                          char *out)
{
  uriel_ref ref;
  if (uriel_parse_as(&ref, text, len, spec, 0, NULL))
    uriel_reader_fill(reading, &ref, out);
}

#ifndef URIEL_NO_HISTORIC
void uriel_read_url_1993(uriel_reading *reading, const char *text, size_t len, char *out)
{
  document_read(reading, URIEL_SPEC_URL_1993, text, len, out);
}

void uriel_read_url_1994(uriel_reading *reading, const char *text, size_t len, char *out)
{
  document_read(reading, URIEL_SPEC_URL_1994, text, len, out);
}

void uriel_read_url_1997(uriel_reading *reading, const char *text, size_t len, char *out)
{
  document_read(reading, URIEL_SPEC_URL_1997, text, len, out);
}

void uriel_read_uri_2003(uriel_reading *reading, const char *text, size_t len, char *out)
{
  document_read(reading, URIEL_SPEC_URI_2003, text, len, out);
}
#endif

void uriel_read_iri(uriel_reading *reading, const char *text, size_t len, char *out)
{
  document_read(reading, URIEL_SPEC_IRI, text, len, out);
}

/* Appendix B splits a text of any bytes; the host and the port follow the last "@" of its authority. */
void uriel_read_appendix_b(uriel_reading *reading, const char *text, size_t len, char *out)
{
  uriel_ref ref;
  uriel_parts parts;
  if (len > UINT32_MAX)
    return;
  uriel_split(&ref, text, (uint32_t)len);
  if (ref.host_begin) {
    const char *const end = text + ref.path_begin;
    const char *host = end;
    while (host > text + component_authority_begin(&ref) && host[-1] != '@')
      host--;
    uriel_split_host(view_of(host, end), &parts);
    ref.host_begin = (uint32_t)(host - text);
    ref.host_end = ref.host_begin + (uint32_t)parts.host.len;
  }
  uriel_reader_fill(reading, &ref, out);
}

/* Not through uriel_parse_as, which links the other documents. */
void uriel_read_rfc3986(uriel_reading *reading, const char *text, size_t len, char *out)
{
  uriel_ref ref;
  if (uriel_parse(&ref, text, len, NULL))
    uriel_reader_fill(reading, &ref, out);
}
