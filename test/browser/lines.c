/* SPDX-License-Identifier: MIT */
/* The references of a document as lines. */
#include "lines.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "pages.h"

static char *lines_name(char *out, const char *name)
{
  for (; *name; name++)
    *out++ = (char)(*name >= 'A' && *name <= 'Z' ? *name + 32 : *name);
  *out++ = '\t';
  return out;
}

static char *lines_value(char *out, const char *value, size_t len)
{
  static const char from[] = "\t\n\r\0\\", to[] = "tnr0\\";
  for (size_t i = 0; i < len; i++) {
    const char *const at = memchr(from, value[i], sizeof from - 1);
    if (at)
      *out++ = '\\';
    *out++ = at ? to[at - from] : value[i];
  }
  return out;
}

void lines_add(struct lines *lines, struct line line, const char *element, const char *attribute,
               const char *value, size_t len)
{
  if (lines->count == lines->capacity) {
    lines->capacity = lines->capacity * 2 + 64;
    lines->all = page_memory(lines->all, lines->capacity * sizeof *lines->all);
  }
  line.number = lines->count;
  line.text = page_memory(NULL, strlen(element) + strlen(attribute) + 2 * len + 3);
  char *const end = lines_value(lines_name(lines_name(line.text, element), attribute), value, len);
  *end = 0;
  if (!lines->has_base && !line.flags && strncmp(line.text, "base\thref\t", 10) == 0) {
    lines->has_base = true;
    line.flags |= LINE_BASE;
  }
  lines->all[lines->count++] = line;
}

void lines_remove(struct lines *lines, size_t from)
{
  size_t left = from;
  for (size_t i = from; i < lines->count; i++) {
    if (strncmp(lines->all[i].text, "html\t", 5) == 0)
      lines->all[left++] = lines->all[i];
    else {
      lines->has_base &= !(lines->all[i].flags & LINE_BASE);
      free(lines->all[i].text);
    }
  }
  lines->count = left;
}

static int lines_order(const void *a, const void *b)
{
  const struct line *const one = a, *const two = b;
  if (one->offset != two->offset)
    return one->offset < two->offset ? -1 : 1;
  return one->number < two->number ? -1 : one->number > two->number;
}

void lines_sort(struct lines *lines)
{
  if (!lines->count)
    return;
  qsort(lines->all, lines->count, sizeof *lines->all, lines_order);
  size_t left = 1;
  for (size_t i = 1; i < lines->count; i++) {
    const struct line *const before = &lines->all[left - 1];
    if (before->offset == lines->all[i].offset && strcmp(before->text, lines->all[i].text) == 0)
      free(lines->all[i].text);
    else
      lines->all[left++] = lines->all[i];
  }
  lines->count = left;
}

size_t lines_differ(const struct lines *a, const struct lines *b)
{
  const size_t least = a->count < b->count ? a->count : b->count;
  for (size_t i = 0; i < least; i++) {
    const struct line *const one = &a->all[i], *const two = &b->all[i];
    const bool is_empty = one->text[strlen(one->text) - 1] == '\t';
    if ((one->offset != two->offset && !is_empty) || one->flags != two->flags ||
        strcmp(one->text, two->text) != 0)
      return i;
  }
  return a->count == b->count ? SIZE_MAX : least;
}

struct line_flags line_flags(const struct line *line)
{
  struct line_flags flags = {"-"};
  size_t n = 0;
  if (line->flags & LINE_INERT)
    flags.text[n++] = 'i';
  if (line->flags & LINE_FOREIGN)
    flags.text[n++] = 'f';
  if (line->flags & LINE_BASE)
    flags.text[n++] = 'b';
  return flags;
}

void line_write(const struct line *line, FILE *to)
{
  fprintf(to, "%zu\t%s\t%s\n", line->offset, line_flags(line).text, line->text);
}

void lines_write(const struct lines *lines, FILE *to)
{
  for (size_t i = 0; i < lines->count; i++)
    line_write(&lines->all[i], to);
  fputs(".\n", to);
}

void lines_free(struct lines *lines)
{
  for (size_t i = 0; i < lines->count; i++)
    free(lines->all[i].text);
  free(lines->all);
  *lines = (struct lines){0};
}
