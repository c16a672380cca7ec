/* SPDX-License-Identifier: MIT */
/* A reference, parsed, resolved and normalised. */
#include "work.h"

#include <string.h>

#include "base/escape.h"
#include "base/unicode.h"
#include "uriel_iri.h"
#include "uriel_spec.h"

const struct work_rule work_rule_iri = {.spec = URIEL_SPEC_IRI};

/* ---- Bases -------------------------------------------------------------------------------------- */

/* uriel_parse_as; RFC 3986 is the usual document, which needs no dispatch. */
static bool work_parse_as(uriel_ref *ref, uriel_text text, uriel_spec spec, uriel_error *error)
{
  return spec == URIEL_SPEC_RFC3986 ? uriel_parse(ref, text.ptr, text.len, error)
                                    : uriel_parse_as(ref, text.ptr, text.len, spec, 0, error);
}

/* Returns the parsed base, which is cached; NULL if memory runs out. */
static struct work_known_base *work_know(struct work *work, uriel_text base, uriel_spec spec)
{
  struct work_known_base *const known = &work->base;
  if (known->text.ptr && known->spec == spec && known->text.len == base.len &&
      (!base.len || memcmp(known->text.ptr, base.ptr, base.len) == 0))
    return known;
  known->is_read = known->is_url = known->is_plain = false;
  if (!buffer_set(&known->text, base)) {
    buffer_free(&known->text);
    return NULL;
  }
  known->spec = spec;
  known->is_ref = base.len && work_parse_as(&known->ref, buffer_text(&known->text), spec, NULL);
  /* The last segment is replaced by the reference's path (5.2.3). */
  known->depth = 0;
  uriel_text path = known->is_ref ? uriel_path(&known->ref) : (uriel_text){NULL, 0}, segment;
  while (uriel_segment_next(&path, &segment))
    known->depth++;
  known->depth -= known->depth > 0;
  return known;
}

/* Returns the length of a host that the URL standard leaves unchanged, or 0 for any other: labels of
 * small letters, digits and "-", without Punycode, the last one starting with a letter. */
static size_t work_plain_host(const char *text, size_t len)
{
  size_t at = 0, label = 0;
  for (; at < len && ((text[at] >= 'a' && text[at] <= 'z') || (text[at] >= '0' && text[at] <= '9') ||
                      text[at] == '-' || text[at] == '.');
       at++)
    if (text[at] == '.')
      label = at + 1;
    else if (at == label + 3 && memcmp(text + label, "xn--", 4) == 0)
      return 0;
  return label < at && text[label] >= 'a' ? at : 0;
}

/* Whether a URI is certainly its own serialisation under the URL standard: "http", "https" or "file",
 * without a port, "%2E", "'" or a drive letter. */
static bool work_is_plain(uriel_text uri)
{
  static const struct {
    const char *text;
    size_t len;
  } starts[] = {{"https://", 8}, {"http://", 7}, {"file://", 7}};
  size_t i = 0;
  while (i < 3 && (uri.len < starts[i].len || memcmp(uri.ptr, starts[i].text, starts[i].len) != 0))
    i++;
  if (i == 3)
    return false;
  const char *at = uri.ptr + starts[i].len;
  const char *const end = uri.ptr + uri.len;
  const size_t host = i < 2 ? work_plain_host(at, (size_t)(end - at)) : 0;
  if ((i < 2 && !host) || at + host == end || at[host] != '/')
    return false;
  at += host;
  if (i == 2 && end - at > 2 && (at[2] == ':' || at[2] == '|'))
    return false;
  if (memchr(at, '\'', (size_t)(end - at)))
    return false;
  while ((at = memchr(at, '%', (size_t)(end - at)))) {
    if (end - at > 2 && at[1] == '2' && (at[2] | 32) == 'e')
      return false;
    at++;
  }
  return true;
}

/* uriel_url_parse into `out`, unless the text is already serialised. Returns false if the standard
 * returns failure, or with `out->no_memory`. */
static bool work_url_parse(uriel_ref *url, const uriel_ref *base, uriel_text text,
                           uriel_url_options *options, struct buffer *out)
{
  size_t need;
  out->no_memory = false;
  do
    need = uriel_url_parse(url, base, text.ptr, text.len, options, out->ptr, out->capacity);
  while (url->text != text.ptr && buffer_again(out, need));
  return need != URIEL_FAILED && !out->no_memory;
}

/* Returns a base under the URL standard, or NULL if it is empty or not a URL, or with `no_memory` of
 * `base.text`. */
static const uriel_ref *work_url_base(struct work *work, uriel_text base)
{
  struct work_known_base *const known = work_know(work, base, URIEL_SPEC_RFC3986);
  work->base.text.no_memory = !known;
  if (known && !known->is_read) {
    const uriel_text text = buffer_text(&known->text);
    known->is_url = base.len && work_url_parse(&known->url, NULL, text, NULL, &known->serialized);
    known->is_plain = known->is_url && work_is_plain(text);
    known->text.no_memory = known->serialized.no_memory;
    known->is_read = !known->text.no_memory;
  }
  return known && known->is_url ? &known->url : NULL;
}

/* ---- IRIs ------------------------------------------------------------------------------------- */

/* U+0080 to U+009F, which an IRI cannot contain. */
static bool work_is_control(const char *text, size_t left)
{
  return left > 1 && *text == '\xc2' && (unsigned char)text[1] < 0xa0;
}

/* Encodes the characters beyond ASCII of a text that is not an IRI. Bytes that are not UTF-8, and
 * control characters, stay. Returns false if memory runs out. */
static bool work_map(uriel_text text, struct buffer *out)
{
  size_t n = 0, good = 0; /* the bytes before are UTF-8 */
  if (!buffer_grow(out, text.len * 3))
    return false;
  for (size_t at = 0; at < text.len;) {
    if (at >= good)
      good = at + uriel_utf8_span(text.ptr + at, text.len - at);
    for (; at < good && !work_is_control(text.ptr + at, good - at); at++) {
      const bool encode = (unsigned char)text.ptr[at] >= 0x80;
      if (encode)
        triplet_write(out->ptr + n, (unsigned char)text.ptr[at]);
      else
        out->ptr[n] = text.ptr[at];
      n += encode ? 3 : 1;
    }
    for (size_t stop = at < good ? at + 2 : at + 1; at < stop && at < text.len;)
      out->ptr[n++] = text.ptr[at++];
  }
  out->len = n;
  return true;
}

static bool work_is_ascii(uriel_text text)
{
  size_t at = 0;
  while (at < text.len && (unsigned char)text.ptr[at] < 0x80)
    at++;
  return at == text.len;
}

/* Writes the URI of an IRI, its host by IDNA, to `work->uri` (RFC 3987, 3.1). */
static bool work_from_iri(struct work *work, uriel_text text)
{
  struct buffer *const uri = &work->uri;
  uriel_ref iri;
  uri->no_memory = false;
  if (!uriel_parse_as(&iri, text.ptr, text.len, URIEL_SPEC_IRI, 0, &work->error))
    return false;
  if (!buffer_grow(uri, uriel_iri_bound(&iri)))
    return false;
  if (buffer_wrote(uri, uriel_iri_to_uri(&iri, URIEL_IRI_IDNA, uri->ptr, uri->capacity, &work->error)))
    return true;
  work->error.spec = URIEL_SPEC_IRI;
  return false;
}

/* Whether a text that is neither a URI nor an IRI keeps the error of RFC 3986: if it is not UTF-8, or
 * both stop at the same character. */
static bool work_keeps_error(const uriel_error *rfc3986, const uriel_error *iri, uriel_text text)
{
  uint32_t point;
  if (iri->code == URIEL_ERROR_NOT_UTF_8)
    return true;
  return rfc3986->offset < text.len &&
         iri->offset <
             rfc3986->offset + utf8_next(text.ptr + rfc3986->offset, text.len - rfc3986->offset, &point);
}

/* ---- Reading ---------------------------------------------------------------------------------------
 */

/* Reads what RFC 3986 does not accept, with its error in `work->given`. Returns false if nothing reads
 * it, or with `no_memory` of `work->uri`. */
static bool work_read(struct work *work, uriel_text text, uriel_text base, uriel_ref *ref)
{
  const uriel_ref *const from = work_url_base(work, base);
  struct buffer *const uri = &work->uri;
  uri->no_memory = work->base.text.no_memory;
  if (uri->no_memory)
    return false;
  size_t need;
  do
    need = uriel_lenient_parse(ref, &work->read, from, text.ptr, text.len, URIEL_LENIENT_RELATIVE,
                               uri->ptr, uri->capacity, &work->given);
  while (buffer_again(uri, need));
  if (need == URIEL_FAILED)
    work->read = URIEL_READ_EXACT;
  if (need == URIEL_FAILED || uri->no_memory)
    return false;
  work->reference = (uriel_text){ref->text, ref->length};
  work->original = text;
  work->error.code = URIEL_ERROR_NONE;
  return true;
}

/* Parses the reference, or the URI that it means. Sets `work->reference` and `original`. Returns false
 * with the error, or with `no_memory` of `work->uri`. */
static bool work_parse(struct work *work, const struct work_rule *rule, uriel_text text, uriel_text base,
                       uriel_ref *ref)
{
  work->uri.no_memory = false;
  work->reference = text;
  work->original = (uriel_text){NULL, 0};
  if (work_parse_as(ref, text, rule->old, &work->error))
    return true;
  if (rule->spec == URIEL_SPEC_LENIENT)
    return work_read(work, text, base, ref);
  if (rule->old || (rule->spec == URIEL_SPEC_RFC3986 && !rule->to_uri) || work_is_ascii(text))
    return false;
  const uriel_error error = work->error;
  const bool is_iri = work_from_iri(work, text);
  if (!is_iri && work_keeps_error(&error, &work->error, text))
    work->error = error;
  if (!is_iri && (work->uri.no_memory || !rule->to_uri || !work_map(text, &work->uri)))
    return false;
  work->reference = buffer_text(&work->uri);
  if (work->uri.len != text.len)
    work->original = text;
  return uriel_parse(ref, work->reference.ptr, work->reference.len, &work->error);
}

/* ---- Targets under the RFCs ------------------------------------------------------------------- */

/* Resolves `ref` against `base`, which is absolute or empty, into `out`. A URI with a scheme is its own
 * base, which removes its dot segments. Returns false if there is no base, or with `out->no_memory`. */
static bool work_resolve(struct work *work, const struct work_rule *rule, uriel_text base,
                         const uriel_ref *ref, struct buffer *out)
{
  const uriel_spec spec = rule->old;
  const uriel_ref *from = ref;
  out->no_memory = false;
  /* Under the specifications before RFC 3986, "" and "#s" follow the URI of the current document. */
  if (spec != URIEL_SPEC_RFC3986 && (ref->length == 0 || *ref->text == '#')) {
    const uriel_text here = rule->to_base ? base : rule->current;
    return here.len && buffer_set(out, here) && buffer_add(out, ref->text, ref->length);
  }
  if (!ref->scheme_end) {
    const struct work_known_base *const known = work_know(work, base, spec);
    out->no_memory = !known;
    if (!known || !known->is_ref)
      return false;
    from = &known->ref;
  }
  return buffer_grow(out, uriel_resolve_bound(from, ref)) &&
         buffer_wrote(out,
                      uriel_resolve(from, ref, URIEL_RESOLVE_STRICT, out->ptr, out->capacity, NULL));
}

/* Returns how many ".." of a relative path go beyond the base's root; 5.2.4 drops them. The base is the
 * base of the last work_resolve. */
static unsigned work_excess(const struct work *work, const uriel_ref *ref)
{
  uriel_text path = {ref->text + ref->path_begin, ref->path_end - ref->path_begin}, segment;
  unsigned excess = 0;
  if (!(ref->flags & URIEL_HAS_DOT_SEGMENT) || ref->scheme_end || ref->host_begin)
    return 0;
  size_t depth = *path.ptr == '/' ? 0 : work->base.depth;
  for (; depth && path.len > 2 && memcmp(path.ptr, "../", 3) == 0; depth--)
    path = (uriel_text){path.ptr + 3, path.len - 3};
  /* Whether a segment after the first begins with a dot. Compilers vectorise this. */
  unsigned char some = path.len && *path.ptr == '.';
  for (size_t i = 1; i < path.len; i++)
    some |= (unsigned char)((path.ptr[i - 1] == '/') & (path.ptr[i] == '.'));
  if (!some)
    return 0;
  while (uriel_segment_next(&path, &segment)) {
    const bool up = segment.len == 2 && memcmp(segment.ptr, "..", 2) == 0;
    const bool stay = segment.len == 1 && *segment.ptr == '.';
    if (up && depth == 0)
      excess++;
    else if (up)
      depth--;
    else if (!stay)
      depth++;
  }
  return excess;
}

/* Writes the normal form to `out`; its length is 0 if it is not valid. */
static bool work_normalize(struct work *work, uriel_spec spec, const uriel_ref *target,
                           struct buffer *out)
{
  uriel_ref ref;
  if (!buffer_grow(out, uriel_normalize_bound(target)))
    return false;
  buffer_wrote(out, uriel_normalize(target, URIEL_LEVEL_SCHEME, out->ptr, out->capacity));
  if (out->len == target->length && memcmp(out->ptr, target->text, out->len) == 0)
    return true;
  if (!work_parse_as(&ref, buffer_text(out), spec, &work->error))
    out->len = 0;
  return true;
}

/* Sets the target, in `out`, and the normal form, or the error. */
static bool work_target(struct work *work, const struct work_rule *rule, uriel_text reference,
                        uriel_text base, struct buffer *out)
{
  const uriel_spec spec = rule->old;
  const bool is_old = spec != URIEL_SPEC_RFC3986;
  uriel_ref ref, target;
  out->len = 0;
  if (!work_parse(work, rule, reference, base, &ref))
    return !work->uri.no_memory;
  work->form = uriel_form_name(uriel_form_of(&ref));
  if (!work_resolve(work, rule, base, &ref, out)) {
    out->len = 0;
    /* no error if the URI of the current document is unknown */
    if (!is_old || rule->to_base || (ref.length && *ref.text != '#'))
      work->error =
          (uriel_error){.code = URIEL_ERROR_BASE_NOT_ABSOLUTE, .length = (uint32_t)work->reference.len};
    return !out->no_memory;
  }
  work->excess = is_old ? 0 : work_excess(work, &ref);
  if (rule->no_normal && !rule->compare && out->len <= UINT32_MAX)
    return true;
  if (!work_parse_as(&target, buffer_text(out), spec, &work->error))
    return true;
  return work_normalize(work, spec, &target, &work->normal);
}

/* ---- Targets under the URL standard ----------------------------------------------------------- */

/* Sets the error of a text that is not a URL: the last one that the standard reports. Returns false if
 * memory runs out. */
static bool work_url_blame(struct work *work, uriel_text text, uriel_text base_text)
{
  uriel_url_options options = {0};
  const uriel_ref *const base = work_url_base(work, base_text);
  struct buffer *const errors = &work->scratch;
  uriel_ref url;
  do {
    if (!buffer_grow(errors, (options.error_count + 1) * sizeof *options.errors))
      return false;
    options.errors = (uriel_error *)(void *)errors->ptr;
    options.error_capacity = errors->capacity / sizeof *options.errors;
    uriel_url_parse(&url, base, text.ptr, text.len, &options, NULL, 0);
  } while (options.error_count > options.error_capacity);
  if (work->base.text.no_memory)
    return false;
  work->error = (uriel_error){
      .code = URIEL_ERROR_URL_INVALID_URL_UNIT, .spec = URIEL_SPEC_WHATWG, .length = (uint32_t)text.len};
  if (options.error_count)
    work->error = options.errors[options.error_count - 1];
  if (!base && work->error.code == URIEL_ERROR_URL_MISSING_SCHEME_NON_RELATIVE_URL)
    work->error.code = URIEL_ERROR_BASE_NOT_ABSOLUTE;
  return true;
}

/* Sets `*target` to the URL that a browser makes of the reference, in `out` or the reference itself;
 * undefined if the standard returns failure. Returns false if memory runs out. */
static bool work_url(struct work *work, const struct work_rule *rule, uriel_text reference,
                     uriel_text base, struct buffer *out, uriel_text *target)
{
  uriel_url_options options = {.encoder = rule->encoder, .encoder_context = rule->encoder_context};
  uriel_ref url;
  const uriel_ref *const from = work_url_base(work, base);
  *target = (uriel_text){NULL, 0};
  if (work->base.text.no_memory)
    return false;
  if (work_url_parse(&url, from, reference, &options, out))
    *target = (uriel_text){url.text, url.length};
  return !out->no_memory;
}

/* ---- Both ------------------------------------------------------------------------------------- */

static bool work_is(uriel_text text, const struct buffer *other)
{
  return text.len == other->len && memcmp(text.ptr, other->ptr, text.len) == 0;
}

/* Whether the URL standard certainly resolves a URI reference to the same target, so that it need not be
 * resolved again: true for such a target and such a base (without a base, only for a reference with a
 * scheme). */
static bool work_is_surely_same(struct work *work, uriel_text base)
{
  if (!work->normal.len || work->original.ptr || !work_is_plain(buffer_text(&work->target)))
    return false;
  if (text_scheme(work->reference))
    return true;
  return work_url_base(work, base) && work->base.is_plain;
}

/* Sets `*same` if `url` is equivalent to the target under the RFCs, in `target` and `work->normal`:
 * neither exists, or both have the same normal form. */
static bool work_compare(struct work *work, uriel_text url, const struct buffer *target, bool *same)
{
  const uriel_error error = work->error;
  struct buffer *const encoded = &work->message; /* which is written last */
  uriel_read read;
  uriel_ref ref;
  size_t need = 0;
  bool good = true;
  *same = !url.ptr && !work->normal.len;
  if (!url.ptr || !work->normal.len)
    return true;
  *same = work_is(url, target) || work_is(url, &work->normal);
  /* A URL can have characters that RFC 3986 does not allow. */
  if (!*same)
    do
      need = uriel_lenient_parse(&ref, &read, NULL, url.ptr, url.len, 0, encoded->ptr, encoded->capacity,
                                 NULL);
    while (need && buffer_again(encoded, need));
  encoded->len = 0;
  if (need && encoded->no_memory)
    return false;
  if (!*same && need != URIEL_FAILED) {
    good = work_normalize(work, URIEL_SPEC_RFC3986, &ref, &work->scratch);
    *same = good && work_is(buffer_text(&work->normal), &work->scratch);
  }
  work->error = error;
  return good;
}

/* Makes the URL both the target and the normal form, or sets the error. */
static bool work_take_url(struct work *work, uriel_text reference, uriel_text base, uriel_text url)
{
  struct buffer *const target = &work->target;
  uriel_ref ref;
  work->reference = reference;
  work->original = (uriel_text){NULL, 0};
  work->form = NULL;
  work->excess = 0;
  work->error = (uriel_error){.code = URIEL_ERROR_NONE};
  work->normal.len = 0;
  if (!url.ptr) {
    target->len = 0;
    return work_url_blame(work, reference, base);
  }
  if (url.ptr == target->ptr)
    target->len = url.len;
  else if (!buffer_set(target, url))
    return false;
  if (!text_scheme(reference))
    work->form = uriel_form_name(URIEL_FORM_RELATIVE);
  else if (uriel_parse_as(&ref, target->ptr, target->len, URIEL_SPEC_WHATWG, 0, NULL))
    work->form = uriel_form_name(uriel_form_of(&ref));
  return buffer_set(&work->normal, url);
}

/* Sets the message of the error. Returns false if memory runs out. */
static bool work_describe(struct work *work)
{
  struct buffer *const message = &work->message;
  const uriel_text wrong = work->read == URIEL_READ_EXACT ? work->reference : work->original;
  /* The library's message is about the given base; here, none was given. */
  if (work->error.code == URIEL_ERROR_BASE_NOT_ABSOLUTE)
    return buffer_set(message,
                      uriel_text_of("a relative reference, and no base URI is known (RFC 3986, 5.1)"));
  if (!buffer_grow(message, URIEL_ERROR_TEXT_MAX))
    return false;
  message->len =
      uriel_error_describe(&work->error, wrong.ptr, wrong.len, message->ptr, message->capacity);
  return true;
}

bool work_out(struct work *work, const struct work_rule *rule, uriel_text reference, uriel_text base)
{
  const bool by_url = rule->spec == URIEL_SPEC_WHATWG;
  struct buffer *const rfc = by_url ? &work->other : &work->target;
  struct buffer *const whatwg = by_url ? &work->target : &work->other;
  uriel_text url = {NULL, 0};
  bool same = true;
  work->normal.len = work->message.len = 0;
  work->form = NULL;
  work->excess = 0;
  work->elsewhere = (uriel_text){NULL, 0};
  work->read = URIEL_READ_EXACT;
  if ((!by_url || rule->compare) && !work_target(work, rule, reference, base, rfc))
    return false;
  if (!by_url && rule->compare && work_is_surely_same(work, base))
    return true;
  if ((by_url || rule->compare) && !work_url(work, rule, reference, base, whatwg, &url))
    return false;
  if (rule->compare && !work_compare(work, url, rfc, &same))
    return false;
  if (!same) {
    const uriel_text other = by_url ? (uriel_text){rfc->ptr, work->normal.len ? rfc->len : 0} : url;
    work->elsewhere = other.len ? other : uriel_text_of("");
  }
  if (by_url && !work_take_url(work, reference, base, url))
    return false;
  if (work->read != URIEL_READ_EXACT) {
    if (work->read == URIEL_READ_WHATWG && !text_scheme(reference))
      work->form = uriel_form_name(URIEL_FORM_RELATIVE);
    if (work->error.code == URIEL_ERROR_NONE)
      work->error = work->given;
  }
  return work->error.code == URIEL_ERROR_NONE || work_describe(work);
}

/* ---- Bases and hosts -------------------------------------------------------------------------- */

bool work_base(struct work *work, const struct work_rule *rule, uriel_text stated, uriel_text outer,
               struct buffer *out)
{
  uriel_ref ref;
  uriel_text url;
  out->no_memory = false;
  if (rule->spec == URIEL_SPEC_WHATWG) {
    out->no_memory = !work_url(work, rule, stated, outer, out, &url);
    if (!url.ptr || (url.ptr != out->ptr && !buffer_set(out, url)))
      return false;
    out->len = url.len;
  } else if (!work_parse(work, rule, stated, outer, &ref) ||
             !work_resolve(work, rule, outer, &ref, out)) {
    out->no_memory |= work->uri.no_memory;
    return false;
  }
  const char *fragment = memchr(out->ptr, '#', out->len);
  if (fragment)
    out->len = (size_t)(fragment - out->ptr);
  return true;
}

void work_free(struct work *work)
{
  struct buffer *const buffers[] = {&work->target,    &work->normal,         &work->message,
                                    &work->uri,       &work->other,          &work->scratch,
                                    &work->base.text, &work->base.serialized};
  for (size_t i = 0; i < sizeof buffers / sizeof *buffers; i++)
    buffer_free(buffers[i]);
}
