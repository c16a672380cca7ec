/* SPDX-License-Identifier: MIT */
/* Making a registry of namespaces from files. */
#include "urn/registry.h"

#include "text/fields.h"

enum { REGISTRY_RULES = 64 };

static const char registry_many[] = "at most 64 rules can have words and properties";

/* The reading of a file. */
typedef struct registry_reader {
  urn_registry_maker *to;
  const char *begin;
  abnf_error *error;
  uriel_urn_namespace known;
  urn_space space;
  uriel_text syntax;               /* ABNF, or undefined */
  abnf_rule rules[REGISTRY_RULES]; /* with marks, or with words */
  size_t rule_count;
  uriel_field words[REGISTRY_RULES]; /* "wrong" */
  size_t word_count;
} registry_reader;

static bool registry_fail(registry_reader *r, uriel_text place, const char *message)
{
  *r->error = (abnf_error){message, (size_t)(place.ptr - r->begin), place.len};
  return false;
}

static bool registry_has_space(const urn_registry_maker *to, size_t len)
{
  return len < to->text_most - to->text_count;
}

/* Copies a text, each white space in it as one space. */
static const char *registry_copy(urn_registry_maker *to, uriel_text text)
{
  char *const copy = to->texts + to->text_count, *at = copy;
  for (size_t i = 0; i < text.len; i++) {
    const bool blank = bytes_have(" \t\r\n", (unsigned char)text.ptr[i]);
    if (!blank || at[-1] != ' ')
      *at++ = blank ? ' ' : text.ptr[i];
  }
  *at = 0;
  to->text_count += (size_t)(at - copy) + 1;
  return copy;
}

static abnf_rule *registry_rule(registry_reader *r, uriel_text of)
{
  size_t i = 0;
  while (i < r->rule_count && !view_equal(r->rules[i].name, of))
    i++;
  if (i == REGISTRY_RULES)
    return NULL;
  if (i == r->rule_count)
    r->rules[r->rule_count++] = (abnf_rule){.name = of};
  return &r->rules[i];
}

/* ---- Fields ------------------------------------------------------------------------------------- */

static bool registry_kind(registry_reader *r, const uriel_field *f)
{
  for (unsigned kind = URIEL_URN_FORMAL; kind <= URIEL_URN_RESERVED; kind++)
    if (view_equal(f->value, uriel_text_of(uriel_urn_kind_name((uriel_urn_kind)kind)))) {
      r->known.kind = (uriel_urn_kind)kind;
      return true;
    }
  return registry_fail(r, f->value, "a kind is formal, informal, experimental or reserved");
}

static bool registry_names(registry_reader *r, const uriel_field *f)
{
  r->known.rfc2141 = view_equal(f->value, uriel_text_of("rfc2141"));
  return r->known.rfc2141 || view_equal(f->value, uriel_text_of("rfc8141")) ||
         registry_fail(r, f->value, "the document of names is rfc2141 or rfc8141");
}

static bool registry_fragment(registry_reader *r, const uriel_field *f)
{
  uriel_text value = f->value, word;
  (void)uriel_field_word(&value, &word);
  r->known.fragment = view_equal(word, uriel_text_of("each")) || view_equal(word, uriel_text_of("all"));
  return r->known.fragment || view_equal(word, uriel_text_of("none")) ||
         registry_fail(r, f->value, "names have fragments: none, each or all");
}

/* The source is on the first line, the rules on the others. */
static bool registry_syntax(registry_reader *r, const uriel_field *f)
{
  const char *const end = f->value.ptr + f->value.len;
  r->known.checked = true;
  r->syntax = view_of(view_find(f->value.ptr, end, '\n'), end);
  if (r->syntax.len == 0)
    r->syntax = view_undefined();
  return true;
}

static bool registry_wrong(registry_reader *r, const uriel_field *f)
{
  if (f->of.len == 0 || r->word_count == REGISTRY_RULES)
    return registry_fail(r, f->name, f->of.len == 0 ? "the name of a rule is missing" : registry_many);
  r->words[r->word_count++] = *f;
  return true;
}

static bool registry_marks(registry_reader *r, uriel_text value, unsigned mark)
{
  for (uriel_text word; mark != 0 && uriel_field_word(&value, &word);) {
    abnf_rule *const rule = registry_rule(r, word);
    if (!rule)
      return registry_fail(r, word, registry_many);
    rule->marks |= mark;
  }
  return true;
}

static bool registry_check(registry_reader *r, const uriel_field *f)
{
  static const char *const names[URN_ALGORITHM_COUNT] = {"", "epc", "isan", "isbn", "issn", "mod-37-36"};
  uriel_text value = f->value, word;
  (void)uriel_field_word(&value, &word);
  for (unsigned i = 1; i < URN_ALGORITHM_COUNT; i++)
    if (view_equal(word, uriel_text_of(names[i]))) {
      r->space.algorithm = (uint8_t)i;
      return registry_marks(r, value, SYNTAX_CHECK);
    }
  return registry_fail(r, word, "no algorithm has that name");
}

static bool registry_document(registry_reader *r, const uriel_field *f)
{
  r->known.document = registry_copy(r->to, f->value);
  return true;
}

/* Without a document, the registrant stands for it. */
static bool registry_registrant(registry_reader *r, const uriel_field *f)
{
  return *r->known.document || registry_document(r, f);
}

static bool registry_noun(registry_reader *r, const uriel_field *f)
{
  r->space.noun = registry_copy(r->to, f->value);
  return true;
}

static bool registry_read(registry_reader *r, uriel_text file)
{
  static const struct {
    const char *name;
    bool (*read)(registry_reader *r, const uriel_field *f); /* NULL: for people, or a list of rules */
    unsigned mark;                                          /* of these rules */
  } fields[] = {
      {"kind", registry_kind, 0},
      {"document", registry_document, 0},
      {"names", registry_names, 0},
      {"noun", registry_noun, 0},
      {"syntax", registry_syntax, 0},
      {"wrong", registry_wrong, 0},
      {"check", registry_check, 0},
      {"fold", NULL, SYNTAX_FOLD},
      {"omit", NULL, SYNTAX_OMIT},
      {"fragment", registry_fragment, 0},
      {"registrant", registry_registrant, 0},
      {"title", NULL, 0},
      {"equivalent", NULL, 0},
      {"components", NULL, 0},
      {"assignment", NULL, 0},
      {"resolver", NULL, 0},
      {"resolution", NULL, 0},
      {"valid", NULL, 0},
      {"invalid", NULL, 0},
      {"security", NULL, 0},
      {"note", NULL, 0},
  };
  uriel_field f;
  while (uriel_field_next(&f, &file)) {
    size_t i = 0;
    while (i < sizeof fields / sizeof *fields && !view_equal(f.name, uriel_text_of(fields[i].name)))
      i++;
    if (i == sizeof fields / sizeof *fields)
      return registry_fail(r, f.name, "no field has that name");
    if (!registry_has_space(r->to, f.value.len))
      return registry_fail(r, f.name, "the memory for texts is full");
    if (fields[i].read ? !fields[i].read(r, &f) : !registry_marks(r, f.value, fields[i].mark))
      return false;
  }
  return file.len == 0 ||
         registry_fail(r, view_of(file.ptr, view_find(file.ptr, file.ptr + file.len, '\n')),
                       "a line is a field's name, \":\" and its value, or begins with white space");
}

/* ---- Rules -------------------------------------------------------------------------------------- */

/* Writes the units that words are for, which follow the name of the rule and "before": quoted ones,
 * DIGIT, "end" as a line feed, and last pct-encoded as "%". "begin" is "^": the place of the error is
 * the begin of the name. */
static bool registry_before(registry_reader *r, uriel_text before)
{
  urn_registry_maker *const to = r->to;
  const size_t first = to->text_count;
  uriel_text word;
  bool more = uriel_field_word(&before, &word);
  if (more && view_equal(word, uriel_text_of("begin"))) {
    to->texts[to->text_count++] = '^';
    more = uriel_field_word(&before, &word);
  }
  if (more && !view_equal(word, uriel_text_of("before")))
    return registry_fail(r, word,
                         "after the name of a rule stand \"begin\", or \"before\" and characters");
  while (uriel_field_word(&before, &word)) {
    const uriel_text units = view_equal(word, uriel_text_of("DIGIT")) ? uriel_text_of("0123456789")
                             : view_equal(word, uriel_text_of("pct-encoded")) ? uriel_text_of("%")
                             : view_equal(word, uriel_text_of("end"))         ? uriel_text_of("\n")
                             : word.len > 2 && *word.ptr == '"'
                                 ? view_of(word.ptr + 1, word.ptr + word.len - 1)
                                 : view_undefined();
    if (!view_defined(units) || (to->text_count > first && to->texts[to->text_count - 1] == '%'))
      return registry_fail(r, word, "words are for quoted characters, DIGIT, end, and last pct-encoded");
    memcpy(to->texts + to->text_count, units.ptr, units.len);
    to->text_count += units.len;
  }
  to->texts[to->text_count++] = 0;
  return true;
}

/* Copies the words of all rules and numbers them: of each rule those for some characters, then those for
 * all. */
static bool registry_words(registry_reader *r)
{
  unsigned number = 0;
  r->space.words = r->to->texts + r->to->text_count;
  for (size_t i = 0; i < r->word_count; i++) {
    uriel_text before = r->words[i].of, of;
    (void)uriel_field_word(&before, &of);
    abnf_rule *const rule = registry_rule(r, of);
    if (!rule)
      return registry_fail(r, of, registry_many);
    if (!registry_has_space(r->to, size_add(r->words[i].value.len, 10 * before.len + 2)))
      return registry_fail(r, of, "the memory for texts is full");
    rule->wrong = rule->wrong ? rule->wrong : number + 1;
    number++;
    const char *const units = r->to->texts + r->to->text_count;
    if (!registry_before(r, before))
      return false;
    const bool last = units[*units == '^'] == 0;
    (void)registry_copy(r->to, r->words[i].value);
    uriel_text rest = i + 1 < r->word_count ? r->words[i + 1].of : (uriel_text){"", 0}, next;
    const bool same = uriel_field_word(&rest, &next) && view_equal(next, of);
    if (last == same)
      return registry_fail(r, of, "words for some characters of a rule stand before its words for all");
  }
  return true;
}

bool uriel_urn_registry_add(urn_registry_maker *to, uriel_text nid, uriel_text file, void *memory,
                            abnf_error *error)
{
  registry_reader r = {.to = to, .begin = file.ptr, .error = error, .syntax = view_undefined()};
  *error = (abnf_error){NULL, 0, 0};
  if (to->count == to->most || !registry_has_space(to, nid.len))
    return registry_fail(&r, (uriel_text){file.ptr, 0}, "the memory for namespaces is full");
  r.known =
      (uriel_urn_namespace){.nid = registry_copy(to, nid), .document = "", .kind = URIEL_URN_FORMAL};
  r.space.noun = "name of its namespace";
  if (!registry_read(&r, file) || !registry_words(&r))
    return false;
  if (view_defined(r.syntax)) {
    const abnf rules = {r.syntax, r.rules, r.rule_count};
    const size_t first = uriel_abnf_compile(&to->rules, &rules, memory, uriel_abnf_bound(), error);
    if (first == URIEL_FAILED) {
      error->offset += (size_t)(r.syntax.ptr - file.ptr);
      return false;
    }
    r.space.syntax = (uint16_t)(first + 1);
  }
  to->namespaces[to->count] = r.known;
  to->spaces[to->count++] = r.space;
  return true;
}
