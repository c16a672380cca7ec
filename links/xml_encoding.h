/* SPDX-License-Identifier: MIT */
/* Encodings of XML beyond those that every parser knows. */
#ifndef URIEL_LINKS_XML_ENCODING_H
#define URIEL_LINKS_XML_ENCODING_H

#include <stdbool.h>

/* Fills in which character each byte is, -1 for none. False: not known, or of several bytes a character.
 */
bool xml_encoding_map(const char *name, int map[256]);

#endif
