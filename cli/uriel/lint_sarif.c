/* SPDX-License-Identifier: MIT */
/* The findings of `uriel lint` as SARIF 2.1.0 (OASIS standard): one run, written result by result. */
#include <string.h>

#include "cli/shared/json.h"
#include "lint.h"
#include "reader/unicode.h"

static const char *const sarif_levels[] = {"none", "note", "warning", "error"};

static void sarif_message(struct json *json, const char *key, const char *text)
{
  json_object_begin(json, key);
  json_string(json, "text", text);
  json_object_end(json);
}

static void sarif_rule(struct json *json, const struct lint_rule_info *info, unsigned severity)
{
  json_object_begin(json, NULL);
  json_string(json, "id", info->name);
  sarif_message(json, "shortDescription", info->summary);
  json_object_begin(json, "defaultConfiguration");
  json_bool(json, "enabled", severity != LINT_OFF);
  json_string(json, "level", sarif_levels[severity]);
  json_object_end(json);
  json_object_begin(json, "properties");
  json_string(json, "section", info->section);
  if (info->example)
    json_string(json, "example", info->example);
  json_object_end(json);
  json_object_end(json);
}

/* The document stays open after "results":[. */
void sarif_begin(const unsigned char severities[LINT_RULE_COUNT])
{
  struct json json = {.out = &standard_out};
  json_object_begin(&json, NULL);
  json_string(
      &json, "$schema",
      "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json");
  json_string(&json, "version", "2.1.0");
  json_array_begin(&json, "runs");
  json_object_begin(&json, NULL);
  json_object_begin(&json, "tool");
  json_object_begin(&json, "driver");
  json_string(&json, "name", "uriel");
  json_string(&json, "version", uriel_version());
  json_array_begin(&json, "rules");
  for (size_t i = 0; i < LINT_RULE_COUNT; i++) {
    sarif_rule(&json, &lint_rules[i], severities[i]);
    output_char(&standard_out, '\n');
  }
  json_array_end(&json);
  json_object_end(&json);
  json_object_end(&json);
  json_string(&json, "columnKind", "unicodeCodePoints");
  json_array_begin(&json, "results");
  output_char(&standard_out, '\n');
}

void sarif_end(void)
{
  output_text(&standard_out, "]}]}\n");
}

/* The code points of text[0, end), which is in UTF-8 as far as it is valid. */
static size_t sarif_columns(uriel_text text, size_t end)
{
  size_t columns = 0;
  for (size_t at = 0; at < end; columns++) {
    uint32_t point;
    at += utf8_next(text.ptr + at, text.len - at, &point);
  }
  return columns;
}

/* The name of a file as a URI reference (3.4.4); a relative one must not begin with a scheme. */
static void sarif_artifact(struct json *json, struct buffer *scratch, const char *file)
{
  const char *const name = file ? file : "stdin";
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

static void sarif_region(struct json *json, const char *key, const struct lint_finding *finding,
                         uint64_t number, uriel_text text)
{
  const size_t begin = sarif_columns(text, finding->offset);
  json_object_begin(json, key);
  json_number(json, "startLine", number);
  json_number(json, "startColumn", begin + 1);
  json_number(json, "endColumn", sarif_columns(text, finding->offset + finding->length) + 1);
  json_object_end(json);
}

static void sarif_fix(struct json *json, struct lint *lint, const struct lint_finding *finding,
                      const char *file, uint64_t number, uriel_text text)
{
  json_array_begin(json, "fixes");
  json_object_begin(json, NULL);
  json_array_begin(json, "artifactChanges");
  json_object_begin(json, NULL);
  sarif_artifact(json, &lint->written, file);
  json_array_begin(json, "replacements");
  json_object_begin(json, NULL);
  sarif_region(json, "deletedRegion", finding, number, text);
  json_object_begin(json, "insertedContent");
  json_text(json, "text", lint->texts.ptr + finding->fix, finding->fix_len);
  json_object_end(json);
  json_object_end(json);
  json_array_end(json);
  json_object_end(json);
  json_array_end(json);
  json_object_end(json);
  json_array_end(json);
}

void sarif_result(struct lint *lint, const struct lint_finding *finding, const char *file,
                  uint64_t number, uriel_text text, bool more)
{
  struct json json = {.out = &standard_out, .more = more};
  json_object_begin(&json, NULL);
  json_string(&json, "ruleId", lint_rules[finding->rule].name);
  json_number(&json, "ruleIndex", finding->rule);
  json_string(&json, "level", sarif_levels[lint->severities[finding->rule]]);
  sarif_message(&json, "message", lint->texts.ptr + finding->message);
  json_array_begin(&json, "locations");
  json_object_begin(&json, NULL);
  json_object_begin(&json, "physicalLocation");
  sarif_artifact(&json, &lint->written, file);
  sarif_region(&json, "region", finding, number, text);
  json_object_end(&json);
  json_object_end(&json);
  json_array_end(&json);
  if (finding->fixed && !lint->secret)
    sarif_fix(&json, lint, finding, file, number, text);
  json_object_begin(&json, "properties");
  json_string(&json, "section", lint->texts.ptr + finding->section);
  json_number(&json, "offset", finding->offset);
  json_number(&json, "length", finding->length);
  json_object_end(&json);
  json_object_end(&json);
}
