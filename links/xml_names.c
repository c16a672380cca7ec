/* SPDX-License-Identifier: MIT */
/* Prefixes and bases of XML. */
#include "xml_names.h"

#include <string.h>

void xml_names_begin(struct xml_names *names)
{
  names->depth++;
}

void xml_names_end(struct xml_names *names)
{
  struct xml_scope *scope = names->scope_count ? &names->scopes[names->scope_count - 1] : NULL;
  if (scope && scope->depth == names->depth) {
    names->prefix_count = scope->prefixes;
    if (scope->has_base)
      names->bases.len = scope->base;
    names->scope_count--;
  }
  if (names->lost == names->depth)
    names->lost = 0;
  names->depth--;
}

/* Returns the scope of the element that began last, or NULL if there are too many. */
static struct xml_scope *xml_names_scope(struct xml_names *names)
{
  if (names->scope_count && names->scopes[names->scope_count - 1].depth == names->depth)
    return &names->scopes[names->scope_count - 1];
  if (names->scope_count == XML_SCOPES)
    return NULL;
  struct xml_scope *scope = &names->scopes[names->scope_count++];
  *scope = (struct xml_scope){.depth = names->depth, .prefixes = names->prefix_count};
  return scope;
}

void xml_names_declare(struct xml_names *names, const char *attribute, const char *space)
{
  const char *prefix = attribute[5] == ':' ? attribute + 6 : "";
  const size_t len = strlen(prefix);
  if (len >= XML_PREFIX || names->prefix_count == XML_PREFIXES || !xml_names_scope(names))
    return;
  struct xml_prefix *row = &names->prefixes[names->prefix_count++];
  memcpy(row->name, prefix, len + 1);
  row->space = feed_space(space, strlen(space));
}

bool xml_names_base(struct xml_names *names, uriel_text base)
{
  struct xml_scope *scope = xml_names_scope(names);
  if (!scope) {
    if (!names->lost)
      names->lost = names->depth;
    return true;
  }
  if (!buffer_grow(&names->bases, names->bases.len + base.len))
    return false;
  scope->has_base = true;
  scope->base = names->bases.len;
  scope->base_len = base.len;
  if (base.len)
    memcpy(names->bases.ptr + names->bases.len, base.ptr, base.len);
  names->bases.len += base.len;
  return true;
}

bool xml_names_has_base(const struct xml_names *names, bool outer, uriel_text *base)
{
  *base = (uriel_text){NULL, 0};
  if (names->lost && !(outer && names->lost == names->depth))
    return true;
  for (size_t i = names->scope_count; i--;) {
    const struct xml_scope *scope = &names->scopes[i];
    if (!scope->has_base || (outer && scope->depth == names->depth))
      continue;
    if (scope->base_len)
      *base = (uriel_text){names->bases.ptr + scope->base, scope->base_len};
    return true;
  }
  return false;
}

/* Returns FEED_NONE if the prefix is not declared. */
static enum feed_space xml_names_of(const struct xml_names *names, const char *prefix, size_t len)
{
  for (size_t i = names->prefix_count; i--;) {
    const char *name = names->prefixes[i].name;
    if (strncmp(name, prefix, len) == 0 && name[len] == 0)
      return names->prefixes[i].space;
  }
  return len ? feed_space_of_prefix(prefix, len) : FEED_NONE;
}

static const char *xml_names_colon(const char *name)
{
  const char *colon = strchr(name, ':');
  return colon && colon - name < XML_PREFIX ? colon : NULL;
}

enum feed_space xml_names_element(const struct xml_names *names, const char **name)
{
  const char *whole = *name, *colon = xml_names_colon(whole);
  const enum feed_space space = xml_names_of(names, whole, colon ? (size_t)(colon - whole) : 0);
  *name = colon ? colon + 1 : whole;
  return space == FEED_NONE ? names->none : space;
}

enum feed_space xml_names_attribute(const struct xml_names *names, const char **name)
{
  const char *whole = *name, *colon = xml_names_colon(whole);
  *name = colon ? colon + 1 : whole;
  return colon ? xml_names_of(names, whole, (size_t)(colon - whole)) : FEED_NONE;
}
