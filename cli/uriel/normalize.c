/* SPDX-License-Identifier: MIT */
/* uriel normalize: normal forms, by the levels of the comparison ladder (RFC 3986, 6.2). */
#include <string.h>

#include "cli/shared/cli.h"
#include "cli/shared/json.h"
#include "cli/shared/key.h"
#include "cli/shared/warnings.h"
#include "stage.h"
#include "uriel_iri.h"
#include "uriel_scheme.h"
#include "uriel_url.h"

static const struct column normalize_columns[] = TARGET_COLUMNS_OF("normal", COLUMN_REFERENCE);
/* The form in which the normal form is printed. */
enum normalize_as { AS_IT_IS, AS_URI, AS_IRI, AS_DISPLAY };

struct normalize {
  uriel_level level;
  unsigned iri_options; /* enum uriel_iri_option */
  enum normalize_as as;
  bool host_canonical;
  bool more; /* the result is not only the normal form of a URI */
  struct buffer address;
  struct buffer uri; /* of the IRI that was read */
  struct buffer normal;
  struct buffer result;
  struct buffer labels; /* of the displayed host: struct uriel_iri_label */
  struct warnings warnings;
};

/* With --display, besides the columns: the labels of the host that stay encoded. */
static void normalize_json(const struct record *record, struct json *json)
{
  const struct normalize *const self = record->detail;
  const uriel_text normal = record->values[TARGET_RESULT];
  json_bool(json, "valid", !record_is_invalid(record));
  if (normal.ptr)
    json_text(json, "normal", normal.ptr, normal.len);
  if (!self || record_is_invalid(record))
    return;
  const uriel_iri_label *const labels = (const void *)self->labels.ptr;
  json_array_begin(json, "hidden");
  for (size_t i = 0; i < self->labels.len / sizeof *labels; i++) {
    if (labels[i].rule == URIEL_LABEL_SHOWN)
      continue;
    json_object_begin(json, NULL);
    json_text(json, "label", normal.ptr + labels[i].begin, labels[i].length);
    json_string(json, "rule", uriel_label_rule_name(labels[i].rule));
    json_object_end(json);
  }
  json_array_end(json);
}

static const struct schema normalize_schema = {.columns = normalize_columns,
                                               .count = TARGET_COLUMNS,
                                               .plain = TARGET_RESULT,
                                               TARGET_KEYS,
                                               .json = normalize_json};

static const char *const normalize_levels[] = {"case", "percent", "path", "scheme", NULL};

enum { NORMALIZE_AS = OPTION_GROUP_OWN };

static const struct option_spec normalize_options[] = {
    {0, "level", "LEVEL",
     "how far: case, percent, path or scheme; each\nincludes those before it; default scheme",
     OPTION_WORD, OPTION_TO(struct normalize, level), .low = URIEL_LEVEL_CASE,
     .words = normalize_levels},
    {0, "host-canonical", NULL,
     "write hosts that are IP addresses in their one\ncanonical spelling: 0x7f.1 as 127.0.0.1, and\n"
     "[::ffff:127.0.0.1] too",
     OPTION_FLAG, OPTION_TO(struct normalize, host_canonical)},
    {0, "nfc", NULL, "read IRIs, and bring them into normalisation\nform C first", OPTION_BIT,
     OPTION_TO(struct normalize, iri_options), .low = URIEL_IRI_NFC},
    {0, "to-uri", NULL,
     "read IRIs and print them as URIs: the host in\nASCII by IDNA, the rest percent-encoded",
     OPTION_CHOICE, OPTION_TO(struct normalize, as), .low = AS_URI, .excludes = NORMALIZE_AS},
    {0, "to-iri", NULL, "print URIs as IRIs: decode what can be read", OPTION_CHOICE,
     OPTION_TO(struct normalize, as), .low = AS_IRI, .excludes = NORMALIZE_AS},
    {0, "display", NULL,
     "read IRIs and print the form that is safe to show;\nwarn of hosts that look like others",
     OPTION_CHOICE, OPTION_TO(struct normalize, as), .low = AS_DISPLAY, .excludes = NORMALIZE_AS},
    {0}};

/* Whether the host can be an address: it starts with a digit, which can be encoded or a character that
 * stands for one, or a bracket. */
static bool normalize_has_address(const uriel_ref *ref)
{
  const uriel_text host = uriel_host(ref);
  return host.len > 0 && ((unsigned char)host.ptr[0] >= 0x80 ||
                          memchr("0123456789[%", host.ptr[0], sizeof "0123456789[%" - 1));
}

/* Whether the options read IRIs. */
static bool normalize_reads_iris(const struct normalize *self)
{
  return self->as == AS_URI || self->as == AS_DISPLAY || (self->iri_options & URIEL_IRI_NFC);
}

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

/* Sets the URI that the IRI maps to, in form C if requested. Blames the record if the host is not a
 * domain name. */
static bool normalize_map(struct normalize *self, struct record *record, uriel_ref *mapped)
{
  struct buffer *const out = &self->uri;
  const unsigned options = self->iri_options | normalize_idna(record->ref);
  uriel_error error;
  size_t need;
  do
    need = uriel_iri_to_uri(record->ref, options, out->ptr, out->capacity, &error);
  while (buffer_short(out, need));
  if (need != URIEL_FAILED && uriel_parse(mapped, out->ptr, out->len, &error))
    return true;
  record_blame(record, &error, record->input);
  return false;
}

static bool normalize_iri(struct normalize *self, struct record *record, const uriel_ref *ref)
{
  struct buffer *const out = &self->normal;
  uriel_error error;
  size_t need;
  do
    need = uriel_iri_normalize(ref, self->level, self->iri_options, out->ptr, out->capacity, &error);
  while (buffer_short(out, need));
  record->values[TARGET_RESULT] = (uriel_text){out->ptr, out->len};
  if (need == URIEL_FAILED)
    record_blame(record, &error, record->input);
  return need != URIEL_FAILED;
}

/* Writes the host of the normal form in its canonical spelling. Leaves a text that is no reference by
 * the document as it is. */
static void normalize_host(struct normalize *self, struct record *record)
{
  struct buffer *const address = &self->address;
  struct buffer *const out = &self->uri;
  const uriel_text normal = record->values[TARGET_RESULT];
  uriel_ref ref;
  uriel_ref set;
  size_t need;
  if (!uriel_parse_as(&ref, normal.ptr, normal.len, record->reading.spec, 0, NULL) ||
      !normalize_has_address(&ref) || !key_host_put(address, uriel_host(&ref)))
    return;
  const uriel_text host = {address->ptr, address->len};
  do
    need =
        record->reading.spec == URIEL_SPEC_WHATWG
            ? uriel_url_set(&set, &ref, URIEL_URL_HOSTNAME, host.ptr, host.len, out->ptr, out->capacity)
            : uriel_component_set(&ref, URIEL_HOST, host, out->ptr, out->capacity, NULL);
  while (buffer_short(out, need));
  if (need != URIEL_FAILED)
    record->values[TARGET_RESULT] = (uriel_text){out->ptr, out->len};
}

/* Writes the normal form as an IRI, or in the form that is safe to show. */
static void normalize_show(struct normalize *self, struct record *record)
{
  struct buffer *const out = &self->result;
  const uriel_text normal = record->values[TARGET_RESULT];
  uriel_ref ref;
  size_t need;
  if (!uriel_parse_as(&ref, normal.ptr, normal.len, record->reading.spec, 0, NULL))
    return;
  do
    need = self->as == AS_IRI ? uriel_iri_from_uri(&ref, normalize_idna(&ref), out->ptr, out->capacity)
                              : uriel_iri_display(&ref, out->ptr, out->capacity);
  while (buffer_short(out, need));
  record->values[TARGET_RESULT] = (uriel_text){out->ptr, out->len};
  if (self->as != AS_DISPLAY)
    return;
  do
    need = uriel_iri_labels(&ref, (void *)self->labels.ptr,
                            self->labels.capacity / sizeof(uriel_iri_label)) *
           sizeof(uriel_iri_label);
  while (buffer_short(&self->labels, need));
  record->detail = self;
}

static void normalize_put(const struct normalize *self, struct record *record, const uriel_ref *ref)
{
  const size_t bound = uriel_normalize_bound(ref);
  char *const out = lane_room(record, bound);
  record->values[TARGET_RESULT] = (uriel_text){out, uriel_normalize(ref, self->level, out, bound)};
}

/* Writes what the options ask for besides the normal form. */
static void normalize_more(struct normalize *self, struct record *record)
{
  const uriel_ref *ref = record->ref;
  uriel_ref mapped;
  if (self->as == AS_DISPLAY)
    warnings_find(&self->warnings, ref, record);
  if (self->as == AS_URI && uriel_spec_of(ref) == URIEL_SPEC_IRI) {
    if (!normalize_map(self, record, &mapped))
      return;
    ref = &mapped;
  }
  if (uriel_spec_of(ref) != URIEL_SPEC_IRI)
    normalize_put(self, record, ref);
  else if (!normalize_iri(self, record, ref))
    return;
  if (self->host_canonical)
    normalize_host(self, record);
  if (self->as == AS_IRI || self->as == AS_DISPLAY)
    normalize_show(self, record);
}

static void normalize_each(void *context, struct record *record)
{
  struct normalize *const self = context;
  if (self->more)
    normalize_more(self, record);
  else
    normalize_put(self, record, record->ref);
}

static enum stage_source normalize_ready(void *context, const struct option_reader *reader,
                                         struct lane *lane)
{
  struct normalize *const self = context;
  const uriel_spec spec = lane->reading.spec;
  self->more =
      self->as != AS_IT_IS || self->iri_options != 0 || self->host_canonical || spec == URIEL_SPEC_IRI;
  if (self->as == AS_IT_IS && self->iri_options == 0)
    return SOURCE_OPERANDS;
  if (spec != URIEL_SPEC_RFC3986 && !reading_is_new(spec))
    die_usage(reader->command,
              "--nfc, --to-uri, --to-iri and --display go with rfc3986, iri and whatwg");
  if (spec == URIEL_SPEC_RFC3986 && normalize_reads_iris(self))
    lane->reading.spec = URIEL_SPEC_IRI;
  return SOURCE_OPERANDS;
}

static void normalize_end(void *context)
{
  struct normalize *const self = context;
  buffer_free(&self->address);
  buffer_free(&self->uri);
  buffer_free(&self->normal);
  buffer_free(&self->result);
  buffer_free(&self->labels);
  warnings_free(&self->warnings);
}

static const struct stage normalize_stage = {
    .help =
        {
            .usage = "normalize [OPTION...] [REFERENCE...]",
            .about = "Prints the normal form of each operand, or of each line of standard input.\n"
                     "References that are equivalent at a level of RFC 3986, 6.2 have the same\n"
                     "normal form at that level. Each level includes those before it:\n\n"
                     "  case     scheme, host and hexadecimal digits in one case\n"
                     "  percent  unreserved characters decoded\n"
                     "  path     dot segments removed\n"
                     "  scheme   the rules of the scheme: default port, empty path, and the\n"
                     "           equivalences of gopher file mailto tel data ldap urn ... (see\n"
                     "           doc/schemes.md)\n\n"
                     "An older --spec has its own rules: see doc/generations.md. By whatwg, the\n"
                     "result is the URL that browsers make of the text: it cleans lists.\n\n"
                     "Keys: input valid normal, and those of an error (see uriel help check). Only\n"
                     "JSON: repairs and warnings, arrays of objects with code, offset and message;\n"
                     "with --display hidden, an array of objects with label and rule.",
            .examples = "uriel normalize 'HTTP://Example.COM:80/%7Ejane/../'\n"
                        "uriel normalize --spec=whatwg --guess-scheme < typed.txt\n"
                        "uriel normalize --host-canonical http://0x7f.1/ 'http://[::FFFF:7f00:1]/'\n"
                        "uriel normalize --to-uri http://b\303\274cher.example/stra\303\237e\n"
                        "uriel normalize < urls.txt | sort -u",
        },
    .schema = &normalize_schema,
    .options = normalize_options,
    .spec = SPEC_FULL,
    .newer = NEWER_ALL,
    .ready = normalize_ready,
    .each = normalize_each,
    .size = sizeof(struct normalize),
    .own = offsetof(struct normalize, address),
    .end = normalize_end,
};

int cmd_normalize(int argc, char **argv)
{
  struct normalize self = {.level = URIEL_LEVEL_SCHEME};
  return stage_run(&normalize_stage, &self, argc, argv);
}
