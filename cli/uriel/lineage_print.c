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

static bool lineage_host_is_unknown(const struct lineage_verdict *verdict)
{
  return verdict->spec == URIEL_SPEC_WHATWG && verdict->form == URIEL_FORM_RELATIVE;
}

static struct lineage_subject lineage_host_of(const struct lineage_verdict *verdict)
{
  const bool counts =
      verdict->valid && !lineage_host_is_unknown(verdict) && !reading_is_of_names(verdict->spec);
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

typedef struct lineage_subject lineage_subject_of(const struct lineage_verdict *verdict);

/* Whether a browser makes the URL `url` of the text. */
static bool lineage_is_url(struct lineage_verdicts *verdicts, uriel_text url, uriel_text text)
{
  const struct reading reading = {.spec = URIEL_SPEC_WHATWG, .room = &verdicts->room};
  uriel_ref ref;
  return reading_parse(&reading, &ref, text, NULL) &&
         lineage_same(url, (uriel_text){ref.text, ref.length});
}

/* Whether a browser makes the host `mine` of another host, for the scheme of `url`: it changes case and
 * decodes. An address that only inet_aton reads stays a name to other programs. */
static bool lineage_is_host(struct lineage_verdicts *verdicts, uriel_text url, uriel_text mine,
                            uriel_text host)
{
  const struct reading reading = {.spec = URIEL_SPEC_WHATWG, .room = &verdicts->room};
  struct buffer *const text = &verdicts->scratch;
  const char *const colon = memchr(url.ptr, ':', url.len);
  uint8_t bytes[4];
  uriel_ref ref;
  if (!colon || uriel_ipv4_rare(bytes, host.ptr, host.len))
    return false;
  text->len = 0;
  buffer_append(text, url.ptr, (size_t)(colon - url.ptr));
  buffer_append(text, "://", 3);
  buffer_append(text, host.ptr, host.len);
  buffer_append(text, "/", 1);
  return reading_parse(&reading, &ref, (uriel_text){text->ptr, text->len}, NULL) &&
         lineage_same(uriel_host(&ref), uriel_authority(&ref)) &&
         lineage_same(uriel_path(&ref), uriel_text_of("/")) && lineage_same(uriel_host(&ref), mine);
}

/* Returns whether the verdict at `index` differs from that of the newest RFC that has one. What the URL
 * standard makes of the RFC's is the same as its own. */
static bool lineage_differs(struct lineage_verdicts *verdicts, size_t index, lineage_subject_of *subject)
{
  const struct lineage_verdict *const verdict = &verdicts->of[index];
  const struct lineage_subject mine = subject(verdict);
  const bool browser = verdict->spec == URIEL_SPEC_WHATWG;
  struct lineage_subject newest = mine;
  for (size_t i = browser ? 0 : index + 1; mine.counts && i < verdicts->count; i++) {
    const struct lineage_subject other = subject(&verdicts->of[i]);
    if (other.counts && verdicts->of[i].spec != URIEL_SPEC_WHATWG)
      newest = other;
  }
  if (!mine.counts || lineage_same(mine.text, newest.text))
    return false;
  if (!browser || !newest.text.ptr)
    return !browser || mine.text.len > 0;
  if (subject == lineage_target_of)
    return !lineage_is_url(verdicts, mine.text, newest.text);
  return !lineage_is_host(verdicts, verdict->normal.ptr ? verdict->normal : verdict->target, mine.text,
                          newest.text);
}

static const char *lineage_until(const char *at, const char *end, const char *stops)
{
  while (at < end && !memchr(stops, *at, strlen(stops)))
    at++;
  return at;
}

/* Returns the host by RFC 3986, Appendix B, which splits any text: the authority is between "//" and the
 * next "/", "?" or "#"; the host follows its last "@". Undefined without an authority. */
static uriel_text lineage_split(uriel_text text)
{
  const char *const end = text.ptr + text.len;
  const char *const colon = lineage_until(text.ptr, end, ":/?#");
  const char *at = colon > text.ptr && colon < end && *colon == ':' ? colon + 1 : text.ptr;
  if (end - at < 2 || at[0] != '/' || at[1] != '/')
    return uriel_text_of(NULL);
  at += 2;
  const char *const stop = lineage_until(at, end, "/?#");
  const char *host = stop;
  while (host > at && host[-1] != '@')
    host--;
  const char *const port = lineage_until(host, stop, host < stop && *host == '[' ? "]" : ":");
  return (uriel_text){host, (size_t)(lineage_until(port, stop, ":") - host)};
}

/* Sets `split_host`: no row has it if every RFC rejects the text. */
static void lineage_compare_split(struct lineage_verdicts *verdicts)
{
  const struct lineage_verdict *browser = NULL, *newest = NULL;
  verdicts->split_host = uriel_text_of(NULL);
  for (size_t i = 0; i < verdicts->count; i++) {
    const struct lineage_verdict *const verdict = &verdicts->of[i];
    if (verdict->spec == URIEL_SPEC_WHATWG && verdict->valid)
      browser = verdict;
    if (verdict->spec == URIEL_SPEC_RFC3986)
      newest = verdict;
  }
  if (!browser || !newest || newest->valid)
    return;
  const uriel_text url = verdicts->has_base ? browser->target : browser->normal;
  const uriel_text mine = verdicts->has_base ? browser->target_host : browser->host;
  const uriel_text split = lineage_split(verdicts->text);
  if (url.ptr && split.ptr && !lineage_same(mine, split) && !lineage_is_host(verdicts, url, mine, split))
    verdicts->split_host = split;
}

bool lineage_agrees(const struct lineage_verdicts *verdicts, bool rows)
{
  return rows && !verdicts->split_host.ptr;
}

void lineage_compare(struct lineage_verdicts *verdicts)
{
  verdicts->hosts_agree = verdicts->targets_agree = verdicts->target_hosts_agree = true;
  for (size_t i = 0; i < verdicts->count; i++) {
    struct lineage_verdict *const verdict = &verdicts->of[i];
    verdict->host_differs = lineage_differs(verdicts, i, lineage_host_of);
    verdict->target_differs = lineage_differs(verdicts, i, lineage_target_of);
    verdict->target_host_differs = lineage_differs(verdicts, i, lineage_target_host_of);
    verdicts->hosts_agree &= !verdict->host_differs;
    verdicts->targets_agree &= !verdict->target_differs;
    verdicts->target_hosts_agree &= !verdict->target_host_differs;
  }
  lineage_compare_split(verdicts);
}

/* ---- Verdicts ----------------------------------------------------------------------------------- */

static void lineage_json_verdict(struct json *json, const struct lineage_verdict *verdict,
                                 uriel_text text)
{
  json_object_begin(json, NULL);
  json_string(json, "spec", uriel_spec_name(verdict->spec));
  json_bool(json, "valid", verdict->valid);
  if (verdict->form)
    json_string(json, "form", uriel_form_name(verdict->form));
  if (verdict->host.ptr)
    json_text(json, "host", verdict->host.ptr, verdict->host.len);
  if (verdict->normal.ptr)
    json_text(json, "normal", verdict->normal.ptr, verdict->normal.len);
  if (verdict->target.ptr)
    json_text(json, "target", verdict->target.ptr, verdict->target.len);
  if (verdict->current_document)
    json_bool(json, "current_document", true);
  if (verdict->fragment.ptr)
    json_text(json, "fragment", verdict->fragment.ptr, verdict->fragment.len);
  if (verdict->target_host.ptr)
    json_text(json, "target_host", verdict->target_host.ptr, verdict->target_host.len);
  render_json_repairs(json, &verdict->repairs, text);
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
      lineage_json_verdict(json, &verdicts->of[i], verdicts->text);
  json_array_end(json);
  if (!verdicts)
    return;
  if (verdicts->split_host.ptr)
    json_text(json, "split_host", verdicts->split_host.ptr, verdicts->split_host.len);
  json_bool(json, "hosts_agree", lineage_agrees(verdicts, verdicts->hosts_agree));
  if (!verdicts->has_base)
    return;
  json_bool(json, "targets_agree", lineage_agrees(verdicts, verdicts->targets_agree));
  json_bool(json, "target_hosts_agree", lineage_agrees(verdicts, verdicts->target_hosts_agree));
}

static void lineage_pad(size_t from, size_t to)
{
  while (from++ < to)
    output_char(&standard_out, ' ');
}

/* Returns the width of the cell with the host: "host H" or "no host". */
static size_t lineage_host_width(const struct lineage_verdict *verdict)
{
  size_t width = strlen("host ");
  if (!verdict->host.ptr)
    return strlen("no host");
  for (size_t i = 0; i < verdict->host.len; i++)
    width += ((unsigned char)verdict->host.ptr[i] & 0xC0) != 0x80;
  return width;
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
  const bool changed = verdict->normal.ptr && !lineage_same(verdict->normal, verdicts->text);
  output_format(&standard_out, "valid      %-10s", uriel_form_name(verdict->form));
  if (lineage_host_is_unknown(verdict))
    lineage_pad(0, lineage_host_width(verdict));
  else
    lineage_cell(verdict->host.ptr ? "host " : "no host", verdict->host, TONE_HOST,
                 verdict->host_differs);
  if (reading_is_of_names(verdict->spec) || !(verdicts->has_base || changed))
    return;
  lineage_pad(lineage_host_width(verdict), host_column + 2);
  if (changed)
    lineage_cell("-> ", verdict->normal, TONE_PLAIN, false);
  else if (lineage_refuses_base(verdict))
    lineage_base_error(&verdict->base_error);
  else
    lineage_cell("-> ", verdict->shown, verdict->target_differs ? TONE_STRONG : TONE_PLAIN,
                 verdict->target_host_differs);
}

/* A line for each of the URL standard's validation errors, up to a number that can be read. */
static void lineage_repairs(const struct lineage_verdicts *verdicts,
                            const struct lineage_verdict *verdict)
{
  enum { REPAIRS_SHOWN = 8, REPAIRS_COLUMN = 12 };
  const struct repairs *const repairs = &verdict->repairs;
  const size_t count = repairs->count < REPAIRS_SHOWN ? repairs->count : REPAIRS_SHOWN;
  for (size_t i = 0; i < count; i++) {
    const struct record_error error = {.error = repairs->list[i], .text = verdicts->text};
    lineage_pad(0, REPAIRS_COLUMN);
    colour_put(&standard_out, TONE_DIM, "validation error ", strlen("validation error "));
    lineage_error(&error);
    output_char(&standard_out, '\n');
  }
  if (repairs->count > count)
    output_format(&standard_out, "%*sand %zu more\n", REPAIRS_COLUMN, "", repairs->count - count);
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
  const bool warns = verdict->host_differs || verdict->target_host_differs;
  const bool differs = warns || verdict->target_differs;
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
  lineage_repairs(verdicts, verdict);
}

static void lineage_note(const char *what, enum tone tone)
{
  static const char before[] = "* the generations do not agree about the ";
  colour_put(&standard_out, tone, before, strlen(before));
  colour_put(&standard_out, tone, what, strlen(what));
  output_char(&standard_out, '\n');
}

static void lineage_note_split(uriel_text host)
{
  static const char before[] = "* a reader that only splits (RFC 3986, Appendix B) sees ";
  colour_put(&standard_out, TONE_USERINFO, before, strlen(before));
  lineage_cell(host.len > 0 ? "host " : "an empty host", host, TONE_HOST, true);
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
  if (verdicts->split_host.ptr)
    lineage_note_split(verdicts->split_host);
}
