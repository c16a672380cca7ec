/* SPDX-License-Identifier: MIT */
/* The present readers, and what all readers share. */
#include "agree/reader.h"

#include "text/utf8.h"

static const uriel_reader present_readers[] = {
#include "agree/reader_table.h"
};
const uriel_reader *const uriel_present_first = present_readers;
const size_t uriel_present_count = sizeof present_readers / sizeof *present_readers;

const uriel_reader *uriel_present_readers(size_t *count)
{
  *count = uriel_present_count;
  return present_readers;
}

size_t uriel_reader_bound(size_t len)
{
  return reader_bound(len);
}

bool uriel_reader_read(uriel_reading *reading, const uriel_reader *reader, const char *text, size_t len,
                       char *out, size_t capacity)
{
  *reading = (uriel_reading){.port = -1};
  char none[1]; /* readers write nothing of an empty text */
  if (capacity >= reader_bound(len))
    reader->read(reading, len ? text : "", len, len ? out : none);
  if (!reading->valid)
    *reading = (uriel_reading){.port = -1};
  return reading->valid;
}

/* ---- What readers share ------------------------------------------------------------------------- */

/* Returns whether the text has upper-case letters of US-ASCII. */
static bool reader_has_upper(uriel_text text)
{
  if (text.len < 8)
    return bytes_find(text.ptr, view_end(text), BYTE_UPPER) < view_end(text);
  uint64_t upper = 0;
  for (const char *at = text.ptr, *const last = view_end(text) - 8;;
       at = last - at > 8 ? at + 8 : last) {
    const uint64_t word = word_read(at);
    upper |= fold_letters(word) & ~word;
    if (at == last)
      return upper != 0;
  }
}

/* Writes the text with letters of US-ASCII in lower case. */
RARE static uriel_text reader_fold(reader_memory *memory, uriel_text text)
{
  writer w = writer_to(memory->at, SIZE_MAX);
  for (const char *at = text.ptr; at < view_end(text); at++)
    write_byte(&w, byte_lower(*at));
  memory->at += w.len;
  return (uriel_text){w.out, w.len};
}

uriel_text uriel_reader_lower(reader_memory *memory, uriel_text text)
{
  return reader_has_upper(text) ? reader_fold(memory, text) : text;
}

void uriel_reader_set(uriel_reading *reading, reader_memory *memory, uriel_text scheme, uriel_text host)
{
  const bool literal = host.len > 1 && host.ptr[0] == '[' && host.ptr[host.len - 1] == ']';
  if (literal)
    host = (uriel_text){host.ptr + 1, host.len - 2};
  reading->valid = true;
  reading->scheme = scheme.len ? uriel_reader_lower(memory, scheme) : view_undefined();
  reading->host = host.len ? uriel_reader_lower(memory, host) : view_undefined();
}

uriel_text uriel_reader_scheme(uriel_text *rest)
{
  const char *const end = view_end(*rest);
  const char *const at = bytes_past(rest->ptr, end, BYTE_SCHEME);
  if (at == end || *at != ':' || at == rest->ptr || !byte_is(*rest->ptr, BYTE_ALPHA))
    return view_undefined();
  const uriel_text scheme = view_of(rest->ptr, at);
  *rest = view_of(at + 1, end);
  return scheme;
}

int32_t uriel_reader_port(uriel_text digits)
{
  uint32_t port = 0;
  if (!digits.len || !view_consists(digits, BYTE_DIGIT))
    return -1;
  for (size_t i = 0; i < digits.len; i++)
    if (!digits_add(&port, 10, digits.ptr[i], INT32_MAX))
      return INT32_MAX;
  return (int32_t)port;
}

uint32_t uriel_reader_next(const char **at, const char *end)
{
  uint32_t code;
  if (*at == end)
    return 0;
  const size_t n = uriel_utf8_character(*at, end, &code);
  *at += n ? n : 1;
  return n ? code : 0xFFFD;
}

const char *uriel_reader_visible(const char *at, const char *end)
{
  for (; end - at >= 8; at += 8) {
    const uint64_t word = word_read(at);
    if (((word + WORD_OF(0x80 - 0x21)) & ~(word + WORD_OF(0x80 - 0x7F)) & ~word & WORD_OF(0x80)) !=
        WORD_OF(0x80))
      break;
  }
  while (at<end && * at> ' ' && *at < 0x7F)
    at++;
  return at;
}

const char *uriel_reader_past(const char *at, const char *end, unsigned classes)
{
  while (at < end && (byte_is(*at, classes) || triplet_at(at, end)))
    at += *at == '%' ? 3 : 1;
  return at;
}

bool uriel_reader_consists(uriel_text text, unsigned classes)
{
  return uriel_reader_past(text.ptr, view_end(text), classes) == view_end(text);
}

uriel_text uriel_reader_decode(reader_memory *memory, uriel_text text)
{
  if (!view_has(text, '%'))
    return uriel_reader_lower(memory, text);
  writer w = writer_to(memory->at, SIZE_MAX);
  for (const char *at = text.ptr, *const end = view_end(text); at < end;)
    write_byte(&w, byte_lower(decoded_next(&at, end)));
  memory->at += w.len;
  return (uriel_text){w.out, w.len};
}

const char *uriel_reader_last(uriel_text text, char byte)
{
  const char *at = view_end(text);
  for (; at - text.ptr >= 8; at -= 8) {
    const uint64_t apart = word_read(at - 8) ^ WORD_OF((unsigned char)byte);
    if ((apart - WORD_OF(1)) & ~apart & WORD_OF(0x80))
      break;
  }
  while (at > text.ptr && at[-1] != byte)
    at--;
  return at > text.ptr ? at - 1 : NULL;
}

bool uriel_reader_is_dotted(uriel_text text, size_t most)
{
  for (int i = 0; i < 4; i++) {
    const uriel_text digits = view_take(&text, '.');
    if (!digits.len || digits.len > most || !view_consists(digits, BYTE_DIGIT) ||
        view_defined(text) != (i < 3))
      return false;
  }
  return true;
}

bool uriel_reader_write_ipv6(writer *w, uriel_text text, bool dotted)
{
  uint8_t bytes[16];
  uint16_t groups[8];
  if (!uriel_ipv6_parse(bytes, text.ptr, text.len))
    return false;
  for (size_t i = 0; i < 8; i++)
    groups[i] = (uint16_t)(bytes[2 * i] << 8 | bytes[2 * i + 1]);
  dotted = dotted && view_has(text, '.');
  uriel_write_ipv6(w, groups, dotted ? 6 : 8);
  if (dotted) {
    if (w->out[w->len - 1] != ':')
      write_byte(w, ':');
    uriel_write_ipv4(w, bytes + 12);
  }
  return true;
}
