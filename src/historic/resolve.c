/* SPDX-License-Identifier: MIT */
/* Resolution exactly as in the historic documents. */
#include "historic/resolve.h"

#include "uriel_spec.h"

static const unit_rules historic_as_written = {false, 0, false};

uriel_text uriel_historic_folder(const uriel_ref *base)
{
  const uriel_text path = uriel_path(base);
  const char *end = path.ptr + path.len;
  while (end > path.ptr && end[-1] != '/')
    end--;
  return view_of(path.ptr, end);
}

uriel_text uriel_folder_2003(const uriel_ref *base)
{
  return base->path_begin == base->path_end ? uriel_text_of("/") : uriel_historic_folder(base);
}

bool uriel_is_opaque_2003(const uriel_ref *ref)
{
  const uriel_text path = uriel_path(ref), query = uriel_query(ref);
  if (ref->scheme_end == 0 || ref->host_begin != 0 || (path.len > 0 && path.ptr[0] == '/'))
    return false;
  const char *const end = query.ptr ? query.ptr + query.len : NULL;
  return path.len > 0 || (query.len > 0 && (view_find(query.ptr, end, '[') != end ||
                                            view_find(query.ptr, end, ']') != end));
}

/* Writes the reference after the base's scheme, or unchanged if it has a scheme. */
static void historic_write_whole(writer *w, const uriel_ref *base, const uriel_ref *reference)
{
  if (reference->scheme_end == 0)
    uriel_write_part(w, "", uriel_scheme(base), ":");
  uriel_write_bytes(w, reference->text, reference->length);
}

static void historic_write_base(writer *w, const uriel_ref *base)
{
  uriel_write_part(w, "", uriel_scheme(base), ":");
  uriel_write_part(w, "//", uriel_authority(base), "");
}

static void historic_write_merged(writer *w, uriel_text folder, uriel_text path, segments_mode mode)
{
  const segments s = uriel_segments_of(folder, path, mode, 0);
  const segments_shape shape = uriel_segments_measure(s, historic_as_written);
  uriel_segments_write(w, s, historic_as_written, shape.count, shape.length);
}

static bool historic_begins_with_slash(const uriel_ref *reference)
{
  return reference->path_begin < reference->path_end && reference->text[reference->path_begin] == '/';
}

size_t uriel_resolve_1993(const uriel_ref *base, const uriel_ref *reference, unsigned options, char *out,
                          size_t capacity, uriel_error *error)
{
  writer w = writer_to(out, capacity);
  (void)options, (void)error;
  if (reference->scheme_end != 0 || reference->host_begin != 0) {
    historic_write_whole(&w, base, reference);
    return w.len;
  }
  historic_write_base(&w, base);
  if (historic_begins_with_slash(reference))
    write_view(&w, uriel_path(reference));
  else
    historic_write_merged(&w, uriel_historic_folder(base), uriel_path(reference), SEGMENTS_ELEMENTS);
  write_view(&w, historic_part(reference, reference->path_end, reference->length));
  return w.len;
}

size_t uriel_resolve_1997(const uriel_ref *base, const uriel_ref *reference, unsigned options, char *out,
                          size_t capacity, uriel_error *error)
{
  writer w = writer_to(out, capacity);
  (void)options, (void)error;
  if (reference->query_end == 0)
    return URIEL_CURRENT_DOCUMENT; /* step 2 */
  if (reference->scheme_end != 0 || reference->host_begin != 0) {
    historic_write_whole(&w, base, reference); /* steps 3 and 4 */
    return w.len;
  }
  /* Step 6 merges path and query; steps 4 and 5 keep the query after the path. */
  const uriel_text path_and_query = historic_part(reference, 0, reference->query_end);
  historic_write_base(&w, base);
  if (historic_begins_with_slash(reference))
    write_view(&w, path_and_query);
  else
    historic_write_merged(&w, uriel_historic_folder(base), path_and_query, SEGMENTS_EXCESS);
  write_view(&w, historic_part(reference, reference->query_end, reference->length));
  return w.len;
}

/* Step 7 of uri-2003, 5.2: returns the ".." in `path` that leads above the root; its begin if a ".."
 * in the folder does; NULL if no ".." does. */
static const char *resolve_above_root(uriel_text folder, uriel_text path)
{
  size_t depth = 0;
  uriel_text piece;
  for (int run = 0; run < 2; run++) {
    uriel_text rest = run == 0 ? folder : path;
    while (uriel_segment_next(&rest, &piece)) {
      /* The text after the folder's last slash is not a segment. */
      if (run == 0 && rest.len == 0)
        break;
      const segment_dots_kind kind = uriel_segment_dots(piece, 0);
      if (kind == SEGMENT_PLAIN)
        depth++;
      else if (kind == SEGMENT_DOT_DOT && depth-- == 0)
        return run == 0 ? path.ptr : piece.ptr;
    }
  }
  return NULL;
}

/* Merges a relative path with the base's. */
static bool resolve_merge_2003(writer *w, const uriel_ref *base, const uriel_ref *reference,
                               unsigned options, uriel_error *error)
{
  const uriel_text folder = uriel_folder_2003(base), path = uriel_path(reference);
  const char *const above = options & URIEL_RESOLVE_DOTS_ERROR ? resolve_above_root(folder, path) : NULL;
  if (above && error) {
    error->code = URIEL_ERROR_DOTS_ABOVE_ROOT;
    error->component = URIEL_PATH;
    error->offset = (size_t)(above - reference->text);
    error->begin = reference->path_begin;
    error->length = path.len;
  }
  if (above)
    return false;
  historic_write_base(w, base);
  historic_write_merged(w, folder, path,
                        options & URIEL_RESOLVE_DOTS_DROP ? SEGMENTS_RESOLVED : SEGMENTS_EXCESS);
  return true;
}

/* "Not validating": ignores a scheme that is the same as the base's. */
static uriel_ref resolve_less_scheme(const uriel_ref *base, const uriel_ref *reference)
{
  const unit_rules folded = {false, 0, true};
  uriel_ref r = *reference;
  if (!uriel_units_equal(uriel_scheme(base), folded, uriel_scheme(reference), folded))
    return r;
  const uint32_t less = r.scheme_end + 1;
  r.text += less;
  r.length -= less;
  r.scheme_end = 0;
  r.host_begin -= r.host_begin ? less : 0;
  r.host_end -= r.host_end ? less : 0;
  r.path_begin -= less;
  r.path_end -= less;
  r.query_end -= less;
  return r;
}

size_t uriel_resolve_2003(const uriel_ref *base, const uriel_ref *reference, unsigned options, char *out,
                          size_t capacity, uriel_error *error)
{
  writer w = writer_to(out, capacity);
  uriel_ref r = *reference;
  if (r.scheme_end != 0 && (options & URIEL_RESOLVE_LENIENT))
    r = resolve_less_scheme(base, reference);
  if (r.query_end == 0)
    return URIEL_CURRENT_DOCUMENT;
  if (r.scheme_end == 0 && uriel_is_opaque_2003(base)) {
    if (error) {
      error->code = URIEL_ERROR_BASE_OPAQUE;
      error->length = base->length;
    }
    return URIEL_FAILED;
  }
  if (r.scheme_end != 0 || r.host_begin != 0) {
    historic_write_whole(&w, base, &r);
    return w.len;
  }
  if (r.path_begin == r.path_end || historic_begins_with_slash(&r)) {
    historic_write_base(&w, base);
    write_view(&w, uriel_path(r.path_begin == r.path_end ? base : &r));
  } else if (!resolve_merge_2003(&w, base, reference, options, error)) {
    return URIEL_FAILED;
  }
  write_view(&w, historic_part(&r, r.path_end, r.length));
  return w.len;
}
