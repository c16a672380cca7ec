/* SPDX-License-Identifier: MIT */
/* test_texts STEP URLS VECTORS...: every kernel agrees with the grammar on all short texts over a byte
 * of each class, on each byte, one in STEP, at each place of texts about as long as registers, and on
 * the vectors. It decides nearly all real references without the grammar. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernel.h"

static void try_all(const char *alphabet, size_t most)
{
  char text[16];
  const size_t size = strlen(alphabet);
  for (size_t len = 0; len <= most; len++) {
    size_t digits[16] = {0};
    for (size_t carry = 0; !carry;) {
      for (size_t i = 0; i < len; i++)
        text[i] = alphabet[digits[i]];
      agree_on(text, len);
      size_t i = 0;
      while (i < len && ++digits[i] == size)
        digits[i++] = 0;
      carry = i == len;
    }
  }
}

static void short_texts(unsigned step)
{
  try_all("aGBv1:/?#@[].%2 \x80", step == 1 ? 4 : 3);
  try_all("a:/?#@.%2", step == 1 ? 6 : 5);
}

/* Each is repeated from its last part until it is long enough. */
static const struct {
  const char *lead, *unit, *tail;
} templates[] = {
    {"http://example.com", "/over/there", "?q=1#nose"},
    {"https://u:p%40@www.example.com:8042/", "a%20b/", ""},
    {"//", "sub-domain.", "org:80"},
    {"ftp://", "user;x=", "@h:21/../%7e"},
    {"", "a/./..b/%41", ""},
    {"x+y-z.", "scheme", ":opaque@b"},
    {"http://h?", "%c3%A4&k=v", "#"},
    {"http://127.0.0.1", "/.%2e", "/..?#%00"},
    {"#", "/?frag:@", ""},
};

static size_t template_text(char *text, size_t which, size_t len)
{
  const char *const lead = templates[which].lead, *const tail = templates[which].tail;
  const size_t lead_len = strlen(lead), tail_len = strlen(tail),
               unit_len = strlen(templates[which].unit);
  size_t at = 0;
  for (; at < lead_len && at < len; at++)
    text[at] = lead[at];
  for (size_t i = 0; at + tail_len < len; at++, i++)
    text[at] = templates[which].unit[i % unit_len];
  for (size_t i = 0; at < len; at++, i++)
    text[at] = tail[i];
  return len;
}

static void every_byte(char *text, size_t len, unsigned step)
{
  agree_on(text, len);
  for (size_t at = 0; at < len; at++) {
    const char kept = text[at];
    for (unsigned byte = (unsigned)at % step; byte < 256; byte += step) {
      text[at] = (char)byte;
      agree_on(text, len);
    }
    text[at] = kept;
  }
}

static void templates_bytes(unsigned step)
{
  static const size_t lengths[] = {0,  1,  2,  3,  4,  7,   8,   9,   15,  16,  17, 31,
                                   32, 33, 63, 64, 65, 127, 128, 129, 191, 192, 193};
  char text[256];
  for (size_t which = 0; which < sizeof templates / sizeof *templates; which++)
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++)
      every_byte(text, template_text(text, which, lengths[i]), step);
}

/* The vectors' lines and each field of them, verbatim and with every "\xNN" decoded. */
static size_t unescape(char *to, uriel_text from)
{
  size_t len = 0;
  for (size_t i = 0; i < from.len; i++) {
    if (from.len - i >= 4 && from.ptr[i] == '\\' && from.ptr[i + 1] == 'x') {
      const char digits[] = {from.ptr[i + 2], from.ptr[i + 3], 0};
      to[len++] = (char)strtoul(digits, NULL, 16);
      i += 3;
    } else {
      to[len++] = from.ptr[i];
    }
  }
  return len;
}

static void vector_line(uriel_text line)
{
  static char bytes[65536];
  agree_on(line.ptr, line.len);
  for (size_t begin = 0; begin <= line.len;) {
    const char *const tab = memchr(line.ptr + begin, '\t', line.len - begin);
    const size_t end = tab ? (size_t)(tab - line.ptr) : line.len;
    const uriel_text field = {line.ptr + begin, end - begin};
    agree_on(field.ptr, field.len);
    if (field.len <= sizeof bytes)
      agree_on(bytes, unescape(bytes, field));
    begin = end + 1;
  }
}

static void vectors(const char *path)
{
  const uriel_text file = file_of(path);
  uriel_text rest = file, line;
  while (next_line(&rest, &line))
    if (line.len)
      vector_line(line);
  free((char *)(uintptr_t)file.ptr);
}

/* A kernel that asks the grammar, or the URL parser, too often would be right and slow. */
static bool decides(size_t kernel, const char *what, size_t valid, size_t decided)
{
  printf("%s decides %zu of %zu %s\n", kernel_name(kernel), decided, valid, what);
  return valid >= 1000 && decided >= valid - valid / 100;
}

static bool decides_most(const char *path, size_t kernel)
{
  const uriel_text file = file_of(path);
  uriel_text rest = file, line;
  size_t valid = 0, decided = 0, serialized = 0, taken = 0;
  while (next_line(&rest, &line)) {
    valid += uriel_parse(&(uriel_ref){0}, line.ptr, line.len, NULL);
    decided += kernel_decides(kernel, line.ptr, line.len);
    serialized += url_is_serialized(line.ptr, line.len);
    taken += kernel_decides_url(kernel, line.ptr, line.len);
  }
  free((char *)(uintptr_t)file.ptr);
  const bool all = decides(kernel, "references", valid, decided);
  return decides(kernel, "serialised URLs", serialized, taken) && all;
}

int main(int argc, char **argv)
{
  if (argc < 4)
    return 2;
  const unsigned step = (unsigned)strtoul(argv[1], NULL, 10);
  bool done = true;
  short_texts(step);
  templates_bytes(step);
  for (int i = 2; i < argc; i++)
    vectors(argv[i]);
  for (size_t kernel = 0; kernel < kernel_count(); kernel++)
    done &= decides_most(argv[2], kernel);
  return done ? 0 : 1;
}
