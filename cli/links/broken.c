/* SPDX-License-Identifier: MIT */
/* uriel links --check: prints broken links. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/escape.h"
#include "base/unicode.h"
#include "cli/shared/junit.h"
#include "cli/shared/sarif.h"
#include "fix.h"
#include "reader/excerpt.h"
#include "uriel_query.h"

/* Whether a pattern of --ignore matches. */
static bool broken_matches(const struct links_run *run, uriel_text text)
{
  bool matches = false;
  for (size_t i = 0; text.ptr && i < ARRAY_COUNT(const char *, run->ignore) && !matches; i++) {
    const char *const pattern = ARRAY_OF(const char *, run->ignore)[i];
    matches = uriel_glob_matches(text.ptr, text.len, pattern, strlen(pattern), 0);
  }
  return matches;
}

static bool broken_ignores(void *context, const struct check_broken *broken)
{
  return broken_matches(context, broken->reference->cleaned) || broken_matches(context, broken->path) ||
         broken_matches(context, broken->target);
}

static void broken_quote(struct buffer *out, uriel_text text)
{
  buffer_append(out, "\"", 1);
  buffer_append_as(out, ESCAPE_TERMINAL, text.ptr, text.len);
  buffer_append(out, "\"", 1);
}

static void broken_append(struct buffer *out, const char *text)
{
  buffer_append(out, text, strlen(text));
}

/* Returns the text without a password in it. */
static uriel_text broken_hide(uriel_text text, struct buffer *scratch)
{
  struct excerpt_marks marks = {0};
  const bool may_have = text.len && memchr(text.ptr, '@', text.len);
  return may_have ? excerpt_hide_password(text, URIEL_REFERENCE, &marks, scratch) : text;
}

/* Whether the link is not broken: a warning, or a note. */
static bool broken_is_mild(const struct check_broken *broken)
{
  return broken->problem == CHECK_LENIENT || broken->problem == CHECK_UNASKED;
}

/* Appends the reason: there is no "x" in "site/b.html"; did you mean "#y"? */
static void broken_reason(const struct check_broken *broken, struct buffer *out, struct buffer *decoded)
{
  const uriel_text error = broken->reference->error_message;
  const bool is_case = broken->problem == CHECK_CASE;
  const bool is_invalid = broken->problem == CHECK_INVALID || broken->problem == CHECK_LENIENT;
  broken_append(out, broken->reason);
  if (broken->message.ptr)
    buffer_append_as(out, ESCAPE_TERMINAL, broken->message.ptr, broken->message.len);
  if (is_invalid)
    buffer_append_as(out, ESCAPE_TERMINAL, error.ptr, error.len);
  if (broken->problem == CHECK_FRAGMENT) {
    /* decoded, if the result is UTF-8 */
    const uriel_text fragment = broken->fragment;
    buffer_reserve(decoded, fragment.len + 1);
    decoded->len = uriel_decode(fragment.ptr, fragment.len, 0, decoded->ptr, fragment.len + 1, NULL);
    const bool is_good = uriel_utf8_span(decoded->ptr, decoded->len) == decoded->len;
    broken_quote(out, is_good ? buffer_text(decoded) : fragment);
    broken_append(out, " in ");
  }
  if (!is_invalid && broken->path.ptr)
    broken_quote(out, broken->status.ptr ? broken_hide(broken->path, decoded) : broken->path);
  if (broken->chain.ptr && broken->problem != CHECK_FRAGMENT) {
    const char *const last = memrchr(broken->chain.ptr, ' ', broken->chain.len);
    broken_append(out, ", redirected to ");
    broken_quote(out,
                 (uriel_text){last + 1, broken->chain.len - (size_t)(last + 1 - broken->chain.ptr)});
  }
  if (broken->problem == CHECK_UNEXAMINED) {
    broken_append(out, ": ");
    broken_append(out, strerror(broken->error));
  }
  if (broken->suggestion.ptr) {
    broken_append(out, is_case                            ? ", but "
                       : broken->problem == CHECK_LENIENT ? "; read as "
                                                          : "; did you mean ");
    broken_quote(out, broken_hide(broken->suggestion, decoded));
    broken_append(out, is_case                            ? ", which differs in case"
                       : broken->problem == CHECK_LENIENT ? ""
                                                          : "?");
  }
}

/* "page.html:3:12: broken: b.html#x: there is no "x" in "site/b.html"; did you mean "#y"?" */
static void broken_line(struct links_run *run, const struct check_broken *broken)
{
  struct output *const out = &standard_out;
  links_put_label(run, &broken->reference->place);
  if (broken->problem == CHECK_UNASKED)
    colour_put(out, TONE_USERINFO, "not asked", 9);
  else if (broken->problem == CHECK_LENIENT)
    colour_put(out, TONE_USERINFO, "warning", 7);
  else
    colour_put(out, TONE_ERROR, "broken", 6);
  output_text(out, ": ");
  links_put_text(run, broken->reference->raw, TONE_STRONG);
  output_text(out, ": ");
  run->label.len = 0;
  broken_reason(broken, &run->label, &run->scratch);
  output_put(out, run->label.ptr, run->label.len);
  output_char(out, '\n');
}

/* Writes a result to `run->held`. */
static void broken_sarif(struct links_run *run, const struct check_broken *broken)
{
  char line[4096];
  const struct links_reference *const reference = broken->reference;
  const struct place *const place = &reference->place;
  const bool is_warning = broken->problem == CHECK_LENIENT || broken->problem == CHECK_UNEXAMINED;
  const char *const level = broken->problem == CHECK_UNASKED ? "note" : is_warning ? "warning" : "error";
  const struct sarif_rule rule = {.name = broken->name, .summary = broken->summary, .level = level};
  struct sarif_result result = {
      .rule = sarif_rule(&rule), .level = level, .section = "", .file = run->file};
  const uriel_text raw = broken_hide(reference->raw, &run->scratch);
  run->label.len = 0;
  buffer_append_as(&run->label, ESCAPE_TERMINAL, raw.ptr, raw.len);
  broken_append(&run->label, ": ");
  broken_reason(broken, &run->label, &run->scratch);
  result.message = buffer_text(&run->label);
  /* The line up to the end of the reference, if the file has these bytes. */
  if (place->line && !run->levels.last->is_encoded) {
    const size_t before = place->column - 1, whole = before + reference->raw.len;
    result.line = place->line;
    if (whole <= sizeof line &&
        pread(run->fd, line, whole, (off_t)(place->offset - before)) == (ssize_t)whole) {
      const bool is_raw = memcmp(line + before, reference->raw.ptr, reference->raw.len) == 0;
      result.text = (uriel_text){line, whole};
      result.offset = before;
      result.length = is_raw ? reference->raw.len : 0;
    }
  }
  sarif_put(&result, &run->scratch);
}

/* Writes a test case to `run->held`. */
static void broken_junit(struct links_run *run, const struct check_broken *broken)
{
  const struct place *const place = &broken->reference->place;
  const struct links_level *const level = run->levels.last;
  const uriel_text raw = broken_hide(broken->reference->raw, &run->scratch);
  char column[48];
  struct buffer *const name = &run->host, *const reason = &run->label;
  const int len = snprintf(column, sizeof column, "%llu:%llu: ", (unsigned long long)place->line,
                           (unsigned long long)place->column);
  buffer_put(name, "!", level->part.len > 0);
  buffer_append(name, level->part.ptr, level->part.len);
  buffer_append(name, ":", level->part.len > 0);
  buffer_append(name, column, place->line ? (size_t)len : 0);
  buffer_append(name, raw.ptr, raw.len);
  reason->len = 0;
  broken_reason(broken, reason, &run->scratch);
  const struct junit_case test = {.name = buffer_text(name),
                                  .group = run->file,
                                  .line = level->is_encoded ? 0 : place->line,
                                  .code = broken_is_mild(broken) ? NULL : broken->name,
                                  .is_error = broken->problem == CHECK_UNEXAMINED,
                                  .message = buffer_text(reason)};
  run->scratch.len = 0;
  junit_put(&run->scratch, &test);
  output_put(&standard_out, run->scratch.ptr, run->scratch.len);
}

static void broken_put_held(void *context, const char *shown, size_t begin, size_t end)
{
  struct links_run *const run = context;
  if (run->render.form == RENDER_JUNIT) {
    if (!run->general.quiet)
      junit_suite(shown, (uriel_text){run->held.data + begin, end - begin});
    return;
  }
  /* Results of SARIF have a comma before them, except for the first one, which may not be printed. */
  if (run->render.form == RENDER_SARIF && begin < end) {
    const bool has_comma = run->held.data[begin] == ',';
    output_put(&standard_out, ",", run->has_results && !has_comma);
    begin += !run->has_results && has_comma;
    run->has_results = true;
  }
  output_put(&standard_out, run->held.data + begin, end - begin);
}

static void broken_print(void *context, const struct check_broken *broken)
{
  struct links_run *const run = context;
  const bool is_warning = broken_is_mild(broken), is_sarif = run->render.form == RENDER_SARIF;
  const bool is_junit = run->render.form == RENDER_JUNIT;
  const bool is_unexamined = broken->problem == CHECK_UNEXAMINED;
  const size_t begin = run->held.len;
  if (run->fix && run->is_page)
    return;
  if (run->fix) {
    /* A document that is read again has the broken links of the first reading, too. */
    if (broken->correction.ptr &&
        (broken->is_held || broken->problem == CHECK_FRAGMENT || broken->problem == CHECK_MOVED))
      fix_add(run->fix, run, broken->reference, broken->correction, broken->corrected);
    return;
  }
  run->invalid |= !is_warning && !is_unexamined;
  /* In the other forms, the error of the path is enough. */
  if (run->general.quiet || (is_unexamined && !is_sarif && !is_junit))
    return;
  if (broken->is_held || is_sarif || is_junit)
    output_set(&run->held, NULL);
  if (is_sarif) {
    broken_sarif(run, broken);
  } else if (is_junit) {
    broken_junit(run, broken);
  } else if (run->render.form == RENDER_LONG) {
    broken_line(run, broken);
  } else if (run->render.form != RENDER_PLAIN) {
    links_put_record(run, broken->reference, broken);
  } else if (!is_warning) {
    const uriel_text shown = broken->target.ptr ? broken->target : broken->reference->raw;
    output_foreign(&standard_out, shown.ptr, shown.len);
    output_char(&standard_out, run->render.terminator);
  }
  output_set(NULL, NULL);
  if (is_sarif && !broken->is_held) {
    broken_put_held(run, run->file, begin, run->held.len);
    run->held.len = begin;
  }
}

/* A document that is read again has the same errors. */
static bool broken_error(void *context, const struct links_error *error)
{
  struct links_run *const run = context;
  if (!run->is_printing)
    links_print_error(context, error);
  if (run->render.form != RENDER_JUNIT)
    return true;
  const struct junit_case test = {.name = uriel_text_of(run->file),
                                  .group = run->file,
                                  .code = error->code,
                                  .is_error = true,
                                  .message = error->message};
  run->scratch.len = 0;
  junit_put(&run->scratch, &test);
  output_set(&run->held, NULL);
  output_put(&standard_out, run->scratch.ptr, run->scratch.len);
  output_set(NULL, NULL);
  return true;
}

static void broken_unexamined(void *context, const char *path, const char *reason)
{
  ((struct links_run *)context)->failed = true;
  message("cannot examine %s: %s", path, reason);
}

/* Only regular files are read. */
static void broken_read(void *context, const char *shown, const char *path, uriel_text retrieval)
{
  struct links_run *const run = context;
  struct stat status;
  const int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
  const size_t begin = run->held.len;
  run->file = shown;
  if (fd < 0) {
    links_print_unread(run, shown, strerror(errno));
    return;
  }
  if (fstat(fd, &status) == 0 && S_ISREG(status.st_mode) &&
      !links_read_fd(run, fd, strrchr(path, '/') + 1, retrieval))
    die_memory();
  close(fd);
  if (run->render.form != RENDER_JUNIT)
    return;
  if (run->is_printing)
    broken_put_held(run, shown, begin, run->held.len);
  run->held.len = begin;
}

static size_t broken_held(void *context)
{
  return ((const struct links_run *)context)->held.len;
}

void broken_start(struct links_run *run)
{
  struct check_options *const options = &run->check_options;
  static struct check_sink sink;
  sink = (struct check_sink){.context = run,
                             .error = broken_error,
                             .ignores = broken_ignores,
                             .broken = broken_print,
                             .unexamined = broken_unexamined,
                             .read = broken_read,
                             .read_page = servers_read_page,
                             .held = broken_held,
                             .print = broken_put_held};
  options->base = run->base;
  options->spec = run->spec;
  options->no_suggestions = run->general.quiet || run->fixes;
  options->corrects = run->fixes == LINKS_FIX_NEAR;
  options->moves = run->fixes == LINKS_FIX_REDIRECTS;
  options->online = run->servers.is_on;
  run->fix = run->fixes ? fix_new() : NULL;
  run->held = standard_out;
  run->held.data = NULL;
  run->held.len = run->held.capacity = 0;
  run->held.grows = true;
  if (run->render.form == RENDER_SARIF && !run->general.quiet)
    sarif_begin();
  if (run->render.form == RENDER_JUNIT && !run->general.quiet)
    junit_begin();
  run->check = check_new(options, &sink, &run->levels);
  run->sink = check_links_sink(run->check);
}

/* Sets whether anchors are read. */
static void broken_read_anchors(struct links_run *run, bool are_read)
{
  links_free(run->links);
  run->limits.anchors = are_read;
  run->links = links_new(&run->limits);
  if (!run->links)
    die_memory();
}

/* Replaces the links that have a correction: their fragments, too, must exist. */
static void broken_fix(struct links_run *run)
{
  const uint64_t broken = check_counts(run->check)->broken;
  const char *const media_type = run->media_type;
  run->media_type = NULL;
  broken_read_anchors(run, true);
  check_fragments(run->check);
  broken_read_anchors(run, false);
  run->media_type = media_type;
  progress_clear(&run->progress);
  fix_finish(run);
  run->invalid |= broken > (run->fixes == LINKS_FIX_NEAR ? fix_counts(run->fix)->references : 0);
}

void broken_finish(struct links_run *run)
{
  enum { BROKEN_SUFFIXED = 10 }; /* as many can hardly be mistakes */
  const struct check_counts *const counts = check_counts(run->check);
  const char *const media_type = run->media_type;
  char unchecked[80] = "", warnings[40] = "", unasked[40] = "";
  run->media_type = NULL;
  check_fragments(run->check);
  run->media_type = media_type;
  if (run->servers.is_on)
    servers_check(run);
  broken_read_anchors(run, false);
  run->is_printing = true;
  check_print(run->check);
  run->is_printing = false;
  if (run->render.form == RENDER_SARIF && !run->general.quiet)
    sarif_end();
  if (run->render.form == RENDER_JUNIT && !run->general.quiet)
    junit_end();
  progress_clear(&run->progress);
  if (run->fix)
    broken_fix(run);
  if (run->general.silent)
    return;
  if (counts->unchecked)
    snprintf(unchecked, sizeof unchecked, ", %llu fragment%s not checked",
             (unsigned long long)counts->unchecked, counts->unchecked == 1 ? "" : "s");
  if (counts->warnings)
    snprintf(warnings, sizeof warnings, ", %llu warning%s", (unsigned long long)counts->warnings,
             counts->warnings == 1 ? "" : "s");
  for (size_t i = 0; i < CHECK_SUFFIXES; i++)
    if (counts->suffixed[i] >= BROKEN_SUFFIXED)
      message("note: %llu broken links would lead to files with the suffix \".%s\": see --fallback=%s",
              (unsigned long long)counts->suffixed[i], check_suffixes[i], check_suffixes[i]);
  if (counts->unasked)
    snprintf(unasked, sizeof unasked, ", %llu not asked", (unsigned long long)counts->unasked);
  message("%llu document%s, %llu reference%s: %llu broken%s, %llu external%s, %llu ignored%s",
          (unsigned long long)counts->documents, counts->documents == 1 ? "" : "s",
          (unsigned long long)counts->references, counts->references == 1 ? "" : "s",
          (unsigned long long)counts->broken, warnings, (unsigned long long)counts->external, unasked,
          (unsigned long long)counts->ignored, unchecked);
  if (run->fix)
    message("%llu %s %s, in %llu file%s", (unsigned long long)fix_counts(run->fix)->references,
            run->fixes == LINKS_FIX_NEAR ? "of them" : "redirected links",
            run->writes ? "corrected" : "can be corrected",
            (unsigned long long)fix_counts(run->fix)->files,
            fix_counts(run->fix)->files == 1 ? "" : "s");
}
