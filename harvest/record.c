/* SPDX-License-Identifier: MIT */
/* References of one document into rows. */
#include "record.h"

#include <string.h>

/* A reference on its way into the database. */
struct record_work {
  const struct record_item *item;
  uriel_ref ref;
  uriel_ref target;
  uriel_fault fault;
  struct db_reference row;
};

static bool record_no_memory(struct recorder *recorder)
{
  recorder->no_memory = true;
  return false;
}

static bool record_copy(struct recorder *recorder, struct growing *to, uriel_text text)
{
  if (!growing_reserve(to, text.len))
    return record_no_memory(recorder);
  if (text.len)
    memcpy(to->ptr, text.ptr, text.len);
  to->len = text.len;
  return true;
}

bool record_begin(struct recorder *recorder, int64_t document_id)
{
  recorder->document_id = document_id;
  recorder->ordinal = 0;
  return record_copy(recorder, &recorder->base, growing_text(&recorder->retrieval));
}

/* Resolves `ref` into `out`; a URI with a scheme is its own base, which removes its dot segments. */
static bool record_resolve(struct recorder *recorder, const struct growing *base, const uriel_ref *ref,
                           struct growing *out)
{
  uriel_ref base_ref = *ref;
  if (!uriel_scheme(ref).ptr && !(base->len && uriel_parse(&base_ref, base->ptr, base->len, NULL)))
    return false;
  while (growing_again(
      out, uriel_resolve(&base_ref, ref, URIEL_RESOLVE_STRICT, out->ptr, out->capacity, NULL)))
    ;
  recorder->no_memory = recorder->no_memory || out->no_memory;
  return !out->no_memory && out->len != 0;
}

bool record_base(struct recorder *recorder, uriel_text href, bool *used)
{
  uriel_ref ref;
  *used = uriel_parse(&ref, href.ptr, href.len, NULL) &&
          record_resolve(recorder, &recorder->retrieval, &ref, &recorder->target);
  if (recorder->no_memory)
    return false;
  return !*used || record_copy(recorder, &recorder->base, growing_text(&recorder->target));
}

/* The base that a reference is resolved against. */
static const struct growing *record_base_of(struct recorder *recorder, const struct record_item *item)
{
  uriel_ref ref;
  if (item->base == BASE_OF_RETRIEVAL)
    return &recorder->retrieval;
  if (item->base == BASE_OF_CODEBASE &&
      uriel_parse(&ref, item->codebase.ptr, item->codebase.len, NULL) &&
      record_resolve(recorder, &recorder->base, &ref, &recorder->codebase))
    return &recorder->codebase;
  return &recorder->base;
}

/* How many ".." of a relative path go beyond the base's root, where 5.2.4 drops them. */
static unsigned record_excess(const uriel_ref *ref, const struct growing *base)
{
  uriel_ref base_ref;
  uriel_text path = uriel_path(ref), base_path, segment;
  size_t depth = 0;
  unsigned excess = 0;
  if (!(ref->flags & URIEL_HAS_DOT_SEGMENT) || uriel_scheme(ref).ptr || uriel_authority(ref).ptr ||
      !uriel_parse(&base_ref, base->ptr, base->len, NULL))
    return 0;
  base_path = uriel_path(&base_ref);
  if (*path.ptr != '/') {
    while (uriel_segment_next(&base_path, &segment))
      depth++;
    depth -= depth > 0; /* the last one makes way for the reference's path (5.2.3) */
  }
  while (uriel_segment_next(&path, &segment)) {
    const bool up = segment.len == 2 && memcmp(segment.ptr, "..", 2) == 0;
    const bool stay = segment.len == 1 && *segment.ptr == '.';
    if (up && depth == 0)
      excess++;
    else if (up)
      depth--;
    else if (!stay)
      depth++;
  }
  return excess;
}

static bool record_identifier(struct recorder *recorder, struct record_work *work)
{
  struct growing *normal = &recorder->normal;
  uriel_ref ref;
  while (growing_again(normal,
                       uriel_normalize(&work->target, URIEL_RUNG_SCHEME, normal->ptr, normal->capacity)))
    ;
  if (normal->no_memory)
    return record_no_memory(recorder);
  if (!uriel_parse(&ref, normal->ptr, normal->len, &work->fault))
    return true;
  return db_identifier(recorder->db, &ref, &work->row.identifier_id);
}

/* Fills in the target and the identifier, or the fault. */
static bool record_work_out(struct recorder *recorder, struct record_work *work)
{
  const struct record_item *item = work->item;
  struct growing *target = &recorder->target;
  if (!uriel_parse(&work->ref, item->cleaned.ptr, item->cleaned.len, &work->fault))
    return true;
  work->row.form = uriel_form_name(uriel_form_of(&work->ref));
  const struct growing *base = record_base_of(recorder, item);
  if (recorder->no_memory)
    return false;
  if (!record_resolve(recorder, base, &work->ref, target)) {
    work->fault = (uriel_fault){.code = URIEL_FAULT_BASE_NOT_ABSOLUTE, .length = item->cleaned.len};
    return !recorder->no_memory;
  }
  work->row.excess = record_excess(&work->ref, base);
  work->row.target = growing_text(target);
  if (!uriel_parse(&work->target, target->ptr, target->len, &work->fault))
    return true;
  return record_identifier(recorder, work);
}

static bool record_reference_fault(struct recorder *recorder, const struct record_work *work,
                                   int64_t reference_id)
{
  const uriel_fault *fault = &work->fault;
  const uriel_text text = work->item->cleaned;
  struct growing *message = &recorder->message;
  while (growing_again(message,
                       uriel_fault_describe(fault, text.ptr, text.len, message->ptr, message->capacity)))
    ;
  if (message->no_memory)
    return record_no_memory(recorder);
  const struct db_fault row = {.document_id = recorder->document_id,
                               .reference_id = reference_id,
                               .code = uriel_fault_name(fault->code),
                               .component = uriel_component_name(fault->component),
                               .section = uriel_fault_section(fault),
                               .offset = fault->offset,
                               .begin = fault->begin,
                               .length = fault->length,
                               .message = growing_text(message)};
  recorder->faults++;
  return db_put_fault(recorder->db, &row);
}

bool record_reference(struct recorder *recorder, const struct record_item *item)
{
  struct record_work work = {.item = item};
  int64_t id = 0;
  if (!record_work_out(recorder, &work))
    return false;
  const bool clean = item->cleaned.len == item->raw.len;
  work.row.document_id = recorder->document_id;
  work.row.ordinal = ++recorder->ordinal;
  work.row.offset = item->place.offset;
  work.row.line = item->place.line;
  work.row.column = item->place.column;
  work.row.element = item->element;
  work.row.attribute = item->attribute;
  work.row.raw = item->raw;
  work.row.cleaned = clean ? (uriel_text){NULL, 0} : item->cleaned;
  if (!db_put_reference(recorder->db, &work.row, &id))
    return false;
  return work.fault.code == URIEL_FAULT_NONE || record_reference_fault(recorder, &work, id);
}

bool record_fault(struct recorder *recorder, const char *code, const char *message, uint64_t offset,
                  uint64_t length)
{
  const struct db_fault row = {.document_id = recorder->document_id,
                               .code = code,
                               .offset = offset,
                               .begin = offset,
                               .length = length,
                               .message = uriel_text_of(message)};
  recorder->faults++;
  return db_put_fault(recorder->db, &row);
}

void record_free(struct recorder *recorder)
{
  growing_free(&recorder->retrieval);
  growing_free(&recorder->base);
  growing_free(&recorder->codebase);
  growing_free(&recorder->target);
  growing_free(&recorder->normal);
  growing_free(&recorder->message);
}
