/* SPDX-License-Identifier: MIT */
/* uriel edit: changes references. */
#include <string.h>

#include "cli/shared/cli.h"
#include "cli/shared/key.h"
#include "cli/shared/output.h"
#include "edit.h"
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
  struct edits edits;
  struct edit_json json;
  bool normalizes;
  bool keeps_port;
  bool host_canonical;
  bool writes_port;       /* --default-port */
  struct buffer required; /* array of struct editor_requirement */
  unsigned options;       /* of the parser */
  /* Of each thread: */
  struct buffer now;    /* the changes of a turn */
  struct buffer edited; /* the reference with the changes */
  struct buffer normal, host, query, texts, value;
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
     OPTION_CALL, OPTION_TO(struct editor, edits), .words = edits_names, .call = edits_set,
     .many = true},
    {0, "append", "NAME=VALUE",
     "add a segment (path=SEGMENT), a parameter\n(query.q=VALUE), or encoded text (query:=a=b&c=d)",
     OPTION_CALL, OPTION_TO(struct editor, edits), .call = edits_append, .many = true},
    {0, "replace", "NAME=VALUE",
     "as --set, but only something that is defined; query.*:\nall parameters, each", OPTION_CALL,
     OPTION_TO(struct editor, edits), .words = edits_names, .call = edits_replace, .many = true},
    {0, "remove", "NAME",
     "remove a component, segment or part, or all\nparameters of that name; in it, * stands for any\n"
     "characters and ? for one: 'query.utm_*'",
     OPTION_CALL, OPTION_TO(struct editor, edits), .words = edits_names, .call = edits_remove,
     .many = true},
    {0, "rename", "query.A=B", "rename all parameters A to B", OPTION_CALL,
     OPTION_TO(struct editor, edits), .call = edits_rename, .many = true},
    {0, "sort-query", NULL, "sort the parameters by name", OPTION_CALL, OPTION_TO(struct editor, edits),
     .call = edits_sort_query},
    {0, "remove-empty", NULL, "remove empty places between parameters, as in\n\"a&&b&\"", OPTION_CALL,
     OPTION_TO(struct editor, edits), .call = edits_remove_empty},
    {0, "strip-tracking", NULL, "remove the parameters that only track people\n(data/tracking.tsv)",
     OPTION_CALL, OPTION_TO(struct editor, edits), .call = edits_strip_tracking},
    {0, "default-port", NULL, "write the scheme's port if the reference has no port", OPTION_CALL,
     OPTION_TO(struct editor, edits), .call = edits_default_port},
    {0, "no-default-port", NULL, "remove the port if it is empty or the scheme's", OPTION_CALL,
     OPTION_TO(struct editor, edits), .call = edits_no_default_port},
    {0, "iterate", "NAME=VALUES",
     "write a record for each of the values, which spaces\nseparate; given several times, one for "
     "each\ncombination",
     OPTION_CALL, OPTION_TO(struct editor, edits), .words = edits_names, .call = edits_iterate,
     .many = true},
    {0, "form", NULL,
     "in parameters, \"+\" is a space, as in forms; with\n--normalize, write %20 as \"+\" too",
     OPTION_BIT, OPTION_TO(struct editor, edits.options), .low = URIEL_QUERY_FORM},
    {0, "separator", "CHARACTER",
     "what separates parameters: \"&\" by default, \"&;\" for\nboth of these, \":\", \",\", ...",
     OPTION_CALL, OPTION_TO(struct editor, edits), .call = edits_separator},
    {0, "ignore-case", NULL, "the case of parameters' names does not matter", OPTION_BIT,
     OPTION_TO(struct editor, edits.options), .low = URIEL_QUERY_FOLD},
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
                                      const struct reading *reading)
{
  struct editor *const self = context;
  if (edits_count(&self->edits) == 0 && !self->normalizes && self->required.len == 0)
    die_usage(reader->command, "nothing to change: use --set, --append, --remove, ...");
  edits_ready(&self->edits, reader->command, reading->spec);
  for (size_t i = 0; i < edits_count(&self->edits); i++)
    self->writes_port |= edits_at(&self->edits, i)->kind == URIEL_CHANGE_DEFAULT_PORT;
  self->options = reading->options;
  return SOURCE_OPERANDS;
}

/* ---- One reference ------------------------------------------------------------------------------ */

/* Adds a change of the normal form to an array: the text, which is encoded. */
static void editor_add(struct editor *self, uriel_change *changes, size_t *count, const char *name,
                       uriel_text value, unsigned options)
{
  uriel_change *const change = &changes[(*count)++];
  *change = (uriel_change){.kind = URIEL_CHANGE_SET,
                           .options = URIEL_CHANGE_ENCODED | options,
                           .name = uriel_text_of(name),
                           .value = value};
  self->texts.len += uriel_change_read(change, URIEL_SPEC_RFC3986, self->texts.ptr + self->texts.len,
                                       self->texts.capacity - self->texts.len);
}

/* Replaces the reference by its normal form, with what options keep of it. */
static bool editor_normalize(struct editor *self, struct record *record, uriel_text *text)
{
  enum { CHANGES = 4, MORE = 64 };
  const struct reading *const reading = &record->reading;
  struct buffer *const out = &self->normal;
  uriel_change changes[CHANGES];
  size_t count = 0;
  uriel_ref ref, normal;
  uriel_error error;
  if (!uriel_parse_as(&ref, text->ptr, text->len, reading->spec, reading->options, &error)) {
    record_blame(record, &error, *text);
    return false;
  }
  const bool iri = uriel_spec_of(&ref) == URIEL_SPEC_IRI;
  buffer_reserve(out, iri ? uriel_iri_normalize_bound(&ref) : uriel_normalize_bound(&ref));
  out->len = iri ? uriel_iri_normalize(&ref, URIEL_LEVEL_SCHEME, 0, out->ptr, out->capacity, &error)
                 : uriel_normalize(&ref, URIEL_LEVEL_SCHEME, out->ptr, out->capacity);
  if (out->len == URIEL_FAILED) {
    record_blame(record, &error, *text);
    return false;
  }
  *text = buffer_text(out);
  if (!uriel_parse_as(&normal, text->ptr, text->len, reading->spec, reading->options, NULL))
    return true;
  const uriel_text port = uriel_port(&ref), host = uriel_host(&normal), query = uriel_query(&normal);
  self->host.len = self->query.len = self->texts.len = 0;
  const bool address = self->host_canonical && host.len > 0 && key_host_put(&self->host, host);
  buffer_reserve(&self->query, query.len);
  for (size_t i = 0; i < query.len; i++) { /* "+" for "%20" */
    const bool space = query.len - i >= 3 && memcmp(query.ptr + i, "%20", 3) == 0;
    buffer_append(&self->query, space ? "+" : query.ptr + i, 1);
    i += space ? 2 : 0;
  }
  buffer_reserve(&self->texts, 4 * (port.len + self->host.len + query.len) + MORE);
  if (self->keeps_port && port.len > 0 && host.ptr)
    editor_add(self, changes, &count, "port", port, URIEL_CHANGE_IF_UNDEFINED);
  if (address)
    editor_add(self, changes, &count, "host", buffer_text(&self->host), 0);
  if ((self->edits.options & URIEL_QUERY_FORM) && query.len > 0)
    editor_add(self, changes, &count, "query", buffer_text(&self->query), 0);
  if (self->writes_port) {
    changes[count] = (uriel_change){.kind = URIEL_CHANGE_DEFAULT_PORT};
    (void)uriel_change_read(&changes[count++], URIEL_SPEC_RFC3986, NULL, 0);
  }
  if (count > 0 && !edits_apply(&normal, (struct edits_now){changes, count}, &self->edited, record))
    return false;
  *text = buffer_text(count > 0 ? &self->edited : out);
  return true;
}

/* Blames the record if the result lacks a key of --require. */
static bool editor_is_complete(struct editor *self, struct record *record, uriel_text text)
{
  const struct reading *const reading = &record->reading;
  const struct editor_requirement *const all = (void *)self->required.ptr;
  const size_t count = self->required.len / sizeof *all;
  uriel_error error = {.code = URIEL_ERROR_NONE, .spec = reading->spec};
  uriel_ref ref;
  size_t i = 0;
  if (count == 0 || !uriel_parse_as(&ref, text.ptr, text.len, reading->spec, reading->options, NULL))
    return true;
  while (i < count && key_put(&all[i].key, &ref, &self->value))
    i++;
  if (i == count)
    return true;
  error.offset = error.length = text.len;
  record_blame(record, &error, text);
  record->error.what = "not complete";
  record->error.code = "key missing";
  record->error.message = "the result lacks what --require names";
  record->error.in = all[i].name;
  record->error.expected = "";
  return false;
}

/* Changes the reference. Returns false and blames the record if it is not one, or not after that. */
static bool editor_change(struct editor *self, struct record *record, uriel_text *text)
{
  uriel_ref ref;
  if (!record_parse(record, &ref, *text))
    return false;
  record->again = record->turn + 1 < self->edits.turns;
  if (!edits_apply(&ref, edits_of_turn(&self->edits, record->turn, &self->now), &self->edited, record))
    return false;
  *text = buffer_text(&self->edited);
  const bool normal = self->normalizes && record->reading.spec != URIEL_SPEC_WHATWG;
  return (!normal || editor_normalize(self, record, text)) && editor_is_complete(self, record, *text);
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

static void editor_convert(void *context, const struct input *input, struct record *record)
{
  struct editor *const self = context;
  uriel_text text = input->text;
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
  const bool done = editor_change(self, record, &text);
  if (!done && self->json.field)
    record->error.in = self->json.field;
  if (!done)
    return;
  if (self->json.field && text.len == given.len && memcmp(text.ptr, given.ptr, text.len) == 0)
    return;
  record->values[TARGET_RESULT] =
      self->json.field ? edit_json_put(&self->json, input->text, text) : text;
}

/* ---- Lines that are parsed together --------------------------------------------------------------- */

static size_t editor_rows_print(void *context, const uriel_ref *refs, size_t count)
{
  struct editor *const self = context;
  const struct edits_now now = edits_of_turn(&self->edits, 0, &self->now);
  struct output *const out = &standard_out;
  size_t at = 0, longest = 0, bound = 0;
  for (; at < count && stage_is_reference(&refs[at]); at++) {
    if (at == 0 || refs[at].length > longest) {
      longest = 2 * (size_t)refs[at].length;
      bound = uriel_edit_bound(URIEL_SPEC_RFC3986, longest, now.changes, now.count);
    }
    char *const room = output_room(out, bound + 1);
    if (!room)
      break;
    size_t len = uriel_edit(&refs[at], now.changes, now.count, self->options, room, bound, NULL, NULL);
    if (len == URIEL_FAILED)
      break;
    if (self->normalizes) {
      uriel_ref ref;
      self->edited.len = 0;
      buffer_append(&self->edited, room, len);
      len = uriel_parse(&ref, self->edited.ptr, len, NULL)
                ? uriel_normalize(&ref, URIEL_LEVEL_SCHEME, room, bound)
                : URIEL_FAILED;
      if (len > bound)
        break;
    }
    room[len] = '\n';
    out->len += len + 1;
  }
  return at;
}

static stage_rows *editor_rows(const void *context, enum render_form form)
{
  const struct editor *const self = context;
  const bool each = self->edits.turns > 1 || self->required.len > 0 || self->json.field;
  const bool after = self->normalizes && (self->keeps_port || self->host_canonical ||
                                          self->writes_port || (self->edits.options & URIEL_QUERY_FORM));
  return form == RENDER_PLAIN && !each && !after ? editor_rows_print : NULL;
}

/* The edits are only read, so copies share them. */
static void editor_begin(void *copy)
{
  struct editor *const self = copy;
  self->now = self->edited = self->normal = self->host = (struct buffer){0};
  self->query = self->texts = self->value = (struct buffer){0};
  edit_json_begin(&self->json);
}

static void editor_end(void *copy)
{
  struct editor *const self = copy;
  buffer_free(&self->now);
  buffer_free(&self->edited);
  buffer_free(&self->normal);
  buffer_free(&self->host);
  buffer_free(&self->query);
  buffer_free(&self->texts);
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
    .convert = editor_convert,
    .size = sizeof(struct editor),
    .begin = editor_begin,
    .end = editor_end,
    .rows = editor_rows,
};

int cmd_edit(int argc, char **argv)
{
  struct editor self = {0};
  const int status = stage_run(&editor_stage, &self, argc, argv);
  editor_end(&self);
  edits_free(&self.edits);
  edit_json_free(&self.json);
  buffer_free(&self.required);
  return status;
}
