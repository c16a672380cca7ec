/* SPDX-License-Identifier: MIT */
/* The request to a resolver for a name (RFC 2169, 2). */
#include "uri/component.h"
#include "uriel_plan.h"
#include "uriel_urn.h"
#include "urn/document.h"

static bool request_is_service(uriel_text service)
{
  static const char *const services[] = {"N2L",  "N2Ls", "N2R",  "N2Rs", "N2C",
                                         "N2Ns", "L2Ns", "L2Ls", "L2C"};
  for (size_t i = 0; i < sizeof services / sizeof *services; i++)
    if (view_equal(service, uriel_text_of(services[i])))
      return true;
  return false;
}

static bool request_error(uriel_error *error, uriel_error_code code, uriel_component component,
                          const uriel_ref *ref, const char *part)
{
  const uriel_text text = uriel_component_get(ref, component);
  const size_t begin = view_defined(text) ? (size_t)(text.ptr - ref->text) : 0;
  return error_store(error, (uriel_error){.code = code,
                                          .component = component,
                                          .offset = begin,
                                          .begin = begin,
                                          .length = text.len,
                                          .spec = uriel_spec_of(ref),
                                          .part = part});
}

/* A place in the resolver's text. */
static bool request_resolver_fits(const uriel_ref *resolver, uriel_error *error)
{
  const unit_rules folded = {false, 0, true};
  const uriel_text scheme = uriel_scheme(resolver);
  if (!uriel_units_equal(scheme, folded, uriel_text_of("http"), folded) &&
      !uriel_units_equal(scheme, folded, uriel_text_of("https"), folded))
    return request_error(error, URIEL_ERROR_SCHEME_OTHER, URIEL_SCHEME, resolver, NULL);
  if (uriel_host(resolver).len == 0)
    return request_error(error, URIEL_ERROR_PART_MISSING, URIEL_HOST, resolver, "host");
  if (view_defined(uriel_query(resolver)))
    return request_error(error, URIEL_ERROR_PART_NOT_ALLOWED, URIEL_QUERY, resolver, "query");
  return !view_defined(uriel_fragment(resolver)) ||
         request_error(error, URIEL_ERROR_PART_NOT_ALLOWED, URIEL_FRAGMENT, resolver, "fragment");
}

size_t uriel_urn_request(const char *service, size_t service_len, const uriel_ref *resolver,
                         const uriel_ref *ref, char *out, size_t capacity, uriel_error *error)
{
  writer w = writer_to(out, capacity);
  encode_set query = {BYTE_QUERY, "", "", 0};
  uriel_ref subject;
  error_store(error, (uriel_error){.code = URIEL_ERROR_NONE, .spec = uriel_spec_of(ref)});
  if (!request_is_service((uriel_text){service, service_len})) {
    error_store(error, (uriel_error){.code = URIEL_ERROR_PART_FORM, .part = "service"});
    return URIEL_FAILED;
  }
  if (uriel_refuse_row(resolver, error) || uriel_refuse_row(ref, error))
    return URIEL_FAILED;
  if (!request_resolver_fits(resolver, error))
    return URIEL_FAILED;
  /* The subject is a URN, or any URI for a service that begins with "L". */
  subject = *ref;
  if (service[0] == 'N' ? !uriel_urn_read(&subject, ref, error)
                        : ref->scheme_end == 0 &&
                              !request_error(error, URIEL_ERROR_PLAN_BASE, URIEL_REFERENCE, ref, NULL))
    return URIEL_FAILED;
  uint32_t end = resolver->path_end;
  while (end > resolver->path_begin && resolver->text[end - 1] == '/')
    end--;
  write_view(&w, view_of(resolver->text, resolver->text + end));
  write_string(&w, "/uri-res/");
  uriel_write_bytes(&w, service, service_len);
  write_byte(&w, '?');
  uriel_write_encoded(&w, view_of(subject.text, subject.text + subject.query_end), &query, 0);
  /* The client handles the fragment, but urn-2011 (2) passes it to the resolver. */
  if (uriel_spec_of(&subject) == URIEL_SPEC_URN_2011)
    uriel_write_part(&w, "%23", uriel_fragment(&subject), "");
  return w.len;
}
