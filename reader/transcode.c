/* SPDX-License-Identifier: MIT */
/* Reads text in UTF-16, or in an encoding of charset.h, as UTF-8. */
#include "transcode.h"

#include <errno.h>
#include <string.h>

enum { TRANSCODE_LINE = 0x80, TRANSCODE_WIDTH = 0x7f };

/* ---- Places ----------------------------------------------------------------------------------- */

struct place transcoder_place(struct transcoder *t, uint64_t offset)
{
  const unsigned char *const widths = (const unsigned char *)t->widths.ptr;
  const uint64_t feed = t->order == UTF16_NO ? 1 : 2;
  struct place place = t->place;
  size_t at = t->used;
  for (; t->known < offset && at < t->widths.len; t->known++, at++) {
    const unsigned width = widths[at] & TRANSCODE_WIDTH;
    const bool line = widths[at] & TRANSCODE_LINE;
    place.offset += width;
    place.line += line;
    /* An escape may follow the line feed. */
    place.column = line ? 1 + width - feed : place.column + width;
  }
  t->used = at;
  t->place = place;
  return place;
}

/* Reserves space for the widths of `more` bytes. Returns false if memory runs out. */
static bool transcode_reserve(struct transcoder *t, size_t more)
{
  struct buffer *const widths = &t->widths;
  if (t->to)
    transcoder_place(t, t->to->dropped);
  if (t->used > widths->len / 2) {
    widths->len -= t->used;
    memmove(widths->ptr, widths->ptr + t->used, widths->len);
    t->used = 0;
  }
  return buffer_grow(widths, widths->len + more);
}

/* ---- Characters ------------------------------------------------------------------------------- */

/* Returns the length of the character at the start, and sets it. */
static size_t transcode_utf16(enum utf16 order, const char *bytes, size_t len, uint32_t *scalar,
                              bool *malformed)
{
  const unsigned char *const b = (const unsigned char *)bytes;
  const size_t high = order == UTF16_LITTLE, low = 1 - high;
  *scalar = CHARSET_BAD;
  *malformed = len < 2;
  if (len < 2)
    return 1;
  const uint32_t unit = (uint32_t)b[high] << 8 | b[low];
  if (unit < 0xd800 || unit >= 0xe000) {
    *scalar = unit;
    return 2;
  }
  const uint32_t second = unit < 0xdc00 && len >= 4 ? (uint32_t)b[2 + high] << 8 | b[2 + low] : 0;
  *malformed = second < 0xdc00 || second >= 0xe000;
  if (*malformed)
    return 2;
  *scalar = 0x10000 + ((unit - 0xd800) << 10) + (second - 0xdc00);
  return 4;
}

/* Returns how many bytes the next character needs, at most 4. */
static size_t transcode_wants(const struct transcoder *t)
{
  const uriel_text text = {t->from->data, t->from->len};
  if (text.len == 0)
    return 1;
  if (t->order == UTF16_NO)
    return charset_wants(t->charset, &t->state, text);
  const size_t high = t->order == UTF16_LITTLE;
  return text.len > high && ((unsigned char)text.ptr[high] & 0xfc) == 0xd8 ? 4 : 2;
}

static size_t transcode_next(struct transcoder *t, uint32_t *scalar, bool *malformed)
{
  const uriel_text text = {t->from->data, t->from->len};
  if (t->order != UTF16_NO)
    return transcode_utf16(t->order, text.ptr, text.len, scalar, malformed);
  const size_t len = charset_next(t->charset, &t->state, text, scalar);
  *malformed = *scalar == CHARSET_BAD;
  return len;
}

/* Counts the bytes of an escape for the character before it. */
static void transcode_skip(struct transcoder *t, size_t len)
{
  struct buffer *const widths = &t->widths;
  if (t->used < widths->len) {
    widths->ptr[widths->len - 1] = (char)((unsigned char)widths->ptr[widths->len - 1] + len);
    return;
  }
  t->place.offset += len;
  t->place.column += len;
}

/* Writes the next character. Returns its length in UTF-8, 0 for an escape. */
static size_t transcode_one(struct transcoder *t, char *out)
{
  uint32_t scalar;
  bool malformed;
  const size_t len = transcode_next(t, &scalar, &malformed);
  if (malformed && t->malformed++ == 0)
    t->first = t->read;
  t->read += len;
  source_drop(t->from, len);
  if (scalar == CHARSET_NOTHING) {
    transcode_skip(t, len);
    return 0;
  }
  const size_t written = uriel_utf8_write(out, scalar);
  char *const widths = t->widths.ptr + t->widths.len;
  memset(widths, 0, written);
  widths[0] = (char)(len | (scalar == '\n' ? TRANSCODE_LINE : 0));
  t->widths.len += written;
  return written;
}

/* Writes as many characters of US-ASCII as follow and fit. Returns their number. */
static size_t transcode_ascii(struct transcoder *t, char *out, size_t room)
{
  const bool wide = t->order != UTF16_NO;
  const size_t width = wide ? 2 : 1, low = t->order == UTF16_BIG;
  const size_t most = t->from->len / width < room ? t->from->len / width : room;
  const unsigned char *at = (const unsigned char *)t->from->data;
  char *const widths = t->widths.ptr + t->widths.len;
  size_t n = 0;
  if (!wide && charset_has_escapes(t->charset))
    return 0;
  for (; n < most && at[low] < 0x80 && !(wide && at[1 - low]); n++, at += width) {
    out[n] = (char)at[low];
    widths[n] = (char)(width | (at[low] == '\n' ? TRANSCODE_LINE : 0));
  }
  t->widths.len += n;
  t->read += n * width;
  source_drop(t->from, n * width);
  return n;
}

/* Whether `source` has another character. If `given`, does not read, because the caller has text to
 * return first and reading may block. */
static bool transcode_fill(const struct transcoder *t, bool given)
{
  struct source *const from = t->from;
  size_t want;
  while (from->len < (want = transcode_wants(t)) && !from->ended)
    if (given || !source_fill(from, want))
      return false;
  return from->len > 0;
}

ssize_t transcoder_read(void *context, char *data, size_t capacity)
{
  enum { LONGEST = 4, MOST = 64 * 1024 };
  struct transcoder *const t = context;
  const size_t room = capacity < MOST ? capacity : MOST;
  size_t given = 0;
  if (!transcode_reserve(t, room + LONGEST)) {
    errno = ENOMEM;
    return -1;
  }
  while (given < room) {
    if (t->pending == 0)
      given += transcode_ascii(t, data + given, room - given);
    if (given == room)
      break;
    if (t->pending == 0 && !transcode_fill(t, given > 0))
      break;
    if (t->pending == 0)
      t->pending = transcode_one(t, t->rest);
    const size_t len = t->pending < room - given ? t->pending : room - given;
    memcpy(data + given, t->rest, len);
    memmove(t->rest, t->rest + len, t->pending - len);
    t->pending -= len;
    given += len;
  }
  return given ? (ssize_t)given : source_end(t->from);
}

void transcoder_free(struct transcoder *t)
{
  buffer_free(&t->widths);
}
