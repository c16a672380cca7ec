/* SPDX-License-Identifier: MIT */
/* One file, from its bytes to its rows. */
#include "document.h"

static bool document_begin(void *context, const struct links_document *document)
{
  struct document_reader *reader = context;
  return document->number > 1 || record_document(&reader->recorder, document);
}

static bool document_reference(void *context, const struct links_reference *reference)
{
  struct document_reader *reader = context;
  return record_reference(&reader->recorder, reference);
}

static bool document_fault(void *context, const struct links_fault *fault)
{
  struct document_reader *reader = context;
  return record_fault(&reader->recorder, fault);
}

static bool document_end(void *context, const struct links_end *end)
{
  struct document_reader *reader = context;
  return record_end(&reader->recorder, end);
}

bool document_read(struct document_reader *reader, int fd, const char *name, struct db_document *row)
{
  const struct links_request request = {source_read_file, &fd, name, row->retrieval};
  const struct links_sink sink = {reader, document_begin, document_reference, document_fault,
                                  document_end};
  reader->recorder.row = row;
  reader->recorder.ordinal = 0;
  const enum links_result result = links_read(reader->links, &request, &sink);
  reader->recorder.no_memory = result == LINKS_NO_MEMORY;
  return result == LINKS_READ;
}
