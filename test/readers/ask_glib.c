/* SPDX-License-Identifier: MIT */
/* Asks g_uri_parse of GLib with the flags of libsoup 3 (SOUP_HTTP_URI_FLAGS); with --version, prints its
 * version. Requests and answers: compare.py. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <glib.h>

static const GUriFlags flags = G_URI_FLAGS_HAS_PASSWORD | G_URI_FLAGS_ENCODED_PATH |
                               G_URI_FLAGS_ENCODED_QUERY | G_URI_FLAGS_ENCODED_FRAGMENT |
                               G_URI_FLAGS_SCHEME_NORMALIZE;

static void print_hex(const char *text)
{
  if (!text)
    putchar('-');
  for (size_t i = 0; text && text[i]; i++)
    printf("%02x", (unsigned char)text[i]);
  putchar('\t');
}

/* Decodes the line in place. */
static void answer(char *line)
{
  const size_t len = strcspn(line, "\n") / 2;
  for (size_t i = 0; i < len; i++) {
    const char digits[3] = {line[2 * i], line[2 * i + 1], '\0'};
    line[i] = (char)strtoul(digits, NULL, 16);
  }
  line[len] = '\0';
  GUri *const uri = g_uri_parse(line, flags, NULL);
  if (!uri) {
    puts("-");
    return;
  }
  print_hex(g_uri_get_scheme(uri));
  print_hex(g_uri_get_host(uri));
  printf(g_uri_get_port(uri) >= 0 ? "%d\n" : "-\n", g_uri_get_port(uri));
  g_uri_unref(uri);
}

int main(int argc, char **argv)
{
  char *line = NULL;
  size_t size = 0;
  (void)argv;
  if (argc > 1) {
    printf("%u.%u.%u\n", glib_major_version, glib_minor_version, glib_micro_version);
    return 0;
  }
  while (getline(&line, &size, stdin) >= 0)
    answer(line);
  free(line);
  return ferror(stdin) || fclose(stdout) ? 3 : 0;
}
