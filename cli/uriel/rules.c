/* SPDX-License-Identifier: MIT */
/* The rules of a reference's own scheme, and of its namespace. */
#include "rules.h"

#include <strings.h>

#include "uriel_urn.h"

static bool rules_is_name(uriel_text scheme)
{
  return scheme.len == 3 && strncasecmp(scheme.ptr, "urn", 3) == 0;
}

/* Whether the host after "//" may be as it is: a scheme with a document and a default port says so. */
static bool rules_host(const uriel_ref *ref, const uriel_scheme_info *info, uriel_error *error)
{
  const uriel_text host = uriel_host(ref);
  if (!info || !info->port || !*info->document || info->host_may_be_empty || !host.ptr || host.len > 0)
    return true;
  *error = (uriel_error){.code = URIEL_ERROR_PART_EMPTY,
                         .component = URIEL_HOST,
                         .offset = (size_t)(host.ptr - ref->text),
                         .begin = (size_t)(host.ptr - ref->text),
                         .spec = uriel_spec_of(ref),
                         .part = "host"};
  return false;
}

/* Whether a client could connect to the host and the port. Other reasons why there is no plan break no
 * rule: a scheme without plans, files of another machine. */
static bool rules_server(struct rules *rules, const uriel_ref *ref, uriel_error *error)
{
  return !uriel_host(ref).ptr || steps_make(&rules->steps, ref, NULL, error) ||
         uriel_error_class_of(error->code) == URIEL_CLASS_SCHEME ||
         (error->component != URIEL_HOST && error->component != URIEL_PORT);
}

bool rules_check(struct rules *rules, const uriel_ref *ref, struct record_error *error)
{
  const uriel_text scheme = uriel_scheme(ref);
  const uriel_scheme_info *const info = uriel_scheme_find(NULL, scheme.ptr, scheme.len);
  uriel_error *const found = &error->error;
  uint16_t port;
  *error = (struct record_error){.text = {ref->text, ref->length}};
  if (!scheme.ptr)
    return true;
  const bool name = rules_is_name(scheme);
  const bool port_fits = uriel_port_number(&port, ref, found) || found->code == URIEL_ERROR_NONE;
  if (port_fits && (name ? uriel_urn_check(ref, found)
                         : parts_read(&rules->parts, ref, found) && rules_host(ref, info, found) &&
                               rules_server(rules, ref, found)))
    return true;
  /* The error of a namespace is reported in full: "well-formed, but not a valid ISBN: ...". */
  error->what = found->code == URIEL_ERROR_NAME_FORM || found->code == URIEL_ERROR_NAME_CHECK
                    ? ""
                    : "breaks the rules of its scheme";
  if (!*uriel_error_section(found) && !name && info && *info->document)
    error->section = info->document;
  return false;
}

void rules_free(struct rules *rules)
{
  parts_free(&rules->parts);
  steps_free(&rules->steps);
}
