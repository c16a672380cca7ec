/* SPDX-License-Identifier: MIT */
/* Encodings of XML beyond those that every parser knows: those that extend ASCII, as the C library reads
 * them. */
#ifndef URIEL_LINKS_XML_ENCODING_H
#define URIEL_LINKS_XML_ENCODING_H

#include <stddef.h>

/* What a charset that is declared outside of a document says of it, whatever its own declaration does:
 * NULL where its byte order mark is before it (RFC 7303, 3.3), where it is not known, and where it is
 * one that the first bytes tell or that says no more than ASCII. */
const char *xml_encoding_declared(const char *charset, const char *data, size_t len);

struct xml_encoding;

/* Fills in which character each byte is, or -n for the first of n bytes that make one. A byte that is
 * none comes out as U+FFFD. NULL: errno is ENOMEM, or it is not known. */
struct xml_encoding *xml_encoding_new(const char *name, int map[256]);

/* The character that begins with a byte of more than one; -1: none. */
int xml_encoding_read(void *encoding, const char *bytes);

void xml_encoding_free(void *encoding);

#endif
