/* SPDX-License-Identifier: MIT */
/* Asks g_uri_parse of GLib with the flags of libsoup 3 (SOUP_HTTP_URI_FLAGS); with --version, prints its
 * version. Requests and answers: compare.py. */
#include <glib.h>

#include "ask.h"

static const GUriFlags flags = G_URI_FLAGS_HAS_PASSWORD | G_URI_FLAGS_ENCODED_PATH |
                               G_URI_FLAGS_ENCODED_QUERY | G_URI_FLAGS_ENCODED_FRAGMENT |
                               G_URI_FLAGS_SCHEME_NORMALIZE;

static void answer(const char *text)
{
  GUri *const uri = g_uri_parse(text, flags, NULL);
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
  (void)argv;
  if (argc > 1) {
    printf("%u.%u.%u\n", glib_major_version, glib_minor_version, glib_micro_version);
    return 0;
  }
  return answer_lines(answer);
}
