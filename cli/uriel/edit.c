/* SPDX-License-Identifier: MIT */
/* uriel edit: changes references. */
#include <stddef.h>
#include <string.h>

#include "edit.h"
#include "expression.h"
#include "restore.h"
#include "stage.h"
#include "uriel_iri.h"
#include "uriel_query.h"

/* A --require. */
struct editor_requirement {
  const char *name;
  struct key key;
};

struct editor {
  struct edits edits;
  bool normalizes;
  bool keeps_port;
  bool host_canonical;
  bool writes_port;      /* --default-port */
  const char *condition; /* of --if; NULL: none */
  struct expression selects;
  struct edits_now all;   /* the changes, without --iterate */
  bool direct;            /* the reference with the changes is the result */
  struct buffer required; /* array of struct editor_requirement */

  /* Each thread's own: */
  size_t longest, bound; /* `bound` bytes suffice for the result of up to `longest` bytes */
  struct restore restore;
};

/* The record's buffers: the changes of a turn, the reference with the changes, ... */
enum { EDITOR_NOW, EDITOR_EDITED, EDITOR_NORMAL, EDITOR_HOST, EDITOR_QUERY, EDITOR_TEXTS, EDITOR_VALUE };

static void editor_require(void *to, struct option_reader *reader)
{
  struct editor_requirement added = {.name = reader->value};
  char hint[WORD_HINT];
  if (!key_read(&added.key, reader->value, strlen(reader->value)))
    die_usage(reader->command, "option \"%s\": no key \"%.64s\"%s", reader->name, reader->value,
              word_hint(hint, uriel_text_of(reader->value), key_words));
  buffer_append(to, (const char *)&added, sizeof added);
}

#define EDITOR_CHANGE(kind)                                                                             \
  OPTION_CALL, OPTION_TO(struct editor, edits), .call = edits_change, .low = URIEL_CHANGE_##kind

static const struct option_spec editor_options[] = {
    {0, "set", "NAME=VALUE",
     "set scheme, authority, userinfo, user, password,\nhost, port, path, query, fragment, a parameter\n"
     "(query.q), a segment (path.1, path.-1), or a part\nof a scheme (ftp.type). The value is given "
     "decoded;\nin NAME:=VALUE, encoded; NAME?=VALUE does not\nreplace a value",
     EDITOR_CHANGE(SET), .words = edits_names, .many = true},
    {0, "set-encoded", "NAME=VALUE", "as --set NAME:=VALUE: the value is given encoded",
     EDITOR_CHANGE(SET), .high = URIEL_CHANGE_ENCODED, .words = edits_names, .many = true},
    {0, "append", "NAME=VALUE",
     "add a segment (path=SEGMENT), a parameter\n(query.q=VALUE), or encoded text (query:=a=b&c=d)",
     EDITOR_CHANGE(APPEND), .many = true},
    {0, "replace", "NAME=VALUE",
     "as --set, but only something that is defined; query.*:\nall parameters, each",
     EDITOR_CHANGE(REPLACE), .words = edits_names, .many = true},
    {0, "remove", "NAME",
     "remove a component, segment or part, or all\nparameters of that name; in it, * stands for any\n"
     "characters and ? for one: 'query.utm_*'",
     EDITOR_CHANGE(REMOVE), .words = edits_names, .many = true},
    {0, "rename", "query.A=B", "rename all parameters A to B", EDITOR_CHANGE(RENAME), .many = true},
    {0, "sort-query", NULL, "sort the parameters by name", EDITOR_CHANGE(SORT_QUERY)},
    {0, "remove-empty", NULL, "remove empty places between parameters, as in\n\"a&&b&\"",
     EDITOR_CHANGE(REMOVE_EMPTY)},
    {0, "strip-tracking", NULL, "remove the parameters that only track people\n(data/tracking.tsv)",
     EDITOR_CHANGE(STRIP_TRACKING)},
    {0, "default-port", NULL, "write the scheme's port if the reference has no port",
     EDITOR_CHANGE(DEFAULT_PORT)},
    {0, "no-default-port", NULL, "remove the port if it is empty or the scheme's",
     EDITOR_CHANGE(NO_DEFAULT_PORT)},
    {0, "iterate", "NAME=VALUES",
     "write a record for each of the values, which spaces\nseparate; given several times, one for "
     "each\ncombination",
     OPTION_CALL, OPTION_TO(struct editor, edits), .words = edits_names, .call = edits_iterate,
     .many = true},
    {0, "form", NULL,
     "in parameters, \"+\" is a space, as in forms; with\n--normalize, write %20 as \"+\" too",
     OPTION_BIT, OPTION_TO(struct editor, edits.options), .low = URIEL_QUERY_PLUS},
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
    {0, "if", "EXPRESSION",
     "edit only references that uriel filter prints for\nthis; others, and lines that are not valid, "
     "stay\nunchanged, as with --invalid=keep",
     OPTION_STRING, OPTION_TO(struct editor, condition), .excludes = OPTION_GROUP_KEEP},
    {0}};

static enum stage_source editor_ready(void *context, struct lane *lane)
{
  struct editor *const self = context;
  if (edits_count(&self->edits) == 0 && !self->normalizes && self->required.len == 0)
    die_usage(lane->reader->command, "nothing to change: use --set, --append, --remove, ...");
  if (self->condition)
    expression_read(&self->selects, self->condition);
  const uriel_spec spec = lane->reading.spec;
  edits_ready(&self->edits, lane->reader->command,
              spec == URIEL_SPEC_LENIENT ? URIEL_SPEC_RFC3986 : spec);
  for (size_t i = 0; i < edits_count(&self->edits); i++)
    self->writes_port |= edits_at(&self->edits, i)->kind == URIEL_CHANGE_DEFAULT_PORT;
  lane->texts = self->edits.turns > 1;
  self->all = (struct edits_now){edits_at(&self->edits, 0), edits_count(&self->edits)};
  self->direct = !lane->texts && !self->normalizes && self->required.len == 0;
  return SOURCE_OPERANDS;
}

/* ---- One reference ------------------------------------------------------------------------------ */

/* Adds a change of the normal form to an array: the text, which is encoded. */
static void editor_add(struct buffer *texts, uriel_change *changes, size_t *count, const char *name,
                       uriel_text value, unsigned options)
{
  uriel_change *const change = &changes[(*count)++];
  *change = (uriel_change){.kind = URIEL_CHANGE_SET,
                           .options = URIEL_CHANGE_ENCODED | options,
                           .name = uriel_text_of(name),
                           .value = value};
  texts->len += uriel_change_read(change, URIEL_SPEC_RFC3986, texts->ptr + texts->len,
                                  texts->capacity - texts->len);
}

/* Replaces the reference by its normal form, except what options keep. */
static bool editor_normalize(struct editor *self, struct record *record, uriel_text *text)
{
  enum { CHANGES = 4, MORE = 64 };
  const struct reading *const reading = &record->reading;
  const bool plus = self->edits.options & URIEL_QUERY_PLUS;
  struct buffer *const scratch = record->scratch, *const out = &scratch[EDITOR_NORMAL];
  struct buffer *const edited = &scratch[EDITOR_EDITED], *const address = &scratch[EDITOR_HOST];
  struct buffer *const plain = &scratch[EDITOR_QUERY], *const texts = &scratch[EDITOR_TEXTS];
  uriel_change changes[CHANGES];
  size_t count = 0;
  uriel_ref ref, normal;
  uriel_error error;
  if (!uriel_parse_as(&ref, text->ptr, text->len, reading->spec, reading->options, &error))
    return record_blame(record, &error, *text, NULL);
  const bool iri = uriel_spec_of(&ref) == URIEL_SPEC_IRI;
  buffer_reserve(out, iri ? uriel_iri_bound(&ref) : uriel_normalize_bound(&ref));
  out->len = iri ? uriel_iri_normalize(&ref, URIEL_LEVEL_SCHEME, 0, out->ptr, out->capacity, &error)
                 : uriel_normalize(&ref, URIEL_LEVEL_SCHEME, out->ptr, out->capacity);
  if (out->len == URIEL_FAILED)
    return record_blame(record, &error, *text, NULL);
  *text = buffer_text(out);
  if ((!self->keeps_port && !self->host_canonical && !self->writes_port && !plus) ||
      !uriel_parse_as(&normal, text->ptr, text->len, reading->spec, reading->options, NULL))
    return true;
  const uriel_text port = uriel_port(&ref), host = uriel_host(&normal), query = uriel_query(&normal);
  address->len = plain->len = texts->len = 0;
  const bool is_address = self->host_canonical && host.len > 0 && key_host_put(address, host);
  buffer_reserve(plain, query.len);
  for (size_t i = 0; i < query.len; i++) {
    const bool space = query.len - i >= 3 && memcmp(query.ptr + i, "%20", 3) == 0;
    buffer_append(plain, space ? "+" : query.ptr + i, 1);
    i += space ? 2 : 0;
  }
  buffer_reserve(texts, 4 * (port.len + address->len + query.len) + MORE);
  if (self->keeps_port && port.len > 0 && host.ptr)
    editor_add(texts, changes, &count, "port", port, URIEL_CHANGE_IF_UNDEFINED);
  if (is_address)
    editor_add(texts, changes, &count, "host", buffer_text(address), 0);
  if (plus && query.len > 0)
    editor_add(texts, changes, &count, "query", buffer_text(plain), 0);
  if (self->writes_port) {
    changes[count] = (uriel_change){.kind = URIEL_CHANGE_DEFAULT_PORT};
    (void)uriel_change_read(&changes[count++], URIEL_SPEC_RFC3986, NULL, 0);
  }
  const size_t bound = uriel_edit_bound(reading->spec, normal.length, changes, count);
  buffer_reserve(edited, bound);
  *text = edits_apply(&normal, (struct edits_now){changes, count}, edited->ptr, bound, record);
  return text->ptr != NULL;
}

/* Blames the record if the result lacks a key of --require. */
static bool editor_is_complete(const struct editor *self, struct record *record, uriel_text text)
{
  const struct reading *const reading = &record->reading;
  const struct editor_requirement *const all = (void *)self->required.ptr;
  const size_t count = self->required.len / sizeof *all;
  uriel_error error = {.code = URIEL_ERROR_NONE, .spec = reading->spec};
  uriel_ref ref;
  size_t i = 0;
  if (count == 0 || !uriel_parse_as(&ref, text.ptr, text.len, reading->spec, reading->options, NULL))
    return true;
  while (i < count && key_put(&all[i].key, &ref, text, &record->scratch[EDITOR_VALUE]))
    i++;
  if (i == count)
    return true;
  error.offset = error.length = text.len;
  record_refuse(record, &error, text, "not complete", "key-missing",
                "the result lacks this key, which --require names");
  record->error.in = all[i].name;
  return false;
}

/* Returns whether the reference stays unchanged, because of --if. */
static bool editor_skips(const struct editor *self, struct record *record, const uriel_ref *ref)
{
  if (!self->condition || expression_matches(&self->selects, ref, record->input,
                                             !record_has_error(record), &record->scratch[EDITOR_VALUE]))
    return false;
  record->values[TARGET_RESULT] = record->input;
  return true;
}

/* Makes one record of the input. Returns false if the input has no reference to change. */
static bool editor_turn(struct editor *self, struct record *record, size_t turn)
{
  const struct edits_now now = edits_of_turn(&self->edits, turn, &record->scratch[EDITOR_NOW]);
  struct buffer *const edited = &record->scratch[EDITOR_EDITED];
  uriel_ref ref;
  if (record->ref)
    ref = *record->ref;
  else if (!record_parse(record, &ref, record->input))
    return false;
  if (editor_skips(self, record, &ref))
    return false;
  if (self->bound == 0 || ref.length > self->longest || self->edits.turns > 1) {
    self->longest = 2 * (size_t)ref.length;
    self->bound = uriel_edit_bound(record->reading.spec, self->longest, now.changes, now.count);
  }
  buffer_reserve(edited, self->bound);
  uriel_text text = edits_apply(&ref, now, edited->ptr, self->bound, record);
  const bool normal = self->normalizes && record->reading.spec != URIEL_SPEC_WHATWG;
  if (!text.ptr || (normal && !editor_normalize(self, record, &text)) ||
      !editor_is_complete(self, record, text))
    return true;
  if (record->read == URIEL_READ_ENCODED && !self->normalizes)
    text = restore_bytes(&self->restore, record->reading.room->text, &ref, text);
  record->values[TARGET_RESULT] = text;
  return true;
}

static void editor_each(void *context, struct record *record)
{
  struct editor *const self = context;
  const uriel_ref *const ref = record->ref;
  if (self->direct && ref && editor_skips(self, record, ref))
    return;
  if (self->direct && ref && self->bound > 0 &&
      ref->length <= self->longest) { /* most lines: without an error */
    char *const out = lane_room(record, self->bound);
    const size_t len = uriel_edit(NULL, ref, self->all.changes, self->all.count, record->reading.options,
                                  out, self->bound, NULL);
    record->values[TARGET_RESULT] = (uriel_text){out, len};
    if (len != URIEL_FAILED) {
      if (record->read == URIEL_READ_ENCODED)
        record->values[TARGET_RESULT] = restore_bytes(&self->restore, record->reading.room->text, ref,
                                                      record->values[TARGET_RESULT]);
      return;
    }
    record->values[TARGET_RESULT] = uriel_text_of(NULL);
  }
  for (size_t turn = 0; editor_turn(self, record, turn) && turn + 1 < self->edits.turns; turn++) {
    lane_put(record->lane, record);
    lane_again(record->lane);
  }
}

static void editor_end(void *context)
{
  struct editor *const self = context;
  restore_free(&self->restore);
}

const struct stage edit_stage = {
    .schema = TARGET_SCHEMA("output", COLUMN_REFERENCE, NULL),
    STAGE_SELF(struct editor, .normalizes = false),
    .options = editor_options,
    .has = GENERAL_EVERYDAY | GENERAL_JOBS,
    .partial = true,
    .ready = editor_ready,
    .each = editor_each,
    .own = offsetof(struct editor, longest),
    .end = editor_end,
};
