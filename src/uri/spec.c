/* SPDX-License-Identifier: MIT */
/* Names of the documents that define references. */
#include "text/text.h"
#include "uriel_spec.h"

typedef struct spec_words {
  const char *name, *document, *noun;
} spec_words;

static const spec_words spec_table[] = {
    [URIEL_SPEC_RFC3986] = {"rfc3986", "RFC 3986", "URI reference"},
    [URIEL_SPEC_URL_1993] = {"url-1993", "draft-ietf-uri-url-01", "URL"},
    [URIEL_SPEC_URL_1994] = {"url-1994", "draft-ietf-uri-url-03", "URL"},
    [URIEL_SPEC_URL_1997] = {"url-1997", "draft-fielding-url-syntax-05", "URL reference"},
    [URIEL_SPEC_URI_2003] = {"uri-2003", "draft-fielding-uri-rfc2396bis-01", "URI reference"},
    [URIEL_SPEC_URN_2011] = {"urn-2011", "draft-ietf-urnbis-rfc2141bis-urn-01", "URN"},
    [URIEL_SPEC_RFC8141] = {"rfc8141", "RFC 8141", "URN"},
    [URIEL_SPEC_RFC2141] = {"rfc2141", "RFC 2141", "URN"},
    [URIEL_SPEC_IRI] = {"iri", "RFC 3987", "IRI reference"},
    [URIEL_SPEC_WHATWG] = {"whatwg", "the URL standard", "URL"},
    [URIEL_SPEC_LENIENT] = {"lenient", "RFC 3986", "URI reference"},
};
enum { SPEC_COUNT = sizeof spec_table / sizeof *spec_table };

static spec_words spec_words_of(uriel_spec spec)
{
  return (size_t)spec < SPEC_COUNT ? spec_table[spec] : (spec_words){"", "", ""};
}

const char *uriel_spec_name(uriel_spec spec)
{
  return spec_words_of(spec).name;
}

const char *uriel_spec_document(uriel_spec spec)
{
  return spec_words_of(spec).document;
}

const char *uriel_spec_noun(uriel_spec spec)
{
  return spec_words_of(spec).noun;
}

bool uriel_spec_find(uriel_spec *spec, const char *name, size_t len)
{
  for (size_t i = 0; i < SPEC_COUNT; i++) {
    const uriel_text known = uriel_text_of(spec_table[i].name);
    if (known.len == len && bytes_equal(known.ptr, name, len)) {
      *spec = (uriel_spec)i;
      return true;
    }
  }
  return false;
}
