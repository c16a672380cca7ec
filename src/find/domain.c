/* SPDX-License-Identifier: MIT */
/* Names of hosts, label by label (RFC 1123, 2.1), with IDNs as written, and their top-level domains. */
#include "find/domain.h"
#include "find/escape.h"
#include "find/idn_table.h"

/* The end of the label at `at`. After ASCII, a letter of an unspaced script belongs to the text again.
 */
static const char *find_label(find_text *t, const char *at)
{
  const char *const begin = at;
  bool ascii = true;
  for (;;) {
    const int byte = find_peek(t, at);
    uint32_t character = 0;
    size_t n = find_is(byte, BYTE_ALPHA | BYTE_DIGIT) || byte == '-' || byte == '_';
    if (byte >= 0x80)
      n = uriel_find_letter(t, at, &character);
    if (n == 0 || at - begin > FIND_DOMAIN_MAX)
      return at;
    if (n > 1 && ascii && at > begin && character >= FIND_UNSPACED)
      return at;
    ascii = ascii && n == 1;
    at += n;
  }
}

bool uriel_find_domain(find_text *t, const char *at, find_domain *d)
{
  const char *const begin = at;
  *d = (find_domain){at, 0, {at, 0}, {at, 0}};
  for (;;) {
    const char *const end = find_label(t, at);
    if (end == at)
      return d->labels > 0;
    if (*at == '-' || *at == '_' || end - begin > FIND_DOMAIN_MAX)
      return false;
    for (d->end = end; d->end > at && (d->end[-1] == '-' || d->end[-1] == '_');)
      d->end--;
    d->last = view_of(at, d->end);
    if (d->labels++ == 0)
      d->first = d->last;
    if (d->end < end || find_peek(t, end) != '.')
      return true;
    at = end + 1;
  }
}

bool uriel_find_named(const find_domain *d)
{
  const uriel_text last = d->last;
  if (last.len >= 4 && view_is((uriel_text){last.ptr, 4}, "xn--"))
    return last.len > 4;
  for (size_t i = 0; i < last.len; i++)
    if (!byte_is(last.ptr[i], BYTE_ALPHA) && (unsigned char)last.ptr[i] < 0x80)
      return false;
  return last.len > 0;
}

enum { FIND_TOP_MAX = 14, FIND_COUNTRIES_MAX = 24 };

/* Common generic ones, sorted. */
static const char find_generic[][FIND_TOP_MAX] = {
    "academy", "aero",       "agency",     "amsterdam",     "arpa",     "art",        "asia",
    "bayern",  "berlin",     "biz",        "blog",          "brussels", "bzh",        "cat",
    "center",  "chat",       "city",       "cloud",         "club",     "codes",      "com",
    "company", "coop",       "design",     "dev",           "digital",  "directory",  "earth",
    "edu",     "education",  "energy",     "engineering",   "eus",      "exchange",   "expert",
    "finance", "foundation", "fun",        "fyi",           "gal",      "games",      "global",
    "gov",     "group",      "guide",      "guru",          "hamburg",  "health",     "house",
    "icu",     "institute",  "int",        "international", "jobs",     "koeln",      "land",
    "law",     "legal",      "lgbt",       "life",          "live",     "london",     "love",
    "ltd",     "marketing",  "media",      "mil",           "mobi",     "money",      "museum",
    "net",     "network",    "news",       "ninja",         "nyc",      "one",        "online",
    "org",     "paris",      "party",      "photography",   "photos",   "pictures",   "press",
    "pub",     "quebec",     "radio",      "red",           "reisen",   "restaurant", "rocks",
    "ruhr",    "school",     "science",    "scot",          "services", "shop",       "site",
    "social",  "software",   "solutions",  "space",         "store",    "studio",     "support",
    "swiss",   "systems",    "team",       "tech",          "today",    "tokyo",      "tools",
    "top",     "travel",     "university", "uno",           "ventures", "video",      "vip",
    "wales",   "website",    "wien",       "wiki",          "work",     "works",      "world",
    "wtf",     "xyz",        "zone",
};

/* Generic ones that are also file extensions, or members in code. */
static const char find_files[][FIND_TOP_MAX] = {
    "app",  "box",  "cam",   "doc", "email", "example", "host", "info",  "ink",
    "java", "link", "local", "log", "map",   "mov",     "name", "onion", "page",
    "play", "post", "pro",   "run", "show",  "tel",     "test", "web",   "zip",
};

/* Country codes by first letter; each row has the second letters. */
static const char find_countries[26][FIND_COUNTRIES_MAX] = {
    "cdefgloqruwxz",
    "abdfghijmnorstwyz",
    "adfghiklmnoruvwxyz",
    "ejkmz",
    "cegrstu",
    "ijkor",
    "adefghilmnpqrstuwy",
    "knrtu",
    "emoqrt",
    "eop",
    "eghimnprwyz",
    "bcikrstuvy",
    "achnpqrtuvwxz",
    "cefgilpruz",
    "m",
    "aefgknrtw",
    "a",
    "euw",
    "adegijkmnrsuxyz",
    "dghjklmnrtvwz",
    "agksyz",
    "aceginu",
    "f",
    "",
    "et",
    "amw",
};

/* Country codes that are more often file extensions or words. */
static const char find_countries_careful[26][FIND_COUNTRIES_MAX] = {
    "imst", "e", "c",     "o", "",   "m",       "",    "m", "dlns", "",  "", "a", "degklmosy",
    "ao",   "",  "hlmsy", "",  "os", "bchlotv", "cfo", "",  "",     "s", "", "",  "",
};

static bool find_has_country(const char rows[26][FIND_COUNTRIES_MAX], const char *code)
{
  const unsigned row = (unsigned)(unsigned char)code[0] - 'a';
  return row < 26 && byte_is(code[1], BYTE_ALPHA) && memchr(rows[row], code[1], FIND_COUNTRIES_MAX);
}

/* `name` is padded with NUL, like the rows. */
static bool find_has_name(const char rows[][FIND_TOP_MAX], size_t count, const char *name)
{
  size_t low = 0, high = count;
  while (low < high) {
    const size_t middle = low + (high - low) / 2;
    const int order = memcmp(name, rows[middle], FIND_TOP_MAX);
    if (order == 0)
      return true;
    if (order > 0)
      low = middle + 1;
    else
      high = middle;
  }
  return false;
}

find_top uriel_find_top(uriel_text label)
{
  char lower[FIND_TOP_MAX] = {0};
  if (label.len < 2)
    return FIND_TOP_NONE;
  if (label.len > 4 && view_is((uriel_text){label.ptr, 4}, "xn--"))
    return FIND_TOP_PLAIN;
  if ((unsigned char)label.ptr[0] >= 0x80) {
    for (size_t i = 0; i < sizeof find_idn_table / sizeof *find_idn_table; i++)
      if (view_equal(label, uriel_text_of(find_idn_table[i].lower)) ||
          view_equal(label, uriel_text_of(find_idn_table[i].upper)))
        return FIND_TOP_PLAIN;
    return FIND_TOP_CAREFUL;
  }
  if (label.len > FIND_TOP_MAX)
    return FIND_TOP_NONE;
  for (size_t i = 0; i < label.len; i++) {
    /* "Com" at the beginning of a sentence is a word: a label must be in one case. */
    if (byte_is(label.ptr[i], BYTE_UPPER) != byte_is(label.ptr[0], BYTE_UPPER))
      return FIND_TOP_NONE;
    lower[i] = byte_lower(label.ptr[i]);
  }
  if (label.len == 2 && find_has_country(find_countries, lower))
    return FIND_TOP_PLAIN;
  if (label.len == 2)
    return find_has_country(find_countries_careful, lower) ? FIND_TOP_CAREFUL : FIND_TOP_NONE;
  if (find_has_name(find_generic, sizeof find_generic / sizeof *find_generic, lower))
    return FIND_TOP_PLAIN;
  const bool file = find_has_name(find_files, sizeof find_files / sizeof *find_files, lower);
  return file ? FIND_TOP_FILE : FIND_TOP_NONE;
}
