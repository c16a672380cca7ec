/* SPDX-License-Identifier: MIT */
/* A reference's normal form at a rung of the ladder (RFC 3986, 6.2), as a reading of its components.
 * What writes, compares and hashes normal forms all goes by it, and so agrees. */
#ifndef URIEL_URI_NORMAL_H
#define URIEL_URI_NORMAL_H

#include "uri/segments.h"

typedef struct normal_form {
  uriel_text scheme, userinfo, host, port, path, query, fragment;
  unit_rules scheme_rules, host_rules;
  unit_rules rules; /* of all other components */
  bool segmented;   /* the path is to be read in segments, so that it changes */
  segments_mode mode;
} normal_form;

/* At URIEL_RUNG_CASE and above. */
normal_form uriel_normal_form(const uriel_ref *ref, uriel_rung rung);

/* The components as they are, with nothing yet to be done to them. */
normal_form uriel_normal_written(const uriel_ref *ref);

/* Whether the port is the scheme's default. */
bool uriel_normal_default_port(const normal_form *n);

/* The segments of the path, at URIEL_RUNG_PATH and above. */
static inline segments normal_segments(const normal_form *n)
{
  const uriel_text no_head = {"", 0};
  return uriel_segments_of(no_head, n->path, n->mode, n->rules.decode);
}

#endif
