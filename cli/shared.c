/* SPDX-License-Identifier: MIT */
/* Options that several subcommands have. */
#include <stdlib.h>

#include "cli.h"
#include "fault.h"
#include "filter.h"
#include "output.h"

void spec_option(const struct option_reader *reader)
{
  static const char *const specs[] = {"rfc3986", NULL};
  (void)option_word(reader, specs);
}

void base_read(const char *command, const char *text, uriel_ref *base)
{
  struct record record = {0};
  const uriel_text whole = uriel_text_of(text);
  if (!text)
    die_usage(command, "a base URI is needed: --base=URI");
  if (record_parse(&record, base, whole) && !uriel_scheme(base).ptr) {
    const uriel_fault fault = {.code = URIEL_FAULT_BASE_NOT_ABSOLUTE, .component = URIEL_SCHEME};
    record_blame(&record, &fault, whole, "not a base URI");
  }
  if (!record.invalid)
    return;
  fault_print("base", &record.fault);
  output_flush_both();
  exit(STATUS_USAGE);
}
