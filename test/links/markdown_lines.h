/* SPDX-License-Identifier: MIT */
/* What uriel finds in a document of Markdown, a line each: a letter, a space and a text. "l": the
 * destination of a link, an image or an autolink, decoded; "d": of a definition that a link uses, "u":
 * of another definition; "h": HTML, its line breaks as spaces. */
#ifndef URIEL_TEST_LINKS_MARKDOWN_LINES_H
#define URIEL_TEST_LINKS_MARKDOWN_LINES_H

#include <stdio.h>
#include <stdlib.h>

#include "links/markdown.h"

static bool markdown_line_of(void *context, const struct markdown_found *found)
{
  FILE *const out = context;
  const uriel_text text = found->text;
  const bool is_email = found->kind == MARKDOWN_EMAIL;
  if (found->kind == MARKDOWN_HEADING)
    return true;
  if (found->kind == MARKDOWN_TAG || found->kind == MARKDOWN_HTML || found->kind == MARKDOWN_HTML_END) {
    fputs("h ", out);
    for (size_t i = 0; i < text.len; i++)
      putc(text.ptr[i] == '\n' ? ' ' : text.ptr[i], out);
  } else {
    char *const to = malloc(text.len * 3 + MARKDOWN_ROOM);
    if (!to)
      return false;
    const size_t len = markdown_destination_decode(text.ptr, text.len,
                                                   is_email || found->kind == MARKDOWN_AUTOLINK, to);
    fputs(found->kind != MARKDOWN_DEFINITION ? "l " : found->is_used ? "d " : "u ", out);
    fputs(is_email ? "mailto:" : "", out);
    fwrite(to, 1, len, out);
    free(to);
  }
  putc('\n', out);
  return true;
}

static bool markdown_lines(const char *data, size_t len, FILE *out)
{
  struct markdown markdown = {.data = data, .len = len, .found = markdown_line_of, .context = out};
  const bool good = markdown_read(&markdown);
  markdown_free(&markdown);
  return good;
}

#endif
