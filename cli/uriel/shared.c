/* SPDX-License-Identifier: MIT */
/* What several subcommands do with --base. */
#include <stdlib.h>

#include "cli/shared/cli.h"
#include "cli/shared/error.h"
#include "cli/shared/output.h"
#include "filter.h"

bool base_parse(struct record *record, uriel_text text, uriel_ref *base)
{
  const struct reading *const reading = &record->reading;
  if (record_parse(record, base, text) && !uriel_scheme(base).ptr) {
    const uriel_error error = {
        .code = URIEL_ERROR_BASE_NOT_ABSOLUTE, .component = URIEL_SCHEME, .spec = reading->spec};
    record_blame(record, &error, text);
    record->error.what = "not a base URI";
  }
  return !record->invalid;
}

void base_read(const char *command, const char *text, const struct reading *reading, uriel_ref *base)
{
  struct record record = {.reading = *reading};
  if (!text)
    die_usage(command, "a base URI is needed: --base=URI");
  if (base_parse(&record, uriel_text_of(text), base))
    return;
  error_print("base", &record.error);
  output_flush_both();
  exit(STATUS_USAGE);
}
