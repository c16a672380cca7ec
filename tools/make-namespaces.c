/* SPDX-License-Identifier: MIT */
/* make-namespaces FILE...: prints src/urn/namespace_table.h, the registry of namespaces made of the
 * files, each with the name of its namespace. tools/check-namespaces compares the output with the
 * committed file. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "urn/registry.h"

enum { FILE_MOST = 1 << 20, ENTRIES = 1000, TEXTS = 1 << 20, TABLE = 60000 };

static int by_name(const void *a, const void *b)
{
  const char *const one = *(char *const *)a, *const other = *(char *const *)b;
  return strcmp(strrchr(one, '/'), strrchr(other, '/'));
}

static void *space(size_t count, size_t size)
{
  void *const made = calloc(count, size);
  if (!made)
    exit(3);
  return made;
}

/* Adds the namespace of the file. Returns false after a message. */
static bool add(urn_registry_maker *to, const char *path, void *memory)
{
  static char text[FILE_MOST];
  const char *const nid = strrchr(path, '/') + 1;
  abnf_error error;
  FILE *const file = fopen(path, "rb");
  if (!file) {
    fprintf(stderr, "cannot read %s\n", path);
    return false;
  }
  const size_t len = fread(text, 1, sizeof text, file);
  fclose(file);
  if (uriel_urn_registry_add(to, uriel_text_of(nid), (uriel_text){text, len}, memory, &error))
    return true;
  size_t line = 1;
  for (size_t i = 0; i < error.offset; i++)
    line += text[i] == '\n';
  fprintf(stderr, "%s:%zu: %s: %.*s\n", path, line, error.message,
          (int)(error.length < 60 ? error.length : 60), text + error.offset);
  return false;
}

static void print_string(const char *text)
{
  putchar('"');
  for (; *text; text++)
    if (*text == '\n')
      printf("\\n");
    else
      printf(*text == '"' || *text == '\\' ? "\\%c" : "%c", *text);
  putchar('"');
}

/* The words of a namespace up to number `most`, and the further words of the same rule. */
static void print_words(const char *words, unsigned most)
{
  if (most == 0) {
    printf("NULL");
    return;
  }
  for (unsigned number = 1, more = 1; more; number++) {
    print_string(words);
    printf("\"\\0\"");
    more = number < most || words[*words == '^'];
    words += strlen(words) + 1;
    print_string(words);
    words += strlen(words) + 1;
    printf(more ? "\"\\0\"" : "");
  }
}

static unsigned words_of(const urn_registry_maker *made, const urn_space *of, size_t end)
{
  unsigned most = 0;
  for (size_t i = of->syntax ? of->syntax - 1u : end; i < end; i++)
    most = made->rules.states[i].wrong > most ? made->rules.states[i].wrong : most;
  return most;
}

static void print_sets(const syntax_maker *made)
{
  printf("static const syntax_set space_sets[] = {\n");
  for (size_t i = 0; i < made->set_count; i++) {
    printf("    {{");
    for (size_t word = 0; word < 4; word++)
      printf("%s0x%xu", word ? ", " : "", made->sets[i].plain[word]);
    printf("}, {");
    for (size_t word = 0; word < 8; word++)
      printf("%s0x%xu", word ? ", " : "", made->sets[i].encoded[word]);
    printf("}},\n");
  }
  printf("};\n\n");
}

static void print_syntax(const syntax_maker *made)
{
  print_sets(made);
  printf("static const syntax_arc space_arcs[] = {\n");
  for (size_t i = 0; i < made->arc_count; i++)
    printf("    {%u, %u, %u},\n", made->arcs[i].set, made->arcs[i].marks, made->arcs[i].to);
  printf("};\n\nstatic const syntax_state space_states[] = {\n");
  for (size_t i = 0; i < made->state_count; i++)
    printf("    {%u, %u, %u, %u},\n", made->states[i].arcs, made->states[i].count,
           made->states[i].accepts, made->states[i].wrong);
  printf("};\n\n");
}

static void print_namespaces(const urn_registry_maker *made)
{
  static const char *const kinds[] = {"", "FORMAL", "INFORMAL", "EXPERIMENTAL", "RESERVED"};
  static const char *const flags[] = {"false", "true"};
  printf("static const uriel_urn_namespace space_namespaces[] = {\n");
  for (size_t i = 0; i < made->count; i++) {
    const uriel_urn_namespace *const known = &made->namespaces[i];
    printf("    {");
    print_string(known->nid);
    printf(", ");
    print_string(known->document);
    printf(", URIEL_URN_%s, %s, %s, %s},\n", kinds[known->kind], flags[known->fragment],
           flags[known->checked], flags[known->rfc2141]);
  }
  printf("};\n\nstatic const urn_space space_rules[] = {\n");
  size_t end = made->rules.state_count;
  unsigned counts[ENTRIES];
  for (size_t i = made->count; i-- > 0;) {
    counts[i] = words_of(made, &made->spaces[i], end);
    end = made->spaces[i].syntax ? made->spaces[i].syntax - 1u : end;
  }
  for (size_t i = 0; i < made->count; i++) {
    const urn_space *const rules = &made->spaces[i];
    printf("    {");
    print_string(rules->noun);
    printf(", ");
    print_words(rules->words, counts[i]);
    printf(", %u, %u},\n", rules->syntax, rules->algorithm);
  }
  printf("};\n");
}

int main(int argc, char **argv)
{
  urn_registry_maker made = {.most = ENTRIES,
                             .text_most = TEXTS,
                             .rules = {.set_most = 1 << 13, .arc_most = TABLE, .state_most = TABLE}};
  void *const memory = space(1, uriel_abnf_bound());
  bool good = true;
  made.namespaces = space(ENTRIES, sizeof *made.namespaces);
  made.spaces = space(ENTRIES, sizeof *made.spaces);
  made.texts = space(TEXTS, 1);
  made.rules.sets = space(made.rules.set_most, sizeof *made.rules.sets);
  made.rules.arcs = space(TABLE, sizeof *made.rules.arcs);
  made.rules.states = space(TABLE, sizeof *made.rules.states);
  qsort(argv + 1, (size_t)argc - 1, sizeof *argv, by_name);
  for (int i = 1; i < argc; i++)
    good = add(&made, argv[i], memory) && good;
  if (!good)
    return 1;
  printf("/* SPDX-License-Identifier: MIT */\n/* Made by tools/make-namespaces of data/namespaces. Do "
         "not edit. */\n\n"
         "/* clang-format off */\n");
  print_syntax(&made.rules);
  print_namespaces(&made);
  printf("/* clang-format on */\n");
  fprintf(stderr, "%zu namespaces, %zu states, %zu arcs, %zu sets\n", made.count, made.rules.state_count,
          made.rules.arc_count, made.rules.set_count);
  return 0;
}
