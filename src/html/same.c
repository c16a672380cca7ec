/* SPDX-License-Identifier: MIT */
/* Attributes of a start tag compared: decoded values, and all of a tag with those of another. */
#include "html/character.h"
#include "html/modes.h"

/* Reads the next characters of a value: one byte, or a character reference. Returns their bytes. */
static size_t value_next(const char *text, size_t len, size_t *at, char out[8])
{
  size_t out_len = 1;
  if (text[*at] == '&') {
    const size_t read = uriel_html_character_reference(text + *at, len - *at, true, out, &out_len);
    if (read) {
      *at += read;
      return out_len;
    }
  }
  out[0] = text[*at];
  if (out[0] == '\r') {
    *at += *at + 1 < len && text[*at + 1] == '\n';
    out[0] = '\n';
  }
  ++*at;
  if (out[0])
    return 1;
  memcpy(out, "\xEF\xBF\xBD", 3);
  return 3;
}

static char same_lower(char byte)
{
  return (char)(byte >= 'A' && byte <= 'Z' ? byte + 32 : byte);
}

bool uriel_html_value_is(const struct html_values *values, enum html_attribute id, const char *word)
{
  if (!(values->has >> id & 1))
    return false;
  const struct html_value value = values->of[id];
  for (size_t at = 0; at < value.len;) {
    char out[8];
    const size_t len = value_next(value.ptr, value.len, &at, out);
    for (size_t i = 0; i < len; i++, word++)
      if (!*word || same_lower(out[i]) != *word)
        return false;
  }
  return !*word;
}

static uint64_t hash_byte(uint64_t hash, char byte)
{
  hash = (hash ^ (unsigned char)byte) * 0x9E3779B97F4A7C15U;
  return hash ^ hash >> 29;
}

static uint64_t name_hash(uriel_text name)
{
  uint64_t hash = 1;
  for (size_t i = 0; i < name.len; i++)
    hash = hash_byte(hash, same_lower(name.ptr[i]));
  return hash;
}

static uint64_t value_hash(const struct html_value *value, uint64_t hash)
{
  for (size_t at = 0; at < value->len;) {
    char out[8];
    const size_t len = value_next(value->ptr, value->len, &at, out);
    for (size_t i = 0; i < len; i++)
      hash = hash_byte(hash, out[i]);
  }
  return hash_byte(hash, 0);
}

uint64_t uriel_html_attributes_hash(const struct html_token *token)
{
  enum { MOST = 32 }; /* names that are looked for among the later ones */
  uint64_t names[MOST];
  size_t count = 0;
  uint64_t sum = 0;
  uriel_text rest = token->attributes;
  uriel_text name;
  struct html_value value;
  while (uriel_html_attribute_next(&rest, &name, &value)) {
    const uint64_t hash = name_hash(name);
    bool first = true;
    for (size_t i = 0; i < count && first; i++)
      first = names[i] != hash;
    if (first && count < MOST)
      names[count++] = hash;
    if (first)
      sum += value_hash(&value, hash);
  }
  return sum;
}
