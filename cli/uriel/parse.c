/* SPDX-License-Identifier: MIT */
/* uriel parse: the components of references. */
#include <string.h>

#include "cli/shared/cli.h"
#include "cli/shared/key.h"
#include "cli/shared/output.h"
#include "parse.h"
#include "reader/unicode.h"
#include "stage.h"

enum parse_column {
  PARSE_INPUT,
  PARSE_VALID,
  PARSE_SPEC,
  PARSE_FORM,
  PARSE_PREFIX,
  PARSE_SCHEME,
  PARSE_AUTHORITY,
  PARSE_USERINFO,
  PARSE_HOST,
  PARSE_HOST_UNICODE,
  PARSE_HOST_KIND,
  PARSE_PORT,
  PARSE_PATH,
  PARSE_QUERY,
  PARSE_FRAGMENT,
  PARSE_PARAMS,
  PARSE_OWN,
  PARSE_COLUMNS
};

static const struct column parse_columns[] = {
    [PARSE_INPUT] = {"input", COLUMN_REFERENCE, TONE_PLAIN},
    [PARSE_VALID] = {"valid", COLUMN_VALID, TONE_PLAIN},
    [PARSE_SPEC] = {"spec", COLUMN_TEXT, TONE_PLAIN},
    [PARSE_FORM] = {"form", COLUMN_TEXT, TONE_PLAIN},
    [PARSE_PREFIX] = {"prefix", COLUMN_LITERAL, TONE_PLAIN},
    [PARSE_SCHEME] = {"scheme", COLUMN_TEXT, TONE_SCHEME},
    [PARSE_AUTHORITY] = {"authority", COLUMN_TEXT, TONE_PLAIN},
    [PARSE_USERINFO] = {"userinfo", COLUMN_TEXT, TONE_USERINFO},
    [PARSE_HOST] = {"host", COLUMN_TEXT, TONE_HOST},
    [PARSE_HOST_UNICODE] = {"host_unicode", COLUMN_TEXT, TONE_HOST},
    [PARSE_HOST_KIND] = {"host_kind", COLUMN_TEXT, TONE_PLAIN},
    [PARSE_PORT] = {"port", COLUMN_TEXT, TONE_PORT},
    [PARSE_PATH] = {"path", COLUMN_TEXT, TONE_PATH},
    [PARSE_QUERY] = {"query", COLUMN_TEXT, TONE_QUERY},
    [PARSE_FRAGMENT] = {"fragment", COLUMN_TEXT, TONE_FRAGMENT},
    [PARSE_PARAMS] = {"params", COLUMN_PARAMS, TONE_PLAIN},
    [PARSE_OWN] = {"own", COLUMN_OWN, TONE_PLAIN},
};

static const struct schema parse_schema = {.columns = parse_columns,
                                           .count = PARSE_COLUMNS,
                                           .plain = PARSE_FORM,
                                           .pairs = true,
                                           .has_keys = true,
                                           .aside = 1u << PARSE_SPEC | 1u << PARSE_PREFIX |
                                                    1u << PARSE_HOST_UNICODE | 1u << PARSE_OWN,
                                           .only_json = 1u << PARSE_PARAMS};

void parse_init_list(struct parse *self)
{
  *self = (struct parse){.schema = parse_schema};
  self->schema.plain = PARSE_INPUT;
  self->schema.pairs = false;
}

void parse_reads(struct parse *self, const char *command, const struct reading *reading)
{
  suffixes_load(&self->suffixes, command);
  self->schema.suffixes = &self->suffixes;
  if (reading_is_new(reading->spec))
    self->schema.aside = 0;
  else if (reading->spec != URIEL_SPEC_RFC3986)
    self->schema.aside = 1u << PARSE_HOST_UNICODE;
}

static const struct option_spec parse_options[] = {SUFFIX_OPTIONS(struct parse, suffixes), {0}};

static enum stage_source parse_ready(void *context, const struct option_reader *reader,
                                     const struct reading *reading)
{
  parse_reads(context, reader->command, reading);
  return SOURCE_OPERANDS;
}

static void parse_components(const uriel_ref *ref, uriel_text *values)
{
  values[PARSE_FORM] = uriel_text_of(uriel_form_name(uriel_form_of(ref)));
  if (ref->flags & URIEL_HAS_PREFIX)
    values[PARSE_PREFIX] = uriel_text_of("true");
  values[PARSE_SCHEME] = uriel_scheme(ref);
  values[PARSE_AUTHORITY] = uriel_authority(ref);
  values[PARSE_USERINFO] = uriel_userinfo(ref);
  values[PARSE_HOST] = uriel_host(ref);
  if (values[PARSE_HOST].ptr)
    values[PARSE_HOST_KIND] = uriel_text_of(uriel_host_kind_name(uriel_host_kind_of(ref)));
  values[PARSE_PORT] = uriel_port(ref);
  values[PARSE_PATH] = uriel_path(ref);
  values[PARSE_QUERY] = uriel_query(ref);
  values[PARSE_FRAGMENT] = uriel_fragment(ref);
  values[PARSE_PARAMS] = values[PARSE_QUERY];
}

void parse_convert(void *context, const struct input *input, struct record *record)
{
  struct parse *const self = context;
  const uriel_spec spec = record->reading.spec;
  uriel_ref ref;
  if (spec != URIEL_SPEC_RFC3986)
    record->values[PARSE_SPEC] = uriel_text_of(uriel_spec_name(spec));
  if (!record_parse(record, &ref, input->text))
    return;
  parse_components(&ref, record->values);
  record->values[PARSE_HOST_UNICODE] =
      key_value(&(struct key){.name = KEY_HOST_UNICODE}, &ref, &self->host);
  record->own = self->own;
  record->own_count = uriel_own_parts(&ref, self->own);
}

/* ---- The fast path ----------------------------------------------------------------------------
 *
 * A reference has no character that --tsv, JSON or a terminal needs escaped, so a record is pieces of
 * its text between fixed words of the output form. Text is copied in steps of 32 bytes. The output has
 * that much spare room, and so do the blocks of input (INPUT_SLACK). */

/* Inlined for each form of output, so that its words are constants. */
#define ROWS_INLINE static inline __attribute__((always_inline))

enum { ROWS_STEP = 32, ROWS_WORD = 32, ROWS_SPARE = 128 };

/* A short constant text. */
struct rows_word {
  char text[ROWS_WORD - 1];
  unsigned char len;
};

/* Always copies the usual length first: a loop's count would be hard to predict. */
ROWS_INLINE char *rows_copy_by(char *to, const char *from, size_t len, size_t usual)
{
  memcpy(to, from, usual);
  for (size_t at = usual; at < len; at += ROWS_STEP)
    memcpy(to + at, from + at, ROWS_STEP);
  return to + len;
}

/* The compiler knows most words, and thus how many bytes to copy. */
ROWS_INLINE char *rows_copy_word(char *to, const struct rows_word *word)
{
  if (word->len <= 8)
    memcpy(to, word, 8);
  else if (word->len <= 16)
    memcpy(to, word, 16);
  else
    memcpy(to, word, ROWS_WORD);
  return to + word->len;
}

enum parse_piece {
  PIECE_FORM,
  PIECE_SCHEME,
  PIECE_AUTHORITY,
  PIECE_USERINFO,
  PIECE_HOST,
  PIECE_HOST_KIND,
  PIECE_PORT,
  PIECE_PATH,
  PIECE_QUERY,
  PIECE_FRAGMENT,
  PIECES
};

struct parse_layout {
  bool has_input;                  /* print the whole text first */
  bool has_params;                 /* print the parameters of the query last */
  struct rows_word input;          /* printed before that text */
  struct rows_word before[PIECES]; /* printed before a defined piece */
  struct rows_word undefined;      /* printed for an undefined piece */
  struct rows_word end;
};

#define PARSE_WORD(string)                                                                              \
  {                                                                                                     \
    string, sizeof(string) - 1                                                                          \
  }

static const struct parse_layout parse_layout_plain = {
    .before = {PARSE_WORD("form="), PARSE_WORD("\tscheme="), PARSE_WORD("\tauthority="),
               PARSE_WORD("\tuserinfo="), PARSE_WORD("\thost="), PARSE_WORD("\thost_kind="),
               PARSE_WORD("\tport="), PARSE_WORD("\tpath="), PARSE_WORD("\tquery="),
               PARSE_WORD("\tfragment=")},
    .end = PARSE_WORD("\n"),
};

static const struct parse_layout parse_layout_tsv = {
    .has_input = true,
    .before = {PARSE_WORD("\ttrue\t"), PARSE_WORD("\t"), PARSE_WORD("\t"), PARSE_WORD("\t"),
               PARSE_WORD("\t"), PARSE_WORD("\t"), PARSE_WORD("\t"), PARSE_WORD("\t"), PARSE_WORD("\t"),
               PARSE_WORD("\t")},
    .undefined = PARSE_WORD("\t\\N"),
    .end = PARSE_WORD("\t\\N\t\\N\n"), /* no error */
};

static const struct parse_layout parse_layout_json = {
    .has_input = true,
    .has_params = true,
    .input = PARSE_WORD("{\"input\":\""),
    .before = {PARSE_WORD("\",\"valid\":true,\"form\":\""), PARSE_WORD("\",\"scheme\":\""),
               PARSE_WORD("\",\"authority\":\""), PARSE_WORD("\",\"userinfo\":\""),
               PARSE_WORD("\",\"host\":\""), PARSE_WORD("\",\"host_kind\":\""),
               PARSE_WORD("\",\"port\":\""), PARSE_WORD("\",\"path\":\""), PARSE_WORD("\",\"query\":\""),
               PARSE_WORD("\",\"fragment\":\"")},
    .end = PARSE_WORD("\"}\n"),
};

/* The library's names of forms, padded. */
static struct rows_word parse_forms[URIEL_FORM_OPAQUE + 1];
static struct rows_word parse_kinds[URIEL_HOST_IPVFUTURE + 1];

static void parse_word(struct rows_word *word, const char *name)
{
  const size_t len = strlen(name);
  word->len = (unsigned char)(len < sizeof word->text ? len : sizeof word->text);
  memcpy(word->text, name, word->len);
}

ROWS_INLINE char *parse_piece_put(char *to, const struct parse_layout *layout, enum parse_piece piece,
                                  bool defined, const char *from, size_t len)
{
  if (!defined)
    return rows_copy_word(to, &layout->undefined);
  return rows_copy_by(rows_copy_word(to, &layout->before[piece]), from, len,
                      piece == PIECE_PATH || piece == PIECE_QUERY ? 2 * ROWS_STEP : ROWS_STEP);
}

ROWS_INLINE char *parse_piece_word(char *to, const struct parse_layout *layout, enum parse_piece piece,
                                   bool defined, const struct rows_word *word)
{
  if (!defined)
    return rows_copy_word(to, &layout->undefined);
  return rows_copy_word(rows_copy_word(to, &layout->before[piece]), word);
}

ROWS_INLINE char *parse_authority(char *to, const struct parse_layout *layout, const uriel_ref *ref)
{
  const char *const text = ref->text;
  const bool is = ref->host_begin != 0;
  const uint32_t begin = ref->scheme_end ? ref->scheme_end + 3 : 2;
  to = parse_piece_put(to, layout, PIECE_AUTHORITY, is, text + begin, ref->path_begin - begin);
  to = parse_piece_put(to, layout, PIECE_USERINFO, is && ref->host_begin != begin, text + begin,
                       ref->host_begin - begin - 1);
  to = parse_piece_put(to, layout, PIECE_HOST, is, text + ref->host_begin,
                       ref->host_end - ref->host_begin);
  to =
      parse_piece_word(to, layout, PIECE_HOST_KIND, is, &parse_kinds[ref->flags & URIEL_HOST_KIND_MASK]);
  return parse_piece_put(to, layout, PIECE_PORT, is && ref->host_end != ref->path_begin,
                         text + ref->host_end + 1, ref->path_begin - ref->host_end - 1);
}

/* The value of a hexadecimal digit. */
ROWS_INLINE unsigned parse_hex(char digit)
{
  return ((unsigned char)digit & 0xFu) + 9 * ((unsigned char)digit >> 6);
}

/* The index of the first byte of a word that is not 0. */
ROWS_INLINE size_t parse_first_byte(uint64_t word)
{
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
  return (size_t)__builtin_clzll(word) / 8;
#else
  return (size_t)__builtin_ctzll(word) / 8;
#endif
}

/* Copies up to "&", "%", `stop` or `end`. Returns how many bytes. */
ROWS_INLINE size_t parse_copy_until(char *to, const char *at, const char *end, char stop)
{
  typedef signed char bytes __attribute__((vector_size(16)));
  typedef uint64_t words __attribute__((vector_size(16)));
  enum { STEP = sizeof(bytes) };
  const size_t most = (size_t)(end - at);
  for (size_t done = 0; done < most; done += STEP) {
    bytes text;
    memcpy(&text, at + done, STEP);
    memcpy(to + done, &text, STEP);
    const words found = (words)((text == '&') | (text == '%') | (text == stop));
    if (!(found[0] | found[1]))
      continue;
    const size_t len =
        done + (found[0] ? 0 : sizeof(uint64_t)) + parse_first_byte(found[0] ? found[0] : found[1]);
    return len < most ? len : most;
  }
  return most;
}

/* Whether the text is UTF-8 that JSON prints as it is; it has neither quotation marks nor backslashes.
 */
static bool parse_is_plain(const char *text, size_t len)
{
  for (size_t at = 0; at < len;) {
    uint32_t point;
    at += utf8_next(text + at, len - at, &point);
    if (!utf8_is_safe(point))
      return false;
  }
  return true;
}

/* Copies a name or value, decoded, up to "&", `stop` or the end. Returns NULL if JSON does not print it
 * as it is. */
ROWS_INLINE char *parse_decoded(char *to, const char **from, const char *end, char stop)
{
  const char *at = *from;
  char *const begin = to;
  unsigned all = 0;
  for (;;) {
    const size_t len = parse_copy_until(to, at, end, stop);
    to += len;
    at += len;
    if (at == end || *at != '%')
      break;
    const unsigned byte = parse_hex(at[1]) << 4 | parse_hex(at[2]);
    if (byte < 0x20 || byte == 0x7F || byte == '"' || byte == '\\')
      return NULL;
    all |= byte;
    *to++ = (char)byte;
    at += 3;
  }
  *from = at;
  return all < 0x80 || parse_is_plain(begin, (size_t)(to - begin)) ? to : NULL;
}

/* Prints the parameters of a query in JSON and ends the record. Returns NULL if parse_convert must print
 * it. */
static char *parse_params(char *to, const char *at, const char *end)
{
  static const struct rows_word first = PARSE_WORD("\",\"params\":[{\"name\":\""),
                                next = PARSE_WORD(",{\"name\":\""),
                                value = PARSE_WORD("\",\"value\":\""), after = PARSE_WORD("\"}");
  static const struct rows_word none = PARSE_WORD("\"}\n"), last = PARSE_WORD("]}\n");
  bool more = false;
  for (; at < end; at++) {
    if (*at == '&')
      continue;
    to = more ? rows_copy_word(to, &next) : rows_copy_word(to, &first);
    more = true;
    to = parse_decoded(to, &at, end, '=');
    if (to && at < end && *at == '=') {
      at++;
      to = parse_decoded(rows_copy_word(to, &value), &at, end, '&');
    }
    if (!to)
      return NULL;
    to = rows_copy_word(to, &after);
  }
  return more ? rows_copy_word(to, &last) : rows_copy_word(to, &none);
}

ROWS_INLINE char *parse_row(char *to, const struct parse_layout *layout, const uriel_ref *ref)
{
  const char *const text = ref->text;
  if (layout->has_input)
    to = rows_copy_by(rows_copy_word(to, &layout->input), text, ref->length, ROWS_SPARE);
  to = parse_piece_word(to, layout, PIECE_FORM, true, &parse_forms[uriel_form_of(ref)]);
  to = parse_piece_put(to, layout, PIECE_SCHEME, ref->scheme_end != 0, text, ref->scheme_end);
  to = parse_authority(to, layout, ref);
  to = parse_piece_put(to, layout, PIECE_PATH, true, text + ref->path_begin,
                       ref->path_end - ref->path_begin);
  to = parse_piece_put(to, layout, PIECE_QUERY, ref->path_end != ref->query_end,
                       text + ref->path_end + 1, ref->query_end - ref->path_end - 1);
  to = parse_piece_put(to, layout, PIECE_FRAGMENT, ref->query_end != ref->length,
                       text + ref->query_end + 1, ref->length - ref->query_end - 1);
  if (layout->has_params && ref->path_end != ref->query_end)
    return parse_params(to, text + ref->path_end + 1, text + ref->query_end);
  return rows_copy_word(to, &layout->end);
}

/* Whether the host can have "xn--", so that parse_convert must print its other form: whether it has
 * "--".
 * --tsv has no column for that. */
ROWS_INLINE bool parse_has_hyphens(const uriel_ref *ref)
{
  typedef signed char bytes __attribute__((vector_size(16)));
  typedef uint64_t words __attribute__((vector_size(16)));
  enum { STEP = sizeof(bytes) };
  const char *const end = ref->text + ref->host_end;
  words found = {0, 0};
  for (const char *at = ref->text + ref->host_begin; at < end; at += STEP) {
    bytes first;
    bytes second;
    memcpy(&first, at, STEP);
    memcpy(&second, at + 1, STEP);
    found |= (words)((first == '-') & (second == '-'));
  }
  return (found[0] | found[1]) != 0;
}

ROWS_INLINE size_t parse_rows_print(const struct parse_layout *layout, const uriel_ref *refs,
                                    size_t count)
{
  /* The whole text, the parts of the authority, and the other pieces; every word; the bytes that copies
   * write too many. A parameter has at least two bytes with its separator, and its words 23. */
  enum { TIMES = 3, WORDS = (PIECES + 6) * ROWS_WORD + ROWS_SPARE, PARAMS_TIMES = 12 };
  struct output *const out = &standard_out;
  size_t at = 0;
  for (; at < count && stage_is_reference(&refs[at]); at++) {
    if (!layout->undefined.len && parse_has_hyphens(&refs[at]) &&
        host_is_international(uriel_host(&refs[at])))
      break;
    const size_t params = layout->has_params ? refs[at].query_end - refs[at].path_end : 0;
    char *const room = output_room(out, TIMES * (size_t)refs[at].length + PARAMS_TIMES * params + WORDS);
    char *const end = room ? parse_row(room, layout, &refs[at]) : NULL;
    if (!end)
      break;
    out->len = (size_t)(end - out->data);
  }
  return at;
}

static size_t parse_rows_plain(void *self, const uriel_ref *refs, size_t count)
{
  (void)self;
  return parse_rows_print(&parse_layout_plain, refs, count);
}

static size_t parse_rows_tsv(void *self, const uriel_ref *refs, size_t count)
{
  (void)self;
  return parse_rows_print(&parse_layout_tsv, refs, count);
}

static size_t parse_rows_json(void *self, const uriel_ref *refs, size_t count)
{
  (void)self;
  return parse_rows_print(&parse_layout_json, refs, count);
}

static stage_rows *parse_rows(const void *self, enum render_form form)
{
  (void)self;
  for (int i = 0; i <= URIEL_FORM_OPAQUE; i++)
    parse_word(&parse_forms[i], uriel_form_name((uriel_form)i));
  for (int i = 0; i <= URIEL_HOST_IPVFUTURE; i++)
    parse_word(&parse_kinds[i], uriel_host_kind_name((uriel_host_kind)i));
  return form == RENDER_PLAIN  ? parse_rows_plain
         : form == RENDER_TSV  ? parse_rows_tsv
         : form == RENDER_JSON ? parse_rows_json
                               : NULL;
}

void parse_begin(void *copy)
{
  struct parse *const self = copy;
  self->host = (struct buffer){0};
}

void parse_end(void *copy)
{
  struct parse *const self = copy;
  buffer_free(&self->host);
}

static const struct stage parse_stage = {
    .help =
        {
            .usage = "parse [OPTION...] [REFERENCE...]",
            .about = "Prints the components of each operand, or of each line of standard input.\n"
                     "A record is one line of KEY=VALUE separated by tabs, without undefined\n"
                     "components. For a text that is not a reference, the record is an empty line\n"
                     "and the error goes to standard error. A terminal gets a block of lines.\n"
                     "With --spec=whatwg, the components are those of the repaired URL.\n\n"
                     "Keys: input valid form scheme authority userinfo host host_unicode host_kind\n"
                     "port path query fragment; of an error, for --format: error_code error_offset\n"
                     "error_component error_message error_section error_rule error_expected\n"
                     "error_hint error_begin error_length. Only JSON: params, an array of the query's\n"
                     "parameters, decoded, as objects with name and, after \"=\", value. With another\n"
                     "--spec also: spec; prefix, whether \"URL:\" came first; own, the parts that the\n"
                     "document names otherwise (own.site, own.search, ...).",
            .examples = "uriel parse 'http://example.com:80/a?b#c'\n"
                        "uriel parse --format '{host:lower} {path:decode}' < urls.txt\n"
                        "uriel parse --spec=url-1997 'ftp://user:pw@example.com/a'\n"
                        "uriel parse --json < urls.txt | jq -r .host",
        },
    .options = parse_options,
    .blocks = true,
    .spec = SPEC_PREFIX,
    .ready = parse_ready,
    .convert = parse_convert,
    .size = sizeof(struct parse),
    .begin = parse_begin,
    .end = parse_end,
    .rows = parse_rows,
    .quiet_rows = stage_pass,
};

int cmd_parse(int argc, char **argv)
{
  struct parse self = {.schema = parse_schema};
  struct stage stage = parse_stage;
  stage.schema = &self.schema;
  const int status = stage_run(&stage, &self, argc, argv);
  suffixes_free(&self.suffixes);
  parse_end(&self);
  return status;
}
