/* SPDX-License-Identifier: MIT */
/* uriel schemes: the registry of schemes, the parts of URIs in their schemes' terms, and the rules of
 * schemes. */
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "base/unicode.h"
#include "stage.h"
#include "uriel_urn.h"

bool scheme_is(const uriel_ref *ref, const char *scheme)
{
  const uriel_text own = uriel_scheme(ref);
  return own.ptr && own.len == strlen(scheme) && strncasecmp(own.ptr, scheme, own.len) == 0;
}

uriel_text scheme_lower(uriel_text name, struct buffer *out)
{
  buffer_reserve(out, name.len);
  out->len = name.len;
  for (size_t i = 0; i < name.len; i++)
    out->ptr[i] = ascii_lower(name.ptr[i]);
  return buffer_text(out);
}

void name_refuse(struct record *record, const char *const *names, const char *message, const char *what,
                 const char *code)
{
  const uriel_text name = record->input;
  struct buffer *const out = &record->scratch[0];
  char hint[WORD_HINT];
  word_hint(hint, name, names);
  out->len = 0;
  buffer_append(out, message, strlen(message));
  buffer_append(out, hint, strlen(hint) + 1);
  record_refuse(record, &(uriel_error){.length = name.len}, name, what, code, out->ptr);
}

/* ---- Parts -------------------------------------------------------------------------------------- */

bool parts_read(struct parts *parts, const uriel_ref *ref, uriel_error *error)
{
  struct buffer *const list = &parts->list;
  size_t count = 16;
  parts->count = list->len = 0;
  parts->scheme = uriel_scheme(ref);
  if (scheme_is(ref, "urn")) {
    uriel_urn urn = {0};
    if (!uriel_urn_parse(&urn, ref, error))
      return false;
    const uriel_own_part own[] = {{"nid", urn.nid},
                                  {"nss", urn.nss},
                                  {"r_component", urn.r_component},
                                  {"q_component", urn.q_component},
                                  {"f_component", urn.f_component}};
    for (size_t i = 0; i < sizeof own / sizeof *own; i++)
      buffer_append(list, (const char *)&own[i], own[i].text.ptr ? sizeof *own : 0);
    parts->count = list->len / sizeof *own;
    return true;
  }
  buffer_reserve(&parts->scratch, 2 * (size_t)ref->length);
  do {
    buffer_reserve(list, count * sizeof(uriel_own_part));
    count =
        uriel_scheme_parts((uriel_own_part *)(void *)list->ptr, list->capacity / sizeof(uriel_own_part),
                           ref, parts->scratch.ptr, parts->scratch.capacity, error);
  } while (count != URIEL_FAILED && count > list->capacity / sizeof(uriel_own_part));
  parts->count = count == URIEL_FAILED ? 0 : count;
  return count != URIEL_FAILED;
}

bool parts_are_known(uriel_text scheme)
{
  return scheme.ptr && uriel_scheme_part_names(NULL, 0, scheme.ptr, scheme.len) > 0;
}

uriel_text parts_find(const struct parts *parts, const char *name)
{
  const uriel_own_part *const list = ARRAY_OF(const uriel_own_part, parts->list);
  for (size_t i = 0; i < parts->count; i++)
    if (strcmp(list[i].name, name) == 0)
      return list[i].text;
  return uriel_text_of(NULL);
}

void parts_json(const struct parts *parts, struct json *json)
{
  const uriel_own_part *const list = ARRAY_OF(const uriel_own_part, parts->list);
  char key[64];
  json_object_begin(json, "parts");
  for (size_t i = 0, end; i < parts->count; i = end) {
    const char *const name = list[i].name;
    bool utf8 = true;
    end = i + 1;
    if (!uriel_scheme_part_is_list(parts->scheme.ptr, parts->scheme.len, name, strlen(name))) {
      json_text(json, name, list[i].text.ptr, list[i].text.len);
      continue;
    }
    json_array_begin(json, name);
    for (end = i; end < parts->count && strcmp(list[end].name, name) == 0; end++) {
      const uriel_text item = list[end].text;
      json_text(json, NULL, item.ptr, item.len);
      utf8 &= uriel_utf8_span(item.ptr, item.len) == item.len;
    }
    json_array_end(json);
    if (utf8)
      continue;
    /* As json_text writes the bytes of a text that is not UTF-8. */
    snprintf(key, sizeof key, "%s_hex", name);
    json_array_begin(json, key);
    for (size_t item = i; item < end; item++)
      json_hex_text(json, list[item].text.ptr, list[item].text.len);
    json_array_end(json);
  }
  json_object_end(json);
}

/* ---- Rules -------------------------------------------------------------------------------------- */

/* Whether the host and the port fit: those after "//" that a client could connect to. */
static bool rules_server(struct rules *rules, const uriel_ref *ref, const uriel_scheme_info *info,
                         uriel_error *error)
{
  const uriel_text host = uriel_host(ref);
  /* Of schemes with a document and a default port it is known whether the host may be empty. */
  if (info && info->port && *info->document && !info->host_may_be_empty && host.ptr && host.len == 0) {
    const size_t at = (size_t)(host.ptr - ref->text);
    *error = (uriel_error){.code = URIEL_ERROR_PART_EMPTY,
                           .component = URIEL_HOST,
                           .offset = at,
                           .begin = at,
                           .spec = uriel_spec_of(ref),
                           .part = "host"};
    return false;
  }
  /* Other reasons for a missing plan do not break rules: a scheme without plans, files of another
   * machine.
   */
  return !host.ptr || steps_make(&rules->steps, ref, NULL, error) ||
         uriel_error_class_of(error->code) == URIEL_CLASS_SCHEME ||
         (error->component != URIEL_HOST && error->component != URIEL_PORT);
}

bool rules_check(struct rules *rules, const uriel_ref *ref, struct record_error *error)
{
  const uriel_text scheme = uriel_scheme(ref);
  const uriel_scheme_info *const info = uriel_scheme_find(NULL, scheme.ptr, scheme.len);
  uriel_error *const found = &error->error;
  uint16_t port;
  *error = (struct record_error){.text = {ref->text, ref->length}};
  if (!scheme.ptr)
    return true;
  const bool name = scheme_is(ref, "urn");
  const bool port_fits = uriel_port_number(&port, ref, found) || found->code == URIEL_ERROR_NONE;
  if (port_fits &&
      (name ? uriel_urn_check(ref, found)
            : parts_read(&rules->parts, ref, found) && rules_server(rules, ref, info, found)))
    return true;
  /* The error of a namespace is reported in full: "well-formed, but not a valid ISBN: ...". */
  error->what = found->code == URIEL_ERROR_NAME_FORM || found->code == URIEL_ERROR_NAME_CHECK
                    ? ""
                    : "breaks the rules of its scheme";
  if (!*uriel_error_section(found) && !name && info && *info->document)
    error->section = info->document;
  return false;
}

/* ---- Records ------------------------------------------------------------------------------------ */

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

static const struct column schemes_columns[] = {
    {"input", COLUMN_REFERENCE, TONE_PLAIN}, {"valid", COLUMN_VALID, TONE_PLAIN},
    {"name", COLUMN_TEXT, TONE_SCHEME},      {"port", COLUMN_LITERAL, TONE_PORT},
    {"transport", COLUMN_TEXT, TONE_PLAIN},  {"hierarchical", COLUMN_LITERAL, TONE_PLAIN},
    {"status", COLUMN_TEXT, TONE_PLAIN},     {"title", COLUMN_TEXT, TONE_PLAIN},
    {"document", COLUMN_TEXT, TONE_PLAIN},   {"empty_host", COLUMN_LITERAL, TONE_PLAIN},
    {"empty_path", COLUMN_TEXT, TONE_PLAIN}, {"parts", COLUMN_TEXT, TONE_PLAIN},
    {"local", COLUMN_TEXT, TONE_PLAIN}};

struct schemes {
  struct parts parts;
  bool input;
  bool show_password;
  bool local;
  uriel_local_style style;
  bool table; /* prints the whole registry; `at` is the next row */
  size_t at;
  int widths[SCHEMES_DOCUMENT]; /* of the table for people; the document is last */

  const uriel_scheme_info *info; /* the record's scheme; NULL for a URI */
  char port[NUMBER_DIGITS];
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

static enum stage_source schemes_ready(void *context, struct lane *lane)
{
  struct schemes *const self = context;
  size_t count;
  const uriel_scheme_info *const all = uriel_schemes(&count);
  if (lane->general->keys.by.count > 0)
    die_usage(lane->reader->command, "--keys goes with commands whose records are references");
  if (self->local) {
    lane->schema.plain = SCHEMES_LOCAL;
    lane->schema.line = NULL;
    lane->schema.aside = ~(1u << SCHEMES_INPUT | 1u << SCHEMES_VALID | 1u << SCHEMES_LOCAL);
    return self->input ? SOURCE_INPUT : SOURCE_OPERANDS;
  }
  lane->schema.aside = 1u << SCHEMES_LOCAL;
  if (self->input || lane->reader->file_count > 0)
    return SOURCE_INPUT;
  if (lane->reader->operand_count > 0)
    return SOURCE_OPERANDS;
  self->table = true;
  lane->schema.aside =
      1u << SCHEMES_INPUT | 1u << SCHEMES_VALID | 1u << SCHEMES_PARTS | 1u << SCHEMES_LOCAL;
  lane->schema.no_errors = true;
  for (size_t i = 0; i < count; i++) {
    const int name = (int)strlen(all[i].name), title = (int)strlen(all[i].title);
    self->widths[SCHEMES_NAME] = name > self->widths[SCHEMES_NAME] ? name : self->widths[SCHEMES_NAME];
    self->widths[SCHEMES_TITLE] =
        title > self->widths[SCHEMES_TITLE] ? title : self->widths[SCHEMES_TITLE];
  }
  return SOURCE_LIST;
}

/* `name` may be one of the many that begin with "x-". */
static void schemes_values(struct schemes *self, const uriel_scheme_info *info, uriel_text name,
                           struct record *record)
{
  uriel_text *const values = record->values;
  record->detail = self;
  self->info = info;
  values[SCHEMES_NAME] = scheme_lower(name, &record->scratch[0]);
  if (info->port)
    values[SCHEMES_PORT] = number_text(self->port, info->port);
  values[SCHEMES_TRANSPORT] = uriel_text_of(uriel_transport_name(info->transport));
  values[SCHEMES_HIERARCHICAL] = uriel_text_of(info->hierarchical ? "true" : "false");
  values[SCHEMES_STATUS] = uriel_text_of(uriel_scheme_status_name(info->status));
  values[SCHEMES_TITLE] = uriel_text_of(*info->title ? info->title : NULL);
  values[SCHEMES_DOCUMENT] = uriel_text_of(*info->document ? info->document : NULL);
  values[SCHEMES_EMPTY_HOST] = uriel_text_of(info->host_may_be_empty ? "true" : "false");
  values[SCHEMES_EMPTY_PATH] = uriel_text_of(info->empty_path);
}

static bool schemes_next(void *context, struct record *record)
{
  struct schemes *const self = context;
  size_t count;
  const uriel_scheme_info *const all = uriel_schemes(&count);
  if (self->at == count)
    return false;
  schemes_values(self, &all[self->at], uriel_text_of(all[self->at].name), record);
  self->at++;
  return true;
}

static void schemes_uri(struct schemes *self, struct record *record)
{
  struct buffer *const line = &record->scratch[1];
  const uriel_text text = record->input;
  struct excerpt_marks marks = {0};
  uriel_ref ref;
  uriel_error error;
  if (!record_parse(record, &ref, text))
    return;
  const uriel_text scheme = uriel_scheme(&ref);
  if (!parts_read(&self->parts, &ref, &error)) {
    record_blame(record, &error, text, "not a URI of its scheme");
    return;
  }
  if (self->parts.count == 0 && !parts_are_known(scheme)) {
    record_refuse(record, &(uriel_error){.component = URIEL_SCHEME, .length = text.len}, text,
                  "nothing to show", "scheme-without-parts",
                  scheme.ptr ? "uriel does not know the parts of this scheme: see uriel parse"
                             : "a relative reference has no scheme");
    return;
  }
  /* "NAME=VALUE" for each part, separated by tabs: in values, tabs are escaped. */
  line->len = 0;
  for (size_t i = 0; i < self->parts.count; i++) {
    const uriel_own_part *const part = &ARRAY_OF(const uriel_own_part, self->parts.list)[i];
    const bool hide = !self->show_password && strcmp(part->name, "password") == 0;
    buffer_append(line, "\t", i > 0);
    buffer_append(line, part->name, strlen(part->name));
    buffer_append(line, "=", 1);
    steps_escape(line, hide ? uriel_text_of("****") : part->text, false);
  }
  record->values[SCHEMES_NAME] = scheme_lower(scheme, &record->scratch[0]);
  record->values[SCHEMES_PARTS] = buffer_text(line);
  record->heading = self->show_password
                        ? text
                        : excerpt_hide_password(text, URIEL_REFERENCE, &marks, &record->scratch[2]);
}

static void schemes_each(void *context, struct record *record)
{
  struct schemes *const self = context;
  struct buffer *const out = &record->scratch[1];
  const uriel_text text = record->input;
  record->detail = self;
  self->info = NULL;
  if (self->local) {
    uriel_ref ref;
    uriel_error error;
    size_t need;
    if (!record_parse(record, &ref, text))
      return;
    do
      need = uriel_file_to_local(&ref, self->style, out->ptr, out->capacity, &error);
    while (buffer_short(out, need));
    if (need != URIEL_FAILED)
      record->values[SCHEMES_LOCAL] = buffer_text(out);
    else
      record_blame(record, &error, text, "cannot be a local path");
  } else if (text.len > 0 && memchr(text.ptr, ':', text.len)) {
    schemes_uri(self, record);
  } else {
    /* If two names are equally near, the first in this list is more likely meant. */
    static const char *const common[] = {"http", "https", "mailto", "ftp",  "file", "data", "tel",
                                         "urn",  "ws",    "wss",    "sftp", "ssh",  "ldap"};
    const uriel_scheme_info *const info = uriel_scheme_find(NULL, text.ptr, text.len);
    const char *const end = NULL;
    size_t count;
    const uriel_scheme_info *const all = uriel_schemes(&count);
    if (info) {
      schemes_values(self, info, text, record);
      return;
    }
    out->len = 0;
    buffer_append(out, (const char *)common, sizeof common);
    for (size_t i = 0; i < count; i++)
      buffer_append(out, (const char *)&all[i].name, sizeof all[i].name);
    buffer_append(out, (const char *)&end, sizeof end);
    name_refuse(record, ARRAY_OF(const char *, *out), "no scheme of that name is known",
                "not a known scheme", "scheme-unknown");
    record->error.hint = "uriel schemes lists the known schemes";
    record->error.error.component = URIEL_SCHEME;
  }
}

/* ---- Forms of output ---------------------------------------------------------------------------- */

/* A row of the table for people, and before the first on a terminal the names of its columns. */
static void schemes_row(const struct schemes *self, const uriel_text *values, bool head)
{
  struct output *const out = &standard_out;
  for (size_t i = SCHEMES_NAME; i <= SCHEMES_DOCUMENT; i++) {
    uriel_text text = head ? uriel_text_of(schemes_columns[i].key) : values[i];
    if (!head && i == SCHEMES_HIERARCHICAL)
      text = uriel_text_of(text.ptr[0] == 't' ? "yes" : "no");
    text = text.ptr ? text : uriel_text_of("-");
    colour_put(out, head ? TONE_DIM : schemes_columns[i].tone, text.ptr, text.len);
    if (i < SCHEMES_DOCUMENT)
      output_format(out, "%*s",
                    self->widths[i] > (int)text.len ? self->widths[i] - (int)text.len + 2 : 2, "");
  }
}

/* A line of a block, if there is a text. */
static void schemes_fact(const char *key, const char *before, uriel_text text, const char *after)
{
  enum { VALUES = 16 }; /* their column; a space is before each */
  struct output *const out = &standard_out;
  if (!text.ptr)
    return;
  render_label(2, VALUES - 1, key);
  output_format(out, " %s", before);
  output_foreign(out, text.ptr, text.len);
  output_text(out, after);
  output_char(out, '\n');
}

static void schemes_line(const struct record *record)
{
  /* What the name of a status leaves out. */
  static const char *const meanings[] = {
      [URIEL_SCHEME_REGISTERED] = "",
      [URIEL_SCHEME_DOCUMENTED] = ": in the document, not in IANA's registry",
      [URIEL_SCHEME_EXPERIMENTAL] = ": by agreement between parties",
      [URIEL_SCHEME_UNDEFINED] = ": the document names it and leaves its URIs undefined",
      [URIEL_SCHEME_NAMES] = ": kept for names, see uriel help urn",
      [URIEL_SCHEME_OWN] = "",
  };
  const struct schemes *const self = record->detail;
  const uriel_scheme_info *const info = self->info;
  const uriel_text *const values = record->values;
  if (self->table) {
    if (record->number == 1 && standard_out.terminal) {
      schemes_row(self, values, true);
      output_char(&standard_out, '\n');
    }
    schemes_row(self, values, false);
  } else if (info) {
    colour_put(&standard_out, TONE_SCHEME, values[SCHEMES_NAME].ptr, values[SCHEMES_NAME].len);
    output_char(&standard_out, '\n');
    schemes_fact("title", "", values[SCHEMES_TITLE], "");
    schemes_fact("port", "", values[SCHEMES_PORT], "");
    if (info->transport != URIEL_TRANSPORT_NONE)
      schemes_fact("transport", "", values[SCHEMES_TRANSPORT], "");
    schemes_fact("hierarchical", "", uriel_text_of(info->hierarchical ? "yes" : "no"), "");
    schemes_fact("empty host", "", uriel_text_of(info->host_may_be_empty ? "allowed" : NULL), "");
    schemes_fact("empty path", "stands for ", values[SCHEMES_EMPTY_PATH], "");
    schemes_fact("status", "", values[SCHEMES_STATUS], meanings[info->status]);
    schemes_fact("document", "", values[SCHEMES_DOCUMENT], "");
  } else {
    uriel_text rest = values[SCHEMES_PARTS];
    uriel_text item;
    colour_reference(&standard_out, &record->reading, record->heading);
    output_char(&standard_out, '\n');
    for (size_t i = 0; i < self->parts.count && uriel_list_next(&rest, &item, '\t'); i++) {
      const char *const name = ARRAY_OF(const uriel_own_part, self->parts.list)[i].name;
      const size_t len = strlen(name) + 1;
      schemes_fact(name, "", (uriel_text){item.ptr + len, item.len - len}, "");
    }
  }
}

static void schemes_json(const struct record *record, struct json *json)
{
  const struct schemes *const self = record->detail;
  const uriel_text *const values = record->values;
  if (record_is_invalid(record) || !self)
    return;
  if (self->local) {
    json_defined(json, "local", values[SCHEMES_LOCAL]);
  } else if (!self->info) {
    json_defined(json, "scheme", values[SCHEMES_NAME]);
    parts_json(&self->parts, json);
  } else {
    json_columns(json, schemes_columns + SCHEMES_NAME, values + SCHEMES_NAME,
                 SCHEMES_PARTS - SCHEMES_NAME);
  }
}

const struct stage schemes_stage = {
    .schema = &(const struct schema){.columns = schemes_columns,
                                     .count = SCHEMES_COLUMNS,
                                     .plain = SCHEMES_NAME,
                                     .has_keys = true,
                                     .json = schemes_json,
                                     .line = schemes_line},
    .self = &(struct schemes){.widths = {[SCHEMES_PORT] = 5,
                                         [SCHEMES_TRANSPORT] = 9,
                                         [SCHEMES_HIERARCHICAL] = 12,
                                         [SCHEMES_STATUS] = 12}},
    .options = schemes_options,
    .has = GENERAL_SPEC,
    .ready = schemes_ready,
    .texts = true,
    .each = schemes_each,
    .next = schemes_next,
    .files = true,
};
