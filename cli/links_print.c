/* SPDX-License-Identifier: MIT */
/* uriel links: documents and their references in the form asked for, faults on standard error. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "excerpt.h"
#include "fault.h"
#include "links_run.h"
#include "utf8.h"

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

/* ---- Faults ----------------------------------------------------------------------------------- */

struct record_fault links_fault_of(const struct links_reference *reference)
{
  struct record_fault fault = {.fault = *reference->fault, .text = reference->cleaned};
  if (reference->fault->code != URIEL_FAULT_BASE_NOT_ABSOLUTE)
    return fault;
  /* What the library says of a base that was given is not what is wrong: there is none. */
  fault.what = "no target";
  fault.code = uriel_fault_name(URIEL_FAULT_BASE_NOT_ABSOLUTE);
  fault.message =
      "a relative reference, and no base URI is known (RFC 3986, 5.1): see --base and --file-base";
  return fault;
}

/* Appends what a terminal can be sent: the rest as \xNN. */
static void links_escape(const char *text, size_t len, struct buffer *out)
{
  char hex[5];
  for (size_t at = 0; at < len;) {
    uint32_t point;
    const size_t size = utf8_next(text + at, len - at, &point);
    for (size_t i = at; i < at + size && !utf8_is_safe(point); i++) {
      snprintf(hex, sizeof hex, "\\x%02x", (unsigned)(unsigned char)text[i]);
      buffer_append(out, hex, strlen(hex));
    }
    if (utf8_is_safe(point))
      buffer_append(out, text + at, size);
    at += size;
  }
}

/* "page.html:3:12" or "mail.eml!1.2": the document now, and `more`. */
static const char *links_label(struct links_run *run, const char *more)
{
  const struct links_level *const level = links_level_now(run);
  struct buffer *const label = &run->label;
  label->len = 0;
  links_escape(run->file, strlen(run->file), label);
  buffer_append(label, "!", level->part.len > 0);
  buffer_append(label, level->part.ptr, level->part.len);
  buffer_append(label, more, strlen(more) + 1);
  return label->ptr;
}

static bool links_tells_faults(const struct links_run *run)
{
  return !run->silent && (run->form != LINKS_JSON || run->quiet);
}

/* That there is no base is said once of a document, not of each of its references. */
static void links_print_fault(struct links_run *run, const struct links_reference *reference)
{
  char place[48] = "";
  const struct record_fault fault = links_fault_of(reference);
  if (reference->fault->code == URIEL_FAULT_BASE_NOT_ABSOLUTE)
    run->levels[run->level_count - 1].baseless++;
  if (!links_tells_faults(run) || reference->fault->code == URIEL_FAULT_BASE_NOT_ABSOLUTE)
    return;
  if (reference->place.line)
    snprintf(place, sizeof place, ":%llu:%llu", (unsigned long long)reference->place.line,
             (unsigned long long)reference->place.column);
  progress_clear(&run->progress);
  fault_print(links_label(run, place), &fault);
}

static void links_print_baseless(struct links_run *run)
{
  const uint64_t count = links_level_now(run)->baseless;
  if (count == 0 || !links_tells_faults(run))
    return;
  progress_clear(&run->progress);
  message("%s: %llu relative reference%s, and no base URI is known (RFC 3986, 5.1): see --base and"
          " --file-base",
          links_label(run, ""), (unsigned long long)count, count == 1 ? "" : "s");
}

static bool links_fault(void *context, const struct links_fault *fault)
{
  struct links_run *const run = context;
  run->invalid = true;
  if (run->form == LINKS_JSON && !run->quiet)
    links_json_fault(run, fault);
  if (!links_tells_faults(run))
    return true;
  progress_clear(&run->progress);
  if (fault->offset || fault->length)
    message("%s: byte %llu: %.*s", links_label(run, ""), (unsigned long long)fault->offset,
            (int)fault->message.len, fault->message.ptr);
  else
    message("%s: %.*s", links_label(run, ""), (int)fault->message.len, fault->message.ptr);
  return true;
}

void links_print_unread(struct links_run *run, const char *file, const char *reason)
{
  progress_clear(&run->progress);
  if (run->form == LINKS_JSON && !run->quiet)
    links_json_unread(file, reason);
  message("cannot read %s: %s", file, reason);
}

/* ---- The list for people ---------------------------------------------------------------------- */

static void links_put_name(const struct links_run *run)
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
static void links_put_heading(struct links_run *run, const struct links_document *document)
{
  static const struct reading reading = {.spec = URIEL_SPEC_RFC3986};
  struct output *const out = &standard_out;
  const bool is_binary = strcmp(document->kind, "binary") == 0;
  run->heading = document->number;
  /* Folders are full of images: those that nobody named are passed over. */
  if (is_binary && run->is_found && document->number == 1)
    return;
  if (!is_binary && !document->base.ptr) {
    run->untold = document->number;
    return;
  }
  links_put_name(run);
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

/* What a document without a base is headed by is known when it has something, or nothing. */
static void links_put_untold(struct links_run *run, const char *what)
{
  if (run->untold) {
    links_put_name(run);
    output_text(&standard_out, what);
  }
  run->untold = 0;
}

static bool links_begin(void *context, const struct links_document *document)
{
  struct links_run *const run = context;
  links_put_untold(run, "no base\n");
  links_push(run, document);
  if (run->quiet)
    return true;
  if (run->form == LINKS_LIST)
    links_put_heading(run, document);
  else if (run->form == LINKS_JSON)
    links_json_document(run, document);
  return true;
}

/* What holds the reference, and how many columns that took: "a@href", "Link:", "Link@anchor:". */
static size_t links_put_holder(const struct links_reference *reference)
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

static void links_pad(size_t from, size_t to)
{
  do
    output_char(&standard_out, ' ');
  while (++from < to);
}

/* "  3:12      a@href            "; of text in markup without what holds it, so that columns stay below
 * each other. */
static void links_put_place(const struct links_reference *reference, bool is_markup)
{
  enum { PLACE_WIDTH = 10, HOLDER_WIDTH = 18 };
  char place[48];
  const int len = snprintf(place, sizeof place, "%llu:%llu", (unsigned long long)reference->place.line,
                           (unsigned long long)reference->place.column);
  output_text(&standard_out, "  ");
  colour_put(&standard_out, TONE_DIM, place, (size_t)len);
  links_pad((size_t)len, PLACE_WIDTH);
  if (reference->header || reference->element || reference->attribute)
    links_pad(links_put_holder(reference), HOLDER_WIDTH);
  else if (is_markup)
    links_pad(0, HOLDER_WIDTH);
}

/* Nobody reads more of one: a "data:" URI may be of any size. */
static uriel_text links_cut(uriel_text text, bool *cut)
{
  enum { LINKS_SHOWN = 1000 };
  *cut = text.len > LINKS_SHOWN;
  if (*cut)
    text.len = LINKS_SHOWN;
  while (*cut && text.len > 0 && ((unsigned char)text.ptr[text.len] & 0xC0) == 0x80)
    text.len--;
  return text;
}

/* What stands there is quoted where its end or its begin would not be seen. */
static bool links_is_blank(uriel_text raw)
{
  return raw.len == 0 || raw.ptr[0] == ' ' || raw.ptr[raw.len - 1] == ' ';
}

/* A text for people: without its password, without what a terminal must not be sent. */
static void links_put_text(struct links_run *run, uriel_text text, bool is_target, bool is_bad)
{
  static const struct reading reading = {.spec = URIEL_SPEC_RFC3986};
  struct excerpt_marks marks = {0};
  bool cut;
  const uriel_text shown =
      links_cut(excerpt_hide_password(text, URIEL_REFERENCE, &marks, &run->scratch), &cut);
  if (is_target)
    colour_reference(&standard_out, &reading, shown);
  else {
    colour_tone(&standard_out, is_bad ? TONE_FAULT : TONE_STRONG);
    output_escaped(&standard_out, shown.ptr, shown.len);
    colour_tone(&standard_out, TONE_PLAIN);
  }
  output_text(&standard_out, cut ? "..." : "");
}

static void links_put_line(struct links_run *run, const struct links_reference *reference)
{
  struct output *const out = &standard_out;
  const struct links_level *const level = links_level_now(run);
  links_put_untold(run, "no base\n");
  const uriel_text raw = reference->raw, target = reference->target;
  if (run->heading != level->number) {
    links_put_name(run);
    output_text(out, "continued\n");
    run->heading = level->number;
  }
  links_put_place(reference, strcmp(level->kind, "xml") == 0 || strcmp(level->kind, "html") == 0);
  if (!target.ptr || raw.len != target.len || memcmp(raw.ptr, target.ptr, raw.len) != 0) {
    const char *const quote = links_is_blank(raw) ? "\"" : "";
    output_text(out, quote);
    links_put_text(run, raw, false, reference->fault != NULL);
    output_text(out, quote);
    output_text(out, " ->");
    output_text(out, target.ptr ? " " : "");
  }
  if (target.ptr)
    links_put_text(run, target, true, false);
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
  output_char(out, '\n');
}

/* ---- Columns ---------------------------------------------------------------------------------- */

static const struct column links_columns[] = {
    [LINKS_FILE] = {"file", COLUMN_TEXT, TONE_PLAIN},
    [LINKS_PART] = {"part", COLUMN_TEXT, TONE_PLAIN},
    [LINKS_KIND] = {"kind", COLUMN_TEXT, TONE_PLAIN},
    [LINKS_LINE] = {"line", COLUMN_TEXT, TONE_PLAIN},
    [LINKS_COLUMN] = {"column", COLUMN_TEXT, TONE_PLAIN},
    [LINKS_OFFSET] = {"offset", COLUMN_TEXT, TONE_PLAIN},
    [LINKS_ELEMENT] = {"element", COLUMN_TEXT, TONE_PLAIN},
    [LINKS_ATTRIBUTE] = {"attribute", COLUMN_TEXT, TONE_PLAIN},
    [LINKS_HEADER] = {"header", COLUMN_TEXT, TONE_PLAIN},
    [LINKS_RAW] = {"raw", COLUMN_REFERENCE, TONE_PLAIN},
    [LINKS_REFERENCE] = {"reference", COLUMN_REFERENCE, TONE_PLAIN},
    [LINKS_FORM] = {"form", COLUMN_TEXT, TONE_PLAIN},
    [LINKS_BASE] = {"base", COLUMN_REFERENCE, TONE_PLAIN},
    [LINKS_BASE_SOURCE] = {"base_source", COLUMN_TEXT, TONE_PLAIN},
    [LINKS_TARGET] = {"target", COLUMN_REFERENCE, TONE_PLAIN},
    [LINKS_NORMAL] = {"normal", COLUMN_REFERENCE, TONE_PLAIN},
    [LINKS_EXCESS] = {"excess", COLUMN_TEXT, TONE_PLAIN},
    [LINKS_NAMES] = {"names", COLUMN_TEXT, TONE_PLAIN},
    [LINKS_RELATION] = {"relation", COLUMN_TEXT, TONE_PLAIN},
    [LINKS_IDENTIFIES] = {"identifies", COLUMN_BOOL, TONE_PLAIN},
};

const struct schema links_schema = {.columns = links_columns, .count = LINKS_COLUMNS};

/* Undefined where `known` is 0: lines and columns begin with 1, a place that is not known has none. */
static uriel_text links_digits(char digits[24], uint64_t number, uint64_t known)
{
  if (!known)
    return (uriel_text){NULL, 0};
  const int len = snprintf(digits, 24, "%llu", (unsigned long long)number);
  return (uriel_text){digits, (size_t)len};
}

static uriel_text links_kept(const struct buffer *buffer)
{
  return buffer->len ? (uriel_text){buffer->ptr, buffer->len} : (uriel_text){NULL, 0};
}

static void links_put_columns(struct links_run *run, const struct links_reference *reference)
{
  static char line[24], column[24], offset[24], excess[24];
  const struct links_level *const level = links_level_now(run);
  struct record record = {
      .invalid = reference->fault != NULL,
      .values = {[LINKS_FILE] = uriel_text_of(run->file),
                 [LINKS_PART] = links_kept(&level->part),
                 [LINKS_KIND] = uriel_text_of(level->kind),
                 [LINKS_LINE] = links_digits(line, reference->place.line, reference->place.line),
                 [LINKS_COLUMN] = links_digits(column, reference->place.column, reference->place.line),
                 [LINKS_OFFSET] = links_digits(offset, reference->place.offset,
                                               reference->place.offset + reference->place.line),
                 [LINKS_ELEMENT] = uriel_text_of(reference->element),
                 [LINKS_ATTRIBUTE] = uriel_text_of(reference->attribute),
                 [LINKS_HEADER] = uriel_text_of(reference->header),
                 [LINKS_RAW] = reference->raw,
                 [LINKS_REFERENCE] = reference->cleaned,
                 [LINKS_FORM] = uriel_text_of(reference->form),
                 [LINKS_BASE] = reference->base,
                 [LINKS_BASE_SOURCE] = uriel_text_of(links_base_name(links_base_of(level, reference))),
                 [LINKS_TARGET] = reference->target,
                 [LINKS_NORMAL] = reference->normal,
                 [LINKS_EXCESS] = links_digits(excess, reference->excess, reference->excess),
                 [LINKS_NAMES] = reference->part,
                 [LINKS_RELATION] = reference->relation,
                 [LINKS_IDENTIFIES] = uriel_text_of(reference->identifies ? "true" : "false")}};
  if (reference->fault)
    record.fault = links_fault_of(reference);
  if (run->form == LINKS_TSV) {
    render_record(&run->render, &record);
    return;
  }
  /* An invalid one too has most of what a format asks for; its target is empty. */
  template_put(run->render.format, &links_schema, &record, &standard_out);
  output_char(&standard_out, run->render.terminator);
}

/* ---- References ------------------------------------------------------------------------------- */

static void links_put(struct links_run *run, const struct links_reference *reference)
{
  switch (run->form) {
  case LINKS_LIST:
    links_put_line(run, reference);
    break;
  case LINKS_TARGETS:
    if (!reference->target.ptr)
      break;
    output_foreign(&standard_out, reference->target.ptr, reference->target.len);
    output_char(&standard_out, run->render.terminator);
    break;
  case LINKS_JSON:
    links_json_reference(run, reference);
    break;
  case LINKS_TSV:
  case LINKS_FORMAT:
    links_put_columns(run, reference);
    break;
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
  run->invalid |= reference->fault != NULL;
  if (!links_is_new(run, reference))
    return true;
  if (!run->quiet)
    links_put(run, reference);
  if (reference->fault)
    links_print_fault(run, reference);
  return true;
}

static bool links_end(void *context, const struct links_end *end)
{
  struct links_run *const run = context;
  if (run->form == LINKS_JSON && !run->quiet)
    links_json_end(run, end);
  links_put_untold(run, "no references\n");
  links_print_baseless(run);
  if (run->form == LINKS_LIST && !run->quiet && end->note)
    output_format(&standard_out, "  note: %s\n", end->note);
  run->level_count--;
  return true;
}

struct links_sink links_printer(struct links_run *run)
{
  return (struct links_sink){.context = run,
                             .begin = links_begin,
                             .reference = links_reference,
                             .fault = links_fault,
                             .end = links_end};
}
