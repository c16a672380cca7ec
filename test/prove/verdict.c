/* SPDX-License-Identifier: MIT */
/* Reads texts from standard input, each after its length (4 bytes, little-endian), and writes what
 * uriel_parse makes of each, a line a text: for a reference "+" and the spans of its components,
 * BEGIN:LENGTH, "-" where undefined and OUTSIDE where it lies outside of the text, with the kind of its
 * host and its form; for others
 * "! OFFSET CODE COMPONENT BEGIN LENGTH". Each text stands in a heap block of its exact size. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "uriel.h"

static void verdict_die(const char *message)
{
  fprintf(stderr, "verdict: %s\n", message);
  exit(3);
}

static void verdict_print_span(const char *text, size_t len, uriel_text part)
{
  if (!part.ptr) {
    fputs(" -", stdout);
    return;
  }
  if (part.ptr < text || part.len > len || (size_t)(part.ptr - text) > len - part.len)
    fputs(" OUTSIDE", stdout);
  else
    printf(" %zu:%zu", (size_t)(part.ptr - text), part.len);
}

static void verdict_print(const char *text, size_t len)
{
  uriel_ref ref;
  uriel_fault fault;
  if (!uriel_parse(&ref, text, len, &fault)) {
    printf("! %zu %s %s %zu %zu\n", fault.offset, uriel_fault_name(fault.code),
           uriel_component_name(fault.component), fault.begin, fault.length);
    return;
  }
  if (fault.code != URIEL_FAULT_NONE)
    verdict_die("a valid text has a fault");
  putchar('+');
  for (int component = URIEL_SCHEME; component <= URIEL_FRAGMENT; component++)
    verdict_print_span(text, len, uriel_component_get(&ref, (uriel_component)component));
  printf(" %s %s\n", uriel_host_kind_name(uriel_host_kind_of(&ref)),
         uriel_form_name(uriel_form_of(&ref)));
}

static bool verdict_read_length(size_t *len)
{
  unsigned char bytes[4];
  if (fread(bytes, 1, sizeof bytes, stdin) != sizeof bytes)
    return false;
  *len = bytes[0] | (size_t)bytes[1] << 8 | (size_t)bytes[2] << 16 | (size_t)bytes[3] << 24;
  return true;
}

int main(void)
{
  size_t len;
  while (verdict_read_length(&len)) {
    char *text = malloc(len ? len : 1);
    if (!text)
      verdict_die("out of memory");
    if (fread(text, 1, len, stdin) != len)
      verdict_die("standard input ends within a text");
    verdict_print(text, len);
    free(text);
  }
  if (ferror(stdin) || fflush(stdout) || ferror(stdout))
    verdict_die("cannot read or write");
  return 0;
}
