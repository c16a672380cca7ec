/* SPDX-License-Identifier: MIT */
/* uriel-bench-curl check | normalize | parse: processes the lines of standard input with libcurl's URL
 * interface, on which trurl is built; a substitute if trurl is not installed. Does no more than trurl
 * must: reads a line, passes it to a new handle, and prints the URL (`normalize`) or the components
 * between tabs (`parse`). */
#include <curl/curl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const CURLUPart curl_parts[] = {CURLUPART_SCHEME, CURLUPART_USER,    CURLUPART_PASSWORD,
                                       CURLUPART_HOST,   CURLUPART_PORT,    CURLUPART_PATH,
                                       CURLUPART_QUERY,  CURLUPART_FRAGMENT};

static void curl_print(CURLU *url, CURLUPart part, unsigned flags)
{
  char *text = NULL;
  if (curl_url_get(url, part, &text, flags) == CURLUE_OK)
    fputs(text, stdout);
  curl_free(text);
}

static void curl_print_parts(CURLU *url)
{
  for (size_t i = 0; i < sizeof curl_parts / sizeof *curl_parts; i++) {
    if (i > 0)
      putchar('\t');
    curl_print(url, curl_parts[i], 0);
  }
  putchar('\n');
}

/* Whether libcurl accepts the line. */
static int curl_line(const char *line, const char *mode)
{
  CURLU *const url = curl_url();
  const int taken = url && curl_url_set(url, CURLUPART_URL, line, CURLU_NON_SUPPORT_SCHEME) == CURLUE_OK;
  if (taken && *mode == 'n') {
    curl_print(url, CURLUPART_URL, CURLU_NO_DEFAULT_PORT);
    putchar('\n');
  } else if (taken && *mode == 'p') {
    curl_print_parts(url);
  }
  curl_url_cleanup(url);
  return taken;
}

int main(int argc, char **argv)
{
  char *line = NULL;
  size_t room = 0;
  int all = 1;
  if (argc != 2 || (strcmp(argv[1], "check") != 0 && strcmp(argv[1], "normalize") != 0 &&
                    strcmp(argv[1], "parse") != 0)) {
    fputs("usage: uriel-bench-curl check | normalize | parse\n", stderr);
    return 2;
  }
  for (ssize_t len = 0; (len = getline(&line, &room, stdin)) > 0;) {
    if (line[len - 1] == '\n')
      line[len - 1] = 0;
    all &= curl_line(line, argv[1]);
  }
  free(line);
  if (ferror(stdin) || fflush(stdout) != 0)
    return 3;
  return !all;
}
