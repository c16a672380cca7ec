/* SPDX-License-Identifier: MIT */
/* The schemes with tables; reads and builds their parts by name. */
#include "scheme/scheme.h"
#include "uri/component.h"
#include "uriel_scheme.h"

static const scheme *const schemes[] = {
    &uriel_scheme_http,   &uriel_scheme_ftp,    &uriel_scheme_ftps, &uriel_scheme_gopher,
    &uriel_scheme_mailto, &uriel_scheme_mid,    &uriel_scheme_cid,  &uriel_scheme_news,
    &uriel_scheme_nntp,   &uriel_scheme_telnet, &uriel_scheme_wais, &uriel_scheme_prospero,
    &uriel_scheme_afs,    &uriel_scheme_whois,  &uriel_scheme_file, &uriel_scheme_data,
    &uriel_scheme_tag,    &uriel_scheme_ldap,   &uriel_scheme_tel,
};

const scheme *uriel_scheme_of(uriel_text name)
{
  for (size_t i = 0; i < sizeof schemes / sizeof *schemes; i++)
    if (uriel_part_name_of(name, schemes[i]->names))
      return schemes[i];
  return NULL;
}

bool uriel_list_next(uriel_text *rest, uriel_text *item, char separator)
{
  *item = view_take(rest, separator);
  return view_defined(*item);
}

/* A list of parts being filled. */
typedef struct part_list {
  uriel_own_part *parts;
  size_t capacity, count;
} part_list;

static void list_add(part_list *list, const char *name, uriel_text text)
{
  if (!view_defined(text))
    return;
  if (list->count < list->capacity)
    list->parts[list->count] = (uriel_own_part){name, text};
  list->count++;
}

size_t uriel_scheme_parts(uriel_own_part *parts, size_t part_capacity, const uriel_ref *ref,
                          char *scratch, size_t capacity, uriel_error *error)
{
  const scheme *const s = uriel_scheme_of(uriel_scheme(ref));
  part_list list = {parts, part_capacity, 0};
  scheme_parts all;
  error_store(error, (uriel_error){.code = URIEL_ERROR_NONE, .spec = uriel_spec_of(ref)});
  if (uriel_refuse_row(ref, error))
    return URIEL_FAILED;
  if (!s)
    return 0;
  if (!uriel_scheme_read(s, &all, ref, scratch, capacity / 2, error))
    return URIEL_FAILED;
  part_reader r = {.ref = ref, .at = scratch + capacity / 2, .end = scratch + capacity};
  for (size_t i = 0; i < s->part_count; i++) {
    uriel_text item;
    if (!s->parts[i].separator)
      list_add(&list, s->parts[i].name, all.at[i]);
    else
      while (uriel_list_next(&all.at[i], &item, s->parts[i].separator))
        list_add(&list, s->parts[i].name, uriel_part_bytes(&r, item));
  }
  return list.count;
}

/* The parts to build a URI from. */
typedef struct part_source {
  const uriel_own_part *parts;
  size_t count;
  writer scratch; /* for lists */
} part_source;

const scheme_part *uriel_scheme_part_of(const scheme *s, uriel_text name)
{
  for (size_t i = 0; i < s->part_count; i++)
    if (!(s->parts[i].checks & PART_HIDDEN) && view_equal(uriel_text_of(s->parts[i].name), name))
      return &s->parts[i];
  return NULL;
}

bool uriel_scheme_part_is_list(const char *scheme_name, size_t scheme_len, const char *part,
                               size_t part_len)
{
  const scheme *const s = uriel_scheme_of((uriel_text){scheme_name, scheme_len});
  const scheme_part *const found = s ? uriel_scheme_part_of(s, (uriel_text){part, part_len}) : NULL;
  return found && found->separator;
}

size_t uriel_scheme_part_names(const char **names, size_t capacity, const char *scheme_name,
                               size_t scheme_len)
{
  const scheme *const s = uriel_scheme_of((uriel_text){scheme_name, scheme_len});
  size_t count = 0;
  for (size_t i = 0; s && i < s->part_count; i++) {
    if ((s->parts[i].checks & PART_HIDDEN) || s->parts[i].component == URIEL_SCHEME)
      continue;
    if (count < capacity)
      names[count] = s->parts[i].name;
    count++;
  }
  return count;
}

/* Checks that the scheme has every part, and that only lists have repeated parts. */
static bool source_fits(const part_source *source, const scheme *s, part_builder *b)
{
  uint32_t seen = 0;
  for (size_t i = 0; i < source->count && !b->failed; i++) {
    const uriel_own_part *const given = &source->parts[i];
    const scheme_part *const part = uriel_scheme_part_of(s, uriel_text_of(given->name));
    const uint32_t bit = part ? (uint32_t)1 << (part - s->parts) : 0;
    if (!part || (!part->separator && (seen & bit)))
      uriel_build_error(b, URIEL_ERROR_PART_NOT_ALLOWED, URIEL_REFERENCE, given->name, given->text,
                        given->text.ptr);
    seen |= bit;
  }
  return !b->failed;
}

/* In a list of pairs the first "=" of an item stays. */
void uriel_scheme_write_item(writer *w, const scheme_part *part, uriel_text item)
{
  /* "&", ";" and "=" are not in the class. */
  const char less[] = {'/', '?', part->separator, 0};
  encode_set set = {BYTE_KEY, less, "+", part->pairs ? '=' : 0};
  uriel_write_encoded(w, item, &set, URIEL_ENCODE_PERCENT);
}

/* Joins the parts of that name into a list. */
static uriel_text source_list(part_source *source, const scheme_part *part)
{
  const size_t begin = source->scratch.len;
  bool any = false;
  for (size_t i = 0; i < source->count; i++) {
    const uriel_own_part *const given = &source->parts[i];
    if (!view_defined(given->text) || !view_equal(uriel_text_of(given->name), uriel_text_of(part->name)))
      continue;
    if (any)
      write_byte(&source->scratch, part->separator);
    uriel_scheme_write_item(&source->scratch, part, given->text);
    any = true;
  }
  /* An empty list is defined even without a scratch buffer. */
  const size_t len = source->scratch.len - begin;
  const bool fits = source->scratch.len <= source->scratch.capacity;
  return any ? (uriel_text){len > 0 && fits ? source->scratch.out + begin : "", fits ? len : 0}
             : view_undefined();
}

static uriel_text source_text(part_source *source, const scheme_part *part)
{
  if (part->separator)
    return source_list(source, part);
  for (size_t i = 0; i < source->count; i++)
    if (view_equal(uriel_text_of(source->parts[i].name), uriel_text_of(part->name)))
      return source->parts[i].text;
  return view_undefined();
}

/* Converts the error of a list from the list's own text to `scratch`, and narrows it to the item. */
static void source_blame_item(const part_source *source, const scheme *s, const scheme_parts *all,
                              uriel_error *error)
{
  const scheme_part *const part =
      error->part ? uriel_scheme_part_of(s, uriel_text_of(error->part)) : NULL;
  if (!part || !part->separator)
    return;
  const uriel_text list = all->at[part - s->parts];
  if (list.len == 0 || error->offset > list.len)
    return;
  const char *const end = list.ptr + list.len;
  const char *begin = list.ptr + error->offset;
  while (begin > list.ptr && begin[-1] != part->separator)
    begin--;
  error->begin = (size_t)(begin - source->scratch.out);
  error->length = (size_t)(view_find(begin, end, part->separator) - begin);
  error->offset += (size_t)(list.ptr - source->scratch.out);
}

size_t uriel_scheme_build(const char *scheme_name, size_t scheme_len, const uriel_own_part *parts,
                          size_t part_count, char *scratch, size_t scratch_capacity, char *out,
                          size_t capacity, uriel_error *error)
{
  const uriel_text name = {scheme_name, scheme_len};
  const scheme *const s = uriel_scheme_of(name);
  part_source source = {parts, part_count, writer_to(scratch, scratch_capacity)};
  part_builder b = {.scheme = s, .w = writer_to(out, capacity)};
  const unit_rules folded = {.fold = true};
  scheme_parts all;
  if (!s)
    uriel_build_error(&b, URIEL_ERROR_SCHEME_OTHER, URIEL_SCHEME, NULL, name, name.ptr);
  if (!s || !source_fits(&source, s, &b))
    return uriel_build_finish(&b, error);
  for (size_t i = 0; i < s->part_count; i++) {
    all.at[i] = source_text(&source, &s->parts[i]);
    if (s->parts[i].component != URIEL_SCHEME)
      continue;
    /* Several schemes share the struct. */
    if (view_defined(all.at[i]) && !uriel_units_equal(all.at[i], folded, name, folded))
      uriel_build_error(&b, URIEL_ERROR_PART_NOT_ALLOWED, URIEL_SCHEME, "scheme", all.at[i],
                        all.at[i].ptr);
    all.at[i] = name;
  }
  if (source.scratch.len > source.scratch.capacity)
    uriel_build_error(&b, URIEL_ERROR_BUFFER_TOO_SMALL, URIEL_REFERENCE, NULL, view_undefined(), NULL);
  if (b.failed)
    return uriel_build_finish(&b, error);
  const size_t len = uriel_scheme_write(s, &all, out, capacity, error);
  if (len == URIEL_FAILED && error)
    source_blame_item(&source, s, &all, error);
  return len;
}
