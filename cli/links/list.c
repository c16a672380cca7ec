/* SPDX-License-Identifier: MIT */
/* uriel links: the list for people. */
#include <stdio.h>
#include <string.h>

#include "cli/shared/excerpt.h"
#include "run.h"

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
void links_list_heading(struct links_run *run, const struct links_document *document)
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

/* What a document without a base is headed by is known when it has something, or nothing. */
void links_list_untold(struct links_run *run, const char *what)
{
  if (run->untold) {
    list_put_name(run);
    output_text(&standard_out, what);
  }
  run->untold = 0;
}

/* What holds the reference, and how many columns that took: "a@href", "Link:", "Link@anchor:". */
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

/* "  3:12      a@href            "; of text in markup without what holds it, so that columns stay below
 * each other. */
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

/* Nobody reads more of one: a "data:" URI may be of any size. */
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

/* What stands there is quoted where its end or its begin would not be seen. */
static bool list_quotes(uriel_text raw)
{
  return raw.len == 0 || raw.ptr[0] == ' ' || raw.ptr[raw.len - 1] == ' ';
}

/* A text for people: without its password, without what a terminal must not be sent. */
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

void links_list_reference(struct links_run *run, const struct links_reference *reference)
{
  struct output *const out = &standard_out;
  const struct links_level *const level = links_level_now(run);
  links_list_untold(run, "no base\n");
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
  output_char(out, '\n');
}
