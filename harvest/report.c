/* SPDX-License-Identifier: MIT */
/* The report: report.html, filled from the tables of report.sql. */
#include "report.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "answer.h"
#include "base/file_out.h"
#include "db.h"
#include "report_template.h"

/* Generated from report.html, report.css and report.sql. */
extern const char report_page[], report_style[], report_tables[];

/* ---- Spellings -------------------------------------------------------------------------------- */

/* Indexed by the lowest level on which a reference is equivalent to the most frequent spelling. Dot
 * segments do not occur, because targets are compared. */
static const struct spelling_rule {
  uriel_level level;
  const char *name;
} report_rules[] = {{URIEL_LEVEL_CASE, "Case (6.2.2.1)"},
                    {URIEL_LEVEL_PERCENT, "Percent-encoding (6.2.2.2)"},
                    {URIEL_LEVEL_SCHEME, "The scheme's rules (6.2.3)"}};

enum { REPORT_RULES = sizeof report_rules / sizeof *report_rules };

struct spelling_count {
  int64_t references, spellings;
};

static bool report_spelling(void *context, const struct answer *answer)
{
  struct spelling_count *counts = context;
  for (size_t i = 0; i < REPORT_RULES; i++) {
    if (answer->level == report_rules[i].level) {
      counts[i].references += (int64_t)answer->references;
      counts[i].spellings++;
    }
  }
  return true;
}

static bool report_spellings(struct db *db, bool *no_memory)
{
  struct spelling_count counts[REPORT_RULES] = {{0, 0}};
  bool good = db_run(db, "CREATE TEMP TABLE spelling(\"references\", spellings, rule)") &&
              answer_tell(db, ANSWER_DUPLICATES, report_spelling, counts, no_memory);
  for (size_t i = 0; good && i < REPORT_RULES; i++)
    good = db_insert(db, "INSERT INTO spelling VALUES(?, ?, ?)", counts[i].references,
                     counts[i].spellings, uriel_text_of(report_rules[i].name));
  return good;
}

/* ---- To a file -------------------------------------------------------------------------------- */

static bool report_make(struct db *db, const char *database, struct file_out *out, bool *no_memory)
{
  static const char *const names[] = {"database", "style"};
  const char *const slash = strrchr(database, '/');
  const struct db_row values = {
      .names = names,
      .count = sizeof names / sizeof *names,
      .texts = {uriel_text_of(slash ? slash + 1 : database), uriel_text_of(report_style)}};
  return report_spellings(db, no_memory) &&
         db_run(db, "CREATE TEMP VIEW insecure AS SELECT * FROM identifier WHERE scheme "
                    "IN " ANSWER_INSECURE_SCHEMES) &&
         answer_count(db) && db_run(db, report_tables) && report_template(db, out, report_page, &values);
}

static bool report_fail(char message[REPORT_MESSAGE], const char *what, const char *reason)
{
  snprintf(message, REPORT_MESSAGE, "%.4000s%s%s", what, *what ? ": " : "", reason);
  return false;
}

bool report_write(struct db *db, const char *database, const char *path, char message[REPORT_MESSAGE])
{
  struct file_out *out = calloc(1, sizeof *out);
  if (!out)
    return report_fail(message, path, "out of memory");
  bool good = file_out_open(out, path);
  if (good) {
    bool no_memory = false;
    const bool whole = report_make(db, database, out, &no_memory);
    good = file_out_close(out, whole);
    if (!whole && !out->error)
      report_fail(message, "", no_memory ? "out of memory" : db_message(db));
  }
  if (out->error)
    report_fail(message, strcmp(path, "-") == 0 ? "standard output" : path, strerror(out->error));
  free(out);
  return good;
}
