/* SPDX-License-Identifier: MIT */
/* Shared by the tests of finding. */
#include "find_support.h"

#include "uriel_find.h"
#include <string.h>

static const struct {
  const char *name;
  unsigned find;
  unsigned clean;
} find_names[] = {
    {"any-scheme", URIEL_FIND_ANY_SCHEME, 0},
    {"abbreviated", URIEL_FIND_ABBREVIATED, 0},
    {"mail", URIEL_FIND_MAIL, 0},
    {"iri", URIEL_FIND_IRI, 0},
    {"no-hyphen", 0, URIEL_CLEAN_NO_HYPHEN},
    {"to-uri", 0, URIEL_CLEAN_TO_URI},
};

static void add_option(find_given *given, uriel_text name)
{
  static const char scheme[] = "scheme=";
  const size_t n = sizeof scheme - 1;
  if (name.len > n && memcmp(name.ptr, scheme, n) == 0) {
    if (given->find.scheme_count == FOUND_SCHEMES)
      die("too many schemes");
    given->schemes[given->find.scheme_count++] = text_from(name.ptr + n, name.len - n);
    given->find.schemes = given->schemes;
    return;
  }
  for (size_t at = 0; at < sizeof find_names / sizeof *find_names; at++)
    if (text_equal(name, uriel_text_of(find_names[at].name))) {
      given->find.options |= find_names[at].find;
      given->clean |= find_names[at].clean;
      return;
    }
  die("no option of finding is called %.*s", (int)name.len, name.ptr);
}

void find_given_of(find_given *given, const vector_case *from)
{
  const uriel_text all = vector_field(from, "options");
  memset(given, 0, sizeof *given);
  if (text_equal(all, uriel_text_of("-")))
    return;
  for (size_t begin = 0, at = 0; at <= all.len; at++)
    if (at == all.len || all.ptr[at] == ',') {
      add_option(given, text_from(all.ptr + begin, at - begin));
      begin = at + 1;
    }
}

static void add_hit(hits *list, uriel_hit hit)
{
  if (list->count == FOUND_HITS)
    die("too many hits");
  list->all[list->count++] = hit;
}

void find_whole(hits *found, const uriel_find_options *options, uriel_text text)
{
  uriel_hit hit;
  size_t from = 0;
  found->count = 0;
  while (uriel_find(&hit, &from, text.ptr, text.len, true, options)) {
    if (from < hit.end || hit.begin >= hit.end || hit.end > text.len)
      die("a hit outside of the text, or one that is not passed");
    add_hit(found, hit);
  }
  if (from != text.len)
    die("does not end at the end");
}

void find_in_pieces(hits *found, const uriel_find_options *options, uriel_text text, size_t size)
{
  uriel_hit hit;
  size_t begin = 0; /* of the kept text */
  size_t len = 0;
  found->count = 0;
  while (len < text.len) {
    len = text.len - len > size ? len + size : text.len;
    const uriel_text piece = text_copy(text_from(text.ptr + begin, len - begin));
    size_t from = 0;
    while (uriel_find(&hit, &from, piece.ptr, piece.len, len == text.len, options)) {
      hit.begin += begin;
      hit.end += begin;
      add_hit(found, hit);
    }
    if (from > piece.len)
      die("went past the piece");
    text_free(piece);
    begin += from;
  }
}

bool same_hits(const hits *a, const hits *b)
{
  if (a->count != b->count)
    return false;
  for (size_t at = 0; at < a->count; at++) {
    const uriel_hit *const x = &a->all[at];
    const uriel_hit *const y = &b->all[at];
    if (x->begin != y->begin || x->end != y->end || x->delimiter != y->delimiter || x->kind != y->kind ||
        x->flags != y->flags)
      return false;
  }
  return true;
}

typedef struct hit_input {
  const char *text;
  const uriel_hit *hit;
  unsigned options;
} hit_input;

static size_t write_hit(const void *context, char *out, size_t capacity)
{
  const hit_input *const in = context;
  return uriel_hit_clean(in->text, in->hit, in->options, out, capacity);
}

uriel_text hit_cleaned(uriel_text text, const uriel_hit *hit, unsigned options)
{
  return text_written(write_hit, &(hit_input){text.ptr, hit, options});
}

void find_vectors(vector_check *check)
{
  static const struct {
    const char *name;
    size_t least;
  } files[] = {
      {"find.tsv", 120},         {"find_autolinks.tsv", 60}, {"find_documents.tsv", 160},
      {"find_linkify.tsv", 300}, {"find_markup.tsv", 600},   {"find_negative.tsv", 540},
      {"find_rulings.tsv", 40},  {"find_schemes.tsv", 220},  {"find_words.tsv", 140},
  };
  for (size_t at = 0; at < sizeof files / sizeof *files; at++)
    vectors_run(files[at].name, files[at].least, check);
}
