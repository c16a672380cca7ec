/* SPDX-License-Identifier: MIT */
/* The schemes that have terms of their own, and their parts by name. */
#include "scheme/scheme.h"

static const scheme *const schemes[] = {
    &uriel_scheme_http,   &uriel_scheme_ftp,  &uriel_scheme_gopher,   &uriel_scheme_mailto,
    &uriel_scheme_mid,    &uriel_scheme_cid,  &uriel_scheme_news,     &uriel_scheme_nntp,
    &uriel_scheme_telnet, &uriel_scheme_wais, &uriel_scheme_prospero, &uriel_scheme_afs,
    &uriel_scheme_whois,  &uriel_scheme_file, &uriel_scheme_data,     &uriel_scheme_tag,
    &uriel_scheme_ldap,   &uriel_scheme_tel,
};

static bool scheme_has_name(const scheme *s, uriel_text name)
{
  for (part_names known = s->names; *known; known++) {
    size_t i = 0;
    while (i < name.len && (*known)[i] && byte_lower(name.ptr[i]) == (*known)[i])
      i++;
    if (i == name.len && !(*known)[i])
      return true;
  }
  return false;
}

const scheme *uriel_scheme_of(uriel_text name)
{
  for (size_t i = 0; i < sizeof schemes / sizeof *schemes; i++)
    if (view_defined(name) && scheme_has_name(schemes[i], name))
      return schemes[i];
  return NULL;
}

bool uriel_list_next(uriel_text *rest, char separator, uriel_text *item)
{
  *item = part_take(rest, separator);
  return view_defined(*item);
}

/* A list of parts in the making. */
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

static void list_add_items(part_list *list, const scheme_part *part, uriel_text rest, part_reader *r)
{
  uriel_text item;
  while (uriel_list_next(&rest, part->separator, &item))
    list_add(list, part->item ? part->item : part->name, part_bytes(r, item));
}

size_t uriel_scheme_parts(const uriel_ref *ref, uriel_own_part *parts, size_t part_capacity, char *room,
                          size_t capacity, uriel_fault *fault)
{
  const scheme *const s = uriel_scheme_of(uriel_scheme(ref));
  part_list list = {parts, part_capacity, 0};
  scheme_parts all;
  if (fault)
    *fault = (uriel_fault){.code = URIEL_FAULT_NONE, .spec = uriel_spec_of(ref)};
  if (!s)
    return 0;
  part_reader r = part_read(ref, s->names, room, capacity / 2);
  if (!part_finish(&r, fault) || !s->parse(&all, ref, room, capacity / 2, fault))
    return URIEL_FAILED;
  r.at = room + capacity / 2;
  r.end = room + capacity;
  for (size_t i = 0; i < s->part_count; i++) {
    uriel_text text;
    memcpy(&text, (const char *)&all + s->parts[i].at, sizeof text);
    if (s->parts[i].separator)
      list_add_items(&list, &s->parts[i], text, &r);
    else
      list_add(&list, s->parts[i].name, text);
  }
  return list.count;
}

size_t uriel_scheme_build(const char *scheme_name, size_t scheme_len, const uriel_own_part *parts,
                          size_t part_count, char *room, size_t room_capacity, char *out,
                          size_t capacity, uriel_fault *fault)
{
  (void)scheme_name, (void)scheme_len, (void)parts, (void)part_count, (void)room, (void)room_capacity;
  (void)out, (void)capacity;
  if (fault)
    *fault = (uriel_fault){.code = URIEL_FAULT_SCHEME_OTHER};
  return URIEL_FAILED;
}
