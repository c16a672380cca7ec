/* SPDX-License-Identifier: MIT */
/* URNs: their parts, read and written (RFC 8141, 2), and whether a name can be assigned. */
#include "urn/urn.h"
#include "uri/blame.h"
#include "uri/component.h"
#include "urn/document.h"
#include "urn/namespace.h"

bool uriel_urn_read(uriel_ref *member, const uriel_ref *ref, uriel_fault *fault)
{
  if (uriel_refuse_row(ref, fault))
    return false;
  if (!uriel_urn_document(uriel_spec_of(ref)))
    return uriel_parse_as(member, URIEL_SPEC_RFC8141, 0, ref->text, ref->length, fault);
  *member = *ref;
  if (fault)
    *fault = (uriel_fault){.code = URIEL_FAULT_NONE, .spec = uriel_spec_of(ref)};
  return true;
}

bool uriel_urn_parse(uriel_urn *urn, const uriel_ref *ref, uriel_fault *fault)
{
  uriel_ref member;
  const bool is_urn = uriel_urn_read(&member, ref, fault);
  *urn = is_urn ? uriel_urn_split(&member) : (uriel_urn){.nid = view_undefined()};
  return is_urn;
}

const char *uriel_urn_kind_name(uriel_urn_kind kind)
{
  static const char *const names[] = {"", "formal", "informal", "experimental", "reserved"};
  return (unsigned)kind < sizeof names / sizeof *names ? names[kind] : "";
}

bool uriel_urn_fails(uriel_fault *fault, uriel_fault found)
{
  if (fault)
    *fault = found;
  return found.code == URIEL_FAULT_NONE;
}

/* A part of a URN that is to be built, against its rule. */
typedef uriel_fault_code urn_part_rule(const urn_document *d, uriel_text part, size_t *at);

/* Behind "?+" or "?=" (RFC 8141, 2). */
static uriel_fault_code urn_rq_fault(uriel_text part, size_t *at)
{
  *at = 0;
  if (part.len == 0 || part.ptr[0] == '/' || part.ptr[0] == '?')
    return URIEL_FAULT_URN_COMPONENT_EMPTY;
  return uriel_characters_fault(part, BYTE_QUERY, URIEL_FAULT_QUERY_CHARACTER, at);
}

/* It would be read up to the "?=" in it (RFC 8141, 2.3.1). */
static uriel_fault_code urn_r_fault(const urn_document *d, uriel_text part, size_t *at)
{
  if (!d->rq)
    return URIEL_FAULT_PART_NOT_ALLOWED;
  const uriel_fault_code code = urn_rq_fault(part, at);
  if (code != URIEL_FAULT_NONE)
    return code;
  *at = (size_t)(uriel_urn_q_component(part) - part.ptr);
  return *at < part.len ? URIEL_FAULT_PART_FORM : URIEL_FAULT_NONE;
}

static uriel_fault_code urn_q_fault(const urn_document *d, uriel_text part, size_t *at)
{
  if (!d->components)
    return URIEL_FAULT_PART_NOT_ALLOWED;
  return d->rq ? urn_rq_fault(part, at) : uriel_urn_query_fault(d, part, at);
}

static uriel_fault_code urn_f_fault(const urn_document *d, uriel_text part, size_t *at)
{
  if (!d->components)
    return URIEL_FAULT_PART_NOT_ALLOWED;
  return uriel_characters_fault(part, BYTE_QUERY, URIEL_FAULT_FRAGMENT_CHARACTER, at);
}

/* Faults that say "the PART ...". */
static bool urn_fault_is_of_part(uriel_fault_code code)
{
  return code == URIEL_FAULT_PART_MISSING || code == URIEL_FAULT_PART_NOT_ALLOWED ||
         code == URIEL_FAULT_PART_FORM;
}

static bool urn_part_fits(const urn_document *d, const char *part_name, uriel_component component,
                          uriel_text part, urn_part_rule *rule, uriel_fault *fault)
{
  size_t at = 0;
  const bool needed = component == URIEL_PATH;
  const uriel_fault_code code = view_defined(part) ? rule(d, part, &at)
                                : needed           ? URIEL_FAULT_PART_MISSING
                                                   : URIEL_FAULT_NONE;
  const char *const said = urn_fault_is_of_part(code) ? part_name : NULL;
  return code == URIEL_FAULT_NONE || uriel_urn_fails(fault, (uriel_fault){.code = code,
                                                                          .component = component,
                                                                          .offset = at,
                                                                          .length = part.len,
                                                                          .spec = d->spec,
                                                                          .part = said});
}

static bool urn_fits(const urn_document *d, const uriel_urn *urn, uriel_fault *fault)
{
  return urn_part_fits(d, "NID", URIEL_PATH, urn->nid, uriel_urn_nid_fault, fault) &&
         urn_part_fits(d, "NSS", URIEL_PATH, urn->nss, uriel_urn_nss_fault, fault) &&
         urn_part_fits(d, "r-component", URIEL_QUERY, urn->r_component, urn_r_fault, fault) &&
         urn_part_fits(d, d->rq ? "q-component" : "query", URIEL_QUERY, urn->q_component, urn_q_fault,
                       fault) &&
         urn_part_fits(d, d->rq ? "f-component" : "fragment", URIEL_FRAGMENT, urn->f_component,
                       urn_f_fault, fault);
}

static void urn_write(writer *w, const urn_document *d, const uriel_urn *urn)
{
  uriel_write_part(w, "urn:", urn->nid, ":");
  write_view(w, urn->nss);
  uriel_write_part(w, "?+", urn->r_component, "");
  uriel_write_part(w, d->rq ? "?=" : "?", urn->q_component, "");
  uriel_write_part(w, "#", urn->f_component, "");
}

size_t uriel_urn_build(const uriel_urn *urn, uriel_spec spec, char *out, size_t capacity,
                       uriel_fault *fault)
{
  const urn_document *const d = uriel_urn_document(spec);
  writer length = writer_to(NULL, 0), w = writer_to(out, capacity);
  if (!uriel_urn_fails(fault, (uriel_fault){.code = d ? URIEL_FAULT_NONE : URIEL_FAULT_SPEC_NOT_BUILT,
                                            .spec = spec}) ||
      !urn_fits(d, urn, fault))
    return URIEL_FAILED;
  urn_write(&length, d, urn);
  if (length.len > UINT32_MAX) {
    uriel_urn_fails(fault, (uriel_fault){.code = URIEL_FAULT_TOO_LONG,
                                         .offset = UINT32_MAX,
                                         .length = length.len,
                                         .spec = spec});
    return URIEL_FAILED;
  }
  urn_write(&w, d, urn);
  return w.len;
}

static uriel_fault urn_fault_at(const uriel_ref *member, uriel_fault_code code,
                                uriel_component component, uriel_text text, size_t at)
{
  const size_t begin = (size_t)(text.ptr - member->text);
  return (uriel_fault){.code = code,
                       .component = component,
                       .offset = begin + at,
                       .begin = begin,
                       .length = text.len,
                       .spec = uriel_spec_of(member)};
}

/* urn-2011, 2: an assigned name has no query, and a fragment only where its namespace opted in. The
 * other two documents have no such thing in a name, or r-, q- and f-components that are no part of it.
 */
static bool urn_components_fit(const uriel_ref *member, const uriel_urn *urn, uriel_fault *fault)
{
  const uriel_text query = urn->q_component, fragment = urn->f_component;
  if (uriel_spec_of(member) != URIEL_SPEC_URN_2011)
    return true;
  if (view_defined(query))
    return uriel_urn_fails(fault, urn_fault_at(member, URIEL_FAULT_URN_QUERY, URIEL_QUERY, query, 0));
  const uriel_urn_namespace *const known = uriel_urn_namespace_find(urn->nid.ptr, urn->nid.len);
  return !view_defined(fragment) || (known && known->fragment) ||
         uriel_urn_fails(fault,
                         urn_fault_at(member, URIEL_FAULT_URN_FRAGMENT, URIEL_FRAGMENT, fragment, 0));
}

static bool urn_name_fits(const uriel_ref *member, const uriel_urn *urn, uriel_fault *fault)
{
  const urn_rules *const rules = uriel_urn_rules(urn->nid);
  size_t at = 0;
  const uriel_fault_code code = rules ? uriel_urn_rules_check(rules, urn->nss, &at) : URIEL_FAULT_NONE;
  return code == URIEL_FAULT_NONE ||
         uriel_urn_fails(fault, urn_fault_at(member, code, URIEL_PATH, urn->nss, at));
}

bool uriel_urn_check(const uriel_ref *ref, uriel_fault *fault)
{
  uriel_ref member;
  if (!uriel_urn_read(&member, ref, fault))
    return false;
  const uriel_urn urn = uriel_urn_split(&member);
  return urn_components_fit(&member, &urn, fault) && urn_name_fits(&member, &urn, fault);
}
