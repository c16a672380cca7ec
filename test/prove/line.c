/* SPDX-License-Identifier: MIT */
#include "line.h"

#include <string.h>

#include "grammar/grammar.h"
#include "uri/component.h"
#include "uriel_spec.h"

bool reading_from(char *const words[], int count, reading *how)
{
  how->options = 0;
  if (count < 1 || !uriel_spec_find(&how->spec, words[0], strlen(words[0])))
    return false;
  for (int i = 1; i < count; i++) {
    if (strcmp(words[i], "partial") == 0)
      how->options |= URIEL_PARSE_PARTIAL;
    else if (strcmp(words[i], "require-prefix") == 0)
      how->options |= URIEL_PARSE_REQUIRE_PREFIX;
    else
      return false;
  }
  return true;
}

/* The error must be defined, of this generation, and within the text. */
static const char *broken_error(const reading *how, const uriel_error *error, size_t len)
{
  if (error->code == URIEL_ERROR_NONE)
    return "an invalid text without an error";
  if (error->offset > len || error->begin > len || error->length > len - error->begin)
    return "an error outside of the text";
  if (error->spec != how->spec || error->options != how->options)
    return "an error of another reading";
  return NULL;
}

static const char *broken(const reading *how, const verdict *answer, size_t len)
{
  if (!answer->valid)
    return broken_error(how, &answer->error, len);
  if (answer->error.code != URIEL_ERROR_NONE)
    return "a valid text with an error";
  return uriel_spec_of(&answer->ref) == how->spec ? NULL : "a reference of another generation";
}

/* Whether uriel_parse, whose fast path decides most texts, and the grammar itself agree. */
static bool paths_agree(const verdict *answer, const char *text, size_t len)
{
  uriel_ref fast, slow;
  uriel_error error;
  const bool valid = uriel_parse(&fast, text, len, &error);
  if (valid != answer->valid || valid != uriel_parse_by_grammar(&slow, text, (uint32_t)len, NULL))
    return false;
  if (!valid)
    return error.offset == answer->error.offset && error.code == answer->error.code;
  return memcmp(&fast, &answer->ref, sizeof fast) == 0 && memcmp(&fast, &slow, sizeof fast) == 0;
}

/* The same for RFC 3987, whose fast path decides most members. */
static bool paths_agree_iri(const verdict *answer, const char *text, size_t len)
{
  size_t stuck;
  return uriel_rfc3987_member(text, len, &stuck) == answer->valid &&
         (answer->valid || stuck == answer->error.offset);
}

verdict verdict_of(const reading *how, const char *text, size_t len)
{
  verdict answer;
  answer.valid = uriel_parse_as(&answer.ref, text, len, how->spec, how->options, &answer.error);
  answer.broken = broken(how, &answer, len);
  if (how->spec == URIEL_SPEC_RFC3986 && !answer.broken && !paths_agree(&answer, text, len))
    answer.broken = "the fast path and the grammar disagree";
  if (how->spec == URIEL_SPEC_IRI && !answer.broken && !paths_agree_iri(&answer, text, len))
    answer.broken = "the fast path and the grammar disagree";
  return answer;
}

static void print_span(FILE *out, const char *text, size_t len, uriel_text part)
{
  if (!part.ptr)
    fputs(" -", out);
  else if (part.ptr < text || part.len > len || (size_t)(part.ptr - text) > len - part.len)
    fputs(" OUTSIDE", out);
  else
    fprintf(out, " %zu:%zu", (size_t)(part.ptr - text), part.len);
}

static void print_flags(FILE *out, uint32_t flags)
{
  static const struct {
    uint32_t flag;
    char letter;
  } letters[] = {{URIEL_HAS_PERCENT, 'p'},
                 {URIEL_HAS_UPPER, 'u'},
                 {URIEL_HAS_DOT_SEGMENT, 'd'},
                 {URIEL_HAS_PREFIX, 'x'},
                 {URIEL_HAS_REGISTRY, 'r'}};
  bool any = false;
  for (size_t i = 0; i < sizeof letters / sizeof *letters; i++) {
    if (flags & letters[i].flag) {
      putc(letters[i].letter, out);
      any = true;
    }
  }
  fputs(any ? "\n" : "-\n", out);
}

static void print_member(FILE *out, const uriel_ref *ref, const char *text, size_t len)
{
  putc('+', out);
  for (int component = URIEL_SCHEME; component <= URIEL_FRAGMENT; component++)
    print_span(out, text, len, uriel_component_get(ref, (uriel_component)component));
  fprintf(out, " %s %s ", uriel_host_kind_name(uriel_host_kind_of(ref)),
          uriel_form_name(uriel_form_of(ref)));
  print_flags(out, ref->flags);
}

void verdict_print(FILE *out, const reading *how, const verdict *answer, const char *text, size_t len)
{
  const uriel_error *const error = &answer->error;
  if (answer->broken)
    fprintf(out, "? %s\n", answer->broken);
  else if (answer->valid)
    print_member(out, &answer->ref, text, len);
  else if (how->spec != URIEL_SPEC_RFC3986 && how->spec != URIEL_SPEC_IRI)
    fprintf(out, "! %zu\n", error->offset);
  else
    fprintf(out, "! %zu %s %s %zu %zu\n", error->offset, uriel_error_name(error->code),
            uriel_component_name(error->component), error->begin, error->length);
}
