/* SPDX-License-Identifier: MIT */
/* Prints a file with another URI in place of each reference: rewrite FILE URI. Exits with 1 if the file
 * has a reference in other bytes. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "links/rewrite.h"

struct rewriter {
  struct links_levels levels;
  uriel_text file, uri;
  struct buffer edits, out; /* struct patch_edit, and their texts */
  bool failed;
};

static bool on_begin(void *context, const struct links_document *document)
{
  levels_push(&((struct rewriter *)context)->levels, document);
  return true;
}

static bool on_reference(void *context, const struct links_reference *reference)
{
  struct rewriter *const rewriter = context;
  struct patch_edit edit;
  struct rewrite rewrite = {.offset = (size_t)reference->place.offset,
                            .written = reference->written.ptr ? reference->written : reference->raw,
                            .cleaned = reference->cleaned,
                            .uri = rewriter->uri};
  rewrite_place(&rewrite, reference, rewriter->levels.last);
  if (reference->identifies)
    return true;
  if (rewrite_edit(&rewrite, rewriter->file, &edit, &rewriter->out))
    buffer_append(&rewriter->edits, &edit, sizeof edit);
  else
    rewriter->failed = true;
  return true;
}

static bool on_error(void *context, const struct links_error *error)
{
  (void)context;
  (void)error;
  return true;
}

static bool on_end(void *context, const struct links_end *end)
{
  (void)end;
  levels_pop(&((struct rewriter *)context)->levels);
  return true;
}

int main(int argc, char **argv)
{
  static const struct links_limits limits = {.spec = URIEL_SPEC_LENIENT};
  struct buffer file = {0}, new = {0};
  if (argc != 3 || !buffer_load(&file, argv[1]))
    return 3;
  struct rewriter rewriter = {.file = buffer_text(&file), .uri = uriel_text_of(argv[2])};
  struct source_memory memory = {file.ptr, file.len};
  const struct links_sink sink = {.context = &rewriter,
                                  .begin = on_begin,
                                  .reference = on_reference,
                                  .error = on_error,
                                  .end = on_end};
  const struct links_request request = {.read = source_read_memory,
                                        .context = &memory,
                                        .name = argv[1],
                                        .retrieval = uriel_text_of("http://h.example/d/")};
  struct links *const links = links_new(&limits);
  if (!links || links_read(links, &request, &sink) != LINKS_READ)
    return 3;
  const struct patch patch = {rewriter.file, ARRAY_OF(const struct patch_edit, rewriter.edits),
                              ARRAY_COUNT(struct patch_edit, rewriter.edits)};
  const char *text = rewriter.out.ptr;
  for (size_t i = 0; i < patch.count; i++) {
    struct patch_edit *const edit = &ARRAY_OF(struct patch_edit, rewriter.edits)[i];
    edit->text.ptr = text;
    text += edit->text.len;
  }
  patch_apply(&patch, &new);
  if (new.len)
    fwrite(new.ptr, 1, new.len, stdout);
  links_free(links);
  levels_free(&rewriter.levels);
  buffer_free(&file);
  buffer_free(&new);
  buffer_free(&rewriter.edits);
  buffer_free(&rewriter.out);
  return rewriter.failed;
}
