/* SPDX-License-Identifier: MIT */
/* What is found in documents into rows. */
#include "record.h"

bool record_document(struct recorder *recorder, const struct links_document *document)
{
  struct db_document *row = recorder->row;
  row->kind = document->kind;
  row->format = document->format;
  row->base = document->base;
  row->base_source = links_base_name(document->base_source);
  return true;
}

static bool record_reference_fault(struct recorder *recorder, const struct links_reference *reference,
                                   int64_t id)
{
  const uriel_fault *fault = reference->fault;
  const struct db_fault row = {.document_id = recorder->row->id,
                               .reference_id = id,
                               .code = uriel_fault_name(fault->code),
                               .component = uriel_component_name(fault->component),
                               .section = uriel_fault_section(fault),
                               .offset = fault->offset,
                               .begin = fault->begin,
                               .length = fault->length,
                               .message = reference->fault_message};
  recorder->faults++;
  return db_put_fault(recorder->db, &row);
}

bool record_reference(struct recorder *recorder, const struct links_reference *reference)
{
  const bool clean = reference->cleaned.len == reference->raw.len;
  struct db_reference row = {.document_id = recorder->row->id,
                             .ordinal = ++recorder->ordinal,
                             .offset = reference->place.offset,
                             .line = reference->place.line,
                             .column = reference->place.column,
                             .element = reference->element,
                             .attribute = reference->attribute,
                             .raw = reference->raw,
                             .cleaned = clean ? (uriel_text){NULL, 0} : reference->cleaned,
                             .target = reference->target,
                             .form = reference->form,
                             .excess = reference->excess};
  int64_t id = 0;
  uriel_ref ref;
  if (reference->normal.ptr && uriel_parse(&ref, reference->normal.ptr, reference->normal.len, NULL) &&
      !db_identifier(recorder->db, &ref, &row.identifier_id))
    return false;
  if (!db_put_reference(recorder->db, &row, &id))
    return false;
  return !reference->fault || record_reference_fault(recorder, reference, id);
}

bool record_fault(struct recorder *recorder, const struct links_fault *fault)
{
  const struct db_fault row = {.document_id = recorder->row->id,
                               .code = fault->code,
                               .offset = fault->offset,
                               .begin = fault->offset,
                               .length = fault->length,
                               .message = fault->message};
  recorder->faults++;
  return db_put_fault(recorder->db, &row);
}

bool record_end(struct recorder *recorder, const struct links_end *end)
{
  recorder->row->status = end->status;
  recorder->row->note = end->note;
  return true;
}
