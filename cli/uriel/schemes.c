/* SPDX-License-Identifier: MIT */
/* uriel schemes: the registry of schemes, and the scheme-specific parts of URIs. */
#include <stdio.h>
#include <string.h>

#include "cli/shared/cli.h"
#include "cli/shared/colour.h"
#include "cli/shared/error.h"
#include "cli/shared/output.h"
#include "reader/unicode.h"
#include "stage.h"
#include "steps.h"
#include "uriel_scheme.h"

enum schemes_column {
  SCHEMES_INPUT,
  SCHEMES_VALID,
  SCHEMES_NAME,
  SCHEMES_PORT,
  SCHEMES_TRANSPORT,
  SCHEMES_HIERARCHICAL,
  SCHEMES_STATUS,
  SCHEMES_TITLE,
  SCHEMES_DOCUMENT,
  SCHEMES_EMPTY_HOST,
  SCHEMES_EMPTY_PATH,
  SCHEMES_PARTS,
  SCHEMES_LOCAL,
  SCHEMES_COLUMNS
};

/* Widths of the columns that have no fixed width. */
struct schemes_widths {
  int name, title;
};

/* ---- For people --------------------------------------------------------------------------------- */

static int schemes_wider(int width, const char *text)
{
  const size_t len = strlen(text);
  return len > (size_t)width ? (int)len : width;
}

static struct schemes_widths schemes_table_widths(void)
{
  struct schemes_widths widths = {0, 0};
  size_t count;
  const uriel_scheme_info *const all = uriel_schemes(&count);
  for (size_t i = 0; i < count; i++) {
    widths.name = schemes_wider(widths.name, all[i].name);
    widths.title = schemes_wider(widths.title, all[i].title);
  }
  return widths;
}

static void schemes_cell(enum tone tone, uriel_text text, int width)
{
  const uriel_text shown = text.ptr ? text : uriel_text_of("-");
  colour_put(&standard_out, tone, shown.ptr, shown.len);
  output_format(&standard_out, "%*s", width > (int)shown.len ? width - (int)shown.len + 2 : 2, "");
}

static void schemes_table_row(const struct schemes_widths *widths, const uriel_text *values)
{
  schemes_cell(TONE_SCHEME, values[SCHEMES_NAME], widths->name);
  schemes_cell(TONE_PORT, values[SCHEMES_PORT], 5);
  schemes_cell(TONE_PLAIN, values[SCHEMES_TRANSPORT], 9);
  schemes_cell(TONE_PLAIN, uriel_text_of(values[SCHEMES_HIERARCHICAL].ptr[0] == 't' ? "yes" : "no"), 12);
  schemes_cell(TONE_PLAIN, values[SCHEMES_STATUS], 12);
  schemes_cell(TONE_PLAIN, values[SCHEMES_TITLE], widths->title);
  const uriel_text document =
      values[SCHEMES_DOCUMENT].ptr ? values[SCHEMES_DOCUMENT] : uriel_text_of("-");
  output_put(&standard_out, document.ptr, document.len);
}

static void schemes_table_header(const struct schemes_widths *widths)
{
  static const char *const names[] = {"name", "port", "transport", "hierarchical", "status", "title"};
  const int columns[] = {widths->name, 5, 9, 12, 12, widths->title};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    schemes_cell(TONE_DIM, uriel_text_of(names[i]), columns[i]);
  colour_put(&standard_out, TONE_DIM, "document", strlen("document"));
  output_char(&standard_out, '\n');
}

static void schemes_fact(const char *key, const char *value, const char *more)
{
  output_text(&standard_out, "  ");
  colour_put(&standard_out, TONE_DIM, key, strlen(key));
  output_format(&standard_out, "%*s%s%s\n", 14 - (int)strlen(key), "", value, more);
}

/* Explains a status if its name does not. */
static const char *schemes_meaning(uriel_scheme_status status)
{
  switch (status) {
  case URIEL_SCHEME_DOCUMENTED:
    return ": in the document, not in IANA's registry";
  case URIEL_SCHEME_EXPERIMENTAL:
    return ": by agreement between parties";
  case URIEL_SCHEME_UNDEFINED:
    return ": the document names it and leaves its URIs undefined";
  case URIEL_SCHEME_NAMES:
    return ": kept for names, see uriel help urn";
  case URIEL_SCHEME_REGISTERED:
  case URIEL_SCHEME_OWN:
    break;
  }
  return "";
}

/* A line for each fact. */
static void schemes_print_facts(const uriel_scheme_info *info)
{
  char port[8];
  snprintf(port, sizeof port, "%u", (unsigned)info->port);
  if (*info->title)
    schemes_fact("title", info->title, "");
  if (info->port)
    schemes_fact("port", port, "");
  if (info->transport != URIEL_TRANSPORT_NONE)
    schemes_fact("transport", uriel_transport_name(info->transport), "");
  schemes_fact("hierarchical", info->hierarchical ? "yes" : "no", "");
  if (info->host_may_be_empty)
    schemes_fact("empty host", "allowed", "");
  if (info->empty_path)
    schemes_fact("empty path", "stands for ", info->empty_path);
  schemes_fact("status", uriel_scheme_status_name(info->status), schemes_meaning(info->status));
  if (*info->document)
    schemes_fact("document", info->document, "");
}

/* ---- Records ------------------------------------------------------------------------------------ */

static const struct column schemes_columns[] = {
    [SCHEMES_INPUT] = {"input", COLUMN_REFERENCE, TONE_PLAIN},
    [SCHEMES_VALID] = {"valid", COLUMN_VALID, TONE_PLAIN},
    [SCHEMES_NAME] = {"name", COLUMN_TEXT, TONE_SCHEME},
    [SCHEMES_PORT] = {"port", COLUMN_TEXT, TONE_PORT},
    [SCHEMES_TRANSPORT] = {"transport", COLUMN_TEXT, TONE_PLAIN},
    [SCHEMES_HIERARCHICAL] = {"hierarchical", COLUMN_LITERAL, TONE_PLAIN},
    [SCHEMES_STATUS] = {"status", COLUMN_TEXT, TONE_PLAIN},
    [SCHEMES_TITLE] = {"title", COLUMN_TEXT, TONE_PLAIN},
    [SCHEMES_DOCUMENT] = {"document", COLUMN_TEXT, TONE_PLAIN},
    [SCHEMES_EMPTY_HOST] = {"empty_host", COLUMN_LITERAL, TONE_PLAIN},
    [SCHEMES_EMPTY_PATH] = {"empty_path", COLUMN_TEXT, TONE_PLAIN},
    [SCHEMES_PARTS] = {"parts", COLUMN_TEXT, TONE_PLAIN},
    [SCHEMES_LOCAL] = {"local", COLUMN_TEXT, TONE_PLAIN},
};

struct schemes {
  struct schema schema;
  struct parts parts;
  bool input;
  bool show_password;
  bool local;
  uriel_local_style style;
  bool table; /* prints the whole registry; `at` is the next row */
  size_t at;
  struct schemes_widths widths;

  const uriel_scheme_info *info; /* the record's scheme; NULL for a URI */
  char port[8];
  struct buffer name;
  struct buffer line;
  struct buffer heading;
  struct buffer message;
};

static const struct option_spec schemes_options[] = {
    {0, "stdin", NULL, "take each line of standard input as an operand", OPTION_FLAG,
     OPTION_TO(struct schemes, input), .excludes = OPTION_GROUP_INPUT},
    {0, "show-password", NULL, "show passwords instead of **** in text output", OPTION_FLAG,
     OPTION_TO(struct schemes, show_password)},
    {0, "local", NULL, "print the local path of each file URI, an operand\nor a line of standard input",
     OPTION_FLAG, OPTION_TO(struct schemes, local)},
    {0, "windows", NULL, "with --local: paths as C:\\a and \\\\host\\a", OPTION_CHOICE,
     OPTION_TO(struct schemes, style), .low = URIEL_LOCAL_WINDOWS, .with = "local"},
    {0}};

static enum stage_source schemes_ready(void *context, const struct option_reader *reader,
                                       struct lane *lane)
{
  struct schemes *const self = context;
  if (self->local) {
    lane->schema.plain = SCHEMES_LOCAL;
    lane->schema.line = NULL;
    lane->schema.aside = ~(1u << SCHEMES_INPUT | 1u << SCHEMES_VALID | 1u << SCHEMES_LOCAL);
    return self->input ? SOURCE_INPUT : SOURCE_OPERANDS;
  }
  lane->schema.aside = 1u << SCHEMES_LOCAL;
  if (self->input || reader->file_count > 0)
    return SOURCE_INPUT;
  if (reader->operand_count > 0)
    return SOURCE_OPERANDS;
  self->table = true;
  lane->schema.aside =
      1u << SCHEMES_INPUT | 1u << SCHEMES_VALID | 1u << SCHEMES_PARTS | 1u << SCHEMES_LOCAL;
  lane->schema.no_errors = true;
  self->widths = schemes_table_widths();
  return SOURCE_LIST;
}

static uriel_text schemes_bool(bool value)
{
  return uriel_text_of(value ? "true" : "false");
}

static uriel_text schemes_known(const char *text)
{
  return uriel_text_of(text && *text ? text : NULL);
}

static void schemes_lower(struct schemes *self, uriel_text name)
{
  buffer_reserve(&self->name, 1);
  self->name.len = 0;
  for (size_t i = 0; i < name.len; i++) {
    const char lower = ascii_lower(name.ptr[i]);
    buffer_append(&self->name, &lower, 1);
  }
}

/* `name` may be one of the many that begin with "x-". */
static void schemes_values(struct schemes *self, const uriel_scheme_info *info, uriel_text name,
                           uriel_text *values)
{
  self->info = info;
  schemes_lower(self, name);
  values[SCHEMES_NAME] = (uriel_text){self->name.ptr, self->name.len};
  if (info->port) {
    snprintf(self->port, sizeof self->port, "%u", (unsigned)info->port);
    values[SCHEMES_PORT] = uriel_text_of(self->port);
  }
  values[SCHEMES_TRANSPORT] = uriel_text_of(uriel_transport_name(info->transport));
  values[SCHEMES_HIERARCHICAL] = schemes_bool(info->hierarchical);
  values[SCHEMES_STATUS] = uriel_text_of(uriel_scheme_status_name(info->status));
  values[SCHEMES_TITLE] = schemes_known(info->title);
  values[SCHEMES_DOCUMENT] = schemes_known(info->document);
  values[SCHEMES_EMPTY_HOST] = schemes_bool(info->host_may_be_empty);
  values[SCHEMES_EMPTY_PATH] = uriel_text_of(info->empty_path);
}

static bool schemes_next(void *context, struct record *record)
{
  struct schemes *const self = context;
  size_t count;
  const uriel_scheme_info *const all = uriel_schemes(&count);
  if (self->at == count)
    return false;
  record->detail = self;
  schemes_values(self, &all[self->at], uriel_text_of(all[self->at].name), record->values);
  self->at++;
  return true;
}

static void schemes_blame(struct record *record, uriel_text text, const char *what, const char *code,
                          const char *message)
{
  const uriel_error error = {.component = URIEL_SCHEME, .length = text.len};
  record_blame(record, &error, text);
  record->error.what = what;
  record->error.code = code;
  record->error.message = message;
  record->error.expected = "";
}

/* If two names are equally near, the first in this list is more likely meant. */
static const char *const schemes_common[] = {"http", "https", "mailto", "ftp",  "file", "data", "tel",
                                             "urn",  "ws",    "wss",    "sftp", "ssh",  "ldap"};

/* Returns "no scheme of that name is known: did you mean "http"?". */
static const char *schemes_unknown(struct schemes *self, uriel_text name)
{
  char wrong[40];
  struct buffer words = {0};
  size_t count;
  buffer_append(&words, (const char *)schemes_common, sizeof schemes_common);
  const uriel_scheme_info *const all = uriel_schemes(&count);
  for (size_t i = 0; i < count; i++)
    buffer_append(&words, (const char *)&all[i].name, sizeof all[i].name);
  const char *const end = NULL;
  buffer_append(&words, (const char *)&end, sizeof end);
  schemes_lower(self, name);
  snprintf(wrong, sizeof wrong, "%.*s", (int)(name.len < sizeof wrong ? name.len : 0), self->name.ptr);
  const char *const near = nearest_word(wrong, (const char *const *)(const void *)words.ptr);
  char said[128];
  snprintf(said, sizeof said, "no scheme of that name is known%s%.64s%s",
           near ? ": did you mean \"" : "", near ? near : "", near ? "\"?" : "");
  self->message.len = 0;
  buffer_append(&self->message, said, strlen(said) + 1);
  buffer_free(&words);
  return self->message.ptr;
}

static void schemes_name(struct schemes *self, uriel_text name, struct record *record)
{
  const uriel_scheme_info *const info = uriel_scheme_find(NULL, name.ptr, name.len);
  if (info)
    schemes_values(self, info, name, record->values);
  else
    schemes_blame(record, name, "not a known scheme", "scheme-unknown", schemes_unknown(self, name));
}

static void schemes_path(struct schemes *self, uriel_text text, struct record *record)
{
  struct buffer *const out = &self->line;
  uriel_ref ref;
  uriel_error error;
  size_t need;
  if (!record_parse(record, &ref, text))
    return;
  const uriel_text read = {ref.text, ref.length};
  buffer_reserve(out, 1);
  do
    need = uriel_file_to_local(&ref, self->style, out->ptr, out->capacity, &error);
  while (buffer_short(out, need));
  if (need != URIEL_FAILED) {
    record->values[SCHEMES_LOCAL] = (uriel_text){out->ptr, out->len};
    return;
  }
  record_blame(record, &error, read);
  record->error.what = "no local path";
}

static void schemes_uri(struct schemes *self, uriel_text text, struct record *record)
{
  struct excerpt_marks marks = {0};
  uriel_ref ref;
  uriel_error error;
  if (!record_parse(record, &ref, text))
    return;
  const uriel_text read = {ref.text, ref.length};
  const uriel_text scheme = uriel_scheme(&ref);
  if (!parts_read(&self->parts, &ref, &error)) {
    record_blame(record, &error, read);
    record->error.what = "not a URI of its scheme";
    return;
  }
  if (self->parts.count == 0 && !parts_are_known(scheme)) {
    schemes_blame(record, text, "nothing to show", "scheme-without-parts",
                  scheme.ptr ? "uriel knows no parts of this scheme's own: see uriel parse"
                             : "a relative reference has no scheme");
    return;
  }
  schemes_values(self, &(uriel_scheme_info){.name = ""}, scheme, record->values);
  self->info = NULL;
  for (size_t i = SCHEMES_PORT; i < SCHEMES_PARTS; i++)
    record->values[i] = uriel_text_of(NULL);
  parts_line(&self->parts, self->show_password, &self->line);
  record->values[SCHEMES_PARTS] = (uriel_text){self->line.ptr, self->line.len};
  record->heading = text;
  if (!self->show_password)
    record->heading = excerpt_hide_password(text, URIEL_REFERENCE, &marks, &self->heading);
}

static void schemes_each(void *context, struct record *record)
{
  struct schemes *const self = context;
  record->detail = self;
  self->info = NULL;
  if (self->local)
    schemes_path(self, record->input, record);
  else if (record->input.len > 0 && memchr(record->input.ptr, ':', record->input.len))
    schemes_uri(self, record->input, record);
  else
    schemes_name(self, record->input, record);
}

static void schemes_line(const struct record *record)
{
  const struct schemes *const self = record->detail;
  if (self->table) {
    if (record->number == 1 && standard_out.terminal)
      schemes_table_header(&self->widths);
    schemes_table_row(&self->widths, record->values);
    return;
  }
  if (self->info)
    colour_put(&standard_out, TONE_SCHEME, record->values[SCHEMES_NAME].ptr,
               record->values[SCHEMES_NAME].len);
  else
    colour_reference(&standard_out, &record->reading, record->heading);
  output_char(&standard_out, '\n');
  if (self->info)
    schemes_print_facts(self->info);
  else
    parts_print(&self->parts, self->show_password);
}

static void schemes_json(const struct record *record, struct json *json)
{
  const struct schemes *const self = record->detail;
  const uriel_text name = record->values[SCHEMES_NAME];
  if (record_is_invalid(record) || !self)
    return;
  if (self->local) {
    json_text(json, "local", record->values[SCHEMES_LOCAL].ptr, record->values[SCHEMES_LOCAL].len);
    return;
  }
  if (!self->info) {
    json_text(json, "scheme", name.ptr, name.len);
    parts_json(&self->parts, json);
    return;
  }
  json_text(json, "name", name.ptr, name.len);
  if (self->info->port)
    json_number(json, "port", self->info->port);
  json_string(json, "transport", uriel_transport_name(self->info->transport));
  json_bool(json, "hierarchical", self->info->hierarchical);
  json_string(json, "status", uriel_scheme_status_name(self->info->status));
  if (*self->info->title)
    json_string(json, "title", self->info->title);
  if (*self->info->document)
    json_string(json, "document", self->info->document);
  json_bool(json, "empty_host", self->info->host_may_be_empty);
  if (self->info->empty_path)
    json_string(json, "empty_path", self->info->empty_path);
}

static const struct stage schemes_stage = {
    .help =
        {
            .usage = "schemes [OPTION...]\nschemes [OPTION...] NAME|URI...\nschemes --stdin|--file=FILE "
                     "[OPTION...]\n"
                     "schemes --local [--windows] [OPTION...] [URI...]",
            .about = "Without operands, prints a table of the known schemes: name, default port,\n"
                     "transport, whether hierarchical, status, title, document. The status is\n"
                     "registered (by IANA), documented, experimental (x-...), undefined by the\n"
                     "document that names it, or names (urn).\n\n"
                     "An operand with \":\" is a URI: prints its parts in the terms of its scheme,\n"
                     "decoded, with CR, LF and TAB as \\r \\n \\t, a backslash as \\\\ and other\n"
                     "control characters as \\xNN. An operand without \":\" is the name of a scheme.\n\n"
                     "JSON, TSV and formats have all bytes unchanged, including passwords; only\n"
                     "{parts} is escaped.\n\n"
                     "Keys: input valid name port transport hierarchical status title document\n"
                     "empty_host empty_path; for a URI name and parts (JSON: scheme and parts); with\n"
                     "--local, the path as local; and those of an error (see uriel help check).",
            .examples = "uriel schemes --tsv --header\n"
                        "uriel schemes gopher x-mine\n"
                        "uriel schemes 'ftp://user@ftp.example.com/%2Fetc/motd;type=a'\n"
                        "uriel schemes --json 'gopher://h/7/search%09cats'",
        },
    .options = schemes_options,
    .spec = SPEC_FULL,
    .ready = schemes_ready,
    .texts = true,
    .each = schemes_each,
    .next = schemes_next,
};

int cmd_schemes(int argc, char **argv)
{
  struct schemes self = {.schema = {.columns = schemes_columns,
                                    .count = SCHEMES_COLUMNS,
                                    .plain = SCHEMES_NAME,
                                    .has_keys = true,
                                    .json = schemes_json,
                                    .line = schemes_line}};
  struct stage stage = schemes_stage;
  stage.schema = &self.schema;
  const int status = stage_run(&stage, &self, argc, argv);
  parts_free(&self.parts);
  buffer_free(&self.name);
  buffer_free(&self.line);
  buffer_free(&self.heading);
  buffer_free(&self.message);
  return status;
}
