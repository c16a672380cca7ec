/* SPDX-License-Identifier: MIT */
/* Rows of components, without a record: a reference under RFC 3986 has no character that --tsv, JSON or
 * a terminal needs escaped, so a row is pieces of its text between fixed words of the output form. Text
 * is copied in steps of 32 bytes. The output has that much spare space, and so do the blocks of input
 * (INPUT_SLACK). */
#include "render.h"

#include <string.h>

#include "arrow.h"
#include "base/unicode.h"
#include "uriel_query.h"

/* Inlined for each form of output, so that its words are constants. */
#define ROW_INLINE static inline __attribute__((always_inline))

enum { ROW_STEP = 32, ROW_WORD = 32, ROW_SPARE = 128 };

/* A short constant text. */
struct row_word {
  char text[ROW_WORD - 1];
  unsigned char len;
};

/* Always copies the usual length first: a loop's count would be hard to predict. */
ROW_INLINE char *row_copy_by(char *to, const char *from, size_t len, size_t usual)
{
  memcpy(to, from, usual);
  for (size_t at = usual; at < len; at += ROW_STEP)
    memcpy(to + at, from + at, ROW_STEP);
  return to + len;
}

/* The compiler knows most words, and thus how many bytes to copy. */
ROW_INLINE char *row_copy_word(char *to, const struct row_word *word)
{
  if (word->len <= 8)
    memcpy(to, word, 8);
  else if (word->len <= 16)
    memcpy(to, word, 16);
  else
    memcpy(to, word, ROW_WORD);
  return to + word->len;
}

enum row_part {
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

struct row_layout {
  bool has_input;                 /* print the whole text first */
  bool has_params;                /* print the parameters of the query last */
  struct row_word input;          /* printed before that text */
  struct row_word before[PIECES]; /* printed before a defined piece */
  struct row_word undefined;      /* printed for an undefined piece */
  struct row_word end;
};

#define ROW_TEXT(string)                                                                                \
  {                                                                                                     \
    string, sizeof(string) - 1                                                                          \
  }

static const struct row_layout row_layout_plain = {
    .before = {ROW_TEXT("form="), ROW_TEXT("\tscheme="), ROW_TEXT("\tauthority="),
               ROW_TEXT("\tuserinfo="), ROW_TEXT("\thost="), ROW_TEXT("\thost_kind="),
               ROW_TEXT("\tport="), ROW_TEXT("\tpath="), ROW_TEXT("\tquery="), ROW_TEXT("\tfragment=")},
    .end = ROW_TEXT("\n"),
};

static const struct row_layout row_layout_tsv = {
    .has_input = true,
    .before = {ROW_TEXT("\ttrue\t"), ROW_TEXT("\t"), ROW_TEXT("\t"), ROW_TEXT("\t"), ROW_TEXT("\t"),
               ROW_TEXT("\t"), ROW_TEXT("\t"), ROW_TEXT("\t"), ROW_TEXT("\t"), ROW_TEXT("\t")},
    .undefined = ROW_TEXT("\t\\N"),
    .end = ROW_TEXT("\t\\N\t\\N\n"), /* no error */
};

#define ROW_JSON(params)                                                                                \
  {                                                                                                     \
    .has_input = true, .has_params = (params), .input = ROW_TEXT("{\"input\":\""),                      \
    .before = {ROW_TEXT("\",\"valid\":true,\"form\":\""),                                               \
               ROW_TEXT("\",\"scheme\":\""),                                                            \
               ROW_TEXT("\",\"authority\":\""),                                                         \
               ROW_TEXT("\",\"userinfo\":\""),                                                          \
               ROW_TEXT("\",\"host\":\""),                                                              \
               ROW_TEXT("\",\"host_kind\":\""),                                                         \
               ROW_TEXT("\",\"port\":\""),                                                              \
               ROW_TEXT("\",\"path\":\""),                                                              \
               ROW_TEXT("\",\"query\":\""),                                                             \
               ROW_TEXT("\",\"fragment\":\"")},                                                         \
    .end = ROW_TEXT("\"}\n"),                                                                           \
  }
static const struct row_layout row_layout_json = ROW_JSON(true), row_layout_check = ROW_JSON(false);

/* The library's names of forms, padded. */
static struct row_word row_forms[URIEL_FORM_OPAQUE + 1];
static struct row_word row_kinds[URIEL_HOST_IPVFUTURE + 1];

static void row_word_of(struct row_word *word, const char *name)
{
  const size_t len = strlen(name);
  word->len = (unsigned char)(len < sizeof word->text ? len : sizeof word->text);
  memcpy(word->text, name, word->len);
}

ROW_INLINE char *row_piece(char *to, const struct row_layout *layout, enum row_part piece, bool defined,
                           const char *from, size_t len)
{
  if (!defined)
    return row_copy_word(to, &layout->undefined);
  return row_copy_by(row_copy_word(to, &layout->before[piece]), from, len,
                     piece == PIECE_PATH || piece == PIECE_QUERY ? 2 * ROW_STEP : ROW_STEP);
}

ROW_INLINE char *row_piece_word(char *to, const struct row_layout *layout, enum row_part piece,
                                bool defined, const struct row_word *word)
{
  if (!defined)
    return row_copy_word(to, &layout->undefined);
  return row_copy_word(row_copy_word(to, &layout->before[piece]), word);
}

ROW_INLINE char *row_authority(char *to, const struct row_layout *layout, const uriel_ref *ref)
{
  const char *const text = ref->text;
  const bool is = ref->host_begin != 0;
  const uint32_t begin = ref->scheme_end ? ref->scheme_end + 3 : 2;
  to = row_piece(to, layout, PIECE_AUTHORITY, is, text + begin, ref->path_begin - begin);
  to = row_piece(to, layout, PIECE_USERINFO, is && ref->host_begin != begin, text + begin,
                 ref->host_begin - begin - 1);
  to = row_piece(to, layout, PIECE_HOST, is, text + ref->host_begin, ref->host_end - ref->host_begin);
  to = row_piece_word(to, layout, PIECE_HOST_KIND, is, &row_kinds[ref->flags & URIEL_HOST_KIND_MASK]);
  return row_piece(to, layout, PIECE_PORT, is && ref->host_end != ref->path_begin,
                   text + ref->host_end + 1, ref->path_begin - ref->host_end - 1);
}

/* The value of a hexadecimal digit. */
ROW_INLINE unsigned row_hex(char digit)
{
  return ((unsigned char)digit & 0xFu) + 9 * ((unsigned char)digit >> 6);
}

/* The index of the first byte of a word that is not 0. */
ROW_INLINE size_t row_first_byte(uint64_t word)
{
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
  return (size_t)__builtin_clzll(word) / 8;
#else
  return (size_t)__builtin_ctzll(word) / 8;
#endif
}

/* Copies up to "&", "%", `stop` or `end`. Returns how many bytes. */
ROW_INLINE size_t row_copy_until(char *to, const char *at, const char *end, char stop)
{
  typedef signed char bytes __attribute__((vector_size(16)));
  typedef uint64_t words __attribute__((vector_size(16)));
  enum { STEP = sizeof(bytes) };
  const size_t most = (size_t)(end - at);
  for (size_t done = 0; done < most; done += STEP) {
    bytes text;
    memcpy(&text, at + done, STEP);
    memcpy(to + done, &text, STEP);
    const words found = (words)((text == '&') | (text == '%') | (text == (signed char)stop));
    if (!(found[0] | found[1]))
      continue;
    const size_t len =
        done + (found[0] ? 0 : sizeof(uint64_t)) + row_first_byte(found[0] ? found[0] : found[1]);
    return len < most ? len : most;
  }
  return most;
}

/* Whether the text is UTF-8 that JSON prints unchanged; it has neither quotation marks nor backslashes.
 */
static bool row_is_plain(const char *text, size_t len)
{
  for (size_t at = 0; at < len;) {
    uint32_t point;
    at += utf8_next(text + at, len - at, &point);
    if (!utf8_is_safe(point))
      return false;
  }
  return true;
}

/* Copies a name or value, decoded, up to "&", `stop` or the end. Returns NULL if JSON must escape it. */
ROW_INLINE char *row_decoded(char *to, const char **from, const char *end, char stop)
{
  const char *at = *from;
  char *const begin = to;
  unsigned all = 0;
  for (;;) {
    const size_t len = row_copy_until(to, at, end, stop);
    to += len;
    at += len;
    if (at == end || *at != '%')
      break;
    const unsigned byte = row_hex(at[1]) << 4 | row_hex(at[2]);
    if (byte < 0x20 || byte == 0x7F || byte == '"' || byte == '\\')
      return NULL;
    all |= byte;
    *to++ = (char)byte;
    at += 3;
  }
  *from = at;
  return all < 0x80 || row_is_plain(begin, (size_t)(to - begin)) ? to : NULL;
}

/* Prints the parameters of a query in JSON and ends the record. Returns NULL if a complete
 * record must do it. */
static char *row_params(char *to, const char *at, const char *end)
{
  static const struct row_word first = ROW_TEXT("\",\"params\":[{\"name\":\""),
                               next = ROW_TEXT(",{\"name\":\""), value = ROW_TEXT("\",\"value\":\""),
                               after = ROW_TEXT("\"}");
  static const struct row_word none = ROW_TEXT("\"}\n"), last = ROW_TEXT("]}\n");
  bool more = false;
  for (; at < end; at++) {
    if (*at == '&')
      continue;
    to = more ? row_copy_word(to, &next) : row_copy_word(to, &first);
    more = true;
    to = row_decoded(to, &at, end, '=');
    if (to && at < end && *at == '=') {
      at++;
      to = row_decoded(row_copy_word(to, &value), &at, end, '&');
    }
    if (!to)
      return NULL;
    to = row_copy_word(to, &after);
  }
  return more ? row_copy_word(to, &last) : row_copy_word(to, &none);
}

ROW_INLINE char *row_write(char *to, const struct row_layout *layout, const uriel_ref *ref)
{
  const char *const text = ref->text;
  if (layout->has_input)
    to = row_copy_by(row_copy_word(to, &layout->input), text, ref->length, ROW_SPARE);
  to = row_piece_word(to, layout, PIECE_FORM, true, &row_forms[uriel_form_of(ref)]);
  to = row_piece(to, layout, PIECE_SCHEME, ref->scheme_end != 0, text, ref->scheme_end);
  to = row_authority(to, layout, ref);
  to = row_piece(to, layout, PIECE_PATH, true, text + ref->path_begin, ref->path_end - ref->path_begin);
  to = row_piece(to, layout, PIECE_QUERY, ref->path_end != ref->query_end, text + ref->path_end + 1,
                 ref->query_end - ref->path_end - 1);
  to = row_piece(to, layout, PIECE_FRAGMENT, ref->query_end != ref->length, text + ref->query_end + 1,
                 ref->length - ref->query_end - 1);
  if (layout->has_params && ref->path_end != ref->query_end)
    return row_params(to, text + ref->path_end + 1, text + ref->query_end);
  return row_copy_word(to, &layout->end);
}

/* Whether the host can have "xn--": whether it has "--". */
ROW_INLINE bool row_has_hyphens(const uriel_ref *ref)
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

/* Whether the host can have another form to print, which --tsv has no column for: "xn--" or escapes. */
ROW_INLINE bool row_has_unicode(const uriel_ref *ref)
{
  return (row_has_hyphens(ref) && host_is_international(uriel_host(ref))) ||
         (ref->flags & URIEL_HAS_PERCENT && ref->host_begin &&
          memchr(ref->text + ref->host_begin, '%', ref->host_end - ref->host_begin));
}

ROW_INLINE size_t row_of(const struct row_layout *layout, const uriel_ref *refs, size_t count)
{
  /* The whole text, the parts of the authority, and the other pieces; every word; the bytes that copies
   * write in excess. A parameter has at least two bytes with its separator, and 23 in its words. */
  enum { TIMES = 3, WORDS = (PIECES + 6) * ROW_WORD + ROW_SPARE, PARAMS_TIMES = 12 };
  struct output *const out = &standard_out;
  size_t at = 0;
  for (; at < count && record_is_reference(&refs[at]); at++) {
    const uriel_ref *const ref = &refs[at];
    if (!layout->undefined.len && row_has_unicode(ref))
      break;
    const size_t params = layout->has_params ? ref->query_end - ref->path_end : 0;
    char *const room = output_room(out, TIMES * (size_t)ref->length + PARAMS_TIMES * params + WORDS);
    char *const end = room ? row_write(room, layout, ref) : NULL;
    if (!end)
      break;
    out->len = (size_t)(end - out->data);
  }
  return at;
}

void row_start(void)
{
  for (int i = 0; i <= URIEL_FORM_OPAQUE; i++)
    row_word_of(&row_forms[i], uriel_form_name((uriel_form)i));
  for (int i = 0; i <= URIEL_HOST_IPVFUTURE; i++)
    row_word_of(&row_kinds[i], uriel_host_kind_name((uriel_host_kind)i));
}

size_t row_put(const struct render *render, const uriel_ref *refs, size_t count)
{
  return render->form == RENDER_ARROW        ? arrow_references(render->arrow, refs, count)
         : render->form == RENDER_TSV        ? row_of(&row_layout_tsv, refs, count)
         : render->form != RENDER_JSON       ? row_of(&row_layout_plain, refs, count)
         : render->schema->rows == ROWS_JSON ? row_of(&row_layout_check, refs, count)
                                             : row_of(&row_layout_json, refs, count);
}
