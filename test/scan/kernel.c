/* SPDX-License-Identifier: MIT */
/* The kernels against the grammar, one text at a time. */
#include "kernel.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "scan/scan.h"
#include "uri/component.h"
#include "url/look.h"

enum { KERNELS_MAX = 16 };

static uriel_cpu kernels[KERNELS_MAX];
static size_t forced;

size_t kernel_count(void)
{
  static size_t count;
  if (!count)
    for (unsigned cpu = 0; cpu < KERNELS_MAX && *uriel_cpu_name((uriel_cpu)cpu); cpu++)
      if (uriel_cpu_force((uriel_cpu)cpu))
        kernels[count++] = (uriel_cpu)cpu;
  return count;
}

const char *kernel_running = "";

const char *kernel_name(size_t kernel)
{
  return uriel_cpu_name(kernels[kernel]);
}

bool kernel_decides(size_t kernel, const char *text, size_t len)
{
  uriel_ref ref;
  return uriel_cpu_force(kernels[kernel]) && uriel_scan(&ref, text, (uint32_t)len);
}

bool kernel_decides_url(size_t kernel, const char *text, size_t len)
{
  uriel_ref ref;
  return uriel_cpu_force(kernels[kernel]) && uriel__url_serialized(&ref, text, len);
}

/* Requests errors, which need the parser. */
static bool url_parse_slowly(uriel_ref *ref, const char *text, size_t len)
{
  uriel_error error;
  uriel_url_options reports = {.errors = &error, .error_capacity = 1};
  return len > 0 && uriel_url_parse(ref, NULL, text, len, &reports, NULL, 0) == len && ref->text == text;
}

bool url_is_serialized(const char *text, size_t len)
{
  uriel_ref ref;
  return url_parse_slowly(&ref, text, len);
}

void print_error(const char *what, const char *text, size_t len)
{
  printf("%s: %s (%zu bytes): \"", kernel_name(forced), what, len);
  for (size_t i = 0; i < len; i++)
    if (text[i] >= ' ' && text[i] < 0x7F)
      putchar(text[i]);
    else
      printf("\\x%02X", (unsigned char)text[i]);
  printf("\"\n");
}

static void die_of(const char *what, const char *text, size_t len)
{
  print_error(what, text, len);
  exit(1);
}

static bool same_ref(const uriel_ref *a, const uriel_ref *b)
{
  return a->text == b->text && a->length == b->length && a->scheme_end == b->scheme_end &&
         a->host_begin == b->host_begin && a->host_end == b->host_end &&
         a->path_begin == b->path_begin && a->path_end == b->path_end && a->query_end == b->query_end &&
         a->flags == b->flags;
}

/* If only "/" is missing, the result is the parser's. */
static void agree_on_slash(const char *text, size_t len)
{
  static char fast_out[1024], slow_out[1024];
  uriel_error error;
  uriel_url_options reports = {.errors = &error, .error_capacity = 1};
  uriel_ref fast, slow;
  if (len > 512 || uriel_url_look(&fast, text, len) != URL_LOOK_SLASH)
    return;
  const size_t slow_len = uriel_url_parse(&slow, NULL, text, len, &reports, slow_out, sizeof slow_out);
  const size_t fast_len = uriel_url_parse(&fast, NULL, text, len, NULL, fast_out, sizeof fast_out);
  slow.text = fast.text;
  if (slow_len != fast_len || slow_len > sizeof slow_out || !same_ref(&fast, &slow) ||
      memcmp(slow_out, fast_out, slow_len) != 0)
    die_of("repaired otherwise than by the parser", text, len);
}

/* The kernels may leave a serialised URL to the parser, all of them the same ones. */
static void agree_on_url(const char *text, size_t len)
{
  uriel_ref slow;
  const bool serialized = url_parse_slowly(&slow, text, len);
  bool first = false;
  for (forced = 0; forced < kernel_count(); forced++) {
    uriel_ref fast;
    memset(&fast, 0xA5, sizeof fast);
    uriel_cpu_force(kernels[forced]);
    kernel_running = kernel_name(forced);
    const bool taken = uriel__url_serialized(&fast, text, len);
    if (forced == 0)
      first = taken;
    if (taken && !serialized)
      die_of("a serialised URL, but not for the parser", text, len);
    if (taken != first)
      die_of("another kernel decides otherwise whether this is a serialised URL", text, len);
    if (taken && !same_ref(&fast, &slow))
      die_of("a serialised URL read otherwise than by the parser", text, len);
    if (!taken)
      agree_on_slash(text, len);
  }
}

void agree_at(const char *text, size_t len)
{
  agree_on_url(text, len);
  uriel_ref slow;
  const bool member = uriel_parse_by_grammar(&slow, text, (uint32_t)len, NULL);
  for (forced = 0; forced < kernel_count(); forced++) {
    uriel_ref fast;
    memset(&fast, 0xA5, sizeof fast);
    uriel_cpu_force(kernels[forced]);
    kernel_running = kernel_name(forced);
    if (uriel_parse(&fast, text, len, NULL) != member)
      die_of(member ? "not taken, the grammar takes it" : "taken, the grammar does not", text, len);
    if (member && !same_ref(&fast, &slow))
      die_of("read otherwise than by the grammar", text, len);
  }
}

void agree_on(const char *text, size_t len)
{
  char *const copy = guarded_memory().end - len;
  if (len)
    memcpy(copy, text, len);
  agree_at(copy, len);
}

uint32_t next_random(uint32_t *seed)
{
  *seed = *seed * 1664525u + 1013904223u;
  return *seed >> 8;
}

bool next_line(uriel_text *rest, uriel_text *line)
{
  if (rest->len == 0)
    return false;
  const char *const end = memchr(rest->ptr, '\n', rest->len);
  *line = (uriel_text){rest->ptr, end ? (size_t)(end - rest->ptr) : rest->len};
  const size_t taken = line->len + (end != NULL);
  rest->ptr += taken;
  rest->len -= taken;
  return true;
}
