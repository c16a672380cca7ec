/* SPDX-License-Identifier: MIT */
/* uriel lineage: how each generation of the specification reads references, side by side. */
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "stage.h"
#include "uriel_agree.h"

/* The columns of one generation. FRAGMENT, of a reference to the current document, is only in JSON. */
enum lineage_column {
  LINEAGE_VERDICT,
  LINEAGE_HOST,
  LINEAGE_NORMAL, /* whatwg, without a base: the URL */
  LINEAGE_REPAIRS,
  LINEAGE_TARGET, /* or the text printed for the current document */
  LINEAGE_CURRENT,
  LINEAGE_FRAGMENT,
  LINEAGE_TARGET_HOST, /* of the target, or of the base for the current document */
  LINEAGE_BASE_ERROR,
  LINEAGE_SPEC_COLUMNS
};

/* The generation's name comes before each key, except in JSON, which has an object for each. */
static const struct column lineage_columns[] = {{"", COLUMN_TEXT, TONE_PLAIN},
                                                {"_host", COLUMN_TEXT, TONE_HOST},
                                                {"_normal", COLUMN_TEXT, TONE_PLAIN},
                                                {"_repairs", COLUMN_TEXT, TONE_PLAIN},
                                                {"_target", COLUMN_TEXT, TONE_PLAIN},
                                                {"_current_document", COLUMN_LITERAL, TONE_PLAIN},
                                                {"_fragment", COLUMN_TEXT, TONE_FRAGMENT},
                                                {"_target_host", COLUMN_TEXT, TONE_HOST},
                                                {"_base_error", COLUMN_TEXT, TONE_PLAIN}};

/* Columns about the input as a whole, after the others; with a base all four. */
static const struct column lineage_all[] = {{"split_host", COLUMN_TEXT, TONE_HOST},
                                            {"hosts_agree", COLUMN_LITERAL, TONE_PLAIN},
                                            {"targets_agree", COLUMN_LITERAL, TONE_PLAIN},
                                            {"target_hosts_agree", COLUMN_LITERAL, TONE_PLAIN}};

/* What the generations may disagree about, in the order of those columns. */
enum lineage_subject { SUBJECT_HOST, SUBJECT_TARGET, SUBJECT_TARGET_HOST, SUBJECTS };
static const enum lineage_column lineage_subjects[] = {LINEAGE_HOST, LINEAGE_TARGET,
                                                       LINEAGE_TARGET_HOST};

/* How a generation reads one input.
 *
 * The URL standard has no references: a text is a URL, or one with the help of a base. With a base, a
 * text that is not the same URL without it is a relative reference, whose host is unknown. */
struct lineage_verdict {
  bool asked;        /* false for a document of names and another input: nothing else is set */
  bool valid;        /* the reference is valid, even if it does not resolve against the base */
  bool target_read;  /* the generation also accepts the target, or it is the current document */
  bool host_unknown; /* see above */
  uriel_form form;
  uriel_text values[LINEAGE_SPEC_COLUMNS];
  bool differs[SUBJECTS]; /* from the newest RFC that accepts the reference, or has a target */
  struct repairs repairs;
  struct record_error error;      /* if not valid */
  struct record_error base_error; /* if LINEAGE_BASE_ERROR has a value */
};

struct lineage_side {
  struct reading reading;
  uriel_ref base;
  struct record_error unfit; /* the error of the base; its code is NONE if the base is valid */
  struct lineage_verdict verdict;
};

struct lineage {
  const char *base_text;
  struct column columns[RECORD_COLUMNS];
  char keys[RECORD_COLUMNS][32];
  size_t columns_count;
  struct lineage_side
      sides[READING_SPECS]; /* the built generations: first of references, from oldest to newest, */
  size_t count;             /* then of names */
  size_t rfc3986; /* the index of RFC 3986, which is in every build: it decides the exit status */
  struct reading_room base_room;

  uriel_text text;
  bool agree[SUBJECTS]; /* the rows */
  /* The host that a reader sees who only splits the text (RFC 3986, Appendix B), if RFC 3986 rejects the
   * text and a browser goes to a different host. */
  uriel_text split_host;

  /* Each thread's own. The rooms hold the URLs that the URL standard writes. */
  struct reading_room room;     /* of the reference without the base */
  struct reading_room resolved; /* of the reference with it */
  struct reading_room compared; /* of the result of another generation */
  struct buffer targets[READING_SPECS], names, scratch;
};

/* Whether the build has this column. Generations of names have only the verdict: a name has no host and
 * does not resolve. Only the URL standard repairs; without a base, its column has the URL. */
static bool lineage_has_column(uriel_spec spec, size_t column, bool has_base)
{
  if (reading_is_of_names(spec))
    return column == LINEAGE_VERDICT;
  if (column == LINEAGE_FRAGMENT || (column == LINEAGE_CURRENT && !resolution_has_current(spec)))
    return false;
  if (column == LINEAGE_NORMAL || column == LINEAGE_REPAIRS)
    return spec == URIEL_SPEC_WHATWG && (column == LINEAGE_REPAIRS || !has_base);
  return column < LINEAGE_TARGET || has_base;
}

static const struct option_spec lineage_options[] = {
    {'b', "base", "URI", "resolve against it, as each generation does;\nmust have a scheme",
     OPTION_STRING, OPTION_TO(struct lineage, base_text)},
    {0}};

/* Adds the generations and their columns, and reads the base as each does. --tsv omits the columns of
 * names, which apply to few inputs. */
static enum stage_source lineage_ready(void *context, struct lane *lane)
{
  struct lineage *const self = context;
  size_t count = 1;
  bool accepted = !self->base_text;
  self->columns[0] = (struct column){"input", COLUMN_REFERENCE, TONE_PLAIN};
  for (size_t i = 0; i < READING_SPECS; i++) {
    const uriel_spec spec = reading_specs[i];
    const bool names = reading_is_of_names(spec);
    if (!uriel_spec_built(spec))
      continue;
    if (spec == URIEL_SPEC_RFC3986)
      self->rfc3986 = self->count;
    struct lineage_side *const side = &self->sides[self->count++];
    side->reading.spec = spec;
    side->reading.lenient = lane->reading.lenient;
    for (size_t c = 0; c < LINEAGE_SPEC_COLUMNS; c++) {
      if (!lineage_has_column(spec, c, self->base_text != NULL))
        continue;
      char *const key = self->keys[count];
      snprintf(key, sizeof *self->keys, "%s%s", uriel_spec_name(spec), lineage_columns[c].key);
      for (char *dash = key; (dash = strchr(dash, '-'));)
        *dash = '_';
      lane->schema.aside |= (uint64_t)names << count;
      self->columns[count] = lineage_columns[c];
      self->columns[count++].key = key;
    }
    if (!self->base_text || names)
      continue;
    struct record record = {.reading = side->reading};
    record.reading.room = spec == URIEL_SPEC_WHATWG ? &self->base_room : NULL;
    accepted |= base_parse(&record, uriel_text_of(self->base_text), &side->base);
    side->unfit = record.error;
    if (reading_has_partial(spec))
      side->reading.options |= URIEL_PARSE_PARTIAL;
  }
  if (!accepted) {
    message("no generation accepts the base; under RFC 3986:");
    error_die("base", &self->sides[self->rfc3986].unfit);
  }
  for (size_t i = 0; i < self->count; i++)
    self->sides[i].unfit.in = "base";
  for (size_t i = 0; i < (self->base_text ? 4 : 2); i++)
    self->columns[count++] = lineage_all[i];
  lane->schema.columns = self->columns;
  lane->schema.count = self->columns_count = count;
  return SOURCE_OPERANDS;
}

/* ---- Verdicts ----------------------------------------------------------------------------------- */

static void lineage_resolve(struct lineage_side *side, const uriel_ref *ref, uriel_text text,
                            struct buffer *out)
{
  struct lineage_verdict *const verdict = &side->verdict;
  uriel_text *const values = verdict->values;
  struct record record = {.reading = side->reading};
  uriel_error error;
  uriel_ref target;
  const size_t bound = uriel_resolve_bound(&side->base, ref);
  buffer_reserve(out, bound);
  const size_t len = uriel_resolve(&side->base, ref, 0, out->ptr, bound, &error);
  if (len == URIEL_FAILED) {
    resolution_blame(&record, &error, &side->base, text);
    verdict->base_error = record.error;
  } else if (len == URIEL_CURRENT_DOCUMENT) {
    verdict->target_read = true;
    values[LINEAGE_CURRENT] = uriel_text_of("true");
    values[LINEAGE_FRAGMENT] = uriel_fragment(ref);
    values[LINEAGE_TARGET] = resolution_current(ref, out);
    values[LINEAGE_TARGET_HOST] = uriel_host(&side->base);
  } else {
    values[LINEAGE_TARGET] = (uriel_text){out->ptr, len};
    verdict->target_read = reading_parse(&side->reading, &target, values[LINEAGE_TARGET], &error);
    if (verdict->target_read)
      values[LINEAGE_TARGET_HOST] = uriel_host(&target);
  }
}

/* Sets the URL standard's verdict with the base. `alone` is the URL without the base; NULL if the text
 * is not a URL without it. */
static void lineage_resolve_url(struct lineage *self, struct lineage_side *side, const uriel_ref *alone)
{
  struct lineage_verdict *const verdict = &side->verdict;
  struct record record = {.reading = side->reading};
  uriel_ref url;
  self->resolved.reports = true;
  record.reading.room = &self->resolved;
  record.reading.base = &side->base;
  verdict->valid = record_parse(&record, &url, self->text);
  verdict->error = record.error;
  verdict->repairs = record.repairs;
  if (!verdict->valid)
    return;
  const uriel_text host = uriel_host(&url);
  verdict->values[LINEAGE_TARGET] = (uriel_text){url.text, url.length};
  verdict->values[LINEAGE_TARGET_HOST] = host;
  verdict->target_read = true;
  if (alone && text_same(uriel_host(alone), host))
    return;
  verdict->form = URIEL_FORM_RELATIVE;
  verdict->host_unknown = true;
  verdict->values[LINEAGE_HOST] = uriel_text_of(NULL);
}

static void lineage_judge(struct lineage *self, size_t index)
{
  struct lineage_side *const side = &self->sides[index];
  struct lineage_verdict *const verdict = &side->verdict;
  uriel_text *const values = verdict->values;
  struct record record = {.reading = side->reading};
  uriel_ref ref;
  const bool url = side->reading.spec == URIEL_SPEC_WHATWG;
  /* The documents of names apply if the input begins with "urn:", in any case (RFC 8141, 2). */
  const bool names = reading_is_of_names(side->reading.spec);
  *verdict = (struct lineage_verdict){
      .asked = !names || (self->text.len >= 4 && strncasecmp(self->text.ptr, "urn:", 4) == 0)};
  if (!verdict->asked)
    return;
  self->room.reports = true;
  record.reading.room = url ? &self->room : NULL;
  const bool valid = record_parse(&record, &ref, self->text);
  verdict->valid = valid;
  verdict->repairs = record.repairs;
  verdict->error = record.error;
  if (valid) {
    verdict->form = uriel_form_of(&ref);
    values[LINEAGE_HOST] = uriel_host(&ref);
  }
  const bool against = self->base_text && !names && (valid || url);
  if (against)
    verdict->base_error = side->unfit;
  const bool fits = against && side->unfit.error.code == URIEL_ERROR_NONE;
  if (fits && url)
    lineage_resolve_url(self, side, valid ? &ref : NULL);
  else if (fits)
    lineage_resolve(side, &ref, self->text, &self->targets[index]);
  else if (url && valid && !self->base_text)
    values[LINEAGE_NORMAL] = (uriel_text){ref.text, ref.length};
  /* The names of the validation errors, separated by commas. */
  self->names.len = 0;
  for (size_t i = 0; url && i < verdict->repairs.listed; i++) {
    const char *const name = uriel_error_name(verdict->repairs.list[i].code);
    buffer_append(&self->names, ",", i > 0);
    buffer_append(&self->names, name, strlen(name));
    values[LINEAGE_REPAIRS] = buffer_text(&self->names);
  }
  values[LINEAGE_VERDICT] = uriel_text_of(verdict->valid ? "valid" : error_code(&verdict->error));
  if (verdict->base_error.error.code != URIEL_ERROR_NONE)
    values[LINEAGE_BASE_ERROR] = uriel_text_of(error_code(&verdict->base_error));
}

/* ---- Differences -------------------------------------------------------------------------------- */

/* Whether the generation has something to compare. */
static bool lineage_counts(const struct lineage_side *side, enum lineage_subject subject)
{
  const struct lineage_verdict *const verdict = &side->verdict;
  if (subject == SUBJECT_TARGET)
    return verdict->values[LINEAGE_TARGET].ptr != NULL;
  if (subject == SUBJECT_TARGET_HOST)
    return verdict->target_read;
  return verdict->valid && !verdict->host_unknown && !reading_is_of_names(side->reading.spec);
}

/* Returns the host without the brackets of an IP literal. */
static uriel_text lineage_bare(uriel_text host)
{
  const bool literal = host.len > 1 && host.ptr[0] == '[' && host.ptr[host.len - 1] == ']';
  return literal ? (uriel_text){host.ptr + 1, host.len - 2} : host;
}

/* Whether a browser's host is another one, without the bytes that a browser removes. The empty host of a
 * "file" URL is "localhost". An address that only inet_aton reads stays a name to other programs. */
static bool lineage_is_host(struct lineage *self, uriel_text mine, uriel_text host)
{
  struct buffer *const scratch = &self->scratch;
  const size_t room = uriel_agree_bound(0, mine.len + host.len + strlen("localhost"));
  scratch->len = 0;
  for (size_t i = 0; i < host.len; i++)
    if (host.ptr[i] != '\t' && host.ptr[i] != '\n' && host.ptr[i] != '\r')
      buffer_append(scratch, host.ptr + i, 1);
  const size_t kept = scratch->len;
  buffer_reserve(scratch, kept + room);
  return uriel_agree_hosts(mine.len ? lineage_bare(mine) : uriel_text_of("localhost"),
                           lineage_bare((uriel_text){scratch->ptr, kept}), scratch->ptr + kept, room);
}

/* Returns whether the verdict at `index` differs from the verdict of the newest RFC that has one. A
 * value of an RFC equals the URL standard's value if the standard parses it into that value. */
static bool lineage_differs(struct lineage *self, size_t index, enum lineage_subject subject)
{
  const struct lineage_side *const side = &self->sides[index];
  const enum lineage_column column = lineage_subjects[subject];
  const uriel_text *const values = side->verdict.values;
  const uriel_text mine = values[column];
  const bool browser = side->reading.spec == URIEL_SPEC_WHATWG;
  uriel_text newest = mine;
  if (!lineage_counts(side, subject))
    return false;
  for (size_t i = browser ? 0 : index + 1; i < self->count; i++)
    if (self->sides[i].reading.spec != URIEL_SPEC_WHATWG && lineage_counts(&self->sides[i], subject))
      newest = self->sides[i].verdict.values[column];
  if (text_same(mine, newest))
    return false;
  if (!browser || !newest.ptr)
    return !browser || mine.len > 0;
  if (subject == SUBJECT_TARGET) {
    const struct reading reading = {.spec = URIEL_SPEC_WHATWG, .room = &self->compared};
    uriel_ref ref;
    return !reading_parse(&reading, &ref, newest, NULL) ||
           !text_same(mine, (uriel_text){ref.text, ref.length});
  }
  return !lineage_is_host(self, mine, newest);
}

static const char *lineage_until(const char *at, const char *end, const char *stops)
{
  while (at < end && !memchr(stops, *at, strlen(stops)))
    at++;
  return at;
}

/* Returns the host according to RFC 3986, Appendix B, which splits any text: the authority is between
 * "//" and the next "/", "?" or "#"; the host follows its last "@". Undefined without an authority. */
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

/* Sets all fields about agreement between the generations. */
static void lineage_compare(struct lineage *self)
{
  const struct lineage_side *browser = NULL;
  for (size_t subject = 0; subject < SUBJECTS; subject++)
    self->agree[subject] = true;
  for (size_t i = 0; i < self->count; i++) {
    struct lineage_side *const side = &self->sides[i];
    if (side->reading.spec == URIEL_SPEC_WHATWG && side->verdict.valid)
      browser = side;
    for (size_t subject = 0; subject < SUBJECTS; subject++) {
      side->verdict.differs[subject] = lineage_differs(self, i, (enum lineage_subject)subject);
      self->agree[subject] &= !side->verdict.differs[subject];
    }
  }
  /* If every RFC rejects the text, no row has the host that a reader sees who only splits. */
  self->split_host = uriel_text_of(NULL);
  if (!browser || self->sides[self->rfc3986].verdict.valid)
    return;
  const uriel_text mine = browser->verdict.values[self->base_text ? LINEAGE_TARGET_HOST : LINEAGE_HOST];
  const uriel_text split = lineage_split(self->text);
  if (mine.ptr && split.ptr && !text_same(mine, split) && !lineage_is_host(self, mine, split))
    self->split_host = split;
}

static void lineage_each(void *context, struct record *record)
{
  struct lineage *const self = context;
  const struct lineage_verdict *const newest = &self->sides[self->rfc3986].verdict;
  uriel_text *values = record->values + 1;
  self->text = record->input;
  for (size_t i = 0; i < self->count; i++)
    lineage_judge(self, i);
  lineage_compare(self);
  for (size_t i = 0; i < self->count; i++)
    for (size_t c = 0; c < LINEAGE_SPEC_COLUMNS; c++)
      if (lineage_has_column(self->sides[i].reading.spec, c, self->base_text != NULL))
        *values++ = self->sides[i].verdict.values[c];
  *values++ = self->split_host;
  for (size_t subject = 0; subject < (self->base_text ? SUBJECTS : 1); subject++)
    *values++ = uriel_text_of(self->agree[subject] && !self->split_host.ptr ? "true" : "false");
  record->detail = self;
  if (!newest->valid || newest->values[LINEAGE_BASE_ERROR].ptr)
    record->verdict = VERDICT_INVALID;
  record->error = newest->valid ? newest->base_error : newest->error;
}

/* ---- Forms of output ---------------------------------------------------------------------------- */

/* `detail` of the record is NULL if the input was too long. */
static void lineage_json(const struct record *record, struct json *json)
{
  const struct lineage *const self = record->detail;
  json_array_begin(json, "verdicts");
  for (size_t i = 0; self && i < self->count; i++) {
    const struct lineage_side *const side = &self->sides[i];
    const struct lineage_verdict *const verdict = &side->verdict;
    if (!verdict->asked)
      continue;
    json_object_begin(json, NULL);
    json_string(json, "spec", uriel_spec_name(side->reading.spec));
    json_bool(json, "valid", verdict->valid);
    if (verdict->form)
      json_string(json, "form", uriel_form_name(verdict->form));
    for (size_t c = LINEAGE_HOST; c <= LINEAGE_TARGET_HOST; c++)
      if (c == LINEAGE_CURRENT && verdict->values[c].ptr)
        json_bool(json, lineage_columns[c].key + 1, true);
      else if (c != LINEAGE_REPAIRS && !(c == LINEAGE_TARGET && verdict->values[LINEAGE_CURRENT].ptr))
        json_defined(json, lineage_columns[c].key + 1, verdict->values[c]);
    render_json_repairs(json, &verdict->repairs, self->text);
    if (!verdict->valid)
      render_json_error(json, "error", &verdict->error);
    if (verdict->values[LINEAGE_BASE_ERROR].ptr)
      render_json_error(json, "base_error", &verdict->base_error);
    json_object_end(json);
  }
  json_array_end(json);
  const size_t all = self && self->base_text ? 4 : 2;
  if (self)
    json_columns(json, lineage_all, record->values + self->columns_count - all, all);
}

static void lineage_put(enum tone tone, const char *text)
{
  colour_put(&standard_out, tone, text, strlen(text));
}

/* Returns the width of the cell with the host: "host H" or "no host". */
static size_t lineage_host_width(const struct lineage_verdict *verdict)
{
  const uriel_text host = verdict->values[LINEAGE_HOST];
  size_t width = strlen("host ");
  if (!host.ptr)
    return strlen("no host");
  for (size_t i = 0; i < host.len; i++)
    width += ((unsigned char)host.ptr[i] & 0xC0) != 0x80;
  return width;
}

/* Prints a difference as a warning. Differing targets are a warning only if their hosts differ. */
static void lineage_cell(const char *label, uriel_text text, enum tone tone, bool differs)
{
  lineage_put(differs ? TONE_USERINFO : TONE_DIM, label);
  colour_put(&standard_out, differs ? TONE_USERINFO : tone, text.ptr, text.len);
}

/* A row, and below it the URL standard's validation errors. */
static void lineage_row(const struct lineage *self, const struct lineage_side *side, size_t column)
{
  enum { REPAIRS = 12 }; /* their column */
  struct output *const out = &standard_out;
  const struct lineage_verdict *const verdict = &side->verdict;
  const uriel_text *const values = verdict->values;
  const char *const name = uriel_spec_name(side->reading.spec);
  const bool *const differs = verdict->differs;
  const bool warns = differs[SUBJECT_HOST] || differs[SUBJECT_TARGET_HOST];
  const size_t width = lineage_host_width(verdict);
  const bool changed = values[LINEAGE_NORMAL].ptr && !text_same(values[LINEAGE_NORMAL], self->text);
  const bool arrow = changed || (self->base_text && !reading_is_of_names(side->reading.spec));
  const bool marked = warns || differs[SUBJECT_TARGET];
  lineage_put(warns ? TONE_USERINFO : TONE_STRONG, marked ? "*" : "");
  output_text(out, marked ? " " : "  ");
  lineage_put(TONE_DIM, name);
  output_format(out, "%*s", 10 - (int)strlen(name), "");
  if (!verdict->valid) {
    lineage_put(TONE_ERROR, "not valid");
    output_text(out, "  ");
    error_put(&verdict->error, out);
  } else {
    output_format(out, "valid      %-10s", uriel_form_name(verdict->form));
    if (verdict->host_unknown)
      output_format(out, "%*s", (int)width, "");
    else
      lineage_cell(values[LINEAGE_HOST].ptr ? "host " : "no host", values[LINEAGE_HOST], TONE_HOST,
                   differs[SUBJECT_HOST]);
    output_format(out, "%*s", arrow && width < column + 2 ? (int)(column + 2 - width) : 0, "");
  }
  if (verdict->valid && changed) {
    lineage_cell("-> ", values[LINEAGE_NORMAL], TONE_PLAIN, false);
  } else if (verdict->valid && arrow && values[LINEAGE_BASE_ERROR].ptr) {
    /* A valid base can still be unfit to resolve against. */
    const uriel_error_code code = verdict->base_error.error.code;
    const bool unfit = code == URIEL_ERROR_BASE_NOT_ABSOLUTE || code == URIEL_ERROR_BASE_OPAQUE;
    lineage_put(TONE_DIM, "-> ");
    lineage_put(TONE_ERROR, unfit ? "base" : "base not valid");
    output_text(out, unfit ? " " : ": ");
    error_put(&verdict->base_error, out);
  } else if (verdict->valid && arrow) {
    lineage_cell("-> ", values[LINEAGE_TARGET], differs[SUBJECT_TARGET] ? TONE_STRONG : TONE_PLAIN,
                 differs[SUBJECT_TARGET_HOST]);
  }
  output_char(out, '\n');
  render_repairs(&verdict->repairs, self->text, REPAIRS, REPAIRS, "validation error ");
}

static void lineage_block(const struct record *record)
{
  enum { HOST_COLUMN_MAX = 40 }; /* so that one long host does not push everything out of sight */
  static const char before[] = "* the generations do not agree about the ";
  const struct lineage *const self = record->detail;
  const uriel_text split = self->split_host;
  size_t column = 0;
  for (size_t i = 0; i < self->count; i++) {
    const struct lineage_verdict *const verdict = &self->sides[i].verdict;
    const size_t width = verdict->valid ? lineage_host_width(verdict) : 0;
    if (width > column && width <= HOST_COLUMN_MAX)
      column = width;
  }
  for (size_t i = 0; i < self->count; i++)
    if (self->sides[i].verdict.asked)
      lineage_row(self, &self->sides[i], column);
  for (size_t subject = 0; subject < SUBJECTS; subject++) {
    static const char *const names[] = {"host", "target", "target's host"};
    const enum tone tone = subject == SUBJECT_TARGET ? TONE_STRONG : TONE_USERINFO;
    /* If the targets' hosts differ, so do the targets. */
    if (self->agree[subject] || (subject == SUBJECT_TARGET && !self->agree[SUBJECT_TARGET_HOST]))
      continue;
    lineage_put(tone, before);
    lineage_put(tone, names[subject]);
    output_char(&standard_out, '\n');
  }
  if (split.ptr) {
    lineage_put(TONE_USERINFO, "* a reader that only splits (RFC 3986, Appendix B) sees ");
    lineage_cell(split.len > 0 ? "host " : "an empty host", split, TONE_HOST, true);
    output_char(&standard_out, '\n');
  }
}

/* ---- The subcommand ----------------------------------------------------------------------------- */

static void lineage_end(void *copy)
{
  struct lineage *const self = copy;
  reading_room_free(&self->room);
  reading_room_free(&self->resolved);
  reading_room_free(&self->compared);
  buffer_free(&self->names);
  buffer_free(&self->scratch);
  for (size_t i = 0; i < READING_SPECS; i++)
    buffer_free(&self->targets[i]);
}

/* lineage_ready adds the columns. */
const struct stage lineage_stage = {
    .schema = &(const struct schema){.pairs = true,
                                     .no_errors = true,
                                     .explains = true,
                                     .json = lineage_json,
                                     .block = lineage_block},
    STAGE_SELF(struct lineage, 0),
    .has = GENERAL_JOBS,
    .options = lineage_options,
    .ready = lineage_ready,
    .texts = true,
    .each = lineage_each,
    .own = offsetof(struct lineage, room),
    .end = lineage_end,
};
