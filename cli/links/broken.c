/* SPDX-License-Identifier: MIT */
/* uriel links --check: prints broken links. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "run.h"
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
  return broken_matches(context, broken->reference->cleaned) ||
         (broken->path.ptr &&
          (broken_matches(context, broken->path) || broken_matches(context, broken->target)));
}

static void broken_quote(uriel_text text)
{
  output_char(&standard_out, '"');
  output_escaped(&standard_out, text.ptr, text.len);
  output_char(&standard_out, '"');
}

/* "page.html:3:12: broken: b.html#x: there is no "x" in "site/b.html"; did you mean "#y"?" */
static void broken_line(struct links_run *run, const struct check_broken *broken)
{
  const struct links_reference *const reference = broken->reference;
  struct output *const out = &standard_out;
  struct buffer *const decoded = &run->scratch;
  const bool is_case = broken->problem == CHECK_CASE;
  links_put_label(run, &reference->place);
  colour_put(out, TONE_ERROR, "broken", 6);
  output_text(out, ": ");
  links_put_text(run, reference->raw, TONE_STRONG);
  output_text(out, ": ");
  output_text(out, broken->reason);
  if (broken->problem == CHECK_INVALID)
    output_escaped(out, reference->error_message.ptr, reference->error_message.len);
  if (broken->problem == CHECK_FRAGMENT) {
    /* decoded, if the result is UTF-8 */
    const uriel_text fragment = broken->fragment;
    buffer_reserve(decoded, fragment.len + 1);
    decoded->len = uriel_decode(fragment.ptr, fragment.len, 0, decoded->ptr, fragment.len + 1, NULL);
    const bool is_good = uriel_utf8_span(decoded->ptr, decoded->len) == decoded->len;
    broken_quote(is_good ? buffer_text(decoded) : fragment);
    output_text(out, " in ");
  }
  if (broken->problem != CHECK_INVALID)
    broken_quote(broken->path);
  if (broken->suggestion.ptr) {
    output_text(out, is_case ? ", but " : "; did you mean ");
    broken_quote(broken->suggestion);
    output_text(out, is_case ? ", which differs in case" : "?");
  }
  output_char(out, '\n');
}

static void broken_print(void *context, const struct check_broken *broken)
{
  struct links_run *const run = context;
  run->invalid = true;
  if (run->general.quiet)
    return;
  if (broken->is_held)
    output_set(&run->held, NULL);
  if (run->render.form == RENDER_LONG) {
    broken_line(run, broken);
  } else if (run->render.form == RENDER_PLAIN) {
    const uriel_text shown = broken->target.ptr ? broken->target : broken->reference->raw;
    output_foreign(&standard_out, shown.ptr, shown.len);
    output_char(&standard_out, run->render.terminator);
  } else {
    links_put_record(run, broken->reference, broken);
  }
  output_set(NULL, NULL);
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
  run->file = shown;
  if (fd < 0) {
    links_print_unread(run, shown, strerror(errno));
    return;
  }
  if (fstat(fd, &status) == 0 && S_ISREG(status.st_mode) &&
      !links_read_fd(run, fd, strrchr(path, '/') + 1, retrieval))
    die_memory();
  close(fd);
}

static size_t broken_held(void *context)
{
  return ((const struct links_run *)context)->held.len;
}

static void broken_put_held(void *context, size_t begin, size_t end)
{
  const struct links_run *const run = context;
  output_put(&standard_out, run->held.data + begin, end - begin);
}

void broken_start(struct links_run *run)
{
  struct check_options *const options = &run->check_options;
  static struct check_sink sink;
  sink = (struct check_sink){.context = run,
                             .error = links_print_error,
                             .ignores = broken_ignores,
                             .broken = broken_print,
                             .unexamined = broken_unexamined,
                             .read = broken_read,
                             .held = broken_held,
                             .print = broken_put_held};
  options->base = run->base;
  options->spec = run->spec;
  options->no_suggestions = run->general.quiet;
  run->held = standard_out;
  run->held.data = NULL;
  run->held.len = run->held.capacity = 0;
  run->held.grows = true;
  run->check = check_new(options, &sink, &run->levels);
  run->sink = check_links_sink(run->check);
}

void broken_finish(struct links_run *run)
{
  const struct check_counts *const counts = check_counts(run->check);
  const char *const media_type = run->media_type;
  char unchecked[80] = "";
  run->media_type = NULL;
  check_fragments(run->check);
  run->media_type = media_type;
  links_free(run->links);
  run->limits.anchors = false;
  run->links = links_new(&run->limits);
  if (!run->links)
    die_memory();
  check_print(run->check);
  progress_clear(&run->progress);
  if (run->general.silent)
    return;
  if (counts->unchecked)
    snprintf(unchecked, sizeof unchecked, ", %llu fragment%s not checked",
             (unsigned long long)counts->unchecked, counts->unchecked == 1 ? "" : "s");
  message("%llu document%s, %llu reference%s: %llu broken, %llu external, %llu ignored%s",
          (unsigned long long)counts->documents, counts->documents == 1 ? "" : "s",
          (unsigned long long)counts->references, counts->references == 1 ? "" : "s",
          (unsigned long long)counts->broken, (unsigned long long)counts->external,
          (unsigned long long)counts->ignored, unchecked);
}
