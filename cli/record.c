/* SPDX-License-Identifier: MIT */
/* What every subcommand does to a record. */
#include "record.h"

void record_blame(struct record *record, const uriel_fault *fault, uriel_text text, const char *what)
{
  record->invalid = true;
  record->fault = (struct record_fault){.fault = *fault, .text = text, .what = what};
}

bool record_parse(struct record *record, uriel_ref *ref, uriel_text text)
{
  uriel_fault fault;
  if (uriel_parse(ref, text.ptr, text.len, &fault))
    return true;
  record_blame(record, &fault, text, "not a URI reference");
  return false;
}
