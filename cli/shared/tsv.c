/* SPDX-License-Identifier: MIT */
/* Tab-separated values. */
#include "tsv.h"

static const char *tsv_escape(char c)
{
  switch (c) {
  case '\\':
    return "\\\\";
  case '\t':
    return "\\t";
  case '\n':
    return "\\n";
  case '\r':
    return "\\r";
  default:
    return NULL;
  }
}

void tsv_text(struct output *out, const char *text, size_t len)
{
  if (!text) {
    output_put(out, "\\N", 2);
    return;
  }
  size_t done = 0;
  for (size_t at = 0; at < len; at++) {
    const char *const escape = tsv_escape(text[at]);
    if (!escape)
      continue;
    output_foreign(out, text + done, at - done);
    output_put(out, escape, 2);
    done = at + 1;
  }
  output_foreign(out, text + done, len - done);
}
