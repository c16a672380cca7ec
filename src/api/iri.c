/* SPDX-License-Identifier: MIT */
/* uriel_iri_normalize (RFC 3987, 5.3), and the bound of uriel_iri.h. */
#include "iri/convert.h"
#include "uri/component.h"
#include "uriel_idna.h"
#include "uriel_spec.h"

/* uriel_iri_to_uri: form C is at most three times as long (UAX #15), and each byte becomes "%XX".
 * uriel_iri_normalize: the result and, after it, the text that it is made of. A host is also written in
 * both of its forms; the Unicode form is at most eleven times as long (U+FDFA). */
size_t uriel_iri_bound(const uriel_ref *ref)
{
  enum { EACH = 9, EACH_UNICODE = 11, NORMAL = 6 };
  const size_t host = ref->host_end - ref->host_begin;
  const size_t names = size_add(uriel_idna_bound(host), size_times(host, EACH_UNICODE));
  const size_t most = size_times(ref->length, EACH);
  const size_t normal = size_times(uriel_normalize_bound(ref), NORMAL);
  return size_bound(most > normal ? most : normal, names);
}

/* Writes `ref`, which is in normal form, in form C and with its host converted under IDNA. */
static bool iri_write_normal(writer *w, const uriel_ref *ref, unsigned options, uriel_error *error)
{
  const iri_form form = {.nfc = (options & URIEL_IRI_NFC) != 0};
  iri_form host = form;
  host.folded = true; /* form C replaces the Kelvin sign with "K" */
  uriel_iri_write(w, (uriel_text){ref->text, ref->host_begin}, form);
  if (!(options & URIEL_IRI_IDNA))
    uriel_iri_write(w, component_span(ref, true, ref->host_begin, ref->host_end), host);
  else if (!uriel_iri_write_host(w, ref, true, host, error))
    return false;
  uriel_iri_write(w, component_span(ref, true, ref->host_end, ref->length), form);
  return true;
}

static size_t iri_fails(uriel_error *error, const uriel_ref *iri, uriel_error_code code, size_t len)
{
  error_store(error, (uriel_error){.code = code, .length = len, .spec = uriel_spec_of(iri)});
  return len;
}

/* Writes the normal form to the end of the buffer, and from there, in form C and with its host converted
 * under IDNA, to the begin. Sets `ref` to the result. */
static size_t iri_normalize_once(uriel_ref *ref, uriel_level level, unsigned options, char *out,
                                 size_t capacity, uriel_error *error)
{
  writer w = writer_to(out, capacity);
  const size_t len = uriel_normalize(ref, level, NULL, 0);
  char *const end = out + capacity - len;
  uriel_normalize(ref, level, end, len);
  if (!uriel_parse_as(ref, end, len, URIEL_SPEC_IRI, 0, error) ||
      !iri_write_normal(&w, ref, options, error) ||
      !uriel_parse_as(ref, out, w.len, URIEL_SPEC_IRI, 0, error))
    return URIEL_FAILED;
  return w.len;
}

size_t uriel_iri_normalize(const uriel_ref *iri, uriel_level level, unsigned options, char *out,
                           size_t capacity, uriel_error *error)
{
  const size_t bound = uriel_iri_bound(iri);
  uriel_ref ref = *iri;
  if (uriel_refuse_row(iri, error))
    return URIEL_FAILED;
  if (uriel_spec_of(iri) == URIEL_SPEC_RFC3986)
    ref.flags |= (uint32_t)URIEL_SPEC_IRI << URIEL_SPEC_SHIFT;
  else if (uriel_spec_of(iri) != URIEL_SPEC_IRI && /* whose flags mean something else */
           !uriel_parse_as(&ref, iri->text, iri->length, URIEL_SPEC_IRI, 0, error))
    return URIEL_FAILED;
  iri_fails(error, iri, URIEL_ERROR_NONE, 0);
  if (level < URIEL_LEVEL_SCHEME)
    options &= ~(unsigned)URIEL_IRI_IDNA;
  if (!(options & (URIEL_IRI_NFC | URIEL_IRI_IDNA)) || level == URIEL_LEVEL_STRING)
    return uriel_normalize(&ref, level, out, capacity);
  if (capacity < bound)
    return iri_fails(error, iri, URIEL_ERROR_BUFFER_TOO_SMALL, bound);
  /* Nothing is written if the host is not valid. */
  writer none = writer_to(NULL, 0);
  if ((options & URIEL_IRI_IDNA) &&
      !uriel_iri_write_host(&none, &ref, true, (iri_form){.nfc = false}, error))
    return URIEL_FAILED;
  /* Twice: form C replaces three characters with US-ASCII ones, which a scheme's normal form may
   * change. */
  const size_t len = iri_normalize_once(&ref, level, options, out, capacity, error);
  return len == URIEL_FAILED ? len : iri_normalize_once(&ref, level, options, out, capacity, error);
}
