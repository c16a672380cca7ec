/* SPDX-License-Identifier: MIT */
/* Whether readers agree on a text. */
#include "agree/reader.h"
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
      (view_consists(first, BYTE_NAME) && view_consists(host, BYTE_NAME)))
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
  size_t present;
  const uriel_reader *const first = uriel_present_readers(&present);
  const uintptr_t offset = (uintptr_t)readers - (uintptr_t)first;
  return count <= present && offset <= (present - count) * sizeof *first;
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

/* The programs that accept every text whose scheme, host and port are plain. */
static bool agree_accepts_any(uriel_reader_function *read)
{
  static uriel_reader_function *const lenient[] = {
      uriel_read_whatwg,      uriel_read_node,          uriel_read_whatwg_url,
      uriel_read_node_legacy, uriel_read_python_urllib, uriel_read_python_urllib3,
      uriel_read_requests,    uriel_read_wget,          uriel_read_java_url,
      uriel_read_php,         uriel_read_perl,          uriel_read_yarl,
      uriel_read_okhttp};
  size_t i = 0;
  while (i < sizeof lenient / sizeof *lenient && lenient[i] != read)
    i++;
  return i < sizeof lenient / sizeof *lenient;
}

/* Returns the present readers that accept a text whose scheme, host and port are plain. */
APART static uint64_t agree_accepting(const uriel_reader *readers, size_t count, uriel_text text,
                                      char *out)
{
  const size_t each = reader_bound(text.len);
  uriel_reading reading;
  uint64_t accepting = 0;
  for (size_t i = 0; i < count; i++)
    if (agree_accepts_any(readers[i].read) ||
        uriel_reader_read(&reading, &readers[i], text.ptr, text.len, out, each))
      accepting |= (uint64_t)1 << i;
  return accepting;
}

bool uriel_agree(uriel_agreement *agreement, uriel_reading *readings, const uriel_reader *readers,
                 size_t count, uriel_agree_on on, const char *text, size_t len, char *out,
                 size_t capacity)
{
  uriel_agreement unused;
  uriel_ref ref;
  if (!agreement)
    agreement = &unused;
  *agreement = (uriel_agreement){0, 0};
  if (capacity < agree_bound(readings ? count : 0, len)) {
    for (size_t i = 0; readings && i < count; i++)
      readings[i] = (uriel_reading){.port = -1};
    return false;
  }
  if (readings || count == 0 || on == URIEL_AGREE_EXACT || !agree_present(readers, count) ||
      len > READER_TEXT_MAX || !uriel_reader_is_plain(text, len))
    return agree_all(agreement, readings, readers, count, on, (uriel_text){text, len}, out);
  const uint64_t accepting = uriel_parse(&ref, text, len, NULL)
                                 ? agree_mask(count)
                                 : agree_accepting(readers, count, (uriel_text){text, len}, out);
  agreement->accepts = agreement->same = accepting;
  return accepting && (on != URIEL_AGREE_VERDICT || accepting == agree_mask(count));
}
