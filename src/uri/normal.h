/* SPDX-License-Identifier: MIT */
/* A reference's normal form at a level of the ladder (RFC 3986, 6.2), as a reading of its components.
 * What writes, compares and hashes normal forms all goes by it, and so agrees. */
#ifndef URIEL_URI_NORMAL_H
#define URIEL_URI_NORMAL_H

#include "text/pieces.h"
#include "uri/component.h"
#include "uri/segments.h"

/* What a scheme writes in a way of its own, beyond what a changed component tells. */
typedef struct normal_own {
  /* The path's first or second segment, `index` 0 or 1, of those that `path` tells of; they are given as
   * they stand where they are not as the scheme has them. NULL: as RFC 3986 has it. A segment stays one:
   * it gets no "/", and does not become "." or "..". `query` is that of the form, as written. */
  pieces (*segment)(const segments_shape *path, unsigned index, unit_rules rules, uriel_text query);
  pieces (*query)(uriel_text query, unit_rules rules);
} normal_own;

typedef struct normal_form {
  const uriel_ref *ref; /* whose form it is */
  uriel_text scheme, userinfo, host, port, path, query, fragment;
  unit_rules scheme_rules, host_rules;
  unit_rules rules; /* of all other components */
  bool segmented;   /* the path is to be read in segments, so that it changes */
  segments_mode mode;
  const normal_own *own; /* at URIEL_LEVEL_SCHEME; NULL where the scheme has nothing of its own */
} normal_form;

/* What a scheme gives to URIs that leave it out (6.2.3). */
typedef struct scheme_defaults {
  uint16_t port;          /* 0: none */
  const char *empty_path; /* what an empty path after an authority means; NULL: "/" */
} scheme_defaults;

/* By RFC 3986, at URIEL_LEVEL_CASE and above, with the hints that uriel_normal_hints gives; without what
 * schemes say of their own URIs, which uriel_normal_by_scheme adds. `own` has the defaults of the
 * reference's scheme if the caller gave them, else it is NULL. */
normal_form uriel_normal_form(const uriel_ref *ref, uriel_level level, uint32_t hints,
                              const scheme_defaults *own);

/* Whether two normal forms are the same text. */
bool uriel_normal_equal(const normal_form *a, const normal_form *b);

/* Whether two references of RFC 3986 have the same normal form, if their schemes have nothing of their
 * own: no form is made, since what both have alike is as it is in both forms. */
bool uriel_normal_equal_plainly(const uriel_ref *a, const uriel_ref *b, uriel_level level);

/* Whether a scheme, by its first letter and its length, may be one of which uriel_normal_by_scheme has
 * something to say. */
static inline bool normal_scheme_may_own(uriel_text scheme)
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
  if (scheme.len - 3 > 3)
    return false;
  const unsigned letter = ((unsigned)(unsigned char)scheme.ptr[0] | 0x20u) - FIRST;
  return letter <= LAST - FIRST && (lengths[letter] >> scheme.len & 1);
}

/* Whether the scheme says nothing of the reference's form, which is told from its port and path alone:
 * it has no authority, or one without a port that a path follows. */
static inline bool normal_scheme_silent(const uriel_ref *ref)
{
  return !normal_scheme_may_own(component_scheme(ref)) &&
         (ref->host_begin == 0 ||
          (ref->host_end == ref->path_begin && ref->path_begin != ref->path_end));
}

/* What the parse saw of that which a level may change. */
static inline uint32_t normal_hints(const uriel_ref *ref, uriel_level level)
{
  const uint32_t dots = level >= URIEL_LEVEL_PATH ? URIEL_HAS_DOT_SEGMENT : 0;
  return ref->flags & (URIEL_SPEC_MASK | URIEL_INVALID | URIEL_HAS_UPPER | URIEL_HAS_PERCENT | dots);
}

/* Whether the reference is seen at a glance to be its own normal form, as most are. */
static inline bool normal_stands_plainly(const uriel_ref *ref, uriel_level level)
{
  return normal_hints(ref, level) == 0 && (level < URIEL_LEVEL_SCHEME || normal_scheme_silent(ref));
}

/* The hints, less URIEL_HAS_PERCENT where a look at each "%XX" finds that none changes. */
uint32_t uriel_normal_hints(const uriel_ref *ref, uriel_level level);

/* Whether the reference is found to be its own normal form, by those hints and a look at its port. False
 * where it may not be. */
bool uriel_normal_stands(const uriel_ref *ref, uriel_level level, uint32_t hints,
                         const scheme_defaults *own);

/* Writes the normal form, which `n` tells of. */
void uriel_normal_write(writer *w, const normal_form *n);

/* A text as it stands, as the one piece of it. */
pieces uriel_normal_plain(uriel_text text, unit_rules rules);

/* The components as they are, with nothing yet to be done to them. */
normal_form uriel_normal_written(const uriel_ref *ref);

/* Port and path of an authority, as the scheme has them: 6.2.3. `path` is NULL of a relative reference,
 * which has no scheme and keeps its path. */
void uriel_normal_authority(scheme_defaults scheme, uriel_text *port, uriel_text *path);

/* Whether a "%XX" of the path is a dot's. */
bool uriel_normal_encodes_dots(uriel_text path);

/* Whether the port is the scheme's default. */
bool uriel_normal_default_port(const normal_form *n);

/* Whether the path is given by its segments' own pieces. */
static inline bool normal_has_own_path(const normal_form *n)
{
  return n->own && n->own->segment;
}

/* The pieces of a segment of the path that `shape` tells of, which is `index` from its begin. */
static inline pieces normal_segment(const normal_form *n, const segments_shape *shape, size_t index,
                                    uriel_text segment)
{
  if (index < 2 && normal_has_own_path(n))
    return n->own->segment(shape, (unsigned)index, n->rules, component_query(n->ref));
  return uriel_normal_plain(segment, n->rules);
}

static inline pieces normal_query(const normal_form *n)
{
  if (n->own && n->own->query)
    return n->own->query(n->query, n->rules);
  return uriel_normal_plain(n->query, n->rules);
}

/* The segments of the path, at URIEL_LEVEL_PATH and above. */
static inline segments normal_segments(const normal_form *n)
{
  const uriel_text no_head = {"", 0};
  return uriel_segments_of(no_head, n->path, n->mode, n->rules.decode);
}

#endif
