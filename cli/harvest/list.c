/* SPDX-License-Identifier: MIT */
/* Prints lists and tables of a database's contents. Escapes control characters in text from
 * documents, and hides passwords. */
#include "summary.h"

#include <stdio.h>
#include <string.h>

#include "cli/shared/colour.h"
#include "cli/shared/error.h"
#include "cli/shared/json.h"
#include "cli/shared/output.h"

enum { LIST_NUMBER = 12 };

struct list {
  enum answer_list list;
  uint64_t count;
  struct buffer hidden;
};

/* ---- For people ------------------------------------------------------------------------------- */

static uriel_text list_hide(struct list *list, uriel_text text)
{
  struct excerpt_marks marks = {0};
  return excerpt_hide_password(text, URIEL_REFERENCE, &marks, &list->hidden);
}

static void list_text(uriel_text text)
{
  if (text.len)
    output_escaped(&standard_out, text.ptr, text.len);
}

static void list_reference(struct list *list, uriel_text text)
{
  list_text(list_hide(list, text));
}

static void list_document(uriel_text path, uriel_text part)
{
  list_text(path);
  output_text(&standard_out, part.len ? "!" : "");
  list_text(part);
}

static void list_broken(const struct answer *answer)
{
  output_text(&standard_out, ": ");
  colour_tone(&standard_out, TONE_ERROR);
  list_text(answer->message);
  colour_tone(&standard_out, TONE_PLAIN);
  if (answer->missing.ptr) {
    output_text(&standard_out, ": ");
    list_text(answer->missing);
  }
}

/* Returns the rule of RFC 3986, 6.2 by which two spellings are one identifier. */
static const char *list_rules(uriel_level level)
{
  switch (level) {
  case URIEL_LEVEL_CASE:
    return "letter case (of scheme, host, %xx)";
  case URIEL_LEVEL_PERCENT:
    return "percent-encoding that is not needed";
  case URIEL_LEVEL_PATH:
    return "dot segments";
  default:
    return "the scheme's rules (default port, empty path)";
  }
}

static void list_duplicate(struct list *list, const struct answer *answer)
{
  char count[32];
  output_format(&standard_out, ": %s %s", harvest_number(answer->references, count),
                answer->references == 1 ? "reference" : "references");
  if (answer->level == URIEL_LEVEL_STRING)
    return;
  output_text(&standard_out, ", the same as ");
  list_reference(list, answer->first);
  output_format(&standard_out, " by %s", list_rules(answer->level));
}

/* "a browser goes to X", or that it goes nowhere; and the same for RFC 3986, or 3987 for an IRI. */
static void list_elsewhere(struct list *list, const struct answer *answer)
{
  output_text(&standard_out, answer->browser.ptr ? ": a browser goes to " : ": a browser goes nowhere");
  list_reference(list, answer->browser);
  output_format(&standard_out, answer->rfc3986.ptr ? ", %s to " : ", by %s it has no target",
                answer->is_iri ? "RFC 3987" : "RFC 3986");
  list_reference(list, answer->rfc3986);
}

/* Prints quotes if the text is empty, or begins or ends with a space. */
static void list_raw(struct list *list, uriel_text raw)
{
  const bool blank = raw.len == 0 || raw.ptr[0] == ' ' || raw.ptr[raw.len - 1] == ' ';
  output_text(&standard_out, blank ? "\"" : "");
  list_reference(list, raw);
  output_text(&standard_out, blank ? "\"" : "");
}

/* Prints PATH!PART:LINE:COLUMN: REFERENCE, and the details of the list. */
static bool list_print(void *context, const struct answer *answer)
{
  struct list *list = context;
  list->count++;
  list_document(answer->path, answer->part);
  output_format(&standard_out, ":%llu:%llu: ", (unsigned long long)answer->line,
                (unsigned long long)answer->column);
  if (list->list == ANSWER_BROKEN || list->list == ANSWER_ELSEWHERE)
    list_raw(list, answer->raw);
  else
    list_reference(list, answer->target);
  if (list->list == ANSWER_BROKEN)
    list_broken(answer);
  else if (list->list == ANSWER_DUPLICATES)
    list_duplicate(list, answer);
  else if (list->list == ANSWER_ELSEWHERE)
    list_elsewhere(list, answer);
  else if (answer->mixed)
    output_text(&standard_out, ": in a document that came by https");
  output_char(&standard_out, '\n');
  return true;
}

/* ---- For programs ----------------------------------------------------------------------------- */

static void list_json_text(struct list *list, struct json *json, const char *key, uriel_text text)
{
  const uriel_text shown = list_hide(list, text);
  if (shown.ptr)
    json_text(json, key, shown.ptr, shown.len);
}

/* Text that is not a reference. */
static void list_json_plain(struct json *json, const char *key, uriel_text text)
{
  if (text.len)
    json_text(json, key, text.ptr, text.len);
}

/* A reference that may be empty. */
static void list_json_reference(struct list *list, struct json *json, const char *key, uriel_text text)
{
  const uriel_text shown = list_hide(list, text);
  json_text(json, key, shown.ptr ? shown.ptr : "", shown.len);
}

/* The known fields of an error, with the keys of `uriel check`. */
static void list_json_error(struct json *json, const struct answer *answer)
{
  json_object_begin(json, "error");
  if (answer->is_error)
    json_number(json, "offset", answer->offset);
  list_json_plain(json, "code", answer->code);
  list_json_plain(json, "component", answer->component);
  list_json_plain(json, "message", answer->message);
  list_json_plain(json, "section", answer->section);
  if (answer->is_error) {
    json_number(json, "begin", answer->begin);
    json_number(json, "length", answer->length);
  }
  json_object_end(json);
}

static void list_json_kind(struct list *list, struct json *json, const struct answer *answer)
{
  if (list->list == ANSWER_BROKEN) {
    list_json_error(json, answer);
    list_json_plain(json, "missing", answer->missing);
  } else if (list->list == ANSWER_DUPLICATES) {
    json_number(json, "references", answer->references);
    list_json_text(list, json, "first", answer->first);
    json_string(json, "level", uriel_level_name(answer->level));
  } else if (list->list == ANSWER_INSECURE) {
    json_bool(json, "mixed", answer->mixed);
  } else if (list->list == ANSWER_ELSEWHERE) {
    list_json_text(list, json, "browser", answer->browser);
    list_json_text(list, json, "rfc3986", answer->rfc3986);
  }
}

static bool list_json(void *context, const struct answer *answer)
{
  struct list *list = context;
  list->count++;
  struct json json = {.out = &standard_out};
  json_object_begin(&json, NULL);
  json_string(&json, "list", answer_names[list->list]);
  list_json_plain(&json, "file", answer->path);
  list_json_plain(&json, "part", answer->part);
  json_number(&json, "line", answer->line);
  json_number(&json, "column", answer->column);
  list_json_plain(&json, "element", answer->element);
  list_json_plain(&json, "attribute", answer->attribute);
  list_json_plain(&json, "header", answer->header);
  list_json_reference(list, &json, "raw", answer->raw);
  list_json_reference(list, &json, "reference", answer->reference);
  list_json_text(list, &json, "target", answer->target);
  list_json_text(list, &json, "normal", answer->normal);
  list_json_text(list, &json, "original", answer->original);
  list_json_plain(&json, "host", answer->host);
  list_json_plain(&json, "host_unicode", answer->host_unicode);
  list_json_kind(list, &json, answer);
  json_object_end(&json);
  output_char(&standard_out, '\n');
  return true;
}

bool harvest_list_print(struct db *db, enum answer_list which, bool json, uint64_t *count,
                        bool *no_memory)
{
  struct list list = {.list = which};
  const bool good = answer_tell(db, which, json ? list_json : list_print, &list, no_memory);
  buffer_free(&list.hidden);
  *count = list.count;
  return good;
}

/* ---- Tables ----------------------------------------------------------------------------------- */

static void list_numbers(const uint64_t *numbers, size_t count)
{
  for (size_t i = 0; i < count; i++) {
    char text[32];
    output_format(&standard_out, "%*s", LIST_NUMBER, harvest_number(numbers[i], text));
  }
  output_text(&standard_out, "  ");
}

static bool list_site(void *context, const struct answer_site *site)
{
  (void)context;
  const uint64_t numbers[] = {site->references, site->identifiers, site->insecure, site->documents,
                              site->errors};
  list_numbers(numbers, sizeof numbers / sizeof *numbers);
  list_text(site->host.len ? site->host : uriel_text_of(HARVEST_FILES));
  output_char(&standard_out, '\n');
  return true;
}

static bool list_site_json(void *context, const struct answer_site *site)
{
  (void)context;
  struct json json = {.out = &standard_out};
  json_object_begin(&json, NULL);
  json_text(&json, "site", site->host.len ? site->host.ptr : "", site->host.len);
  json_number(&json, "references", site->references);
  json_number(&json, "identifiers", site->identifiers);
  json_number(&json, "insecure", site->insecure);
  json_number(&json, "documents", site->documents);
  json_number(&json, "errors", site->errors);
  json_object_end(&json);
  output_char(&standard_out, '\n');
  return true;
}

static bool list_of_document(void *context, const struct answer_document *document)
{
  (void)context;
  const uint64_t numbers[] = {document->references, document->errors};
  list_numbers(numbers, sizeof numbers / sizeof *numbers);
  list_document(document->path, document->part);
  output_char(&standard_out, '\n');
  return true;
}

static bool list_document_json(void *context, const struct answer_document *document)
{
  (void)context;
  struct json json = {.out = &standard_out};
  json_object_begin(&json, NULL);
  list_json_plain(&json, "file", document->path);
  list_json_plain(&json, "part", document->part);
  list_json_plain(&json, "kind", document->kind);
  list_json_plain(&json, "status", document->status);
  json_number(&json, "references", document->references);
  json_number(&json, "errors", document->errors);
  json_object_end(&json);
  output_char(&standard_out, '\n');
  return true;
}

bool harvest_by_print(struct db *db, enum harvest_by by, bool json)
{
  if (by == HARVEST_BY_SITE) {
    if (!json)
      output_format(&standard_out, "%*s%*s%*s%*s%*s  site\n", LIST_NUMBER, "references", LIST_NUMBER,
                    "identifiers", LIST_NUMBER, "insecure", LIST_NUMBER, "documents", LIST_NUMBER,
                    "errors");
    return answer_sites(db, json ? list_site_json : list_site, NULL);
  }
  if (!json)
    output_format(&standard_out, "%*s%*s  document\n", LIST_NUMBER, "references", LIST_NUMBER, "errors");
  return answer_documents(db, false, json ? list_document_json : list_of_document, NULL);
}
