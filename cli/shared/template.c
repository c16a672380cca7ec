/* SPDX-License-Identifier: MIT */
/* --format: compiled to pieces once, filled in for each record. */
#include "render.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "cli.h"
#include "error.h"

enum { TEMPLATE_MODIFIERS = 8 };

/* The documents' own names of parts (uriel_own_parts); they come next, if the schema has such a column.
 */
static const char template_own_keys[] =
    "own.cellname\0own.hostname\0own.hostnumber\0own.user\0own.password\0own.login\0"
    "own.search\0own.fragmentid\0own.group\0own.article\0own.digits\0own.database\0"
    "own.wtype\0own.wpath\0own.hsoname\0own.version\0own.attributes\0own.gtype\0"
    "own.selector\0own.gcommand\0own.ftptype\0own.addr-spec\0own.content-identifier\0"
    "own.site\0own.server\0own.hostport\0own.IPv4address\0own.IPv6reference\0own.reg-name\0"
    "own.opaque-part\0own.rel-path\0own.NID\0own.NSS\0own.r-component\0own.q-component\0"
    "own.f-component\0";
enum { OWN_KEYS = 36 };

static const char *template_own_key(size_t number)
{
  const char *key = template_own_keys;
  while (number--)
    key += strlen(key) + 1;
  return key;
}

struct template_piece {
  size_t begin; /* of the literal text before the key, in template->literals */
  size_t len;
  size_t key; /* a column, or schema->count + an enum error_key or, after these, a document's
                 own name; TEMPLATE_REFERENCE: `of_reference`; TEMPLATE_READ: "read";
                 TEMPLATE_NO_KEY at the end */
  struct key of_reference;
  size_t modifier_count;
  enum key_modifier modifiers[TEMPLATE_MODIFIERS];
};

#define TEMPLATE_NO_KEY SIZE_MAX
#define TEMPLATE_REFERENCE (SIZE_MAX - 1)
#define TEMPLATE_READ (SIZE_MAX - 2)

struct template
{
  struct buffer literals;
  struct buffer pieces; /* of struct template_piece */
  struct buffer scratch;
  bool has_errors;
  bool has_references; /* uses keys of a reference */
};

/* The template that is being compiled, for messages. */
struct template_reader {
  const char *command;
  const char *at;
  const struct schema *schema;
};

/* The length of a word that ends at ":" or "}". */
static size_t template_word_length(const struct template_reader *reader)
{
  const size_t len = strcspn(reader->at, ":}");
  if (reader->at[len] == '\0')
    die_usage(reader->command, "--format: \"{\" without \"}\" (write \"{{\" for the character itself)");
  return len;
}

/* Returns the index of a word, or ends with a usage error that suggests the nearest word. */
static size_t template_word(struct template_reader *reader, const char *const *words, const char *kind)
{
  char hint[WORD_HINT];
  const uriel_text word = {reader->at, template_word_length(reader)};
  reader->at += word.len;
  for (size_t i = 0; words[i]; i++)
    if (text_is(word, words[i]))
      return i;
  die_usage(reader->command, "--format: no %s \"%.*s\"%s", kind, (int)(word.len < 64 ? word.len : 64),
            word.ptr, word_hint(hint, word, words));
}

/* A key of a reference has the place of a column of that name which the subcommand sets only with other
 * options. */
static bool template_is_column(const struct schema *schema, size_t column)
{
  struct key key;
  const char *const word = schema->columns[column].key;
  const bool aside = schema->has_keys && schema->aside >> column & 1;
  return !(schema->only_json >> column & 1) && !(aside && key_read(&key, word, strlen(word)));
}

/* Returns whether a key of a reference is next, and moves after it. */
static bool template_reference(struct template_reader *reader, struct template_piece *piece)
{
  const struct schema *const schema = reader->schema;
  const size_t len = template_word_length(reader);
  if (!schema->has_keys || !key_read(&piece->of_reference, reader->at, len))
    return false;
  for (size_t i = 0; i < schema->count; i++) {
    const char *const word = schema->columns[i].key;
    if (template_is_column(schema, i) && strlen(word) == len && memcmp(word, reader->at, len) == 0)
      return false;
  }
  if (key_is_pattern(&piece->of_reference))
    die_usage(reader->command, "--format: \"%.*s\": %s", (int)len, reader->at, key_pattern_message);
  reader->at += len;
  return true;
}

static size_t template_key(struct template_reader *reader)
{
  const struct schema *const schema = reader->schema;
  const char *words[RECORD_COLUMNS + ERROR_KEYS + OWN_KEYS + KEY_NAMES + 1] = {0};
  size_t keys[RECORD_COLUMNS + ERROR_KEYS + OWN_KEYS];
  bool has_own = false;
  size_t count = 0;
  for (size_t i = 0; i < schema->count + ERROR_KEYS + (has_own ? OWN_KEYS : 0); i++) {
    if (i < schema->count ? !template_is_column(schema, i) : i == schema->count + ERROR_IN)
      continue; /* {input} and the columns have the value that JSON has under "in" */
    has_own |= i < schema->count && schema->columns[i].kind == COLUMN_OWN;
    keys[count] = i;
    words[count++] = i < schema->count                ? schema->columns[i].key
                     : i < schema->count + ERROR_KEYS ? error_keys[i - schema->count]
                                                      : template_own_key(i - schema->count - ERROR_KEYS);
  }
  for (size_t i = 0; schema->has_keys && i < KEY_NAMES; i++)
    words[count + i] = key_words[i];
  return keys[template_word(reader, words, "key")];
}

/* Literal text up to "{", or to the end. Braces of the text itself are doubled. */
static void template_literal(struct template_reader *reader, struct template *template,
                             struct template_piece *piece)
{
  piece->begin = template->literals.len;
  while (*reader->at) {
    static const char letters[] = "nrt0\\", meanings[] = "\n\r\t\0\\";
    char c = *reader->at++;
    if (c == '\\') {
      const char *const found = *reader->at ? strchr(letters, *reader->at) : NULL;
      if (!found)
        die_usage(reader->command, "--format: unknown escape \"\\%c\": there is \\n \\r \\t \\0 \\\\",
                  *reader->at ? *reader->at : ' ');
      c = meanings[found - letters];
      reader->at++;
    } else if ((c == '{' || c == '}') && *reader->at == c)
      reader->at++;
    else if (c == '}')
      die_usage(reader->command,
                "--format: \"}\" without \"{\" (write \"}}\" for the character itself)");
    else if (c == '{') {
      reader->at--;
      break;
    }
    buffer_append(&template->literals, &c, 1);
  }
  piece->len = template->literals.len - piece->begin;
}

/* Ends the program if the text is the name of a layout, as in --format of other programs, or of a key
 * without braces. */
static void template_refuse(const char *command, const char *string, const struct schema *schema)
{
  static const struct {
    const char *name, *hint;
  } layouts[] = {
      {"json", "did you mean --json?"},
      {"jsonl", "did you mean --json?"},
      {"ndjson", "did you mean --json?"},
      {"tsv", "did you mean --tsv?"},
      {"csv", "did you mean --tsv?"},
      {"table", "did you mean --tsv?"},
      {"sarif", "check, lint and links --check have --sarif"},
      {"xml", "--json and --tsv are for programs"},
      {"yaml", "--json and --tsv are for programs"},
      {"html", "--json and --tsv are for programs"},
      {"text", "that is the default"},
      {"plain", "that is the default"},
  };
  for (size_t i = 0; i < sizeof layouts / sizeof *layouts; i++)
    if (strcasecmp(string, layouts[i].name) == 0)
      die_usage(command, "--format takes a text with {KEY} in it, not the name of a layout: %s",
                layouts[i].hint);
  struct key key;
  if (schema->has_keys && *string && key_read(&key, string, strlen(string)))
    die_usage(command, "--format takes a text with {KEY} in it: did you mean {%s}?", string);
}

struct template *template_compile(const char *command, const char *string, const struct schema *schema)
{
  struct template_reader reader = {command, string, schema};
  struct template *const template = calloc(1, sizeof *template);
  if (!template)
    die_memory();
  template_refuse(command, string, schema);
  do {
    struct template_piece piece = {.key = TEMPLATE_NO_KEY};
    template_literal(&reader, template, &piece);
    if (*reader.at == '{') {
      reader.at++;
      const bool of_reference = template_reference(&reader, &piece);
      if (of_reference) {
        piece.key = TEMPLATE_REFERENCE;
      } else if (strncmp(reader.at, "read", 4) == 0 && (reader.at[4] == ':' || reader.at[4] == '}')) {
        piece.key = TEMPLATE_READ;
        reader.at += 4;
      } else {
        piece.key = template_key(&reader);
      }
      template->has_references |= of_reference;
      template->has_errors |= piece.key < schema->count ? schema->columns[piece.key].kind == COLUMN_VALID
                                                        : piece.key < schema->count + ERROR_KEYS;
      while (*reader.at++ == ':') {
        if (piece.modifier_count == TEMPLATE_MODIFIERS)
          die_usage(command, "--format: more than %d modifiers in one place", TEMPLATE_MODIFIERS);
        piece.modifiers[piece.modifier_count++] =
            (enum key_modifier)template_word(&reader, key_modifier_words, "modifier");
      }
    }
    buffer_append(&template->pieces, (const char *)&piece, sizeof piece);
  } while (*reader.at);
  return template;
}

bool template_has_errors(const struct template *template)
{
  return template->has_errors;
}

void template_free(struct template *template)
{
  if (!template)
    return;
  buffer_free(&template->literals);
  buffer_free(&template->pieces);
  buffer_free(&template->scratch);
  free(template);
}

void template_put(struct template *template, const struct schema *schema, const struct record *record,
                  struct output *out)
{
  struct buffer *const value = &template->scratch;
  const size_t own = schema->count + ERROR_KEYS;
  uriel_ref storage;
  uriel_text given = uriel_text_of(NULL);
  const uriel_ref *const ref =
      template->has_references ? record_keyed(schema, record, &storage, &given) : NULL; /* of the keys */
  for (size_t i = 0; i < ARRAY_COUNT(struct template_piece, template->pieces); i++) {
    const struct template_piece piece = ARRAY_OF(struct template_piece, template->pieces)[i];
    if (piece.len > 0)
      output_put(out, template->literals.ptr + piece.begin, piece.len);
    if (piece.key == TEMPLATE_NO_KEY)
      continue;
    value->len = 0;
    if (piece.key == TEMPLATE_READ) {
      const uriel_text read = uriel_text_of(record_read(record));
      buffer_append(value, read.ptr, read.len);
    } else if (piece.key == TEMPLATE_REFERENCE) {
      key_put(&piece.of_reference, ref, given, value);
    } else if (piece.key < schema->count) {
      const uriel_text text = record_value(schema, record, piece.key, value);
      if (text.ptr != value->ptr)
        buffer_append(value, text.ptr, text.len);
    } else if (piece.key >= own) {
      const char *const name = template_own_key(piece.key - own) + strlen("own.");
      for (size_t o = 0; o < record->own_count && value->len == 0; o++)
        if (strcmp(record->own[o].name, name) == 0)
          buffer_append(value, record->own[o].text.ptr, record->own[o].text.len);
    } else if (record_fails(schema, record) || record->read != URIEL_READ_EXACT) {
      error_value(&record->error, (enum error_key)(piece.key - schema->count), value);
    }
    for (size_t m = 0; m < piece.modifier_count && (ref || value->len > 0); m++)
      key_modify(value, piece.modifiers[m]);
    output_foreign(out, value->ptr, value->len);
  }
}
