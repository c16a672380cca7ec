/* SPDX-License-Identifier: MIT */
/* The form of a compiled list: an automaton that reads a name from its last byte to its first.
 *
 * A state is a sequence of steps. The low six bits of a step's first byte are its code: a byte of a
 * name, or a code after SUFFIX_CODES. The high two are the length of the offset that follows, which
 * leads from the end of the step to a state further on. A step for a byte of a name with offset length 0
 * is the last of its state, and leads to what follows. */
#ifndef URIEL_SITE_SUFFIX_H
#define URIEL_SITE_SUFFIX_H

#include "text/text.h"
#include "uriel_site.h"

enum suffix_code {
  SUFFIX_NO_CODE = 0, /* of a byte that is in no list */
  SUFFIX_DOT = 2,
  SUFFIX_CODES = 40,
  SUFFIX_JUMP = 40,     /* the state continues at the offset */
  SUFFIX_VALUE = 41,    /* the next byte is the state's value */
  SUFFIX_END = 42,      /* the same, and the state has no steps */
  SUFFIX_ICANN = 43,    /* the value is SUFFIX_RULE, and the state has no steps */
  SUFFIX_PRIVATES = 44, /* the same for SUFFIX_RULE << SUFFIX_PRIVATE_SHIFT */
  SUFFIX_MAP = 45 /* SUFFIX_MAP_BYTES with a bit for each code, and the offset of each from their end */
};

enum { SUFFIX_MAP_BYTES = 5, SUFFIX_CODE_MASK = 0x3F, SUFFIX_WIDTH_SHIFT = 6 };

/* The value of a state: the rules for the name read so far. Private rules are shifted. */
enum suffix_value {
  SUFFIX_RULE = 1,
  SUFFIX_WILDCARD = 2, /* "*." and the name */
  SUFFIX_EXCEPTION = 4,
  SUFFIX_PRIVATE_SHIFT = 3,
  SUFFIX_MASK = 7
};

enum { SUFFIX_LABEL_MAX = 63, SUFFIX_NAME_MAX = 253 };

/* The code of each byte of US-ASCII, in their order, the same for both cases of a letter. */
extern const unsigned char uriel_suffix_codes[128];

static inline unsigned suffix_code_of(char byte)
{
  return (unsigned char)byte < 128 ? uriel_suffix_codes[(unsigned char)byte] : SUFFIX_NO_CODE;
}

/* A label, and the full stop before it. */
typedef struct suffix_part {
  const char *begin, *end;
  size_t separator; /* its length: 0 before the first label */
  bool plain;       /* without "%" and bytes outside US-ASCII */
} suffix_part;

/* Returns the label that ends at `end`. "%2E" is a full stop, too. */
suffix_part uriel_suffix_part_before(const char *low, const char *end);

/* Returns where the host ends without the full stop of the root. */
const char *uriel_suffix_host_end(uriel_text host);

/* Writes a label, which can be percent-encoded or UTF-8, as the DNS has it, in lower case: "xn--" and
 * Punycode if it is not US-ASCII. Returns its length, or 0 if that exceeds SUFFIX_LABEL_MAX or the label
 * is not UTF-8. */
size_t uriel_suffix_label(uriel_text label, char out[SUFFIX_LABEL_MAX]);

#endif
