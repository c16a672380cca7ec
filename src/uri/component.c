/* SPDX-License-Identifier: MIT */
/* Components of a parsed reference, and the names of what is enumerated. */
#include "text/view.h"

static uint32_t authority_begin(const uriel_ref *ref)
{
  return ref->scheme_end ? ref->scheme_end + 3 : 2;
}

static uriel_text component_span(const uriel_ref *ref, bool defined, uint32_t begin, uint32_t end)
{
  return defined ? view_of(ref->text + begin, ref->text + end) : view_undefined();
}

uriel_text uriel_component_get(const uriel_ref *ref, uriel_component component)
{
  const bool authority = ref->host_begin != 0;
  switch (component) {
  case URIEL_REFERENCE:
    return component_span(ref, true, 0, ref->length);
  case URIEL_SCHEME:
    return component_span(ref, ref->scheme_end != 0, 0, ref->scheme_end);
  case URIEL_AUTHORITY:
    return component_span(ref, authority, authority_begin(ref), ref->path_begin);
  case URIEL_USERINFO:
    return component_span(ref, authority && ref->host_begin != authority_begin(ref),
                          authority_begin(ref), ref->host_begin - 1);
  case URIEL_HOST:
    return component_span(ref, authority, ref->host_begin, ref->host_end);
  case URIEL_PORT:
    return component_span(ref, authority && ref->host_end != ref->path_begin, ref->host_end + 1,
                          ref->path_begin);
  case URIEL_PATH:
    return component_span(ref, true, ref->path_begin, ref->path_end);
  case URIEL_QUERY:
    return component_span(ref, ref->path_end != ref->query_end, ref->path_end + 1, ref->query_end);
  case URIEL_FRAGMENT:
    return component_span(ref, ref->query_end != ref->length, ref->query_end + 1, ref->length);
  }
  return view_undefined();
}

uriel_form uriel_form_of(const uriel_ref *ref)
{
  if (ref->scheme_end == 0)
    return URIEL_FORM_RELATIVE;
  const bool rooted = ref->path_begin < ref->path_end && ref->text[ref->path_begin] == '/';
  return ref->host_begin != 0 || rooted ? URIEL_FORM_ABSOLUTE : URIEL_FORM_OPAQUE;
}

uriel_parts uriel_parts_of(const uriel_ref *ref)
{
  const uriel_parts parts = {
      uriel_scheme(ref), uriel_userinfo(ref), uriel_host(ref),     uriel_port(ref),
      uriel_path(ref),   uriel_query(ref),    uriel_fragment(ref),
  };
  return parts;
}

/* Callers from other languages pass numbers: one that stands for nothing has an empty name. */
static const char *name_at(const char *const *names, size_t count, size_t at)
{
  return at < count ? names[at] : "";
}

const char *uriel_component_name(uriel_component component)
{
  static const char *const names[] = {
      "reference", "scheme", "authority", "userinfo", "host", "port", "path", "query", "fragment",
  };
  return name_at(names, sizeof names / sizeof *names, (size_t)component);
}

const char *uriel_form_name(uriel_form form)
{
  static const char *const names[] = {"", "absolute", "relative", "opaque"};
  return name_at(names, sizeof names / sizeof *names, (size_t)form);
}

const char *uriel_host_kind_name(uriel_host_kind kind)
{
  static const char *const names[] = {"none", "name", "ipv4", "ipv6", "ipvfuture"};
  return name_at(names, sizeof names / sizeof *names, (size_t)kind);
}

const char *uriel_rung_name(uriel_rung rung)
{
  static const char *const names[] = {"string", "case", "percent", "path", "scheme", "different"};
  return name_at(names, sizeof names / sizeof *names, (size_t)rung);
}

const char *uriel_version(void)
{
  return URIEL_VERSION;
}
