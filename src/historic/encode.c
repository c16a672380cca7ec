/* SPDX-License-Identifier: MIT */
/* What each component holds unencoded under the historic documents: its rule's letters, less the
 * delimiters that end it or part it. */
#include "uri/sets.h"

static const encode_set encode_form = {BYTE_FORM, "", "", 0};

/* In the order of uriel_encode_for, up to URIEL_ENCODE_FRAGMENT. */
typedef encode_set encode_sets[URIEL_ENCODE_FRAGMENT + 1];

/* user, hostname, path, xpalpha, search (which "+" parts, between others alone), fragmentid. */
static const encode_sets encode_1993 = {
    {BYTE_XALPHA_1993, "@", "", 0},  {BYTE_XALPHA_1993, "@:", "", 0}, {BYTE_XPALPHA_1993, "", "/", 0},
    {BYTE_XPALPHA_1993, "", "", 0},  {BYTE_XALPHA_1993, "", "", 0},   {BYTE_XALPHA_1993, "&;", "", 0},
    {BYTE_XALPHA_1993, "&;", "", 0}, {BYTE_XALPHA_1993, "", "", 0},
};

/* user ":" password, hostname, path, segment, search, fragmentid. */
static const encode_sets encode_1994 = {
    {BYTE_ALPHANUM2_1994, "", "", ':'}, {BYTE_XALPHA_1994, "@", "", 0}, {BYTE_XALPHA_1994, "", "/", 0},
    {BYTE_XALPHA_1994, "", "", 0},      {BYTE_XALPHA_1994, "", "", 0},  {BYTE_XALPHA_1994, "&+", "", 0},
    {BYTE_XALPHA_1994, "&+", "", 0},    {BYTE_XALPHA_1994, "", "", 0},
};

/* 4.3.1 user ":" password, host; 4.3.2 path, segment; 4.3.3 query; 3 fragment. */
static const encode_sets encode_1997 = {
    {BYTE_USER_1997, "", "", ':'},  {BYTE_ALPHA | BYTE_DIGIT, "", "-.", 0},
    {BYTE_PATH_1997, "", "", 0},    {BYTE_PATH_1997, "/", "", 0},
    {BYTE_URLC_1997, "", "", 0},    {BYTE_URLC_1997, "&;+=", "", 0},
    {BYTE_URLC_1997, "&;+", "", 0}, {BYTE_URLC_1997, "", "", 0},
};

/* 3.2.2 userinfo; 3.2.1 reg-name, less what a server's rule would part it by; 3.3, 3.4, 4.1. */
static const encode_sets encode_2003 = {
    {BYTE_USERINFO_2003, "", "", 0}, {BYTE_REG_NAME_2003, "@:", "", 0}, {BYTE_PATH_2003, "", "", 0},
    {BYTE_PATH_2003, "/", "", 0},    {BYTE_QUERY_2003, "", "", 0},      {BYTE_QUERY_2003, "&;+=", "", 0},
    {BYTE_QUERY_2003, "&;+", "", 0}, {BYTE_QUERY_2003, "", "", 0},
};

/* Of a whole reference: the letters of its rules and what parts them. */
static const encode_set *encode_reference_of(uriel_spec spec)
{
  static const encode_set of_1993 = {BYTE_XPALPHA_1993, "", "/?", '#'};
  static const encode_set of_1994 = {BYTE_XALPHA_1994, "", "/?:;=", '#'};
  static const encode_set of_1997 = {BYTE_URLC_1997, "", "", '#'};
  static const encode_set of_2003 = {BYTE_QUERY_2003, "", "", '#'};
  switch (spec) {
  case URIEL_SPEC_URL_1993:
    return &of_1993;
  case URIEL_SPEC_URL_1994:
    return &of_1994;
  case URIEL_SPEC_URL_1997:
    return &of_1997;
  case URIEL_SPEC_URI_2003:
    return &of_2003;
  default:
    break;
  }
  return NULL;
}

static const encode_set *encode_sets_of(uriel_spec spec)
{
  switch (spec) {
  case URIEL_SPEC_URL_1993:
    return encode_1993;
  case URIEL_SPEC_URL_1994:
    return encode_1994;
  case URIEL_SPEC_URL_1997:
    return encode_1997;
  case URIEL_SPEC_URI_2003:
    return encode_2003;
  default:
    break;
  }
  return NULL;
}

const encode_set *uriel_historic_keeps(uriel_spec spec, uriel_encode_for where)
{
  const encode_set *const sets = encode_sets_of(spec);
  if (!sets)
    return NULL;
  if (where == URIEL_ENCODE_REFERENCE)
    return encode_reference_of(spec);
  /* A form's set, which all four can hold anywhere, is also that of ANY and of other numbers. */
  return (unsigned)where <= URIEL_ENCODE_FRAGMENT ? &sets[where] : &encode_form;
}
