/* SPDX-License-Identifier: MIT */
/* How another URI is written in place of a reference: its bytes in the file, and the escapes of the
 * place. */
#ifndef URIEL_LINKS_REWRITE_H
#define URIEL_LINKS_REWRITE_H

#include "base/patch.h"
#include "levels.h"

/* What a reference is written in. */
enum rewrite_place {
  REWRITE_PLAIN,
  REWRITE_MARKUP,     /* an attribute of HTML or XML, or text of XML: character references */
  REWRITE_CSS,        /* escapes of CSS */
  REWRITE_CSS_MARKUP, /* both: a style sheet in an attribute */
  REWRITE_MARKDOWN    /* a destination: backslashes and character references */
};

/* A reference that is replaced. */
struct rewrite {
  size_t offset;
  enum rewrite_place place;
  bool may_be_cdata;  /* it is text of XML: in a CDATA section without character references */
  uriel_text written; /* links_reference.written, or `raw` without it */
  uriel_text cleaned; /* the URI reference that it means */
  uriel_text uri;     /* the new one, of RFC 3986 */
};

/* Sets the place and `may_be_cdata`. */
void rewrite_place(struct rewrite *rewrite, const struct links_reference *reference,
                   const struct links_level *level);

/* Sets offset and length of the edit, and appends its text to `out`; bytes at the start and the end that
 * stay are not part of it. The edit's text has only its length, as `out` moves. Returns false if the
 * file does not have the reference at its offset: it is encoded. The result may be read in another way,
 * if bytes before it change its meaning: read the changed file. */
bool rewrite_edit(const struct rewrite *rewrite, uriel_text file, struct patch_edit *edit,
                  struct buffer *out);

#endif
