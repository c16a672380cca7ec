/* SPDX-License-Identifier: MIT */
/* uriel encode and uriel decode: percent-encoding (RFC 3986, 2.1). */

#include "base/escape.h"
#include "base/unicode.h"
#include "stage.h"
#include "uriel_idna.h"

enum {
  ENCODE_SEGMENT_PARAMETER = URIEL_ENCODE_ANY + 1,
  ENCODE_GROUP_WHERE = OPTION_GROUP_OWN,  /* --component and --form */
  DECODE_GROUP_OWN = 2 * OPTION_GROUP_OWN /* --keep and --only of decode */
};

/* In the order of uriel_encode_for. */
static const char *const encode_for_words[] = {
    "userinfo",    "host",     "path", "path-segment", "query", "query-key",
    "query-value", "fragment", "form", "reference",    "any",   "segment-parameter",
    NULL};

/* How to treat a character, regardless of its component; ENCODE_ONLY is only an option. */
enum encode_own { ENCODE_BY_COMPONENT, ENCODE_KEEP, ENCODE_ALSO, ENCODE_ONLY };

struct encode {
  unsigned where; /* uriel_encode_for, or ENCODE_SEGMENT_PARAMETER */
  unsigned options;
  bool lenient;
  bool has_own;
  unsigned char own[256]; /* enum encode_own; decode: ENCODE_KEEP stays encoded */
};

/* Reads --keep, --also or --only: how to treat the characters in the value. With --only, all others
 * stay encoded. */
static void encode_set(void *to, struct option_reader *reader)
{
  struct encode *const self = to;
  const bool only = reader->spec->low == ENCODE_ONLY;
  const enum encode_own own = only ? ENCODE_ALSO : (enum encode_own)reader->spec->low;
  self->has_own = true;
  for (const char *at = reader->value; *at; at++) {
    unsigned char *const here = &self->own[(unsigned char)*at];
    if ((unsigned char)*at >= 0x80)
      die_usage(reader->command, "option \"%s\": \"%s\" has a character beyond US-ASCII", reader->name,
                reader->value);
    if (*here != ENCODE_BY_COMPONENT && *here != own)
      die_usage(reader->command, "\"%c\" is a character both of --keep and of --also", *at);
    *here = (unsigned char)own;
  }
  for (size_t i = 0; only && i < sizeof self->own; i++)
    self->own[i] = self->own[i] == ENCODE_ALSO ? ENCODE_BY_COMPONENT : ENCODE_KEEP;
}

static const struct option_spec encode_options[] = {
    {0, "component", "NAME",
     "what the text is to be part of: userinfo, host (an\ninternational one as \"xn--\"), path, "
     "path-segment,\nquery, query-key, query-value, fragment, form, any\n(all but unreserved "
     "characters), segment-parameter\n(;name=value in a path); or reference (the default),\nwhich "
     "encodes only what no reference holds",
     OPTION_WORD, OPTION_TO(struct encode, where), .words = encode_for_words,
     .excludes = ENCODE_GROUP_WHERE},
    {0, "form", NULL,
     "the text is a name or value of a form, as with\n--component=form: a space becomes \"+\"",
     OPTION_CHOICE, OPTION_TO(struct encode, where), .low = URIEL_ENCODE_FORM,
     .excludes = ENCODE_GROUP_WHERE},
    {0, "keep", "CHARS", "do not encode these characters", OPTION_CALL, .call = encode_set,
     .low = ENCODE_KEEP},
    {0, "also", "CHARS", "encode these characters too", OPTION_CALL, .call = encode_set,
     .low = ENCODE_ALSO},
    {0, "percent", NULL, "encode every \"%\" too, also in \"%41\"", OPTION_BIT,
     OPTION_TO(struct encode, options), .low = URIEL_ENCODE_PERCENT},
    {0}};

static const struct option_spec decode_options[] = {
    {0, "component", "NAME",
     "what the text is part of, as in encode; \"xn--\" is\ndecoded in a host, and \"+\" in a form",
     OPTION_WORD, OPTION_TO(struct encode, where), .words = encode_for_words,
     .excludes = ENCODE_GROUP_WHERE},
    {0, "form", NULL, "the text is a name or value of a form: \"+\" is a\nspace", OPTION_CHOICE,
     OPTION_TO(struct encode, where), .low = URIEL_ENCODE_FORM, .excludes = ENCODE_GROUP_WHERE},
    {0, "plus", NULL, "decode \"+\" as a space, as with --form", OPTION_BIT,
     OPTION_TO(struct encode, options), .low = URIEL_DECODE_PLUS},
    {0, "lenient", NULL, "leave a \"%\" as it is that two hexadecimal\ndigits do not follow",
     OPTION_FLAG, OPTION_TO(struct encode, lenient)},
    {0, "keep", "CHARS", "do not decode these characters", OPTION_CALL, .call = encode_set,
     .low = ENCODE_KEEP, .excludes = DECODE_GROUP_OWN},
    {0, "only", "CHARS", "decode only these characters", OPTION_CALL, .call = encode_set,
     .low = ENCODE_ONLY, .excludes = DECODE_GROUP_OWN},
    {0}};

/* Copies `output`, the encoded text, to `custom`; characters of --keep are copied from `text`, and
 * characters of --also are encoded. */
static void encode_apply_own(const struct encode *self, uriel_text text, uriel_spec spec,
                             const struct buffer *output, struct buffer *custom)
{
  const char *out = output->ptr;
  buffer_reserve(custom, output->len);
  custom->len = 0;
  for (size_t at = 0; at < text.len;) {
    const unsigned char byte = (unsigned char)text.ptr[at];
    const bool whole =
        !(self->options & URIEL_ENCODE_PERCENT) && triplet_read(text.ptr + at, text.len - at) >= 0;
    /* The URL standard either leaves every "%" unchanged or encodes it. */
    const bool stays = spec == URIEL_SPEC_WHATWG && !(self->options & URIEL_ENCODE_PERCENT);
    const bool same = !whole && *out == text.ptr[at] && (byte != '%' || stays);
    const size_t written = same || *out == '+' ? 1 : 3;
    uint32_t character;
    size_t read = whole ? 3 : 1;
    /* ISO Latin 1: the text has several bytes for a character, the output one. */
    if (byte >= 0x80 && spec == URIEL_SPEC_URL_1993)
      read = utf8_next(text.ptr + at, text.len - at, &character);
    if (!whole && self->own[byte] == ENCODE_KEEP)
      buffer_append(custom, text.ptr + at, 1);
    else if (!whole && self->own[byte] == ENCODE_ALSO)
      buffer_append_triplet(custom, byte);
    else
      buffer_append(custom, out, written);
    out += written;
    at += read;
  }
}

/* ---- Hosts -------------------------------------------------------------------------------------- */

/* Of the URL standard's domain to ASCII (3.3); names for the DNS have limits. */
enum {
  DECODE_IDNA = URIEL_IDNA_CHECK_BIDI | URIEL_IDNA_CHECK_JOINERS,
  ENCODE_IDNA = DECODE_IDNA | URIEL_IDNA_VERIFY_DNS_LENGTH | URIEL_IDNA_ROOT
};

/* Returns where the byte `left` of the decoded text is in the text; triplets of `own` are not decoded.
 */
static size_t encode_place(const struct encode *self, uriel_text text, size_t left)
{
  size_t at = 0;
  for (; left > 0 && at < text.len; left--) {
    const int byte = triplet_read(text.ptr + at, text.len - at);
    at += byte >= 0 && self->own[byte] != ENCODE_KEEP ? 3 : 1;
  }
  return at;
}

/* Blames the record for an error of IDNA, whose place is in the decoded text. */
static void encode_blame_host(const struct encode *self, struct record *record, uriel_error error)
{
  const uriel_text text = record->input;
  const size_t begin = encode_place(self, text, error.begin);
  error.length = encode_place(self, text, error.begin + error.length) - begin;
  error.offset = encode_place(self, text, error.offset);
  error.begin = begin;
  error.component = URIEL_HOST;
  record_blame(record, &error, text, "not a domain name");
  if (error.code != URIEL_ERROR_HOST_CHARACTER)
    return;
  record->error.code = uriel_error_name(error.code);
  record->error.message = "a domain name cannot have this character";
}

static const char encode_name_bytes[] = "abcdefghijklmnopqrstuvwxyz0123456789-._";

/* Returns whether an international host, in UTF-8, was replaced by its name in the DNS (RFC 3986,
 * 3.2.2). If that is not possible, blames the record, and `text` is undefined. */
static bool encode_host(const struct encode *self, struct record *record, uriel_text *text)
{
  struct buffer *const decoded = &record->scratch[2], *const ascii = &record->scratch[3];
  uriel_text name = *text;
  uriel_error error;
  size_t need;
  unsigned char all = 0;
  for (size_t i = 0; i < text->len; i++)
    all |= (unsigned char)text->ptr[i];
  if (all < 0x80)
    return false;
  buffer_reserve(decoded, text->len);
  if (!(self->options & URIEL_ENCODE_PERCENT))
    name = (uriel_text){decoded->ptr,
                        uriel_decode(text->ptr, text->len, 0, decoded->ptr, decoded->capacity, NULL)};
  do
    need = uriel_idna_to_ascii(name.ptr, name.len, ENCODE_IDNA, ascii->ptr, ascii->capacity, &error);
  while (buffer_short(ascii, need));
  if (need == URIEL_FAILED && error.code == URIEL_ERROR_NOT_UTF_8)
    return false;
  /* Delimiters have no place in a name, and percent-encoding does not belong into Punycode. */
  size_t good = 0;
  while (need != URIEL_FAILED && good < need && byte_is_among(encode_name_bytes, ascii->ptr[good]))
    good++;
  if (need != URIEL_FAILED && good < need) {
    const char *const bad = memchr(name.ptr, ascii->ptr[good], name.len);
    const size_t at = bad ? (size_t)(bad - name.ptr) : 0; /* 0: a character that is mapped to it */
    error = (uriel_error){.code = URIEL_ERROR_HOST_CHARACTER, .offset = at, .length = name.len};
    need = URIEL_FAILED;
  }
  *text = need == URIEL_FAILED ? uriel_text_of(NULL) : buffer_text(ascii);
  if (need == URIEL_FAILED)
    encode_blame_host(self, record, error);
  return true;
}

static void encode_each(void *context, struct record *record)
{
  const struct encode *self = context;
  struct buffer *const out = &record->scratch[0], *const custom = &record->scratch[1];
  const uriel_spec spec = record->reading.spec;
  struct encode of_host;
  uriel_text text = record->input;
  if (self->where == URIEL_ENCODE_HOST && spec == URIEL_SPEC_RFC3986 &&
      encode_host(self, record, &text)) {
    if (!text.ptr)
      return;
    of_host = *self;
    of_host.options |= URIEL_ENCODE_PERCENT; /* the name has no triplets */
    self = &of_host;
  }
  const bool parameter = self->where == ENCODE_SEGMENT_PARAMETER;
  const unsigned where = parameter ? (unsigned)URIEL_ENCODE_PATH_SEGMENT : self->where;
  uriel_error error;
  buffer_reserve(out, uriel_encode_bound(text.len));
  out->len = uriel_encode_as(text.ptr, text.len, spec, (uriel_encode_for)where, self->options, out->ptr,
                             out->capacity, &error);
  if (out->len != URIEL_FAILED) {
    if (self->has_own)
      encode_apply_own(self, text, spec, out, custom);
    record->values[TARGET_RESULT] = buffer_text(self->has_own ? custom : out);
    return;
  }
  const bool url = error.spec == URIEL_SPEC_WHATWG;
  record_blame(record, &error, text, "not possible in a URL");
  if (error.code != URIEL_ERROR_ENCODING_NOT_ALLOWED)
    record->error.expected = url ? "UTF-8" : "a character of ISO Latin 1, in UTF-8";
  else if (url)
    record->error.expected = "a character that is not a forbidden host code point";
  else
    record->error.expected =
        error.spec == URIEL_SPEC_URL_1994 ? "an alphanum2 or \":\"" : "an alphanum, \"-\" or \".\"";
}

/* Decodes the labels of a decoded host that begin with "xn--". */
static void decode_host(const struct encode *self, struct record *record, uriel_text host)
{
  struct buffer *const out = &record->scratch[1];
  uriel_error error;
  size_t need;
  do
    need = uriel_idna_to_unicode(host.ptr, host.len, DECODE_IDNA, out->ptr, out->capacity, &error);
  while (buffer_short(out, need));
  record->values[TARGET_RESULT] = need == URIEL_FAILED ? host : buffer_text(out);
  if (error.code == URIEL_ERROR_NONE || self->lenient)
    return;
  record->values[TARGET_RESULT] = uriel_text_of(NULL);
  encode_blame_host(self, record, error);
}

/* Decodes all except the characters that stay encoded: the parts of the text between them. */
static void decode_each(void *context, struct record *record)
{
  const struct encode *const self = context;
  struct buffer *const out = &record->scratch[0];
  const uriel_text text = record->input;
  uriel_error error = {.code = URIEL_ERROR_NONE}, found;
  size_t begin = 0;
  buffer_reserve(out, text.len);
  out->len = 0;
  for (size_t at = 0;; at++) {
    const bool end = !self->has_own || at >= text.len;
    const int byte = end ? -1 : triplet_read(text.ptr + at, text.len - at);
    if (end || (byte >= 0 && self->own[byte] == ENCODE_KEEP)) {
      const size_t stop = end ? text.len : at;
      const size_t len =
          uriel_decode_as(text.ptr + begin, stop - begin, record->reading.spec, self->options,
                          out->ptr + out->len, out->capacity - out->len, &found);
      out->len += len == URIEL_FAILED ? 0 : len;
      if (found.code != URIEL_ERROR_NONE && error.code == URIEL_ERROR_NONE) {
        error = found;
        error.offset += begin;
        error.begin += begin;
      }
      if (end)
        break;
      buffer_append(out, text.ptr + at, 3);
      begin = at + 3;
    }
    at += byte >= 0 ? 2 : 0;
  }
  if (error.code == URIEL_ERROR_NONE || self->lenient) {
    record->values[TARGET_RESULT] = buffer_text(out);
    if (self->where == URIEL_ENCODE_HOST)
      decode_host(self, record, buffer_text(out));
    return;
  }
  record_blame(record, &error, text, "not percent-encoded text");
  record->error.expected = "a hexadecimal digit";
}

/* Sets what depends on several options. */
static enum stage_source encode_ready(void *context, struct lane *lane)
{
  static const char delimiters[] = ";=,";
  struct encode *const self = context;
  /* These sets of the URL standard have "%". */
  const bool has_percent = self->where == URIEL_ENCODE_QUERY_KEY ||
                           self->where == URIEL_ENCODE_QUERY_VALUE || self->where == URIEL_ENCODE_FORM ||
                           self->where == URIEL_ENCODE_ANY;
  if (self->own['%'] == ENCODE_KEEP && (self->options & URIEL_ENCODE_PERCENT))
    die_usage(lane->reader->command, "--percent encodes \"%%\", which --keep keeps");
  if (self->own['%'] == ENCODE_ALSO || (lane->reading.spec == URIEL_SPEC_WHATWG && has_percent))
    self->options |= URIEL_ENCODE_PERCENT;
  if (self->where == ENCODE_SEGMENT_PARAMETER) {
    self->has_own = true;
    for (const char *at = delimiters; *at; at++)
      if (self->own[(unsigned char)*at] == ENCODE_BY_COMPONENT)
        self->own[(unsigned char)*at] = ENCODE_ALSO;
  }
  return SOURCE_OPERANDS;
}

static enum stage_source decode_ready(void *context, struct lane *lane)
{
  struct encode *const self = context;
  (void)lane;
  if (self->where == URIEL_ENCODE_FORM)
    self->options |= URIEL_DECODE_PLUS;
  return SOURCE_OPERANDS;
}

const struct stage encode_stage = {
    .schema = TARGET_SCHEMA("output", COLUMN_TEXT, NULL),
    STAGE_SELF(struct encode, .where = URIEL_ENCODE_REFERENCE),
    .options = encode_options,
    .has = GENERAL_URL | GENERAL_JOBS,
    .ready = encode_ready,
    .texts = true,
    .each = encode_each,
    .files = true,
};

const struct stage decode_stage = {
    .schema = TARGET_SCHEMA("output", COLUMN_TEXT, NULL),
    STAGE_SELF(struct encode, .where = URIEL_ENCODE_REFERENCE),
    .options = decode_options,
    .has = GENERAL_URL | GENERAL_JOBS,
    .ready = decode_ready,
    .texts = true,
    .each = decode_each,
    .files = true,
};
