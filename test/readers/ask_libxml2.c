/* SPDX-License-Identifier: MIT */
/* Asks xmlParseURI of libxml2; with --version, prints its version. Requests and answers: compare.py. */
#include <libxml/parser.h>
#include <libxml/uri.h>

#include "ask.h"

static void answer(const char *text)
{
  xmlURI *const uri = xmlParseURI(text);
  if (!uri) {
    puts("-");
    return;
  }
  print_hex(uri->scheme);
  print_hex(uri->server);
  printf(uri->port > 0 ? "%d\n" : "-\n", uri->port);
  xmlFreeURI(uri);
}

int main(int argc, char **argv)
{
  (void)argv;
  if (argc > 1) {
    const long version = strtol(xmlParserVersion, NULL, 10);
    printf("%ld.%ld.%ld\n", version / 10000, version / 100 % 100, version % 100);
    return 0;
  }
  return answer_lines(answer);
}
