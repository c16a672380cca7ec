/* SPDX-License-Identifier: MIT */
/* Asks xmlParseURI of libxml2; with --version, prints its version. Requests and answers: compare.py. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <libxml/parser.h>
#include <libxml/uri.h>

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
  xmlURI *const uri = xmlParseURI(line);
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
  char *line = NULL;
  size_t size = 0;
  (void)argv;
  if (argc > 1) {
    const long version = strtol(xmlParserVersion, NULL, 10);
    printf("%ld.%ld.%ld\n", version / 10000, version / 100 % 100, version % 100);
    return 0;
  }
  while (getline(&line, &size, stdin) >= 0)
    answer(line);
  free(line);
  return ferror(stdin) || fclose(stdout) ? 3 : 0;
}
