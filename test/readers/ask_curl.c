/* SPDX-License-Identifier: MIT */
/* Asks curl_url_set of libcurl with the flags of a transfer; with --version, prints the versions of
 * libcurl and libidn2. Requests and answers: compare.py. */
#include <curl/curl.h>
#include <locale.h>

#include "ask.h"

static char *part(CURLU *url, CURLUPart which, unsigned flags)
{
  char *text = NULL;
  return curl_url_get(url, which, &text, flags) == CURLUE_OK ? text : NULL;
}

/* A scheme that libcurl does not support is an error of the transfer: CURLU_NON_SUPPORT_SCHEME, which
 * the transfer has too, would only defer it. The port of "file" is 0 in libcurl's table. */
static void answer(const char *text)
{
  CURLU *const url = curl_url();
  if (curl_url_set(url, CURLUPART_URL, text, CURLU_GUESS_SCHEME) == CURLUE_OK) {
    curl_free(part(url, CURLUPART_URL, 0)); /* as the transfer does; this changes "%" in the host */
    char *const scheme = part(url, CURLUPART_SCHEME, 0),
                *const host = part(url, CURLUPART_HOST, CURLU_PUNYCODE),
                *const port = part(url, CURLUPART_PORT, CURLU_DEFAULT_PORT);
    const int is_file = scheme && strcmp(scheme, "file") == 0;
    if (host || is_file) {
      print_hex(scheme);
      print_hex(host);
      printf("%s\n", port && !is_file ? port : "-");
    } else {
      puts("-");
    }
    curl_free(scheme);
    curl_free(host);
    curl_free(port);
  } else {
    puts("-");
  }
  curl_url_cleanup(url);
}

int main(int argc, char **argv)
{
  (void)argv;
  setlocale(LC_ALL, "");
  if (argc > 1) {
    const curl_version_info_data *const info = curl_version_info(CURLVERSION_NOW);
    printf("%s (libidn2 %s)\n", info->version, info->libidn ? info->libidn : "none");
    return 0;
  }
  return answer_lines(answer);
}
