/* SPDX-License-Identifier: MIT */
/* Pairs to compare. */
#include "pair.h"

#include <string.h>

static void pair_blame(struct record *record, uriel_text text)
{
  const uriel_fault fault = {.offset = text.len, .length = text.len};
  record_blame(record, &fault, text);
  record->fault.what = "not a pair";
  record->fault.code = "pair without tab";
  record->fault.message = "two references are separated by a tab";
  record->fault.expected = "a tab";
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
