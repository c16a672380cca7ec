/* SPDX-License-Identifier: MIT */
/* Prints the results of the functions of uriel.h for each line of standard input. */
#include "uriel.h"

#include <stdio.h>
#include <string.h>

enum { LINE = 1 << 16 };

static char out[4 * LINE];

static void print_written(const char *name, size_t len)
{
  if (len == URIEL_FAILED || len > sizeof out)
    printf(" %s=?", name);
  else
    printf(" %s=%.*s", name, (int)len, out);
}

static void print_error(const uriel_error *error, const char *line, size_t len)
{
  printf("%s %zu %s", uriel_error_name(error->code), error->offset, uriel_error_rule(error));
  print_written("told", uriel_error_describe(error, line, len, out, sizeof out));
  print_written("expected", uriel_error_expected(error, line, len, out, sizeof out));
  print_written("hint", uriel_error_hint(error, line, len, out, sizeof out));
}

static void print_forms(const uriel_ref *base, const uriel_ref *ref)
{
  uriel_error error;
  for (int level = URIEL_LEVEL_STRING; level <= URIEL_LEVEL_SCHEME; level++) {
    print_written(uriel_level_name((uriel_level)level),
                  uriel_normalize(ref, (uriel_level)level, out, sizeof out));
    printf(" %016llx", (unsigned long long)uriel_hash(ref, (uriel_level)level, 1));
  }
  print_written("target", uriel_resolve(base, ref, 0, out, sizeof out, &error));
  print_written("without",
                uriel_component_set(ref, URIEL_QUERY, (uriel_text){NULL, 0}, out, sizeof out, &error));
}

int main(void)
{
  static char line[LINE], before[LINE];
  static const char base_text[] = "http://a/b/c/d;p?q";
  uriel_ref base, last;
  uriel_parse(&base, base_text, sizeof base_text - 1, NULL);
  last = base;
  while (fgets(line, sizeof line, stdin)) {
    const size_t len = strcspn(line, "\n");
    uriel_ref ref;
    uriel_error error;
    if (uriel_parse(&ref, line, len, &error)) {
      print_forms(&base, &ref);
      printf(" %s", uriel_level_name(uriel_compare(&last, &ref)));
      memcpy(before, line, len);
      uriel_parse(&last, before, len, NULL);
    } else {
      print_error(&error, line, len);
    }
    putchar('\n');
  }
  return 0;
}
