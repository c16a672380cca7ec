/* SPDX-License-Identifier: MIT */
/* Reads the text of a public_suffix_list.dat (publicsuffix.org/list), and compiles it. */
#include "site/rules.h"

#include "text/bytes.h"

rule_reader uriel_rules_of(const char *text, size_t len)
{
  rule_reader r = {.text = text, .at = text, .end = text + len};
  if (len >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0)
    r.at += 3;
  return r;
}

static bool rule_fail(rule_reader *r, const char *message, const char *at)
{
  r->error = (uriel_suffix_error){message, r->line, (size_t)(at - r->text)};
  return false;
}

static bool rule_is_blank(char byte)
{
  return byte == ' ' || byte == '\t' || byte == '\r';
}

static bool rule_starts(uriel_text text, const char *with)
{
  const uriel_text prefix = uriel_text_of(with);
  return text.len >= prefix.len && bytes_equal(text.ptr, prefix.ptr, prefix.len);
}

/* A comment can begin or end the private section. */
static void rule_comment(rule_reader *r, uriel_text line)
{
  if (rule_starts(line, "// ===BEGIN PRIVATE DOMAINS==="))
    r->private = true;
  else if (rule_starts(line, "// ===END PRIVATE DOMAINS==="))
    r->private = false;
}

/* Returns whether another line has a rule, which ends at a blank. */
static bool rule_line(rule_reader *r, uriel_text *rule)
{
  while (r->at < r->end) {
    const char *at = r->at;
    const char *const end = view_find(at, r->end, '\n');
    r->at = end < r->end ? end + 1 : end;
    r->line++;
    while (at < end && rule_is_blank(*at))
      at++;
    const uriel_text line = view_of(at, end);
    if (rule_starts(line, "//")) {
      rule_comment(r, line);
      continue;
    }
    while (at < end && !rule_is_blank(*at))
      at++;
    *rule = view_of(line.ptr, at);
    if (rule->len > 0)
      return true;
  }
  r->error = (uriel_suffix_error){NULL, 0, 0};
  return false;
}

/* Takes "*." or "!" off the rule. */
static unsigned rule_kind(uriel_text *rule)
{
  unsigned kind = SUFFIX_RULE;
  size_t n = 0;
  if (rule->ptr[0] == '!') {
    kind = SUFFIX_EXCEPTION;
    n = 1;
  } else if (rule->ptr[0] == '*' && (rule->len == 1 || rule->ptr[1] == '.')) {
    kind = SUFFIX_WILDCARD;
    n = rule->len == 1 ? 1 : 2;
  }
  *rule = (uriel_text){rule->ptr + n, rule->len - n};
  return kind;
}

static bool rule_bytes(rule_reader *r, uriel_text label)
{
  for (size_t i = 0; i < label.len; i++) {
    const char byte = label.ptr[i];
    if (byte == '*')
      return rule_fail(r, "\"*\" must be the whole first label of a rule", label.ptr + i);
    if ((unsigned char)byte < 0x80 && suffix_code_of(byte) == SUFFIX_NO_CODE)
      return rule_fail(r, "a rule has a character that no host name has", label.ptr + i);
  }
  return true;
}

/* Puts a label before the name that `rule` has so far, from its last byte to its first. */
static bool rule_add(rule_reader *r, suffix_rule *rule, char name[SUFFIX_NAME_MAX], uriel_text label)
{
  char bytes[SUFFIX_LABEL_MAX];
  if (label.len == 0)
    return rule_fail(r, "a rule has an empty label", label.ptr);
  if (!rule_bytes(r, label))
    return false;
  const size_t len = uriel_suffix_label(label, bytes), dot = rule->len > 0;
  if (len == 0)
    return rule_fail(r, "a label has more than 63 bytes, or is not UTF-8", label.ptr);
  if (rule->len + dot + len > SUFFIX_NAME_MAX)
    return rule_fail(r, "a rule has more than 253 bytes", label.ptr);
  if (dot)
    name[rule->len++] = '.';
  for (size_t i = len; i > 0; i--)
    name[rule->len++] = bytes[i - 1];
  return true;
}

bool uriel_rule_next(rule_reader *r, suffix_rule *rule, char name[SUFFIX_NAME_MAX])
{
  uriel_text text;
  if (!rule_line(r, &text))
    return false;
  const char *const begin = text.ptr;
  const unsigned kind = rule_kind(&text);
  *rule = (suffix_rule){name, 0, (uint8_t)(kind << (r->private ? SUFFIX_PRIVATE_SHIFT : 0))};
  const bool is_star = kind == SUFFIX_WILDCARD && text.ptr == begin + 1;
  for (const char *at, *end = text.ptr + text.len; !is_star; end = at - 1) {
    at = end;
    while (at > text.ptr && at[-1] != '.')
      at--;
    if (!rule_add(r, rule, name, view_of(at, end)))
      return false;
    if (at == text.ptr)
      break;
  }
  if (kind == SUFFIX_EXCEPTION && !memchr(name, '.', rule->len))
    return rule_fail(r, "\"!\" must come before two labels or more", begin);
  return true;
}

/* ---- Compiling ----------------------------------------------------------------------------------- */

typedef struct rule_sum {
  size_t rules, bytes;
} rule_sum;

/* Names have fewer bytes in all: steps of the automaton have 24 bits for a state. */
enum { RULE_BYTES_MAX = 1 << 23 };

static rule_sum rule_count(rule_reader *r)
{
  rule_sum sum = {0, 0};
  char name[SUFFIX_NAME_MAX];
  for (suffix_rule rule; uriel_rule_next(r, &rule, name); sum.rules++)
    sum.bytes = size_add(sum.bytes, rule.len);
  return sum;
}

/* The size of the memory: of the rules, of that for uriel_rules_build, and of the names. */
static size_t rule_room(rule_sum sum)
{
  if (sum.bytes > RULE_BYTES_MAX)
    return 0;
  return sizeof(suffix_rule) * sum.rules + uriel_rules_bound(sum.bytes) + sum.bytes;
}

size_t uriel_suffix_list_bound(const char *text, size_t len)
{
  rule_reader r = uriel_rules_of(len ? text : "", len);
  return rule_room(rule_count(&r));
}

/* Copies the rules and their names. */
static void rule_store(uriel_text text, suffix_rule *rules, char *names)
{
  rule_reader r = uriel_rules_of(text.ptr, text.len);
  for (char name[SUFFIX_NAME_MAX]; uriel_rule_next(&r, rules, name); rules++) {
    memcpy(names, name, rules->len);
    rules->name = names;
    names += rules->len;
  }
}

static uriel_suffix_error rule_error(const rule_reader *r, rule_sum sum, size_t size)
{
  uriel_suffix_error error = {NULL, 0, (size_t)(r->end - r->text)};
  if (r->error.message)
    return r->error;
  if (sum.rules == 0)
    error.message = "the list has no rule";
  else if (sum.bytes > RULE_BYTES_MAX)
    error.message = "the list has more than 8 MB of rules";
  else if (size < rule_room(sum))
    error.message = "the memory is smaller than uriel_suffix_list_bound";
  else
    error.offset = 0;
  return error;
}

bool uriel_suffix_list_compile(uriel_suffix_list *list, const char *text, size_t len, void *memory,
                               size_t size, uriel_suffix_error *error)
{
  const uriel_text all = {len ? text : "", len};
  rule_reader r = uriel_rules_of(all.ptr, all.len);
  const rule_sum sum = rule_count(&r);
  const uriel_suffix_error found = rule_error(&r, sum, size);
  *list = (uriel_suffix_list){NULL, 0};
  if (error)
    *error = found;
  if (found.message)
    return false;
  suffix_rule *const rules = memory;
  unsigned char *const room = (unsigned char *)memory + sizeof(suffix_rule) * sum.rules;
  rule_store(all, rules, (char *)room + uriel_rules_bound(sum.bytes));
  const uriel_text made = uriel_rules_build(rules, sum.rules, sum.bytes, room);
  memmove(memory, made.ptr, made.len);
  *list = (uriel_suffix_list){memory, made.len};
  return true;
}
