/* SPDX-License-Identifier: MIT */
/* Whether readers agree on a text. */
#include "agree/reader.h"
#include "uri/component.h"
#include "uriel_idna.h"

/* The form in which hosts are compared, and the port. */
typedef struct agree_place {
  uriel_text host; /* undefined without a host */
  int32_t port;
} agree_place;

/* The most bytes of a host to compare: a host that a reader wrote, or its domain in US-ASCII. */
static size_t agree_host_bound(size_t len)
{
  return size_bound(uriel_reader_bound(len), uriel_idna_bound(READER_DOMAIN_MAX));
}

/* Writes the host as it is compared. */
static uriel_text agree_host(uriel_text host, char *out)
{
  uint8_t bytes[16];
  reader_memory memory = {out};
  if (uriel_ipv6_parse(bytes, host.ptr, host.len))
    return (uriel_text){out, uriel_ipv6_print(bytes, out, URIEL_IPV6_MAX)};
  const uriel_text name = uriel_reader_decode(&memory, host);
  const size_t ascii = name.len <= READER_DOMAIN_MAX && !view_consists(name, BYTE_NAME)
                           ? uriel_idna_to_ascii(name.ptr, name.len, 0, memory.at, SIZE_MAX, NULL)
                           : URIEL_FAILED;
  return ascii == URIEL_FAILED ? name : (uriel_text){memory.at, ascii};
}

/* Returns the host and port of a reading in the form in which they are compared. */
static agree_place agree_on(const uriel_reading *reading, uriel_agree_on on, char *out)
{
  agree_place place = {reading->host, reading->port};
  if (on == URIEL_AGREE_EXACT)
    return place;
  if (view_defined(place.host) && on != URIEL_AGREE_PORT && on != URIEL_AGREE_VERDICT)
    place.host = agree_host(place.host, out);
  const uint16_t usual =
      place.port < 0 && view_defined(reading->scheme) ? uriel_default_port(reading->scheme) : 0;
  if (usual)
    place.port = usual;
  if (on == URIEL_AGREE_HOST || on == URIEL_AGREE_VERDICT || !view_defined(reading->host))
    place.port = -1;
  if (on == URIEL_AGREE_PORT || on == URIEL_AGREE_VERDICT)
    place.host = view_undefined();
  return place;
}

size_t uriel_agree_bound(size_t count, size_t len)
{
  const size_t each = uriel_reader_bound(len);
  return size_bound(size_times(count ? count : 2, each), size_times(2, agree_host_bound(len)));
}

bool uriel_agree(uriel_agreement *agreement, uriel_reading *readings, const uriel_reader *readers,
                 size_t count, uriel_agree_on on, const char *text, size_t len, char *out,
                 size_t capacity)
{
  const size_t each = uriel_reader_bound(len), host = agree_host_bound(len);
  uriel_agreement found = {0, 0};
  agree_place first = {{NULL, 0}, -1};
  for (size_t i = 0; i < count; i++) {
    uriel_reading here, *const reading = readings ? &readings[i] : &here;
    const uint64_t bit = (uint64_t)1 << i;
    *reading = (uriel_reading){.port = -1};
    if (capacity < uriel_agree_bound(readings ? count : 0, len))
      continue;
    /* After the compared hosts of the first reader that accepts and of this one. */
    char *const memory = out + 2 * host + (readings ? i * each : found.accepts ? each : 0);
    if (!uriel_reader_read(reading, &readers[i], text, len, memory, each))
      continue;
    const agree_place place = agree_on(reading, on, found.accepts ? out + host : out);
    if (!found.accepts)
      first = place;
    found.accepts |= bit;
    if (place.port == first.port && view_equal(place.host, first.host))
      found.same |= bit;
  }
  if (agreement)
    *agreement = found;
  return found.accepts && found.same == found.accepts &&
         (on != URIEL_AGREE_VERDICT || found.accepts == UINT64_MAX >> (64 - count));
}
