/* SPDX-License-Identifier: MIT */
/* The own parts of the drafts' URLs (uriel_own_parts) equal the parts of their schemes
 * (uriel_scheme_parts), for every address of the two documents and for texts made of pieces of these. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support.h"
#include "uriel_scheme.h"

enum { PARTS = 64, LENGTH = 160 };

/* An own part, and the part of the scheme that it is, decoded. */
typedef struct pair {
  const char *scheme, *own, *part;
  char separator; /* of a list, whose own part is all of it; NUL: "%00" */
  bool list;
} pair;

static const pair pairs[] = {
    {"prospero", "hsoname", "object", 0, false},
    {"prospero", "version", "version", 0, false},
    {"prospero", "attributes", "attributes", 0, true},
    {"gopher", "gtype", "type", 0, false},
    {"wais", "database", "database", 0, false},
    {"wais", "wtype", "type", 0, false},
    {"wais", "search", "search", 0, false},
    {"nntp", "group", "group", 0, false},
    {"nntp", "digits", "number", 0, false},
    {"news", "group", "group", 0, false},
    {"news", "article", "article", 0, false},
    {"mid", "addr-spec", "message", 0, false},
    {"cid", "content-identifier", "content", 0, false},
    {"afs", "cellname", "cell", 0, false},
    {"ftp", "ftptype", "type", 0, false},
    {"ftp", "user", "user", 0, false},
    {"ftp", "password", "password", 0, false},
    {"telnet", "user", "user", 0, false},
    {"telnet", "password", "password", 0, false},
    {"ftp", "hostname", "host", 0, false},
    {"http", "hostname", "host", 0, false},
    {"http", "hostnumber", "host", 0, false},
    {"gopher", "hostname", "host", 0, false},
    {"wais", "hostnumber", "host", 0, false},
    {"prospero", "hostname", "host", 0, false},
};

/* The reverse: if the scheme has the part, the document has an own part. url-1993 has no addresses of
 * nntp, mid and cid, and no types of ftp. */
static bool needs_own(const pair *p, uriel_spec spec)
{
  static const char *const later[] = {"nntp", "mid", "cid", "ftp"};
  for (size_t i = 0; spec == URIEL_SPEC_URL_1993 && i < sizeof later / sizeof *later; i++)
    if (strcmp(p->scheme, later[i]) == 0)
      return false;
  /* url-1993 has paths of news by `generic` too, and an article has a host of the document by its rule.
   */
  if (strcmp(p->scheme, "news") == 0)
    return false;
  return strcmp(p->part, "host") != 0 && strcmp(p->part, "user") != 0 &&
         strcmp(p->part, "password") != 0 && !(strcmp(p->scheme, "gopher") == 0);
}

typedef struct scheme_read {
  uriel_own_part parts[PARTS];
  size_t count;
  char room[2 * LENGTH + 2];
} scheme_read;

static uriel_text own_of(const uriel_own_part *parts, size_t count, const char *name)
{
  for (size_t i = 0; i < count; i++)
    if (strcmp(parts[i].name, name) == 0)
      return parts[i].text;
  return text_from(NULL, 0);
}

/* All items of a list, with ";" between them. */
static size_t joined(const scheme_read *read, const char *name, char *out)
{
  size_t len = 0;
  bool any = false;
  for (size_t i = 0; i < read->count; i++)
    if (strcmp(read->parts[i].name, name) == 0) {
      if (any)
        out[len++] = ';';
      memcpy(out + len, read->parts[i].text.ptr, read->parts[i].text.len);
      len += read->parts[i].text.len;
      any = true;
    }
  return any ? len : URIEL_FAILED;
}

/* The own part decoded; "%00" of a list as ";". */
static size_t decoded(const pair *p, uriel_text own, char *out)
{
  const size_t len = uriel_decode(own.ptr, own.len, 0, out, LENGTH, NULL);
  for (size_t i = 0; p->list && i < len; i++)
    if (out[i] == 0)
      out[i] = ';';
  return len;
}

/* url-1993 leaves open whether text after a colon in the user is a password ("Internet protocol parts":
 * "Provision [...] could be made"). */
static bool is_open(const pair *p, uriel_spec spec)
{
  return spec == URIEL_SPEC_URL_1993 && strcmp(p->own, "user") == 0;
}

static void check_pair(const pair *p, const uriel_ref *ref, const uriel_own_part *own, size_t own_count,
                       const scheme_read *read)
{
  char a[LENGTH], b[2 * LENGTH];
  const uriel_text text = own_of(own, own_count, p->own);
  const size_t scheme_len = joined(read, p->part, b);
  if (is_open(p, uriel_spec_of(ref)))
    return;
  if (!text.ptr && (scheme_len == URIEL_FAILED || !needs_own(p, uriel_spec_of(ref))))
    return;
  if (!text.ptr && scheme_len == 0)
    return;
  if (!text.ptr || scheme_len == URIEL_FAILED)
    die("\"%.*s\": %s is there, and %s is not", (int)ref->length, ref->text, text.ptr ? p->own : p->part,
        text.ptr ? p->part : p->own);
  const size_t len = decoded(p, text, a);
  if (len != scheme_len || memcmp(a, b, len) != 0)
    die("\"%.*s\": %s is \"%.*s\", %s \"%.*s\"", (int)ref->length, ref->text, p->own, (int)len, a,
        p->part, (int)scheme_len, b);
}

static bool check_text(uriel_spec spec, uriel_text text)
{
  uriel_ref ref;
  uriel_own_part own[URIEL_OWN_PARTS_MAX];
  scheme_read read;
  if (!uriel_parse_as(&ref, text.ptr, text.len, spec, 0, NULL))
    return false;
  read.count = uriel_scheme_parts(read.parts, PARTS, &ref, read.room, sizeof read.room, NULL);
  if (read.count == URIEL_FAILED || read.count > PARTS)
    return false;
  const size_t own_count = uriel_own_parts(own, &ref);
  bool any = false;
  for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
    if (text_equal(uriel_scheme(&ref), uriel_text_of(pairs[i].scheme))) {
      check_pair(&pairs[i], &ref, own, own_count, &read);
      any = true;
    }
  return any;
}

static const char *const samples[] = {"prospero://h/a%001%00x%00y",
                                      "prospero://h:1/a/b%00%00x",
                                      "prospero://h/a",
                                      "gopher://h/0a",
                                      "gopher://h",
                                      "wais://h/db?a+b",
                                      "wais://1.2.3.4/db/TEXT/1=a;",
                                      "wais://h/db/TEXT/100/a/b",
                                      "nntp:a.b/12",
                                      "news:a.b",
                                      "news:a@b",
                                      "mid:a@b",
                                      "cid:a@b",
                                      "afs://c/a/b",
                                      "ftp://u:p@h/a/b;type=I",
                                      "ftp://h/a",
                                      "telnet://u:p@h:23",
                                      "telnet://u@h",
                                      "http://h/a?b",
                                      "http://1.2.3.4/"};

static const char *const pieces[] = {"%00", "%41", "a",   "1",   "/",      "@",   ":",
                                     ".",   "?",   "+",   ";",   "=",      "%2F", "%20",
                                     "-",   "_",   "%3B", "%40", ";type=", "12",  "xyz"};

static size_t edited(uint64_t *seed, const char *text, char *out)
{
  size_t len = strlen(text);
  memcpy(out, text, len);
  for (uint32_t edits = random_below(seed, 4); edits > 0; edits--) {
    const size_t at = random_below(seed, (uint32_t)len + 1);
    const uriel_text piece = uriel_text_of(pieces[random_below(seed, sizeof pieces / sizeof *pieces)]);
    if (random_below(seed, 3) == 0 && at < len) {
      memmove(out + at, out + at + 1, len - at - 1);
      len--;
    } else if (len + piece.len < LENGTH / 2) {
      memmove(out + at + piece.len, out + at, len - at);
      memcpy(out + at, piece.ptr, piece.len);
      len += piece.len;
    }
  }
  return len;
}

static void parts_agree(void **state)
{
  (void)state;
  uint64_t seed = 1738;
  size_t compared = 0;
  for (size_t round = 0; round < 400000; round++) {
    char text[LENGTH];
    const size_t len = edited(&seed, samples[round % (sizeof samples / sizeof *samples)], text);
    const uriel_text exact = text_copy(text_from(text, len));
    compared += check_text(round & 1 ? URIEL_SPEC_URL_1993 : URIEL_SPEC_URL_1994, exact);
    text_free(exact);
  }
  assert_true(compared > 50000);
}

/* Every scheme that both documents have addresses for is above. */
static void samples_agree(void **state)
{
  (void)state;
  for (size_t i = 0; i < sizeof samples / sizeof *samples; i++) {
    const bool early = check_text(URIEL_SPEC_URL_1993, uriel_text_of(samples[i]));
    const bool late = check_text(URIEL_SPEC_URL_1994, uriel_text_of(samples[i]));
    if (!early && !late)
      die("\"%s\" has no parts", samples[i]);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(samples_agree), cmocka_unit_test(parts_agree)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
