/* SPDX-License-Identifier: MIT */
/* Prints the URL that results from the argument in a browser, its host, and the repairs. */
#include <stdio.h>
#include <string.h>
#include <uriel_url.h>

static void print_error(const char *text, const uriel_error *error)
{
  char why[URIEL_ERROR_TEXT_MAX];
  const size_t len = uriel_error_describe(error, text, strlen(text), why, sizeof why);
  fprintf(stderr, "at byte %zu: %.*s\n", error->offset, (int)len, why);
}

int main(int argc, char **argv)
{
  uriel_ref url;
  uriel_error errors[8];
  uriel_url_options options = {.errors = errors, .error_capacity = 8};
  char out[4096];
  if (argc != 2)
    return 2;
  const size_t len = uriel_url_parse(&url, NULL, argv[1], strlen(argv[1]), &options, out, sizeof out);
  for (size_t i = 0; i < options.error_count && i < 8; i++)
    print_error(argv[1], &errors[i]);
  if (len > sizeof out) /* URIEL_FAILED is larger than any capacity */
    return 1;
  const uriel_text host = uriel_host(&url);
  printf("%.*s\n%.*s\n", (int)url.length, url.text, (int)host.len, host.ptr ? host.ptr : "");
  return 0;
}
