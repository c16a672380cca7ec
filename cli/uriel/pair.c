/* SPDX-License-Identifier: MIT */
/* Pairs to compare. */
#include "pair.h"

#include <string.h>

static void pair_blame(struct record *record, uriel_text text)
{
  const uriel_error error = {.offset = text.len, .length = text.len};
  record_blame(record, &error, text);
  record->error.what = "not a pair";
  record->error.code = "pair without tab";
  record->error.message = "two references are separated by a tab";
  record->error.expected = "a tab";
}

bool pair_split(const struct input *input, struct record *record)
{
  uriel_text *const values = record->values;
  values[PAIR_B] = input->second;
  if (input->second.ptr)
    return true;
  const uriel_text text = input->text;
  const char *const tab = text.len ? memchr(text.ptr, '\t', text.len) : NULL;
  if (!tab) {
    pair_blame(record, text);
    return false;
  }
  const size_t at = (size_t)(tab - text.ptr);
  values[PAIR_A] = (uriel_text){text.ptr, at};
  values[PAIR_B] = (uriel_text){tab + 1, text.len - at - 1};
  record->empty = input->passes_empty && (values[PAIR_A].len == 0 || values[PAIR_B].len == 0);
  return !record->empty;
}
