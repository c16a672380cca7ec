/* SPDX-License-Identifier: MIT */
/* Encodings of XML that a parser need not support: the extensions of ASCII, read by the C library. */
#ifndef URIEL_LINKS_XML_ENCODING_H
#define URIEL_LINKS_XML_ENCODING_H

#include <stddef.h>

/* The encoding by a charset that is declared outside of a document, which overrides the document's own.
 * Returns NULL if a byte order mark overrides it (RFC 7303, 3.3), if it is unknown, and if the first
 * bytes show it or it means only ASCII. */
const char *xml_encoding_declared(const char *charset, const char *data, size_t len);

struct xml_encoding;

/* Sets which character each byte is, or -n for the first of n bytes of a character; U+FFFD for other
 * bytes. Returns NULL if the encoding is unknown, or with errno ENOMEM. */
struct xml_encoding *xml_encoding_new(const char *name, int map[256]);

/* The character of several bytes; -1 if it is not valid. */
int xml_encoding_read(void *encoding, const char *bytes);

void xml_encoding_free(void *encoding);

#endif
