/* SPDX-License-Identifier: MIT */
/* uriel_build_as and uriel_component_set: build references under their own document. */
#include "uri/build.h"
#include "uri/component.h"
#include "uriel_spec.h"

/* A reference to build, and its document. */
typedef struct built {
  uriel_spec spec;
  unsigned options;
  bool authority; /* the host is the whole authority, whatever it contains */
} built;

static bool build_same(uriel_text a, uriel_text b)
{
  return view_defined(a) == view_defined(b) && view_equal(a, b);
}

/* Returns the first component that reads back differently; URIEL_REFERENCE if all are the same. */
static uriel_component build_differs(const built *b, const uriel_parts *parts, const uriel_ref *ref)
{
  const uriel_parts read = uriel_parts_of(ref);
  const uriel_text path =
      view_defined(parts->path) ? parts->path : view_of(read.path.ptr, read.path.ptr);
  if (!build_same(parts->scheme, read.scheme))
    return URIEL_SCHEME;
  if (b->authority && !build_same(parts->host, uriel_authority(ref)))
    return URIEL_AUTHORITY;
  if (!b->authority && !build_same(parts->userinfo, read.userinfo))
    return URIEL_USERINFO;
  if (!b->authority && !build_same(parts->host, read.host))
    return URIEL_HOST;
  if (!b->authority && !build_same(parts->port, read.port))
    return URIEL_PORT;
  if (!build_same(path, read.path))
    return URIEL_PATH;
  if (!build_same(parts->query, read.query))
    return URIEL_QUERY;
  return build_same(parts->fragment, read.fragment) ? URIEL_REFERENCE : URIEL_FRAGMENT;
}

static bool build_as_error(const built *b, uriel_error *error, uriel_error_code code,
                           uriel_component component, size_t len)
{
  error_store(error, (uriel_error){.code = code,
                                   .component = component,
                                   .offset = code == URIEL_ERROR_TOO_LONG ? UINT32_MAX : 0,
                                   .length = len,
                                   .spec = b->spec,
                                   .options = b->options});
  return false;
}

/* Reports whether the text reads back as the same components. */
static bool build_as_reads(const built *b, const uriel_parts *parts, const char *text, size_t len,
                           uriel_error *error)
{
  uriel_ref ref;
  if (!uriel_parse_as(&ref, text, len, b->spec, b->options, error))
    return false;
  const uriel_component component = build_differs(b, parts, &ref);
  if (component == URIEL_REFERENCE)
    return true;
  const uriel_text read = uriel_component_get(&ref, component);
  build_as_error(b, error, URIEL_ERROR_PARTS_DIFFER, component, view_defined(read) ? read.len : len);
  if (error && view_defined(read))
    error->begin = error->offset = (size_t)(read.ptr - text);
  return false;
}

static void build_as_write(const built *b, writer *w, const uriel_parts *parts)
{
  const bool prefixed = (b->options & URIEL_PARSE_REQUIRE_PREFIX) && view_defined(parts->scheme);
  if (b->spec == URIEL_SPEC_URL_1994 && prefixed)
    write_string(w, "URL:");
  /* Write an authority without a host with an empty one, so that its own rules report the error. */
  uriel_parts all = *parts;
  if (!view_defined(all.host) && (view_defined(all.userinfo) || view_defined(all.port)))
    all.host = uriel_text_of("");
  /* As the URL standard serialises it (4.5). */
  if (b->spec == URIEL_SPEC_WHATWG && view_defined(all.scheme) && !view_defined(all.host) &&
      all.path.len > 1 && all.path.ptr[0] == '/' && all.path.ptr[1] == '/') {
    write_view(w, all.scheme);
    write_string(w, ":/.");
    all.scheme = view_undefined();
  }
  uriel_build_write(w, &all);
}

static size_t build_as(const built *b, const uriel_parts *parts, char *out, size_t capacity,
                       uriel_error *error)
{
  writer length = writer_to(NULL, 0), w = writer_to(out, capacity);
  build_as_error(b, error, URIEL_ERROR_NONE, URIEL_REFERENCE, 0);
  build_as_write(b, &length, parts);
  if (length.len > UINT32_MAX) {
    build_as_error(b, error, URIEL_ERROR_TOO_LONG, URIEL_REFERENCE, length.len);
    return URIEL_FAILED;
  }
  if (length.len > capacity) {
    build_as_error(b, error, URIEL_ERROR_BUFFER_TOO_SMALL, URIEL_REFERENCE, length.len);
    return length.len;
  }
  build_as_write(b, &w, parts);
  return build_as_reads(b, parts, out ? out : "", w.len, error) ? w.len : URIEL_FAILED;
}

size_t uriel_build_as(const uriel_parts *parts, uriel_spec spec, unsigned options, char *out,
                      size_t capacity, uriel_error *error)
{
  const built b = {spec, options, false};
  return build_as(&b, parts, out, capacity, error);
}

/* uriel_url_set changes URLs of the WHATWG. */
static bool build_refuse_url(const uriel_ref *ref, uriel_error *error)
{
  if (uriel_spec_of(ref) != URIEL_SPEC_WHATWG)
    return false;
  error_store(error, (uriel_error){.code = URIEL_ERROR_ARGUMENT,
                                   .length = ref->length,
                                   .spec = URIEL_SPEC_WHATWG,
                                   .part = "ref"});
  return true;
}

size_t uriel_component_set(const uriel_ref *ref, uriel_component component, uriel_text value, char *out,
                           size_t capacity, uriel_error *error)
{
  const uriel_spec spec = uriel_spec_of(ref);
  const bool own = spec != URIEL_SPEC_RFC3986;
  unsigned changed = 1u << URIEL_USERINFO | 1u << URIEL_HOST | 1u << URIEL_PORT;
  if (uriel_refuse_row(ref, error) || build_refuse_url(ref, error))
    return URIEL_FAILED;
  if (!own && (component == URIEL_QUERY || component == URIEL_FRAGMENT))
    return uriel_build_tail(ref, component, value, out, capacity, error);
  uriel_parts parts = uriel_parts_of(ref);
  uriel_text *const texts[] = {
      [URIEL_SCHEME] = &parts.scheme,     [URIEL_USERINFO] = &parts.userinfo,
      [URIEL_HOST] = &parts.host,         [URIEL_PORT] = &parts.port,
      [URIEL_PATH] = &parts.path,         [URIEL_QUERY] = &parts.query,
      [URIEL_FRAGMENT] = &parts.fragment,
  };
  if (component == URIEL_REFERENCE) {
    uriel_ref whole;
    if (!uriel_parse_as(&whole, value.ptr, value.len, spec, URIEL_PARSE_PARTIAL, error))
      return URIEL_FAILED;
    parts = uriel_parts_of(&whole);
  } else if (component == URIEL_AUTHORITY) {
    parts.userinfo = parts.port = view_undefined();
    parts.host = value;
    if (view_defined(value) && !own)
      uriel_split_authority(value, &parts);
  } else if ((size_t)component < sizeof texts / sizeof *texts) {
    *texts[component] = value;
    changed = 1u << component;
  } else {
    error_store(error, (uriel_error){.code = URIEL_ERROR_ARGUMENT, .part = "component"});
    return URIEL_FAILED;
  }
  if (!own)
    return uriel_build_changed(&parts, changed, out, capacity, error);
  const built b = {spec, view_defined(parts.scheme) ? 0 : URIEL_PARSE_PARTIAL,
                   component == URIEL_AUTHORITY};
  return build_as(&b, &parts, out, capacity, error);
}
