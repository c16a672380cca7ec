/* SPDX-License-Identifier: MIT */
/* uriel links: documents and their references in the form asked for, errors on standard error. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/shared/cli.h"
#include "cli/shared/error.h"
#include "run.h"

/* ---- Documents that are open ------------------------------------------------------------------ */

static void links_keep(struct buffer *buffer, uriel_text text)
{
  buffer->len = 0;
  buffer_append(buffer, text.ptr, text.len);
}

static void links_push(struct links_run *run, const struct links_document *document)
{
  if (run->level_count == run->level_capacity) {
    const size_t more = run->level_capacity * 2 + 4;
    struct links_level *const levels = realloc(run->levels, more * sizeof *levels);
    if (!levels)
      die_memory();
    memset(levels + run->level_capacity, 0, (more - run->level_capacity) * sizeof *levels);
    run->levels = levels;
    run->level_capacity = more;
  }
  struct links_level *const level = &run->levels[run->level_count++];
  level->number = document->number;
  level->kind = document->kind;
  level->base_source = document->base_source;
  level->baseless = 0;
  links_keep(&level->part, document->part);
  links_keep(&level->base, document->base);
  links_keep(&level->retrieval, document->retrieval);
}

const struct links_level *links_level_now(const struct links_run *run)
{
  return &run->levels[run->level_count - 1];
}

void links_print_free(struct links_run *run)
{
  for (size_t i = 0; i < run->level_capacity; i++) {
    buffer_free(&run->levels[i].part);
    buffer_free(&run->levels[i].base);
    buffer_free(&run->levels[i].retrieval);
  }
  free(run->levels);
  find_set_free(&run->seen);
  buffer_free(&run->label);
  buffer_free(&run->scratch);
}

static bool links_same(uriel_text text, const struct buffer *buffer)
{
  return text.len == buffer->len && text.len > 0 && memcmp(text.ptr, buffer->ptr, text.len) == 0;
}

enum links_base links_base_of(const struct links_level *level, const struct links_reference *reference)
{
  if (!reference->base.ptr)
    return LINKS_BASE_NONE;
  if (links_same(reference->base, &level->base))
    return level->base_source;
  return links_same(reference->base, &level->retrieval) ? LINKS_BASE_RETRIEVAL : LINKS_BASE_CONTENT;
}

/* ---- Errors ----------------------------------------------------------------------------------- */

struct record_error links_error_of(const struct links_reference *reference)
{
  struct record_error error = {.error = *reference->error, .text = reference->cleaned};
  if (reference->error->code != URIEL_ERROR_BASE_NOT_ABSOLUTE)
    return error;
  /* What the library says of a base that was given is not what is wrong: there is none. */
  error.what = "no target";
  error.code = uriel_error_name(URIEL_ERROR_BASE_NOT_ABSOLUTE);
  error.message =
      "a relative reference, and no base URI is known (RFC 3986, 5.1): see --base and --file-base";
  return error;
}

/* "page.html:3:12" or "mail.eml!1.2": the document now, and `more`. */
static const char *links_label(struct links_run *run, const char *more)
{
  const struct links_level *const level = links_level_now(run);
  struct buffer *const label = &run->label;
  label->len = 0;
  buffer_append_escaped(label, run->file, strlen(run->file));
  buffer_append(label, "!", level->part.len > 0);
  buffer_append(label, level->part.ptr, level->part.len);
  buffer_append(label, more, strlen(more) + 1);
  return label->ptr;
}

static bool links_tells_errors(const struct links_run *run)
{
  return !run->silent && (run->render.form != RENDER_JSON || run->quiet);
}

/* That there is no base is said once of a document, not of each of its references. */
static void links_print_error(struct links_run *run, const struct links_reference *reference)
{
  char place[48] = "";
  const struct record_error error = links_error_of(reference);
  if (reference->error->code == URIEL_ERROR_BASE_NOT_ABSOLUTE)
    run->levels[run->level_count - 1].baseless++;
  if (!links_tells_errors(run) || reference->error->code == URIEL_ERROR_BASE_NOT_ABSOLUTE)
    return;
  if (reference->place.line)
    snprintf(place, sizeof place, ":%llu:%llu", (unsigned long long)reference->place.line,
             (unsigned long long)reference->place.column);
  progress_clear(&run->progress);
  error_print(links_label(run, place), &error);
}

static void links_print_baseless(struct links_run *run)
{
  const uint64_t count = links_level_now(run)->baseless;
  if (count == 0 || !links_tells_errors(run))
    return;
  progress_clear(&run->progress);
  message("%s: %llu relative reference%s, and no base URI is known (RFC 3986, 5.1): see --base and"
          " --file-base",
          links_label(run, ""), (unsigned long long)count, count == 1 ? "" : "s");
}

static bool links_error(void *context, const struct links_error *error)
{
  struct links_run *const run = context;
  run->invalid = true;
  if (run->render.form == RENDER_JSON && !run->quiet)
    links_record_error(run, error);
  if (!links_tells_errors(run))
    return true;
  progress_clear(&run->progress);
  if (error->offset || error->length)
    message("%s: byte %llu: %.*s", links_label(run, ""), (unsigned long long)error->offset,
            (int)error->message.len, error->message.ptr);
  else
    message("%s: %.*s", links_label(run, ""), (int)error->message.len, error->message.ptr);
  return true;
}

void links_print_unread(struct links_run *run, const char *file, const char *reason)
{
  progress_clear(&run->progress);
  if (run->render.form == RENDER_JSON && !run->quiet)
    links_record_unread(run, file, reason);
  message("cannot read %s: %s", file, reason);
}

/* ---- Documents and references ----------------------------------------------------------------- */

static bool links_begin(void *context, const struct links_document *document)
{
  struct links_run *const run = context;
  links_list_untold(run, "no base\n");
  links_push(run, document);
  if (run->quiet)
    return true;
  if (run->render.form == RENDER_LONG)
    links_list_heading(run, document);
  else if (run->render.form == RENDER_JSON)
    links_record_document(run, document);
  return true;
}

static void links_put(struct links_run *run, const struct links_reference *reference)
{
  switch (run->render.form) {
  case RENDER_LONG:
    links_list_reference(run, reference);
    break;
  case RENDER_PLAIN:
    if (!reference->target.ptr)
      break;
    output_foreign(&standard_out, reference->target.ptr, reference->target.len);
    output_char(&standard_out, run->render.terminator);
    break;
  default:
    links_record_reference(run, reference);
  }
}

/* What two references are the same by: the normal form. Those without one are each told. */
static bool links_is_new(struct links_run *run, const struct links_reference *reference)
{
  const uriel_text key = reference->normal.ptr ? reference->normal : reference->target;
  return !run->is_unique || !key.ptr || find_set_add(&run->seen, key);
}

static bool links_reference(void *context, const struct links_reference *reference)
{
  struct links_run *const run = context;
  if (reference->identifies && run->no_identifiers)
    return true;
  run->references++;
  run->invalid |= reference->error != NULL;
  if (!links_is_new(run, reference))
    return true;
  if (!run->quiet)
    links_put(run, reference);
  if (reference->error)
    links_print_error(run, reference);
  return true;
}

static bool links_end(void *context, const struct links_end *end)
{
  struct links_run *const run = context;
  if (run->render.form == RENDER_JSON && !run->quiet)
    links_record_end(run, end);
  links_list_untold(run, "no references\n");
  links_print_baseless(run);
  if (run->render.form == RENDER_LONG && !run->quiet && end->note)
    output_format(&standard_out, "  note: %s\n", end->note);
  run->level_count--;
  return true;
}

struct links_sink links_printer(struct links_run *run)
{
  return (struct links_sink){.context = run,
                             .begin = links_begin,
                             .reference = links_reference,
                             .error = links_error,
                             .end = links_end};
}
