/* SPDX-License-Identifier: MIT */
/* What is known of schemes. */
#include "text/bytes.h"
#include "text/view.h"

static const uriel_scheme_info registry_schemes[] = {
    {"ftp", "File Transfer Protocol", "RFC 1738, 3.2", "/", 21, URIEL_TRANSPORT_TCP,
     URIEL_SCHEME_REGISTERED, true, false},
    {"http", "Hypertext Transfer Protocol", "RFC 9110, 4.2.1", "/", 80, URIEL_TRANSPORT_TCP,
     URIEL_SCHEME_REGISTERED, true, false},
    {"whois", "whois", "url-1993, WHOIS", NULL, 43, URIEL_TRANSPORT_TCP, URIEL_SCHEME_DOCUMENTED, false,
     false},
};

const uriel_scheme_info *uriel_schemes(size_t *count)
{
  *count = sizeof registry_schemes / sizeof *registry_schemes;
  return registry_schemes;
}

const uriel_scheme_info *uriel_scheme_find(const uriel_registry *registry, const char *name, size_t len)
{
  (void)registry;
  for (size_t i = 0; i < sizeof registry_schemes / sizeof *registry_schemes; i++)
    if (view_equal((uriel_text){name, len}, uriel_text_of(registry_schemes[i].name)))
      return &registry_schemes[i];
  return NULL;
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

size_t uriel_normalize_with(const uriel_registry *registry, const uriel_ref *ref, uriel_rung rung,
                            char *out, size_t capacity)
{
  (void)registry;
  return uriel_normalize(ref, rung, out, capacity);
}
