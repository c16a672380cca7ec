/* SPDX-License-Identifier: MIT */
/* uriel_ipv4_parse, uriel_ipv4_rare, uriel_ipv6_parse, uriel_ipv6_print: a text is an address if and
 * only if uriel_parse accepts it as a host of that kind and the system's functions read it; a printed
 * address parses to the same address. */
#include "fuzz.h"

#include <arpa/inet.h>
#include <stdlib.h>
#include <string.h>

static size_t write_ipv6(const void *context, char *out, size_t capacity)
{
  return uriel_ipv6_print(context, out, capacity);
}

static void check_print(const uint8_t bytes[16])
{
  uint8_t again[16];
  const uriel_text text = text_written(write_ipv6, bytes);
  fuzz_must(text.len <= 45 && uriel_ipv6_parse(again, text.ptr, text.len),
            "the printed form is an address");
  fuzz_must(memcmp(bytes, again, 16) == 0, "the printed form is the same address");
  const uriel_text twice = text_written(write_ipv6, again);
  fuzz_must(text_equal(text, twice), "printed alike again");
  text_free(twice);
  text_free(text);
}

static uriel_host_kind kind_as_host(const char *before, uriel_text text, const char *after)
{
  uriel_ref ref;
  char *const whole = room(text.len + 8);
  const size_t front = strlen(before);
  memcpy(whole, before, front);
  memcpy(whole + front, text.ptr, text.len);
  memcpy(whole + front + text.len, after, strlen(after));
  const size_t len = front + text.len + strlen(after);
  const bool is_host = uriel_parse(&ref, whole, len, NULL) && uriel_host(&ref).len == len - 2;
  const uriel_host_kind kind = is_host ? uriel_host_kind_of(&ref) : URIEL_HOST_NONE;
  free(whole);
  return kind;
}

static void check_system(uriel_text text, bool four, bool six)
{
  char string[64];
  uint8_t bytes[16];
  if (text.len >= sizeof string || memchr(text.ptr, '\0', text.len))
    return;
  memcpy(string, text.ptr, text.len);
  string[text.len] = '\0';
  fuzz_must(four == (inet_pton(AF_INET, string, bytes) == 1), "IPv4 as the system reads it");
  fuzz_must(six == (inet_pton(AF_INET6, string, bytes) == 1), "IPv6 as the system reads it");
}

/* Checks text that is not an IPv4address but that the system's inet_aton accepts; inet_aton ignores text
 * after white space. */
static void check_rare(uriel_text text, bool four)
{
  char string[64];
  struct in_addr address;
  uint8_t bytes[4];
  const bool rare = uriel_ipv4_rare(bytes, text.ptr, text.len);
  fuzz_must(!(rare && four), "no IPv4address is rare");
  if (text.len >= sizeof string)
    return;
  memcpy(string, text.ptr, text.len);
  string[text.len] = '\0';
  if (strlen(string) != text.len || strpbrk(string, " \t\n\v\f\r"))
    return;
  fuzz_must((rare || four) == (inet_aton(string, &address) != 0), "rare as the system reads it");
  if (rare)
    fuzz_must(memcmp(bytes, &address.s_addr, 4) == 0, "the address that the system reads");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  uint8_t four[4];
  uint8_t six[16];
  const uriel_text text = fuzz_text(data, size);
  const bool is_four = uriel_ipv4_parse(four, text.ptr, text.len);
  const bool is_six = uriel_ipv6_parse(six, text.ptr, text.len);
  fuzz_must(is_four == (kind_as_host("//", text, "") == URIEL_HOST_IPV4), "IPv4 as a host");
  fuzz_must(is_six == (kind_as_host("//[", text, "]") == URIEL_HOST_IPV6), "IPv6 as a host");
  check_system(text, is_four, is_six);
  check_rare(text, is_four);
  if (is_six)
    check_print(six);
  if (size == 16)
    check_print((const uint8_t *)text.ptr);
  text_free(text);
  return 0;
}
