/* SPDX-License-Identifier: MIT */
/* Command-line options from tables. */
#include "option.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"

enum { OPTION_NAMES = 64 };

static const struct option_spec *option_by_letter(const struct option_reader *reader, char letter)
{
  for (size_t t = 0; t < OPTION_TABLES && reader->tables[t]; t++)
    for (const struct option_spec *spec = reader->tables[t]; spec->id; spec++)
      if (spec->letter == letter)
        return spec;
  return NULL;
}

static const struct option_spec *option_by_name(const struct option_reader *reader, const char *name,
                                                size_t len)
{
  for (size_t t = 0; t < OPTION_TABLES && reader->tables[t]; t++)
    for (const struct option_spec *spec = reader->tables[t]; spec->id; spec++)
      if (spec->name && strlen(spec->name) == len && memcmp(spec->name, name, len) == 0)
        return spec;
  return NULL;
}

static _Noreturn void option_unknown(const struct option_reader *reader, const char *name, size_t len)
{
  const char *names[OPTION_NAMES + 1] = {0};
  char wrong[64];
  size_t count = 0;
  snprintf(wrong, sizeof wrong, "%.*s", (int)(len < sizeof wrong ? len : sizeof wrong - 1), name);
  for (size_t t = 0; t < OPTION_TABLES && reader->tables[t]; t++)
    for (const struct option_spec *spec = reader->tables[t]; spec->id && count < OPTION_NAMES; spec++)
      if (spec->name)
        names[count++] = spec->name;
  const char *const near = nearest_word(wrong, names);
  if (near)
    die_usage(reader->command, "unknown option \"--%s\": did you mean \"--%s\"?", wrong, near);
  die_usage(reader->command, "unknown option \"--%s\"", wrong);
}

/* The next argument as the value of the option just read. */
static const char *option_take(struct option_reader *reader)
{
  if (reader->at >= reader->argc)
    die_usage(reader->command, "option \"%s\" needs a value", reader->name);
  return reader->argv[reader->at++];
}

static int option_long(struct option_reader *reader, const char *argument)
{
  const char *const name = argument + 2;
  const size_t len = strcspn(name, "=");
  const struct option_spec *const spec = option_by_name(reader, name, len);
  if (!spec)
    option_unknown(reader, name, len);
  snprintf(reader->name, sizeof reader->name, "--%s", spec->name);
  if (!spec->value && name[len] == '=')
    die_usage(reader->command, "option \"%s\" takes no value", reader->name);
  if (name[len] == '=')
    reader->value = name + len + 1;
  else if (spec->value && *spec->value != '[')
    reader->value = option_take(reader);
  return spec->id;
}

static int option_short(struct option_reader *reader)
{
  const char letter = *reader->letters++;
  const struct option_spec *const spec = option_by_letter(reader, letter);
  if (!spec)
    die_usage(reader->command, "unknown option \"-%c\"%s", letter,
              (letter >= '1' && letter <= '9') ? ": put \"--\" before operands that begin with \"-\""
                                               : "");
  snprintf(reader->name, sizeof reader->name, "-%c", letter);
  if (spec->value) {
    reader->value = *reader->letters ? reader->letters : option_take(reader);
    reader->letters = NULL;
  } else if (!*reader->letters) {
    reader->letters = NULL;
  }
  return spec->id;
}

/* Operands move to the front of argv, over arguments that have been read already. */
static void option_operand(struct option_reader *reader, char *argument)
{
  reader->operands[reader->operand_count++] = argument;
}

int option_next(struct option_reader *reader)
{
  if (reader->at == 0) {
    reader->at = 1;
    reader->operands = reader->argv + 1;
  }
  reader->value = NULL;
  if (reader->letters)
    return option_short(reader);
  while (reader->at < reader->argc) {
    char *const argument = reader->argv[reader->at++];
    if (argument[0] != '-' || argument[1] == '\0') {
      option_operand(reader, argument);
    } else if (argument[1] != '-') {
      reader->letters = argument + 1;
      return option_short(reader);
    } else if (argument[2] != '\0') {
      return option_long(reader, argument);
    } else {
      while (reader->at < reader->argc)
        option_operand(reader, reader->argv[reader->at++]);
    }
  }
  return 0;
}

size_t option_word(const struct option_reader *reader, const char *const *words)
{
  char list[256] = "";
  size_t len = 0;
  for (size_t i = 0; words[i]; i++) {
    if (strcmp(words[i], reader->value) == 0)
      return i;
    const int more = snprintf(list + len, sizeof list - len, "%s%s", i ? ", " : "", words[i]);
    len = more < 0 || len + (size_t)more >= sizeof list ? sizeof list - 1 : len + (size_t)more;
  }
  const char *const near = nearest_word(reader->value, words);
  const bool long_value = strlen(reader->value) > 64;
  die_usage(reader->command, "no \"%.64s%s\" for option \"%s\"%s%s%s; there %s %s", reader->value,
            long_value ? "..." : "", reader->name, near ? " (did you mean \"" : "", near ? near : "",
            near ? "\"?)" : "", words[1] ? "are" : "is only", list);
}

unsigned long option_number(const struct option_reader *reader, unsigned long low, unsigned long high)
{
  char *end;
  errno = 0;
  const unsigned long number = strtoul(reader->value, &end, 10);
  const bool digits = reader->value[0] >= '0' && reader->value[0] <= '9' && *end == '\0';
  if (!digits || errno || number < low || number > high)
    die_usage(reader->command, "option \"%s\" takes a number from %lu to %lu, not \"%s\"", reader->name,
              low, high, reader->value);
  return number;
}

/* How far to the left a unit moves a number: 0 where it is none. */
static unsigned option_unit(char letter)
{
  switch (letter) {
  case 'k':
  case 'K':
    return 10;
  case 'm':
  case 'M':
    return 20;
  case 'g':
  case 'G':
    return 30;
  default:
    return 0;
  }
}

size_t option_size(const struct option_reader *reader, size_t low, size_t high)
{
  char *end;
  errno = 0;
  const unsigned long long number = strtoull(reader->value, &end, 10);
  const unsigned shift = option_unit(*end);
  const bool good = reader->value[0] >= '0' && reader->value[0] <= '9' && end[shift != 0] == '\0';
  if (!good || errno || number > high >> shift || number << shift < low)
    die_usage(
        reader->command,
        "option \"%s\" takes a number of bytes from %zu to %zu, such as 65536, 64k or 64M, not \"%s\"",
        reader->name, low, high, reader->value);
  return (size_t)number << shift;
}

void option_glob(const struct option_reader *reader, struct glob_list *list)
{
  if (reader->value[strspn(reader->value, "/")] == '\0')
    die_usage(reader->command, "option \"%s\" takes a pattern, not \"%s\"", reader->name, reader->value);
  if (!glob_add(list, reader->value))
    die_memory();
}
