/* SPDX-License-Identifier: MIT */
/* The links of a page, read in batches, with their targets. A link waits until its base is known. */
#include "links_reader.h"

#include <stdlib.h>

#include "uriel_url.h"

enum { READER_BATCH = 64 /* links that are read at once */ };

static bool reader_grow(links_room *room, size_t size)
{
  if (size <= room->size)
    return true;
  char *const ptr = realloc(room->ptr, size);
  if (!ptr)
    return false;
  *room = (links_room){ptr, size};
  return true;
}

/* ---- Targets ---------------------------------------------------------------------------------- */

/* Returns the target in the reader's memory, or undefined: without one, or without memory. */
static uriel_text reader_target_url(links_reader *r, const uriel_html_reference *found,
                                    const uriel_ref *base)
{
  links_room *const out = &r->target;
  uriel_ref ref;
  size_t len;
  while ((len = uriel_page_resolve(&ref, &r->page, found, base, out->ptr, out->size)) > out->size &&
         len != URIEL_FAILED)
    if (!reader_grow(out, len)) {
      r->status = LINKS_MEMORY;
      return (uriel_text){NULL, 0};
    }
  return len == URIEL_FAILED ? (uriel_text){NULL, 0} : (uriel_text){ref.text, ref.length};
}

/* Reads what people have, against the URL of the base. Returns false if nothing reads it, or without
 * memory. */
static bool reader_repair(links_reader *r, uriel_text text, const uriel_ref *base, uriel_ref *ref)
{
  uriel_ref url;
  uriel_read read;
  size_t len = URIEL_FAILED;
  while (base && (len = uriel_url_parse(&url, NULL, base->text, base->length, NULL, r->url.ptr,
                                        r->url.size)) != URIEL_FAILED)
    if (url.text == base->text || len <= r->url.size)
      break;
    else if (!reader_grow(&r->url, len))
      goto no_memory;
  const uriel_ref *const from = len == URIEL_FAILED ? NULL : &url;
  while ((len = uriel_lenient_parse(ref, &read, from, text.ptr, text.len, URIEL_LENIENT_RELATIVE,
                                    r->read.ptr, r->read.size, NULL)) != URIEL_FAILED)
    if (len <= r->read.size)
      return true;
    else if (!reader_grow(&r->read, len))
      goto no_memory;
  return false;
no_memory:
  r->status = LINKS_MEMORY;
  return false;
}

/* The same for a text under the other documents. */
static uriel_text reader_target_under(links_reader *r, uriel_text value, const uriel_ref *base)
{
  const uriel_text none = {NULL, 0};
  links_room *const out = &r->target;
  uriel_ref ref;
  if (!reader_grow(&r->value, value.len + 1)) {
    r->status = LINKS_MEMORY;
    return none;
  }
  /* White space around a value is not part of it. */
  const uriel_text text = {r->value.ptr, uriel_html_clean(value.ptr, value.len, r->value.ptr)};
  if (!(r->spec == URIEL_SPEC_LENIENT ? reader_repair(r, text, base, &ref)
                                      : uriel_parse_as(&ref, text.ptr, text.len, r->spec, 0, NULL)) ||
      (!base && ref.scheme_end == 0))
    return none;
  const size_t most = (size_t)ref.length + (base ? (size_t)base->length : 0) + 16;
  if (!reader_grow(out, most)) {
    r->status = LINKS_MEMORY;
    return none;
  }
  const size_t got = base ? uriel_resolve(base, &ref, URIEL_RESOLVE_STRICT, out->ptr, most, NULL)
                          : uriel_normalize(&ref, URIEL_LEVEL_STRING, out->ptr, most);
  return got > most ? none : (uriel_text){out->ptr, got};
}

static bool reader_scheme_is(const uriel_ref *ref, const char *name)
{
  const uriel_text scheme = uriel_scheme(ref);
  return scheme.len == strlen(name) && PyOS_strnicmp(scheme.ptr, name, (Py_ssize_t)scheme.len) == 0;
}

/* Sets a base, which is a URI: not a relative reference, and in the page not "data:" or "javascript:"
 * (HTML, "set the frozen base URL"). */
static void reader_set_base(links_reader *r, links_base *base, uriel_text text)
{
  const bool in_page = base != &r->given;
  uriel_ref ref;
  char *const kept = text.ptr ? malloc(text.len + 1) : NULL;
  if (text.ptr && !kept)
    r->status = LINKS_MEMORY;
  if (!kept)
    return;
  memcpy(kept, text.ptr, text.len);
  const bool ok = r->spec == URIEL_SPEC_WHATWG
                      ? uriel_url_parse(&ref, NULL, kept, text.len, NULL, NULL, 0) == text.len
                      : uriel_parse_as(&ref, kept, text.len, r->spec, 0, NULL);
  if (ok && ref.scheme_end > 0 && !base->defined &&
      !(in_page && (reader_scheme_is(&ref, "data") || reader_scheme_is(&ref, "javascript"))))
    *base = (links_base){true, ref, kept};
  else
    free(kept);
}

uriel_text uriel_python_reader_target(links_reader *r, const uriel_html_reference *found)
{
  const bool is_base = found->flags & (unsigned)URIEL_HTML_BASE_ELEMENT;
  const links_base *const used = r->base.defined && !is_base ? &r->base : &r->given;
  const uriel_ref *const base = used->defined ? &used->ref : NULL;
  if (r->spec == URIEL_SPEC_WHATWG)
    return reader_target_url(r, found, base);
  if (!(found->flags & (unsigned)URIEL_HTML_CODEBASE))
    return reader_target_under(r, found->value, base);
  links_base codebase = {.defined = false};
  reader_set_base(r, &codebase, reader_target_under(r, found->codebase, base));
  const uriel_text target =
      reader_target_under(r, found->value, codebase.defined ? &codebase.ref : base);
  free(codebase.text);
  return target;
}

/* ---- Links ------------------------------------------------------------------------------------ */

/* Copies a text of a reference to `*to`, and a NUL. */
static void reader_copy(uriel_text *text, char **to)
{
  if (!text->ptr)
    return;
  memcpy(*to, text->ptr, text->len);
  text->ptr = *to;
  *to += text->len;
  *(*to)++ = 0;
}

/* Keeps a link until its base is known. */
static void reader_keep(links_reader *r, const uriel_html_reference *found)
{
  const bool is_base = found->flags & (unsigned)URIEL_HTML_BASE;
  r->settled |= found->offset > r->limit;
  if (is_base) {
    /* It does not apply to links that may have been returned, which have the document's own base. */
    for (links_item *item = r->settled ? r->first : NULL; item; item = item->next)
      item->found.flags |= (unsigned)URIEL_HTML_BASE_ELEMENT;
    r->settled = true;
    reader_set_base(r, &r->base, uriel_python_reader_target(r, found));
  }
  if (found->kind != URIEL_HTML_LINK)
    return;
  links_item *const item = malloc(sizeof *item + found->element.len + found->attribute.len +
                                  found->raw.len + found->value.len + found->codebase.len + 5);
  if (!item) {
    r->status = LINKS_MEMORY;
    return;
  }
  char *to = item->bytes;
  item->next = NULL;
  item->found = *found;
  reader_copy(&item->found.element, &to);
  reader_copy(&item->found.attribute, &to);
  reader_copy(&item->found.raw, &to);
  reader_copy(&item->found.value, &to);
  reader_copy(&item->found.codebase, &to);
  item->found.rel = item->found.rev = (uriel_text){NULL, 0};
  item->found.offset = uriel_python_text_index_at(&r->index, found->offset);
  *r->last = item;
  r->last = &item->next;
  r->count++;
}

void uriel_python_reader_read(links_reader *r)
{
  uriel_html_reference found;
  r->status = LINKS_FULL;
  for (;;) {
    const uriel_page_status status = uriel_page_next(&r->page, &found);
    if (status == URIEL_PAGE_FOUND) {
      reader_keep(r, &found);
    } else if (status == URIEL_PAGE_FULL) {
      const size_t needed = uriel_page_needed(&r->page);
      if (reader_grow(&r->scratch, needed))
        uriel_page_grow(&r->page, r->scratch.ptr, r->scratch.size);
      else
        r->status = LINKS_MEMORY;
    } else if (status == URIEL_PAGE_MORE) {
      r->status = LINKS_MORE;
      r->settled |= r->fed / 2 > r->limit;
      return;
    } else {
      r->status = status == URIEL_PAGE_END ? LINKS_END : LINKS_UNSUPPORTED;
      if (status == URIEL_PAGE_UNSUPPORTED)
        memcpy(r->unsupported, found.value.ptr,
               found.value.len < LINKS_NAME ? found.value.len : LINKS_NAME - 1);
      r->settled = true;
      return;
    }
    if (r->status == LINKS_MEMORY || (r->settled && r->count >= READER_BATCH))
      return;
  }
}

/* ---- The reader ------------------------------------------------------------------------------- */

links_reader *uriel_python_reader_new(uint64_t limit)
{
  links_reader *const r = calloc(1, sizeof *r);
  if (!r || !reader_grow(&r->scratch, URIEL_HTML_SCRATCH)) {
    free(r);
    return NULL;
  }
  r->last = &r->first;
  r->limit = limit;
  r->spec = URIEL_SPEC_RFC3986;
  r->options = (uriel_page_options){.encodings = &uriel_encodings, .whole_srcdoc = true};
  uriel_page_begin(&r->page, &r->options, r->scratch.ptr, r->scratch.size);
  return r;
}

void uriel_python_reader_set_given(links_reader *r, uriel_text base)
{
  const uriel_html_reference whole = {.value = base};
  if (base.len > 0)
    reader_set_base(r, &r->given, uriel_python_reader_target(r, &whole));
}

links_item *uriel_python_reader_pop(links_reader *r)
{
  links_item *const item = r->first;
  r->first = item->next;
  r->count--;
  if (!r->first)
    r->last = &r->first;
  return item;
}

void uriel_python_reader_free(links_reader *r)
{
  if (!r)
    return;
  while (r->first)
    free(uriel_python_reader_pop(r));
  free(r->given.text);
  free(r->base.text);
  free(r->index.starts);
  free(r->scratch.ptr);
  free(r->target.ptr);
  free(r->value.ptr);
  free(r->url.ptr);
  free(r->read.ptr);
  free(r);
}
