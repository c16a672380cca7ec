/* SPDX-License-Identifier: MIT */
/* uriel resolve: the target URIs of references against a base (RFC 3986, 5.2). */
#include <string.h>

#include "stage.h"

enum resolve_column {
  RESOLVE_INPUT,
  RESOLVE_VALID,
  RESOLVE_TARGET,
  RESOLVE_CURRENT,
  RESOLVE_FRAGMENT,
  RESOLVE_COLUMNS
};

/* Pairs have another column first: the base. */
static const struct column resolve_columns[] = {{"base", COLUMN_REFERENCE, TONE_PLAIN},
                                                {"input", COLUMN_REFERENCE, TONE_PLAIN},
                                                {"valid", COLUMN_VALID, TONE_PLAIN},
                                                {"target", COLUMN_REFERENCE, TONE_PLAIN},
                                                {"current_document", COLUMN_LITERAL, TONE_PLAIN},
                                                {"fragment", COLUMN_TEXT, TONE_FRAGMENT}};

/* In the order of resolve_dots_words. DOTS_UNSAID is the document's own rule. */
enum resolve_dots { DOTS_DROP, DOTS_KEEP, DOTS_ERROR, DOTS_UNSAID };
static const char *const resolve_dots_words[] = {"drop", "keep", "error", NULL};

struct resolve {
  const char *base_text;
  bool pairs;
  uriel_ref base;
  struct reading_room base_room;
  enum resolve_dots dots;
  unsigned options;
  size_t usual_bound;
};

enum { RESOLVE_BASE = OPTION_GROUP_OWN };

static const struct option_spec resolve_options[] = {
    {'b', "base", "URI", "the base URI; it must have a scheme", OPTION_STRING,
     OPTION_TO(struct resolve, base_text), .excludes = RESOLVE_BASE},
    {0, "pairs", NULL,
     "each input is a base and a reference: two\noperands, or lines with a tab between them",
     OPTION_FLAG, OPTION_TO(struct resolve, pairs), .excludes = RESOLVE_BASE},
    {0, "lenient", NULL,
     "ignore a scheme that is the base's own:\n\"http:g\" is read as \"g\" (RFC 3986, 5.2.2;\n"
     "uri-2003 has it too)",
     OPTION_BIT, OPTION_TO(struct resolve, options), .low = URIEL_RESOLVE_LENIENT},
    {0, "dots", "WHAT",
     "what to do with \"..\" above the root: drop, keep\nor error; uri-2003 leaves the choice (default\n"
     "keep), RFC 3986 only drops, the older keep",
     OPTION_WORD, OPTION_TO(struct resolve, dots), .words = resolve_dots_words},
    {0}};

/* Most references have at most this length: their bound is computed once for a base. */
enum { RESOLVE_USUAL = 2048 };

static void resolve_know(struct resolve *self)
{
  const uriel_ref usual = {.length = RESOLVE_USUAL};
  self->usual_bound = uriel_resolve_bound(&self->base, &usual);
}

static void resolve_each(void *context, struct record *record)
{
  struct resolve *const self = context;
  uriel_text *const values = record->values;
  uriel_error error;
  const size_t bound = record->ref->length <= RESOLVE_USUAL
                           ? self->usual_bound
                           : uriel_resolve_bound(&self->base, record->ref);
  char *const out = lane_room(record, bound);
  const size_t len = uriel_resolve(&self->base, record->ref, self->options, out, bound, &error);
  values[RESOLVE_TARGET] = (uriel_text){out, len};
  if (len <= bound)
    return;
  values[RESOLVE_TARGET] = uriel_text_of(NULL);
  if (len == URIEL_FAILED) {
    resolution_blame(record, &error, &self->base, self->pairs ? values[PAIR_B] : record->input);
  } else { /* URIEL_CURRENT_DOCUMENT */
    values[RESOLVE_CURRENT] = uriel_text_of("true");
    values[RESOLVE_FRAGMENT] = uriel_fragment(record->ref);
    record->plain = resolution_current(record->ref, &record->scratch[0]);
  }
}

static void resolve_each_pair(void *context, struct record *record)
{
  struct resolve *const self = context;
  struct reading_room *const room = record->reading.room;
  uriel_text *const values = record->values;
  uriel_ref ref;
  if (!pair_split(record))
    return;
  record->reading.room = &record->lane->other_room;
  const bool is = base_parse(record, values[PAIR_A], &self->base);
  record->reading.room = room;
  record->repairs = (struct repairs){0};
  if (!is) {
    record->error.in = "base";
    return;
  }
  record->reading.base = &self->base;
  record->reading.guess = NULL;
  if (!record_parse(record, &ref, values[PAIR_B]))
    return;
  resolve_know(self);
  resolve_each(self, record);
  /* The columns of a pair have one more before them. */
  memmove(values + 1 + RESOLVE_TARGET, values + RESOLVE_TARGET, 3 * sizeof *values);
  values[RESOLVE_TARGET] = uriel_text_of(NULL);
}

static enum stage_source resolve_ready(void *context, struct lane *lane)
{
  static const unsigned dots[] = {[DOTS_DROP] = URIEL_RESOLVE_DOTS_DROP,
                                  [DOTS_KEEP] = URIEL_RESOLVE_DOTS_KEEP,
                                  [DOTS_ERROR] = URIEL_RESOLVE_DOTS_ERROR};
  struct resolve *const self = context;
  struct schema *const schema = &lane->schema;
  const uriel_spec spec = lane->reading.spec;
  const bool drops = spec == URIEL_SPEC_RFC3986 || reading_is_new(spec);
  const size_t first = self->pairs;
  const uint64_t aside = 1u << RESOLVE_CURRENT | 1u << RESOLVE_FRAGMENT;
  if ((self->options & URIEL_RESOLVE_LENIENT) && spec != URIEL_SPEC_RFC3986 && spec != URIEL_SPEC_IRI &&
      spec != URIEL_SPEC_URI_2003)
    die_usage(lane->reader->command, "%s does not allow --lenient: only rfc3986, iri and uri-2003 do",
              uriel_spec_document(spec));
  if (self->dots != DOTS_UNSAID && spec == URIEL_SPEC_URI_2003)
    self->options |= dots[self->dots];
  else if (self->dots != DOTS_UNSAID && self->dots != (drops ? DOTS_DROP : DOTS_KEEP))
    die_usage(lane->reader->command, "--dots=%s: %s always %ss them (only uri-2003 allows a choice)",
              resolve_dots_words[self->dots], uriel_spec_document(spec), drops ? "drop" : "keep");
  schema->columns = resolve_columns + 1 - first;
  schema->count = first + RESOLVE_COLUMNS;
  schema->plain = schema->keys_of = first + RESOLVE_TARGET;
  schema->aside = resolution_has_current(spec) ? 0 : aside << first;
  if (self->pairs) {
    lane->texts = true;
    lane->each = resolve_each_pair;
    return SOURCE_PAIR;
  }
  if (!self->base_text)
    die_usage(lane->reader->command, "a base URI is needed: --base=URI, or --pairs");
  struct reading of_base = lane->reading;
  of_base.room = &self->base_room;
  base_read(lane->reader->command, self->base_text, &of_base, &self->base);
  resolve_know(self);
  lane->reading.base = &self->base;
  lane->reading.guess = NULL; /* a text without a scheme is relative to the base */
  return SOURCE_OPERANDS;
}

const struct stage resolve_stage = {
    .schema = &(const struct schema){.columns = resolve_columns + 1,
                                     .count = RESOLVE_COLUMNS,
                                     .plain = RESOLVE_TARGET,
                                     .changes = true,
                                     .has_keys = true},
    STAGE_SELF(struct resolve, .dots = DOTS_UNSAID),
    .options = resolve_options,
    .has = GENERAL_ANY | GENERAL_JOBS,
    .partial = true,
    .ready = resolve_ready,
    .each = resolve_each,
    .files = true,
};
