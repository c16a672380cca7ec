/* SPDX-License-Identifier: MIT */
/* The values of references by lists of keys. */
#include "cli/shared/key.h"

#include <string.h>

#include "base/unicode.h"
#include "cli/shared/cli.h"
#include "uriel_scheme.h"

void by_read(void *to, struct option_reader *reader)
{
  struct by *const by = to;
  uriel_text rest = uriel_text_of(reader->value), word;
  char hint[WORD_HINT];
  for (by->count = 0; uriel_list_next(&rest, &word, ',');) {
    if (by->count == BY_KEYS)
      die_usage(reader->command, "%s takes at most %d keys", reader->name, BY_KEYS);
    if (!key_read(&by->keys[by->count++], word.ptr, word.len))
      die_usage(reader->command, "%s has no key \"%.*s\"%s", reader->name, (int)word.len, word.ptr,
                *word_hint(hint, word, key_words) ? hint : "; man uriel lists the keys");
  }
}

bool by_uses_suffixes(const struct by *by)
{
  bool uses = false;
  for (size_t i = 0; i < by->count; i++)
    uses |= by->keys[i].name == KEY_SITE || by->keys[i].name == KEY_SUFFIX;
  return uses;
}

uriel_text by_value(const struct key *key, const uriel_ref *ref, struct buffer *scratch)
{
  const enum key_name name = key->name;
  const uriel_text value = name == KEY_HOST ? uriel_host(ref) : key_value(key, ref, scratch);
  unsigned char upper = 0;
  if (name != KEY_HOST && name != KEY_SCHEME && name != KEY_SITE && name != KEY_SUFFIX)
    return value;
  for (size_t i = 0; i < value.len; i++) /* without an exit, so that compilers use vectors */
    upper |= (unsigned char)(value.ptr[i] - 'A') < 26;
  if (!upper)
    return value;
  buffer_reserve(scratch, value.len);
  for (size_t i = 0; i < value.len; i++)
    scratch->ptr[i] = ascii_lower(value.ptr[i]);
  return (uriel_text){scratch->ptr, value.len};
}

bool by_put(const struct by *by, const uriel_ref *ref, struct buffer *out, struct buffer *scratch)
{
  bool any = false;
  for (size_t i = 0; i < by->count; i++) {
    const struct key *const key = &by->keys[i];
    uriel_text value = by_value(key, ref, scratch);
    buffer_append(out, value.ptr ? "=" : "-", 1);
    if (value.ptr &&
        (key->name == KEY_PORT || key->name == KEY_PORT_EFFECTIVE || key->name == KEY_LENGTH ||
         (key->name == KEY_FUNCTION && key->function->result == URIEL_KIND_INTEGER &&
          value.ptr[0] != '-'))) {
      /* A number in decimal, after the number of its digits. */
      value = number_significant(value);
      const char digits = (char)('0' + (value.len < 64 ? value.len : 64));
      buffer_append(out, &digits, 1);
    }
    buffer_append(out, value.ptr, value.len);
    buffer_append(out, "\t", 1);
    any |= value.ptr != NULL;
  }
  return any;
}
