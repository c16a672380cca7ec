/* SPDX-License-Identifier: MIT */
/* test_random URLS ROUNDS: every kernel agrees with the grammar on references made from components of
 * all lengths, on combinations of significant pieces, and on real references with a few mistakes. The
 * sequence is the same each time. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernel.h"

enum { TEXT_MAX = 4096, URLS_MAX = 4096 };

typedef struct text {
  char bytes[TEXT_MAX];
  size_t len;
} text;

static uint32_t seed = 3986;

static size_t below(size_t limit)
{
  return next_random(&seed) % limit;
}

static void add(text *t, const char *bytes, size_t len)
{
  if (len > sizeof t->bytes - t->len)
    len = sizeof t->bytes - t->len;
  memcpy(t->bytes + t->len, bytes, len);
  t->len += len;
}

static void add_string(text *t, const char *string)
{
  add(t, string, strlen(string));
}

/* Lengths that end at or near the ends of registers. */
static size_t some_length(void)
{
  static const size_t lengths[] = {0, 0, 1, 1, 2, 3, 5, 7, 8, 9, 14, 15, 16, 17, 24};
  static const size_t long_ones[] = {30, 31, 32, 33, 47, 60, 62, 63, 64, 65, 66, 126, 127, 128, 129};
  if (below(6) == 0)
    return long_ones[below(sizeof long_ones / sizeof *long_ones)];
  return lengths[below(sizeof lengths / sizeof *lengths)];
}

/* Mostly of `common`; one byte in `rarity` is any of `rare`. */
static void add_some(text *t, const char *common, const char *rare, size_t rarity)
{
  const size_t common_len = strlen(common), rare_len = strlen(rare);
  for (size_t len = some_length(); len > 0; len--)
    add(t, below(rarity) == 0 ? rare + below(rare_len) : common + below(common_len), 1);
}

static void add_encoded(text *t, const char *common, const char *rare)
{
  add_some(t, common, rare, 40);
  if (below(3) == 0)
    add_string(t, "%2f");
  if (below(60) == 0)
    add_string(t, below(2) ? "%4" : "%g0");
  if (below(6) == 0)
    add_some(t, "%41", "%x", 20);
}

static void add_path(text *t)
{
  static const char *const segments[] = {"/",   "/.", "/..",  "/...", "/.a",
                                         "/a.", "//", "/a:b", "/@",   "/%2e"};
  for (size_t count = below(5); count > 0; count--)
    if (below(2))
      add_string(t, segments[below(sizeof segments / sizeof *segments)]);
    else {
      add_string(t, "/");
      add_encoded(t, "abz09-._~!$&'()*+,;=:@", "[]\"<>^`{|}\\ A\x80");
    }
}

static void add_authority(text *t)
{
  static const char *const hosts[] = {"127.0.0.1", "[::1]", "[v1.a]",     "256.1.1.1",
                                      "1.2.3",     "[",     "EXAMPLE.ORG"};
  add_string(t, "//");
  if (below(3) == 0) {
    add_encoded(t, "abz09-._~!$&:", "@/[A");
    add_string(t, "@");
  }
  if (below(8) == 0)
    add_string(t, hosts[below(sizeof hosts / sizeof *hosts)]);
  else
    add_encoded(t, "abz09-.", "A_~!:@ \xC3");
  if (below(3) == 0) {
    add_string(t, ":");
    add_some(t, "0123456789", "a:@-", 100);
  }
}

static void assembled(size_t rounds)
{
  for (; rounds > 0; rounds--) {
    text t = {.len = 0};
    if (below(4)) {
      add_string(&t, "a");
      add_some(&t, "bcxyz09+-.", "AZ_%/", 60);
      add_string(&t, ":");
    }
    if (below(4))
      add_authority(&t);
    else
      add_encoded(&t, "abc:@._-", "[ ");
    add_path(&t);
    if (below(2)) {
      add_string(&t, "?");
      add_encoded(&t, "abc=&/?:@", "[]#\x7F");
    }
    if (below(3) == 0) {
      add_string(&t, "#");
      add_encoded(&t, "abc=&/?:@", "[]#\x01");
    }
    agree_on(t.bytes, t.len);
  }
}

static const char *const pieces[] = {
    "http",      "HTTPS", "urn", "example", "Example", ".org",   "192.0.2.1",
    "256.1.1.1", "//",    "/",   ":",       ":80",     "@",      "user",
    "..",        ".",     "/./", "/../",    "%2e",     "%C3%A4", "%g",
    "%",         "?",     "#",   "a=b&",    "[::1]",   "[v1.",   "]",
    "~-_",       "!$'",   " ",   "\x80",    "{}",      "\x7F",   "long-enough-run",
    "http://",   "file:", "C|",  "foo:",    "0x1f",    ".%2E",   "localhost",
    "ws://",     ":443",  "\\",  "|",       "^",       ":065",   "/.//",
};

static void of_pieces(size_t rounds)
{
  for (; rounds > 0; rounds--) {
    text t = {.len = 0};
    for (size_t count = below(12); count > 0; count--)
      add_string(&t, pieces[below(sizeof pieces / sizeof *pieces)]);
    agree_on(t.bytes, t.len);
  }
}

static void mutate(text *t, const text *other)
{
  static const char bytes[] = ":/?#@[].%20aZ-_ \"<>^`{|}\\\x7F\x80\xFF\t+&=9";
  const size_t at = below(t->len + 1);
  switch (below(5)) {
  case 0: /* another byte, or one more at the end */
    t->bytes[at] = bytes[below(sizeof bytes)];
    t->len += at == t->len;
    break;
  case 1: /* one less */
    if (at < t->len)
      memmove(t->bytes + at, t->bytes + at + 1, --t->len - at);
    break;
  case 2: /* one more in between */
    memmove(t->bytes + at + 1, t->bytes + at, t->len++ - at);
    t->bytes[at] = bytes[below(sizeof bytes)];
    break;
  case 3: /* cut off */
    t->len = at;
    break;
  default: /* continues like another */
    t->len = at;
    if (other->len > at && other->len < TEXT_MAX - 8)
      add(t, other->bytes + at, other->len - at);
  }
}

static size_t read_urls(const char *path, uriel_text *urls)
{
  uriel_text rest = file_of(path), line;
  size_t count = 0;
  while (count < URLS_MAX && next_line(&rest, &line))
    if (line.len < TEXT_MAX / 2)
      urls[count++] = line;
  return count;
}

static void take(text *t, uriel_text url)
{
  t->len = 0;
  add(t, url.ptr, url.len);
}

static void mutations(const char *path, size_t rounds)
{
  static uriel_text urls[URLS_MAX];
  const size_t count = read_urls(path, urls);
  static text t, other;
  for (; count > 0 && rounds > 0; rounds--) {
    take(&t, urls[below(count)]);
    take(&other, urls[below(count)]);
    for (size_t times = below(4); times > 0; times--)
      mutate(&t, &other);
    agree_on(t.bytes, t.len);
  }
}

int main(int argc, char **argv)
{
  if (argc != 3)
    return 2;
  const size_t rounds = strtoul(argv[2], NULL, 10);
  assembled(rounds);
  of_pieces(rounds);
  mutations(argv[1], rounds);
  return 0;
}
