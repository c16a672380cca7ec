/* SPDX-License-Identifier: MIT */
/* uriel normalize: normal forms at the levels of the comparison ladder (RFC 3986, 6.2). */
#include <string.h>

#include "stage.h"
#include "uriel_function.h"
#include "uriel_iri.h"
#include "uriel_scheme.h"
#include "uriel_url.h"

/* The form in which the normal form is printed. */
enum normalize_as { AS_IT_IS, AS_URI, AS_IRI, AS_DISPLAY };

struct normalize {
  unsigned level;       /* uriel_level, or NORMALIZE_SAFE_BROWSING */
  unsigned iri_options; /* enum uriel_iri_option */
  enum normalize_as as;
  bool host_canonical;
  bool more; /* the result is not only the normal form of a URI */
};

/* With --display, besides the columns: the labels of the host that stay encoded. */
static void normalize_json(const struct record *record, struct json *json)
{
  const struct buffer *const encoded = record->detail;
  const uriel_text normal = record->values[TARGET_RESULT];
  json_bool(json, "valid", !record_has_error(record));
  if (normal.ptr)
    json_text(json, "normal", normal.ptr, normal.len);
  if (!encoded || record_is_invalid(record))
    return;
  const uriel_iri_label *const labels = ARRAY_OF(uriel_iri_label, *encoded);
  json_array_begin(json, "hidden");
  for (size_t i = 0; i < ARRAY_COUNT(uriel_iri_label, *encoded); i++) {
    if (labels[i].rule == URIEL_LABEL_SHOWN)
      continue;
    json_object_begin(json, NULL);
    json_text(json, "label", normal.ptr + labels[i].begin, labels[i].length);
    json_string(json, "rule", uriel_label_rule_name(labels[i].rule));
    json_object_end(json);
  }
  json_array_end(json);
}

enum {
  NORMALIZE_AS = OPTION_GROUP_OWN,
  NORMALIZE_SAFE_BROWSING = URIEL_LEVEL_SCHEME + 1 /* only of --level: not a level of comparison */
};

static const char *const normalize_levels[] = {"case",   "percent",      "path",
                                               "scheme", "safebrowsing", NULL};

static const struct option_spec normalize_options[] = {
    {0, "level", "LEVEL",
     "how far: case, percent, path or scheme; each\nincludes those before it; default scheme. Or\n"
     "safebrowsing: the form that Google Safe Browsing\nlooks up, of any text",
     OPTION_WORD, OPTION_TO(struct normalize, level), .low = URIEL_LEVEL_CASE,
     .words = normalize_levels},
    {0, "host-canonical", NULL,
     "write hosts that are IP addresses in their one\ncanonical spelling: 0x7f.1 as 127.0.0.1, and\n"
     "[::ffff:127.0.0.1] too",
     OPTION_FLAG, OPTION_TO(struct normalize, host_canonical)},
    {0, "nfc", NULL, "read IRIs, and bring them into normalisation\nform C first", OPTION_BIT,
     OPTION_TO(struct normalize, iri_options), .low = URIEL_IRI_NFC},
    {0, "to-uri", NULL,
     "read IRIs and print them as URIs: the host in\nASCII (IDNA), the rest percent-encoded",
     OPTION_CHOICE, OPTION_TO(struct normalize, as), .low = AS_URI, .excludes = NORMALIZE_AS},
    {0, "to-iri", NULL, "print URIs as IRIs: decode what can be read", OPTION_CHOICE,
     OPTION_TO(struct normalize, as), .low = AS_IRI, .excludes = NORMALIZE_AS},
    {0, "display", NULL,
     "read IRIs and print the form that is safe to show;\nwarn of hosts that look like others",
     OPTION_CHOICE, OPTION_TO(struct normalize, as), .low = AS_DISPLAY, .excludes = NORMALIZE_AS},
    {0}};

/* Returns URIEL_IRI_IDNA if the scheme uses domain names, as uriel_iri_display decides; otherwise 0. */
static unsigned normalize_idna(const uriel_ref *ref)
{
  const uriel_text scheme = uriel_scheme(ref);
  const uriel_scheme_info *const info =
      scheme.len > 0 ? uriel_scheme_find(NULL, scheme.ptr, scheme.len) : NULL;
  return scheme.len == 0 || (info && (info->port != 0 || strcmp(info->name, "file") == 0))
             ? URIEL_IRI_IDNA
             : 0;
}

/* Writes the host of the normal form in its canonical spelling if it is an address. Leaves a text that
 * is not a reference unchanged. */
static void normalize_host(struct record *record)
{
  struct buffer *const address = &record->scratch[2], *const out = &record->scratch[3];
  const uriel_text normal = record->values[TARGET_RESULT];
  uriel_ref ref, set;
  size_t need;
  if (!uriel_parse_as(&ref, normal.ptr, normal.len, record->reading.spec, 0, NULL))
    return;
  /* An address starts with a digit, which can be encoded or a character for one, or a bracket. */
  uriel_text host = uriel_host(&ref);
  if (host.len == 0 || ((unsigned char)host.ptr[0] < 0x80 && !memchr("0123456789[%", host.ptr[0], 12)) ||
      !key_host_put(address, host))
    return;
  host = buffer_text(address);
  if (record->reading.spec == URIEL_SPEC_WHATWG) {
    buffer_reserve(out, uriel_url_bound(&ref, host.len));
    need = uriel_url_set(&set, &ref, URIEL_URL_HOSTNAME, host.ptr, host.len, out->ptr, out->capacity);
  } else {
    buffer_reserve(out, ref.length + host.len + 3);
    need = uriel_component_set(&ref, URIEL_HOST, host, out->ptr, out->capacity, NULL);
  }
  if (need != URIEL_FAILED)
    record->values[TARGET_RESULT] = (uriel_text){out->ptr, need};
}

/* Writes the normal form as an IRI, or in the form that is safe to show, with the labels of its host. */
static void normalize_show(const struct normalize *self, struct record *record)
{
  struct buffer *const out = &record->scratch[4], *const labels = &record->scratch[5];
  const uriel_text normal = record->values[TARGET_RESULT];
  uriel_ref ref;
  if (!uriel_parse_as(&ref, normal.ptr, normal.len, record->reading.spec, 0, NULL))
    return;
  buffer_reserve(out, uriel_iri_bound(&ref));
  out->len = self->as == AS_IRI ? uriel_iri_from_uri(&ref, normalize_idna(&ref), out->ptr, out->capacity)
                                : uriel_iri_display(&ref, out->ptr, out->capacity);
  record->values[TARGET_RESULT] = buffer_text(out);
  if (self->as != AS_DISPLAY)
    return;
  const size_t most = uriel_host(&ref).len + 1;
  buffer_reserve(labels, most * sizeof(uriel_iri_label));
  labels->len =
      uriel_iri_labels(ARRAY_OF(uriel_iri_label, *labels), most, &ref) * sizeof(uriel_iri_label);
  record->detail = labels;
}

/* Writes the normal form of an IRI, or of its URI. Returns false if `*ref` remains to be normalised; it
 * is then what was read, or its URI, in `mapped`. */
static bool normalize_iri(const struct normalize *self, struct record *record, const uriel_ref **ref,
                          uriel_ref *mapped)
{
  struct buffer *const uri = &record->scratch[0], *const normal = &record->scratch[1];
  uriel_error error;
  size_t need = 0;
  if (self->as == AS_DISPLAY)
    warnings_find(&record->lane->warnings, *ref, record);
  if (self->as == AS_URI && uriel_spec_of(*ref) == URIEL_SPEC_IRI) {
    buffer_reserve(uri, uriel_iri_bound(*ref));
    need = uriel_iri_to_uri(*ref, self->iri_options | normalize_idna(*ref), uri->ptr, uri->capacity,
                            &error);
    if (need != URIEL_FAILED && !uriel_parse(mapped, uri->ptr, need, &error))
      need = URIEL_FAILED;
    *ref = mapped;
  }
  if (need != URIEL_FAILED && uriel_spec_of(*ref) == URIEL_SPEC_IRI) {
    buffer_reserve(normal, uriel_iri_bound(*ref));
    need = uriel_iri_normalize(*ref, (uriel_level)self->level, self->iri_options, normal->ptr,
                               normal->capacity, &error);
    record->values[TARGET_RESULT] = (uriel_text){normal->ptr, need};
  } else if (need != URIEL_FAILED) {
    return false;
  }
  if (need == URIEL_FAILED) { /* the host is not a domain name */
    record->values[TARGET_RESULT] = uriel_text_of(NULL);
    record_blame(record, &error, record->input, NULL);
  }
  return true;
}

/* Writes the normal form, in the form that the options select. */
static void normalize_each(void *context, struct record *record)
{
  const struct normalize *const self = context;
  uriel_text *const result = &record->values[TARGET_RESULT];
  const uriel_ref *ref = record->ref;
  uriel_ref mapped;
  if (!self->more || !normalize_iri(self, record, &ref, &mapped)) {
    const size_t bound = uriel_normalize_bound(ref);
    char *const out = lane_room(record, bound);
    *result = (uriel_text){out, uriel_normalize(ref, (uriel_level)self->level, out, bound)};
  }
  if (self->more && result->ptr && self->host_canonical)
    normalize_host(record);
  if (self->more && result->ptr && (self->as == AS_IRI || self->as == AS_DISPLAY))
    normalize_show(self, record);
}

/* Writes the form of Google Safe Browsing, of a text that need not be a reference. */
static void normalize_safe(void *context, struct record *record)
{
  static const char name[] = "safe_browsing";
  const uriel_value text = {.kind = URIEL_KIND_TEXT, .text = record->input};
  const uriel_function *const function = uriel_function_find(name, sizeof name - 1);
  struct buffer *const out = &record->scratch[0];
  uriel_value result;
  (void)context;
  buffer_reserve(out, uriel_function_bound(function, &text, 1));
  (void)uriel_function_call(&result, function, &text, 1, out->ptr, out->capacity, NULL);
  record->values[TARGET_RESULT] = result.text;
  if (!result.text.ptr)
    record_refuse(record, &(uriel_error){.component = URIEL_HOST, .length = record->input.len},
                  record->input, "not a URL that Google Safe Browsing looks up", "safe-browsing",
                  "it has no host, or a host that is not a domain name");
}

static enum stage_source normalize_ready(void *context, struct lane *lane)
{
  struct normalize *const self = context;
  const uriel_spec spec = lane->reading.spec;
  if (self->level == NORMALIZE_SAFE_BROWSING) {
    if (self->as != AS_IT_IS || self->iri_options != 0 || self->host_canonical ||
        spec != URIEL_SPEC_RFC3986)
      die_usage(lane->reader->command, "--level=safebrowsing has no other form, and no --spec");
    lane->texts = true;
    lane->each = normalize_safe;
    return SOURCE_OPERANDS;
  }
  self->more =
      self->as != AS_IT_IS || self->iri_options != 0 || self->host_canonical || spec == URIEL_SPEC_IRI;
  if (self->as == AS_IT_IS && self->iri_options == 0)
    return SOURCE_OPERANDS;
  if (spec != URIEL_SPEC_RFC3986 && !reading_is_new(spec))
    die_usage(lane->reader->command,
              "--nfc, --to-uri, --to-iri and --display go with rfc3986, iri and whatwg");
  if (spec == URIEL_SPEC_RFC3986 &&
      (self->as == AS_URI || self->as == AS_DISPLAY || (self->iri_options & URIEL_IRI_NFC)))
    lane->reading.spec = URIEL_SPEC_IRI;
  return SOURCE_OPERANDS;
}

const struct stage normalize_stage = {
    .schema = TARGET_SCHEMA("normal", COLUMN_REFERENCE, normalize_json),
    STAGE_SELF(struct normalize, .level = URIEL_LEVEL_SCHEME),
    .options = normalize_options,
    .has = GENERAL_ANY | GENERAL_JOBS,
    .ready = normalize_ready,
    .each = normalize_each,
};
