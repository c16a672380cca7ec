/* SPDX-License-Identifier: MIT */
/* uriel links: prints documents and their references in the selected form, and errors on standard
 * error. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/shared/cli.h"
#include "cli/shared/error.h"
#include "links/work.h"
#include "reader/unicode.h"
#include "run.h"

/* ---- The list for people ------------------------------------------------------------------------ */

static void list_put_name(const struct links_run *run)
{
  const struct links_level *const level = links_level_now(run);
  struct output *const out = &standard_out;
  colour_tone(out, TONE_STRONG);
  output_escaped(out, run->file, strlen(run->file));
  output_text(out, level->part.len ? "!" : "");
  output_put(out, level->part.ptr, level->part.len);
  colour_tone(out, TONE_PLAIN);
  output_text(out, ": ");
}

/* "page.html: base https://example.com/a/ (content: base element)" */
static void list_heading(struct links_run *run, const struct links_document *document)
{
  static const struct reading reading = {.spec = URIEL_SPEC_RFC3986};
  struct output *const out = &standard_out;
  const bool is_binary = strcmp(document->kind, "binary") == 0;
  run->heading = document->number;
  /* Print nothing for binary files in folders. */
  if (is_binary && run->is_found && document->number == 1)
    return;
  if (!is_binary && !document->base.ptr) {
    run->unheaded = document->number;
    return;
  }
  list_put_name(run);
  if (is_binary) {
    output_format(out, "binary (%s)\n", document->format ? document->format : "data");
    return;
  }
  output_text(out, "base ");
  colour_reference(out, &reading, document->base);
  output_format(out, " (%s", links_base_name(document->base_source));
  if (document->base_by)
    output_format(out, ": %s", document->base_by);
  output_text(out, ")\n");
}

/* Prints the heading of a document without a base; `what` depends on whether it has references. */
static void list_unheaded(struct links_run *run, const char *what)
{
  if (run->unheaded) {
    list_put_name(run);
    output_text(&standard_out, what);
  }
  run->unheaded = 0;
}

/* Returns the columns. Prints the origin of the reference: "a@href", "Link:", "Link@anchor:". */
static size_t list_put_holder(const struct links_reference *reference)
{
  struct output *const out = &standard_out;
  const char *const name = reference->header ? reference->header : reference->element;
  const char *const rest = reference->attribute ? reference->attribute : "";
  const char *const at = name && *rest ? "@" : "";
  const char *const colon = reference->header ? ":" : "";
  const size_t len = name ? strlen(name) : 0;
  if (len)
    colour_tone(out, TONE_DIM);
  output_escaped(out, name ? name : "", len);
  if (len)
    colour_tone(out, TONE_PLAIN);
  output_text(out, at);
  output_escaped(out, rest, strlen(rest));
  output_text(out, colon);
  return len + strlen(at) + strlen(rest) + strlen(colon);
}

static void list_pad(size_t from, size_t to)
{
  do
    output_char(&standard_out, ' ');
  while (++from < to);
}

/* "  3:12      a@href            "; prints spaces instead of the origin for text in markup, to align
 * the columns. */
static void list_put_place(const struct links_reference *reference, bool is_markup)
{
  enum { PLACE_WIDTH = 10, HOLDER_WIDTH = 18 };
  char place[48];
  const int len = snprintf(place, sizeof place, "%llu:%llu", (unsigned long long)reference->place.line,
                           (unsigned long long)reference->place.column);
  output_text(&standard_out, "  ");
  colour_put(&standard_out, TONE_DIM, place, (size_t)len);
  list_pad((size_t)len, PLACE_WIDTH);
  if (reference->header || reference->element || reference->attribute)
    list_pad(list_put_holder(reference), HOLDER_WIDTH);
  else if (is_markup)
    list_pad(0, HOLDER_WIDTH);
}

/* Returns the start of a long text: a "data:" URI may have any size. */
static uriel_text list_cut(uriel_text text, bool *cut)
{
  enum { LINKS_SHOWN = 1000 };
  *cut = text.len > LINKS_SHOWN;
  if (*cut)
    text.len = LINKS_SHOWN;
  while (*cut && text.len > 0 && ((unsigned char)text.ptr[text.len] & 0xC0) == 0x80)
    text.len--;
  return text;
}

/* Quotes make leading and trailing spaces visible. */
static bool list_quotes(uriel_text raw)
{
  return raw.len == 0 || raw.ptr[0] == ' ' || raw.ptr[raw.len - 1] == ' ';
}

/* Prints a text without its password and without control characters. */
static void list_put_text(struct links_run *run, uriel_text text, bool is_target, bool is_bad)
{
  static const struct reading reading = {.spec = URIEL_SPEC_RFC3986};
  struct excerpt_marks marks = {0};
  bool cut;
  const uriel_text shown =
      list_cut(excerpt_hide_password(text, URIEL_REFERENCE, &marks, &run->scratch), &cut);
  if (is_target)
    colour_reference(&standard_out, &reading, shown);
  else {
    colour_tone(&standard_out, is_bad ? TONE_ERROR : TONE_STRONG);
    output_escaped(&standard_out, shown.ptr, shown.len);
    colour_tone(&standard_out, TONE_PLAIN);
  }
  output_text(&standard_out, cut ? "..." : "");
}

void links_put_text(struct links_run *run, uriel_text text)
{
  list_put_text(run, text, false, false);
}

uriel_text links_host(struct links_run *run, const struct links_reference *reference, uriel_text *host)
{
  uriel_text shown = {NULL, 0};
  uriel_ref ref;
  const uriel_text normal = reference->normal;
  *host = (uriel_text){NULL, 0};
  if (!normal.ptr || !memmem(normal.ptr, normal.len, "xn--", 4) ||
      !uriel_parse_as(&ref, normal.ptr, normal.len,
                      run->spec == URIEL_SPEC_WHATWG ? URIEL_SPEC_WHATWG : URIEL_SPEC_RFC3986, 0, NULL))
    return shown;
  if (!host_unicode(uriel_host(&ref), &run->host, &shown))
    die_memory();
  if (shown.ptr)
    *host = uriel_host(&ref);
  return shown;
}

/* Whether a reference can be a URI; others are IRIs at most. */
static bool list_is_ascii(uriel_text text)
{
  unsigned char all = 0;
  for (size_t i = 0; i < text.len; i++)
    all |= (unsigned char)text.ptr[i];
  return all < 0x80;
}

/* Prints the letters of a host that the document has in ASCII. */
static void list_host(struct links_run *run, const struct links_reference *reference)
{
  uriel_text host;
  const uriel_text shown = links_host(run, reference, &host);
  if (!shown.ptr || memmem(reference->raw.ptr, reference->raw.len, shown.ptr, shown.len))
    return;
  output_text(&standard_out, " (host ");
  output_escaped(&standard_out, shown.ptr, shown.len);
  output_char(&standard_out, ')');
}

static void list_reference(struct links_run *run, const struct links_reference *reference)
{
  struct output *const out = &standard_out;
  const struct links_level *const level = links_level_now(run);
  list_unheaded(run, "no base\n");
  const uriel_text raw = reference->raw, target = reference->target;
  if (run->heading != level->number) {
    list_put_name(run);
    output_text(out, "continued\n");
    run->heading = level->number;
  }
  list_put_place(reference, strcmp(level->kind, "xml") == 0 || strcmp(level->kind, "html") == 0);
  if (!target.ptr || raw.len != target.len || memcmp(raw.ptr, target.ptr, raw.len) != 0) {
    const char *const quote = list_quotes(raw) ? "\"" : "";
    output_text(out, quote);
    list_put_text(run, raw, false, reference->error != NULL);
    output_text(out, quote);
    output_text(out, " ->");
    output_text(out, target.ptr ? " " : "");
  }
  if (target.ptr)
    list_put_text(run, target, true, false);
  if (reference->excess)
    output_format(out, " (\"..\" beyond the root: %u)", reference->excess);
  if (reference->part.ptr)
    output_format(out, reference->part.len ? " (part %.*s)" : " (the message itself%.*s)",
                  (int)reference->part.len, reference->part.ptr);
  if (reference->relation.ptr) {
    output_text(out, " (rel ");
    output_escaped(out, reference->relation.ptr, reference->relation.len);
    output_char(out, ')');
  }
  if (reference->identifies)
    output_text(out, " (a name)");
  list_host(run, reference);
  if (reference->elsewhere.ptr) {
    output_text(out, list_is_ascii(reference->cleaned) ? " (RFC 3986: " : " (RFC 3987: ");
    output_text(out, reference->elsewhere.len ? "" : "no target");
    list_put_text(run, reference->elsewhere, true, false);
    output_char(out, ')');
  }
  output_char(out, '\n');
}

/* ---- Open documents --------------------------------------------------------------------------- */

static void links_keep(struct buffer *buffer, uriel_text text)
{
  buffer->len = 0;
  buffer_append(buffer, text.ptr, text.len);
}

void links_push(struct links_run *run, const struct links_document *document)
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
  level->format = document->format;
  level->base_source = document->base_source;
  level->baseless = 0;
  links_keep(&level->part, document->part);
  links_keep(&level->base, document->base);
  links_keep(&level->retrieval, document->retrieval);
}

void links_pop(struct links_run *run)
{
  run->level_count--;
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
  texts_free(&run->seen);
  buffer_free(&run->label);
  buffer_free(&run->scratch);
  buffer_free(&run->host);
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
  /* The library reports an invalid base; here the base is missing. */
  error.what = "no target";
  error.code = uriel_error_name(URIEL_ERROR_BASE_NOT_ABSOLUTE);
  error.message =
      "a relative reference, and no base URI is known (RFC 3986, 5.1): see --base and --file-base";
  return error;
}

const char *links_label(struct links_run *run, const char *more)
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

static bool links_prints_errors(const struct links_run *run)
{
  return !run->silent && (run->render.form != RENDER_JSON || run->quiet || run->check);
}

/* A missing base is reported once for each document, not for each reference. */
static void links_print_invalid(struct links_run *run, const struct links_reference *reference)
{
  char place[48] = "";
  const struct record_error error = links_error_of(reference);
  if (reference->error->code == URIEL_ERROR_BASE_NOT_ABSOLUTE)
    run->levels[run->level_count - 1].baseless++;
  if (!links_prints_errors(run) || reference->error->code == URIEL_ERROR_BASE_NOT_ABSOLUTE)
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
  if (count == 0 || !links_prints_errors(run))
    return;
  progress_clear(&run->progress);
  message("%s: %llu relative reference%s, and no base URI is known (RFC 3986, 5.1): see --base and"
          " --file-base",
          links_label(run, ""), (unsigned long long)count, count == 1 ? "" : "s");
}

bool links_print_error(void *context, const struct links_error *error)
{
  struct links_run *const run = context;
  run->invalid = true;
  if (run->render.form == RENDER_JSON && !run->quiet && !run->check)
    links_record_error(run, error);
  if (!links_prints_errors(run))
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
  if (run->render.form == RENDER_JSON && !run->quiet && !run->check)
    links_record_unread(run, file, reason);
  message("cannot read %s: %s", file, reason);
}

/* ---- Documents and references ----------------------------------------------------------------- */

static bool links_begin(void *context, const struct links_document *document)
{
  struct links_run *const run = context;
  list_unheaded(run, "no base\n");
  links_push(run, document);
  if (run->quiet)
    return true;
  if (run->render.form == RENDER_LONG)
    list_heading(run, document);
  else if (run->render.form == RENDER_JSON)
    links_record_document(run, document);
  return true;
}

static void links_put(struct links_run *run, const struct links_reference *reference)
{
  switch (run->render.form) {
  case RENDER_LONG:
    list_reference(run, reference);
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

/* References are the same if their normal forms are. Each one without a normal form is new. */
static bool links_is_new(struct links_run *run, const struct links_reference *reference)
{
  const uriel_text key = reference->normal.ptr ? reference->normal : reference->target;
  return !run->is_unique || !key.ptr || texts_add(&run->seen, key);
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
    links_print_invalid(run, reference);
  return true;
}

static bool links_end(void *context, const struct links_end *end)
{
  struct links_run *const run = context;
  if (run->render.form == RENDER_JSON && !run->quiet)
    links_record_end(run, end);
  list_unheaded(run, "no references\n");
  links_print_baseless(run);
  if (run->render.form == RENDER_LONG && !run->quiet && end->note)
    output_format(&standard_out, "  note: %s\n", end->note);
  links_pop(run);
  return true;
}

struct links_sink links_printer(struct links_run *run)
{
  return (struct links_sink){.context = run,
                             .begin = links_begin,
                             .reference = links_reference,
                             .error = links_print_error,
                             .end = links_end};
}
