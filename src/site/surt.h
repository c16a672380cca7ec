/* SPDX-License-Identifier: MIT */
/* The parts of a key of a web archive, and the steps of the Internet Archive's canonicalizers on them.
 * The names in comments are the functions of the package "surt" that do the same. */
#ifndef URIEL_SITE_SURT_H
#define URIEL_SITE_SURT_H

#include "text/text.h"
#include "uriel_site.h"

/* Undefined text is None. The text can be changed in place, but not become longer. */
typedef struct surt_text {
  char *ptr;
  size_t len;
} surt_text;

/* A URL (handyurl). */
typedef struct surt_url {
  surt_text scheme, host, path, query;
  uint32_t port; /* 0: None */
  const char *port_begin;
  bool plain; /* it has only printable US-ASCII without "%" */
} surt_url;

/* Returns the number of bytes before the first `byte`. A text without bytes may have no place. */
static inline size_t surt_until(surt_text text, char byte)
{
  const char *const found = text.len > 0 ? memchr(text.ptr, byte, text.len) : NULL;
  return found ? (size_t)(found - text.ptr) : text.len;
}

static inline uriel_text surt_view(surt_text text)
{
  return (uriel_text){text.ptr, text.len};
}

static inline bool surt_is(surt_text text, const char *string)
{
  return text.ptr && view_equal(surt_view(text), uriel_text_of(string));
}

/* What follows a "/" in a path. */
enum { SURT_DOT = 1, SURT_SLASH = 2, SURT_PARENTHESIS = 4 };

/* Returns which of them do. */
static inline unsigned surt_after_slash(surt_text path)
{
  unsigned found = 0;
  for (size_t i = 1; i < path.len; i++)
    if (path.ptr[i - 1] == '/')
      found |= path.ptr[i] == '.'   ? SURT_DOT
               : path.ptr[i] == '/' ? SURT_SLASH
               : path.ptr[i] == '(' ? SURT_PARENTHESIS
                                    : 0;
  return found;
}

/* Writes letters in lower case. Defined in surt.c. */
void uriel_surt_lower(surt_text text);

/* uriel_surt with URIEL_SURT_CDX of a parsed reference, faster if it is a usual URL. */
size_t uriel_surt_ref(const uriel_ref *ref, char *out, size_t capacity, uriel_error *error);

/* GoogleURLCanonicalizer.canonicalize. The buffer gets the encoded parts: three bytes for each of the
 * URL, and SURT_HOST_MAX. */
enum { SURT_HOST_MAX = 256 };
void uriel_surt_google(surt_url *url, char *room);

/* Decodes "%XX" in place until none is left (unescapeRepeatedly). */
void uriel_surt_decode(surt_text *text);

/* Encodes bytes that are not printable US-ASCII, "#" and "%" (escapeOnce). */
void uriel_surt_encode(writer *w, uriel_text text);

/* Writes the form of a URL that Google Safe Browsing looks up. Returns its length; URIEL_FAILED if the
 * text is not a URL with a host; or, if the buffer is too small, the capacity it needs:
 * SAFE_BROWSING_EACH bytes for each byte of the text, and SAFE_BROWSING_MORE. */
enum { SAFE_BROWSING_EACH = 4, SAFE_BROWSING_MORE = SURT_HOST_MAX + 64 };
size_t uriel_safe_browsing(uriel_text text, char *out, size_t capacity);

/* Removes dot segments and empty segments from a path that begins with "/". */
void uriel_surt_segments(surt_text *path, unsigned after_slash);

/* The steps on a query, and the order of its parameters; the buffers as below. */
void uriel_surt_query(surt_text *query, uint32_t *scratch, char *room);

/* IAURLCanonicalizer.canonicalize; with `keeps_www`, host_massage=False. `scratch` has an element for
 * each "&" of the query, and one. The buffer has as many bytes as the query. */
void uriel_surt_archive(surt_url *url, bool keeps_www, uint32_t *scratch, char *room);

#endif
