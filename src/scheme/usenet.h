/* SPDX-License-Identifier: MIT */
/* What news and nntp have in common: names of groups and articles, and NNTP (RFC 3977). */
#ifndef URIEL_SCHEME_USENET_H
#define URIEL_SCHEME_USENET_H

#include "scheme/checked.h"
#include "scheme/planner.h"
#include "uriel_scheme.h"

/* One newsgroup; groups by a pattern, which may be empty: all of them. */
part_form uriel_usenet_group, uriel_usenet_groups;

/* A message identifier without angle brackets. */
part_form uriel_usenet_article;

/* A part of that form, in which "/" is encoded. */
uriel_text uriel_usenet_part(part_reader *r, const char *part, uriel_text written, part_form *form);

/* Whether a group's name is a pattern for several. */
bool uriel_usenet_is_pattern(uriel_text groups);

/* From the connection to the greeting; the end of the session. */
void uriel_usenet_open(planner *p, const uriel_login *login);
void uriel_usenet_close(planner *p);

#endif
