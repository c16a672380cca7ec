/* SPDX-License-Identifier: MIT */
/* uriel relative: the shortest references that resolve to the same URIs against a base. */

#include "stage.h"

struct relative {
  const char *base_text;
  uriel_ref base;
};

static const struct option_spec relative_options[] = {
    {'b', "base", "URI", "the base URI; it must have a scheme", OPTION_STRING,
     OPTION_TO(struct relative, base_text)},
    {0}};

static enum stage_source relative_ready(void *context, struct lane *lane)
{
  struct relative *const self = context;
  base_read(lane->reader->command, self->base_text, &lane->reading, &self->base);
  return SOURCE_OPERANDS;
}

/* A relative reference stays unchanged: without a scheme it is not a target. */
static void relative_each(void *context, struct record *record)
{
  const struct relative *const self = context;
  const uriel_ref *const ref = record->ref;
  uriel_text target = {ref->text, ref->length};
  if (uriel_scheme(ref).ptr) {
    const size_t bound = ref->length;
    char *const out = lane_room(record, bound);
    target = (uriel_text){out, uriel_relative(&self->base, ref, out, bound, NULL)};
  }
  record->values[TARGET_RESULT] = target;
}

const struct stage relative_stage = {
    .schema = TARGET_SCHEMA("target", COLUMN_REFERENCE, NULL),
    STAGE_SELF(struct relative, 0),
    .options = relative_options,
    .has = GENERAL_IRI | GENERAL_JOBS,
    .partial = true,
    .ready = relative_ready,
    .each = relative_each,
    .files = true,
};
