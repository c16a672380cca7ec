/* SPDX-License-Identifier: MIT */
/* Shared by the drafts of 1993 and 1994: the addresses of each scheme, read and blamed as their prose
 * requires. */
#ifndef URIEL_HISTORIC_EARLY_H
#define URIEL_HISTORIC_EARLY_H

#include "historic/own.h"
#include "uri/reading.h"

/* The text between "//" and the path ("Internet protocol parts"). */
typedef enum early_authority {
  EARLY_NOTHING, /* no "//" either */
  EARLY_CELL,
  EARLY_HOST,
  EARLY_HOSTPORT,
  EARLY_LOGIN /* a user and "@" before host and port */
} early_authority;

/* The addresses of a scheme, described by components. */
typedef struct early_scheme {
  const char *name;
  early_authority authority;
  uriel_error_code path_error; /* for a path of allowed characters in the wrong places */
  const char *path_more;       /* characters that only its paths allow */
  void (*own)(own_list *list, const uriel_ref *ref); /* the parts of its path; NULL: no parts */
} early_scheme;

typedef struct early_document {
  const early_scheme *schemes;
  size_t count;
  const early_scheme *partial; /* the entry for partial forms */
  unsigned host, path, user;   /* the letters of each, without "%XX" and separators */
  bool escapes_in_user;
  bool password; /* after the user and ":", which no host contains */
  bool generic;  /* schemes that it does not name have addresses, too */
  bool prefix;   /* "URL:" may come first */
} early_document;

extern const early_document uriel_document_1993, uriel_document_1994;

static inline const early_document *early_document_of(uriel_spec spec)
{
  return spec == URIEL_SPEC_URL_1993 ? &uriel_document_1993 : &uriel_document_1994;
}

/* Returns the length of the preprefix "URL:" (1994, PrePrefix), which the BNF has in lower case. */
size_t uriel_early_prefix(const early_document *d, const char *text, size_t len);

/* Reports whether a text is not a partial form: "a full form must have a colon and that colon must
 * occur before any slash characters" (1993, Partial form). */
bool uriel_early_full(const char *text, size_t len);

/* Returns the scheme's entry; NULL if the document does not name it. */
const early_scheme *uriel_early_scheme(const early_document *d, uriel_text name);

/* Splits a member. */
void uriel_early_read(uriel_ref *ref, const char *text, uint32_t len);

/* The parts of paths, with the names of either document. */
void uriel_early_own_news(own_list *list, const uriel_ref *ref);
void uriel_early_own_prospero(own_list *list, const uriel_ref *ref);
void uriel_early_own_gopher(own_list *list, const uriel_ref *ref);
void uriel_early_own_wais(own_list *list, const uriel_ref *ref);

/* The member `blame` of both readings. */
void uriel_early_blame(uriel_error *error, const char *text, uint32_t len);

#endif
