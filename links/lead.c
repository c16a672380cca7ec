/* SPDX-License-Identifier: MIT */
#include "lead.h"

#include <string.h>
#include <strings.h>

#include "remap.h"
#include "retrieval.h"

/* If ".." of a relative reference leads out of the operand, without --root and --base, it leads to
 * another folder of the file system. Then sets `target` to the file URI of that folder, or empties it if
 * the folder has no URI, and returns true. */
static bool lead_outside(struct lead *lead, const struct lead_document *document,
                         const struct links_reference *reference, uriel_text *target)
{
  const struct check_options *const options = lead->options;
  struct buffer *const base = &lead->path, *const out = &lead->uri;
  uriel_text rest = reference->cleaned;
  uriel_ref from, ref;
  if (options->base || options->root || (!reference->excess && options->spec != URIEL_SPEC_WHATWG) ||
      !reference->base.ptr || reference->base.len != document->retrieval.len ||
      memcmp(reference->base.ptr, document->retrieval.ptr, document->retrieval.len) != 0 ||
      (reference->excess && *rest.ptr == '/'))
    return false;
  /* The URL standard reports no excess: count "../" against the folders of the document. */
  for (const char *at = document->path.ptr + document->site->folder.len; !reference->excess && at;
       at = strchr(at + 1, '/')) {
    if (rest.len < 3 || memcmp(rest.ptr, "../", 3) != 0)
      return false;
    rest = (uriel_text){rest.ptr + 3, rest.len - 3};
  }
  if (!retrieval_of_file(document->path.ptr, document->path.len, base))
    base_die_memory();
  out->len = 0;
  if (uriel_parse(&from, base->ptr, base->len, NULL) &&
      uriel_parse(&ref, reference->cleaned.ptr, reference->cleaned.len, NULL)) {
    buffer_reserve(out, uriel_resolve_bound(&from, &ref));
    const size_t len = uriel_resolve(&from, &ref, URIEL_RESOLVE_STRICT, out->ptr, out->capacity, NULL);
    out->len = len == URIEL_FAILED ? 0 : len;
  }
  *target = buffer_text(out);
  return true;
}

/* Whether the text starts with `start`. Sets `tail` to the rest. */
static bool lead_starts(uriel_text text, uriel_text start, uriel_text *tail)
{
  const bool does = text.len >= start.len && memcmp(text.ptr, start.ptr, start.len) == 0;
  if (does)
    *tail = (uriel_text){text.ptr + start.len, text.len - start.len};
  return does;
}

bool lead_find(struct lead *lead, const struct lead_document *document,
               const struct links_reference *reference, bool is_prose, struct lead_goal *goal)
{
  static const uriel_text file = {"file:///", 8};
  const struct check_options *const options = lead->options;
  const uriel_text prefix = buffer_text(&document->site->prefix);
  uriel_text target = reference->target, *const tail = &goal->tail;
  goal->folder = document->site->folder;
  if (!target.ptr || reference->part.ptr)
    return false;
  const bool is_remapped = remap_apply(ARRAY_OF(const struct remap, options->remaps),
                                       ARRAY_COUNT(struct remap, options->remaps),
                                       buffer_text(&lead->here), target, &lead->remapped);
  if (is_remapped)
    target = buffer_text(&lead->remapped);
  if (target.len > 5 && strncasecmp(target.ptr, "file:", 5) == 0 && !lead_starts(target, file, tail)) {
    const uriel_text normal = retrieval_normal(target, &lead->normal); /* without "localhost" */
    target = normal.ptr && lead_starts(normal, file, tail) ? normal : target;
  }
  if ((!is_remapped && lead_outside(lead, document, reference, &target)) ||
      !lead_starts(target, prefix, tail)) {
    if (lead_starts(target, file, tail) && (!is_prose || is_remapped)) {
      goal->folder = (uriel_text){"", 0};
      *tail = (uriel_text){tail->ptr - 1, tail->len + 1};
    } else if (!options->base) {
      return false;
    } else {
      /* Compare normal forms: the URI of the site may be spelled differently. */
      const uriel_text normal = retrieval_normal(target, &lead->normal);
      const uriel_text start = retrieval_normal(prefix, &lead->path);
      if (!normal.ptr || !start.ptr || !lead_starts(normal, start, tail))
        return false;
    }
  }
  /* The name of an image map is not an anchor. */
  const bool is_map = reference->attribute && strcmp(reference->attribute, "usemap") == 0;
  const char *const hash = is_map && tail->len ? memchr(tail->ptr, '#', tail->len) : NULL;
  if (hash)
    tail->len = (size_t)(hash - tail->ptr);
  return true;
}
