/* SPDX-License-Identifier: MIT */
/* Answers requests about URLs and search parameters, for a comparison with another implementation
 * (compare.mjs). A request is a line: an operation and its texts in hexadecimal, after tabs; "-" is
 * undefined. The answer is a line: texts in hexadecimal, or "-". */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "search_params.h"

enum { ANSWER_FIELDS = 3 };

static uriel_text from_hex(const char *field)
{
  if (!field || *field == '-')
    return text_from(NULL, 0);
  const size_t len = strcspn(field, "\t\n") / 2;
  char *const text = room(len);
  for (size_t at = 0; at < len; at++) {
    const char digits[3] = {field[2 * at], field[2 * at + 1], '\0'};
    text[at] = (char)(unsigned char)strtoul(digits, NULL, 16);
  }
  return text_from(text, len);
}

static void print_hex(uriel_text text)
{
  if (!text.ptr)
    putchar('-');
  for (size_t at = 0; at < text.len; at++)
    printf("%02x", (unsigned char)text.ptr[at]);
}

static void answer_params(const char *operation, const uriel_text fields[ANSWER_FIELDS])
{
  const params_input in = {operation, fields[0], fields[1], fields[2]};
  if (strcmp(operation, "has") == 0) {
    putchar(uriel_params_has(in.query, in.name, in.value) ? '1' : '0');
  } else if (strcmp(operation, "count") == 0) {
    printf("%zu", uriel_params_count(in.query));
  } else {
    const uriel_text answer = text_written(write_params, &in);
    print_hex(answer);
    text_free(answer);
  }
}

static void answer(char *line)
{
  uriel_text fields[ANSWER_FIELDS] = {{NULL, 0}};
  char *const after = line + strcspn(line, "\t\n");
  const char *at = *after == '\t' ? after + 1 : NULL;
  *after = '\0';
  for (size_t i = 0; i < ANSWER_FIELDS && at; i++) {
    fields[i] = from_hex(at);
    const char *const tab = strchr(at, '\t');
    at = tab ? tab + 1 : NULL;
  }
  answer_params(line, fields);
  putchar('\n');
  for (size_t i = 0; i < ANSWER_FIELDS; i++)
    text_free(fields[i]);
}

int main(void)
{
  char *line = NULL;
  size_t size = 0;
  while (getline(&line, &size, stdin) > 0)
    answer(line);
  free(line);
  return 0;
}
