/* SPDX-License-Identifier: MIT */
/* Command-line options from tables. */
#include "option.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buffer.h"
#include "base/nearest.h"
#include "cli.h"
#include "output.h"
#include "uriel_spec.h"

extern const char help_texts[]; /* cli/help.txt */

uriel_text help_part(const char *command, enum help_part part)
{
  char head[32];
  snprintf(head, sizeof head, "\n== %s\n", command);
  const char *const found = strstr(help_texts, head);
  if (!found)
    return uriel_text_of("");
  const char *const usage = found + strlen(head), *const about = strstr(usage, "\n\n") + 2;
  const char *const next = strstr(about, "\n\n== "), *const rule = strstr(about, "\n--\n");
  const char *const end = next ? next : about + strlen(about) - 1;
  const char *const rest = rule && rule < end ? rule : end;
  return part == HELP_USAGE   ? (uriel_text){usage, (size_t)(about - 2 - usage)}
         : part == HELP_ABOUT ? (uriel_text){about, (size_t)(rest - about)}
         : rest < end         ? (uriel_text){rest + 4, (size_t)(end - rest - 4)}
                              : uriel_text_of("");
}

/* The option of that number in all tables, and the struct of its table; NULL after the last. */
static const struct option_spec *option_at(const struct option_reader *reader, size_t number,
                                           void **self)
{
  for (size_t t = 0; number < OPTION_MOST && t < OPTION_TABLES && reader->tables[t].specs; t++)
    for (const struct option_spec *spec = reader->tables[t].specs; spec->kind != OPTION_END; spec++)
      if (number-- == 0) {
        *self = reader->tables[t].self;
        return spec;
      }
  return NULL;
}

const struct option_spec *option_numbered(const struct option_reader *reader, size_t number)
{
  void *self;
  return option_at(reader, number, &self);
}

/* Returns the number of an option by its name, or by its letter if the name is NULL; OPTION_MOST if
 * there is no such option. */
static size_t option_find(const struct option_reader *reader, char letter, const char *name, size_t len)
{
  const struct option_spec *spec;
  for (size_t i = 0; (spec = option_numbered(reader, i)) != NULL; i++)
    if (name ? strlen(spec->name) == len && memcmp(spec->name, name, len) == 0 : spec->letter == letter)
      return i;
  return OPTION_MOST;
}

/* The next argument as the value of the option just read. */
static const char *option_take(struct option_reader *reader)
{
  if (reader->at >= reader->argc)
    die_usage(reader->command, "option \"%s\" needs a value", reader->name);
  const char *const next = reader->argv[reader->at++];
  const char *const name = next + 1 + (next[0] == '-' && next[1] == '-');
  const bool is_long = name - next == 2;
  if (next[0] == '-' && name[0] && (is_long || !name[1]) &&
      option_find(reader, name[0], is_long ? name : NULL, strcspn(name, "=")) < OPTION_MOST)
    die_usage(reader->command,
              "option \"%s\" needs a value, and \"%s\" is an option: if it is the value, "
              "write %s%s%s",
              reader->name, next, reader->name, reader->name[1] == '-' ? "=" : "", next);
  return next;
}

size_t option_word(const struct option_reader *reader, const char *const *words)
{
  char list[256] = "", hint[WORD_HINT];
  size_t len = 0;
  for (size_t i = 0; words[i]; i++) {
    if (strcmp(words[i], reader->value) == 0)
      return i;
    const int more = snprintf(list + len, sizeof list - len, "%s%s",
                              i == 0         ? ""
                              : words[i + 1] ? ", "
                                             : " or ",
                              words[i]);
    len = more < 0 || len + (size_t)more >= sizeof list ? sizeof list - 1 : len + (size_t)more;
  }
  die_usage(reader->command, "option \"%s\" takes %s, not \"%.64s\"%s", reader->name, list,
            reader->value, word_hint(hint, uriel_text_of(reader->value), words));
}

size_t option_number(const struct option_reader *reader, size_t low, size_t high)
{
  uint64_t number;
  if (!number_read(uriel_text_of(reader->value), high, &number) || number < low)
    die_usage(reader->command, "option \"%s\" takes a number from %zu to %zu, not \"%s\"", reader->name,
              low, high, reader->value);
  return number;
}

static size_t option_size(const struct option_reader *reader, size_t low, size_t high)
{
  static const char units[] = "kKmMgG";
  const size_t digits = strspn(reader->value, "0123456789");
  const char *const unit = reader->value[digits] ? strchr(units, reader->value[digits]) : NULL;
  const unsigned shift = unit ? 10 * (unsigned)((unit - units) / 2 + 1) : 0;
  uint64_t number;
  if (reader->value[digits + (unit != NULL)] != '\0' ||
      !number_read((uriel_text){reader->value, digits}, high >> shift, &number) || number << shift < low)
    die_usage(
        reader->command,
        "option \"%s\" takes a number of bytes from %zu to %zu, such as 65536, 64k or 64M, not \"%s\"",
        reader->name, low, high, reader->value);
  return (size_t)number << shift;
}

const char *option_line(const struct option_reader *reader)
{
  if (!*reader->value)
    die_usage(reader->command, "option \"%s\" needs a value that is not empty", reader->name);
  for (const char *at = reader->value; *at; at++)
    if ((unsigned char)*at < 0x20 || *at == 0x7F)
      die_usage(reader->command, "the value of option \"%s\" holds a control character", reader->name);
  return reader->value;
}

static void option_check_pattern(const struct option_reader *reader)
{
  if (reader->value[strspn(reader->value, "/")] == '\0')
    die_usage(reader->command, "option \"%s\" takes a pattern, not \"%s\"", reader->name, reader->value);
}

void option_glob(void *to, struct option_reader *reader)
{
  option_check_pattern(reader);
  glob_add(to, uriel_text_of(reader->value));
}

void option_pattern(void *to, struct option_reader *reader)
{
  option_check_pattern(reader);
  buffer_append(to, &reader->value, sizeof reader->value);
}

static void option_store(void *to, size_t size, size_t number)
{
  if (size == sizeof(bool))
    *(bool *)to = number != 0;
  else if (size == sizeof(unsigned))
    *(unsigned *)to = (unsigned)number;
  else
    *(size_t *)to = number;
}

/* Stores the value in the member that the option's table names. */
static void option_put(struct option_reader *reader, const struct option_spec *spec, void *to)
{
  switch (spec->kind) {
  case OPTION_FLAG:
    *(bool *)to = true;
    break;
  case OPTION_CHOICE:
    option_store(to, spec->size, spec->low);
    break;
  case OPTION_BIT:
    *(unsigned *)to |= (unsigned)spec->low;
    break;
  case OPTION_WORD:
    option_store(to, spec->size, spec->low + option_word(reader, spec->words));
    break;
  case OPTION_NUMBER:
    option_store(to, spec->size, option_number(reader, spec->low, spec->high));
    break;
  case OPTION_SIZE:
    option_store(to, spec->size, option_size(reader, spec->low, spec->high));
    break;
  case OPTION_STRING:
    *(const char **)to = spec->words ? spec->words[option_word(reader, spec->words)] : reader->value;
    break;
  case OPTION_LINE:
    *(uriel_text *)to = uriel_text_of(option_line(reader));
    break;
  case OPTION_CALL:
    reader->spec = spec;
    spec->call(to, reader);
    break;
  default:
    help_print(reader);
    output_finish();
    exit(STATUS_OK);
  }
}

static void option_apply(struct option_reader *reader, size_t number)
{
  void *self = NULL;
  const struct option_spec *const spec = option_at(reader, number, &self), *other;
  for (size_t i = 0; (other = option_numbered(reader, i)) != NULL; i++)
    if (reader->given[i] && other != spec &&
        (other->excludes & spec->excludes & ~(unsigned)OPTION_GROUP_KEEP))
      die_usage(reader->command, "--%s and --%s exclude each other", other->name, spec->name);
  reader->given[number] = true;
  option_put(reader, spec, (char *)self + spec->to);
}

/* Returns the first option that takes the word as its value, or NULL. */
static const struct option_spec *option_of_word(const struct option_reader *reader, const char *word)
{
  const struct option_spec *spec;
  uriel_spec document;
  const bool is_document = uriel_spec_find(&document, word, strlen(word));
  for (size_t i = 0; (spec = option_numbered(reader, i)) != NULL; i++) {
    if (is_document && strcmp(spec->name, "spec") == 0)
      return spec;
    for (const char *const *words = spec->words; words && *words; words++)
      if (strcmp(*words, word) == 0)
        return spec;
  }
  return NULL;
}

static void option_long(struct option_reader *reader, const char *argument)
{
  const char *const name = argument + 2;
  const size_t len = strcspn(name, "=");
  const size_t number = option_find(reader, 0, name, len);
  const struct option_spec *spec = option_numbered(reader, number);
  if (!spec) {
    const char *names[OPTION_MOST + 1] = {0};
    char wrong[64];
    for (size_t i = 0; (spec = option_numbered(reader, i)) != NULL; i++)
      names[i] = spec->name;
    snprintf(wrong, sizeof wrong, "%.*s", (int)(len < sizeof wrong ? len : sizeof wrong - 1), name);
    spec = option_of_word(reader, wrong);
    if (spec)
      die_usage(reader->command, "unknown option \"--%s\": did you mean \"--%s=%s%s\"?", wrong,
                spec->name, wrong, strchr(spec->value, '=') ? "=VALUE" : "");
    const char *const near = nearest_word(wrong, names);
    die_usage(reader->command, "unknown option \"--%s\"%s%s%s", wrong, near ? ": did you mean \"--" : "",
              near ? near : "", near ? "\"?" : "");
  }
  snprintf(reader->name, sizeof reader->name, "--%s", spec->name);
  if (!spec->value && name[len] == '=')
    die_usage(reader->command, "option \"%s\" takes no value", reader->name);
  if (name[len] == '=')
    reader->value = name + len + 1;
  else if (spec->value && *spec->value != '[')
    reader->value = option_take(reader);
  option_apply(reader, number);
}

static void option_short(struct option_reader *reader)
{
  const char letter = *reader->letters++;
  const size_t number = option_find(reader, letter, NULL, 0);
  const struct option_spec *const spec = option_numbered(reader, number);
  if (!spec)
    die_usage(reader->command, "unknown option \"-%c\"%s", letter,
              (letter >= '1' && letter <= '9') ? ": put \"--\" before operands that begin with \"-\""
                                               : "");
  snprintf(reader->name, sizeof reader->name, "-%c", letter);
  if (spec->value)
    reader->value = *reader->letters ? reader->letters : option_take(reader);
  if (spec->value || !*reader->letters)
    reader->letters = NULL;
  option_apply(reader, number);
}

bool option_given(const struct option_reader *reader, unsigned group)
{
  const struct option_spec *spec;
  for (size_t i = 0; (spec = option_numbered(reader, i)) != NULL; i++)
    if ((spec->excludes & group) && reader->given[i])
      return true;
  return false;
}

void option_read(struct option_reader *reader)
{
  const struct option_spec *spec;
  bool ended = false; /* "--" was read */
  reader->operands = reader->argv + 1;
  for (reader->at = 1; reader->at < reader->argc;) {
    char *const argument = reader->argv[reader->at++];
    reader->value = NULL;
    if (ended || argument[0] != '-' || argument[1] == '\0') {
      /* Operands move to the front of argv, over arguments that have been read already. */
      reader->operands[reader->operand_count++] = argument;
      reader->open_count += !ended;
    } else if (argument[1] != '-') {
      reader->letters = argument + 1;
      while (reader->letters)
        option_short(reader);
    } else if (argument[2] != '\0') {
      option_long(reader, argument);
    } else {
      ended = true;
    }
  }
  for (size_t i = 0; (spec = option_numbered(reader, i)) != NULL; i++)
    if (spec->with && reader->given[i]) {
      const size_t with = option_find(reader, 0, spec->with, strlen(spec->with));
      if (with == OPTION_MOST || !reader->given[with])
        die_usage(reader->command, "--%s goes with --%s", spec->name, spec->with);
    }
}
