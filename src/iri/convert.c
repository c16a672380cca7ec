/* SPDX-License-Identifier: MIT */
/* uriel_iri_to_uri and uriel_iri_from_uri (RFC 3987, 3.1 and 3.2). */
#include "iri/convert.h"
#include "idna/nfc.h"
#include "text/text.h"
#include "text/utf8.h"
#include "uri/component.h"
#include "uriel_idna.h"

/* ---- Forms of text -------------------------------------------------------------------------------- */

typedef struct iri_sink {
  writer *w;
  iri_form form;
} iri_sink;

/* Writes bytes outside US-ASCII. */
static void write_beyond_iri(writer *w, const char *bytes, size_t n, bool encoded)
{
  for (size_t i = 0; encoded && i < n; i++)
    write_triplet(w, (unsigned char)bytes[i]);
  if (!encoded)
    uriel_write_bytes(w, bytes, n);
}

/* Gets the characters of a normalised text. Form C replaces U+1FEF with "`", which is not allowed in an
 * IRI. */
static void convert_put(void *context, uint32_t code, const char *origin)
{
  const iri_sink *const sink = context;
  char bytes[4];
  (void)origin;
  const size_t n = uriel_utf8_write(bytes, code);
  if (n > 1)
    write_beyond_iri(sink->w, bytes, n, sink->form.encoded);
  else if (code == '`')
    write_triplet(sink->w, '`');
  else
    write_byte(sink->w, sink->form.folded ? byte_lower(bytes[0]) : bytes[0]);
}

/* Normalises the text between the triplets, whose last digit would compose with a mark after it. */
static void convert_nfc(writer *w, const char *at, const char *end, iri_form form)
{
  iri_sink sink = {w, form};
  while (at < end) {
    const char *const percent = view_find(at, end, '%');
    nfc_source source = {.at = at, .end = percent};
    uriel_nfc_run(&source, convert_put, &sink);
    at = end - percent > 3 ? percent + 3 : end;
    uriel_write_bytes(w, percent, (size_t)(at - percent));
  }
}

void uriel_iri_write(writer *w, uriel_text text, iri_form form)
{
  if (!view_defined(text))
    return;
  const char *at = text.ptr;
  const char *const end = at + text.len;
  if (form.nfc) {
    convert_nfc(w, at, end, form);
    return;
  }
  while (at < end) {
    const char *const begin = at;
    while (at < end && (unsigned char)*at < 0x80)
      at++;
    uriel_write_bytes(w, begin, (size_t)(at - begin));
    const char *const beyond = at;
    while (at < end && (unsigned char)*at >= 0x80)
      at++;
    write_beyond_iri(w, beyond, (size_t)(at - beyond), form.encoded);
  }
}

/* ---- Hosts ---------------------------------------------------------------------------------------- */

/* A decoded domain name that is longer fails with IDNA_LIMIT. */
enum { CONVERT_HOST_MAX = 2048 };

/* RFC 3987, 3.1 requires UseSTD3ASCIIRules. CheckHyphens would reject names that are in use. */
static const unsigned convert_idna = URIEL_IDNA_CHECK_BIDI | URIEL_IDNA_CHECK_JOINERS |
                                     URIEL_IDNA_USE_STD3 | URIEL_IDNA_VERIFY_DNS_LENGTH |
                                     URIEL_IDNA_ROOT;

/* Reports whether IDNA changes the name: it has a character outside US-ASCII, or with `display` a label
 * that begins with "xn--". */
static bool convert_needs_idna(uriel_text host, bool display)
{
  bool begins = true;
  for (size_t i = 0; i < host.len; i++) {
    const char *const at = host.ptr + i;
    if ((unsigned char)*at >= 0x80 ||
        (*at == '%' && triplet_at(at, host.ptr + host.len) && triplet_value(at) >= 0x80))
      return true;
    if (display && begins && host.len - i >= 4 && fold_equal(at, "xn--", 4))
      return true;
    begins = *at == '.';
  }
  return false;
}

/* Returns the host without "%XX". `decoded` has CONVERT_HOST_MAX bytes; the result may have more. */
static uriel_text convert_unescaped(uriel_text host, char *decoded)
{
  if (view_find(host.ptr, host.ptr + host.len, '%') == host.ptr + host.len)
    return host;
  return (uriel_text){decoded, uriel_decode(host.ptr, host.len, 0, decoded, CONVERT_HOST_MAX, NULL)};
}

bool uriel_iri_is_domain(uriel_text host)
{
  char decoded[CONVERT_HOST_MAX];
  const uriel_text name = convert_unescaped(host, decoded);
  return name.len <= CONVERT_HOST_MAX &&
         uriel_idna_to_ascii(name.ptr, name.len, convert_idna, NULL, 0, NULL) != URIEL_FAILED;
}

static bool convert_fails(uriel_error *error, const uriel_ref *ref, uriel_error_code code, size_t at,
                          size_t len)
{
  error_store(error, (uriel_error){.code = code,
                                   .component = URIEL_HOST,
                                   .offset = ref->host_begin + at,
                                   .begin = ref->host_begin + at,
                                   .length = len,
                                   .spec = uriel_spec_of(ref)});
  return false;
}

/* Returns where the byte `left` of the decoded host is in the host. */
static size_t convert_place(uriel_text host, size_t left)
{
  size_t at = 0;
  for (; left > 0 && at < host.len; left--)
    at += triplet_at(host.ptr + at, host.ptr + host.len) ? 3 : 1;
  return at;
}

static bool convert_fails_idna(uriel_error *error, const uriel_ref *ref, const uriel_error *found)
{
  const uriel_text host = component_host(ref);
  const size_t begin = convert_place(host, found->begin);
  const size_t end = convert_place(host, found->begin + found->length);
  convert_fails(error, ref, found->code, begin, end - begin);
  if (error)
    error->offset = ref->host_begin + convert_place(host, found->offset);
  return false;
}

bool uriel_iri_write_host(writer *w, const uriel_ref *ref, bool display, iri_form form,
                          uriel_error *error)
{
  char decoded[CONVERT_HOST_MAX], ascii[CONVERT_HOST_MAX];
  const uriel_text written = component_host(ref);
  uriel_error found;
  if (uriel_host_kind_of(ref) != URIEL_HOST_NAME || !convert_needs_idna(written, display)) {
    uriel_iri_write(w, written, form);
    return true;
  }
  const uriel_text host = convert_unescaped(written, decoded);
  if (host.len > CONVERT_HOST_MAX)
    return convert_fails(error, ref, URIEL_ERROR_IDNA_LIMIT, 0, ref->host_end - ref->host_begin);
  const size_t len = uriel_idna_to_ascii(host.ptr, host.len, convert_idna, ascii, sizeof ascii, &found);
  if (len == URIEL_FAILED)
    return convert_fails_idna(error, ref, &found);
  const size_t capacity = w->len < w->capacity ? w->capacity - w->len : 0;
  char *const out = capacity ? w->out + w->len : NULL;
  if (display)
    w->len += uriel_idna_to_unicode(host.ptr, host.len, convert_idna, out, capacity, NULL);
  else
    uriel_write_bytes(w, ascii, len);
  return true;
}

/* ---- To a URI (3.1) ------------------------------------------------------------------------------- */

size_t uriel_iri_to_uri(const uriel_ref *iri, unsigned options, char *out, size_t capacity,
                        uriel_error *error)
{
  writer w = writer_to(out, capacity);
  const iri_form form = {.nfc = (options & URIEL_IRI_NFC) != 0, .encoded = true};
  if (uriel_refuse_row(iri, error))
    return URIEL_FAILED;
  error_store(error, (uriel_error){.code = URIEL_ERROR_NONE, .spec = uriel_spec_of(iri)});
  if (!(options & URIEL_IRI_IDNA) || iri->host_begin == 0) {
    uriel_iri_write(&w, (uriel_text){iri->text, iri->length}, form);
    return w.len;
  }
  /* The host first, which may fail. */
  const uriel_text before = {iri->text, iri->host_begin};
  writer front = w, measured = writer_to(NULL, 0);
  uriel_iri_write(&measured, before, form);
  w.len = measured.len;
  if (!uriel_iri_write_host(&w, iri, false, form, error))
    return URIEL_FAILED;
  uriel_iri_write(&front, before, form);
  uriel_iri_write(&w, view_of(iri->text + iri->host_end, iri->text + iri->length), form);
  return w.len;
}

/* ---- From a URI (3.2) ----------------------------------------------------------------------------- */

bool uriel_iri_is_appropriate(uint32_t character)
{
  static const struct {
    uint32_t first, last;
  } avoided[] = {
      {0x00A0, 0x00A0}, {0x00AD, 0x00AD},   {0x034F, 0x034F},   {0x061C, 0x061C}, {0x115F, 0x1160},
      {0x1680, 0x1680}, {0x17B4, 0x17B5},   {0x180B, 0x180F},   {0x2000, 0x200B}, {0x2028, 0x202F},
      {0x2044, 0x2044}, {0x205F, 0x206F},   {0x2215, 0x2215},   {0x2236, 0x2236}, {0x2800, 0x2800},
      {0x29F8, 0x29F8}, {0x3000, 0x3000},   {0x3164, 0x3164},   {0xFE00, 0xFE0F}, {0xFE50, 0xFE6F},
      {0xFEFF, 0xFFEF}, {0x1BCA0, 0x1BCA3}, {0x1D173, 0x1D17A},
  };
  for (size_t i = 0; i < sizeof avoided / sizeof *avoided; i++)
    if (character >= avoided[i].first && character <= avoided[i].last)
      return false;
  return true;
}

/* Writes what the triplet at `at` becomes, and returns the byte after it. The "%" of a URL of the URL
 * standard need not begin a triplet. */
static const char *convert_triplet(writer *w, const char *at, const char *end, bool in_query)
{
  if (!triplet_at(at, end)) {
    write_byte(w, '%');
    return at + 1;
  }
  const char value = (char)triplet_value(at);
  char bytes[4];
  uint32_t character;
  const size_t n = uriel_decode_ucs(at, end, in_query, bytes);
  if (n > 0 && uriel_utf8_character(bytes, bytes + n, &character) == n &&
      uriel_iri_is_appropriate(character)) {
    uriel_write_bytes(w, bytes, n);
    return at + 3 * n;
  }
  if (byte_is(value, BYTE_UNRESERVED))
    write_byte(w, value);
  else if ((unsigned char)value < 0x80)
    uriel_write_bytes(w, at, 3); /* never decoded, so as written */
  else
    for (size_t i = 0; i < (n ? n : 1); i++)
      write_triplet(w, n ? (unsigned char)bytes[i] : (unsigned char)value);
  return at + 3 * (n ? n : 1);
}

static void convert_decode(writer *w, const char *at, const char *end, bool in_query)
{
  while (at < end) {
    const char *const percent = view_find(at, end, '%');
    uriel_write_bytes(w, at, (size_t)(percent - at));
    at = percent == end ? end : convert_triplet(w, percent, end, in_query);
  }
}

/* Writes the host with each valid "xn--" label decoded (3.2.1). */
static void convert_labels(writer *w, uriel_text host)
{
  const char *const end = host.ptr + host.len;
  for (uriel_text rest = host; view_defined(rest);) {
    char decoded[256];
    uriel_error error;
    const uriel_text label = view_take(&rest, '.');
    const bool puny = label.len > 4 && label.len < 64 && fold_equal(label.ptr, "xn--", 4);
    const size_t n =
        puny ? uriel_idna_to_unicode(label.ptr, label.len, convert_idna, decoded, sizeof decoded, &error)
             : 0;
    if (puny && error.code == URIEL_ERROR_NONE && n <= sizeof decoded)
      uriel_write_bytes(w, decoded, n);
    else
      convert_decode(w, label.ptr, label.ptr + label.len, false);
    if (label.ptr + label.len < end)
      write_byte(w, '.');
  }
}

size_t uriel_iri_from_uri(const uriel_ref *uri, unsigned options, char *out, size_t capacity)
{
  writer w = writer_to(out, capacity);
  const char *const text = uri->text;
  const char *before = text;
  if (uri->flags & URIEL_INVALID)
    return URIEL_FAILED;
  if ((options & URIEL_IRI_IDNA) && uriel_host_kind_of(uri) == URIEL_HOST_NAME &&
      convert_needs_idna(component_host(uri), true) && uriel_iri_is_domain(component_host(uri))) {
    convert_decode(&w, text, text + uri->host_begin, false);
    convert_labels(&w, component_host(uri));
    before = text + uri->host_end;
  }
  convert_decode(&w, before, text + uri->path_end, false);
  convert_decode(&w, text + uri->path_end, text + uri->query_end, true);
  convert_decode(&w, text + uri->query_end, text + uri->length, false);
  return w.len;
}
