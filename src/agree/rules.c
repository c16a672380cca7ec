/* SPDX-License-Identifier: MIT */
/* The places of a text that programs read differently. */
#include "agree/reader.h"

/* The parts of a text as most programs split it: a "\\" is a slash, the authority ends at the first of
 * "/\\?#", and its last "@" ends the user information. The parts from OUTER_SPACE on are defined only if
 * they are unusual, and are themselves places of rules. */
enum rule_part {
  RULE_TEXT,
  RULE_PATH, /* the text before "?" or "#" */
  RULE_USER,
  RULE_HOST,
  RULE_BRACKETED, /* the authority, unless its brackets enclose an IPv6 address */
  RULE_OUTER_SPACE,
  RULE_NO_SCHEME,
  RULE_SCHEME, /* other than http, https and ftp */
  RULE_SLASHES,
  RULE_LATER_AT, /* after a "\\", "?" or "#" that ends the authority */
  RULE_NUMBER,   /* a host whose last label is a number, except a dotted-decimal address */
  RULE_EMPTY_LABEL,
  RULE_EMPTY_HOST,
  RULE_PORT,
  RULE_PARTS
};

static void rule_split_host(uriel_text parts[RULE_PARTS], const char *begin, const char *end)
{
  uint8_t bytes[16];
  uint16_t number;
  const char *const close = begin < end && *begin == '[' ? view_find(begin, end, ']') : begin;
  const char *const colon = view_find(close, end, ':');
  const uriel_text host = parts[RULE_HOST] = view_of(begin, colon);
  const uriel_text port = colon < end ? view_of(colon + 1, end) : view_undefined();
  if (close > begin && close + 1 == colon && uriel_ipv6_parse(bytes, begin + 1, host.len - 2))
    parts[RULE_BRACKETED] = view_undefined();
  if (!port.len || *port.ptr == '0' || !uriel_port_parse(&number, port.ptr, port.len, NULL))
    parts[RULE_PORT] = port;
  if (!host.len)
    parts[RULE_EMPTY_HOST] = host;
  const char *const stop = host.len && colon[-1] == '.' ? colon - 1 : colon;
  const char *label = begin;
  for (const char *at = begin; at < colon; at++)
    if (*at == '.' && at == label)
      parts[RULE_EMPTY_LABEL] = (uriel_text){at, 1};
    else if (*at == '.' && at < stop)
      label = at + 1;
  const bool hexadecimal = stop - label > 1 && label[0] == '0' && (label[1] | 0x20) == 'x';
  if (label < stop && !uriel_ipv4_parse(bytes, host.ptr, host.len) &&
      (hexadecimal ? bytes_past(label + 2, stop, BYTE_HEX) : bytes_past(label, stop, BYTE_DIGIT)) ==
          stop)
    parts[RULE_NUMBER] = host;
}

static void rule_split(uriel_text parts[RULE_PARTS], uriel_text text)
{
  const char *const end = view_end(text), *begin = text.ptr, *last = end;
  for (unsigned i = 0; i < RULE_PARTS; i++)
    parts[i] = view_undefined();
  parts[RULE_TEXT] = text;
  while (begin < end && (unsigned char)*begin <= ' ')
    begin++;
  while (last > begin && (unsigned char)last[-1] <= ' ')
    last--;
  if (begin > text.ptr || last < end)
    parts[RULE_OUTER_SPACE] = begin > text.ptr ? view_of(text.ptr, begin) : view_of(last, end);
  parts[RULE_PATH] = view_of(begin, uriel_bytes_until(begin, end, "?#"));
  const char *at = bytes_past(begin, end, BYTE_SCHEME);
  const bool has_scheme = at > begin && at < end && *at == ':' && byte_is(*begin, BYTE_ALPHA);
  if (!has_scheme)
    parts[RULE_NO_SCHEME] = (uriel_text){begin, 0};
  else if (!uriel_text_is_among(view_of(begin, at), " http https ftp "))
    parts[RULE_SCHEME] = view_of(begin, at);
  const char *const slashes = has_scheme ? at + 1 : begin;
  begin = slashes;
  while (begin < end && (*begin == '/' || *begin == '\\'))
    begin++;
  if (begin - slashes != 2 && has_scheme)
    parts[RULE_SLASHES] = view_of(slashes, begin);
  const char *const stop = uriel_bytes_until(begin, end, "/\\?#");
  at = stop < end && *stop != '/' ? view_find(stop, end, '@') : end;
  if (at < end)
    parts[RULE_LATER_AT] = (uriel_text){at, 1};
  const char *host = stop;
  while (host > begin && host[-1] != '@')
    host--;
  if (host > begin)
    parts[RULE_USER] = view_of(begin, host - 1);
  parts[RULE_BRACKETED] = view_of(begin, stop);
  if (begin > slashes)
    rule_split_host(parts, host, stop);
}

/* A rule applies to a part that is unusual if it is defined, and to others at the first byte from `low`
 * to `high` that is neither of `classes` nor in `except`. */
static const struct {
  const char *code, *message;
  enum rule_part part;
  unsigned char low, high;
  unsigned classes;
  const char *except;
} rules[URIEL_AGREE_RULES] = {
    {"outer-space",
     "Browsers and Python ignore spaces and controls at the ends; other programs refuse or keep them.",
     RULE_OUTER_SPACE, 0, 0, 0, ""},
    {"line-break",
     "Browsers and Python remove tabs and line breaks; other programs refuse or keep them.", RULE_TEXT,
     '\t', '\r', 0, "\v\f"},
    {"control", "Some programs refuse controls, some keep them, and C programs end the text at NUL.",
     RULE_TEXT, 0, 31, 0, "\t\n\r"},
    {"no-scheme",
     "Without a scheme, programs refuse the text, read a relative reference or guess a scheme.",
     RULE_NO_SCHEME, 0, 0, 0, ""},
    {"scheme", "Programs see no host in URLs of schemes that they do not know, or refuse them.",
     RULE_SCHEME, 0, 0, 0, ""},
    {"slashes",
     "Browsers and curl read a host after one slash or several, and wget before the colon; other "
     "programs only after "
     "two slashes.",
     RULE_SLASHES, 0, 0, 0, ""},
    {"backslash",
     "Browsers read a backslash as a slash, which ends the host; other programs keep it in the host or "
     "the user, or "
     "refuse it.",
     RULE_PATH, '\\', '\\', 0, ""},
    {"several-at", "Programs divide user and host at the first or at the last \"@\".", RULE_USER, '@',
     '@', 0, ""},
    {"later-at",
     "Programs that do not end the host at the delimiter before this \"@\" see the host after it.",
     RULE_LATER_AT, 0, 0, 0, ""},
    {"user-character", "Programs encode, keep or refuse this character in the user information.",
     RULE_USER, 0, 255, BYTE_USERINFO, "%@"},
    {"brackets", "Programs differ in where they accept brackets, and in what they accept between them.",
     RULE_BRACKETED, '[', ']', 0, "\\"},
    {"percent-host", "Programs decode \"%XX\" in a host, keep it or refuse it.", RULE_HOST, '%', '%', 0,
     ""},
    {"host-character", "Programs keep this character in a host, or refuse it.", RULE_HOST, 0, 127,
     BYTE_NAME, "[]:%"},
    {"international-host",
     "Programs convert a host outside US-ASCII to \"xn--\" by different tables, keep it or refuse it.",
     RULE_HOST, 128, 255, 0, ""},
    {"number-host", "Browsers and curl read numbers as an IPv4 address; other programs as a name.",
     RULE_NUMBER, 0, 0, 0, ""},
    {"empty-label", "Programs keep, remove or refuse an empty label of a host.", RULE_EMPTY_LABEL, 0, 0,
     0, ""},
    {"empty-host", "Programs refuse an empty host, or look for one in the path.", RULE_EMPTY_HOST, 0, 0,
     0, ""},
    {"port", "Programs refuse an unusual port, shorten it, or read its beginning.", RULE_PORT, 0, 0, 0,
     ""},
};

static bool rule_has(size_t rule, char byte)
{
  return (unsigned char)byte >= rules[rule].low && (unsigned char)byte <= rules[rule].high &&
         !byte_is(byte, rules[rule].classes) && !bytes_have(rules[rule].except, (unsigned char)byte);
}

size_t uriel_agree_rules(uriel_agree_rule *found, size_t capacity, const char *text, size_t len)
{
  uriel_text parts[RULE_PARTS];
  size_t count = 0;
  rule_split(parts, (uriel_text){text, len});
  for (size_t i = 0; i < URIEL_AGREE_RULES; i++) {
    uriel_text place = parts[rules[i].part];
    if (rules[i].part < RULE_OUTER_SPACE) {
      const char *const end = view_end(place);
      const char *begin = place.ptr;
      while (begin < end && !rule_has(i, *begin))
        begin++;
      const char *at = begin;
      while (at < end && rule_has(i, *at))
        at++;
      place = begin < end ? view_of(begin, at) : view_undefined();
    }
    if (view_defined(place) && count++ < capacity)
      found[count - 1] =
          (uriel_agree_rule){rules[i].code, rules[i].message, (size_t)(place.ptr - text), place.len};
  }
  return count;
}
