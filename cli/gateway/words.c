/* SPDX-License-Identifier: MIT */
/* Encoded-words in header fields (RFC 2047). */
#include "base/escape.h"
#include "base/unicode.h"
#include "gateway.h"

/* "=?charset?encoding?text?=" */
struct word {
  uriel_text charset, text;
  char encoding;
};

/* Returns the length of the encoded-word at the start of the text, or 0. */
static size_t word_read(uriel_text text, struct word *word)
{
  uriel_text rest = {text.ptr + 2, text.len < 2 ? 0 : text.len - 2}, encoding;
  if (text.len < 2 || memcmp(text.ptr, "=?", 2) != 0 || !uriel_list_next(&rest, &word->charset, '?') ||
      !uriel_list_next(&rest, &encoding, '?') || encoding.len != 1 ||
      !uriel_list_next(&rest, &word->text, '?') || rest.len == 0 || *rest.ptr != '=')
    return 0;
  const char *const language =
      word->charset.len ? memchr(word->charset.ptr, '*', word->charset.len) : NULL;
  if (language) /* RFC 2231, 5 */
    word->charset.len = (size_t)(language - word->charset.ptr);
  word->encoding = ascii_lower(*encoding.ptr);
  return (size_t)(rest.ptr + 1 - text.ptr);
}

/* Writes the bytes that the word encodes. Returns false if it is malformed. */
static bool word_bytes(const struct word *word, struct buffer *out)
{
  static const char prefix[] = "data:;base64,";
  struct buffer uri = {0};
  uriel_ref ref;
  uriel_data data;
  const uriel_text text = word->text;
  out->len = 0;
  if (word->encoding == 'q') {
    for (size_t i = 0; i < text.len; i++) {
      const char triplet[] = {'%', text.len - i > 2 ? text.ptr[i + 1] : '\0',
                              text.len - i > 2 ? text.ptr[i + 2] : '\0'};
      const int byte = text.ptr[i] == '=' ? triplet_read(triplet, sizeof triplet) : -1;
      const char c = byte >= 0 ? (char)byte : text.ptr[i] == '_' ? ' ' : text.ptr[i];
      buffer_append(out, &c, 1);
      i += byte >= 0 ? 2 : 0;
    }
    return true;
  }
  buffer_put(&uri, prefix, sizeof prefix - 1);
  buffer_append(&uri, text.ptr, text.len);
  buffer_reserve(out, uri.len);
  const bool good = word->encoding == 'b' && uriel_parse(&ref, uri.ptr, uri.len, NULL) &&
                    uriel_data_parse(&data, &ref, out->ptr, out->capacity, NULL);
  if (good) {
    memmove(out->ptr, data.content.ptr, data.content.len);
    out->len = data.content.len;
  }
  buffer_free(&uri);
  return good;
}

/* Appends the text of the word in UTF-8. Returns false if it is malformed or in an unknown encoding. */
static bool word_append(struct buffer *out, const struct word *word)
{
  struct buffer bytes = {0};
  uriel_encoding_context context = {
      .encoding = uriel_encoding_find(&uriel_encodings, word->charset.ptr, word->charset.len)};
  const bool good = context.encoding && word_bytes(word, &bytes);
  if (good && bytes.len > 0) {
    buffer_reserve(out, out->len + 3 * bytes.len);
    out->len +=
        uriel_encoding_decode(&context, bytes.ptr, bytes.len, out->ptr + out->len, 3 * bytes.len);
  }
  buffer_free(&bytes);
  return good;
}

void words_decode(uriel_text text, struct buffer *out)
{
  struct word word;
  size_t white = 0; /* after an encoded-word: not between two of them (RFC 2047, 6.2) */
  bool after = false;
  out->len = 0;
  for (size_t at = 0, len; at < text.len; at += len) {
    const size_t before = out->len;
    len = word_read((uriel_text){text.ptr + at, text.len - at}, &word);
    out->len -= len > 0 && after ? white : 0;
    if (len > 0 && word_append(out, &word)) {
      after = true;
      white = 0;
      continue;
    }
    out->len = before;
    len = 1;
    buffer_append(out, text.ptr + at, 1);
    after = after && ascii_space(text.ptr[at]);
    white = after ? white + 1 : 0;
  }
}
