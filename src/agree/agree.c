/* SPDX-License-Identifier: MIT */
/* Whether readers agree on a text. */
#include "agree/reader.h"
#include "scan/scan.h"
#include "text/utf8.h"
#include "uri/component.h"
#include "uriel_idna.h"

/* The most bytes of a host that is compared in US-ASCII. Hosts outside it are not longer than their text
 * in UTF-8 with each byte replaced. */
static inline size_t agree_ascii_bound(size_t len)
{
  return READER_DOMAIN_GROWTH * (len < READER_DOMAIN_MAX / 4 ? 4 * len : READER_DOMAIN_MAX);
}

/* The bytes of a host to compare: one that a reader wrote, and its domain in US-ASCII. */
static inline size_t agree_host_bound(size_t len)
{
  return size_bound(reader_bound(len), agree_ascii_bound(len));
}

/* Writes the host as it is compared. `most`: agree_ascii_bound. */
static uriel_text agree_host(uriel_text host, char *out, size_t most)
{
  uint8_t bytes[16];
  reader_memory memory = {out};
  if (uriel_ipv6_parse(bytes, host.ptr, host.len))
    return (uriel_text){out, uriel_ipv6_print(bytes, out, URIEL_IPV6_MAX)};
  const uriel_text name = uriel_reader_decode(&memory, host);
  const size_t ascii = name.len <= READER_DOMAIN_MAX && !view_consists(name, BYTE_NAME)
                           ? uriel_idna_to_ascii(name.ptr, name.len, 0, memory.at, most, NULL)
                           : URIEL_FAILED;
  const uriel_text compared = ascii > most ? name : (uriel_text){memory.at, ascii};
  /* A spelling of an address that only programs read that decode it is a name. */
  return uriel_ipv4_parse(bytes, compared.ptr, compared.len) ? host : compared;
}

/* Returns the port of a reading as it is compared; -1 without one. */
static int32_t agree_port(const uriel_reading *reading, uriel_agree_on on)
{
  if (on == URIEL_AGREE_EXACT)
    return reading->port;
  if (on == URIEL_AGREE_HOST || on == URIEL_AGREE_VERDICT || !view_defined(reading->host))
    return -1;
  const uint16_t usual =
      reading->port < 0 && view_defined(reading->scheme) ? uriel_default_port(reading->scheme) : 0;
  return usual ? usual : reading->port;
}

/* Returns whether the host that a reader sees in a text of `len` bytes is the first one. `known` is the
 * first one as it is compared, in `out`; undefined until it is needed. */
static bool agree_hosts(uriel_text first, uriel_text host, uriel_text *known, uriel_agree_on on,
                        char *out, size_t len)
{
  if (on == URIEL_AGREE_PORT || on == URIEL_AGREE_VERDICT || view_equal(first, host))
    return true;
  /* Names of these bytes are not changed by decoding or IDNA. */
  if (on == URIEL_AGREE_EXACT || !view_defined(first) || !view_defined(host) ||
      (bytes_past(host.ptr, view_end(host), BYTE_NAME) == view_end(host) &&
       view_consists(first, BYTE_NAME)))
    return false;
  if (!view_defined(*known))
    *known = agree_host(first, out, agree_ascii_bound(len));
  return view_equal(*known, agree_host(host, out + agree_host_bound(len), agree_ascii_bound(len)));
}

static size_t agree_long_bound(size_t count, size_t len)
{
  const size_t each = reader_bound(len);
  return size_bound(count ? size_times(count, each) : size_times(each, 2),
                    size_times(agree_host_bound(len), 2));
}

static inline size_t agree_bound(size_t count, size_t len)
{
  /* Short texts, whose domains may have all bytes. */
  enum { READING = 4 + READER_DOMAIN_GROWTH, HOST = READING + 4 * READER_DOMAIN_GROWTH };
  return count == 0 && len < READER_DOMAIN_MAX / 4 ? (2 * READING + 2 * HOST) * len
                                                   : agree_long_bound(count, len);
}

size_t uriel_agree_bound(size_t count, size_t len)
{
  return agree_bound(count, len);
}

bool uriel_agree_hosts(uriel_text a, uriel_text b, char *out, size_t capacity)
{
  const size_t len = a.len > b.len ? a.len : b.len, each = agree_host_bound(len);
  return capacity >= agree_bound(0, len) &&
         view_equal(agree_host(a, out, agree_ascii_bound(len)),
                    agree_host(b, out + each, agree_ascii_bound(len)));
}

/* Returns whether these are `count` of the present readers. */
static bool agree_present(const uriel_reader *readers, size_t count)
{
  const uintptr_t offset = (uintptr_t)readers - (uintptr_t)uriel_present_first;
  return count <= uriel_present_count && offset <= (uriel_present_count - count) * sizeof *readers;
}

/* The bits of all readers. */
static uint64_t agree_mask(size_t count)
{
  return count < 64 ? ((uint64_t)1 << count) - 1 : UINT64_MAX;
}

APART static bool agree_all(uriel_agreement *agreement, uriel_reading *readings,
                            const uriel_reader *readers, size_t count, uriel_agree_on on,
                            uriel_text text, char *out)
{
  const size_t each = reader_bound(text.len), host = agree_host_bound(text.len);
  uriel_reading first = {.port = -1};
  uriel_text known = view_undefined();
  for (size_t i = 0; i < count; i++) {
    uriel_reading here, *const reading = readings ? &readings[i] : &here;
    /* After two hosts that are compared, and the reading of the first reader that accepts. */
    char *const memory = out + 2 * host + (readings ? i * each : agreement->accepts ? each : 0);
    if (!uriel_reader_read(reading, &readers[i], text.ptr, text.len, memory, each))
      continue;
    if (!agreement->accepts)
      first = *reading;
    agreement->accepts |= (uint64_t)1 << i;
    if (agree_port(reading, on) == agree_port(&first, on) &&
        agree_hosts(first.host, reading->host, &known, on, out, text.len))
      agreement->same |= (uint64_t)1 << i;
  }
  return agreement->accepts && agreement->same == agreement->accepts &&
         (on != URIEL_AGREE_VERDICT || agreement->accepts == agree_mask(count));
}

/* What follows a plain authority: kinds of bytes, which RFC 3986 does not allow there. */
enum {
  REST_SPACE = 1,
  REST_MARK = 2, /* "<>\^`{|} */
  REST_BRACKET = 4,
  REST_HASH = 8,    /* in the fragment */
  REST_BEYOND = 16, /* a character outside US-ASCII */
  REST_BITS = 5,    /* of each part: path, query, fragment */
  REST_ALL = 31,
  REST_LAST = 1 << 3 * REST_BITS, /* the last byte is a space */
  REST_UNCLEAR = 1 << 30          /* something else; readers have to decide */
};
#define REST_IN_PATH(kinds) (kinds)
#define REST_IN_QUERY(kinds) ((kinds) << REST_BITS)
#define REST_IN_FRAGMENT(kinds) ((kinds) << 2 * REST_BITS)
#define REST_IN(kinds) (REST_IN_PATH(kinds) | REST_IN_QUERY(kinds) | REST_IN_FRAGMENT(kinds))

/* What present readers refuse after a plain authority. The others accept every text. */
static const struct {
  uriel_reader_function *read;
  uint32_t refused;
} agree_refusals[] = {
    {uriel_read_rfc3986, REST_IN(REST_ALL)},
    {uriel_read_fast_uri, REST_LAST},
    {uriel_read_httpx, 0},
    {uriel_read_curl, REST_IN(REST_SPACE)},
    {uriel_read_go, 0},
    {uriel_read_java_uri,
     REST_IN(REST_SPACE | REST_MARK) | REST_IN_PATH(REST_BRACKET) | REST_IN_FRAGMENT(REST_HASH)},
    {uriel_read_spring, 0},
    {uriel_read_ruby, REST_IN(REST_BEYOND) | REST_IN_PATH(REST_ALL) | REST_IN_FRAGMENT(REST_ALL)},
    {uriel_read_glib, 0},
    {uriel_read_libxml2, (REST_IN(REST_ALL) & ~(uint32_t)REST_IN_FRAGMENT(REST_BRACKET))},
};

/* Returns the kinds of bytes from the path on; 0 if RFC 3986 allows them. */
RARE static uint32_t agree_rest(uriel_text rest)
{
  uint32_t kinds = 0;
  unsigned part = 0;
  const char *at = rest.ptr, *const end = view_end(rest);
  while ((at = bytes_past(at, end, BYTE_PATH)) < end) {
    const unsigned char byte = (unsigned char)*at;
    uint32_t kind = 0;
    size_t size = 1;
    if (byte == '#' || (byte == '?' && part == 0)) {
      kind = part == 2 ? REST_HASH : 0;
      part = byte == '#' ? 2 : 1;
    } else if (byte >= 0x80) {
      uint32_t code;
      size = uriel_utf8_character(at, end, &code);
      if (!size || code <= 0xA0 || uriel_reader_is_space(code))
        return REST_UNCLEAR;
      kind = REST_BEYOND;
    } else if (byte == '%') {
      size = 3;
      if (!triplet_at(at, end))
        return REST_UNCLEAR;
    } else if (byte != '?') {
      if (byte < ' ' || byte == 0x7F)
        return REST_UNCLEAR;
      kind = byte == ' ' ? REST_SPACE : byte == '[' || byte == ']' ? REST_BRACKET : REST_MARK;
    }
    kinds |= kind << part * REST_BITS;
    at += size;
  }
  return kinds | (rest.len && end[-1] == ' ' ? (uint32_t)REST_LAST : 0);
}

/* Returns the present readers that accept a text with a plain authority up to `path`. */
RARE APART static uint64_t agree_accepting(const uriel_reader *readers, size_t count, uriel_text text,
                                           size_t path, char *out)
{
  enum { REFUSALS = sizeof agree_refusals / sizeof *agree_refusals };
  const size_t each = reader_bound(text.len);
  const uint32_t rest = agree_rest((uriel_text){text.ptr + path, text.len - path});
  uint64_t accepting = agree_mask(count);
  for (size_t i = 0; rest && i < count; i++) {
    uriel_reading reading;
    size_t row = 0;
    while (row < REFUSALS && agree_refusals[row].read != readers[i].read)
      row++;
    if (row < REFUSALS &&
        (rest == REST_UNCLEAR ? !uriel_reader_read(&reading, &readers[i], text.ptr, text.len, out, each)
                              : rest & agree_refusals[row].refused))
      accepting &= ~((uint64_t)1 << i);
  }
  return accepting;
}

/* uriel_agree without its fast path. */
APART static bool agree_slowly(uriel_agreement *agreement, uriel_reading *readings,
                               const uriel_reader *readers, size_t count, uriel_agree_on on,
                               const char *text, size_t len, char *out, size_t capacity)
{
  uriel_agreement unused;
  if (!agreement)
    agreement = &unused;
  *agreement = (uriel_agreement){0, 0};
  if (capacity < agree_bound(readings ? count : 0, len)) {
    for (size_t i = 0; readings && i < count; i++)
      readings[i] = (uriel_reading){.port = -1};
    return false;
  }
  const uriel_text label =
      !readings && on != URIEL_AGREE_EXACT && len <= READER_TEXT_MAX && agree_present(readers, count)
          ? uriel_reader_plain(text, len)
          : view_undefined();
  if (!view_defined(label))
    return agree_all(agreement, readings, readers, count, on, (uriel_text){text, len}, out);
  const size_t path = (size_t)(uriel_bytes_until(view_end(label), text + len, "/?#") - text);
  const uint64_t accepting = agree_accepting(readers, count, (uriel_text){text, len}, path, out);
  agreement->accepts = agreement->same = accepting;
  return accepting && (on != URIEL_AGREE_VERDICT || accepting == agree_mask(count));
}

bool uriel_agree(uriel_agreement *agreement, uriel_reading *readings, const uriel_reader *readers,
                 size_t count, uriel_agree_on on, const char *text, size_t len, char *out,
                 size_t capacity)
{
  uriel_ref ref;
  /* Most URLs: all readers see one place. */
  if (agreement && !readings && count && on != URIEL_AGREE_EXACT && agree_present(readers, count) &&
      len <= READER_TEXT_MAX && capacity >= agree_bound(0, len) &&
      view_defined(uriel_reader_plain(text, len)) && uriel_scan(&ref, text, (uint32_t)len)) {
    agreement->accepts = agreement->same = agree_mask(count);
    return true;
  }
  return agree_slowly(agreement, readings, readers, count, on, text, len, out, capacity);
}
