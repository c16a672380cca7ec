/* SPDX-License-Identifier: MIT */
/* The parts of a key of a web archive, and the steps of the Internet Archive's canonicalizers on them.
 * The names in comments are the functions of the package "surt" that do the same. */
#ifndef URIEL_SITE_SURT_H
#define URIEL_SITE_SURT_H

#include "text/writer.h"
#include "uriel_site.h"

/* Undefined text is None. The text can be changed in place, but not become longer. */
typedef struct surt_text {
  char *ptr;
  size_t len;
} surt_text;

/* A URL (handyurl). */
typedef struct surt_url {
  surt_text scheme, host, path, query, fragment;
  uint32_t port; /* 0: None */
  const char *port_begin;
  bool question; /* last_delimiter: it ends in "?" without a query */
} surt_url;

static inline uriel_text surt_view(surt_text text)
{
  return (uriel_text){text.ptr, text.len};
}

static inline bool surt_is(surt_text text, const char *string)
{
  return text.ptr && view_equal(surt_view(text), uriel_text_of(string));
}

/* GoogleURLCanonicalizer.canonicalize, with QUERY_DELIMITERS of the options. `room` gets the encoded
 * parts: three bytes for each of the URL, and SURT_HOST_MAX. */
enum { SURT_HOST_MAX = 256 };
void uriel_surt_google(surt_url *url, unsigned options, char *room);

/* IAURLCanonicalizer.canonicalize, by the options. `scratch` has an element for each "&" of the query,
 * and one. `room` has as many bytes as the query. */
void uriel_surt_archive(surt_url *url, unsigned options, uint32_t *scratch, char *room);

#endif
