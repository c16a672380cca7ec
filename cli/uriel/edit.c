/* SPDX-License-Identifier: MIT */
/* uriel edit: changes references. */
#include "edit.h"

#include <string.h>

#include "cli/shared/cli.h"
#include "cli/shared/key.h"
#include "cli/shared/output.h"
#include "edit_json.h"
#include "stage.h"
#include "uriel_iri.h"
#include "uriel_query.h"

static const struct column editor_columns[] = TARGET_COLUMNS_OF("output", COLUMN_REFERENCE);
static const struct schema editor_schema = {
    .columns = editor_columns, .count = TARGET_COLUMNS, .plain = TARGET_RESULT, TARGET_KEYS};

/* A --require. */
struct editor_requirement {
  const char *name;
  struct key key;
};

struct editor {
  struct edit_list edits;
  struct edit_json json;
  bool normalizes;
  bool keeps_port;
  bool writes_port; /* --default-port */
  bool host_canonical;
  struct buffer required; /* array of struct editor_requirement */
  bool read;              /* the input has a reference that was read */
  struct edit_work work;
  struct buffer normal;
  struct buffer host, port, query, value;
};

static void editor_require(void *to, struct option_reader *reader)
{
  struct editor_requirement added = {.name = reader->value};
  const char *const near = nearest_word(reader->value, key_words);
  if (!key_read(&added.key, reader->value, strlen(reader->value)))
    die_usage(reader->command, "option \"%s\": no key \"%.64s\"%s%s%s", reader->name, reader->value,
              near ? " (did you mean \"" : "", near ? near : "", near ? "\"?)" : "");
  buffer_append(to, (const char *)&added, sizeof added);
}

static const struct option_spec editor_options[] = {
    {0, "set", "NAME=VALUE",
     "set scheme, authority, userinfo, user, password,\nhost, port, path, query, fragment, a parameter\n"
     "(query.q), a segment (path.1, path.-1), or a part\nof a scheme (ftp.type). The value is given "
     "decoded;\nin NAME:=VALUE, encoded; NAME?=VALUE does not\nreplace a value",
     OPTION_CALL, OPTION_TO(struct editor, edits), .words = edit_names, .call = edit_set, .many = true},
    {0, "append", "NAME=VALUE",
     "add a segment (path=SEGMENT), a parameter\n(query.q=VALUE), or encoded text (query:=a=b&c=d)",
     OPTION_CALL, OPTION_TO(struct editor, edits), .call = edit_append, .many = true},
    {0, "replace", "NAME=VALUE",
     "as --set, but only something that is defined; query.*:\nall parameters, each", OPTION_CALL,
     OPTION_TO(struct editor, edits), .words = edit_names, .call = edit_replace, .many = true},
    {0, "remove", "NAME",
     "remove a component, segment or part, or all\nparameters of that name; in it, * stands for any\n"
     "characters and ? for one: 'query.utm_*'",
     OPTION_CALL, OPTION_TO(struct editor, edits), .words = edit_names, .call = edit_remove,
     .many = true},
    {0, "rename", "query.A=B", "rename all parameters A to B", OPTION_CALL,
     OPTION_TO(struct editor, edits), .call = edit_rename, .many = true},
    {0, "sort-query", NULL, "sort the parameters by name", OPTION_CALL, OPTION_TO(struct editor, edits),
     .call = edit_sort_query},
    {0, "remove-empty", NULL, "remove empty places between parameters, as in\n\"a&&b&\"", OPTION_CALL,
     OPTION_TO(struct editor, edits), .call = edit_remove_empty},
    {0, "strip-tracking", NULL, "remove the parameters that only track people\n(data/tracking.tsv)",
     OPTION_CALL, OPTION_TO(struct editor, edits), .call = edit_strip_tracking},
    {0, "default-port", NULL, "write the scheme's port if the reference has no port", OPTION_CALL,
     OPTION_TO(struct editor, edits), .call = edit_default_port},
    {0, "no-default-port", NULL, "remove the port if it is empty or the scheme's", OPTION_CALL,
     OPTION_TO(struct editor, edits), .call = edit_no_default_port},
    {0, "iterate", "NAME=VALUES",
     "write a record for each of the values, which spaces\nseparate; given several times, one for "
     "each\ncombination",
     OPTION_CALL, OPTION_TO(struct editor, edits), .words = edit_names, .call = edit_iterate,
     .many = true},
    {0, "form", NULL,
     "in parameters, \"+\" is a space, as in forms; with\n--normalize, write %20 as \"+\" too",
     OPTION_BIT, OPTION_TO(struct editor, edits.query_options), .low = URIEL_QUERY_FORM},
    {0, "separator", "CHARACTER",
     "what separates parameters: \"&\" by default, \"&;\" for\nboth of these, \":\", \",\", ...",
     OPTION_CALL, OPTION_TO(struct editor, edits), .call = edit_separator},
    {0, "ignore-case", NULL, "the case of parameters' names does not matter", OPTION_BIT,
     OPTION_TO(struct editor, edits.query_options), .low = URIEL_QUERY_FOLD},
    {0, "normalize", NULL, "write the normal form of the result, as uriel\nnormalize does", OPTION_FLAG,
     OPTION_TO(struct editor, normalizes)},
    {0, "keep-port", NULL, "with --normalize: keep the scheme's default port", OPTION_FLAG,
     OPTION_TO(struct editor, keeps_port), .with = "normalize"},
    {0, "host-canonical", NULL,
     "with --normalize: write an IP address in any spelling\n(0x7f.1) in its canonical one", OPTION_FLAG,
     OPTION_TO(struct editor, host_canonical), .with = "normalize"},
    {0, "require", "KEY", "a result without this key of --format (scheme,\nquery.q) is not valid",
     OPTION_CALL, OPTION_TO(struct editor, required), .call = editor_require, .many = true},
    {0, "json-in", "FIELD",
     "each line is JSON: change this field of it (a.b: b\nof the object a), and keep every other byte;\n"
     "lines that are not valid stay, as with\n--invalid=keep",
     OPTION_CALL, OPTION_TO(struct editor, json), .call = edit_json_option,
     .excludes = OPTION_GROUP_FORM | OPTION_GROUP_KEEP},
    {0}};

static enum stage_source editor_ready(void *context, const struct option_reader *reader,
                                      struct lane *lane)
{
  struct editor *const self = context;
  if (edit_count(&self->edits) == 0 && !self->normalizes && self->required.len == 0)
    die_usage(reader->command, "nothing to change: use --set, --append, --remove, ...");
  edit_ready(&self->edits, reader->command, lane->reading.spec);
  for (size_t i = 0; i < edit_count(&self->edits); i++)
    self->writes_port |= edit_at(&self->edits, i)->action == EDIT_DEFAULT_PORT;
  return SOURCE_OPERANDS;
}

/* ---- One reference ------------------------------------------------------------------------------ */

/* Replaces "%20" by "+". */
static void editor_plus(struct buffer *out, uriel_text *query)
{
  out->len = 0;
  buffer_reserve(out, query->len);
  for (size_t i = 0; i < query->len; i++) {
    const bool space = query->len - i >= 3 && memcmp(query->ptr + i, "%20", 3) == 0;
    buffer_append(out, space ? "+" : query->ptr + i, 1);
    i += space ? 2 : 0;
  }
  *query = buffer_text(out);
}

static size_t editor_normal_form(struct editor *self, const uriel_ref *ref, uriel_error *error)
{
  struct buffer *const out = &self->normal;
  size_t need;
  do
    need = uriel_spec_of(ref) == URIEL_SPEC_IRI
               ? uriel_iri_normalize(ref, URIEL_LEVEL_SCHEME, 0, out->ptr, out->capacity, error)
               : uriel_normalize(ref, URIEL_LEVEL_SCHEME, out->ptr, out->capacity);
  while (buffer_short(out, need));
  return need;
}

/* What options change in the normal form. `port` is the port before. */
static bool editor_normal_edit(struct editor *self, struct record *record, const uriel_ref *normal,
                               uriel_text port, uriel_text *text)
{
  const uriel_parts before = uriel_parts_of(normal);
  uriel_parts parts = before;
  if (self->keeps_port && port.len > 0 && !parts.port.ptr && parts.host.ptr)
    parts.port = port;
  if (self->host_canonical && parts.host.len > 0 && key_host_put(&self->host, parts.host))
    parts.host = buffer_text(&self->host);
  if ((self->edits.query_options & URIEL_QUERY_FORM) && parts.query.len > 0)
    editor_plus(&self->query, &parts.query);
  for (size_t i = 0; i < edit_count(&self->edits); i++)
    if (edit_at(&self->edits, i)->action == EDIT_DEFAULT_PORT &&
        !edit_apply(&self->edits, i, &self->work, &parts, record))
      return false;
  if (!edit_is_same(&before, &parts)) {
    if (!edit_build(&parts, &self->work, record))
      return false;
    *text = buffer_text(&self->work.reference);
  }
  return true;
}

/* Replaces the reference by its normal form, with what options keep of it. */
static bool editor_normalize(struct editor *self, struct record *record, uriel_text *text)
{
  const struct reading *const reading = &record->reading;
  uriel_ref ref;
  uriel_error error;
  if (reading->spec == URIEL_SPEC_WHATWG)
    return true;
  if (!uriel_parse_as(&ref, text->ptr, text->len, reading->spec, reading->options, &error) ||
      editor_normal_form(self, &ref, &error) == URIEL_FAILED) {
    record_blame(record, &error, *text);
    return false;
  }
  self->port.len = 0; /* the text can be in the buffer that is built into */
  const uriel_text port = uriel_port(&ref);
  buffer_append(&self->port, port.ptr, port.len);
  *text = buffer_text(&self->normal);
  return !uriel_parse_as(&ref, text->ptr, text->len, reading->spec, reading->options, NULL) ||
         editor_normal_edit(self, record, &ref, buffer_text(&self->port), text);
}

/* The first name of --require that the result lacks, or NULL. */
static const char *editor_missing(struct editor *self, const uriel_ref *ref)
{
  const struct editor_requirement *const all = (void *)self->required.ptr;
  for (size_t i = 0; i < self->required.len / sizeof *all; i++)
    if (!key_put(&all[i].key, ref, &self->value))
      return all[i].name;
  return NULL;
}

static bool editor_is_complete(struct editor *self, struct record *record, uriel_text text)
{
  const struct reading *const reading = &record->reading;
  uriel_error error = {.code = URIEL_ERROR_NONE};
  uriel_ref ref;
  if (self->required.len == 0 ||
      !uriel_parse_as(&ref, text.ptr, text.len, reading->spec, reading->options, NULL))
    return true;
  const char *const missing = editor_missing(self, &ref);
  if (!missing)
    return true;
  error.spec = reading->spec;
  error.offset = error.length = text.len;
  record_blame(record, &error, text);
  record->error.what = "not complete";
  record->error.code = "key-missing";
  record->error.message = "the result lacks what --require names";
  record->error.in = missing;
  record->error.expected = "";
  return false;
}

/* Changes the reference. Returns false and blames the record if it is not one, or not after that. */
static bool editor_change(struct editor *self, struct record *record, uriel_text *text)
{
  uriel_ref ref;
  if (!record_parse(record, &ref, *text))
    return false;
  self->read = true;
  if (record->reading.spec == URIEL_SPEC_WHATWG) {
    if (!edit_url(&self->edits, &self->work, &ref, record))
      return false;
    *text = (uriel_text){ref.text, ref.length};
  } else {
    const uriel_parts before = uriel_parts_of(&ref);
    uriel_parts parts = before;
    *text = (uriel_text){ref.text, ref.length};
    if (!edit_apply_all(&self->edits, &self->work, &parts, record))
      return false;
    if (!edit_is_same(&before, &parts)) {
      if (!edit_build(&parts, &self->work, record))
        return false;
      *text = buffer_text(&self->work.reference);
    }
  }
  return (!self->normalizes || editor_normalize(self, record, text)) &&
         editor_is_complete(self, record, *text);
}

static void editor_blame_json(const struct editor *self, uriel_text line, struct record *record)
{
  const uriel_error error = {.offset = self->json.offset, .length = line.len};
  record_blame(record, &error, line);
  record->error.what = "cannot be read as JSON";
  record->error.code = "json";
  record->error.message = self->json.message;
  record->error.expected = "";
}

/* Makes one record of the input. */
static void editor_turn(struct editor *self, struct record *record)
{
  uriel_text text = record->input;
  if (self->json.field) {
    const enum edit_json_found found = edit_json_find(&self->json, text);
    if (found == EDIT_JSON_INVALID)
      editor_blame_json(self, text, record);
    record->values[TARGET_RESULT] = text;
    if (found != EDIT_JSON_FOUND)
      return;
    text = buffer_text(&self->json.text);
  }
  const uriel_text given = text;
  if (!editor_change(self, record, &text)) {
    if (self->json.field)
      record->error.in = self->json.field;
  } else if (!self->json.field) {
    record->values[TARGET_RESULT] = text;
  } else if (text.len != given.len || memcmp(text.ptr, given.ptr, text.len) != 0) {
    record->values[TARGET_RESULT] = edit_json_put(&self->json, record->input, text);
  }
}

static void editor_each(void *context, struct record *record)
{
  struct editor *const self = context;
  self->read = false;
  for (self->work.turn = 0;; self->work.turn++) {
    editor_turn(self, record);
    if (!self->read || self->work.turn + 1 == self->edits.turns)
      return;
    lane_put(record->lane, record);
    lane_again(record->lane);
  }
}

/* The edits are only read, so copies share them. */
static void editor_begin(void *copy)
{
  struct editor *const self = copy;
  self->work = (struct edit_work){0};
  self->normal = self->host = self->port = self->query = self->value = (struct buffer){0};
  edit_json_begin(&self->json);
}

static void editor_end(void *copy)
{
  struct editor *const self = copy;
  edit_work_free(&self->work, &self->edits);
  buffer_free(&self->normal);
  buffer_free(&self->host);
  buffer_free(&self->port);
  buffer_free(&self->query);
  buffer_free(&self->value);
  edit_json_end(&self->json);
}

static const struct stage editor_stage = {
    .help =
        {
            .usage = "edit [OPTION...] [REFERENCE...]",
            .about = "Changes each operand, or each line of standard input. Options take effect in\n"
                     "their order. All other bytes stay as they are.\n\n"
                     "Values are given decoded, and encoded as their place needs: a space becomes %20,\n"
                     "\"%\" %25, and \"&\" in a parameter %26. With \":=\" in place of \"=\", a value "
                     "(and a\n"
                     "parameter's name) is given encoded, and written as it is.\n\n"
                     "A change that would make another reference is an error: a path \"//x\" without a\n"
                     "host, a host \"a/b\". With --spec=whatwg, changes go through the setters of\n"
                     "browsers, and a value that they ignore is an error. --iterate writes several\n"
                     "records for each input. uriel build makes new references.\n\n"
                     "Keys: input valid output, and those of an error (see uriel help check).",
            .examples = "uriel edit --strip-tracking --remove fragment < urls.txt\n"
                        "uriel edit --set scheme=https --set 'query.q=a b' http://example.com/\n"
                        "uriel edit --remove 'query.utm_*' --sort-query < urls.txt\n"
                        "uriel edit --append path=index.html --append query.v=2 http://example.com/a\n"
                        "uriel edit --iterate 'scheme=http https' --iterate 'port=80 8080' //h/\n"
                        "uriel edit --json-in request.url --strip-tracking < log.jsonl",
        },
    .schema = &editor_schema,
    .options = editor_options,
    .spec = SPEC_PARTIAL,
    .newer = NEWER_ALL,
    .ready = editor_ready,
    .texts = true,
    .each = editor_each,
    .size = sizeof(struct editor),
    .begin = editor_begin,
    .end = editor_end,
};

int cmd_edit(int argc, char **argv)
{
  struct editor self = {0};
  const int status = stage_run(&editor_stage, &self, argc, argv);
  editor_end(&self);
  edit_free(&self.edits);
  edit_json_free(&self.json);
  buffer_free(&self.required);
  return status;
}
