/* SPDX-License-Identifier: MIT */
/* Inline access to the components of a parsed reference, for internal use,
 * and ports as numbers. */
#ifndef URIEL_URI_COMPONENT_H
#define URIEL_URI_COMPONENT_H

#include "text/text.h"

static inline uriel_text component_span(const uriel_ref *ref, bool defined, uint32_t begin, uint32_t end)
{
  return defined ? view_of(ref->text + begin, ref->text + end) : view_undefined();
}

/* The begin of the authority, in a reference that has one. */
static inline uint32_t component_authority_begin(const uriel_ref *ref)
{
  return ref->scheme_end ? ref->scheme_end + 3 : 2;
}

static inline uriel_text component_scheme(const uriel_ref *ref)
{
  return component_span(ref, ref->scheme_end != 0, 0, ref->scheme_end);
}

static inline uriel_text component_authority(const uriel_ref *ref)
{
  return component_span(ref, ref->host_begin != 0, component_authority_begin(ref), ref->path_begin);
}

static inline uriel_text component_userinfo(const uriel_ref *ref)
{
  const uint32_t begin = component_authority_begin(ref);
  return component_span(ref, ref->host_begin != 0 && ref->host_begin != begin, begin,
                        ref->host_begin - 1);
}

static inline uriel_text component_host(const uriel_ref *ref)
{
  return component_span(ref, ref->host_begin != 0, ref->host_begin, ref->host_end);
}

static inline uriel_text component_port(const uriel_ref *ref)
{
  return component_span(ref, ref->host_begin != 0 && ref->host_end != ref->path_begin, ref->host_end + 1,
                        ref->path_begin);
}

static inline uriel_text component_path(const uriel_ref *ref)
{
  return (uriel_text){ref->text + ref->path_begin, ref->path_end - ref->path_begin};
}

static inline uriel_text component_query(const uriel_ref *ref)
{
  return component_span(ref, ref->path_end != ref->query_end, ref->path_end + 1, ref->query_end);
}

static inline uriel_text component_fragment(const uriel_ref *ref)
{
  return component_span(ref, ref->query_end != ref->length, ref->query_end + 1, ref->length);
}

/* ---- Splitting ------------------------------------------------------------------------------------ */

/* Splits any text into components, valid or not (RFC 3986, Appendix B). */

/* Fills all of `ref` except the flags. Splits the authority into user information before the first
 * "@", a host, which ends at "]" if it begins with "[", and a port after the next ":". */
void uriel_split(uriel_ref *ref, const char *text, uint32_t len);

/* Splits only an authority; user information and port may be undefined. */
void uriel_split_authority(uriel_text authority, uriel_parts *parts);

/* Splits a host and a port, which may be undefined. */
void uriel_split_host(uriel_text text, uriel_parts *parts);

/* uriel_parse without its fast path. `error`, which may be NULL, is written only on failure. */
bool uriel_parse_by_grammar(uriel_ref *ref, const char *text, uint32_t len, uriel_error *error);

/* ---- Ports (RFC 3986, 3.2.3) ---------------------------------------------------------------------- */

/* A row of port_table.h. */
typedef struct scheme_port {
  char scheme[10];
  uint16_t port;
} scheme_port;

/* Reads the number of a port. Returns the count of its digits: all of them, unless the number is above
 * 65535. */
size_t uriel_port_read(uriel_text port, uint16_t *number);

/* Returns the built-in default port of a scheme, in any case; 0 if it has no default. */
uint16_t uriel_default_port(uriel_text scheme);

/* ---- Rows ----------------------------------------------------------------------------------------- */

/* Reports whether the reference is a batch row with an invalid text, which is the error ROW_INVALID. */
bool uriel_refuse_row(const uriel_ref *ref, uriel_error *error);

/* The scheme that uriel_parts_of gives such a row: empty, which no real scheme is. */
extern const char uriel_parts_of_row[1];

#endif
