/* SPDX-License-Identifier: MIT */
/* uriel lineage: the differences between the generations, and their verdicts as JSON and as a block of
 * lines. */
#include <string.h>

#include "cli/shared/buffer.h"
#include "cli/shared/error.h"
#include "cli/shared/output.h"
#include "cli/shared/render.h"
#include "lineage.h"

/* ---- Differences ------------------------------------------------------------------------------ */

static bool lineage_same(uriel_text a, uriel_text b)
{
  if (!a.ptr || !b.ptr)
    return a.ptr == b.ptr;
  return a.len == b.len && (a.len == 0 || memcmp(a.ptr, b.ptr, a.len) == 0);
}

/* The compared part of a verdict, and whether the verdict has it. */
struct lineage_subject {
  bool counts;
  uriel_text text;
};

static struct lineage_subject lineage_host_of(const struct lineage_verdict *verdict)
{
  const bool counts = verdict->valid && !reading_is_of_names(verdict->spec);
  return (struct lineage_subject){counts, verdict->host};
}

static struct lineage_subject lineage_target_of(const struct lineage_verdict *verdict)
{
  return (struct lineage_subject){verdict->shown.ptr != NULL, verdict->shown};
}

static struct lineage_subject lineage_target_host_of(const struct lineage_verdict *verdict)
{
  return (struct lineage_subject){verdict->target_read, verdict->target_host};
}

static bool lineage_differs(const struct lineage_verdicts *verdicts, size_t index,
                            struct lineage_subject (*subject)(const struct lineage_verdict *verdict))
{
  const struct lineage_subject mine = subject(&verdicts->of[index]);
  struct lineage_subject newest = mine;
  for (size_t i = index + 1; i < verdicts->count; i++) {
    const struct lineage_subject other = subject(&verdicts->of[i]);
    if (other.counts)
      newest = other;
  }
  return mine.counts && !lineage_same(mine.text, newest.text);
}

/* These return whether a verdict differs from that of the newest generation that accepts the reference,
 * has a target, or accepts its target. */
static bool lineage_host_differs(const struct lineage_verdicts *verdicts, size_t index)
{
  return lineage_differs(verdicts, index, lineage_host_of);
}

static bool lineage_target_differs(const struct lineage_verdicts *verdicts, size_t index)
{
  return lineage_differs(verdicts, index, lineage_target_of);
}

static bool lineage_target_host_differs(const struct lineage_verdicts *verdicts, size_t index)
{
  return lineage_differs(verdicts, index, lineage_target_host_of);
}

void lineage_compare(struct lineage_verdicts *verdicts)
{
  verdicts->hosts_agree = verdicts->targets_agree = verdicts->target_hosts_agree = true;
  for (size_t i = 0; i < verdicts->count; i++) {
    verdicts->hosts_agree &= !lineage_host_differs(verdicts, i);
    verdicts->targets_agree &= !lineage_target_differs(verdicts, i);
    verdicts->target_hosts_agree &= !lineage_target_host_differs(verdicts, i);
  }
}

/* ---- Verdicts ----------------------------------------------------------------------------------- */

static void lineage_json_verdict(struct json *json, const struct lineage_verdict *verdict)
{
  json_object_begin(json, NULL);
  json_string(json, "spec", uriel_spec_name(verdict->spec));
  json_bool(json, "valid", verdict->valid);
  if (verdict->form)
    json_string(json, "form", uriel_form_name(verdict->form));
  if (verdict->host.ptr)
    json_text(json, "host", verdict->host.ptr, verdict->host.len);
  if (verdict->target.ptr)
    json_text(json, "target", verdict->target.ptr, verdict->target.len);
  if (verdict->current_document)
    json_bool(json, "current_document", true);
  if (verdict->fragment.ptr)
    json_text(json, "fragment", verdict->fragment.ptr, verdict->fragment.len);
  if (verdict->target_host.ptr)
    json_text(json, "target_host", verdict->target_host.ptr, verdict->target_host.len);
  if (!verdict->valid)
    render_json_error(json, "error", &verdict->error);
  if (lineage_refuses_base(verdict))
    render_json_error(json, "base_error", &verdict->base_error);
  json_object_end(json);
}

void lineage_json(const struct record *record, struct json *json)
{
  const struct lineage_verdicts *const verdicts = record->detail;
  json_array_begin(json, "verdicts");
  for (size_t i = 0; verdicts && i < verdicts->count; i++)
    if (!verdicts->of[i].not_asked)
      lineage_json_verdict(json, &verdicts->of[i]);
  json_array_end(json);
  if (!verdicts)
    return;
  json_bool(json, "hosts_agree", verdicts->hosts_agree);
  if (!verdicts->has_base)
    return;
  json_bool(json, "targets_agree", verdicts->targets_agree);
  json_bool(json, "target_hosts_agree", verdicts->target_hosts_agree);
}

static void lineage_pad(size_t from, size_t to)
{
  while (from++ < to)
    output_char(&standard_out, ' ');
}

/* Returns the width of the cell with the host: "host H" or "no host". Hosts are ASCII. */
static size_t lineage_host_width(const struct lineage_verdict *verdict)
{
  return verdict->host.ptr ? strlen("host ") + verdict->host.len : strlen("no host");
}

/* Returns the column's width, limited so that one long host does not push everything out of sight. */
static size_t lineage_host_column(const struct lineage_verdicts *verdicts)
{
  enum { HOST_COLUMN_MAX = 40 };
  size_t column = 0;
  for (size_t i = 0; i < verdicts->count; i++) {
    const size_t width = verdicts->of[i].valid ? lineage_host_width(&verdicts->of[i]) : 0;
    if (width > column && width <= HOST_COLUMN_MAX)
      column = width;
  }
  return column;
}

/* Prints a difference as a warning. Differing targets are a warning only if their hosts differ. */
static void lineage_cell(const char *label, uriel_text text, enum tone tone, bool differs)
{
  colour_put(&standard_out, differs ? TONE_USERINFO : TONE_DIM, label, strlen(label));
  colour_put(&standard_out, differs ? TONE_USERINFO : tone, text.ptr, text.len);
}

/* "at 7: MESSAGE". */
static void lineage_error(const struct record_error *error)
{
  struct buffer *const lineage_scratch = scratch_of(SCRATCH_LINEAGE);
  output_format(&standard_out, "at %zu: ", error->error.offset);
  error_message(error, lineage_scratch);
  output_put(&standard_out, lineage_scratch->ptr, lineage_scratch->len);
}

/* A valid base can still be unfit to resolve against. */
static void lineage_base_error(const struct record_error *error)
{
  static const char not_valid[] = "base not valid";
  const bool unfit =
      error->error.code == URIEL_ERROR_BASE_NOT_ABSOLUTE || error->error.code == URIEL_ERROR_BASE_OPAQUE;
  colour_put(&standard_out, TONE_DIM, "-> ", 3);
  colour_put(&standard_out, TONE_ERROR, not_valid, unfit ? strlen("base") : strlen(not_valid));
  output_text(&standard_out, unfit ? " " : ": ");
  lineage_error(error);
}

static void lineage_valid(const struct lineage_verdicts *verdicts, size_t index, size_t host_column)
{
  const struct lineage_verdict *const verdict = &verdicts->of[index];
  const bool differs = lineage_host_differs(verdicts, index);
  output_format(&standard_out, "valid      %-10s", uriel_form_name(verdict->form));
  lineage_cell(verdict->host.ptr ? "host " : "no host", verdict->host, TONE_HOST, differs);
  if (!verdicts->has_base || reading_is_of_names(verdict->spec))
    return;
  lineage_pad(lineage_host_width(verdict), host_column + 2);
  if (lineage_refuses_base(verdict))
    lineage_base_error(&verdict->base_error);
  else
    lineage_cell("-> ", verdict->shown,
                 lineage_target_differs(verdicts, index) ? TONE_STRONG : TONE_PLAIN,
                 lineage_target_host_differs(verdicts, index));
}

static void lineage_invalid(const struct lineage_verdict *verdict)
{
  colour_put(&standard_out, TONE_ERROR, "not valid", strlen("not valid"));
  output_text(&standard_out, "  ");
  lineage_error(&verdict->error);
}

static void lineage_row(const struct lineage_verdicts *verdicts, size_t index, size_t host_column)
{
  const struct lineage_verdict *const verdict = &verdicts->of[index];
  const bool warns =
      lineage_host_differs(verdicts, index) || lineage_target_host_differs(verdicts, index);
  const bool differs = warns || lineage_target_differs(verdicts, index);
  const char *const name = uriel_spec_name(verdict->spec);
  colour_put(&standard_out, warns ? TONE_USERINFO : TONE_STRONG, "*", differs);
  output_text(&standard_out, differs ? " " : "  ");
  colour_put(&standard_out, TONE_DIM, name, strlen(name));
  lineage_pad(strlen(name), 10);
  if (verdict->valid)
    lineage_valid(verdicts, index, host_column);
  else
    lineage_invalid(verdict);
  output_char(&standard_out, '\n');
}

static void lineage_note(const char *what, enum tone tone)
{
  static const char before[] = "* the generations do not agree about the ";
  colour_put(&standard_out, tone, before, strlen(before));
  colour_put(&standard_out, tone, what, strlen(what));
  output_char(&standard_out, '\n');
}

void lineage_block(const struct record *record)
{
  const struct lineage_verdicts *const verdicts = record->detail;
  const size_t host_column = lineage_host_column(verdicts);
  for (size_t i = 0; i < verdicts->count; i++)
    if (!verdicts->of[i].not_asked)
      lineage_row(verdicts, i, host_column);
  if (!verdicts->hosts_agree)
    lineage_note("host", TONE_USERINFO);
  if (!verdicts->target_hosts_agree)
    lineage_note("target's host", TONE_USERINFO);
  else if (!verdicts->targets_agree)
    lineage_note("target", TONE_STRONG);
}
