/* SPDX-License-Identifier: MIT */
/* Prints the summary of a database, for people and for programs. */
#include "print.h"

#include <stdio.h>
#include <string.h>

#include "cli/shared/cli.h"

enum { PRINT_NAME = 26, PRINT_NUMBER = 14, PRINT_SCHEMES = 12 };

/* ---- Text of documents, and members of JSON objects --------------------------------------------- */

const char *print_digits(uint64_t number, char out[32])
{
  char digits[24];
  const size_t len = (size_t)snprintf(digits, sizeof digits, "%llu", (unsigned long long)number);
  size_t n = 0;
  for (size_t i = 0; i < len; i++) {
    if (i && (len - i) % 3 == 0)
      out[n++] = ',';
    out[n++] = digits[i];
  }
  out[n] = 0;
  return out;
}

void print_document(uriel_text path, uriel_text part)
{
  if (path.len)
    output_escaped(&standard_out, path.ptr, path.len);
  output_text(&standard_out, part.len ? "!" : "");
  if (part.len)
    output_escaped(&standard_out, part.ptr, part.len);
}

uriel_text print_hide(uriel_text text, struct buffer *hidden)
{
  struct excerpt_marks marks = {0};
  return excerpt_hide_password(text, URIEL_REFERENCE, &marks, hidden);
}

uriel_text print_whole(const struct summary_text *text)
{
  return (uriel_text){text->data, text->len};
}

void print_members(struct json *json, const struct member *members, const void *from)
{
  struct buffer hidden = {0};
  for (; members->key; members++) {
    const void *const at = (const char *)from + members->at;
    uriel_text text;
    if (members->kind <= MEMBER_ASIDE) {
      json_number(json, members->key, *(const uint64_t *)at);
      continue;
    }
    if (members->kind == MEMBER_CUT || members->kind == MEMBER_PART)
      text = print_whole(at);
    else
      text = *(const uriel_text *)at;
    if (members->kind == MEMBER_EMPTY || members->kind == MEMBER_SHOWN)
      text = print_hide(text, &hidden);
    const bool is_left_out =
        members->kind == MEMBER_SHOWN
            ? !text.ptr
            : !text.len && (members->kind == MEMBER_PART || members->kind == MEMBER_SOME);
    if (!is_left_out)
      json_text(json, members->key, text.ptr ? text.ptr : "", text.len);
  }
  buffer_free(&hidden);
}

void print_array(struct json *json, const char *key, const struct member *members,
                 const struct summary_list *list)
{
  json_array_begin(json, key);
  for (size_t i = 0; i < list->count; i++) {
    json_object_begin(json, NULL);
    print_members(json, members, &list->rows[i]);
    json_object_end(json);
  }
  json_array_end(json);
}

/* ---- The summary, for people ------------------------------------------------------------------- */

MEMBERS(summary_totals, NUMBER(harvest_summary, documents), NUMBER(harvest_summary, references),
        NUMBER(harvest_summary, identifiers), NUMBER(harvest_summary, errors),
        NUMBER(harvest_summary, lenient), NUMBER(harvest_summary, broken),
        NUMBER(harvest_summary, elsewhere), NUMBER(harvest_summary, disagreed));
MEMBERS(summary_run, NUMBER(harvest_counts, files), NUMBER(harvest_counts, documents),
        NUMBER(harvest_counts, references), NUMBER(harvest_counts, errors),
        NUMBER(harvest_counts, replaced), NUMBER(harvest_counts, unchanged),
        NUMBER(harvest_counts, unreadable), NUMBER(harvest_counts, vanished),
        NUMBER(harvest_counts, forgotten), NUMBER(harvest_counts, links),
        NUMBER(harvest_counts, special), NUMBER(harvest_counts, left_out), NUMBER(harvest_counts, pages),
        NUMBER(harvest_counts, redirects), NUMBER(harvest_counts, denied),
        NUMBER(harvest_counts, failed), NUMBER(harvest_counts, unread), NUMBER(harvest_counts, waiting));
#define TEXT(key, i, kind) MEMBER(key, summary_row, texts[i], kind)
#define COUNT(key, i) MEMBER(key, summary_row, numbers[i], NUMBER)
MEMBERS(summary_kinds, TEXT("kind", 0, CUT), TEXT("status", 1, CUT), COUNT("documents", 0),
        COUNT("bytes", 1));
MEMBERS(summary_formats, TEXT("format", 0, CUT), COUNT("documents", 0), COUNT("bytes", 1));
MEMBERS(summary_schemes, TEXT("scheme", 0, CUT), COUNT("references", 0), COUNT("identifiers", 1));
MEMBERS(summary_sites, TEXT("site", 0, CUT), COUNT("references", 0), COUNT("identifiers", 1),
        COUNT("insecure", 2), MEMBER("documents", summary_row, numbers[3], ASIDE), COUNT("errors", 4));
MEMBERS(summary_few, TEXT("file", 0, CUT), TEXT("part", 1, PART), COUNT("references", 0),
        COUNT("errors", 1));
#undef TEXT
#undef COUNT

static void print_pad(size_t columns)
{
  while (columns--)
    output_char(&standard_out, ' ');
}

static void print_right(const char *text, size_t columns)
{
  const size_t len = strlen(text);
  print_pad(len < columns ? columns - len : 1);
  output_text(&standard_out, text);
}

static void print_count(uint64_t number)
{
  char text[32];
  print_right(print_digits(number, text), PRINT_NUMBER);
}

/* Returns text from documents, which may contain anything, on one line. */
static uriel_text print_text(uriel_text whole, struct buffer *out)
{
  out->len = 0;
  buffer_reserve(out, 1);
  if (whole.len)
    (void)excerpt_make(whole, (struct excerpt_marks){0}, out);
  return (uriel_text){out->ptr, out->len};
}

static void print_name(uriel_text name, struct buffer *scratch)
{
  const uriel_text text = print_text(name, scratch);
  print_pad(2);
  output_put(&standard_out, text.ptr, text.len);
  print_pad(text.len < PRINT_NAME ? PRINT_NAME - text.len : 1);
}

/* Starts a section. */
static void print_title(const char *name)
{
  output_char(&standard_out, '\n');
  colour_put(&standard_out, TONE_STRONG, name, strlen(name));
}

static void print_heading(const char *name, uint64_t count)
{
  print_title(name);
  print_pad(PRINT_NAME + 2 - strlen(name));
  print_count(count);
  output_char(&standard_out, '\n');
}

static void print_run(const struct harvest_report *report)
{
  MEMBERS(parts, MEMBER("replaced", harvest_counts, replaced, NUMBER),
          MEMBER("unchanged", harvest_counts, unchanged, NUMBER),
          MEMBER("not readable", harvest_counts, unreadable, NUMBER),
          MEMBER("vanished before they were opened", harvest_counts, vanished, NUMBER),
          MEMBER("forgotten", harvest_counts, forgotten, NUMBER),
          MEMBER("symbolic links not followed", harvest_counts, links, NUMBER),
          MEMBER("special files skipped", harvest_counts, special, NUMBER),
          MEMBER("left out", harvest_counts, left_out, NUMBER),
          MEMBER("redirected", harvest_counts, redirects, NUMBER),
          MEMBER("denied by robots.txt", harvest_counts, denied, NUMBER),
          MEMBER("failed", harvest_counts, failed, NUMBER),
          MEMBER("waiting", harvest_counts, waiting, NUMBER));
  const struct harvest_counts *counts = report->counts;
  const double seconds = report->seconds > 0.001 ? report->seconds : 0.001;
  char text[32];
  output_format(&standard_out, "%s document%s read", print_digits(counts->documents, text),
                counts->documents == 1 ? "" : "s");
  if (counts->documents != counts->files && (counts->files || !counts->pages))
    output_format(&standard_out, " from %s file%s", print_digits(counts->files, text),
                  counts->files == 1 ? "" : "s");
  if (counts->pages)
    output_format(&standard_out, "%s %s page%s", counts->files ? " and" : " from",
                  print_digits(counts->pages, text), counts->pages == 1 ? "" : "s");
  output_format(&standard_out, " in %.1f s, %s reference%s", report->seconds,
                print_digits(counts->references, text), counts->references == 1 ? "" : "s");
  if (counts->references)
    output_format(&standard_out, " (%s a second)",
                  print_digits((uint64_t)((double)counts->references / seconds), text));
  for (const struct member *part = parts; part->key; part++) {
    const uint64_t *const count = (const void *)((const char *)counts + part->at);
    if (*count)
      output_format(&standard_out, "; %s %s", print_digits(*count, text), part->key);
  }
  output_char(&standard_out, '\n');
}

/* Prints the kind, with the status of documents that were not read to the end: "html, too large". */
static void print_documents(const struct harvest_summary *summary, struct buffer *scratch)
{
  char text[32];
  print_heading("Documents", summary->documents);
  for (size_t i = 0; i < summary->kinds.count; i++) {
    const struct summary_row *const row = &summary->kinds.rows[i];
    const struct summary_text *const kind = &row->texts[0], *const status = &row->texts[1];
    const int status_len = (int)status->len;
    char name[2 * sizeof kind->data];
    const bool is_usual = (status_len == 4 && memcmp(status->data, "done", 4) == 0) ||
                          (status_len == 6 && memcmp(status->data, "binary", 6) == 0);
    (void)snprintf(name, sizeof kind->data, "%.*s%s%.*s", (int)kind->len, kind->data,
                   is_usual ? "" : ", ", is_usual ? 0 : status_len, status->data);
    print_name(uriel_text_of(name), scratch);
    print_count(row->numbers[0]);
    print_right(progress_bytes((double)row->numbers[1], text), PRINT_NUMBER);
    output_char(&standard_out, '\n');
  }
  const struct summary_list *const formats = &summary->formats;
  for (size_t i = 0; i < formats->count && i < 8; i++) {
    const uriel_text name = print_text(print_whole(&formats->rows[i].texts[0]), scratch);
    output_format(&standard_out, "%s%.*s %s", i ? ", " : "    binary: ", (int)name.len, name.ptr,
                  print_digits(formats->rows[i].numbers[0], text));
  }
  if (formats->count)
    output_text(&standard_out, formats->count > 8 ? ", ...\n" : "\n");
}

/* Prints the first of `total` rows, at most `most`; the first member is the name. */
static void print_table(const char *title, const struct member *members, const struct summary_list *list,
                        size_t most, uint64_t total, size_t width, struct buffer *scratch)
{
  const size_t count = list->count < most ? list->count : most;
  const struct member *member;
  char text[32];
  if (count == 0)
    return;
  print_title(title);
  print_pad(PRINT_NAME + 2 - strlen(title));
  for (member = members + 1; member->key; member++)
    if (member->kind == MEMBER_NUMBER)
      print_right(member->key, width);
  output_char(&standard_out, '\n');
  for (size_t i = 0; i < count; i++) {
    const char *const row = (const void *)&list->rows[i];
    const uriel_text name = print_whole(&list->rows[i].texts[0]);
    print_name(name.len ? name : uriel_text_of(HARVEST_FILES), scratch);
    for (member = members + 1; member->key; member++)
      if (member->kind == MEMBER_NUMBER)
        print_right(print_digits(*(const uint64_t *)(const void *)(row + member->at), text), width);
    output_char(&standard_out, '\n');
  }
  if (total > count)
    output_format(&standard_out, "  and %s more\n", print_digits(total - count, text));
}

/* Numbers come first, as paths are long. */
static void print_few(const char *name, const struct summary_list *list)
{
  if (list->count == 0)
    return;
  print_title(name);
  output_char(&standard_out, '\n');
  for (size_t i = 0; i < list->count; i++) {
    const struct summary_row *const row = &list->rows[i];
    char references[32], errors[32];
    output_format(&standard_out, "%*s references%*s %s  ", PRINT_NARROW,
                  print_digits(row->numbers[0], references), PRINT_NARROW - 4,
                  print_digits(row->numbers[1], errors), row->numbers[1] == 1 ? "error " : "errors");
    print_document(print_whole(&row->texts[0]), print_whole(&row->texts[1]));
    output_char(&standard_out, '\n');
  }
}

/* Prints PATH:LINE:COLUMN: TEXT, and the message on the next line. */
static void print_error(const struct summary_row *error, struct buffer *scratch)
{
  const uint64_t *const numbers = error->numbers;
  struct buffer hidden = {0};
  print_name(print_whole(&error->texts[0]), scratch);
  print_count(numbers[0]);
  output_text(&standard_out, "\n      ");
  output_escaped(&standard_out, error->texts[1].data, error->texts[1].len);
  if (numbers[1]) {
    output_format(&standard_out, ":%llu:%llu: ", (unsigned long long)numbers[1],
                  (unsigned long long)numbers[2]);
    const uriel_text raw = print_text(print_hide(print_whole(&error->texts[2]), &hidden), scratch);
    colour_put(&standard_out, TONE_ERROR, raw.ptr, raw.len);
  }
  output_text(&standard_out, "\n      ");
  output_escaped(&standard_out, error->texts[3].data, error->texts[3].len);
  output_char(&standard_out, '\n');
  buffer_free(&hidden);
}

/* Prints a word for the shell, quoted unless it has only letters, digits and the usual characters of
 * paths. */
static void print_word(const char *word)
{
  static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_./+@%:,=-";
  const size_t len = strlen(word);
  const char *const front = *word == '-' ? "./" : ""; /* so that it is not read as an option */
  if (strspn(word, plain) == len) {
    output_format(&standard_out, "%s%s", front, word);
    return;
  }
  output_format(&standard_out, "%s'", front);
  for (size_t at = 0; at < len;) {
    const size_t run = strcspn(word + at, "'");
    output_escaped(&standard_out, word + at, run);
    at += run;
    if (at++ < len)
      output_text(&standard_out, "'\\''");
  }
  output_char(&standard_out, '\'');
}

/* Prints the number of references in a list, and the command that prints it. */
static void print_list(const struct harvest_report *report, const char *name, uint64_t count,
                       const char *text, enum answer_list list)
{
  if (!count)
    return;
  print_heading(name, count);
  output_format(&standard_out, "%s  uriel harvest --list=%s -o ", text, answer_names[list]);
  print_word(report->database);
  output_char(&standard_out, '\n');
}

void harvest_report_print(const struct harvest_report *report)
{
  const struct harvest_summary *const summary = report->summary;
  struct output *const out = &standard_out;
  struct buffer scratch = {0};
  if (report->counts)
    print_run(report);
  else
    output_text(out, "What the database holds\n");
  print_documents(summary, &scratch);
  print_heading("References", summary->references);
  print_heading("Distinct identifiers", summary->identifiers);
  print_table("Schemes", summary_schemes, &summary->schemes, PRINT_SCHEMES, summary->scheme_count,
              PRINT_NUMBER, &scratch);
  print_table("Sites", summary_sites, &summary->sites, SUMMARY_ROWS, summary->site_count, PRINT_NARROW,
              &scratch);
  print_few("Documents with the most references", &summary->busiest);
  print_few("Documents with the most errors", &summary->erroriest);
  if (summary->errors)
    print_heading("Errors", summary->errors);
  if (summary->lenient)
    output_format(out, "  %llu of references that --spec=lenient reads nevertheless\n",
                  (unsigned long long)summary->lenient);
  for (size_t i = 0; i < summary->error_kinds.count; i++)
    print_error(&summary->error_kinds.rows[i], &scratch);
  print_list(report, "Broken references", summary->broken,
             "  not valid, or to a file, place or part that is not there (servers: --check-online):\n",
             ANSWER_BROKEN);
  print_list(report, "Elsewhere in a browser", summary->elsewhere,
             "  a browser goes to another target than RFC 3986 (3987 for IRIs) says, or "
             "only one of them has one:\n",
             ANSWER_ELSEWHERE);
  print_list(report, "Programs disagree", summary->disagreed,
             "  programs see different hosts or ports in them (uriel agree --long explains one):\n",
             ANSWER_DISAGREED);
  output_text(out, "\nDatabase  ");
  output_escaped(out, report->database, strlen(report->database));
  output_text(out, "\nAsk it    sqlite3 -box ");
  print_word(report->database);
  output_text(out,
              " 'SELECT host, count(*) FROM reference JOIN identifier\n"
              "            ON identifier.id = identifier_id GROUP BY host ORDER BY 2 DESC LIMIT 20'\n");
  buffer_free(&scratch);
}

/* ---- The summary, for programs ----------------------------------------------------------------- */

void harvest_report_json(const struct harvest_report *report)
{
  struct json json = {.out = &standard_out};
  struct buffer hidden = {0};
  const struct harvest_summary *const summary = report->summary;
  json_object_begin(&json, NULL);
  json_string(&json, "database", report->database);
  print_members(&json, summary_totals, summary);
  if (report->counts) {
    json_object_begin(&json, "run");
    json_real(&json, "seconds", report->seconds);
    print_members(&json, summary_run, report->counts);
    json_object_end(&json);
  }
  print_array(&json, "kinds", summary_kinds, &summary->kinds);
  print_array(&json, "formats", summary_formats, &summary->formats);
  print_array(&json, "schemes", summary_schemes, &summary->schemes);
  print_array(&json, "sites", summary_sites, &summary->sites);
  print_array(&json, "most_references", summary_few, &summary->busiest);
  print_array(&json, "most_errors", summary_few, &summary->erroriest);
  json_array_begin(&json, "error_kinds");
  for (size_t i = 0; i < summary->error_kinds.count; i++) {
    const struct summary_row *const error = &summary->error_kinds.rows[i];
    const struct summary_text *const texts = error->texts;
    json_object_begin(&json, NULL);
    json_text(&json, "code", texts[0].data, texts[0].len);
    json_number(&json, "count", error->numbers[0]);
    json_object_begin(&json, "example");
    json_text(&json, "file", texts[1].data, texts[1].len);
    if (error->numbers[1]) {
      const uriel_text raw = print_hide(print_whole(&texts[2]), &hidden);
      json_number(&json, "line", error->numbers[1]);
      json_number(&json, "column", error->numbers[2]);
      json_text(&json, "raw", raw.ptr, raw.len);
    }
    json_text(&json, "message", texts[3].data, texts[3].len);
    json_object_end(&json);
    json_object_end(&json);
  }
  json_array_end(&json);
  json_object_end(&json);
  output_char(&standard_out, '\n');
  buffer_free(&hidden);
}
