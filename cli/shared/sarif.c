/* SPDX-License-Identifier: MIT */
/* SARIF 2.1.0: results, then their rules. */
#include "sarif.h"

#include <string.h>

#include "base/unicode.h"
#include "json.h"

static struct {
  struct buffer rules; /* struct sarif_rule */
  bool more;           /* a result was written */
} sarif;

static void sarif_message(struct json *json, const char *key, uriel_text text)
{
  json_object_begin(json, key);
  json_defined(json, "text", text);
  json_object_end(json);
}

/* An array with one object. */
static void sarif_list_begin(struct json *json, const char *key)
{
  json_array_begin(json, key);
  json_object_begin(json, NULL);
}

static void sarif_list_end(struct json *json)
{
  json_object_end(json);
  json_array_end(json);
}

void sarif_begin(void)
{
  output_text(&standard_out,
              "{\"$schema\":\"https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/"
              "sarif-schema-2.1.0.json\",\"version\":\"2.1.0\",\"runs\":[{\"columnKind\":"
              "\"unicodeCodePoints\",\"results\":[\n");
}

size_t sarif_rule(const struct sarif_rule *rule)
{
  const struct sarif_rule *const all = ARRAY_OF(struct sarif_rule, sarif.rules);
  const size_t count = ARRAY_COUNT(struct sarif_rule, sarif.rules);
  for (size_t i = 0; i < count; i++)
    if (strcmp(all[i].name, rule->name) == 0)
      return i;
  buffer_append(&sarif.rules, (const char *)rule, sizeof *rule);
  return count;
}

/* The name of a file as a URI reference (3.4.4); a relative one must not begin with a scheme. */
static void sarif_artifact(struct json *json, const struct sarif_result *result, struct buffer *scratch)
{
  const char *const name = result->file ? result->file : result->operands ? "operands" : "stdin";
  const size_t len = strlen(name);
  scratch->len = 0;
  buffer_append(scratch, "file://", *name == '/' ? strlen("file://") : 0);
  buffer_append(scratch, "./", memchr(name, ':', len) && *name != '/' ? 2 : 0);
  const size_t begin = scratch->len;
  buffer_reserve(scratch, begin + uriel_encode_bound(len) + 1);
  scratch->len += uriel_encode(name, len, URIEL_ENCODE_PATH, URIEL_ENCODE_PERCENT, scratch->ptr + begin,
                               scratch->capacity - begin);
  json_object_begin(json, "artifactLocation");
  json_text(json, "uri", scratch->ptr, scratch->len);
  json_object_end(json);
}

/* In code points of the line, which is in UTF-8 as far as it is valid. */
static void sarif_region(struct json *json, const char *key, const struct sarif_result *result)
{
  const uriel_text text = result->text;
  const size_t end = result->offset + result->length;
  size_t start = 0, columns = 0;
  if (!result->line)
    return;
  for (size_t at = 0; text.ptr && at < end; columns++) {
    uint32_t point;
    start += at < result->offset;
    at += utf8_next(text.ptr + at, text.len - at, &point);
  }
  json_object_begin(json, key);
  json_number(json, "startLine", result->line);
  if (text.ptr) {
    json_number(json, "startColumn", start + 1);
    json_number(json, "endColumn", columns + 1);
  }
  json_object_end(json);
}

void sarif_put(const struct sarif_result *result, struct buffer *scratch)
{
  struct json json = {.out = &standard_out, .more = sarif.more};
  sarif.more = true;
  json_object_begin(&json, NULL);
  json_string(&json, "ruleId", ARRAY_OF(struct sarif_rule, sarif.rules)[result->rule].name);
  json_number(&json, "ruleIndex", result->rule);
  json_string(&json, "level", result->level);
  sarif_message(&json, "message", result->message);
  sarif_list_begin(&json, "locations");
  json_object_begin(&json, "physicalLocation");
  sarif_artifact(&json, result, scratch);
  sarif_region(&json, "region", result);
  json_object_end(&json);
  sarif_list_end(&json);
  if (result->fix.ptr && result->text.ptr) {
    sarif_list_begin(&json, "fixes");
    sarif_list_begin(&json, "artifactChanges");
    sarif_artifact(&json, result, scratch);
    sarif_list_begin(&json, "replacements");
    sarif_region(&json, "deletedRegion", result);
    sarif_message(&json, "insertedContent", result->fix);
    sarif_list_end(&json);
    sarif_list_end(&json);
    sarif_list_end(&json);
  }
  json_object_begin(&json, "properties");
  if (*result->section)
    json_string(&json, "section", result->section);
  if (result->text.ptr) {
    json_number(&json, "offset", result->offset);
    json_number(&json, "length", result->length);
  }
  json_object_end(&json);
  json_object_end(&json);
}

/* Returns the summary of a rule of the tool's own. */
static const char *sarif_summary(const char *code)
{
  static const struct {
    const char *code, *summary;
  } own[] = {
      {"json", "a line cannot be read as JSON"},
      {"scripts", "a label of the host mixes scripts"},
      {"looks-ascii", "a label of the host looks like another one in US-ASCII"},
      {"bidi-mixed", "a part mixes directions of writing"},
      {"bidi-ends", "a part from right to left begins or ends with another character"},
      {"hidden", "a character is invisible, unassigned, or looks like a delimiter"},
      {"userinfo", "the user name looks like a host"},
  };
  for (size_t i = 0; i < sizeof own / sizeof *own; i++)
    if (strcmp(own[i].code, code) == 0)
      return own[i].summary;
  return NULL;
}

static void sarif_error(const struct record *record, const struct record_error *error, const char *level)
{
  struct buffer *const message = &record->scratch[0], *const hint = &record->scratch[1];
  const bool own = error->error.code == URIEL_ERROR_NONE; /* a warning, or an error of JSON */
  const struct sarif_rule rule = {.name = error_code(error),
                                  .summary = own              ? sarif_summary(error_code(error))
                                             : error->message ? error->message
                                                              : uriel_error_message(error->error.code)};
  char section[ERROR_SECTION_MOST];
  struct sarif_result result = {.rule = sarif_rule(&rule),
                                .level = level,
                                .section = error_section_whole(error, section),
                                .file = record->file,
                                .operands = record->is_operand,
                                .line = record->number};
  if (error->text.ptr == record->input.ptr && !record->line.ptr)
    result.text = record->input;
  error_place(error, &result.offset, &result.length);
  error_value(error, ERROR_MESSAGE, message);
  error_value(error, ERROR_HINT, hint);
  buffer_append(message, "; ", hint->len > 0 ? 2 : 0);
  buffer_append(message, hint->ptr, hint->len);
  result.message = buffer_text(message);
  sarif_put(&result, hint);
}

void sarif_record(const struct record *record)
{
  if (record_is_invalid(record))
    sarif_error(record, &record->error, "error");
  for (size_t i = 0; !record_is_invalid(record) && i < record->repairs.listed; i++) {
    const uriel_error *const error = &record->repairs.list[i];
    const struct record_error repair = {.error = *error, .text = record->input};
    /* The standard's states can report the same character twice. */
    if (i == 0 || error->code != error[-1].code || error->offset != error[-1].offset)
      sarif_error(record, &repair, "warning");
  }
  for (size_t i = 0; i < record->warning_count; i++)
    sarif_error(record, &record->warnings[i], "warning");
}

void sarif_end(void)
{
  struct json json = {.out = &standard_out};
  const struct sarif_rule *const all = ARRAY_OF(struct sarif_rule, sarif.rules);
  output_format(&standard_out,
                "],\"tool\":{\"driver\":{\"name\":\"uriel\",\"version\":\"%s\",\"rules\":[",
                uriel_version());
  for (size_t i = 0; i < ARRAY_COUNT(struct sarif_rule, sarif.rules); i++) {
    json_object_begin(&json, NULL);
    json_string(&json, "id", all[i].name);
    if (all[i].summary)
      sarif_message(&json, "shortDescription", uriel_text_of(all[i].summary));
    if (all[i].level) {
      json_object_begin(&json, "defaultConfiguration");
      json_bool(&json, "enabled", strcmp(all[i].level, "none") != 0);
      json_string(&json, "level", all[i].level);
      json_object_end(&json);
    }
    if (all[i].section || all[i].example) {
      json_object_begin(&json, "properties");
      json_defined(&json, "section", uriel_text_of(all[i].section));
      json_defined(&json, "example", uriel_text_of(all[i].example));
      json_object_end(&json);
    }
    json_object_end(&json);
    output_char(&standard_out, '\n');
  }
  output_text(&standard_out, "]}}}]}\n");
  buffer_free(&sarif.rules);
}
