/* SPDX-License-Identifier: MIT */
/* Looks up schemes: the caller's first, then the built-in table. */
#include "scheme/sought.h"
#include "text/text.h"

#include "scheme/registry_table.h"
#include "uriel_scheme.h"

enum { REGISTRY_COUNT = sizeof registry_table / sizeof *registry_table };

/* Compares with a name in lower case, as in the table. */
static bool registry_is(const char *name, uriel_text other)
{
  size_t i = 0;
  while (i < other.len && name[i] && byte_lower(other.ptr[i]) == name[i])
    i++;
  return i == other.len && name[i] == 0;
}

const uriel_scheme_info *uriel_registry_own(const uriel_registry *registry, uriel_text name)
{
  for (size_t i = 0; registry && i < registry->scheme_count; i++) {
    const uriel_text own = uriel_text_of(registry->schemes[i].name);
    size_t at = 0;
    while (at < own.len && at < name.len && byte_lower(own.ptr[at]) == byte_lower(name.ptr[at]))
      at++;
    if (view_defined(own) && at == own.len && at == name.len)
      return &registry->schemes[i];
  }
  return NULL;
}

/* Searches the schemes with the same first letter, after trying the most common ones. */
static const uriel_scheme_info *registry_built_in(uriel_text name)
{
  const unsigned letter = (unsigned)(unsigned char)byte_lower(name.ptr[0]) - 'a';
  if (letter >= 26)
    return NULL;
  if (name.len == 4 && registry_is("http", name))
    return &registry_table[REGISTRY_HTTP];
  if (name.len == 5 && registry_is("https", name))
    return &registry_table[REGISTRY_HTTPS];
  size_t low = registry_begin[letter], high = registry_begin[letter + 1];
  while (low < high) {
    const size_t middle = low + (high - low) / 2;
    const char *const known = registry_table[middle].name;
    size_t at = 0;
    while (at < name.len && known[at] && known[at] == byte_lower(name.ptr[at]))
      at++;
    if (at == name.len && !known[at])
      return &registry_table[middle];
    if (at < name.len && (unsigned char)known[at] < (unsigned char)byte_lower(name.ptr[at]))
      low = middle + 1;
    else
      high = middle;
  }
  return NULL;
}

const uriel_scheme_info *uriel_scheme_find(const uriel_registry *registry, const char *name, size_t len)
{
  const uriel_text text = {name, len};
  if (len == 0)
    return NULL;
  const uriel_scheme_info *const own = uriel_registry_own(registry, text);
  if (own)
    return own;
  /* url-1993, Registration of naming schemes: private schemes begin so. */
  if (len > 1 && byte_lower(name[0]) == 'x' && (name[1] == '-' || name[1] == '.'))
    return registry_built_in((uriel_text){name, 2});
  return registry_built_in(text);
}

scheme_sought uriel_scheme_sought(const uriel_scheme_info *scheme)
{
  return (scheme_sought)registry_sought[scheme - registry_table];
}

const uriel_scheme_info *uriel_schemes(size_t *count)
{
  *count = REGISTRY_COUNT;
  return registry_table;
}

const char *uriel_transport_name(uriel_transport transport)
{
  static const char *const names[] = {"none", "tcp", "udp", "tls"};
  return (unsigned)transport < sizeof names / sizeof *names ? names[transport] : "";
}

const char *uriel_scheme_status_name(uriel_scheme_status status)
{
  static const char *const names[] = {"",          "registered", "documented", "experimental",
                                      "undefined", "names",      "own"};
  return (unsigned)status < sizeof names / sizeof *names ? names[status] : "";
}
