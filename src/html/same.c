/* SPDX-License-Identifier: MIT */
/* Compares the decoded values of attributes, and hashes all attributes of a tag. */
#include "html/character.h"
#include "html/modes.h"

/* Reads the next characters of a value: one byte, or a character reference. Returns their bytes. */
static size_t value_next(const struct html_value *value, size_t *at, char out[8])
{
  size_t out_len = 1;
  const size_t read =
      uriel_html_character_special(value->ptr + *at, value->len - *at, true, out, &out_len);
  if (!read)
    out[0] = value->ptr[*at];
  *at += read ? read : 1;
  return out_len;
}

bool uriel_html_value_is(const struct html_values *values, enum html_attribute id, const char *word)
{
  if (!(values->has >> id & 1))
    return false;
  const struct html_value value = html_value_of(values, id);
  for (size_t at = 0; at < value.len;) {
    char out[8];
    const size_t len = value_next(&value, &at, out);
    for (size_t i = 0; i < len; i++, word++)
      if (!*word || byte_lower(out[i]) != *word)
        return false;
  }
  return !*word;
}

bool uriel_html_type_is(const struct html_values *values, const char *type, bool mime)
{
  const char *rest = type;
  bool ended = false;
  if (!(values->has >> HTML_ATTR_TYPE & 1))
    return false;
  const struct html_value value = html_value_of(values, HTML_ATTR_TYPE);
  for (size_t at = 0; at < value.len;) {
    char out[8];
    const size_t len = value_next(&value, &at, out);
    for (size_t i = 0; i < len; i++) {
      if (mime && out[i] == ';')
        return !*rest;
      if (html_space(out[i]))
        ended = rest > type;
      else if (ended || !*rest || byte_lower(out[i]) != *rest++)
        return false;
    }
  }
  return !*rest;
}

uint64_t uriel_html_name_hash(uriel_text name)
{
  uint64_t hash = name.len;
  for (size_t i = 0; i < name.len; i++)
    hash = hash_add(hash, (unsigned char)byte_lower(name.ptr[i]));
  return hash;
}

uint64_t uriel_html_attributes_hash(const struct html_token *token)
{
  enum { MOST = 32 }; /* names that are looked for among the later ones */
  uint64_t names[MOST];
  size_t count = 0;
  uint64_t sum = 0;
  uriel_text rest = html_token_attributes(token);
  uriel_text name;
  struct html_value value;
  while (uriel_html_attribute_next(&rest, &name, &value)) {
    uint64_t hash = uriel_html_name_hash(name);
    bool first = true;
    for (size_t i = 0; i < count && first; i++)
      first = names[i] != hash;
    if (first && count < MOST)
      names[count++] = hash;
    for (size_t at = 0; first && at < value.len;) {
      char out[8];
      const size_t len = value_next(&value, &at, out);
      for (size_t i = 0; i < len; i++)
        hash = hash_add(hash, (unsigned char)out[i]);
    }
    sum += first ? hash_add(hash, 0) : 0;
  }
  return sum;
}
