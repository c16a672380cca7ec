/* SPDX-License-Identifier: MIT */
/* robots.txt. The input is a file, a NUL, and the rest of a URI. The answer depends neither on the ends
 * of lines nor on the case of the agent, nor on which octets of the path are encoded (RFC 9309, 2.2). */
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "get/robots.h"

static bool answer(uriel_text file, const char *agent, uriel_text uri)
{
  struct robots robots = {.is_closed = false};
  uriel_ref ref;
  robots_read(&robots, file, agent);
  const bool parsed = uriel_parse(&ref, uri.ptr, uri.len, NULL);
  const bool allows = parsed && robots_allows(&robots, &ref);
  robots_free(&robots);
  return allows;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  static const char start[] = "http://h/", own[] = "robots.txt";
  const uint8_t *const end = size ? memchr(data, 0, size) : NULL;
  struct buffer lines = {0}, plain = {0}, encoded = {0};
  uriel_ref ref;
  if (!end)
    return 0;
  const uriel_text file = fuzz_text(data, (size_t)(end - data));
  const uriel_text rest = {(const char *)end + 1, size - file.len - 1};
  for (size_t i = 0; i < file.len; i++)
    buffer_append(&lines, file.ptr[i] == '\n' ? "\r\n" : &file.ptr[i], file.ptr[i] == '\n' ? 2 : 1);
  buffer_append(&plain, start, sizeof start - 1);
  buffer_append(&plain, rest.ptr, rest.len);
  const uriel_text uri = fuzz_text((const uint8_t *)plain.ptr, plain.len);
  if (uriel_parse(&ref, uri.ptr, uri.len, NULL)) {
    const bool allows = answer(file, "uriel", uri);
    fuzz_must(answer(file, "URIEL", uri) == allows, "the case of the agent does not matter");
    fuzz_must(file.len > ROBOTS_MOST / 2 || answer(buffer_text(&lines), "uriel", uri) == allows,
              "the ends of lines do not matter");
    const uriel_text path = uriel_path(&ref);
    char *const bytes = malloc(path.len + 1);
    const size_t len = uriel_decode(path.ptr + 1, path.len - 1, 0, bytes, path.len, NULL);
    buffer_append(&encoded, start, sizeof start - 1);
    for (size_t i = 0; i < len; i++) {
      static const char digits[] = "0123456789aBcDeF";
      const unsigned char byte = (unsigned char)bytes[i];
      const char text[3] = {'%', digits[byte >> 4], digits[byte & 15]};
      buffer_append(&encoded, text, sizeof text);
    }
    const size_t whole = path.len + (size_t)(path.ptr - uri.ptr);
    buffer_append(&encoded, uri.ptr + whole, uri.len - whole);
    const bool is_own = path.len == sizeof own && memcmp(path.ptr + 1, own, sizeof own - 1) == 0;
    fuzz_must(is_own ? allows : answer(file, "uriel", buffer_text(&encoded)) == allows,
              "encoded octets are equal");
    free(bytes);
  }
  text_free(file);
  text_free(uri);
  buffer_free(&lines);
  buffer_free(&plain);
  buffer_free(&encoded);
  return 0;
}
