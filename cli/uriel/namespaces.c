/* SPDX-License-Identifier: MIT */
/* uriel urn namespaces: the registry of namespaces, with the fields of their files. */
#include "namespaces.h"

#include <string.h>
#include <strings.h>

#include "uriel_urn.h"

/* The files of data/namespaces: of each a line "== NID", and its content. */
extern const char namespace_files[];

bool namespace_next(uriel_text *rest, uriel_text *nid, uriel_text *file)
{
  static const char mark[] = "== ";
  if (!rest->ptr)
    *rest = uriel_text_of(namespace_files);
  if (rest->len == 0)
    return false;
  const char *const begin = rest->ptr + strlen(mark), *const line = strchr(begin, '\n') + 1;
  const char *const next = strstr(line - 1, "\n== ");
  const char *const end = next ? next + 1 : rest->ptr + rest->len;
  *nid = (uriel_text){begin, (size_t)(line - 1 - begin)};
  *file = (uriel_text){line, (size_t)(end - line)};
  *rest = (uriel_text){end, (size_t)(rest->ptr + rest->len - end)};
  return true;
}

/* ---- Fields ------------------------------------------------------------------------------------- */

enum {
  NAMESPACE_NID,
  NAMESPACE_KIND,
  NAMESPACE_DOCUMENT,
  NAMESPACE_RULES,
  NAMESPACE_TITLE,
  NAMESPACE_COLUMNS
};

static const struct column namespaces_columns[] = {{"nid", COLUMN_TEXT, TONE_HOST},
                                                   {"kind", COLUMN_TEXT, TONE_PLAIN},
                                                   {"document", COLUMN_TEXT, TONE_PLAIN},
                                                   {"rules", COLUMN_TEXT, TONE_PLAIN},
                                                   {"title", COLUMN_TEXT, TONE_PLAIN}};

/* Of `uriel urn namespaces`. */
struct namespaces {
  uriel_text rest; /* the files that are not yet listed */
  uriel_text file; /* of the record */
  bool all;        /* a list: one line for each */
};

/* Returns the value of the first field of that name, or undefined. */
static uriel_text namespaces_field(uriel_text file, const char *name)
{
  uriel_field field;
  while (uriel_field_next(&field, &file))
    if (field_is(&field, name))
      return field.value;
  return uriel_text_of(NULL);
}

/* Moves the value to `out`, without line breaks. */
static uriel_text namespaces_line(struct buffer *out, uriel_text value)
{
  out->len = 0;
  for (size_t i = 0; i < value.len; i++) {
    const bool blank = strchr(" \t\n", value.ptr[i]) != NULL;
    if (!blank || out->len == 0 || out->ptr[out->len - 1] != ' ')
      buffer_append(out, blank ? " " : value.ptr + i, 1);
  }
  return value.ptr ? buffer_text(out) : value;
}

static const char *namespaces_rules(uriel_text syntax)
{
  return !syntax.ptr                                             ? "none"
         : syntax.len > 4 && strncmp(syntax.ptr, "any ", 4) == 0 ? "any"
                                                                 : "checked";
}

static void namespaces_values(struct namespaces *self, struct record *record, uriel_text nid,
                              uriel_text file)
{
  uriel_text *const values = record->values;
  self->file = file;
  record->detail = self;
  values[NAMESPACE_NID] = nid;
  values[NAMESPACE_KIND] = namespaces_field(file, "kind");
  values[NAMESPACE_DOCUMENT] = namespaces_line(&record->scratch[0], namespaces_field(file, "document"));
  values[NAMESPACE_RULES] = uriel_text_of(namespaces_rules(namespaces_field(file, "syntax")));
  values[NAMESPACE_TITLE] = namespaces_line(&record->scratch[1], namespaces_field(file, "title"));
}

static bool namespaces_next(void *context, struct record *record)
{
  struct namespaces *const self = context;
  uriel_text nid, file;
  self->all = true;
  if (!namespace_next(&self->rest, &nid, &file))
    return false;
  namespaces_values(self, record, nid, file);
  return true;
}

/* An operand: a NID in any case. "urn-7" and "x-foo" have the file of their kind. */
static void namespaces_each(void *context, struct record *record)
{
  const uriel_text given = record->input;
  const uriel_urn_namespace *const known = uriel_urn_namespace_find(given.ptr, given.len);
  uriel_text rest = uriel_text_of(NULL), nid, file;
  const char *names[128] = {NULL};
  size_t count = 0;
  while (namespace_next(&rest, &nid, &file)) {
    if (known && strncmp(known->nid, nid.ptr, nid.len) == 0 && known->nid[nid.len] == '\0') {
      namespaces_values(context, record, given, file);
      return;
    }
  }
  const uriel_urn_namespace *const all = uriel_urn_namespaces(&count);
  for (size_t i = 0; i < count && i + 1 < sizeof names / sizeof *names; i++)
    names[i] = all[i].nid;
  name_refuse(record, names, "no registered namespace has that identifier", "not a namespace",
              "namespace-unknown");
  record->error.hint = "uriel urn namespaces lists the namespaces";
}

/* ---- Layouts ------------------------------------------------------------------------------------ */

/* A line of the list, or the file. */
static void namespaces_print(const struct record *record)
{
  const struct namespaces *const self = record->detail;
  const uriel_text *const values = record->values;
  const uriel_text title = values[NAMESPACE_TITLE];
  uriel_text document = values[NAMESPACE_DOCUMENT];
  if (!document.ptr)
    document = namespaces_field(self->file, "registrant");
  colour_put(&standard_out, TONE_HOST, values[NAMESPACE_NID].ptr, values[NAMESPACE_NID].len);
  if (self->all)
    output_format(&standard_out, "\t%.*s\t%.*s\t%.*s", (int)values[NAMESPACE_RULES].len,
                  values[NAMESPACE_RULES].ptr, (int)document.len, document.ptr ? document.ptr : "",
                  (int)title.len, title.ptr ? title.ptr : "");
  else
    output_format(&standard_out, "\n%.*s", (int)self->file.len - 1, self->file.ptr);
}

static void namespaces_json_text(struct json *json, struct buffer *line, const char *key,
                                 uriel_text value)
{
  json_defined(json, key, namespaces_line(line, value));
}

/* The ABNF after the line with its source. */
static void namespaces_json_syntax(struct json *json, uriel_text syntax)
{
  const char *const abnf = syntax.ptr ? memchr(syntax.ptr, '\n', syntax.len) : NULL;
  if (abnf)
    json_defined(json, "syntax", (uriel_text){abnf + 1, (size_t)(syntax.ptr + syntax.len - abnf - 1)});
}

/* "r q f (RFC 8254, 4)": the letters; of "none (...)" an empty list. */
static void namespaces_json_components(struct json *json, uriel_text value)
{
  if (!value.ptr)
    return;
  json_array_begin(json, "components");
  for (; value.len > 0 && strchr("rqf", value.ptr[0]) && (value.len == 1 || value.ptr[1] == ' ');) {
    json_defined(json, NULL, (uriel_text){value.ptr, 1});
    const size_t step = 1 + strspn(value.ptr + 1, " ");
    value = (uriel_text){value.ptr + step, value.len - step};
  }
  json_array_end(json);
}

static void namespaces_json_resolvers(struct json *json, uriel_text file)
{
  uriel_field field;
  json_array_begin(json, "resolvers");
  while (uriel_field_next(&field, &file)) {
    if (!field_is(&field, "resolver"))
      continue;
    static const char *const keys[] = {"prefix", "template", "source"};
    const char *at = field.value.ptr, *const end = field.value.ptr + field.value.len;
    json_object_begin(json, NULL);
    for (size_t i = 0; i < 3 && at < end; i++) {
      const char *const tab = i < 2 ? memchr(at, '\t', (size_t)(end - at)) : NULL;
      const char *const stop = tab ? tab : end;
      if (i > 0 || *at != '-')
        json_defined(json, keys[i], (uriel_text){at, (size_t)(stop - at)});
      at = stop + 1;
    }
    json_object_end(json);
  }
  json_array_end(json);
}

/* Each name of the fields "valid" and "invalid". */
static void namespaces_json_examples(struct json *json, uriel_text file)
{
  uriel_field field;
  json_array_begin(json, "examples");
  while (uriel_field_next(&field, &file)) {
    const bool valid = field_is(&field, "valid");
    if (!valid && !field_is(&field, "invalid"))
      continue;
    const size_t name = strcspn(field.value.ptr, " \n");
    json_object_begin(json, NULL);
    json_defined(json, "name",
                 (uriel_text){field.value.ptr, name < field.value.len ? name : field.value.len});
    json_bool(json, "valid", valid);
    if (name + 3 < field.value.len && strncmp(field.value.ptr + name, " = ", 3) == 0) {
      const char *const other = field.value.ptr + name + 3;
      json_defined(json, "equivalent", (uriel_text){other, strcspn(other, " \n")});
    }
    json_object_end(json);
  }
  json_array_end(json);
}

static void namespaces_json(const struct record *record, struct json *json)
{
  static const char *const sentences[] = {"registrant", "check", "assignment", "resolution", "security"};
  const struct namespaces *const self = record->detail;
  struct buffer line = {0};
  if (record_is_invalid(record) || !self)
    return;
  json_defined(json, "kind", record->values[NAMESPACE_KIND]);
  json_defined(json, "document", record->values[NAMESPACE_DOCUMENT]);
  json_defined(json, "rules", record->values[NAMESPACE_RULES]);
  json_defined(json, "title", record->values[NAMESPACE_TITLE]);
  namespaces_json_syntax(json, namespaces_field(self->file, "syntax"));
  namespaces_json_text(json, &line, "equivalence", namespaces_field(self->file, "equivalent"));
  for (size_t i = 0; i < sizeof sentences / sizeof *sentences; i++)
    namespaces_json_text(json, &line, sentences[i], namespaces_field(self->file, sentences[i]));
  namespaces_json_components(json, namespaces_field(self->file, "components"));
  namespaces_json_resolvers(json, self->file);
  namespaces_json_examples(json, self->file);
  buffer_free(&line);
}

const struct stage namespaces_stage = {
    .schema = &(const struct schema){.columns = namespaces_columns,
                                     .count = NAMESPACE_COLUMNS,
                                     .plain = NAMESPACE_NID,
                                     .json = namespaces_json,
                                     .line = namespaces_print},
    .self = &(struct namespaces){.all = false},
    .source = SOURCE_TABLE,
    .texts = true,
    .each = namespaces_each,
    .next = namespaces_next,
    .files = true,
};
