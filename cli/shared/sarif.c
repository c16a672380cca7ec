/* SPDX-License-Identifier: MIT */
/* SARIF 2.1.0 (OASIS standard). */
#include "sarif.h"

#include <string.h>

#include "base/unicode.h"
#include "cli.h"
#include "json.h"

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

/* The document stays open after "results":[. */
void sarif_begin(const struct sarif_rule *rules, size_t count)
{
  struct json json = {.out = &standard_out};
  output_format(&standard_out,
                "{\"$schema\":\"https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/"
                "sarif-schema-2.1.0.json\",\"version\":\"2.1.0\",\"runs\":[{\"tool\":{\"driver\":{"
                "\"name\":\"uriel\",\"version\":\"%s\",\"rules\":[",
                uriel_version());
  for (size_t i = 0; i < count; i++) {
    json_object_begin(&json, NULL);
    json_string(&json, "id", rules[i].id);
    sarif_message(&json, "shortDescription", uriel_text_of(rules[i].summary));
    json_object_begin(&json, "defaultConfiguration");
    json_bool(&json, "enabled", strcmp(rules[i].level, "none") != 0);
    json_string(&json, "level", rules[i].level);
    json_object_end(&json);
    json_object_begin(&json, "properties");
    json_string(&json, "section", rules[i].section);
    json_defined(&json, "example", uriel_text_of(rules[i].example));
    json_object_end(&json);
    json_object_end(&json);
    output_char(&standard_out, '\n');
  }
  output_text(&standard_out, "]}},\"columnKind\":\"unicodeCodePoints\",\"results\":[\n");
}

void sarif_end(void)
{
  output_text(&standard_out, "]}]}\n");
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

/* In code points of the input, which is in UTF-8 as far as it is valid. */
static void sarif_region(struct json *json, const char *key, const struct sarif_result *result)
{
  const size_t end = result->offset + result->length;
  size_t start = 0, columns = 0;
  for (size_t at = 0; at < end; columns++) {
    uint32_t point;
    start += at < result->offset;
    at += utf8_next(result->input.ptr + at, result->input.len - at, &point);
  }
  json_object_begin(json, key);
  json_number(json, "startLine", result->line);
  json_number(json, "startColumn", start + 1);
  json_number(json, "endColumn", columns + 1);
  json_object_end(json);
}

void sarif_put(struct sarif *sarif, const struct sarif_result *result)
{
  struct json json = {.out = &standard_out, .more = sarif->more};
  sarif->more = true;
  json_object_begin(&json, NULL);
  json_string(&json, "ruleId", result->rule);
  json_number(&json, "ruleIndex", result->rule_index);
  json_string(&json, "level", result->level);
  sarif_message(&json, "message", uriel_text_of(result->message));
  sarif_list_begin(&json, "locations");
  json_object_begin(&json, "physicalLocation");
  sarif_artifact(&json, &sarif->scratch, result->file);
  sarif_region(&json, "region", result);
  json_object_end(&json);
  sarif_list_end(&json);
  if (result->fix.ptr) {
    sarif_list_begin(&json, "fixes");
    sarif_list_begin(&json, "artifactChanges");
    sarif_artifact(&json, &sarif->scratch, result->file);
    sarif_list_begin(&json, "replacements");
    sarif_region(&json, "deletedRegion", result);
    sarif_message(&json, "insertedContent", result->fix);
    sarif_list_end(&json);
    sarif_list_end(&json);
    sarif_list_end(&json);
  }
  json_object_begin(&json, "properties");
  json_string(&json, "section", result->section);
  json_number(&json, "offset", result->offset);
  json_number(&json, "length", result->length);
  json_object_end(&json);
  json_object_end(&json);
}
