/* SPDX-License-Identifier: MIT */
/* Reads text that is not UTF-8 as UTF-8. */
#include "transcode.h"

#include <errno.h>
#include <string.h>

enum { TRANSCODE_LINE = 0x80, TRANSCODE_WIDTH = 0x7f };

/* Returns the length of a line feed. */
static size_t transcode_unit(const uriel_encoding *encoding)
{
  return strncmp(uriel_encoding_name(encoding), "utf-16", 6) == 0 ? 2 : 1;
}

/* ---- Places ----------------------------------------------------------------------------------- */

struct place transcoder_place(struct transcoder *t, uint64_t offset)
{
  const unsigned char *const widths = (const unsigned char *)t->widths.ptr;
  const uint64_t feed = transcode_unit(t->encoding);
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
static size_t transcode_write(struct transcoder *t, size_t len, uint32_t scalar, char *out)
{
  if (scalar == URIEL_ENCODING_MALFORMED && t->malformed++ == 0)
    t->first = t->read;
  t->read += len;
  source_drop(t->from, len);
  if (scalar == URIEL_ENCODING_NOTHING) {
    transcode_skip(t, len);
    return 0;
  }
  const size_t written = uriel_utf8_write(out, scalar == URIEL_ENCODING_MALFORMED ? 0xfffd : scalar);
  char *const widths = t->widths.ptr + t->widths.len;
  memset(widths, 0, written);
  widths[0] = (char)(len | (scalar == '\n' ? TRANSCODE_LINE : 0));
  t->widths.len += written;
  return written;
}

/* Writes as many characters of US-ASCII as follow and fit. Returns their number. */
static size_t transcode_ascii(struct transcoder *t, char *out, size_t room)
{
  const size_t width = transcode_unit(t->encoding);
  const bool wide = width == 2;
  const size_t low = wide && uriel_encoding_name(t->encoding)[6] == 'b';
  const size_t most = t->from->len / width < room ? t->from->len / width : room;
  const unsigned char *at = (const unsigned char *)t->from->data;
  char *const widths = t->widths.ptr + t->widths.len;
  size_t n = 0;
  if (!wide && (t->state || !uriel_encoding_has_ascii(t->encoding)))
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

/* Reads the next character into `rest`. If `given`, does not fill the source, because the caller has
 * text to return first and reading may block. Returns false if no character is there. */
static bool transcode_next(struct transcoder *t, bool given)
{
  struct source *const from = t->from;
  uint32_t scalar;
  size_t len;
  if (!from->len && (given || from->ended || !source_fill(from, 1) || !from->len))
    return false;
  while (
      !(len = uriel_encoding_read(&scalar, &t->state, t->encoding, from->data, from->len, from->ended)))
    if (given || !source_fill(from, from->len + 1))
      return false;
  t->pending = transcode_write(t, len, scalar, t->rest);
  return true;
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
    if (given == room || (t->pending == 0 && !transcode_next(t, given > 0)))
      break;
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
