/* SPDX-License-Identifier: MIT */
/* ToASCII and ToUnicode (UTS #46, 4 to 4.3), label by label. */
#include "uriel_idna.h"

#include "idna/label.h"
#include "idna/nfc.h"
#include "idna/punycode.h"
#include "text/bytes.h"
#include "text/utf8.h"

enum { IDNA_LABEL_BYTES = 63, IDNA_NAME_BYTES = 253, IDNA_PREFIX = 4 };

typedef struct idna_run {
  const char *begin; /* of the domain name */
  nfc_source source;
  unsigned options;
  bool to_ascii;
  bool bidi; /* the second time, for a Bidi domain name: check the Bidi rule */
  bool rtl;  /* it is one, and CheckBidi is set */
  writer w;
  uriel_error error;
  const char *label, *label_end; /* in the domain name */
} idna_run;

/* A label after mapping and normalisation, and the character that each code point came from. `count` can
 * exceed the arrays. */
typedef struct idna_codes {
  uint32_t codes[URIEL_IDNA_LABEL_MAX + 1];
  const char *origins[URIEL_IDNA_LABEL_MAX + 1];
  size_t count;
} idna_codes;

/* Records the first error. `at` is the character at fault. */
static void idna_fail(idna_run *r, uriel_error_code code, const char *at)
{
  if (r->error.code == URIEL_ERROR_NONE)
    r->error = (uriel_error){.code = code,
                             .component = URIEL_HOST,
                             .offset = (size_t)(at - r->begin),
                             .begin = (size_t)(r->label - r->begin),
                             .length = (size_t)(r->label_end - r->label)};
}

static void idna_collect(void *context, uint32_t code, const char *origin)
{
  idna_codes *const label = context;
  if (label->count <= URIEL_IDNA_LABEL_MAX) {
    label->codes[label->count] = code;
    label->origins[label->count] = origin;
  }
  label->count++;
}

static bool idna_is_ascii(const uint32_t *codes, size_t count, size_t *at)
{
  for (*at = 0; *at < count; ++*at)
    if (codes[*at] >= 0x80)
      return false;
  return true;
}

/* Criterion 1, for a decoded label; a mapped label is normalised. */
static bool idna_is_nfc(const uint32_t *codes, size_t count)
{
  nfc_source source = {.codes = codes, .codes_end = codes + count};
  idna_codes normal;
  for (size_t i = 0; i < count; i++)
    if ((unicode_word(codes[i]) & UNICODE_STABLE) == 0)
      return false;
  normal.count = 0;
  uriel_nfc_run(&source, idna_collect, &normal);
  return normal.count == count && memcmp(normal.codes, codes, count * sizeof *codes) == 0;
}

/* Criteria 2 to 9. */
static uriel_error_code idna_error(idna_run *r, const idna_label *label, size_t *at)
{
  const uriel_error_code code = uriel_label_check(label, r->options, at);
  if (code == URIEL_ERROR_NONE && r->bidi && !uriel_label_bidi(label, at))
    return URIEL_ERROR_IDNA_BIDI;
  if (label->codes && (r->options & URIEL_IDNA_CHECK_BIDI) && !r->rtl)
    r->rtl = uriel_label_is_rtl(label);
  return code;
}

/* Records the error of a label that is mapped and not decoded; `origins` has the characters of its
 * codes. */
static void idna_check(idna_run *r, const idna_label *label, const char *const *origins)
{
  size_t at = 0;
  const uriel_error_code code = idna_error(r, label, &at);
  if (code != URIEL_ERROR_NONE)
    idna_fail(r, code, label->codes ? origins[at] : label->bytes + at);
}

static void idna_write_codes(idna_run *r, const uint32_t *codes, size_t count)
{
  for (size_t i = 0; i < count; i++)
    uriel_nfc_write(&r->w, codes[i], NULL);
}

/* A label that begins with "xn--". */
static APART void idna_punycode(idna_run *r, const idna_codes *label)
{
  uint32_t codes[URIEL_IDNA_LABEL_MAX];
  size_t count = 0, at = 0;
  uriel_error_code code = URIEL_ERROR_IDNA_PUNYCODE;
  if (!idna_is_ascii(label->codes, label->count, &at)) {
    idna_fail(r, code, label->origins[at]);
  } else if (!uriel_punycode_decode(label->codes + IDNA_PREFIX, label->count - IDNA_PREFIX, codes,
                                    &count, &at)) {
    const idna_label kept = {label->codes, NULL, label->count};
    if (!(r->options & URIEL_IDNA_IGNORE_INVALID_PUNYCODE))
      idna_fail(r, code,
                IDNA_PREFIX + at < label->count ? label->origins[IDNA_PREFIX + at] : r->label_end);
    else if ((r->options & URIEL_IDNA_USE_STD3) && (at = uriel_label_not_std3(&kept)) < kept.count)
      idna_fail(r, URIEL_ERROR_IDNA_STD3, label->origins[at]);
    else if (r->bidi && !uriel_label_bidi(&kept, &at))
      idna_fail(r, URIEL_ERROR_IDNA_BIDI, label->origins[at]);
  } else {
    /* UTS #46, 4, step 4 */
    const idna_label decoded = {codes, NULL, count};
    code = idna_is_ascii(codes, count, &at) ? URIEL_ERROR_IDNA_PUNYCODE
           : !idna_is_nfc(codes, count)     ? URIEL_ERROR_IDNA_NFC
                                            : idna_error(r, &decoded, &at);
    if (code != URIEL_ERROR_NONE)
      idna_fail(r, code, r->label);
  }
  if (code == URIEL_ERROR_NONE && !r->to_ascii)
    idna_write_codes(r, codes, count);
  else
    idna_write_codes(r, label->codes, label->count);
}

/* A label that is not US-ASCII or begins with "xn--". */
static APART void idna_mapped_label(idna_run *r)
{
  idna_codes label;
  nfc_source source = r->source;
  size_t at = 0;
  label.count = 0;
  uriel_nfc_run(&r->source, idna_collect, &label);
  r->label_end = r->source.stopped ? r->source.origin : r->source.end;
  if (label.count > URIEL_IDNA_LABEL_MAX) {
    idna_fail(r, URIEL_ERROR_IDNA_LIMIT, label.origins[URIEL_IDNA_LABEL_MAX]);
    uriel_nfc_run(&source, uriel_nfc_write, &r->w);
  } else if (label.count >= IDNA_PREFIX && label.codes[0] == 'x' && label.codes[1] == 'n' &&
             label.codes[2] == '-' && label.codes[3] == '-') {
    idna_punycode(r, &label);
  } else {
    idna_check(r, &(idna_label){label.codes, NULL, label.count}, label.origins);
    if (idna_is_ascii(label.codes, label.count, &at) || !r->to_ascii) {
      idna_write_codes(r, label.codes, label.count);
    } else {
      const size_t written = r->w.len;
      write_string(&r->w, "xn--");
      uriel_punycode_encode(&r->w, label.codes, label.count);
      if (r->w.len - written > URIEL_IDNA_LABEL_MAX) /* ToASCII would not read it again */
        idna_fail(r, URIEL_ERROR_IDNA_LIMIT, r->label);
    }
  }
}

/* A label of US-ASCII up to `end`: each character is valid. */
static void idna_ascii_label(idna_run *r, const char *end)
{
  const idna_label label = {NULL, r->label, (size_t)(end - r->label)};
  r->label_end = end;
  if (r->bidi || (r->options & (URIEL_IDNA_CHECK_HYPHENS | URIEL_IDNA_USE_STD3)))
    idna_check(r, &label, NULL);
  for (const char *at = r->label; at < end; at++)
    write_byte(&r->w, byte_lower(*at));
  r->source.stopped = end < r->source.end;
  r->source.at = end + (r->source.stopped ? 1 : 0);
}

/* Returns the end of the label if it is US-ASCII and does not begin with "xn--", otherwise NULL. */
static const char *idna_ascii_end(const nfc_source *source)
{
  const char *at = source->at;
  if (source->rest.len > 0 || (source->end - at >= IDNA_PREFIX && byte_lower(at[0]) == 'x' &&
                               byte_lower(at[1]) == 'n' && at[2] == '-' && at[3] == '-'))
    return NULL;
  while (at < source->end && *at != '.')
    if ((unsigned char)*at++ >= 0x80)
      return NULL;
  return at;
}

/* Reports whether an empty label is the root: the last one, and not the only one. */
static bool idna_at_root(const idna_run *r)
{
  return (r->options & URIEL_IDNA_ROOT) && !r->source.stopped && r->w.len > 0;
}

static void idna_name(idna_run *r)
{
  const bool lengths = r->to_ascii && (r->options & URIEL_IDNA_VERIFY_DNS_LENGTH);
  size_t written;
  do {
    written = r->w.len;
    r->label = r->source.rest.len > 0 ? r->source.origin : r->source.at;
    const char *const end = idna_ascii_end(&r->source);
    if (end)
      idna_ascii_label(r, end);
    else
      idna_mapped_label(r);
    if (lengths && r->w.len == written && !idna_at_root(r)) /* UTS #46, 4.2, step 4 */
      idna_fail(r, URIEL_ERROR_IDNA_EMPTY, r->label);
    else if (lengths && r->w.len - written > IDNA_LABEL_BYTES)
      idna_fail(r, URIEL_ERROR_IDNA_LABEL_LENGTH, r->label);
    if (r->source.stopped)
      write_byte(&r->w, '.');
  } while (r->source.stopped && !(r->to_ascii && r->error.code != URIEL_ERROR_NONE));
  const bool root = r->w.len == written && idna_at_root(r);
  if (lengths && r->w.len - root > IDNA_NAME_BYTES) {
    r->label = r->begin, r->label_end = r->source.end;
    idna_fail(r, URIEL_ERROR_IDNA_LENGTH, r->begin);
  }
}

/* Writes the domain name to `w`; returns the run with its first error. */
static idna_run idna_run_of(uriel_text domain, unsigned options, bool to_ascii, bool bidi, writer w)
{
  idna_run r = {.begin = domain.ptr, .options = options, .to_ascii = to_ascii, .bidi = bidi, .w = w};
  r.source.at = domain.ptr, r.source.end = domain.ptr + domain.len, r.source.mapped = true;
  r.source.transitional = (options & URIEL_IDNA_TRANSITIONAL) != 0;
  idna_name(&r);
  return r;
}

/* The domain name with all checks. Whether it is a Bidi domain name is known at its end: if it is, a
 * second run checks the Bidi rule. */
static idna_run idna_run_all(uriel_text domain, unsigned options, bool to_ascii, writer w)
{
  const idna_run r = idna_run_of(domain, options, to_ascii, false, w);
  if (!r.rtl || (to_ascii && r.error.code != URIEL_ERROR_NONE))
    return r;
  return idna_run_of(domain, options, to_ascii, true, w);
}

/* Returns whether the name has only labels of 1 to 63 letters and digits of ASCII, with single hyphens
 * between them: these pass all checks. */
static bool idna_is_plain(uriel_text name)
{
  const unsigned letters = BYTE_ALPHA | BYTE_DIGIT;
  char last = '.';
  size_t label = 0;
  for (size_t i = 0; i < name.len; last = name.ptr[i++]) {
    const char byte = name.ptr[i];
    if (!byte_is(byte, letters) && !((byte == '-' || byte == '.') && byte_is(last, letters)))
      return false;
    label = byte == '.' ? 0 : label + 1;
    if (label > IDNA_LABEL_BYTES)
      return false;
  }
  return byte_is(last, letters) && name.len <= IDNA_NAME_BYTES;
}

/* The common first part of both operations: lower-cases a plain name that fits into the buffer, and
 * checks that any other one is UTF-8. Returns whether there is more to do; otherwise *done is the
 * result. */
static bool idna_begin(uriel_text name, char *out, size_t capacity, uriel_error *error, size_t *done)
{
  *error = (uriel_error){.code = URIEL_ERROR_NONE};
  if (name.len <= capacity && idna_is_plain(name)) {
    for (size_t i = 0; i < name.len; i++)
      out[i] = byte_lower(name.ptr[i]);
    *done = name.len;
    return false;
  }
  const size_t valid = uriel_utf8_span(name.ptr, name.len);
  if (valid < name.len)
    *error = (uriel_error){
        .code = URIEL_ERROR_NOT_UTF_8, .component = URIEL_HOST, .offset = valid, .length = name.len};
  *done = URIEL_FAILED;
  return valid == name.len;
}

/* The output of most names is in `held` before it is known that no label fails. */
size_t uriel_idna_to_ascii(const char *domain, size_t len, unsigned options, char *out, size_t capacity,
                           uriel_error *error)
{
  char held[IDNA_NAME_BYTES + 3];
  uriel_error ignored;
  size_t done;
  const uriel_text name = {len ? domain : "", len};
  error = error ? error : &ignored;
  if (!idna_begin(name, out, capacity, error, &done))
    return done;
  const idna_run r = idna_run_all(name, options, true, writer_to(held, sizeof held));
  *error = r.error;
  if (r.error.code != URIEL_ERROR_NONE)
    return URIEL_FAILED;
  if (r.w.len > sizeof held)
    return idna_run_of(name, options, true, false, writer_to(out, capacity)).w.len;
  writer w = writer_to(out, capacity);
  uriel_write_bytes(&w, held, r.w.len);
  return w.len;
}

size_t uriel_idna_to_unicode(const char *domain, size_t len, unsigned options, char *out,
                             size_t capacity, uriel_error *error)
{
  uriel_error ignored;
  size_t done;
  const uriel_text name = {len ? domain : "", len};
  error = error ? error : &ignored;
  if (!idna_begin(name, out, capacity, error, &done))
    return done;
  const idna_run r = idna_run_all(name, options, false, writer_to(out, capacity));
  *error = r.error;
  return r.w.len;
}

/* A byte becomes at most six code points (U+FDFA has three bytes and maps to 18), and a code point at
 * most ten digits of Punycode: a delta is less than 2^31, and each digit but the first is worth ten
 * times the one before it. */
size_t uriel_idna_bound(size_t len)
{
  return size_times(len, 60);
}
