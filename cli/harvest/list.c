/* SPDX-License-Identifier: MIT */
/* Prints the lists and the tables of a database, for people and for programs. */
#include <string.h>

#include "print.h"
#include "uriel_scheme.h"

/* ---- Lists ------------------------------------------------------------------------------------ */

struct list {
  enum answer_list list;
  bool json;
  uint64_t count;
  struct buffer hidden;
};

static void list_reference(struct list *list, uriel_text text)
{
  print_document(print_hide(text, &list->hidden), (uriel_text){NULL, 0});
}

static void list_details(struct list *list, const struct answer *answer)
{
  /* The rule of RFC 3986, 6.2 by which two spellings are one identifier. */
  static const char *const rules[] = {[URIEL_LEVEL_CASE] = "letter case (of scheme, host, %xx)",
                                      [URIEL_LEVEL_PERCENT] = "percent-encoding that is not needed",
                                      [URIEL_LEVEL_PATH] = "dot segments",
                                      [URIEL_LEVEL_SCHEME] =
                                          "the scheme's rules (default port, empty path)"};
  struct output *const out = &standard_out;
  char count[32];
  switch (list->list) {
  case ANSWER_BROKEN:
    output_text(out, ": ");
    colour_tone(out, TONE_ERROR);
    print_document(answer->message, (uriel_text){NULL, 0});
    colour_tone(out, TONE_PLAIN);
    output_text(out, answer->missing.ptr ? ": " : "");
    print_document(answer->missing, (uriel_text){NULL, 0});
    break;
  case ANSWER_DUPLICATES:
    output_format(out, ": %s reference%s", print_digits(answer->references, count),
                  answer->references == 1 ? "" : "s");
    if (answer->level == URIEL_LEVEL_STRING)
      break;
    output_text(out, ", the same as ");
    list_reference(list, answer->first);
    output_format(out, " by %s", rules[answer->level]);
    break;
  case ANSWER_ELSEWHERE:
    output_text(out, answer->browser.ptr ? ": a browser goes to " : ": a browser goes nowhere");
    list_reference(list, answer->browser);
    output_format(out, answer->rfc3986.ptr ? ", %s to " : ", by %s it has no target",
                  answer->is_iri ? "RFC 3987" : "RFC 3986");
    list_reference(list, answer->rfc3986);
    break;
  case ANSWER_DISAGREED:
    output_text(out, ": ");
    print_document(answer->others, (uriel_text){NULL, 0});
    output_format(out, " see%s another host or port than ",
                  memchr(answer->others.ptr, ' ', answer->others.len) ? "" : "s");
    print_document(answer->first_reader, (uriel_text){NULL, 0});
    output_text(out, answer->rule.ptr ? " (" : "");
    print_document(answer->rule, (uriel_text){NULL, 0});
    output_text(out, answer->rule.ptr ? ")" : "");
    break;
  case ANSWER_INSECURE:
  case ANSWER_EXTERNAL:
    output_text(out, answer->mixed ? ": in a document that came by https" : "");
    break;
  }
}

static void list_json(const struct list *list, const struct answer *answer)
{
  MEMBERS(members, MEMBER("file", answer, path, SOME), MEMBER("part", answer, part, SOME),
          NUMBER(answer, line), NUMBER(answer, column), MEMBER("element", answer, element, SOME),
          MEMBER("attribute", answer, attribute, SOME), MEMBER("header", answer, header, SOME),
          MEMBER("raw", answer, raw, EMPTY), MEMBER("reference", answer, reference, EMPTY),
          MEMBER("target", answer, target, SHOWN), MEMBER("normal", answer, normal, SHOWN),
          MEMBER("original", answer, original, SHOWN), MEMBER("host", answer, host, SOME),
          MEMBER("host_unicode", answer, host_unicode, SOME));
  MEMBERS(offset, NUMBER(answer, offset));
  MEMBERS(error, MEMBER("code", answer, code, SOME), MEMBER("component", answer, component, SOME),
          MEMBER("message", answer, message, SOME), MEMBER("section", answer, section, SOME));
  MEMBERS(wrong, NUMBER(answer, begin), NUMBER(answer, length));
  MEMBERS(missing, MEMBER("missing", answer, missing, SOME), MEMBER("status", answer, status, SOME),
          MEMBER("chain", answer, chain, SHOWN));
  MEMBERS(duplicate, NUMBER(answer, references), MEMBER("first", answer, first, SHOWN));
  MEMBERS(elsewhere, MEMBER("browser", answer, browser, SHOWN),
          MEMBER("rfc3986", answer, rfc3986, SHOWN));
  MEMBERS(disagreed, MEMBER("rule", answer, rule, SOME), MEMBER("first", answer, first_reader, SOME));
  struct json json = {.out = &standard_out};
  json_object_begin(&json, NULL);
  json_string(&json, "list", answer_names[list->list]);
  print_members(&json, members, answer);
  if (list->list == ANSWER_BROKEN) { /* an error has the keys of `uriel check` */
    json_object_begin(&json, "error");
    print_members(&json, answer->is_error ? offset : &offset[1], answer);
    print_members(&json, error, answer);
    print_members(&json, answer->is_error ? wrong : &wrong[2], answer);
    json_object_end(&json);
    print_members(&json, missing, answer);
  } else if (list->list == ANSWER_DUPLICATES) {
    print_members(&json, duplicate, answer);
    json_string(&json, "level", uriel_level_name(answer->level));
  } else if (list->list == ANSWER_INSECURE) {
    json_bool(&json, "mixed", answer->mixed);
  } else if (list->list == ANSWER_ELSEWHERE) {
    print_members(&json, elsewhere, answer);
  } else if (list->list == ANSWER_DISAGREED) {
    uriel_text rest = answer->others, reader;
    print_members(&json, disagreed, answer);
    json_array_begin(&json, "others");
    while (uriel_list_next(&rest, &reader, ' '))
      json_text(&json, NULL, reader.ptr, reader.len);
    json_array_end(&json);
  }
  json_object_end(&json);
}

/* Prints PATH!PART:LINE:COLUMN: REFERENCE, and the details of the list. */
static bool list_print(void *context, const struct answer *answer)
{
  struct list *const list = context;
  struct output *const out = &standard_out;
  list->count++;
  if (list->json) {
    list_json(list, answer);
  } else {
    const bool is_raw =
        list->list == ANSWER_BROKEN || list->list == ANSWER_ELSEWHERE || list->list == ANSWER_DISAGREED;
    const uriel_text text = is_raw ? answer->raw : answer->target;
    /* Quotes make an empty text visible, and spaces at its start or end. */
    const bool is_quoted =
        is_raw && (text.len == 0 || text.ptr[0] == ' ' || text.ptr[text.len - 1] == ' ');
    print_document(answer->path, answer->part);
    output_format(out, ":%llu:%llu: %s", (unsigned long long)answer->line,
                  (unsigned long long)answer->column, is_quoted ? "\"" : "");
    list_reference(list, text);
    output_text(out, is_quoted ? "\"" : "");
    list_details(list, answer);
  }
  output_char(out, '\n');
  return true;
}

bool harvest_list_print(struct db *db, enum answer_list which, bool json, uint64_t *count,
                        bool *no_memory)
{
  struct list list = {.list = which, .json = json};
  const bool good = answer_tell(db, which, list_print, &list, no_memory);
  buffer_free(&list.hidden);
  *count = list.count;
  return good;
}

/* ---- Tables ----------------------------------------------------------------------------------- */

MEMBERS(by_site_members, MEMBER("site", db_row, texts[0], TEXT),
        MEMBER("references", db_row, numbers[1], NUMBER),
        MEMBER("identifiers", db_row, numbers[2], NUMBER),
        MEMBER("insecure", db_row, numbers[3], NUMBER), MEMBER("documents", db_row, numbers[4], NUMBER),
        MEMBER("errors", db_row, numbers[5], NUMBER));
MEMBERS(by_document_members, MEMBER("file", db_row, texts[0], SOME),
        MEMBER("part", db_row, texts[1], SOME), MEMBER("kind", db_row, texts[2], SOME),
        MEMBER("status", db_row, texts[3], SOME), MEMBER("references", db_row, numbers[4], NUMBER),
        MEMBER("errors", db_row, numbers[5], NUMBER));

/* Prints the numbers of a row, or their names if `from` is NULL. Names come last, as paths are long. */
static void by_numbers(const struct member *members, const void *from)
{
  char text[32];
  for (; members->key; members++)
    if (members->kind == MEMBER_NUMBER)
      output_format(
          &standard_out, "%*s", PRINT_NARROW,
          from ? print_digits(*(const uint64_t *)(const void *)((const char *)from + members->at), text)
               : members->key);
  output_text(&standard_out, "  ");
}

struct by_table {
  bool json, is_site;
};

static bool by_row(void *context, const struct db_row *row)
{
  const struct by_table *const by = context;
  const struct member *const members = by->is_site ? by_site_members : by_document_members;
  const uriel_text name = row->texts[0];
  struct json object = {.out = &standard_out};
  if (by->json) {
    json_object_begin(&object, NULL);
    print_members(&object, members, row);
    json_object_end(&object);
  } else {
    by_numbers(members, row);
    if (by->is_site)
      print_document(name.len ? name : uriel_text_of(HARVEST_FILES), (uriel_text){NULL, 0});
    else
      print_document(name, row->texts[1]);
  }
  output_char(&standard_out, '\n');
  return true;
}

bool harvest_by_print(struct db *db, enum harvest_by which, bool json)
{
  struct by_table by = {json, which == HARVEST_BY_SITE};
  if (!json) {
    by_numbers(by.is_site ? by_site_members : by_document_members, NULL);
    output_text(&standard_out, by.is_site ? "site\n" : "document\n");
  }
  return by.is_site ? answer_count(db) && db_query(db, answer_sites_sql, by_row, &by)
                    : db_query(db, answer_documents_sql, by_row, &by);
}
