/* SPDX-License-Identifier: MIT */
/* What the drafts of 1993 and 1994 share: addresses scheme by scheme, read and blamed by their prose. */
#ifndef URIEL_HISTORIC_EARLY_H
#define URIEL_HISTORIC_EARLY_H

#include "historic/finding.h"
#include "historic/own.h"
#include "uri/reading.h"

/* What stands between "//" and the path ("Internet protocol parts"). */
typedef enum early_authority {
  EARLY_NOTHING, /* nor "//" */
  EARLY_CELL,
  EARLY_HOST,
  EARLY_HOSTPORT,
  EARLY_LOGIN /* a user and "@" before host and port */
} early_authority;

/* The addresses of a scheme, as far as the components of a text tell. */
typedef struct early_scheme {
  const char *name;
  early_authority authority;
  uriel_error_code path_error; /* of a path whose characters are allowed, but not where they stand */
  const char *path_more;       /* what stands in its paths beside the letters of others */
  void (*own)(own_list *list, const uriel_ref *ref); /* the parts of its path; NULL: none */
} early_scheme;

typedef struct early_document {
  const early_scheme *schemes;
  size_t count;
  const early_scheme *partial; /* stands for that of a partial form */
  unsigned host, path, user;   /* the letters of each; "%XX" and what stands between them aside */
  bool escapes_in_user;
  bool password; /* behind the user and ":", which is in no host */
  bool generic;  /* schemes that it does not name have addresses, too */
} early_document;

/* A text that is no member, and all there is to find out why. */
typedef struct early_case {
  const early_document *document;
  grammar held; /* the grammar that it was held against */
  const char *whole;
  const char *text; /* the text less its prefix */
  size_t len;
  const char *at; /* the first byte with which no member goes on */
  bool partial;   /* it was read as a partial form */
} early_case;

/* Whether a text is no partial form: "a full form must have a colon and that colon must occur before any
 * slash characters" (1993, Partial form). */
bool uriel_early_full(const char *text, size_t len);

/* The scheme's entry; NULL where there is none. */
const early_scheme *uriel_early_scheme(const early_document *d, uriel_text name);

/* Splits a member. */
void uriel_early_read(uriel_ref *ref, const char *text, uint32_t len);

size_t uriel_early_own_parts(const early_document *d, const uriel_ref *ref, uriel_own_part *parts);

/* The parts of paths that both documents have alike. */
void uriel_early_own_news(own_list *list, const uriel_ref *ref);
void uriel_early_own_prospero(own_list *list, const uriel_ref *ref);

/* "/" gtype, and what is left, which each document calls otherwise. */
void uriel_early_own_gopher(own_list *list, const uriel_ref *ref, const char *rest_name);

/* "/" database "/" wtype "/", and what is left; `rest` is undefined where nothing is. */
void uriel_early_own_wais(own_list *list, const uriel_ref *ref, uriel_text *rest);

finding uriel_early_find(const early_case *c);

/* Whether an error is the text's own. */
bool uriel_early_stuck_there(grammar held, const uriel_error *error, const char *text, size_t len);

#endif
