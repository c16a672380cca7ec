/* SPDX-License-Identifier: MIT */
/* URNs of any generation: their parts, building, and lexical equivalence (RFC 8141, 3; RFC 2141, 5;
 * urn-2011, 5). */
#include "uri/blame.h"
#include "uri/component.h"
#include "uriel_scheme.h"
#include "uriel_urn.h"
#include "urn/document.h"
#include "urn/namespace.h"

/* ---- Reading and building ------------------------------------------------------------------------- */

bool uriel_urn_read(uriel_ref *member, const uriel_ref *ref, uriel_error *error)
{
  if (uriel_refuse_row(ref, error))
    return false;
  if (!uriel_urn_document(uriel_spec_of(ref)))
    return uriel_parse_by(&uriel_reading_8141, member, 0, ref->text, ref->length, error);
  *member = *ref;
  error_store(error, (uriel_error){.code = URIEL_ERROR_NONE, .spec = uriel_spec_of(ref)});
  return true;
}

bool uriel_urn_parse(uriel_urn *urn, const uriel_ref *ref, uriel_error *error)
{
  uriel_ref member;
  const bool is_urn = uriel_urn_read(&member, ref, error);
  *urn = is_urn ? uriel_urn_split(&member) : (uriel_urn){.nid = view_undefined()};
  return is_urn;
}

const char *uriel_urn_kind_name(uriel_urn_kind kind)
{
  static const char *const names[] = {"", "formal", "informal", "experimental", "reserved"};
  return (unsigned)kind < sizeof names / sizeof *names ? names[kind] : "";
}

/* The error of a component after "?+" or "?=" (RFC 8141, 2), or of a query. */
static uriel_error_code urn_query_error(const urn_document *d, uriel_text part, size_t *at)
{
  if (d->rq && (part.len == 0 || part.ptr[0] == '/' || part.ptr[0] == '?'))
    return URIEL_ERROR_URN_COMPONENT_EMPTY;
  return uriel_characters_error(part, BYTE_QUERY, URIEL_ERROR_QUERY_CHARACTER, at);
}

static bool urn_fits(const urn_document *d, const uriel_urn *urn, uriel_error *error)
{
  enum { URN_NID, URN_NSS, URN_R, URN_Q, URN_F, URN_PARTS };
  const struct {
    const char *name;
    uriel_component component;
    uriel_text text;
  } parts[] = {{"NID", URIEL_PATH, urn->nid},
               {"NSS", URIEL_PATH, urn->nss},
               {"r-component", URIEL_QUERY, urn->r_component},
               {d->rq ? "q-component" : "query", URIEL_QUERY, urn->q_component},
               {d->rq ? "f-component" : "fragment", URIEL_FRAGMENT, urn->f_component}};
  for (size_t i = 0; i < URN_PARTS; i++) {
    const uriel_text text = parts[i].text;
    uriel_error_code code = URIEL_ERROR_NONE;
    size_t at = 0;
    bool whole = true; /* the message begins "the PART" */
    if (!view_defined(text))
      code = i == URN_NID || i == URN_NSS ? URIEL_ERROR_PART_MISSING : URIEL_ERROR_NONE;
    else if ((i == URN_R && !d->rq) || (i >= URN_Q && !d->components))
      code = URIEL_ERROR_PART_NOT_ALLOWED;
    else {
      whole = false;
      code = i == URN_NID   ? uriel_urn_nid_error(d, text, &at)
             : i == URN_NSS ? uriel_urn_nss_error(d, text, &at)
             : i == URN_F ? uriel_characters_error(text, BYTE_QUERY, URIEL_ERROR_FRAGMENT_CHARACTER, &at)
                          : urn_query_error(d, text, &at);
    }
    /* An r-component would end at its "?=" (RFC 8141, 2.3.1). */
    const char *const end = view_end(text);
    const char *const q = i == URN_R && view_defined(text) ? uriel_urn_q_component(text) : end;
    if (code == URIEL_ERROR_NONE && q < end) {
      code = URIEL_ERROR_PART_FORM;
      at = (size_t)(q - text.ptr);
      whole = true;
    }
    if (code != URIEL_ERROR_NONE)
      return error_store(error, (uriel_error){.code = code,
                                              .component = parts[i].component,
                                              .offset = at,
                                              .blamed = whole ? 0 : at + 1,
                                              .length = text.len,
                                              .spec = d->spec,
                                              .part = whole ? parts[i].name : NULL});
  }
  return true;
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
                       uriel_error *error)
{
  const urn_document *const d = uriel_urn_document(spec);
  writer length = writer_to(NULL, 0), w = writer_to(out, capacity);
  if (!error_store(error, (uriel_error){.code = d ? URIEL_ERROR_NONE : URIEL_ERROR_SPEC_NOT_BUILT,
                                        .spec = spec}) ||
      !urn_fits(d, urn, error))
    return URIEL_FAILED;
  urn_write(&length, d, urn);
  if (length.len > UINT32_MAX) {
    error_store(error, (uriel_error){.code = URIEL_ERROR_TOO_LONG,
                                     .offset = UINT32_MAX,
                                     .length = length.len,
                                     .spec = spec});
    return URIEL_FAILED;
  }
  urn_write(&w, d, urn);
  return w.len;
}

static uriel_error urn_error_at(const uriel_ref *member, uriel_error_code code,
                                uriel_component component, uriel_text text, size_t at)
{
  uriel_error error = error_at(code, component, member->text, text, text.ptr + at);
  error.blamed = error.offset + 1;
  error.spec = uriel_spec_of(member);
  return error;
}

/* urn-2011, 2: an assigned name has no query, and a fragment only if its namespace opted in. In the
 * other two documents these do not exist, or do not belong to the name. */
static bool urn_components_fit(const uriel_ref *member, const uriel_urn *urn, uriel_error *error)
{
  const uriel_text query = urn->q_component, fragment = urn->f_component;
  if (uriel_spec_of(member) != URIEL_SPEC_URN_2011)
    return true;
  if (view_defined(query))
    return error_store(error, urn_error_at(member, URIEL_ERROR_URN_QUERY, URIEL_QUERY, query, 0));
  const uriel_urn_namespace *const known = uriel_urn_namespace_find(urn->nid.ptr, urn->nid.len);
  return !view_defined(fragment) || (known && known->fragment) ||
         error_store(error, urn_error_at(member, URIEL_ERROR_URN_FRAGMENT, URIEL_FRAGMENT, fragment, 0));
}

static bool urn_name_fits(const uriel_ref *member, const uriel_urn *urn, uriel_error *error)
{
  const urn_space *const rules = uriel_urn_space(urn->nid);
  uriel_error why;
  if (!rules || uriel_urn_space_check(rules, urn->nss, &why))
    return true;
  uriel_error found = urn_error_at(member, why.code, URIEL_PATH, urn->nss, why.offset);
  found.part = why.part;
  found.reason = why.reason;
  memcpy(found.detail, why.detail, sizeof found.detail);
  return error_store(error, found);
}

bool uriel_urn_check(const uriel_ref *ref, uriel_error *error)
{
  uriel_ref member;
  if (!uriel_urn_read(&member, ref, error))
    return false;
  const uriel_urn urn = uriel_urn_split(&member);
  return urn_components_fit(&member, &urn, error) && urn_name_fits(&member, &urn, error);
}

/* ---- Equivalence ---------------------------------------------------------------------------------- */

/* The pieces of NID and NSS, with nothing decoded. */
static pieces equal_pieces(const uriel_ref *member)
{
  return uriel_urn_pieces(uriel_path(member), (unit_rules){true, 0, false});
}

size_t uriel_urn_normal(const uriel_ref *ref, char *out, size_t capacity, uriel_error *error)
{
  writer w = writer_to(out, capacity);
  uriel_ref member;
  if (!uriel_urn_read(&member, ref, error))
    return URIEL_FAILED;
  write_string(&w, "urn:");
  uriel_pieces_write(&w, equal_pieces(&member));
  return w.len;
}

bool uriel_urn_equal(const uriel_ref *a, const uriel_ref *b)
{
  uriel_ref left, right;
  return uriel_urn_read(&left, a, NULL) && uriel_urn_read(&right, b, NULL) &&
         uriel_pieces_equal(equal_pieces(&left), equal_pieces(&right));
}

/* ---- Normal form ---------------------------------------------------------------------------------- */

normal_form uriel_urn_normal_form(const uriel_ref *ref)
{
  normal_form n = uriel_normal_written(ref);
  n.scheme_rules = (unit_rules){false, 0, true};
  n.rules = (unit_rules){true, 0, false};
  return n;
}
