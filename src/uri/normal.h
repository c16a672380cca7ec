/* SPDX-License-Identifier: MIT */
/* A reference's normal form at a level of the ladder (RFC 3986, 6.2), as a view of its components.
 * Writing, comparing and hashing all use it, so they agree. */
#ifndef URIEL_URI_NORMAL_H
#define URIEL_URI_NORMAL_H

#include "uri/component.h"
#include "uri/segments.h"

/* The parts of a form that a scheme writes in its own way, beyond changed components. */
typedef struct normal_own {
  /* Returns the path's first or second segment (`index` 0 or 1 in `path`), unchanged if the scheme
   * does not change it. NULL: use RFC 3986's form. The result is one segment: it has no additional
   * "/", and is never "." or "..". `query` is the query of the form, as written. */
  pieces (*segment)(const segments_shape *path, unsigned index, unit_rules rules, uriel_text query);
  pieces (*query)(uriel_text query, unit_rules rules);
} normal_own;

typedef struct normal_form {
  const uriel_ref *ref; /* the reference of this form */
  uriel_text scheme, userinfo, host, port, path, query, fragment;
  unit_rules scheme_rules, host_rules;
  unit_rules rules;      /* for all other components */
  unsigned query_decode; /* besides, for the query: in an IRI, it has more characters */
  bool segmented;        /* read the path in segments, because it changes */
  segments_mode mode;
  const normal_own *own; /* at URIEL_LEVEL_SCHEME; NULL if the scheme has no form of its own */
} normal_form;

/* Values that a scheme defines for omitted components (6.2.3). */
typedef struct scheme_defaults {
  uint16_t port;          /* 0: no default */
  const char *empty_path; /* replaces an empty path after an authority; NULL: "/" */
} scheme_defaults;

/* Returns the form under RFC 3986, at URIEL_LEVEL_CASE and above. `hints` are from uriel_normal_stands.
 * uriel_normal_by_scheme adds the scheme's own rules. `own` has the defaults of the reference's scheme
 * if the caller passed them; otherwise it is NULL. */
normal_form uriel_normal_form(const uriel_ref *ref, uriel_level level, uint32_t hints,
                              const scheme_defaults *own);

/* Reports whether two normal forms are the same text. */
bool uriel_normal_equal(const normal_form *a, const normal_form *b);

/* Reports whether two references of RFC 3986 have the same normal form, if their schemes have no forms
 * of their own. Makes no form, because equal components are equal in both forms. */
bool uriel_normal_equal_plainly(const uriel_ref *a, const uriel_ref *b, uriel_level level);

/* Reports whether a URI of the scheme file, or one of its length and first letter, may change. */
bool uriel_normal_file_changes(const uriel_ref *ref);

/* Reports whether uriel_normal_by_scheme may change the reference, by the first letter and the length of
 * its scheme. */
static inline bool normal_scheme_changes(const uriel_ref *ref)
{
  enum { FIRST = 'd', LAST = 'u' };
  /* A bit for each length. */
  static const uint8_t lengths[LAST - FIRST + 1] = {
      ['d' - FIRST] = 1 << 4,          /* data */
      ['f' - FIRST] = 1 << 4,          /* file */
      ['g' - FIRST] = 1 << 6,          /* gopher */
      ['l' - FIRST] = 1 << 4 | 1 << 5, /* ldap, ldaps */
      ['m' - FIRST] = 1 << 6,          /* mailto */
      ['t' - FIRST] = 1 << 3,          /* tel */
      ['u' - FIRST] = 1 << 3,          /* urn */
  };
  if (ref->scheme_end - 3 > 3)
    return false;
  const unsigned letter = ((unsigned)(unsigned char)ref->text[0] | 0x20u) - FIRST;
  return letter <= LAST - FIRST && (lengths[letter] >> ref->scheme_end & 1) &&
         (letter != 'f' - FIRST || uriel_normal_file_changes(ref));
}

/* Fast path: reports whether the reference is its own normal form by the flags of the parser, as most
 * are. */
static inline bool normal_stands_plainly(const uriel_ref *ref, uriel_level level)
{
  const uint32_t dots = level >= URIEL_LEVEL_PATH ? URIEL_HAS_DOT_SEGMENT : 0;
  if (ref->flags & (URIEL_SPEC_MASK | URIEL_INVALID | URIEL_HAS_UPPER | URIEL_HAS_PERCENT | dots))
    return false;
  /* Without an authority, or without a port and with a path, no default of the scheme applies. */
  return level < URIEL_LEVEL_SCHEME ||
         (!normal_scheme_changes(ref) && (ref->host_begin == 0 || (ref->host_end == ref->path_begin &&
                                                                   ref->path_begin != ref->path_end)));
}

/* Reports whether the reference is its own normal form; false also if this is not certain. Sets `hints`
 * to the flags of the parser that matter at this level, without URIEL_HAS_PERCENT if no "%XX" changes.
 */
bool uriel_normal_stands(const uriel_ref *ref, uriel_level level, const scheme_defaults *own,
                         uint32_t *hints);

/* Writes the normal form. */
void uriel_normal_write(writer *w, const normal_form *n);

/* Returns a text, unchanged, as one piece. */
pieces uriel_normal_plain(uriel_text text, unit_rules rules);

/* Returns the components as written, with no rules to apply. */
normal_form uriel_normal_written(const uriel_ref *ref);

/* Applies the scheme's defaults to port and path after an authority (6.2.3): `own`, or the built-in ones
 * if that is NULL. A relative reference, whose scheme is undefined, keeps its path. */
void uriel_normal_authority(uriel_text scheme, const scheme_defaults *own, uriel_text *port,
                            uriel_text *path);

/* Reports whether a "%XX" of the path encodes a dot. */
bool uriel_normal_encodes_dots(uriel_text path);

/* Reports whether the scheme has its own form of the segments. */
static inline bool normal_has_own_path(const normal_form *n)
{
  return n->own && n->own->segment;
}

/* Returns the pieces of segment `index` of the path that `shape` describes. */
static inline pieces normal_segment(const normal_form *n, const segments_shape *shape, size_t index,
                                    uriel_text segment)
{
  if (index < 2 && normal_has_own_path(n))
    return n->own->segment(shape, (unsigned)index, n->rules, component_query(n->ref));
  return uriel_normal_plain(segment, n->rules);
}

static inline unit_rules normal_query_rules(const normal_form *n)
{
  return (unit_rules){n->rules.triplets, n->rules.decode | n->query_decode, n->rules.fold};
}

static inline pieces normal_query(const normal_form *n)
{
  if (n->own && n->own->query)
    return n->own->query(n->query, normal_query_rules(n));
  return uriel_normal_plain(n->query, normal_query_rules(n));
}

/* Returns the segments of the path, at URIEL_LEVEL_PATH and above. */
static inline segments normal_segments(const normal_form *n)
{
  const uriel_text no_head = {"", 0};
  return uriel_segments_of(no_head, n->path, n->mode, n->rules.decode);
}

#endif
